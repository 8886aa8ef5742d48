"""Shards: shares of a run that many machines play, and the merge that gives what one machine would have made."""

import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from sim.errors import EuchreError, Interrupted, RunFolderError, StorageError, UsageError
from sim.runs.merge import merge_runs
from sim.runs.results import open_run
from sim.runs.shard import WHOLE, Shard, parse_shard, span_called, spans_of, units_of
from support.damage import forge
from support.fake_runs import files, start

pytestmark = pytest.mark.usefixtures("fakes")
GAMES = 850
"""Nine parts, the last of them shorter."""


@pytest.fixture
def whole(tmp_path: Path, fakes: None) -> Path:
    """The run that one machine makes."""
    start(tmp_path / "whole", games=GAMES).finish()
    return tmp_path / "whole"


def shards(place: Path, of: int, **options: Any) -> list[Path]:
    """All shards of the run, each in a folder of its own."""
    roots = [place / f"shard{number}" for number in range(1, of + 1)]
    for number, root in enumerate(roots, 1):
        start(root, games=GAMES, shard=f"{number}/{of}", **options).finish()
    return roots


# Shares.


@pytest.mark.parametrize("of", range(1, 10))
def test_shares_cover_everything_once(of: int) -> None:
    found = [span for number in range(1, of + 1) for span in spans_of(Shard(number, of), GAMES, 100)]
    assert found == list(spans_of(WHOLE, GAMES, 100))
    assert sum(units_of(Shard(number, of), GAMES, 100) for number in range(1, of + 1)) == GAMES
    sizes = [len(Shard(number, of).parts(GAMES, 100)) for number in range(1, of + 1)]
    assert max(sizes) - min(sizes) <= 1 and min(sizes) > 0
    for number in range(1, of + 1):
        for span in found:
            mine = span_called(span.file, Shard(number, of), GAMES, 100)
            assert mine == (span if span in spans_of(Shard(number, of), GAMES, 100) else None)


@pytest.mark.parametrize("word", ["3/64", " 3 / 64 ", (3, 64), [3, 64], Shard(3, 64)])
def test_what_is_a_shard(word: object) -> None:
    assert parse_shard(word) == Shard(3, 64)
    assert str(parse_shard(word)) == "3/64"
    assert parse_shard(word).word == "shard-03-of-64"


@pytest.mark.parametrize(
    "word", ["", "3", "0/64", "65/64", "-1/4", "1/0", "3/64/2", "a/b", "1.5/3", (1,), (1.0, 2), (True, 2), None, "٣/٤"]
)
def test_what_is_no_shard(word: object) -> None:
    with pytest.raises(UsageError, match="a shard is its number and how many there are, not") as caught:
        parse_shard(word)
    assert "3/64" in caught.value.hint


# Playing and merging.


@pytest.mark.parametrize("of", [2, 8, *(pytest.param(of, marks=pytest.mark.nightly) for of in range(3, 8))])
def test_merged_shards_are_the_whole_run(tmp_path: Path, whole: Path, of: int) -> None:
    roots = shards(tmp_path, of)
    assert sum(open_run(root).units for root in roots) == GAMES
    assert all(open_run(root).complete for root in roots)
    merged = merge_runs(roots[::-1], tmp_path / "merged").finish()
    assert (merged.units, merged.parts, merged.missing) == (GAMES, 9, ())
    assert files(tmp_path / "merged") == files(whole)
    assert open_run(tmp_path / "merged").info.keys() == open_run(whole).info.keys()
    again = start(tmp_path / "merged", games=GAMES).finish()
    assert again.played == 0
    assert again.summary == start(whole, games=GAMES).finish().summary
    assert not list(tmp_path.glob("*.partial"))


def test_single_hands_and_no_tables(tmp_path: Path) -> None:
    options: dict[str, Any] = {"hands": 730, "detail": "none"}
    start(tmp_path / "whole", **options).finish()
    roots = [tmp_path / f"{number}" for number in (1, 2, 3)]
    for number, root in enumerate(roots, 1):
        result = start(root, shard=(number, 3), **options).finish()
        assert result.summary.units == result.units == (200, 300, 230)[number - 1]
    merge_runs(roots, tmp_path / "merged").finish()
    assert files(tmp_path / "merged") == files(tmp_path / "whole")


