"""How a strategy's hooks are compiled and how fast they decide: vector instructions or branches, nanoseconds, advice.

What the compiler made of a step is read from its LLVM code, which only exists in the process that compiled it: so each
step is compiled once more, in a temporary folder. Times are those of the step itself on batches of real games.
"""

import contextlib
import ctypes
import re
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from sim.bits import COMPILED
from sim.engine.asking import PLAIN_STEPS
from sim.engine.layout import HOOKS, ROWS, RULE_WORDS, STEP_PARAMS, B
from sim.engine.look import FIELDS
from sim.errors import EuchreError
from sim.players.hook_checks import loops, may_fail, place
from sim.players.linking import Decider, Step
from sim.players.look_ahead import LookAheadStep
from sim.players.match import Match
from sim.players.numpy_steps import SIGNATURE, NumpyStep
from sim.players.program import Program
from sim.players.steps import AnyStep
from sim.players.strategy import Player
from sim.rules.rules import Rules

ROUNDS: Final = 15
"""Times that each batch is decided; the fastest counts, because other programs only ever slow it down."""
KEPT: Final = 12
"""Batches kept of each hook."""
_POINTERS: Final[list[Any]] = [ctypes.POINTER(c) for c in (ctypes.c_uint64, ctypes.c_int64, ctypes.c_double)]
FEW: Final = B // 16
"""Batches with fewer deals are not timed: calling the step takes most of the time."""
LOOKING_AHEAD: Final = (1, 1, FEW)
"""Rounds, batches and hands where deals are drawn for the decisions, which take so long that once is enough."""


@dataclass(frozen=True)
class HookReport:
    """How a hook of a player is decided.

    `hook` is the function's name, such as `lead` or `lead_pfeffer`, `strategy` is whose it is, `where` its file and
    line. `kind` is "SIMD" (`lanes` deals at once), "branches" (one deal after the other), "constant" (nothing that
    differs between deals is looked at), "NumPy", "looks ahead" (choices are played out), or "Python" without the
    compiler. `inner_branches` counts the places at which vector code still goes through its deals one by one.
    `nanoseconds` a decision is None where nobody asked.
    """

    hook: str
    strategy: str
    where: str
    kind: str
    lanes: int
    inner_branches: int
    nanoseconds: float | None
    advice: str

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return asdict(self)


def inspect_player(player: Player, games: Sequence[Rules], seed: int = 1) -> Iterator[HookReport]:
    """A report on each function with which the player's own strategies decide a hook in some games, timed there.

    A hook and its version for other games, such as `lead` and `lead_pfeffer`, are two.
    """
    own = {player.bidding.name, player.play.name}
    times = measure(player, games, seed)
    tables: dict[str, Rules] = {}
    for rules in games:
        tables.setdefault(rules.auction, rules)
    steps = {made.label: (step, made) for auction, rules in tables.items()
             for step, made in player.steps((), auction, rules.players, rules.hand_id()).values()
             if made.strategy in own}  # fmt: skip
    for label, (step, made) in steps.items():
        yield inspect_step(step, made, times.get(label))


def inspect_step(step: AnyStep, decision: Decider, time_taken: float | None) -> HookReport:
    """What became of one step. Raises StrategyError where it can't be compiled."""
    hook, where = decision.label, place(decision.function)
    if isinstance(step, NumpyStep):
        advice = "arrays pass through Python once a batch: for speed write it as a plain hook"
        return HookReport(hook, decision.strategy, where, "NumPy", 1, 0, time_taken, advice)
    if isinstance(step, LookAheadStep):
        return HookReport(hook, decision.strategy, where, "looks ahead", 1, 0, time_taken, "")
    if not COMPILED:
        advice = "nothing is compiled (NUMBA_DISABLE_JIT is set)"
        return HookReport(hook, decision.strategy, where, "Python", 1, 0, time_taken, advice)
    kind, lanes, inner = read_code(_llvm(step), step.loops) if _looks_at_deals(step) else ("constant", 1, 0)
    advice = _advice(kind, inner, step.programs)
    return HookReport(hook, decision.strategy, where, kind, lanes, inner, time_taken, advice)


def _llvm(step: Step) -> str:
    """The optimised LLVM code of a step, compiled afresh."""
    with tempfile.TemporaryDirectory(prefix="euchre-sim-") as temporary:
        compiled, _ = step.load_from(Path(temporary) / step.path.name)
        return str(compiled.inspect_llvm())


_VECTOR_LOOP = re.compile(r"^vector\.body[^\n]*:.*?(?=^middle\.block[^\n]*:)", re.MULTILINE | re.DOTALL)
_VECTOR_READ = re.compile(r"= (?:load <(\d+) x i64>|[^\n]*call <(\d+) x i64> @llvm\.masked\.(?:load|gather))")


def read_code(text: str, loops: int = 1) -> tuple[str, int, int]:
    """Kind ("SIMD" where all loops are, else "branches"), lanes, branches inside of vector loops, from LLVM code."""
    found = [(loop, reads) for loop in _VECTOR_LOOP.findall(text) if (reads := _VECTOR_READ.search(loop))]
    if len(found) < loops:
        return "branches", 1, 0
    # A loop's own way back is a branch too.
    inner = max(max(0, len(re.findall(r"\bbr i1\b", loop)) - 1) for loop, _ in found)
    return "SIMD", min(int(reads[1] or reads[2]) for _, reads in found), inner


