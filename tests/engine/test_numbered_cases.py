"""The numbered cases of the rule specification, 1 to 25, played by the engine itself."""

from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from reference import HandRecord
from reference.written_hands import (
    benny_up,
    cutthroat_dealer_with_dummy,
    cutthroat_lone_defender,
    dealers_partner_alone,
    hands,
    two_handed_accepted,
    two_handed_ordered,
    two_handed_passed,
)
from sim.bits import U
from sim.cards import JOKER, cards_of, parse_card
from sim.engine import layout as at
from sim.engine.encode import rule_vector
from sim.engine.match_state import Opening
from sim.engine.play import play_card, play_lead
from sim.errors import IllegalAction, RulesError
from sim.players.match import Match
from sim.players.recorded_hand import Lanes
from sim.players.strategy import load_player
from sim.rules.presets import preset
from sim.rules.rules import Rules
from support.puppets import SUITS, in_order, mask, name_of, played, replayed

STANDARD, CUTTHROAT, TWO_HANDED, BRITISH = map(preset, ("standard", "cutthroat", "two-handed", "british"))
WILD = "bots:wild{alone=60,defend=50}"


def trick_of(trump: str, holdings: list[str], plays: list[str], lanes: int = 1) -> np.ndarray:
    """A batch after some players, each with their cards, have played to a trick; a lane a card of the last `plays`."""
    turned = Lanes(SUITS.index(trump), True)
    batch, actions = np.zeros(at.ROWS * at.B, dtype=np.uint64), np.zeros(at.B, dtype=np.uint64)
    batch[at.TRUMPS * at.B : at.TRUMPS * at.B + lanes] = U(0xFFFF << 48)
    for position, cards in enumerate(holdings):
        row = (at.HAND_0 + position) * at.B
        batch[row : row + lanes] = turned.mask([parse_card(card) for card in cards.split()])
        chosen = [turned.mask([parse_card(card)]) for card in plays[position].split()]
        actions[:lanes] = chosen if len(chosen) == lanes else chosen * lanes
        if position == 0:
            play_lead(batch, actions, lanes, 1, rule_vector(STANDARD))
        else:
            play_card(batch, actions, lanes, position, 1)
    return batch


@pytest.mark.parametrize(
    ("hand", "led", "trump", "legal"),
    [
        pytest.param("JS 9S AH", "AS", "C", "9S", id="case-01-left-bower-is-no-spade"),
        pytest.param("9C AS KS", "JS", "C", "9C", id="case-02-left-bower-led-draws-trumps"),
        pytest.param("JD AD AS KC 9C", "9H", "H", "JD", id="case-03-left-bower-must-follow-trump"),
        pytest.param("JH 9S TC", "KH", "D", "JH 9S TC", id="case-04-left-bower-does-not-follow-its-printed-suit"),
        pytest.param("JD AS KS 9C TC", "Jo", "H", "JD", id="case-06-joker-led-draws-trumps"),
        pytest.param("Jo 9C", "AS", "H", "Jo 9C", id="case-07-joker-when-void"),
        pytest.param("Jo AS", "AS", "H", "AS", id="case-07-joker-may-not-be-played-when-able-to-follow"),
    ],
)
def test_legal_cards(hand: str, led: str, trump: str, legal: str) -> None:
    cards = hand.split()
    batch = trick_of(trump, [led, hand], [led, hand], lanes=len(cards))
    allowed = batch[at.ILLEGAL * at.B : at.ILLEGAL * at.B + len(cards)] == 0
    assert [card for card, may in zip(cards, allowed, strict=True) if may] == legal.split()


@pytest.mark.parametrize(
    ("cards", "trump", "winning"),
    [
        pytest.param("KH AH JH 9S", "D", "JH", id="case-04-left-bower-beats-the-suit-led"),
        pytest.param("AH 9S JC KS", "S", "JC", id="case-05-left-bower-beats-the-king-of-trumps"),
        pytest.param("JH AH Jo 9H", "H", "Jo", id="case-06-joker-beats-the-right-bower"),
        pytest.param("9S AH KD QC", "C", "QC", id="any-trump-beats-the-suit-led"),
        pytest.param("9S AH KD QD", "C", "9S", id="other-suits-never-win"),
        pytest.param("9S AH Jo JH", "H", "Jo", id="joker-when-void"),
    ],
)
def test_trick_winner(cards: str, trump: str, winning: str) -> None:
    batch = trick_of(trump, cards.split(), cards.split())
    assert cards.split()[int(batch[at.WINNER * at.B])] == winning


