"""Deals of hands that were played here, to be reviewed, and choices forced on their true hidden cards."""

from functools import cache
from typing import Any

from sim.engine.layout import HOOKS
from sim.engine.match_state import Opening
from sim.players.match import GamesPlayed, Match, hooks_asked
from sim.players.scripting import Scripts
from sim.players.strategy import load_player
from sim.review.filling import filled
from sim.review.followed import FollowedTable, Place, script
from sim.review.reviewed import SeenGame
from sim.review.seen_deals import SeenDeal, seen_in
from sim.rules.rules import Rules
from sim.runs.provenance import make_config
from sim.runs.run import engine_version, open_match, seated
from sim.runs.trace import trace_game
from sim.worlds.thinking import Outlook

NAMES = ("Ann", "Bob", "Cem", "Dora")


def played_deals(rules: Rules, spec: str, count: int, seed: int, first: int = 0) -> list[SeenDeal]:
    """Single hands at 0-0 that one player has played in all seats."""
    players = seated(spec)
    config = make_config(rules, players, seed, "hands", "plays", engine_version())
    match = open_match(rules, players, seed, "hands")
    return [seen_in(trace_game(match, config, number)[0], f"hand {number}") for number in range(first, first + count)]


def as_game(deals: list[SeenDeal], rules: Rules) -> SeenGame:
    """The deals as one game."""
    return SeenGame("a game", NAMES, rules, tuple(deals))


@cache
def plain_table(rules: Rules, spec: str) -> FollowedTable:
    """A table that plays deals as they are told, without valuing anything."""
    return FollowedTable(rules, spec, Outlook(deals=1), seed=9)


def forced(rules: Rules, spec: str, deal: SeenDeal, place: Place, answer: int) -> tuple[int, ...]:
    """Points of a deal on its true cards: as recorded up to a place, then an answer, then on as one player likes."""
    whole = filled(deal, rules, 0)
    answers: dict[Place, tuple[int, int]] = {}
    for other, told in script(deal, whole, rules).items():
        if other == place:
            answers[other] = told[0], answer
            break
        answers[other] = told
    return plain_table(rules, spec).play(deal, whole, answers)[0]


def lead_of(points: tuple[int, ...], side: int) -> int:
    """By what a side of two leads."""
    return points[side] - points[1 - side]


class _Scripted:
    """A match of one hand with given cards, in which some answers are forced."""

    def __init__(self, rules: Rules, spec: str, deal: SeenDeal, answers: dict[Place, int]) -> None:
        whole, player = filled(deal, rules, 0), load_player(spec)
        scripts = Scripts([player.link(hooks_asked(rules), rules.auction, rules.players)])
        for (hook, trick, position), answer in answers.items():
            scripts.do(HOOKS[hook], position, answer, trick)
        self._match = Match(rules, player, 1, "hands")
        self._match._table.steps, self._match._table.params = scripts.steps, scripts.params
        self._opening = Opening(deal.dealer, deal.score, whole.column(deal))

    def play(self, first: int, last: int, detail: Any = "none", stop: Any = None, progress: Any = None) -> GamesPlayed:
        return self._match.play(first, last, detail, opening=self._opening)


def planted(rules: Rules, spec: str, deal: SeenDeal, place: Place, answer: int) -> SeenDeal:
    """What is recorded of a deal in which a player answers otherwise at one place, everybody going on as they like."""
    answers = {}
    for other, (_, told) in script(deal, filled(deal, rules, 0), rules).items():
        answers[other] = answer if other == place else told
        if other == place:
            break
    match = _Scripted(rules, spec, deal, answers)
    config = make_config(rules, [load_player(spec)], 1, "hands", "plays", engine_version())
    return seen_in(trace_game(match, config, 0)[0], deal.name)
