"""House rules of the score: what is paid when several payments apply, lone hands that must take five, fast breaks,
tokens for four tricks."""

import itertools
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reference import HandRecord, full_rules, score_hand
from reference.written_hands import hands, tricks
from sim.ask.outcomes import KINDS, outcome_kinds, side_points, tally_codes, win_values
from sim.ask.parsing import make_question
from sim.chances.equity import find_equity
from sim.chances.score_chain import solve_games
from sim.engine.score import score_table
from sim.errors import RulesError
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import preset
from sim.runs.results import open_run
from sim.runs.run import run
from sim.runs.summary import summarise_run
from sim.runs.tally import FAST_BREAK, FOURTH_TOKEN
from sim.runs.tally import kinds as tally_kinds
from sim.runs.trace import show
from support.agreement import assert_agrees
from support.judged import WILD, agree
from support.puppets import played as played_by_puppets

STANDARD = preset("standard")
CUTTHROAT = preset("cutthroat")
FOUR_TRICKS = STANDARD.with_changes({"four_trick_tokens": "on"})


# ------------------------------------------------------------------------------------------------ which payment counts


def test_of_several_payments_for_a_euchre_the_largest_counts() -> None:
    """Every way to set them, by the engine and by the reference player, against the largest of those that apply."""
    fields = {
        "loner_euchred": (2, 4),
        "lone_def_euchre": (2, 3, 4, 5),
        "lone_def_sweep": (2, 3, 4, 5),
        "super_euchre": (0, 4),
        "loner_34": (0, 1, 2, "euchred"),
    }
    for base in (preset("standard-spruce"), CUTTHROAT):
        for values in itertools.product(*fields.values()):
            rules = base.with_changes(dict(zip(fields, values, strict=True)))
            table, judged = score_table(rules), full_rules(rules.to_dict())
            for alone, defends, taken in itertools.product((False, True), (False, True), range(6)):
                must_march = alone and rules.loner_34 == "euchred"
                paid = tuple(table[alone + 2 * defends, taken].tolist())
                by_reference = score_hand(1, alone, 2 if defends else None, taken, judged)
                assert paid == (by_reference[1], by_reference[0])
                if taken < (5 if must_march else 3):
                    claims = [rules.loner_euchred if alone else 2]
                    claims += [rules.lone_def_sweep if taken == 0 else rules.lone_def_euchre] if defends else []
                    claims += [rules.super_euchre] if taken == 0 else []
                    assert paid == (0, max(claims))
                elif taken < 5:
                    assert paid == (int(rules.loner_34) if alone else 1, 0)


@pytest.mark.parametrize(
    ("loner_34", "four", "march"),
    [(0, (0, 0), (4, 0)), (1, (1, 0), (4, 0)), (2, (2, 0), (4, 0)), ("euchred", (0, 2), (4, 0))],
)
def test_lone_hands_that_must_take_five(loner_34: object, four: tuple[int, int], march: tuple[int, int]) -> None:
    table = score_table(STANDARD.with_changes({"loner_34": loner_34}))
    assert [tuple(table[1, taken].tolist()) for taken in (3, 4, 5)] == [four, four, march]
    assert [tuple(table[0, taken].tolist()) for taken in (2, 3, 4, 5)] == [(0, 2), (1, 0), (1, 0), (2, 0)]


def test_a_jambone_that_must_take_five() -> None:
    table = score_table(preset("railroad").with_changes({"jambone": "on", "loner_34": "euchred"}))
    assert [tuple(table[5, taken].tolist()) for taken in (4, 5)] == [(0, 2), (8, 0)]


# --------------------------------------------------------------------------------------------- fast breaks and tokens

