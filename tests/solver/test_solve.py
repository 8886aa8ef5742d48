"""`euchre_sim.solve` and the command `solve`: what they say, and what they refuse."""

import json
import shlex
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from euchre_sim import solve
from euchre_sim.cli import app
from sim.cards import card_name, parse_card
from sim.errors import EuchreError
from sim.rules.presets import preset
from support.envelope import flat, result
from support.places import ROOT

DEAL = "JS KS AH 9D TC; 9S TS QH KH AC; AS JC TH QD 9C; QS 9H JH AD KD"


def test_a_hand_by_names_and_numbers() -> None:
    by_number = solve(DEAL, trump="S", lead=1, maker=3)
    by_name = solve([hand.strip() for hand in DEAL.split(";")], trump="spades", lead="eldest", maker="Third")
    assert by_number == by_name
    assert by_number.tricks == 3
    assert by_number.payment is not None
    assert by_number.payment.name == "made"
    assert {card_name(value.card) for value in by_number.cards} == {"JS", "KS", "AH", "9D", "TC"}


def test_without_a_maker_tricks_are_counted_and_nothing_is_paid() -> None:
    found = solve(DEAL, trump="S", lead=1)
    assert (found.tricks, found.payment) == (3, None)
    assert all(value.points is None and value.cost is None for value in found.cards)


def test_cards_that_were_played_lead_to_the_same_position() -> None:
    whole = solve("AS KS 9H; JS AH 9D; QS TS AD; 9S AC KC", trump="S", lead=1, maker=1, taken=1)
    later = solve("KS 9H; AH 9D; TS AD; AC KC", trump="S", lead=1, maker=1, taken=1, played="AS JS QS 9S")
    mid = solve("KS 9H; AH 9D; TS AD; 9S AC KC", trump="S", lead=1, maker=1, taken=1, played="AS JS QS")
    assert later.position.leader == 2
    assert mid.position.turn == 4
    assert [card_name(value.card) for value in mid.cards] == ["9S"]
    assert mid.tricks == later.tricks <= whole.tricks


def test_a_lone_hand_has_no_partner_and_the_leader_of_the_rules() -> None:
    lone = solve(DEAL, trump="S", maker="dealer", alone=True)
    assert lone.position.active == (1, 3, 4)
    assert solve(DEAL, trump="S", maker=1, alone=True, rules=preset("british")).position.leader == 2


@pytest.mark.parametrize(
    ("game", "hands", "options", "tricks", "outcome"),
    [
        ("two-handed", "JS AS KS AH AD; JD QS TS KH KD", {"trump": "S", "maker": 1}, 5, "march"),
        ("cutthroat", "JS AS KS AH AD; JD QS TS KH KD; 9S 9H TH 9D TD", {"trump": "S", "maker": 1}, 5, "march"),
        ("railroad", "Jo AS KS AH AD; JC JS TS KH KD; 9S 9H TH 9D TD; QS QH JD 9C TC", {"trump": "S", "maker": 1}, 4,
         "made"),
        ("napoleon", "2S 3S 2H 3D 7C; QS TS QH KH AC; 9S 8C TH QD 9C; 4D 9H JH AD KD", {"maker": 1, "bid": "misère"}, 0,
         "misère made"),
        ("napoleon", "AS KS QS JS TS; 9S 8S QH KH AC; 2S 8C TH QD 9C; 4D 9H JH AD KD",
         {"trump": "S", "maker": 1, "bid": "nap"}, 5, "Nap made"),
        ("pepper", "AS AH AD AC KS KH; 9S 9H 9D 9C TS TH; QS QH QD QC KD KC; JS JH JD JC TD TC",
         {"trump": "no-trump", "maker": 1, "bid": 6}, 6, "little pepper made"),
    ],
)  # fmt: skip
def test_games(game: str, hands: str, options: dict[str, object], tricks: int, outcome: str) -> None:
    if game == "pepper":
        options = options | {"bid": "little pepper"}
    found = solve(hands, rules=preset(game), **options)  # type: ignore[arg-type]
    assert found.payment is not None
    assert (found.tricks, found.payment.name) == (tricks, outcome)


def test_the_first_lead_of_napoleon_shows_what_is_trump() -> None:
    hands = "AS KS 2H 7C 3D; QS TS QH KH AC; 9S TH 9C 8C QD; JH 9H AD KD 4D"
    found = solve(hands, rules=preset("napoleon"), trump="S", maker=1, bid=2)
    assert {card_name(value.card) for value in found.cards} == {"AS", "KS"}


