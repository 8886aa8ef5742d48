"""Asking: what is the best thing to do and by how much, played until the answer is precise enough or clear."""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import numpy as np

from sim.arguments import check_call, check_flag
from sim.ask.answer import Answer, Seating, make_answer
from sim.ask.choices import Choice, choices
from sim.ask.deal_source import DealSource, Portion, open_source
from sim.ask.equity import Equity, find_equity, refine_equity
from sim.ask.hand_results import BATCHES, states_from
from sim.ask.in_sight import InSight, check_in_sight
from sim.ask.outcomes import point_values, score_by_side, win_values
from sim.ask.parsing import make_question
from sim.ask.precision import SECONDS, WIDTH, Precision
from sim.ask.question import Question
from sim.ask.question_table import Deals, QuestionTable
from sim.errors import Interrupted
from sim.players.given import PlayerLike, Players, as_spec, as_specs
from sim.players.seating import load_seats
from sim.players.strategy import load_player
from sim.rules.rule_file import load_rules
from sim.rules.rules import Rules
from sim.runs.provenance import check_seed, draw_seed, thread_count
from sim.runs.threads import pool_of
from sim.stats.best_choice import TUNED, Race
from sim.stats.sequential import ConfidenceSequence
from sim.whole import check_whole

SETTLED: Final = 50_000
"""Deals that are played at least: the best may be clear long before its value is worth telling."""
PORTION: Final = 4096
"""Deals a thread plays at a time."""
LOOKING_AHEAD: Final = 16
"""So many times fewer deals are settled and played at a time where somebody at the table looks ahead."""
REFINED: Final = 1_000_000
"""Hands that a finer table of chances to win may take for each second that the answer may."""
MANY: Final = 16
"""Choices that all get the precision asked for; of more, or where somebody looks ahead, only those that may be best."""
_WAVES: Final = (2, 2, 4, 8, 16)
"""Portions between two looks at the sums; the last number goes on."""


def ask(
    hand: str | Sequence[str],
    up: str,
    seat: str | int | None = None,
    *,
    round: int | None = None,  # noqa: A002  # what players call it
    decision: str | None = None,
    bids: str | Sequence[str] | None = None,
    trump: str | None = None,
    maker: str | int | None = None,
    alone: bool = False,
    lone_defender: str | int | None = None,
    left_up: bool = False,
    played: str | Sequence[str] | None = None,
    buried: str | Sequence[str] | None = None,
    dummy: str | Sequence[str] | None = None,
    next_card: str | None = None,
    score: str | Sequence[int] | None = None,
    rules: Rules | str | Path = "standard",
    strategy: Players = "basic",
    me: PlayerLike | None = None,
    partner: PlayerLike | None = None,
    opponents: PlayerLike | None = None,
    until_width: float | None = None,
    deals: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    equity_hands: int | None = None,
    open: bool = False,  # noqa: A002  # as with all cards on the table
    stop: Callable[[], bool] | None = None,
) -> Answer:
    """Answer a decision described in words: `ask("JS KS AH 9D TC", "QS", seat=1)`.

    `hand` holds the cards as they are now, `up` the card turned up; `seat` is counted from the dealer's left, 1 to the
    number of players, or named (`eldest`, `dealer`). What has happened so far:

    - `bids` in turn from the dealer's left (`"pass, pass, order"`), or only the `round`; once trump is made also
      `trump`, `maker` (`me`, `my-partner`, `left`, `right`, or a seat), `alone`, `lone_defender`, and `left_up` where
      the dealer left the upcard on the table;
    - `played`: each trick from its leader on, as in `"9S AS KS QS; TH"` (in a list a text a trick); `buried`: the cards
      put away; `dummy`: its cards; `next_card`: the one after a joker, where the rules turn it;
    - `decision`, where it is neither a bid nor (with cards played) the next card: `alone`, `pick-up`, `discard`,
      `defend-alone`, `keep-five`, `lead` or `play`;
    - `score`, `(9, 6)` or `"9-6"`, your side first: asks for the chance to win the game.

    `rules` are a preset's name, a TOML file or Rules. `strategy` seats everybody (or one a seat from the eldest hand),
    `me`, `partner` and `opponents` some of them, each as `run` takes players. `until_width` is the half-width in
    points to reach for every choice, `deals` a number to play, `seconds` a limit (20). With a score `equity_hands` are
    simulated at each score for the chances to win; without it as many as the answer needs. With `open` each choice also
    has `open_points`: its worth on the same deals when everybody sees all cards from then on, which is hindsight.
    Raises CardError and UsageError for what cannot be, and what strategies raise.

    >>> from euchre_sim import ask
    >>> found = ask("JS KS AH 9D TC", "QS", seat=1, deals=5000, seed=1)
    >>> print(found.best.name, found.best.points)
    pass 0.13 ± 0.04 (n = 5 000)
    """
    game = load_rules(rules)
    question = make_question(
        game,
        hand,
        up,
        seat=seat,
        round_=round,
        decision=decision,
        trump=trump,
        maker=maker,
        alone=alone,
        lone_defender=lone_defender,
        left_up=left_up,
        bids=bids,
        played=played,
        buried=buried,
        dummy=dummy,
        next_card=next_card,
        score=score,
    )
    others = (None if one is None else as_spec(one) for one in (me, partner, opponents))
    seating = Seating.around(game, question.seat, as_specs(strategy), *others)
    stop = check_call("stop", stop)
    if equity_hands is not None:
        equity_hands = check_whole("equity_hands", equity_hands, 2 * BATCHES, 10**9, example=10_000)
    return answer(
        question,
        seating,
        precision=Precision(until_width, deals, seconds),
        seed=seed,
        threads=threads,
        equity=equity_of(question, seating, equity_hands, threads, stop),
        refine=equity_hands is None,
        in_sight=check_flag("open", open),
        stop=stop,
    )


