"""Games in which tricks are bid, from the engine to what people read: written hands, summary, sources, refusals."""

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from reference import HandRecord
from reference.pepper import contract
from reference.sample import random_hand
from sim.ask.question import Question
from sim.bits import U
from sim.cards import deck_mask, parse_hand
from sim.chances.equity import find_equity
from sim.compare.attribution import BIDS, TRUMP, AttributionSums, AttributionTables, first_difference
from sim.compare.pairs import MirroredPairs
from sim.engine.layout import HOOKS
from sim.engine.score import score_table
from sim.errors import IllegalAction, RulesError, StrategyError, UsageError
from sim.players.match import Match, hooks_asked
from sim.players.strategy import load_player
from sim.rules.number_bids import bid_name, bids_made, turns
from sim.rules.presets import PRESETS, preset
from sim.rules.rules import MOST_SCORE, Rules
from sim.runs.chunks import Chunk
from sim.runs.results import open_run
from sim.runs.run import run
from sim.runs.trace import show
from strategies.parts import bidding_numbers
from strategies.parts.bidding_basic import Params
from support.puppets import played, puppets
from support.situations import NOTHING

HASENPFEFFER, PEPPER = preset("hasenpfeffer"), preset("pepper")
games = pytest.mark.parametrize("rules", [HASENPFEFFER, PEPPER], ids=["hasenpfeffer", "pepper"])


def written(rules: Rules, wanted: str, tricks: int | None = None, joker: int | None = None) -> HandRecord:
    """A hand of the reference player with that bid (none: all pass) and so many tricks, dealt by player 0."""
    source = random.Random(28)
    while True:
        hand = random_hand(source, rules.to_dict(), 0)
        said = [bid for _, bid in hand.bids if bid != "pass"]
        fits = joker is None or "Jo" in hand.hands.get(joker, [hand.widow])
        if fits and (said[-1] if said else "") == wanted and tricks in (None, hand.maker_tricks):
            return hand


def test_case_28_the_joker_held_by_the_dealer_bids_three() -> None:
    hand = written(HASENPFEFFER, "", joker=3)
    mine = played(hand, HASENPFEFFER).hands[0]
    assert (mine.maker, mine.bid, mine.bids) == (3, "3", [(1, "pass"), (2, "pass"), (3, "pass"), (0, "pass")])
    assert mine.discard == hand.discard != None  # noqa: E711 (both)
    assert mine.points == hand.points


def test_case_28_with_the_joker_in_the_widow_the_next_player_deals() -> None:
    hand = written(HASENPFEFFER, "", joker=9)
    assert hand.widow == "Jo" and contract(hand, HASENPFEFFER.to_dict()) is None
    mine = played(hand, HASENPFEFFER).hands[0]
    assert (mine.maker, mine.points, mine.tricks) == (None, [0, 0], [])
    hands = Match(HASENPFEFFER, [load_player("bots:wild{bid=12}")], 1).play(0, 400, "hands").hands
    assert hands is not None
    (thrown_in,) = np.nonzero(hands["maker"][:-1] == 0)
    assert len(thrown_in) > 5 and (hands["widow"][thrown_in] == 15).all()
    assert (hands["game"][thrown_in + 1] == hands["game"][thrown_in]).all()
    assert (hands["dealer"][thrown_in + 1] == (hands["dealer"][thrown_in] + 1) % 4).all()


@pytest.mark.parametrize(("bid", "tricks", "points"), [("4", 3, (-4, 3)), ("3", 5, (5, 1))])
def test_case_28_points(bid: str, tricks: int, points: tuple[int, int]) -> None:
    hand = written(HASENPFEFFER, bid, tricks)
    mine = played(hand, HASENPFEFFER).hands[0]
    assert mine.maker is not None
    assert mine.points == list(points if mine.maker % 2 == 0 else points[::-1])


def test_case_28_both_arrive_and_the_bidders_win() -> None:
    for source in range(2):
        hand = written(HASENPFEFFER, "3", 3)
        assert hand.maker is not None
        game = played(replace(hand, score_before=[8, 8 + source]), HASENPFEFFER, unit="games")
        assert game.final_score == [11, 11 + source]
        assert game.winner == hand.maker % 2


