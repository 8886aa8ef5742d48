"""Commands in processes of their own, as a user starts them: how long they took and how much memory they had.

Linux counts the memory of whoever starts a program as the program's own. So this file is also a small program that
starts the command and writes down what it saw: the memory of the benchmarks does not come into it.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Finished:
    """What a command took: wall clock in seconds, largest memory in bytes."""

    seconds: float
    peak: int


def euchre_sim(arguments: Sequence[str], folder: Path, cache: Path) -> Finished:
    """Run `euchre-sim` in `folder` with its compiled code in `cache`. Raises RuntimeError when it fails."""
    seen = folder / "seen.json"
    command = [sys.executable, "-m", "euchre_sim", *arguments]
    environment = os.environ | {"EUCHRE_SIM_CACHE": str(cache), "PYTHONPATH": str(ROOT)}
    launcher = [sys.executable, "-I", "-S", __file__, str(seen), *command]
    done = subprocess.run(launcher, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr.strip()}")
    return Finished(**json.loads(seen.read_text()))


def launch(seen: str, command: list[str]) -> int:
    """Run a command, write its time and memory to the file `seen`, and return its exit code."""
    begun = time.perf_counter()
    process = os.posix_spawn(command[0], command, os.environ)
    _, status, usage = os.wait4(process, 0)
    seconds = time.perf_counter() - begun
    unit = 1 if sys.platform == "darwin" else 1024
    with open(seen, "w") as file:  # noqa: PTH123 (pathlib would be part of the launcher's memory)
        json.dump({"seconds": seconds, "peak": usage.ru_maxrss * unit}, file)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(launch(sys.argv[1], sys.argv[2:]))
