"""Rules written in a file."""

import os
from pathlib import Path

import pytest

from sim.errors import RulesError
from sim.rules.rule_file import read_rule_file
from sim.rules.rules import Rules


def rule_file(folder: Path, text: str) -> Path:
    path = folder / "house.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_rule_file(tmp_path: Path) -> None:
    text = """
    preset = "classic32"
    target = 7             # numbers
    stick_dealer = true    # switches
    farmers_hand = "redeal"
    super_euchre = "off"
    """
    expected = Rules(deck=32, target=7, loner_euchred=4, stick_dealer="on", farmers_hand="redeal")
    assert read_rule_file(rule_file(tmp_path, text)) == expected
    assert read_rule_file(str(rule_file(tmp_path, text))) == expected


def test_a_rule_file_without_preset_starts_from_standard(tmp_path: Path) -> None:
    assert read_rule_file(rule_file(tmp_path, "target = 11")) == Rules(target=11)
    assert read_rule_file(rule_file(tmp_path, "")) == Rules()
    assert read_rule_file(rule_file(tmp_path, "\ufefftarget = 11\r\n")) == Rules(target=11)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("target 11", "is not a TOML file", "one rule a line"),
        ("target = 11\ntarget = 5", "is not a TOML file", "one rule a line"),
        ("stick_dealr = true", "unknown rule: 'stick_dealr'", "did you mean stick_dealer?"),
        ("target = 0", "target = off is for napoleon, but auction = turn_up", "preset napoleon"),
        ("target = 10.5", "target must be text, a whole number, true or false, not 10.5", ""),
        ("deck = [24, 32]", "deck must be text", ""),
        ("[house]\ntarget = 5", "unknown rule: 'house'", "choose one of: players"),
        ("[target]\npoints = 5", "target must be text", ""),
        ("partner_takeover = true", "partner_takeover belongs to the historic game", "stick_dealer"),
        ('preset = "standrad"', "unknown preset: 'standrad'", "did you mean standard?"),
        ("preset = 4", "preset must be a name in quotes, not 4", 'preset = "standard"'),
        ('maker_alone = false\ndefend_alone = "vs_loner"', "defend_alone = vs_loner needs a lone maker", "set "),
    ],
)
def test_a_bad_rule_file_is_refused_with_its_name(tmp_path: Path, text: str, message: str, hint: str) -> None:
    path = rule_file(tmp_path, text)
    with pytest.raises(RulesError) as caught:
        read_rule_file(path)
    assert str(path) in caught.value.message
    assert message in caught.value.message
    assert hint in caught.value.hint


def test_a_rule_file_that_cannot_be_read(tmp_path: Path) -> None:
    for path, why in [(tmp_path / "none.toml", "No such file"), (tmp_path, "directory")]:
        with pytest.raises(RulesError, match=f"cannot read rule file .*: .*{why}"):
            read_rule_file(path)
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.toml")
        with pytest.raises(RulesError, match=r"cannot read rule file .*pipe.toml: it is no plain file"):
            read_rule_file(tmp_path / "pipe.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulesError, match=r"binary\.toml is not a TOML file"):
        read_rule_file(tmp_path / "binary.toml")
