"""Does the advice hold? The same question with other people around the table, who bid and play in other ways."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from sim.ask.answer import Answer, Seating, Valued
from sim.ask.answering import answer, equity_of
from sim.ask.outcomes import score_by_side
from sim.ask.precision import Precision
from sim.ask.question import Question
from sim.chances.equity import MOST_HANDS
from sim.chances.hand_results import states_from
from sim.errors import EuchreError, Interrupted
from sim.players.strategy import load_player
from sim.text_door import Shown, shown

CAUTION: Final = 40
"""Hundredths of a point that the aggressive player needs less than basic to make trump or go alone."""
PLAIN: Final = "high-low-coop"
"""The card play of people who know the rules and little more: as high as needed, and partner's tricks left alone."""
STYLES: Final = {
    # How people bid, from the most careful to the boldest, all with the card play of `basic` or their own.
    "cautious": "cautious",
    "basic": "basic",
    "aggressive": "",
    "bps": "bps",
    "trickster": "trickster",
    "ohio-next": "ohio-next",
    "lyles-advanced": "lyles-advanced",
    "trump-count": "trump-count",
    # And how they play what they have bid.
    f"basic/{PLAIN}": f"basic/{PLAIN}",
    f"trump-count/{PLAIN}": f"trump-count/{PLAIN}",
    "basic/random": "basic/random",
    # Last who looks ahead, which takes longest.
    "strong": "strong",
}
"""Tables that a question is asked at, and who sits around it: bidders and, after a stroke, card players."""
AHEAD: Final = Precision(width=0.15, seconds=300.0)
"""How precise the answer is at a table of players who look ahead: some hundred deals, not as many as time allows."""
HANDS: Final = 2_000_000
"""Hands simulated for the chances to win at one of these tables."""
AdviceFinding = Literal["the same", "differs", "too close to tell", "rests on little"]


@dataclass(frozen=True)
class Around:
    """The answer with one kind of player on all other seats; `error` says why there is none."""

    name: str
    spec: str
    answer: Answer | None
    error: str = ""


@dataclass(frozen=True, repr=False)
class Panel(Shown):
    """An answer, and what it becomes against others; `stopped` when not all of them were asked."""

    base: Answer
    around: tuple[Around, ...]
    stopped: bool = False

    @property
    def holds(self) -> bool:
        """Whether the advice is the best at some of these tables, and at none of them beaten by another choice."""
        return bool(self.tables("the same")) and not self.tables("differs")

    def tables(self, finding: AdviceFinding) -> list[Around]:
        """The tables at which that was found."""
        return [a for a in self.around if a.answer is not None and self.finding(a.answer) == finding]

    def finding(self, found: Answer) -> AdviceFinding:
        """What one answer says of the advice; which card is buried does not matter where more than that is asked."""
        advice = self.advice_in(found)
        if found.evidence.is_soft:
            return "rests on little"
        if advice is found.best or (advice is not None and advice.verdict == "same"):
            return "the same" if found.is_clear else "too close to tell"
        return "differs" if advice is None or advice.verdict == "beaten" else "too close to tell"

    def advice_in(self, found: Answer) -> Valued | None:
        """The advice among the choices of an answer: the best of its family where there are several."""
        best = self.base.best
        several = len({choice.family for choice in found.choices}) > 1
        return next(
            (c for c in found.choices if (c.family == best.family if several else c.name == best.name)),
            None,
        )

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return {
            "advice": self.base.best.name,
            "holds": self.holds,
            "stopped": self.stopped,
            "panel": [
                {
                    "name": a.name,
                    "others": a.spec,
                    "verdict": None if a.answer is None else self.finding(a.answer),
                    "answer": None if a.answer is None else a.answer.to_dict(),
                    "error": a.error or None,
                }
                for a in self.around
            ],
        }

    def to_text(self) -> str:
        """A line for each kind of player, and what may be said of them all."""
        text: str = shown(self, "text")
        return text


def panel_players() -> dict[str, str]:
    """The tables that a question is asked at, and the specs of their players."""
    return {name: spec or aggressive() for name, spec in STYLES.items()}


def aggressive() -> str:
    """The basic player with lower thresholds for making trump and for going alone."""
    params = load_player("basic").params
    lower = {k: v - CAUTION for k, v in params.items() if k.startswith(("order_", "name_", "alone"))}
    return "basic{" + ",".join(f"{name}={value:g}" for name, value in lower.items()) + "}"


def panel_hands(q: Question, seating: Seating) -> int | None:
    """Hands at each score for the chances to win at one table: a coarser table than that of the answer itself."""
    if q.score is None:
        return None
    believed = [load_player(spec).believed for spec in seating.specs]
    states = len(states_from(q.rules, believed, score_by_side(q)))
    return int(min(MOST_HANDS, max(1_000, HANDS // states // 1_000 * 1_000)))


def ask_around(
    base: Answer,
    *,
    until_width: float | None = None,
    deals: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    equity_hands: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Panel:
    """Ask the question of an answer again with each kind of player on all other seats; the player asked stays.

    When `stop` answers True the tables asked so far are given.
    """
    q = base.question
    me = base.seating.specs[q.seat - 1]
    found: list[Around] = []
    for name, spec in panel_players().items():
        if stop is not None and stop():
            return Panel(base, tuple(found), stopped=True)
        seating = Seating.around(q.rules, q.seat, spec, me)
        precision = Precision(until_width, deals, seconds)
        if load_player(spec).looks_ahead and precision == Precision():
            precision = AHEAD
        try:
            told = answer(
                q,
                seating,
                precision=precision,
                seed=base.seed if seed is None else seed,
                threads=threads,
                equity=equity_of(q, seating, equity_hands or panel_hands(q, seating), threads, stop),
                stop=stop,
            )
        except Interrupted:
            return Panel(base, tuple(found), stopped=True)
        except EuchreError as error:
            found.append(Around(name, spec, None, error.message))
            continue
        if told.reason == "interrupted":
            return Panel(base, tuple(found), stopped=True)
        found.append(Around(name, spec, told))
    return Panel(base, tuple(found))
