"""A review as plain text: how the games went, who lost what by which decisions, and the dearest mistakes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sim.plain_text import Row, align, fold, spaced
from sim.review.reviewed import LABELS, RARE
from sim.review.summing import GameParts, cost_rows, game_parts

if TYPE_CHECKING:
    from sim.review.decision_values import Priced
    from sim.review.reviewed import DealReview, DecisionReview, LuckParts, Review, SeenGame
    from sim.review.summing import CostRow

SHOWN: Final = 20
"""Mistakes that are listed where nobody says how many."""


def review_text(review: "Review", top: int = SHOWN) -> str:
    """All of it, on lines of at most 80 letters."""
    parts = [_head(review), *(_game(review, number) for number in range(len(review.games)))]
    parts += [_costs(review), _mistakes(review, top), _notes(review), _how(review)]
    return "\n\n".join(part for part in parts if part)


def _head(review: "Review") -> str:
    games, deals = len(review.games), len(review.deals)
    decisions = sum(len(deal.decisions) for deal in review.deals)
    stopped = deals < review.wanted
    counted = f"{spaced(deals)} of {_counted(review.wanted, 'deal')}" if stopped else _counted(deals, "deal")
    return fold(
        f"{_counted(games, 'game')}, {counted}, {_counted(decisions, 'decision')}; players taken for {review.believed}"
    )


def _counted(number: int, word: str) -> str:
    return f"{spaced(number)} {word}{'' if number == 1 else 's'}"


def side_names(game: "SeenGame", side: int) -> str:
    """The players of a side."""
    return " and ".join(name for chair, name in enumerate(game.players) if chair % game.rules.teams == side)


def verdict(game: "SeenGame", parts: GameParts) -> str:
    """Who won a game (or was ahead), and by what: one line."""
    one, other = (side_names(game, side) for side in (0, 1))
    ahead = 0 if parts.score[0] >= parts.score[1] else 1
    over = bool(game.rules.target) and max(parts.score) >= game.rules.target
    score = f"{parts.score[ahead]}-{parts.score[1 - ahead]}"
    told = parts.games or parts.points
    sign, scale, unit = (1 - 2 * ahead), 100 if parts.games else 1, " %" if parts.games else " points"
    luck, skill, rest = (sign * scale * part for part in (told.cards, told.decisions, told.rest))
    by = max((luck, "their cards"), (skill, "better decisions"), (rest, "how hidden cards lay"))[1]
    what = f"{(one, other)[ahead]} {'won' if over else 'lead'} {score}, most of all by {by}"
    if parts.score[0] == parts.score[1] and not over:
        what = f"{one} stand at {score} with {other}"
    places = 1 if parts.games else 2
    return f"{what}: cards {luck:+.{places}f}{unit}, decisions {skill:+.{places}f}, the rest {rest:+.{places}f}"


def _game(review: "Review", number: int) -> str:
    game, deals = review.games[number], review.of_game(number)
    parts = game_parts(deals)
    if parts is None:
        return fold(f"{game.name}: no deal is told to its end, so luck and skill are not told apart")
    rows: list[Row] = [("", "before", "cards", "decisions", "rest", "result")]
    for name, told, scale, places in (("games won, %", parts.games, 100, 2), ("points", parts.points, 1, 3)):
        if told is not None:
            rows.append((f"  {name}", *part_cells(told, scale, places)))
    head = f"{game.name}: {verdict(game, parts)} ({_counted(parts.deals, 'whole deal')})"
    return f"{fold(head)}\n{align(rows, numbers_from=1)}"


def part_cells(told: "LuckParts", scale: float, places: int) -> tuple[str, ...]:
    """The parts and the result of the first side, rounded so that the cells add up too."""
    cells = [round(scale * part, places) for part in (told.before, told.cards, told.decisions)]
    end = round(scale * told.result, places)
    rest = end - sum(cells)
    signed = (f"{cell:+.{places}f}" for cell in (*cells[1:], rest))
    return f"{cells[0]:.{places}f}", *signed, f"{end:.{places}f}"


def _costs(review: "Review") -> str:
    rows = cost_rows(review)
    in_games = any(row.games is not None for row in rows)
    head = ("what decisions cost", "decisions", "no mistake", "points a hand", *(["games"] if in_games else []))
    return align([head, *(_cost_row(row, in_games) for row in rows)], numbers_from=1)


def _cost_row(row: "CostRow", in_games: bool) -> Row:
    name = f"  {row.kind}" if row.kind else row.player or "all players"
    return (
        name,
        spaced(row.decisions),
        f"{100 * row.best:.1f} %",
        priced(row.points, 4),
        *([priced(row.games, 3) if row.games else "-"] if in_games else []),
    )


def priced(one: "Priced", places: int, scale: float = 1.0) -> str:
    """A number and half of its interval; what is rounded to 0 has no sign."""
    value = f"{scale * one.value:.{places}f}"
    plain = value.lstrip("-") if float(value) == 0 else value
    return f"{plain} ± {scale * (one.hi - one.value):.{places}f}"


def _mistakes(review: "Review", top: int) -> str:
    found = review.mistakes()
    if not found:
        return "No decision was certainly a mistake."
    head = f"the dearest {top} of {spaced(len(found))} mistakes" if len(found) > top else "mistakes, the dearest first"
    rows = [_mistake(review, deal, made) for deal, made in found[:top]]
    in_games = any(made.cost_games is not None for _, made in found)
    titles: Row = (head, "did", "better", *(["games, %"] if in_games else []), "points")
    return align([titles, *rows], numbers_from=3)


def _mistake(review: "Review", deal: "DealReview", made: "DecisionReview") -> Row:
    who = review.games[deal.game].players[made.chair]
    when = f", trick {made.trick}" if made.trick else ""
    rare = "*" if made.is_rare else ""
    cost = [priced(made.cost_games, 1, 100)] if made.cost_games is not None else []
    mark = f" {made.label}" if made.label else ""
    return (
        f"{deal_name(review, deal)}, {who}{when}{mark}{rare}",
        made.actions[0].label,
        made.actions[made.best].label,
        *cost,
        priced(made.cost, 2),
    )


def deal_name(review: "Review", deal: "DealReview") -> str:
    """A deal by its name, of several games with the game's."""
    return deal.deal.name if len(review.games) == 1 else f"{review.games[deal.game].name}, {deal.deal.name}"


