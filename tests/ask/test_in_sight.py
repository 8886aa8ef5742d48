"""`ask --open`: what choices are worth with all cards in sight, against a plain minimax on the same deals."""

import csv
import io
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from euchre_sim.cli import app
from sim.ask.answer import Answer, Seating
from sim.ask.answering import answer, ask
from sim.ask.deal_source import open_source
from sim.ask.parsing import make_question
from sim.ask.precision import Precision
from sim.ask.question import Question
from sim.ask.question_table import QuestionTable
from sim.cards import parse_card
from sim.errors import UsageError
from sim.players.seating import load_seats
from sim.rules.presets import preset
from sim.rules.rules import Rules
from sim.rules.tricks import Contract
from sim.runs.trace import show
from sim.runs.traced import Trace
from sim.solver.payment import payments
from sim.solver.position import Position
from support.asked_cases import EVERY_DECISION, HAND, HOUSE_RULES
from support.envelope import flat, result
from support.open_positions import makers_friends, plain_position
from support.plain_minimax import plain_value

SEED = 3
LATE = {"round": 2, "trump": "H", "maker": 1, "seat": 3}


def worlds(q: Question, count: int, strategy: str = "basic") -> list[list[int]]:
    """The hands dealt on the first deals of a question, a mask a seat."""
    players = load_seats([strategy] * q.rules.players)
    table = QuestionTable(q, players, SEED)
    source = open_source(table, players)
    found: list[list[int]] = []
    while len(found) < count:
        deals, drawn = source.take(source.job(count - len(found)))
        source.note(len(deals), drawn)
        found += deals.cards[: q.rules.players].T.tolist()
    return found[:count]


def worth(position: Position, seat: int) -> float:
    """Points of a seat's side less the others', by a minimax that shares no code with the solver."""
    paid = payments(position)
    assert paid is not None
    pay = [[p.makers - p.defenders] * 2 for p in paid]
    value = plain_value(plain_position(position), makers_friends(position), pay)
    return float(value if position.on_makers_side(seat) else -value)


def open_points(found: Answer) -> dict[str, float]:
    """The worth of each choice with all cards in sight, by its name."""
    told = {choice.name: choice.open_points for choice in found.choices}
    return {name: value.value for name, value in told.items() if value is not None and value.value is not None}


@pytest.mark.parametrize(
    ("hand", "told"),
    [
        ("JD 9S AS", LATE | {"seat": 3, "played": "TH KH 9H 9D; KD AD TD QD"}),
        ("JH 9S KS", LATE | {"seat": 3, "played": "TH KH 9H 9D; KD TD 9C AD; AC TC"}),
        ("JD QC 9H 9D", LATE | {"seat": 4, "played": "AC TC KC 9C; AS 9S TS"}),
    ],
    ids=["a lead", "third to play", "last to play"],
)
def test_cards_are_worth_what_a_plain_minimax_finds(hand: str, told: dict[str, Any]) -> None:
    q = make_question(preset("standard"), hand, "QS", **{"round_" if k == "round" else k: v for k, v in told.items()})
    assert q.play is not None and q.contract is not None
    taken = sum(trick.winner % 2 == q.contract.maker % 2 for trick in q.play.tricks if trick.winner)
    found = ask(hand, "QS", **told, deals=40, seed=SEED, open=True)
    want: dict[str, list[float]] = {choice.name: [] for choice in found.choices}
    for dealt in worlds(q, 40):
        left = tuple(mask & ~shown for mask, shown in zip(dealt, q.play.shown, strict=True))
        now = Position(
            rules=q.rules, trump=q.contract.trump, maker=q.contract.maker, hands=left,
            leader=q.play.tricks[-1].leader if q.play.on_table else q.seat, table=q.play.on_table, taken=taken,
        )  # fmt: skip
        for name, values in want.items():
            values.append(worth(now.after(parse_card(name)), q.seat))
    assert len({tuple(values) for values in want.values()}) > 1
    assert open_points(found) == pytest.approx({name: np.mean(values) for name, values in want.items()})


def test_bids_are_worth_what_a_plain_minimax_finds() -> None:
    """The dealer, who sits out, takes nothing from the hands dealt; and where nobody makes trump, nothing is won."""
    hand, told = "JS KS AH KH TD", {"seat": 2, "strategy": "always-pass", "deals": 8, "seed": SEED}
    found = ask(hand, "9S", open=True, **told)
    q = make_question(preset("standard"), hand, "9S", seat=2)
    values = []
    for dealt in worlds(q, 8, "always-pass"):
        hands = (dealt[0], dealt[1], dealt[2], 0)
        position = Position(rules=q.rules, trump=2, maker=2, alone=True, hands=hands, leader=1)
        values.append(worth(position, 2))
    assert len(set(values)) > 1
    assert open_points(found)["order alone"] == pytest.approx(np.mean(values))
    assert open_points(found)["pass"] == 0


