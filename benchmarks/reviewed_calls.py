"""The tables of docs/review.md: how people called in a folder of recorded games, and what systems would have said.

`python -m benchmarks.reviewed_calls FOLDER [SPEC...]` reviews every game of the folder among `human` players, asks each
system at the same turns to bid, and prints how often each gave the best call and what its calls cost, by round and
seat, on the same deals of the hidden cards. Below it: lone hands and euchres, of people as recorded, of the systems in
games among themselves.
"""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from sim.engine.layout import H_NAME_TRUMP, H_ORDER_UP
from sim.players.match import Match
from sim.records.reading import read_records
from sim.review.decision_values import SURE
from sim.review.filling import discards, filled
from sim.review.followed import FollowedTable, Place
from sim.review.from_records import seen_game
from sim.review.reviewed import DealReview, DecisionReview, Review, SeenGame
from sim.review.reviewing import ReviewStudy
from sim.rules.presets import preset
from sim.rules.rules import Rules
from sim.stats.estimates import rate
from sim.worlds.thinking import Outlook

SYSTEMS: Final = (
    "basic", "human", "cautious", "bps", "perry21", "euchrestrategy-info", "lukefitz", "ohio-next", "somerset-1888",
    "ten-commandments",
)  # fmt: skip
SEATS: Final = ("eldest", "dealer's partner", "third", "dealer")
SHOWN: Final = ((1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2))
"""Round and seat of the columns; in these games hardly anybody else spoke."""
HANDS: Final = 200_000


class CallCost(NamedTuple):
    """One turn to bid: where, whether the answer is as good as the best, and what it costs in points."""

    round: int
    seat: int
    best: bool
    cost: float


def read_games(folder: str) -> list[SeenGame]:
    """All games of a folder."""
    paths = sorted(path for path in Path(folder).iterdir() if path.suffix in (".egn", ".emn"))
    return [seen_game(game) for path in paths for game in read_records(path)]


def calls(deals: Sequence[tuple[Rules, DealReview]], answer: Mapping[tuple[int, Place], int] | None) -> list[CallCost]:
    """The turns to bid of reviewed deals, as they were answered or with other answers by deal and place."""
    found = []
    for number, (_, deal) in enumerate(deals):
        for made in deal.decisions:
            if made.place[0] not in (H_ORDER_UP, H_NAME_TRUMP):
                continue
            choice = 0 if answer is None else made.answers.index(answer[number, made.place])
            found.append(_cost(made, choice))
    return found


def _cost(made: DecisionReview, choice: int) -> CallCost:
    # What was done costs what the halves of the worlds say; another answer is better or worse than it by all of them.
    gain = made.actions[choice].points.value - made.actions[0].points.value
    best = choice == made.best if made.is_mistake else choice in (0, made.best) or gain >= 0
    return CallCost(1 if made.place[0] == H_ORDER_UP else 2, made.seat, best, made.cost.value - gain)


def answers_of(deals: Sequence[tuple[Rules, DealReview]], spec: str) -> dict[tuple[int, Place], int]:
    """What a system would have said at each turn to bid."""
    tables: dict[str, FollowedTable] = {}
    found = {}
    for number, (rules, deal) in enumerate(deals):
        table = tables.setdefault(rules.id(), FollowedTable(rules, spec, Outlook(deals=1), 1))
        cards = discards(deal.deal, rules)
        _, seen = table.play(deal.deal, filled(deal.deal, rules, 0, cards[0] if cards else None))
        found.update({(number, one.place): one.assumed for one in seen})
    return found


def table(by_player: Mapping[str, Sequence[CallCost]]) -> str:
    """A row a player, a column a round and seat: share of best calls, and mean cost; in Markdown."""
    names = list(by_player)
    places = [place for place in SHOWN if any(place == (one.round, one.seat) for one in by_player[names[0]])]
    counts = [sum(place == (one.round, one.seat) for one in by_player[names[0]]) for place in places]
    heads = [f"{round_} {SEATS[seat - 1]} ({n})" for (round_, seat), n in zip(places, counts, strict=True)]
    lines = [f"| | all ({len(by_player[names[0]])}) | {' | '.join(heads)} |", "|---|" + "---:|" * (1 + len(heads))]
    for name in names:
        cells = []
        for place in (None, *places):
            made = [one for one in by_player[name] if place in (None, (one.round, one.seat))]
            costs = np.array([one.cost for one in made])
            half = SURE * costs.std(ddof=1) / len(costs) ** 0.5
            cells.append(f"{np.mean([one.best for one in made]):.0%}, {costs.mean():.3f} ± {half:.3f}")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def made_hands(games: Sequence[SeenGame], specs: Sequence[str]) -> str:
    """How many of the hands were played alone, and how many makers were euchred."""
    lone = euchred = hands = 0
    for game in games:
        for deal in game.deals:
            if deal.made is not None and deal.points is not None:
                hands, lone = hands + 1, lone + deal.made[1].alone
                euchred += deal.points[deal.made[1].chair % 2] == 0
    lines = ["| | hands | alone | euchred |", "|---|---:|---:|---:|"]
    lines.append(f"| people | {hands} | {rate(lone, hands).short()} | {rate(euchred, hands).short()} |")
    rules = preset("standard").with_changes(stick_dealer="on")
    for spec in specs:
        part = Match(rules, spec, 1, "hands").play(0, HANDS, "hands")
        assert part.hands is not None
        makers = (part.hands["dealer"] + part.hands["maker"]) % 2
        won = np.where(makers == 0, part.hands["points_0"], part.hands["points_1"])
        shares = rate(int((part.hands["alone"] & 1).sum()), HANDS), rate(int((won == 0).sum()), HANDS)
        lines.append(f"| `{spec}` | {HANDS} | {shares[0].short()} | {shares[1].short()} |")
    return "\n".join(lines)


def reviewed(games: Sequence[SeenGame]) -> Review:
    """All games among `human` players."""
    study = ReviewStudy(games, "human")
    for _ in study:
        pass
    return study.result()


def show_tables(review: Review, specs: Sequence[str]) -> None:
    """Print what was found."""
    deals = [(review.games[deal.game].rules, deal) for deal in review.deals]
    by_player = {"people": calls(deals, None)} | {spec: calls(deals, answers_of(deals, spec)) for spec in specs}
    print(table(by_player))
    print()
    print(made_hands(review.games, specs))


if __name__ == "__main__":
    show_tables(reviewed(read_games(sys.argv[1])), sys.argv[2:] or SYSTEMS)
