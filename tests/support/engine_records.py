"""Turns the rows that the engine writes into the plain records that the reference players check."""

from collections.abc import Callable, Iterator

import numpy as np

from reference import GameRecord, HandRecord
from reference.napoleon import BIDS as NAPOLEON_BIDS
from sim.cards import card_name, cards_of
from sim.players.match import GamesPlayed
from sim.rules.rules import Rules

SUITS = "CDSH"
JOKER, JAMBOREE = 15, 7


def declared(rules: Rules, value: Callable[[str], int]) -> bool:
    """Whether the maker of a hand said only after the discard that they play alone."""
    canadian = rules.players == 4 and rules.dealer_partner_order == "alone_only"
    with_the_call = canadian and (value("round"), value("maker")) == (1, 2)
    return rules.alone_when == "after_discard" and bool(value("alone")) and not with_the_call


def _turn_up_bids(rules: Rules, value: Callable[[str], int], player: Callable[[int], int]) -> list[tuple[int, str]]:
    """What was said about a card turned up."""
    n, maker, bidding_round, trump = rules.players, value("maker"), value("round"), value("trump")
    named_for_joker = value("upcard") == JOKER and rules.joker_up in ("dealer_blind", "dealer_sees")
    bids = [(player(seat), "pass") for seat in range(1, n + 1)] * (2 if bidding_round != 1 else 1)
    if maker:
        bids = bids[: (bidding_round - 1) * n + maker - 1]
        if named_for_joker:
            bids = []
        word = (
            "order" if bidding_round == 1 and not named_for_joker else "call " + ("NT" if trump == 4 else SUITS[trump])
        )
        called = value("alone") and not declared(rules, value)
        alone = " jambone" if rules.jambone == "on" and value("jambone") else " alone" if called else ""
        bids.append((player(maker), word + alone))
    return bids


def _bid_word(rules: Rules, bid: int) -> str | None:
    """How the reference player calls a number of tricks bid."""
    if rules.auction == "single":
        return NAPOLEON_BIDS[bid - 1] if bid else None
    if bid >= 6 and rules.pf_pepper == "on":
        return "little" if bid == 6 else "big"
    return str(bid) if bid else None


def _number_bids(rules: Rules, value: Callable[[str], int], player: Callable[[int], int]) -> list[tuple[int, str]]:
    """What was said where numbers are bid: the record has who bid what, and all others passed."""
    if rules.auction == "single":
        made = {value("bidders") >> 3 * place & 7: bid for place, bid in enumerate(NAPOLEON_BIDS)}
        return [(player(seat), made.get(seat, "pass")) for seat in range(1, rules.players + 1)]
    bids, seat, left = [], 1, 4
    digits = f"{value('bidders'):o}"[::-1]
    for number, digit in enumerate(digits, start=1):
        while digit != "0":
            bids.append((player(seat), str(_bid_word(rules, number)) if seat == int(digit) else "pass"))
            left, seat, found = 3, seat % 4 + 1, seat == int(digit)
            if found:
                break
    if bids and bids[-1][1] == _bid_word(rules, 7 if rules.pf_pepper == "on" else 6):
        return bids
    return bids + [(player((seat + k - 1) % 4 + 1), "pass") for k in range(left)]


def value_of(hands: dict[str, np.ndarray], column: str, row: int) -> int:
    """A value of a column that not every game has; 0 where it is missing."""
    return int(hands[column][row]) if column in hands else 0


