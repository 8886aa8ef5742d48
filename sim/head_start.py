"""A head start: while this process compiles the engine, a second one compiles the default player and the play.

Both take about half of the time of the first start, and the compiler uses one processor only. The second process leaves
what it compiled in the cache folder; if it fails nothing is lost, since whatever is missing is compiled here.
"""

import os
import subprocess
import sys

from sim import child
from sim.bits import COMPILED
from sim.compiling import cache_is_lasting

_CHILD = "EUCHRE_SIM_HEAD_START"
_running: list["subprocess.Popen[bytes]"] = []


def begin() -> bool:
    """Start compiling the default player, then the play, elsewhere; the engine is about to be compiled here.

    Answers whether that was possible.
    """
    if not COMPILED or _running or _CHILD in os.environ or not cache_is_lasting():
        return False
    if not sys.executable or (os.cpu_count() or 1) < 2:
        return False
    code = (
        "import sim.strategy as s; s.load_player(s.DEFAULT).link(s.USUAL_HOOKS, s.TURN_UP, s.FOUR); "
        "import sim.engine.play"
    )
    command, environment = child.python(code)
    try:
        _running.append(
            subprocess.Popen(
                command,
                env=environment | {_CHILD: "1"},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for this process; what the other has compiled is not wasted
            )
        )
    except OSError:
        return False
    return True


def wait() -> None:
    """Wait until what was started is done."""
    while _running:
        _running.pop().wait()
