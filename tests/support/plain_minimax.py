"""A plain minimax over cards as (suit, rank), which shares no code with the solver: no masks, no order, no merging.

It tries every legal card of everybody in turn and only stops where the count of tricks cannot matter any more (plain
alpha-beta). Suits are 0 to 3 in the order of the cards' codes, ranks 0 (two) to 12 (ace), the joker is (4, 0).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np

Card = tuple[int, int]
JACK, JOKER = 9, (4, 0)


@dataclass(frozen=True)
class PlainPosition:
    """Hands of those who play, in the order of play; `table` is what is played of this trick, from `leader` on.

    `counted` says whose tricks count, `taken` how many of those that are `over` they have, and `behind` whether they
    lost the first two.
    """

    hands: tuple[tuple[Card, ...], ...]
    leader: int
    table: tuple[Card, ...]
    trump: int
    bowers: bool
    counted: tuple[bool, ...]
    taken: int
    over: int
    behind: bool


def suit_of(card: Card, trump: int, bowers: bool) -> int:
    """The suit that a card belongs to; `trump` 4 is no-trump."""
    if card == JOKER:
        return trump
    left = bowers and trump < 4 and card[1] == JACK and card[0] == (trump + 2) % 4
    return trump if left else card[0]


def rank_of(card: Card, trump: int, bowers: bool) -> int:
    """What a card beats: the higher the better, trumps above all."""
    if card == JOKER:
        return 103
    if suit_of(card, trump, bowers) != trump:
        return card[1]
    if bowers and card[1] == JACK:
        return 102 if card[0] == trump else 101
    return 50 + card[1]


@numba.njit
def _value(owner: Any, suits: Any, ranks: Any, players: int, turn: int, played: int, led: int, best: int, winner: int,
           left: int, over: int, taken: int, broken: int, trump: int, counted: Any, seekers: Any, pay: Any, low: int,
           high: int) -> int:  # fmt: skip
    """What the end of the hand pays, exact between `low` and `high`."""
    if played == players:
        taken += counted[winner]
        over += 1
        if over == 2 and taken == 0:
            broken = 1
        if left == 1:
            return pay[taken, broken]
        return _value(owner, suits, ranks, players, winner, 0, -1, -1, winner, left - 1, over, taken, broken, trump,
                      counted, seekers, pay, low, high)  # fmt: skip
    must = False
    for card in range(len(owner)):
        must |= played > 0 and owner[card] == turn and suits[card] == led
    result = -999 if seekers[turn] else 999
    for card in range(len(owner)):
        if owner[card] != turn or (must and suits[card] != led):
            continue
        suit = suits[card] if played == 0 else led
        power = ranks[card] if suits[card] in (suit, trump) else -1
        owner[card] = -1
        value = _value(owner, suits, ranks, players, (turn + 1) % players, played + 1, suit, max(best, power),
                       turn if power > best else winner, left, over, taken, broken, trump, counted, seekers, pay, low,
                       high)  # fmt: skip
        owner[card] = turn
        if seekers[turn]:
            result = max(result, value)
            low = max(low, value)
        else:
            result = min(result, value)
            high = min(high, value)
        if low >= high:
            break
    return result


def plain_value(position: PlainPosition, seekers: Sequence[bool], pay: Sequence[Sequence[int]]) -> int:
    """What a hand pays with best play of everybody, where `seekers` want much of it and the others little.

    `pay[taken]` has two numbers: in general, and where the first two tricks were lost.
    """
    cards = [card for hand in position.hands for card in hand]
    owner = np.array([seat for seat, hand in enumerate(position.hands) for _ in hand], dtype=np.int64)
    trump, bowers, players = position.trump, position.bowers, len(position.hands)
    suits = np.array([suit_of(card, trump, bowers) for card in cards], dtype=np.int64)
    ranks = np.array([rank_of(card, trump, bowers) for card in cards], dtype=np.int64)
    left = max(map(len, position.hands)) + (len(position.table) == players)
    led = best = -1
    winner = turn = position.leader
    for card in position.table:
        suit = suit_of(card, trump, bowers)
        led = suit if led < 0 else led
        power = rank_of(card, trump, bowers) if suit in (led, trump) else -1
        if power > best:
            best, winner = power, turn
        turn = (turn + 1) % players
    if not left:
        return int(pay[position.taken][position.behind])
    counted = np.array(position.counted, dtype=np.int64)
    return int(
        _value(owner, suits, ranks, players, turn, len(position.table), led, best, winner, left, position.over,
               position.taken, int(position.behind), trump, counted, np.array(seekers),
               np.array(pay, dtype=np.int64), -999, 999)
    )  # fmt: skip


def plain_legal(position: PlainPosition) -> Sequence[Card]:
    """The cards that may be played now."""
    turn = (position.leader + len(position.table)) % len(position.hands)
    hand = position.hands[turn]
    if not position.table:
        return hand
    led = suit_of(position.table[0], position.trump, position.bowers)
    suited = [card for card in hand if suit_of(card, position.trump, position.bowers) == led]
    return suited or hand