def equity_of(
    q: Question,
    seating: Seating,
    hands: int | None = None,
    threads: int | None = None,
    stop: Callable[[], bool] | None = None,
) -> Equity | None:
    """The chances to win that a question with a score needs; None without one. `hands` at each score, else as usual.

    Of who looks ahead the chances are taken that those have whom they believe in: a table of their own takes hours.
    """
    if q.score is None:
        return None
    specs = [load_player(spec).believed for spec in seating.specs]
    start = None if hands is None else score_by_side(q)
    return find_equity(q.rules, specs, hands=hands, start=start, threads=threads, stop=stop)


def answer(
    question: Question,
    seating: Seating,
    *,
    precision: Precision | None = None,
    seed: int | None = None,
    threads: int | None = None,
    equity: Equity | None = None,
    refine: bool = False,
    in_sight: bool = False,
    stop: Callable[[], bool] | None = None,
) -> Answer:
    """Play every choice of a question out on the same deals until the answer is precise enough.

    With an `equity` table (and a score in the question) the choice that wins most games is the best, else the one with
    most points a hand; `refine` makes the table finer in the end where its own error is the larger part, and there is
    time. With `in_sight` the choices are also valued with all cards in sight. When `stop` answers True the answer so
    far is given (`reason` is interrupted), or Interrupted raised where nothing was played. Raises UsageError where
    there is nothing to decide, the past is impossible or `in_sight` can't be told, and IllegalAction where a strategy
    breaks the rules.
    """
    precision = precision or Precision()
    seed = draw_seed() if seed is None else check_seed(seed)
    options = choices(question)
    if in_sight:
        check_in_sight(question)
    players = load_seats(seating.specs)
    table = QuestionTable(question, players, seed)
    began = time.perf_counter()
    # What the others have done is weighed as those would have done it whom they believe in: of who looks ahead nobody
    # could say what they would do with each of a hundred thousand hands.
    believed = load_seats([player.believed for player in players])
    plain = [player.spec for player in believed] == [player.spec for player in players]
    source = open_source(table if plain else QuestionTable(question, believed, seed), believed)
    values = [point_values(question)]
    if equity is not None:
        values.append(win_values(question, equity))
    always = precision.width is None and precision.deals is None
    race = Race(len(options), values, leading=len(values) - 1, always=always)
    sight = InSight(table, race) if in_sight else None
    work = _Work(table, options, source, race, sight, precision, thread_count(threads), began, stop)
    reason = work.run()
    if equity is not None and refine:
        equity = work.refine(equity)
    return make_answer(
        question,
        seating,
        options,
        race,
        own=work.own,
        reason=reason,
        seed=seed,
        drawn=work.drawn,
        evidence=source.evidence(),
        seconds=time.perf_counter() - began,
        equity=equity,
        sight=sight.race if sight is not None else None,
    )


