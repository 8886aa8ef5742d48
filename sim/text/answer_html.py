"""An answer as a small HTML table, for notebooks."""

from html import escape
from typing import TYPE_CHECKING

from sim.ask.outcomes import KINDS
from sim.text.answer import (
    evidence_text,
    in_sight_text,
    question_lines,
    seating_text,
    shown_choices,
    thin_evidence,
    value_text,
    verdict_lines,
)

if TYPE_CHECKING:
    from sim.ask.answer import Answer


def answer_html(answer: "Answer") -> str:
    """Question, advice and choices."""
    q = answer.question
    has_win = answer.best.win is not None
    chosen, left = shown_choices(answer)
    heads = ["", "points", *(["games won"] if has_win else []), "to the best", "chance to be best"]
    heads += ["all cards in sight"] if answer.is_open else []
    heads += [kind.replace("_", " ") for kind in KINDS]
    rows = []
    for choice in chosen:
        distance = choice.win_behind if choice.win_behind is not None else choice.behind
        cells = [choice.label, value_text(choice.points, signed=True)]
        cells += [value_text(choice.win)] if choice.win is not None else []
        cells += [
            "" if choice.verdict in ("best", "same") else value_text(distance, signed=True),
            f"{choice.chance:.1%}",
        ]
        cells += [value_text(choice.open_points, signed=True)] if choice.open_points is not None else []
        cells += [f"{choice.outcomes[kind]:.1%}" for kind in KINDS]
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    asked = "<br>".join(escape(line) for line in [*question_lines(q), seating_text(q, answer.seating)])
    thin = f"<p><b>{escape(warning)}</b></p>" if (warning := thin_evidence(answer)) else ""
    advice = " ".join(escape(line) for line in verdict_lines(answer))
    rests = f"<p>rests on {escape(evidence_text(answer.evidence))}</p>"
    rests += f"<p>{escape(in_sight_text(answer))}</p>" if answer.is_open else ""
    more = f"<p>{len(left)} more choices in <code>to_pandas()</code></p>" if left else ""
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    return f"<p>{asked}</p>{thin}<p><b>{advice}</b></p><table><tr>{head}</tr>{''.join(rows)}</table>{more}{rests}"
