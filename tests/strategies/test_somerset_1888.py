"""The hints of the Somerset Club on the hands of its book: the lists, the examples, the coups, the bridge."""

import pytest

from sim.cards import parse_suit
from sim.views import ALONE, ORDER, PASS, View
from strategies import somerset_1888 as somerset
from strategies.toolkit import call, call_alone
from support.situations import first_round, second_round, whole_deck

P = somerset.Params()


def named(upcard: str, suit: str) -> int:
    """The lane that a suit has after `upcard` was turned down."""
    return (parse_suit(suit) - parse_suit(upcard[-1]) - 1) % 4


def turned(hand: str, upcard: str, seat: int, us: int = 0, them: int = 0) -> View:
    """A first round of the book's game: 32 cards, game of five."""
    deck = whole_deck(32, parse_suit(upcard[-1]))
    return first_round(hand, upcard, seat, deck=deck, target=5, score_us=us, score_them=them)


def made(hand: str, upcard: str, seat: int, us: int = 0, them: int = 0) -> int:
    """The answer in the second round of the book's game."""
    deck = whole_deck(32, parse_suit(upcard[-1]), False)
    view = second_round(hand, upcard, seat, deck=deck, target=5, score_us=us, score_them=them)
    return int(somerset.name_trump(view, P))


@pytest.mark.parametrize(
    ("hand", "upcard", "answer"),
    [
        ("8H 7H QS 9C TD", "9H", ORDER),  # three trumps
        ("8H QS 9C TD 8C", "TH", PASS),
        ("JH QS 9C TD 8C", "AH", ORDER),  # right and ace
        ("JH QS 9C TD 8C", "KH", ORDER),  # right and king
        ("JH QS 9C TD 8C", "QH", ORDER),  # right and queen
        ("JH QS 9C TD 8C", "TH", PASS),  # right and another
        ("JH QS 9S 8S TC", "TH", ORDER),  # with the rest of one suit
        ("JH AS 9C TD 8C", "TH", ORDER),  # with an outside ace
        ("JD AS 9C TD 8C", "AH", ORDER),  # left, ace, outside ace
        ("JD KS 9C TC 8D", "AH", PASS),
        ("JD AS KC QC 8D", "TH", ORDER),  # left, another, outside ace, king and queen
        ("JD AS KC TC 8D", "TH", PASS),
        ("AH AS TS 9S 8D", "KH", ORDER),  # ace, king and a suit with its ace
        ("AH KS TS 9S 8D", "KH", PASS),
        ("8H AS AC 9D 8D", "TH", ORDER),  # two trumps and two aces
        ("8H AS KC 9D 8D", "TH", PASS),
    ],
)
def test_the_dealer_takes_up(hand: str, upcard: str, answer: int) -> None:
    assert somerset.order_up(turned(hand, upcard, 4), P) == answer


@pytest.mark.parametrize(
    ("hand", "upcard", "us", "them"),
    [
        ("JC AH KH 8S TD", "9C", 0, 0),  # case I
        ("KH AC AS KS TD", "JH", 4, 1),  # case IV
        ("QD 7D 9H 7H TS", "AD", 3, 3),  # case V
        ("JD TD KS TC 9S", "AD", 3, 3),  # case VI
    ],
)
def test_the_dealers_of_the_coups_adopt(hand: str, upcard: str, us: int, them: int) -> None:
    assert somerset.order_up(turned(hand, upcard, 4, us, them), P) == ORDER


@pytest.mark.parametrize(
    ("hand", "upcard", "answer"),
    [
        ("9H 8H 7H QS TC", "KH", ORDER),  # three trumps
        ("JH 7H QS TC 9D", "KH", ORDER),  # right and another
        ("JD 7H AS TC 9D", "KH", ORDER),  # left, another, outside ace
        ("8H 7H AS AC 9D", "KH", ORDER),  # two trumps and two aces
        ("AH 7H AS TC 9D", "JH", ORDER),  # ace, another and an outside ace under the right
        ("8H 7H QS TC 9D", "JH", PASS),  # not the right with two small ones
        ("8H 7H AS TS 9S", "JH", PASS),  # nor these
        ("KH TH AS TS 9S", "QH", ORDER),  # two middling trumps and a suit with its ace
        ("AH 7H QS TC 9D", "KH", PASS),
        ("JD AH AS 8S 7D", "KH", ORDER),  # case II
        ("JH 8H AC AS TS", "9H", ORDER),  # case III
        ("KC TC 9C 7D 9D", "QC", ORDER),  # case VII
    ],
)
def test_his_partner_assists(hand: str, upcard: str, answer: int) -> None:
    assert somerset.order_up(turned(hand, upcard, 2), P) == answer


