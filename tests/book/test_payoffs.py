"""Payoff words are what the engine scores when everybody is made to bid so, contract by contract."""

from functools import cache

import numpy as np
import pytest

from sim.book.classes import class_index, turn
from sim.book.contracts import CODES, OUTCOMES, Contracts
from sim.book.library import Source
from sim.engine.match_state import Games, Opening, Table
from sim.errors import RulesError
from sim.players.match import hooks_asked, rounds
from sim.players.scripting import Scripts
from sim.players.strategy import load_player
from sim.rules.presets import preset
from sim.rules.rules import Rules

SEED, DEALS = 11, 512
GAMES = {
    "standard": preset("standard"),
    "stuck": preset("standard").with_changes(stick_dealer="on"),
    "canadian": preset("canadian"),
    "two-handed": preset("two-handed"),
    "cutthroat": preset("cutthroat"),
    "british": preset("british"),
    "classic32": preset("classic32"),
    "forfeit": preset("standard").with_changes(stick_dealer="forfeit1"),
}


@cache
def source(name: str) -> Source:
    return Source(GAMES[name], load_player("basic"), SEED)


@cache
def played(name: str) -> tuple[np.ndarray, np.ndarray]:
    return source(name).play(0, DEALS)


def forced(rules: Rules, node: int, answer: int, deals: int) -> dict[str, np.ndarray]:
    """The hands that are played when all pass but the seat of one node, whose raw answer this is."""
    player = load_player("basic")
    linked = [player.link(hooks_asked(rules), rules.auction, rules.players)]
    scripts = Scripts(linked)
    for seat in range(rules.players):
        scripts.do("order_up", seat, 0)
        scripts.do("name_trump", seat, 0)
    if node >= 0:
        scripts.do("order_up" if node < rules.players else "name_trump", node % rules.players, answer)
    table = Table(rules.of_single_hands, linked, [0] * rules.players, SEED)
    table.steps, table.params = scripts.steps, scripts.params
    games = Games(table, 0, deals, "hands", 1024, Opening(rules.players - 1))
    for _ in rounds(games, [player]):
        assert not games.is_illegal
    hands = games.tables()[1]
    assert hands is not None
    return hands


def leads_of(hands: dict[str, np.ndarray], contracts: Contracts) -> np.ndarray:
    """The lead of each seat's side, int64[players, deals], as `Contracts.worth` counts it."""
    points = np.stack([hands[f"points_{side}"].astype(np.int64) for side in range(contracts.teams)])
    sides = np.arange(contracts.players) % contracts.teams
    return np.asarray(contracts.teams * points[sides] - points.sum(axis=0))


@pytest.mark.parametrize("name", GAMES)
def test_words_are_what_the_engine_scores(name: str) -> None:
    rules, contracts = GAMES[name], source(name).contracts
    ids, words = played(name)
    known = ids[:, 0] >= 0
    worth = contracts.worth()
    for node in range(contracts.nodes):
        seat = node % rules.players
        for answer in contracts.answers(node):
            if answer == 0:
                continue
            first = node < rules.players
            alone = answer - 1 if first else (answer - 1) % 2
            lane = (answer - 1) // 2
            # Suits are counted from the longer green one: where a hand lies the other way round, from the other end.
            for swapped in (False,) if first else (False, True):
                raw = answer if first else (9 if alone else 1) + (2 - lane if swapped else lane)
                hands = forced(rules, node, raw, DEALS)
                assert (hands["maker"][known] == seat + 1).all()
                code = (words >> np.uint64(contracts.places[node, answer]) & np.uint64(3)).astype(np.int64)
                told = worth[:, OUTCOMES * seat + CODES * alone + code]
                chosen = known & (first | ((ids[:, seat] & 1) == swapped))
                assert chosen.any()
                assert np.array_equal(told[:, chosen], leads_of(hands, contracts)[:, chosen])


@pytest.mark.parametrize("name", ["standard", "forfeit", "two-handed", "cutthroat"])
def test_what_a_hand_passed_out_is_worth(name: str) -> None:
    contracts = source(name).contracts
    hands = forced(GAMES[name], -1, 0, 64)
    assert (leads_of(hands, contracts) == contracts.worth()[:, -1:]).all()


@pytest.mark.parametrize("deck", [24, 25, 28])
def test_classes_are_numbered_without_holes_and_alike_for_exchanged_green_suits(deck: int) -> None:
    index = class_index(deck)
    ups = index.upcards()
    for k in np.random.default_rng(1).integers(0, index.count, 300).tolist():
        for swapped in (False, True):
            hand = int(index.hands(swapped)[k])
            assert hand.bit_count() == 5 and not hand & int(ups[k])
            assert index.number(hand, int(ups[k])) == k


def test_all_hands_with_an_upcard_are_counted() -> None:
    assert int(class_index(24).weights.sum()) == 6 * 33_649  # six upcards of a suit, and five of 23 cards
    assert len(np.unique(class_index(24).rows, axis=0)) == class_index(24).count == 105_798


def test_turning_is_what_the_players_see() -> None:
    rules = preset("standard")
    index, (ids, _) = class_index(24), played("standard")
    hands = forced(rules, 0, 1, DEALS)
    for deal in range(50):
        up = 1 << int(hands["upcard"][deal])
        suit = int(hands["upcard"][deal]) // 16
        for seat in range(4):
            hand = turn(int(hands[f"hand_{seat + 1}"][deal]), suit)
            assert index.number(hand, turn(up, suit)) == ids[deal, seat] >> 1


def test_the_same_deals_come_whatever_the_pieces() -> None:
    ids, words = played("standard")
    parts = [source("standard").play(a, b) for a, b in ((0, 1), (1, 130), (130, DEALS))]
    assert np.array_equal(np.concatenate([part[0] for part in parts]), ids)
    assert np.array_equal(np.concatenate([part[1] for part in parts]), words)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (preset("pepper"), "auction = tricks"),
        (preset("standard").with_changes(no_trump="round2"), "no_trump = round2"),
        (preset("standard").with_changes(min_trump=1), "min_trump"),
        (preset("railroad").with_changes(jambone="on"), "jambone"),
    ],
)
def test_games_without_a_book_are_told_in_a_sentence(rules: Rules, said: str) -> None:
    with pytest.raises(Exception, match=said) as told:
        _ = Source(rules, load_player("basic"), 1).contracts
    assert isinstance(told.value, RulesError) or told.type.__name__ == "UsageError"
