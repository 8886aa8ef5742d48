"""A contract library on disk: what every deal of a range comes to under every contract, in parts, with resuming.

`library.json` says what it is. A part is one file, written whole: the words of its deals, then their class ids. The
same deals come whatever the parts, the threads and the order in which they are made.
"""

import hashlib
import json
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from sim.book.classes import ClassIndex, index_of
from sim.book.contracts import Contracts, contracts_of
from sim.book.payoffs import play_contracts
from sim.engine import ENGINE_VERSION, part_versions
from sim.engine.match_state import Table
from sim.errors import RunFolderError, StrategyError
from sim.plain_files import read_plain
from sim.players.identity import identity
from sim.players.match import hooks_asked
from sim.players.strategy import Player
from sim.rules.rules import Rules
from sim.runs.chunks import Chunk, StageProgress, Workers
from sim.runs.parts import storage_error, write_whole
from sim.runs.provenance import seed_as_json, seed_from_json
from sim.runs.threads import Stop

BIDDING: Final = ("order_up", "name_trump")
"""The decisions that a library leaves open; all others belong to the card player."""
LIBRARY_FILE: Final = "library.json"
PART_DEALS: Final = 1 << 20
"""Deals of a part: 24 MB with four players."""
MOST_DEALS: Final = 10**10
FORMAT: Final = 1
_MOST_BYTES: Final = 1 << 20
_PIECE: Final = 32_768
"""Deals between two looks whether somebody wants to stop."""
AS_BID_STRATEGY: Final = "as bid"
"""Who decides to declare for players who have no hook for it."""


def cards_hash(player: Player, rules: Rules) -> str:
    """Sixteen hex digits of all that a player decides beside the bidding: who shares them plays cards alike.

    Parameters only count where a decision takes them.
    """
    total = hashlib.sha256()
    for hook in hooks_asked(rules):
        if hook not in BIDDING:
            decision = player.decision(hook, rules.auction)
            assert decision is not None
            if decision.takes < 2:
                decision = replace(decision, params=None, values=())
            total.update(f"{hook} {identity(decision)} ".encode())
    return total.hexdigest()[:16]


def check_cards(player: Player, rules: Rules) -> None:
    """Raise StrategyError for card players of whom no library can be made."""
    made = [player.decision(hook, rules.auction) for hook in hooks_asked(rules) if hook not in BIDDING]
    if any(decision is not None and (decision.needs_table or decision.in_numpy) for decision in made):
        raise StrategyError(
            f"{player.spec} looks ahead or decides in NumPy, which takes too long to play every contract",
            "give a card player with plain hooks, for example basic",
        )
    if any(
        decision is not None and decision.hook == "declare_alone" and decision.strategy != AS_BID_STRATEGY
        for decision in made
    ):
        raise StrategyError(
            f"{player.spec} decides after the pick-up whether to play alone, which a library takes as it was bid",
            "give a card player without declare_alone, for example basic",
        )


@dataclass(frozen=True, eq=False)
class Source:
    """What decides a library: rules, card player, seed."""

    rules: Rules
    cards: Player
    seed: int

    @cached_property
    def index(self) -> ClassIndex:
        """The classes of hands."""
        return index_of(self.rules)

    @cached_property
    def contracts(self) -> Contracts:
        """The contracts that the rules allow."""
        return contracts_of(self.rules)

    def link(self) -> None:
        """Compile what is to be compiled, before there are threads."""
        assert self._table.slots == 1

    @cached_property
    def _table(self) -> Table:
        rules = self.rules
        linked = self.cards.link(hooks_asked(rules), rules.auction, rules.players)
        return Table(rules.of_single_hands, [linked], [0] * rules.players, self.seed)

    def play(self, first: int, last: int) -> tuple[np.ndarray, np.ndarray]:
        """Class ids int32[deals, players] and words uint64[deals] of some deals; raises StrategyError."""
        table, index, contracts = self._table, self.index, self.contracts
        ids = np.empty((last - first, self.rules.players), dtype=np.int32)
        words = np.empty(last - first, dtype=np.uint64)
        with np.errstate(over="ignore"):
            wrong = play_contracts(
                table.seed, first, last, table.vector, table.steps, table.params, table.slots, *table.plan,
                contracts.places, contracts.codes, index.ranks, index.base, index.pair, ids, words,
            )  # fmt: skip
        if wrong:
            raise StrategyError(
                f"{self.cards.spec} broke the rules in {wrong} contracts of deals {first} to {last - 1}",
                "euchre-sim strategies check says what it does wrong",
            )
        return ids, words

    def facts(self) -> dict[str, Any]:
        """What decides the library, JSON-ready."""
        return {
            "format": FORMAT,
            "rules": self.rules.to_dict(),
            "cards": {"spec": self.cards.spec, "hash": cards_hash(self.cards, self.rules)},
            "seed": seed_as_json(self.seed),
            "engine": ENGINE_VERSION,
            "parts": part_versions(self.rules),
            "part_deals": PART_DEALS,
        }