@pytest.mark.parametrize(
    ("hand", "upcard", "answer"),
    [
        ("AH QH TH KS 9S", "9H", ORDER),  # three middling trumps and nothing in next
        ("AH QH TH KS 9C", "9H", PASS),  # no strength outside
        ("AH QH TH AS 9C", "JH", PASS),  # the right is turned
        ("JC TC 9C KS TS", "QC", PASS),  # makes it next
        ("JS AC 7C 7S 7D", "QC", PASS),  # makes it next
        ("JH JD 9H AS 8S", "QH", ALONE),
        ("JH KH QH TH 8S", "9H", ORDER),  # great strength
        ("AD KD TD AS TS", "9D", ORDER),  # case VIII
    ],
)
def test_the_eldest_hand_orders(hand: str, upcard: str, answer: int) -> None:
    assert somerset.order_up(turned(hand, upcard, 1), P) == answer


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("KH QH 9H 8H TC", ORDER),  # four trumps
        ("JH JD 9H KS 9C", ORDER),  # two bowers and another
        ("JH JD AS KC 9C", ORDER),  # two bowers and an outside ace
        ("JH JD KS KC 9C", PASS),
        ("QH 9H 8H AS AC", ORDER),  # three trumps and two aces
        ("QH 9H 8H AS TS", ORDER),  # three trumps and a suit with its ace
        ("QH 9H 8H AS TC", PASS),
        ("JH AH 8H KS 9C", ORDER),  # right, ace and another
        ("JD AH KH AS 9C", ORDER),  # left, ace, king and an ace
        ("JD AH KH TS 9S", ORDER),  # or one suit
        ("JD KH 8H AS 9C", ORDER),  # left, king, another and an ace
        ("JD QH 8H AS 9C", ORDER),
        ("JD 9H 8H AS 9C", PASS),
        ("AH KH 8H AS 9C", ORDER),  # ace, king, another and an ace
        ("AH QH 8H AS 9C", PASS),
        ("JH KH 8H AS 9C", ORDER),
    ],
)
def test_hands_that_compel_the_third_hand(hand: str, answer: int) -> None:
    assert somerset.order_up(turned(hand, "TH", 3, us=3, them=2), P) == answer
    assert somerset.order_up(turned(hand, "TH", 3), P) in (answer, ALONE)


def test_the_third_hand_orders_the_right_with_three_certain_tricks_only() -> None:
    assert somerset.order_up(turned("JD AH KH AS 9C", "JH", 3), P) == PASS
    assert somerset.order_up(turned("JD AH KH QH 9C", "JH", 3), P) == ORDER


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "suit"),
    [
        ("AH KH 7H JS TC", "KS", 1, "C"),  # the book's example
        ("JC TC 9C KS TS", "QC", 1, "S"),  # the hands passed above
        ("JS AC 7C 7S 7D", "QC", 1, "S"),
        ("AS KS TS 9C 8D", "QH", 1, ""),  # does not cross on this
        ("JS AS 8S AC 9D", "QH", 1, "S"),  # but on this
        ("JS KS 8S AC 9D", "QH", 1, "S"),
        ("JS KS 8S AC 9D", "JH", 1, ""),  # not when a bower was turned down
        ("JS KS 8S 7S 9D", "JH", 1, "S"),
        ("JS 8S QC 9D 8D", "QH", 2, "S"),  # the dealer's partner crosses
        ("JD 8D QC 9S 8S", "QH", 2, ""),
        ("JD 8D QC 9S 8S", "QH", 1, "D"),
        ("JD 8D QC 9S 8S", "QH", 3, ""),
        ("JD KD 8D AS 9C", "QH", 3, "D"),
        ("JD 8D QC 9S 8S", "QH", 4, "D"),  # the dealer needs less
        ("KD 8D AC 9S 8S", "QH", 4, "D"),
        ("KD 8D QC 9S 8S", "QH", 4, ""),
    ],
)
def test_second_round(hand: str, upcard: str, seat: int, suit: str) -> None:
    lane = named(upcard, suit or "S")
    expected = (call(lane), call_alone(lane)) if suit else (PASS,)
    assert made(hand, upcard, seat) in expected
    assert made(hand, upcard, seat, us=2, them=1) == expected[0]


def test_next_comes_before_a_longer_suit_across() -> None:
    assert made("JD 9D JS KS AS", "QH", 1, us=2, them=1) == call(named("QH", "D"))
    assert made("JS 9S KD QD AD", "QH", 2, us=2, them=1) == call(named("QH", "S"))


