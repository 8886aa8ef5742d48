"""The basic player's bids in situations that a good player knows, and the two players beside it."""

import random
from typing import Any

import pytest

from sim.bits import U
from sim.cards import parse_suit
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from sim.views import ALONE, ORDER, PASS
from strategies import basic, cautious, simple
from strategies import random as random_player
from strategies.toolkit import call, call_alone, call_jambone
from support.bidding import named
from support.random_views import random_bidding
from support.situations import first_round, mask, playing, second_round, text, whole_deck

P = basic.Params()
CALL = {ORDER, ALONE}


# ------------------------------------------------------------------------------------------------------- first round


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "answers"),
    [
        ("JH AH AS 9C 9D", "KH", 4, CALL),  # right and ace, the king to come, a side ace
        ("9H TH KS QC 9D", "JH", 4, {ORDER}),  # the right bower makes three trumps
        ("AS KS QC TC 9D", "9H", 4, {PASS}),  # the nine would be the only trump
        ("9H KS QC TC 9D", "TH", 4, {PASS}),  # two small trumps and no ace
        ("JH JD AH KH AS", "9H", 4, {ALONE}),  # four from the top and an ace
        ("JH 9H AS AC 9D", "TH", 2, {ORDER}),  # right and a trump beside two aces: partner takes one more
        ("AS KS QC TC 9D", "JH", 2, {PASS}),  # nothing to help with, even for the right bower
        ("9H KS QC TC 9D", "AH", 2, {PASS}),  # one small trump is no help
        ("JH JD AH QH AS", "KH", 2, {ALONE}),  # needs nobody
        ("9H TH KS QC 9D", "AH", 1, {PASS}),  # two small trumps into the dealer's hand
        ("JH AH KH AS TC", "9H", 1, CALL),  # three high trumps and an ace
        ("JH JD AH KH AS", "QH", 1, {ALONE}),  # five tricks on the table
        ("JH 9H KS QC 9D", "JD", 1, {PASS}),  # a good hand for the second round at best
        ("QH TH 9S TC KC", "JH", 3, {PASS}),  # the dealer would get the right bower
        ("JH JD AH KH TC", "QH", 3, CALL),  # three sure tricks and one more trump
    ],
)
def test_first_round(hand: str, upcard: str, seat: int, answers: set[int]) -> None:
    assert basic.order_up(first_round(hand, upcard, seat), P) in answers


def test_who_needs_two_points_takes_partner_along() -> None:
    hand = ("JH JD AH KH AS", "9H", 4)
    assert basic.order_up(first_round(*hand, score_us=7), P) == ALONE
    assert basic.order_up(first_round(*hand, score_us=8), P) == ORDER
    assert basic.order_up(first_round(*hand, score_us=9), P) == ORDER


@pytest.mark.parametrize("player", [basic, cautious, simple])
@pytest.mark.parametrize(("seat", "answers"), [(1, {ORDER, PASS}), (3, {ORDER, PASS}), (2, CALL), (4, CALL)])
def test_nobody_goes_alone_where_an_opponent_gets_the_highest_trump(player: Any, seat: int, answers: set[int]) -> None:
    """The right bower, or the joker, takes a trick: no lone hand against it is a march."""
    strong = "JD AH KH QH AS"
    assert player.order_up(first_round(strong, "JH", seat), player.Params()) in answers
    assert player.order_up(first_round("JD AH KH JH AS", "9H", seat), player.Params()) == ALONE
    # With the joker in the pack the right bower may fall to it.
    joker = first_round("Jo JD AH KH AS", "JH", seat)
    assert player.order_up(joker._replace(deck=whole_deck(25, parse_suit("H"))), player.Params()) == ALONE


def test_no_lone_call_is_without_any_chance() -> None:
    for rules in ("standard", "canadian", "railroad"):
        part = Match(PRESETS[rules], [load_player("basic")], 11, "hands").play(0, 200_000, "hands")
        assert part.hands is not None
        jack = (part.hands["upcard"] % 16 == 9) if rules != "railroad" else (part.hands["upcard"] == 15)
        given = (part.hands["round"] == 1) & (part.hands["maker"] % 2 == 1) & jack
        enough = 5 if rules == "railroad" else 100  # the joker is turned up in one deal of 25, and seldom ordered
        assert given.sum() > enough and not part.hands["alone"][given].any()


