"""Orders on nothing at the scores where only a lone hand wins for the other side."""

import pytest

from sim.views import ALONE, ORDER, PASS
from strategies import bridge
from support.situations import first_round

P = bridge.Params()
JUNK = "9S TS 9C TC 9D"


@pytest.mark.parametrize(
    ("us", "them", "answer"),
    [
        (9, 6, ORDER),
        (9, 7, ORDER),
        (8, 6, PASS),
        (9, 4, PASS),
        (9, 5, PASS),
        (8, 7, PASS),
        (9, 8, PASS),  # a point is all they need
        (9, 9, PASS),
        (9, 3, PASS),
        (8, 8, PASS),
        (7, 6, PASS),
        (0, 0, PASS),
        (6, 9, PASS),
        (0, 6, PASS),
    ],
)
def test_scores(us: int, them: int, answer: int) -> None:
    assert bridge.order_up(first_round(JUNK, "JH", 1, score_us=us, score_them=them), P, PASS) == answer
    right_hand = first_round(JUNK, "JH", 3, score_us=us, score_them=them)
    assert bridge.order_up(right_hand, P, PASS) == PASS  # the eldest hand's pass promises a stopper
    assert bridge.order_up(right_hand, P._replace(chance_3=20.0), PASS) == answer


@pytest.mark.parametrize(
    ("chance", "scores"),
    [
        (16, ""),
        (17, "9-6"),
        (19, "9-6 9-7"),
        (27, "9-6 9-7 8-6"),
        (32, "9-6 9-7 8-6 9-4"),
        (40, "9-6 9-7 8-6 9-4 9-5"),
        (44, "9-6 9-7 8-6 9-4 9-5 8-7"),
        (100, "9-6 9-7 8-6 9-4 9-5 8-7"),
    ],
)
def test_the_higher_the_chance_the_more_scores(chance: float, scores: str) -> None:
    ordering = set()
    for us in range(10):
        for them in range(10):
            view = first_round(JUNK, "9H", 1, score_us=us, score_them=them)
            if bridge.order_up(view, bridge.Params(chance), PASS) == ORDER:
                ordering.add(f"{us}-{them}")
    assert ordering == set(scores.split())


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("JH TS 9C TC 9D", PASS),  # the right bower stops any hand
        ("JD 9H 9C TC 9S", PASS),  # so does a guarded left
        ("JD TS 9C TC 9S", ORDER),  # a bare one does not
        ("AH KH 9H TC 9S", PASS),  # ace and two more
        ("AH KH 9S TC 9D", ORDER),  # the ace with one
        ("KH QH TH 9H 9S", ORDER),
        ("Jo TS 9C TC 9D", PASS),
        (JUNK, ORDER),
        ("AS AC AD KS KC", ORDER),
    ],
)
def test_stoppers(hand: str, answer: int) -> None:
    assert bridge.order_up(first_round(hand, "TH", 1, score_us=9, score_them=6), P, PASS) == answer


@pytest.mark.parametrize("seat", [2, 4])
def test_not_when_the_own_side_deals(seat: int) -> None:
    assert bridge.order_up(first_round(JUNK, "JH", seat, score_us=9, score_them=6), P, PASS) == PASS


@pytest.mark.parametrize("inner", [ORDER, ALONE])
def test_what_the_wrapped_player_wants_stands(inner: int) -> None:
    for hand in (JUNK, "JH TS 9C TC 9D"):
        for us, them in ((9, 6), (0, 0)):
            assert bridge.order_up(first_round(hand, "9H", 1, score_us=us, score_them=them), P, inner) == inner


def test_the_old_game_of_five_points() -> None:
    for them, answer in ((0, PASS), (1, ORDER), (2, ORDER), (3, PASS), (4, PASS)):
        view = first_round(JUNK, "JH", 1, score_us=4, score_them=them, target=5)
        assert bridge.order_up(view, P, PASS) == answer


def test_not_where_nobody_may_play_alone() -> None:
    assert bridge.order_up(first_round(JUNK, "JH", 1, score_us=9, score_them=6, may_alone=0), P, PASS) == PASS


@pytest.mark.parametrize(("players", "dealer"), [(2, 1), (3, 1), (3, 2)])
def test_not_with_two_or_three_players(players: int, dealer: int) -> None:
    view = first_round(JUNK, "JH", 1, score_us=9, score_them=6, players=players, dealer=dealer)
    assert bridge.order_up(view, P, PASS) == PASS
