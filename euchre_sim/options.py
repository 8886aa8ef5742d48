"""Options that several commands share, declared once."""

from typing import Annotated

import typer

from euchre_sim import completion

RulesName = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="PRESET|FILE.toml",
        help="The game: a preset or a file of rules.",
        autocompletion=completion.complete_preset,
    ),
]
MaybeRules = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="PRESET|FILE.toml",
        help="The game of a table set up anew.",
        autocompletion=completion.complete_preset,
    ),
]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="FIELD=VALUE",
        help="Change one rule; may be given again for more.",
        autocompletion=completion.changes,
    ),
]
Strategies = Annotated[
    list[str] | None,
    typer.Option(
        "--strategy",
        metavar="SPEC",
        help="Who plays: one for all, two for the two sides, or one for each player; repeat it or separate "
        "them with commas. Without it: basic.",
        autocompletion=completion.complete_strategy,
    ),
]
Allowed = Annotated[
    list[str] | None,
    typer.Option(
        "--allow",
        metavar="FILE|MODULE",
        help="Let this strategy be run, though only the data names it; may be given again for more.",
    ),
]
Seed = Annotated[str | None, typer.Option("--seed", metavar="N", help="Seed of the deals; without it one is drawn.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no notices on stderr.")]
Dask = Annotated[
    str | None,
    typer.Option(
        "--dask",
        metavar="ADDRESS|local",
        help="Play on a Dask cluster: tcp://scheduler:8786, or local for a process a processor. The same results.",
    ),
]
