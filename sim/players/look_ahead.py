"""Players who look ahead: a step that has the wrapped player decide, and then improves on it by playing choices out.

The engine calls back into Python once a decision and batch; all that takes time is compiled and runs without the GIL.
"""

import ctypes
import inspect
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import numpy as np

from sim.bits import COMPILED
from sim.engine.asking import PLAIN_STEPS, register_plain
from sim.engine.jit import compile_now
from sim.engine.layout import HOOKS, OWN_SLOT, ROWS, RULE_WORDS, B
from sim.errors import StrategyError
from sim.players.linking import Decider
from sim.players.numpy_steps import SIGNATURE, NumpyStep
from sim.views import EARLIER
from sim.worlds import choices, drawing, holding, in_sight, moment, playing, regret, weighing
from sim.worlds.thinking import WAYS, Outlook, Thinker

WORLDS = "worlds"
UNKNOWN_AHEAD: Final = {
    "give_best": "calling for partner's best card (call_for_best)",
    "name_card": "jambones",
    "claim_farmers": "claims of farmer's hands",
    "bid": "games in which numbers are bid",
}
"""Decisions that players who look ahead can't take, and of which rules they are."""


def unknown_to_look_ahead(hooks: Iterable[str]) -> str | None:
    """What makes it impossible to look ahead at a table that asks for such hooks, in words; None where it can be."""
    return next((UNKNOWN_AHEAD[hook] for hook in hooks if hook in UNKNOWN_AHEAD), None)


USUAL = ("order_up", "name_trump", "discard", "lead", "follow")


LOOKS_AHEAD = "LOOKS_AHEAD"
"""Name by which a built-in strategy says that it looks ahead, and how: it has no hooks of its own."""


def way_to_look_ahead(source: Any) -> str:
    """How a module or class says that it looks ahead; empty where it does not, whatever else it may say."""
    way = inspect.getattr_static(source, LOOKS_AHEAD, "")
    return way if isinstance(way, str) and way in WAYS else ""