def test_nobody_goes_alone_where_the_rules_forbid_it() -> None:
    assert basic.order_up(first_round("JH JD AH KH AS", "9H", 4, may_alone=0), P) == ORDER


def test_a_partner_who_must_play_alone_needs_a_lone_hand() -> None:
    assert basic.order_up(first_round("JH 9H AS KC 9D", "TH", 2), P) == ORDER
    assert basic.order_up(first_round("JH 9H AS KC 9D", "TH", 2, must_alone=1), P) == PASS
    assert basic.order_up(first_round("JH JD AH QH AS", "KH", 2, must_alone=1), P) == ALONE


TWO = {"players": 2, "partner": 0, "may_alone": 0}
THREE = {"players": 3, "partner": 0}
NO_DUMMY = THREE | {"may_alone": 0}


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "more", "answer"),
    [
        # Two players: a dealer calls with a trump beside the upcard, the other hardly ever into the dealer's hand.
        ("9H AS KS TC QD", "QH", 4, {}, PASS),
        ("9H AS KS TC QD", "QH", 2, TWO, ORDER),
        ("TC 9S QC TD 9D", "QH", 2, TWO, PASS),
        ("JH AH 9H AS TC", "QH", 1, TWO, PASS),
        ("JH AH KH 9H AS", "QH", 1, TWO, ORDER),
        # Three: the dummy helps whoever calls, the eldest hand calls into another's hand and needs more.
        ("9H AS KS TC QD", "QH", 3, THREE, ORDER),
        ("TC 9S QC TD 9D", "QH", 3, THREE, ORDER),
        ("TC 9S QC TD 9D", "QH", 2, THREE, PASS),
        ("9H 9S QC TD 9D", "QH", 2, THREE, ORDER),
        ("9H AS QC TD 9D", "QH", 1, THREE, PASS),
        ("JH 9H AS TD 9D", "QH", 1, THREE, ORDER),
        # Alone against two.
        ("9H AS KS TC QD", "QH", 3, NO_DUMMY, PASS),
        ("JH 9H AS KS QD", "QH", 3, NO_DUMMY, ORDER),
        ("JH 9H AS KS QD", "QH", 1, NO_DUMMY, PASS),
        ("JH AH 9H AS KD", "QH", 1, NO_DUMMY, ORDER),
        # Nobody leaves the dummy.
        ("JH JD AH KH AS", "9H", 3, THREE, ORDER),
    ],
)
def test_first_round_of_two_and_three(hand: str, upcard: str, seat: int, more: dict[str, int], answer: int) -> None:
    view = first_round(hand, upcard, seat)._replace(**more)
    assert basic.order_up(view._replace(dealer=view.players - seat), P) == answer


@pytest.mark.parametrize(
    ("hand", "seat", "more", "suit"),
    [
        ("9D KD KS TS QC", 1, TWO, "D"),  # next of two equal suits
        ("9S TS QC TH 9C", 2, TWO, "C"),
        ("9S TS KC TH QH", 1, THREE, "S"),  # anything is better than to let another have the dummy
        ("9S TS KC TH QH", 1, NO_DUMMY, ""),
        ("JS JC AS TH QH", 1, NO_DUMMY, "S"),
    ],
)
def test_second_round_of_two_and_three(hand: str, seat: int, more: dict[str, int], suit: str) -> None:
    view = second_round(hand, "AH", seat)._replace(**more)
    answer = basic.name_trump(view._replace(dealer=view.players - seat), P)
    assert answer == (call(named("AH", suit)) if suit else PASS)


def test_calls_are_lighter_when_one_point_ends_the_game() -> None:
    view = first_round("JH TH AS 9C TC", "9H", 1)
    answers = [basic.order_up(view._replace(score_us=us, score_them=them), P) for us, them in ((0, 0), (9, 9), (0, 9))]
    eager = P._replace(last_point=200)
    assert answers == [PASS] * 3
    assert [
        basic.order_up(view._replace(score_us=us, score_them=them), eager) for us, them in ((0, 0), (9, 9), (0, 9))
    ] == [
        PASS,
        ORDER,
        ORDER,
    ]
    dealer = first_round("9H AS KC QC TC", "TH", 4)
    assert basic.order_up(dealer._replace(score_us=9, score_them=5), eager) == ORDER
    assert basic.order_up(dealer._replace(score_us=5, score_them=9), eager) == PASS  # the next deal is theirs anyway


