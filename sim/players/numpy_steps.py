"""Strategies that decide in NumPy: a hook gets the views of a whole batch at once, as arrays, and answers with one.

For trained models and tables. The engine calls back into Python once a decision and batch, so such a player is slower
than a compiled one, and threads take turns.
"""

import ctypes
import hashlib
import inspect
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from sim import tables
from sim.bits import COMPILED
from sim.engine.asking import register_plain
from sim.engine.cache_folder import cache_folder
from sim.engine.layout import ACTIVE_BYTE, HOOKS, OWN_SLOT, OWNERS, ROLES, ROWS, RULE_WORDS, B
from sim.errors import StrategyError
from sim.players.hook_checks import place
from sim.players.linking import Decider, load_step, write_views
from sim.players.sampled import Worlds
from sim.views import MASKS, View
from sim.worlds.choices import list_asked
from sim.worlds.thinking import Outlook, Thinker

_WORDS, _INTS = ctypes.POINTER(ctypes.c_uint64), ctypes.POINTER(ctypes.c_int64)
_INT = ctypes.c_int64
SIGNATURE = ctypes.CFUNCTYPE(None, _WORDS, _WORDS, _INT, _INT, _INT, _INTS, ctypes.POINTER(ctypes.c_double))
"""The C signature of a step (`sim.engine.asking.STEP`) for calls from and to Python."""


class RowsAsked(NamedTuple):
    """What a step was asked: the engine's batch, and of whom."""

    batch: np.ndarray
    n: int
    position: int
    trick: int
    rules: np.ndarray
    slot: int


class Sampler(Protocol):
    """Who draws deals for a table (`sim.players.look_ahead.LookAhead`)."""

    def believed(self, spec: str, name: str) -> Any:
        """Make the player ready that is believed in. Raises StrategyError."""

    def thinker(self, spec: str, outlook: Outlook, name: str) -> Thinker:
        """This thread's room for drawing deals."""

    def raise_failure(self) -> None:
        """Raise what went wrong in the player believed in."""