def test_a_bid_that_is_not_higher_is_refused() -> None:
    hand = written(HASENPFEFFER, "4")
    first = next(player for player, bid in hand.bids if bid != "pass")
    second = next(player for player, bid in hand.bids if bid != "pass" and player != first)
    low = {f"player_{second}": {"bids": sum(1 << 4 * highest for highest in range(1, 7))}}
    with pytest.raises(IllegalAction, match="bid, seat"):
        played(hand, HASENPFEFFER, **low)


def test_a_card_that_is_not_held_cannot_be_put_away() -> None:
    hand = written(HASENPFEFFER, "4")
    with pytest.raises(IllegalAction, match="discard, seat"):
        played(hand, HASENPFEFFER, **{f"player_{hand.maker}": {"bury": 0}})


def test_turns_are_read_back() -> None:
    """Seat 2 bids 1, seat 4 bids 3, seat 2, who had passed nothing, 4; then three passes."""
    bidders = 2 | 4 << 6 | 2 << 9
    assert bids_made(bidders) == [(1, 2), (3, 4), (4, 2)]
    said = [(1, 0), (2, 1), (3, 0), (4, 3), (1, 0), (2, 4), (3, 0), (4, 0), (1, 0)]
    assert turns(HASENPFEFFER, bidders) == said
    assert turns(HASENPFEFFER, 0) == [(1, 0), (2, 0), (3, 0), (4, 0)]
    assert turns(HASENPFEFFER, 3 << 15) == [(1, 0), (2, 0), (3, 6)]
    assert turns(PEPPER, 3 << 15)[-1] == (2, 0)
    assert [bid_name(PEPPER, bid) for bid in (5, 6, 7)] == ["5", "little pepper", "big pepper"]
    assert bid_name(HASENPFEFFER, 6) == "6"


def test_only_players_who_bid_numbers_may_sit_down() -> None:
    for name in ("basic", "cautious", "random", "simple"):
        assert load_player(name).lacks(HOOKS, "tricks") == []
    for name in ("perry21", "bps/basic", "always-order"):
        assert "bid" in load_player(name).lacks(hooks_asked(HASENPFEFFER), "tricks")
        with pytest.raises(StrategyError, match="has no bid, which these rules ask for"):
            Match(PEPPER, [load_player(name)], 1)


def test_what_does_not_know_the_game_says_so(tmp_path: Path) -> None:
    sentence = "only know games in which a card is turned up, not auction = tricks"
    with pytest.raises(UsageError, match=f"questions {sentence}"):
        Question(HASENPFEFFER, "bid", 1, 0, 9)
    with pytest.raises(UsageError, match=f"chances by score {sentence}"):
        find_equity(PEPPER, ["basic"])
    run(PEPPER, ["basic"], games=5, seed=1, out=tmp_path / "run").finish()
    from reports.api import LoadedRun

    with pytest.raises(UsageError, match=f"reports {sentence}"):
        LoadedRun(tmp_path / "run").count()


@pytest.mark.parametrize(
    ("changes", "named"),
    [
        ({"stick_dealer": "on"}, "stick_dealer = on"),
        ({"players": 3}, "players = 3"),
        ({"deck": 32}, "deck = 32"),
        ({"maker_alone": "yes"}, "maker_alone = yes"),
        ({"no_trump": "bidder"}, "no_trump = bidder"),
        ({"no_trump": "round2"}, "no_trump = round2"),
        ({"hand_size": 5}, "hand_size = 5"),
        ({"joker_up": "hearts"}, "joker_up = hearts"),
        ({"deck": 24, "pf_widow": "dead"}, "pf_widow = dead"),
    ],
)
def test_rules_that_do_not_go_together_are_refused(changes: dict[str, object], named: str) -> None:
    with pytest.raises(RulesError, match=named):
        HASENPFEFFER.with_changes(changes)


