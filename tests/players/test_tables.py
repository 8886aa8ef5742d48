"""Tables of strategies: hooks read what is in them, another content is another player, and nothing is read outside."""

import os
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest

from euchre_sim import moment
from sim.bits import COMPILED
from sim.engine.jit import on_notice
from sim.errors import StrategyError
from sim.players.check import compiled_form
from sim.players.check.conformance import check_hooks, digest
from sim.players.hook_names import TURN_UP
from sim.players.match import Match
from sim.players.program import Program
from sim.players.strategy import FOUR, load_player
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from sim.tables import KINDS, MOST_BYTES, DataTable, OutsideTable, read_array, table
from support.places import ROOT

PLAIN = """
    from sim.bits import U, popcount
    def order_up(v):
        return 1 if popcount(v.hand >> U(48)) >= 2 + (v.seat == 4) else 0
    """
TABLED = """
    from sim.bits import U, popcount
    from sim.tables import table
    VALUES = table("orders.npz", "values")
    def order_up(v):
        return 1 if VALUES[popcount(v.hand >> U(48)), v.seat] > 0 else 0
    """
ARRAYS = """
    import numpy as np
    from sim.tables import table
    BATCH = True
    VALUES = table("orders.npz", "values")
    def order_up(v):
        return VALUES[np.bitwise_count(v.hand >> np.uint64(48)), v.seat] > 0
    """
OUTSIDE = TABLED.replace("v.seat]", "v.seat + (v.seat == 3) * 2]")
ONLY_UNASKED = TABLED.replace("v.seat]", "v.seat if v.hand != U(0) else 99]")


def orders(least: int = 2) -> np.ndarray:
    """Whether to order with so many trumps in each seat; the dealer needs one more."""
    values = np.zeros((6, 5), dtype=np.int8)
    values[least:] = 1
    values[least, 4] = 0
    return values


def write(folder: Path, text: str, values: np.ndarray | None = None, name: str = "bot") -> str:
    np.savez_compressed(folder / "orders.npz", values=orders() if values is None else values)
    file = folder / f"{name}.py"
    file.write_text(dedent(text))
    return str(file)


def played(spec: str, hands: int = 300) -> str:
    return digest(Match(Rules(), f"{spec}/bots:steady", 1, "hands").play(0, hands, "hands"))


def test_hooks_read_their_table(tmp_path: Path) -> None:
    """The same player written with a table, with arrays and without either."""
    plain, tabled, arrays = (
        played(write(tmp_path, text, name=name))
        for text, name in ((PLAIN, "plain"), (TABLED, "tabled"), (ARRAYS, "arrays"))
    )
    assert plain == tabled == arrays


@pytest.mark.parametrize("text", [TABLED, ARRAYS], ids=["compiled", "numpy"])
def test_another_table_is_another_player_and_compiles_nothing(text: str, tmp_path: Path) -> None:
    spec = write(tmp_path, text)
    first, first_rows = load_player(spec), played(spec)
    told: list[str] = []
    handler = on_notice(told.append)
    try:
        other = load_player(write(tmp_path, text, orders(3)))
        rows = played(spec)
        again = load_player(write(tmp_path, text, orders(2)))
    finally:
        handler.close()
    assert told == []
    assert first.source_hash == again.source_hash != other.source_hash
    assert rows != first_rows == played(spec)
    # The first player still has the table that they were loaded with.
    write(tmp_path, text, orders(4))
    assert digest(Match(Rules(), [first], 1, "hands").play(0, 100)) == digest(
        Match(Rules(), [again], 1, "hands").play(0, 100)
    )


def test_a_table_that_no_hook_names_counts_in_numpy(tmp_path: Path) -> None:
    """A NumPy hook may reach it in ways that nobody sees."""
    text = ARRAYS.replace("    VALUES =", "    KEPT = {}\n    KEPT['values'] =").replace(
        "VALUES[", "vars(M)['KEPT']['values']["
    )
    text = "    import sys\n" + text.replace("    BATCH", "    M = sys.modules[__name__]\n    BATCH")
    before = load_player(write(tmp_path, text)).source_hash
    assert load_player(write(tmp_path, text, orders(3))).source_hash != before