class LookAhead:
    """All that the steps of one player who looks ahead share at a table: who they believe, and room for each thread."""

    def __init__(
        self, hooks: tuple[str, ...], auction: str, players: int, load: Callable[[str], Any], hand_id: str = ""
    ) -> None:
        """Take the hooks that a table asks, its auction, players and `Rules.hand_id()`, and how a player is loaded by
        specification.
        """
        self._hand_id = hand_id
        self.hooks, self._auction, self._players, self._load = hooks, auction, players, load
        self._believed: dict[str, tuple[np.ndarray, np.ndarray]] = {}
        self._loaded: list[Any] = []
        self._own = threading.local()

    def step(self, decision: Decider) -> "LookAheadStep | NumpyStep":
        """The step for one of the player's decisions."""
        return NumpyStep(decision, self) if decision.in_numpy else LookAheadStep(decision, self)

    def believed(self, spec: str, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Addresses and parameters of the player that `name` believes in. Raises StrategyError."""
        if spec not in self._believed:
            unknown = unknown_to_look_ahead(self.hooks)
            if unknown:
                raise StrategyError(
                    f"{name} looks ahead, and players who do so do not know {unknown} yet",
                    f"seat {spec} itself there, or change the rules",
                )
            player = self._load(spec)
            made = [player.decision(hook, self._auction) for hook in self.hooks or USUAL]
            if any(decision is not None and decision.needs_table for decision in made):
                raise StrategyError(
                    f"{name} looks ahead as {spec}, which looks ahead itself: that would never end",
                    f"believe in somebody who does not, as in {name.partition('(')[0]}(basic)",
                )
            steps, params = player.link(self.hooks, self._auction, self._players, self._hand_id)
            self._loaded.append(player)
            params[:, OWN_SLOT] = -1
            sentence = "compiling what looking ahead needs (about half a minute, once on this machine)"
            compile_now(WORLDS, sentence, (moment, choices, drawing, weighing, holding, playing, in_sight, regret))
            self._believed[spec] = steps, params
        return self._believed[spec]

    def thinker(self, spec: str, outlook: Outlook, name: str) -> Thinker:
        """This thread's room for looking ahead with one outlook, as `name` believes one player to sit everywhere."""
        made: dict[Any, Thinker] = self._own.__dict__
        key = f"{spec} {outlook}"
        if key not in made:
            made[key] = Thinker(outlook, *self.believed(spec, name))
        return made[key]

    def raise_failure(self) -> None:
        """Raise what went wrong in a hook of somebody believed in, if anything did on this thread."""
        for player in self._loaded:
            player.raise_failure()


class Failure:
    """What first went wrong on each thread in a call from the engine, through which nothing may be raised."""

    def __init__(self) -> None:
        self._own = threading.local()

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Keep what goes wrong inside."""
        try:
            yield
        except Exception as error:
            if not hasattr(self._own, "error"):
                self._own.error = error

    def tell(self) -> None:
        """Raise it, if anything went wrong on this thread."""
        error = getattr(self._own, "error", None)
        if error is not None:
            del self._own.error
            raise error


After = Callable[[np.ndarray, np.ndarray, int, int, int, np.ndarray, int], None]
"""Called with batch, actions, how many deals, position, trick, rules and the slot of the table once a step answered."""


def improved(first: int, own: np.ndarray | None, after: After) -> tuple[int, Any]:
    """Address of a step that asks the step at `first` and then calls `after`; and what is to be kept as long.

    The step is given the parameters `own`; without them those that the engine gives.
    """
    if not COMPILED:

        def plain(batch: Any, actions: Any, n: int, position: int, trick: int, rules: Any, given: Any) -> None:
            PLAIN_STEPS[first](batch, actions, n, position, trick, rules, given if own is None else own)
            if n:
                after(batch, actions, n, position, trick, rules, int(given[OWN_SLOT]))

        return register_plain(plain), plain
    ask = SIGNATURE(first)
    values = None if own is None else own.ctypes.data_as(ctypes.POINTER(ctypes.c_double))

    def call(batch: Any, actions: Any, n: int, position: int, trick: int, rules: Any, given: Any) -> None:
        ask(batch, actions, n, position, trick, rules, given if values is None else values)
        if n:
            after(
                np.ctypeslib.as_array(batch, (ROWS * B,)), np.ctypeslib.as_array(actions, (B,)), n, position,
                trick, np.ctypeslib.as_array(rules, (RULE_WORDS,)), int(given[OWN_SLOT]),
            )  # fmt: skip

    callback = SIGNATURE(call)
    return int(ctypes.cast(callback, ctypes.c_void_p).value or 0), (callback, own)


class LookAheadStep:
    """A decision that is improved upon by looking ahead, in the form of a step."""

    fields = EARLIER

    def __init__(self, decision: Decider, shared: LookAhead) -> None:
        self.decision, self.strategy, self.hook, self._shared = decision, decision.strategy, decision.hook, shared
        given: dict[str, Any] = dict(zip(decision.params._fields, decision.values, strict=True))  # type: ignore[union-attr]
        self._outlook = Outlook(method=decision.looks_ahead, **given)
        self._address: int | None = None
        self._keep: list[Any] = []
        self._failure = Failure()

    @property
    def is_compiled(self) -> bool:
        """True when nothing needs compiling: what the player believed in needs is told by itself."""
        return True

    def address(self) -> int:
        """Address of the callback that asks the wrapped player and looks ahead. Raises StrategyError."""
        if self._address is None:
            steps, params = self._shared.believed(self.decision.believed, self.strategy)
            number = HOOKS.index(self.hook)
            first, own = int(steps[number]), np.ascontiguousarray(params[number])
            self._address, kept = improved(first, own, self._improve)
            self._keep.append(kept)
        return self._address

    def _improve(
        self, batch: np.ndarray, actions: np.ndarray, n: int, position: int, trick: int, rules: np.ndarray, slot: int
    ) -> None:
        with self._failure.kept():
            thinker = self._shared.thinker(self.decision.believed, self._outlook, self.strategy)
            with np.errstate(over="ignore"):
                thinker.think(batch, actions, n, HOOKS.index(self.hook), position, trick, slot, rules)

    def raise_failure(self) -> None:
        """Raise what first went wrong on this thread, if anything did."""
        self._shared.raise_failure()
        self._failure.tell()
