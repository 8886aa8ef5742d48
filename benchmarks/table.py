"""Measure everything and write the tables of README.md and docs/performance.md: `python benchmarks/table.py`.

Without options it runs all benchmarks (about five minutes), writes the tables and says which goals were missed; with
`--solver` only those of the solver, and only its table. Further options go to pytest.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
README, PAGE = ROOT / "README.md", ROOT / "docs" / "performance.md"
BUSY_BEFORE, BUSY_MEANWHILE = 1.0, 0.1
"""Load average before the start, and processors used by others since, above which no figure is to be trusted."""
SOLVER = ("benchmarks/test_solver.py", "benchmarks/test_rates.py::test_without_output[1]")
"""The solver, and the engine to compare it with in the same run."""

Results = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Goal:
    """What a figure should reach: at least or at most so much."""

    limit: float
    text: str
    most: bool = False

    def missed(self, value: float) -> bool:
        """Whether the value is on the wrong side."""
        return value > self.limit if self.most else value < self.limit


@dataclass(frozen=True)
class Row:
    """A line of a table: what was measured, the figure, how to write it, and the rounds behind it."""

    what: str
    value: float
    text: str
    rounds: str
    goal: Goal | None = None
    short: bool = False
    """Whether the README shows it too."""


def rate_text(value: float) -> str:
    """A number a second: 12.3 million, 840 thousand."""
    for size, name in ((1e6, "million"), (1e3, "thousand")):
        if value >= size:
            number = value / size
            return f"{number:.0f} {name}" if number >= 100 else f"{number:.1f} {name}"
    return f"{value:.0f}"


def time_text(seconds: float) -> str:
    """Seconds in words that fit their size."""
    return f"{seconds:.2f} s" if seconds < 10 else f"{seconds:.0f} s"


def memory_text(size: float) -> str:
    """Bytes as MB."""
    return f"{size / 1e6:.0f} MB"


def median(result: dict[str, Any]) -> float:
    """Median seconds of a round."""
    return float(result["stats"]["median"])


def rounds(*results: dict[str, Any]) -> str:
    """How many rounds stand behind a figure."""
    return ", ".join(str(result["stats"]["rounds"]) for result in results)


def rate_rows(results: Results) -> Iterator[Row]:
    """Hands and games a second, and how they compare."""
    one, two = "test_without_output[1]", "test_without_output[2]"
    plain, shortest, example, cpp = (f"test_openspiel[{loop}]" for loop in ("plain", "shortest", "example", "C++"))
    rates: dict[str, float] = {}
    for name, what, goal, short in (
        (one, "one thread", Goal(10e6, "10 million"), True),
        (two, "two threads", None, True),
        (plain, "OpenSpiel's euchre driven from Python, random players", None, True),
        (shortest, "the same with the shortest loop", None, False),
        (example, "the same with the loop of OpenSpiel's example", None, False),
        (cpp, "the same with OpenSpiel's own loop in C++", None, True),
    ):
        if result := results.get(name):
            rates[name] = result["extra_info"]["hands"] / median(result)
            yield Row(f"hands a second, {what}", rates[name], rate_text(rates[name]), rounds(result), goal, short)
    for name, what in ((one, "one thread"), (two, "two threads")):
        if result := results.get(name):
            rate = result["extra_info"]["games"] / median(result)
            yield Row(f"games a second, {what}", rate, rate_text(rate), rounds(result), short=True)
    for above, below, what, goal, short in (
        (two, one, "two threads : one", Goal(1.7, "1.7"), False),
        (one, plain, "one thread : OpenSpiel driven from Python", Goal(600, "600"), True),
        (one, shortest, "one thread : OpenSpiel with the shortest loop", None, False),
        (one, example, "one thread : OpenSpiel with the loop of its example", None, False),
        (one, cpp, "one thread : OpenSpiel's own loop in C++", None, True),
    ):
        if above in rates and below in rates:
            ratio = rates[above] / rates[below]
            text = f"{ratio:.2f}" if ratio < 10 else f"{ratio:,.0f}"
            yield Row(what, ratio, text, rounds(results[above], results[below]), goal, short)


def command_rows(results: Results) -> Iterator[Row]:
    """Wall clock and memory of commands."""
    wall = {
        "test_help": ("`--help`", Goal(0.3, "0.3 s", most=True), False),
        "test_warm_start": ("`run --games 1000`, compiled before", Goal(2, "2 s", most=True), True),
        "test_cold_start": ("`run --games 1000`, first ever run", Goal(30, "30 s", most=True), True),
        "test_run[none-1e6-5]": ("`run --games 1e6 --detail none`", Goal(3, "3 s", most=True), True),
        "test_run[hands-1e6-5]": ("`run --games 1e6`, a row a hand", Goal(8, "8 s", most=True), True),
        "test_run[none-1e7-1]": ("`run --games 1e7 --detail none`", None, False),
        "test_run[hands-1e7-1]": ("`run --games 1e7`, a row a hand", None, False),
    }
    for name, (what, goal, short) in wall.items():
        if name in results:
            seconds = median(results[name])
            yield Row(f"{what}: time", seconds, time_text(seconds), rounds(results[name]), goal, short)
    for detail in ("none", "hands"):
        for name, result in results.items():
            if match := re.fullmatch(rf"test_run\[{detail}-(1e\d)-\d+\]", name):
                peak = result["extra_info"]["peak"]
                goal = Goal(1.5e9, "1500 MB", most=True) if (detail, match[1]) == ("hands", "1e6") else None
                what = f"`run --games {match[1]} --detail {detail}`: largest memory"
                yield Row(what, peak, memory_text(peak), rounds(result), goal, goal is not None)


def writing_rows(results: Results) -> Iterator[Row]:
    """Parquet."""
    for table in ("games", "hands", "plays"):
        if result := results.get(f"test_writing[{table}]"):
            rows, size = result["extra_info"]["rows"], result["extra_info"]["bytes"]
            rate = rows / median(result)
            yield Row(f"writing `{table}`: rows a second, one thread", rate, rate_text(rate), rounds(result))
            yield Row(f"writing `{table}`: bytes a row", size / rows, f"{size / rows:.1f}", rounds(result))


def solver_rows(results: Results) -> Iterator[Row]:
    """Open hands solved, and what one costs in hands that the engine plays on one thread in the same run."""
    engine = results.get("test_without_output[1]")
    for name, what, most in (
        ("test_solve[open_points]", "points of a hand", 12),
        ("test_solve[open_tricks]", "tricks of a hand", 20),
        ("test_costs_of_cards", "what each card of a hand cost", None),
    ):
        if result := results.get(name):
            rate = result["extra_info"]["hands"] / median(result)
            yield Row(f"{what}: hands a second, one thread", rate, rate_text(rate), rounds(result))
            if engine is not None:
                cost = engine["extra_info"]["hands"] / median(engine) / rate
                goal = None if most is None else Goal(most, str(most), most=True)
                about = f"{what}: hands played in the same time"
                yield Row(about, cost, f"{cost:.1f}", rounds(result, engine), goal)


def step_table(results: Results) -> str:
    """Nanoseconds a hand: the engine's own work in each step, and the players' decisions within it."""
    found = {name[10:-1]: result for name, result in results.items() if name.startswith("test_step[")}
    if not found:
        return ""
    cost = {step: 1e9 * median(result) / result["extra_info"]["hands"] for step, result in found.items()}
    lines = ["| step, ns a hand | engine | decisions |", "| :--- | ---: | ---: |"]
    for step, ns in cost.items():
        if not step.endswith(", decisions") and not (step == "the rest" and ns < 0.05):
            asked = cost.get(f"{step}, decisions")
            lines.append(f"| {step} | {ns:.1f} | {'' if asked is None else f'{asked:.1f}'} |")
    kept = {step: ns for step, ns in cost.items() if not step.startswith("recording")}
    asked = sum(ns for step, ns in kept.items() if step.endswith(", decisions"))
    lines.append(f"| all, without recording | {sum(kept.values()) - asked:.1f} | {asked:.1f} |")
    return "\n".join(lines) + f"\n\nMedians of {rounds(next(iter(found.values())))} rounds, one thread."


def table(rows: list[Row]) -> str:
    """The figures as Markdown."""
    lines = ["| what | median | rounds | goal |", "| :--- | ---: | ---: | ---: |"]
    for row in rows:
        goal = "" if row.goal is None else f"{'at most' if row.goal.most else 'at least'} {row.goal.text}"
        lines.append(f"| {row.what} | {row.text} | {row.rounds} | {goal} |")
    return "\n".join(lines)


def short_table(rows: list[Row]) -> str:
    """The figures that the README shows."""
    lines = ["| what | median |", "| :--- | ---: |"]
    return "\n".join([*lines, *(f"| {row.what} | {row.text} |" for row in rows if row.short)])


def machine_text(data: dict[str, Any]) -> str:
    """Where, with what and when the figures were measured."""
    facts = data["euchre_sim"]
    libraries = ", ".join(f"{name} {version}" for name, version in facts["libraries"].items())
    text = (
        f"Measured {data['datetime'][:10]} on {facts['processor']}, {facts['processors']} processors, "
        f"{facts['system']}, Python {facts['python']}, {libraries}; `{facts['player']}` at all seats, rules `standard`."
    )
    busy = busy_text(facts)
    return f"{text} Provisional: {busy}." if busy else text


def busy_text(facts: dict[str, Any]) -> str:
    """What disturbed the measuring; empty when nothing did."""
    said = []
    if facts["load_before"] > BUSY_BEFORE:
        said.append(f"the load average was {facts['load_before']:.1f} before the start")
    if facts["others"] is not None and facts["others"] > BUSY_MEANWHILE:
        said.append(f"other programs used {facts['others']:.1f} processors meanwhile")
    return ", and ".join(said)


def fill(path: Path, text: str, name: str = "benchmarks") -> str | None:
    """Put a text between the markers of a file; returns what is wrong if it cannot.

    A block goes from one marker to the next; a marker without a second one stands for an empty block.
    """
    if not path.exists():
        return f"{path.relative_to(ROOT)} is not there: its table was not written"
    block = f"<!-- {name} -->\n{text}\n<!-- /{name} -->"
    marked = re.compile(rf"<!-- {name} -->(?:.*?<!-- /?{name} -->)?", re.DOTALL)
    filled, blocks = marked.subn(lambda _: block, path.read_text(encoding="utf-8"))
    if blocks != 1:
        return f"{path.relative_to(ROOT)} has {blocks} blocks that begin with <!-- {name} -->, not 1"
    path.write_text(filled, encoding="utf-8")
    return None


def measure(file: Path, options: list[str], only: tuple[str, ...] = ()) -> int:
    """Run the benchmarks, all or only some, writing their results to a file; returns pytest's exit code."""
    # In one process: benchmarks in several would disturb each other, and leave no results.
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        "0",
        *(only or ["benchmarks"]),
        f"--benchmark-json={file}",
        *options,
    ]
    return subprocess.run(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=False).returncode


