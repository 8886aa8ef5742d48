"""What the players do with partner's best card: whom they give what, what they discard, and how they bid for it."""

import numpy as np
import pytest

from sim.cards import parse_card
from sim.players.match import Match
from sim.players.recorded_hand import Lanes
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from strategies.parts.best_card import give_best, throw
from support.situations import NOTHING

HEARTS = Lanes(3, True)


def mask(text: str) -> np.uint64:
    return HEARTS.mask([parse_card(card) for card in text.split()])


@pytest.mark.parametrize(
    ("hand", "given"),
    [
        ("AS KS 9H TC 9C", "9H"),
        ("AS JD KH TC 9C", "JD"),
        ("JH Jo KH TC 9C", "Jo"),
        ("KS QS AC TC 9D", "AC"),
        ("QS TS KD TC 9C", "KD"),
    ],
)
def test_the_highest_trump_is_given_else_the_highest_card(hand: str, given: str) -> None:
    assert give_best(NOTHING._replace(hand=mask(hand), trumps=np.uint64(0xFFFF << 48))) == mask(given)


@pytest.mark.parametrize(
    ("hand", "gone"),
    [
        ("JH JD AH AS 9C", "9C"),
        ("JH JD 9S QS KC", "KC"),
        ("JH JD 9S QS AC", "9S"),
        ("JH JD AH KH AC", "AC"),
        ("JH JD AH KH 9H", "9H"),
        ("JH JD AH 9S 9D KC", "9D"),
    ],
)
def test_a_loser_alone_in_its_suit_is_discarded_first(hand: str, gone: str) -> None:
    assert throw(NOTHING._replace(hand=mask(hand), trumps=np.uint64(0xFFFF << 48))) == mask(gone)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["basic", "cautious", "simple", "perry21", "trickster"])
def test_all_call_for_best_and_play_alone_more_often_for_it_if_they_bid_so(name: str) -> None:
    def lone(rules: str) -> float:
        game = PRESETS["railroad"].with_changes({"call_for_best": rules, "defend_alone": "vs_loner"})
        part = Match(game, [load_player(name)], 3, "hands").play(0, 20_000, "hands")
        assert part.hands is not None
        if rules == "loner":
            made = part.hands["alone"] == 1
            assert (part.hands["loner_best"][made] >= 0).mean() > 0.95
            assert (part.hands["loner_best"][~made] < 0).all()
        return float((part.hands["alone"] == 1).mean())

    with_best, without = lone("loner"), lone("off")
    if name in ("basic", "cautious"):
        assert with_best > 1.3 * without
    else:
        assert with_best >= without


def test_the_dealer_gives_the_upcard_when_it_is_his_best() -> None:
    part = Match(PRESETS["railroad"], [load_player("basic")], 3, "hands").play(0, 100_000, "hands")
    hands = part.hands
    assert hands is not None
    gifts = (hands["maker"] == 2) & (hands["round"] == 1) & (hands["loner_best"] == hands["upcard"])
    assert gifts.sum() > 50
