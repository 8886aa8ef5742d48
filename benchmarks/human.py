"""Fit the strategy `human`: how often people call, by round and seat, in a folder of recorded games.

`python -m benchmarks.human FOLDER` reads every .egn and .emn file, asks `basic` with its thresholds moved up and down
at each recorded turn to bid, and chooses for each round and seat the threshold at which it calls as often as people did
on the same hands. It prints the thresholds, and how often people, `basic` and the fitted player call and agree. What it
printed last is in docs/review.md and strategies/human.py.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from sim.engine.layout import H_NAME_TRUMP, H_ORDER_UP
from sim.players.strategy import load_player
from sim.records.reading import read_records
from sim.review.filling import discards, filled
from sim.review.followed import FollowedTable
from sim.review.from_records import seen_game
from sim.review.reviewed import SeenGame
from sim.stats.estimates import rate
from sim.worlds.thinking import Outlook

SEATS: Final = ("eldest", "dealer's partner", "third", "dealer")
THRESHOLDS: Final = {
    (1, 1): "order_1", (1, 2): "order_2", (1, 3): "order_3", (1, 4): "order_dealer",
    (2, 1): "name_1", (2, 2): "name_2", (2, 3): "name_3",
}  # fmt: skip
"""What is fitted by round and seat; a dealer's last turn is stuck in these games."""
LONE: Final = ("alone_1", "alone")
SHIFTS: Final = range(-150, 201, 5)
FEWEST: Final = 10
"""Turns of a seat in a round without which its threshold is not fitted by itself."""


class Turn(NamedTuple):
    """A turn to bid: round, seat, whether people called and went alone, and what the player asked would have done."""

    round: int
    seat: int
    called: bool
    alone: bool
    would_call: bool
    would_go_alone: bool


def turns(games: Sequence[SeenGame], spec: str) -> list[Turn]:
    """What a player would have said at each recorded turn to bid of somebody whose hand is known."""
    tables: dict[str, FollowedTable] = {}
    found = []
    for game in games:
        key = game.rules.id()
        table = tables.setdefault(key, FollowedTable(game.rules, spec, Outlook(deals=1), 1))
        for deal in game.deals:
            cards = discards(deal, game.rules)
            _, seen = table.play(deal, filled(deal, game.rules, 0, cards[0] if cards else None))
            for one in seen:
                hook, _, position = one.place
                known = deal.is_known(one.chair) or (one.chair == deal.dealer and deal.lacks_discard)
                if hook in (H_ORDER_UP, H_NAME_TRUMP) and known:
                    first = hook == H_ORDER_UP
                    lone = [answer > (1 if first else 8) for answer in (one.done, one.assumed)]
                    found.append(Turn(1 if first else 2, position + 1, one.done > 0, lone[0], one.assumed > 0, lone[1]))
    return found


class Fit:
    """What `basic` would have said at all recorded turns with its thresholds moved by each of the shifts."""

    def __init__(self, games: Sequence[SeenGame]) -> None:
        self._basic = load_player("basic").params
        self._games = range(len(games))
        self._tried = {}
        for shift in SHIFTS:
            moved = {name: self._basic[name] + shift for name in (*THRESHOLDS.values(), *LONE)}
            self._tried[shift] = [turns([game], specification(moved)) for game in games]

    def thresholds(self, without: int = -1) -> dict[str, int]:
        """Those at which as many call and go alone as did, perhaps `without` one of the games."""
        kept = [number for number in self._games if number != without]
        tried = {shift: [turn for number in kept for turn in made[number]] for shift, made in self._tried.items()}
        shifts: dict[tuple[int, int], int] = {}
        for place in THRESHOLDS:
            here = {shift: [turn for turn in made if turn[:2] == place] for shift, made in tried.items()}
            if len(here[0]) >= FEWEST:
                called = sum(turn.called for turn in here[0])
                shifts[place] = _nearest(
                    {shift: sum(t.would_call for t in made) for shift, made in here.items()}, called
                )
        of_round = {round_: [shift for (at, _), shift in shifts.items() if at == round_] for round_ in (1, 2)}
        for place in THRESHOLDS:
            # Seats that hardly ever speak are moved like the others of their round.
            shifts.setdefault(place, round(float(np.mean(of_round[place[0]] or [0]))))
        # Whether to go alone is compared where people called, whatever the threshold to call.
        lone = sum(turn.alone for turn in tried[0])
        alone = _nearest({k: sum(t.would_go_alone and t.called for t in made) for k, made in tried.items()}, lone)
        moved = {name: shifts[place] for place, name in THRESHOLDS.items()} | dict.fromkeys(LONE, alone)
        return {name: int(self._basic[name]) + shift for name, shift in moved.items()}