def _notes(review: "Review") -> str:
    guessed = sum(made.guessed_discard for deal in review.deals for made in deal.decisions)
    rare = [made for deal in review.deals for made in deal.decisions if made.is_rare]
    lines = []
    if rare:
        lines.append(
            f"* {_counted(len(rare), 'decision')} where fewer than {1000 * RARE:.0f} in 1 000 of the deals drawn agree "
            "with the bids as the players assumed make them: there the deals that come nearest stand in, each answer "
            "that differs making one less likely"
        )
    if guessed:
        lines.append(
            f"{_counted(guessed, 'decision')} of dealers whose discard is not in the record: one that they would "
            "have chosen was taken for it"
        )
    others = dict.fromkeys(
        f"{deal_name(review, deal)}: {note}" for deal in review.deals for note in deal.notes if "discard" not in note
    )
    return "\n".join(fold(line, rest="  ") for line in [*lines, *others])


def _how(review: "Review") -> str:
    marks = ", ".join(f"{name} {100 * games:g} % or {points:g}" for name, points, games in LABELS)
    return fold(
        f"Every choice is played out on up to {spaced(review.worlds)} deals of the hidden cards that agree with all "
        f"bids and plays before, everybody going on as {review.believed}. A cost is what the better choice by one half "
        "of these deals gains on the other half; ± is the sampling error of the deals drawn (95 %), and a mistake is "
        f"where 0 is outside. Marks: {marks} points. Seed {review.seed}."
    )


def mistake_rows(review: "Review", top: int = SHOWN) -> Sequence[Row]:
    """The dearest mistakes as cells, for pages."""
    return [_mistake(review, deal, made) for deal, made in review.mistakes()[:top]]
