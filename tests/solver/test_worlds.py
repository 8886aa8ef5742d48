"""One decision in many worlds against each world by itself, in every game and at every moment of a trick."""

import contextlib
import random

import numpy as np
import pytest

from sim.cards import cards_of
from sim.errors import CardError, UsageError
from sim.rules.presets import preset
from sim.solver.position import Position
from sim.solver.solution import solve_position
from sim.solver.worlds import world_points, world_tricks
from support.open_positions import KINDS, random_position


def worlds_of(rng: random.Random, position: Position, count: int) -> list[Position]:
    """The same moment with the cards of the others mixed; what they have played to the trick may have been anything."""
    others = [seat for seat in position.active if seat != position.turn]
    cards = [code for seat in others for code in cards_of(position.hands[seat - 1])]
    found = []
    for _ in range(200):
        rng.shuffle(cards)
        rest, hands = iter(cards), list(position.hands)
        for seat in others:
            hands[seat - 1] = sum(1 << next(rest) for _ in range(position.hands[seat - 1].bit_count()))
        with contextlib.suppress(CardError):  # who has not followed suit to the trick holds none of it
            found.append(position.with_hands(tuple(hands)))
        if len(found) == count:
            break
    return found


@pytest.mark.parametrize("game", KINDS)
def test_worlds_are_as_one_by_one(game: str) -> None:
    rng = random.Random(f"worlds of {game}")
    for kind in KINDS[game]:
        for number in range(6):
            size = (3, 4, kind.rules.tricks)[number % 3] if kind.rules.players < 5 or not kind.misere else 3
            position = random_position(rng, kind, size)
            worlds = worlds_of(rng, position, 8)
            hands = np.array([world.hands for world in worlds], dtype=np.uint64)
            solved = [solve_position(world) for world in worlds]
            codes = cards_of(position.legal)
            tricks = [[found.of(code).tricks for code in codes] for found in solved]
            points = [[found.of(code).points for code in codes] for found in solved]
            assert world_tricks(position, hands, threads=2).tolist() == tricks
            assert world_points(position, hands).tolist() == points


def test_what_cannot_be_answered() -> None:
    hands = (1 << 41, 1 << 42, 1 << 43, 1 << 44)
    unnamed = Position(rules=preset("standard"), trump=2, hands=hands, leader=1)
    with pytest.raises(UsageError, match="nothing is paid"):
        world_points(unnamed, np.array([hands], dtype=np.uint64))
    with pytest.raises(UsageError, match="for 4 players"):
        world_tricks(unnamed, np.array([hands[:3]], dtype=np.uint64))
