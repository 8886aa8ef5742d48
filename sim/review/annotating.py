"""Writing what a review found into the record of a game, as annotations of Euchre Game Notation.

Calls and cards have a place each (`callAnnotations`, `playAnnotations`); what was said of a discard stands at the call
that made trump. What others have written there stays.
"""

import copy
from collections.abc import Mapping
from typing import Any, Final

from sim.review.reviewed import GREAT, DealReview, DecisionReview, Review

_KEYS: Final = {"EUCHRE_BIDDING": "callAnnotations", "TRICK_PLAY": "playAnnotations"}


def annotated(document: Mapping[str, Any], review: Review, game: int = 0) -> dict[str, Any]:
    """The JSON object of a game with a label and a sentence at each decision that has a label."""
    found: dict[str, Any] = copy.deepcopy(dict(document))
    for deal in review.of_game(game):
        for phase in found["deals"][deal.deal.number].get("phases") or ():
            key = _KEYS.get(str(phase.get("type")))
            for made in deal.decisions:
                if key is None or not made.label or (made.trick > 0) != (key == "playAnnotations"):
                    continue
                notes, text = _notes(phase, key, _index(deal, made)), f"{made.label}{remark(made, review.believed)}"
                if text not in notes:
                    notes.append(text)
    return found


def _notes(phase: dict[str, Any], key: str, index: int) -> list[Any]:
    """What is noted at a call or card, a list to add to; what is there but is no note of the format gives way."""
    old = "".join("_" + letter.lower() if letter.isupper() else letter for letter in key)
    key = old if old in phase and key not in phase else key
    if not isinstance(phase.get(key), dict):
        phase[key] = {}
    said = phase[key].get(str(index))
    if not isinstance(said, list):
        phase[key][str(index)] = said = [said] if isinstance(said, str) else []
    return said


def _index(deal: DealReview, made: DecisionReview) -> int:
    return len(deal.deal.calls) - 1 if made.index is None else made.index


def remark(made: DecisionReview, believed: str) -> str:
    """What is to be said of a decision, without its label."""
    done = made.actions[0]
    rare = " (hardly any hands agree with the bids, so this is a guess)" if made.is_rare else ""
    if made.label == GREAT:
        assert made.assumed is not None
        other = made.actions[made.assumed]
        worth = done.points.value - other.points.value
        games = ""
        if done.games is not None and other.games is not None:
            games = f"{100 * (done.games.value - other.games.value):.1f} % of games, "
        return (
            f"{_said(done.label)}: {believed} would {other.label}, which is worth {games}{worth:.2f} points less{rare}."
        )
    better = made.actions[made.best]
    games = ""
    if made.cost_games is not None:
        half = 100 * (made.cost_games.hi - made.cost_games.value)
        games = f"{100 * made.cost_games.value:.1f} % of games (± {half:.1f}), "
    half = made.cost.hi - made.cost.value
    return f"{_said(done.label)}: {better.label} gains {games}{made.cost.value:.2f} points (± {half:.2f}){rare}."


def _said(label: str) -> str:
    return label[:1].upper() + label[1:]