def test_the_joker_is_the_best_trump_and_raises_what_a_call_needs() -> None:
    pack = whole_deck(25, parse_suit("H"))
    assert basic.order_up(first_round("Jo AH AS QC 9D", "TH", 4, deck=pack), P) == ORDER
    assert basic.order_up(first_round("AH KS QC TC 9D", "TH", 4), P) == PASS
    three_trumps = first_round("9H KH AS QC 9D", "TH", 4)
    assert basic.order_up(three_trumps, P) == ORDER
    assert basic.order_up(three_trumps._replace(deck=pack), P) == ORDER
    two_high = first_round("JH AH QS 9S 9D", "TH", 3)
    assert basic.order_up(two_high._replace(hand=mask("JH AH KH AS 9D", 3)), P) == ORDER
    assert basic.order_up(two_high._replace(hand=mask("JH AH KH AS 9D", 3), deck=pack), P) == PASS


def test_with_32_cards_the_dealers_partner_helps_on_less() -> None:
    view = first_round("9H AH AS 9C 9D", "TH", 2)
    assert basic.order_up(view, P) == PASS
    assert basic.order_up(view._replace(deck=whole_deck(32, parse_suit("H"))), P) == ORDER


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "suit"),
    [
        ("JD JH AS 9C TC", "9H", 1, "D"),  # both bowers of next
        ("JD 9D AS 9C TC", "9H", 1, "D"),  # next with the right bower and a green ace
        ("9S TS QC 9C TH", "9H", 1, ""),  # no ace, no bower
        ("JS AS 9C TD QH", "9H", 2, "S"),  # green from the dealer's partner
        ("9D TC QS 9H TH", "AH", 2, ""),
        ("JC 9C AS 9D TD", "9H", 3, "C"),
        ("JS 9S AS AD TC", "9H", 4, "S"),
        ("9S TD QC 9C TH", "AH", 4, ""),
    ],
)
def test_second_round(hand: str, upcard: str, seat: int, suit: str) -> None:
    answer = basic.name_trump(second_round(hand, upcard, seat), P)
    assert answer == (call(named(upcard, suit)) if suit else PASS)


@pytest.mark.parametrize(("seat", "suit"), [(1, "D"), (2, "S")])
def test_with_equal_suits_the_eldest_hand_names_next_and_the_dealers_partner_green(seat: int, suit: str) -> None:
    view = second_round("AD KD QD AS KS", "9H", seat)
    if seat == 2:
        view = second_round("AD KD AS KS QS", "9H", seat)
    assert basic.name_trump(view, P) in (call(named("9H", suit)), call_alone(named("9H", suit)))


def test_a_lone_hand_in_the_second_round() -> None:
    hand = "JS JC AS KS AD"
    assert basic.name_trump(second_round(hand, "9H", 1), P) == call_alone(named("9H", "S"))
    assert basic.name_trump(second_round(hand, "9H", 1, may_alone=0), P) == call(named("9H", "S"))
    assert basic.name_trump(second_round(hand, "9H", 1, score_us=8), P) == call(named("9H", "S"))


def test_a_stuck_dealer_names_his_best_suit() -> None:
    view = second_round("9S TS QS 9C TH", "AH", 4, stuck=1)
    assert basic.name_trump(view, P) == call(named("AH", "S"))


def test_only_suits_that_may_be_named_are_named() -> None:
    hand = second_round("JS JC AS KS AD", "9H", 1)
    spades, clubs = named("9H", "S"), named("9H", "C")
    assert basic.name_trump(hand, P) in (call(spades), call_alone(spades))
    assert basic.name_trump(hand._replace(suits=7 & ~(1 << spades)), P) in (call(clubs), call_alone(clubs))
    assert basic.name_trump(hand._replace(suits=0), P) == PASS
    for left in range(5):
        only = hand._replace(suits=1 << left, stuck=1, hand=mask("9S TS QC 9C TH", 3, False))
        assert basic.name_trump(only, P) == call(left)


def test_no_trump_is_for_aces() -> None:
    aces = second_round("AS KS AC AD 9H", "TH", 3, suits=0b10111)
    weak = aces._replace(hand=mask("9S TC QD AH 9H", 3, False))
    no_suit = P._replace(name_3=1000)
    assert basic.name_trump(aces, no_suit) == call_alone(4)
    assert basic.name_trump(aces._replace(may_alone=0), no_suit) == call(4)
    two_aces = aces._replace(hand=mask("AS 9C AD TD 9H", 3, False))
    assert basic.name_trump(two_aces, no_suit) == call(4)
    assert basic.name_trump(aces._replace(suits=0b00111), no_suit) == PASS
    assert basic.name_trump(weak, P) == PASS


