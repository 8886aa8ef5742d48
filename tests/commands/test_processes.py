"""The command as a process: readers that go away, full disks, caches, and how it stops."""

import re
import signal
import time
from pathlib import Path

import pytest

import euchre_sim
from support.command_line import ended, process, wait_for
from support.envelope import result

# Processes


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    running = process("rules show --explain", tmp_path)
    assert running.stdout is not None
    running.stdout.close()
    assert running.stderr is not None
    assert running.stderr.read() == ""
    running.stderr.close()
    assert running.wait() == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_under_stdout_is_told(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        code, _, told = ended(process("rules show", tmp_path, stdout=full))
    assert code == 7
    assert told == "euchre-sim: cannot write the answer to stdout: No space left on device\n\nhint: is the disk full?\n"


def test_a_cache_that_cannot_be_written_is_a_warning(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, out, told = ended(process("cache info", tmp_path, EUCHRE_SIM_CACHE="file/cache"))
    assert code == 0
    assert told.startswith("euchre-sim: warning: the cache folder file/cache can't be written")
    assert out.startswith("folder         file/cache\n")


def test_the_cache_is_told_and_cleared(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    (cache / "0123456789abcdef").mkdir(parents=True)
    (cache / "0123456789abcdef" / "step.nbc").write_bytes(b"x" * 1000)
    (cache / "0123456789abcdef" / "euchre-sim-cache").touch()
    code, out, _ = ended(process("cache info --json", tmp_path, EUCHRE_SIM_CACHE=str(cache)))
    assert code == 0
    assert result(out).items() >= {"folder": str(cache), "files": 1, "bytes": 1000}.items()
    code, out, _ = ended(process("cache clear", tmp_path, EUCHRE_SIM_CACHE=str(cache)))
    assert (code, out) == (0, f"deleted 1 file from {cache}\n")
    assert not (cache / "0123456789abcdef").exists()


@pytest.mark.nightly
@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.nightly)])
def test_an_interrupted_run_tells_how_to_go_on_and_then_equals_a_whole_one(tmp_path: Path, number: int) -> None:
    running = process("run --games 300k --seed 9 --threads 1 --out 'cut run'", tmp_path)
    wait_for(lambda: any((tmp_path / "cut run" / "tally").glob("*.parquet")), running)
    running.send_signal(number)
    code, out, told = ended(running)
    assert (code, out) == (130, "")
    message, blank, hint = told.splitlines()[-3:]
    kept = re.fullmatch(r"euchre-sim: interrupted: ([0-9 ]+) of 300 000 games are kept in cut run", message)
    assert kept is not None
    assert int(kept[1].replace(" ", "")) == euchre_sim.load_run(tmp_path / "cut run").units > 0
    assert blank == ""
    assert hint == "hint: go on with: euchre-sim run --games 300k --seed 9 --threads 1 --out 'cut run'"
    assert ended(process(hint.removeprefix("hint: go on with: euchre-sim "), tmp_path))[0] == 0
    assert ended(process("run --games 300k --seed 9 --out whole", tmp_path))[0] == 0
    assert files(tmp_path / "cut run") == files(tmp_path / "whole")


@pytest.mark.nightly
def test_an_interrupted_run_without_a_folder_says_that_nothing_is_kept(tmp_path: Path) -> None:
    running = process("run --games 1e9 --seed 9 --detail none", tmp_path)
    assert running.stderr is not None
    assert running.stderr.readline() == "euchre-sim: standard: basic, seed 9\n"
    time.sleep(3)
    running.send_signal(signal.SIGINT)
    code, out, told = ended(running)
    assert (code, out) == (130, "")
    assert re.fullmatch(
        r"euchre-sim: interrupted after [0-9 ]+ of 1 000 000 000 games; nothing is kept\n"
        r"\nhint: with --out DIR a run can be resumed\n",
        told,
    )


LOOP = """
def {}(view):
    k = view.seat
    while k > 0:
        k = k + (k & 1) - ((k + 1) & 1) + 2
        if k > 100:
            k = 1
    return k
"""


@pytest.mark.nightly
@pytest.mark.parametrize(
    "command",
    [
        "run --rules hasenpfeffer --games 10 --seed 1 --detail none --strategy ./loop.py",
        *(
            pytest.param(line, marks=pytest.mark.nightly)  # each waits for 20 seconds
            for line in (
                "compare ./loop.py basic --rules hasenpfeffer --pairs 1000 --seed 1",
                "equity --hands 100 --strategy ./orders.py",
                "ask 'JS KS AH 9D TC' --up QS --seat 1 --seed 7 --strategy ./orders.py",
            )
        ),
    ],
)
def test_the_second_signal_ends_a_strategy_that_never_answers(command: str, tmp_path: Path) -> None:
    (tmp_path / "loop.py").write_text(LOOP.format("bid"))
    (tmp_path / "orders.py").write_text(LOOP.format("order_up"))
    running = process(command, tmp_path)
    time.sleep(20)  # until the strategy is asked; nothing is printed before where all is compiled
    assert running.poll() is None
    running.send_signal(signal.SIGINT)
    time.sleep(2)
    begun = time.monotonic()
    running.send_signal(signal.SIGINT)
    code, _, told = ended(running)
    assert code == 130
    assert time.monotonic() - begun < 10
    assert re.search(r"^(INTERRUPTED|euchre-sim: interrupted)", told, re.MULTILINE), told


def files(folder: Path) -> dict[str, bytes]:
    """The content of all Parquet files of a run."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.parquet")}
