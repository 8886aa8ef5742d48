"""`euchre-sim info`, `verify`, `repair`, `merge` and `run --shard` from outside, on runs of the real engine."""

import shutil
from pathlib import Path

import pytest

import euchre_sim
from support.command_line import Cli
from support.envelope import again, result
from support.fake_runs import files


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of three small parts, as the library makes them."""
    place = tmp_path_factory.mktemp("folders") / "run"
    euchre_sim.run("standard", ["basic", "simple"], games=250, seed=3, out=place, part_size=100).finish()
    return place


def copied(place: Path) -> Path:
    """A copy of the run in the working folder, called run."""
    return shutil.copytree(place, Path("run"))


def test_info_says_what_a_run_is_and_how_to_go_on(cli: Cli, small: Path) -> None:
    copied(small)
    found = cli("info run")
    assert (found.exit_code, found.stderr) == (0, "")
    lines = found.stdout.splitlines()
    assert lines[0] == "standard: basic against simple, seed 3"
    assert lines[1].startswith("games   250 of 250; 2 ")
    assert again(found.stdout) == ("euchre-sim run --games 250 --strategy basic --strategy simple --seed 3 --out run")
    assert "nothing was left to play" in cli(again(found.stdout).removeprefix("euchre-sim ")).stdout
    data = result(cli("info run --json").stdout)
    assert (data["units"], data["parts"], data["complete"], data["missing"]) == (250, 3, True, [])


def test_verify_names_what_repair_then_mends(cli: Cli, small: Path) -> None:
    run = copied(small)
    before = files(run)
    assert cli("verify run").exit_code == 0
    for name in ("hands/part-00001.parquet", "games/part-00002.parquet"):
        (run / name).write_bytes((run / name).read_bytes()[:-1])
    found = cli("verify run --json")
    assert found.exit_code == 6
    assert found.stderr.startswith(
        "euchre-sim: run has 2 damaged files; parts that have to be made again: 2 of 3\n\nhint: `euchre-sim repair"
    )
    assert sorted(one["file"] for one in result(found.stdout, error=6)["damaged"]) == [
        "games/part-00002.parquet",
        "hands/part-00001.parquet",
    ]
    done = cli("repair run")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.endswith("made again games 100 to 199\nmade again games 200 to 249\n")
    assert files(run) == before
    (run / "tally" / "part-00001.parquet").unlink()
    found = cli("verify run")
    assert found.exit_code == 6
    assert "missing    games 100 to 199" in found.stdout
    assert "run is not complete: 100 games are not there yet" in found.stderr


def test_a_strategy_that_only_the_run_names_needs_leave(cli: Cli) -> None:
    Path("bot.py").write_text("from sim.views import PASS\n\n\ndef order_up(v):\n    return PASS\n")
    euchre_sim.run("standard", "./bot.py", games=20, seed=1, out="run").finish()
    Path("run/hands/part-00000.parquet").write_bytes(b"")
    refused = cli("repair run --quiet")
    assert refused.exit_code == 4
    assert "--allow" in refused.stderr
    assert cli("repair run --allow ./bot.py --quiet").exit_code == 0
    assert cli("verify run").exit_code == 0


@pytest.mark.nightly
def test_shards_merged_are_the_run_that_one_machine_makes(cli: Cli, tmp_path: Path) -> None:
    run = "run --hands 1.1M --seed 3 --detail none"
    for number in (1, 2, 3):
        found = cli(f"{run} --shard {number}/3 --out shard{number}")
        assert found.exit_code == 0, found.stderr
        assert f"shard   {number}/3: the numbers above are of this share alone" in found.stdout
        assert f"--shard {number}/3" in again(found.stdout)
        assert found.stderr.startswith(f"euchre-sim: shard {number}/3, standard: basic, seed 3\n")
    found = cli("merge shard1 shard2 shard3 --out merged")
    assert (found.exit_code, found.stdout) == (
        0,
        "merged     1 100 000 hands in 3 parts from 3 folders\nfolder     merged\n",
    )
    assert cli(f"{run} --out whole").exit_code == 0
    assert files(tmp_path / "merged") == files(tmp_path / "whole")
    assert cli("merge shard1 shard2 shard3 --out merged").exit_code == 6
    assert cli("merge shard1 shard2 shard2 shard3 --out twice").exit_code == 6


def test_what_a_shard_needs_is_told(cli: Cli) -> None:
    for line, code, words in (
        ("run --hands 1e7 --shard 1/4", 2, "--shard 1/4 needs the seed that all shards have"),
        ("run --hands 1e7 --seed 1 --shard 5/4 --out a", 2, "a shard is its number and how many there are, not '5/4'"),
        ("run --hands 1e6 --seed 1 --shard 2/3 --out a", 2, "1 000 000 hands have 2 parts of 524 288, too few for 3"),
        ("run --hands 1e7 --seed 1 --shard 2/3 --detail none", 2, "shard 2/3 needs a folder to write to"),
        ("run --hands 1e4 --out s3://bucket/run", 2, "--out must be a path of a file system, not the address 's3://bu"),
        (
            "run --hands 1e4 --dask http://a",
            2,
            "a cluster is a Dask client, the address of a scheduler, or local",
        ),
        ("merge a b --out gs://c", 2, "out must be a path of a file system"),
        ("merge a b --out ' '", 2, "--out is empty"),
        ("merge a b --out c", 6, "a does not exist"),
        ("info a", 6, "a does not exist"),
        ("verify a", 6, "a does not exist"),
        ("repair a", 6, "a does not exist"),
    ):
        found = cli(line)
        assert found.exit_code == code, found.stderr
        assert f"euchre-sim: {words}" in found.stderr
        assert "\n\nhint: " in found.stderr
