"""Opening what must be a plain file: never a pipe or a device, which could keep us waiting, nor more than fits."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


def open_plain(path: str | Path) -> BinaryIO:
    """A file opened for reading. Raises OSError in words for a folder, pipe, device or socket, without waiting."""
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    handle = os.open(path, flags)
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        raise OSError(0, "it is no plain file")
    return os.fdopen(handle, "rb", buffering=0)


def read_plain(path: str | Path, most: int) -> bytes:
    """The content of a file of at most `most` bytes. Raises OSError in words, for larger files before they are read."""
    with open_plain(path) as file:
        if os.fstat(file.fileno()).st_size > most:
            raise OSError(0, f"it has more than {most} bytes")
        return file.read(most + 1)[:most]
