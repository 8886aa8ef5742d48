"""Which of many can be told apart: Holm's correction for many comparisons, and letters that show the answer.

Holm's step-down (*Scandinavian Journal of Statistics*, 1979) keeps the chance of even one false difference among all
comparisons at most `ALPHA`, however they depend on each other. Letters are found by inserting one difference after the
other and absorbing what is superfluous (Piepho, *Journal of Computational and Graphical Statistics*, 2004): those that
share a letter have not been told apart.
"""

from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import Final

from sim.stats.estimates import Estimate

ALPHA: Final = 0.05
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def p_value(difference: Estimate) -> float:
    """Chance of a difference at least as large where there is none (two-sided, normal); 1 without spread at 0."""
    if not difference.value:
        return 1.0
    if difference.se is None:
        return 1.0  # too few to tell
    if difference.se == 0:
        return 0.0
    return 2 * NormalDist().cdf(-abs(difference.value) / difference.se)


def holm(chances: Sequence[float], alpha: float = ALPHA) -> list[bool]:
    """Which of the comparisons with these p-values are differences, with at most `alpha` of any error among all."""
    order = sorted(range(len(chances)), key=lambda k: chances[k])
    found = [False] * len(chances)
    for rank, k in enumerate(order):
        if chances[k] > alpha / (len(chances) - rank):
            break
        found[k] = True
    return found


def letters(count: int, different: Iterable[tuple[int, int]]) -> list[str]:
    """Letters of `count` things in order of rank, given the pairs that differ."""
    groups = [frozenset(range(count))]
    for one, other in different:
        split: list[frozenset[int]] = []
        for group in groups:
            split += [group - {one}, group - {other}] if one in group and other in group else [group]
        unique = list(dict.fromkeys(split))
        groups = [group for group in unique if not any(group < larger for larger in unique)]
    groups.sort(key=lambda group: sorted(group))
    return ["".join(_letter(k) for k, group in enumerate(groups) if thing in group) for thing in range(count)]


def _letter(number: int) -> str:
    return _LETTERS[number] if number < len(_LETTERS) else f"({number + 1})"
