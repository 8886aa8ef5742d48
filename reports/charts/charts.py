"""Charts from frames of estimates: heat maps with the number in each cell, dots with intervals, bars.

Charts name ranges of the theme instead of colours (`reports.charts.themes`), carry a tooltip on every mark, and say
with text whatever they say with colour. They show in a notebook as they are.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal

import altair as alt
import pandas as pd

from reports.charts import themes
from reports.charts.labels import SMALL, cell_text, interval_text, is_clear, number, value_label

CELL: Final = {"width": 54, "height": 26}
DOT_WIDTH: Final = 230


def with_theme(chart: Any, dark: bool = False) -> Any:
    """The chart with the colours of the light or the dark theme."""
    return chart.configure(**themes.config(dark))


def heat(
    frame: pd.DataFrame,
    x: str,
    y: str,
    *,
    title: str,
    unit: str,
    centred: bool,
    x_title: str = "",
    y_title: str = "",
    cell: dict[str, int] | None = None,
    most: float | None = None,
    x_order: Sequence[Any] = (),
) -> Any:
    """A cell for each row of `frame`, which has labels `x` and `y` in order of appearance, and an estimate.

    `centred` colours both ways from zero and leaves cells without colour that do not differ from it clearly; `most` is
    the value with the strongest colour.
    """
    size = cell or CELL
    data = _with_texts(frame, unit, centred)
    data["text"] = [cell_text(row, unit, centred) for row in frame.to_dict("records")]
    clear = [row["n"] >= SMALL and (not centred or is_clear(row)) for row in frame.to_dict("records")]
    shown = data["mean"].where(clear, 0.0)
    data["colour"] = shown.fillna(0.0)
    most = most or float(max(data["colour"].abs().max(), 1e-9)) if len(data) else 1.0
    scale = (
        alt.Scale(domain=[-most, 0, most], range="diverging", clamp=True, interpolate="rgb")
        if centred
        else alt.Scale(domain=[0, most], range="ramp", clamp=True, interpolate="rgb")
    )
    base = alt.Chart(_only(data, x, y, "text", "colour")).encode(
        x=alt.X(f"{x}:N", sort=list(x_order) or _order(data[x]), title=x_title or None, axis=_axis("top")),
        y=alt.Y(f"{y}:N", sort=_order(data[y]), title=y_title or None, axis=_axis("left")),
        tooltip=_tooltip(data, (x, y)),
    )
    cells = base.mark_rect().encode(color=alt.Color("colour:Q", scale=scale, legend=None))
    words = base.mark_text(fontSize=11 if size["width"] >= 40 else 10).encode(text="text:N")
    return alt.layer(cells, words).properties(
        width=alt.Step(size["width"]), height=alt.Step(size["height"]), title=title
    )


def card(
    frame: pd.DataFrame,
    x: str,
    y: str,
    *,
    title: str,
    x_title: str,
    nets: Sequence[str],
    x_order: Sequence[Any],
) -> Any:
    """A strategy card: in each cell the letter of its best action and what that gains; the colour is the action's too.

    `frame` has an `action` for each row (the best one, and after `or` what cannot be told from it), and as its estimate
    making trump less passing. `nets` are columns of text that tooltips show. A small sample, and a cell where making
    trump cannot be told from passing, have no colour.
    """
    data = frame.reset_index(drop=True).copy()
    records = [_gained(row) for row in data.to_dict("records")]
    data["value"] = [value_label(row, "points", True) for row in records]
    data["95 % interval"] = [interval_text(row, "points") for row in records]
    data["sample"] = [number(row["n"]) for row in records]
    data["text"] = [_letters(row) for row in records]
    data["colour"] = [row["action"].partition(" ")[0] if _told(row) else "neither" for row in records]
    scale = alt.Scale(domain=["pass", "order", "alone", "neither"], range="ordinal")
    base = alt.Chart(_only(data, x, y, "text", "colour", "action", *nets)).encode(
        x=alt.X(f"{x}:N", sort=list(x_order), title=x_title, axis=_axis("top"), scale=alt.Scale(domain=list(x_order))),
        y=alt.Y(f"{y}:N", sort=_order(data[y]), title=None, axis=_axis("left")),
        tooltip=_tooltip(data, (y, x, "action", *nets)),
    )
    cells = base.mark_rect().encode(color=alt.Color("colour:N", scale=scale, legend=None))
    words = base.mark_text(fontSize=11).encode(text="text:N")
    return alt.layer(cells, words).properties(width=alt.Step(80), height=alt.Step(CELL["height"]), title=title)


def _gained(row: dict[Any, Any]) -> dict[Any, Any]:
    """A row with what its best action gains, which for a pass is what making trump would lose."""
    if not row["action"].startswith("pass"):
        return row
    return {**row, "mean": -row["mean"], "lo": -row["hi"], "hi": -row["lo"]}


def _told(row: dict[Any, Any]) -> bool:
    """Whether the sample is not small and tells making trump from passing."""
    return bool(row["n"] >= SMALL and (row["action"] == "pass" or "pass" not in row["action"]))


def _letters(row: dict[Any, Any]) -> str:
    """`P +0.31`, `A/O +1.20`."""
    text = f"{'/'.join(word[0].upper() for word in row['action'].split(' or '))} {points(row['mean'])}"
    return f"({text})" if row["n"] < SMALL else text


def points(value: float | None) -> str:
    """Points with their sign; a dash for none."""
    if value is None or value != value:
        return "–"
    return f"{round(value, 2) + 0.0:+.2f}".replace("-", "−")  # no minus before nothing


def dots(
    frame: pd.DataFrame,
    y: str,
    *,
    title: str,
    unit: str,
    series: str | None = None,
    centred: bool = False,
    zero: bool = False,
    mark: str | None = None,
    mark_title: str = "",
) -> Any:
    """A dot with its interval for each row; rows of one `y` stand below one another by `series`, with a shape each.

    `mark` names a column whose value gets a tick on the same line; `mark_title` says what it is.
    """
    data = _with_texts(frame, unit, centred)
    scale_by = 100.0 if unit == "share" else 1.0
    for column in ("mean", "lo", "hi", *([mark] if mark else [])):
        data[column] = data[column] * scale_by
    data["lo"], data["hi"] = data["lo"].fillna(data["mean"]), data["hi"].fillna(data["mean"])
    y_axis = alt.Y(f"{y}:N", sort=_order(data[y]), title=None, axis=_axis("left"))
    x_title = "%" if unit == "share" else unit
    positive = zero and not (data["lo"] < 0).any()
    scale = alt.Scale(domainMin=0, nice=True) if positive else alt.Scale(zero=zero, nice=True, padding=6)
    x_axis: dict[str, Any] = {"title": x_title, "scale": scale, "axis": alt.Axis(tickCount=5)}
    encodings: dict[str, Any] = {"y": y_axis, "tooltip": _tooltip(data, tuple(c for c in (y, series) if c))}
    row_height = 24
    if series:
        order = _order(data[series])
        row_height = 18
        encodings["yOffset"] = alt.YOffset(f"{series}:N", sort=order)
        colours = alt.Scale(domain=order, range="category")
        colour = alt.Color(f"{series}:N", title=None, scale=colours)
        shape = alt.Shape(f"{series}:N", title=None, scale=alt.Scale(domain=order))
    if mark:
        data[mark_title] = [f"{value:.1f}{' %' if unit == 'share' else ''}" for value in data[mark]]
        encodings["tooltip"].append(alt.Tooltip(f"{mark_title}:N", title=mark_title))
    used = [name for name in (y, series, "mean", "lo", "hi", "short", mark, mark_title) if name]
    base = alt.Chart(_only(data, *used)).encode(**encodings)
    rule = base.mark_rule(strokeWidth=1.5).encode(x=alt.X("lo:Q", **x_axis), x2="hi:Q")
    point = base.mark_point(filled=True, size=55, opacity=1).encode(x=alt.X("mean:Q", **x_axis))
    text = base.mark_text(align="left", dx=8, fontSize=11).encode(x=alt.X("hi:Q", **x_axis), text="short:N")
    if series:
        # Only the points carry the series: a coloured rule would show colours and shapes apart in the legend.
        point = point.encode(color=colour, shape=shape)
    layers = [rule, point, text]
    if mark:
        tick = base.mark_tick(thickness=3, size=16).encode(x=alt.X(f"{mark}:Q", **x_axis))
        layers.append(tick)
    return alt.layer(*layers).properties(width=DOT_WIDTH, height=alt.Step(row_height), title=title)


def bars(frame: pd.DataFrame, y: str, *, title: str, unit: str, series: str | None = None) -> Any:
    """A bar from zero for each row, with the number beside it."""
    data = _with_texts(frame, unit, False)
    scale_by = 100.0 if unit == "share" else 1.0
    data["mean"] = data["mean"] * scale_by
    y_axis = alt.Y(f"{y}:N", sort=_order(data[y]), title=None, axis=_axis("left"))
    x_axis: dict[str, Any] = {"title": "%" if unit == "share" else unit}
    names = tuple(c for c in (y, series) if c)
    base = alt.Chart(_only(data, *names, "mean", "short")).encode(y=y_axis, tooltip=_tooltip(data, names))
    height = 22
    if series:
        order = _order(data[series])
        height = 16
        base = base.encode(yOffset=alt.YOffset(f"{series}:N", sort=order))
    bar = base.mark_bar().encode(x=alt.X("mean:Q", **x_axis))
    if series:
        bar = bar.encode(color=alt.Color(f"{series}:N", sort=order, title=None, scale=alt.Scale(range="category")))
    text = base.mark_text(align="left", dx=5, fontSize=11).encode(x=alt.X("mean:Q", **x_axis), text="short:N")
    return alt.layer(bar, text).properties(width=DOT_WIDTH, height=alt.Step(height), title=title)


def upright_bars(frame: pd.DataFrame, x: str, *, title: str, unit: str, x_title: str) -> Any:
    """Upright bars with their interval, for a distribution over whole numbers."""
    data = _with_texts(frame, unit, False)
    scale_by = 100.0 if unit == "share" else 1.0
    for column in ("mean", "lo", "hi"):
        data[column] = data[column] * scale_by
    data["top"] = [f"{value:.0f}" if value >= 0.5 else "" for value in data["mean"]]
    base = alt.Chart(_only(data, x, "mean", "lo", "hi", "top")).encode(
        x=alt.X(f"{x}:O", title=x_title, axis=alt.Axis(labelAngle=0)), tooltip=_tooltip(data, (x,))
    )
    y_axis: dict[str, Any] = {"title": "%" if unit == "share" else unit}
    bar = base.mark_bar().encode(y=alt.Y("mean:Q", **y_axis))
    rule = base.mark_rule().encode(y=alt.Y("lo:Q", **y_axis), y2="hi:Q")
    text = base.mark_text(dy=-8, fontSize=10).encode(y=alt.Y("hi:Q", **y_axis), text="top:N")
    return alt.layer(bar, rule, text).properties(width=alt.Step(17), height=170, title=title)


def _axis(orient: Literal["top", "left"]) -> alt.Axis:
    return alt.Axis(orient=orient, ticks=False, domain=False, labelAngle=0, labelPadding=7, titlePadding=8)


def _order(values: "pd.Series[Any]") -> list[Any]:
    return list(dict.fromkeys(values.tolist()))


_TITLES: Final = {
    "seat_name": "seat",
    "round_name": "round",
    "holding": "hand",
    "role": "led by",
    "card": "card led",
    "own": "own score",
    "other": "score of the others",
    "suits": "suits held",
    "behind_name": "points behind",
    "against": "against it",
    "against_name": "against",
    "how": "taken by",
    "end": "result",
    "what": "measure",
    "aces_count": "off-suit aces",
    "action": "best action",
}
"""What tooltips call the columns."""
_SHOWN: Final = {"value": "value", "95 % interval": "95 % interval", "sample": "n", "example": "example"}


def _with_texts(frame: pd.DataFrame, unit: str, signed: bool) -> pd.DataFrame:
    """The frame with what tooltips and labels say."""
    data = frame.reset_index(drop=True).copy()
    records = data.to_dict("records")
    data["value"] = [value_label(row, unit, signed) for row in records]
    data["short"] = [_short(row, unit, signed) for row in records]
    data["95 % interval"] = [interval_text(row, unit) for row in records]
    data["sample"] = [number(row["n"]) for row in records]
    return data


def _only(data: pd.DataFrame, *names: str) -> pd.DataFrame:
    """What a chart uses, so that the page stays small: numbers with as many digits as can be seen."""
    kept = data[list(dict.fromkeys([*names, *(name for name in _SHOWN if name in data)]))]
    return kept.round({name: 6 for name in kept.columns if kept[name].dtype.kind == "f"})


def _short(row: dict[Any, Any], unit: str, signed: bool) -> str:
    if not row["n"] or row["mean"] != row["mean"]:
        return ""
    value, digits = (row["mean"] * 100, 1) if unit == "share" else (row["mean"], 2)
    text = f"{value:{'+' if signed else ''}.{digits}f}".replace("-", "−")
    return f"({text})" if row["n"] < SMALL else text


def _tooltip(data: pd.DataFrame, names: Sequence[str]) -> list[alt.Tooltip]:
    titles = {name: _TITLES.get(name, name) for name in names}
    titles |= {name: title for name, title in _SHOWN.items() if name in data}
    return [alt.Tooltip(f"{name}:N", title=title) for name, title in titles.items()]