class _Work:
    """One question being played out."""

    def __init__(
        self,
        table: QuestionTable,
        options: Sequence[Choice],
        source: DealSource,
        race: Race,
        sight: InSight | None,
        precision: Precision,
        threads: int,
        began: float,
        stop: Callable[[], bool] | None,
    ) -> None:
        self.table, self.options, self.source, self.race, self.sight = table, options, source, race, sight
        self.precision, self.threads, self.began, self.stop = precision, threads, began, stop
        self.families = {option.family for option in options}
        self.own: list[Choice | None] = []
        self.drawn = 0
        fewer = LOOKING_AHEAD if any(player.needs_table for player in table.players) else 1
        self.portion = max(256, PORTION // fewer * 8 // max(8, len(options)))
        self.settled = SETTLED // fewer
        self.many = len(options) > MANY or fewer > 1

    @property
    def played(self) -> int:
        """Deals that the choices still going have seen."""
        return int(self.race.deals[self.race.going].min())

    def run(self) -> str:
        """Play waves of portions until there is a reason to stop; return the reason."""
        wave = 0
        with pool_of(self.threads) as pool:
            while True:
                count = _WAVES[min(wave, len(_WAVES) - 1)]
                in_time = self._wave(pool, self._portions(count))
                wave += 1
                reason = self._reason(in_time)
                if reason:
                    return reason

    def _portions(self, count: int) -> Iterator[int]:
        """Sizes of the next portions, none beyond what is asked for."""
        left = count * self.portion
        if self.precision.deals is not None:
            left = min(left, self.precision.deals - self.played)
        elif self.played:
            width = self.precision.width or WIDTH
            needed = self.played * (self.race.half_width(0) / width) ** 2 - self.played
            left = min(left, max(int(needed * 1.01) + 1, 256))
        while left > 0:
            yield min(left, self.portion)
            left -= self.portion

    def _wave(self, pool: ThreadPoolExecutor, sizes: Iterator[int]) -> bool:
        """Play some portions; False when time ran out before all were played."""
        going = [option for option, runs in zip(self.options, self.race.going, strict=True) if runs]
        jobs = [self.source.job(size) for size in sizes]
        pending = [pool.submit(self._portion, job, going) for job in jobs]
        in_time = True
        for future in pending:
            if not in_time:
                future.cancel()
                continue
            result = future.result()
            if result is None:
                in_time = False
                continue
            deals, drawn, codes, worth = result
            self.drawn += drawn
            self.source.note(len(deals), drawn)
            if self.precision.deals is not None:
                codes = codes[:, : max(0, self.precision.deals - self.played)]
            if codes.shape[1]:
                if not self.own:
                    self.own = self.table.own_choice(self.options, deals.part(slice(8)))
                    self.race.own = next((self.options.index(own) for own in self.own if own is not None), None)
                self.race.add(codes)
                if self.sight is not None and worth is not None:
                    self.sight.race.add(worth[:, : codes.shape[1]])
        return in_time

    def _portion(
        self, job: Portion, going: Sequence[Choice]
    ) -> tuple[Deals, int, np.ndarray, np.ndarray | None] | None:
        if self._is_stopped():
            return None
        if self._late() and self.played >= 2:
            return None
        deals, drawn = self.source.take(job)
        if self.sight is not None:
            return deals, drawn, *self.sight.play(going, deals)
        codes = np.empty((len(going), len(deals)), dtype=np.int16)
        for row, choice in enumerate(going):
            codes[row] = self.table.play(choice, deals)
        return deals, drawn, codes, None

    def _late(self) -> bool:
        return time.perf_counter() - self.began > (self.precision.seconds or SECONDS)

    def _is_stopped(self) -> bool:
        return self.stop is not None and self.stop()

    def refine(self, equity: Equity) -> Equity:
        """A finer table of chances to win, where the error of this one is the larger part.

        How much finer depends on what was found and asked for, not on the clock, so that it is the same another time.
        """
        race, q = self.race, self.table.question
        hands = equity.hands * len(states_from(q.rules, equity.specs, score_by_side(q)))
        room = REFINED * (self.precision.seconds or SECONDS) / hands
        factor = 2 ** int(math.log2(max(1.0, min(race.share_of_table(1), room))))
        if factor < 2 or self._late() or self._is_stopped():
            return equity
        try:
            finer = refine_equity(equity, score_by_side(q), equity.hands * factor, threads=self.threads, stop=self.stop)
        except Interrupted:
            return equity
        race.revalue(1, win_values(q, finer))
        return finer

    def _reason(self, in_time: bool) -> str:
        """Why to stop now; nothing while there is none."""
        if self._is_stopped():
            if self.played < 2:
                raise Interrupted("stopped before the question was answered")
            return "interrupted"
        if self.played < 2:
            return ""
        precision, race = self.precision, self.race
        if precision.deals is not None:
            if self.played >= precision.deals:
                return "deals"
        else:
            automatic = precision.width is None
            if automatic and self.played >= self.settled and self._is_settled():
                return "separated"
            if race.half_width(0) <= (precision.width or WIDTH):
                return "width"
            self._drop_beaten(automatic)
        return "" if in_time and not self._late() else "seconds"

    def _drop_beaten(self, automatic: bool) -> None:
        """Stop playing what is beaten: once the rest is known well enough, and at once where there are many choices.

        A precision that was asked for is for all choices, but for those that only bury a worse card.
        """
        if self.many or (automatic and self.played >= self.settled):
            self.race.drop_beaten()
        else:
            self.race.drop_beaten([option.family for option in self.options])

    def _is_settled(self) -> bool:
        """Whether the best is clear, but for discards between which there is next to nothing."""
        race, best = self.race, self.race.best
        for rival in race.rivals():
            _, variance, n = race.difference(rival, best, 0)
            same_family = self.options[rival].family == self.options[best].family and len(self.families) > 1
            if variance and not (same_family and ConfidenceSequence(TUNED).radius(n, variance) <= WIDTH):
                return False
        return True
