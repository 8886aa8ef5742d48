"""The cases of the rule specification about railroad (23, 26, 27) and what the text says of calling for the best card,
decided by the reference player and by the engine."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from reference import (
    Disagreement,
    GameRecord,
    HandRecord,
    carried_over,
    check_game,
    check_games,
    check_hand,
    full_rules,
    is_slam,
    legal_bids,
)
from reference.bidding import Auction
from reference.exchange import hands_to_play
from reference.written_hands import (
    RAILROAD,
    dealers_gift,
    hands,
    joker_up_ordered,
    lone_hand_wins_the_game,
)
from sim.ask.question import Question
from sim.cards import parse_card
from sim.chances.equity import find_equity
from sim.chances.hand_results import simulate_results
from sim.compare.comparison import compare
from sim.compare.pairs import MirroredPairs
from sim.engine.match_state import Opening
from sim.errors import IllegalAction, RulesError, UsageError
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.rules import Rules
from sim.rules.tricks import Contract
from sim.runs.results import open_run
from sim.runs.run import run
from sim.runs.tally import block_of
from support.engine_records import games_of
from support.puppets import mask, played
from support.railroad import RULES, both_agree, both_refuse


def test_the_preset_is_what_the_cases_are_played_by() -> None:
    assert full_rules(RULES.to_dict()) == RAILROAD


def test_case_23_seat_2_is_given_even_the_upcard_by_the_dealer() -> None:
    record = dealers_gift()
    both_agree(record)
    held = hands_to_play(record, Auction(2, "H", 1, True), RAILROAD)
    assert sorted(held) == [1, 2, 3]
    assert sum(map(len, held.values())) == 15
    assert "9H" in held[2]


def test_the_dealer_may_give_another_of_his_five_but_not_the_card_he_buried() -> None:
    record = dealers_gift()
    lost = replace(record, tricks=[*record.tricks[:4], [(2, "AS"), (3, "KD"), (1, "KC")]])
    both_agree(replace(lost, best_calls={2: ("AD", "AS")}))
    both_refuse(replace(lost, best_calls={2: ("AD", "9C")}))


def test_who_left_the_upcard_on_the_table_cannot_give_it() -> None:
    left = replace(dealers_gift(), picked_up=False, discard=None)
    both_refuse(left, dealer_pickup="optional")
    given = replace(left, best_calls={2: ("AD", "AS")}, tricks=[*left.tricks[:4], [(2, "AS"), (3, "KD"), (1, "KC")]])
    both_agree(given, dealer_pickup="optional")


def test_a_lone_player_who_likes_his_hand_does_not_call() -> None:
    record = dealers_gift()
    kept = replace(record, best_calls={}, tricks=[*record.tricks[:4], [(2, "AD"), (3, "KD"), (1, "KC")]])
    both_agree(kept)
    both_refuse(kept, best_order="receive_first")


def test_receive_first_sees_the_card_before_it_discards_and_may_give_it_up() -> None:
    record = dealers_gift()
    both_agree(record, best_order="receive_first")
    kept = replace(record, best_calls={2: ("9S", "9S")}, tricks=[*record.tricks[:4], [(2, "AD"), (3, "KD"), (1, "KC")]])
    both_agree(kept, best_order="receive_first")
    both_refuse(kept)


@pytest.mark.parametrize("allowed", ["off", "loner", "loner+lone_defender"])
def test_who_may_call(allowed: str) -> None:
    record = HandRecord(
        dealer=0,
        hands=hands("AS KS 9S TC 9C", "QH AC KC QC TS", "JH JD AH KH AD", "TH QS JS JC KD"),
        upcard="9H",
        bids=[(1, "pass"), (2, "order alone")],
        picked_up=True,
        discard="9C",
        lone_defender=1,
        best_calls={},
        trump="H",
        tricks=[],
        winners=[],
        maker=2,
        maker_tricks=5,
        points=[4, 0],
        score_before=[0, 0],
    )
    order = [[(1, "AC"), (2, "KH")], [(2, "JH"), (1, "QH")], [(2, "JD"), (1, "TS")], [(2, "AH"), (1, "QC")]]
    order.append([(2, "AD"), (1, "KC")])
    record.tricks, record.winners = order, [2] * 5
    both_agree(record, call_for_best=allowed)
    called = replace(record, best_calls={1: ("TS", "TH")})
    called.tricks = [*order[:2], [(2, "JD"), (1, "TH")], *order[3:]]
    if allowed == "loner+lone_defender":
        both_agree(called)
    else:
        both_refuse(called, call_for_best=allowed)


def test_case_26_the_joker_proposes_hearts_and_hearts_may_not_be_named_once_it_is_turned_down() -> None:
    legal = legal_bids(1, 2, 0, ["JH", "AH", "KH", "AS", "AD"], "Jo", None, RAILROAD)
    assert [bid for bid in legal if not bid.endswith("alone")] == ["pass", "call C", "call D", "call S"]
    part = Match(RULES, [load_player("bots:wild")], 5).play(0, 4_000, "hands")
    assert part.hands is not None
    joker = part.hands["upcard"] == 15
    trumps = {k: set(part.hands["trump"][joker & (part.hands["round"] == k)].tolist()) for k in (1, 2)}
    assert trumps == {1: {3}, 2: {0, 1, 2}}


def test_case_26_ordered_up_the_dealer_holds_the_joker() -> None:
    both_agree(joker_up_ordered())
    both_refuse(replace(joker_up_ordered(), discard="Jo"))


def test_case_27_nine_and_a_lone_march_win_and_the_next_game_starts_three_to_nothing() -> None:
    hand = lone_hand_wins_the_game()
    check_hand(hand, RAILROAD)
    assert carried_over([13, 0], RAILROAD) == [3, 0]
    first = GameRecord(hands=[hand], first_dealer=0, final_score=[13, 0], winner=0, start=[9, 0], worth=2)
    check_game(first, RAILROAD)
    with pytest.raises(Disagreement, match="count for 2"):
        check_game(replace(first, worth=1), RAILROAD)


def test_case_27_ten_to_nothing_counts_two_games() -> None:
    assert is_slam([10, 0], RAILROAD)
    assert not is_slam([10, 1], RAILROAD)
    assert not is_slam([9, 0], RAILROAD | {"max_hands": 8})


def test_the_engine_carries_over_and_counts_as_the_reference_does() -> None:
    """From 9-0 on, so that laps and slams come often; the puppets' lone march is among them."""
    rules = RULES.with_changes({"target": 10, "lap_games": 4})
    part = Match(rules, [load_player("bots:wild{alone=80}")], 11).play(0, 400, "games", opening=Opening(-1, (9, 0)))
    games = part.games
    assert games is not None
    final = np.stack([games["score_0"], games["score_1"]]).astype(int)
    start = np.stack([games["start_0"], games["start_1"]]).astype(int)
    opens = np.arange(400) % 4 == 0
    assert (start[:, opens] == [[9], [0]]).all()
    assert (start[:, 1:][:, ~opens[1:]] == np.maximum(final[:, :-1] - 10, 0)[:, ~opens[1:]]).all()
    assert (final[:, opens] == [[13], [0]]).all(axis=0).any()
    assert ((games["worth"] == 2) == (final.min(axis=0) == 0)).all()
    assert (games["worth"] == 2).any()
    assert (start.max(axis=0)[~opens] > 0).any()


