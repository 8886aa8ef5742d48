"""A review as plain data for JSON, and its decisions as rows for CSV."""

import csv
import io
from dataclasses import asdict
from math import isfinite
from typing import TYPE_CHECKING, Any, Final

from sim.cards import card_name, suit_name
from sim.review.reviewed import LABELS
from sim.review.summing import cost_rows, game_parts
from sim.runs.provenance import rules_name, seed_as_json
from sim.text.review import verdict

if TYPE_CHECKING:
    from sim.review.decision_values import Priced
    from sim.review.reviewed import DealReview, DecisionReview, LuckParts, Review
    from sim.review.seen_deals import SeenCall
    from sim.review.summing import CostRow

COLUMNS: Final = (
    "game", "deal", "player", "seat", "kind", "trick", "index", "did", "better", "mistake", "label", "cost", "cost_low",
    "cost_high", "cost_games", "cost_games_low", "cost_games_high", "value", "value_games", "agreeing", "drawn",
    "assumed",
)  # fmt: skip
"""Columns of the table of decisions."""


def review_data(review: "Review") -> dict[str, Any]:
    """Everything that was found."""
    return {
        "players_taken_for": review.believed,
        "worlds": review.worlds,
        "seed": seed_as_json(review.seed),
        "deals": len(review.deals),
        "deals_wanted": review.wanted,
        "labels": [{"label": name, "points": points, "games": games} for name, points, games in LABELS],
        "games": [_game(review, number) for number in range(len(review.games))],
        "costs": [_cost(row) for row in cost_rows(review)],
    }


def _game(review: "Review", number: int) -> dict[str, Any]:
    game, deals = review.games[number], review.of_game(number)
    parts = game_parts(deals)
    told: dict[str, Any] = {"whole_deals": 0, "verdict": None, "points": None, "games": None, "score": None}
    if parts is not None:
        told = {
            "whole_deals": parts.deals, "verdict": verdict(game, parts), "points": _parts(parts.points),
            "games": _parts(parts.games), "score": list(parts.score),
        }  # fmt: skip
    return {
        "name": game.name,
        "players": list(game.players),
        "rules": rules_name(game.rules),
        "rules_id": game.rules.id(),
        **told,
        "deals": [_deal(review, deal) for deal in deals],
    }


def _deal(review: "Review", deal: "DealReview") -> dict[str, Any]:
    seen, made = deal.deal, deal.deal.made
    return {
        "name": seen.name,
        "dealer": seen.dealer,
        "score": list(seen.score),
        "upcard": card_name(seen.upcard),
        "maker": made[1].chair if made else None,
        "trump": suit_name(made[1].suit) if made and made[1].suit is not None else None,
        "alone": bool(made and made[1].alone),
        "dealt": [[card_name(card) for card in sorted(seen.known(chair))] for chair in range(len(seen.dealt))],
        "calls": [{"chair": call.chair, "said": _said(call)} for call in seen.calls],
        "tricks": [[[chair, card_name(card)] for chair, card in trick] for trick in seen.tricks],
        "won": None if seen.points is None else list(seen.points),
        "points": _parts(deal.points),
        "games": _parts(deal.games),
        "notes": list(deal.notes),
        "decisions": [_decision(review, deal, one) for one in deal.decisions],
    }


def _said(call: "SeenCall") -> str:
    return "passes" if call.suit is None else f"makes {suit_name(call.suit)} trump{' alone' if call.alone else ''}"


def _decision(review: "Review", deal: "DealReview", made: "DecisionReview") -> dict[str, Any]:
    return {
        "player": review.games[deal.game].players[made.chair],
        "chair": made.chair,
        "seat": made.seat,
        "kind": made.kind,
        "trick": made.trick or None,
        "index": made.index,
        "did": made.actions[0].label,
        "better": made.actions[made.best].label if made.best else None,
        "mistake": made.is_mistake,
        "label": made.label or None,
        "cost": _priced(made.cost),
        "cost_games": _priced(made.cost_games),
        "agreeing": made.agreeing,
        "drawn": made.drawn,
        "rare": made.is_rare,
        "worlds": round(made.worlds, 1),
        "discard_guessed": made.guessed_discard,
        "assumed": None if made.assumed is None else made.actions[made.assumed].label,
        "choices": [
            {"label": one.label, "points": _priced(one.points), "games": _priced(one.games)} for one in made.actions
        ],
    }


def _priced(one: "Priced | None") -> dict[str, float] | None:
    """None too for what no deal was found to tell."""
    if one is None or not isfinite(one.error):
        return None
    return {"value": one.value, "se": one.error, "lo": one.lo, "hi": one.hi}


def _parts(parts: "LuckParts | None") -> dict[str, float] | None:
    return None if parts is None else {**asdict(parts), "result": parts.result}


def _cost(row: "CostRow") -> dict[str, Any]:
    return {
        "player": row.player, "kind": row.kind, "hands": row.hands, "decisions": row.decisions,
        "mistakes": row.mistakes, "points": _priced(row.points), "games": _priced(row.games),
    }  # fmt: skip


def review_csv(review: "Review") -> str:
    """The table of decisions: a line each, in the order of play; costs in points and in games won."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for deal in review.deals:
        for made in deal.decisions:
            writer.writerow(_line(review, deal, made))
    return out.getvalue()


def _line(review: "Review", deal: "DealReview", made: "DecisionReview") -> list[object]:
    def ends(one: "Priced | None") -> list[object]:
        return ["", "", ""] if one is None else [f"{number:.5f}" for number in (one.value, one.lo, one.hi)]

    game, done = review.games[deal.game], made.actions[0]
    return [
        game.name, deal.deal.name, game.players[made.chair], made.seat, made.kind, made.trick,
        "" if made.index is None else made.index, done.label, made.actions[made.best].label, int(made.is_mistake),
        made.label, *ends(made.cost), *ends(made.cost_games), f"{done.points.value:.5f}",
        "" if done.games is None else f"{done.games.value:.5f}", made.agreeing, made.drawn,
        "" if made.assumed is None else made.actions[made.assumed].label,
    ]  # fmt: skip
