"""Writes docs/league.md: every bidding system with the same card player, by rules, measured against `basic`.

    python benchmarks/pages/league.py [--pairs 2M] [--each 100k] [--seed 1]

All numbers come from `sim.compare.comparison` (each system against `basic`) and
`sim.compare.roundrobin` (every two of them).
"""

import argparse
import shlex
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.pages import look_ahead  # noqa: E402
from euchre_sim.typed import parse_count  # noqa: E402
from sim.compare.comparison import compare  # noqa: E402
from sim.compare.result import CompareResult  # noqa: E402
from sim.compare.roundrobin import TableResult, round_robin  # noqa: E402
from sim.engine.jit import on_notice  # noqa: E402
from sim.players.sources import available  # noqa: E402
from sim.players.strategy import load_player  # noqa: E402
from sim.rules.presets import preset  # noqa: E402
from sim.stats.estimates import Estimate, spaced  # noqa: E402
from sim.text.compare import markdown_table  # noqa: E402
from strategies import BUILT_IN  # noqa: E402

PAGE = ROOT / "docs" / "league.md"
PLAYER = "basic"
"""Who plays the cards for everybody."""
WRAPPERS = ("bridge",)
"""They only do something at certain scores, which single deals at 0-0 never reach."""
YARDSTICKS = ("always-order", "always-pass", "cautious", "random", "trump-count")
"""Systems that nobody recommends: to measure others by."""
GAMES = {
    "standard": {},
    "standard, dealer stuck": {"stick_dealer": "on"},
}
PAIRS, EACH, SEED = 2_000_000, 100_000, 1
FULL = 2_000_000


AHEAD = """## Players who look ahead

They play every bid out on deals that agree with what was heard, or were taught by that, and are no match for the
others in speed; here too `basic` plays the cards. What they win with cards of their own stands
[elsewhere](look-ahead.md).

<!-- ahead -->
{table}
<!-- /ahead -->
"""


def main() -> None:
    """Play everything and write the page."""
    options = _options()
    start = time.monotonic()
    on_notice(tell)
    systems = [name for name in BUILT_IN if name not in WRAPPERS and not load_player(name).looks_ahead]
    same = [name for name in systems if name != PLAYER and _bids_like_the_player(name)]
    systems = [name for name in systems if name not in same]
    specs = [PLAYER if name == PLAYER else f"{name}/{PLAYER}" for name in systems]
    pieces = [_head(options)]
    for title, changes in GAMES.items():
        rules = preset("standard").with_changes(changes)
        found = {}
        for number, spec in enumerate(specs, start=1):
            if spec != PLAYER:
                found[spec] = play(compare(rules, spec, PLAYER, pairs=options.pairs, seed=options.seed, opponents=(),
                                           explain=False), f"{title}: {number} of {len(specs)}, {spec}")  # fmt: skip
        table = play(round_robin(rules, specs, pairs=options.each, seed=options.seed), f"{title}: round robin")
        pieces.append(_section(title, changes, found, table, options))
    pieces.append(AHEAD.format(table=look_ahead.league()))
    pieces.append(_systems(systems, same))
    options.out.write_text("\n".join(pieces), encoding="utf-8")
    tell(f"{options.out} written in {time.monotonic() - start:.0f} s")


def tell(text: str) -> None:
    """Progress, to stderr."""
    sys.stderr.write(text + "\n")


def play(study: Any, what: str) -> Any:
    """The result of a study, with a line when it is done."""
    result = study.finish()
    tell(f"{what}: {result.seconds:.1f} s")
    return result


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Writes docs/league.md.")
    count: Any = lambda text: parse_count(text, "the number")  # noqa: E731
    parser.add_argument("--pairs", type=count, default=PAIRS, help="mirrored pairs of each system against basic")
    parser.add_argument("--each", type=count, default=EACH, help="mirrored pairs of each match of the round robin")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--out", type=Path, default=PAGE)
    return parser.parse_args()


def _command(options: argparse.Namespace) -> str:
    words = ["python", "benchmarks/pages/league.py"]
    words += [f"--pairs={options.pairs}"] if options.pairs != PAIRS else []
    words += [f"--each={options.each}"] if options.each != EACH else []
    words += [f"--seed={options.seed}"] if options.seed != SEED else []
    return shlex.join(words)


