"""The steps of decisions, each made once in a process: compiled from a hook, or called back in NumPy."""

import dataclasses

from sim.players.linking import Decider, Step
from sim.players.look_ahead import LookAheadStep
from sim.players.numpy_steps import NumpyStep

SEATED_HOOKS = frozenset({"lead", "follow"})
"""Hooks whose steps are compiled for a number of players; those asked once a hand would not repay it."""
AnyStep = Step | NumpyStep | LookAheadStep
_steps: dict[tuple[Decider, str, int], Step | NumpyStep] = {}


def step_of(decision: Decider, players: int) -> Step | NumpyStep:
    """The step of a decision at a table of so many players. Raises StrategyError for a hook that can't be one."""
    players = players if decision.hook in SEATED_HOOKS else 0
    # Parameters are data: the step is the same whatever their values.
    inner = dataclasses.replace(decision.inner, values=()) if decision.inner else None
    key = dataclasses.replace(decision, values=(0.0,) * len(decision.values), inner=inner)
    if decision.in_numpy:
        key = decision
    place = key, decision.label, players
    if place not in _steps:
        _steps[place] = NumpyStep(decision) if decision.in_numpy else Step(decision, players)
    return _steps[place]
