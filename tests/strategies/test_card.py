"""The card's points are added up as the page says, and the search counts them alike."""

import re

import numpy as np
import pytest

from benchmarks.card_fit import Counting, best_cut, climb, numbers_of, params_of
from sim.book.bidders import bidding_table
from sim.book.classes import class_index
from sim.players.strategy import load_player
from sim.rules.presets import preset
from strategies import card
from support.hearing import first, second
from support.places import ROOT


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "answer"),
    [
        ("JH TH 9H AS 9C", "KH", 1, "order"),  # 24 + 5 + 2 + 1 = 32 of 27
        ("AH QH 9H AS 9C", "KH", 1, "order"),  # 24 + 2 + 1 = 27
        ("AH QH 9H KS 9C", "KH", 1, "pass"),  # 25
        ("AH QH 9H AS 9C", "JH", 1, "pass"),  # the jack goes to them: 19
        ("AH QH 9S TC 9D", "KH", 2, "order"),  # 16 of 16
        ("AH QH 9S TC 9D", "JH", 2, "pass"),  # 13
        ("AH 9S TS QC 9D", "KH", 4, "pass"),  # 16 + 1 for the void of diamonds, buried, of 21
        ("JH 9S TS QC 9D", "KH", 4, "order"),  # 22
    ],
)
def test_first_round(hand: str, upcard: str, seat: int, answer: str) -> None:
    assert first(card, hand, upcard, seat) == answer


@pytest.mark.parametrize(
    ("hand", "upcard", "seat", "answer"),
    [
        ("AD QD 9S TC 9H", "KH", 1, "D"),  # next: 16 + 5 of 19
        ("AS QS 9D TC 9H", "KH", 1, "pass"),  # green: 16
        ("AS QS 9D TC 9H", "KH", 2, "S"),  # 16 of 15
        ("AS QS JH TC 9H", "KH", 2, "pass"),  # a red jack and a void: 14
    ],
)
def test_second_round(hand: str, upcard: str, seat: int, answer: str) -> None:
    assert second(card, hand, upcard, seat) == answer


def test_alone_by_the_lone_count_whatever_the_first_says() -> None:
    hand = "JH JD AH KH AS"  # 28 + 6 + 4 + 2 + 5 + 6 - 3 = 48 of 37
    assert first(card, hand, "9H", 1) == "alone"
    assert first(card, hand, "9H", 1, {"alone_order_1": 99}) == "order"
    assert first(card, "9H TH QH KH AS", "JH", 1, {"order_1": 99, "alone_order_1": 27}) == "alone"


def test_the_search_counts_as_the_strategy_does() -> None:
    index = class_index(24)
    numbers = numbers_of(card.Params())
    assert params_of(*numbers) == card.Params()
    table = Counting(index).table(*numbers)
    # Of two green suits with as many points the strategy takes the first, which is the longer one way round only.
    assert np.array_equal(table, bidding_table(load_player("card"), preset("standard"))[:, ::2])


def test_the_best_cut_and_the_climb() -> None:
    points, gains = np.array([1, 2, 3, 5]), np.array([-4.0, 1.0, -2.0, 3.0])
    assert best_cut(points, gains) == (3.0, 4)  # nothing has four
    assert best_cut(points, -np.abs(gains)) == (0.0, 6)

    def value(numbers: np.ndarray) -> tuple[float, list[int]]:
        return -float((numbers[0] - 3) ** 2 + (numbers[0] + numbers[1]) ** 2), [7]

    numbers, cuts, best = climb(value, (0, 0), 8)
    assert (numbers.tolist(), cuts, best) == ([3, -3], [7], 0.0)
    assert climb(value, (0, 0), 2)[0].tolist() == [2, -2]


def test_the_page_prints_the_card_that_plays() -> None:
    page = (ROOT / "docs" / "book.md").read_text(encoding="utf-8")
    section = page.split("\n## The card\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    printed = [int(cell) for line in lines for cell in line.split("|") if re.fullmatch(r" -?\d+ ", cell)]
    assert printed == list(card.Params())
