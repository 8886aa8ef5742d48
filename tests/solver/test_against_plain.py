"""The solver against a plain minimax that shares no code with it: tricks, points and each card, in every game.

Hands are short by day; the long lane has whole hands (of four cards where six play): 200 of each game, or as many
as EUCHRE_SIM_POSITIONS says, and five times as many endings; 2000 take about half an hour.
"""

import os
import random
from collections.abc import Callable

import pytest

from sim.cards import cards_of
from sim.solver.payment import fast_break, payments
from sim.solver.position import Position
from sim.solver.solution import solve_position
from support.open_positions import KINDS, Kind, makers_friends, plain_position, random_position, sized
from support.plain_minimax import plain_value

WHOLE = int(os.environ.get("EUCHRE_SIM_POSITIONS", "200"))
POSITIONS, ENDINGS = {False: 2000, True: WHOLE}, {False: 500, True: 5 * WHOLE}
LANES = pytest.mark.parametrize("full", [False, pytest.param(True, marks=pytest.mark.nightly)], ids=["short", "full"])


def after_legal_leads(position: Position, value: Callable[[Position], int]) -> int | None:
    """The best of the leads that show what is trump, where not all cards do (napoleon); None elsewhere."""
    turn = position.turn
    if not turn or position.table or position.legal == position.hands[turn - 1]:
        return None
    return max(value(position.after(card)) for card in cards_of(position.legal))


def plain_tricks(position: Position) -> int:
    """The makers' tricks of the whole hand by the plain minimax; in misère their friends want few."""
    if (best := after_legal_leads(position, plain_tricks)) is not None:
        return best
    friends, sign = makers_friends(position), -1 if position.is_misere else 1
    return sign * plain_value(plain_position(position), friends, [(sign * taken,) * 2 for taken in range(7)])


def plain_lead(position: Position) -> int:
    """The makers' points less another side's, by the plain minimax."""
    if (best := after_legal_leads(position, plain_lead)) is not None:
        return best
    paid, broken = payments(position), fast_break(position)
    assert paid is not None
    table = [(p.makers - p.defenders,) * 2 for p in paid]
    if position.rules.fast_break == "on":
        most = len(table) - 1
        table[most - 2] = (table[most - 2][0], broken.makers - broken.defenders)
    return plain_value(plain_position(position), makers_friends(position), table)


def check(position: Position, cards: bool = True) -> None:
    """The value, and each card's, against the plain minimax."""
    found = solve_position(position)
    assert found.tricks == plain_tricks(position), position
    assert sorted(value.card for value in found.cards) == sorted(cards_of(position.legal))
    for value in found.cards if cards else ():
        assert value.tricks == plain_tricks(position.after(value.card)), (position, value)


def check_points(position: Position) -> None:
    """Points and each card's points, against the plain minimax."""
    found = solve_position(position)
    assert found.payment is not None
    assert found.payment.makers - found.payment.defenders == plain_lead(position), position
    for value in found.cards:
        assert value.payment is not None
        assert value.payment.makers - value.payment.defenders == plain_lead(position.after(value.card)), position


@LANES
@pytest.mark.parametrize("game", KINDS)
def test_every_game(game: str, full: bool) -> None:
    rng = random.Random(f"positions of {game}")
    kinds: list[Kind] = KINDS[game]
    for number in range(POSITIONS[full]):
        kind = kinds[number % len(kinds)]
        check(random_position(rng, kind, sized(kind, full)), cards=full or number % 2 == 0)


@LANES
@pytest.mark.parametrize("game", KINDS)
def test_points_of_every_game(game: str, full: bool) -> None:
    rng = random.Random(f"points of {game}")
    for number in range(WHOLE):
        kind = KINDS[game][number % len(KINDS[game])]
        check_points(random_position(rng, kind, sized(kind, full)))


@LANES
def test_fast_breaks(full: bool) -> None:
    rng = random.Random("fast breaks")
    kind = Kind("standard", {"fast_break": "on"})
    for number in range(300):
        check_points(random_position(rng, kind, 3 + number % (3 if full else 2)))


@LANES
def test_endings_and_the_middle_of_tricks(full: bool) -> None:
    rng = random.Random("endings")
    kinds = [kind for kinds in KINDS.values() for kind in kinds]
    for _ in range(ENDINGS[full]):
        kind = rng.choice(kinds)
        check(random_position(rng, kind, rng.randint(1, 4 if full and kind.most > 4 else 2)))