def test_a_table_in_a_helper_module(tmp_path: Path) -> None:
    (tmp_path / "aid.py").write_text('from sim.tables import table\nVALUES = table("orders.npz", "values")\n')
    text = TABLED.replace('VALUES = table("orders.npz", "values")', "import aid").replace("VALUES[", "aid.VALUES[")
    spec = write(tmp_path, text)
    rows, before = played(spec), load_player(spec).source_hash
    assert rows == played(write(tmp_path, PLAIN, name="plain"))
    write(tmp_path, text, orders(3))
    assert load_player(spec).source_hash != before
    assert played(spec) != rows


def test_every_kind_of_table(tmp_path: Path) -> None:
    """Compiled hooks and plain Python get the same numbers from all kinds of elements in one to three dimensions."""
    rng, text, terms = np.random.default_rng(1), "from sim.bits import U, popcount\nfrom sim.tables import table\n", []
    for number, kind in enumerate(KINDS):
        shape = (7,) * (1 + number % 3)
        if kind.startswith("float"):
            values = rng.normal(size=shape).astype(kind) * 3
        else:
            limits = np.iinfo(kind)
            values = rng.integers(limits.min, limits.max, shape, dtype=kind, endpoint=True)
        np.save(tmp_path / f"{kind}.npy", values)
        text += f"T_{number} = table('{kind}.npy')\n"
        index = ", ".join(("v.seat", "popcount(v.hand)", "popcount(v.hand >> U(48))")[: values.ndim])
        element = f"T_{number}[{index}]"
        terms.append(f"({element} & U(1) == U(1))" if kind == "uint64" else f"({element} > {values.mean():.0f})")
    text += f"def order_up(v):\n    return ({' + '.join(terms)}) % 2\n"
    (tmp_path / "bot.py").write_text(text)
    assert list(check_hooks(load_player(f"{tmp_path / 'bot.py'}/bots:steady"), Rules(), 1, 30)) == []


def test_the_order_of_columns_and_bytes_does_not_matter(tmp_path: Path) -> None:
    values = np.arange(12, dtype=">i4").reshape(3, 4)
    np.save(tmp_path / "a.npy", np.asfortranarray(values))
    found = table(tmp_path / "a.npy")
    assert found[2, 1] == 9
    assert found.array.flags.c_contiguous
    with pytest.raises(ValueError, match="read-only"):
        found.array[0, 0] = 1
    assert found.array.dtype == np.int32


def test_looking_outside_is_told(tmp_path: Path) -> None:
    spec = write(tmp_path, OUTSIDE)
    with pytest.raises(StrategyError) as raised:
        played(spec)
    table_told = f"VALUES, the table values of {tmp_path / 'orders.npz'}, int8[6, 5]"
    assert raised.value.message == f"{spec}:5: order_up of {spec} looks outside of {table_told}"
    assert raised.value.hint.startswith("an index counts from 0")


def test_looking_outside_in_numpy_is_told(tmp_path: Path) -> None:
    match = Match(Rules(), f"{write(tmp_path, ARRAYS.replace('v.seat]', 'v.seat + 9]'))}/bots:steady", 1, "hands")
    with pytest.raises(StrategyError, match=r"bot.py:7: order_up of .* failed: IndexError: the table values of"):
        match.play(0, 100)


def test_who_is_not_asked_may_look_anywhere(tmp_path: Path) -> None:
    spec = write(tmp_path, ONLY_UNASKED)
    assert played(spec) == played(write(tmp_path, PLAIN, name="plain"))
    assert list(check_hooks(load_player(f"{spec}/bots:steady"), Rules(), 1, 10)) == []


@pytest.mark.nightly
@pytest.mark.skipif(not COMPILED, reason="compares with the compiler off")
def test_without_the_compiler(tmp_path: Path) -> None:
    good, bad = write(tmp_path, TABLED, name="good"), write(tmp_path, OUTSIDE, name="bad")
    code = f"from test_tables import played\nprint(played({good!r}, 30))\nplayed({bad!r}, 30)"
    paths = [str(ROOT / "tests" / "players"), str(ROOT / "tests"), str(ROOT)]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths), "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert done.stdout.split() == [played(good, 30)]
    assert "looks outside of VALUES, the table values of" in done.stderr


def test_a_hook_reads_one_element(tmp_path: Path) -> None:
    player = load_player(f"{write(tmp_path, TABLED.replace(', v.seat]', ']'))}/bots:steady")
    with pytest.raises(StrategyError, match="a table is read by one whole number for each of its 2 dimensions"):
        player.link(["order_up"], TURN_UP, FOUR)


