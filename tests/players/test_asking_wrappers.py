"""Wrappers that ask the wrapped player themselves: the same answers, and nothing is computed that they do not want."""

from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest

from sim.errors import StrategyError
from sim.players.check.conformance import check_hooks, digest
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.rules import Rules

WRAPPER = """
    from typing import NamedTuple
    class Params(NamedTuple):
        seat: int = 3
    def otherwise(view, {third}):
        return {answer}
    def order_up(view, p, {third}):
        return 0 if view.seat == p.seat else otherwise(view, {third})
    """
INSIDE = """
    from typing import NamedTuple
    from sim.bits import U, popcount
    from sim.tables import table
    class Params(NamedTuple):
        least: int = 2
    BEYOND = table("beyond.npy")
    def order_up(v, p):
        return BEYOND[v.seat - 1] + 1 if popcount(v.hand >> U(48)) >= p.least else 0
    """


def wrapper(folder: Path, third: str, seats: int) -> str:
    """A player who passes in seat 3 and else leaves it to one whose table has so many seats."""
    np.save(folder / "beyond.npy", np.zeros(seats, dtype=np.int16))
    (folder / "inside.py").write_text(dedent(INSIDE))
    answer = "ask(view)" if third == "ask" else third
    (folder / f"{third}.py").write_text(dedent(WRAPPER.format(third=third, answer=answer)))
    return f"{folder / third}.py({folder / 'inside.py'}{{least=3}})/bots:steady"


def played(spec: str) -> str:
    return digest(Match(Rules(), spec, 1, "hands").play(0, 300, "hands"))


def test_asking_gives_what_is_given_otherwise(tmp_path: Path) -> None:
    given, asking = wrapper(tmp_path, "inner", 4), wrapper(tmp_path, "ask", 4)
    assert played(asking) == played(given)
    assert played(asking) != played(asking.replace("least=3", "least=2"))
    assert list(check_hooks(load_player(asking), Rules(), 1, 10)) == []


def test_who_is_not_asked_is_not_computed(tmp_path: Path) -> None:
    """The wrapped player would look outside of a table in seats 3 and 4."""
    with pytest.raises(StrategyError, match="looks outside of BEYOND"):
        played(wrapper(tmp_path, "ask", 2))
    late = wrapper(tmp_path, "ask", 2).replace("ask.py", "late.py")
    (tmp_path / "late.py").write_text((tmp_path / "ask.py").read_text().replace("== p.seat", ">= p.seat"))
    assert played(late)
    (tmp_path / "late.py").write_text(
        (tmp_path / "late.py").read_text().replace("ask(view)", "inner").replace(", ask)", ", inner)")
    )
    with pytest.raises(StrategyError, match="looks outside of BEYOND"):
        played(late)
