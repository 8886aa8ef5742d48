"""`euchre-sim cache`: the folder that keeps compiled strategies and engine steps."""

import typer

from euchre_sim import console, options, table
from sim.plain_text import fold, spaced

app = typer.Typer(
    name="cache",
    help="The folder of compiled code: where it is, clear it, fill it.",
    rich_markup_mode=None,
)


@app.command()
def info(as_json: options.Json = False) -> None:
    """Say where the cache is and what is in it."""
    from sim.engine.cache_folder import cache_info

    facts = cache_info()
    if as_json:
        console.answer_json(facts)
        return
    width = max(map(len, facts))
    told = {name: spaced(value) if isinstance(value, int) else value for name, value in facts.items()}
    console.print_answer("\n".join(f"{name.replace('_', ' ').ljust(width)}  {value}" for name, value in told.items()))


@app.command()
def clear(as_json: options.Json = False) -> None:
    """Delete everything in the cache; the next run compiles again."""
    from sim.engine.cache_folder import cache_root, clear_cache

    files = clear_cache()
    if as_json:
        console.answer_json({"folder": str(cache_root()), "deleted": files})
        return
    console.print_answer(f"deleted {spaced(files)} {'file' if files == 1 else 'files'} from {cache_root()}")


@app.command()
def warm(
    rules: options.RulesName = "standard",
    changes: options.Changes = None,
    strategy: options.Strategies = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> None:
    """Compile now what runs and questions under these rules with these strategies need."""
    if not quiet:
        console.on_compiling()
    from sim.ask.question_table import compile_questions
    from sim.engine.cache_folder import cache_folder
    from sim.players.match import Match
    from sim.runs.run import load

    game, _ = table.labelled_rules(rules, changes or [])
    specs = table.specs(strategy or [], game)
    # Seating the players compiles the engine and them, a game compiles what is left.
    Match(game, [load(spec) for spec in specs], seed=0).play(0, 1, detail="plays")
    compile_questions()
    ready = list(dict.fromkeys(specs))
    if as_json:
        console.answer_json({"folder": str(cache_folder()), "strategies": ready})
        return
    console.print_answer(fold(f"ready in {cache_folder()}: {', '.join(ready)}"))
