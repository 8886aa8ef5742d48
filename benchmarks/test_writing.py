"""Writing one part of a run as Parquet, on one thread: rows a second and bytes a row, flushing to the disk included."""

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.conftest import SEED
from sim.players.match import GamesPlayed, Match
from sim.players.strategy import Player
from sim.rules.rules import Rules
from sim.runs.folder import file_metadata
from sim.runs.parts import PART_GAMES, PartSums, Span, write_part
from sim.runs.provenance import make_config
from sim.runs.run import engine_version, points_table
from sim.runs.tally import GameTotals, from_counts, to_rows


@pytest.fixture(scope="module")
def part(match: Match) -> GamesPlayed:
    return match.play(0, PART_GAMES, detail="plays")


@pytest.mark.benchmark(group="writing")
@pytest.mark.parametrize("table", ["games", "hands", "plays"])
def test_writing(
    benchmark: BenchmarkFixture, part: GamesPlayed, rules: Rules, player: Player, tmp_path: Path, table: str
) -> None:
    rows = getattr(part, table)
    assert part.games is not None
    totals = GameTotals.of(part.games, rules.teams)
    sums = PartSums(Span(0, 0, PART_GAMES), to_rows(from_counts(part.tally, rules, points_table(rules)), rules), totals)
    facts = file_metadata(make_config(rules, [player], SEED, "games", "plays", engine_version()))
    benchmark.pedantic(write_part, args=(tmp_path, rules, facts, {table: rows}, sums), rounds=10, warmup_rounds=1)
    size = (tmp_path / table / sums.span.file).stat().st_size
    benchmark.extra_info.update(rows=len(rows["game"]), bytes=size)