def test_costs_are_points_less_than_the_best_card_brings() -> None:
    found = solve("JS KS AH; 9S 9D 9H; QS TS AD; AS AC KC", trump="spades", lead=1, maker=1, taken=2)
    assert found.of(parse_card("JS")).cost == 0
    assert found.of(parse_card("KS")).cost == 1  # four tricks instead of five: 1 point instead of 2
    assert found.cards[0].card == parse_card("JS")


REFUSED = [
    (f'"{DEAL}"', "what is trump?"),
    (f'"{DEAL}" --trump X', "not a suit: 'X'"),
    (f'"{DEAL}" --trump S --lead 5', "unknown seat for the lead: 5"),
    ('"JS; QS; KS" --trump S', "3 hands for 4 players"),
    ('"JS; QS; KS; JS" --trump S --taken 0', "card given twice: JS"),
    ('"JS; QS; KS; 2S" --trump S --taken 0', "2S: not in a pack of 24 cards"),
    ('"JS; QS; KS; 9S TS" --trump S --taken 0', "seat 1 holds 1 card, not 2"),
    ('"JS; QS; KS; 9S" --trump S', "4 tricks are over: how many have seats 1 and 3 taken?"),
    ('"JS; QS; KS; 9S" --trump S --taken 5', "the makers can't have taken 5 of 4 tricks"),
    ('"JS; QS; KS; 9S" --trump S --taken 2 --played "9H TH JH QH; KH"', "seat 1 holds 2 cards, not 3"),
    ('"JS; 9H; KS; QS" --trump S --taken 2 --played "TH AC JH QH"', "AC can't be played"),
    ('"JS 9H; QS TH; KS; 9S" --trump S --taken 2 --played "AH"', "seat 1 holds 3 cards, not 1"),
    (f'"{DEAL}" --trump S --alone', "who made trump?"),
    (f'"{DEAL}" --trump S --maker 1 --lone-defender 3', "seat 3 can't defend alone"),
    (f'"{DEAL}" --trump S --maker 1 --bid 3', "no numbers are bid in this game"),
    (f'"{DEAL}" --trump S --maker 1 --bid 9 --rules napoleon', "not a bid: 9"),
    (f'"{DEAL}" --trump S --maker 1 --bid misere --rules napoleon', "misère is played without a trump"),
    (f'"{DEAL}" --trump nt --rules british', "the joker has no suit without a trump"),
    (f'"{DEAL}" --trump S --taken -1', "--taken must not be negative"),
]


@pytest.mark.parametrize(("line", "sentence"), REFUSED)
def test_what_is_impossible_is_told_in_a_sentence(line: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    done = CliRunner().invoke(app, ["solve", *shlex.split(line)])
    assert done.exit_code == 2
    assert done.stdout == ""
    assert sentence in flat(done.stderr)
    assert "hint: " in done.stderr


def test_text_fits_and_says_what_it_is() -> None:
    done = CliRunner().invoke(app, ["solve", DEAL, "--trump", "S", "--maker", "3", "--symbols"])
    assert done.exit_code == 0
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "With all cards in sight the makers (seats 1 and 3) take 3 of 5 tricks: made, +1" in flat(done.stdout)
    assert "J♠" in done.stdout
    assert "nobody sees all cards" in flat(done.stdout)


def test_json_says_the_same() -> None:
    done = CliRunner().invoke(app, ["solve", DEAL, "--trump", "S", "--maker", "3", "--json"])
    told, found = result(done.stdout), solve(DEAL, trump="S", maker=3)
    assert told == json.loads(json.dumps(found.to_dict()))
    assert (told["tricks"], told["points"], told["outcome"], told["counted"]) == (3, [1, 0], "made", [1, 3])
    assert [card["cost"] for card in told["cards"]] == [value.cost for value in found.cards]


def test_importing_compiles_nothing_and_starts_nothing() -> None:
    code = (
        "import threading, euchre_sim; euchre_sim.solve\n"
        "import sim.solver.batch as batch, sim.solver.search as search, sim.solver.tables as tables\n"
        "assert threading.active_count() == 1\n"
        "made = [batch.solve_rows, search.can_take, tables._fill_endings, tables.sure_trumps]\n"
        "assert not any(one.overloads for one in made)\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_errors_are_of_the_house() -> None:
    with pytest.raises(EuchreError, match="who made trump"):
        solve(DEAL, trump="S", rules=preset("napoleon"))
