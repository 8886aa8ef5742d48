"""`ask --sensitivity`: others of many styles of bidding and play, and no more claimed than they say."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from sim.ask import sensitivity as panel_module
from sim.ask.answer import Answer, Valued
from sim.ask.answering import ask
from sim.ask.evidence import Evidence
from sim.ask.sensitivity import STYLES, Around, Panel, aggressive, ask_around, panel_players
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from sim.stats.estimates import Estimate
from support.command_line import called

HAND = "JS KS AH 9D TC"
FEW = {"deals": 3_000, "seed": 1, "threads": 1}


def choice(name: str, verdict: str, points: float, family: str = "") -> Valued:
    value = Estimate(points, 0.01, points - 0.02, points + 0.02, 1000, "points", "student")
    return Valued(name, name, family or name, verdict, value, value, None, None, 0.5, {}, 1000, None)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def base() -> Answer:
    return ask(HAND, "QS", 1, **FEW)  # type: ignore[arg-type]


def answered(base: Answer, *choices: Valued, thin: bool = False) -> Answer:
    return replace(base, choices=choices, evidence=Evidence(1e-4 if thin else 0.5, 10**6, 0.1, is_soft=thin))


def test_the_tables_span_bidding_and_play() -> None:
    players = {name: load_player(spec) for name, spec in panel_players().items()}
    bidders = {player.bidding.name for player in players.values()}
    cards = {player.play.name for player in players.values()}
    assert {"cautious", "lyles-advanced", "trump-count", "trickster", "bps"} <= bidders and len(bidders) >= 7
    assert {"high-low-coop", "random"} <= cards and len(cards) >= 4
    basic, eager = load_player("basic").params, load_player(aggressive()).params
    assert eager["order_1"] < basic["order_1"] and eager["side_ace"] == basic["side_ace"]
    assert players["strong"].looks_ahead


def test_what_answers_say_of_the_advice(base: Answer) -> None:
    advice = answered(base, choice("pass", "best", 1.0), choice("order", "beaten", 0.5))
    cases = {
        "the same": answered(base, choice("pass", "best", 1.0), choice("order", "beaten", 0.5)),
        "differs": answered(base, choice("order", "best", 1.0), choice("pass", "beaten", 0.5)),
        "too close to tell": answered(base, choice("pass", "best", 1.0), choice("order", "open", 0.99)),
        "rests on little": answered(base, choice("order", "best", 1.0), choice("pass", "beaten", 0.5), thin=True),
    }
    for expected, found in cases.items():
        assert Panel(advice, ()).finding(found) == expected
    open_the_other_way = answered(base, choice("order", "best", 1.0), choice("pass", "open", 0.99))
    assert Panel(advice, ()).finding(open_the_other_way) == "too close to tell"
    # Another card buried is no other advice, where more than that is asked.
    take = answered(base, choice("take, bury 9C", "best", 1.0, "take"), choice("pass", "beaten", 0.5))
    other = answered(
        base,
        choice("take, bury 9D", "best", 1.0, "take"),
        choice("take, bury 9C", "beaten", 0.8, "take"),
        choice("pass", "beaten", 0.5),
    )
    assert Panel(take, ()).finding(other) == "the same"


@pytest.mark.parametrize(
    ("found", "holds", "sentences"),
    [
        (["the same", "the same"], True, ["The advice (pass) holds against the 2 tables tried: t0, t1."]),
        (
            ["the same", "too close to tell"],
            True,
            ["The advice (pass) holds against 1 of the 2 tables tried: t0.", "Too close to tell: t1."],
        ),
        (
            ["the same", "differs", "no answer"],
            False,
            ["at 1 of 2 tables another choice is better than pass: t1 (order).", "It is the best at 1: t0."],
        ),
        (["too close to tell"], False, ["None of these tables can tell whether the advice holds."]),
        (["no answer"], False, ["None of these tables can tell whether the advice holds.", "t0: nobody gets there."]),
        (
            ["rests on little", "the same"],
            True,
            ["holds against 1 of the 2 tables tried: t1.", "and so say little: t0."],
        ),
        ([], False, ["None of these tables can tell"]),
    ],
)
def test_no_more_is_claimed_than_was_found(base: Answer, found: list[str], holds: bool, sentences: list[str]) -> None:
    advice = answered(base, choice("pass", "best", 1.0), choice("order", "beaten", 0.5))
    answers: dict[str, Answer | None] = {
        "the same": advice,
        "differs": answered(base, choice("order", "best", 1.0), choice("pass", "beaten", 0.5)),
        "too close to tell": answered(base, choice("pass", "best", 1.0), choice("order", "open", 0.99)),
        "rests on little": answered(base, choice("order", "best", 1.0), choice("pass", "beaten", 0.5), thin=True),
        "no answer": None,
    }
    tables = tuple(
        Around(f"t{k}", "basic", answers[one], "" if answers[one] else "nobody gets there")
        for k, one in enumerate(found)
    )
    panel = Panel(advice, tables)
    text = " ".join(panel.to_text().split())
    assert panel.holds is holds is panel.to_dict()["holds"]
    for sentence in sentences:
        assert sentence in text
    assert "whoever the others are" not in text


def test_an_advice_that_is_not_clear_is_called_so(base: Answer) -> None:
    advice = answered(base, choice("pass", "best", 1.0), choice("order", "open", 0.99))
    assert "The advice itself is too close to tell: pass only looks best." in Panel(advice, ()).to_text()


@pytest.mark.parametrize(
    ("rules", "told"),
    [("standard", {}), ("two-handed", {}), ("cutthroat", {}), ("british", {}), ("classic32", {}), ("canadian", {})],
)
def test_every_game_with_an_upcard_has_its_tables(rules: str, told: dict[str, Any], monkeypatch: Any) -> None:
    """All of them answer the first question of the bidding; two are asked here, the others can sit down to the game."""
    from sim.players.check.checking import supported

    for spec in panel_players().values():
        assert rules in supported(load_player(spec))
    monkeypatch.setattr(panel_module, "STYLES", {name: STYLES[name] for name in ("lyles-advanced", "basic/random")})
    few = {"deals": 300, "seed": 1, "threads": 1}
    base = ask(HAND, "QS", 1, rules=PRESETS[rules], **few)  # type: ignore[arg-type]
    panel = ask_around(base, **few)  # type: ignore[arg-type]
    assert [a.answer is not None for a in panel.around] == [True, True]
    assert {a.answer.seating.specs[0] for a in panel.around if a.answer} == {"basic"}


def test_a_table_without_an_answer_does_not_spoil_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a table has no answer the others still have theirs."""
    tables = {"never": "bots.faulty:Reneges", "cautious": "cautious"}
    monkeypatch.setattr(panel_module, "panel_players", lambda: tables)
    base = ask(HAND, "QS", 1, **FEW)  # type: ignore[arg-type]
    panel = ask_around(base, deals=300, seed=1, threads=1)
    assert panel.around[0].answer is None and "broke the rules" in panel.around[0].error
    assert panel.around[1].answer is not None
    assert "no answer" in panel.to_text() and panel.around[0].error in " ".join(panel.to_text().split())


