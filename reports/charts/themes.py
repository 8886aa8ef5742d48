"""Colours and type of charts, light and dark. Every text is readable on every colour it may stand on (4.5 : 1)."""

from typing import Any, Final

FONT: Final = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"

_LIGHT: Final = {
    "ink": "#1c1e21",
    "soft": "#565c64",
    "line": "#d5d8dc",
    "paper": "#ffffff",
    "low": "#f0a469",
    "middle": "#f4f4f1",
    "high": "#86b6e6",
    "best": "#5cc3a0",
    "series": ["#1f5f9e", "#a84f06", "#2e7d32", "#7b3fa0", "#8a1c4a", "#4b5563"],
}
_DARK: Final = {
    "ink": "#eceef0",
    "soft": "#aab1b9",
    "line": "#3d434a",
    "paper": "#16181b",
    "low": "#8a4b14",
    "middle": "#2a2d31",
    "high": "#1f5f9e",
    "best": "#17694f",
    "series": ["#7fb2e5", "#f2a36b", "#8fd18f", "#cfa0ee", "#f08fb4", "#b6bec8"],
}

INK, SOFT, LINE = (str(_LIGHT[name]) for name in ("ink", "soft", "line"))
ACTION_COLOURS: Final = {
    "pass": str(_LIGHT["low"]),
    "with": str(_LIGHT["high"]),
    "alone": str(_LIGHT["best"]),
    "neither": "#ffffff",
}
"""Of the actions on printed sheets; those of strategy cards."""


def config(dark: bool = False) -> dict[str, Any]:
    """A Vega-Lite configuration; charts name its ranges (`diverging`, `ramp`, `ordinal`, `category`), not colours."""
    c = _DARK if dark else _LIGHT
    axis = {
        "labelColor": c["ink"],
        "titleColor": c["soft"],
        "domainColor": c["line"],
        "tickColor": c["line"],
        "gridColor": c["line"],
        "labelFontSize": 12,
        "titleFontSize": 12,
        "titleFontWeight": "normal",
        "labelLimit": 190,
    }
    return {
        "background": "transparent",
        "font": FONT,
        "view": {"stroke": None},
        "axis": axis,
        "legend": {
            "labelColor": c["ink"],
            "titleColor": c["soft"],
            "labelFontSize": 12,
            "titleFontSize": 12,
            "titleFontWeight": "normal",
            "orient": "top",
            "labelLimit": 320,
        },
        "title": {"color": c["ink"], "fontSize": 13, "fontWeight": 600, "anchor": "start", "offset": 8},
        "text": {"color": c["ink"], "fontSize": 12},
        "rule": {"color": c["soft"]},
        "tick": {"color": c["ink"]},
        "bar": {"color": c["series"][0]},
        "point": {"color": c["series"][0]},
        "rect": {"stroke": c["paper"], "strokeWidth": 2},
        "range": {
            "diverging": [c["low"], c["middle"], c["high"]],
            "ramp": [c["middle"], c["high"]],
            # Actions on strategy cards: pass, order, alone, and cells that do not tell.
            "ordinal": [c["low"], c["high"], c["best"], c["middle"]],
            "category": c["series"],
        },
    }
