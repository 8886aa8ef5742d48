"""A comparison as plain text, readable without colour, and as a block of Markdown to paste somewhere."""

from typing import TYPE_CHECKING

from sim.plain_text import Row, align, fold, room, spaced
from sim.seat_names import seat_label
from sim.stats.estimates import FEW, FEW_SPREAD, Estimate, most_share
from sim.text import regret

if TYPE_CHECKING:
    from sim.compare.attribution import Attribution, Contribution
    from sim.compare.result import CompareResult, Difference, GameDifference

BAR = 40
"""Cells of the longest bar."""
_EDGES = (0, 1, 2, 3)


def compare_text(result: "CompareResult") -> str:
    """Who and what, the verdict in a sentence, the numbers, the histogram, where it comes from, and against others."""
    blocks = [_title(result), fold(sentence(result)), align(_numbers(result), numbers_from=3)]
    if result.main.superiority is not None:
        blocks.append(_histogram(result))
    if result.attribution is not None and result.attribution.sources:
        blocks.append(_sources(result.attribution, result.sides))
    if result.against or result.reverse is not None:
        blocks.append(_others(result))
    if result.regret:
        blocks.append(regret.regret_text(result.regret, result.sides))
    blocks.append(_notes(result))
    return "\n\n".join(blocks) + "\n"


def compare_markdown(result: "CompareResult") -> str:
    """A heading, the sentence, and the numbers as tables."""
    mine, other = result.names
    lines = [f"**{mine}** against **{other}**, rules {result.rules}, seed {result.seed}", "", sentence(result), ""]
    lines += markdown_table([("", "", "n"), *((name, value, n) for name, value, n in _numbers(result))])
    if result.attribution is not None and result.attribution.sources:
        lines += ["", f"Where it comes from ({spaced(result.attribution.pairs)} of the deals):", ""]
        lines += _indented_table(_source_rows(result.attribution, result.sides))
    if result.against:
        lines += ["", f"{mine} less {other} against others:", ""]
        lines += markdown_table([("against", "points a hand", "n"), *_against(result)])
    for one in result.regret:
        lines += ["", f"W{regret.title(one)[1:]}:", "", *_indented_table(regret.regret_rows(one, result.sides))]
    if result.regret:
        lines += ["", regret.how(result.regret)]
    return "\n".join([*lines, "", _notes(result).replace("\n", " ")]) + "\n"


def _indented_table(rows: list[Row]) -> list[str]:
    """Lines of a table that keeps the indents of its first column."""
    return markdown_table([(row[0].replace("  ", "&nbsp;&nbsp;"), *row[1:]) for row in rows])


def markdown_table(rows: list[Row]) -> list[str]:
    """Lines of a table: the first row is its head, columns after the first are aligned to the right."""
    head, *body = rows
    lines = ["| " + " | ".join(head) + " |", "| :--- " + "| ---: " * (len(head) - 1) + "|"]
    return lines + ["| " + " | ".join(row) + " |" for row in body]


def sentence(result: "CompareResult") -> str:
    """The answer: who is better and by how much, or that it cannot be told."""
    mine, other = result.names
    main = result.main
    value, lo, hi = main.value.value, main.value.lo, main.value.hi
    even = 1 / result.sides if result.unit == "games" else 0.0
    assert value is not None
    if main.outcomes.same.value == 1.0:
        games = result.games
        if result.unit == "hands" and games is not None and games.superiority is not None:
            # Players who differ by the score alone differ in whole games alone.
            inside = f"single deals at 0-0 come out exactly even; of whole games {mine} wins {games.value.short()}"
            return f"{mine} and {other}: {inside}"
        if lo == hi:
            return f"{mine} and {other} come out exactly even on every pair"
        unit, most = "deals" if result.unit == "hands" else "games", 100 * most_share(0, main.pairs)
        seen = f"{mine} and {other} came out even on all {spaced(main.pairs)} pairs"
        return f"{seen}; they may differ in up to {most:.2g} % of {unit}: {_interval(result, even)}"
    if lo is None or hi is None:
        return f"{spaced(main.pairs)} pairs are too few to say anything about {mine} and {other}"
    if lo <= even <= hi:
        return f"{mine} and {other} cannot be told apart: {_interval(result, even)}"
    better, worse = (mine, other) if value > even else (other, mine)
    if result.unit == "hands":
        lead = _negative(main.value) if value < 0 else main.value
        return f"{better} is better than {worse} by {lead.short()} points a hand"
    if result.sides > 2:
        return f"{better} is better than {worse}: {_interval(result, even)}"
    won = main.value.short() if value > even else _one_less(main.value).short()
    return f"{better} is better than {worse}: it wins {won} of the games"