def _head(options: argparse.Namespace) -> str:
    small = ""
    if options.pairs < FULL:
        small = f"\n**A smaller run: {spaced(options.pairs)} pairs a system instead of {spaced(FULL)}.**\n"
    return f"""# The league: which bidding system is best

Every system bids for itself and has the same player of the cards, `{PLAYER}` (the strategy `perry21/{PLAYER}`, for
example), so all differences are differences of bidding: when to order, what to call, when to go alone. Each system
meets `{PLAYER}` over {spaced(options.pairs)} mirrored pairs: single deals at 0-0 with a random dealer, each played
twice with sides swapped; and over a tenth as many pairs of whole games to ten. After ± stands half of a 95 % interval
of the paired difference. [comparing.md](comparing.md) says how such numbers are made.
{small}
The *group* comes from a round robin on common deals, {spaced(options.each)} mirrored pairs a match: systems that share
a letter cannot be told apart by their scores against all others (Holm's correction, at most 5 % for any false
difference).

This page is written by

```sh
{_command(options)}
```
"""


def _section(
    title: str,
    changes: dict[str, str],
    found: dict[str, CompareResult],
    table: TableResult,
    options: argparse.Namespace,
) -> str:
    scores = {standing.player.spec: (standing.score, standing.letters) for standing in table.standings}
    rows: list[tuple[str, ...]] = []
    order = sorted(scores, key=lambda spec: -(_value(found[spec].main.value) if spec in found else 0.0))
    places = max(result.main.value.places for result in found.values())
    all_places = max(score.places for score, _ in scores.values())
    for rank, spec in enumerate(order, start=1):
        score, letters = scores[spec]
        name = spec.partition("/")[0]
        shown = f"`{name}`" + (" (yardstick)" if name in YARDSTICKS else "")
        if spec in found:
            result = found[spec]
            assert result.games is not None
            difference, games = result.main.value.short(signed=True, places=places), result.games.value.short(places=2)
        else:
            difference, games = "0", "50 %"
        rows.append((str(rank), shown, difference, games, score.short(signed=True, places=all_places), letters))
    head = (
        "",
        "system",
        f"points a hand less `{PLAYER}`",
        f"games won against `{PLAYER}`",
        "points, round robin",
        "group",
    )
    changed = ", ".join(f"`{name} = {value}`" for name, value in changes.items())
    words = ["euchre-sim compare", f"perry21/{PLAYER}", PLAYER, f"--pairs {options.pairs} --seed {options.seed}"]
    words += [f"--set {name}={value}" for name, value in changes.items()]
    return f"""## {title[0].upper()}{title[1:]}

Rules `standard`{" with " if changed else ""}{changed} (id `{table.rules_id}`), engine {table.engine}, seed
{options.seed}; n = {spaced(options.pairs)} pairs of deals and {spaced(_games(found.values()))} pairs of games against
`{PLAYER}`, {spaced(table.pairs)} pairs a match of the round robin. One line by itself:
`{" ".join(words)}`.

{_joined(markdown_table([head, *rows]))}

<details markdown="1"><summary>Every two of them</summary>

{table.to_markdown()}
</details>
"""


def _value(estimate: Estimate) -> float:
    return estimate.value or 0.0


def _games(results: Iterable[CompareResult]) -> int:
    return min(result.games.pairs for result in results if result.games is not None)


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines)


def _bids_like_the_player(name: str) -> bool:
    """True of a strategy that only plays the cards otherwise: with the player's cards every deal comes out the same."""
    spec, rules = f"{name}/{PLAYER}", preset("standard")
    study = compare(rules, spec, PLAYER, pairs=20_000, seed=SEED, opponents=(), explain=False)
    return study.finish().main.superiority is None


def _systems(systems: list[str], same: list[str]) -> str:
    lines = available()
    told = "\n".join(f"- `{name}`: {lines[name].rstrip('.')}." for name in systems)
    hashes = {name: load_player(f"{name}/{PLAYER}").source_hash for name in systems}
    width = max(map(len, hashes))
    versions = "\n".join(f"{name.ljust(width)}  {digest}" for name, digest in hashes.items())
    left_out = ", ".join(f"`{name}`" for name in same)
    return f"""## The systems

{told}

`{WRAPPERS[0]}` is not among them: it only orders at the scores at which a lone hand decides the game. Nor are
{left_out}, which bid as `basic` does. Each file in `strategies/` cites its source and says
which gaps it fills and how. The hashes of what was measured (code and parameters, card play included):

```text
{versions}
```
"""


if __name__ == "__main__":
    main()
