"""Strategy cards: the action shown is the one that brings most, and `ask` says the same of hands in its cells."""

import json
from pathlib import Path

import pytest

from reports.api import LoadedRun, load_run
from reports.pages.report import write_report
from reports.pages.tabulated import grid
from reports.sections.sources import Sources
from reports.sections.strategy_cards import strategy_cards
from sim.rules.presets import preset
from sim.runs.replayed import Again
from sim.runs.run import run
from support.against_ask import compare_cells
from support.made_runs import Made

DEALS = 12_000


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> LoadedRun:
    folder = tmp_path_factory.mktemp("cards") / "run"
    run(preset("standard"), ["basic"], hands=DEALS, seed=3, out=folder).finish()
    found = load_run(folder)
    found.play_again(Again(found.config, "the run"), DEALS)
    return found


def test_the_action_shown_is_the_one_that_brings_most(played: LoadedRun) -> None:
    frame = played.frame("same_deals")
    keys = ["round", "call", "seat", "trumps", "bowers", "aces"]
    means = frame.pivot(index=[*keys, "action"], columns="measure", values="mean").reset_index()
    assert len(means) > 150
    for row in means.itertuples():
        less = {"pass": 0.0, "order": row.value, "alone": row.alone_value}
        best, *like = row.action.split(" or ")
        assert less[best] == max(less.values()), row
        assert row.best == pytest.approx(max(row.value, row.alone_value))
        assert best not in like
    bounds = frame.set_index([*keys, "measure"])
    for key, action in zip(map(tuple, means[keys].to_numpy()), means.action, strict=True):
        made, value, alone = (bounds.loc[(*key, name)] for name in ("best", "value", "alone_value"))
        if made["n"] < 50:
            continue
        # The sample has chosen which of the two is better, so that the interval is that of both together.
        assert made["lo"] <= max(value["lo"], alone["lo"]) and made["hi"] >= max(value["hi"], alone["hi"])
        # Making trump is told from passing (in all its ways at once) just where the interval says so.
        assert (made["lo"] > 0) <= (not action.startswith("pass"))
        assert (made["hi"] < 0) == (action == "pass")


def test_a_hand_that_should_go_alone_does_not_look_like_a_pass(played: LoadedRun) -> None:
    """Eldest with four trumps and both bowers: what ordering with partner brings is not what the hand is worth."""
    frame = played.frame("same_deals")
    cell = frame.query("round == 1 and seat == 1 and trumps == 4 and bowers == 2 and aces == 1")
    assert set(cell.action.str.split(" ").str[0]) == {"alone"}
    nets = cell.set_index("measure")["mean"]
    assert nets["best"] > 0 and nets["best"] > nets["value"] + 1
    assert nets["alone_net"] == 4.0


def test_cells_show_letter_and_gain_one_chart_a_seat(played: LoadedRun) -> None:
    first, second = strategy_cards(Sources([played]))
    assert list(first.charts) == [f"card-round-1-seat-{seat}" for seat in range(1, 5)]
    assert {f"card-round-2-seat-1-{call}" for call in ("next", "green")} <= set(second.charts)
    frame = played.frame("same_deals")
    for item in (first, second):
        for name, chart in item.charts.items():
            spec = chart.to_dict(validate=False)
            (data,) = spec["datasets"].values()
            assert len({(cell["holding"], cell["aces_count"]) for cell in data}) == len(data)
            words = name.split("-")
            rows = frame.query(f"measure == 'best' and round == {words[2]} and seat == {words[4]}")
            rows = rows[rows.call == (words[5] if len(words) > 5 else "turned up")]
            assert len(rows) == len(data)
            for cell, row in zip(data, rows.sort_values(["trumps", "bowers", "aces"]).itertuples(), strict=True):
                gain = -row.mean if row.action.startswith("pass") else row.mean
                letters = "/".join(action[0].upper() for action in row.action.split(" or "))
                text = f"{letters} {round(gain, 2) + 0.0:+.2f}".replace("-", "−")
                assert cell["text"] == (text if row.n >= 100 else f"({text})")
                assert gain >= -1e-9
                told = row.n >= 100 and ("pass" not in row.action or row.action == "pass")
                assert cell["colour"] == (row.action.split(" ")[0] if told else "neither")


