"""Games that people played as a run: the same tables as a simulated one, null where no record tells a card."""

import json
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pyarrow.parquet as pq
import pytest

from euchre_sim import load_run, run
from reports.run import TABLE_NAMES
from sim.errors import EuchreError, RecordError, RunFolderError
from sim.records.game import Game
from sim.records.reading import read_game_document, read_records
from sim.records.writing import document_of
from sim.rules.presets import preset
from sim.runs.as_record import game_of
from sim.runs.imported import import_games
from sim.runs.results import open_run
from sim.runs.summary import summarise_run
from sim.runs.trace import games_of_run, show_run
from support.command_line import Cli
from support.records import FILES, changed, document, tricks

EMPTY = ("loners_holdings", "lone_defences")
"""Tables for which 106 hands have too few lone hands in full, or none."""
HUMAN = [game for path in FILES for game in read_records(path)]


@pytest.fixture(scope="module")
def human(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run made of the games that people played."""
    folder = tmp_path_factory.mktemp("imported") / "human"
    import_games(HUMAN, folder)
    return folder


def back(folder: Path, rules: Any, games: int) -> tuple[Path, Path]:
    """A simulated run, and the run made of what is exported of it."""
    run(rules, "basic", games=games, seed=7, out=folder / "a", detail="plays").finish()
    told: list[Game] = []
    for number, traces in enumerate(games_of_run(open_run(folder / "a"), range(games))):
        told.append(read_game_document(str(number), json.loads(json.dumps(document_of(game_of(traces))))))
    import_games(told, folder / "b")
    return folder / "a", folder / "b"


@pytest.mark.parametrize(
    "changes",
    [
        {},
        pytest.param(
            {"stick_dealer": "on", "alone_lead": "left_of_loner", "defend_alone": "vs_loner"},
            marks=pytest.mark.nightly,
        ),
        {"fast_break": "on", "four_trick_tokens": "on", "target": 15},
        pytest.param({"deck": 32, "no_trump": "round2"}, marks=pytest.mark.nightly),
    ],
    ids=lambda changes: ",".join(changes) or "standard",
)
def test_an_exported_run_comes_back_as_the_tables_it_had(changes: dict[str, Any], tmp_path: Path) -> None:
    first, second = (open_run(path) for path in back(tmp_path, preset("standard").with_changes(changes), 30))
    for table in ("games", "hands", "plays"):
        pd.testing.assert_frame_equal(getattr(first, table)(), getattr(second, table)())
    one, other = (summarise_run(data) for data in (first, second))
    assert (one.games, one.calls, one.dealer) == (other.games, other.calls, other.dealer)


@pytest.mark.nightly
def test_two_players_come_back_too(tmp_path: Path) -> None:
    first, second = (open_run(path) for path in back(tmp_path, preset("two-handed"), 20))
    pd.testing.assert_frame_equal(first.hands(), second.hands())


def test_rows_say_what_the_records_say(human: Path) -> None:
    data = open_run(human)
    deals = [deal for game in HUMAN for deal in game.deals if deal.whole]
    hands, plays = data.hands(), data.plays()
    assert (len(hands), len(plays), data.units) == (len(deals), 5 * len(deals), 12)
    for deal, row in zip(deals, hands.to_dict("records"), strict=True):
        assert deal.maker is not None and deal.points is not None
        assert (row["round"], row["maker"], row["trump"]) == (deal.round, deal.seat(deal.maker), deal.trump)
        assert (row["points_0"], row["points_1"], row["tricks"]) == (*deal.points, deal.makers_tricks)
        for seat in range(1, 5):
            dealt = deal.dealt[deal.player_at(seat)]
            known = dealt.bit_count() == 5
            assert pd.isna(row[f"hand_{seat}"]) != known
            assert not known or int(row[f"hand_{seat}"]) == dealt, "a hand of 64 bits is no float"
        assert pd.isna(row["discard"]) == (deal.taken and deal.discard is None)
    assert hands.hand_4.isna().sum() > 20 > hands.hand_1.isna().sum()


def test_columns_without_nulls_stay_without(human: Path) -> None:
    schema = pq.read_schema(human / "hands" / "part-00000.parquet")
    nullable = {field.name for field in schema if field.nullable}
    assert nullable == {"hand_1", "hand_2", "hand_3", "hand_4", "discard"}


def test_players_are_named(human: Path) -> None:
    found = duckdb.sql(
        f"select name, count(*) from '{human}/players/*.parquet' join '{human}/games/*.parquet' using (game) "
        "where winner = player % 2 group by all order by all"
    ).fetchall()
    won = [sum(game.winner == side for game in HUMAN) for side in (0, 1)]
    assert found == [(f"Player {chair + 1}", won[chair % 2]) for chair in range(4)]
    assert load_run(human).config.side_names() == ("Player 1 + Player 3", "Player 2 + Player 4")


def test_every_table_of_the_report_can_be_made(human: Path) -> None:
    data = load_run(human)
    for name in TABLE_NAMES:
        if data.has(name):
            assert len(data.frame(name)) > 0 or name in EMPTY, name
    by_seat = data.ordering().set_index(["round", "seat", "measure"])
    deals = [deal for game in HUMAN for deal in game.deals if deal.whole]
    first = [deal for deal in deals if deal.round == 1 and deal.maker is not None and deal.seat(deal.maker) == 2]
    assert by_seat.loc[(1, 2, "made"), "n"] == len(first)
    known = sum(deal.dealt[deal.player_at(1)].bit_count() == 5 for deal in deals)
    asked = data.count().bidding.class_asked.sum("cls")  # [block, round, seat]
    assert asked[:, 0, 0].sum() == known


def test_frames_are_readable(human: Path) -> None:
    hands = load_run(human).hands()
    assert hands.hand_1.notna().sum() > 90 and " " in hands.hand_1.dropna().iloc[0]


def test_hands_are_shown_as_far_as_they_are_told(human: Path) -> None:
    (hand,) = show_run(human, game=0, hand=3)
    text = hand.to_text()
    assert (
        "played by people, game 0, hand 3" in text
        and "not told" in text
        and "takes KD, buries a card that is not told" in text
    )


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("report human --counterfactual 20 --out r", 6, "people played it"),
        ("report human --hindsight 20 --out r", 6, "people played it"),
        ("merge human --out r", 6, "is no shard: people played it"),
        ("export human", 2, "was made of records of games"),
        ("run --games 20 --seed 1 --out human", 6, "human holds another run"),
    ],
)
def test_what_needs_all_cards_is_refused(cli: Cli, human: Path, line: str, code: int, said: str) -> None:
    done = cli(line.replace("human", str(human)))
    assert done.exit_code == code and said in " ".join(done.stderr.split()), done.stderr


def test_cards_that_nobody_wrote_down_are_null(cli: Cli, tmp_path: Path) -> None:
    """The last card of a deal is not told in full: it is no trump and does not follow, so nothing else changes."""

    def forget(data: dict[str, Any]) -> None:
        tricks(data["deals"][0])[4][2] = "Xs"

    told, partly = (read_game_document("a", changed("game-02", change)) for change in (lambda _: None, forget))
    assert partly.final_score == told.final_score and partly.problems == ()
    import_games([partly], tmp_path / "a")
    plays = open_run(tmp_path / "a").plays()
    unknown = plays[[f"card_{place}" for place in range(1, 5)]].isna()
    assert unknown.to_numpy().sum() == 1 and unknown.loc[4].any()
    data = load_run(tmp_path / "a")
    assert len(data.leads()) > 0 and len(data.frame("loners_beaten")) >= 0
    done = cli(f"show {tmp_path / 'a'} --game 0 --hand 0")
    assert done.exit_code == 6 and "does not tell a card of trick 5 of hand 0" in " ".join(done.stderr.split())


def test_a_folder_of_records_is_looked_after_as_others_are(cli: Cli, tmp_path: Path) -> None:
    import_games(HUMAN, tmp_path / "a")
    told = " ".join(cli(f"info {tmp_path / 'a'}").stdout.split())
    assert "Player 2 + Player 4, played by people" in told and "again euchre-sim import FILES --out" in told
    assert cli(f"verify {tmp_path / 'a'}").exit_code == 0
    path = tmp_path / "a" / "plays" / "part-00000.parquet"
    path.write_bytes(path.read_bytes()[:-1] + b"\0")
    assert cli(f"verify {tmp_path / 'a'}").exit_code == 6
    done = cli(f"repair {tmp_path / 'a'}")
    assert done.exit_code == 6 and "cannot be played again: people played it" in " ".join(done.stderr.split())
    import_games(HUMAN, tmp_path / "a")
    assert cli(f"verify {tmp_path / 'a'}").exit_code == 0


def test_other_rules_and_odd_deals_are_left_out_and_said(tmp_path: Path) -> None:
    odd = read_game_document("odd", changed("game-02", lambda d: d["deals"][2]["initialState"].update(dealer=3)))
    other = read_game_document("other", changed("game-03", lambda d: d["metadata"]["ruleset"].update(winning_score=5)))
    three = read_game_document("three", {"metadata": {"ruleset": {"num_players": 3}}, "deals": []})
    named = read_game_document("named", changed("game-05", lambda d: d["metadata"].update(players=list("ABCD"))))
    made = import_games([*(g for g in HUMAN if g.title == "Game 3"), odd, other, three, named], tmp_path / "a")
    notes = "\n".join(made.notes)
    assert "odd: deal 2 is left out, for player 3 deals out of turn" in notes
    assert "other: left out, for its rules are not those of the others: target = 5" in notes
    assert "three: left out, for runs of records are of games of four players" in notes
    assert (made.games, made.hands) == (3, 9 + 7 + 9)
    assert made.config.side_names() == ("people", "people")


def test_nothing_to_count_is_an_error(tmp_path: Path) -> None:
    empty = read_game_document("empty", {"deals": []})
    with pytest.raises(RecordError, match="no deal of these records can be counted"):
        import_games([empty], tmp_path / "a")
    assert not (tmp_path / "a").exists()


def test_other_records_are_another_run(human: Path, tmp_path: Path) -> None:
    import_games(HUMAN[:2], tmp_path / "a")
    import_games(HUMAN[:2], tmp_path / "a")  # the same again is no other run
    assert open_run(tmp_path / "a").id != open_run(human).id
    with pytest.raises(RunFolderError, match="holds another run"):
        import_games(HUMAN[2:4], tmp_path / "a")


def test_damage_is_found(human: Path, tmp_path: Path) -> None:
    import_games(HUMAN, tmp_path / "a")
    path = tmp_path / "a" / "hands" / "part-00000.parquet"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(EuchreError, match="checksum is wrong"):
        open_run(tmp_path / "a").hands()


def test_the_command(cli: Cli, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.egn").write_text(json.dumps(document("game-02")))
    bad = changed("game-03", lambda d: d["deals"][0]["phases"][0].update(calls=["Fold"]))
    (folder / "b.egn").write_text(json.dumps(bad))
    (folder / "c.emn").write_text("[")
    done = cli(f"import {folder} --out {tmp_path / 'r'}")
    assert done.exit_code == 0
    assert done.stdout.startswith("3 files, 2 games, 17 deals; whole and by the rules: 16\n- ")
    assert "'Fold' is no call of round 1; legal: order, pass" in " ".join(done.stdout.split())
    assert "c.emn is no JSON" in " ".join(done.stdout.split())
    result = json.loads(cli(f"import {folder} --json").stdout)["result"]
    assert (result["games"], result["deals"], result["run"]) == (2, 17, None)
    assert result["problems"][0]["legal"] == ["order", "pass"]
    assert cli(f"import {folder} --strict").exit_code == 8
    assert cli(f"import {folder / 'c.emn'}").exit_code == 8
    assert cli(f"import {tmp_path / 'nowhere.egn'}").exit_code == 8
    assert cli(f"import {tmp_path / 'r' / 'hands'}").exit_code == 2