def test_at_most_one_less_than_the_target_is_carried() -> None:
    rules = RULES.with_changes({"target": 2})
    part = Match(rules, [load_player("bots:wild{alone=80}")], 3).play(0, 500, "games")
    assert part.games is not None
    assert (part.games["score_0"] - 2 >= 2).any()
    assert part.games["start_0"].max() == 1
    assert (part.games["hands"] > 0).all()


@pytest.mark.parametrize(("first", "last"), [(0, 40), (7, 8), (10, 20), (13, 37), (29, 30)])
def test_any_range_of_games_has_the_rows_of_the_whole(first: int, last: int) -> None:
    match = Match(RULES, [load_player("bots:wild"), load_player("bots:steady")], 3)
    whole, part = match.play(0, 40, "plays"), match.play(first, last, "plays", batch=3)
    for one, other in ((whole.games, part.games), (whole.hands, part.hands), (whole.plays, part.plays)):
        assert one is not None
        assert other is not None
        chosen = (one["game"] >= first) & (one["game"] < last)
        assert all((values[chosen] == other[name]).all() for name, values in one.items())
    assert part.tally.sum() == len(part.hands["game"])  # type: ignore[index]
    rest = [match.play(*span) for span in ((0, first), (last, 40)) if span[0] < span[1]]
    assert (sum((one.tally for one in rest), part.tally) == whole.tally).all()


def test_what_cannot_honour_laps_and_exchanged_cards_says_so() -> None:
    basic = load_player("basic")
    with pytest.raises(RulesError, match="laps = on carries points from game to game"):
        MirroredPairs(RULES, basic, basic, 1, "games")
    for rules in (RULES, RULES.with_changes({"laps": "off"})):
        with pytest.raises(UsageError, match="makes a game worth more than won or lost"):
            find_equity(rules, ["basic"] * 4)
    alone = Contract(1, 1, 3, alone=True, taken=True)
    with pytest.raises(UsageError, match="which cards a lone player and their partner exchanged"):
        Question(RULES, "lead", 1, mask(["Jo", "JH", "AH", "KH", "9C"]), parse_card("QH"), contract=alone)