def last_choice(trace: Trace) -> Question | None:
    """The last card but one of the last to play to the last trick but one, where they have a choice; round 2."""
    made_later = trace.trump not in (None, trace.proposed) and trace.proposed is not None
    if trace.maker is None or trace.trump is None or trace.upcard is None or not made_later or not trace.tricks:
        return None
    *before, trick = trace.tricks[: trace.rules.tricks - 1]
    seat, card = trick.cards[-1]
    last = next(code for other, code in trace.tricks[-1].cards if other == seat)
    defender = trace.lone_defender.number if trace.lone_defender else 0
    contract = Contract(2, trace.maker.number, trace.trump, trace.alone, defender)
    past = [[code for _, code in row.cards] for row in before]
    played = (*map(tuple, past), tuple(code for _, code in trick.cards[:-1]))
    if seat.number == trace.maker.number and trace.rules.dummies:
        return None  # what they have put away would have to be told
    return Question(trace.rules, "play", seat.number, 1 << card | 1 << last, trace.upcard, 2, contract, played)


@pytest.mark.parametrize(
    "game",
    [
        "standard",
        "two-handed",
        pytest.param("cutthroat", marks=pytest.mark.nightly),
        "british",
        "standard-spruce",
        "canadian",
    ],
)
def test_where_all_is_decided_there_is_nothing_to_see(game: str) -> None:
    """Once the last choice of a hand is made, it is worth the same with cards in sight and without."""
    found = set()
    seats = Seating(("random",) * preset(game).players)
    for trace in (trace for number in range(40) for trace in show(preset(game), ["random"], seed=7, game=number)):
        q = last_choice(trace)
        try:
            told = q and answer(q, seats, precision=Precision(deals=300), seed=1, in_sight=True)
        except UsageError:
            continue  # only one card may be played
        if told is None:
            continue
        for choice in told.choices:
            assert choice.open_points is not None
            assert choice.open_points.value == pytest.approx(choice.points.value)
            found.add(round(choice.points.value or 0, 3))
        if len(found) > 6:
            break
    assert len(found) > 2


DECISIONS = [(preset(name), hand, up, told) for name, hand, up, told in EVERY_DECISION]
CHANGED = [(preset(name).with_changes(changes), hand, up, told) for name, changes, hand, up, told in HOUSE_RULES]


@pytest.mark.parametrize(("rules", "hand", "up", "told"), DECISIONS + CHANGED)
def test_every_decision_has_its_worth_and_the_answer_stays(
    rules: Rules, hand: str, up: str, told: dict[str, Any]
) -> None:
    few: dict[str, Any] = {"deals": 150, "seed": 1, "threads": 1, "rules": rules, **told}
    if rules.fast_break == "on":
        with pytest.raises(UsageError, match="fast_break"):
            ask(hand, up, open=True, **few)
        return
    plain, found = ask(hand, up, **few).to_dict(), ask(hand, up, open=True, **few).to_dict()
    for choice in found["choices"]:
        value, behind = choice.pop("open_points"), choice.pop("open_behind")
        assert value["lo"] <= value["value"] <= value["hi"] and value["n"] == choice["deals"]
        assert behind["value"] <= 0
    assert plain | {"seconds": 0} == found | {"seconds": 0}


def test_the_command_tells_it(tmp_path: Path) -> None:
    line = f"ask '{HAND}' --up QS --seat 1 --deals 2000 --seed 1 -q --open"
    done = CliRunner().invoke(app, shlex.split(line))
    assert done.exit_code == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    text = flat(done.stdout)
    assert "best in sight" in text
    assert "from the first lead on" in text and "hindsight that no player has" in text
    assert "overrates cards that need a guess" in text
    assert "--open" in text.rpartition("again")[2]
    told = result(CliRunner().invoke(app, [*shlex.split(line), "--json"]).stdout)
    found = ask(HAND, "QS", 1, deals=2000, seed=1, open=True)
    assert told["choices"] == found.to_dict()["choices"]
    assert {"open_points", "open_points_lo", "open_behind_hi"} <= set(found.to_pandas().columns)
    assert "all cards in sight" in found._repr_html_() and "hindsight" in found._repr_html_()
    assert "sight" not in ask(HAND, "QS", 1, deals=200, seed=1).to_text()

    path = tmp_path / "questions.csv"
    path.write_text(f"hand,up,seat\n{HAND},QS,1\n")
    line = f"ask --csv {shlex.quote(str(path))} --deals 2000 --seed 1 -q --open"
    (row,) = csv.DictReader(io.StringIO(CliRunner().invoke(app, shlex.split(line)).stdout))
    assert float(row["open_points"]) == pytest.approx(open_points(found)[found.best.name], abs=1e-5)
    assert row["open_best"] == max(open_points(found), key=open_points(found).__getitem__)
    assert float(row["open_half"]) > 0 and not row["error"]


def test_what_it_cannot_tell_is_said() -> None:
    line = f"ask '{HAND}' --up QS --seat 1 --set fast_break=on --open -q"
    done = CliRunner().invoke(app, shlex.split(line))
    assert done.exit_code == 2 and not done.stdout
    assert "fast_break = on pays by the order of tricks" in flat(done.stderr)
    with pytest.raises(UsageError, match="open must be"):
        ask(HAND, "QS", 1, open="yes")  # type: ignore[arg-type]