def test_the_rules_know_what_is_dealt_and_bid() -> None:
    assert (HASENPFEFFER.has_widow, HASENPFEFFER.highest_bid, HASENPFEFFER.tricks) == (True, 6, 6)
    assert (PEPPER.has_widow, PEPPER.highest_bid, PEPPER.has_upcard) == (False, 7, False)
    assert all(rules.has_upcard == (rules.auction == "turn_up") for rules in PRESETS.values())
    assert all(rules.highest_bid == 0 for rules in PRESETS.values() if rules.has_upcard)


@games
def test_the_summary_is_that_of_the_rows(tmp_path: Path, rules: Rules) -> None:
    summary = run(rules, ["basic", "random"], games=400, seed=3, out=tmp_path / "run").finish().summary
    data = open_run(tmp_path / "run")
    hands = data.hands()
    side = ((hands.dealer + hands.maker) % 4 % 2).to_numpy()
    points = hands[["points_0", "points_1"]].to_numpy()[np.arange(len(hands)), side]
    assert [(bids.bid, bids.seat) for bids in summary.bids] == [
        *((bid, 0) for bid in range(rules.highest_bid + 1)),
        *((0, seat) for seat in range(1, 5)),
    ]
    for bids in summary.bids:
        chosen = (hands.maker > 0) & ((hands.bid == bids.bid) | (bids.bid == 0))
        chosen &= (hands.maker == bids.seat) | (bids.seat == 0)
        chosen = chosen.to_numpy()
        assert bids.called.value == pytest.approx(chosen.mean())
        if chosen.any():
            assert bids.made.value == pytest.approx((points[chosen] > 0).mean())
            assert bids.failed.value == pytest.approx((points[chosen] < 0).mean())
            assert bids.all_tricks.value == pytest.approx((hands.tricks[chosen] == 6).mean())
            assert bids.points.value == pytest.approx(points[chosen].mean())
            assert bids.others.value == pytest.approx((6 - hands.tricks[chosen]).mean())
    assert summary.thrown_in.value == pytest.approx((hands.maker == 0).mean())
    assert summary.points[0].value == pytest.approx(hands.points_0.mean())
    assert summary.calls == ()
    assert json.loads(json.dumps(summary.to_dict()))["bids"][1]["name"] == "1"
    text = summary.to_text()
    assert ("big pepper" in text) == (rules is PEPPER)
    assert "euchred" not in text


@games
def test_the_sources_of_a_difference_add_up(rules: Rules) -> None:
    mine, other, n = load_player("basic"), load_player("random"), 2000
    pairs = MirroredPairs(rules, mine, other, 9)
    tables, sums = AttributionTables(pairs, other, 9), AttributionSums(2, 2, 4)
    sums.add(*tables.play(Chunk(0, n)))
    found = sums.result("points")
    values = pairs.play(Chunk(0, n)).values
    parts = {source.name: source.points.value or 0.0 for source in found.sources if source.seat == 0}
    assert sum(parts.values()) == pytest.approx(values.mean() / pairs.scale, abs=1e-12)
    assert {"bids", "trump named"} <= parts.keys() and parts["bids"] > 1


def test_the_first_bid_that_differs_is_found() -> None:
    """Of two auctions: 1 by seat 2 and 3 by seat 4, against 1 by seat 2 and 4 by seat 3; and trump named otherwise."""
    names = ("dealer", "maker", "trump", "tricks", "points_0", "points_1")
    same = {name: np.zeros(2, np.int8) for name in names} | {"maker": np.array([4, 4], np.int8)}
    mine = same | {"bidders": np.array([2 | 4 << 6, 4 << 6], np.int32), "trump": np.array([0, 1], np.int8)}
    base = same | {"bidders": np.array([2 | 3 << 9, 4 << 6], np.int32)}
    assert first_difference(mine, base, 0, 4, 2).tolist() == [BIDS * 8 + 3 + 1, TRUMP * 8 + 4 + 1]


