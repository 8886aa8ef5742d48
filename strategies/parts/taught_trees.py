"""What `taught` has learnt: trees that ask the same bits at every node, kept in a data file that never runs code.

A tree is two masks, the bits that it asks of two words, and a number for each pattern of these. To use it is to push
bits together and to read a number. The file holds the trees of all kinds of decisions behind one another.
"""

from pathlib import Path

import numpy as np

from sim.bits import U, extract
from sim.tables import table
from strategies.parts.taught_kinds import KINDS, ORDER

POINT = 512
"""The trees' numbers are in these parts of a point."""
FILE = Path(__file__).parent.parent / "data" / "taught.npz"
MOST_ASKED = 16
"""Bits that a tree asks at most."""
_REMEDY = "install the package anew, or write it with python -m benchmarks.teaching"


def read(file):
    """Tables of a file of trees: masks uint64[trees] of the first and of the second word, how many bits the first asks,
    where the leaves of each tree begin, leaves int16, and the first tree of each kind int64[KINDS + 1].

    Raises ValueError with what is wrong with the file, and a hint.
    """
    try:
        kept = [table(file.resolve(), name) for name in ("masks", "leaves", "starts")]
    except Exception as error:  # as told by `table`
        told = getattr(error, "message", error)
        raise ValueError(f"{file} can't be read as trees: {told}; {_REMEDY}") from None
    masks, leaves, starts = (one.array for one in kept)
    if [str(one.dtype) for one in kept] != ["uint64", "int16", "int64"]:
        raise ValueError(f"{file} is damaged: its masks, leaves and starts are of other types; {_REMEDY}")
    if masks.ndim != 2 or masks.shape[1] != 2 or leaves.ndim != 1 or starts.shape != (KINDS + 1,):
        raise ValueError(f"{file} is damaged: its masks, leaves and starts have other shapes; {_REMEDY}")
    asked = [[int(mask).bit_count() for mask in row] for row in masks]
    deep = any(first + second > MOST_ASKED for first, second in asked)
    sizes = [] if deep else [1 << (first + second) for first, second in asked]
    places = np.cumsum([0, *sizes], dtype=np.int64)
    in_order = starts[0] == 0 and starts[-1] == len(masks) and bool((np.diff(starts) >= 0).all())
    if deep or not in_order or places[-1] != len(leaves) or masks[starts[ORDER] :, 1].any():
        raise ValueError(f"{file} is damaged: its masks, leaves and starts do not belong together; {_REMEDY}")
    shifts = np.array([first for first, _ in asked], dtype=np.uint64)
    computed = [table(array) for array in (masks[:, 0], masks[:, 1], shifts, places[:-1])]
    return *computed, *kept[1:]


FIRST, SECOND, SHIFTS, PLACES, LEAVES, STARTS = read(FILE)


def said(first, second, kind):
    """What the trees of one kind of decision say of two words, in parts of a point."""
    total = 0
    for tree in range(STARTS[kind], STARTS[kind + 1]):
        pattern = extract(first, FIRST[tree]) | (extract(second, SECOND[tree]) << SHIFTS[tree])
        total += LEAVES[U(PLACES[tree]) + pattern]
    return total


def said_of_one(word, kind):
    """The same of kinds whose trees only ask the first word."""
    total = 0
    for tree in range(STARTS[kind], STARTS[kind + 1]):
        total += LEAVES[U(PLACES[tree]) + extract(word, FIRST[tree])]
    return total
