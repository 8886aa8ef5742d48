"""The forms in which records are written: versions, unknown and generic cards, bowers, the joker, partial deals."""

import json
from pathlib import Path
from typing import Any

import pytest

from sim.cards import JOKER, NO_TRUMP, card_name, cards_of, hand_text, parse_card
from sim.records.game import Deal, Game
from sim.records.reading import problem_text, read_game_document, read_records
from sim.records.ruleset import rules_of_ruleset
from support.records import document

PLAY = [["Ac", "Tc", "9c", "Kc"], ["Ah", "Kh", "Th", "Qd"]]
"""Player 3 deals, JD is turned up and taken by the dealer: two tricks, the second cut by trump."""


def record(
    calls: list[str], tricks: list[Any], *, upcard: str = "Jd", ruleset: Any = None, state: Any = None, **more: Any
) -> Game:
    """A game of one deal, dealt by player 3."""
    bids = {"type": "EUCHRE_BIDDING", "calls": calls, **more}
    deal = {
        "dealNumber": 0,
        "initialState": {"dealer": 3, "upCard": upcard, **(state or {})},
        "phases": [bids, {"type": "TRICK_PLAY", "tricks": tricks}],
    }
    return read_game_document("test", {"metadata": {"ruleset": ruleset or {}}, "deals": [deal]})


def clean(game: Game) -> Deal:
    assert [problem_text(problem, game) for problem in game.problems] == []
    return game.deals[0]


TAKEN = ["Pass", "Pass", "Pass", "Order"]


def test_a_deal_cut_short_is_no_fault() -> None:
    deal = clean(record(TAKEN, PLAY))
    assert [trick.winner for trick in deal.tricks] == [0, 3]
    assert deal.points is None and not deal.whole and deal.taken
    assert clean(record(TAKEN, [*PLAY, ["Jd", "9d"]])).tricks[2].winner is None


@pytest.mark.parametrize("calls", [[], ["Pass"], ["Pass"] * 6, TAKEN])
def test_bidding_alone_is_no_fault(calls: list[str]) -> None:
    deal = clean(record(calls, []))
    assert len(deal.calls) == len(calls) and deal.points is None and not deal.thrown_in


def test_a_deal_that_all_pass_where_that_may_be() -> None:
    deal = clean(record(["Pass"] * 8, [], ruleset={"std": False}))
    assert deal.thrown_in and deal.points == (0, 0) and deal.maker is None and deal.whole


def test_an_unknown_card_that_does_not_matter() -> None:
    deal = clean(record(TAKEN, [["Ac", "Xc", "9c", "Kc"], ["Ah", "Xx", "Th", "Qd"]]))
    # The Xx could be trump above the queen: nobody knows who won.
    assert [trick.winner for trick in deal.tricks] == [0, None]
    assert deal.tricks[0].cards[1] is None
    assert {card_name(card) for card in cards_of(deal.tricks[0].could_be[1])} == {"TC", "JC", "QC"}


def test_after_an_unknown_winner_nobody_is_said_to_play() -> None:
    deal = clean(record(TAKEN, [["Ac", "Xx", "9c", "Kc"], ["Ah", "Kh", "Th", "Qd"]]))
    assert deal.tricks[0].winner is None and deal.tricks[1].players == () and deal.points is None


def test_an_unknown_jack_is_one_of_four() -> None:
    deal = clean(record(TAKEN, [["Jx", "Tc", "9c", "Kc"]], upcard="Jd"))
    assert {card_name(card) for card in cards_of(deal.tricks[0].could_be[0])} == {"JC", "JS", "JH", "JD"}
    named = clean(record(["Pass"] * 4 + ["s"], [["Jx", "Tc", "9c", "Kc"]]))
    # JD was turned down, so it is one of three.
    assert {card_name(card) for card in cards_of(named.tricks[0].could_be[0])} == {"JC", "JS", "JH"}


def test_bowers_by_letter_and_nines() -> None:
    deal = clean(record(["Pass"] * 4 + ["s"], [["L", "Ns", "Ts", "R"]], upcard="9h"))
    assert [card_name(card or 0) for card in deal.tricks[0].cards] == ["JC", "9S", "TS", "JS"]
    assert deal.tricks[0].winner == 3


