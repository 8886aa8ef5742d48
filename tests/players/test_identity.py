"""A player is the same player under any version of Python, and another one as soon as what they do may differ."""

import hashlib
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from sim.players.canonical import SourceText, canonical, names_from_outside
from sim.players.identity import KIND, _Teller, identity
from sim.players.sources import available
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS, preset
from sim.runs.provenance import make_config
from support.fakes import fake_player

BOT = '''
"""A bot with a bit of everything."""
from enum import IntEnum
from typing import NamedTuple
import numpy as np
from sim.bits import U, popcount
import aid
from aid import TABLES, enough, make

class Limit(IntEnum):
    FEW = 1

class Params(NamedTuple):
    """Numbers."""
    few: int = 1
    share: float = 0.25

three = make(3)
either, other = (lambda n: n > 1), (lambda n: n > 2)

def many(hand, limit=TABLES[0][1]):
    # Counts.
    return sum([popcount(hand >> U(k)) for k in (0, 16)]) >= limit + TABLES[0][0]

def order_up(v, p):
    """Orders."""
    hand: int = v.hand
    if enough(hand) and three(popcount(hand)) and many(hand) or either(Limit.FEW):
        return 1 if popcount(hand >> U(0x30)) >= p.few + aid.MORE else 0
    return 0
'''
AID = """
import numpy as np
from sim.bits import U, popcount
MORE = 2
UNUSED = 5
TABLES = (np.arange(40, dtype=np.int64), 0.1)
def enough(hand):
    return popcount(hand) >= least(hand)
def least(hand):
    return 3 if hand else MORE
def make(limit):
    def three(n):
        return n >= limit
    return three
"""
ORDER_UP = "4bd81cd05fbf378407e5"
"""The identity of the hook of this bot, recorded once (under Python 3.11)."""

CODE = '''
@decorated(1)
def one(a: int, /, b=(1, "two"), *c, d=0x10, **e) -> "text":
    """Says nothing."""
    global total
    pass
    x: int
    y: float = 1_000.0
    for k, z in enumerate(other(n) for n in y if n > limit):
        total += [x for x in x][0] if not -a else {k: v for k, v in e.items()}
    with opened() as f, closed() as g:
        match b:
            case [1, *rest]:
                return f"{a!r:>{b}} and {c}" f" more {d=}"
    def inner(q=outside): return q + free + a
    return (lambda w: w + (u := 3) + known)(inner), b"x", 1j, None, ...
async def two(): return [i async for i in stream if await i]
'''
CANONICAL = "f1ea78f6df150539"
SCRIPT = """
import hashlib, importlib.util, sys
spec = importlib.util.spec_from_file_location("canonical", sys.argv[1])
module = importlib.util.module_from_spec(spec)
sys.modules["canonical"] = module
spec.loader.exec_module(module)
print(hashlib.sha256(module.canonical(module.ast.parse(sys.argv[2])).encode()).hexdigest()[:16])
"""


def write(folder: Path, bot: str = BOT, aid: str = AID) -> str:
    folder.mkdir(exist_ok=True)
    (folder / "aid.py").write_text(aid)
    (folder / "bot.py").write_text(bot)
    return str(folder / "bot.py")


def hook_of(spec: str, hook: str = "order_up") -> str:
    decision = load_player(spec).decision(hook)
    assert decision is not None
    return identity(decision)


def test_the_identity_is_the_recorded_one(tmp_path: Path) -> None:
    assert hook_of(write(tmp_path)) == ORDER_UP


def pythons() -> list[str]:
    """This Python, and others on this machine."""
    return [sys.executable, *filter(None, (shutil.which(f"python3.{minor}") for minor in (11, 12, 13, 14)))]


def test_code_is_told_alike_by_every_python_on_this_machine() -> None:
    from sim.players import canonical as module

    told = []
    for python in pythons():
        command = [python, "-c", SCRIPT, str(module.__file__), CODE]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0 or python == sys.executable:  # a name on the path may stand for a Python that is gone
            told.append(done.stdout.strip())
    assert set(told) == {CANONICAL}


SAME = [
    ("# Counts.", "# Counts cards."),
    ('"""Orders."""', '"""Orders the upcard up."""'),
    ("hand: int = v.hand", "hand = v.hand"),
    ("U(0x30)", "U(48)"),
    ("(0, 16)", "(\n        0,\n        16,\n    )"),
    ("many(hand) or", "(many(hand)) or"),
    ("share: float = 0.25", "share: float = 0.250"),
    ("def many(hand,", "def many(hand: int,"),
    ("class Limit", "\n\n\nclass Limit"),
]
OTHER = [
    ("FEW = 1", "FEW = 0"),
    ("few: int = 1", "few: int = 2"),
    ("few: int = 1", "few: float = 1.0"),
    ("few: int = 1", "least: int = 1\n    few: int = 1"),
    ("make(3)", "make(4)"),
    ("either(Limit", "other(Limit"),
    ("TABLES[0][1]", "TABLES[0][2]"),
    ("(0, 16)", "(0, 32)"),
    ("p.few + aid.MORE", "aid.MORE + p.few"),
    ("return 0", "return 1"),
]
OTHER_AID = [
    ("MORE = 2", "MORE = 3"),
    ("np.arange(40", "np.arange(41"),
    ("n >= limit", "n > limit"),
    ("3 if hand", "4 if hand"),
]


