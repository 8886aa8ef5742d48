"""Sweeps: axes, common deals, nothing compiled anew, the best without its luck, and the command."""

import re
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.bits import COMPILED
from sim.compare.comparison import compare
from sim.compare.sums import JointSums
from sim.compare.sweep import Axis, SweepResult, sweep, with_param
from sim.errors import Interrupted, StrategyError, UsageError
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from sim.stats.estimates import Estimate
from support.command_line import Cli
from support.envelope import again, result
from support.places import BOTS

SLACK = f"{BOTS}/slack.py:Slack"
"""A wrapper that is a little worse than the player inside."""
STANDARD = PRESETS["standard"]


def made(*axes: str, spec: str = "basic", **options: Any) -> SweepResult:
    return sweep(STANDARD, spec, axes, **{"pairs": 2000, "seed": 5} | options).finish()


# Axes


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("order=18:21:1", (18, 19, 20, 21)),
        ("order=18:21", (18, 19, 20, 21)),
        ("order=18:21.5:2", (18, 20)),
        ("order=0:0.3:0.1", (0, 0.1, 0.2, 0.3)),
        ("order=-2:2:2", (-2, 0, 2)),
        ("order=5:5:1", (5,)),
        (" order = 3, 1,2,1 ", (3, 1, 2)),
    ],
)
def test_axes(text: str, values: tuple[float, ...]) -> None:
    assert Axis.parse(text) == Axis("order", values)


@pytest.mark.parametrize(
    "text", ["", "order", "order=", "=1:2", "order=1:2:0", "order=2:1:1", "order=1:2:3:4", "order=a:b", "order=1,,2",
             "order=0:1e9:1", "order=nan:1:1", "order=0:inf:1", "order=1:2:-1"],
)  # fmt: skip
def test_axes_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(UsageError):
        Axis.parse(text)


def test_a_parameter_is_set_where_it_belongs() -> None:
    assert with_param(load_player("basic"), "order_1", 250).spec == "basic{order_1=250}"
    assert with_param(load_player("basic{order_2=7}"), "order_1", 250).spec == "basic{order_1=250,order_2=7}"
    assert with_param(load_player("bridge(lukefitz)"), "chance", 30).spec == "bridge{chance=30}(lukefitz)"
    mixed = load_player("basic/cautious")
    assert with_param(mixed, "order_1", 250).spec == "basic{order_1=250}/cautious"
    assert with_param(mixed, "play.order_1", 250).spec == "basic/cautious{order_1=250}"
    inner = load_player("lukefitz").params
    name, value = next(iter(inner.items()))
    assert (
        with_param(load_player("bridge(lukefitz)"), name, value + 1).spec == f"bridge(lukefitz{{{name}={value + 1:g}}})"
    )


def test_a_set_player_is_the_one_that_its_spec_loads() -> None:
    player = with_param(load_player("bridge(lukefitz)"), "chance", 30)
    assert player.source_hash == load_player(player.spec).source_hash


def test_unknown_parameters_and_fractions_are_refused() -> None:
    with pytest.raises(StrategyError, match="no parameter 'ordre_1'") as error:
        with_param(load_player("basic"), "ordre_1", 1)
    assert "did you mean order_1?" in error.value.hint
    with pytest.raises(StrategyError, match="order_1 must be a whole number"):
        with_param(load_player("basic"), "order_1", 1.5)
    with pytest.raises(StrategyError) as error:
        with_param(load_player("random"), "order", 1)
    assert error.value.hint == "parameters and values: none"


# Results


def test_every_value_is_what_a_comparison_gives() -> None:
    result = made("order_1=200:300:50", against="cautious")
    for point, value in zip(result.points, (200, 250, 300), strict=True):
        assert point.values == (value,)
        alone = compare(STANDARD, f"basic{{order_1={value}}}", "cautious", pairs=2000, seed=5, opponents=()).finish()
        assert alone.hands is not None
        assert point.points.value == pytest.approx(alone.hands.value.value)
        assert point.points.se == pytest.approx(alone.hands.value.se)
    assert result.best_point.points.value == max(point.points.value or 0 for point in result.points)
    assert result.best_point.less_best.value == 0.0
    assert all((point.less_best.value or 0) <= 0 for point in result.points)


