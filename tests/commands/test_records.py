"""`euchre-sim export` and `show --format egn` from outside."""

import json
from pathlib import Path

import pytest

from euchre_sim import read_records, run
from support.command_line import Cli


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run `a` of four games and a run `c` that the format cannot tell."""
    folder = tmp_path_factory.mktemp("records")
    run("standard", "basic", games=4, seed=3, out=folder / "a", detail="plays").finish()
    run("british", "basic", games=6, seed=3, out=folder / "b").finish()
    run("cutthroat", "basic", games=1, seed=3, out=folder / "c").finish()
    return folder


@pytest.fixture(autouse=True)
def there(cli: Cli, runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(runs)  # after `cli`, which has a folder of its own


def test_games_are_written_one_a_file_or_as_a_match(cli: Cli) -> None:
    assert cli("export a --games 0-3 --out games").stdout == "4 games: games\n"
    assert [path.name for path in sorted(Path("games").iterdir())] == [f"game-0000{k}.egn" for k in range(4)]
    cli("export a --games 0-3 --out all.emn")
    scores = [game.final_score for game in read_records("all.emn", strict=True)]
    assert scores == [read_records(f"games/game-0000{k}.egn", strict=True)[0].final_score for k in range(4)]
    assert cli("export a --games 2 --out two.egn").stdout == "1 game: two.egn\n"
    assert Path("two.egn").read_text() == Path("games/game-00002.egn").read_text() == cli("export a --games 2").stdout


def test_what_show_prints_is_the_same_game(cli: Cli) -> None:
    shown = json.loads(cli("show a --game 1 --format egn").stdout)
    assert shown == json.loads(cli("export a --games 1").stdout)
    assert shown == json.loads(cli("show --seed 3 --game 1 --format EGN").stdout)
    (deal,) = json.loads(cli("show a --game 1 --hand 2 --format egn --json").stdout)["result"]["deals"]
    assert deal == {**shown["deals"][2], "dealNumber": 0}


def test_what_cannot_be_told_is_left_out_and_said(cli: Cli) -> None:
    done = cli("export b --games 0-5 --json --out british.emn")
    result = json.loads(done.stdout)["result"]
    assert 0 < result["games"] < 6 and result["games"] + len(result["left_out"]) == 6
    assert "cannot be told in Euchre Game Notation: deal" in result["left_out"][0]["why"]
    assert done.stderr.count("left out: game") == len(result["left_out"])


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("export c", 8, "c cannot be told in Euchre Game Notation: it keeps two scores"),
        ("export a --games 0-3 --out one.egn", 2, "a .egn file holds one game, not 4"),
        ("export a --games 3-0", 2, "--games 3-0 ends before it begins"),
        ("export a --games 0-9", 2, "there is no game 4 in a"),
        ("export a --games 0-5000", 2, "more than 1 000"),
        ("export a --games x", 2, "--games is not a number: x"),
        ("export nothing", 6, "nothing does not exist"),
        ("export a --out a/run.json/x.egn", 7, "cannot write"),
        ("show a --format pdf", 2, "unknown --format: 'pdf'"),
        ("show a --format egn --open", 2, "--format egn writes a record, which --open has no part in"),
        ("show c --game 0 --format egn", 8, "cannot be told in Euchre Game Notation"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(cli: Cli, line: str, code: int, said: str) -> None:
    done = cli(line)
    assert done.exit_code == code and said in " ".join(done.stderr.split()) and done.stdout == ""


def test_a_run_of_records_points_at_its_files(cli: Cli, tmp_path: Path) -> None:
    cli("export a --games 0 --out again.egn")
    assert cli(f"import again.egn --out {tmp_path / 'again'}").exit_code == 0
    for line in ("export {}", "show {} --game 0 --hand 0 --format egn"):
        found = cli(line.format(tmp_path / "again"))
        assert (found.exit_code, found.stdout) == (2, "")
        assert "was made of records of games" in found.stderr