@pytest.mark.parametrize(
    ("us", "them", "takes", "assists"),
    [
        (0, 0, ORDER, ORDER),
        (3, 3, PASS, PASS),  # more than ordinary caution
        (4, 2, PASS, PASS),
        (4, 4, ORDER, ORDER),
        (4, 0, ORDER, ORDER),
    ],
)
def test_hands_by_the_score(us: int, them: int, takes: int, assists: int) -> None:
    assert somerset.order_up(turned("AH AS TS 9S 8D", "KH", 4, us, them), P) == takes
    assert somerset.order_up(turned("JD 7H KS TC 9D", "KH", 2, us, them), P) == assists


def test_lighter_hands_when_one_point_ends_the_game() -> None:
    for us, them, lighter in ((4, 4, ORDER), (4, 0, ORDER), (3, 0, PASS), (4, 3, PASS)):
        assert somerset.order_up(turned("8H AS KC 9D 8D", "TH", 4, us, them), P) == lighter
        assert somerset.order_up(turned("AH 7H QS TC 9D", "KH", 2, us, them), P) == lighter
    assert somerset.order_up(turned("JD AS KC TC 8D", "TH", 4, 4, 3), P) == ORDER


@pytest.mark.parametrize(
    ("us", "them", "answer"), [(4, 1, ORDER), (4, 2, ORDER), (4, 0, PASS), (4, 3, PASS), (3, 1, PASS), (0, 0, PASS)]
)
def test_the_bridge(us: int, them: int, answer: int) -> None:
    nothing = "9S 8S QC TD 8D"
    assert somerset.order_up(turned(nothing, "JH", 1, us, them), P) == answer
    assert somerset.order_up(turned(nothing, "JH", 3, us, them), P) == PASS
    assert somerset.order_up(turned(nothing, "JH", 1, us, them), P._replace(bridge=0)) == PASS
    assert somerset.order_up(turned("AS AC QC TD 8D", "JH", 1, us, them), P) == PASS  # two lay aces
    assert somerset.order_up(turned("AH 8H QC TD 8D", "KH", 1, us, them), P) == PASS  # the ace of trumps and another
    assert somerset.order_up(turned("JH 8S QC TD 8D", "KH", 1, us, them), P) == PASS  # the right


def test_the_bridge_in_games_of_ten() -> None:
    for them, answer in ((5, PASS), (6, ORDER), (7, ORDER), (8, PASS)):
        view = first_round("9S TS QC TD 9D", "JH", 1, score_us=9, score_them=them)
        assert somerset.order_up(view, P) == answer
        assert somerset.order_up(view._replace(players=3, dealer=2, partner=0), P) == PASS


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "us", "them", "answer"),
    [
        ("JC JS QD JD 9H", "QC", 4, 1, 3, ALONE),  # case IX
        ("JC AC KS QS 8H", "QC", 4, 1, 3, ALONE),  # case VII
        ("JC AC KS QS 8H", "QC", 4, 2, 1, ORDER),  # nothing light when ahead
        ("JC AC KS QS 8H", "QC", 4, 3, 3, ORDER),
        ("JC AC KS QS QC", "9C", 2, 1, 3, ORDER),  # nor from second hand
        ("JC AC QC AS AD", "9C", 2, 1, 3, ALONE),  # a sure one
        ("JC AC QC AS AD", "9C", 2, 2, 1, ALONE),
        ("JC AC QC AS AD", "9C", 2, 3, 1, ORDER),  # a march ends the game
        ("KC JC 9S TD 8H", "QC", 4, 0, 0, ORDER),
        ("KC JC 9S TD 8H", "QC", 4, 2, 4, ALONE),  # a desperate chance
        ("JS AC KC QC AD", "JC", 1, 0, 0, PASS),  # the dealer has the right
    ],
)
def test_lone_hands(hand: str, upcard: str, seat: int, us: int, them: int, answer: int) -> None:
    assert somerset.order_up(turned(hand, upcard, seat, us, them), P) == answer


def test_rules_on_lone_hands_and_stuck_dealers() -> None:
    sure = first_round("JC AC QC AS AD", "9C", 2)
    assert somerset.order_up(sure._replace(may_alone=0), P) == ORDER
    assert somerset.order_up(sure._replace(must_alone=1), P) == ALONE
    assert somerset.order_up(first_round("JD 9H AS TC 9D", "KH", 2, must_alone=1), P) == PASS
    stuck = second_round("9S TS QC 9D TH", "AH", 4, stuck=1)
    assert somerset.name_trump(stuck, P) == call(named("AH", "S"))
    for left in range(5):
        assert somerset.name_trump(stuck._replace(suits=1 << left), P) == call(left)


def test_the_joker_is_a_right_bower() -> None:
    deck = whole_deck(25, parse_suit("H"))
    assert somerset.order_up(first_round("Jo 9H QS TC 9D", "KH", 2, deck=deck), P) == ORDER
    assert somerset.order_up(first_round("Jo JH 9H QS TC", "KH", 3, deck=deck, score_us=8), P) == ORDER