DEAL = hands("AS KS 9S TC 9C", "QH TH AC KC QC", "JH JD AH KH AD", "QS TS JS JC KD")


def bid_by(rules: Rules, upcard: str, dealer: int = 0, **scripts: str) -> dict[str, np.ndarray]:
    """The first hand of DEAL when players bid by script (`player_2="order=1"`; the rest pass) and play at random."""
    players = [
        load_player(f"bots:puppet{{{scripts.get(f'player_{chair}', '')}}}/bots:wild") for chair in range(rules.players)
    ]
    order = [(dealer + seat) % rules.players for seat in range(1, rules.players + 1)]
    deals = np.array([[mask(DEAL[chair])] for chair in order] + [[mask([upcard])]], dtype=np.uint64)
    table = Match(rules, players, 1, "hands").play(0, 1, "hands", opening=Opening(dealer, (), deals)).hands
    assert table is not None
    return table


def test_case_08_the_suit_turned_down_may_not_be_named() -> None:
    diamonds, named = f"name={name_of('call D', 1)}", f"name={name_of('call H', 1)}"
    with pytest.raises(IllegalAction, match="name_trump, seat 1"):
        bid_by(STANDARD, "QD", player_1=diamonds)
    hearts = bid_by(STANDARD, "QD", player_1=named)
    assert (hearts["trump"][0], hearts["round"][0], hearts["maker"][0], hearts["pick_up"][0]) == (3, 2, 1, 0)
    allowed = bid_by(STANDARD.with_changes({"call_turned_down": "yes"}), "QD", player_1=diamonds)
    assert allowed["trump"][0] == 1


@pytest.mark.parametrize("rule", ["forbidden", "allowed"])
def test_case_09_the_upcard_may_not_be_buried(rule: str) -> None:
    record = dealers_partner_alone()
    rules = STANDARD.with_changes({"discard_upcard": rule})
    lanes = Lanes(SUITS.index("H"), True)
    for card in [*record.hands[0], record.upcard]:
        bury = {"bury": lanes.place(parse_card(card))}
        if card == record.upcard and rule == "forbidden":
            with pytest.raises(IllegalAction, match="discard, seat 4"):
                played(record, rules, player_0=bury)
        else:
            hand = played(record, rules, player_0=bury).hands[0]
            assert hand.discard == card
    with pytest.raises(IllegalAction, match="discard, seat 4"):
        played(record, rules, player_0={"bury": lanes.place(parse_card("AD"))})


@pytest.mark.parametrize(
    ("record", "rules"),
    [
        pytest.param(two_handed_ordered(), TWO_HANDED, id="case-10-an-ordered-dealer-leaves-the-upcard"),
        pytest.param(two_handed_accepted(), TWO_HANDED, id="case-11-13-the-dealer-accepts-and-the-other-leads"),
        pytest.param(two_handed_passed(), TWO_HANDED, id="case-14-all-pass"),
        pytest.param(cutthroat_lone_defender(), CUTTHROAT, id="case-16-18-lone-defender"),
        pytest.param(cutthroat_dealer_with_dummy(), CUTTHROAT, id="case-20-dealer-with-dummy"),
        pytest.param(dealers_partner_alone(), STANDARD, id="case-23-dealer-buries-and-sits-out"),
        pytest.param(dealers_partner_alone(), preset("canadian"), id="case-24-canadian-partner-alone"),
        pytest.param(benny_up(), BRITISH, id="case-25-benny-up"),
    ],
)
def test_written_hands(record: HandRecord, rules: Rules) -> None:
    assert in_order(replayed(record, rules)) == in_order(record)


def test_case_10_where_the_dealer_must_take_the_upcard() -> None:
    record = two_handed_ordered()
    bury = {"bury": Lanes(3, True).place(parse_card("KC"))}
    with pytest.raises(IllegalAction, match=r"trick \d"):  # the script goes on as if the hand were unchanged
        played(record, TWO_HANDED.with_changes({"dealer_pickup": "mandatory"}), player_0=bury)


def test_case_11_a_dealer_who_accepts_has_no_choice() -> None:
    """They are not even asked: the script's refusal changes nothing."""
    record = two_handed_accepted()
    assert in_order(played(record, TWO_HANDED, player_0={"pick_up": 0}).hands[0]) == in_order(record)


