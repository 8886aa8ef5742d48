"""`euchre-sim review` from outside."""

import csv
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sim.cards import card_name
from sim.review.seen_deals import SeenDeal
from sim.rules.presets import preset
from support.browser import opened
from support.command_line import Cli
from support.envelope import result
from support.records import document
from support.reviews import NAMES, played_deals

RULES = preset("standard").with_changes(stick_dealer="on", discard_upcard="allowed")


@cache
def deal() -> SeenDeal:
    """A hand of four players in which the upcard was ordered up by somebody else than the dealer."""
    deals = played_deals(RULES, "basic", 60, seed=12)
    return next(one for one in deals if one.taken and not one.calls[-1].alone and one.calls[-1].chair != one.dealer)


def written(code: int) -> str:
    """A card as the format has it."""
    name = card_name(code)
    return name[:-1] + name[-1].lower()


def game() -> dict[str, Any]:
    """The hand as a game of one deal, told by its cards."""
    seen = deal()
    calls = ["Pass" if call.suit is None else "Order" for call in seen.calls]
    bury = written(seen.discard or 0)
    bidding = {"phaseNumber": 0, "type": "EUCHRE_BIDDING", "calls": calls, "isAlone": False, "discard": bury}
    tricks = [[written(card) for _, card in trick] for trick in seen.tricks]
    play = {"phaseNumber": 1, "type": "TRICK_PLAY", "tricks": tricks}
    state = {"dealer": seen.dealer, "upCard": written(seen.upcard)}
    metadata = {"title": "Club", "players": [*NAMES], "initialScore": [3, 4], "ruleset": {"std": True}}
    deals = [{"dealNumber": 0, "initialState": state, "phases": [bidding, play]}]
    return {"fileType": "Euchre Game Notation", "version": "1.4", "metadata": metadata, "deals": deals}


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "club.egn"
    path.write_text(json.dumps(game()))
    return path


def test_a_game_is_reviewed_and_written_in_every_form(cli: Cli, record: Path, tmp_path: Path) -> None:
    how = f"review {record} --strategy basic --deals 50 --points -q"
    found = cli(f"{how} --csv out.csv --annotate out.egn")
    assert found.exit_code == 0, found.stderr
    assert found.stdout.startswith("1 game, 1 deal, ")
    assert "Club: " in found.stdout and "what decisions cost" in found.stdout
    assert max(map(len, found.stdout.splitlines())) <= 80
    told = result(cli(f"{how} --json").stdout)
    decisions = told["games"][0]["deals"][0]["decisions"]
    rows = list(csv.DictReader((tmp_path / "out.csv").read_text().splitlines()))
    assert [row["did"] for row in rows] == [made["did"] for made in decisions]
    assert {row["player"] for row in rows} <= {*NAMES}
    parts = told["games"][0]["points"]
    assert parts["before"] + parts["cards"] + parts["decisions"] + parts["rest"] == parts["result"]
    document = json.loads((tmp_path / "out.egn").read_text())
    keys = "callAnnotations", "playAnnotations"
    notes = [phase.pop(key, {}) for phase in document["deals"][0]["phases"] for key in keys]
    assert document == game()
    labelled = [row for row in rows if row["label"]]
    assert sum(len(texts) for note in notes for texts in note.values()) == len(labelled)
    again = cli("review out.egn --strategy basic --deals 50 --points -q")
    assert again.stdout == found.stdout


def test_notes_of_others_never_stop_ours(cli: Cli, tmp_path: Path) -> None:
    odd = document("game-10")
    odd["deals"][0]["phases"][0]["callAnnotations"] = None
    odd["deals"][0]["phases"][1]["play_annotations"] = {str(k): "mine" if k % 2 else 7 for k in range(20)}
    odd["metadata"]["title"] = "Cl\ud800ub"
    (tmp_path / "odd.egn").write_text(json.dumps(odd))
    line = "review {} --strategy basic --deals 50 --points -q --json --annotate {}"
    told = result(cli(line.format("odd.egn", "first.egn")).stdout)["games"][0]
    labelled = [made for made in told["deals"][0]["decisions"] if made["label"] and made["trick"]]
    first = json.loads((tmp_path / "first.egn").read_text())
    notes = first["deals"][0]["phases"][1]["play_annotations"]
    assert labelled and told["name"] == "Cl ub"
    for made in labelled:
        *others, ours = notes[str(made["index"])]
        assert others == (["mine"] if made["index"] % 2 else []) and ours.startswith(made["label"])
    assert cli(line.format("first.egn", "second.egn")).exit_code == 0
    assert json.loads((tmp_path / "second.egn").read_text()) == first, "what is noted is not noted again"