def test_a_game_with_the_joker() -> None:
    deal = clean(record(TAKEN, [["Jd", "B", "9d", "Jh"]], upcard="Kd", ruleset={"joker": True}))
    assert deal.tricks[0].cards[1] == JOKER and deal.tricks[0].winner == 1
    blind = clean(record(["Pass"] * 3 + ["h"], [["Ac", "9c", "Tc", "B"]], upcard="B", ruleset={"joker": True}))
    assert blind.upcard == JOKER and blind.trump == 3 and blind.taken and blind.tricks[0].winner == 3


def test_generic_suits() -> None:
    deal = clean(record(["Pass"] * 4 + ["c"], [["Jn", "At", "9g", "9h"]], upcard="Ts"))
    assert [card_name(card or 0) for card in deal.tricks[0].cards] == ["JS", "AC", "9D", "9H"]
    assert deal.tricks[0].winner == 0, "the jack of next is the left bower"
    turned = clean(record(TAKEN, [["Jn", "At", "9t", "Kt"]], upcard="Jt"))
    assert turned.trump == 2 and turned.tricks[0].winner == 0


def test_no_trump() -> None:
    deal = clean(
        record(["Pass"] * 5 + ["n"], [["Jd", "Jh", "9d", "Kd"]], ruleset={"allow_no_trump": True}, upcard="9s")
    )
    assert deal.trump == NO_TRUMP and deal.tricks[0].winner == 3


def test_a_suit_that_nobody_wrote_down() -> None:
    deal = clean(record(["Pass"] * 4 + ["x"], PLAY))
    assert deal.maker == 0 and deal.trump is None and deal.calls[-1].suit == -1 and deal.tricks == ()


def test_a_lone_maker_and_a_lone_defender() -> None:
    rules = {"defend_alone": True}
    game = record(["Pass", "Order"], [["Ad", "9d"]], ruleset=rules, isAlone=True, aloneDefender=0)
    deal = clean(game)
    assert deal.alone and deal.maker == 1 and deal.lone_defender == 0
    assert deal.tricks[0].players == (0, 1) and deal.tricks[0].winner == 0
    assert clean(record(["Pass", "Order"], [["Ad", "9d", "Td"]], isAlone=True, aloneDefender=-1)).lone_defender is None


def test_who_leads_against_a_lone_maker() -> None:
    for lead, leader in (("LEFT_OF_DEALER", 0), ("LEFT_OF_LONER", 2)):
        game = record(["Pass", "Order"], [["Ah", "9h", "Kh"]], ruleset={"loner_lead": lead}, isAlone=True)
        assert clean(game).tricks[0].leader == leader


def test_partners_best() -> None:
    exchange = [{"sender": 3, "receiver": 1, "cards": ["Ah"]}]
    rules = {"partners_best": True}
    deal = clean(record(["Pass", "Order"], [["9c", "Ah", "Tc"]], ruleset=rules, isAlone=True, cardExchanges=exchange))
    assert (deal.exchanges[0].sender, deal.exchanges[0].receiver) == (3, 1)
    assert deal.exchanges[0].cards == (parse_card("AH"),)
    odd = record(["Pass", "Order"], [], isAlone=True, cardExchanges=exchange)
    assert "cards are exchanged, which these rules do not have" in problem_text(odd.problems[0])


def test_going_under() -> None:
    hand = ["9h", "Td", "9d", "Ac", "Kc"]
    exchange = [{"receiver": 0, "cards": ["As", "Ks", "Qs"]}]
    game = record(
        TAKEN, [["As", "9s", "Ts", "Kd"]], ruleset={"go_under": True}, state={"playerCards": [hand]},
        cardExchanges=exchange,
    )  # fmt: skip
    deal = clean(game)
    assert game.rules.farmers_hand == "swap3" and deal.exchanges[0].sender is None
    assert hand_text(deal.dealt[0]) == hand_text(sum(1 << parse_card(card) for card in hand))