DEAL = hands("AH KH QH TH 9H", "JS JC AS 9D TD", "AD KD QD JD KC", "AC QC TC 9C KS")
BREAK = HandRecord(
    dealer=0,
    hands=DEAL,
    upcard="9S",
    bids=[(1, "order")],
    picked_up=True,
    discard="9H",
    trump="S",
    tricks=tricks("1:9D 2:AD 3:9C 0:TH\n2:KD 3:TC 0:QH 1:TD\n2:QD 3:QC 0:KH 1:AS\n1:JS 2:JD 3:KS 0:9S\n"
                  "1:JC 2:KC 3:AC 0:AH"),
    winners=[2, 2, 1, 1, 1],
    maker=1,
    maker_tricks=3,
    points=[0, 0],
    score_before=[0, 0],
)  # fmt: skip
"""The defenders take two tricks, the makers three."""
FOUR = replace(
    BREAK,
    tricks=tricks("1:9D 2:AD 3:KS 0:TH\n3:TC 0:QH 1:TD 2:KC\n2:KD 3:9C 0:KH 1:AS\n1:JS 2:QD 3:QC 0:9S\n"
                  "1:JC 2:JD 3:AC 0:AH"),
    winners=[3, 2, 1, 1, 1],
    maker_tricks=4,
    points=[0, 1],
)  # fmt: skip
"""The makers lose the second trick only."""


def alone(record: HandRecord) -> HandRecord:
    """The same without the maker's partner."""
    return replace(
        record,
        bids=[(1, "order alone")],
        tricks=[[(who, card) for who, card in trick if who != 3] for trick in record.tricks],
    )


def test_a_fast_break_gives_nobody_a_point() -> None:
    rules = STANDARD.with_changes({"fast_break": "on"})
    for record in (BREAK, alone(BREAK)):
        assert played_by_puppets(record, rules).hands[0].points == [0, 0]
        assert played_by_puppets(record, STANDARD).hands[0].points == [0, 1]
    assert played_by_puppets(FOUR, rules).hands[0].points == [0, 1]  # the makers had a trick among the first two


def test_four_tricks_bring_a_token_to_partners_alone() -> None:
    part = played_by_puppets(FOUR, FOUR_TRICKS)
    assert (part.hands[0].points, part.final_tokens) == ([0, 1], [0, 1])
    assert played_by_puppets(BREAK, FOUR_TRICKS).final_tokens == [0, 0]


def games_with_tokens(units: int = 60) -> Any:
    return Match(FOUR_TRICKS.with_changes({"target": 25}), [load_player("basic")], 7).play(0, units, "hands")


def test_the_fourth_token_is_a_point_more() -> None:
    """Tokens and points of whole games, followed with nothing but the rows of the hands."""
    part, seen = games_with_tokens(), Counter[str]()
    hands_, games = part.hands, part.games
    tokens, game = [0, 0], 0
    for row in range(len(hands_["game"])):
        if hands_["game"][row] != game:
            assert [int(games[f"tokens_{side}"][game]) for side in (0, 1)] == tokens
            tokens, game = [0, 0], int(hands_["game"][row])
        assert [int(hands_[f"tokens_{side}"][row]) for side in (0, 1)] == tokens
        maker, taken = int(hands_["maker"][row]), int(hands_["tricks"][row])
        if not maker or hands_["alone"][row] or taken != 4:
            assert hands_["fourth_token"][row] == 0
            continue
        side = (int(hands_["dealer"][row]) + maker) % 2
        fourth = tokens[side] == 3
        assert hands_[f"points_{side}"][row] == (2 if fourth else 1)
        assert hands_["fourth_token"][row] == fourth
        tokens[side] = 0 if fourth else tokens[side] + 1
        seen["fourth" if fourth else "other"] += 1
    assert seen["fourth"] > 5 and seen["other"] > 100
    assert any(int(games[f"tokens_{side}"].max()) == 3 for side in (0, 1))


def test_tokens_are_for_two_partnerships() -> None:
    with pytest.raises(RulesError, match="four_trick_tokens = on is a rule for 4 players"):
        CUTTHROAT.with_changes({"four_trick_tokens": "on"})


HOUSES = {
    "tokens and breaks": STANDARD.with_changes({"four_trick_tokens": "on", "fast_break": "on"}),
    "nothing for four": STANDARD.with_changes({"loner_34": 0}),
    "five or a euchre": preset("standard-spruce").with_changes({"loner_34": "euchred"}),
    "late": preset("canadian").with_changes({"late_loners": "no", "target": 5, "defend_alone": "always"}),
    "cutthroat": CUTTHROAT.with_changes({"late_loners": "no", "fast_break": "on", "peek_dummy": "yes"}),
    "stuck": STANDARD.with_changes(
        {"stick_dealer": "on", "call_turned_down": "stuck_dealer", "no_trump": "stuck_dealer", "min_trump": 1}
    ),
}