def test_compare_leaves_out_whole_games_and_says_why() -> None:
    found = compare(RULES, "basic", "cautious", pairs=2_000, seed=1, opponents=(), explain=False).finish()
    assert found.games is None
    assert any("laps = on carries points" in note for note in found.notes)


def test_single_hands_know_no_laps() -> None:
    part = Match(RULES, [load_player("bots:wild")], 3, "hands").play(0, 200, "hands")
    assert part.hands is not None
    assert not part.hands["score_0"].any()
    assert set(part.hands["hand"].tolist()) == {0}


def test_chances_by_score_know_hands_of_eight_and_sixteen_points() -> None:
    """Against the games themselves, and that sixteen points of one side are not taken for one of the other."""
    rules = Rules(deck=25, joker_up="hearts", target=3, jambone="on")
    specs = ["bots:wild{alone=80,jambone=80}", "basic"] * 2
    found = find_equity(rules, specs, hands=3_000, seed=3)
    games = Match(rules, [load_player(spec) for spec in specs[:2]], 5).play(0, 20_000, "games").games
    assert games is not None
    for dealer in (0, 1):
        won = games["winner"][games["dealer"] % 2 == dealer] == 0
        error = np.hypot(found.errors[(dealer, 0, 0)][0], won.std() / np.sqrt(len(won)))
        assert abs(found.chances[(dealer, 0, 0)][0] - won.mean()) < 4 * error
    shown = Rules(deck=25, joker_up="hearts", target=1, jamboree="on")
    results, _ = simulate_results(shown, ["basic"] * 4, 100_000, 1)
    assert (16, 0) in results
    assert (0, 16) in results
    assert max(map(sum, results)) == 16


def test_games_with_a_slam_and_a_lap_in_a_row_are_judged_together() -> None:
    match = Match(RULES, [load_player("bots:steady"), load_player("bots:wild")], 334)
    games = list(games_of(match.play(0, 2, "plays"), RULES))
    check_games(games, RULES.to_dict())
    assert games[1].start == [1, 0]
    assert games[1].worth == 2
    with pytest.raises(Disagreement, match="game 1"):
        check_games([games[0], replace(games[1], start=[0, 0])], RULES.to_dict())


def test_games_in_a_row_are_in_one_block() -> None:
    games = np.arange(25)
    assert block_of(games, 10).tolist() == [0] * 10 + [1] * 10 + [2] * 5
    assert block_of(np.array([63, 64, 65]), 1).tolist() == [63, 0, 1]
    part = Match(RULES, [load_player("bots:wild")], 3).play(0, 25, "hands")
    assert part.hands is not None
    counted = np.bincount(block_of(part.hands["game"], 10), minlength=64)
    assert (part.tally.sum(axis=1) == counted).all()


def test_the_summary_counts_slams_twice_and_agrees_with_the_rows(tmp_path: Path) -> None:
    kept = run(RULES, ["bots:steady", "bots:wild"], games=500, seed=4, out=tmp_path / "run", part_size=64).finish()
    games = open_run(tmp_path / "run").games()
    found = kept.summary.games
    assert found is not None
    for side in (0, 1):
        won = games.winner == side
        assert found.won[side].value == pytest.approx(won.mean())
        assert found.slams[side].value == pytest.approx((won & (games.worth == 2)).mean())
        assert found.counted[side].value == pytest.approx((won * games.worth).mean())
        assert found.scores[side].value == pytest.approx(games[f"score_{side}"].mean())
    assert (games.worth == 2).any()
    whole = run(RULES, ["bots:steady", "bots:wild"], games=500, seed=4, threads=1).finish().summary
    assert whole.games == found
    assert "games counted a game" in whole.to_text()


@pytest.mark.parametrize(
    ("wrong", "hook", "seat"),
    [
        ({"player_0": {"give": 3}}, "give_best", 4),
        ({"player_2": {"throw": 3}}, "discard", 2),
    ],
)
def test_cards_that_are_not_held_can_be_neither_given_nor_discarded(
    wrong: dict[str, dict[str, object]], hook: str, seat: int
) -> None:
    with pytest.raises(IllegalAction, match=f"{hook}, seat {seat} dealt"):
        played(dealers_gift(), RULES, **wrong)
