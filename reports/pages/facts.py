"""What a page says of its runs before any table: who played what, and the numbers that everybody asks for first."""

from dataclasses import dataclass
from typing import Any

from reports.charts.labels import number
from reports.run import RunTables
from reports.sections.sources import Sources
from sim.rules.house_rules import FIELDS
from sim.runs.summary import Summary, summarise_run
from sim.stats.estimates import Estimate


@dataclass(frozen=True)
class Fact:
    """A number with what it is; `n` is what it was observed on."""

    title: str
    value: str
    interval: str
    n: str


def summary_of(run: RunTables) -> Summary:
    """The summary of a run."""
    return summarise_run(run)


def about_run(run: RunTables, label: str) -> dict[str, Any]:
    """Rules, players, seed, id and size of a run."""
    summary = summary_of(run)
    one = "side" if run.config.rules.players == 4 else "player"
    size = f"{number(summary.hands)} hands"
    if summary.unit == "games":
        size = f"{number(summary.units)} games, {size}"
    return {
        "label": label,
        "rules": summary.rules,
        "rules_id": run.config.rules.id(),
        "players": [f"{one} {k}: {name}" for k, name in enumerate(summary.sides)],
        "seed": "none: people played" if run.config.recorded else str(run.config.seed),
        "id": run.id,
        "size": size,
        "complete": "" if run.complete else f"{number(run.units)} of {number(run.share)} {summary.unit} are finished",
        "folder": str(run.path),
        "detail": run.config.detail,
        "engine": run.config.made_by,
        "created": str(run.info["created"]),
        "version": str(run.info["software"].get("euchre-sim", "unknown")),
    }


def headline(run: RunTables) -> list[Fact]:
    """The first numbers: the dealer's share, makers that succeed, lone hands, length of games."""
    summary = summary_of(run)
    players = run.config.rules.players
    every = summary.calls[0]
    dealer = "dealer's side" if players == 4 else "dealer"
    found = [
        _fact(f"of all points go to the {dealer}", summary.dealer.share),
        _fact(f"points a hand: the {dealer} less " + ("the others" if players > 2 else "the other"),
              summary.dealer.difference, signed=True),
        _fact("of the calls are made", every.made),
        _fact("of the calls take all tricks", every.marched),
        _fact("of the calls are euchred", every.euchred),
    ]  # fmt: skip
    if run.config.rules.may_go_alone:
        found += [
            _fact("of the calls are tried alone", every.lone),
            _fact("of the lone hands take all tricks", every.lone_marched),
        ]
    if summary.games is not None:
        found.append(_fact("hands a game", summary.games.length))
        one = "side" if players == 4 else "player"
        found += [
            _fact(f"of the games are won by {one} {k}, {name}", won)
            for k, (name, won) in enumerate(zip(summary.sides, summary.games.won, strict=True))
            if len(set(summary.sides)) > 1
        ]
    return found


def rule_rows(sources: Sources) -> list[list[str]]:
    """Every rule with its value in each run."""
    values = [run.config.rules.to_dict() for run in sources.runs]
    return [[name, *(rule.text(value[name]) for value in values)] for name, rule in FIELDS.items()]


def _fact(title: str, value: Estimate, signed: bool = False) -> Fact:
    places = min(value.places, 2 if value.unit == "share" else 3)
    text = value.short(signed, places).replace("-", "−")
    # "51.3 % ± 0.2" or "51.3 % (50.9 to 52.0)"
    mark = "±" if "±" in text else "("
    number_text, _, rest = text.partition(mark)
    return Fact(title, number_text.strip(), (mark + rest).strip() if rest else "", number(value.n))
