"""A question as a record: read back it is the same deal so far, with nothing that the player asked may not know."""

import json
from typing import Any

import jsonschema
import pytest

from sim.ask.as_record import record_of
from sim.ask.parsing import make_question
from sim.cards import SPADES, parse_card, parse_hand
from sim.errors import RecordError
from sim.records.game import RecordedCall
from sim.records.reading import read_game_document
from sim.records.writing import document_of
from sim.rules.presets import PRESETS
from support.command_line import Cli
from support.places import TESTS

SCHEMA = json.loads((TESTS / "data" / "egn" / "egn-schema-v1.json").read_text())
HAND = "JS KS AH 9D TC"


def read_back(rules: str, hand: str, **told: Any) -> Any:
    document = document_of(record_of(make_question(PRESETS[rules], hand, "QS", **told), rules))
    jsonschema.Draft7Validator(SCHEMA).validate(document)
    (deal,) = read_game_document("x", json.loads(json.dumps(document))).deals
    assert not deal.problems
    return deal


def test_first_bid() -> None:
    deal = read_back("standard", HAND, seat=2, score="3-7")
    assert (deal.dealer, deal.calls, deal.maker, deal.tricks) == (0, (RecordedCall(1, 1, None),), None, ())
    assert deal.dealt == (0, 0, parse_hand(HAND), 0) and deal.score_before == (3, 7)


def test_second_round() -> None:
    deal = read_back("standard", HAND, seat=3, round_=2, score="3-7")
    passes = [(1, 1), (1, 2), (1, 3), (1, 0), (2, 1), (2, 2)]
    assert deal.calls == tuple(RecordedCall(number, chair, None) for number, chair in passes)
    assert deal.score_before == (7, 3) and deal.dealt[3] == parse_hand(HAND)


def test_dealer_who_has_buried_a_card() -> None:
    deal = read_back("standard", "JS QS TC AH", seat=4, maker=1, buried="9D", played="9S AS KS TS; AC 9C")
    assert (deal.maker, deal.trump, deal.taken, deal.discard) == (1, SPADES, True, parse_card("9D"))
    assert deal.held[0] == parse_hand("JS QS TC AH TS")


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("standard", {"seat": 4, "maker": 1, "decision": "discard"}),
        ("standard", {"seat": 1, "maker": 3, "decision": "lead"}),
        ("two-handed", {"seat": 1, "maker": 2, "decision": "lead"}),
    ],
)
def test_nothing_is_played_yet(rules: str, told: dict[str, Any]) -> None:
    deal = read_back(rules, HAND, **told)
    assert (deal.maker, deal.trump, deal.tricks, deal.points) == (
        told["maker"] % PRESETS[rules].players,
        SPADES,
        (),
        None,
    )
    assert deal.dealt[told["seat"] % PRESETS[rules].players] == parse_hand(HAND) and sum(map(bool, deal.dealt)) == 1


@pytest.mark.parametrize(
    ("rules", "told", "said"),
    [
        ("two-handed", {"seat": 2, "maker": 1, "decision": "pick-up"}, "still to say whether they take the upcard"),
        ("standard", {"seat": 1, "decision": "alone"}, "still to say whether they play alone"),
        ("cutthroat", {"seat": 1}, "keeps two scores"),
    ],
)
def test_what_a_record_has_no_words_for(rules: str, told: dict[str, Any], said: str) -> None:
    with pytest.raises(RecordError, match=said):
        document_of(record_of(make_question(PRESETS[rules], HAND, "QS", **told), rules))


def test_the_command(cli: Cli) -> None:
    written = json.loads(cli(f'ask "{HAND}" --up QS --seat 2 --format egn').stdout)
    assert written["deals"][0]["phases"][0]["calls"] == ["Pass"]
    assert written["metadata"]["players"] == ["seat 4", "seat 1", "asked", "seat 3"]
    again = json.loads(cli(f'ask "{HAND}" --up QS --seat 2 --format egn --json').stdout)["result"]
    assert again == written
    for more, said in (("--format egn --open", "which --open has no part in"), ("--format eng", "unknown --format")):
        refused = cli(f'ask "{HAND}" --up QS --seat 2 {more}')
        assert refused.exit_code == 2 and said in refused.stderr and not refused.stdout
