"""From Python a class, a function, a file or a loaded player does what its name does; results show themselves."""

import inspect
import warnings
from pathlib import Path
from typing import Any

import pytest

import euchre_sim
from euchre_sim import ask, compare, equity, load_player, load_run, preset, report, round_robin, run, show, strategies
from sim.errors import StrategyError, UsageError

HAND = "JS KS AH 9D TC"


class Bold:
    """Orders up whatever it holds."""

    @staticmethod
    def order_up(v: Any) -> int:
        return 1


class Bolder(Bold):
    """The same by another name."""


def order_up(v: Any) -> int:
    return 1


def order_upp(v: Any) -> int:
    return 1


def shy(loud: int) -> Any:
    """A hook made by a function, as a notebook may make several."""

    def order_up(v: Any) -> int:
        return loud

    return order_up


def summary(rules: Any, players: Any) -> dict[str, Any]:
    found = run(rules, players, hands=500, seed=1).finish().summary.to_dict()
    return {name: value for name, value in found.items() if name not in ("sides", "run_id")}


def test_names_and_objects_are_the_same(tmp_path: Path) -> None:
    rules, bot = tmp_path / "mine.toml", tmp_path / "bold.py"
    rules.write_text('preset = "canadian"\n')
    bot.write_text("def order_up(v):\n    return 1\n")
    usual = summary(preset("canadian"), [load_player("basic")])
    for game in ("canadian", " Canadian", str(rules), rules):
        assert summary(game, "basic") == usual
    bold = summary("standard", [Bold])
    assert bold != summary("standard", "basic")
    for player in (Bolder, order_up, bot, str(bot), shy(1), load_player(Bold), [Bold] * 4, (order_up, Bold)):
        assert summary("standard", player) == bold
    assert summary("standard", shy(0)) != bold


def test_a_comparison_takes_objects() -> None:
    found = compare("standard", "basic", Bold, pairs=2000, seed=1, opponents="simple", explain=False).finish()
    assert found.names[0] == "basic" and found.names[1].endswith(":Bold")
    assert found.main.value.lo is not None and found.main.value.lo > 0
    assert [against.opponent for against in found.against] == ["simple"]
    table = round_robin("standard", ["basic", Bold, shy(0)], pairs=200, seed=1).finish()
    names = {standing.player.spec.partition(":")[2].rstrip("_0123456789") for standing in table.standings}
    assert names == {"", "Bold", "order_up"}


def test_players_of_the_same_name_are_told_apart() -> None:
    both = [shy(0), shy(1)]
    specs = [load_player(one).spec for one in both]
    assert len(set(specs)) == 2 and [load_player(one).spec for one in both] == specs
    hashes = [load_player(spec).source_hash for spec in specs]
    assert hashes == [load_player(one).source_hash for one in both] and len(set(hashes)) == 2


def test_a_class_defined_anew_is_the_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    old = load_player(Bold)
    changed = type("Bold", (), {"order_up": staticmethod(shy(0)), "__module__": __name__})
    monkeypatch.setitem(globals(), "Bold", changed)
    new = load_player(changed)
    assert new.spec == old.spec and new.source_hash != old.source_hash
    assert ask(HAND, "QS", 1, me=new, deals=50, seed=1).own == ("pass",)
    with pytest.raises(StrategyError, match="has changed since this player was loaded"):
        ask(HAND, "QS", 1, me=old, deals=50, seed=1)


def test_a_folder_may_have_the_ending_of_a_file_in_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "my.pybots"
    folder.mkdir()
    (folder / "bold.py").write_text("class Bot:\n    def order_up(v):\n        return 1\n")
    assert load_player(f"{folder / 'bold.py'}:Bot").source_hash == load_player(folder / "bold.py:Bot").source_hash


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (order_upp, "the function order_upp has the name of no hook"),
        (Bold(), "a player is given by name, file, class or function, not as <"),
        (int, "int defines none of the hooks"),
        (inspect, "inspect.py defines none of the hooks"),
        (5, "not as 5"),
        (print, "not as <built-in function print>"),
    ],
)
def test_what_is_no_player_is_told(given: Any, words: str) -> None:
    with pytest.raises(StrategyError, match=r"hook|file") as caught:
        load_player(given)
    assert words in caught.value.message
    assert given is not order_upp or "did you mean order_up?" in caught.value.hint


