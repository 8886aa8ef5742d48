"""File systems of a fixed size, or that cannot be written, where this process may mount them."""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[Callable[[str], None]]:
    """A file system of `size` at `place`; what it gives changes its options, as in `change("size=4m")`.

    Skips the test where mounting is not allowed.
    """
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place], capture_output=True)
    if made.returncode:
        pytest.skip("this process may not mount a file system of a fixed size")

    def change(option: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{option}", place], check=True)

    try:
        yield change
    finally:
        subprocess.run(["umount", "-l", place], check=True)
