"""docs/fitting.md tells of the numbers that `basic` has today, and of players that can be seated."""

import ast
import re

import pytest

from sim.engine.layout import HOOKS
from sim.players.strategy import load_player
from strategies.parts.bidding_basic import Params
from support.places import DOCS, ROOT

ROW = re.compile(r"^\| `(\w+)` \| (-?\d+) \| (-?\d+) \| (-?\d+) \|$", re.MULTILINE)
VARIANTS = [
    node.name
    for node in ast.parse((ROOT / "benchmarks" / "pages" / "fitting_variants.py").read_text(encoding="utf-8")).body
    if isinstance(node, ast.ClassDef)
]


def test_the_page_has_the_numbers_of_basic() -> None:
    rows = {name: int(now) for name, _, _, now in ROW.findall((DOCS / "fitting.md").read_text(encoding="utf-8"))}
    assert rows == {name: Params._field_defaults[name] for name in rows}
    fitted = {name for name in Params._fields if name.startswith(("two_", "three_", "solo", "joker_", "long_"))}
    not_searched = {"two_alone", "two_suited", "two_trump", "three_trump", "three_defend"}
    assert fitted - not_searched <= rows.keys()


@pytest.mark.parametrize("name", VARIANTS)
def test_other_ways_to_decide_can_be_seated(name: str) -> None:
    spec = f"benchmarks/pages/fitting_variants.py:{name}"
    decided = load_player(spec).hooks
    own = {hook for hook, strategy in decided.items() if strategy == spec}
    assert own == {hook for hook in vars(load_player(spec).bidding.source) if hook in HOOKS}
    assert own and own < decided.keys()