@pytest.mark.parametrize(
    ("words", "others"),
    [
        ({"seat": 1, "score": "9-6"}, {"seat": "eldest", "hand": HAND.split(), "score": (9, 6)}),
        ({"seat": 3, "bids": "pass, pass"}, {"seat": "third", "bids": ["pass", "pass"]}),
        (
            {"hand": "KS AS AC 9D", "trump": "S", "maker": 2, "played": "9H TH KH AH; 9S JH"},
            {"hand": ["KS", "AS", "AC", "9D"], "trump": "spades", "maker": "2", "played": ["9H TH KH AH", "9S JH"]},
        ),
    ],
)
def test_a_question_in_words_and_in_numbers(words: dict[str, Any], others: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"hand": HAND, "up": "QS", "deals": 50, "seed": 1, "equity_hands": 64}
    first, second = ask(**usual | words), ask(**usual | others)
    assert first.to_dict() | {"seconds": 0} == second.to_dict() | {"seconds": 0}


def test_arguments_are_named_one_by_one() -> None:
    for name in euchre_sim.__all__:
        what = getattr(euchre_sim, name)
        if inspect.isfunction(what):
            kinds = {parameter.kind for parameter in inspect.signature(what).parameters.values()}
            assert not kinds & {inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL}, name
            assert all(p.annotation is not p.empty for p in inspect.signature(what).parameters.values()), name


def test_what_is_prepared_and_not_played_says_so() -> None:
    for prepare, words in (
        (lambda: run("standard", "basic", games=20, seed=1), "run of 20 games: standard, basic, seed 1"),
        (
            lambda: run("pepper", "basic", hands=7, seed=1, out="there"),
            "run of 7 hands: pepper, basic, seed 1, to there",
        ),
        (lambda: compare("standard", "basic", "simple", pairs=9, seed=1), "comparison of basic with simple, standard"),
        (lambda: round_robin("standard", ["basic", "simple"], seed=1), "round robin of basic, simple, standard"),
        (lambda: euchre_sim.sweep("standard", "basic", "order_1=1,2", seed=1), "sweep of order_1 of basic against"),
    ):
        with pytest.warns(UserWarning, match="was prepared, but never played: call finish()"):
            prepare()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            shown = repr(prepare())
        assert shown.startswith(f"<{words}") and shown.endswith("not played yet: call finish(), or iterate over it>")
        assert words in prepare()._repr_html_()


def test_what_was_played_does_not_warn() -> None:
    ready = run("standard", "basic", games=2, seed=1)
    ready.finish()
    assert repr(ready).endswith("; begun>")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        del ready


def test_results_show_their_text() -> None:
    played = run("standard", "basic", games=20, seed=1).finish()
    table = equity("two-handed", ["basic", "simple"], hands=32)
    for result in (
        played,
        played.summary,
        compare("standard", "basic", "simple", pairs=50, seed=1).finish(),
        round_robin("standard", ["basic", "simple"], pairs=50, seed=1).finish(),
        euchre_sim.sweep("standard", "basic", "order_1=200,300", pairs=50, seed=1).finish(),
        ask(HAND, "QS", 1, deals=50, seed=1),
        table,
        show("standard", "basic", seed=1)[0],
    ):
        assert repr(result) == str(result) == result.to_text() and "\n" in str(result)
        assert result._repr_html_().startswith("<p") and "basic" in result._repr_html_()
    assert 0 < table.chance(0, (9, 6), 1) < 1
    for side, score, dealer in ((2, (9, 6), 1), (0, (9,), 1), (0, "9-6", 1), (0, (9, 6), 4), (0, (9, -1), 0)):
        with pytest.raises(UsageError):
            table.chance(side, score, dealer)  # type: ignore[arg-type]


@pytest.mark.nightly
def test_a_run_is_reported_from_python(tmp_path: Path) -> None:
    played = run("standard", "basic", games=300, seed=1, out=tmp_path / "a").finish()
    assert played.to_dict()["run"]["folder"] == str(tmp_path / "a") and str(tmp_path / "a") in repr(played)
    loaded = load_run(str(tmp_path / "a"))
    assert repr(loaded).startswith(f"<run {tmp_path / 'a'}: 300 games of standard, basic, seed 1")
    for given in (tmp_path / "a", str(tmp_path / "a"), loaded, played, [loaded]):
        written = report(given, sections="seats", format="md")
        assert written.main == tmp_path / "a-report" / "report.md" and written.main.is_file()
    again = report([played, loaded], tmp_path / "two", sections=["seats"], format="json", counterfactual=50)
    assert again.main.is_file() and repr(again) == f"<report {again.main} ({len(again.files)} files)>"
    with pytest.raises(UsageError, match="this run was not written"):
        report(run("standard", "basic", games=20, seed=1).finish())


def test_what_there_is() -> None:
    assert next(iter(euchre_sim.presets())) == "standard" and "24 cards" in euchre_sim.presets()["standard"]
    assert strategies()["basic"] == "The default player."
    assert repr(preset("standard").with_changes(target="7", stick_dealer=True)) == "Rules(target=7, stick_dealer='on')"
