"""All deals of the hidden cards that agree with a recorded hand up to a decision, found by trying every one.

Nothing of `sim.worlds` is used: each deal that the seen cards allow is dealt to the table and played by the engine from
the start, and those are kept of which the record up to the decision is the same.
"""

from collections.abc import Iterator
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np

from sim.cards import JOKER, NO_TRUMP, cards_of, deck_codes, effective_suit
from sim.engine.match_state import Opening
from sim.players.match import Match
from sim.players.recorded_hand import Lanes
from sim.rules.rules import Rules
from support.sampled_positions import Asked

BLIND_COPIES = 60
"""Times that a deal is tried where a dealer names trump blindly, which chance decides anew each time."""


class TooMany(Exception):
    """There are more deals than are to be tried."""


class Seen(NamedTuple):
    """What a seat knows of a recorded hand when it is asked: cards by seat (1 the eldest hand)."""

    hand: dict[str, int]
    played: dict[int, list[int]]
    tricks: list[dict[int, int]]
    leaders: list[int]
    joined: set[int]
    voids: dict[int, set[int]]


def row_of(table: dict[str, np.ndarray], game: int) -> list[dict[str, int]]:
    """The rows of a game as dicts."""
    return [{name: int(column[k]) for name, column in table.items()} for k in np.flatnonzero(table["game"] == game)]


def seen_at(rules: Rules, hands: Any, plays: Any, asked: Asked) -> Seen:
    """What the record says up to the decision."""
    hand = row_of(hands, asked.game)[0]
    tricks: list[dict[int, int]] = []
    leaders, voids = [], {seat: set() for seat in range(1, rules.players + 1)}  # type: ignore[var-annotated]
    for row in row_of(plays, asked.game):
        if row["trick"] > asked.trick:
            break
        last = row["trick"] == asked.trick
        cards, led = {}, -1
        for place in range(asked.position if last else rules.players):
            seat, card = (row["leader"] - 1 + place) % rules.players + 1, row[f"card_{place + 1}"]
            if card < 0:
                continue
            suit = effective_suit(card, hand["trump"], hand["trump"] != NO_TRUMP)
            led = suit if led < 0 else led
            cards[seat] = card
            if suit != led:
                voids[seat].add(led)
        tricks.append(cards)
        leaders.append(row["leader"])
    played = {seat: [t[seat] for t in tricks if seat in t] for seat in range(1, rules.players + 1)}
    joined = set()
    if hand.get("kept") and (asked.trick or asked.hook == "defend_alone"):
        joined.add(hand["maker"])
    return Seen(hand, played, tricks, leaders, joined, voids)


def deals(rules: Rules, seen: Seen, asked: Asked, most: int) -> np.ndarray:
    """Every deal that the cards and voids seen allow: uint64[players + 1 + dummies, deals]. Raises TooMany."""
    hand, n, me = seen.hand, rules.players, asked.seat
    up = hand["upcard"]
    took = bool(hand["pick_up"])
    known = {*cards_of(hand[f"hand_{me}"]), up, *(card for cards in seen.played.values() for card in cards)}
    dummies = [name for name in ("dummy",) if name in hand]
    knows_dummy = me in seen.joined or asked.hook == "keep_five"
    if knows_dummy:
        known |= set(cards_of(hand["dummy"]))
    unseen = frozenset(deck_codes(rules.deck)) - known
    others = [seat for seat in range(1, n + 1) if seat != me]
    # Those who put nothing away first: their cards are the most bound.
    others.sort(key=lambda seat: (seat in seen.joined, took and seat == n))
    found: list[list[int]] = []
    if _bound(rules, seen, others, len(unseen)) > 8 * most:
        raise TooMany

    def suit(card: int) -> int:
        return effective_suit(card, hand["trump"], hand["trump"] != NO_TRUMP)

    def go(place: int, free: frozenset[int], dealt: dict[int, int]) -> Iterator[dict[int, int]]:
        if place == len(others):
            yield dealt
            return
        seat = others[place]
        shown = [card for card in seen.played[seat] if not (took and seat == n and card == up)]
        away = (1 if took and seat == n else 0) + (rules.hand_size if seat in seen.joined else 0)
        if seat in seen.joined:
            pool = sorted(free | set(shown))
            for chosen in combinations(pool, rules.hand_size):
                rest = [card for card in shown if card not in chosen]
                more = free - set(chosen)
                for filler in combinations(sorted(more), rules.hand_size - len(rest)):
                    dealt[seat] = sum(1 << card for card in chosen)
                    dealt[0] = sum(1 << card for card in (*rest, *filler))
                    yield from go(place + 1, more - set(filler), dealt)
            return
        for rest in combinations(sorted(free), rules.hand_size - len(shown)):
            if sum(suit(card) in seen.voids[seat] for card in rest) > away:
                continue
            dealt[seat] = sum(1 << card for card in (*shown, *rest))
            yield from go(place + 1, free - set(rest), dealt)

    own = hand[f"hand_{me}"]
    deck = sum(1 << card for card in deck_codes(rules.deck))
    for dealt in go(0, unseen, {}):
        column = [own if seat == me else dealt[seat] for seat in range(1, n + 1)] + [1 << up]
        if dummies:
            given = hand["dummy"] if knows_dummy else dealt.get(0, 0) if seen.joined else 0
            if not given:  # of no account: nobody looks at it
                left = cards_of(deck & ~sum(column))
                given = sum(1 << card for card in left[: rules.hand_size])
            column.append(given)
        found.append(column)
        if len(found) > most:
            raise TooMany
    return np.array(found, dtype=np.uint64).T