def test_a_hand_is_told_in_the_words_of_the_game() -> None:
    hands = show(PEPPER, ["bots:steady", "bots:wild"], seed=112, game=0)
    data = hands[0].to_dict()
    assert (data["upcard"], data["widow"], data["bid"]) == (None, None, 7)
    assert [bid["number"] for bid in data["bids"]] == [0, 1, 2, 0, 7]
    assert hands[0].bids[-1].action == "bid" and hands[0].bids[-1].round == 2
    forced = show(HASENPFEFFER, ["bots:wild{bid=12}", "bots:wild{bid=20}"], seed=15, game=0)[0]
    assert (forced.bids[-1].action, forced.bids[-1].number, forced.taken) == ("forced", 3, True)


def test_puppets_bid_as_written() -> None:
    """What the tests above stand on: a script says something else to each highest bid."""
    hand = written(HASENPFEFFER, "4")
    assert [player.spec for player in puppets(hand, HASENPFEFFER)] != ["bots:puppet"] * 4
    assert played(hand, HASENPFEFFER).hands[0].bids == hand.bids


def asked(hand: str, rules: Rules = HASENPFEFFER, bid: int = 0, bidder: int = -1) -> int:
    """What `basic` bids with a hand, after a bid by somebody."""
    bids = 1 | (2 << rules.highest_bid) - 1 & -(2 << bid)
    deck = U(deck_mask(rules.deck))
    view = NOTHING._replace(
        hand=U(parse_hand(hand)), deck=deck, players=4, bid=bid, bidder=bidder, bids=bids, suits=31, random=U(5)
    )
    return int(bidding_numbers.bid(view, Params()))


def test_basic_bids_what_its_best_suit_should_take() -> None:
    assert asked("Jo JS JC AS KS AH") >= 4
    assert asked("JD JH AD KD QD AC", PEPPER) >= 4
    assert asked("9C TD 9S TH QC KD", bid=3, bidder=1) == 0
    assert asked("9C TD 9S TH QC KD", PEPPER, bid=2, bidder=3) == 0
    assert asked("JD JH AD KD QD AC", PEPPER, bid=7, bidder=1) == 0


def test_basic_bids_no_trump_with_aces_and_peppers_with_the_highest_trumps() -> None:
    everything = "JS JC AS KS QS TS"
    assert asked(everything, PEPPER) == 7
    named = bidding_numbers.name_trump
    view = NOTHING._replace(players=4, deck=U(deck_mask(24)), bid=4, bidder=0, stuck=1, suits=31)
    assert named(view._replace(hand=U(parse_hand("AS KS QS AH KH AD"))), Params()) == 5
    assert named(view._replace(hand=U(parse_hand(everything))), Params()) == 3
    assert named(view._replace(hand=U(parse_hand("JH JD AH 9H TH AC"))), Params()) == 4


def test_basic_leaves_partner_his_bid_with_a_hand_no_better() -> None:
    hands = ["JC AC KC QH 9D TD", "JH JD 9H AS TS 9C", "AC KC QC TC 9D TD"]
    over = [(asked(hand, PEPPER, 3, 1), asked(hand, PEPPER, 3, 2)) for hand in hands]
    assert any(against and not partner for against, partner in over)
    assert all(against >= partner for against, partner in over)


@pytest.mark.parametrize(
    "rules",
    [
        *(PRESETS["napoleon"].with_changes({"nap_table": table, "players": players})
          for table in ("us", "stakes", "flat") for players in (2, 6)),
        *(PRESETS[name].with_changes({"pf_failed": failed})
          for name in ("hasenpfeffer", "pepper") for failed in ("bid", "six")),
    ],
    ids=lambda rules: f"{rules.nap_table}-{rules.players}-{rules.pf_pepper}-{rules.pf_failed}",
)  # fmt: skip
def test_no_session_is_so_long_that_a_score_could_leave_its_column(rules: Rules) -> None:
    """The points of a hand are within the limit that the length of a game is checked against, and one reaches it."""
    assert np.abs(score_table(rules)).max() == rules.most_bid_points
    longest = MOST_SCORE // rules.most_bid_points
    assert rules.with_changes({"max_hands": longest}).max_hands * rules.most_bid_points <= MOST_SCORE
    with pytest.raises(RulesError, match="could take a score past 32767 points") as caught:
        rules.with_changes({"max_hands": longest + 1})
    assert f"max_hands = {longest} or less" in caught.value.hint
