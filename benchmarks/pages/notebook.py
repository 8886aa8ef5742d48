"""Writes and runs the example notebook: `python benchmarks/pages/notebook.py`."""

import os
import tempfile
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

HERE = Path(__file__).resolve().parents[2] / "docs" / "notebooks"
ROOT = HERE.parent.parent

CELLS = [
    "# When to order, from a run of your own\n\nPlay some games, then read the statistics. Every number comes with its "
    "standard error, its 95 % interval (`lo` to `hi`) and its sample `n`.",
    """import altair as alt

from euchre_sim import load_run, preset, run

alt.renderers.enable("svg")  # pictures that also show where there is no network
run(preset("standard"), ["basic"], games=20_000, seed=1, out="runs/notebook").finish()
games = load_run("runs/notebook")
games.config.side_names(), games.units""",
    "## The hands themselves\n\nA row a hand, with cards as people write them.",
    """games.hands(["game", "hand", "upcard", "hand_4", "round", "maker", "trump", "alone", "tricks"]).head()""",
    "## Who orders, and how it goes\n\nSeat 1 is the eldest hand, seat 4 the dealer; seat 0 all of them.",
    """seats = games.ordering()
seats[seats.measure.isin(["ordered", "euchred", "net"])].pivot(
    index=["round", "seat"], columns="measure", values="mean"
).round(3)""",
    "The dealer's partner with two trumps in the first round, by bowers and off-suit aces:",
    """hands = games.ordering("trumps")
columns = ["bowers", "aces", "mean", "lo", "hi", "n"]
hands.query("round == 1 and seat == 2 and trumps == 2 and measure == 'net'")[columns].round(3)""",
    "Each cell names a hand to look at:",
    """hands.query("round == 1 and seat == 2 and trumps == 2 and measure == 'net'").example.iloc[0]""",
    "## Charts\n\nEvery chart of the report is there by its name (`games.charts()` lists them).",
    """games.chart("net-by-seat")""",
    """games.chart("chance-1")""",
    "## Lone hands",
    """games.loners("against").query("seat == 0 and measure in ['share', 'marched', 'euchred']").pivot(
    index="against", columns="measure", values="mean"
).round(3)""",
]


def notebook() -> nbformat.NotebookNode:
    """The notebook, not yet run."""
    cells = [new_markdown_cell(text) if text[0] == "#" or text[0].isupper() else new_code_cell(text) for text in CELLS]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    return new_notebook(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}})


def execute(node: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Run all cells in a fresh folder."""
    os.environ["PYTHONPATH"] = f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    with tempfile.TemporaryDirectory() as folder:
        client = NotebookClient(node, timeout=600, kernel_name="python3", resources={"metadata": {"path": folder}})
        client.execute(env=os.environ)
    for cell in node.cells:
        cell["metadata"] = {}  # when a cell ran is of no interest
        cell["outputs"] = [o for o in cell.get("outputs", []) if o.get("name") != "stderr"] if "outputs" in cell else []
        if cell.cell_type == "markdown":
            del cell["outputs"]
    return node


if __name__ == "__main__":
    nbformat.write(execute(notebook()), HERE / "ordering.ipynb")
