"""A shard: the share of a run that one of many machines plays; whole parts, so with the bytes that the whole has."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from sim.errors import UsageError, brief
from sim.plain_text import spaced
from sim.runs.parts import Span, span_at

MOST_SHARDS: Final = 10**6
_WORD: Final = re.compile(r"\s*([0-9]{1,7})\s*/\s*([0-9]{1,7})\s*", re.ASCII)
_FILE: Final = re.compile(r"part-([0-9]{5,13})\.parquet", re.ASCII)


@dataclass(frozen=True)
class Shard:
    """Shard `number` (from 1) of `of`: 3/64.

    >>> Shard(2, 3).parts(400, 100)
    range(1, 2)
    """

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    @property
    def word(self) -> str:
        """As part of the name of a folder; numbers are of one width, so that names sort."""
        return f"shard-{self.number:0{len(str(self.of))}}-of-{self.of}"

    def parts(self, target: int, size: int) -> range:
        """The numbers of its parts, of a run of `target` games in parts of `size`."""
        count = -(-target // size)
        return range((self.number - 1) * count // self.of, self.number * count // self.of)

    def check(self, target: int, size: int, unit: str) -> None:
        """UsageError where the run has fewer parts than shards, so that some would have nothing to play."""
        count = -(-target // size)
        if count < self.of:
            raise UsageError(
                f"{spaced(target)} {unit} have {count} parts of {spaced(size)}, too few for {self.of} shards",
                f"use at most {count} shards, or play more {unit}",
            )


WHOLE: Final = Shard(1, 1)
"""The share that is everything."""


def parse_shard(value: object) -> Shard:
    """The shard that `3/64`, or a pair of numbers, means. Raises UsageError."""
    pair = (value.number, value.of) if isinstance(value, Shard) else value
    if isinstance(value, str) and (found := _WORD.fullmatch(value)):
        pair = int(found[1]), int(found[2])
    shard = _from_pair(pair)
    if shard is None:
        raise UsageError(
            f"a shard is its number and how many there are, not {brief(value)}", "for example 3/64: 1/64 is the first"
        )
    return shard


def _from_pair(value: object) -> Shard | None:
    if not isinstance(value, tuple | list) or len(value) != 2 or not all(type(number) is int for number in value):
        return None
    number, of = value
    return Shard(number, of) if 1 <= number <= of <= MOST_SHARDS else None


def stored_shard(data: Any) -> Shard:
    """The shard that a run.json says it is of; the whole where it says nothing. Raises ValueError."""
    if "shard" not in data:
        return WHOLE
    shard = _from_pair(data["shard"])
    if shard is None:
        raise ValueError(f"shard {brief(data['shard'])}")
    return shard


def spans_of(shard: Shard, target: int, size: int) -> Iterator[Span]:
    """The parts of a shard, of a run of `target` games in parts of `size`."""
    for index in shard.parts(target, size):
        yield span_at(index, target, size)


def span_called(file: str, shard: Shard, target: int, size: int) -> Span | None:
    """The part of a shard whose files are called so; None where it has none."""
    found = _FILE.fullmatch(file)
    if found is None or int(found[1]) not in shard.parts(target, size):
        return None
    span = span_at(int(found[1]), target, size)
    return span if span.file == file else None


def units_of(shard: Shard, target: int, size: int) -> int:
    """How many games (or single hands) a shard has."""
    parts = shard.parts(target, size)
    return min(parts.stop * size, target) - min(parts.start * size, target)
