"""A record read and checked: each deal is followed by the rules, and what is odd in one loses nothing of the others."""

import os
from collections.abc import Mapping
from typing import Any

from sim.arguments import check_flag
from sim.errors import RecordError, brief
from sim.records.deals import BeforeDeal, DealReader
from sim.records.files import MOST_DEALS, field, game_documents
from sim.records.game import Deal, Game, Problem
from sim.records.paying import FULL
from sim.records.ruleset import rules_of_ruleset
from sim.rules.rules import Rules

_LONGEST_NAME, _LONGEST_TITLE = 64, 200


def read_records(path: str | os.PathLike[str], *, strict: bool = False) -> tuple[Game, ...]:
    """The games of a file: one of a `.egn`, several of a match (`.emn`), each with all that is odd in it.

    Raises RecordError where the file is no record; with `strict` also where anything in it is against the rules.

    >>> from pathlib import Path
    >>> bids = '{"type": "EUCHRE_BIDDING", "calls": ["Pass", "Order"]}'
    >>> deal = '{"initialState": {"dealer": 3, "upCard": "Jd"}, "phases": [%s]}' % bids
    >>> _ = Path("a.egn").write_text('{"deals": [%s]}' % deal)
    >>> (game,) = read_records("a.egn")
    >>> game.deals[0].calls[-1].player, game.deals[0].points, game.problems
    (1, None, ())
    """
    check_flag("strict", strict)
    games = tuple(read_game_document(*found) for found in game_documents(path))
    if strict:
        for game in games:
            for problem in game.problems:
                raise RecordError(problem_text(problem, game), "without --strict the other deals are read")
    return games


def problem_text(problem: Problem, game: Game | None = None) -> str:
    """A problem as a sentence that says where it is, and what would have been legal."""
    where = [game.source] if game else []
    if problem.deal is not None:
        where.append(f"deal {problem.deal}")
    if problem.trick is not None:
        where.append(f"trick {problem.trick}")
    if problem.player is not None:
        deal = game.deals[problem.deal] if game and problem.deal is not None else None
        seat = f" (seat {deal.seat(problem.player)})" if deal else ""
        where.append(f"player {problem.player}{seat}")
    legal = f"; legal: {', '.join(problem.legal)}" if problem.legal else ""
    return f"{', '.join(where)}: {problem.sentence}{legal}"


def read_game_document(source: str, document: Mapping[str, Any], names: tuple[str, ...] | None = None) -> Game:
    """The game of a JSON object; never raises, whatever the object holds."""
    notes: list[Problem] = []

    def odd(sentence: str, legal: tuple[str, ...] = ()) -> None:
        notes.append(Problem(None, None, None, sentence, legal))

    metadata = field(document, "metadata", {})
    if not isinstance(metadata, dict):
        odd(f"its metadata are no object: {brief(metadata)}")
        metadata = {}
    rules, sentences = rules_of_ruleset(field(metadata, "ruleset", {}))
    for sentence in sentences:
        odd(sentence)
    start = _scores(field(metadata, "initialScore"), rules, "initialScore", odd) or (0,) * rules.teams
    raw = document.get("deals")
    if not isinstance(raw, list):
        odd("it has no list of deals" if raw is None else f"its deals are no list: {brief(raw)}")
        raw = []
    if len(raw) > MOST_DEALS:
        odd(f"it has {len(raw)} deals, of which the first {MOST_DEALS} are read")
    deals = _deals(rules, start, raw[:MOST_DEALS])
    final = deals[-1].score_after if deals else None
    said = _scores(field(metadata, "finalScore"), rules, "finalScore", odd)
    if said is not None and final is not None and said != final:
        odd(f"its finalScore is {_dashed(said)}, but the cards come to {_dashed(final)}", (_dashed(final),))
    title = field(metadata, "title", "")
    return Game(
        source=source,
        title=_printable(title, _LONGEST_TITLE) if isinstance(title, str) else "",
        players=_names(field(metadata, "players"), names, rules, odd),
        rules=rules,
        initial_score=start,
        deals=tuple(deals),
        final_score=final,
        winner=_winner(rules, deals),
        notes=tuple(notes),
        document=document,
    )