def specification(thresholds: Mapping[str, float]) -> str:
    """`basic` with some thresholds."""
    return "basic{" + ",".join(f"{name}={value:g}" for name, value in thresholds.items()) + "}"


def _nearest(counts: dict[int, int], wanted: int) -> int:
    """The middle of the shifts at which the count comes nearest to the one wanted."""
    least = min(abs(count - wanted) for count in counts.values())
    near = [shift for shift, count in counts.items() if abs(count - wanted) == least]
    return int(np.median(near))


def compared(games: Sequence[SeenGame], specs: Mapping[str, str]) -> str:
    """How often people and some players call, by round and seat, and on how many of the turns they agree."""
    asked = {name: turns(games, spec) for name, spec in specs.items()}
    lines = [f"{'round, seat':24}{'turns':>6}{'people':>17}" + "".join(f"{name:>10}{'agree':>8}" for name in specs)]
    for place in (*THRESHOLDS, None):
        cells, made = [], []
        for name in specs:
            made = [turn for turn in asked[name] if turn[:2] == place or (place is None and turn[:2] in THRESHOLDS)]
            calls, agree = (np.mean([value(turn) for turn in made]) for value in (_calls, _agrees))
            cells.append(f"{calls:10.1%}{agree:8.1%}")
        label = f"{place[0]} {SEATS[place[1] - 1]}" if place else "all of these"
        share = rate(sum(turn.called for turn in made), len(made)).short()
        lines.append(f"{label:24}{len(made):6}{share:>17}{''.join(cells)}")
    calls = [turn for turn in next(iter(asked.values())) if turn.called]
    alone = [f"{np.mean([turn.would_go_alone for turn in made if turn.would_call]):10.1%}" for made in asked.values()]
    share = rate(sum(turn.alone for turn in calls), len(calls)).short()
    lines.append(f"{'alone, of calls':24}{len(calls):6}{share:>17}{(' ' * 8).join(alone)}")
    return "\n".join(lines)


def _calls(turn: Turn) -> bool:
    return turn.would_call


def _agrees(turn: Turn) -> bool:
    return turn.would_call == turn.called


def unseen_agreement(games: Sequence[SeenGame], fit: Fit) -> float:
    """On how many turns of each game a player agrees who was fitted to the others."""
    found = []
    for number, game in enumerate(games):
        made = turns([game], specification(fit.thresholds(without=number)))
        found += [_agrees(turn) for turn in made if turn[:2] in THRESHOLDS]
    return float(np.mean(found))


def main() -> None:
    """Fit to the games of the folder that is named."""
    paths = sorted(path for path in Path(sys.argv[1]).iterdir() if path.suffix in (".egn", ".emn"))
    report([seen_game(game) for path in paths for game in read_records(path)])


def report(games: Sequence[SeenGame]) -> None:
    """Print what was found."""
    fit = Fit(games)
    found = fit.thresholds()
    print(", ".join(f"{name} {value}" for name, value in found.items()))
    print(compared(games, {"basic": "basic", "fitted": specification(found)}))
    print(f"agreement on games that were not fitted to: {unseen_agreement(games, fit):.1%}")


if __name__ == "__main__":
    main()