BY_RULES = """{
    "standard": "two.npz",
    "canadian min_trump=1": "three.npz",
    }"""


def write_by_rules(folder: Path, text: str) -> str:
    for name, least in (("two", 2), ("three", 3)):
        np.savez(folder / f"{name}.npz", values=orders(least))
    return write(folder, text.replace('"orders.npz"', BY_RULES.replace("\n", "")))


@pytest.mark.parametrize("text", [TABLED, ARRAYS], ids=["compiled", "numpy"])
def test_a_table_for_each_of_several_rules(text: str, tmp_path: Path) -> None:
    by_rules, one = write_by_rules(tmp_path, text), write(tmp_path, TABLED, name="one")

    def plays(spec: str, rules: Rules) -> str:
        return digest(Match(rules, f"{spec}/bots:steady", 1, "hands").play(0, 300, "hands"))

    canadian = PRESETS["canadian"].with_changes(min_trump=1)
    for rules in (Rules(), Rules(target=7), Rules(laps="on")):
        assert plays(by_rules, rules) == plays(one, rules) != plays("basic", rules)
    write(tmp_path, TABLED, orders(3), name="one")
    assert plays(by_rules, canadian) == plays(one, canadian) != plays("basic", canadian)
    told: list[str] = []
    handler = on_notice(told.append)
    try:
        assert plays(by_rules, PRESETS["canadian"]) == plays("basic", PRESETS["canadian"])
        assert plays(by_rules, PRESETS["canadian"])
    finally:
        handler.close()
    assert [text for text in told if "no table" in text] == [
        f"{by_rules} has no table for these rules: basic (in a wrapper who is wrapped) decides in its place"
    ]
    for rules in (Rules(), canadian, PRESETS["canadian"]):
        assert list(check_hooks(load_player(f"{by_rules}/bots:steady"), rules, 1, 2)) == []
    answers = [moment("JS AS 9S KH TD", "9C", seat=3, rules=rules).answer(by_rules) for rules in (Rules(), canadian)]
    assert answers == ["pass", "pass"]


def test_all_tables_of_all_rules_are_who_the_player_is(tmp_path: Path) -> None:
    spec = write_by_rules(tmp_path, TABLED)
    before = load_player(spec).source_hash
    np.savez(tmp_path / "three.npz", values=orders(4))
    after = load_player(spec).source_hash
    np.savez(tmp_path / "three.npz", values=orders(3))
    assert before == load_player(spec).source_hash != after


def test_a_wrapper_without_a_table_leaves_it_to_the_wrapped_player(tmp_path: Path) -> None:
    text = TABLED.replace("(v)", "(v, p, inner)").replace("    VALUES", "    from typing import NamedTuple\n    VALUES")
    text = text.replace("    def", "    class Params(NamedTuple):\n        none: int = 0\n    def").replace(
        "else 0", "else inner"
    )
    spec = f"{write_by_rules(tmp_path, text)}(bots:steady)"
    canadian = PRESETS["canadian"]
    wrapped, inner = (digest(Match(canadian, one, 1, "hands").play(0, 100, "hands")) for one in (spec, "bots:steady"))
    assert wrapped == inner
    assert played(spec) != played("bots:steady")


def test_check_advises_to_declare_arrays(tmp_path: Path) -> None:
    undeclared = (
        TABLED.replace("table(", "np.load(")
        .replace('", "values")', '")["values"]')
        .replace("    from sim.t", "    import numpy as np\n    from sim.t")
    )
    for text, advice in ((TABLED, ""), (undeclared, "nobody notices an index outside of VALUES: declare it with")):
        (tmp_path / "bot.py").write_text(dedent(text).replace("orders.npz", str(tmp_path / "orders.npz")))
        np.savez(tmp_path / "orders.npz", values=orders())
        decision = load_player(str(tmp_path / "bot.py")).decision("order_up")
        assert decision is not None
        told = compiled_form._advice("branches", 0, [Program(decision.function)])
        assert told.startswith(advice) and bool(told) == bool(advice)


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("standrad", "for rules that there are not, 'standrad': unknown preset: 'standrad'"),
        ("standard stick_dealer", "a change is written as name=value"),
        ("standard target=7", "twice for the same rules: 'standard' and 'standard target=7'"),
    ],
)
def test_rules_that_no_table_is_for(rules: str, why: str, tmp_path: Path) -> None:
    spec = write_by_rules(tmp_path, TABLED.replace('"orders.npz"', BY_RULES.replace("canadian min_trump=1", rules)))
    with pytest.raises(StrategyError, match=why):
        Match(Rules(), f"{spec}/bots:steady", 1)


