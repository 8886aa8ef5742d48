"""`strategies check` of a player who looks ahead: fewer games, and each decision timed once, so that it ends soon."""

import pytest

from sim.players.check import checking
from sim.players.check.compiled_form import HookReport, inspect_player
from sim.players.check.conformance import ending
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS


@pytest.mark.nightly
@pytest.mark.parametrize("spec", ["rollout", "strong"])
def test_it_ends_soon(spec: str) -> None:
    result = checking.check(spec, ["standard"])
    assert result.passed, result.findings
    assert result.seconds < 60, "six seconds where nothing else runs"
    kinds = {hook.hook: hook.kind for hook in result.hooks}
    assert {kinds[name] for name in ("order_up", "discard", "lead", "follow")} == {"looks ahead"}


def test_hands_that_are_played_hang_on_the_player_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not on the clock: a slow machine checks the same."""
    played: list[int] = []

    def count(_spec: str, _games: object, seed: int, units: int) -> list[object]:
        played.append(units)
        return []

    monkeypatch.setattr(checking, "check_player", count)
    monkeypatch.setattr(checking, "inspect_player", lambda *_: [])
    monkeypatch.setattr(checking, "check_asked", lambda *_: [])
    monkeypatch.setattr(checking, "Watched", Unwatched)
    for spec in ("strong", "rollout(cautious)/basic", "basic/pimc", "basic"):
        list(checking._check(spec, ["standard"], 60.0, None))  # type: ignore[arg-type]
    assert played == [checking.UNITS_LOOKING_AHEAD] * 3 + [checking.UNITS]


class Unwatched:
    """Nothing ends the process of the tests."""

    def __init__(self, _files: object) -> None: ...

    def stage(self, *_: object) -> None: ...

    def end(self) -> None: ...


def test_each_hook_is_told_with_its_time() -> None:
    found: list[HookReport] = list(inspect_player(load_player("rollout{deals=5}"), [ending(PRESETS["standard"])]))
    times = {hook.hook: hook.nanoseconds for hook in found}
    assert all(times[name] for name in ("order_up", "discard", "lead", "follow"))
    assert not any(hook.advice for hook in found)