def _looks_at_deals(step: Step) -> bool:
    """Whether the hook reads anything that differs from deal to deal at one place of the table."""
    return any(word in FIELDS[step.hook][name] for name in step.fields for word in ("batch[", "roles"))


def _advice(kind: str, inner: int, programs: Sequence[Program]) -> str:
    """What to do about code that is not plain vector code; empty where nothing need be done."""
    if kind == "constant" or (kind == "SIMD" and inner == 0):
        return ""
    arrays = [name for program in programs for name in program.arrays]
    if arrays:
        return f"nobody notices an index outside of {arrays[0]}: declare it with sim.tables.table"
    functions = [function for program in programs for function in program.functions]
    causes = [f"{function.__name__} ({place(function, line)}) has a loop" for function in functions
              if (line := loops(function))]  # fmt: skip
    has_tables = any(program.tables.slots for program in programs)
    if not has_tables:
        causes += [f"{f.__name__} ({place(f)}) looks something up by an index" for f in functions if may_fail(f)]
    if causes:
        return f"{causes[0]}: masks and sel() can mostly say the same without"
    if has_tables:
        return ""
    if kind == "SIMD":
        return "vector code with branches inside: sel(condition, yes, no) in place of the longest ifs removes them"
    return "no loop and no index keeps it from vector code: shorten its ifs, or choose with sel(condition, yes, no)"


# ------------------------------------------------------------------------------------------------------- how fast


@dataclass(frozen=True)
class Asked:
    """A batch at the moment when a step was asked about it."""

    batch: np.ndarray
    n: int
    position: int
    trick: int
    rules: np.ndarray
    params: np.ndarray


class Listener(Player):
    """Somebody who sits down in a player's place, decides as they do, and keeps the batches they were asked about."""

    def __init__(self, player: Player, most: int = KEPT) -> None:
        """Keep at most so many batches of each hook."""
        super().__init__(player.bidding, player.play)
        self.player, self.most = player, most
        self.asked: dict[str, list[Asked]] = {hook: [] for hook in HOOKS}
        self._keep: list[Any] = []

    def link(
        self, hooks: Sequence[str], auction: str, players: int, hand_id: str = ""
    ) -> tuple[np.ndarray, np.ndarray]:
        """Addresses of steps that listen, and the player's parameters."""
        addresses, params = self.player.link(hooks, auction, players, hand_id)
        for row, hook in enumerate(HOOKS):
            if addresses[row]:
                callback = SIGNATURE(self._listen(SIGNATURE(int(addresses[row])), self.asked[hook]))
                self._keep.append(callback)
                addresses[row] = ctypes.cast(callback, ctypes.c_void_p).value or 0
        return addresses, params

    def raise_failure(self) -> None:
        """As the player: raise what went wrong in one of their NumPy hooks. Raises StrategyError."""
        self.player.raise_failure()

    def _listen(self, step: Any, kept: list[Asked]) -> Any:
        def call(batch: Any, actions: Any, n: int, position: int, trick: int, rules: Any, params: Any) -> None:
            if n >= FEW and len(kept) < self.most:
                sizes = (ROWS * B, RULE_WORDS, STEP_PARAMS)
                arrays = [
                    np.ctypeslib.as_array(p, (size,)).copy()
                    for p, size in zip((batch, rules, params), sizes, strict=True)
                ]
                kept.append(Asked(arrays[0], n, position, trick, arrays[1], arrays[2]))
            step(batch, actions, n, position, trick, rules, params)

        return call


def measure(player: Player, games: Sequence[Rules], seed: int) -> dict[str, float]:
    """Nanoseconds a decision of each function that these games ask, by its name; nothing without the compiler."""
    if not COMPILED or PLAIN_STEPS:
        return {}
    times: dict[str, float] = {}
    rounds, kept, hands = LOOKING_AHEAD if player.needs_table else (ROUNDS, KEPT, 0)
    for rules in games:
        listener = Listener(player, kept)
        with contextlib.suppress(EuchreError):  # what was asked before is timed all the same
            Match(rules, [listener], seed, "hands" if hands else "games").play(0, hands or 4 * B)
        steps = player.steps((), rules.auction, rules.players, rules.hand_id())
        for hook, batches in listener.asked.items():
            if batches and (label := steps[hook][1].label) not in times:
                times[label] = _time(SIGNATURE(steps[hook][0].address()), batches, rounds)
    return times


def _time(step: Any, batches: Sequence[Asked], rounds: int) -> float:
    """Nanoseconds a decision: the fastest of some rounds over the batches."""
    actions = np.zeros(B * 64, dtype=np.uint64)
    words, ints, floats = _POINTERS
    calls = [
        (
            one.batch.ctypes.data_as(words),
            actions.ctypes.data_as(words),
            one.n,
            one.position,
            one.trick,
            one.rules.ctypes.data_as(ints),
            one.params.ctypes.data_as(floats),
        )
        for one in batches
    ]
    first, second, _, *others = calls[0]
    empty = min(_once(step, (first, second, 0, *others)) for _ in range(ROUNDS))
    best = [min(_once(step, call) for _ in range(rounds)) - empty for call in calls]
    return max(0, sum(best)) / sum(one.n for one in batches)


def _once(step: Any, call: tuple[Any, ...]) -> int:
    start = time.perf_counter_ns()
    step(*call)
    return time.perf_counter_ns() - start