def write(data: dict[str, Any], solver_only: bool = False) -> list[str]:
    """Write the tables, or that of the solver alone; returns sentences on what is wrong."""
    results = {result["name"]: result for result in data["benchmarks"]}
    makers: list[Callable[[Results], Iterator[Row]]] = [rate_rows, command_rows, writing_rows]
    rows = [] if solver_only else [row for make in makers for row in make(results)]
    solved, said = list(solver_rows(results)), machine_text(data)
    notes = [fill(PAGE, f"{said}\n\n{table(solved)}", "solver")]
    if not solver_only:
        notes += [
            fill(README, f"{short_table(rows)}\n\n{said} More in [docs/performance.md](docs/performance.md)."),
            fill(PAGE, "\n\n".join(filter(None, [said, table(rows), step_table(results)]))),
        ]
    if busy := busy_text(data["euchre_sim"]):
        notes.append(f"{busy}: the figures need a quiet machine, measure again")
    notes += [
        f"goal missed: {row.what} is {row.text}, should be {'at most' if row.goal.most else 'at least'} {row.goal.text}"
        for row in [*rows, *solved]
        if row.goal is not None and row.goal.missed(row.value)
    ]
    return [note for note in notes if note is not None]


def main() -> int:
    """The command; exit code 1 when a benchmark failed or a goal was missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from", dest="source", type=Path, help="take the results of this JSON file")
    parser.add_argument("--keep", type=Path, help="keep the results in this JSON file")
    parser.add_argument("--solver", action="store_true", help="measure the solver alone and write its table alone")
    given, options = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        file = given.source or (given.keep or Path(folder) / "benchmarks.json").resolve()
        if given.source is None and (code := measure(file, options, SOLVER if given.solver else ())) != 0:
            print("the benchmarks failed: no table was written", file=sys.stderr)
            return code
        notes = write(json.loads(file.read_text()), given.solver)
    print("\n".join(notes or ["all goals reached"]))
    return 1 if notes else 0


if __name__ == "__main__":
    sys.exit(main())
