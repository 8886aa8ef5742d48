"""Questions: computing time to a precision of 0.005 points, and commands as a user starts them."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sim.ask.answer import Seating
from sim.ask.answering import answer
from sim.ask.parsing import make_question
from sim.ask.precision import Precision
from sim.ask.question import Question
from sim.chances.equity import find_equity
from sim.rules.presets import preset

pytestmark = pytest.mark.benchmark(group="questions")
HAND = "JS KS AH 9D TC"
WIDTH = 0.005
STANDARD = preset("standard")


def measure(benchmark: BenchmarkFixture, question: Question, spec: str, rounds: int = 5) -> None:
    """Time an answer with that strategy on all seats; the first one compiles what is missing."""
    seating = Seating((spec,) * question.rules.players)
    answer(question, seating, precision=Precision(deals=2_000), seed=1)
    found = benchmark.pedantic(
        answer, (question, seating), {"precision": Precision(width=WIDTH), "seed": 1}, rounds=rounds, warmup_rounds=1
    )
    benchmark.extra_info |= {"deals": found.deals, "drawn": found.drawn, "choices": len(found.choices)}


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_first_round(benchmark: BenchmarkFixture, seat: int, spec: str) -> None:
    measure(benchmark, make_question(STANDARD, HAND, "QS", seat=seat), spec)


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_second_round(benchmark: BenchmarkFixture, seat: int, spec: str) -> None:
    measure(benchmark, make_question(STANDARD, HAND, "QD", seat=seat, round_=2), spec)


@pytest.mark.parametrize(
    "told",
    [
        {"hand": HAND, "up": "QS", "decision": "lead", "maker": "dealer"},
        {"hand": "JS KS AH 9H", "up": "QS", "maker": 2, "played": "9C QC TC AC; TD JH"},
        {"hand": HAND, "up": "QS", "decision": "discard", "maker": 2},
    ],
    ids=["lead", "second trick", "discard"],
)
def test_play(benchmark: BenchmarkFixture, told: dict[str, str], spec: str) -> None:
    measure(benchmark, make_question(STANDARD, **told), spec)


def test_equity_table(benchmark: BenchmarkFixture, spec: str) -> None:
    """A table of another seed each time, so that none comes from disk."""
    seeds = iter(range(1000, 2000))
    benchmark.pedantic(lambda: find_equity(STANDARD, [spec] * 4, seed=next(seeds), hands=100_000), rounds=2)
