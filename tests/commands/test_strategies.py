"""`euchre-sim strategies`: list, info, new and check; what is said of bots that are broken in every way."""

import re
from pathlib import Path
from textwrap import dedent

import pytest

from sim.bits import COMPILED
from sim.engine.layout import HOOKS
from sim.errors import StrategyError
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from strategies import BUILT_IN
from support.broken import CHEATS, UNLINKABLE, UNLOADABLE
from support.command_line import Cli, called
from support.envelope import flat, result

needs_compiler = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")


def write(text: str, name: str = "bot.py") -> None:
    """A strategy file in the current folder."""
    Path(name).write_text(dedent(text).lstrip())


# ------------------------------------------------------------------------------------------------------- list, info


def test_list_names_every_strategy(cli: Cli) -> None:
    lines = [line for line in cli("strategies list").stdout.splitlines() if not line.startswith(" ")]
    assert [line.split()[0] for line in lines] == sorted(line.split()[0] for line in lines)
    assert set(BUILT_IN) <= set(result(cli("strategies list --json").stdout))


def test_info_tells_what_a_strategy_is(cli: Cli) -> None:
    text = cli("strategies info perry21{order=20}").stdout
    module = load_player("perry21").bidding.source
    assert flat(module.__doc__) in flat(text)
    assert f"written in  {module.__file__}" in text
    assert re.search(r"^  order +20 +default 21$", text, re.MULTILINE)
    assert re.search(r"^  order_up +perry21 +.*perry21\.py:\d+$", text, re.MULTILINE)
    assert re.search(r"^  follow +from basic +.*_play\.py:\d+$", text, re.MULTILINE)


def test_info_as_json(cli: Cli) -> None:
    found = result(cli("strategies info perry21{order=20}/basic --json").stdout)
    assert found["spec"] == "perry21{order=20}/basic"
    assert found["parameters"]["order"] == {"default": 21, "value": 20}
    assert "play.order_1" in found["parameters"]
    assert [hook["hook"] for hook in found["hooks"]] == [hook for hook in HOOKS if hook != "bid"]
    assert found["presets"] == [name for name, rules in PRESETS.items() if rules.has_upcard]
    assert found["source_hash"] == load_player("perry21{order=20}/basic").source_hash


def test_info_of_a_wrapper_and_of_a_class(cli: Cli) -> None:
    text = cli("strategies info bridge").stdout
    assert "order_up bridge, around the wrapped bridge.py:" in flat(text)
    assert text.rstrip().endswith("It wraps another strategy; shown around basic.")
    write('class Bold:\n    """Orders."""\n    def order_up(v):\n        return 1\n')
    found = result(cli("strategies info ./bot.py:Bold --json").stdout)
    assert found["description"] == "Orders."
    assert found["files"] == [str(Path("bot.py").resolve())]
    assert [hook["hook"] for hook in found["hooks"] if hook["own"]] == ["order_up"]


def test_info_of_nobody(cli: Cli) -> None:
    done = cli("strategies info basik")
    assert done.exit_code == 4
    assert done.stderr.startswith("euchre-sim: unknown strategy: 'basik'\n\nhint: did you mean basic?")


# -------------------------------------------------------------------------------------------------------------- new


@pytest.mark.nightly
def test_new_writes_a_strategy_that_plays_everything(cli: Cli) -> None:
    done = cli("strategies new my_bot.py")
    assert done.stdout == "my_bot.py written; next: euchre-sim strategies check ./my_bot.py\n"
    text = Path("my_bot.py").read_text()
    assert "FILE" not in text and "compare ./my_bot.py basic" in text
    player = load_player("./my_bot.py")
    assert set(player.hooks.values()) == {"./my_bot.py"}, "the template has every hook"
    for rules in PRESETS.values():
        Match(rules, [player], 1).play(0, 20)


def test_new_overwrites_nothing(cli: Cli) -> None:
    Path("mine.py").write_text("precious")
    done = cli("strategies new mine.py")
    assert done.exit_code == 2
    assert done.stderr.startswith("euchre-sim: mine.py is there already\n\nhint: choose another name")
    assert Path("mine.py").read_text() == "precious"


