"""What a run survives: power cuts, kills, full and read-only disks, calls that fail, two processes, wrong clocks."""

import errno
import io
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sim.errors import RunFolderError, StorageError
from sim.runs import locking
from sim.runs.folder import open_folder
from sim.runs.locking import FolderLock
from sim.runs.results import open_run
from support.fake_runs import PART, files, start
from support.places import ROOT
from support.power_cut import Disk
from support.small_disks import small_disk

pytestmark = pytest.mark.usefixtures("fakes")


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    made = Disk(monkeypatch)
    yield made
    made.close()


def test_what_is_announced_survives_a_power_cut(tmp_path: Path, folder: Path, disk: Disk) -> None:
    os.fsync(os.open(tmp_path, os.O_RDONLY))
    for k, event in enumerate(start(tmp_path / "new" / "run")):
        copy = tmp_path / f"cut{k}"
        disk.after_a_cut(tmp_path, copy)
        assert open_run(copy / "new" / "run").tally().hands >= event.hands
    assert disk.calls > 4 * 4 * 2
    left = tmp_path / "left"
    disk.after_a_cut(tmp_path, left)
    assert files(left / "new" / "run") == files(folder)


def test_a_power_cut_while_a_part_is_made_again(tmp_path: Path, folder: Path, disk: Disk) -> None:
    before = files(folder)
    for path in sorted(folder.rglob("*")):  # as a disk that has all of it
        handle = os.open(path, os.O_RDONLY)
        os.fsync(handle)
        os.close(handle)
    os.fsync(os.open(folder, os.O_RDONLY))
    (folder / "hands" / "part-00001.parquet").write_bytes(b"damage")
    start(folder).finish()
    disk.after_a_cut(folder, tmp_path / "left")
    assert files(tmp_path / "left") == before


