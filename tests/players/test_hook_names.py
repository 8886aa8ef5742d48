"""Hooks and their versions by their own names: in errors, in `strategies info` and `check`, and misspelt."""

import re
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest
from typer.testing import Result

from sim.bits import COMPILED
from sim.engine.layout import HOOKS
from sim.errors import IllegalAction, StrategyError
from sim.players.check.conformance import check_hooks, ending
from sim.players.hook_names import ASKED, NAMES, TURN_UP, never_asked, versioned
from sim.players.match import Match, hooks_asked
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from strategies import BUILT_IN
from support.command_line import called
from support.envelope import result
from support.places import BOTS, DOCS

SHIPPED = sorted((DOCS / "bots").glob("*.py"))

BIDS = """
    from sim.bits import U, low
    from strategies.toolkit import legal
    def bid(view):
        return 4 if (view.bids >> 4) & 1 else 0
    def bid_napoleon(view):
        return 2 if (view.bids >> 2) & 1 else 0
    """


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Writes a strategy file and gives its specification, which is short wherever the tests run."""
    monkeypatch.chdir(tmp_path)

    def write(text: str) -> str:
        Path("bot.py").write_text(dedent(text).lstrip())
        return "./bot.py"

    return write


def strategies(*words: str) -> Result:
    """`euchre-sim strategies`, run in this process."""
    return called("strategies", *words, COLUMNS="100")


def test_every_hook_asked_under_a_preset_is_known_for_its_auction() -> None:
    for rules in PRESETS.values():
        assert set(hooks_asked(rules)) <= set(ASKED[rules.auction])
    assert set(HOOKS) <= set(NAMES) and versioned("lead", "single") in NAMES
    assert versioned("lead", TURN_UP) == "lead" and versioned("lead", "tricks") == "lead_pfeffer"


BIDDER = """
def bid(view):
    return (view.bids >> 4 & 1) * 4
def bid_napoleon(view):
    return (view.bids >> 2 & 1) * 2