def test_known_hands_and_kitty() -> None:
    hands = [["Ac", "Ah", "9d", "Td", "Kd"], [], ["Xx"] * 5, [""]]
    deal = clean(record(TAKEN, PLAY, state={"playerCards": hands, "kitty": ["9s", "", ""]}, discard="Ts"))
    assert hand_text(deal.dealt[0]) == "AC KD TD 9D AH" and deal.dealt[0] == deal.held[0]
    assert hand_text(deal.dealt[3]) == "KC QD TS", "what was played and buried was dealt"
    assert hand_text(deal.held[3]) == "KC QD JD"
    odd = record(TAKEN, PLAY, state={"kitty": ["Tc"]})
    assert "trick 1, player 1 (seat 2): TC lies in the kitty" in problem_text(odd.problems[0], odd)


def snake(data: Any) -> Any:
    """The same with snake_case keys, as the oldest files have them."""
    if isinstance(data, list):
        return [snake(one) for one in data]
    if not isinstance(data, dict):
        return data
    return {"".join("_" + c.lower() if c.isupper() else c for c in key): snake(value) for key, value in data.items()}


@pytest.mark.parametrize("version", ["1.0", "1.0.0", "1.1.0", "1.2", "1.3", "1.3.1", "1.4"])
@pytest.mark.parametrize("form", [snake, lambda data: data], ids=["snake", "camel"])
def test_every_version_and_either_kind_of_keys(version: str, form: Any, tmp_path: Path) -> None:
    data = document("game-09") | {"version": version}
    path = tmp_path / "a.egn"
    path.write_text("\ufeff" + json.dumps(form(data)), encoding="utf-8")  # a byte order mark is no fault either
    (game,) = read_records(path, strict=True)
    assert game.deals == read_game_document("b", document("game-09")).deals


def test_a_match(tmp_path: Path) -> None:
    players = [{"id": f"p-0{k}", "name": name} for k, name in enumerate("ABCDE")]
    games = [
        {"gameIndex": k, "players": [f"p-0{p}" for p in (k, 1, 2, 3)], "gameData": document(name)}
        for k, name in ((0, "game-02"), (4, "game-03"))
    ]
    data = {
        "fileType": "Euchre Match Notation",
        "version": "1.0",
        "metadata": {"players": players},
        "games": [*games, {"gameIndex": 9, "players": []}],
    }
    path = tmp_path / "a.emn"
    path.write_text(json.dumps(data))
    first, second, broken = read_records(path)
    assert (first.players, second.players) == (("A", "B", "C", "D"), ("E", "B", "C", "D"))
    assert (first.winner, second.winner) == (1, 0) and first.source.endswith("a.emn#0")
    assert [problem.sentence for problem in broken.problems] == ["it has no list of deals"]


def test_names_of_players() -> None:
    data = {"metadata": {"players": ["Ann", {"name": "Ben  B", "playerIds": []}, {"id": 3}, " "]}, "deals": []}
    game = read_game_document("a", data)
    assert game.players == ("Ann", "Ben B", "player 2", "player 3")
    assert game.problems[0].sentence == "a player has no name: {'id': 3}"


@pytest.mark.parametrize(
    ("ruleset", "changes"),
    [
        ({}, {"stick_dealer": "on"}),
        ({"std": False}, {}),
        ({"std": False, "canadian": True}, {"dealer_partner_order": "alone_only"}),
        ({"std": False, "loner_lead": "LEFT_OF_LONER"}, {"alone_lead": "left_of_loner"}),
        ({"std": False, "min_rank": 7, "joker": True}, {"deck": 33}),
        ({"std": False, "min_rank": 8}, {"deck": 28}),
        ({"std": False, "winning_score": 5}, {"target": 5}),
        ({"std": False, "num_deals": 8}, {"target": 1000, "max_hands": 8}),
        ({"std": False, "num_deals": 8, "winning_score": 10}, {"max_hands": 8}),
        ({"std": False, "loner_march_score": 5, "loner_euchred_score": 4}, {"loner_march": 5, "loner_euchred": 4}),
        ({"std": False, "defend_alone": True}, {"defend_alone": "vs_loner"}),
        ({"std": False, "farmers": True}, {"farmers_hand": "swap3"}),
        ({"std": False, "go_under": True, "farmers": False}, {"farmers_hand": "swap3"}),
        ({"std": False, "partners_best": True}, {"call_for_best": "loner", "best_order": "receive_first"}),
        ({"std": False, "allow_no_trump": True}, {"no_trump": "round2"}),
        ({"std": False, "fast_break": True}, {"fast_break": "on"}),
        ({"std": False, "four_trick_tokens": True}, {"four_trick_tokens": "on"}),
        ({"std": False, "fourTrickTokens": True}, {"four_trick_tokens": "on"}),
        ({"std": False, "max_deals": 6}, {"target": 1000, "max_hands": 6}),
        ({"std": False, "num_players": 2}, {"players": 2, "dealer_pickup": "optional", "maker_alone": "no"}),
    ],
)
def test_every_entry_of_a_ruleset(ruleset: dict[str, Any], changes: dict[str, Any]) -> None:
    from sim.rules.rules import Rules

    rules, odd = rules_of_ruleset(ruleset)
    assert odd == []
    assert rules == Rules().with_changes({"discard_upcard": "allowed", **changes})


