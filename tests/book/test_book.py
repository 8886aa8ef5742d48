"""Training, the file of a book, the strategy that bids by it, and what is shown of it."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sim.book.bidders import bidding_table, both_ways
from sim.book.book_file import Book, book_bytes, filled_in, read_book, write_book
from sim.book.classes import class_index
from sim.book.contracts import ANSWERS, contracts_of
from sim.book.exploiting import Checking, CheckPlan
from sim.book.library import Source
from sim.book.showing import look_up
from sim.book.smoothing import Model, best_answers, estimate_answers
from sim.book.training import BookPlan, Trained, Training
from sim.book.walking import COLUMNS, COUNT
from sim.errors import EuchreError, RunFolderError
from sim.players.strategy import load_player
from sim.rules.presets import preset
from strategies.parts import book_classes
from support.command_line import called

TWO = preset("two-handed")
START = "always-order"
"""Whom the first round answers to: somebody from whom few deals are enough to win."""


def plan(folder: Path, rounds: int = 2) -> BookPlan:
    return BookPlan(Source(TWO, load_player("basic"), 5), load_player(START), 20_000, 20_000, rounds, 2, folder)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    return Training(plan(tmp_path_factory.mktemp("book"))).finish()


def test_a_book_wins_against_whom_it_was_trained_to_answer(trained: Trained) -> None:
    first, last = trained.rounds
    assert last.over_start.lo is not None and last.over_start.lo > 0.1
    assert (first.deals, last.deals) == (20_000, 20_000)
    assert trained.table.shape == (4, class_index(24).count)


@pytest.mark.nightly
def test_training_that_was_stopped_comes_to_the_same(trained: Trained, tmp_path: Path) -> None:
    Training(plan(tmp_path, 1)).finish()
    again = Training(plan(tmp_path)).finish()
    assert np.array_equal(again.table, trained.table)
    assert np.array_equal(again.values, trained.values)
    assert again.rounds == trained.rounds
    other = BookPlan(Source(TWO, load_player("basic"), 5), load_player("simple"), 20_000, 20_000, 2, 2, tmp_path)
    with pytest.raises(RunFolderError, match="rounds of another book"):
        Training(other).finish()


def test_the_file_says_what_was_trained(trained: Trained, tmp_path: Path) -> None:
    path = tmp_path / "two.npz"
    size = write_book(trained, path)
    assert size == path.stat().st_size <= 60_000
    book = read_book(path)
    assert book.rules == TWO
    assert book.about["deals"] == 20_000 and book.about["rules_id"] == TWO.id()
    asked = trained.table[:2] == 0
    assert np.array_equal(book.table[:2], trained.table[:2])
    assert np.array_equal(book.table[2:][asked], trained.table[2:][asked])
    assert book_bytes(trained) == path.read_bytes()


def test_a_damaged_book_is_told_in_a_sentence(trained: Trained, tmp_path: Path) -> None:
    path = tmp_path / "two.npz"
    write_book(trained, path)
    data = path.read_bytes()
    for harm in (data[:1000], b"", data[:500] + bytes(40) + data[540:]):
        path.write_bytes(harm)
        with pytest.raises(RunFolderError, match="no book, or damaged"):
            read_book(path)
    with np.load(_whole(trained, tmp_path)) as kept:
        arrays = dict(kept)
    for wrong in (arrays["answers"][:, :-1], np.full_like(arrays["answers"], 2)):
        np.savez(path, answers=wrong, about=arrays["about"])
        with pytest.raises(RunFolderError, match="not those of its rules"):
            read_book(path)


def _whole(trained: Trained, folder: Path) -> Path:
    path = folder / "whole.npz"
    write_book(trained, path)
    return path


def test_what_is_never_asked_is_filled_in() -> None:
    table = np.array([[0, 1, 1, 0], [3, 5, 6, 4]], dtype=np.int8)
    assert filled_in(table, 1).tolist() == [[0, 1, 1, 0], [3, 3, 3, 4]]


def test_the_strategy_numbers_hands_as_the_trainer_does() -> None:
    index = class_index(25)
    assert np.array_equal(np.maximum(index.base, 0), book_classes.BASE.array)
    assert np.array_equal(index.pair, book_classes.PAIR.array)
    assert np.array_equal(class_index(24).rows, index.rows[: class_index(24).count])


def test_the_strategy_bids_by_its_book() -> None:
    from strategies.book import BOOKS, FOLDER

    book = read_book(FOLDER / BOOKS["standard"])
    assert np.array_equal(bidding_table(load_player("book"), book.rules), both_ways(book.table))


def test_books_are_small_and_say_where_they_come_from() -> None:
    from strategies.book import BOOKS, FOLDER

    for rules, file in BOOKS.items():
        assert (FOLDER / file).stat().st_size <= 60_000, file
        book = read_book(FOLDER / file)
        assert book.about["deals"] >= 1_000_000
        assert rules.split()[0] in book.about["rules_name"]


def test_estimates_find_what_was_put_in() -> None:
    """Class means with noise: the estimates are nearer to the truth than the means, and than nothing."""
    rules = preset("standard")
    index, contracts = class_index(24), contracts_of(rules)
    rng = np.random.default_rng(1)
    truth = 0.4 * (index.rows[:, 0] >> 2 & 1) + 0.2 * (index.rows[:, 4] == 2) - 0.3 + rng.normal(0, 0.1, index.count)
    sums = np.zeros((index.count, COLUMNS), dtype=np.int64)
    sums[:, COUNT] = rng.poisson(40, index.count)
    sums[:, 1] = np.rint(sums[:, COUNT] * truth + np.sqrt(sums[:, COUNT]) * rng.normal(0, 1.5, index.count))
    variances = np.full(ANSWERS, 1.5**2)
    values, trust = estimate_answers(Model.of(index), sums, variances, contracts, 0)
    assert trust[0].spread == pytest.approx(0.1, abs=0.02)
    seen = sums[:, COUNT] > 0
    means = sums[:, 1] / np.maximum(sums[:, COUNT], 1)
    assert np.var(values[seen, 1] - truth[seen]) < 0.3 * np.var(means[seen] - truth[seen])
    assert np.var(values[:, 1] - truth) < 1.05 * 0.1**2
    assert np.isneginf(values[:, 3:]).all() and (values[:, 0] == 0).all()
    assert set(np.unique(best_answers(values))) <= {0, 1, 2}


def test_a_best_response_wins_little_against_a_book(trained: Trained, tmp_path: Path) -> None:
    book, basic = Book(TWO, trained.table, {}), load_player("basic")
    check = CheckPlan(book, basic, 77, 20_000, 20_000, 1, 2, tmp_path)
    start = bidding_table(load_player(START), TWO)
    found = Checking(check, start).finish()
    weak = Checking(replace(check, book=Book(TWO, start[:, ::2], {})), start).finish()
    assert weak.response[0].lo is not None and weak.response[0].lo > 0.1 and weak.over_cards.value == 0
    assert found.response[0].value is not None and found.response[0].value < weak.response[0].value / 5
    assert found.over_cards.lo is not None and found.over_cards.lo > 0.1
    assert "best response, round 1" in found.to_text()


def test_a_page_of_a_book(trained: Trained, tmp_path: Path) -> None:
    book = read_book(_whole(trained, tmp_path))
    page = look_up(book, "JS KS AS 9D TC", "QS")
    assert [line.name for line in page.lines] == ["non-dealer", "dealer"]
    assert page.lines[1].first == "order" and page.lines[1].second is None
    worth = look_up(book, "JS KS AS 9D TC", "QS", 2, trained.values)
    assert len(worth.lines) == 1 and worth.lines[0].gains[0] is not None
    assert worth.lines[0].gains[0]["pass"] == 0 < worth.lines[0].gains[0]["order"]
    assert "order (+" in worth.to_text()
    for hand, up in (
        ("JS KS AS 9D", "QS"),
        ("JS KS AS 9D TC", "TC"),
        ("JS KS AS 9D 8C", "QS"),
        ("9S 9H 9D 9C TC", "Jo"),
    ):
        with pytest.raises(EuchreError) as told:
            look_up(book, hand, up)
        assert told.value.hint
    with pytest.raises(EuchreError, match="no seat 3"):
        look_up(book, "JS KS AS 9D TC", "QS", 3)


def test_green_suits_are_named_as_they_are_held(trained: Trained, tmp_path: Path) -> None:
    book = Book(TWO, np.zeros_like(trained.table), {"held_out": {}})
    book.table[2] = 1  # the longer green suit, whichever it is
    for hand, suit in (("AH KH QH 9D TC", "hearts"), ("AD KD QD 9H TC", "diamonds")):
        assert look_up(book, hand, "QS", 1).lines[0].second == suit


def test_the_command_trains_and_shows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = called("",
        "book", "train", "--rules", "two-handed", "--deals", "5000", "--held-out", "5000", "--rounds", "1",
        "--seed", "3", "--out", "own.npz", "--json", "--quiet",
    )  # fmt: skip
    assert done.exit_code == 0, done.stderr
    assert json.loads(done.stdout)["result"]["bytes"] == (tmp_path / "own.npz").stat().st_size
    shown = called("", "book", "show", "JS KS AS 9D TC", "--up", "QS", "--book", "own.npz", "--json")
    assert [line["first"] for line in json.loads(shown.stdout)["result"]["lines"]][1] == "order"
    worth = called("", "book", "show", "JS KS AS 9D TC", "--up", "QS", "--book", "own.npz", "--values",
                        "own.npz.work/values.npz")  # fmt: skip
    assert "order (+" in worth.stdout
    refused = called("", "book", "show", "JS KS AS 9D TC", "--up", "QS", "--rules", "pepper")
    assert refused.exit_code == 2 and "no book ships for pepper" in refused.stderr