class Library:
    """The deals 0 to `deals - 1` of a source, kept in a folder."""

    def __init__(self, source: Source, deals: int, folder: Path) -> None:
        """Opens the folder or begins it. Raises RunFolderError where another library is in it, and StorageError."""
        self.source, self.deals, self.folder = source, deals, folder
        check_cards(source.cards, source.rules)
        facts = source.facts()
        path = folder / LIBRARY_FILE
        if path.exists():
            found = _read_facts(path)
            if found != facts:
                names = [name for name in facts if found.get(name) != facts[name]]
                raise RunFolderError(
                    f"{folder} holds another library: its {', '.join(names)} differ", "choose another folder"
                )
        else:
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise storage_error(error, folder) from error
            write_whole(path, (json.dumps(facts, indent=2) + "\n").encode())

    @property
    def note(self) -> str:
        """What a comparison says that has used it."""
        return f"the pairs of hands were looked up in the library {self.folder}; they are those that playing gives"

    @classmethod
    def kept(cls, folder: Path, rules: Rules, cards: Player) -> "Library":
        """The library that a folder holds, for somebody who plays cards as it was made. Raises RunFolderError."""
        path = folder / LIBRARY_FILE
        facts = _read_facts(path)
        seed = seed_from_json(facts["seed"])
        own = Source(rules, cards, seed).facts()
        own["cards"] = {"spec": facts.get("cards", {}).get("spec"), "hash": own["cards"]["hash"]}
        if own != facts:
            names = [name for name in own if facts.get(name) != own[name]]
            raise RunFolderError(
                f"{folder} holds a library of another kind: its {', '.join(names)} differ",
                "book deals makes one; its rules, engine and card player must be those that are compared",
            )
        found = object.__new__(cls)
        found.source, found.folder, found.deals = Source(rules, cards, seed), folder, 0
        while True:
            span = Chunk(found.deals, found.deals + PART_DEALS)
            part = found._path(span)
            here = part.stat().st_size // found._bytes_a_deal() if part.exists() else 0
            found.deals += min(here, PART_DEALS)
            if here < PART_DEALS:
                return found

    def spans(self) -> list[Chunk]:
        """The parts of the library; the last may hold fewer deals."""
        return [Chunk(at, min(at + PART_DEALS, self.deals)) for at in range(0, self.deals, PART_DEALS)]

    def _path(self, span: Chunk) -> Path:
        return self.folder / f"deals-{span.first // PART_DEALS:05}.bin"

    def _bytes_a_deal(self) -> int:
        return 8 + 4 * self.source.rules.players

    def _has(self, span: Chunk) -> bool:
        path = self._path(span)
        return path.exists() and path.stat().st_size >= span.size * self._bytes_a_deal()

    def fill(self, workers: Workers, name: str = "deals under every contract") -> Generator[StageProgress, None, None]:
        """Play the deals that are missing; what is there already is kept."""
        if all(self._has(span) for span in self.spans()):
            return

        def work(span: Chunk, stop: Stop) -> None:
            if self._has(span):
                return
            parts = []
            for at in range(span.first, span.last, _PIECE):
                if stop():
                    return
                parts.append(self.source.play(at, min(at + _PIECE, span.last)))
            words = np.concatenate([words for _, words in parts])
            write_whole(self._path(span), words.tobytes() + np.concatenate([ids for ids, _ in parts]).tobytes())

        self.source.link()
        yield from workers.stage(name, "deals", (0, self.deals, PART_DEALS), work, lambda _: False)

    def part(self, span: Chunk) -> tuple[np.ndarray, np.ndarray]:
        """Class ids and words of a part. Raises RunFolderError where it is damaged."""
        path, n = self._path(span), self.source.rules.players
        try:
            data = bytearray(path.read_bytes())  # what is compiled takes arrays that could be written
        except OSError as error:
            raise RunFolderError(
                f"cannot read {path}: {(error.strerror or str(error)).lower()}", "fill the library again"
            ) from None
        kept = len(data) // self._bytes_a_deal()
        if len(data) % self._bytes_a_deal() or kept < span.size:
            raise RunFolderError(f"{path} is damaged: it has {len(data)} bytes", "remove it and fill the library again")
        words = np.frombuffer(data, dtype=np.uint64, count=kept)[: span.size]
        ids = np.frombuffer(data, dtype=np.int32, offset=8 * kept).reshape(kept, n)[: span.size]
        if ids.max(initial=0) >= 2 * self.source.index.count or ids.min(initial=0) < -1:
            raise RunFolderError(f"{path} is damaged: it names classes that there are not", "remove it and fill again")
        return ids, words

    def each(
        self, work: Callable[[np.ndarray, np.ndarray], None], workers: Workers, name: str, deals: int | None = None
    ) -> Generator[StageProgress, None, None]:
        """Do `work` on class ids and words of the first `deals` deals, part by part; yields progress."""
        last = self.deals if deals is None else min(deals, self.deals)

        def one(span: Chunk, stop: Stop) -> None:
            work(*self.part(span))

        yield from workers.stage(name, "deals", (0, last, PART_DEALS), one, lambda _: False)


class LibraryFilling:
    """Filling a library as a study with progress."""

    def __init__(self, library: Library, threads: int, stop: Stop | None = None) -> None:
        self._library, self._workers = library, Workers(threads, stop)

    def __iter__(self) -> Iterator[StageProgress]:
        yield from self._library.fill(self._workers)


def _read_facts(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(read_plain(path, _MOST_BYTES))
        seed_from_json(found["seed"])
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise RunFolderError(
            f"{path} is damaged: {type(error).__name__}", "remove the folder, or choose another"
        ) from None
    return dict(found)