class _Fails:
    """Makes the call number `at` to the system, of those that write, fail with `error`, as one of a bad disk does."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, at: int, error: Exception) -> None:
        self.calls, self._at, self._error = 0, at, error
        for owner, name in ((os, "fsync"), (Path, "replace"), (Path, "mkdir"), (Path, "unlink"), (Path, "open")):
            monkeypatch.setattr(owner, name, self._wrapped(getattr(owner, name)))

    def _wrapped(self, usual: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **more: Any) -> Any:
            if usual is not _PATH_OPEN:
                self._count()
                return usual(*given, **more)
            file = usual(*given, **more)
            if "wb" not in given:
                return file
            return _Writer(file, self._count)

        return call

    def _count(self) -> None:
        self.calls += 1
        if self.calls == self._at:
            raise self._error


_PATH_OPEN = Path.open


class _Writer:
    """A file whose write stops in the middle when its turn has come to fail."""

    def __init__(self, file: io.BufferedWriter, count: Callable[[], None]) -> None:
        self._file, self._count = file, count

    def __enter__(self) -> "_Writer":
        return self

    def __exit__(self, *told: object) -> None:
        self._file.close()

    def write(self, data: memoryview) -> None:
        try:
            self._count()
        except Exception:
            self._file.write(bytes(data)[: len(data) // 2])
            raise
        self._file.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def _fail_and_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int, number: int, want: Any) -> int:
    place = tmp_path / f"run{at}-{number}"
    with monkeypatch.context() as patch:
        faulty = _Fails(patch, at, OSError(number, os.strerror(number)))
        told = None
        try:
            start(place).finish()
        except StorageError as error:
            told = error.message
    assert told is None or ("full" in told) == (number in (errno.ENOSPC, errno.EDQUOT))
    assert start(place).finish().units == 350
    assert files(place) == want
    shutil.rmtree(place)
    return faulty.calls


def test_a_call_that_fails_loses_nothing(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    want = files(folder)
    for at, number in ((2, errno.EIO), (9, errno.ENOSPC), (26, errno.EIO), (33, errno.EDQUOT)):
        assert _fail_and_go_on(tmp_path, monkeypatch, at, number, want) >= at


@pytest.mark.nightly
@pytest.mark.parametrize("number", [errno.EIO, errno.ENOSPC])
def test_any_call_that_fails_loses_nothing(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    want, at = files(folder), 1
    while _fail_and_go_on(tmp_path, monkeypatch, at, number, want) >= at:
        at += 1
    assert at > 60


def test_a_disk_that_is_full(tmp_path: Path, folder: Path) -> None:
    with small_disk(tmp_path / "disk", "100k") as change:
        place = tmp_path / "disk" / "run"
        with pytest.raises(StorageError, match="the disk is full") as caught:
            start(place).finish()
        assert "finished parts are kept" in caught.value.hint
        kept = open_run(place).units
        assert 0 < kept < 350
        assert not list(place.rglob("*.partial"))
        change("size=8m")
        assert start(place).finish().played <= 350 - kept
        assert files(place) == files(folder)


def test_a_disk_that_cannot_be_written(tmp_path: Path, folder: Path) -> None:
    with small_disk(tmp_path / "disk", "8m") as change:
        place = tmp_path / "disk" / "run"
        shutil.copytree(folder, place)
        change("ro")
        assert start(place).finish().units == 350  # nothing is left to play, and nothing is written
        with pytest.raises(StorageError, match=r"cannot write .*read-only file system") as caught:
            start(place, games=900).finish()
        assert caught.value.exit_code == 7
        change("rw")
        (place / "hands" / "part-00002.parquet").write_bytes(b"")
        change("ro")
        with pytest.raises(StorageError, match=r"cannot write .*read-only file system"):
            start(place).finish()
        with pytest.raises(StorageError, match=r"cannot write .*read-only file system"):
            start(tmp_path / "disk" / "other").finish()


def test_clocks_that_go_wrong(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.runs.folder.now", lambda: "1970-01-01T00:00:00+00:00")
    monkeypatch.setattr(time, "time", lambda: -1e9)
    run = start(tmp_path / "run")
    for event in run:
        if 100 <= event.done < 300:
            os.utime(tmp_path / "run" / "run.json", (4e9, 4e9))
    assert files(tmp_path / "run") == files(folder)
    start(tmp_path / "run").finish()
    assert files(tmp_path / "run") == files(folder)


# One process at a time.

HOLD = """
import sys, time
from pathlib import Path
from sim.runs.locking import FolderLock
lock = FolderLock(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(60)
"""


def test_the_lock_ends_with_its_process(folder: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLD, folder], cwd=ROOT, stdout=subprocess.PIPE) as holder:
        try:
            assert holder.stdout is not None
            assert holder.stdout.readline() == b"held\n"
            with pytest.raises(RunFolderError, match="another process is writing") as caught:
                start(folder).finish()
            assert caught.value.exit_code == 6
            holder.send_signal(signal.SIGSTOP)  # a laptop that sleeps still has it
            with pytest.raises(RunFolderError, match="another process is writing"):
                start(folder).finish()
        finally:
            holder.kill()
    start(folder).finish()


FORK = """
import os, sys, time
from pathlib import Path
from sim.runs.locking import FolderLock
lock = FolderLock(Path(sys.argv[1]))
child = os.fork()
if child == 0:
    time.sleep(60)
print(child, flush=True)
os._exit(0)
"""


def test_a_child_that_outlives_its_parent_does_not_keep_the_lock(folder: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", FORK, folder], cwd=ROOT, stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        try:
            assert parent.wait() == 0
            start(folder).finish()
        finally:
            os.kill(child, signal.SIGKILL)


def test_without_locks_of_folders_a_file_is_locked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = files(folder)
    monkeypatch.setattr(locking, "_lock_folder", lambda root: None)  # as on NFS and Windows
    first = FolderLock(folder)
    with pytest.raises(RunFolderError, match="another process is writing"):
        start(folder).finish()
    first.release()
    assert not start(folder).finish().notes
    assert files(folder) == before | {locking.LOCK_FILE: b""}


def test_without_any_locks_this_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locking, "_locked", lambda handle: os.close(handle))
    (note,) = start(folder).finish().notes
    assert note == f"the file system of {folder} keeps no locks: see to it that nobody else writes into it"


def test_who_comes_second_to_a_new_folder_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between the look at an empty folder and its lock, another process may begin a run there."""
    late = start(tmp_path / "run", seed=8)
    usual = FolderLock

    def slow(root: Path) -> FolderLock:
        monkeypatch.setattr("sim.runs.folder.FolderLock", usual)
        start(root).finish()
        return usual(root)

    monkeypatch.setattr("sim.runs.folder.FolderLock", slow)
    with pytest.raises(RunFolderError, match="holds another run; this one has seed 8 instead of 7"):
        late.finish()
    folder = open_folder(tmp_path / "run", start(tmp_path / "run").config, 350, PART)
    assert len(list(folder.kept())) == 4
    folder.close()
