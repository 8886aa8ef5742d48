"""Ways to play OpenSpiel's euchre with random players: three loops in Python, and the library's own in C++."""

import random
from collections.abc import Callable

import numpy as np
import pyspiel

GAME = pyspiel.load_game("euchre")


def play_plainly(hands: int, seed: int) -> None:
    """Chance by its probabilities, else one of the legal actions: what the library's interface asks for."""
    source = random.Random(seed)
    for _ in range(hands):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(source.choices(actions, chances)[0])
            else:
                state.apply_action(source.choice(state.legal_actions()))
        state.returns()


def play_shortly(hands: int, seed: int) -> None:
    """The shortest loop: any legal action, in the deal too, where it is known that all cards are equally likely."""
    source = random.Random(seed)
    for _ in range(hands):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            state.apply_action(source.choice(state.legal_actions()))
        state.returns()


def play_as_in_the_example(hands: int, seed: int) -> None:
    """The loop of OpenSpiel's python/examples/example.py: everything is drawn by NumPy."""
    source = np.random.RandomState(seed)
    for _ in range(hands):
        state = GAME.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(int(source.choice(actions, p=chances)))
            else:
                state.apply_action(int(source.choice(state.legal_actions(state.current_player()))))
        state.returns()


def play_in_cpp(hands: int, seed: int) -> None:
    """The library's own loop and its own random players: Python only starts each hand."""
    bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(GAME.num_players())]
    for hand in range(hands):
        pyspiel.evaluate_bots(GAME.new_initial_state(), bots, seed + hand)


LOOPS: dict[str, tuple[Callable[[int, int], None], int, int]] = {
    "plain": (play_plainly, 2000, 15),
    "shortest": (play_shortly, 4000, 15),
    "example": (play_as_in_the_example, 500, 10),
    "C++": (play_in_cpp, 12000, 15),
}
"""For each way its function, hands a round, and rounds."""