def test_a_table_for_several_rules_is_none_of_them_by_itself(tmp_path: Path) -> None:
    np.savez(tmp_path / "two.npz", values=orders())
    one = table({"standard": tmp_path / "two.npz"}, "values")
    with pytest.raises(StrategyError, match="an array for each of several rules"):
        one[0, 0]


def test_a_table_is_an_array_to_numpy() -> None:
    one = table(np.arange(6).reshape(2, 3))
    assert one[1, 2] == 5
    assert (one @ np.array([1, 1, 1]) == [3, 12]).all()
    assert (np.sqrt(one)[1] == np.sqrt([3, 4, 5])).all()
    assert one.shape == (2, 3)
    assert len(one) == 2
    assert [row.sum() for row in one] == [3, 12]
    assert np.asarray(one).dtype == np.int64
    assert isinstance(table(np.array([1 << 63], dtype=np.uint64))[0], np.uint64)
    for place in ((2, 0), (-1, 0), (0, 3)):
        with pytest.raises(OutsideTable, match=r"the table computed, int64\[2, 3\] has no place"):
            one[place]


def npy(values: np.ndarray) -> bytes:
    kept = BytesIO()
    np.save(kept, values)
    return kept.getvalue()


def npz(**arrays: bytes) -> bytes:
    kept = BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in arrays.items():
            archive.writestr(f"{name}.npy", content)
    return kept.getvalue()


GOOD = npy(np.arange(4, dtype=np.int8))
BAD = [
    (b"", "", "can't be read"),
    (GOOD[:-1], "", "it should hold 4 bytes"),
    (GOOD + b"x", "", "it should hold 4 bytes"),
    (GOOD, "values", "one array without a name"),
    (npz(values=GOOD), "", "the arrays in it are 'values'; name one of them"),
    (npz(values=GOOD), "others", "the arrays in it are 'values'; name one of them"),
    (npz(values=GOOD)[:60], "values", "can't be read"),
    (npz(values=GOOD).replace(npz(values=GOOD)[80:90], b"0123456789"), "values", "can't be read"),
    (npy(np.zeros((0, 4))), "", "its shape is"),
    (npy(np.array(3)), "", "its shape is"),
    (npy(np.array(["a"])), "", "its elements are '<U1'"),
]


@pytest.mark.parametrize("number", range(len(BAD)))
def test_bad_files_are_told_in_a_sentence(number: int) -> None:
    content, name, why = BAD[number]
    with pytest.raises(StrategyError, match=why) as raised:
        read_array(content, name, "some.npz")
    assert "some.npz" in raised.value.message
    assert raised.value.hint


def test_a_file_never_runs_code_nor_takes_the_memory_that_it_claims() -> None:
    kept = BytesIO()
    np.save(kept, np.array([print], dtype=object), allow_pickle=True)
    with pytest.raises(StrategyError, match="its elements are 'object'"):
        read_array(kept.getvalue(), "", "some.npy")
    forged = BytesIO()
    np.lib.format.write_array_header_1_0(forged, {"descr": "|i1", "fortran_order": False, "shape": (MOST_BYTES + 1,)})
    with pytest.raises(StrategyError, match=rf"its shape is \({MOST_BYTES + 1},\)"):
        read_array(forged.getvalue(), "", "some.npy")


def test_a_missing_file_is_told_where_the_strategy_is_loaded(tmp_path: Path) -> None:
    spec = write(tmp_path, TABLED)
    (tmp_path / "orders.npz").unlink()
    with pytest.raises(StrategyError, match=r"the table values of .*orders.npz can't be read: No such file") as raised:
        load_player(spec)
    assert raised.value.exit_code == 4
    assert "beside the file of the strategy" in raised.value.hint


def test_what_is_no_table() -> None:
    for source in ([[1], [1, 2]], [], 3, np.array([None]), {}, {"standard": 3}):
        with pytest.raises(StrategyError):
            table(source)  # type: ignore[arg-type]
    assert isinstance(table([1.5]), DataTable)
