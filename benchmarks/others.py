"""How busy other programs keep the machine while it is measured: figures from a shared machine must say so."""

import os
import time
from pathlib import Path

_STAT = Path("/proc/stat")


def _busy() -> float | None:
    """Seconds that all processors together have worked since the start of the system; None where nobody tells."""
    try:
        # user, nice, system, idle, iowait, irq, softirq, steal: what other systems took from this one counts too.
        fields = [int(field) for field in _STAT.read_text().split("\n", 1)[0].split()[1:9]]
    except (OSError, ValueError):
        return None
    return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")


def _own() -> float:
    """Seconds that this process and those it has waited for have worked."""
    return sum(os.times()[:4])


class Others:
    """Watches from its making on."""

    def __init__(self) -> None:
        self.load_before = os.getloadavg()[0]
        """Load average before anything is measured: later it is our own."""
        self._begun, self._busy, self._own = time.monotonic(), _busy(), _own()

    def processors(self) -> float | None:
        """Processors that other programs have used on the average since then; None where the system does not tell."""
        busy = _busy()
        if busy is None or self._busy is None:
            return None
        others = (busy - self._busy) - (_own() - self._own)
        return max(0.0, others) / max(time.monotonic() - self._begun, 1e-9)
