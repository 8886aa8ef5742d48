"""Stored columns as people read them: cards, hands, suits and flags instead of numbers."""

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sim.cards import SUIT_NAMES, card_name, hand_text

if TYPE_CHECKING:
    import pandas as pd

_CARDS: Final = ("upcard", "discard", "next_card")
_FLAGS: Final = ("alone", "pick_up")


def decoded(frame: "pd.DataFrame") -> "pd.DataFrame":
    """The frame with readable columns; texts are categories, so that millions of rows stay small.

    Cards are `JS`, hands `JS 9S AH`, trump is a suit's name, flags are booleans. What was not there (no discard, no
    trump, an empty hand) is missing.
    """
    result = frame.copy(deep=False)
    for name in frame.columns:
        column = frame[name]
        if column.isna().any():  # records of games do not tell every card
            column = column.fillna(-1 if str(column.dtype) == "Int8" else 0).astype(str(column.dtype).lower())
        values = column.to_numpy()
        if name in _CARDS or name.startswith("card_"):
            result[name] = _categories(values, card_name)
        elif name == "trump":
            result[name] = _categories(values, lambda suit: SUIT_NAMES[suit])
        elif name in _FLAGS:
            result[name] = values != 0
        elif values.dtype == np.uint64:
            result[name] = _categories(values, hand_text)
    return result


def _categories(values: Any, text: Any) -> "pd.Categorical":
    import pandas as pd

    codes, found = pd.factorize(values, sort=True)
    # Nothing is stored as -1 for cards and suits, and as an empty mask for hands.
    missing = (found < 0) if found.dtype.kind == "i" else (found == 0)
    shift = int(missing.sum())
    names = [text(int(value)) for value in found[shift:]]
    return pd.Categorical.from_codes(np.maximum(codes - shift, -1), categories=names)
