"""Write docs/games/: each game in half a page, and its statistics from ten million hands and more a line.

Run from the root of the project: `python -m benchmarks.pages.games`; it takes some minutes. `--hands 100k` plays fewer
and prints the pages instead of writing them. What is played for each game, and what is said about it:
games_sections.py. `python -m benchmarks.pages docs/games.md` then sums them up.
"""

import argparse
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.pages.games_sections import BASIC, SECTIONS, Compared, Played, Section
from euchre_sim.typed import parse_count
from sim.compare.pairs import HANDS_CHUNK, MirroredPairs
from sim.engine import ENGINE_VERSION
from sim.plain_text import spaced
from sim.players.strategy import load_player
from sim.runs.chunks import Chunk
from sim.runs.provenance import rules_name
from sim.runs.results import open_run
from sim.runs.run import run
from sim.runs.summary import POINTS, BidResults, Calls, Summary
from sim.runs.tally import Tally
from sim.seat_names import seat_names
from sim.stats.estimates import Estimate, clustered_rate, clustered_ratio

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "games"
HANDS = 10_500_000
"""Hands behind each line: games are played until there are about so many."""
PILOT = 2_000
"""Games that tell how many hands a game has."""
SEED = 2026
BARE = 1e-5
"""Where the interval of a share that was nothing or everything is narrower, it is left out."""

FOOT = "What the columns mean, and the other games: [games](../games.md)."


@dataclass(frozen=True)
class Found:
    """What came of a run."""

    played: Played
    summary: Summary
    tally: Tally


def play(played: Played, hands: int) -> Found:
    """Play whole games, about so many hands of them."""
    pilot = run(played.rules, [played.player], games=PILOT, seed=SEED).finish().summary
    assert pilot.games is not None and pilot.games.length.value is not None
    games = int(np.ceil(hands / pilot.games.length.value / PILOT)) * PILOT
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "run"
        result = run(played.rules, [played.player], games=games, seed=SEED, out=out, detail="none").finish()
        return Found(played, result.summary, open_run(out).tally())


def gain(compared: Compared, pairs: int) -> Estimate:
    """Points a hand of one player over the other, on common deals."""
    tables = MirroredPairs(compared.rules, load_player(compared.mine), load_player(compared.other), SEED)
    sums = tables.sums()
    for first in range(0, pairs, HANDS_CHUNK):
        sums.add(tables.play(Chunk(first, min(first + HANDS_CHUNK, pairs))).leads)
    return sums.estimate("points")


