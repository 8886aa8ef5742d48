"""Strategies by name, with parameters and in parts; and what is said when one can't be had, compiled or trusted."""

import re
from pathlib import Path

import pytest

from sim.cards import hand_text
from sim.engine.layout import HOOKS, MAX_PARAMS
from sim.errors import EuchreError, IllegalAction, StrategyError, UsageError
from sim.players.hook_names import TURN_UP
from sim.players.match import Match
from sim.players.sources import available
from sim.players.strategy import FOUR, load_player, load_players
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from sim.runs.provenance import make_config
from strategies import BUILT_IN
from support.broken import CHEATS, UNLINKABLE, UNLOADABLE

LOW = "from sim.bits import U, low\n"
PARAMS = "from typing import NamedTuple\nclass Params(NamedTuple):\n"


def bot(folder: Path, text: str, name: str = "bot.py") -> str:
    """A strategy file; its specification."""
    (folder / name).write_text(text)
    return str(folder / name)


# ------------------------------------------------------------------------------------------------------- by name


def test_built_in() -> None:
    names = available()
    assert set(BUILT_IN) <= set(names)
    assert all(text and "\n" not in text for text in names.values())
    for name in ("basic", "cautious", "random"):
        player = load_player(name)
        assert (player.name, player.spec) == (name, name)
        assert list(player.hooks) == list(HOOKS)


@pytest.mark.parametrize(
    ("spec", "canonical"),
    [
        ("bots:wild", "bots:wild"),
        (" bots:wild { bid = 40 , alone=10 } ", "bots:wild{bid=40,alone=10}"),
        ("bots:wild{alone=10,bid=40}", "bots:wild{bid=40,alone=10}"),
        ("bots:wild{bid=25}", "bots:wild"),
        ("bots:wild{bid=40.0}", "bots:wild{bid=40}"),
        ("bots:steady/bots:wild", "bots:steady/bots:wild"),
        ("bots:wild{bid=40}/bots:wild", "bots:wild{bid=40}/bots:wild"),
        ("bots:wild/bots:wild", "bots:wild"),
        ("bots:wild{}", "bots:wild"),
    ],
)
def test_specifications(spec: str, canonical: str) -> None:
    player = load_player(spec)
    assert player.spec == player.name == canonical
    again = load_player(player.spec)
    assert (again.spec, again.source_hash) == (canonical, player.source_hash)


def test_bidding_of_one_and_card_play_of_another() -> None:
    hooks = load_player("bots:steady/bots:wild").hooks
    play_hooks = {"discard", "keep_five", "give_best", "lead", "follow", "name_card"}
    assert {hook for hook, name in hooks.items() if name == "bots:wild"} == play_hooks
    assert {hook for hook, name in hooks.items() if name == "bots:steady"} == set(HOOKS) - play_hooks - {
        "declare_alone"
    }
    params = load_player("bots:wild{bid=40}/bots:wild{alone=1}").params
    assert (params["bid"], params["play.bid"], params["alone"], params["play.alone"]) == (40, 25, 40, 1)


def test_missing_hooks_are_the_default_players(tmp_path: Path) -> None:
    spec = bot(tmp_path, LOW + "def order_up(v):\n    return 1\n")
    hooks = load_player(spec).hooks
    assert hooks.pop("order_up") == spec
    assert hooks.pop("declare_alone") == "as bid"  # whoever the player is: what they answered while bidding
    assert set(hooks.values()) == {"basic"}


def test_files_and_what_is_in_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = LOW + "class Bold:\n    @staticmethod\n    def order_up(v):\n        return 1\n"
    text += "class Shy:\n    def order_up(v):\n        return 0\n"
    spec = bot(tmp_path, text)
    for name, orders in (("Bold", 200), ("Shy", 0)):
        hands = Match(Rules(), [load_player(f"{spec}:{name}")], 1, "hands").play(0, 200, "hands").hands
        assert hands is not None
        assert (hands["round"] == 1).sum() == orders
    folder = tmp_path / "odd folder/with.dots"
    folder.mkdir(parents=True)
    inside = bot(folder, text, "a bot.py")
    assert load_player(f"{inside}:Bold/bots:wild").hooks["follow"] == "bots:wild"
    assert load_player(f"bots:wild/{inside}:Bold").hooks["order_up"] == "bots:wild"
    monkeypatch.chdir(tmp_path)
    assert load_player("./bot.py:Bold").hooks["order_up"] == "./bot.py:Bold"
    assert load_player("bot.py:Bold").source_hash == load_player(f"{spec}:Bold").source_hash
    assert load_player("bot:Bold").hooks["order_up"] == "bot:Bold"


def test_several_players() -> None:
    assert [player.spec for player in load_players(["basic", "bots:wild"])] == ["basic", "bots:wild"]