def test_case_14_passed_out_the_other_deals() -> None:
    rules = TWO_HANDED.with_changes({"max_hands": 4})
    for allpass, dealers in (("next_dealer", [0, 1, 0, 1]), ("same_dealer", [0, 0, 0, 0])):
        match = Match(rules.with_changes({"allpass": allpass}), [load_player("bots:puppet")], 1)
        part = match.play(0, 1, "hands", opening=Opening(0))
        assert part.hands is not None and part.games is not None
        assert part.hands["dealer"].tolist() == dealers
        assert [int(part.games[name][0]) for name in ("score_0", "score_1", "winner", "hands")] == [0, 0, -1, 4]


@pytest.mark.parametrize("name", range(10))
def test_case_14_a_stuck_dealer_names_one_of_three_suits(name: int) -> None:
    """Answers 1 to 3 are the three suits left, 4 the suit turned down, 5 no-trump, 9 the first suit alone."""
    rules = TWO_HANDED.with_changes({"stick_dealer": "on"})
    if name in (1, 2, 3, 9):
        hand = bid_by(rules, "9H", player_0=f"name={name}")
        assert (hand["maker"][0], hand["round"][0], hand["alone"][0]) == (2, 2, 0)
        assert hand["trump"][0] == name - 1 if name < 9 else hand["trump"][0] == 0
    else:
        with pytest.raises(IllegalAction, match="name_trump, seat 2"):
            bid_by(rules, "9H", player_0=f"name={name}")


def test_case_14_a_dealer_may_give_a_point_instead() -> None:
    for rules, points in ((STANDARD, [0, 1]), (TWO_HANDED, [0, 1]), (CUTTHROAT, [0, 1, 1])):
        match = Match(rules.with_changes({"stick_dealer": "forfeit1"}), [load_player("bots:puppet")], 1, "hands")
        hand = match.play(0, 1, "hands", opening=Opening(0)).hands
        assert hand is not None
        assert [int(hand[f"points_{side}"][0]) for side in range(rules.teams)] == points


def test_a_game_in_which_nobody_makes_trump_is_given_up() -> None:
    with pytest.raises(RulesError, match=r"game 3 was not over after \d+ hands") as caught:
        Match(STANDARD, [load_player("bots:puppet")], 1).play(3, 4)
    assert "stick_dealer" in caught.value.hint
    ends = Match(STANDARD.with_changes({"max_hands": 9}), [load_player("bots:puppet")], 1).play(3, 4, "games").games
    assert ends is not None
    assert (ends["hands"].tolist(), ends["winner"].tolist()) == ([9], [-1])


Contract = tuple[int, bool, int]
"""Seat of the maker, whether they are alone, and the seat of a lone defender or 0."""


def first_leads(rules: Rules) -> dict[Contract, set[int]]:
    """The seats that led to the first trick, by contract, over many random hands."""
    part = Match(rules, [load_player(WILD)], 1, "hands").play(0, 20_000, "plays")
    assert part.hands is not None and part.plays is not None
    first = part.plays["trick"] == 1
    led = dict(zip(part.plays["game"][first].tolist(), part.plays["leader"][first].tolist(), strict=True))
    found: dict[Contract, set[int]] = defaultdict(set)
    columns = (part.hands[name].tolist() for name in ("game", "maker", "alone", "lone_defender"))
    for game, maker, alone, lone_defender in zip(*columns, strict=True):
        if maker:
            found[maker, bool(alone), lone_defender].add(led[game])
    return found


@pytest.mark.parametrize("twohand_dummy", ["none", "shared2", "own3"])
def test_case_13_the_non_dealer_leads(twohand_dummy: str) -> None:
    leads = first_leads(TWO_HANDED.with_changes({"twohand_dummy": twohand_dummy}))
    assert leads == {(1, False, 0): {1}, (2, False, 0): {1}}


@pytest.mark.parametrize(
    ("both", "leader"),
    [("defender", 3), ("maker", 1), ("left_of_dealer", 1)],
)
def test_cases_15_to_17_leads_of_three(both: str, leader: int) -> None:
    """A deals (seat 3), B sits on their left (1), C is the third (2)."""
    leads = first_leads(CUTTHROAT.with_changes({"both_alone_lead": both}))
    assert leads[1, True, 0] == {2}  # 15: B alone, C leads
    assert leads[1, False, 2] == {1}  # 16: left of C is A, who is out
    assert leads[1, False, 3] == {1}
    assert leads[1, True, 3] == {leader}  # 17
    assert leads[1, False, 0] == leads[2, False, 0] == leads[3, False, 0] == {1}
    assert leads[2, True, 0] == {3}
    assert leads[3, True, 0] == {1}


