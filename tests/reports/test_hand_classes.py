"""Classes of hands, and what stands against lone hands, against a plain card-by-card twin."""

import numpy as np
import pytest

from reports.counting.hand_classes import HandClasses
from reports.counting.lone_counts import AGAINST, HOLDINGS
from reports.counting.play_counts import BEATEN
from sim.cards import JACK, JOKER, cards_of, deck_codes, effective_suit
from sim.rules.presets import preset
from sim.runs.results import RunData
from support.made_runs import Made


def trumps_of(cards: list[int], trump: int) -> list[int]:
    return [card for card in cards if effective_suit(card, trump) == trump]


def power(card: int, trump: int) -> int:
    """Rank among trumps: joker, right bower, left bower, then ace and down."""
    if card == JOKER:
        return 15
    if card & 15 == JACK:
        return 14 if card >> 4 == trump else 13
    return card & 15


@pytest.mark.parametrize("game", ["standard", "british", "classic32"])
def test_classes_count_trumps_bowers_aces_and_suits(game: str) -> None:
    rules = preset(game)
    classes = HandClasses(rules)
    random = np.random.default_rng(5)
    codes = np.array(deck_codes(rules.deck))
    for size in (rules.hand_size, rules.hand_size + 1):
        hands = [random.choice(codes, size, replace=False).tolist() for _ in range(3000)]
        suits = random.integers(0, 4, len(hands)).astype(np.int8)
        masks = np.array([sum(1 << card for card in hand) for hand in hands], np.uint64)
        for hand, trump, found in zip(hands, suits.tolist(), classes.of(masks, suits), strict=True):
            trumps = trumps_of(hand, trump)
            bowers = sum(power(card, trump) > 12 for card in trumps)
            aces = sum(card & 15 == 12 and card >> 4 != trump and card != JOKER for card in hand)
            held = len({effective_suit(card, trump) for card in hand})
            assert classes.keys[found] == (len(trumps), bowers, aces, held)


def test_classes_are_numbered_by_strength() -> None:
    keys = HandClasses(preset("standard")).keys
    assert keys == sorted(keys, key=lambda key: (*key[:3], -key[3]))


def hands_at_the_lead(row: object, players: int) -> dict[int, list[int]]:
    held = {seat: getattr(row, f"hand_{seat}") for seat in range(1, players + 1)}
    if row.pick_up:  # type: ignore[attr-defined]
        held[players] |= 1 << row.upcard  # type: ignore[attr-defined]
        if row.discard >= 0:  # type: ignore[attr-defined]
            held[players] &= ~(1 << row.discard)  # type: ignore[attr-defined]
    return {seat: cards_of(int(mask)) for seat, mask in held.items()}


def wins_a_trick(defender: list[int], maker: list[int], trump: int) -> bool:
    """The maker leads their trumps from the top; the defender throws their lowest first. Does one of theirs win?"""
    left = sorted(power(card, trump) for card in trumps_of(defender, trump))
    for led in sorted((power(card, trump) for card in trumps_of(maker, trump)), reverse=True):
        if not left:
            return False
        if left[-1] > led:
            return True
        left.pop(0)
    return bool(left)


@pytest.mark.parametrize("game", ["standard", "lone defences", "cutthroat", "british", "no-trump"])
def test_what_stands_against_lone_hands(runs: dict[str, Made], game: str) -> None:
    made = runs[game]
    run, players = made.load(), made.rules.players
    against: dict[tuple[int, str], list[bool]] = {}
    holdings: dict[str, list[bool]] = {}
    blind = made.rules.has_joker
    rows = RunData.hands(run)
    for row in rows[(rows.alone == 1) & (rows.trump < 4)].itertuples():
        if blind and row.upcard == JOKER:
            continue
        hands = hands_at_the_lead(row, players)
        trump, mine = int(row.trump), hands[row.maker]
        stops = ace = False
        found = set()
        for seat, cards in hands.items():
            partner = seat == row.maker or (players == 4 and (seat - row.maker) % 2 == 0)
            if partner or row.lone_defender not in (0, seat):
                continue
            stops |= wins_a_trick(cards, mine, trump)
            ace |= any(
                card & 15 == 12 and card >> 4 != trump and any(effective_suit(c, trump) == card >> 4 for c in mine)
                for card in cards
            )
            powers = [power(card, trump) for card in trumps_of(cards, trump)]
            found |= {HOLDINGS[0]} if 15 in powers else set()
            found |= {HOLDINGS[1]} if 14 in powers else set()
            found |= {HOLDINGS[2 if len(powers) > 1 else 3]} if 13 in powers else set()
            found |= {HOLDINGS[4]} if len(powers) > 2 else set()
        march = bool(row.tricks == 5)
        against.setdefault((row.maker, AGAINST[ace + 2 * stops]), []).append(march)
        for what in found:
            holdings.setdefault(what, []).append(march)
    frame = run.loners("against")
    told = frame[(frame.measure == "marched") & (frame.seat > 0)]
    assert {(r.seat, r.against): (r.mean, r.n) for r in told.itertuples()} == {
        key: (pytest.approx(np.mean(marches)), len(marches)) for key, marches in against.items()
    }
    told = run.loners("holdings")
    told = told[told.measure == "marched"]
    assert {r.holding: (r.mean, r.n) for r in told.itertuples()} == {
        key: (pytest.approx(np.mean(marches)), len(marches)) for key, marches in holdings.items()
    }


@pytest.mark.parametrize("game", ["standard", "cutthroat", "british", "no-trump"])
def test_what_took_the_first_trick_from_a_lone_maker(runs: dict[str, Made], game: str) -> None:
    run = runs[game].load()
    hands = RunData.hands(run)
    hands = hands[hands.alone == 1].set_index(["game", "hand"])
    seen: dict[str, int] = {}
    done = set()
    for row in RunData.plays(run).itertuples():
        key = row.game, row.hand
        if key in done or key not in hands.index:
            continue
        hand = hands.loc[key]
        if row.winner == hand.maker:
            continue
        done.add(key)
        trump, n = int(hand.trump), run.config.rules.players
        card = getattr(row, f"card_{(row.winner - row.leader) % n + 1}")
        suit = effective_suit(card, trump)
        if trump < 4 and suit == trump:
            name = {15: "joker", 14: "right bower", 13: "left bower"}.get(power(card, trump), "other trump")
            name = name if effective_suit(row.card_1, trump) == trump else "a ruff"
        else:
            name = {12: "off-suit ace", 11: "off-suit king"}.get(card & 15, "lower off-suit")
        seen[name] = seen.get(name, 0) + 1
    frame = run.loners("beaten")
    told = frame[frame.measure == "made"]
    assert {row.how: row.n for row in told.itertuples()} == seen
    assert set(seen) <= set(BEATEN)