def test_new_needs_a_python_file_in_a_folder(cli: Cli) -> None:
    assert cli("strategies new my_bot").exit_code == 2
    done = cli("strategies new nowhere/my_bot.py")
    assert done.exit_code == 7
    assert "cannot write nowhere/my_bot.py: no such file or directory" in done.stderr


# ------------------------------------------------------------------------------------------------------------ check


@pytest.mark.nightly
def test_check_of_the_template(cli: Cli) -> None:
    cli("strategies new my_bot.py")
    done = cli("strategies check ./my_bot.py")
    assert done.exit_code == 0, done.output
    assert done.stdout.startswith(f"./my_bot.py passes: legal and alike in any batch under all {len(PRESETS)} presets")
    if COMPILED:
        assert re.search(r"^order_up +\d+\.\d +SIMD, \d+ deals at once$", done.stdout, re.MULTILINE)
        assert re.search(r"^keep_five +\d+\.\d ", done.stdout, re.MULTILINE), "cutthroat asks for it"
    assert [line for line in done.stderr.splitlines() if line.endswith("playing cutthroat")]


@pytest.mark.nightly
def test_check_under_the_presets_that_are_supported(cli: Cli) -> None:
    write("""
        SUPPORTS = ["canadian", "british"]
        def order_up(v):
            return 1 if v.must_alone == 0 else 0
        """)
    found = result(cli("strategies check ./bot.py --json -q").stdout)
    assert (found["passed"], found["presets"], found["findings"]) == (True, ["canadian", "british"], [])
    assert [hook["hook"] for hook in found["hooks"]] == ["order_up"]
    assert found["hooks"][0]["kind"] == ("constant" if COMPILED else "Python")
    assert result(cli("strategies check ./bot.py --rules british --json").stdout)["presets"] == ["british"]
    done = cli("strategies check ./bot.py --rules standard")
    assert done.exit_code == 2
    assert "./bot.py does not support standard" in done.stderr


def test_supports_must_list_presets(cli: Cli) -> None:
    write('SUPPORTS = ["bridge"]\ndef order_up(v):\n    return 0\n')
    done = cli("strategies check ./bot.py")
    assert done.exit_code == 4
    assert "SUPPORTS must list presets, not ['bridge']" in done.stderr


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ('("standart",)', "did you mean standard? presets are "),
        ('"standard"', "presets are standard, "),
        ("()", "presets are standard, "),
        ("[[1]]", "presets are standard, "),
    ],
)
def test_a_bad_list_of_presets_is_refused_wherever_the_strategy_is_loaded(given: str, hint: str, cli: Cli) -> None:
    write(f"SUPPORTS = {given}\ndef order_up(v):\n    return 0\n")
    with pytest.raises(StrategyError, match="SUPPORTS must list presets, not ") as caught:
        load_player("basic/./bot.py")
    assert caught.value.hint.startswith(hint)


@pytest.mark.parametrize(
    ("presets", "body", "missing", "game"),
    [
        ('("napoleon", "pepper")', "order_up(v)", "bid", "pepper"),
        ('("napoleon",)', "order_up(v)", "bid_napoleon", "napoleon"),
        ('("standard", "napoleon")', "bid(v)", "bid_napoleon", "napoleon"),
    ],
)
def test_a_game_that_is_claimed_needs_its_hooks(presets: str, body: str, missing: str, game: str, cli: Cli) -> None:
    write(f"SUPPORTS = {presets}\ndef {body}:\n    return 0\n")
    for command in ("check ./bot.py -q", "info ./bot.py"):
        done = cli(f"strategies {command}")
        assert (done.exit_code, done.stdout) == (4, "")
        assert f"SUPPORTS names {game}, but ./bot.py has no {missing}, which {game} asks for" in done.stderr


def test_two_parts_without_a_game_in_common(cli: Cli) -> None:
    write('SUPPORTS = ["canadian"]\ndef order_up(v):\n    return 0\n')
    write('SUPPORTS = ["british", "napoleon"]\ndef lead(v):\n    return v.hand\n', "play.py")
    done = cli("strategies check ./bot.py/./play.py")
    assert done.exit_code == 4
    assert "./bot.py/./play.py supports no preset: ./bot.py and ./play.py are for other games" in done.stderr
    assert result(cli("strategies info perry21/./play.py --json").stdout)["presets"] == ["british"], (
        "perry21: no napoleon"
    )