def _deals(rules: Rules, start: tuple[int, ...], raw: list[Any]) -> list[Deal]:
    """The deals in order, with the score and the tokens carried on from one to the next."""
    deals: list[Deal] = []
    score: tuple[int, ...] | None = start
    tokens = (0,) * rules.teams
    due: tuple[int, ...] = ()
    number: int | None = None
    for place, one in enumerate(raw):
        table = BeforeDeal(rules, place, score, tokens, ended=_ended(rules, score, place, deals))
        reader = DealReader(table, one)
        follows = number is not None and reader.said_number == number + 1
        deal = reader.deal(due if follows else ())
        deals.append(deal)
        score, tokens = deal.score_after, _tokens(rules, deal, tokens)
        number = reader.said_number if reader.readable or number is None else number + 1
        step = 0 if rules.allpass == "same_dealer" and deal.thrown_in else 1
        # After a deal out of turn the next may go on from it, or from the one whose turn it was.
        due = tuple((player + step) % rules.players for player in dict.fromkeys((deal.dealer, *due[:1])))
    return deals


def _tokens(rules: Rules, deal: Deal, tokens: tuple[int, ...]) -> tuple[int, ...]:
    if rules.four_trick_tokens == "off" or deal.maker is None or deal.makers_tricks != FULL or deal.alone:
        return tokens
    side = deal.maker % rules.teams
    return tuple((had + (mine == side)) % FULL for mine, had in enumerate(tokens))


def _ended(rules: Rules, score: tuple[int, ...] | None, place: int, deals: list[Deal]) -> bool:
    """Whether the game was over before a deal; nobody knows where one before it is not as it should be."""
    if not deals or any(deal.problems for deal in deals):
        return False
    return (score is not None and max(score) >= rules.target) or place == (rules.max_hands or -1)


def _winner(rules: Rules, deals: list[Deal]) -> int | None:
    score = deals[-1].score_after if deals else None
    if score is None:
        return None
    over = max(score) >= rules.target or (rules.max_hands and len(deals) >= rules.max_hands)
    best = [side for side, points in enumerate(score) if points == max(score)]
    return best[0] if over and len(best) == 1 else None


def _scores(value: Any, rules: Rules, name: str, odd: Any) -> tuple[int, ...] | None:
    if value is None:
        return None
    whole = isinstance(value, list) and all(type(score) is int and 0 <= score < 1000 for score in value)
    if not whole or len(value) != rules.teams:
        odd(f"its {name} is no list of {rules.teams} scores: {brief(value)}")
        return None
    return tuple(value)


def _names(value: Any, names: tuple[str, ...] | None, rules: Rules, odd: Any) -> tuple[str, ...]:
    """The names of the players by chair; those of the match before those of the game, and a number where none is."""
    found = list(names or ())
    if not found and isinstance(value, list):
        for player in value[: rules.players]:
            name = player.get("name") if isinstance(player, dict) else player
            if not isinstance(name, str):
                odd(f"a player has no name: {brief(player)}")
            found.append(name if isinstance(name, str) else "")
    elif not found and value is not None:
        odd(f"its players are no list: {brief(value)}")
    found = [_printable(name, _LONGEST_NAME) for name in found[: rules.players]]
    found += [""] * (rules.players - len(found))
    return tuple(name or f"player {chair}" for chair, name in enumerate(found))


def _printable(text: str, longest: int) -> str:
    """A text on one line, without what would steer a terminal or cannot be written as UTF-8."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(plain.split())[:longest]


def _dashed(score: tuple[int, ...]) -> str:
    return "-".join(map(str, score))
