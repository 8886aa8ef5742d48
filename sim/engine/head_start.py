"""Compiling the engine, with a head start: a second process compiles the default player and the play meanwhile.

Both take about half of the time of the first start, and the compiler uses one processor only. The second process leaves
what it compiled in the cache folder; if it fails nothing is lost, since whatever is missing is compiled here.
"""

import os
import subprocess
import sys

from sim import child
from sim.bits import COMPILED
from sim.engine.cache_folder import cache_is_lasting
from sim.engine.jit import ENGINE, compile_now, is_compiled

_CHILD = "EUCHRE_SIM_HEAD_START"
_running: list["subprocess.Popen[bytes]"] = []


def compile_engine() -> None:
    """Compile the engine unless an earlier run has; who plays needs not ask whether it is."""
    if _CHILD in os.environ or is_compiled(ENGINE):
        return
    begin()
    # Early here, for what the other process compiles last is built on it.
    from sim.engine import batch, match_state, record

    sentence = "compiling the engine (about half a minute, once on this machine)"
    compile_now(ENGINE, sentence, (record, batch, match_state))


def begin() -> bool:
    """Start compiling the default player, then the play, elsewhere; answers whether that was possible."""
    if not COMPILED or _running or _CHILD in os.environ or not cache_is_lasting():
        return False
    if not sys.executable or (os.cpu_count() or 1) < 2:
        return False
    code = (
        "import sim.players.strategy as s; s.load_player(s.DEFAULT).link(s.USUAL_HOOKS, s.TURN_UP, s.FOUR); "
        "from sim.engine.play import play; play.load()"
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
