"""Strategies that decide in NumPy: they play as an equivalent compiled one does, and their mistakes are told."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import dedent

import pytest

from sim.bits import U
from sim.errors import IllegalAction, StrategyError
from sim.players.check.conformance import ask_in_python, check_player, digest
from sim.players.hook_names import TURN_UP
from sim.players.match import Match
from sim.players.strategy import FOUR, load_player
from sim.rules.presets import PRESETS
from sim.views import MASKS, View
from support.places import ROOT

PLAIN = """
    from typing import NamedTuple
    from sim.bits import U, low, popcount
    class Params(NamedTuple):
        few: int = 3
        odd: float = 0.5
    def order_up(v, p):
        return 1 if popcount(v.hand >> U(48)) + p.odd * (v.seat & 1) >= p.few else 0
    def name_trump(v, p):
        return 2 if v.suits & 2 and popcount(v.hand & U(0xFFFF0000)) + p.odd >= p.few or v.stuck else 0
    def discard(v):
        return low(v.hand & ~v.upcard)
    def lead(v):
        return low(v.hand)
    def follow(v):
        suited = v.hand & v.led
        return low(suited) if suited != U(0) else low(v.hand)
    def defend_alone(v):
        return 1 if v.random & U(7) == U(0) else 0
    """
ARRAYS = """
    import numpy as np
    from typing import NamedTuple
    BATCH = True
    U = np.uint64
    class Params(NamedTuple):
        few: int = 3
        odd: float = 0.5
    def count(cards):
        return np.bitwise_count(cards).astype(np.int64)
    def low(cards):
        return cards & (~cards + U(1))
    def order_up(v, p):
        return count(v.hand >> U(48)) + p.odd * (v.seat & 1) >= p.few
    def name_trump(v, p):
        good = (v.suits & 2 > 0) & (count(v.hand & U(0xFFFF0000)) + p.odd >= p.few)
        return np.where(good | (v.stuck == 1), 2, 0)
    def discard(v):
        return low(v.hand & ~v.upcard)
    def lead(v):
        return low(v.hand)
    def follow(v):
        suited = v.hand & v.led
        return np.where(suited != 0, low(suited), low(v.hand))
    def defend_alone(v):
        return v.random & U(7) == 0
    """
TABLES = ("standard", "standard-spruce", "canadian", "classic32")


def bot(folder: Path, text: str, name: str = "bot.py") -> str:
    """A strategy file; its specification."""
    (folder / name).write_text(dedent(text).lstrip())
    return str(folder / name)


@pytest.mark.nightly
@pytest.mark.parametrize("preset", TABLES)
@pytest.mark.parametrize("params", ["", "{few=2,odd=0.25}"])
def test_the_same_games_as_a_compiled_one(preset: str, params: str, tmp_path: Path) -> None:
    plain, arrays = bot(tmp_path, PLAIN, "plain.py") + params, bot(tmp_path, ARRAYS, "arrays.py") + params
    rules = PRESETS[preset].with_changes({"max_hands": 15})
    for table in (["{}"], ["{}", "basic"]):
        found = [
            digest(Match(rules, [load_player(spec.format(one)) for spec in table], 5).play(0, 1500, "plays"))
            for one in (plain, arrays)
        ]
        assert found[0] == found[1]


@pytest.mark.nightly
def test_parameters_matter(tmp_path: Path) -> None:
    arrays = bot(tmp_path, ARRAYS)
    counts = []
    for few in (1, 3, 5):
        hands = (
            Match(PRESETS["standard"], [load_player(f"{arrays}{{few={few}}}")], 1, "hands").play(0, 500, "hands").hands
        )
        assert hands is not None
        counts.append(int((hands["round"] == 1).sum()))
    assert counts[0] > counts[1] > counts[2]


def test_it_keeps_the_contract(tmp_path: Path) -> None:
    games = {"standard": PRESETS["standard"], "spruce": PRESETS["standard-spruce"]}
    assert [str(one) for one in check_player(bot(tmp_path, ARRAYS), games, units=6)] == []


def test_threads(tmp_path: Path) -> None:
    """Each thread has its own room for the views."""
    rules, players = PRESETS["standard"], [load_player(bot(tmp_path, ARRAYS)), load_player("basic")]
    match = Match(rules, players, 7)

    def play(chunk: int) -> str:
        return digest(match.play(chunk * 300, (chunk + 1) * 300, "plays"))

    alone = [play(chunk) for chunk in range(8)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(play, range(8))) == alone


def test_without_the_compiler(tmp_path: Path) -> None:
    code = (
        "import sys; from sim.players.check.conformance import digest; from sim.players.match import Match\n"
        "from sim.rules.presets import PRESETS\n"
        "from sim.players.strategy import load_player\n"
        "match = Match(PRESETS['standard'], [load_player(sys.argv[1] + '/' + sys.argv[1])], 5)\n"
        "print(digest(match.play(0, 3, 'plays')))\n"
    )
    spec = bot(tmp_path, ARRAYS)
    done = subprocess.run(
        [sys.executable, "-c", code, spec],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    here = digest(Match(PRESETS["standard"], [load_player(f"{spec}/{spec}")], 5).play(0, 3, "plays"))
    assert done.stdout.strip() == here


def test_views_have_all_fields_with_their_kinds(tmp_path: Path) -> None:
    checks = "\n".join(
        f"        assert v.{name}.dtype == np.{'uint64' if name in MASKS else 'int64'} and v.{name}.ndim == 1"
        for name in View._fields
    )
    text = f"""
    import numpy as np
    BATCH = True
    def order_up(v):
{checks}
        assert len(v.hand) > 1
        return 0
    """
    spec = bot(tmp_path, text.replace("\n        ", "\n        "))
    Match(PRESETS["standard"].with_changes({"max_hands": 1}), [load_player(spec)], 1).play(0, 50)


@pytest.mark.parametrize(
    ("body", "line", "message"),
    [
        ("    return 1 / len(v.nothing)", 3, "AttributeError: 'View' object has no attribute 'nothing'"),
        ("    x = v.hand[10**6]\n    return x", 3, "IndexError: index 1000000 is out of bounds"),
        ("    return helper(v)\ndef helper(v):\n    raise ValueError('no idea')", 5, "ValueError: no idea"),
        (
            "    return v.seat[:-1]",
            2,
            r"it must answer with \d+ whole numbers or masks, not with an array of shape \(\d+,\)",
        ),
        ("    return np.zeros((len(v.seat), 2), int)", 2, r"not with an array of shape \(\d+, 2\) and type int64"),
        ("    return v.seat * 0.5", 2, "whole numbers or masks, not with an array of shape .* and type float64"),
        ("    return None", 2, r"not with an array of shape \(\) and type object"),
        ("    return 'pass'", 2, r"not with an array of shape \(\) and type <U4"),
    ],
)
def test_mistakes_are_told_with_their_line(body: str, line: int, message: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(f"import numpy as np; BATCH = True\ndef order_up(v):\n{body}\n")
    spec = str(tmp_path / "bot.py")
    with pytest.raises(StrategyError) as caught:
        Match(PRESETS["standard"], [load_player(spec)], 1).play(0, 100)
    said = caught.value.message
    assert said.startswith(f"{spec}:{line}: order_up of {spec} failed: "), said
    assert re.search(message, said), said
    # The next match hears nothing of it.
    Match(PRESETS["standard"], [load_player("basic")], 1).play(0, 10)


def test_one_answer_for_all_will_do(tmp_path: Path) -> None:
    spec = bot(tmp_path, "BATCH = True\ndef order_up(v):\n    return 1\n")
    hands = Match(PRESETS["standard"], [load_player(spec)], 1, "hands").play(0, 50, "hands").hands
    assert hands is not None and (hands["round"] == 1).all()


def test_illegal_actions(tmp_path: Path) -> None:
    spec = bot(tmp_path, "BATCH = True\ndef lead(v):\n    return v.hand\n")
    with pytest.raises(IllegalAction, match=r"bot\.py broke the rules: lead in trick 1, seat \d dealt"):
        Match(PRESETS["standard"], [load_player(f"basic/{spec}")], 1).play(0, 50)


WRAPPER = "def order_up(v, p, inner):\n    return inner\ndef lead(v, p, inner):\n    return inner\n"
WRAPPER += "from typing import NamedTuple\nclass Params(NamedTuple):\n    x: int = 3\n"


@pytest.mark.parametrize("hook", ["order_up", "lead_pfeffer"])
def test_it_neither_wraps_nor_is_wrapped(hook: str, tmp_path: Path) -> None:
    """Said while it is loaded: nothing is compiled for it."""
    (tmp_path / "wrapper.py").write_text(WRAPPER)
    arrays = bot(tmp_path, f"BATCH = True\ndef {hook}(v):\n    return v.seat * 0\n")
    refused = r"bot\.py decides in NumPy, and such a strategy can neither wrap another nor be wrapped"
    with pytest.raises(StrategyError, match=refused):
        load_player(f"{tmp_path}/wrapper.py({arrays})")
    arrays = bot(tmp_path, "BATCH = True\n" + WRAPPER.replace("lead", hook))
    for spec in (f"{arrays}(basic)", arrays):
        with pytest.raises(StrategyError, match=refused):
            load_player(spec)


@pytest.mark.nightly
def test_a_wrapper_of_other_hooks_lets_it_decide(tmp_path: Path) -> None:
    (tmp_path / "wrapper.py").write_text(WRAPPER.replace("order_up", "name_trump"))
    arrays = bot(tmp_path, "BATCH = True\ndef order_up(v):\n    return v.seat * 0 + 1\n")
    player = load_player(f"{tmp_path}/wrapper.py({arrays})")
    hands = Match(PRESETS["standard"], [player], 1, "hands").play(0, 50, "hands").hands
    assert hands is not None and (hands["round"] == 1).all()


def test_asked_about_one_view(tmp_path: Path) -> None:
    made = load_player(bot(tmp_path, ARRAYS)).steps((), TURN_UP, FOUR)["order_up"][1]
    view = View(**dict.fromkeys(View._fields, 0))
    strong: View = view._replace(hand=U(0b11111 << 48), seat=2)  # type: ignore[arg-type]
    assert (ask_in_python(made, strong), ask_in_python(made, view)) == (1, 0)