IN_PYTHON = {
    "no answer": (4, "bot.py:2: TypeError: the answer None is neither a mask nor a whole number"),
    "text for an answer": (4, "bot.py:1: TypeError: the answer 'pass' is neither a mask nor a whole number"),
    "masks and numbers": (5, "broke the rules: lead in trick 1"),
}
"""What is said of bots that only the compiler refuses, where nothing is compiled: what they do when they play."""


@pytest.mark.parametrize(
    "name",
    ["syntax", "does not load", "no hooks", "no answer", "text for an answer", "masks and numbers", "raises", "a dict"],
)
def test_bots_that_cannot_be_compiled(name: str, cli: Cli) -> None:
    text, message, line = (UNLOADABLE | UNLINKABLE)[name]
    Path("bot.py").write_text(text)
    done = cli("strategies check ./bot.py --rules standard -q")
    if name in IN_PYTHON and not COMPILED:
        code, found = IN_PYTHON[name]
        assert (done.exit_code, done.stderr) == (code, "")
        assert found in flat(done.stdout)
        return
    assert done.exit_code == 4
    assert done.stdout == ""
    assert re.search(message, done.stderr), done.stderr
    assert "bot.py:" + (f"{line}:" if line else "") in done.stderr or not line


@pytest.mark.nightly
@needs_compiler
def test_a_branch_on_a_python_object(cli: Cli) -> None:
    write("""
        PLAN = object()
        def order_up(v):
            if PLAN:
                return 1
            return 0
        """)
    done = cli("strategies check ./bot.py --rules standard -q")
    assert done.exit_code == 4
    assert re.search(r"bot\.py:\d: order_up can't be compiled: ", done.stderr)
    write("def order_up(v):\n    plan = {v.seat: 1}\n    return 1 if plan else 0\n")
    done = cli("strategies check ./bot.py --rules standard -q")
    assert "bot.py:2: order_up makes a dict; numbers, masks and tuples are allowed" in done.stderr


@pytest.mark.parametrize("name", ["reneges", "orders thrice", "leads nothing", "buries the upcard"])
def test_illegal_actions_come_with_the_hand(name: str, cli: Cli) -> None:
    _, text, when = CHEATS[name]
    Path("bot.py").write_text(text)
    done = cli("strategies check ./bot.py --rules standard -q")
    assert done.exit_code == 5
    assert done.stdout.startswith("./bot.py fails\n\nstandard\n  plays by the rules: ./bot.py broke the rules: ")
    assert re.search(when, flat(done.stdout))
    again = re.search(r"see it: euchre-sim (run (?:.*\\\n)*.*)", done.stdout)
    assert again is not None
    repeated = called(again[1].replace("\\\n", " "))
    assert repeated.exit_code == 5
    assert re.search(when, repeated.stderr)


def test_other_faults_name_a_hand_that_can_be_shown(cli: Cli) -> None:
    write("""
        from sim.bits import U, low, popcount
        def lead(v):
            return low(v.hand) if 60 // popcount(v.hand) > 0 else U(0)
        """)
    done = cli("strategies check ./bot.py --rules standard -q")
    assert done.exit_code == 4
    found = re.search(
        r"bears an empty hand: lead, .*?bot\.py:3: ZeroDivisionError.*? see it: euchre-sim (.*?--seed 1)",
        flat(done.stdout),
    )
    assert found is not None, done.stdout
    shown = called(found[1])
    assert shown.exit_code == 0 and "Eldest" in shown.stdout
    assert re.search(r"and \d+ more of the same kinds", done.stdout)


LOOP = """
    from sim.bits import low
    def lead(v):
        n = v.trick
        while n >= 3:
            n = n | 4
        return low(v.hand)
    """


@pytest.mark.nightly
def test_a_loop_that_never_ends_is_told_with_its_line(cli: Cli) -> None:
    write(LOOP)
    done = cli("strategies check ./bot.py --rules standard --limit 3 -q")
    assert done.exit_code == 4
    told = r"comes to an end: .*bot\.py:(4|5): no answer in 3 s \(lead, game 0, hand \d, seed 1, chair \d\): a loop"
    assert re.search(told, flat(done.stdout)), done.stdout
    assert "see it: euchre-sim show --game 0" in done.stdout


