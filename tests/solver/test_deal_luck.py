"""The luck of deals: valued as a plain minimax values them, with the mean 0 over the deals that are equally likely."""

from itertools import permutations

import numpy as np
import pytest

from sim.cards import cards_of, deck_codes
from sim.errors import Interrupted, UsageError
from sim.players.match import Match
from sim.rules.presets import preset
from sim.rules.rules import Rules
from sim.solver.deal_luck import check_luck, contract, deal_luck, deal_worth
from support.open_positions import plain_card
from support.plain_minimax import PlainPosition, plain_value

GAMES = ("standard", "british", "two-handed", "hasenpfeffer")


def dealt(game: str, count: int, seed: int = 1) -> tuple[Rules, dict[str, np.ndarray]]:
    match = Match(game, "random", seed, "hands")
    hands = match.play(0, count, "hands").hands
    assert hands is not None
    return match.rules, hands


def plain_worth(rules: Rules, hands: list[list[int]], upcard: int | None) -> int:
    """Tricks of the dealer's side, from cards and words alone: codes are suit times 16 and rank, the joker 15."""
    if upcard is None:
        return sum(plain_tricks(hands, suit) for suit in range(4))
    suit = upcard // 16
    six = [*hands[-1], upcard]

    def is_trump(card: int) -> bool:
        left = card % 16 == 9 and card // 16 == (suit + 2) % 4
        return card == 15 or card // 16 == suit or left

    plain = [card for card in six if not is_trump(card)] or six
    away = min(plain, key=lambda card: (card % 16, card // 16))
    return plain_tricks([*hands[:-1], [card for card in six if card != away]], suit)


def plain_tricks(hands: list[list[int]], trump: int) -> int:
    seats, tricks = len(hands), len(hands[0])
    dealers = tuple(seat % 2 == (seats - 1) % 2 for seat in range(seats))
    position = PlainPosition(
        tuple(tuple(map(plain_card, hand)) for hand in hands), 0, (), trump, True, dealers, 0, 0, False
    )
    return plain_value(position, dealers, [(taken, taken) for taken in range(tricks + 1)])


@pytest.mark.parametrize(("game", "count"), [("standard", 40), ("british", 20), ("two-handed", 60)])
def test_worth_is_that_of_a_plain_minimax(game: str, count: int) -> None:
    rules, hands = dealt(game, count)
    seats = [hands[f"hand_{seat}"] for seat in range(1, rules.players + 1)]
    found = deal_worth(rules, np.stack(seats, axis=1), hands["upcard"].astype(np.int64))
    for row in range(count):
        cards = [cards_of(int(seat[row])) for seat in seats]
        assert found[row] == plain_worth(rules, cards, int(hands["upcard"][row]))


def test_worth_where_numbers_are_bid_adds_up_the_four_suits() -> None:
    rules, hands = dealt("pepper", 3)
    seats = [hands[f"hand_{seat}"] for seat in range(1, 5)]
    # A plain minimax bears three cards a hand of this game's six.
    few = [np.array([sum(1 << card for card in cards_of(int(one))[:3]) for one in seat], np.uint64) for seat in seats]
    found = deal_worth(rules, np.stack(few, axis=1))
    for row in range(3):
        assert found[row] == plain_worth(rules, [cards_of(int(seat[row])) for seat in few], None)


@pytest.mark.parametrize("game", GAMES)
def test_the_mean_is_zero_over_all_ways_to_give_the_same_hands_to_the_seats(game: str) -> None:
    """These ways are equally likely, whatever the hands; so the mean over all deals is 0 for each dealer and upcard."""
    rules, hands = dealt(game, 20)
    names = [f"hand_{seat}" for seat in range(1, rules.players + 1)]
    sums = np.zeros(20, np.int64)
    every = np.zeros(20, np.int64)
    for order in permutations(names):
        given = {**hands, **{name: hands[other] for name, other in zip(names, order, strict=True)}}
        luck = deal_luck(rules, given)
        sums += luck
        every += np.abs(luck)
    assert (sums == 0).all() and every.sum() > 0


@pytest.mark.parametrize("game", GAMES)
def test_the_mean_is_zero_over_the_deals_of_the_engine(game: str) -> None:
    rules, hands = dealt(game, 6000, seed=3)
    luck = deal_luck(rules, hands)
    for dealer in range(rules.players):
        mine = luck[hands["dealer"] == dealer]
        assert len(mine) > 1000
        assert abs(mine.mean()) < 4 * mine.std() / len(mine) ** 0.5
    assert luck.std() > 1


def test_the_lowest_card_goes_and_never_the_joker() -> None:
    rules = preset("british")
    spades = [card for card in deck_codes(25) if card // 16 == 2]
    rest = [card for card in deck_codes(25) if card not in spades and card != 15]
    hands = np.array([[sum(1 << card for card in cards) for cards in (rest[0:5], rest[5:10], rest[10:15])]], np.uint64)
    dealer = np.array([[sum(1 << card for card in [15, *spades[:4]])]], np.uint64)
    # The joker and five spades, one of them turned up: all trumps, and all tricks but for what the others can't win.
    assert deal_worth(rules, np.hstack([hands, dealer]), np.array([spades[4]])).tolist() == [5]


def test_games_whose_luck_is_not_known_are_refused() -> None:
    for rules in (preset("cutthroat"), preset("napoleon"), preset("standard").with_changes({"farmers_hand": "swap3"})):
        with pytest.raises(UsageError, match="cannot be adjusted for luck"):
            check_luck(rules)
    rules, hands = dealt("standard", 10)
    with pytest.raises(Interrupted):
        deal_luck(rules, hands, lambda: True)
    assert contract(rules) != contract(preset("pepper"))