@pytest.mark.parametrize(
    ("ruleset", "sentence"),
    [
        ({"min_rank": 6}, "no pack has 6 for its lowest card"),
        ({"min_rank": 8, "joker": True}, "no pack has 8 for its lowest card and a joker"),
        ({"num_players": 8}, "games of 8 players are not known"),
        ({"loner_march_score": 9}, "the ruleset's loner_march_score is 9, where 3, 4, 5 are played"),
        ({"std": "yes"}, "the ruleset's std is neither true nor false: 'yes'"),
        ({"winning_score": 0}, "the ruleset says neither winning_score nor num_deals, so the game would never end"),
        ({"joker": True, "allow_no_trump": True}, "the ruleset cannot be played as it is: no_trump = round2 leaves"),
        ({"loner_lead": "NOBODY"}, "the ruleset's loner_lead is neither"),
    ],
)
def test_what_cannot_be_played_is_told(ruleset: dict[str, Any], sentence: str) -> None:
    _, odd = rules_of_ruleset(ruleset)
    assert any(text.startswith(sentence) for text in odd), odd


def test_tokens_are_carried_from_deal_to_deal() -> None:
    data = document("game-06")
    data["metadata"]["ruleset"]["four_trick_tokens"] = True
    with_tokens, without = read_game_document("a", data), read_game_document("b", document("game-06"))
    fours = [0, 0]
    for deal, plain in zip(with_tokens.deals, without.deals, strict=True):
        assert deal.maker is not None and deal.points is not None and plain.points is not None
        side = deal.maker % 2
        token = deal.makers_tricks == 4 and not deal.alone
        fours[side] += token
        assert deal.points[side] - plain.points[side] == (token and fours[side] % 4 == 0)
    assert max(fours) > 0


def test_nobody_had_more_cards_than_they_can() -> None:
    data = document("game-04")
    deal = data["deals"][4]
    assert read_game_document("test", data).deals[4].discard == parse_card("TD"), "the upcard, of which nobody has more"
    deal["phases"][0]["discard"] = "As"
    game = read_game_document("test", data)
    (problem,) = game.deals[4].problems
    assert problem.player == game.deals[4].dealer
    assert "they had 6 cards in all, but 7 are told: " in problem.sentence and not game.deals[4].whole
    (problem,) = record(TAKEN, PLAY, state={"playerCards": [["9h", "Js", "Ks", "As"], [], [], []]}).problems
    assert (problem.player, problem.trick) == (
        0,
        None,
    ) and "they had 5 cards in all, but 6 are told" in problem.sentence


def test_titles_and_names_are_printable() -> None:
    players = ["A\x1b[31mnn", "B\ud800en", "C\nas", "Dée"]
    game = read_game_document("test", {"metadata": {"title": "A\x1b[2J\n\udc80b", "players": players}, "deals": []})
    assert (game.title, game.players) == ("A [2J b", ("A [31mnn", "B en", "C as", "Dée"))


@pytest.mark.parametrize("empty", [1, 3])
def test_tricks_that_nobody_has_begun_are_none(empty: int) -> None:
    told = record(TAKEN, [*PLAY, *([[]] * empty)])
    assert clean(told).tricks == clean(record(TAKEN, PLAY)).tricks
    assert clean(record(TAKEN, [[]] * empty)).tricks == ()