def _bound(rules: Rules, seen: Seen, others: list[int], free: int) -> int:
    """How many deals there would be if nobody had shown a void."""
    count, size = 1, rules.hand_size
    for seat in others:
        hidden = (2 if seat in seen.joined else 1) * size - len(seen.played[seat])
        count *= comb(free, hidden) * (comb(2 * size, size) if seat in seen.joined else 1)
        free -= hidden
    return count


def agreeing(rules: Rules, seen: Seen, asked: Asked, given: np.ndarray, spec: str = "basic") -> list[tuple[int, ...]]:
    """What each other seat holds at the decision, from the asker's left on, on every deal that keeps to the record.

    Masks as the asker's view has them; a deal that agrees is one entry.
    """
    hand, n = seen.hand, rules.players
    blind = hand["upcard"] == JOKER and rules.joker_up == "dealer_blind"
    if blind:
        given = np.repeat(given, BLIND_COPIES, axis=1)
    scores = tuple(hand[f"score_{team}"] for team in range(rules.teams))
    part = Match(rules, spec, 99, "hands").play(
        0, given.shape[1], "plays", opening=Opening(hand["dealer"], scores, given)
    )
    assert part.hands is not None and part.plays is not None
    good = np.ones(given.shape[1], dtype=bool)
    maker = part.hands["maker"]
    if asked.hook in ("order_up", "name_trump"):
        now = 1 if asked.hook == "order_up" else 2
        good &= (
            (part.hands["round"] == 0)
            | (part.hands["round"] > now)
            | ((part.hands["round"] == now) & (maker > asked.position))
        )
    for name in contract(hand, asked, n):
        good &= part.hands[name] == hand[name]
    for number, cards in enumerate(seen.tricks, start=1):
        rows = part.plays["trick"] == number
        same = part.plays["leader"][rows] == seen.leaders[number - 1]
        for seat, card in cards.items():
            place = (seat - seen.leaders[number - 1]) % n
            same &= part.plays[f"card_{place + 1}"][rows] == card
        whole = np.zeros(given.shape[1], dtype=bool)
        whole[part.plays["game"][rows]] = same
        good &= whole
    numbers = np.flatnonzero(good)
    if blind:
        numbers = numbers[np.unique(numbers // BLIND_COPIES, return_index=True)[1]]
    return [_held(rules, seen, asked, {name: int(c[k]) for name, c in part.hands.items()}) for k in numbers]


def contract(hand: dict[str, int], asked: Asked, n: int) -> list[str]:
    """Columns of the contract that are known at a decision."""
    if asked.hook in ("order_up", "name_trump"):
        return []
    names = ["round", "maker", "trump", "pick_up"]
    if asked.trick:
        return [*names, "alone", "lone_defender", *(["discard"] if asked.seat == n else [])]
    return names


def lanes_at(rules: Rules, hand: dict[str, int], asked: Asked) -> Lanes:
    """How the cards lie in the view."""
    if asked.hook == "order_up":
        return Lanes(hand["upcard"] >> 4, True, True)
    if asked.hook == "name_trump":
        return Lanes(hand["upcard"] >> 4, False)
    return Lanes(None, False) if hand["trump"] == NO_TRUMP else Lanes(hand["trump"], True, True)


def _held(rules: Rules, seen: Seen, asked: Asked, row: dict[str, int]) -> tuple[int, ...]:
    n, lanes = rules.players, lanes_at(rules, seen.hand, asked)
    sitting_out = set()
    if asked.trick and n == 4:
        sitting_out |= {(row["maker"] + 1) % 4 + 1} if row["alone"] else set()
        sitting_out |= {(row["lone_defender"] + 1) % 4 + 1} if row["lone_defender"] else set()
    if asked.trick and n == 3 and row["lone_defender"]:
        sitting_out = {1, 2, 3} - {row["maker"], row["lone_defender"]}
    held = []
    for away in range(1, n):
        seat = (asked.seat - 1 + away) % n + 1
        cards = set(cards_of(row[f"hand_{seat}"]))
        if seat == n and row["pick_up"] and asked.hook not in ("order_up", "name_trump"):
            cards = (cards | {row["upcard"]}) - {row["discard"]}
        if seat in seen.joined:
            cards = set(cards_of(row["kept"]))
        cards -= set(seen.played[seat])
        held.append(0 if seat in sitting_out else int(lanes.mask(sorted(cards))))
    return tuple(held)
