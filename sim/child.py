"""Processes beside this one: the same Python with the same path, in which our packages are ours as they are here."""

import os
import sys
from pathlib import Path


def python(code: str, *arguments: str) -> tuple[list[str], dict[str, str]]:
    """Command and environment of a Python process that runs `code`, whatever lies in the working folder."""
    paths = os.pathsep.join(path or str(Path.cwd()) for path in sys.path)
    # -P keeps the working folder out of its path; the import of euchre_sim sees to the names of our packages.
    command = [sys.executable, "-P", "-c", f"import euchre_sim; {code}", *arguments]
    return command, os.environ | {"PYTHONPATH": paths}
