"""The files of a report on disk: written aside and then put in their place, so that a report is whole or not there."""

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from sim.errors import StorageError

ABOUT_FILE: Final = "about.json"
"""Names the runs of a report and every file that belongs to it; a folder without it is not written over."""
_ASIDE: Final = ".euchre-sim-report-"
"""How the folder begins in which files are written before they are put in their place."""


def owned_files(out: Path) -> list[str]:
    """Files of an earlier report in the folder; StorageError where it holds anything that is no report."""
    if out.is_file():
        raise StorageError(f"{out} is a file", "choose another --out")
    try:
        # What a report that was killed has left is no reason to refuse the next one.
        if not out.exists() or all(path.name.startswith(_ASIDE) for path in out.iterdir()):
            return []
        about = json.loads((out / ABOUT_FILE).read_bytes())
        return [str(name) for name in about["files"] if not Path(name).is_absolute() and ".." not in Path(name).parts]
    except (OSError, ValueError, KeyError, TypeError):
        raise StorageError(f"{out} holds other files than a report", "choose another --out") from None


def write_files(out: Path, files: Mapping[str, bytes], old: Sequence[str]) -> None:
    """Write the files of a report, the one that makes it one (ABOUT_FILE) first, in place of an `old` one's.

    What cannot be written whole leaves the folder as it was. Raises StorageError.
    """
    made = not out.exists()
    aside = out / f"{_ASIDE}{os.getpid()}"
    try:
        try:
            for name, data in files.items():
                path = aside / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
            for left in out.glob(f"{_ASIDE}*"):
                if left != aside:
                    shutil.rmtree(left, ignore_errors=True)
            for name in files:
                (out / name).parent.mkdir(parents=True, exist_ok=True)
                (aside / name).replace(out / name)
            for name in set(old).difference(files, [ABOUT_FILE]):
                (out / name).unlink(missing_ok=True)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    except OSError as error:
        if made and out.is_dir() and not any(out.iterdir()):
            out.rmdir()
        reason = (error.strerror or str(error)).lower()
        raise StorageError(f"cannot write the report to {out}: {reason}", "choose another --out") from None
