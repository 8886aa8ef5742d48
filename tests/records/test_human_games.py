"""The games that people played are read whole, and every trick, score and result is what the reference player says."""

import json
from typing import Any

import pytest

from reference.house_rules import full_rules
from reference.play import first_leader, next_active, trick_winner
from reference.scoring import score_hand
from sim.cards import SUITS, card_name
from sim.records.game import Deal, Game
from sim.records.reading import read_records
from support.records import FILES, calls, document, phase, tricks

WHOLE = [path for path in FILES if path.stem not in ("game-10", "game-11", "game-12", "game-13")]
"""The others are told in part: one or two deals."""


def read(path: Any) -> Game:
    (game,) = read_records(path, strict=True)
    return game


def by_reference(data: dict[str, Any], deal: dict[str, Any]) -> tuple[list[int], list[int]]:
    """Winners of the tricks and points to both sides, from the file itself."""
    ruleset = data["metadata"]["ruleset"]
    rules = full_rules({"stick_dealer": "on", "alone_lead": ruleset["loner_lead"].lower()})
    said, dealer = calls(deal), deal["initialState"]["dealer"]
    place = next(k for k, call in enumerate(said) if call != "Pass")
    maker, alone = (dealer + 1 + place) % 4, phase(deal, "EUCHRE_BIDDING")["isAlone"]
    trump = (deal["initialState"]["upCard"][1] if said[place] == "Order" else said[place]).upper()
    active = [player for player in range(4) if not (alone and player == (maker + 2) % 4)]
    turn, winners = first_leader(dealer, maker, alone, None, active, rules), []
    for cards in tricks(deal):
        plays = []
        for card in cards:
            plays.append((turn, card[0] + card[1].upper()))
            turn = next_active((turn + 1) % 4, active, 4)
        turn = trick_winner(plays, trump)
        winners.append(turn)
    won = sum((winner - maker) % 2 == 0 for winner in winners)
    return winners, score_hand(maker, alone, None, won, rules)


def cards_of_player(deal: Deal, player: int) -> list[int]:
    shown = [card for t in deal.tricks for p, card in zip(t.players, t.cards, strict=True) if p == player]
    return [card for card in shown if card is not None]


def test_there_are_thirteen_games() -> None:
    assert len(FILES) == 13 and len(WHOLE) == 9


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_trick_and_score_is_that_of_the_reference_player(path: Any) -> None:
    game, data = read(path), document(path.stem)
    assert len(game.deals) == len(data["deals"])
    score = list(data["metadata"]["initialScore"])
    for deal, raw in zip(game.deals, data["deals"], strict=True):
        if path.stem == "game-12":
            assert deal.points is None and len(deal.tricks) == 1
            continue
        winners, points = by_reference(data, raw)
        assert [trick.winner for trick in deal.tricks] == winners
        assert deal.score_before == tuple(score) and deal.points == tuple(points)
        score = [before + won for before, won in zip(score, points, strict=True)]
        assert deal.score_after == tuple(score)
    assert game.final_score == (None if path.stem == "game-12" else tuple(score))


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_games_end_when_one_side_has_ten(path: Any) -> None:
    game = read(path)
    assert game.winner is not None and game.final_score is not None
    assert game.final_score[game.winner] >= 10 > game.final_score[1 - game.winner]
    assert all(max(deal.score_before or ()) < 10 for deal in game.deals)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_hands_are_completed_from_the_play(path: Any) -> None:
    for deal in read(path).deals:
        if not deal.whole:
            continue
        assert deal.maker is not None
        out = (deal.maker + 2) % 4 if deal.alone else None
        for player in {0, 1, 2, 3} - {out}:
            assert deal.held[player].bit_count() == 5
            assert all(deal.held[player] >> card & 1 for card in cards_of_player(deal, player))
        known = [hand.bit_count() for hand in deal.dealt]
        assert all(count == 5 for player, count in enumerate(known) if player not in (out, deal.dealer))
        if deal.dealer != out:
            assert known[deal.dealer] == (4 if deal.taken and deal.discard is None else 5)
        together = 0
        for hand in deal.dealt:
            assert not together & hand
            together |= hand


def test_what_a_deal_says() -> None:
    deal: Deal = read(FILES[0]).deals[1]
    assert deal.dealer == 1 and card_name(deal.upcard or 0) == "AS"
    assert [(call.round, call.player) for call in deal.calls][-1] == (2, 1)
    assert (deal.round, deal.maker, SUITS[deal.trump or 0]) == (2, 1, "D")
    assert deal.seat(2) == 1 and deal.player_at(4) == 1
    assert [card_name(card or 0) for card in deal.tricks[0].cards] == ["JD", "TD", "QH", "9D"]


def test_a_dealer_who_never_plays_the_upcard_has_buried_it() -> None:
    deal = read(FILES[3]).deals[4]
    assert deal.taken and deal.discard == deal.upcard and deal.dealt[deal.dealer].bit_count() == 5


def test_files_are_facts_without_names() -> None:
    for path in FILES:
        assert [name.split()[0] for name in json.loads(path.read_text())["metadata"]["players"]] == ["Player"] * 4
