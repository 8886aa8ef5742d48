"""`euchre-sim rules`: the games that can be played and every rule that can be changed."""

from typing import TYPE_CHECKING, Annotated

import typer

from euchre_sim import completion, console, options, table
from sim.plain_text import align_rows, fold

if TYPE_CHECKING:
    from sim.rules.rules import Rules

app = typer.Typer(name="rules", help="The games that can be played, and their rules.", rich_markup_mode=None)


@app.command("list")
def list_(as_json: options.Json = False) -> None:
    """List the presets, each with what it is and how it differs from standard."""
    from sim.rules.presets import PRESETS, STANDARD, describe

    standard = PRESETS[STANDARD]
    if as_json:
        console.answer_json(
            {
                name: {"about": describe(name), "id": rules.id(), "differs": _differs(rules, standard)}
                for name, rules in PRESETS.items()
            }
        )
        return
    blocks = []
    for name, rules in PRESETS.items():
        changes = ", ".join(f"{field}={values['value']}" for field, values in _differs(rules, standard).items())
        told = [describe(name), *([f"= standard with {changes}"] if changes else [])]
        blocks.append("\n".join([name, *(fold(text, "  ") for text in told)]))
    console.print_answer("\n\n".join(blocks))


@app.command()
def show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="PRESET|FILE.toml", help="A preset or a file of rules.", autocompletion=completion.complete_preset
        ),
    ] = "standard",
    changes: options.Changes = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say what each rule does and who plays it so.")] = False,
    as_json: options.Json = False,
) -> None:
    """Print every rule of a game: its value, the choices, and what differs from standard."""
    from sim.rules.house_rules import FIELDS
    from sim.rules.presets import PRESETS, STANDARD, describe

    rules, label = table.labelled_rules(name, changes or [])
    differs = _differs(rules, PRESETS[STANDARD])
    if as_json:
        console.answer_json(
            {
                "name": label,
                "id": rules.id(),
                "rules": rules.to_dict(),
                "choices": {field: rule.choices_text() for field, rule in FIELDS.items()},
                "differs": differs,
            }
        )
        return
    text = [f"{label} (id {rules.id()})"]
    if label.lower() in PRESETS:
        text += ["", fold(describe(label))]
    text.append("")
    values = rules.to_dict()
    shown = {field: rule.text(values[field]) for field, rule in FIELDS.items()}
    rows = [
        (f"{'*' if field in differs else ' '} {field}", shown[field], rule.choices_text())
        for field, rule in FIELDS.items()
    ]
    for rule, lines in zip(FIELDS.values(), align_rows(rows, numbers_from=3), strict=True):
        text.append(lines)
        if explain:
            text += [fold(rule.about, " " * 6), fold(f"[{rule.source}]", " " * 6)]
    if differs:
        there = ", ".join(f"{field}={values['standard']}" for field, values in differs.items())
        text += ["", fold(f"* differs from standard, which has {there}", rest="  ")]
    console.print_answer("\n".join(text))


def _differs(rules: "Rules", standard: "Rules") -> dict[str, dict[str, str]]:
    from sim.rules.house_rules import FIELDS

    return {
        field: {"value": FIELDS[field].text(here), "standard": FIELDS[field].text(there)}
        for field, (here, there) in rules.differences(standard).items()
    }
