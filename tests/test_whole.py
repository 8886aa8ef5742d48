"""Seeds and counts from Python and in JSON: NumPy's integers are whole numbers, and no program reads another seed."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.ask.answering import ask
from sim.ask.precision import Precision
from sim.chances.equity import find_equity
from sim.compare.comparison import compare
from sim.compare.roundrobin import round_robin
from sim.compare.sweep import sweep
from sim.errors import RunFolderError, UsageError
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import preset
from sim.runs import provenance
from sim.runs.parts import CHECK
from sim.runs.provenance import EXACT_LIMIT, SEED_LIMIT, RunConfig, check_seed, draw_seed, seed_as_json, seed_from_json
from sim.runs.run import run
from sim.runs.trace import show
from sim.whole import check_whole, whole
from support.command_line import called
from support.fakes import fake_player, seat_fakes

STANDARD = preset("standard")
LARGE = 2**53 + 1
"""The first whole number that a double can't hold."""
HAND = '"JS KS AH 9D TC" --up QS'


@pytest.mark.parametrize("kind", [int, np.int8, np.int64, np.uint16, np.uint64])
def test_whole_numbers(kind: type) -> None:
    found = whole(kind(7))
    assert found == 7 and type(found) is int
    assert type(check_seed(kind(7))) is int


@pytest.mark.parametrize("value", [True, np.True_, 7.0, np.float64(7), "7", None, [7]])
def test_what_is_no_whole_number(value: object) -> None:
    assert whole(value) is None
    with pytest.raises(UsageError, match="pairs must be a whole number from 2 to 9, not"):
        check_whole("pairs", value, 2, 9)
    with pytest.raises(UsageError, match="seed must be a whole number"):
        check_seed(value)


@pytest.mark.parametrize("value", [1, 10, np.int64(1), np.int64(-1), np.uint64(10)])
def test_whole_numbers_out_of_range(value: Any) -> None:
    with pytest.raises(UsageError, match=f"pairs must be a whole number from 2 to 9, not {int(value)}\n"):
        check_whole("pairs", value, 2, 9)


def test_counts_and_seeds_of_numpy_give_what_plain_ones_give() -> None:
    """Wherever Python gives a count or a seed; what comes out can be written as JSON."""
    i = np.int64
    basic = load_player("basic")
    for plain, numpy in (
        (Match(STANDARD, [basic], 7).play(0, 4).tally, Match(STANDARD, [basic], i(7)).play(0, i(4)).tally),  # type: ignore[arg-type]
    ):
        assert (plain == numpy).all()
    pairs = [
        lambda n: run(STANDARD, [basic], games=n(4), seed=n(7), threads=n(1), part_size=n(2)).finish().summary,
        lambda n: compare(
            STANDARD, basic, "always-order", pairs=n(50), seed=n(7), threads=n(1), explain=False, opponents=()
        ).finish(),
        lambda n: round_robin(STANDARD, [basic, "always-order"], pairs=n(50), seed=n(7), threads=n(1)).finish(),
        lambda n: sweep(STANDARD, basic, ["order_1=280,300"], pairs=n(50), seed=n(7), threads=n(1)).finish(),
        lambda n: show(STANDARD, [basic], seed=n(7), game=n(1), hand=n(0))[0],
        lambda n: ask("JS KS AH 9D TC", "QD", n(1), round=n(2), deals=n(50), seed=n(7), threads=n(1)),
    ]
    for make in pairs:
        told = [json.loads(json.dumps(make(kind).to_dict())) for kind in (int, i)]
        for one in told:
            one.pop("seconds", None)
        assert told[0] == told[1]
    assert run(STANDARD.with_changes({"target": i(3)}), [basic], hands=i(2), seed=0).finish().played == 2
    assert Precision(deals=i(5)).deals == 5
    with pytest.raises(UsageError, match="threads must be a whole number"):
        ask("JS KS AH 9D TC", "QS", 1, threads=1.5)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="hands must be a whole number"):
        find_equity(STANDARD, ["basic"] * 4, hands=1e5)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="there is no hand"):
        show(STANDARD, [basic], seed=7, game=1, hand=True)
    with pytest.raises(UsageError, match="game must be a whole number"):
        show(STANDARD, [basic], seed=7, game=1.0)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"rounds 1 and 2, not 1\.5"):
        ask("JS KS AH 9D TC", "QS", 1, round=1.5)


def test_drawn_seeds_are_read_exactly_by_every_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provenance.secrets, "randbelow", lambda limit: limit - 1)
    assert draw_seed() == 2**53 - 1 == int(float(draw_seed()))


@pytest.mark.parametrize("seed", [0, EXACT_LIMIT - 1, EXACT_LIMIT, LARGE, SEED_LIMIT - 1])
def test_seeds_in_json(seed: int) -> None:
    written = json.dumps(seed_as_json(seed))
    # jq and JavaScript read every number as a double.
    assert int(json.loads(written, parse_int=float)) == seed
    assert seed_from_json(json.loads(written)) == seed == seed_from_json(seed)
    assert isinstance(seed_as_json(seed), str) == (seed >= EXACT_LIMIT)


@pytest.mark.parametrize("value", [-1, SEED_LIMIT, str(SEED_LIMIT), "-1", "0x1", "1.0", 1.0, None, "9" * 5000, "٣"])
def test_what_is_no_seed_in_a_file(value: object) -> None:
    with pytest.raises(UsageError, match="seed must be a whole number"):
        seed_from_json(value)
    config = run(STANDARD, [fake_player()], games=1, seed=1).config.to_dict() | {"seed": value}
    with pytest.raises(RunFolderError, match=r"run\.json does not describe a run: seed must be"):
        RunConfig.from_dict(config, "run.json")


def test_runs_with_large_seeds_keep_their_id_and_are_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run.json of before, with the number itself in it, is the same run."""
    seat_fakes(monkeypatch)
    out = tmp_path / "run"
    first = run(STANDARD, [fake_player()], games=3, seed=LARGE, out=out).finish()
    told = json.loads((out / "run.json").read_text())
    assert told["config"]["seed"] == str(LARGE)
    old = {name: value for name, value in told.items() if name != CHECK}
    old |= {"config": told["config"] | {"seed": LARGE}}
    (out / "run.json").write_text(json.dumps(old))
    again = run(STANDARD, [fake_player()], games=3, out=out).finish()
    assert again.config == first.config and again.config.id == told["id"] and again.played == 0


@pytest.mark.parametrize(
    "line",
    [
        "run --games 3 --detail none",
        "show --game 1 --hand 0",
        "show --game 1",
        "compare basic cautious --pairs 20 --against none",
        "compare basic cautious random --pairs 20",
        "sweep basic --param order_1=280,300 --pairs 20",
        f"ask {HAND} --seat 1 --deals 20",
    ],
)
def test_no_command_writes_a_seed_that_is_read_as_another(line: str) -> None:
    done = called(f"{line} --seed {LARGE} --json")
    assert done.exit_code == 0, done.output
    found: list[Any] = []

    def look(value: Any) -> None:
        if isinstance(value, dict):
            found.extend(value[name] for name in value if name == "seed")
            for one in value.values():
                look(one)
        elif isinstance(value, list):
            for one in value:
                look(one)

    look(json.loads(done.stdout))
    assert found and set(found) == {str(LARGE)}
