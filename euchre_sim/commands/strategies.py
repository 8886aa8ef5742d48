"""`euchre-sim strategies`: who can sit at the table."""

import typer

from euchre_sim import console, options

app = typer.Typer(name="strategies", help="The players that can sit at the table.", rich_markup_mode=None)


@app.callback()
def _group() -> None:
    # A callback keeps `list` a subcommand although it is the only one.
    pass


@app.command("list")
def list_(as_json: options.Json = False) -> None:
    """List the strategies by name."""
    from sim.strategy import available

    found = available()
    if as_json:
        console.answer_json(found)
        return
    width = max(map(len, found), default=0)
    console.answer("\n".join(f"{name.ljust(width)}  {line}" for name, line in sorted(found.items())))
