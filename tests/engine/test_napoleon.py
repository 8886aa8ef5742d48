"""Napoleon: the engine against the reference player, for all numbers of players, packs and switches."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from reference import Disagreement, HandRecord, check_game, check_hand
from reference.sample import random_hand
from sim.chances.equity import find_equity
from sim.errors import IllegalAction, RulesError, StrategyError, UsageError
from sim.players.check.conformance import ask_in_python, replayed
from sim.players.check.decisions import as_heard
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS, preset
from sim.rules.rules import Rules
from sim.runs.results import open_run
from sim.runs.run import run
from support.engine_records import games_of
from support.puppets import in_order
from support.puppets import played as played_by_puppets

NAPOLEON = preset("napoleon")
PRESET_HANDS = 2_000
SWITCHED_HANDS = 4_000


def agree(rules: Rules, specs: list[str], seed: int, sessions: int, seen: Counter[str]) -> int:
    """Have the reference player decide some sessions again; the number of hands."""
    part = Match(rules, [load_player(spec) for spec in specs], seed).play(0, sessions, "plays")
    hands = 0
    for game in games_of(part, rules):
        try:
            check_game(game, rules.to_dict())
        except Disagreement as problem:
            changed = {name: here for name, (here, _) in rules.differences(NAPOLEON).items()}
            pytest.fail(f"seed {seed}, {specs}, napoleon with {changed}: {problem}")
        hands += len(game.hands)
        for hand in game.hands:
            won = hand.maker is not None and hand.points[hand.maker] > 0
            seen[f"{hand.bid} {'won' if won else 'lost' if hand.bid else 'thrown in'}"] += 1
    return hands


def random_napoleon(source: random.Random) -> Rules:
    """Napoleon with switches drawn at random."""
    while True:
        changes = {
            "players": source.randint(2, 6),
            "deck": source.choice([24, 28, 32, 52, 52]),
            "nap_min_bid": source.randint(1, 5),
            "misere": source.choice(["on", "off"]),
            "nap_table": source.choice(["us", "stakes", "flat"]),
            "nap_allpass": source.choice(["redeal", "dealer_one"]),
            "allpass": source.choice(["next_dealer", "same_dealer"]),
            "target": source.choice([0, 25]),
            "max_hands": source.choice([6, 20]),
        }
        try:
            return NAPOLEON.with_changes(changes)
        except RulesError:
            continue  # more cards than the pack has


def test_the_preset_agrees_with_the_reference_player() -> None:
    hands, seed, seen = 0, 1, Counter[str]()
    tables = [["bots:wild{bid=70}"], ["random"], ["bots:wild{bid=70}", "basic", "random", "cautious"], ["basic"]]
    while hands < PRESET_HANDS:
        hands += agree(NAPOLEON, tables[seed % len(tables)], seed, 20, seen)
        seed += 1
    bids = ("two", "three", "misere", "four", "nap", "wellington", "blucher")
    wanted = {f"{bid} {end}" for bid in bids for end in ("won", "lost")} | {"None thrown in"}
    assert wanted - {"blucher won"} <= seen.keys()  # which wild players hardly ever bring about


@pytest.mark.nightly
def test_switches_agree_with_the_reference_player() -> None:
    source = random.Random(11)
    hands, tables, seen = 0, Counter[int](), Counter[str]()
    while hands < SWITCHED_HANDS:
        rules = random_napoleon(source)
        other = source.choice(["basic", "random", "cautious"])
        wild = "bots:wild{bid=70}"
        specs = source.choice([[wild], [wild if k % 3 == 0 else other for k in range(rules.players)]])
        hands += agree(rules, specs, source.randrange(1 << 63), 12, seen)
        tables[rules.players] += 1
    assert set(tables) == {2, 3, 4, 5, 6}
    assert {"one won", "one lost", "misere won", "blucher lost"} <= seen.keys()


def written(bids: str, hands: str, tricks: str) -> HandRecord:
    """A hand of four with dealer 0: bids from player 1 on, hands of players 0 to 3, tricks a line `1:7H 2:8H`."""
    said = list(zip([1, 2, 3, 0], bids.split(), strict=True))
    made = [(player, bid) for player, bid in said if bid != "pass"]
    played = [[(int(c[0]), c[2:]) for c in line.split()] for line in tricks.strip().splitlines()]
    maker, bid = made[-1] if made else (None, None)
    return HandRecord(
        dealer=0,
        hands={player: cards.split() for player, cards in enumerate(hands.split("/"))},
        upcard="",
        bids=said,
        bid=bid,
        maker=maker,
        trump=None if not made else "NT" if bid == "misere" else played[0][0][1][1],
        tricks=played,
        score_before=[0, 0, 0, 0],
        points=[0, 0, 0, 0],
    )


FIVE_HEARTS = written(
    "three pass pass pass",
    "2C 3C 4C 5C 6C / AH KH QH JH TH / 2D 3D 4D 5D JD / 2S 3S 4S 5S 6S",
    "1:AH 2:2D 3:2S 0:2C\n1:KH 2:3D 3:3S 0:3C\n1:QH 2:4D 3:4S 0:4C\n1:JH 2:5D 3:5S 0:5C\n1:TH 2:JD 3:6S 0:6C",
)
"""Case 30: the bidder of three takes all five; the jack of diamonds is no trump (case 29)."""


def test_written_hands_are_played_and_paid() -> None:
    """Cases 29 and 30 by the engine."""
    hand = played_by_puppets(FIVE_HEARTS, NAPOLEON).hands[0]
    assert (hand.trump, hand.winners, hand.points) == ("H", [1, 1, 1, 1, 1], [-3, 9, -3, -3])
    four = written(
        "pass nap pass pass",
        "QH 3C 4C 5C 6C / 2C 7C 8C 9C TC / JH AS KS QS JS / 2S 3S 4S 5S 6S",
        "2:JH 3:2S 0:QH 1:2C\n0:3C 1:7C 2:AS 3:3S\n1:8C 2:KS 3:4S 0:4C\n1:9C 2:QS 3:5S 0:5C\n1:TC 2:JS 3:6S 0:6C",
    )
    hand = played_by_puppets(four, NAPOLEON).hands[0]
    assert (hand.winners[0], hand.points) == (0, [5, 5, -15, 5])  # the jack of trumps falls to the queen
    misere = written(
        "three misere pass pass",
        "AC KC QC JC TC / AD KD QD JD TD / 2C 3C 4C 5C 2S / AS KS QS JS TS",
        "2:2S 3:TS 0:TC 1:TD\n3:JS 0:JC 1:JD 2:2C\n3:QS 0:QC 1:QD 2:3C\n3:KS 0:KC 1:KD 2:4C\n3:AS 0:AC 1:AD 2:5C",
    )
    hand = played_by_puppets(misere, NAPOLEON).hands[0]
    assert (hand.trump, hand.maker_tricks, hand.points) == ("NT", 0, [-3, -3, 9, -3])


@pytest.mark.parametrize("bids", ["four misere pass pass", "wellington pass pass pass", "nap blucher pass pass"])
def test_bids_out_of_order_are_refused(bids: str) -> None:
    wrong = replace(FIVE_HEARTS, bids=list(zip([1, 2, 3, 0], bids.split(), strict=True)))
    with pytest.raises(IllegalAction, match="broke the rules: bid"):
        played_by_puppets(wrong, NAPOLEON)


def test_the_first_card_must_be_of_the_suit_named() -> None:
    hands = {**FIVE_HEARTS.hands, 1: ["AH", "KH", "QH", "JH", "TC"]}
    with pytest.raises(IllegalAction, match="lead_napoleon in trick 1"):
        played_by_puppets(replace(FIVE_HEARTS, hands=hands), NAPOLEON, player_1={"name": 1})


def test_hands_of_the_reference_are_played_as_written() -> None:
    """What the reference player deals, bids and plays at random, the engine allows and scores the same."""
    source = random.Random(31)
    for _ in range(60):
        rules = random_napoleon(source)
        record = random_hand(source, rules.to_dict(), source.randrange(rules.players))
        check_hand(record, rules.to_dict())
        as_written = in_order(replace(record, hands=dict(record.hands)))
        assert in_order(played_by_puppets(record, rules).hands[0]) == as_written


@pytest.mark.nightly
def test_what_a_player_sees() -> None:
    """Each answer of the probe hangs on each bit of its view, for all numbers of players."""
    probe, source, checked = load_player("bots:probe{bid=60}"), random.Random(5), Counter[str]()
    for players in (2, 3, 4, 5, 6, 6):
        rules = random_napoleon(source).with_changes({"players": players, "deck": 52, "max_hands": 8})
        seed = source.randrange(1 << 63)
        part = Match(rules, [probe], seed).play(0, 1, "plays")
        steps = probe.steps((), "single", players)
        for _, decision in replayed(part, rules, seed):
            answer = ask_in_python(steps[decision.hook][1], decision.view)
            checked[decision.hook] += 1
            assert as_heard(rules, decision, answer) == decision.action, decision
    assert min(checked[hook] for hook in ("bid", "name_trump", "lead", "follow")) > 20, checked


def test_basic_bids_and_plays_better_than_the_others() -> None:
    for other, least in (("cautious", 0.1), ("random", 2.0)):
        gain = 0.0
        for chair in range(4):
            seats = [load_player("basic" if seat == chair else other) for seat in range(4)]
            hands = Match(NAPOLEON, seats, 9, "hands").play(0, 10_000, "hands").hands
            assert hands is not None
            gain += hands[f"points_{chair}"].mean() / 4
        assert gain > least, other


def test_strategies_without_its_hooks_do_not_sit_down() -> None:
    with pytest.raises(StrategyError, match="perry21 has no bid"):
        Match(NAPOLEON, [load_player("perry21")], 1)
    Match(NAPOLEON, [load_player("basic/high-low")], 1).play(0, 1)  # whose card play is that of basic there


def test_results_of_six_players(tmp_path: Path) -> None:
    """Points that no byte holds, scores of six sides, and a summary that agrees with them."""
    rules = NAPOLEON.with_changes({"players": 6, "nap_table": "stakes"})
    done = run(rules, ["bots:wild{bid=70}"], games=40, seed=2, out=tmp_path / "run", detail="plays").finish()
    hands = open_run(tmp_path / "run").hands()
    points = hands[[f"points_{side}" for side in range(6)]].to_numpy()
    assert points.dtype == np.int16
    assert (points.sum(axis=1) == 0).all()
    assert np.abs(points).max() > 127
    final = hands.groupby("game")[[f"points_{side}" for side in range(6)]].sum().to_numpy()
    assert (final == open_run(tmp_path / "run").games()[[f"score_{side}" for side in range(6)]].to_numpy()).all()
    assert done.summary.points[5].value == pytest.approx(points[:, 5].mean())
    assert "Wellington" in done.summary.to_text()


def test_what_it_cannot_do_is_refused() -> None:
    with pytest.raises(UsageError, match="chances by score only know games in which a card is turned up"):
        find_equity(NAPOLEON, ["basic"] * 4)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 5, "deck": 24}, "players = 5 and deck = 24 do not go with"),
        ({"deck": 25}, "deck = 25 do not go with"),
        ({"max_hands": "off"}, "would never end"),
        ({"stick_dealer": "on"}, "stick_dealer = on is a rule for a turned-up card"),
        ({"cutthroat_tie": "elder"}, "cutthroat_tie = elder is a rule for a turned-up card"),
        ({"pf_pepper": "on"}, "pf_pepper = on is a rule for bidding tricks"),
        ({"hand_size": 6}, "hand_size = 6 does not go with auction = single"),
        ({"no_trump": "round2"}, "no_trump = round2 does not go with auction = single"),
        ({"maker_alone": "yes"}, "maker_alone = yes"),
    ],
)
def test_rules_that_do_not_go_together(changes: dict[str, object], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        NAPOLEON.with_changes(changes)


@pytest.mark.parametrize(
    "changes",
    [{"players": 6}, {"deck": 52}, {"target": 0}, {"misere": "off"}, {"nap_table": "flat"}, {"nap_min_bid": 1}],
)
def test_its_rules_are_refused_elsewhere(changes: dict[str, object]) -> None:
    for name in ("standard", "hasenpfeffer"):
        with pytest.raises(RulesError, match=r"napoleon|do not go with"):
            PRESETS[name].with_changes(changes)
