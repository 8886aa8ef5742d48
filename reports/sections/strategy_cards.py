"""Strategy cards: for each seat and class of hand the action that brings most on the same deals, and what it gains."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from reports.charts import charts
from reports.charts.labels import aces_count
from reports.counting.bidding_counts import ROUNDS
from reports.sections.pieces import Item, chosen
from reports.sections.sources import Sources
from reports.tables.cuts import MOST_ACES
from reports.tables.same_deals import CALLS, TURNED_UP
from sim.seat_names import seat_label

if TYPE_CHECKING:
    import pandas as pd

_TABLE: Final = "same_deals"
_NETS: Final = {"pass": "passing", "order": "ordering", "alone_net": "alone"}
"""The net points of each action, as tooltips call them."""


def strategy_cards(sources: Sources) -> Iterator[Item]:
    """What to do with each class of hand, where deals were played again."""
    if not sources.has(_TABLE):
        yield Item(
            "",
            "",
            missing="What passing would have brought is not in a run: hands that were passed are other hands. Add "
            "`--counterfactual 200k` to play the run's deals again in each way, or ask about one hand with "
            "`euchre-sim ask`.",
        )
        return
    may_go_alone = all(run.config.rules.may_go_alone for run in sources.runs)
    for number in range(1, ROUNDS + 1):
        yield Item(
            f"order-or-pass-round-{number}",
            f"{'Pass, order or go alone' if may_go_alone else 'Pass or order'}: round {number}",
            _text(sources, number, may_go_alone),
            _TABLE,
            {
                "best": "best way to make trump, less passing" if may_go_alone else "ordering less passing",
                **_NETS,
                "gain": "alone less with partner" if sources.rules.players == 4 else "alone less ordering",
                "ordered": "the players ordered",
            }
            if may_go_alone
            else {"best": "ordering less passing", "pass": "passing", "order": "ordering", "ordered": "they ordered"},
            _cards(sources, number),
            {"round": number},
        )


def _text(sources: Sources, number: int, may_go_alone: bool) -> str:
    letters = "P pass, O order with everybody in play, A order alone" if may_go_alone else "P pass, O order"
    ways = "passes once, orders once, and goes alone once" if may_go_alone else "passes once and orders once"
    words = [
        f"Deals of the run played again at 0-0: the seat {ways}, and everybody else (and the seat later) decides as "
        f"always. The letter is the action that brought its side most, net ({letters}); the number is what it gained: "
        "over passing, or, where passing is best, over the better way of making trump. A/O means that alone is best, "
        "but cannot be told from ordering; a cell without colour, that making trump cannot be told from passing.",
        "A cell is the mean of many hands; euchre-sim ask tells about one of them.",
        "Trumps are those of the card turned up; the dealer's hand counts it."
        if number == 1
        else "A hand counts in the strongest suit that it may name (most trumps, then bowers, aces, short suits; of "
        "two alike the next). Next is the suit of the colour turned down, green one of the other colour.",
    ]
    if number == 2 and any(run.config.rules.stick_dealer == "on" for run in sources.runs):
        words.append("A dealer who is stuck may not pass, so that there is no card for it.")
    if number == 2 and any(run.config.rules.no_trump != "off" for run in sources.runs):
        words.append("No-trump is not among the choices here.")
    return " ".join(words)


def _cards(sources: Sources, number: int) -> dict[str, Any]:
    """A chart for each seat (in round 2 for each kind of suit), of each run."""
    found: dict[str, Any] = {}
    players = sources.rules.players
    for place, (run, label) in enumerate(zip(sources.runs, sources.labels, strict=True), 1):
        rows = _with_nets(sources.frame(_TABLE, run))
        for seat in range(1, players + 1):
            for call in CALLS if number == 2 else (TURNED_UP,):
                some = chosen(rows, "best", seat=seat, call=call)
                some = some[(some["n"] > 0) & (some["round"] == number)]
                if some.empty:
                    continue
                title = [seat_label(seat, players), *([call] if number == 2 else [])]
                title += [label] if sources.compared else []
                name = f"card-round-{number}-seat-{seat}{'-' + call.replace(' ', '-') if number == 2 else ''}"
                found[f"{name}-{place}" if sources.compared else name] = charts.card(
                    some.sort_values(["trumps", "bowers", "aces"], kind="stable"),
                    "aces_count", "holding",
                    title=", ".join(title), x_title="off-suit aces",
                    nets=[name for name in _NETS.values() if name in some],
                    x_order=[aces_count(aces, MOST_ACES) for aces in range(MOST_ACES + 1)],
                )  # fmt: skip
    return found


def _with_nets(frame: "pd.DataFrame") -> "pd.DataFrame":
    """The rows with the net points of each action beside them, as text, and what the best one gains."""
    keys = ["call", "seat", "trumps", "bowers", "aces"]
    found = frame.assign(aces_count=[aces_count(aces, MOST_ACES) for aces in frame["aces"]])
    for measure, title in _NETS.items():
        nets = frame[frame["measure"] == measure].set_index(keys)["mean"]
        if len(nets):
            found[title] = [charts.points(nets.get(key)) for key in found[keys].itertuples(index=False, name=None)]
    return found
