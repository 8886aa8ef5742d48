"""What notebooks use: `euchre_sim.load_run` with readable columns, frames of estimates, charts."""

import altair as alt
import pandas as pd
import pytest

import euchre_sim
from reports.run import TABLE_NAMES
from sim.cards import card_name, hand_text
from sim.errors import RunFolderError, UsageError
from sim.runs.results import open_run
from support.made_runs import Made


def test_hands_are_readable_and_say_what_is_stored(runs: dict[str, Made]) -> None:
    for game in ("standard", "cutthroat", "british", "no-trump"):
        folder = runs[game].folder
        tidy, raw = euchre_sim.load_run(folder).hands(), open_run(folder).hands()
        assert list(tidy.columns) == list(raw.columns)
        suits = ["clubs", "diamonds", "spades", "hearts", "no-trump", None]
        for found, stored in zip(tidy.head(300).itertuples(), raw.head(300).itertuples(), strict=True):
            assert found.upcard == card_name(stored.upcard)
            assert found.hand_1 == hand_text(stored.hand_1)
            assert (found.discard if isinstance(found.discard, str) else None) == (
                card_name(stored.discard) if stored.discard >= 0 else None
            )
            assert (found.trump if isinstance(found.trump, str) else None) == suits[stored.trump]
            assert found.alone is bool(stored.alone)
            assert found.tricks == stored.tricks


def test_columns_can_be_chosen(runs: dict[str, Made]) -> None:
    run = euchre_sim.load_run(runs["standard"].folder)
    assert list(run.hands(["trump", "alone"]).columns) == ["trump", "alone"]
    assert run.games().winner.isin([0, 1]).all()
    plays = run.plays(["card_1", "card_4"])
    assert plays.card_4.isna().any()
    assert set(plays.card_1.cat.categories) <= {card_name(code) for code in range(64) if code & 15 < 13}
    with pytest.raises(UsageError, match="no column 'trumps'"):
        run.hands(["trumps"])


FRAMES = {
    "ordering": ["seat", "upcard", "trumps", "suits", "hand", "call", "score"],
    "loners": ["seat", "upcard", "trumps", "hand", "against", "holdings", "break_even", "beaten"],
    "seats": ["seat", "dealer", "result"],
    "scores": ["score", "length", "comebacks", "first_dealer"],
}


def test_every_frame_has_its_estimate(runs: dict[str, Made]) -> None:
    run = euchre_sim.load_run(runs["standard"].folder)
    for method, choices in FRAMES.items():
        for by in choices:
            frame = getattr(run, method)(by)
            assert {"measure", "mean", "se", "lo", "hi", "n", "unit"} <= set(frame.columns)
            known = frame.dropna(subset=["lo", "hi"])
            assert (known.lo <= known["mean"] + 1e-12).all() and (known["mean"] <= known.hi + 1e-12).all()
            shares = known[(known.unit == "share") & (known.measure != "needed") & (known.measure != "share")]
            assert shares.lo.ge(0).all() and shares.hi.le(1).all()
            assert (frame[frame.n == 0]["mean"].isna()).all()
    assert len(run.leads()) > 0
    with pytest.raises(UsageError, match="ordering by 'seats'"):
        run.ordering("seats")
    with pytest.raises(UsageError, match="no table 'nothing'"):
        run.frame("nothing")
    with pytest.raises(RunFolderError, match=r"no deals of .* were played again"):
        run.frame(TABLE_NAMES[-1])


@pytest.mark.nightly
def test_charts_show_in_a_notebook(runs: dict[str, Made]) -> None:
    run = euchre_sim.load_run(runs["cutthroat"].folder)
    names = run.charts()
    assert {"ordered-by-seat", "chance-1", "lone-against"} <= set(names)
    chart = run.chart("chance-1")
    assert isinstance(chart, alt.LayerChart)
    assert "$schema" in chart.to_dict()
    with pytest.raises(UsageError, match="no chart 'chance'"):
        run.chart("chance")


def test_pandas_agrees_on_a_number_that_everybody_can_count(runs: dict[str, Made]) -> None:
    run = euchre_sim.load_run(runs["standard"].folder)
    hands: pd.DataFrame = run.hands(["round", "maker", "tricks"])
    took = hands[(hands["round"] == 1) & (hands.maker == 4)]
    frame = run.ordering().query("round == 1 and seat == 4 and measure == 'euchred'").iloc[0]
    assert frame["n"] == len(took)
    assert frame["mean"] == pytest.approx((took.tricks < 3).mean())