@pytest.mark.parametrize(("old", "new"), SAME)
def test_what_does_not_count(tmp_path: Path, old: str, new: str) -> None:
    assert BOT.count(old) == 1
    assert hook_of(write(tmp_path, BOT.replace(old, new))) == ORDER_UP


def test_unused_values_and_other_folders_do_not_count(tmp_path: Path) -> None:
    assert hook_of(write(tmp_path / "elsewhere", aid=AID.replace("UNUSED = 5", "UNUSED = 6"))) == ORDER_UP


@pytest.mark.parametrize(("old", "new"), [*OTHER, *OTHER_AID])
def test_what_counts(tmp_path: Path, old: str, new: str) -> None:
    assert BOT.count(old) == 1 or AID.count(old) == 1
    assert hook_of(write(tmp_path, BOT.replace(old, new), AID.replace(old, new))) != ORDER_UP


def test_parameters_and_wrapped_players_count() -> None:
    specs = ["basic", "basic{order_1=999}", "bridge(basic)", "bridge(lukefitz)", "bridge{chance=1}(basic)"]
    assert len({load_player(spec).source_hash for spec in specs}) == len(specs)


@pytest.mark.parametrize("name", sorted(available()))
def test_no_bytecode_enters_the_identity_of_a_shipped_player(name: str) -> None:
    """Their sources are all to be had, so the hash cannot depend on how a Python compiles them."""
    player = load_player(f"{name}(basic)" if name == "bridge" else name)
    for auction in {rules.auction for rules in PRESETS.values()}:
        for _, decision in player.steps((), auction, 4).values():
            assert "bytecode " not in _Teller(decision).told
    assert player.source_hash.startswith(KIND)


def test_a_player_that_was_edited_since_it_was_loaded(tmp_path: Path) -> None:
    """The text that was loaded counts, not what the file says now."""
    player = load_player(write(tmp_path))
    write(tmp_path, BOT.replace("make(3)", "make(4)"), AID.replace("3 if hand", "4 if hand"))
    decision = player.decision("order_up")
    assert decision is not None and identity(decision) == ORDER_UP


def test_functions_without_a_source(tmp_path: Path) -> None:
    """Then their bytecode tells them apart."""
    text = "code = '''def order_up(v):\\n    return {}\\n'''\nexec(code)\n"
    found = set()
    for answer in (0, 1):
        (tmp_path / "bot.py").write_text(text.format(answer))
        found.add(hook_of(str(tmp_path / "bot.py")))
    assert len(found) == 2


def test_helpers_of_numpy_strategies_count(tmp_path: Path) -> None:
    bot = "import aid\nBATCH = True\ndef order_up(v):\n    return aid.answer(v)\n"
    aid = "import numpy as np\nWEIGHTS = np.ones(3)\ndef answer(v):  # all alike\n    return v.hand * 0 + {}\n"
    texts = [aid.format(more) for more in ("0", "1", "0  # nothing", "int(WEIGHTS[0])")]
    found = [hook_of(write(tmp_path, bot, text)) for text in texts]
    weights = aid.format("int(WEIGHTS[0])").replace("ones", "zeros")
    found.append(hook_of(write(tmp_path, bot, weights)))
    assert found[0] == found[2] and len(set(found)) == 4


def test_two_functions_may_look_up_different_names_in_one_module(tmp_path: Path) -> None:
    bot = "import aid\ndef one(n):\n    return n + aid.A\ndef order_up(v):\n    return 1 if one(2) > aid.B else 0\n"
    found = {hook_of(write(tmp_path, bot, f"A = {a}\nB = {b}\n")) for a in (1, 2) for b in (1, 2)}
    assert len(found) == 4


def test_names_from_outside() -> None:
    source = SourceText(CODE, "code.py")
    found = {name: nodes[0] for (name, _), nodes in source._nodes.items()}
    one, two = found["one"], found["two"]
    assert names_from_outside(one) == {
        "total", "enumerate", "other", "limit", "opened", "closed", "outside", "free", "known",
    }  # fmt: skip
    assert names_from_outside(two) == {"stream"}
    assert hashlib.sha256(canonical(source.tree).encode()).hexdigest()[:16] == CANONICAL


def test_hashes_of_the_older_kind_are_said_to_be_so() -> None:
    new, old = fake_player(), fake_player()
    new.source_hash = KIND + "0" * 16
    configs = [make_config(preset("standard"), [player], 1, "games", "hands", 1) for player in (new, old)]
    for here, there in (configs, reversed(configs)):
        (told,) = here.differences(there)
        assert told.startswith("player basic who cannot be compared (earlier versions knew players by")
    changed = replace(configs[0], players=tuple(replace(p, source_hash=KIND + "1" * 16) for p in configs[0].players))
    assert configs[0].differences(changed) == ["player basic with changed sources"]