@pytest.mark.nightly
def test_a_loop_while_loading(cli: Cli) -> None:
    write("x = 1\nwhile x:\n    x = 2\ndef lead(v):\n    return v.hand\n")
    done = cli("strategies check ./bot.py --limit 2 -q")
    assert done.exit_code == 4
    assert re.search(
        r"before any game comes to an end: .*bot\.py:[23]: no answer in 2 s \(loading\)", flat(done.stdout)
    )


@pytest.mark.nightly
def test_a_loop_in_numpy(cli: Cli) -> None:
    write("BATCH = True\ndef order_up(v):\n    while len(v.hand) > 1:\n        pass\n    return v.seat * 0\n")
    done = cli("strategies check ./bot.py --rules standard --limit 3 -q")
    assert done.exit_code == 4
    assert re.search(r"bot\.py:[34]: no answer in 3 s \(playing standard\)", flat(done.stdout)), done.stdout


@pytest.mark.nightly
@needs_compiler
def test_a_loop_in_compiled_code(cli: Cli) -> None:
    """It is so rare that the few decisions asked in plain Python miss it."""
    write("""
        from sim.bits import U
        def order_up(v):
            n = v.random
            while n & U(1023) == U(0):
                n = n << U(1)
            return 1 if n & U(2) == U(0) else 0
        """)
    done = cli("strategies check ./bot.py --rules standard --limit 5 -q")
    assert done.exit_code == 4
    assert "no answer in 5 s (playing standard): a loop that never ends?" in flat(done.stdout), done.stdout
    assert "see it: euchre-sim run --games" in done.stdout


def test_without_the_compiler(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check runs in a process of its own, so this one may have a compiler."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    write("def order_up(v):\n    return 1 if v.seat == 2 else 0\n")
    done = cli("strategies check ./bot.py --rules standard -q")
    assert done.exit_code == 0, done.output
    assert "nothing is compiled (NUMBA_DISABLE_JIT is set)" in done.stdout


@pytest.mark.nightly
def test_a_loop_without_the_compiler(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    write("def order_up(v):\n    while v.score_us >= 0:\n        pass\n    return 0\n")
    done = cli("strategies check ./bot.py --rules standard --limit 3 -q")
    assert done.exit_code == 4
    assert re.search(r"bot\.py:[23]: no answer in 3 s \(order_up, game 0, hand 0, seed 1", flat(done.stdout)), (
        done.stdout
    )


@needs_compiler
def test_branches_are_told_with_advice(cli: Cli) -> None:
    write("""
        from sim.bits import U, low
        def order_up(v):
            total, left = 0, v.hand
            while left != U(0):
                card = low(left)
                left = left & ~card
                total += 3 if card > U(1 << 48) else 0
            return 1 if total > 6 else 0
        """)
    done = cli("strategies check ./bot.py --rules standard -q")
    assert done.exit_code == 0
    assert re.search(r"^order_up +\d+\.\d +branches, one deal after the other$", done.stdout, re.MULTILINE)
    assert re.search(r" order_up: order_up \(.*bot\.py:4\) has a loop: ", flat(done.stdout))


def test_a_process_that_breaks_down(cli: Cli) -> None:
    write("import os\ndef lead(v):\n    return v.hand\nos._exit(3)\n")
    done = cli("strategies check ./bot.py -q")
    assert done.exit_code == 4
    assert "survives: the process that played it broke down (loading): the process ended with 3" in flat(done.stdout)


def test_bad_options(cli: Cli) -> None:
    assert cli("strategies check basic --limit 0").exit_code == 2
    assert cli("strategies check basic --rules nothing").exit_code == 3
    assert cli("strategies check basik").exit_code == 4
    assert "write bridge(basic)" in cli("strategies check bridge -q").stderr


def test_a_check_plays_where_it_is_called(cli: Cli) -> None:
    """Files beside the strategy are found, whatever the folder."""
    Path("bots").mkdir()
    write("def enough(hand):\n    return hand > 0\n", "bots/aid.py")
    write("from aid import enough\ndef order_up(v):\n    return 1 if enough(v.hand) else 0\n", "bots/bot.py")
    assert cli("strategies check bots/bot.py --rules standard -q").exit_code == 0
