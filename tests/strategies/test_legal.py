"""Whatever a player sees, its answer is one that the rules allow."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.bits import U, popcount
from sim.views import ALONE, ORDER, PASS, View
from strategies import basic, cautious, simple, taught
from strategies import random as random_player
from strategies.toolkit import call, call_alone, legal
from support.random_views import random_bidding, random_play
from support.situations import NOTHING

PLAYERS = (basic, cautious, simple, random_player, taught)


# ---------------------------------------------------------------------------------------------- any view whatsoever


def ask(player: Any, hook: str, view: View) -> Any:
    function = getattr(player, hook)
    return function(view, player.Params()) if function.__code__.co_argcount == 2 else function(view)


@pytest.mark.parametrize("player", PLAYERS)
@given(seed=st.integers(0, 2**32))
def test_every_bid_is_legal(player: Any, seed: int) -> None:
    view = random_bidding(random.Random(seed))
    if view.round == 1:
        answer = int(ask(player, "order_up", view))
        allowed = {PASS, ALONE} if view.must_alone else {PASS, ORDER, ALONE} if view.may_alone else {PASS, ORDER}
        assert answer in allowed
        return
    named = [lane for lane in range(5) if view.suits >> lane & 1]
    allowed = set() if view.stuck else {PASS}
    allowed |= {call(lane) for lane in named} | ({call_alone(lane) for lane in named} if view.may_alone else set())
    assert int(ask(player, "name_trump", view)) in allowed


@pytest.mark.parametrize("player", PLAYERS)
@given(seed=st.integers(0, 2**32))
def test_every_card_is_legal(player: Any, seed: int) -> None:
    view = random_play(random.Random(seed))
    card = ask(player, "follow" if view.position else "lead", view)
    assert popcount(card) == 1
    assert card & legal(view) == card


@pytest.mark.parametrize("player", PLAYERS)
@given(seed=st.integers(0, 2**32))
def test_every_other_answer_is_legal(player: Any, seed: int) -> None:
    view = random_bidding(random.Random(seed))
    if view.round == 1 and view.hand & view.upcard == U(0):
        six = view._replace(hand=view.hand | view.upcard, maker=1)
        card = ask(player, "discard", six)
        assert popcount(card) == 1
        assert card & six.hand & ~view.upcard == card
        assert int(ask(player, "pick_up", view._replace(maker=1))) in (0, 1)
    assert int(ask(player, "defend_alone", random_play(random.Random(seed)))) in (0, 1)


@pytest.mark.parametrize("player", PLAYERS)
@given(seed=st.integers(0, 2**32))
def test_who_sits_out_may_be_asked_anything(player: Any, seed: int) -> None:
    rng = random.Random(seed)
    for view in (random_bidding(rng), random_play(rng), NOTHING):
        for hook in ("order_up", "name_trump", "pick_up", "discard", "defend_alone", "lead", "follow", "keep_five"):
            ask(player, hook, view._replace(hand=U(0)))