@pytest.mark.parametrize(
    ("rule", "leaders"),
    [
        pytest.param("left_of_dealer", {4: 1, 1: 1, 2: 1, 3: 2}, id="left-of-dealer"),
        pytest.param("left_of_loner", {4: 1, 1: 2, 2: 3, 3: 4}, id="left-of-loner"),
    ],
)
def test_case_21_leads_of_four(rule: str, leaders: dict[int, int]) -> None:
    leads = first_leads(STANDARD.with_changes({"alone_lead": rule, "defend_alone": "vs_loner"}))
    for maker, leader in leaders.items():
        assert leads[maker, True, 0] == {leader}
        assert leads[maker, False, 0] == {1}
    # Both alone: the maker's left is the lone defender or their absent partner, so the lead is the defender's.
    for (maker, alone, defender), found in leads.items():
        if alone and defender and rule == "left_of_loner":
            assert found == {defender}
        if alone and defender and rule == "left_of_dealer":
            assert found == {next(seat for seat in (1, 2, 3, 4) if seat in (maker, defender))}


Outcome = tuple[bool, bool, int]
"""Whether the maker and a defender were alone, and the tricks of the maker's side."""


def points_paid(rules: Rules) -> dict[Outcome, set[tuple[int, ...]]]:
    """The points to the maker's side and then to each other side, by what happened, over many random hands."""
    hands_ = Match(rules, [load_player(WILD)], 2, "hands").play(0, 30_000, "hands").hands
    assert hands_ is not None
    found: dict[Outcome, set[tuple[int, ...]]] = defaultdict(set)
    for row in range(len(hands_["game"])):
        maker, dealer = int(hands_["maker"][row]), int(hands_["dealer"][row])
        if not maker:
            continue
        side = (dealer + maker) % rules.players % rules.teams
        paid = [int(hands_[f"points_{team}"][row]) for team in range(rules.teams)]
        others = [points for team, points in enumerate(paid) if team != side]
        outcome = bool(hands_["alone"][row]), bool(hands_["lone_defender"][row]), int(hands_["tricks"][row])
        found[outcome].add((paid[side], *others))
    return found


def test_case_12_points_of_two() -> None:
    paid = points_paid(TWO_HANDED)
    expected = {0: (0, 2), 1: (0, 2), 2: (0, 2), 3: (1, 0), 4: (1, 0), 5: (2, 0)}
    assert paid == {(False, False, tricks): {points} for tricks, points in expected.items()}


def test_cases_18_and_19_points_of_three() -> None:
    paid = points_paid(CUTTHROAT)
    for alone in (False, True):
        assert paid[alone, True, 1] == paid[alone, True, 2] == {(0, 2, 2)}
        assert paid[alone, True, 0] == {(0, 4, 4)}
        assert paid[alone, True, 3] == paid[alone, True, 4] == {(1, 0, 0)}
        assert paid[alone, False, 0] == paid[alone, False, 2] == {(0, 2, 2)}
        assert paid[alone, False, 5] == paid[alone, True, 5] == {(3, 0, 0)}


def test_case_22_points_of_loners() -> None:
    paid = points_paid(STANDARD)
    assert paid[True, False, 4] == paid[True, False, 3] == {(1, 0)}
    assert paid[True, False, 5] == {(4, 0)}
    assert paid[True, False, 2] == paid[True, False, 0] == {(0, 2)}
    assert paid[False, False, 5] == {(2, 0)}
    assert points_paid(preset("classic32"))[True, False, 2] == {(0, 4)}


def test_case_22_the_dearest_claim_is_paid() -> None:
    rules = Rules(defend_alone="always", loner_euchred=4, lone_def_euchre=3, lone_def_sweep=5, super_euchre=4)
    paid = points_paid(rules)
    assert paid[False, True, 2] == {(0, 3)}
    assert paid[True, True, 2] == paid[True, False, 2] == {(0, 4)}
    assert paid[False, True, 0] == paid[True, True, 0] == {(0, 5)}
    assert paid[False, False, 0] == {(0, 4)}
    assert paid[False, False, 1] == {(0, 2)}


