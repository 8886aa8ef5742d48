"""From class means to estimates: a second-order model of the cards, and each class's own mean as far as it is trusted.

Most classes are met some hundred times only, so that their own means are noise. A ridge regression on the cards held,
the upcard, voids and lengths, and the products of any two of these (717 features with 24 cards) says what classes have
in common; what is left is shrunk by empirical Bayes: the spread of the true values about the model is estimated for
each answer, and a class counts by n / (n + variance / spread).

The sums of products are whole numbers and exact, so the estimates do not hang on threads.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numba.core import types

from sim.book.classes import JOKER_HELD, UP, A, ClassIndex, G, N, T
from sim.book.contracts import ANSWERS, Contracts
from sim.book.walking import COUNT
from sim.engine.jit import inlined, kernel

RIDGE: Final = 30.0
"""Deals that speak against every weight of the model."""
LEAST_SPREAD: Final = 1e-4
"""Variance of the true values about the model at least, in square points."""
PLAIN, NUMBERS, TABLES = types.boolean[:, ::1], types.int16[:, ::1], types.int64[:, ::1]


@dataclass(frozen=True, eq=False)
class Model:
    """The features of all classes: few of them are on in a class, so that they are listed rather than multiplied."""

    plain: np.ndarray
    """bool[classes, features]: those of single cards, voids and lengths."""
    numbers: np.ndarray
    """int16[features, features]: the number of the product of two; 0, that of the constant, where it never comes. Of a
    feature with itself, its own number."""
    size: int
    """Number of features, the constant included."""

    @classmethod
    def of(cls, index: ClassIndex) -> "Model":
        """The model for one pack."""
        rows = index.rows.astype(np.int64)
        sets = [rows[:, column] for column in (T, N, A, G)]
        held = [np.bitwise_count(lane) for lane in sets]
        columns: list[Any] = [lane >> rank & 1 for lane in sets for rank in range(index.ranks)]
        columns += [rows[:, UP] == rank for rank in range(index.ranks)]
        columns += [lane == 0 for lane in sets]
        columns += [held[0] >= 2, *(count >= 3 for count in held)]
        columns += [rows[:, JOKER_HELD] == 1] if rows[:, JOKER_HELD].any() else []
        plain = np.stack(columns, axis=1).astype(bool)
        together = plain.T.astype(np.float32) @ plain.astype(np.float32)
        first, second = np.nonzero(np.triu(together, 1))
        numbers = np.zeros(together.shape, dtype=np.int16)
        own = np.arange(plain.shape[1])
        numbers[own, own] = 1 + own
        numbers[first, second] = 1 + len(own) + np.arange(len(first))
        return cls(plain, numbers, 1 + len(own) + len(first))


@inlined
def _list_features(plain: Any, numbers: Any, row: Any, on: Any) -> Any:
    """Write the numbers of the features that are on in a class, the constant first; how many there are."""
    on[0] = 0
    count = 1
    for one in range(plain.shape[1]):
        if plain[row, one]:
            for other in range(one, plain.shape[1]):
                if plain[row, other]:
                    on[count] = numbers[one, other]
                    count += 1
    return count


@kernel(types.void(PLAIN, NUMBERS, types.int64[::1], TABLES, TABLES, TABLES))
def add_products(plain: Any, numbers: Any, counts: Any, gains: Any, products: Any, targets: Any) -> None:
    """Sums over classes: products of features and features times gains."""
    on = np.zeros(products.shape[0], dtype=np.int64)
    for row in range(plain.shape[0]):
        many = counts[row]
        if many == 0:
            continue
        count = _list_features(plain, numbers, row, on)
        for i in range(count):
            for j in range(count):
                products[on[i], on[j]] += many
            for k in range(gains.shape[1]):
                targets[on[i], k] += gains[row, k]


@kernel(types.void(PLAIN, NUMBERS, types.float64[:, ::1], types.float64[:, ::1]))
def add_weights(plain: Any, numbers: Any, weights: Any, expected: Any) -> None:
    """What the model expects of each class: the weights of the features that are on."""
    on = np.zeros(weights.shape[0], dtype=np.int64)
    for row in range(plain.shape[0]):
        count = _list_features(plain, numbers, row, on)
        for i in range(count):
            for k in range(weights.shape[1]):
                expected[row, k] += weights[on[i], k]


@dataclass(frozen=True)
class Trust:
    """How the estimates of one answer were made: spread of the true values about the model, and the share of the
    classes' own means in them."""

    answer: int
    spread: float
    share: float


def estimate_answers(
    model: Model, sums: np.ndarray, variances: np.ndarray, contracts: Contracts, node: int, repeats: float = 1.0
) -> tuple[np.ndarray, list[Trust]]:
    """What each answer of a node is worth above a pass, float32[classes, ANSWERS]; -inf where it is not allowed.

    `sums` int[classes, COLUMNS] are those of `walking.walk`, with every deal counted `repeats` times; `variances`
    float64[ANSWERS] are of (answer less pass) on single deals.
    """
    told = [answer for answer in range(1, ANSWERS) if contracts.places[node, answer] >= 0]
    found = np.full((len(sums), ANSWERS), -np.inf, dtype=np.float32)
    if 0 in contracts.answers(node):
        found[:, 0] = 0
    counts = sums[:, COUNT].astype(np.int64)
    gains = sums[:, told].astype(np.int64) - sums[:, :1].astype(np.int64)
    if not counts.any():
        found[:, told] = 0
        return found, []
    weights = _solve(model, counts, gains, repeats)
    seen = counts / repeats
    means = gains / np.maximum(counts, 1)[:, None]
    expected = np.zeros(means.shape)
    add_weights(model.plain, model.numbers, weights, expected)
    rest, total, trusted = means - expected, seen.sum(), []
    for column, answer in enumerate(told):
        variance, met = variances[answer], seen > 0
        over = seen[met] * (rest[met, column] ** 2 - variance / seen[met])
        spread = max(LEAST_SPREAD, float(over.sum() / total))
        share = seen / (seen + variance / spread)
        found[:, answer] = expected[:, column] + share * rest[:, column]
        trusted.append(Trust(answer, spread**0.5, float((share * seen).sum() / total)))
    return found, trusted


def _solve(model: Model, counts: np.ndarray, gains: np.ndarray, repeats: float) -> np.ndarray:
    """The weights of the ridge regression, float64[features, answers]."""
    products = np.zeros((model.size, model.size), dtype=np.int64)
    targets = np.zeros((model.size, gains.shape[1]), dtype=np.int64)
    add_products(model.plain, model.numbers, counts, np.ascontiguousarray(gains), products, targets)
    left = products / repeats
    left[np.diag_indices_from(left)] += RIDGE
    return np.asarray(np.linalg.solve(left, targets / repeats))


def best_answers(values: np.ndarray) -> np.ndarray:
    """int8[classes]: the best answer of each class; the first of equals."""
    return np.asarray(values.argmax(axis=1).astype(np.int8))
