"""What a run comes to: games won, points, and who made trump with what success, each number with its interval.

Made from counts alone (`tally`), so it costs the same for a thousand hands and a billion. Rates of hands use blocks
of whole games as clusters, games are independent (see `sim.stats.estimates`).
"""

from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.rules.most_points import most_lead
from sim.rules.number_bids import bid_name
from sim.rules.rules import Rules
from sim.rules.units import Unit
from sim.runs.provenance import RunConfig, rules_name, seed_as_json
from sim.runs.results import RunData
from sim.runs.tally import JAMBONE, GameTotals, Tally
from sim.stats.estimates import Estimate, clustered_rate, clustered_ratio, mean, rate
from sim.text_door import Shown, shown

POINTS: Final = "points a hand"
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Calls:
    """Hands in which one seat (0: any) made trump in one round (0: either).

    `called` is the share of all hands; `made` (at least a point), `marched` (all tricks), `euchred` and `lone` (tried
    alone) are shares of the calls; `lone_made`, `lone_marched` and `lone_euchred` are shares of the lone tries.
    `points` is what the makers' side scored on such a hand, `net` the same less what the others scored (on average,
    where there are several).
    """

    round: int
    seat: int
    called: Estimate
    made: Estimate
    marched: Estimate
    euchred: Estimate
    lone: Estimate
    lone_made: Estimate
    lone_marched: Estimate
    lone_euchred: Estimate
    points: Estimate
    net: Estimate


@dataclass(frozen=True)
class BidResults:
    """Hands in which one seat (0: any) was the high bidder with one bid (0: any), where numbers are bid.

    `called` is the share of all hands; `made`, `all_tricks` and `failed` are shares of those; `points`, `others` and
    `net` are what the bidder's side scored on such a hand, the other side (on average), and the difference.
    """

    bid: int
    seat: int
    name: str
    called: Estimate
    made: Estimate
    all_tricks: Estimate
    failed: Estimate
    points: Estimate
    others: Estimate
    net: Estimate


@dataclass(frozen=True)
class LoneDefence:
    """Hands in which a defender played alone: their share of all hands, and of those the makers euchred."""

    tried: Estimate
    euchred: Estimate


@dataclass(frozen=True)
class Jambones:
    """Lone hands laid open: their share of all hands, and of those the ones that took all tricks or were euchred."""

    tried: Estimate
    marched: Estimate
    euchred: Estimate


@dataclass(frozen=True)
class GameSummary:
    """Whole games: `won` and final `scores` a side, `tied` games, `length` in hands a game.

    `slams` is the share of games that a side won while the other had no point, and `counted` how many games it wins a
    game where those count as two; without that rule `slams` is empty and `counted` too.
    """

    won: tuple[Estimate, ...]
    tied: Estimate
    scores: tuple[Estimate, ...]
    length: Estimate
    slams: tuple[Estimate, ...] = ()
    counted: tuple[Estimate, ...] = ()


@dataclass(frozen=True)
class Dealer:
    """Points a hand of the dealer's side and of the others (their mean), the difference, and the dealer's share."""

    points: Estimate
    others: Estimate
    difference: Estimate
    share: Estimate