@pytest.mark.parametrize(
    ("rule", "winner"), [("highest_then_shared", None), ("elder", 2), ("shared", None)]
)  # fmt: skip
def test_case_20_two_defenders_arrive_together(rule: str, winner: int | None) -> None:
    """A, B, C stand at 8, 9, 8; B is euchred. The elder is C: B sits first but has 9."""
    record = replace(cutthroat_lone_defender(), score_before=[8, 9, 8])
    game = played(record, CUTTHROAT.with_changes({"cutthroat_tie": rule}), unit="games")
    assert (game.final_score, game.winner, len(game.hands)) == ([10, 9, 10], winner, 1)


def test_case_20_every_card_is_somewhere() -> None:
    part = Match(CUTTHROAT, [load_player(WILD)], 3, "hands").play(0, 500, "plays")
    assert part.hands is not None and part.plays is not None
    for row in range(500):
        if not part.hands["maker"][row] or part.hands["alone"][row] or part.hands["lone_defender"][row]:
            continue
        shown = part.plays["game"] == row
        cards = {int(code) for k in (1, 2, 3) for code in part.plays[f"card_{k}"][shown]}
        assert len(cards) == 15
        maker = int(part.hands["maker"][row])
        both = int(part.hands[f"hand_{maker}"][row]) | int(part.hands["dummy"][row])
        if maker == 3 and part.hands["pick_up"][row]:
            both = (both | 1 << int(part.hands["upcard"][row])) & ~(1 << int(part.hands["discard"][row]))
        assert both.bit_count() == 10
        assert {code for code in cards_of(both) if code in cards} == set(cards_of(int(part.hands["kept"][row])))


def test_case_23_fifteen_cards_in_play() -> None:
    hand = replayed(dealers_partner_alone(), STANDARD)
    assert [len(trick) for trick in hand.tricks] == [3] * 5
    assert hand.discard == "9C" and hand.picked_up and hand.points == [4, 0]
    assert {player for trick in hand.tricks for player, _ in trick} == {1, 2, 3}


def test_case_24_canadian() -> None:
    canadian = preset("canadian")
    for wish in (1, 2):
        hand = bid_by(canadian, "9H", player_2=f"order={wish}")
        assert (hand["maker"][0], hand["round"][0], hand["alone"][0]) == (2, 1, 1)
    for name, alone in ((1, 0), (9, 1)):
        hand = bid_by(canadian, "9S", player_2=f"name={name}")
        assert (hand["maker"][0], hand["round"][0], hand["alone"][0]) == (2, 2, alone)
    hand = bid_by(canadian, "9H", player_1="order=1")
    assert (hand["maker"][0], hand["alone"][0]) == (1, 0)
    forbidden = STANDARD.with_changes({"dealer_partner_order": "forbidden"})
    hand = bid_by(forbidden, "9H", player_2="order=2", player_3="order=1")
    assert (hand["maker"][0], hand["alone"][0]) == (3, 0)


def test_case_25_benny_up() -> None:
    """No bids, trump drawn without a look at any hand, the dealer takes the joker and may not bury it."""
    part = Match(BRITISH, [load_player("bots:wild")], 4, "hands").play(0, 60_000, "hands")
    assert part.hands is not None
    up = part.hands["upcard"] == JOKER
    n = int(up.sum())
    assert abs(n - 60_000 / 25) < 5 * (60_000 / 25) ** 0.5
    for name, value in (("round", 1), ("maker", 4), ("pick_up", 1)):
        assert (part.hands[name][up] == value).all()
    assert not (part.hands["discard"][up] == JOKER).any()
    suits = np.bincount(part.hands["trump"][up], minlength=4)
    assert (abs(suits - n / 4) < 5 * (n * 3 / 16) ** 0.5).all()
    lane = U(0xFFFF) << (part.hands["trump"][up].astype(np.uint64) << U(4))
    held = np.bitwise_count(part.hands["hand_4"][up] & lane).astype(float)
    assert abs(held.mean() - 5 / 4) < 5 * held.std() / n**0.5
    with pytest.raises(IllegalAction, match="discard, seat 4"):
        played(benny_up(), BRITISH, player_0={"bury": Lanes(3, True).place(JOKER)})
    with_partner = (part.hands["alone"] == 0) & (part.hands["lone_defender"] == 0)
    euchred = up & with_partner & (part.hands["tricks"] < 3)
    dealers = part.hands["dealer"][euchred] % 2
    paid = np.stack([part.hands["points_0"], part.hands["points_1"]])[:, euchred]
    cases = np.arange(len(dealers))
    assert len(cases) > 100
    assert (paid[1 - dealers, cases] == 2).all() and (paid[dealers, cases] == 0).all()
