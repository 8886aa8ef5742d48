"""The answer to a question: every choice with its value, interval, distance to the best and outcomes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sim.ask.choices import Choice
from sim.ask.evidence import Evidence
from sim.ask.outcomes import KINDS, outcome_kinds
from sim.ask.question import Question
from sim.ask.seat_words import relation
from sim.cards import card_name, cards_of, hand_text, suit_name
from sim.errors import UsageError
from sim.rules.rules import Rules
from sim.runs.provenance import rules_name, seed_as_json
from sim.seat_names import seat_names
from sim.stats.best_choice import ALWAYS, Race
from sim.stats.estimates import Estimate
from sim.text_door import Shown, shown

if TYPE_CHECKING:
    import pandas as pd

    from sim.chances.equity import Equity

POINTS = "points"
ChoiceVerdict = Literal["best", "same", "open", "beaten"]


@dataclass(frozen=True)
class Seating:
    """The strategy of each seat, from the dealer's left, as specs."""

    specs: tuple[str, ...]

    @classmethod
    def around(
        cls,
        rules: Rules,
        seat: int,
        everybody: str | Sequence[str] = "basic",
        me: str | None = None,
        partner: str | None = None,
        opponents: str | None = None,
    ) -> "Seating":
        """Seat one strategy everywhere (or one a seat), then others for the player asked, partner and opponents."""
        n = rules.players
        given = [everybody] if isinstance(everybody, str) else list(everybody)
        if len(given) not in (1, n):
            raise UsageError(
                f"{len(given)} strategies for {n} players", f"give one for all, or {n}: one a seat from the eldest hand"
            )
        specs = given * n if len(given) == 1 else given
        if partner is not None and n != 4:
            raise UsageError(f"nobody has a partner with {n} players", "name the others with --opponents")
        for other in range(1, n + 1):
            away = (other - seat) % n
            named = me if away == 0 else partner if n == 4 and away == 2 else opponents
            specs[other - 1] = named if named is not None else specs[other - 1]
        return cls(tuple(specs))


@dataclass(frozen=True)
class Valued:
    """One choice. `behind` is its distance to the best on the same deals: 0 for the best, else negative.

    `points` are its side's points a hand less the others'; `win` the chance to win the game, where a score was given.
    `chance` is the chance that it is the best; `outcomes` the shares of `sim.ask.outcomes.KINDS`. A verdict is `best`,
    `beaten`, `open` (not told from the best) or `same` (ended like the best on every deal). `open_points` are the
    points with all cards in sight (see `sim.ask.in_sight`), `open_behind` the distance to the best of those; None
    where they were not asked for.
    """

    name: str
    label: str
    family: str
    verdict: ChoiceVerdict
    points: Estimate
    behind: Estimate
    win: Estimate | None
    win_behind: Estimate | None
    chance: float
    outcomes: dict[str, float]
    deals: int
    needed: int | None
    """Deals that would probably tell it from the best; None where that is settled or never will be."""
    open_points: Estimate | None = None
    open_behind: Estimate | None = None


