"""A review as one page that needs no network: step through the games, the chance to win, the table of each decision."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sim.text.review_data import review_data

if TYPE_CHECKING:
    from sim.review.reviewed import Review

_TEMPLATE: Final = Path(__file__).parent / "templates" / "review.html"


def review_page(review: "Review") -> str:
    """The page, with all that was found inside it as data; nothing of a record is ever read as HTML or script."""
    told = json.dumps(review_data(review), ensure_ascii=True, allow_nan=False).replace("<", "\\u003c")
    return _TEMPLATE.read_text(encoding="utf-8").replace("/*DATA*/", told, 1)
