"""The public Python API of euchre-sim; everything is imported when it is first used.

```python
from euchre_sim import preset, run
print(run(preset("standard"), ["basic"], games=10_000, seed=1).finish().summary.to_text())
```
"""

__version__ = "0.1.0"

from euchre_sim import own_names

own_names.bind()

TYPE_CHECKING = False  # as in typing, whose import would keep the command from hearing Ctrl-C for a while
if TYPE_CHECKING:
    from typing import Any

    from reports.run import load_run
    from sim.ask import ask
    from sim.compare import compare
    from sim.match import Match
    from sim.moment import moment
    from sim.presets import preset
    from sim.roundrobin import round_robin
    from sim.rules import Rules
    from sim.run import run
    from sim.strategy import load_player
    from sim.sweep import sweep
    from sim.trace import show, show_run

_HOMES = {
    "Match": "sim.match",
    "Rules": "sim.rules",
    "ask": "sim.ask",
    "compare": "sim.compare",
    "load_player": "sim.strategy",
    "load_run": "reports.run",
    "moment": "sim.moment",
    "preset": "sim.presets",
    "round_robin": "sim.roundrobin",
    "run": "sim.run",
    "show": "sim.trace",
    "show_run": "sim.trace",
    "sweep": "sim.sweep",
}

__all__ = [
    "Match",
    "Rules",
    "__version__",
    "ask",
    "compare",
    "load_player",
    "load_run",
    "moment",
    "preset",
    "round_robin",
    "run",
    "show",
    "show_run",
    "sweep",
]


def __getattr__(name: str) -> "Any":
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