# ------------------------------------------------------------------------------------------- before the first card


def test_a_lone_defender_has_a_lone_hand_of_his_own() -> None:
    view = playing("H", "JH JD AH KH AS", maker=1, may_alone=0)
    assert basic.defend_alone(view, P) == 1
    assert basic.defend_alone(view._replace(score_us=8), P) == 0
    assert basic.defend_alone(playing("H", "JH 9H AS KS 9C", maker=1), P) == 0


def test_lone_defence_against_a_lone_maker_with_a_joker_and_with_three_players() -> None:
    pack = whole_deck(25, parse_suit("H"))
    for hand, answers in (
        ("JH KH KS 9C 9D", [0, 0, 0, 0]),
        ("JH AH KH KS 9C", [0, 1, 0, 0]),
        ("JH AH KH AS 9C", [1, 1, 1, 0]),
        ("JH JD AH KH AS", [1, 1, 1, 1]),
    ):
        view = playing("H", hand, maker=1)
        kinds = (view, view._replace(alone=1), view._replace(deck=pack, hand=mask(hand, 3)), view._replace(players=3))
        assert [basic.defend_alone(v, P) for v in kinds] == answers, hand


def test_a_dealer_takes_the_card_unless_all_his_trumps_are_higher() -> None:
    view = playing("H", "JH KH AS KS 9C", maker=1, dealer=0)
    assert basic.pick_up(view._replace(upcard=mask("9H", 3))) == 1
    trumps = playing("H", "JH JD AH KH QH", maker=1, dealer=0)
    assert basic.pick_up(trumps._replace(upcard=mask("9H", 3))) == 0
    assert basic.pick_up(trumps._replace(hand=mask("JH JD AH KH 9H", 3), upcard=mask("TH", 3))) == 1


# --------------------------------------------------------------------------------------------- the other two players


def test_the_cautious_player_calls_less() -> None:
    rng = random.Random(5)
    calls = {basic: 0, cautious: 0}
    for _ in range(300):
        view = random_bidding(rng)
        for player in calls:
            hook = player.order_up if view.round == 1 else player.name_trump
            calls[player] += hook(view._replace(stuck=0, must_alone=0), player.Params()) != PASS
    assert 0 < calls[cautious] < 0.8 * calls[basic]
    assert cautious.follow is basic.follow and cautious.Params._fields == basic.Params._fields


def test_the_random_player_draws_evenly() -> None:
    rng = random.Random(6)
    view = second_round("JS JC AS KS AD", "9H", 1, suits=0b10111)
    answers = [int(random_player.name_trump(view._replace(random=U(rng.getrandbits(64))))) for _ in range(900)]
    wanted = {PASS, *(call(lane) for lane in (0, 1, 2, 4)), *(call_alone(lane) for lane in (0, 1, 2, 4))}
    assert set(answers) == wanted
    assert all(60 < answers.count(answer) < 145 for answer in wanted)
    open_too = view._replace(may_jambone=1)
    answers = [int(random_player.name_trump(open_too._replace(random=U(rng.getrandbits(64))))) for _ in range(1300)]
    assert set(answers) == wanted | {call_jambone(lane) for lane in (0, 1, 2, 4)}
    assert all(60 < answers.count(answer) < 145 for answer in set(answers))
    first = first_round("JS JC AS KS AD", "9H", 1, may_jambone=1)
    for fields, said in (({}, {0, 1, 2, 3}), ({"stuck": 1}, {1, 2, 3}), ({"must_alone": 1}, {0, 2, 3})):
        orders = [first._replace(**fields, random=U(rng.getrandbits(64))) for _ in range(400)]
        found = [int(random_player.order_up(order)) for order in orders]
        assert set(found) == said
        assert all(found.count(answer) > 60 for answer in said)
    cards = playing("H", "JH AH AS 9S 9C", maker=1)
    leads = [text(random_player.lead(cards._replace(random=U(rng.getrandbits(64)))), 3) for _ in range(500)]
    assert all(60 < leads.count(card) < 145 for card in "JH AH AS 9S 9C".split())
