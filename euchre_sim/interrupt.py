"""Stopping cleanly: the first Ctrl-C or SIGTERM asks, the second insists, and no moment of it prints a traceback."""

import os
import signal

TYPE_CHECKING = False  # as in typing: whatever is imported here keeps the command from hearing Ctrl-C for a while
if TYPE_CHECKING:
    import socket
    import sys
    from types import FrameType, TracebackType
    from typing import Any, NoReturn, Self

GRACE = 2.0
"""Seconds that the main thread has to hear of the second signal."""
BURST = 1.0
"""Seconds in which signals count as one: whoever holds Ctrl-C down sends thirty a second."""
CODE = 130
"""The exit code of whatever was interrupted, as sim.errors.Interrupted has it."""

_last_raised = float("-inf")
_raised_in_vain = False
"""True once Ctrl-C was raised before anything was begun: who begins something all the same never heard of it."""


def end_at_once() -> None:
    """From now on Ctrl-C ends the program with a sentence and nothing else: for its start, when nothing is begun."""
    signal.signal(signal.SIGINT, _end)


def end_in_order() -> None:
    """From now on Ctrl-C raises KeyboardInterrupt, once for a burst of signals, and never gets lost.

    Only where the start would have ended at once: whoever calls the command in a process of theirs keeps their handler.
    """
    import sys

    if signal.getsignal(signal.SIGINT) is not _end:
        return
    signal.signal(signal.SIGINT, _interrupt)
    sys.unraisablehook = _not_lost


def leave(code: int) -> "NoReturn":
    """End the program, without the threads that are left: Python would wait for them, and some strategies never answer.

    Threads are only left where somebody insisted; all that was finished is on disk by then.
    """
    is_ours = signal.getsignal(signal.SIGINT) is _interrupt
    if is_ours:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # any other handler is gone before Python has ended
    import contextlib
    import sys
    import threading

    from sim.runs.threads import THREADS

    # Where somebody keeps pressing Ctrl-C, Python does not come to its end in order.
    if not (is_ours and code == CODE) and not any(thread.name.startswith(THREADS) for thread in threading.enumerate()):
        sys.exit(code)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(code)


def _end(number: int, frame: "FrameType | None") -> None:
    _say_and_end("interrupted; nothing was written")


def _say_and_end(sentence: str) -> "NoReturn":
    try:
        os.write(2, f"euchre-sim: {sentence}\n".encode())
    finally:
        os._exit(CODE)


def _interrupt(number: int, frame: "FrameType | None") -> None:
    global _raised_in_vain
    _raised_in_vain = True
    _raise()


def _raise() -> None:
    # A second KeyboardInterrupt of the same burst would hit whoever deals with the first.
    import time

    global _last_raised
    now = time.monotonic()
    if now - _last_raised >= BURST:
        _last_raised = now
        raise KeyboardInterrupt


def _not_lost(unraisable: "sys.UnraisableHookArgs") -> None:
    # What the compiler calls back cannot raise: there an interruption would be printed as a traceback and forgotten.
    import sys

    if unraisable.exc_type is KeyboardInterrupt:
        _say_and_end("interrupted; what was finished is kept")
    sys.__unraisablehook__(unraisable)


class StopOnSignal:
    """While entered, SIGINT and SIGTERM make `asked()` true instead of ending the program at once.

    Until somebody has begun to ask (a compiler does not), and at the second signal, they raise KeyboardInterrupt; when
    the main thread does not hear that within `GRACE` seconds, for it is in a strategy that never answers, the program
    ends without it. Outside the main thread, where Python allows no handlers, nothing is changed.
    """

    def __init__(self) -> None:
        import threading

        self._heard = False
        self._somebody_asks = False
        self._before: dict[signal.Signals, Any] = {}
        self._left = threading.Event()
        self._bell: socket.socket | None = None

    def asked(self) -> bool:
        """Whether a signal has come."""
        self._somebody_asks = True
        return self._heard

    def __enter__(self) -> "Self":
        import socket
        import threading

        if _raised_in_vain:
            raise KeyboardInterrupt
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
        self, kind: type[BaseException] | None, error: BaseException | None, trace: "TracebackType | None"
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._left.set()
        if self._bell is not None:
            signal.set_wakeup_fd(-1)
            self._bell.close()

    def _listen(self, bell: "socket.socket") -> None:
        heard = 0
        with bell:
            while heard < 2 and (numbers := bell.recv(16)):
                heard += sum(number in (signal.SIGINT, signal.SIGTERM) for number in numbers)
        if heard >= 2 and not self._left.wait(GRACE):
            _say_and_end("interrupted; what was finished is kept")

    def _notice(self, number: int, frame: "FrameType | None") -> None:
        insists = self._heard or not self._somebody_asks
        self._heard = True  # also where it is raised: the compiler may take that for a failure of its own and go on
        if insists:
            _raise()
