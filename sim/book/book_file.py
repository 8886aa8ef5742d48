"""The file of a book: its answers, and where they come from. An .npz without pickle, so reading it never runs code."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np

from sim.book.classes import ClassIndex, index_of
from sim.book.contracts import ANSWERS, Contracts, contracts_of
from sim.book.library import cards_hash
from sim.book.training import Trained
from sim.engine import ENGINE_VERSION, part_versions
from sim.errors import EuchreError, RunFolderError
from sim.plain_files import read_plain
from sim.rules.rules import Rules
from sim.runs.parts import write_whole
from sim.runs.provenance import rules_name, seed_as_json

ANSWERS_NAME, ABOUT_NAME = "answers", "about"
"""Arrays of the file: uint8[nodes, classes], and a JSON text as bytes."""
VALUES_FILE: Final = "values.npz"
"""Beside the work of a training: what every answer is worth (float32) and how often it was asked for."""
_MOST_BYTES: Final = 1 << 24
_MOST_VALUES: Final = 1 << 30


@dataclass(frozen=True, eq=False)
class Book:
    """A bidding book as it is read from its file."""

    rules: Rules
    table: np.ndarray
    """int8[nodes, classes]: the answer of each class."""
    about: Mapping[str, Any]
    """Where it comes from, JSON-ready: rules, card player, seeds, deals, gain on held-out deals."""

    @property
    def index(self) -> ClassIndex:
        """The classes of hands."""
        return index_of(self.rules)

    @property
    def contracts(self) -> Contracts:
        """The contracts that the rules allow."""
        return contracts_of(self.rules)


def filled_in(table: np.ndarray, players: int) -> np.ndarray:
    """A table in which decisions that its owner never comes to say what the class before says, which packs smaller.

    They are those of the second round with hands that order in the first.
    """
    found = table.copy()
    places = np.arange(table.shape[1])
    for node in range(players, 2 * players):
        asked = table[node - players] == 0
        last = np.maximum.accumulate(np.where(asked, places, -1))
        found[node] = np.where(last >= 0, table[node][np.maximum(last, 0)], table[node])
    return found


def book_bytes(trained: Trained) -> bytes:
    """The content of a book's file."""
    plan, rules = trained.plan, trained.plan.source.rules
    last = trained.rounds[-1]
    about = {
        "book": 1,
        "rules": rules.to_dict(),
        "rules_name": rules_name(rules),
        "rules_id": rules.id(),
        "cards": {"spec": plan.source.cards.spec, "hash": cards_hash(plan.source.cards, rules)},
        "start": plan.start.spec,
        "seed": seed_as_json(plan.source.seed),
        "deals": plan.deals,
        "rounds": len(trained.rounds),
        "engine": ENGINE_VERSION,
        "parts": part_versions(rules),
        "held_out": last.over_start.to_dict(),
    }
    out = BytesIO()
    answers = filled_in(trained.table, rules.players).astype(np.uint8)
    told = np.frombuffer(json.dumps(about, sort_keys=True).encode(), dtype=np.uint8)
    np.savez_compressed(out, answers=answers, about=told)
    return out.getvalue()


def write_book(trained: Trained, path: Path) -> int:
    """Write a book; its size in bytes. Raises StorageError."""
    data = book_bytes(trained)
    write_whole(path, data)
    return len(data)


def write_values(trained: Trained) -> Path:
    """Write what every answer is worth beside the work of the training."""
    out = BytesIO()
    np.savez_compressed(out, values=trained.values, counts=trained.counts.astype(np.int64), table=trained.table)
    path = trained.plan.folder / VALUES_FILE
    write_whole(path, out.getbuffer())
    return path


def read_values(path: Path, book: Book) -> np.ndarray:
    """What every answer is worth above a pass, float32[nodes, classes, ANSWERS]. Raises RunFolderError."""
    try:
        with np.load(BytesIO(read_plain(path, _MOST_VALUES)), allow_pickle=False) as kept:
            values = np.asarray(kept["values"])
    except Exception as error:  # a damaged archive fails in many ways
        raise RunFolderError(
            f"{path} holds no values of a book ({type(error).__name__})", "book train leaves values.npz in its --work"
        ) from None
    if values.dtype != np.float32 or values.shape != (*book.table.shape, ANSWERS):
        raise RunFolderError(f"{path} holds values of another book", "give that of the training that wrote the book")
    return values


def read_book(path: Path) -> Book:
    """A book from its file. Raises RunFolderError for what is none, and RulesError where its rules make no book."""
    try:
        with np.load(BytesIO(read_plain(path, _MOST_BYTES)), allow_pickle=False) as kept:
            answers, about = kept[ANSWERS_NAME], json.loads(kept[ABOUT_NAME].tobytes())
        rules, _ = Rules.of_values(about["rules"])
    except EuchreError:
        raise
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise RunFolderError(f"cannot read the book {path}: {reason}", "book train writes one") from None
    except Exception as error:  # a damaged archive fails in many ways
        raise RunFolderError(
            f"{path} is no book, or damaged ({type(error).__name__})", "book train writes one"
        ) from None
    index, contracts = index_of(rules), contracts_of(rules)
    right = answers.dtype == np.uint8 and answers.shape == (contracts.nodes, index.count)
    if right:
        right = all(np.isin(answers[node], contracts.answers(node)).all() for node in range(contracts.nodes))
    if not right:
        raise RunFolderError(f"{path} is damaged: its answers are not those of its rules", "book train writes one")
    return Book(rules, answers.astype(np.int8), about)
