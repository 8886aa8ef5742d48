"""Small runs that the tests of reports share: one of each kind of game, every trick recorded."""

import pytest

from sim.rules.presets import preset
from sim.runs.run import run
from support.made_runs import GAMES, UNITS, Made


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Made]:
    """The runs of GAMES, and `hands`, a run of single hands; in parts of 700 games."""
    root = tmp_path_factory.mktemp("reports")
    made = {}
    for name, (base, changes, players) in GAMES.items():
        rules = preset(base).with_changes(changes)
        folder = root / name.replace(" ", "-")
        run(rules, players, games=UNITS, seed=11, out=folder, detail="plays", part_size=700).finish()
        made[name] = Made(folder, rules)
    rules = preset("standard")
    for name, players in (("hands", ["basic"]), ("other hands", ["cautious"])):
        folder = root / name.replace(" ", "-")
        run(rules, players, hands=UNITS * 4, seed=11, out=folder, part_size=2500).finish()
        made[name] = Made(folder, rules)
    return made
