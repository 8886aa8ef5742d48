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
    from reports.api import load_run
    from sim.ask.answering import ask
    from sim.ask.moment import moment
    from sim.chances.equity import equity
    from sim.compare.comparison import compare
    from sim.compare.roundrobin import round_robin
    from sim.compare.sweep import sweep
    from sim.errors import EuchreError
    from sim.players.given import as_player as load_player
    from sim.players.match import Match
    from sim.players.sources import strategies
    from sim.records.reading import read_records
    from sim.review.review_games import review
    from sim.rules.presets import preset, presets
    from sim.rules.rules import Rules
    from sim.runs.hindsight import hindsight
    from sim.runs.merge import merge_runs
    from sim.runs.repair import repair_run
    from sim.runs.run import run
    from sim.runs.trace import show, show_run
    from sim.runs.verify import verify_run
    from sim.solver.reading import solve

_HOMES = {
    "EuchreError": "sim.errors",
    "Match": "sim.players.match",
    "Rules": "sim.rules.rules",
    "ask": "sim.ask.answering",
    "compare": "sim.compare.comparison",
    "equity": "sim.chances.equity",
    "hindsight": "sim.runs.hindsight",
    "load_player": "sim.players.given",
    "load_run": "reports.api",
    "merge_runs": "sim.runs.merge",
    "moment": "sim.ask.moment",
    "preset": "sim.rules.presets",
    "presets": "sim.rules.presets",
    "read_records": "sim.records.reading",
    "review": "sim.review.review_games",
    "repair_run": "sim.runs.repair",
    "report": "euchre_sim.reporting",
    "round_robin": "sim.compare.roundrobin",
    "run": "sim.runs.run",
    "show": "sim.runs.trace",
    "show_run": "sim.runs.trace",
    "solve": "sim.solver.reading",
    "strategies": "sim.players.sources",
    "sweep": "sim.compare.sweep",
    "verify_run": "sim.runs.verify",
}
_CALLED = {"load_player": "as_player"}
"""What is called otherwise at home."""

__all__ = [
    "EuchreError",
    "Match",
    "Rules",
    "__version__",
    "ask",
    "compare",
    "equity",
    "hindsight",
    "load_player",
    "load_run",
    "merge_runs",
    "moment",
    "preset",
    "presets",
    "read_records",
    "repair_run",
    "report",
    "review",
    "round_robin",
    "run",
    "show",
    "show_run",
    "solve",
    "strategies",
    "sweep",
    "verify_run",
]


def __getattr__(name: str) -> "Any":
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), _CALLED.get(name, name))


def __dir__() -> list[str]:
    return sorted(__all__)
