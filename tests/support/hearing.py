"""What a bidder says, in words: views built by hand in, suits as players name them out."""

from types import ModuleType
from typing import Any

from sim.cards import parse_suit
from sim.views import ALONE, ORDER, PASS
from support.situations import first_round, second_round

SAID = {PASS: "pass", ORDER: "order", ALONE: "alone"}


def _asked(player: ModuleType, hook: str, view: Any, changed: dict[str, Any]) -> int:
    function = getattr(player, hook)
    if function.__code__.co_argcount == 1:
        return int(function(view))
    return int(function(view, player.Params(**changed)))


def first(player: ModuleType, hand: str, upcard: str, seat: int, params: Any = None, **fields: Any) -> str:
    """Answer in the first round: pass, order or alone."""
    return SAID[_asked(player, "order_up", first_round(hand, upcard, seat, **fields), params or {})]


def second(player: ModuleType, hand: str, upcard: str, seat: int, params: Any = None, **fields: Any) -> str:
    """Answer in the second round: pass, or the suit and perhaps alone, as in "S" and "S alone"."""
    answer = _asked(player, "name_trump", second_round(hand, upcard, seat, **fields), params or {})
    if answer == PASS:
        return "pass"
    lane = (answer - 1) % 8
    suits = {(parse_suit(suit) - parse_suit(upcard[-1]) - 1) % 4: suit for suit in "CDSH"}
    return (suits | {4: "NT"})[lane] + (" alone" if answer > 8 else "")
