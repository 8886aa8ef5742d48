"""A table of questions: every row is answered, and gets its answer, or what is wrong with it, in further columns."""

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from sim.ask.answer import Answer
from sim.ask.answering import ask
from sim.errors import EuchreError, Interrupted, UsageError, did_you_mean
from sim.players.trust import check_trusted
from sim.rules.rules import Rules
from sim.stats.estimates import Estimate

QUESTION: Final = (
    "hand", "up", "seat", "round", "decision", "bids", "trump", "maker", "alone", "lone_defender", "left_up",
    "played", "buried", "dummy", "next_card", "score", "rules", "strategy", "me", "partner", "opponents",
)  # fmt: skip
"""Columns that are read; all others are kept as they are."""
RESULT: Final = (
    "best", "clear", "points", "points_half", "win", "win_half", "second", "lead", "lead_lo", "lead_hi", "chance_best",
    "own", "deals", "agree", "thin", "error",
)  # fmt: skip
"""Columns that are added. `agree` is the share of deals on which the others would have done what they did, and `thin`
whether that is too little, so that deals are weighed (`evidence`). `lead` is what the best is worth above `second`:
winning chances where there is a score."""
IN_SIGHT: Final = ("open_points", "open_half", "open_best")
"""Columns beside them where all cards are to be in sight too: what the best is worth then, and what is best then."""
_WHO: Final = ("strategy", "me", "partner", "opponents")
_YES: Final = ("1", "yes", "true", "on", "x")
_NO: Final = ("", "0", "no", "false", "off")


def read_questions(path: Path) -> tuple[list[str], list[dict[str, str]]]:
    """Header and rows of a CSV file. Raises UsageError where it can't be read or has no questions in it."""
    try:
        with path.open(newline="", encoding="utf-8-sig") as file:
            reader = csv.DictReader(file, restval="")
            header = [str(name) for name in reader.fieldnames or []]
            rows = [{str(k): v or "" for k, v in row.items() if k is not None} for row in reader]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot read {path}: {reason}", "give a CSV file with a header") from None
    known = {_plain(name) for name in header}
    for needed in ("hand", "up"):
        if needed not in known:
            near = did_you_mean(needed, known) if known else "the first line names the columns"
            raise UsageError(f"{path} has no column {needed}", f"{near}; columns that are read: {', '.join(QUESTION)}")
    if clash := [name for name in header if name in RESULT + IN_SIGHT]:
        raise UsageError(f"{path} has a column {clash[0]}, which the answers write", "rename it")
    return header, rows


def answer_rows(
    rows: Sequence[Mapping[str, str]],
    *,
    rules: Rules | str = "standard",
    strategy: str | Sequence[str] = "basic",
    me: str | None = None,
    partner: str | None = None,
    opponents: str | None = None,
    allow: Sequence[str] = (),
    open: bool = False,  # noqa: A002  # as in `ask`
    stop: Callable[[], bool] | None = None,
    **precision: Any,
) -> list[dict[str, Any]]:
    """Each row with its result columns; what can't be answered has the reason in `error`.

    A row may name strategies from files and modules only where an argument names them too, `allow` for one: to load
    them runs their code. When `stop` answers True the rows answered so far are given.
    """
    around = {"rules": rules, "strategy": strategy, "me": me, "partner": partner, "opponents": opponents}
    everybody = [strategy] if isinstance(strategy, str) else list(strategy)
    allowed = [*everybody, *filter(None, (me, partner, opponents)), *allow]
    answered: list[dict[str, Any]] = []
    for row in rows:
        result = dict.fromkeys(result_columns(open), "")
        try:
            told = {name: text for key, text in row.items() if (name := _plain(key)) in QUESTION and text.strip()}
            read = _read(told)
            check_trusted([read[name] for name in _WHO if name in read], allowed, "the table")
            found = ask(**(around | read), open=open, stop=stop, **precision)
            if found.reason == "interrupted":
                return answered
            result |= _columns(found)
        except Interrupted:
            if not answered:
                raise
            return answered
        except EuchreError as error:
            result["error"] = error.message
        answered.append({**row, **result})
        if stop is not None and stop():
            return answered
    return answered


def result_columns(in_sight: bool) -> tuple[str, ...]:
    """The columns that are added."""
    return (*RESULT[:-1], *IN_SIGHT, RESULT[-1]) if in_sight else RESULT


def rows_as_csv(header: Sequence[str], rows: Sequence[Mapping[str, Any]], in_sight: bool = False) -> str:
    """The rows as CSV text, result columns last."""
    text = io.StringIO()
    writer = csv.DictWriter(text, [*header, *result_columns(in_sight)], lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _plain(name: str) -> str:
    return name.strip().lower().replace("-", "_").replace(" ", "_")


def _read(told: Mapping[str, str]) -> dict[str, Any]:
    read: dict[str, Any] = dict(told)
    for name in ("hand", "up"):
        if name not in read:
            raise UsageError(f"the {name} is missing", "fill in the column")
    if "round" in read:
        if read["round"].strip() not in ("1", "2"):
            raise UsageError(f"the bidding has rounds 1 and 2, not {read['round']}", "write 1 or 2")
        read["round"] = int(read["round"])
    for name in ("alone", "left_up"):
        if name in read:
            word = read[name].strip().lower()
            if word not in _YES + _NO:
                raise UsageError(f"{name} must be yes or no, not {read[name]!r}", "leave it empty for no")
            read[name] = word in _YES
    return read


def _columns(found: Answer) -> dict[str, Any]:
    best, second = found.best, found.second
    columns: dict[str, Any] = {
        "best": best.name,
        "clear": "yes" if found.is_clear else "no",
        "points": _number(best.points.value),
        "points_half": _half(best.points),
        "chance_best": _number(best.chance),
        "own": " or ".join(found.own),
        "deals": found.deals,
        "agree": f"{found.evidence.exact:.3g}",
        "thin": "yes" if found.evidence.is_soft else "no",
    }
    if best.win is not None:
        columns |= {"win": _number(best.win.value), "win_half": _half(best.win)}
    if best.open_points is not None:
        columns |= {"open_points": _number(best.open_points.value), "open_half": _half(best.open_points)}
        columns["open_best"] = found.best_in_sight.name
    if second is not None:
        lead = second.win_behind if second.win_behind is not None else second.behind
        columns |= {"second": second.name, "lead": _number(lead.value, -1)}
        columns |= {"lead_lo": _number(lead.hi, -1), "lead_hi": _number(lead.lo, -1)}
    return columns


def _half(value: Estimate) -> str:
    return "" if value.lo is None or value.hi is None else _number((value.hi - value.lo) / 2)


def _number(value: float | None, sign: int = 1) -> str:
    return "" if value is None else f"{sign * value + 0.0:.5f}"