@pytest.mark.parametrize("name", HOUSES)
def test_the_reference_player_decides_the_same(name: str) -> None:
    rules = HOUSES[name]
    for seed, specs in enumerate(([WILD], [WILD, "random", "basic", WILD][: rules.players])):
        assert agree(rules, specs, seed, 20) > 20


@pytest.mark.parametrize("name", HOUSES)
def test_summaries_are_those_of_the_rows(tmp_path: Path, name: str) -> None:
    rules = HOUSES[name]
    found = run(rules, [load_player(WILD)], games=60, seed=3, detail="hands", out=tmp_path / "run").finish().summary
    data = open_run(tmp_path / "run")
    assert_agrees(found, data)
    assert summarise_run(data).to_dict() == found.to_dict()
    rows = data.hands()
    for column in ("fast_break", "fourth_token"):
        assert (column in rows) == (column in rules.ending_columns)
        assert column not in rows or (int(data.tally().counts[:, ending_of(data, column)].sum()) == rows[column].sum())


def ending_of(data: Any, column: str) -> Any:
    """The kinds of a tally that end so."""
    return data.tally().ending == {"fast_break": FAST_BREAK, "fourth_token": FOURTH_TOKEN}[column]


# ------------------------------------------------------------------------------------------------ napoleon's payments


@pytest.mark.parametrize("lost", [3, 6])
@pytest.mark.parametrize("table", ["us", "stakes"])
def test_a_misere_that_is_lost(table: str, lost: int) -> None:
    points = score_table(preset("napoleon").with_changes({"nap_table": table, "misere_lost": lost}))
    assert points[4, 0].tolist() == [9, -3]
    assert points[4, 1].tolist() == points[4, 5].tolist() == [-3 * lost, lost]


def test_the_flat_table_changes_the_bidders_score_alone() -> None:
    """As the Ultimate Book counts: lowest bid three, to 25."""
    rules = preset("napoleon").with_changes({"nap_table": "flat", "nap_min_bid": 3, "target": 25, "max_hands": 0})
    points = score_table(rules)
    for bid, worth, needed in ((3, 3, 3), (5, 4, 4), (6, 5, 5), (7, 10, 5), (8, 20, 5)):
        assert points[bid, needed].tolist() == [worth, 0]
        assert points[bid, needed - 1].tolist() == [-worth, 0]
    assert [points[4, taken].tolist() for taken in (0, 1)] == [[3, 0], [-3, 0]]
    part = Match(rules.with_changes({"max_hands": 20}), [load_player("bots:wild{bid=70}")], 1).play(0, 30, "hands")
    paid = np.stack([part.hands[f"points_{side}"] for side in range(4)])
    assert (np.count_nonzero(paid, axis=0) <= 1).all() and (paid > 0).any() and (paid < 0).any()
    assert part.hands["bid"][part.hands["bid"] > 0].min() == 3


# ---------------------------------------------------------------------------------------------- chances and questions


def test_tokens_in_the_chances_to_win() -> None:
    """Quarters of a point in the chain, against many games played with points and tokens."""
    rules = FOUR_TRICKS.with_changes({"target": 2})
    results, rates = [(4, 0), (5, 0), (0, 5), (0, 8)], [0.1, 0.5, 0.2, 0.2]
    chances = solve_games(rules, results, lambda dealer, score: np.array([rates]))[0]
    rng = random.Random(3)
    wins, games = Counter[int](), 40_000
    for start in (0, 3):
        for _ in range(games):
            points, tokens = [0, 0], [start, 0]
            while max(points) < 2:
                kind = rng.choices(range(4), rates)[0]
                points[0] += kind < 2
                points[1] += kind == 2 or 2 * (kind == 3)
                for side, earns in enumerate((kind == 1, kind == 2)):
                    tokens[side] += earns
                    if tokens[side] == 4:
                        points[side], tokens[side] = points[side] + 1, 0
            wins[start] += points[0] >= 2
        chance = chances[0, start, 0, 0]
        assert abs(wins[start] / games - chance) < 4.5 * (chance * (1 - chance) / games) ** 0.5


