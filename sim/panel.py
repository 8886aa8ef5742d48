"""Does the advice hold? The same question with other people around the table."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from sim.answer import Answer, Seating, Valued
from sim.answer_text import value_text
from sim.ask import Precision, answer
from sim.equity import find_equity
from sim.errors import EuchreError, Interrupted
from sim.plain_text import align
from sim.sources import available
from sim.strategy import load_player

CAUTION: Final = 40
"""Hundredths of a point that the aggressive player needs less than basic to make trump or go alone."""
STRONGER: Final = ("strong", "pimc")
"""Players stronger than basic, the strongest first; where there is none of them, basic is the strongest."""


@dataclass(frozen=True)
class Around:
    """The answer with one kind of player on all other seats; `error` says why there is none."""

    name: str
    spec: str
    answer: Answer | None
    error: str = ""


@dataclass(frozen=True)
class Panel:
    """An answer, and what it becomes against others."""

    base: Answer
    around: tuple[Around, ...]

    @property
    def holds(self) -> bool:
        """Whether the advice is never beaten by another choice."""
        return all(self._verdict(a.answer) != "differs" for a in self.around if a.answer is not None)

    def _verdict(self, found: Answer) -> str:
        advice = self._advice(found)
        if found.best.name == self.base.best.name or (advice is not None and advice.verdict == "same"):
            return "the same"
        return "differs" if advice is None or advice.verdict == "beaten" else "too close to tell"

    def _advice(self, found: Answer) -> Valued | None:
        return next((c for c in found.choices if c.name == self.base.best.name), None)

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "advice": self.base.best.name,
            "holds": self.holds,
            "panel": [
                {
                    "name": a.name,
                    "others": a.spec,
                    "verdict": None if a.answer is None else self._verdict(a.answer),
                    "answer": None if a.answer is None else a.answer.to_dict(),
                    "error": a.error or None,
                }
                for a in self.around
            ],
        }

    def to_text(self) -> str:
        """A line for each kind of player."""
        rows: list[tuple[str, ...]] = [("others", "best", "points", self.base.best.label, "advice")]
        for a in self.around:
            if a.answer is None:
                rows.append((a.name, f"no answer: {a.error}", "", "", ""))
                continue
            advice, best = self._advice(a.answer), a.answer.best
            distance = "" if advice is None or advice is best else value_text(advice.behind, signed=True)
            rows.append(
                (a.name, best.label, value_text(best.points, signed=True), distance or "best", self._verdict(a.answer))
            )
        last = "The advice holds whoever the others are." if self.holds else "The advice depends on who the others are."
        if self.holds and any(a.answer is None for a in self.around):
            last = "The advice holds wherever there is an answer."
        return f"{align(rows, numbers_from=5)}\n\n{last}\n"


def panel_players() -> dict[str, str]:
    """The kinds of players that a question is asked with, and their specs."""
    known = available()
    strongest = next((name for name in STRONGER if name in known), "basic")
    found = {"cautious": "cautious", "basic": "basic", "aggressive": aggressive(), "random": "random"}
    return {**({} if strongest in found else {strongest: strongest}), **found}


def aggressive() -> str:
    """The basic player with lower thresholds for making trump and for going alone."""
    params = load_player("basic").params
    lower = {k: v - CAUTION for k, v in params.items() if k.startswith(("order_", "name_", "alone"))}
    return "basic{" + ",".join(f"{name}={value:g}" for name, value in lower.items()) + "}"


def ask_around(
    base: Answer,
    *,
    until_width: float | None = None,
    deals: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Panel:
    """Ask the question of an answer again with each kind of player on all other seats; the player asked stays."""
    q = base.question
    me = base.seating.specs[q.seat - 1]
    found = []
    for name, spec in panel_players().items():
        seating = Seating.around(q.rules, q.seat, spec, me)
        try:
            equity = None if q.score is None else find_equity(q.rules, seating.specs, threads=threads, stop=stop)
            told = answer(
                q,
                seating,
                precision=Precision(until_width, deals, seconds),
                seed=base.seed if seed is None else seed,
                threads=threads,
                equity=equity,
                stop=stop,
            )
            found.append(Around(name, spec, told))
        except Interrupted:
            raise
        except EuchreError as error:
            found.append(Around(name, spec, None, error.message))
    return Panel(base, tuple(found))
