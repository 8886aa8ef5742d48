"""The search behind docs/fitting.md: which numbers of `basic` are fitted together, from where, and how.

A stage starts from numbers that nobody fitted and moves one number at a time, then two together. A step is taken when
the player with it gains points over the player without it: mirrored pairs of fresh deals, the gain more than `SURE`
standard errors. Steps halve until none of the smallest wins. Everything follows from the seed, so it comes out alike
every time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from sim.compare.pairs import HANDS_CHUNK, MirroredPairs
from sim.players.strategy import load_player
from sim.rules.presets import preset
from sim.rules.rules import Rules
from sim.runs.chunks import Chunk
from sim.stats.estimates import Estimate

SEED = 2026
PAIRS = 1 << 18
"""Pairs behind a step of the search."""
SURE = 2.5
NEVER = 9999
"""A threshold that no hand reaches."""

TWO, CUTTHROAT, BRITISH, STANDARD = map(preset, ("two-handed", "cutthroat", "british", "standard"))
NO_DUMMY = CUTTHROAT.with_changes({"cutthroat_dummy": "none"})
WITH_JOKER, LONG = STANDARD.with_changes({"deck": 25}), STANDARD.with_changes({"deck": 32})


@dataclass(frozen=True)
class Stage:
    """Numbers that are searched together: under which rules, from where, with which steps, and what they are."""

    name: str
    about: str
    rules: tuple[Rules, ...]
    start: dict[str, int]
    steps: tuple[int, ...] = (64, 32, 16, 8)
    fixed: dict[str, int] = field(default_factory=dict)
    """Numbers of both players that are held at other values than the defaults."""


STAGES = (
    Stage(
        "two-handed",
        "Two players: weights and thresholds, from the weights of a lone hand of four.",
        (TWO,),
        {
            "two_order_1": 250,
            "two_order_dealer": 250,
            "two_name_1": 250,
            "two_name_dealer": 250,
            "two_next": 0,
            "two_ace": 73,
            "two_king": 33,
            "two_void": 16,
        },
    ),
    Stage(
        "cutthroat",
        "Three players and the dummy, first round: weights and thresholds, from the weights of a lone hand of four.",
        (CUTTHROAT,),
        {
            "three_order_1": 200,
            "three_order_2": 200,
            "three_order_dealer": 200,
            "three_best": 66,
            "three_second": 40,
            "three_third": 14,
            "three_ace": 73,
        },
        (32, 16, 8),
    ),
    Stage(
        "cutthroat, second round",
        "The second round is never reached while everybody calls so lightly, so here all must pass the first.",
        (CUTTHROAT,),
        {"three_name": 200},
        fixed={"three_order_1": NEVER, "three_order_2": NEVER, "three_order_dealer": NEVER},
    ),
    Stage(
        "cutthroat, no dummy",
        "Three players without a dummy, weights of a lone hand of four: thresholds of an order into the dealer's hand, "
        "and of every other call.",
        (NO_DUMMY,),
        {"solo_order": 300, "solo": 300},
    ),
    Stage(
        "joker",
        "What the joker adds to the thresholds of four players: mean of `british` and of `standard` with 25 cards.",
        (BRITISH, WITH_JOKER),
        {"joker_order": 0, "joker_partner": 0, "joker_dealer": 0, "joker_name": 0, "joker_defend": 0},
        (64, 32, 16, 8),
    ),
    Stage(
        "32 cards",
        "What 32 cards add to the threshold of the dealer's partner; nothing else was worth a number of its own.",
        (LONG,),
        {"long_partner": 0},
        (32, 16, 8),
    ),
    Stage(
        "lone defence against a lone maker",
        "Four players, `defend_alone = vs_loner`: hand that defends alone against a lone maker.",
        (STANDARD.with_changes({"defend_alone": "vs_loner"}),),
        {"defend_loner": 335},
        (32, 16, 8),
    ),
)


def gain(rules: Sequence[Rules], mine: str, other: str, pairs: int, seed: int) -> list[Estimate]:
    """Points a hand of one player over the other under each of the rules, on common deals."""
    found = []
    for one in rules:
        tables = MirroredPairs(one, load_player(mine), load_player(other), seed)
        sums = tables.sums()
        for first in range(0, pairs, HANDS_CHUNK):
            sums.add(tables.play(Chunk(first, min(first + HANDS_CHUNK, pairs))).leads)
        found.append(sums.estimate("points"))
    return found


def wins(estimates: Sequence[Estimate]) -> bool:
    """Whether the mean of the gains is surely above 0."""
    mean = sum(e.value or 0.0 for e in estimates)
    error = sum((e.se or 0.0) ** 2 for e in estimates) ** 0.5
    return mean > 0 and mean > SURE * error


def player(numbers: dict[str, int]) -> str:
    """`basic` with some numbers changed."""
    return "basic{" + ",".join(f"{name}={value}" for name, value in numbers.items()) + "}"


class Search:
    """The search of one stage: iterate over it for the steps taken, then read `numbers`."""

    def __init__(self, stage: Stage, pairs: int) -> None:
        self.stage, self.numbers, self.tried, self._pairs = stage, dict(stage.start), 0, pairs

    def _better(self, numbers: dict[str, int]) -> list[Estimate] | None:
        self.tried += 1
        mine, other = (player(self.stage.fixed | found) for found in (numbers, self.numbers))
        estimates = gain(self.stage.rules, mine, other, self._pairs, SEED + self.tried)
        return estimates if wins(estimates) else None

    def _together(self) -> Iterator[dict[str, int]]:
        """What is moved at once: each number by itself, then two at a time, the same way and against each other."""
        names = list(self.stage.start)
        yield from ({name: 1} for name in names)
        for one, other in combinations(names, 2):
            yield {one: 1, other: 1}
            yield {one: 1, other: -1}

    def _moved(self, names: dict[str, int], way: int) -> dict[str, int]:
        return self.numbers | {name: self.numbers[name] + sign * way for name, sign in names.items()}

    def __iter__(self) -> Iterator[str]:
        for step in self.stage.steps:
            moved = True
            while moved:
                moved = False
                for names in self._together():
                    for way in (step, -step):
                        while (found := self._better(self._moved(names, way))) is not None:
                            self.numbers = self._moved(names, way)
                            moved = True
                            now = ", ".join(f"{name} = {self.numbers[name]}" for name in names)
                            yield f"{now}: {', '.join(e.short(True) for e in found)}"
