"""The command line: the list of commands, and one place where every error becomes a sentence and an exit code.

Commands import what they need when they run, so that `--help` answers at once.
"""

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from euchre_sim import console, interrupt, streams
from euchre_sim.commands import (
    ask,
    book_chart,
    cache,
    compare,
    equity,
    export,
    folders,
    import_,
    report,
    review,
    rules,
    run,
    show,
    solve,
    strategies,
    sweep,
)
from sim.command_line import PROGRAM

EPILOG = """\b
Exit codes:
    0  done
    2  wrong usage: an option, a count or a card cannot be read
    3  wrong rules: unknown preset, field or value, or a contradiction
    4  a strategy cannot be found, loaded or compiled
    5  a strategy answered with an illegal action
    6  a run folder is damaged, incomplete or belongs to another run
    7  a file or folder cannot be written
    8  the record of a game cannot be read, or (--strict) breaks the rules
    9  a cluster cannot be reached, or its workers have another version
   70  a mistake in the program; please report it
  130  interrupted; what was finished is kept
"""


class Face(TyperGroup):
    """The group of all commands, with the house form of errors around it."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        console.called(sys.argv[1:] if args is None else args)

        def command() -> Any:
            return super(Face, self).main(args, prog_name, complete_var, False, windows_expand_args, **extra)

        if not standalone_mode:
            return command()
        interrupt.end_in_order()  # not before: what Typer does on its way here is outside of what is guarded
        try:
            return interrupt.leave(console.guarded(command))
        except KeyboardInterrupt:  # between the end of the command and that of the program
            return interrupt.leave(interrupt.CODE)


# No rich: its import alone takes as long as the rest of --help, and help has to read well in a pipe.
app = typer.Typer(
    name=PROGRAM,
    cls=Face,
    help="Deal and play euchre by the million between pluggable strategies, and read the results.",
    epilog=EPILOG,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(asked: bool) -> None:
    if asked:
        from euchre_sim import __version__

        console.print_answer(f"{PROGRAM} {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        console.print_answer(context.get_help())


app.command("run", short_help="Play many games or hands and write what happened.")(run.run)
app.command("report", short_help="Make a page of statistics from runs.")(report.report)
app.command("ask", short_help="Answer a decision: which choice is best, by how much, how sure.")(ask.ask)
app.command("solve", short_help="Solve a hand with all cards in sight, exactly.")(solve.solve)
app.command("equity", short_help="Print the chance to win the game from every score.")(equity.equity)
app.command("show", short_help="Print one hand, card by card.")(show.show)
app.command("export", short_help="Write games of a run as Euchre Game Notation.")(export.export)
app.command("import", short_help="Check games that people played, and make them a run.")(import_.import_)
app.command("compare", short_help="Say which strategy is better, by how much, and why.")(compare.compare)
app.command("review", short_help="Review games that people played, decision by decision.")(review.review)
app.command("sweep", short_help="Find the best value of a strategy's parameter.")(sweep.sweep)
app.command("info", short_help="Say what a run is and how far it is.")(folders.info)
app.command("verify", short_help="Read every byte of a run and name what is damaged.")(folders.verify)
app.command("repair", short_help="Play the damaged parts of a run again.")(folders.repair)
app.command("merge", short_help="Put the shards of a run together.")(folders.merge_shards)
for group in (book_chart, rules, strategies, cache):
    app.add_typer(group.app)


def main() -> None:
    """The command `euchre-sim` on the streams and with the signals of this process."""
    streams.prepare()
    console.hear_warnings()
    app(prog_name=PROGRAM)