@pytest.mark.parametrize("changes", [{"four_trick_tokens": "on"}, {"late_loners": "no", "loner_34": "euchred"}])
def test_chances_by_score_are_those_of_whole_games(
    tmp_path: Path, monkeypatch: Any, changes: dict[str, object]
) -> None:
    from sim.chances import equity as equity_module
    from sim.engine.match_state import Opening

    monkeypatch.setattr(equity_module, "cache_folder", lambda: tmp_path)
    rules = STANDARD.with_changes({"target": 4, **changes})
    found = find_equity(rules, ["basic"] * 4, hands=4_000)
    match, games = Match(rules, [load_player("basic")], 5), 4_000
    for number, (score, dealer) in enumerate((((0, 0), 0), ((3, 1), 1), ((2, 2), 3))):
        part = match.play(number * games, (number + 1) * games, "games", opening=Opening(dealer, score))
        won = (part.games["winner"] == 0).mean()
        error = np.hypot(found.error(0, score, dealer), (won * (1 - won) / games) ** 0.5)
        assert abs(won - found.chance(0, score, dealer)) < 4.5 * error
    assert [state["score"] for state in found.to_dict()["states"][:2]] == [[0, 0], [0, 1]]


class Scored:
    """Chances that tell what they are asked for: the score in quarters of a point."""

    def chance(self, side: int, score: tuple[int, ...], dealer: int, tokens: tuple[int, ...] = ()) -> float:
        return 100 * (score[0] + 0.25 * (tokens[0] if tokens else 0)) + score[1] + 0.25 * (tokens[1] if tokens else 0)

    def batch_chances(self, *end: Any) -> np.ndarray:
        return np.full(2, self.chance(*end))


def test_questions_count_the_token_that_a_hand_brings() -> None:
    q = make_question(FOUR_TRICKS, "JS KS AH 9D TC", "QS", seat=1, score="3-5")
    found = win_values(q, Scored())  # type: ignore[arg-type]
    values = found.table
    assert found.tables is not None and (found.tables == values).all()
    _, maker, _, alone_, taken, _, ending = tally_kinds(tally_codes(q), FOUR_TRICKS)
    usual = (ending == 0) & (maker > 0) & (taken == 4) & (alone_ == 0)
    assert set(values[usual & (maker % 2 == 1)]) == {425 + 5}
    assert set(values[usual & (maker % 2 == 0)]) == {300 + 6.25}


def test_hands_that_give_nobody_a_point_are_a_kind_of_their_own() -> None:
    q = make_question(STANDARD.with_changes({"fast_break": "on", "loner_34": 0}), "JS KS AH 9D TC", "QS", seat=1)
    points, kind = side_points(q), outcome_kinds(q)
    _, maker, _, alone_, taken, _, ending = tally_kinds(tally_codes(q), q.rules)
    nothing = (maker > 0) & ((ending == FAST_BREAK) | ((alone_ == 1) & (taken == 3)))
    assert not points[nothing].any()
    assert {KINDS[k] for k in kind[nothing]} == {"thrown_in"}
    euchred = (maker > 0) & (ending == 0) & (taken < 3) & (alone_ < 4)
    assert {KINDS[k] for k in kind[euchred]} == {"euchred", "their_euchred"}


def test_a_traced_hand_says_how_it_ended() -> None:
    changes = {"fast_break": "on", "four_trick_tokens": "on", "loner_34": "euchred", "target": 25}
    rules, said = STANDARD.with_changes(changes), Counter[str]()
    for game in range(15):
        for trace in show(rules, [WILD], seed=1, game=game):
            text, data = trace.to_text(), trace.to_dict()
            assert data["tokens_before"] == list(trace.tokens) and f"tokens  players 0+2: {trace.tokens[0]}" in text
            if trace.maker is None:
                continue
            made, others = trace.points[trace.maker.side], trace.points[1 - trace.maker.side]
            said["fast break"] += "nothing after a fast break" in text
            assert ("nothing after a fast break" in text) == data["fast_break"] == (made == others == 0)
            assert ("are euchred" in text) == (others > 0)
            said["lone four"] += others > 0 and trace.alone and trace.tricks_won == 4
            assert ("turn in four tokens" in text) == data["fourth_token"]
            said["fourth token"] += trace.fourth_token and made == 2
    assert min(said["fast break"], said["lone four"], said["fourth token"]) > 0
