"""The 21-point system on the hands of its author, and at the scores that change it."""

import pytest

from sim.cards import parse_suit
from sim.views import ALONE, ORDER, PASS
from strategies import perry21
from strategies.toolkit import call, call_alone
from support.situations import first_round, mask, second_round, whole_deck

P = perry21.Params()


def named(upcard: str, suit: str) -> int:
    """The lane that a suit has after `upcard` was turned down."""
    return (parse_suit(suit) - parse_suit(upcard[-1]) - 1) % 4


@pytest.mark.parametrize(
    ("hand", "trump", "worth"),
    [
        # "Point system in action": one hand, four suits.
        ("KC QC TC KS 9S", "C", 14),
        ("KC QC TC KS 9S", "S", 10),
        ("KC QC TC KS 9S", "H", 2),
        ("KC QC TC KS 9S", "D", 2),
        ("JH AS AC AD 9D", "H", 24),  # the right and three aces, the one in next worth 4
        ("JH JD 9C TC QS", "H", 20),  # "Two bower play revisited"
        ("JD AH KH 9S TS", "H", 18),
        ("TH 9H AS 9C TD", "H", 13),  # "Assisting your partner"
        ("AH 9H KS 9C TD", "H", 11),
        ("JD 9H QS 9C TD", "H", 11),
        ("8H 7H QS 9C TD", "H", 8),  # below the nine as the nine
        ("Jo 9H QS 9C TD", "H", 14),
    ],
)
def test_card_points(hand: str, trump: str, worth: int) -> None:
    assert perry21.points(mask(hand, parse_suit(trump)), P) == worth


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "answer"),
    [
        # The dealer's partner orders on eleven points, never on one trump.
        ("TH 9H AS 9C TD", "QH", 2, ORDER),
        ("AH 9H KS 9C TD", "QH", 2, ORDER),
        ("JD 9H QS 9C TD", "QH", 2, ORDER),
        ("TH 9H KS KC KD", "QH", 2, ORDER),  # 4 + 4 + 3
        ("TH 9H KS KC QD", "QH", 2, PASS),  # ten
        ("JH AS AC 9D TD", "QH", 2, PASS),  # twenty points, but one trump
        ("JH AH TH KS 9C", "QH", 2, ORDER),  # 21
        ("JH AH TH KS KC", "QH", 2, ORDER),  # 22
        ("JH AH KH KS KC", "QH", 2, ALONE),  # 23
        ("9H TH QH KH KC", "AH", 2, ALONE),  # four trumps
        # The dealer counts five more, the upcard among their five cards.
        ("TC 9C AH 9D TS", "QC", 4, ORDER),  # "The weak lady and her pips": three small trumps and an ace
        ("TC 9C QH 9D TS", "QC", 4, PASS),  # without the ace
        ("TD 9D TH 9H 9S", "JC", 4, ORDER),  # "When Jack is an up-card": the worst hand takes a bower
        ("AH AD AS TH 9D", "9C", 4, PASS),  # 4 + 14 + 5, but one trump
        ("JC JS AC 9D TS", "9C", 4, ALONE),  # four trumps
        # The dealer's left passes what they can name again: 22 in either black suit ("A little more on ordering").
        ("JC JS KH KD 9H", "9C", 1, PASS),
        ("JC JS KH KD 9H", "9C", 3, ORDER),
        ("JC JS AH 9D 9H", "9C", 1, ALONE),  # 25
        ("JH AS AC AD 9D", "9H", 1, PASS),  # 24 points, but one trump
        ("JH KH 9H KS 9C", "QH", 3, PASS),  # 20
        ("JH KH 9H KS KC", "QH", 3, ORDER),  # 21
    ],
)
def test_first_round(hand: str, upcard: str, seat: int, answer: int) -> None:
    assert perry21.order_up(first_round(hand, upcard, seat), P) == answer


@pytest.mark.parametrize(("score", "answer"), [(5, ORDER), (6, PASS), (7, PASS), (8, ORDER), (9, ORDER)])
def test_a_turned_bower_is_left_to_the_dealer_where_a_lone_hand_wins(score: int, answer: int) -> None:
    hand = ("TH 9H AS 9C TD", "JH", 2)
    assert perry21.order_up(first_round(*hand, score_us=score), P) == answer
    assert perry21.order_up(first_round("TH 9H AS 9C TD", "AH", 2, score_us=score), P) == ORDER


def test_his_partner_is_careful_when_two_points_end_the_game() -> None:
    thirteen, sixteen, three = "TH 9H AS 9C TD", "AH KH AS 9C TD", "TH 9H QH 9C TD"
    for hand, answer in ((thirteen, PASS), (sixteen, ORDER), (three, ORDER)):
        assert perry21.order_up(first_round(hand, "JH", 2), P) == ORDER
        assert perry21.order_up(first_round(hand, "JH", 2, score_them=8), P) == answer


