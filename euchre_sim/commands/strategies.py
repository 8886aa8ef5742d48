"""`euchre-sim strategies`: who can sit at the table, what they are, a template for your own, and the check of it."""

from pathlib import Path
from typing import Annotated

import typer

from euchre_sim import completion, console, options
from euchre_sim.study import parse_number
from sim.command_line import command
from sim.errors import StorageError, UsageError
from sim.plain_text import align

app = typer.Typer(name="strategies", help="The players that can sit at the table.", rich_markup_mode=None)

_SPEC = typer.Argument(
    metavar="SPEC",
    help="A strategy: a name, a file, or anything else that --strategy takes.",
    autocompletion=completion.complete_strategy,
)


@app.command("list")
def list_(as_json: options.Json = False) -> None:
    """List the strategies by name."""
    from sim.players.sources import available

    found = available()
    if as_json:
        console.answer_json(found)
        return
    console.print_answer(align(sorted(found.items()), numbers_from=2))


@app.command("info")
def info(spec: Annotated[str, _SPEC], as_json: options.Json = False) -> None:
    """Say what a strategy does, its parameters, and who decides which hook."""
    from sim.players.check.info import describe_strategy
    from sim.text.strategy import info_text

    found = describe_strategy(spec)
    if as_json:
        console.answer_json(found.to_dict())
    else:
        console.print_answer(info_text(found))


@app.command("new")
def new(
    file: Annotated[str, typer.Argument(metavar="FILE.py", help="The file to write; never one that is there.")],
    as_json: options.Json = False,
) -> None:
    """Write a commented strategy that works, to be changed."""
    from importlib.resources import files

    path = Path(file)
    if path.suffix != ".py":
        raise UsageError(f"a strategy is a Python file: {file!r}", "end its name in .py")
    text = files("euchre_sim").joinpath("templates/strategy.py.txt").read_text(encoding="utf-8")
    try:
        with path.open("x", encoding="utf-8") as out:
            out.write(text.replace("./FILE", _typed(path)))
    except FileExistsError:
        raise UsageError(f"{file} is there already", "choose another name: nothing is ever overwritten") from None
    except OSError as error:
        raise StorageError(f"cannot write {file}: {(error.strerror or str(error)).lower()}") from None
    again = command("strategies", "check", _typed(path))
    if as_json:
        console.answer_json({"file": file, "check": again})
        return
    console.print_answer(f"{file} written; next: {again}")


@app.command("check")
def check(
    spec: Annotated[str, _SPEC],
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules",
            metavar="PRESET",
            help="Check under this preset only; may be given again for more.",
            autocompletion=completion.complete_preset,
        ),
    ] = None,
    limit: Annotated[
        str, typer.Option("--limit", metavar="SECONDS", help="Time for the games of a preset before it is given up.")
    ] = "60",
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Check that a strategy keeps the rules, and say how fast it is.

    It plays every preset that it supports, alone and among others, in any size of batch, and each hook is asked again
    as plain Python. The exit code is 0 when nothing is wrong, 5 for an illegal action, else 4.
    """
    from sim.players.check.checking import check as run_check
    from sim.rules.presets import PRESETS, preset
    from sim.text.strategy import check_text

    names = [next(name for name, one in PRESETS.items() if one == preset(given)) for given in rules or []]
    seconds = parse_number(limit, "--limit", "60")
    if seconds <= 0:
        raise UsageError(f"--limit must be above 0, not {limit}", "60 seconds without it")
    result = run_check(spec, names, seconds, None if quiet else console.talk)
    if as_json:
        console.answer_json(result.to_dict())
    else:
        console.print_answer(check_text(result))
    return result.exit_code


def _typed(path: Path) -> str:
    """A path as it has to be typed to be taken for a file."""
    return str(path) if path.is_absolute() or len(path.parts) > 1 else f"./{path}"