@pytest.mark.parametrize("value", ["0.1", "0.123456789012", "123456789", "-2.5e-7", "1e300", "0"])
def test_parameters_are_kept_to_the_last_digit(value: str, tmp_path: Path) -> None:
    spec = bot(tmp_path, PARAMS + "    x: float = 1.5\ndef order_up(v, p):\n    return 1 if p.x > 0 else 0\n")
    player = load_player(f"{spec}{{x={value}}}")
    assert player.params == {"x": float(value)}
    assert load_player(player.spec).params == player.params


def test_hash_knows_code_and_parameters() -> None:
    specs = ["bots:wild", "bots:wild{bid=26}", "bots:steady", "bots:steady/bots:wild", "bots:wild/bots:steady"]
    assert len({load_player(spec).source_hash for spec in specs}) == len(specs)


def test_whole_numbers_stay_whole(tmp_path: Path) -> None:
    text = PARAMS + "    few: int = 2\n    part: float = 2\n    yes: bool = True\n"
    text += "def order_up(v, p):\n    return 1 if p.few // 2 == 1 and p.part / 4 == 0.5 and p.yes else 0\n"
    hands = Match(Rules(), [load_player(bot(tmp_path, text))], 1, "hands").play(0, 100, "hands").hands
    assert hands is not None and (hands["round"] == 1).all()


# ------------------------------------------------------------------------------------------------------- refused


@pytest.mark.parametrize(
    ("spec", "message", "hint"),
    [
        ("basik", "unknown strategy: 'basik'", "did you mean basic?"),
        ("", "bad strategy: ''", "NAME"),
        ("basic{", "bad strategy", "NAME{param=value"),
        ("basic/cautious/random", "bad strategy|unknown strategy", "BIDDING/PLAY|strategies are"),
        ("bots:wild{bit=3}", "bots:wild has no parameter 'bit'", "did you mean bid?"),
        ("bots:wild{bid}", "bots:wild has no parameter 'bid'", "bid=25"),
        ("bots:wild{bid=many}", "bid must be a number, not 'many'", "default is 25"),
        ("bots:wild{bid=2.5}", "bid must be a whole number, not 2.5", ""),
        ("bots:wild{bid=inf}", "bid must be a .*number, not inf", ""),
        ("bots:wild{bid=nan}", "bid must be a .*number, not nan", ""),
        ("bots:steady{bid=1}", "bots:steady has no parameter 'bid'", "none"),
        ("bots:nobody", "there is no nobody in it", "class or module"),
        ("no_such_package:Bot", "no_such_package:Bot can't be imported", "installed"),
        ("no/such/bot.py", "there is no file .*no/such/bot.py", "path of a Python file"),
    ],
)
def test_bad_specifications(spec: str, message: str, hint: str) -> None:
    with pytest.raises(StrategyError) as caught:
        load_player(spec)
    assert re.search(message, caught.value.message)
    assert re.search(hint, caught.value.hint)
    assert "\n" not in caught.value.message


def test_wrong_number_of_players() -> None:
    players = load_players(["bots:wild"] * 3)
    with pytest.raises(StrategyError, match="3 strategies for 4 players") as caught:
        Match(Rules(), players, 1)
    assert caught.value.hint == "give 1 (for all), 2 (one a side) or 4 (one a player)"


@pytest.mark.parametrize("preset", ["napoleon", "cutthroat"])
def test_where_each_is_a_side_of_his_own_the_hint_offers_no_strategy_a_side(preset: str) -> None:
    rules, players = PRESETS[preset], load_players(["basic"] * 2)
    told = f"give 1 (for all) or {rules.players} (one a player)"
    with pytest.raises(StrategyError, match=f"2 strategies for {rules.players} players") as caught:
        Match(rules, players, 1)
    assert caught.value.hint == told
    with pytest.raises(UsageError) as refused:
        make_config(rules, players, 1, "games", "none", 1)
    assert refused.value.hint == told


@pytest.mark.parametrize("name", [*UNLOADABLE, *UNLINKABLE])
def test_broken_strategies(name: str, tmp_path: Path) -> None:
    """One sentence, with the file and (where there is one) the line; nothing is played."""
    text, message, line = (UNLOADABLE | UNLINKABLE)[name]
    spec = bot(tmp_path, text)
    if name in UNLINKABLE:
        load_player(f"{spec}/{spec}")  # only linking finds what is wrong
    with pytest.raises(StrategyError) as caught:
        load_player(f"{spec}/{spec}").link((), TURN_UP, FOUR)
    said = caught.value
    assert re.search(message, said.message), said.message
    assert "\n" not in said.message
    assert (f"{spec}:{line}:" in said.message) if line else (spec in said.message)
    assert said.exit_code == 4