def _interval(result: "CompareResult", even: float) -> str:
    value = result.main.value
    if result.unit == "hands":
        return f"the difference is {value.short(signed=True)} points a hand"
    alone = " alone" if result.sides > 2 else ""
    return f"{result.names[0]}{alone} wins {value.short()} of the games, where {100 * even:.3g} % is even"


def _negative(value: Estimate) -> Estimate:
    assert value.value is not None and value.lo is not None and value.hi is not None
    return Estimate(-value.value, value.se, -value.hi, -value.lo, value.n, value.unit, value.method)


def _one_less(value: Estimate) -> Estimate:
    assert value.value is not None and value.lo is not None and value.hi is not None
    return Estimate(1 - value.value, value.se, 1 - value.hi, 1 - value.lo, value.n, value.unit, value.method)


def _title(result: "CompareResult") -> str:
    mine, other = result.names
    unit = "deal" if result.unit == "hands" else "game"
    times = "twice, sides swapped" if result.sides == 2 else f"{result.sides} times, each side once with {mine} alone"
    lines = [fold(f"{result.rules}: {mine} against {other}, seed {result.seed}")]
    lines.append(fold(f"{spaced(result.main.pairs)} mirrored pairs: each {unit} is played {times}"))
    if not result.complete:
        lines.insert(0, "INTERRUPTED: this is what was played until then")
    return "\n".join(lines)


def _numbers(result: "CompareResult") -> list[tuple[str, str, str]]:
    """Name, value and sample of each number."""
    main = result.main
    pairs = spaced(main.pairs)
    rows: list[tuple[str, str, str]] = []
    if result.hands is not None:
        rows.append(("points a hand", result.hands.value.short(signed=True), f"{pairs} pairs"))
    if result.verdict is not None:
        rows += _verdict(result)
    if result.unit == "hands":
        rows += [("likelihood of superiority", _likelihood(main), f"{pairs} pairs"), *_pairs(main)]
    if result.games is not None:
        rows += _games(result.games, result)
    if result.unit == "games":
        rows += _pairs(main)
    return rows


def _pairs(main: "Difference") -> list[tuple[str, str, str]]:
    outcomes, n = main.outcomes, f"{spaced(main.pairs)} pairs"
    shares = (_share(outcomes.worse), _share(outcomes.same), _share(outcomes.better))
    rows = [("pairs worse, same, better", ", ".join(shares), n)]
    if main.variance_factor is not None:
        rows.append(("pairing is worth", f"{main.variance_factor:.1f} times the sample", n))
    return rows


def _games(games: "GameDifference", result: "CompareResult") -> list[tuple[str, str, str]]:
    n = f"{spaced(games.pairs)} pairs of games"
    even = "" if result.sides == 2 else f", even is {100 / result.sides:.1f} %"
    rows = [(f"games won{even}", games.value.short(), n), ("Elo", _elo(games.elo), n)]
    if result.unit == "games":
        rows.append(("likelihood of superiority", _likelihood(games), n))
        rows.append(("points a game", games.margin.short(signed=True), n))
        rows.append(("hands a game", f"{games.length:.2f}", n))
    return rows


def _elo(elo: Estimate) -> str:
    return "too one-sided to tell" if elo.value is None else elo.short(signed=True)


def _verdict(result: "CompareResult") -> list[tuple[str, str, str]]:
    verdict, n = result.verdict, f"{spaced(result.main.pairs)} pairs"
    assert verdict is not None
    if verdict.ratio is None or verdict.bounds is None:
        reached = "reached" if verdict.reached else "not reached"
        return [(f"interval of {verdict.rule.removeprefix('an interval ').removesuffix(' wide')}", reached, n)]
    low, _, rest = verdict.rule.partition(" or ")
    high, _, unit = rest.partition(" ")
    said = {"low": f"at most {low} {unit}", "high": f"at least {high} {unit}", None: "undecided"}[verdict.decision]
    ratio = f"log-likelihood ratio {verdict.ratio:.2f} in ({verdict.bounds[0]:.2f}, {verdict.bounds[1]:.2f})"
    return [(f"test of {low} or {high}", said, n), ("", ratio, "")]


def _likelihood(main: "Difference") -> str:
    if main.superiority is None:
        return "-"
    per_cent = 100 * main.superiority
    if per_cent > 99.995:
        return "> 99.99 %"
    return "< 0.01 %" if per_cent < 0.005 else f"{per_cent:.2f} %"


