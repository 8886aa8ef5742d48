"""The decision tree for a jack turned up, and `basic` for all else."""

import pytest

from strategies import bower_tree
from strategies.parts.bidding_basic import Params, order_up
from support.hearing import first
from support.situations import first_round


@pytest.mark.parametrize(
    ("hand", "taken"),
    [
        # No trump, no call, however good the rest (the first is on the source's list of its few exceptions).
        ("AC KH AH KD AD", False),
        ("9H TH 9D TD QD", False),
        ("AH KH AD KD AC", False),
        ("9H JH 9D JD QD", False),
        # One trump: not with a red jack, unless there is an ace.
        ("9S JH QH KD 9C", False),
        ("AS JH KH JD KD", False),
        ("9S JH QH AD 9C", True),
        ("9S JH AH 9D 9C", True),
        ("9S TH QH KD 9C", True),
        ("JC TH QH KD 9C", True),  # the left bower is a trump
        # Two trumps and more.
        ("9S TS JH JD 9C", True),
        ("9S JC JH JD 9C", True),
        ("AS KS QS JH 9C", True),
        # The source's example of a hand that its solver passes always: here the tree differs from it.
        ("JC QC JH AH 9D", True),
    ],
)
def test_the_tree(hand: str, taken: bool) -> None:
    assert (first(bower_tree, hand, "JS", 4) != "pass") == taken


@pytest.mark.parametrize(("turned", "green"), [("JC", "H"), ("JD", "C"), ("JH", "S")])
def test_any_colour(turned: str, green: str) -> None:
    suit = turned[1]
    ace = {"H": "D", "C": "S", "S": "C"}[green]
    assert first(bower_tree, f"9{suit} J{green} Q{green} 9{green} T{ace}", turned, 4) == "pass"
    assert first(bower_tree, f"9{suit} J{green} Q{green} 9{green} A{ace}", turned, 4) == "order"


def test_strong_enough_to_go_alone() -> None:
    assert first(bower_tree, "JC AS KS QS AH", "JS", 4) == "alone"
    assert first(bower_tree, "JC AS KS QS AH", "JS", 4, may_alone=0) == "order"
    assert first(bower_tree, "JC AS KS QS AH", "JS", 4, score_us=8) == "order"


def test_stuck_with_a_joker_it_takes_the_card() -> None:
    assert first(bower_tree, "9H TH 9D TD QD", "JS", 4, stuck=1) == "order"


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
@pytest.mark.parametrize("upcard", ["9S", "QS", "AS", "JS"])
def test_everything_else_is_basic(seat: int, upcard: str) -> None:
    if (seat, upcard) == (4, "JS"):
        return
    for hand in ("AC KH AH KD AD", "TS JH QH KD 9C", "KS TS JH JD 9C", "JC KS TS AH KH"):
        view = first_round(hand, upcard, seat)
        assert bower_tree.order_up(view, Params()) == order_up(view, Params())
