"""A disk that forgets: what would be there after a power cut, if only flushed files and flushed folders survive."""

import os
import stat
import threading
from pathlib import Path

import pytest


class Disk:
    """Hears of every flush from now on; `after_a_cut` builds what a power cut at this moment would leave at worst.

    A file keeps the content it had when it was last flushed, a folder the names; by inode, as names are moved.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._files: dict[int, bytes] = {}
        self._folders: dict[int, dict[str, int]] = {}
        self._keep: list[int] = []
        self._at_once = threading.Lock()  # other threads flush while what is left is worked out
        self.calls = 0
        usual = os.fsync

        def fsync(handle: int) -> None:
            with self._at_once:
                self.calls += 1
                usual(handle)
                self._flushed(handle)

        monkeypatch.setattr(os, "fsync", fsync)

    def _flushed(self, handle: int) -> None:
        # An open handle keeps the inode's number from being given to another file.
        self._keep.append(os.dup(handle))
        found = os.fstat(handle)
        if stat.S_ISDIR(found.st_mode):
            self._folders[found.st_ino] = {entry.name: entry.inode() for entry in os.scandir(handle)}
        else:
            self._files[found.st_ino] = Path(f"/proc/self/fd/{handle}").read_bytes()

    def after_a_cut(self, root: Path, copy: Path) -> None:
        """Fill `copy` with what would be left of `root`, whose own name was flushed before."""
        with self._at_once:
            self._fill(root.stat().st_ino, copy)

    def _fill(self, folder: int, copy: Path) -> None:
        copy.mkdir()
        for name, inode in self._folders.get(folder, {}).items():
            if inode in self._files or inode not in self._folders:
                (copy / name).write_bytes(self._files.get(inode, b""))
            else:
                self._fill(inode, copy / name)

    def close(self) -> None:
        """Let go of the files."""
        for handle in self._keep:
            os.close(handle)