def test_a_mistake_in_a_helper_file_is_told_with_that_file(tmp_path: Path) -> None:
    spec = bot(tmp_path, "import aid\ndef lead(v):\n    return aid.aid(v.hand)\n")
    helper = bot(tmp_path, "def aid(hand)\n    return hand\n", "aid.py")
    with pytest.raises(StrategyError, match=re.escape(f"{helper}:1: expected ':'")):
        load_player(spec)
    bot(tmp_path, "def aid(hand):\n    return missing(hand)\n", "aid.py")
    with pytest.raises(StrategyError, match=re.escape(f"{helper}:2: aid uses missing, which is not defined")):
        load_player(spec).link((), TURN_UP, FOUR)


def test_many_parameters(tmp_path: Path) -> None:
    fields = "".join(f"    x{k}: int = {k}\n" for k in range(MAX_PARAMS))
    hook = "def order_up(v, p):\n    return 1 if p.x0 == 0 and p.x{} == {} else 0\n"
    last = MAX_PARAMS - 1
    hands = Match(Rules(), [load_player(bot(tmp_path, PARAMS + fields + hook.format(last, last)))], 1, "hands")
    table = hands.play(0, 20, "hands").hands
    assert table is not None and (table["round"] == 1).all()
    with pytest.raises(StrategyError, match=f"has {MAX_PARAMS + 1} parameters; at most {MAX_PARAMS} fit"):
        load_player(bot(tmp_path, PARAMS + fields + "    one_more: int = 1\n" + hook.format(1, 1), "more.py"))


@pytest.mark.parametrize("name", CHEATS)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_illegal_actions(name: str, tmp_path: Path) -> None:
    rules, text, message = CHEATS[name]
    spec = bot(tmp_path, text)
    with pytest.raises(IllegalAction) as caught:
        Match(rules, [load_player(f"{spec}/{spec}")], 1).play(0, 100)
    said = caught.value
    assert re.search(message, said.message), said.message
    assert said.message.startswith(f"{spec} broke the rules: ")
    assert re.search(r"seat \d dealt( \w\w){5}, upcard \w\w, game \d+, hand \d+, seed 1: it ", said.message)
    assert "\n" not in said.message
    assert "--seed 1" in said.hint
    assert said.exit_code == 5


@pytest.mark.parametrize(("trick", "seat"), [(1, 2), (1, 4), (3, 1), (3, 3), (4, 1), (4, 2), (4, 4)])
def test_the_right_player_is_blamed(seat: int, trick: int, tmp_path: Path) -> None:
    text = f"""
from sim.bits import U, low
def follow(v):
    suited = v.hand & v.led
    if v.trick == {trick} and v.seat == {seat}:
        return U(0)
    return low(suited) if suited != U(0) else low(v.hand)
"""
    cheat = load_player("bots:wild/" + bot(tmp_path, text))
    with pytest.raises(IllegalAction, match=rf"follow in trick {trick}, seat {seat} dealt") as caught:
        Match(Rules(), [cheat], 1, "hands").play(0, 100)
    told = re.search(r"dealt (.{14}), .*game (\d+), hand 0", caught.value.message)
    assert told is not None
    game = int(told[2])
    hands = Match(Rules(), [load_player("bots:wild")], 1, "hands").play(game, game + 1, "hands").hands
    assert hands is not None
    assert hand_text(int(hands[f"hand_{seat}"][0])) == told[1]


def test_nobody_is_asked_for_his_last_card(tmp_path: Path) -> None:
    text = (
        LOW
        + """def lead(v):
    return sel(v.trick == 5, U(0), low(v.hand))
def follow(v):
    suited = v.hand & v.led
    return sel(v.trick == 5, U(0), low(sel(suited != U(0), suited, v.hand)))
"""
    )
    text = text.replace("import U, low", "import U, low, sel")
    silent = load_player("bots:wild/" + bot(tmp_path, text))
    part = Match(Rules(), [silent], 1, "hands").play(0, 500, "plays")
    assert part.plays is not None
    played_out = part.plays["trick"] == 5
    assert played_out.any() and (part.plays["card_1"][played_out] >= 0).all()


def test_an_illegal_action_names_the_player_at_that_chair(tmp_path: Path) -> None:
    spec = bot(tmp_path, LOW + "def lead(v):\n    return U(0)\n")
    players = load_players(["bots:wild", "bots:wild", f"bots:steady/{spec}", "bots:wild"])
    with pytest.raises(IllegalAction, match=rf"bots:steady/{re.escape(spec)} broke the rules: lead in trick"):
        Match(Rules(), players, 1).play(0, 100)


def test_errors_are_of_the_project() -> None:
    assert issubclass(StrategyError, EuchreError) and issubclass(IllegalAction, EuchreError)
