"""`euchre-sim ask` and `euchre-sim equity` from outside."""

import csv
import io
import signal
from pathlib import Path

import numpy as np
import pytest

from sim.stats.best_choice import Race
from support.command_line import Cli, ended, process
from support.envelope import again, result

HAND = '"JS KS AH 9D TC"'
FEW = "--deals 2000 --seed 1"


@pytest.mark.parametrize(
    "options",
    [
        "--up QS --seat 1",
        "--up QS --seat eldest",
        "--up QS --seat dealer",
        "--up QD --seat 2 --round 2",
        "--up QS --decision discard --maker 1",
        "--up QS --decision alone --seat 3 --trump S",
        "--up QS --decision lead --maker 2",
        '--up QS --maker 4 --played "9S" --seat 2',
        '--up QS --bids "pass, pass, order" --decision lead',
        "--rules two-handed --up QS --decision pick-up --maker 1",
        "--rules cutthroat --up QS --seat 2 --decision defend-alone --maker 1",
        '--rules cutthroat --up QS --decision keep-five --seat 2 --dummy "9C QC AC 9H TH"',
        "--rules british --up Jo --seat dealer --trump H",
        "--up QS --seat 1 --me cautious --partner random --opponents basic",
        "--up QS --seat 1 --strategy basic,basic,cautious,basic",
        "--up QS --seat 1 --set stick_dealer=on",
    ],
)
def test_every_form_of_a_question(cli: Cli, options: str) -> None:
    done = cli(f"ask {HAND} {options} {FEW}")
    assert done.exit_code == 0, done.stderr
    assert "Best: " in done.stdout or "Too close to tell: " in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    command = again(done.stdout)
    assert command.split()[:2] == ["euchre-sim", "ask"]
    repeated = cli(command.removeprefix("euchre-sim "))
    told = [text.rpartition("\ndeals ")[0] for text in (done.stdout, repeated.stdout)]
    assert told[0] == told[1] and "points" in told[0]


def test_json_holds_everything(cli: Cli) -> None:
    done = cli(f"ask {HAND} --up QS --seat 4 {FEW} --json")
    told = result(done.stdout)
    assert told["question"]["seat_name"] == "dealer" and len(told["choices"]) == 11
    assert told["best"] == told["choices"][0]["name"]
    assert told["choices"][0]["points"]["lo"] < told["choices"][0]["points"]["hi"]


def test_score(cli: Cli) -> None:
    done = cli(f"ask {HAND} --up QS --seat 2 --score 2-1 --set target=3 {FEW}")
    assert done.exit_code == 0, done.stderr
    assert "games won" in done.stdout and "score 2-1" in done.stdout


def test_csv(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "questions.csv").write_text("hand,up,seat\nJS KS AH 9D TC,QS,1\nJS KS AH 9D,QS,1\n")
    done = cli(f"ask --csv questions.csv {FEW}")
    assert done.exit_code == 0, done.stderr
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert rows[0]["best"] == "pass" and "4 cards" in rows[1]["error"]
    told = result(cli(f"ask --csv questions.csv {FEW} --json").stdout)
    assert [row["error"] == "" for row in told["answers"]] == [True, False]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("ask", "your hand is missing"),
        (f"ask {HAND}", "the upcard is missing"),
        (f"ask {HAND} --up JS --seat 1", "the upcard JS is in your hand"),
        ('ask "JS KS AH 9D" --up QS --seat 1', "4 cards in hand where you hold 5"),
        (f"ask {HAND} --up QS", "where do you sit?"),
        (f"ask {HAND} --up QS --seat 1 --until-width wide", "--until-width is not a number above 0: wide"),
        (f"ask {HAND} --up QS --seat 1 --deals few", "--deals is not a number: few"),
        (f"ask {HAND} --up QS --seat 1 --strategy basic,basic", "2 strategies for 4 players"),
        (f"ask {HAND} --up QS --seat 1 --score 9-60", "a score of 60 in a game to 10"),
        ("ask --csv none.csv", "cannot read none.csv"),
        (f"ask {HAND} --csv none.csv", "with --csv the questions are in the table"),
        ("equity --score 3", "--score is for games of three players"),
        ("equity --rules cutthroat --score 10", "--score must be from 0 to 9"),
        ("equity --set max_hands=8", "max_hands = 8"),
    ],
)
def test_mistakes_are_told(line: str, sentence: str, tmp_path: Path) -> None:
    code, out, told = ended(process(line, tmp_path))
    assert code == 2, told
    assert not out
    assert sentence in told and "hint: " in told
    assert "Traceback" not in told


@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_prints_the_answer_so_far(cli: Cli, as_json: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    add, added = Race.add, []

    def add_and_interrupt(race: Race, codes: np.ndarray) -> None:
        add(race, codes)
        added.append(codes.shape[1])
        if len(added) == 3:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Race, "add", add_and_interrupt)
    line = f"ask {HAND} --up QS --seat 1 --until-width 0.0001 --seconds 600 --seed 1 --sensitivity"
    done = cli(f"{line} --json" if as_json else line)
    assert done.exit_code == 130
    assert "the answer above is what was played until then" in done.stderr and "Traceback" not in done.stderr
    if as_json:
        told = result(done.stdout, error=130)
        assert told["stopped"] == "interrupted" and told["best"] == "pass" and "sensitivity" not in told
        return
    assert "Interrupted: this is what was played until then." in done.stdout and "Best: pass." in done.stdout
    again = next(one for one in done.stdout.splitlines() if one.startswith("again "))
    assert "--deals" in again


def test_equity(cli: Cli) -> None:
    done = cli("equity --set target=2 --hands 2000")
    assert done.exit_code == 0, done.stderr
    assert "you deal: % of games won" in done.stdout and "the other side deals" in done.stdout
    told = result(cli("equity --set target=2 --hands 2000 --json").stdout)
    assert len(told["states"]) == 4 * 4
    for state in told["states"]:
        assert sum(state["chances"]) == pytest.approx(1)
    three = cli("equity --rules cutthroat --set target=2 --hands 2000 --score 1")
    assert "you deal, you have 1" in three.stdout
    four = cli("equity --set target=2 --hands 2000 --strategy basic,basic,cautious,basic")
    assert "your partner deals" in four.stdout


@pytest.mark.parametrize(
    ("line", "quoted"),
    [
        ("ask JS KS AH 9D TC --up QS --seat 1", '"JS KS AH 9D TC"'),
        ("ask 'JS KS AH 9D TC' --up QS --bids pass pass order", '"pass pass order"'),
        ("ask 'JS KS AH' --up QS --played 9S, AS, 10♣, QS; TH", '"9S, AS, 10♣, QS; TH"'),
        ("ask Jo ks ah 9d tc --up QS", '"Jo ks ah 9d tc"'),
    ],
)
def test_cards_without_quotes_are_hinted_at(cli: Cli, line: str, quoted: str) -> None:
    done = cli(line)
    assert done.exit_code == 2
    assert "unexpected extra argument" in done.stderr
    assert done.stderr.endswith(f"hint: cards and bids are one argument: put quotes around them, as in {quoted}\n")
    assert cli("rules list all").stderr.endswith("hint: see `euchre-sim rules list --help`\n")
