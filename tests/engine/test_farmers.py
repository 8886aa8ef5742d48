"""Farmer's hands: deals that are claimed, dealt again or swapped."""

import numpy as np
import pytest

from sim.bits import U
from sim.cards import deck_mask
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.rules import Rules
from support.dealing import places_of, probable


def hands_under(rule: str, deck: int, units: int) -> dict[str, np.ndarray]:
    """First hands under a farmer's rule; the same seed for all, so that they can be compared."""
    player = load_player("bots:wild{claim=100}")
    part = Match(Rules(farmers_hand=rule, deck=deck), [player], 8, "hands").play(0, units, "hands")
    assert part.hands is not None
    return part.hands


LOW = np.uint64(0x01FF_01FF_01FF_01FF)
ACES = np.uint64(0x1000_1000_1000_1000)


@pytest.mark.parametrize("deck", [24, 32])
@pytest.mark.parametrize("rule", ["redeal", "nines_and_tens", "ace_no_face"])
def test_farmers_are_dealt_again(rule: str, deck: int) -> None:
    usual, again = hands_under("off", deck, 200_000), hands_under(rule, deck, 200_000)

    def has_farmer(hands: dict[str, np.ndarray]) -> np.ndarray:
        lane = np.uint64(0xFFFF) << (hands["upcard"].astype(np.uint64) // U(16) * U(16))
        found = np.zeros(len(lane), dtype=bool)
        for seat in range(1, 5):
            hand = hands[f"hand_{seat}"]
            if rule == "redeal":
                found |= (hand & ~LOW == 0) & (hand & lane == 0)
            elif rule == "nines_and_tens":
                found |= hand & ~LOW == 0
            else:
                found |= (hand & ~(LOW | ACES) == 0) & (np.bitwise_count(hand & ACES) == 1)
        return found

    poor = has_farmer(usual)
    assert 50 < poor.sum() < 100_000
    assert not has_farmer(again).any()
    for seat in range(1, 5):
        assert ((usual[f"hand_{seat}"] == again[f"hand_{seat}"]) | poor).all()
    assert (usual["upcard"] == again["upcard"])[~poor].all()
    differs = usual["hand_1"] != again["hand_1"]
    assert differs[poor].mean() > 0.99


def test_nobody_has_to_claim() -> None:
    """Who never claims plays what was dealt, under every form that leaves the choice."""
    usual = hands_under("off", 24, 20_000)
    for rule in ("nines_and_tens", "ace_no_face", "swap3", "swap3_clean"):
        rules = Rules(farmers_hand=rule)
        part = Match(rules, [load_player("bots:wild{claim=0}")], 8, "hands").play(0, 20_000, "hands")
        assert part.hands is not None
        assert all((part.hands[name] == column).all() for name, column in usual.items())


RANK = np.uint64(0x0001_0001_0001_0001)


@pytest.mark.parametrize("deck", [24, 32])
def test_two_claims_of_three_alike_are_a_misdeal(deck: int) -> None:
    """One owner of three nines (or of three of another low rank) swaps just these; two have the cards dealt again."""
    usual, now = hands_under("off", deck, 60_000), hands_under("swap3_clean", deck, 60_000)
    seats = [f"hand_{seat}" for seat in range(1, 5)]
    alike = np.array(
        [
            np.bitwise_or.reduce([np.bitwise_count(usual[seat] & RANK << U(rank)) >= 3 for rank in range(5, 9)])
            for seat in seats
        ]
    )
    claims = alike.sum(axis=0)
    assert (claims == 1).sum() > 500 and 5 < (claims > 1).sum() < 500
    changed = np.array([usual[seat] != now[seat] for seat in seats])
    assert (changed[:, claims == 1] == alike[:, claims == 1]).all()
    assert not changed[:, claims == 0].any()
    assert changed[:, claims > 1].any(axis=0).mean() > 0.99
    swapped = (claims == 1)[:, None] & alike.T
    for place, seat in enumerate(seats):
        rows = swapped[:, place]
        given, taken = now["given_up"][rows], now["from_kitty"][rows]
        assert (usual[seat][rows] & ~given | taken == now[seat][rows]).all()
        assert (np.bitwise_count(given) == 3).all() and (np.bitwise_count(taken) == 3).all()
        same = [np.bitwise_count(given & RANK << U(rank)) == 3 for rank in range(5, 9)]
        assert np.bitwise_or.reduce(same).all()
    assert (now["given_up"][claims == 0] == 0).all() and (now["from_kitty"][claims == 0] == 0).all()


@pytest.mark.parametrize("deck", [24, 28, 32])
def test_farmers_swap_with_the_kitty(deck: int) -> None:
    usual, swapped = hands_under("off", deck, 60_000), hands_under("swap3", deck, 60_000)
    seats = [f"hand_{seat}" for seat in range(1, 5)]
    poor = np.array([np.bitwise_count(usual[seat] & LOW) >= 3 for seat in seats])
    first = np.where(poor.any(axis=0), poor.argmax(axis=0), -1)
    used = np.bitwise_or.reduce([usual[seat] for seat in seats]) | U(1) << usual["upcard"].astype(np.uint64)
    kitty = U(deck_mask(deck)) & ~used
    for place, seat in enumerate(seats):
        before, after, swaps = usual[seat], swapped[seat], first == place
        assert (before == after)[~swaps].all()
        given, taken = (before & ~after)[swaps], (after & ~before)[swaps]
        assert (np.bitwise_count(given) == 3).all() and (given & ~LOW == 0).all()
        assert (np.bitwise_count(taken) == 3).all() and (taken & ~kitty[swaps] == 0).all()
    assert (usual["upcard"] == swapped["upcard"]).all()


def test_any_three_cards_of_the_kitty_may_come() -> None:
    """With 32 cards eleven lie in the kitty: each of their 165 threes comes equally often."""
    usual, swapped = hands_under("off", 32, 60_000), hands_under("swap3", 32, 60_000)
    before, after = usual["hand_1"], swapped["hand_1"]
    used = np.bitwise_or.reduce([usual[f"hand_{seat}"] for seat in range(1, 5)])
    kitty = U(deck_mask(32)) & ~(used | U(1) << usual["upcard"].astype(np.uint64))
    counts: dict[tuple[int, ...], int] = {}
    for left, taken in zip(kitty[before != after].tolist(), (after & ~before)[before != after].tolist(), strict=True):
        places = places_of(left)
        three = tuple(k for k, place in enumerate(places) if taken >> place & 1)
        counts[three] = counts.get(three, 0) + 1
    values = np.array(list(counts.values()))
    assert len(values) == 165
    assert probable(values, np.full(165, values.sum() / 165), 164)
