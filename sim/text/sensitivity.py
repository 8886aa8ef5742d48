"""What other people around the table make of the advice, as plain text."""

from typing import TYPE_CHECKING

from sim.plain_text import align, fold
from sim.text.answer import value_text

if TYPE_CHECKING:
    from sim.ask.answer import Valued
    from sim.ask.sensitivity import Around, Panel


def panel_text(panel: "Panel") -> str:
    """A line for each kind of player, and what may be said of them all."""
    has_win = panel.base.best.win is not None
    rows: list[tuple[str, ...]] = [("others", "best", "games won" if has_win else "points", "advice", "")]
    for a in panel.around:
        if a.answer is None:
            rows.append((a.name, "no answer", "", "", ""))
            continue
        advice, best = panel.advice_in(a.answer), a.answer.best
        value = value_text(best.points, signed=True) if best.win is None else value_text(best.win)
        distance = "best" if advice is best else "" if advice is None else _distance(advice)
        rows.append((a.name, _short(best), value, distance, panel.finding(a.answer)))
    reasons = [f"{a.name}: {a.error}." for a in panel.around if a.answer is None]
    told = map(fold, [*sentences(panel), *reasons])
    return "\n".join([align(rows, numbers_from=5), "", *told]) + "\n"


def sentences(panel: "Panel") -> list[str]:
    """What these tables say of the advice, and no more than that."""
    asked = [a for a in panel.around if a.answer is not None]
    same, differs = panel.tables("the same"), panel.tables("differs")
    open_, thin = panel.tables("too close to tell"), panel.tables("rests on little")
    advice, lines = _short(panel.base.best), []
    if not panel.base.is_clear:
        lines.append(f"The advice itself is too close to tell: {advice} only looks best.")
    if differs:
        told = ", ".join(f"{a.name} ({_short(a.answer.best)})" for a in differs if a.answer is not None)
        lines.append(
            f"The advice depends on who the others are: at {len(differs)} of {len(asked)} tables another choice is "
            f"better than {advice}: {told}."
        )
        if same:
            lines.append(f"It is the best at {len(same)}: {_names(same)}.")
    elif same:
        tried = f"the {len(same)}" if same == asked else f"{len(same)} of the {len(asked)}"
        lines.append(f"The advice ({advice}) holds against {tried} tables tried: {_names(same)}.")
    else:
        lines.append("None of these tables can tell whether the advice holds.")
    if open_:
        lines.append(f"Too close to tell: {_names(open_)}.")
    if thin:
        lines.append(f"These would hardly ever have done what the others did, and so say little: {_names(thin)}.")
    if panel.stopped:
        lines.append("Interrupted: the other tables were not asked.")
    return lines


def _names(tables: "list[Around]") -> str:
    return ", ".join(a.name for a in tables)


def _short(choice: "Valued") -> str:
    """A choice without the card that is buried."""
    return choice.label.partition(", bury")[0]


def _distance(choice: "Valued") -> str:
    value = choice.win_behind if choice.win_behind is not None else choice.behind
    return "same" if choice.verdict == "same" else value_text(value, signed=True)
