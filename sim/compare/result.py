"""What a comparison of two strategies comes to, as data; the text of it is `sim.text.compare`."""

from dataclasses import asdict, dataclass, replace
from typing import Any

from sim.compare.attribution import Attribution
from sim.compare.regret import Regret
from sim.compare.sums import Outcomes, PairSums
from sim.rules.units import Unit
from sim.runs.provenance import PlayerRecord, seed_as_json
from sim.stats.elo import elo_estimate
from sim.stats.estimates import Estimate
from sim.stats.sequential import ALPHA, ConfidenceSequence, Verdict
from sim.text_door import Shown, shown

POINTS = "points a hand"
SHARE = "share"


@dataclass(frozen=True)
class Difference:
    """A less B over mirrored pairs: by points of single hands (`value` in points a hand), or by games won (a share).

    `superiority` is the likelihood that A is better; `histogram` holds pair values and how many pairs had each;
    `variance_factor` says how many times as many unpaired hands or games would tell as much. `superiority` and it are
    None where fewer than five pairs were uneven.
    """

    pairs: int
    value: Estimate
    superiority: float | None
    outcomes: Outcomes
    histogram: tuple[tuple[float, int], ...]
    variance_factor: float | None

    @property
    def uneven(self) -> int:
        """Pairs that were better or worse than even."""
        return self.pairs - round(self.pairs * (self.outcomes.same.value or 0.0))

    @classmethod
    def of(cls, sums: PairSums, unit: str, sequence: ConfidenceSequence | None = None) -> "Difference":
        """From sums; with a `sequence` the interval is one that holds whenever one stops."""
        value = sums.estimate(unit) if sequence is None else sums.at_any_time(unit, sequence)
        if unit == SHARE and value.lo is not None and value.hi is not None:
            value = replace(value, lo=max(0.0, value.lo), hi=min(1.0, value.hi))
        return cls(sums.n, value, sums.superiority(), sums.outcomes(), sums.histogram(), sums.variance_factor())


@dataclass(frozen=True)
class GameDifference(Difference):
    """A against B over mirrored whole games: `value` is A's share of games won.

    `elo` is the same as a rating difference; `margin` A's final score less the mean of the others', in points a game;
    `length` hands a game.
    """

    elo: Estimate
    margin: Estimate
    length: float

    @classmethod
    def of_games(
        cls,
        wins: PairSums,
        margins: PairSums,
        length: float,
        sides: int,
        sequence: ConfidenceSequence | None = None,
    ) -> "GameDifference":
        """From the sums of games won and of points."""
        base = Difference.of(wins, SHARE, sequence)
        return cls(
            base.pairs,
            base.value,
            base.superiority,
            base.outcomes,
            base.histogram,
            base.variance_factor,
            elo_estimate(base.value, sides),
            margins.estimate("points a game"),
            length,
        )


@dataclass(frozen=True)
class Against:
    """A less B in points a hand when both play against `opponent`, on common deals; and each of them by itself."""

    opponent: str
    difference: Estimate
    mine: Estimate
    other: Estimate


@dataclass(frozen=True, repr=False)
class CompareResult(Shown):
    """Strategy A (`players[0]`) against B (`players[1]`).

    `unit` says what the pairs are made of: "hands" (then `hands` has the difference in points, and `games` comes from
    a smaller sample of whole games) or "games" (then there is only `games`). `complete` is False when the comparison
    was interrupted. `verdict` is that of an early stop, `reverse` (more than two sides) B's lead when it sits alone
    among A. `against`, `attribution` and `regret` (of A and of B, where it was asked for) come from smaller
    samples of the same deals; each number has its own n. `notes` are sentences on what could not be played.
    """

    rules: str
    rules_id: str
    sides: int
    players: tuple[PlayerRecord, PlayerRecord]
    seed: int
    unit: Unit
    engine: int
    parts: dict[str, int]
    complete: bool
    hands: Difference | None
    games: GameDifference | None
    verdict: Verdict | None
    attribution: Attribution | None
    regret: tuple[Regret, ...]
    reverse: Estimate | None
    against: tuple[Against, ...]
    notes: tuple[str, ...]
    hands_played: int
    seconds: float

    @property
    def main(self) -> Difference:
        """The difference that was asked for."""
        found = self.hands if self.unit == "hands" else self.games
        assert found is not None
        return found

    @property
    def names(self) -> tuple[str, str]:
        """Specifications of A and B."""
        return self.players[0].spec, self.players[1].spec

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready: the fields by name, an estimate as an object (docs/comparing.md)."""
        plain = asdict(self) | {"seed": seed_as_json(self.seed)}
        plain["players"] = [player.to_dict() for player in self.players]
        plain["level"] = 1 - ALPHA
        return plain

    def to_text(self) -> str:
        """Plain text of about 100 columns."""
        text: str = shown(self, "text")
        return text

    def to_markdown(self) -> str:
        """A block for a forum or an issue."""
        markdown: str = shown(self, "markdown")
        return markdown
