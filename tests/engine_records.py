"""Turns the rows that the engine writes into the plain records that the reference players check."""

from collections.abc import Iterator

import numpy as np

from reference import GameRecord, HandRecord
from sim.cards import card_name, cards_of
from sim.match import Part
from sim.rules import Rules

SUITS = "CDSH"
JOKER, JAMBOREE = 15, 7


def _hand(rules: Rules, hands: dict[str, np.ndarray], row: int, tricks: list[list[int]]) -> HandRecord:
    n = rules.players

    def value(column: str) -> int:
        return int(hands[column][row])

    dealer = value("dealer")

    def player(seat: int) -> int:
        return (dealer + seat) % n

    def cards(mask: int) -> list[str]:
        return [card_name(c) for c in cards_of(mask)]

    maker, bidding_round, trump = value("maker"), value("round"), value("trump")
    named_for_joker = value("upcard") == JOKER and rules.joker_up in ("dealer_blind", "dealer_sees")
    bids = [(player(seat), "pass") for seat in range(1, n + 1)] * (2 if bidding_round != 1 else 1)
    if maker:
        bids = bids[: (bidding_round - 1) * n + maker - 1]
        if named_for_joker:
            bids = []
        word = (
            "order" if bidding_round == 1 and not named_for_joker else "call " + ("NT" if trump == 4 else SUITS[trump])
        )
        bids.append((player(maker), word + (" alone" if value("alone") else "")))
    return HandRecord(
        dealer=dealer,
        hands={player(s): cards(value(f"hand_{s}")) for s in range(1, n + 1)},
        upcard=card_name(value("upcard")),
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
        bids=bids,
        picked_up=bool(value("pick_up")),
        discard=card_name(value("discard")) if value("discard") >= 0 else None,
        lone_defender=player(value("lone_defender")) if value("lone_defender") else None,
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
    )


def games_of(part: Part, rules: Rules) -> Iterator[GameRecord]:
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
        )
