"""Who lays a hand open, whether they call for a better card, and which cards the opponent names."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.bits import U
from sim.cards import SUITS
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from sim.views import ALONE, JAMBONE
from strategies import basic, cautious
from strategies.parts.best_card import throw
from strategies.parts.jambone import name_card
from strategies.toolkit import call_alone, call_jambone
from support.situations import NOTHING, TRUMPS, first_round, mask, second_round, text, whole_deck

RULES = PRESETS["railroad"].with_changes({"jambone": "on"})


def named(hand: str, shown: str, led: str = "", **fields: Any) -> str:
    """The card that is named when hearts are trump; `led` are the cards on the table, the winning one last."""
    cards = led.split()
    suit = SUITS.index(cards[0][-1]) if cards else 3
    view = NOTHING._replace(
        hand=mask(hand, 3),
        shown=mask(shown, 3),
        trumps=TRUMPS,
        deck=whole_deck(25, 3),
        players=4,
        led=U(0xFFFF << 16 * ((suit - 3 + 3) % 4)) if cards else U(0),
        best=mask(cards[-1], 3) if cards else U(0),
        seen=mask(" ".join(cards), 3),
    )
    return text(name_card(view._replace(**fields)), 3)


@pytest.mark.parametrize(
    ("hand", "shown", "card"),
    [
        ("AS TS 9C TC QD", "Jo JH JD AH KS", "KS"),  # which the one who names it beats
        ("9S TS QD KD AC", "Jo JH JD AH 9C", "9C"),
        ("KH 9S TS QD TD", "Jo JH JD QH AC", "QH"),
        ("9C TC 9D TD QD", "Jo JH JD AH 9S", "9S"),  # which partner may well beat
        ("9C TC 9D TD QD", "Jo JH JD 9H AS", "9H"),
        ("9C TC 9D TD QD", "Jo JH JD AH AS", "AS"),  # which they may have none of
    ],
)
def test_the_lead_named_is_one_that_can_be_beaten(hand: str, shown: str, card: str) -> None:
    assert named(hand, shown) == card


@pytest.mark.parametrize(
    ("hand", "shown", "led", "last", "card"),
    [
        ("9D TD QC KC 9S", "Jo JH AH KS QS", "AS", 1, "KS"),  # the highest of two that lose
        ("9D TD QC KC 9S", "Jo JH AS KS QS", "TS", 1, "AS"),  # the highest of three that win
        ("9D TD QC KC 9H", "Jo JD QH AC KD", "TS", 0, "AC"),  # void: an ace rather than a trump that would win
        ("9D TD QC KC KH", "Jo JD QH AC KD", "TS", 0, "QH"),  # a trump under one's own
        ("AS TD QC KC 9C", "Jo JH AH KS QS", "TS", 0, "KS"),  # a card under one's own
        ("9D TD QC KC 9S", "Jo JH AH", "KH", 1, "Jo"),
    ],
)
def test_the_card_named_to_a_trick_loses_it_if_any_does(hand: str, shown: str, led: str, last: int, card: str) -> None:
    assert named(hand, shown, led, last=last) == card


@pytest.mark.parametrize("player", [basic, cautious])
def test_the_five_highest_trumps_are_laid_open(player: Any) -> None:
    p = player.Params()
    sure = {"deck": whole_deck(25, 3), "may_alone": 1, "may_jambone": 1, "partner": 1, "best_call": 1, "target": 10}
    five = first_round("Jo JH JD AH KH", "9H", 1, **sure)
    assert player.order_up(five, p) == JAMBONE
    assert player.order_up(five._replace(may_jambone=0), p) == ALONE
    assert player.order_up(first_round("Jo JH JD AH QH", "9H", 1, **sure), p) == ALONE
    assert player.order_up(first_round("JH JD AH KH 9C", "QH", 4, **(sure | {"deck": whole_deck(24, 3)})), p) == JAMBONE
    second = second_round("Jo JC JS AC KC", "9H", 1, **(sure | {"deck": whole_deck(25, 3, bowers=False)}))
    clubs = (SUITS.index("C") - 3 + 3) % 4
    assert player.name_trump(second, p) == call_jambone(clubs)
    assert player.name_trump(second._replace(may_jambone=0), p) == call_alone(clubs)


def test_the_five_highest_trumps_are_kept_and_others_call() -> None:
    view = NOTHING._replace(trumps=TRUMPS, deck=whole_deck(25, 3), jambone=1)
    assert throw(view._replace(hand=mask("Jo JH JD AH KH", 3))) == U(0)
    assert throw(view._replace(hand=mask("Jo JH JD AH QH", 3))) == mask("QH", 3)
    assert throw(view._replace(hand=mask("Jo JH JD AH KH AS", 3))) == mask("AS", 3)  # they have been given a card first
    assert throw(view._replace(hand=mask("Jo JH JD AH KH", 3), jambone=0)) == mask("KH", 3)


def test_what_basic_lays_open_it_wins() -> None:
    part = Match(RULES, [load_player("basic")], 3, "hands").play(0, 200_000, "hands")
    assert part.hands is not None
    tricks = part.hands["tricks"][part.hands["jambone"] == 1]
    assert len(tricks) > 20
    assert np.mean(tricks == 5) > 0.9


def test_naming_well_defeats_more_jambones_than_naming_by_chance(tmp_path: Path) -> None:
    """Of hands that a player of any bid lays open, with the card play of `basic` for all else."""
    by_chance = tmp_path / "by_chance.py"
    by_chance.write_text("from strategies.random import name_card\n")

    def euchred(naming: str | Path) -> float:
        players = [load_player(f"bots:wild{{alone=100,jambone=100}}/{naming}")]
        part = Match(RULES, players, 5, "hands").play(0, 20_000, "hands")
        assert part.hands is not None
        return float(np.mean(part.hands["tricks"][part.hands["jambone"] == 1] < 3))

    assert euchred("basic") > euchred(by_chance) + 0.05
