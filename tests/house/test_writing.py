"""docs/writing-a-strategy.md: its code is the code in docs/bots/, all of it plays, and the last bot beats `basic`.

What its console blocks print is checked by test_docs.py.
"""

import re
import sys
from pathlib import Path

import pytest

from sim.compare.comparison import compare
from sim.players.check.checking import check
from sim.players.check.conformance import check_player
from sim.players.sources import available
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS, preset
from support.places import DOCS, ROOT

PAGE = (ROOT / "docs" / "writing-a-strategy.md").read_text(encoding="utf-8")
BOTS = DOCS / "bots"
SPECS = {path.stem: str(path) for path in sorted(BOTS.glob("*.py"))}
for wrapper in ("endgame", "returns"):
    SPECS[wrapper] += "(basic)"


def test_the_page_shows_the_bots() -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    shown = [block for block in blocks if "from euchre_sim import" not in block]  # those are run by test_docs.py
    assert sorted(shown) == sorted(Path(BOTS / f"{name}.py").read_text(encoding="utf-8") for name in SPECS)
    for name in SPECS:
        assert f"`{name}.py`" in PAGE


def test_the_first_bot_has_ten_lines() -> None:
    code = (BOTS / "ten_lines.py").read_text().splitlines()
    assert len([line for line in code if line.strip()]) <= 10


@pytest.mark.nightly
@pytest.mark.parametrize("name", SPECS)
def test_the_bots_keep_the_contract(name: str) -> None:
    turned_up = {name: rules for name, rules in PRESETS.items() if rules.has_upcard}
    games = turned_up if name == "ten_lines" else {name: preset(name) for name in ("standard", "british", "cutthroat")}
    assert [str(finding) for finding in check_player(SPECS[name], games, units=5)] == []


@pytest.mark.nightly
def test_the_first_bot_passes_its_check() -> None:
    result = check(SPECS["ten_lines"])
    assert result.passed, result.findings
    assert result.presets == tuple(name for name, rules in PRESETS.items() if rules.has_upcard)


def test_parameters_of_the_page() -> None:
    counting, endgame = load_player(SPECS["counting"]), load_player(SPECS["endgame"])
    assert counting.params["order"] == 24
    assert endgame.params == {"lighter": 45, "donate": 1}


@pytest.mark.nightly
def test_the_last_bot_beats_basic() -> None:
    result = compare(preset("standard"), SPECS["endgame"], "basic", pairs=400_000, unit="games", seed=3).finish()
    assert result.games is not None and result.games.value.lo is not None
    assert result.games.value.lo > 0.501
    told = re.search(r"it won (\d+\.\d+) % ± (\d+\.\d+) \(`--pairs 400k --seed 3`\)", PAGE)
    assert told is not None
    # The exact number moves with the card play of `basic`.
    assert 100 * (result.games.value.value or 0) == pytest.approx(float(told[1]), abs=0.1)


def test_packaging_as_the_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an installer makes of the project file on the page: a package, and its entry points."""
    project = re.search(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert project is not None
    found = re.search(r'entry-points\."(.*?)"\]\n(\w+) = "(.*?)"', project[1])
    assert found is not None
    group, name, module = found.groups()
    package = tmp_path / module.partition(".")[0]
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / f"{module.partition('.')[2]}.py").write_text((BOTS / "endgame.py").read_text())
    facts = tmp_path / "my_euchre_bots-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: my-euchre-bots\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(f"[{group}]\n{name} = {module}\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert available()[name] == f"installed: {module}"
    player = load_player(f"{name}(basic)")
    assert player.hooks["order_up"] == name
    assert player.source_hash == load_player(SPECS["endgame"]).source_hash
    for loaded in [loaded for loaded in sys.modules if loaded.startswith(package.name)]:
        monkeypatch.delitem(sys.modules, loaded)
