"""Counts behind the tables of card play: what was led by whom, and which card beat a lone maker first."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from reports.counting.cells import Cells, Examples
from reports.counting.hands import HAND_BITS, Kinds
from reports.counting.stream import Columns
from sim.cards import JACK, JOKER, NO_TRUMP, SUIT_STEP
from sim.lanes import ACE, KING
from sim.rules.rules import Rules
from sim.runs.tally import block_of

CARDS: Final = ("joker", "right bower", "left bower", "other trump", "off-suit ace", "off-suit king", "lower off-suit")
BEATEN: Final = (*CARDS, "a ruff")
"""What took the first trick that a lone maker lost; a ruff is a trump on a side suit."""
ROLES: Final = {
    2: ("maker", "defender"),
    3: ("maker", "left of the maker", "right of the maker"),
    4: ("maker", "left of the maker", "maker's partner", "right of the maker"),
}
_TRUMPS = 4  # the first kinds of cards are trumps


class PlayCounts:
    """Leads by number of the trick, role of the leader and card; and lone hands by what beat them first."""

    def __init__(self, rules: Rules, kinds: Kinds) -> None:
        self.rules, self.kinds = rules, kinds
        k = len(kinds)
        self.leads = Cells(trick=rules.tricks, role=rules.players, card=len(CARDS), won=2, kind=k)
        self.lead_examples = Examples(rules.tricks, rules.players, len(CARDS))
        self.beaten = Cells(how=len(BEATEN), kind=k)
        self.beaten_examples = Examples(len(BEATEN))

    def add(self, plays: Columns, hands: Columns, hand: NDArray[np.intp]) -> None:
        """Count some tricks of whole hands; `hand[trick]` is the row of `hands` that a trick belongs to."""
        n = self.rules.players
        kind_of_hand = self.kinds.of(hands)
        ids = hands["game"] << HAND_BITS | hands["hand"]
        maker, trump = hands["maker"][hand].astype(np.intp), hands["trump"][hand]
        block = block_of(plays["game"], self.rules.games_in_a_row)
        leader, winner = plays["leader"].astype(np.intp), plays["winner"].astype(np.intp)
        role = (leader - maker) % n
        led = card_kind(plays["card_1"], trump)
        won = self._same_side(leader, winner, maker)
        trick = plays["trick"].astype(np.intp) - 1
        kind = kind_of_hand[hand]
        told = np.flatnonzero(plays["card_1"] >= 0)  # records may leave a card untold
        self.leads.add(block[told], trick[told], role[told], led[told], won[told].astype(np.intp), kind[told])
        self.lead_examples.add(ids[hand[told]], trick[told], role[told], led[told])
        lost = np.flatnonzero((hands["alone"][hand] != 0) & (winner != maker))
        first = lost[np.r_[True, hand[lost][1:] != hand[lost][:-1]]] if len(lost) else lost
        cards = np.stack([plays[f"card_{place}"][first] for place in range(1, n + 1)])
        took = cards[(winner[first] - leader[first]) % n, np.arange(len(first))]
        first, took = first[took >= 0], took[took >= 0]
        how = card_kind(took, trump[first])
        how = np.where((how < _TRUMPS) & (led[first] >= _TRUMPS), len(BEATEN) - 1, how)
        self.beaten.add(block[first], how, kind[first])
        self.beaten_examples.add(ids[hand[first]], how)

    def _same_side(self, a: NDArray[Any], b: NDArray[Any], maker: NDArray[Any]) -> NDArray[np.bool_]:
        """Whether two seats play together: partners, or the defenders of three-handed play."""
        if self.rules.players == 4:
            return np.asarray((a - b) % 2 == 0)
        return np.asarray((a == maker) == (b == maker))


def card_kind(card: NDArray[np.int8], trump: NDArray[np.int8]) -> NDArray[np.intp]:
    """The number in CARDS of each card."""
    suit, rank = card // SUIT_STEP, card % SUIT_STEP
    is_joker = card == JOKER
    jack = (rank == JACK) & (trump != NO_TRUMP)
    plain = np.where(rank == ACE, 4, np.where(rank == KING, 5, 6))
    kind = np.where(suit == trump, np.where(jack, 1, 3), np.where(jack & (suit == trump ^ 2), 2, plain))
    return np.where(is_joker, 0, kind).astype(np.intp)