"""


BROKEN = [
    ("napoleon", "bid_napoleon"),
    ("napoleon", "name_trump_napoleon"),
    ("napoleon", "lead_napoleon"),
    ("hasenpfeffer", "bid"),
    ("hasenpfeffer", "name_trump_pfeffer"),
    ("hasenpfeffer", "discard_pfeffer"),
    ("pepper", "lead"),
]
IN_NUMPY = ("hasenpfeffer", "bid")
"""Asked of a player in NumPy too; the others are nightly, as the views of each hook are compiled for them."""


@pytest.mark.parametrize(
    ("preset", "hook", "in_numpy"),
    [
        *(pytest.param(*asked, False) for asked in BROKEN),
        *(pytest.param(*asked, True, marks=[] if asked == IN_NUMPY else pytest.mark.nightly) for asked in BROKEN),
    ],
)
def test_an_illegal_action_names_the_function_that_decided(
    preset: str, hook: str, in_numpy: bool, bot: Callable[[str], str]
) -> None:
    spec = bot(f"BATCH = {in_numpy}\n{BIDDER}def {hook}(view):\n    return view.seat * 0 + 77\n")
    with pytest.raises(IllegalAction, match=rf"broke the rules: {hook}(,| in trick)"):
        Match(PRESETS[preset], [load_player(spec)], 1).play(0, 50)


@pytest.mark.parametrize(("preset", "hook"), [("napoleon", "bid_napoleon"), ("hasenpfeffer", "bid"), ("pepper", "bid")])
def test_the_missing_hook_is_named_as_it_has_to_be_written(preset: str, hook: str, bot: Callable[[str], str]) -> None:
    spec = bot("def order_up(view):\n    return 0\n")
    with pytest.raises(StrategyError, match=rf"bot\.py has no {hook}, which these rules ask for"):
        Match(PRESETS[preset], [load_player(spec)], 1)


def test_a_failing_hook_is_named_as_it_is_written(bot: Callable[[str], str]) -> None:
    in_numpy = bot("BATCH = True\ndef bid_napoleon(view):\n    raise ValueError('no idea')\n")
    with pytest.raises(StrategyError, match=r"bot\.py:3: bid_napoleon of .* failed: ValueError: no idea"):
        Match(PRESETS["napoleon"], [load_player(in_numpy)], 1).play(0, 5)
    wrong = bot("def bid_napoleon(view, params):\n    return 0\n")
    with pytest.raises(StrategyError, match=r"bid_napoleon takes Params"):
        Match(PRESETS["napoleon"], [load_player(wrong)], 1)


def test_a_finding_names_the_function_that_decided(bot: Callable[[str], str]) -> None:
    spec = bot(
        BIDS
        + """
    from sim.bits import popcount
    def follow_napoleon(view):
        return low(legal(view)) if 60 // popcount(view.hand) > 0 else U(0)
    """
    )
    found = next(check_hooks(load_player(spec), ending(PRESETS["napoleon"]), 1, 1))
    assert (found.check, found.problem.partition(",")[0]) == ("bears an empty hand", "follow_napoleon")


def test_info_tells_who_decides_in_each_family_of_games(bot: Callable[[str], str]) -> None:
    spec = bot(BIDS + "def lead_pfeffer(view):\n        return low(view.hand)\n")
    text = strategies("info", spec).stdout
    assert re.search(rf"^  bid_napoleon +{re.escape(spec)} ", text, re.MULTILINE)
    assert re.search(rf"^  lead_pfeffer +{re.escape(spec)} ", text, re.MULTILINE)
    assert re.search(r"^  lead_napoleon +from basic +.*play_napoleon\.py:\d+$", text, re.MULTILINE)
    assert re.search(r"^  name_trump_pfeffer +from basic ", text, re.MULTILINE)
    assert "follow_pfeffer" not in text, "basic has none: follow decides there too"
    found = {hook["hook"]: hook["own"] for hook in result(strategies("info", spec, "--json").stdout)["hooks"]}
    assert (found["lead_pfeffer"], found["lead"], found["follow_napoleon"]) == (True, False, False)
    only_order = bot("def order_up(view):\n    return 0\n")
    assert "napoleon" not in strategies("info", only_order).stdout.partition("hooks")[2]


@pytest.mark.nightly
def test_check_times_the_versions_that_its_games_ask(bot: Callable[[str], str]) -> None:
    spec = bot(
        BIDS
        + """
    def name_trump(view):
        return 1
    def name_trump_napoleon(view):
        lane = 4 if view.hand >> U(48) else 3 if view.hand >> U(32) else 2 if view.hand >> U(16) else 1
        return lane
    """
    )
    done = strategies("check", spec, "--rules", "napoleon", "--json", "-q")
    assert done.exit_code == 0, done.output
    rows = {hook["hook"]: hook for hook in result(done.stdout)["hooks"]}
    assert list(rows) == ["name_trump_napoleon", "bid_napoleon"]
    where = {name: int(row["where"].rpartition(":")[2]) for name, row in rows.items()}
    assert where == {"bid_napoleon": 5, "name_trump_napoleon": 10}
    if COMPILED:
        assert all(row["nanoseconds"] is not None for row in rows.values())
    both = result(strategies("check", spec, "--rules", "napoleon", "--rules", "pepper", "--json", "-q").stdout)["hooks"]
    assert {"name_trump", "name_trump_napoleon", "bid", "bid_napoleon"} == {hook["hook"] for hook in both}


def test_a_check_that_finds_an_illegal_action_times_what_was_asked(bot: Callable[[str], str]) -> None:
    spec = bot(BIDS + "def lead_napoleon(view):\n        return view.hand\n")
    done = strategies("check", spec, "--rules", "napoleon", "--json", "-q")
    found = result(done.stdout)
    assert (done.exit_code, [one["check"] for one in found["findings"]]) == (5, ["plays by the rules"])
    assert "broke the rules: lead_napoleon in trick 1" in found["findings"][0]["problem"]
    assert {hook["hook"]: hook["nanoseconds"] is not None for hook in found["hooks"]} == dict.fromkeys(
        ["bid_napoleon", "lead_napoleon"], COMPILED
    )


def test_a_game_that_nobody_would_end_is_timed(bot: Callable[[str], str]) -> None:
    spec = bot("def bid(view):\n    return 6 if (view.bids >> 6) & 1 else 0\n")
    hooks = result(strategies("check", spec, "--rules", "hasenpfeffer", "--json", "-q").stdout)["hooks"]
    assert [(hook["hook"], hook["nanoseconds"] is not None) for hook in hooks] == [("bid", COMPILED)]


def test_a_preset_without_its_hook_is_refused_with_the_name_of_the_hook(bot: Callable[[str], str]) -> None:
    done = strategies("check", bot("def order_up(view):\n    return 0\n"), "--rules", "napoleon", "-q")
    assert done.exit_code == 2
    assert "bot.py does not support napoleon: it has no bid_napoleon" in done.stderr


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("name_trumps", "name_trump"),
        ("name_trumps_pfeffer", "name_trump_pfeffer"),
        ("give_best_pfeffers", "give_best"),
        ("lead_napolean", "lead_napoleon"),
        ("lead_nap", "lead_napoleon"),
        ("bid_number", "bid"),
        ("order_up_napoleon", "order_up"),
        ("Follow", "follow"),
    ],
)
def test_a_misspelt_hook_is_noticed(name: str, meant: str, bot: Callable[[str], str]) -> None:
    spec = bot(f"def order_up(view):\n    return 0\ndef {name}(view):\n    return {name}(view) if view.seat else 0\n")
    notice = rf"bot\.py:3: {name} is no hook and is never asked; did you mean {meant}\w*\?"
    assert re.search(notice, " ".join(strategies("info", spec).stdout.split()))
    assert re.search(notice, result(strategies("info", spec, "--json").stdout)["notices"][0])
    assert len(load_player(spec).notices) == 1


@pytest.mark.nightly
def test_a_misspelt_hook_is_told_by_the_check_and_by_a_class(bot: Callable[[str], str]) -> None:
    spec = bot("class Bold:\n    def order_up(v):\n        return 1\n    def leads(v):\n        return v.hand\n")
    told = "leads is no hook and is never asked; did you mean lead?"
    done = strategies("check", spec + ":Bold", "--rules", "two-handed", "-q")
    assert (done.exit_code, told in " ".join(done.stdout.split())) == (0, True), done.output
    assert (
        told
        in result(strategies("check", spec + ":Bold", "--rules", "two-handed", "--json", "-q").stdout)["notices"][0]
    )
    only_slips = bot("def orderup(v):\n    return 1\n")
    with pytest.raises(StrategyError) as caught:
        load_player(only_slips)
    assert "did you mean order_up by orderup?" in caught.value.hint


def test_helpers_are_no_misspelt_hooks(bot: Callable[[str], str]) -> None:
    spec = bot("""
        from strategies.toolkit import leads
        def lead_low(v):
            return v.hand
        def best_follow(v):
            return v.hand
        def _leads(v):
            return v.hand
        def bid_all(v):
            return 0
        def follow_high(v):
            return v.hand
        bid = bid_all
        PLANS = (follow_high,)
        def lead(v):
            return lead_low(v)
        """)
    assert load_player(spec).notices == []


@pytest.mark.parametrize("name", [*BUILT_IN, *map(str, SHIPPED)])
def test_no_false_alarm_for_strategies_that_ship(name: str) -> None:
    assert load_player(name).notices == []


def test_no_false_alarm_for_the_bots_of_the_tests() -> None:
    names = [path.stem for path in BOTS.glob("*.py") if path.stem != "__init__"]
    modules = [__import__(f"bots.{name}", fromlist=[name]) for name in names]
    sources = [one for module in modules for one in (module, *vars(module).values())
               if one is module or (isinstance(one, type) and one.__module__ == module.__name__)]  # fmt: skip
    assert len(sources) > len(modules)
    assert [notice for source in sources for notice in never_asked(source)] == []
