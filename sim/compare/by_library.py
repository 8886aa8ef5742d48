"""Mirrored pairs looked up in a contract library, where both strategies play cards alike and only bid otherwise.

The pairs are those that playing gives for the library's seed, deal by deal.
"""

from pathlib import Path

import numpy as np

from sim.book.bidders import bidding_table
from sim.book.library import MOST_DEALS, Library, cards_hash
from sim.book.walking import first_dealers, leads_by_deal, masks_of, pack
from sim.compare.pairs import MirroredPairs, PairRows
from sim.errors import UsageError
from sim.players.strategy import Player
from sim.rules.rules import Rules
from sim.rules.units import Unit
from sim.runs.chunks import Chunk
from sim.runs.provenance import check_seed
from sim.runs.threads import Stop
from sim.whole import check_whole


def library_for(folder: Path, rules: Rules, mine: Player, other: Player, unit: Unit, stops_early: bool) -> Library:
    """The library of a folder, for two strategies. Raises UsageError where it does not fit, and RunFolderError."""
    if unit == "games" or stops_early:
        raise UsageError(
            "a library is for a fixed number of single deals", "leave --games, --until-width and --sprt away"
        )
    if rules.has_joker:
        raise UsageError(
            f"deck = {rules.deck} has a joker, and libraries know nothing of the deals on which it is turned up",
            "leave --by-library away",
        )
    for player in (mine, other):
        if cards_hash(player, rules) != cards_hash(mine, rules):
            raise UsageError(
                f"{mine.spec} and {other.spec} do not play cards alike, so a library cannot tell them apart",
                f"leave --by-library away, or give {other.spec}/{mine.spec}: the bids of one with the other's cards",
            )
    return Library.kept(folder, rules, mine)


def fit_in(library: Library, seed: object, pairs: object) -> tuple[int, int]:
    """Seed and number of pairs of a comparison on a library. Raises UsageError for others than it has."""
    if seed is not None and check_seed(seed) != library.source.seed:
        raise UsageError(f"the library's seed is {library.source.seed}, not {seed}", "leave --seed away")
    wanted = library.deals if pairs is None else check_whole("pairs", pairs, 2, MOST_DEALS)
    if wanted > library.deals:
        raise UsageError(f"the library holds {library.deals} deals, fewer than {wanted}", "book deals adds more")
    return library.source.seed, wanted


def pairs_of(
    rules: Rules, mine: Player, other: Player, seed: int, unit: Unit, library: Library | None
) -> "MirroredPairs | LibraryPairs":
    """The pairs of a comparison: played, or looked up."""
    return MirroredPairs(rules, mine, other, seed, unit) if library is None else LibraryPairs(library, mine, other)


class LibraryPairs:
    """Strategy A against strategy B on the deals of a library."""

    def __init__(self, library: Library, mine: Player, other: Player) -> None:
        """Raises StrategyError for players whose bids hang on more than hand, upcard and seat."""
        rules = library.source.rules
        self.library, contracts = library, library.source.contracts
        self._packed = pack(bidding_table(mine, rules), bidding_table(other, rules))
        self._contracts, self._worth = contracts, contracts.worth()
        self._masks = masks_of(contracts.players, contracts.teams)

    def play(self, chunk: Chunk, stop: Stop | None = None) -> PairRows:
        """The pairs of a chunk, which lies in one part of the library, as `MirroredPairs.play` gives them."""
        players, teams = self._contracts.players, self._contracts.teams
        ids, words = self.library.part(chunk)
        found = np.zeros((teams, chunk.size), dtype=np.int64)
        leads_by_deal(ids, words, self._packed, self._masks, self._contracts.places, self._worth, found)
        dealers = np.zeros(chunk.size, dtype=np.int64)
        first_dealers(np.uint64(self.library.source.seed), chunk.first, players, dealers)
        deals = np.arange(chunk.size)
        leads = np.stack([found[(table - dealers - 1) % players % teams, deals] for table in range(teams)])
        hands = np.ones((teams, chunk.size), dtype=np.int64)
        return PairRows(chunk.first, dealers.astype(np.int8), leads, None, hands)