class NumpyStep:
    """A decision that is taken in NumPy, in the form of a step; with a sampler its hook may draw deals."""

    def __init__(self, decision: Decider, sampler: Sampler | None = None) -> None:
        self.decision, self.strategy, self.hook = decision, decision.strategy, decision.hook
        self._sampler = sampler
        self.fields = set(View._fields)
        self.text = write_views(decision.hook)
        source = inspect.getsourcefile(decision.function)
        content = Path(source).read_bytes() if source and Path(source).is_file() else decision.function.__code__.co_code
        self.digest = hashlib.sha256(self.text.encode() + content).hexdigest()[:20]
        self._address: int | None = None
        self._keep: list[Any] = []
        self._own = threading.local()

    @property
    def path(self) -> Path:
        """File that says that the step that writes the views is compiled; its code lies beside it."""
        return (
            cache_folder() / "steps" / f"views_{self.hook}_{hashlib.sha256(self.text.encode()).hexdigest()[:20]}.done"
        )

    @property
    def is_compiled(self) -> bool:
        """True when an earlier run has left the compiled step on disk (or nothing needs compiling)."""
        return not COMPILED or self.path.exists()

    def address(self) -> int:
        """Address of the callback that fills the views and asks the hook."""
        if self._address is None:
            if self._sampler is not None:
                self._sampler.believed(self.decision.believed, self.strategy)
            fill, at = load_step(self.path, self.text, (None,) * 5)
            self._keep.append(fill)
            if COMPILED:
                callback = SIGNATURE(self._compiled_call(SIGNATURE(at)))
                self._keep.append(callback)
                self._address = int(ctypes.cast(callback, ctypes.c_void_p).value or 0)
            else:
                self._address = register_plain(self._plain_call(fill))
        return self._address

    def _block(self) -> np.ndarray:
        """Room for the views of a batch, one for each thread."""
        if not hasattr(self._own, "rows"):
            self._own.rows = np.zeros(len(View._fields) * B, dtype=np.uint64)
        rows: np.ndarray = self._own.rows
        return rows

    def _compiled_call(self, fill: Callable[..., None]) -> Callable[..., None]:
        def call(batch: Any, actions: Any, n: int, position: int, trick: int, rules: Any, params: Any) -> None:
            block = self._block()
            fill(batch, block.ctypes.data_as(_WORDS), n, position, trick, rules, params)
            of = np.ctypeslib.as_array
            asked = RowsAsked(
                of(batch, (ROWS * B,)), n, position, trick, of(rules, (RULE_WORDS,)), int(params[OWN_SLOT])
            )
            self._decide(block, of(actions, (B,)), asked)

        return call

    def _plain_call(self, fill: Callable[..., None]) -> Callable[..., None]:
        def call(batch: Any, actions: Any, n: int, position: int, trick: int, rules: Any, params: Any) -> None:
            block = self._block()
            fill(batch, block, n, position, trick, rules, params)
            self._decide(block, actions, RowsAsked(batch, n, position, trick, rules, int(params[OWN_SLOT])))

        return call

    def _lanes(self, asked: RowsAsked) -> np.ndarray:
        """The deals of the batch in which it is this player who is asked; with a sampler, if they will be heard."""
        if self._sampler is not None:
            lanes = np.zeros(B, dtype=np.int64)
            number = HOOKS.index(self.hook)
            found = list_asked(asked.batch, asked.n, number, asked.position, asked.slot, asked.rules, lanes)
            return lanes[:found]
        if asked.slot < 0:
            return np.arange(asked.n)
        owners = asked.batch[OWNERS * B : OWNERS * B + asked.n] >> np.uint64(8 * asked.position)
        return np.flatnonzero(owners & np.uint64(0xFF) == asked.slot)

    def _decide(self, block: np.ndarray, actions: np.ndarray, asked: RowsAsked) -> None:
        """Ask the hook; what goes wrong is kept for `raise_failure`: nothing may be raised through the engine."""
        n = asked.n
        if n == 0:
            return
        try:
            lanes = self._lanes(asked)
            actions[:n] = 0
            if not len(lanes):
                return
            rows = block.reshape(len(View._fields), B)[:, :n]
            rows = rows if len(lanes) == n else rows[:, lanes]
            named = zip(View._fields, rows, strict=True)
            views = View(*(row if name in MASKS else row.view(np.int64) for name, row in named))
            decision = self.decision
            given: list[Any] = [views]
            if decision.takes >= 2:
                given.append(decision.params(*decision.values) if decision.params is not None else None)
            if self._sampler is not None:
                given.append(Worlds(lambda outlook: self._sample(asked, lanes, outlook), rows[0]))
            actions[lanes] = checked(np.asarray(decision.function(*given)), len(lanes))
        except Exception as error:
            actions[:n] = 0
            if not hasattr(self._own, "failure"):
                self._own.failure = error

    def _sample(self, asked: RowsAsked, lanes: np.ndarray, outlook: Outlook) -> tuple[np.ndarray, np.ndarray]:
        """What everybody holds on deals drawn for some lanes, and the weights; nothing for who sits out."""
        assert self._sampler is not None
        thinker = self._sampler.thinker(self.decision.believed, outlook, self.strategy)
        position, trick = asked.position, asked.trick
        with np.errstate(over="ignore"):
            number = HOOKS.index(self.hook)
            hands, weights = thinker.sample(asked.batch, lanes, number, position, trick, asked.rules)
        if trick > 0:
            places = (position + np.arange(hands.shape[2])) % hands.shape[2]
            roles = asked.batch[ROLES * B + lanes][:, None] >> (ACTIVE_BYTE + places).astype(np.uint64)
            hands *= (roles & np.uint64(1))[:, None, :]
        return hands, weights

    def raise_failure(self) -> None:
        """Raise what first went wrong in the hook on this thread, if anything did. Raises StrategyError."""
        if self._sampler is not None:
            self._sampler.raise_failure()
        error = getattr(self._own, "failure", None)
        if error is None:
            return
        del self._own.failure
        frame, where = error.__traceback__, place(self.decision.function)
        while frame is not None:
            if frame.tb_frame.f_code.co_filename not in (__file__, tables.__file__):
                where = f"{frame.tb_frame.f_code.co_filename}:{frame.tb_lineno}"
            frame = frame.tb_next
        said = getattr(error, "message", error)
        raise StrategyError(
            f"{where}: {self.decision.label} of {self.strategy} failed: {type(error).__name__}: {said}",
            "a hook of a NumPy strategy gets arrays with one element a deal and answers with an array of that length",
        ) from None


def checked(answers: np.ndarray, n: int) -> np.ndarray:
    """Answers of a hook as words. Raises TypeError for what is not one whole number a deal."""
    if answers.shape not in ((), (n,)) or answers.dtype.kind not in "iub":
        raise TypeError(
            f"it must answer with {n} whole numbers or masks, not with an array of shape {answers.shape} "
            f"and type {answers.dtype}"
        )
    return answers.astype(np.uint64)