def test_a_deal_cut_short_is_reviewed_as_far_as_it_goes(cli: Cli, tmp_path: Path) -> None:
    short = game()
    tricks = short["deals"][0]["phases"][1]["tricks"]
    tricks[1:] = [[]]
    (tmp_path / "short.egn").write_text(json.dumps(short))
    found = cli("review short.egn --strategy basic --deals 20 --points -q")
    assert found.exit_code == 0 and "no deal is told to its end" in found.stdout


def test_what_cannot_be_reviewed_is_told(cli: Cli, tmp_path: Path) -> None:
    wrong = game()
    first = wrong["deals"][0]["phases"][1]["tricks"][0]
    first[1] = first[0]
    (tmp_path / "wrong.egn").write_text(json.dumps(wrong))
    found = cli("review wrong.egn --strategy basic --deals 20 --points")
    assert "not reviewed: Club, deal 0: " in found.stderr
    assert found.exit_code == 0


def test_games_that_nobody_can_look_ahead_in_are_told(cli: Cli, tmp_path: Path) -> None:
    other = game()
    other["metadata"]["ruleset"]["farmers"] = True
    (tmp_path / "farmers.egn").write_text(json.dumps(other))
    found = cli("review farmers.egn --strategy basic --deals 20 --points")
    assert found.exit_code == 0
    assert "not reviewed: Club, deal 0: reviews do not know claims of farmer's hands yet" in found.stderr


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        ("review nothing.egn", 8, "nothing.egn"),
        ("review club.egn --strategy basic,human", 2, "2 strategies"),
        ("review club.egn club.egn --annotate out.egn", 2, "--annotate writes one game, and 2 were given"),
        ("review club.egn --deals none", 2, "--deals"),
        ("review club.egn --strategy nobody", 4, "nobody"),
        ("review club.egn --strategy basic --points --deals 20 --csv no/where.csv", 7, "cannot write no/where.csv"),
        ("review club.egn --strategy basic --html .", 7, "cannot write .: it is a folder"),
        ("review club.egn --strategy basic --annotate ./club.egn", 2, "club.egn is one of the games to review"),
        ("review club.egn --strategy basic --csv a --html ./a", 2, "a is named twice"),
    ],
)
def test_mistakes_are_told_in_a_sentence(cli: Cli, record: Path, line: str, code: int, sentence: str) -> None:
    found = cli(f"{line} -q")
    assert found.exit_code == code, found.stderr
    assert sentence in found.stderr


@pytest.mark.nightly
def test_the_page_steps_through_the_game_without_a_network(cli: Cli, record: Path, tmp_path: Path) -> None:
    assert cli("review club.egn --strategy basic --deals 50 -q --html page.html").exit_code == 0
    with opened(tmp_path / "page.html", tmp_path / "browser") as (page, seen):
        first = page.inner_text("#what")
        page.click("#on")
        assert page.inner_text("#what") != first and page.inner_text("#where").startswith("decision 2 of ")
        assert page.locator("#curve circle").count() > 5
        page.locator("#curve circle").first.click()
        assert page.inner_text("#what") == first
        assert page.locator("#table tr").count() >= 3
        assert not [message for message in seen.messages if message.startswith("error")], seen.messages
        assert len(seen.requests) == 1


def test_a_page_reads_nothing_of_a_record_as_html(cli: Cli, tmp_path: Path) -> None:
    wrong = game()
    wrong["metadata"]["players"][0] = "</script><b>Ann"
    (tmp_path / "club.egn").write_text(json.dumps(wrong))
    assert cli("review club.egn --strategy basic --deals 20 --points -q --html page.html").exit_code == 0
    page = (tmp_path / "page.html").read_text()
    assert page.count("</script>") == 2 and "\\u003c/script>\\u003cb>Ann" in page