def test_a_stop_keeps_the_tables_asked_so_far(base: Answer) -> None:
    asked = iter([False] * 3 + [True] * 100)
    panel = ask_around(base, deals=50, seed=1, threads=1, stop=lambda: next(asked))
    assert panel.stopped and len(panel.around) < len(panel_players())
    assert "Interrupted: the other tables were not asked." in panel.to_text()


@pytest.mark.nightly
def test_the_advice_at_8_9_does_not_hold_against_bold_bidders() -> None:
    """Three systems that count on little reverse it, in games won; once three bidders with one card play "held"."""
    line = 'ask "JS QC TC KH 9H" --up JC --seat 1 --score 8-9 --sensitivity --seed 1 --threads 1 --quiet'
    done = called(line)
    assert done.exit_code == 0
    table = done.stdout[done.stdout.index("\nothers ") :]
    assert "games won" in table.split("\n")[1] and "The advice depends on who the others are" in table
    for name in ("lyles-advanced", "trump-count", "trickster"):
        row = next(one for one in table.splitlines() if one.startswith(name + " "))
        assert "differs" in row and re.search(r"-\d+\.\d+ % ± ", row), row
    assert max(map(len, table.splitlines())) <= 80


@pytest.mark.nightly
def test_the_panel_from_outside() -> None:
    line = 'ask "JS JC AS KS AH" --up QS --seat 1 --deals 2000 --seed 1 --sensitivity'
    done = called(line)
    assert done.exit_code == 0
    for name in ("cautious", "trump-count", "basic/random", "The advice (order it up alone) holds against"):
        assert name in " ".join(done.stdout.split())
    told = json.loads(called(f"{line} --json").stdout)["result"]["sensitivity"]
    assert told["holds"] is True and [one["name"] for one in told["panel"]] == list(panel_players())
