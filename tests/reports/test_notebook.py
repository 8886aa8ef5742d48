"""The example notebook runs, and prints what it shows; charts are compared by their kind only."""

import re
import runpy

import nbformat
import pytest

from support.places import DOCS, ROOT

NOTEBOOKS = DOCS / "notebooks"


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::PendingDeprecationWarning")
def test_notebook_shows_what_it_does() -> None:
    maker = runpy.run_path(str(ROOT / "benchmarks" / "pages" / "notebook.py"))
    kept = nbformat.read(NOTEBOOKS / "ordering.ipynb", as_version=4)
    made = maker["execute"](maker["notebook"]())
    assert [cell.source for cell in made.cells] == [cell.source for cell in kept.cells]
    for fresh, old in zip(made.cells, kept.cells, strict=True):
        assert [shown(output) for output in fresh.get("outputs", [])] == [
            shown(output) for output in old.get("outputs", [])
        ]


def shown(output: nbformat.NotebookNode) -> object:
    """What a reader sees of an output: its text, or the kinds of data of a chart."""
    if output.output_type == "stream":
        return output.text
    kinds = sorted(output.data)
    if any("vega" in kind for kind in kinds):
        return kinds
    # Tables differ in their last digit where a strategy or a rule of the engine has changed: that is to be seen.
    return re.sub(r"\s+", " ", output.data["text/plain"])
