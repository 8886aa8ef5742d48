"""The public Python API of euchre-sim; everything is imported when it is first used.

```python
from euchre_sim import run

print(run("standard", "basic", games=10_000, seed=1).finish())
```

Rules are named (`"standard"`), read from a TOML file, or `Rules`. Players are named (`"basic{order=22}"`), files,
classes or functions with hooks, or loaded. What is wrong is told by an `EuchreError`, in a sentence with a hint. More
examples are in docs/python.md.
"""

__version__ = "0.1.0"

from euchre_sim import own_names

own_names.bind()

TYPE_CHECKING = False  # as in typing, whose import would keep the command from hearing Ctrl-C for a while
if TYPE_CHECKING:
    from typing import Any

    from euchre_sim.reporting import report
    from reports.run import load_run
    from sim.ask import ask
    from sim.compare import compare
    from sim.equity import equity
    from sim.errors import EuchreError
    from sim.given import as_player as load_player
    from sim.match import Match
    from sim.moment import moment
    from sim.presets import preset, presets
    from sim.roundrobin import round_robin
    from sim.rules import Rules
    from sim.run import run
    from sim.sources import strategies
    from sim.sweep import sweep
    from sim.trace import show, show_run

_HOMES = {
    "EuchreError": "sim.errors:EuchreError",
    "Match": "sim.match:Match",
    "Rules": "sim.rules:Rules",
    "ask": "sim.ask:ask",
    "compare": "sim.compare:compare",
    "equity": "sim.equity:equity",
    "load_player": "sim.given:as_player",
    "load_run": "reports.run:load_run",
    "moment": "sim.moment:moment",
    "preset": "sim.presets:preset",
    "presets": "sim.presets:presets",
    "report": "euchre_sim.reporting:report",
    "round_robin": "sim.roundrobin:round_robin",
    "run": "sim.run:run",
    "show": "sim.trace:show",
    "show_run": "sim.trace:show_run",
    "strategies": "sim.sources:strategies",
    "sweep": "sim.sweep:sweep",
}

__all__ = [
    "EuchreError",
    "Match",
    "Rules",
    "__version__",
    "ask",
    "compare",
    "equity",
    "load_player",
    "load_run",
    "moment",
    "preset",
    "presets",
    "report",
    "round_robin",
    "run",
    "show",
    "show_run",
    "strategies",
    "sweep",
]


def __getattr__(name: str) -> "Any":
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home, _, what = _HOMES[name].partition(":")
    return getattr(import_module(home), what)


def __dir__() -> list[str]:
    return sorted(__all__)