def test_tables_say_what_each_number_rests_on(runs: dict[str, Made], played: LoadedRun) -> None:
    """The bug: one total of all hands stood in every row, for whatever few hands a seat had made trump on."""
    sources = Sources([runs["hands"].load()])
    from reports.sections.ordering import contents

    item = next(item for item in contents(sources) if item.name == "by-seat")
    told = grid(sources, item)
    assert told.headings[2:6] == ["orders when asked", "n", "of all hands", "n"]
    assert told.headings[-1] == "n"
    frame = sources.frame("ordering_by_seat")
    sizes = frame.pivot(index=["round", "seat"], columns="measure", values="n")
    for row, (_, n) in zip(told.rows, sizes.iterrows(), strict=True):
        shown = [cell.replace("\u00a0", "") for cell in row]
        assert shown[3] == str(n["ordered"]) and shown[5] == str(n["called"]) and shown[-1] == str(n["net"])
    # Cards: net points of passing come from all hands, those of an order from hands on which it is allowed.
    cards = next(iter(strategy_cards(Sources([played]))))
    told = grid(Sources([played]), cards)
    assert told.headings[:6] == ["round", "suit", "seat", "trumps", "bowers", "off-suit aces"]
    assert told.headings[6] == "best action" and {row[0] for row in told.rows} == {"1"}


@pytest.mark.parametrize(
    ("game", "changes", "seats", "actions"),
    [
        ("two-handed", {}, 2, {"pass", "order"}),
        ("cutthroat", {}, 3, {"pass", "order", "alone"}),
        pytest.param("canadian", {}, 4, {"pass", "order", "alone"}, marks=pytest.mark.nightly),
        pytest.param("british", {}, 4, {"pass", "order", "alone"}, marks=pytest.mark.nightly),
        pytest.param(
            "standard",
            {"call_turned_down": "yes", "stick_dealer": "on"},
            4,
            {"pass", "order", "alone"},
            marks=pytest.mark.nightly,
        ),
    ],
)
def test_cards_of_other_games(
    game: str, changes: dict[str, object], seats: int, actions: set[str], tmp_path: Path
) -> None:
    rules = preset(game).with_changes(changes)
    run(rules, ["basic"], hands=3000, seed=3, out=tmp_path / "run").finish()
    found = load_run(tmp_path / "run")
    found.play_again(Again(found.config, "the run"), 3000)
    frame = found.frame("same_deals")
    best = frame[frame.measure == "best"]
    assert set(best.seat) == set(range(1, seats + 1))
    assert {action.split(" ")[0] for action in best.action} == actions
    if rules.dealer_partner_order == "alone_only":
        # Nobody may order with the dealer's partner's hand, so nothing is said of it.
        partner = frame.query("round == 1 and seat == 2")
        assert not partner.action.str.contains("order").any()
        assert (partner[partner.measure == "order"].n == 0).all()
        assert (partner[partner.measure == "best"]["mean"].notna()).all()
    if rules.call_turned_down == "yes":
        assert "turned down" in set(frame.call)
        assert frame.query("round == 2 and seat == 4").empty, "a dealer who is stuck may not pass"
    written = write_report([found], tmp_path / "report", names=("ordering",), form="json")
    body = json.loads((tmp_path / "report" / "report.json").read_text(encoding="utf-8"))
    assert {row["action"] for row in body["tables"]["same_deals"]} == set(frame.action)
    assert f"charts/card-round-1-seat-{seats}.svg" in written.files


@pytest.mark.nightly
def test_ask_says_the_same_of_hands_in_random_cells(played: LoadedRun) -> None:
    """Acceptance: measured once with 200 cells, see docs/reports.md."""
    found = compare_cells(played, DEALS, cells=16, hands=6, asked=200, seed=7)
    assert len(found) == 16
    for one in found:
        assert one.excess(0.5) < 4, one
    assert sum(one.best in one.shown for one in found) >= 12
