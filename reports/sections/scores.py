"""What the report says about scores and games."""

from collections.abc import Iterator
from typing import Any

from reports.charts import charts
from reports.sections.ordering import SCORE_CELL
from reports.sections.pieces import Item, chosen, dot_chart, heats
from reports.sections.sources import Sources
from reports.tables.scores import sides
from sim.plain_text import spaced
from sim.runs.summary import summarise_run
from sim.stats.estimates import Estimate


def contents(sources: Sources) -> Iterator[Item]:
    """All items of the section."""
    if not sources.has("chances"):
        words = (
            "Games and scores need whole games: play with `--games`."
            if any(run.config.unit == "hands" for run in sources.runs)
            else "Winning chances need a row a hand: run it again with `--detail hands`."
        )
        yield Item("", "", missing=words)
        return
    yield _chances(sources)
    yield _length(sources)
    yield _comebacks(sources)


def _chances(sources: Sources) -> Item:
    found: dict[str, Any] = {}
    for place, side in enumerate(sides(sources.rules.players)):
        found |= heats(
            sources, f"chance-{place + 1}", "chances", "wins", "other", "own",
            title=f"Chance of winning the game, %: {side}", unit="share", centred=False, most=1.0,
            keys={"side": side}, x_title="score of the others", y_title="own score", cell=SCORE_CELL,
        )  # fmt: skip
    three = " With three players the others' score is the higher of the two." if sources.rules.players == 3 else ""
    return Item(
        "chances",
        "Winning chances by score",
        f"Before the deal, for the side that deals and for those that do not.{three}",
        "chances",
        {"wins": "wins the game"},
        found,
    )


def _length(sources: Sources) -> Item:
    found: dict[str, Any] = {}
    sentences = []
    for number, (run, label) in enumerate(zip(sources.runs, sources.labels, strict=True), 1):
        suffix = f", {label}" if sources.compared else ""
        key = f"length-{number}" if sources.compared else "length"
        rows = chosen(sources.frame("length", run), "share")
        rows = rows[rows["mean"] >= 0.0005]
        found[key] = charts.upright_bars(
            rows, "hands", title=f"Hands a game takes{suffix}", unit="share", x_title="hands"
        )
        games = summarise_run(run).games
        if games is not None:
            mean: Estimate = games.length
            sentences.append(f"{label + ': ' if sources.compared else ''}{mean.short()} hands a game on average.")
    first = chosen(sources.frame("first_dealer"), "won").to_dict("records")[0]
    share = Estimate(first["mean"], first["se"], first["lo"], first["hi"], int(first["n"]), "share", "")
    who = "The side" if sources.rules.players == 4 else "The player"
    sentences.append(f"{who} that deals first wins {share.short()} of the games (n = {spaced(share.n)}).")
    return Item("length", "Length of games", " ".join(sentences), "length", {"share": "of all games"}, found)


def _comebacks(sources: Sources) -> Item:
    found = dot_chart(
        sources, "comebacks", "comebacks", {"won": "won"}, "behind_name",
        title="Sides that were so far behind and won", unit="share", zero=True,
    ) if _name_deficits(sources) else {}  # fmt: skip
    return Item(
        "comebacks",
        "Comebacks",
        "How often a side that was at some time so many points (or more) behind the best of the others won the game.",
        "comebacks",
        {"happened": "of all sides in all games", "won": "won all the same"},
        found,
    )


def _name_deficits(sources: Sources) -> bool:
    for run in sources.runs:
        frame = sources.frame("comebacks", run)
        frame["behind_name"] = [f"{points} or more" for points in frame["behind"]]
    return True
