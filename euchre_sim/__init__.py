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

    from reports.api import load_run
    from sim.ask.answering import ask
    from sim.ask.moment import moment
    from sim.compare.comparison import compare
    from sim.compare.roundrobin import round_robin
    from sim.compare.sweep import sweep
    from sim.players.match import Match
    from sim.players.strategy import load_player
    from sim.rules.presets import preset
    from sim.rules.rules import Rules
    from sim.runs.run import run
    from sim.runs.trace import show, show_run
    from sim.solver.reading import solve

_HOMES = {
    "Match": "sim.players.match",
    "Rules": "sim.rules.rules",
    "ask": "sim.ask.answering",
    "compare": "sim.compare.comparison",
    "load_player": "sim.players.strategy",
    "load_run": "reports.api",
    "moment": "sim.ask.moment",
    "preset": "sim.rules.presets",
    "round_robin": "sim.compare.roundrobin",
    "run": "sim.runs.run",
    "show": "sim.runs.trace",
    "show_run": "sim.runs.trace",
    "solve": "sim.solver.reading",
    "sweep": "sim.compare.sweep",
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
    "solve",
    "sweep",
]


def __getattr__(name: str) -> "Any":
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