def test_a_merged_run_can_be_made_longer(tmp_path: Path, whole: Path) -> None:
    merge_runs(shards(tmp_path, 2), tmp_path / "merged").finish()
    start(tmp_path / "merged", games=1000).finish()
    start(whole, games=1000).finish()
    assert files(tmp_path / "merged") == files(whole)


def test_a_shard_that_stops_goes_on(tmp_path: Path) -> None:
    place = tmp_path / "shard"
    events = iter(start(place, games=GAMES, shard="2/2"))
    for event in events:
        assert event.total == 450
        if event.done > 100:
            break
    events.close()
    kept = open_run(place).units
    result = start(place, games=GAMES, shard="2/2").finish()
    assert (result.played, result.units, result.to_dict()["run"]["shard"]) == (450 - kept, 450, "2/2")


def test_a_stopped_shard_tells_its_share(tmp_path: Path) -> None:
    with pytest.raises(Interrupted, match=r"interrupted: \d+ of 450 games are kept in .*shard"):
        start(tmp_path / "shard", games=GAMES, shard="2/2", stop=lambda: True).finish()
    assert re.match(r"<run .*: shard 2/2, \d+ of 450 games of standard", repr(open_run(tmp_path / "shard")))


def test_a_missing_shard_can_be_merged_later_or_played(tmp_path: Path, whole: Path) -> None:
    roots = shards(tmp_path, 3)
    found = merge_runs([roots[0], roots[2]], tmp_path / "most", partial=True).finish()
    assert [(gap.first, gap.last) for gap in found.missing] == [(300, 600)]
    assert "missing    games 300 to 599" in found.to_text()
    merge_runs([tmp_path / "most", roots[1]], tmp_path / "all").finish()
    assert files(tmp_path / "all") == files(whole)
    assert start(tmp_path / "most", games=GAMES).finish().played == 300
    assert files(tmp_path / "most") == files(whole)


# What is refused.


def refused(sources: list[Path], out: Path, words: str) -> None:
    before = sorted(out.parent.iterdir())
    with pytest.raises(RunFolderError, match=words) as caught:
        merge_runs(sources, out).finish()
    assert caught.value.exit_code == 6
    assert caught.value.hint
    assert sorted(out.parent.iterdir()) == before


def test_overlaps_and_double_merges(tmp_path: Path, whole: Path) -> None:
    roots, out = shards(tmp_path, 2), tmp_path / "merged"
    copy = shutil.copytree(roots[0], tmp_path / "copy")
    refused([*roots, roots[0]], out, r"shard1 \(shard 1/2\) is named twice")
    refused([*roots, copy], out, r"shard1 \(shard 1/2\) and .*copy \(shard 1/2\) both hold part 0")
    refused([*roots, whole], out, "both hold part 0")
    refused([whole, whole], out, "whole is named twice")
    start(tmp_path / "third", games=GAMES, shard="2/3").finish()
    refused([*roots, tmp_path / "third"], out, r"both hold part 3")
    merge_runs(roots, out).finish()
    refused(roots, out, "merged is already a run, and a merge makes a new one")
    refused([out, roots[0]], tmp_path / "twice", "both hold part 0")


def test_missing_shards_and_parts(tmp_path: Path) -> None:
    roots = shards(tmp_path, 4)
    refused(roots[1:3], tmp_path / "merged", "2 of 4 shards are missing: 1/4, 4/4")
    (roots[3] / "tally" / "part-00007.parquet").unlink()
    refused(roots, tmp_path / "merged", "games 700 to 799 are in none of these folders: a shard is not finished")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": 8}, "seed 8 instead of 7"),
        ({"detail": "hands"}, "detail hands instead of plays"),
        ({"games": GAMES + 1}, "length 851 instead of 850"),
        ({"hands": GAMES}, "unit hands instead of games"),
        ({"rules": "canadian"}, "rule dealer_partner_order = alone_only instead of free"),
    ],
)
def test_shards_of_another_run(tmp_path: Path, change: dict[str, Any], words: str) -> None:
    roots = shards(tmp_path, 2)
    other = tmp_path / "other"
    start(other, **{"games": GAMES, "shard": "2/2"} | change).finish()
    refused([roots[0], other], tmp_path / "merged", f"other is of another run than .*shard1: .*{words}")


