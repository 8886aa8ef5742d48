"""Examples of a comparison: deals that A lost to B, each table of them written out with the command that shows it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sim.command_line import command
from sim.plain_text import command_text, fold

if TYPE_CHECKING:
    from sim.compare.lost_deals import LostDeal
    from sim.rules.rules import Rules
    from sim.runs.traced import Trace


@dataclass(frozen=True)
class _Table:
    """One table of a deal: what A led by there, the command that shows it, and the hand."""

    lead: float
    command: str
    hand: "Trace"


class ShownExamples:
    """The deals that A lost, played again at every table."""

    def __init__(
        self,
        deals: "Sequence[LostDeal]",
        names: tuple[str, str],
        rules: "Rules",
        seed: int,
        named: Mapping[str, object],
    ) -> None:
        """`named` are the options of the command line that name the rules."""
        from sim.runs.trace import show

        self._deals, self._names = deals, names
        self._tables: list[list[_Table]] = []
        for deal in deals:
            tables = []
            for side, lead in enumerate(deal.leads):
                seated = [names[0] if place == side else names[1] for place in range(rules.teams)]
                hand = show(rules, seated, seed=seed, unit="hands", game=deal.number, hand=0)[0]
                again = command("show", **named, strategy=seated, seed=seed, hand=deal.number)
                tables.append(_Table(lead, again, hand))
            self._tables.append(tables)

    def to_text(self) -> str:
        """Every deal at every table, as `show` prints it."""
        mine, other = self._names
        if not self._deals:
            return fold(f"examples: there is no deal that {mine} lost to {other}")
        what = "deal" if len(self._deals) == 1 else f"{len(self._deals)} deals"
        blocks = [fold(f"examples: the first {what} that {mine} lost to {other}, at each table")]
        for deal, tables in zip(self._deals, self._tables, strict=True):
            leads = ", ".join(f"{table.lead:+g} as {_side(table.hand, side)}" for side, table in enumerate(tables))
            blocks.append(fold(f"deal {deal.number}: {mine} is {deal.points:+g} points a table ({leads})"))
            blocks += [f"{command_text('show', table.command)}\n\n{table.hand.to_text().rstrip()}" for table in tables]
        return "\n\n".join(blocks) + "\n"

    def to_dict(self) -> list[dict[str, Any]]:
        """The same as plain data: a deal with A's lead over its tables, and each table with A's lead and the hand."""
        return [
            {
                "hand": deal.number,
                "points": deal.points,
                "tables": [
                    {"side": side, "points": table.lead, "command": table.command, "trace": table.hand.to_dict()}
                    for side, table in enumerate(tables)
                ],
            }
            for deal, tables in zip(self._deals, self._tables, strict=True)
        ]


def _side(hand: "Trace", side: int) -> str:
    from sim.text.trace import side_name

    return side_name(hand, side)