def test_intervals_of_less_the_best_cover_although_the_same_deals_chose_the_best() -> None:
    """Eight values that are equally good: every difference is nothing, whichever turned out best."""
    source, runs, size = np.random.default_rng(6), 1000, 8
    level = 1 - 0.05 / (size * (size - 1) // 2)
    all_hold, plain_hold = 0, []
    for _ in range(runs):
        values = source.integers(-4, 5, 300) * (source.random((size, 300)) < 0.4)
        sums = JointSums(size, 2, [4.0] * size)
        sums.add(values)
        means = [sums.mean(k, "points").value or 0.0 for k in range(size)]
        best = means.index(max(means))
        others = [k for k in range(size) if k != best]
        all_hold += all(holds(sums.difference(k, best, "points", level)) for k in others)
        plain_hold += [holds(sums.difference(k, best, "points")) for k in others]
    assert 0.95 <= all_hold / runs <= 0.995
    assert np.mean(plain_hold) < 0.93, "were they not chosen, plain intervals would do"


def holds(difference: Estimate) -> bool:
    return difference.lo is not None and difference.hi is not None and difference.lo <= 0 <= difference.hi


def test_the_best_is_played_again_on_fresh_deals() -> None:
    result = made("order_1=200:300:50", against="cautious")
    assert result.again is not None and result.again.n == 2000
    assert result.again.value != result.best_point.points.value
    longer = compare(STANDARD, result.best_point.spec, "cautious", pairs=4000, seed=5, opponents=()).finish()
    assert longer.hands is not None
    both = ((result.best_point.points.value or 0) + (result.again.value or 0)) / 2
    assert both == pytest.approx(longer.hands.value.value)


def test_without_an_opponent_it_is_the_player_as_it_is() -> None:
    order = int(load_player("basic").params["order_1"])
    result = made(f"order_1={order},{order + 60}")
    assert result.opponent.spec == "basic"
    assert result.points[0].points.value == 0.0
    assert result.points[0].points.hi == 0.0


BOT = """
from typing import NamedTuple

class Params(NamedTuple):
    aces: int = 2

def order_up(v, p: Params):
    return 1 if v.seat + {} > p.aces else 0
"""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_nothing_is_compiled_for_fifty_values(tmp_path: Path, compiled: list[str]) -> None:
    (tmp_path / "bot.py").write_text(BOT.format(time.time_ns() % 2**40))  # which nobody has compiled
    made("aces=1,2", spec=f"{tmp_path}/bot.py", pairs=100)
    assert [name.startswith("order_up_") for name in compiled] == [True]
    result = made("aces=1:50:1", spec=f"{tmp_path}/bot.py", pairs=100)
    assert len(result.points) == 50
    assert len(compiled) == 1


def test_a_grid_of_two_parameters() -> None:
    result = made("order_1=200:300:50", "order_2=150,250", pairs=1000)
    assert [point.values for point in result.points] == [(a, b) for a in (200, 250, 300) for b in (150, 250)]
    lines = result.to_text().splitlines()
    assert lines[3].split() == ["order_1", "\\", "order_2", "150", "250"]
    assert [line.split()[0] for line in lines[4:7]] == ["200", "250", "300"]
    assert sum(line.count("*") for line in lines[4:7]) == 1


def test_no_number_depends_on_threads() -> None:
    one, three = (made("order_1=200:300:50", threads=threads, pairs=9000).to_dict() for threads in (1, 3))
    del one["seconds"], three["seconds"]
    assert one == three


@pytest.mark.parametrize("game", ["two-handed", "cutthroat", "british"])
def test_other_games(game: str) -> None:
    result = sweep(PRESETS[game], "basic", ["name_1=100:300:100"], against="random", pairs=500, seed=1).finish()
    assert (result.best_point.points.value or 0) > 0.5


def test_what_was_played_before_an_interruption_is_kept() -> None:
    asked = [0]

    def stop() -> bool:
        asked[0] += 1
        return asked[0] > 3

    running = sweep(STANDARD, "basic", ["order_1=200:300:50"], pairs=10_000_000, seed=1, threads=1, stop=stop)
    with pytest.raises(Interrupted, match="of 10000000 pairs of each value"):
        running.finish()
    assert not running.result.complete
    assert running.result.again is None
    assert running.result.to_text().startswith("INTERRUPTED")


@pytest.mark.nightly
def test_values_that_are_really_worse_are_told_from_the_best() -> None:
    result = made("call=0,50,100", spec=f"{SLACK}(lukefitz)", against="lukefitz", pairs=4000)
    assert result.best == 0
    assert [point.like_best for point in result.points] == [True, False, False]


@pytest.mark.parametrize("axes", [[], ["order_1=1:2", "order_1=3:4"], ["order_1=1:2000", "order_2=1:2000"]])
def test_grids_that_make_no_sense_are_refused(axes: list[str]) -> None:
    with pytest.raises(UsageError):
        sweep(STANDARD, "basic", axes)


# The command


def test_the_command_prints_table_and_plot(cli: Cli) -> None:
    found = cli("sweep basic --param order_1=200:300:20 --against cautious --pairs 2000 --seed 3 -q")
    assert found.exit_code == 0, found.stderr
    lines = found.stdout.splitlines()
    assert lines[0] == "standard: order_1 of basic against cautious, seed 3"
    assert lines[1] == "6 values, 2 000 mirrored pairs each, on the same deals"
    assert [line.split()[0] for line in lines[4:10]] == ["200", "220", "240", "260", "280", "300"]
    for line in lines[4:10]:
        assert re.fullmatch(r"    \d+  +[+-]0\.\d+ ± 0\.\d+  +(-0\.\d+ ± 0\.\d+)? [*= ] \|[ ─●·]{36,40}\|", line), line
        assert line.count("●") == 1
    assert sum("*" in line for line in lines[4:10]) == 1
    text = found.stdout
    assert re.search(r"^best    order_1 = \d+: \+0\.\d+ ± 0\.\d+ points a hand$", text, re.MULTILINE)
    assert re.search(r"^fresh   [+-]0\.\d+ ± 0\.\d+ on 2 000 fresh deals$", text, re.MULTILINE)
    assert "looks better than it is" in text.replace("\n", " ")
    command = "euchre-sim sweep basic --param order_1=200:300:20 --against cautious --pairs 2000 --seed 3"
    assert again(text) == command


def test_json(cli: Cli) -> None:
    data = result(cli("sweep basic --param order_1=200,300 --pairs 500 --seed 3 --json -q").stdout)
    assert [point["values"] for point in data["points"]] == [[200], [300]]
    assert data["axes"] == [{"name": "order_1", "values": [200, 300]}]
    assert data["again"]["n"] == 500


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("sweep basic", 2, "which parameter?"),
        ("sweep basic --param order_1", 2, "name=lo:hi:step"),
        ("sweep basic --param order_1=200 --pairs 0", 2, "--pairs must be at least 1"),
        ("sweep basic --param ordre_1=200:210:1", 4, "no parameter 'ordre_1'"),
        ("sweep nobody --param order_1=200:210:1", 4, "unknown strategy"),
    ],
)
def test_wrong_usage_is_answered_with_a_sentence(cli: Cli, line: str, code: int, words: str) -> None:
    found = cli(line)
    assert found.exit_code == code
    assert words in found.stderr
    assert "\n\nhint: " in found.stderr
