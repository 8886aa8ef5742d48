"""One process writes into a folder at a time: the lock ends with its process, so that a stale one never blocks.

The folder itself is locked. File systems that lock only files opened for writing (NFS) and Windows get a file `.lock`,
which means nothing by being there.
"""

import os
import sys
import weakref
from pathlib import Path
from typing import Final

from sim.errors import RunFolderError
from sim.runs.parts import looking_at

LOCK_FILE: Final = ".lock"
_held: "weakref.WeakSet[FolderLock]" = weakref.WeakSet()


class FolderLock:
    """The right to write into a folder, until `release`. Raises RunFolderError when another process has it.

    `note` is a sentence where the file system keeps no locks, else empty.
    """

    def __init__(self, root: Path) -> None:
        self._handle: int | None = None
        self.note = ""
        with looking_at(root):
            try:
                self._handle = _lock_folder(root)
                if self._handle is None:
                    self._handle = _lock_file(root / LOCK_FILE)
            except BlockingIOError:
                raise RunFolderError(
                    f"another process is writing into {root}", "wait for it, or choose another --out"
                ) from None
        if self._handle is None:
            self.note = f"the file system of {root} keeps no locks: see to it that nobody else writes into it"
        _held.add(self)

    def release(self) -> None:
        """Let other processes write into the folder."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _lock_folder(root: Path) -> int | None:
    """The handle that holds the lock of a folder; None where folders cannot be locked. Raises BlockingIOError."""
    return None if sys.platform == "win32" else _locked(os.open(root, os.O_RDONLY))


def _lock_file(path: Path) -> int | None:
    """The same of a file beside the data; None where there are no locks, or nothing can be written."""
    try:
        return _locked(os.open(path, os.O_RDWR | os.O_CREAT, 0o666))
    except BlockingIOError:
        raise
    except OSError:
        return None


def _locked(handle: int) -> int | None:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # Windows says the second
        os.close(handle)
        raise BlockingIOError from None
    except OSError:  # a file system without locks
        os.close(handle)
        return None
    return handle


def _forget_in_children() -> None:
    # A forked child shares the handle: without this it would keep the lock after its parent has died.
    for lock in list(_held):
        lock.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_in_children)
