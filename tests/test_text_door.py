"""Every form of every result goes through one door, and behind the door there is what it names."""

from importlib import import_module

import pytest

from sim.ask.answer import Answer
from sim.ask.sensitivity import Panel
from sim.book.exploiting import BookCheck
from sim.book.showing import BookPage
from sim.chances.equity import Equity
from sim.compare.result import CompareResult
from sim.compare.roundrobin import TableResult
from sim.compare.sweep import SweepResult
from sim.review.reviewed import Review
from sim.runs.hindsight import Hindsight
from sim.runs.luck import RunLuck
from sim.runs.summary import Summary
from sim.runs.traced import Trace
from sim.solver.solution import Solution
from sim.text_door import FORMS

RESULTS = (
    Answer,
    BookCheck,
    BookPage,
    CompareResult,
    Equity,
    Hindsight,
    Panel,
    Review,
    RunLuck,
    Solution,
    Summary,
    SweepResult,
    TableResult,
    Trace,
)
METHODS = {"text": "to_text", "markdown": "to_markdown", "html": "_repr_html_", "data": "to_dict"}


def test_the_door_is_for_the_results_there_are() -> None:
    assert set(FORMS) == {result.__name__ for result in RESULTS}


@pytest.mark.parametrize("result", RESULTS)
def test_every_form_has_a_method_and_a_function(result: type) -> None:
    for form, place in FORMS[result.__name__].items():
        assert callable(getattr(result, METHODS[form]))
        module, _, function = place.partition(":")
        assert callable(getattr(import_module(f"sim.text.{module}"), function))