@dataclass(frozen=True, repr=False)
class Answer(Shown):
    """What a question came to; `choices` from the best down."""

    question: Question
    seating: Seating
    choices: tuple[Valued, ...]
    own: tuple[str, ...]
    """What the strategy of the player asked does itself; several where it plays by chance."""
    reason: str
    """Why it stopped: separated, width, deals, seconds, or interrupted."""
    seed: int
    deals: int
    drawn: int
    evidence: Evidence
    """What it rests on: on how many of the deals with these cards the others would have done what they did."""
    seconds: float
    equity: str | None
    """How the winning chances were got; None without a score."""
    equity_share: float | None
    """Variance of the games won that comes from the winning chances' own error, over that from the deals played."""
    equity_hands: int | None
    """Hands at each score behind the winning chances; None without a score."""
    holds_always: bool
    """Whether the intervals hold whenever one stops (confidence sequences), and not only for a fixed sample."""
    control_deals: int | None = None
    """Deals of those whom players who look ahead believe in, which make the intervals narrower; None without them."""

    @property
    def share(self) -> float:
        """Share of the deals with these cards on which the others, as seated, would have done what they did."""
        return self.evidence.exact

    @property
    def best(self) -> Valued:
        """The choice with the highest value."""
        return self.choices[0]

    @property
    def is_open(self) -> bool:
        """Whether the choices were valued with all cards in sight too."""
        return self.best.open_points is not None

    @property
    def best_in_sight(self) -> Valued:
        """The best choice with all cards in sight; the best where nobody has looked."""
        return max(self.choices, key=lambda c: 0.0 if c.open_behind is None else c.open_behind.value or 0.0)

    @property
    def is_clear(self) -> bool:
        """Whether the best is better than every other choice, but for those that end alike and other discards."""
        return not self.open

    @property
    def open(self) -> tuple[Valued, ...]:
        """Choices that are not told from the best; of those that differ in the discard only the best counts."""
        several = len({choice.family for choice in self.choices}) > 1
        return tuple(
            choice
            for choice in self.choices
            if choice.verdict == "open" and not (several and choice.family == self.best.family)
        )

    @property
    def discards(self) -> tuple[Valued, ...]:
        """The best with other discards that are not told from it."""
        return tuple(choice for choice in self.choices if choice.verdict == "open" and choice not in self.open)

    @property
    def second(self) -> Valued | None:
        """The choice that the best is compared with: of those that differ in the discard only the best counts.

        None where all others end alike, or are discards as good as can be told.
        """
        if self.open:
            return self.open[0]
        several = len({choice.family for choice in self.choices}) > 1
        for choice in self.choices[1:]:
            if choice.verdict not in ("same", "open") and not (several and choice.family == self.best.family):
                return choice
        return None

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready; estimates as objects with value, se, lo, hi, n, unit and method."""
        return {
            "question": question_dict(self.question),
            "players": list(self.seating.specs),
            "best": self.best.name,
            "is_clear": self.is_clear,
            "own": list(self.own),
            "choices": [_choice_dict(choice) for choice in self.choices],
            "deals": self.deals,
            "drawn": self.drawn,
            "control_deals": self.control_deals,
            "share_of_deals": self.share,
            "evidence": self.evidence.to_dict(),
            "stopped": self.reason,
            "seed": seed_as_json(self.seed),
            "seconds": self.seconds,
            "equity": self.equity,
            "equity_share": self.equity_share,
            "equity_hands": self.equity_hands,
            "intervals": ALWAYS if self.holds_always else "student",
        }

    def to_pandas(self) -> "pd.DataFrame":
        """A row a choice: points, win, open_points, their bounds, distances to the best, chances, outcome shares."""
        import pandas as pd

        rows = []
        for choice in self.choices:
            row: dict[str, Any] = {"choice": choice.name, "verdict": choice.verdict}
            for name, value in (
                ("points", choice.points),
                ("behind", choice.behind),
                ("win", choice.win),
                ("win_behind", choice.win_behind),
                ("open_points", choice.open_points),
                ("open_behind", choice.open_behind),
            ):
                if value is not None:
                    row |= {name: value.value, f"{name}_lo": value.lo, f"{name}_hi": value.hi}
            rows.append(row | {"chance_best": choice.chance, "deals": choice.deals, **choice.outcomes})
        return pd.DataFrame(rows)

    def to_text(self, command: str | None = None) -> str:
        """Aligned plain text of about 100 columns; `command` is shown as the way to ask again."""
        text: str = shown(self, "text", command)
        return text

    def _repr_html_(self) -> str:
        html: str = shown(self, "html")
        return html


def make_answer(
    question: Question,
    seating: Seating,
    options: Sequence[Choice],
    race: Race,
    *,
    own: Sequence[Choice | None],
    reason: str,
    seed: int,
    drawn: int,
    evidence: Evidence,
    seconds: float,
    equity: "Equity | None",
    sight: Race | None,
    control_deals: int | None = None,
) -> Answer:
    """Sum a race up, and where there is one that with all cards in sight."""
    best, chances, kind = race.best, race.chances(), outcome_kinds(question)
    rivals = set(race.rivals())
    found, open_best = [], int(sight.means(0).argmax()) if sight is not None else 0
    for place, option in enumerate(options):
        behind = race.behind(place, best, 0, POINTS)
        _, variance, n = race.difference(place, best, race.leading)
        verdict: ChoiceVerdict = "beaten"
        if place == best:
            verdict = "best"
        elif place in rivals:
            verdict = "same" if variance == 0 and n > 1 else "open"
        shares = {
            name: float(race.outcomes[place][kind == k].sum() / max(1, race.deals[place]))
            for k, name in enumerate(KINDS)
        }
        found.append(
            Valued(
                name=option.name,
                label=option.label,
                family=option.family,
                verdict=verdict,
                points=race.value(place, 0, POINTS),
                behind=behind,
                win=race.value(place, 1, "share") if equity is not None else None,
                win_behind=race.behind(place, best, 1, "share") if equity is not None else None,
                chance=float(chances[place]),
                outcomes=shares,
                deals=int(race.deals[place]),
                needed=race.deals_needed(place) if verdict == "open" else None,
                open_points=sight.value(place, 0, POINTS) if sight is not None else None,
                open_behind=sight.behind(place, open_best, 0, POINTS) if sight is not None else None,
            )
        )
    means, points = race.means(race.leading), race.means(0)
    worth = [(-round(float(means[k]), 9), -round(float(points[k]), 9)) for k in range(len(options))]
    order = sorted(range(len(options)), key=lambda k: (k != best, *worth[k], k))
    named = list(dict.fromkeys(option.name if option else "something else" for option in own))
    return Answer(
        question=question,
        seating=seating,
        choices=tuple(found[k] for k in order),
        own=tuple(named),
        reason=reason,
        seed=seed,
        deals=int(race.deals[best]),
        drawn=drawn,
        evidence=evidence,
        seconds=seconds,
        equity=equity.text() if equity is not None else None,
        equity_share=race.share_of_table(1) if equity is not None else None,
        equity_hands=equity.hands if equity is not None else None,
        holds_always=race.always and int(race.deals.min()) >= race.least,
        control_deals=control_deals,
    )


def _choice_dict(choice: Valued) -> dict[str, Any]:
    told = {}
    if choice.open_points is not None and choice.open_behind is not None:
        told = {"open_points": choice.open_points.to_dict(), "open_behind": choice.open_behind.to_dict()}
    return {
        "name": choice.name,
        "label": choice.label,
        "verdict": choice.verdict,
        "points": choice.points.to_dict(),
        "behind": choice.behind.to_dict(),
        "win": None if choice.win is None else choice.win.to_dict(),
        "win_behind": None if choice.win_behind is None else choice.win_behind.to_dict(),
        "chance_best": choice.chance,
        "outcomes": choice.outcomes,
        "deals": choice.deals,
        "deals_needed": choice.needed,
        **told,
    }


def question_dict(q: Question) -> dict[str, Any]:
    """A question in words that can be read back."""
    contract = q.contract
    told = None
    if contract is not None:
        told = {
            "round": contract.round,
            "maker": contract.maker,
            "maker_is": relation(q.rules, q.seat, contract.maker),
            "trump": suit_name(contract.trump),
            "alone": contract.alone,
            "lone_defender": contract.lone_defender or None,
            "lone_defender_is": relation(q.rules, q.seat, contract.lone_defender) if contract.lone_defender else None,
            "upcard_taken": contract.taken,
        }
    return {
        "rules": rules_name(q.rules),
        "rules_id": q.rules.id(),
        "decision": q.decision,
        "seat": q.seat,
        "seat_name": seat_names(q.rules.players, q.rules.teams)[q.seat - 1],
        "hand": [card_name(code) for code in cards_of(q.hand)],
        "upcard": card_name(q.upcard),
        "round": q.round,
        "contract": told,
        "played": [[card_name(card) for card in trick] for trick in q.played],
        "buried": hand_text(q.buried) or None,
        "dummy": hand_text(q.dummy) or None,
        "score": None if q.score is None else list(q.score),
    }
