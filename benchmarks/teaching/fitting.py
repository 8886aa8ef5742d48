"""Fitting what is taught: trees in which every level asks one bit, each of them fitted to what those before it leave.

Such a tree is two masks (the bits of two words that it asks) and a table of one number for each pattern of them: to
use it is to push bits together and to read a number. Everything is deterministic.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit

from sim.bits import bit_index, extract, popcount


@dataclass
class Trees:
    """Masks uint64[trees, 2] and leaves float32[trees, 2**depth]; patterns have the first word's bits lowest."""

    masks: np.ndarray
    leaves: np.ndarray


@njit(nogil=True)
def _gather(words: Any, rows: Any, rest: Any, nodes: Any, sums: Any, counts: Any) -> None:
    """Sum up what is left by node and bit that is set; in the last column whatever is set."""
    for k in range(len(rows)):
        i = rows[k]
        node, r = nodes[k], rest[i]
        sums[node, 128] += r
        counts[node, 128] += 1
        for half in range(2):
            word = words[half, i]
            base = 64 * half
            while word != np.uint64(0):
                low = word & (~word + np.uint64(1))
                bit = bit_index(low)
                sums[node, base + bit] += r
                counts[node, base + bit] += 1
                word ^= low


@njit(nogil=True)
def _best_bit(size: Any, sums: Any, counts: Any, asked: Any, ridge: Any) -> Any:
    """The bit that explains most when it is asked at every node."""
    best, most = -1, -1.0
    for bit in range(128):
        if asked[bit]:
            continue
        gain = 0.0
        for node in range(size):
            s, n = sums[node, bit], counts[node, bit]
            s0, n0 = sums[node, 128] - s, counts[node, 128] - n
            gain += s * s / (n + ridge) + s0 * s0 / (n0 + ridge)
        if gain > most:
            best, most = bit, gain
    return best


@njit(nogil=True)
def _descend(words: Any, rows: Any, bit: Any, level: Any, nodes: Any) -> None:
    """Move each row on to its node of the next level."""
    half, place = bit >> 6, np.uint64(bit & 63)
    for k in range(len(rows)):
        nodes[k] |= np.int32((words[half, rows[k]] >> place) & np.uint64(1)) << level


@njit(nogil=True)
def patterns(words: Any, masks: Any, found: Any) -> None:
    """Write for each row the pattern of the bits that two masks ask, the first word's lowest."""
    shift = np.uint64(popcount(masks[0]))
    for i in range(words.shape[1]):
        found[i] = extract(words[0, i], masks[0]) | (extract(words[1, i], masks[1]) << shift)


@njit(nogil=True)
def _fill_leaves(found: Any, rest: Any, ridge: Any, rate: Any, leaves: Any) -> None:
    """Means of what is left by pattern, and what is left once they are taken off."""
    sums, counts = np.zeros(len(leaves)), np.zeros(len(leaves))
    for i in range(len(found)):
        sums[found[i]] += rest[i]
        counts[found[i]] += 1
    for k in range(len(leaves)):
        leaves[k] = rate * sums[k] / (counts[k] + ridge)
    for i in range(len(found)):
        rest[i] -= leaves[found[i]]


def fit(
    words: np.ndarray, gains: np.ndarray, trees: int, depth: int, ridge: float, rate: float, sample: int, seed: int
) -> Trees:
    """Fit `trees` trees of `depth` levels to gains float32[n] of words uint64[2, n].

    Which bits a tree asks is found on `sample` of the rows, its leaves are means over all: a leaf counts as if `ridge`
    more rows of no gain were in it, and a tree takes only the share `rate` of what it finds.
    """
    rng = np.random.default_rng(seed)
    rest = gains.astype(np.float32).copy()
    masks, leaves = np.zeros((trees, 2), dtype=np.uint64), np.zeros((trees, 1 << depth), dtype=np.float32)
    found = np.zeros(words.shape[1], dtype=np.int32)
    for t in range(trees):
        rows = np.sort(rng.choice(len(rest), min(sample, len(rest)), replace=False))
        nodes, asked = np.zeros(len(rows), dtype=np.int32), np.zeros(129, dtype=np.bool_)
        for level in range(depth):
            size = 1 << level
            sums, counts = np.zeros((size, 129), dtype=np.float32), np.zeros((size, 129), dtype=np.float32)
            _gather(words, rows, rest, nodes, sums, counts)
            bit = int(_best_bit(size, sums, counts, asked, ridge))
            asked[bit] = True
            masks[t, bit >> 6] |= np.uint64(1 << (bit & 63))
            _descend(words, rows, bit, level, nodes)
        patterns(words, masks[t], found)
        _fill_leaves(found, rest, ridge, rate, leaves[t])
    return Trees(masks, leaves)


def predict(trees: Trees, words: np.ndarray) -> np.ndarray:
    """What the trees say of words uint64[2, n]: float32[n]."""
    said = np.zeros(words.shape[1], dtype=np.float32)
    found = np.zeros(words.shape[1], dtype=np.int32)
    for masks, leaves in zip(trees.masks, trees.leaves, strict=True):
        patterns(words, masks, found)
        said += leaves[found]
    return said