def test_a_dealer_turns_down_a_bower_when_two_points_end_the_game() -> None:
    weak = ("TD 9D TH 9H 9S", "JC", 4)
    assert perry21.order_up(first_round(*weak, score_them=8), P) == PASS
    assert perry21.order_up(first_round(*weak, score_them=9), P) == ORDER
    assert perry21.order_up(first_round(*weak), P._replace(take_bower=0)) == PASS


def test_with_two_points_to_go_only_five_sure_tricks_are_played_alone() -> None:
    strong, sure = ("JH JD AH KS 9C", "9H", 1), ("JH JD AH KH AS", "9H", 1)
    assert perry21.order_up(first_round(*strong, score_us=7), P) == ALONE
    assert perry21.order_up(first_round(*strong, score_us=8), P) == ORDER
    assert perry21.order_up(first_round(*strong, score_us=9), P) == ORDER
    assert perry21.order_up(first_round(*sure, score_us=8), P) == ALONE
    assert perry21.order_up(first_round(*strong, may_alone=0), P) == ORDER


def test_who_may_only_order_alone_needs_a_lone_hand() -> None:
    assert perry21.order_up(first_round("JD 9H QS 9C TD", "QH", 2, must_alone=1), P) == PASS
    assert perry21.order_up(first_round("JH AH KH KS KC", "QH", 2, must_alone=1), P) == ALONE


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "suit"),
    [
        ("JH JD AD JC TC", "AH", 1, "D alone"),  # "Analysis of a euchre hand"
        ("JC AC KC JS KS", "9H", 2, "C alone"),  # "Would you rather have 3 trump or 4"
        ("JC JS KH KD 9H", "9C", 1, "S"),  # the hand passed in the first round
        ("JD KD AC 9H TS", "9H", 1, "D"),  # 10 + 5 + 5
        ("AD KD AC 9H TS", "9H", 4, "D"),  # 6 + 5 + 5: sixteen
        ("AD QD AC 9H TS", "9H", 4, ""),  # fifteen
        ("JD AC AS 9C TS", "9H", 4, ""),  # 20 points, but one trump in any suit
        ("JD 9D AC KC QC", "9H", 1, "D"),  # 19 in next, 15 in clubs
        ("JS AC QC TH TD", "9D", 3, "C"),  # 7 + 6 + 4
    ],
)
def test_second_round(hand: str, upcard: str, seat: int, suit: str) -> None:
    lane = named(upcard, suit[0]) if suit else 0
    answer = PASS if not suit else call_alone(lane) if "alone" in suit else call(lane)
    assert perry21.name_trump(second_round(hand, upcard, seat), P) == answer


def test_from_the_dealers_left_next_comes_first() -> None:
    hand = ("JD 9D AC QC TC", "9H")  # 19 points with diamonds, 14 with clubs
    better = ("AD KD AS KS JS", "9H")  # 17 with diamonds, 27 with spades
    assert perry21.name_trump(second_round(*hand, 1), P) == call(named("9H", "D"))
    assert perry21.name_trump(second_round(*better, 1), P) == call(named("9H", "D"))
    assert perry21.name_trump(second_round(*better, 3, score_us=8), P) == call(named("9H", "S"))


def test_the_dealers_right_wants_more_at_a_level_score_in_the_middle_of_the_game() -> None:
    hand = ("AD KD AC 9H TS", "9H", 3)
    assert perry21.name_trump(second_round(*hand), P) == call(named("9H", "D"))
    assert perry21.name_trump(second_round(*hand, score_us=5, score_them=5), P) == PASS
    assert perry21.name_trump(second_round(*hand, score_us=5, score_them=4), P) == call(named("9H", "D"))


def test_a_stuck_dealer_names_the_suit_with_most_points() -> None:
    stuck = second_round("9S TS QC 9C TH", "AH", 4, stuck=1)
    assert perry21.name_trump(stuck, P) == call(named("AH", "C"))
    for left in range(5):
        assert perry21.name_trump(stuck._replace(suits=1 << left), P) == call(left)


def test_without_a_partner_nobody_gets_his_points() -> None:
    view = first_round("JD 9H QS 9C TD", "QH", 1, players=3, dealer=2, partner=0)
    assert perry21.order_up(view, P) == PASS
    assert perry21.order_up(view._replace(seat=2, dealer=1), P) == PASS
    two = first_round("JH KH 9H KS KC", "QH", 2, players=2, dealer=0, partner=0, may_alone=0)
    assert perry21.order_up(two, P) == ORDER


def test_the_joker_counts_like_the_right_bower() -> None:
    deck = whole_deck(25, parse_suit("H"))
    assert perry21.order_up(first_round("Jo AH KH 9S TC", "QH", 3, deck=deck), P) == ORDER
    assert perry21.order_up(first_round("AH KH 9H 9S TC", "QH", 3, deck=deck), P) == PASS