def test_shards_of_another_version_or_strategy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from support.fakes import fake_player

    roots, other = shards(tmp_path, 2), tmp_path / "other"
    changed = fake_player()
    changed.source_hash = "1" * 16
    start(other, games=GAMES, shard="2/2", players=[changed]).finish()
    refused([roots[0], other], tmp_path / "merged", "player basic with changed sources")
    shutil.rmtree(other)
    with monkeypatch.context() as patch:
        patch.setattr("sim.runs.run.engine_version", lambda: 2)
        start(other, games=GAMES, shard="2/2").finish()
    refused([roots[0], other], tmp_path / "merged", "engine version 2 instead of 1")
    software = open_run(roots[1]).info["software"] | {"euchre-sim": "0.0.9"}
    forge(roots[1], {"software": software})
    refused(roots, tmp_path / "merged", "version of the program 0.0.9 instead of ")


def test_a_damaged_shard(tmp_path: Path) -> None:
    roots = shards(tmp_path, 2)
    path = roots[1] / "hands" / "part-00005.parquet"
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)
    refused(roots, tmp_path / "merged", r"shard2 \(shard 2/2\): hands/part-00005.parquet is damaged")


def test_a_folder_of_a_shard_is_of_that_shard_alone(tmp_path: Path, whole: Path) -> None:
    (one, _) = shards(tmp_path, 2)
    for options, words in (
        ({"shard": "2/2"}, "holds shard 1/2 of 850 games, not shard 2/2"),
        ({}, "holds shard 1/2 of 850 games, not all of it"),
        ({"shard": "1/2", "games": 1000}, "holds shard 1/2 of 850 games, and a shard does not grow"),
    ):
        with pytest.raises(RunFolderError, match=words) as caught:
            start(one, **{"games": GAMES} | options)
        assert caught.value.hint
    with pytest.raises(RunFolderError, match="holds a whole run, not shard 1/2"):
        start(whole, games=GAMES, shard="1/2")


def test_what_a_shard_needs(tmp_path: Path) -> None:
    def told(words: str, **options: Any) -> None:
        with pytest.raises(EuchreError, match=words) as caught:
            start(**{"out": tmp_path / "run", "games": GAMES, "shard": "1/2"} | options)
        assert caught.value.exit_code == 2 and caught.value.hint

    told("shard 1/2 needs the seed that all shards have", seed=None)
    told("shard 1/2 needs a folder to write to", out=None, detail="none")
    told("850 games have 9 parts of 100, too few for 10 shards", shard="1/10")


def test_a_merge_that_is_stopped_or_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    roots, out = shards(tmp_path, 3), tmp_path / "merged"
    before = sorted(tmp_path.iterdir())
    asked = iter([False, False, True])
    with pytest.raises(Interrupted, match="nothing was merged"):
        merge_runs(roots, out, stop=lambda: next(asked)).finish()
    assert sorted(tmp_path.iterdir()) == before
    events = iter(merge_runs(roots, out))
    next(events)
    with pytest.raises(RunFolderError, match="another process is writing"):
        merge_runs(roots, out).finish()
    (tmp_path / "merged.partial" / "rubbish").write_text("as a killed merge may leave")
    events.close()
    assert sorted(tmp_path.iterdir()) == before
    (tmp_path / "merged.partial" / "hands").mkdir(parents=True)
    (tmp_path / "merged.partial" / "hands" / "part-00077.parquet").write_bytes(b"of a killed merge")
    with monkeypatch.context() as patch:
        usual, calls = os.fsync, iter(range(100))

        def fsync(handle: int) -> None:
            if next(calls) == 9:
                raise OSError(28, os.strerror(28))
            usual(handle)

        patch.setattr(os, "fsync", fsync)
        with pytest.raises(StorageError, match="the disk is full"):
            merge_runs(roots, out).finish()
    assert sorted(tmp_path.iterdir()) == before
    merge_runs(roots, out).finish()
    assert open_run(out).units == GAMES
