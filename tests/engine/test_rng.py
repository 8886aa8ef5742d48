"""Random words: the published answers of the generator, and no two uses of it that meet."""

from itertools import combinations, product
from typing import Any

import numba
import numpy as np
import pytest
from scipy.stats import chi2

from sim.bits import U
from sim.engine.layout import DECISION_STRIDE, HOOKS, MAX_PLAYERS
from sim.engine.rng import DEAL, FIRST_DEALER, decision_word, first_dealer, hand_words, threefry_block

ONES = 0xFFFF_FFFF_FFFF_FFFF
BEYOND = 5.8e-7
"""Two-sided chance of a deviation beyond 5 sigma."""

# Counter, key and answer of threefry2x64 with 20 rounds in Random123's table of known answers (kat_vectors).
KNOWN_ANSWERS = [
    pytest.param((0, 0), (0, 0), (0xC2B6E3A8C2C69865, 0x6F81ED42F350084D), id="zeros"),
    pytest.param((ONES, ONES), (ONES, ONES), (0xE02CB7C4D95D277A, 0xD06633D0893B8B68), id="ones"),
    pytest.param(
        (0x243F6A8885A308D3, 0x13198A2E03707344),
        (0xA4093822299F31D0, 0x082EFA98EC4E6C89),
        (0x263C7D30BB0F0AF1, 0x56BE8361D3311526),
        id="digits-of-pi",
    ),
]


def block(key: tuple[int, int], counter: tuple[int, int]) -> tuple[int, int]:
    """The generator's two words."""
    first, second = threefry_block(U(key[0]), U(key[1]), U(counter[0]), U(counter[1]))
    return int(first), int(second)


@numba.njit
def words_of_hands(seed: Any, first: Any, games: Any, hands: Any, draws: Any) -> Any:
    """uint64[games, hands, draws, 2]"""
    out = np.zeros((games, hands, draws, 2), dtype=np.uint64)
    for game in range(games):
        for hand in range(hands):
            for draw in range(draws):
                out[game, hand, draw, 0], out[game, hand, draw, 1] = hand_words(seed, first + game, hand, draw)
    return out


@numba.njit
def words_of_decisions(chances: Any, numbers: Any) -> Any:
    """uint64[chances, numbers]"""
    out = np.zeros((len(chances), len(numbers)), dtype=np.uint64)
    for i in range(len(chances)):
        for k in range(len(numbers)):
            out[i, k] = decision_word(chances[i], numbers[k])
    return out


def improbable(counts: np.ndarray) -> bool:
    """Whether counts that should be equal differ by more than 5 sigma, or suspiciously little."""
    expected = counts.sum() / counts.size
    statistic = ((counts - expected) ** 2 / expected).sum()
    return not BEYOND / 2 < chi2.sf(statistic, counts.size - 1) < 1 - BEYOND / 2


@pytest.mark.parametrize(("counter", "key", "answer"), KNOWN_ANSWERS)
def test_known_answers(counter: tuple[int, int], key: tuple[int, int], answer: tuple[int, int]) -> None:
    assert block(key, counter) == answer


def test_key_and_counter_of_a_hand() -> None:
    """Seed and purpose are the key; game, and hand with the draw above it, the counter: what makes replays possible."""
    seed, game, hand, draw = 2**63 - 1, 10**15, 29_999, 65_536
    words = words_of_hands(U(seed), game, 1, 1, 1)
    assert (int(words[0, 0, 0, 0]), int(words[0, 0, 0, 1])) == block((seed, DEAL), (game, 0))

    @numba.njit
    def one(seed: Any, game: Any, hand: Any, draw: Any) -> Any:
        return hand_words(seed, game, hand, draw)

    first, second = one(U(seed), game, hand, draw)
    assert (int(first), int(second)) == block((seed, DEAL), (game, hand | draw << 32))
    dealer = first_dealer(U(seed), game, 4)
    assert dealer == block((seed, FIRST_DEALER), (game, 0))[0] * 4 >> 64


def test_no_word_is_drawn_twice() -> None:
    several = [words_of_hands(U(seed), first, 40, 30, 12) for seed, first in product((0, 1, 2**40), (0, 10**6))]
    words = np.concatenate([some.reshape(-1) for some in several])
    assert len(np.unique(words)) == len(words)


def test_decisions_are_numbered_apart() -> None:
    numbers = [
        HOOKS.index(hook) * DECISION_STRIDE + 8 * trick + position
        for hook in HOOKS
        for trick in range(7)
        for position in range(MAX_PLAYERS)
    ]
    assert len(set(numbers)) == len(numbers)


def test_every_bit_changes_half_the_answer() -> None:
    flips = []
    for bit in range(64):
        for place in range(4):
            inputs = [123, 0, 456, 7]
            before = block((inputs[0], inputs[1]), (inputs[2], inputs[3]))
            inputs[place] ^= 1 << bit
            after = block((inputs[0], inputs[1]), (inputs[2], inputs[3]))
            flips.append(sum((a ^ b).bit_count() for a, b in zip(before, after, strict=True)))
    # 128 fair coins have a standard deviation of 5.66.
    assert min(flips) > 64 - 5.5 * 5.66
    assert max(flips) < 64 + 5.5 * 5.66
    assert abs(np.mean(flips) - 64) < 5 * 5.66 / len(flips) ** 0.5


@pytest.mark.parametrize("players", range(2, MAX_PLAYERS + 1))
def test_first_dealers(players: int) -> None:
    dealers = [first_dealer(U(9), game, players) for game in range(100_000)]
    counts = np.bincount(dealers, minlength=players)
    assert len(counts) == players
    assert not improbable(counts)
    pairs = np.bincount(np.array(dealers[:-1]) * players + np.array(dealers[1:]), minlength=players**2)
    assert not improbable(pairs)


def test_decision_words_are_uniform_and_independent() -> None:
    chances = words_of_hands(U(4), 0, 200, 15, 1)[:, :, 0, 1].reshape(-1)
    numbers = np.arange(len(HOOKS) * DECISION_STRIDE, dtype=np.int64)
    words = words_of_decisions(chances, numbers)
    assert len(np.unique(words)) == words.size
    for shift in (0, 30, 56):
        bytes_ = ((words >> U(shift)) & U(0xFF)).astype(np.int64)
        assert not improbable(np.bincount(bytes_.reshape(-1), minlength=256))
    # The decisions of one trick, pair by pair: leads and follows of neighbours must not know of each other.
    follow = HOOKS.index("follow") * DECISION_STRIDE
    asked = [HOOKS.index("lead") * DECISION_STRIDE + 8, *(follow + 8 * t + k for t in (1, 2) for k in (1, 2, 3))]
    for one, other in combinations(asked, 2):
        pairs = (words[:, one] >> U(60)) << U(4) | (words[:, other] >> U(60))
        assert not improbable(np.bincount(pairs.astype(np.int64), minlength=256))


def test_players_chance_says_nothing_about_the_deal() -> None:
    words = words_of_hands(U(4), 0, 20_000, 5, 1)[:, :, 0]
    pairs = (words[..., 0] >> U(60)) << U(4) | (words[..., 1] >> U(60))
    assert not improbable(np.bincount(pairs.reshape(-1).astype(np.int64), minlength=256))