def _share(value: Estimate) -> str:
    share = value.value or 0.0
    places = 1 if share == 0 or share >= 0.1 else 2 if share >= 0.001 else 3
    return f"{100 * share:.{places}f} %"


def _histogram(result: "CompareResult") -> str:
    main = result.main
    rows = _game_bins(result) if result.unit == "games" else _point_bins(main)
    most = max((count for _, count, even in rows if not even), default=0)
    cells: list[Row] = [("", "pairs", "")]
    longest = min(BAR, room() - max(len(name) for name, _, _ in rows) - 12)
    for name, count, even in rows:
        bar = "" if even and count > most else "█" * round(longest * count / most) if most else ""
        share = 100 * count / main.pairs
        cells.append((name, f"{share:.2f} %", bar or ("·" if count and not even else "")))
    width = max(len(row[0]) for row in cells)
    shares = max(len(row[1]) for row in cells)
    return "\n".join(f"{name.ljust(width)}  {share.rjust(shares)}  {bar}".rstrip() for name, share, bar in cells)


def _point_bins(main: "Difference") -> list[tuple[str, int, bool]]:
    """Name, pairs, and whether it is the even bin."""
    last = len(_EDGES) - 1
    worse, better, same = [0] * len(_EDGES), [0] * len(_EDGES), 0
    for value, count in main.histogram:
        if value == 0:
            same += count
        else:
            side = better if value > 0 else worse
            side[min(last, sum(abs(value) > edge for edge in _EDGES[1:]))] += count
    names = [f"{low} to {low + 1} points" if low < last else f"over {low} points" for low in _EDGES]
    rows = [(f"worse by {names[k]}", worse[k], False) for k in range(last, -1, -1)]
    rows.append(("same", same, True))
    return rows + [(f"better by {names[k]}", better[k], False) for k in range(len(_EDGES))]


def _game_bins(result: "CompareResult") -> list[tuple[str, int, bool]]:
    sides = result.sides
    rows = []
    for value, count in result.main.histogram:
        won = round(value * sides, 2)
        rows.append((f"{won:g} of {sides} games won", count, won == 1))
    return rows


def _sources(found: "Attribution", sides: int) -> str:
    return f"where it comes from ({spaced(found.pairs)} of the deals)\n" + align(
        _source_rows(found, sides), numbers_from=1
    )


def _source_rows(found: "Attribution", sides: int) -> list[Row]:
    rows: list[Row] = [("first decision that differs", "hands", "each", "points a hand")]
    places = min(4, max(source.points.places for source in found.sources)) if found.sources else found.total.places
    for source in found.sources:
        points = source.points.short(signed=True, places=places)
        rows.append((_source_name(source, found.players, sides), _share(source.share), _each(source), points))
    rows.append(("together", "", "", found.total.short(signed=True, places=places)))
    return rows


def _source_name(source: "Contribution", players: int, sides: int) -> str:
    if source.seat == 0:
        return source.name
    return f"  seat {seat_label(source.seat, players, sides)}"


def _each(source: "Contribution") -> str:
    return "" if source.each is None else f"{source.each:+.2f}"


def _against(result: "CompareResult") -> list[tuple[str, str, str]]:
    return [
        (one.opponent, one.difference.short(signed=True), f"{spaced(one.difference.n)} deals") for one in result.against
    ]


def _others(result: "CompareResult") -> str:
    mine, other = result.names
    blocks = []
    if result.reverse is not None:
        n = f"({spaced(result.reverse.n)} deals)"
        text = f"the other way round, {other} alone among {mine}: {result.reverse.short(signed=True)} points a hand {n}"
        blocks.append(fold(text))
    if result.against:
        rows = [(f"  against {name}", value, n) for name, value, n in _against(result)]
        blocks.append(fold(f"{mine} less {other} when both play against others") + "\n" + align(rows, numbers_from=2))
    return "\n\n".join(blocks)


def _notes(result: "CompareResult") -> str:
    if "sequence" in result.main.value.method:
        first = "± is half of a 95 % interval; that of the pairs holds whenever one stops (a confidence sequence)."
    else:
        first = "± is half of a 95 % interval; a pair is one observation."
    main = result.main
    few = []
    if main.uneven < FEW_SPREAD and main.value.lo != main.value.hi:
        why = "the bounds are for the most that the rules pay" if main.uneven < FEW else "the interval is wider for it"
        few = [f"{f'Only {main.uneven}' if main.uneven else 'None'} of the pairs came out uneven: {why}."]
    return "\n".join(map(fold, [first, *few, *result.notes]))