def cell(estimate: Estimate, signed: bool = False) -> str:
    """A number with its interval; shares in per cent, which the heading says."""
    if estimate.value is None:
        return "–"
    if estimate.lo is None or estimate.hi is None or (estimate.lo == estimate.hi and estimate.unit != "share"):
        return f"{estimate.value:{'+' if signed else ''}g} (n = {spaced(estimate.n)})".replace("-", "−")
    if estimate.unit == "share" and estimate.value in (0.0, 1.0) and estimate.hi - estimate.lo < BARE:
        return "0" if estimate.value == 0.0 else "100"
    return estimate.short(signed).replace(" %", "").replace("-", "−")


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table in Markdown, numbers to the right."""
    rule = [":---" if number == 0 else "---:" for number in range(len(heads))]
    return ["", *("| " + " | ".join(row) + " |" for row in (heads, rule, *rows))]


def shares(found: Found, hits: Callable[[Tally], np.ndarray], of: Callable[[Tally], np.ndarray]) -> Estimate:
    """The share of some kinds of hands among others."""
    tally = found.tally
    chosen = of(tally)
    return clustered_rate(tally.counts @ (hits(tally) & chosen), tally.counts @ chosen)


def all_points(found: Found) -> Estimate:
    """Points of all sides together on a hand."""
    tally = found.tally
    return clustered_ratio(tally.counts @ tally.points.sum(axis=1), tally.counts.sum(axis=1), POINTS)


def runs_table(found: Sequence[Found]) -> list[str]:
    """A line a run: how hands end, what the deal is worth, how long a game is."""
    heads = ["", "made %", "all five %", "euchred %", "thrown in %", "net", "dealer +", "share %", "points", "hands"]
    rows = []
    for one in found:
        summary, calls = one.summary, one.summary.calls[0]
        assert summary.games is not None
        rows.append(
            [
                one.played.name,
                *map(cell, (calls.made, calls.marched, calls.euchred, summary.thrown_in)),
                cell(calls.net, True),
                cell(summary.dealer.difference, True),
                *map(cell, (summary.dealer.share, all_points(one), summary.games.length)),
            ]
        )
    return table(heads, rows)


def seat_row(name: str, calls: Calls, seats: Sequence[str]) -> list[str]:
    """One round and seat of one run."""
    rates = (calls.called, calls.made, calls.marched, calls.euchred, calls.lone)
    return [name, str(calls.round), seats[calls.seat - 1], *map(cell, rates), cell(calls.net, True)]


def seats_table(found: Sequence[Found]) -> list[str]:
    """Who makes trump in which round, and how it goes."""
    heads = ["", "round", "seat", "of all hands %", "made %", "all five %", "euchred %", "alone %", "net"]
    rows = []
    for one in found:
        seats = seat_names(one.summary.players, len(one.summary.sides))
        kept = [calls for calls in one.summary.calls if calls.round and calls.seat and calls.called.value]
        rows += [seat_row(one.played.name if number == 0 else "", calls, seats) for number, calls in enumerate(kept)]
    return table(heads, rows)


def bid_row(name: str, bids: BidResults, said: str) -> list[str]:
    """One bid or one seat of one run."""
    rates = (bids.called, bids.made, bids.all_tricks, bids.failed)
    return [name, said, *map(cell, rates), *(cell(points, True) for points in (bids.points, bids.others, bids.net))]


def bid_runs_table(found: Sequence[Found]) -> list[str]:
    """A line a run, where numbers are bid; where what one wins the others pay, points and hands say nothing."""
    heads = [
        "",
        "made %",
        f"all {every_trick(found)} %",
        "failed %",
        "thrown in %",
        "net",
        "dealer +",
        "points",
        "hands",
    ]
    kept = len(heads) if found[0].played.rules.auction == "tricks" else -2
    rows = []
    for one in found:
        summary, every = one.summary, one.summary.bids[0]
        assert summary.games is not None
        rates = (every.made, every.all_tricks, every.failed, summary.thrown_in)
        gains = (every.net, summary.dealer.difference)
        ends = (all_points(one), summary.games.length)
        row = [one.played.name, *map(cell, rates), *(cell(e, True) for e in gains), *map(cell, ends)]
        rows.append(row[:kept])
    return table(heads[:kept], rows)


def every_trick(found: Sequence[Found]) -> str:
    """How many tricks a hand has."""
    return {5: "five", 6: "six"}[found[0].played.rules.tricks]


def stakes_table(found: Sequence[Found]) -> list[str]:
    """What every seat wins on a hand, as bidder and against one; empty cells where so many do not play."""
    most = max(one.summary.players for one in found)
    rows = []
    for one in found:
        tally, n = one.tally, one.summary.players
        kinds, hands = np.arange(len(tally.dealer)), tally.counts.sum(axis=1)
        won = [tally.points[kinds, (tally.dealer + seat) % n] for seat in range(1, n + 1)]
        cells = [cell(clustered_ratio(tally.counts @ points, hands, POINTS), True) for points in won]
        rows.append([one.played.name, *cells[:-1], *[""] * (most - n), cells[-1]])
    places = ("eldest", "second", "third", "fourth", "fifth")[: most - 1]
    return table(["", *places, "dealer"], rows)


def bids_table(found: Sequence[Found]) -> list[str]:
    """The high bids of each size and of each seat, and how they go."""
    heads = [
        "",
        "high bid",
        "of all hands %",
        "made %",
        f"all {every_trick(found)} %",
        "failed %",
        "points",
        "others",
        "net",
    ]
    rows = []
    for one in found:
        seats = seat_names(one.played.rules.players, one.played.rules.teams)
        kept = [bids for bids in one.summary.bids if bids.bid + bids.seat and bids.called.value]
        for number, bids in enumerate(kept):
            said = bids.name if bids.bid else f"by {seats[bids.seat - 1]}"
            rows.append(bid_row(one.played.name if number == 0 else "", bids, said))
    return table(heads, rows)


def lone_defence_table(found: Sequence[Found]) -> list[str]:
    """How often somebody defends alone, and how that ends."""
    heads = ["", "of all hands %", "maker alone too %", "euchres %", "takes all five %"]
    rows = []
    for one in found:
        defended = one.summary.lone_defence
        if not defended.tried.value:
            continue
        both = shares(one, lambda tally: tally.alone == 3, lambda tally: tally.alone >= 2)
        sweeps = shares(one, lambda tally: tally.tricks == 0, lambda tally: tally.alone >= 2)
        rows.append([one.played.name, *map(cell, (defended.tried, both, defended.euchred, sweeps))])
    return table(heads, rows)


def compared_table(section: Section, pairs: int) -> list[str]:
    """Direct comparisons on the same deals."""
    rows = [[compared.asked, cell(gain(compared, pairs), True)] for compared in section.compared]
    return table(["", "points a hand"], rows)


def _span(numbers: Sequence[int]) -> str:
    least, most = spaced(min(numbers)), spaced(max(numbers))
    return least if least == most else f"{least} to {most}"


def sample(found: Sequence[Found]) -> str:
    """How much was played."""
    games, hands = ([getattr(one.summary, kind) for one in found] for kind in ("units", "hands"))
    one = f"`euchre-sim run --rules {rules_name(found[0].played.rules)} --games {games[0]} --seed {SEED} --detail none`"
    return f"A line is {_span(games)} games, {_span(hands)} hands; the first one by itself: {one}."


def section_lines(section: Section, hands: int) -> list[str]:
    """The page of a game."""
    found = [play(played, hands) for played in section.runs]
    base = section.runs[0].rules
    players = "" if all(one.player == BASIC for one in section.runs) else ", unless the line names others"
    lines = [f"# {section.title}", section.text.rstrip(), ""]
    lines.append(
        f"Rules `{rules_name(base)}`, engine {ENGINE_VERSION}, `basic` at every chair{players}. {sample(found)}"
    )
    told_apart = [one for one in found if one.played.name in section.seats]
    if base.has_upcard:
        lines += runs_table(found)
        if section.seats:
            lines += ["", "Who makes trump, and how it goes:", *seats_table(told_apart)]
    else:
        lines += [
            *bid_runs_table(found),
            "",
            "High bids by size and by seat, and how they go:",
            *bids_table(told_apart),
        ]
    if base.auction == "single":
        lines += ["", "What each seat wins on a hand:", *stakes_table(found)]
    if section.lone_defence:
        lines += ["", "Lone defence; the last three columns are shares of those hands:"]
        lines += lone_defence_table(found)
    if section.compared:
        pairs = max(HANDS_CHUNK, hands // 5)
        lines += ["", f"On the same deals, {spaced(pairs)} mirrored pairs a line (each deal once for every side, 0-0):"]
        lines += compared_table(section, pairs)
    return [*lines, *([section.after.rstrip()] if section.after else []), "", FOOT]


def count(text: str) -> int:
    """A number of hands as the commands take it."""
    return parse_count(text, "hands")


def main() -> None:
    """Play everything and write the pages."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--hands", type=count, help="hands a line; the pages are printed, not written")
    parser.add_argument("--only", action="append", help="title of a game to play (can be repeated)")
    options = parser.parse_args()
    for section in SECTIONS:
        if options.only and section.title not in options.only:
            continue
        page = "\n".join(section_lines(section, options.hands or HANDS)) + "\n"
        if options.hands:
            print(page)
        else:
            (FOLDER / f"{section.name}.md").write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