def _hand(rules: Rules, hands: dict[str, np.ndarray], row: int, tricks: list[list[int]]) -> HandRecord:
    n = rules.players

    def value(column: str) -> int:
        return int(hands[column][row])

    dealer = value("dealer")

    def player(seat: int) -> int:
        return (dealer + seat) % n

    def cards(mask: int) -> list[str]:
        return [card_name(c) for c in cards_of(mask)]

    maker, trump = value("maker"), value("trump")
    return HandRecord(
        dealer=dealer,
        hands={player(s): cards(value(f"hand_{s}")) for s in range(1, n + 1)},
        upcard=card_name(value("upcard")) if "upcard" in hands else "",
        widow=card_name(value("widow")) if "widow" in hands else None,
        next_card=card_name(value("next_card")) if "next_card" in hands and value("next_card") >= 0 else None,
        dummy=cards(value("dummy")) if "dummy" in hands else None,
        own_dummies={player(s): cards(value(f"dummy_{s}")) for s in (1, 2)} if "dummy_1" in hands else None,
        best_calls={
            player(value(seat)): (name("discard"), name("best"))
            for who, seat in (("loner", "maker"), ("defender", "lone_defender"))
            if f"{who}_best" in hands and value(f"{who}_best") >= 0
            for name in [lambda what, who=who: card_name(value(f"{who}_{what}"))]
        },
        shown=value("tricks") == JAMBOREE,
        kept=cards(value("kept")) if "kept" in hands and value("kept") else None,
        defender_kept=cards(value("defender_kept")) if value_of(hands, "defender_kept", row) else None,
        given_up=cards(value("given_up")) if value_of(hands, "given_up", row) else None,
        from_kitty=cards(value("from_kitty")) if value_of(hands, "from_kitty", row) else None,
        bids=_number_bids(rules, value, player) if "bid" in hands else _turn_up_bids(rules, value, player),
        bid=_bid_word(rules, value("bid")) if "bid" in hands else None,
        declared_alone="alone" in hands and declared(rules, value),
        picked_up="pick_up" in hands and bool(value("pick_up")),
        discard=card_name(value("discard")) if "discard" in hands and value("discard") >= 0 else None,
        lone_defender=player(value("lone_defender")) if "lone_defender" in hands and value("lone_defender") else None,
        trump=None if not maker else "NT" if trump == 4 else SUITS[trump],
        tricks=[
            [(player((leader - 1 + k) % n + 1), card_name(card)) for k, card in enumerate(played) if card >= 0]
            for leader, *played, _ in tricks
        ],
        winners=[player(trick[-1]) for trick in tricks],
        maker=player(maker) if maker else None,
        maker_tricks=value("tricks") if value("tricks") != JAMBOREE else 0,
        points=[value(f"points_{team}") for team in range(rules.teams)],
        score_before=[value(f"score_{team}") for team in range(rules.teams)],
        tokens_before=[value(name) for name in rules.token_columns],
    )


def games_of(part: GamesPlayed, rules: Rules) -> Iterator[GameRecord]:
    """The games of a part that was played with every card recorded."""
    assert part.games is not None and part.hands is not None and part.plays is not None
    n = rules.players
    names = ["leader", *(f"card_{k}" for k in range(1, n + 1)), "winner"]
    rows = np.stack([part.plays[name].astype(int) for name in names], axis=1).tolist()
    tricks: dict[tuple[int, int], list[list[int]]] = {}
    for game, hand, row in zip(part.plays["game"].tolist(), part.plays["hand"].tolist(), rows, strict=True):
        tricks.setdefault((game, hand), []).append(row)
    by_game: dict[int, list[HandRecord]] = {}
    for row, (game, hand) in enumerate(zip(part.hands["game"].tolist(), part.hands["hand"].tolist(), strict=True)):
        by_game.setdefault(game, []).append(_hand(rules, part.hands, row, tricks.get((game, hand), [])))
    for row, game in enumerate(part.games["game"].tolist()):
        winner = int(part.games["winner"][row])
        yield GameRecord(
            hands=by_game[game],
            first_dealer=int(part.games["dealer"][row]),
            final_score=[int(part.games[f"score_{team}"][row]) for team in range(rules.teams)],
            winner=winner if winner >= 0 else None,
            start=[int(part.games[f"start_{team}"][row]) for team in range(rules.teams) if "start_0" in part.games],
            worth=int(part.games["worth"][row]) if "worth" in part.games else 1,
            final_tokens=[int(part.games[name][row]) for name in rules.token_columns],
        )
