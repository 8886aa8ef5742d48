"""Stopping cleanly: the first Ctrl-C or SIGTERM asks, the second insists."""

import contextlib
import os
import signal
import socket
import sys
import threading
from types import FrameType, TracebackType
from typing import Any, Final, NoReturn, Self

from euchre_sim import console
from sim.errors import Interrupted

GRACE: Final = 2.0
"""Seconds that the main thread has to hear of the second signal."""


def leave(code: int) -> NoReturn:
    """End the program, without the threads that are left: Python would wait for them, and some strategies never answer.

    Threads are only left where somebody insisted; all that was finished is on disk by then.
    """
    from sim.ordered import THREADS

    if not any(thread.name.startswith(THREADS) for thread in threading.enumerate()):
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


class StopOnSignal:
    """While entered, SIGINT and SIGTERM make `asked()` true instead of ending the program at once.

    Until somebody has begun to ask (a compiler does not), and at the second signal, they raise KeyboardInterrupt; when
    the main thread does not hear that within `GRACE` seconds, for it is in a strategy that never answers, the program
    ends without it. Outside the main thread, where Python allows no handlers, nothing is changed.
    """

    def __init__(self) -> None:
        self._heard = False
        self._somebody_asks = False
        self._before: dict[signal.Signals, Any] = {}
        self._left = threading.Event()
        self._bell: socket.socket | None = None

    def asked(self) -> bool:
        """Whether a signal has come."""
        self._somebody_asks = True
        return self._heard

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._notice)
            # Python's handlers run in the main thread alone; this bell also rings while compiled code keeps it busy.
            bell, self._bell = socket.socketpair()
            self._bell.setblocking(False)
            signal.set_wakeup_fd(self._bell.fileno(), warn_on_full_buffer=False)
            threading.Thread(target=self._listen, args=(bell,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._left.set()
        if self._bell is not None:
            signal.set_wakeup_fd(-1)
            self._bell.close()

    def _listen(self, bell: socket.socket) -> None:
        heard = 0
        with bell:
            while heard < 2 and (numbers := bell.recv(16)):
                heard += sum(number in (signal.SIGINT, signal.SIGTERM) for number in numbers)
        if heard >= 2 and not self._left.wait(GRACE):
            console.complain("interrupted; what was finished is kept")
            os._exit(Interrupted.exit_code)

    def _notice(self, number: int, frame: FrameType | None) -> None:
        if self._heard or not self._somebody_asks:
            raise KeyboardInterrupt
        self._heard = True
