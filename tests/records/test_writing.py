"""What is written is valid by the published schema and comes back as it was; what cannot be told is refused."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from euchre_sim import run, show
from sim.cards import JOKER
from sim.errors import RecordError
from sim.records.game import Deal, Game
from sim.records.reading import problem_text, read_game_document, read_records
from sim.records.ruleset import rules_of_ruleset, ruleset_of
from sim.records.writing import as_text, document_of, match_of, unsayable
from sim.rules.presets import preset
from sim.rules.rules import Rules
from sim.runs.as_record import game_of
from sim.runs.results import open_run
from sim.runs.trace import trace_from_rows
from support.places import TESTS
from support.records import FILES

SCHEMA = json.loads((TESTS / "data" / "egn" / "egn-schema-v1.json").read_text())
OF_MATCH = json.loads((TESTS / "data" / "egn" / "emn-schema-v1.json").read_text())
BOTH = {"egn-schema-v1.json": SCHEMA}
TELLABLE = ("standard", "canadian", "british", "two-handed")
"""Games that the format has words for, but for some hands of `british`."""


def valid(document: dict[str, Any]) -> dict[str, Any]:
    """The document as a file holds it, after the schema has had its say."""
    found: dict[str, Any] = json.loads(as_text(document))
    jsonschema.Draft7Validator(SCHEMA).validate(found)
    return found


def same(written: Game, read: Game) -> bool:
    """Whether all deals are equal, whatever the rules say that nobody did."""
    assert [problem_text(problem, read) for problem in read.problems] == []
    return (written.deals, written.initial_score, written.final_score) == (
        read.deals, read.initial_score, read.final_score
    )  # fmt: skip


def told(games: list[Game]) -> tuple[int, list[str]]:
    """How many games come back equal, and why the others cannot be told."""
    count, why = 0, []
    for game in games:
        try:
            document = document_of(game)
        except RecordError as error:
            why.append(error.message)
            continue
        assert same(game, read_game_document(game.source, valid(document)))
        count += 1
    return count, why


def known_gap(deal: Deal) -> bool:
    """Whether the format is known to have no words for a deal."""
    return (deal.lone_defender is not None and not deal.alone) or deal.upcard == JOKER


@pytest.mark.parametrize("name", TELLABLE)
def test_whole_games_come_back(name: str) -> None:
    games = [game_of([hand]) for k in range(2) for hand in show(name, "basic", seed=5, game=k)]
    count, why = told(games)
    assert count + len(why) == len(games) > 15
    assert len(why) == sum(known_gap(game.deals[0]) for game in games), why
    if name in ("standard", "two-handed"):
        whole = game_of(show(name, "basic", seed=5, game=1))
        back = read_game_document("back", valid(document_of(whole)))
        assert same(whole, back) and back.winner == whole.winner is not None


@pytest.mark.nightly
@pytest.mark.parametrize("name", TELLABLE)
def test_a_thousand_random_hands_come_back(name: str, tmp_path: Path) -> None:
    run(name, "random", hands=1000, seed=16, out=tmp_path / "a", detail="plays").finish()
    data = open_run(tmp_path / "a")
    plays = data.plays().to_dict("records")
    tricks: dict[int, list[Any]] = {}
    for row in plays:
        tricks.setdefault(row["game"], []).append(row)
    games = [
        game_of([trace_from_rows(data.config, row, tricks.get(row["game"], []), 1)])
        for row in data.hands().to_dict("records")
    ]
    assert len(games) == 1000
    count, why = told(games)
    assert count + len(why) == 1000
    assert len(why) == sum(known_gap(game.deals[0]) for game in games), why[:3]
    assert count > 500 if name == "british" else count == 1000


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_games_that_people_played_come_back(path: Path) -> None:
    (game,) = read_records(path)
    back = read_game_document(game.source, valid(document_of(game)))
    assert back.deals == game.deals and back.rules == game.rules and back.players == game.players


def test_a_match_of_games() -> None:
    games = [game_of(show("standard", "basic", seed=5, game=k)) for k in range(2)]
    document = json.loads(as_text(match_of(games, "two games")))
    of_game = OF_MATCH["properties"]["games"]["items"]["properties"]["gameData"]
    of_game |= SCHEMA  # the schema of the match leaves open what a game is
    named = OF_MATCH["properties"]["metadata"]["properties"]["players"]["items"]["allOf"]
    named[0] = SCHEMA["definitions"]["player"]
    jsonschema.Draft7Validator({**OF_MATCH, "definitions": SCHEMA["definitions"]}).validate(document)
    assert [game["gameIndex"] for game in document["games"]] == [0, 1]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("cutthroat", "it keeps two scores, and 3 players have one each"),
        ("hasenpfeffer", "it has no words for bids of numbers"),
        ("napoleon", "it has no words for bids of numbers"),
    ],
)
def test_games_that_the_format_cannot_tell(name: str, sentence: str) -> None:
    assert unsayable(preset(name)) == sentence


def test_hands_that_the_format_cannot_tell() -> None:
    rules = preset("standard").with_changes(loner_34=2)
    found = [game_of([hand]) for k in range(12) for hand in show(rules, "basic", seed=5, game=k)]
    count, why = told(found)
    lone = [game for game in found if (d := game.deals[0]).alone and d.makers_tricks in (3, 4)]
    assert count == len(found) - len(lone) and lone
    assert all(text.endswith("read with other points, for it has no word for loner_34 = 2") for text in why)


@pytest.mark.nightly
def test_what_a_dealer_leaves_on_the_table_is_told_for_two() -> None:
    hands = [hand for k in range(40) for hand in show("two-handed", "random", seed=2, game=k)[:2]]
    left = [hand for hand in hands if hand.bids[-1].round == 1 and not hand.taken]
    assert left
    document = valid(document_of(game_of([left[0]])))
    bidding = document["deals"][0]["phases"][0]
    assert bidding["discard"] == document["deals"][0]["initialState"]["upCard"]


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"stick_dealer": "on"},
        {"dealer_partner_order": "alone_only", "alone_lead": "left_of_loner"},
        {"deck": 33, "target": 5},
        {"loner_march": 5, "loner_euchred": 4},
        {"no_trump": "round2", "fast_break": "on", "four_trick_tokens": "on"},
        {"defend_alone": "vs_loner"},
        {"farmers_hand": "swap3"},
        {"call_for_best": "loner", "best_order": "receive_first"},
        {"max_hands": 8, "target": 1000},
    ],
)
def test_rulesets_come_back(changes: dict[str, Any]) -> None:
    rules = Rules().with_changes({"discard_upcard": "allowed", **changes})
    back, odd = rules_of_ruleset(ruleset_of(rules))
    assert odd == [] and back == rules