@dataclass(frozen=True, repr=False)
class Summary(Shown):
    """The numbers of a run. Sides are partnerships with four players and single players otherwise.

    `games` is None for a run of single hands. `difference` holds points a hand of a side less the mean of the others:
    of side 0 where there are two, else of each. `calls` is by round and seat where a card is turned up, `bids` by bid
    and by seat where numbers are bid; the other is empty. `jambone` is None where the rules know none.
    """

    run_id: str
    rules: str
    players: int
    sides: tuple[str, ...]
    seed: int
    unit: Unit
    units: int
    hands: int
    games: GameSummary | None
    points: tuple[Estimate, ...]
    difference: tuple[Estimate, ...]
    dealer: Dealer
    thrown_in: Estimate
    lone_defence: LoneDefence
    jambone: Jambones | None
    calls: tuple[Calls, ...]
    bids: tuple[BidResults, ...]

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready: the fields by name, an estimate as an object (docs/results-format.md)."""
        return asdict(self) | {"seed": seed_as_json(self.seed)}

    def to_text(self) -> str:
        """Aligned plain text of about 100 columns."""
        text: str = shown(self, "text")
        return text


def summarise(tally: Tally, totals: GameTotals, config: RunConfig) -> Summary:
    """The summary of the hands counted in `tally` and the games summed in `totals`."""
    rules = config.rules
    count = _Counts(tally, rules)
    sides = range(rules.teams)
    own = [tally.points[:, side] for side in sides]
    lead = [tally.points @ _less_the_others(side, rules.teams) for side in sides]
    dealer = tally.dealer % rules.teams
    kinds = np.arange(len(dealer))
    dealers = tally.points[kinds, dealer].astype(np.float64)
    every = tally.points.sum(axis=1)
    others = (every - dealers) / (rules.teams - 1)
    defended = (tally.alone & 2) == 2
    rounds = [(0, 0), *((number, seat) for number in (1, 2) for seat in (0, *range(1, rules.players + 1)))]
    seats = range(1, rules.players + 1)
    bids = [
        (0, 0),
        *((bid, 0) for bid in range(rules.lowest_bid, rules.highest_bid + 1)),
        *((0, seat) for seat in seats),
    ]
    return Summary(
        run_id=config.id,
        rules=rules_name(rules),
        players=rules.players,
        sides=config.side_names(),
        seed=config.seed,
        unit=config.unit,
        units=totals.games if config.unit == "games" else tally.hands,
        hands=tally.hands,
        games=_games(totals, rules) if config.unit == "games" else None,
        points=tuple(count.mean(points, POINTS) for points in own),
        difference=tuple(count.mean(lead[side], POINTS) for side in (sides if rules.teams > 2 else (0,))),
        dealer=Dealer(
            count.mean(dealers, POINTS),
            count.mean(others, POINTS),
            count.mean(dealers - others, POINTS),
            clustered_ratio(count.sums(dealers), count.sums(every), "share"),
        ),
        thrown_in=count.share(tally.maker == 0),
        lone_defence=LoneDefence(count.share(defended), count.share(count.lost & defended, defended)),
        jambone=_jambones(count, tally.alone == JAMBONE) if rules.jambone == "on" else None,
        calls=tuple(_calls(count, number, seat) for number, seat in rounds) if rules.has_upcard else (),
        bids=() if rules.has_upcard else tuple(_bids(count, rules, bid, seat) for bid, seat in bids),
    )


def summarise_run(data: RunData) -> Summary:
    """The summary of the complete parts of a run folder; no rows are read, no engine is needed."""
    return summarise(data.tally(), data.totals(), data.config)


class _Counts:
    """Estimates from the counts of a tally over chosen kinds of hands."""

    def __init__(self, tally: Tally, rules: Rules) -> None:
        self.tally, self._most = tally, most_lead(rules)
        self.march = tally.tricks == rules.tricks
        called = tally.maker > 0
        side = (tally.dealer + tally.maker) % rules.players % tally.points.shape[1]
        self.makers = tally.points[np.arange(len(side)), side].astype(np.float64)
        self.others = (tally.points.sum(axis=1) - self.makers) / (tally.points.shape[1] - 1)
        self.called = called
        self.made = called & (self.makers > 0)
        self.lost = called & ((self.others > 0) if (tally.bid == 0).all() else ~self.made)
        """Euchred: the others got points for it. House rules know hands that give nobody a point."""

    def sums(self, values: NDArray[Any], kinds: Mask | None = None) -> NDArray[np.float64]:
        """Sum of a value over the hands of each block."""
        chosen = values if kinds is None else values * kinds
        return np.asarray(self.tally.counts @ chosen, np.float64)

    def mean(self, values: NDArray[Any], unit: str, kinds: Mask | None = None) -> Estimate:
        """Mean of a value over hands of some kinds (all)."""
        kinds = np.ones(len(values), bool) if kinds is None else kinds
        span = (-self._most, self._most)  # what hands that were all alike leave possible
        return clustered_ratio(self.sums(values, kinds), self.sums(kinds.astype(np.int64)), unit, span)

    def share(self, kinds: Mask, of: Mask | None = None) -> Estimate:
        """Share of hands of some kinds among those of others (all)."""
        of = np.ones(len(kinds), bool) if of is None else of
        return clustered_rate(self.sums((kinds & of).astype(np.int64)), self.sums(of.astype(np.int64)))


def _less_the_others(side: int, teams: int) -> NDArray[np.float64]:
    weights = np.full(teams, -1 / (teams - 1))
    weights[side] = 1.0
    return weights


def _games(totals: GameTotals, rules: Rules) -> GameSummary:
    n, slams = totals.games, totals.slams if rules.slam == "on" else ()
    if totals.blocks:
        return _linked_games(totals, rules)
    return GameSummary(
        slams=tuple(rate(hits, n) for hits in slams),
        # A game counts 1, a slam 2: its square 4.
        counted=tuple(mean(w + s, w + 3 * s, n, "games") for w, s in zip(totals.wins, slams, strict=False)),
        won=tuple(rate(wins, n) for wins in totals.wins),
        tied=rate(totals.ties, n),
        scores=tuple(mean(a, b, n, "points") for a, b in zip(totals.scores, totals.scores_sq, strict=True)),
        length=mean(totals.hands, totals.hands_sq, n, "hands"),
    )


def _linked_games(totals: GameTotals, rules: Rules) -> GameSummary:
    """Games that carry points over to each other: only the blocks they come in are independent."""
    games, ties, hands, *sides = np.array(totals.blocks, np.int64).T
    teams = rules.teams
    wins, scores, slams = sides[:teams], sides[teams : 2 * teams], sides[2 * teams :]
    counts_twice = rules.slam == "on"
    return GameSummary(
        won=tuple(clustered_rate(won, games) for won in wins),
        tied=clustered_rate(ties, games),
        scores=tuple(clustered_ratio(score, games, "points") for score in scores),
        length=clustered_ratio(hands, games, "hands"),
        slams=tuple(clustered_rate(slam, games) for slam in slams) if counts_twice else (),
        counted=tuple(clustered_ratio(won + slam, games, "games") for won, slam in zip(wins, slams, strict=True))
        if counts_twice
        else (),
    )


def _jambones(count: _Counts, kinds: Mask) -> Jambones:
    return Jambones(count.share(kinds), count.share(count.march, kinds), count.share(count.lost, kinds))


def _bids(count: _Counts, rules: Rules, bid: int, seat: int) -> BidResults:
    kinds = count.called
    if bid:
        kinds = kinds & (count.tally.bid == bid)
    if seat:
        kinds = kinds & (count.tally.maker == seat)
    return BidResults(
        bid=bid,
        seat=seat,
        name=bid_name(rules, bid) if bid else "",
        called=count.share(kinds),
        made=count.share(count.made, kinds),
        all_tricks=count.share(count.march, kinds),
        failed=count.share(count.lost, kinds),
        points=count.mean(count.makers, POINTS, kinds),
        others=count.mean(count.others, POINTS, kinds),
        net=count.mean(count.makers - count.others, POINTS, kinds),
    )


def _calls(count: _Counts, number: int, seat: int) -> Calls:
    tally = count.tally
    kinds = count.called
    if number:
        kinds = kinds & (tally.round == number)
    if seat:
        kinds = kinds & (tally.maker == seat)
    lone = kinds & ((tally.alone & 1) == 1)
    return Calls(
        round=number,
        seat=seat,
        called=count.share(kinds),
        made=count.share(count.made, kinds),
        marched=count.share(count.march, kinds),
        euchred=count.share(count.lost, kinds),
        lone=count.share(lone, kinds),
        lone_made=count.share(count.made, lone),
        lone_marched=count.share(count.march, lone),
        lone_euchred=count.share(count.lost, lone),
        points=count.mean(count.makers, POINTS, kinds),
        net=count.mean(count.makers - count.others, POINTS, kinds),
    )
