"""Positions as the words that the searches read: cards alive pushed together, trump in the top lane."""

from dataclasses import dataclass
from itertools import pairwise

from sim.cards import NO_TRUMP, cards_of
from sim.lanes import card_mask, lane_mask
from sim.solver.position import Position
from sim.views import TRUMP

TRUMP_LANE = lane_mask(TRUMP)


@dataclass(frozen=True)
class Words:
    """A position for a search.

    `hands` are words in the order of play from the leader, the cards on the `table` included; in a `fast` one there are
    four, sides sit in turn, and a word of 0 sits out. `counted` and `seekers` are sets of places in `hands`, as bits:
    whose tricks count, and who wants many of them. `bit_of` has the bit of each card by its code, `places` those of
    the players, in the order of play.
    """

    fast: bool
    hands: tuple[int, ...]
    table: tuple[int, ...]
    tricks: int
    counted: int
    seekers: int
    trumps: int
    bit_of: dict[int, int]
    places: tuple[int, ...]


def encode(position: Position) -> Words:
    """The words of a position that is not over."""
    bit_of = _bits(position)
    places = _places(position)
    fast = places is not None
    places = places if places is not None else list(range(len(position.active)))
    hands, counted = [0] * (4 if fast else len(places)), 0
    for place, seat in zip(places, position.active, strict=True):
        hands[place] = sum(bit_of[code] for code in cards_of(position.hands[seat - 1]))
        counted |= position.on_makers_side(seat) << place
    for place, code in zip(places, position.table, strict=False):
        hands[place] |= bit_of[code]
    everybody = (1 << len(hands)) - 1
    seekers = everybody ^ counted if position.is_misere else 0 if position.jambone else counted
    table = tuple(bit_of[code] for code in position.table)
    trumps = 0 if position.trump == NO_TRUMP else TRUMP_LANE
    return Words(fast, tuple(hands), table, position.tricks_left, counted, seekers, trumps, bit_of, tuple(places))


def _bits(position: Position) -> dict[int, int]:
    """Cards of a suit are numbered from the lowest that is alive; the suits after trump fill the lanes from below."""
    alive = [code for mask in position.hands for code in cards_of(mask)] + list(position.table)
    first = 0 if position.trump == NO_TRUMP else position.trump + 1
    found: dict[int, int] = {}
    for suit in range(4):
        lane = (suit - first) % 4
        cards = sorted((code for code in alive if position.suit(code) == suit), key=position.power)
        found |= {code: card_mask(lane, rank) for rank, code in enumerate(cards)}
    return found


def _places(position: Position) -> list[int] | None:
    """Places at a table of four where the two sides sit in turn; None where they can't, or want other things."""
    if position.is_misere or position.jambone:
        return None
    places, sides = [0], [position.on_makers_side(seat) for seat in position.active]
    for before, side in pairwise(sides):
        places.append(places[-1] + (1 if side != before else 2))
    return places if places[-1] < 4 else None
