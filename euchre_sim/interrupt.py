"""Stopping cleanly: the first Ctrl-C or SIGTERM asks, the second insists."""

import signal
import threading
from types import FrameType, TracebackType
from typing import Any, Self


class StopOnSignal:
    """While entered, SIGINT and SIGTERM make `asked()` true instead of ending the program at once.

    Until somebody has begun to ask (a compiler does not), and at the second signal, they raise KeyboardInterrupt.
    Outside the main thread, where Python allows no handlers, nothing is changed.
    """

    def __init__(self) -> None:
        self._heard = False
        self._somebody_asks = False
        self._before: dict[signal.Signals, Any] = {}

    def asked(self) -> bool:
        """Whether a signal has come."""
        self._somebody_asks = True
        return self._heard

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._notice)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _notice(self, number: int, frame: FrameType | None) -> None:
        if self._heard or not self._somebody_asks:
            raise KeyboardInterrupt
        self._heard = True
