"""Counts behind the tables of lone hands: what the defenders held against them, and lone defences."""

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from reports.counting.cells import Cells, Examples
from reports.counting.hand_classes import Masks, lanes_from
from reports.counting.hands import Hands, Kinds, RowNumbers
from sim.cards import NO_TRUMP
from sim.lanes import ACE, JACK, LANE, LEFT_BOWER, RIGHT_BOWER, TOP_JOKER
from sim.rules.rules import Rules

_BELOW_JOKER: Final = LANE ^ 1 << TOP_JOKER

AGAINST: Final = ("nothing", "an off-suit ace", "a trump that wins", "both")
"""What stands against a lone hand: see LoneCounts."""
HOLDINGS: Final = ("joker", "right bower", "left bower, guarded", "left bower, alone", "three or more trumps")


class LoneCounts:
    """Lone tries by what the defenders hold after the dealer's discard, and lone defences.

    A *trump that wins* is one that the maker cannot draw by leading trumps from the top, as they hold no more trumps
    above it than its owner has below it. An *off-suit ace* is a defender's ace of a side suit in which the maker has a
    card. Hands without a trump suit are left out.
    """

    def __init__(self, rules: Rules, kinds: Kinds) -> None:
        self.rules = rules
        n, k = rules.players, len(kinds)
        self.against = Cells(seat=n, against=len(AGAINST), kind=k)
        self.holdings = Cells(holding=len(HOLDINGS), kind=k)
        self.examples = Examples(n, len(AGAINST))
        self.holding_examples = Examples(len(HOLDINGS))
        self.defences = Cells(seat=n, alone=2, kind=k)
        self.defence_examples = Examples(n, 2)

    def add(self, hands: Hands) -> None:
        """Count some hands."""
        rows = hands.rows
        defended = np.flatnonzero(rows["lone_defender"] > 0)
        seat, alone = rows["lone_defender"][defended].astype(np.intp) - 1, rows["alone"][defended].astype(np.intp)
        self.defences.add(hands.block[defended], seat, alone, hands.kind[defended])
        self.defence_examples.add(hands.ids[defended], seat, alone)
        lone = np.flatnonzero((rows["alone"] != 0) & (rows["trump"] != NO_TRUMP) & hands.free)
        for maker in range(1, self.rules.players + 1):
            tries = self._told(hands, maker, lone[rows["maker"][lone] == maker])
            if len(tries):
                self._tries(hands, maker, tries)

    def _tries(self, hands: Hands, maker: int, tries: RowNumbers) -> None:
        block, kind, ids = hands.block[tries], hands.kind[tries], hands.ids[tries]
        own, own_sides = self._hand(hands, maker, tries)
        trump = ace = np.zeros(len(tries), bool)
        holdings = np.zeros((len(HOLDINGS), len(tries)), bool)
        lone_defender = hands.rows["lone_defender"][tries]
        for seat in range(1, self.rules.players + 1):
            if seat == maker or (self.rules.players == 4 and (seat - maker) % 2 == 0):
                continue
            plays = (lone_defender == 0) | (lone_defender == seat)
            trumps, sides = self._hand(hands, seat, tries)
            trump = trump | (plays & _wins_a_trick(trumps, own))
            ace = ace | (plays & _has_ace_against(sides, own_sides))
            left = trumps >> LEFT_BOWER & 1 == 1
            guarded = np.bitwise_count(trumps) > 1
            found = (trumps >> TOP_JOKER & 1 == 1, trumps >> RIGHT_BOWER & 1 == 1, left & guarded, left & ~guarded)
            for number, holds in enumerate((*found, np.bitwise_count(trumps) > 2)):
                holdings[number] |= plays & holds
        against = ace + 2 * trump
        self.against.add(block, maker - 1, against, kind)
        self.examples.add(ids, maker - 1, against)
        for number, holds in enumerate(holdings):
            chosen = np.flatnonzero(holds)
            self.holdings.add(block[chosen], number, kind[chosen])
            self.holding_examples.add(ids[chosen], np.full(len(chosen), number))

    def _told(self, hands: Hands, maker: int, tries: RowNumbers) -> RowNumbers:
        """Those of some lone hands in which the hands of all who play are known: records do not tell each."""
        for seat in range(1, self.rules.players + 1):
            if seat == maker or self.rules.players != 4 or (seat - maker) % 2:
                tries = tries[hands.rows[f"hand_{seat}"][tries] != 0]
        return tries

    def _hand(self, hands: Hands, seat: int, rows: RowNumbers) -> tuple[NDArray[np.uint32], NDArray[np.uint16]]:
        """What a seat holds at the first lead: its trumps by power, and its three side suits as lanes `[hand, 3]`."""
        columns = hands.rows
        held: Masks = columns[f"hand_{seat}"][rows]
        if seat == self.rules.players:
            taken, discard = columns["pick_up"][rows] != 0, columns["discard"][rows]
            upcard = np.uint64(1) << columns["upcard"][rows].astype(np.uint64)
            buried = np.uint64(1) << np.maximum(discard, 0).astype(np.uint64)
            held = np.where(taken, (held | upcard) & ~np.where(discard >= 0, buried, np.uint64(0)), held)
        lanes = lanes_from(held, columns["trump"][rows])
        joker = held >> np.uint64(TOP_JOKER) & np.uint64(1) == np.uint64(1)
        trumps = _trump_power().take(lanes[:, 0] & np.uint16(_BELOW_JOKER)).astype(np.uint32)
        trumps |= (lanes[:, 2] >> JACK & 1).astype(np.uint32) << LEFT_BOWER
        trumps |= joker.astype(np.uint32) << TOP_JOKER
        sides = lanes[:, 1:] & np.uint16(_BELOW_JOKER)
        sides[:, 1] &= np.uint16(~(1 << JACK) & _BELOW_JOKER)
        return trumps, sides


@cache
def _trump_power() -> NDArray[np.uint16]:
    """The cards of the trump lane with its jack, the right bower, moved above the ace."""
    lane = np.arange(1 << TOP_JOKER, dtype=np.uint32)
    return ((lane & ~np.uint32(1 << JACK)) | (lane >> JACK & 1) << RIGHT_BOWER).astype(np.uint16)


def _wins_a_trick(trumps: NDArray[np.uint32], maker: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Whether the highest of a defender's trumps outlives the maker's trumps above it."""
    # The bits above the highest one: what is left after filling all bits below it.
    filled: Any = trumps.copy()
    for shift in (1, 2, 4, 8):
        filled |= filled >> np.uint32(shift)
    above = np.bitwise_count(maker & ~filled)
    return np.asarray((trumps != 0) & (above.astype(np.int8) < np.bitwise_count(trumps).astype(np.int8)))


def _has_ace_against(sides: NDArray[np.uint16], maker: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Whether a defender has the ace of a side suit in which the maker has a card."""
    return np.asarray(((sides >> ACE & 1 == 1) & (maker != 0)).any(axis=1))
