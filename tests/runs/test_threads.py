"""The one driver of threads: results as they end or in order, errors, and what is finished while it stops."""

import threading
import time
from contextlib import closing

import pytest

from sim.runs.threads import Stop, as_they_end, in_turn


def slow_first(piece: int, halted: Stop) -> int:
    """The first piece takes longer than all others."""
    time.sleep(0.4 if piece == 0 else 0.01)
    return piece * piece


def test_results_come_as_they_end_or_in_order() -> None:
    ended = [piece for results in as_they_end(slow_first, range(6), 2) for piece, _ in results]
    assert sorted(ended) == [*range(6)] and ended[0] != 0
    found = [result for result in in_turn(slow_first, range(6), 2) if result is not None]
    assert found == [(piece, piece * piece) for piece in range(6)]


@pytest.mark.parametrize("in_turn", [False, True])
def test_no_more_than_two_pieces_a_thread_are_in_hand(in_turn: bool) -> None:
    taken: list[int] = []
    pieces = (taken.append(piece) or piece for piece in range(50))  # type: ignore[func-returns-value]
    given = 0
    for results in as_they_end(slow_first, pieces, 2, in_turn=in_turn):
        given += len(results)
        assert len(taken) <= given + 4
    assert given == 50


def test_what_ended_before_an_error_is_given_first() -> None:
    def work(piece: int, halted: Stop) -> int:
        if piece == 3:
            raise ValueError("three")
        return piece

    late: list[int] = []

    def note(piece: int, result: int) -> None:
        late.append(result)

    given: list[int] = []
    driver = as_they_end(work, range(100), 1, late=note)
    with pytest.raises(ValueError, match="three"):
        given.extend(result for results in driver for _, result in results)
    assert {0, 1, 2} <= set(given + late) and 3 not in given + late


def test_what_is_finished_while_it_stops_is_not_lost() -> None:
    begun = threading.Event()
    late: list[int] = []

    def work(piece: int, halted: Stop) -> int:
        begun.set()
        while not halted():
            time.sleep(0.01)
        return piece

    with pytest.raises(KeyboardInterrupt):
        for _ in as_they_end(work, range(9), 2, begun.is_set, late=lambda piece, result: late.append(result)):
            pass
    assert late == [0, 1]
    with closing(as_they_end(work, range(9), 2, late=lambda piece, result: late.append(result + 10))) as results:
        next(results)
    assert late == [0, 1, 10, 11]
