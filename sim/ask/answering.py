"""Asking: what is the best thing to do and by how much, played until the answer is precise enough or clear."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from sim.arguments import check_call, check_flag
from sim.ask.answer import Answer, Seating, make_answer
from sim.ask.choices import choices
from sim.ask.deal_source import open_source
from sim.ask.in_sight import InSight, check_in_sight
from sim.ask.outcomes import point_values, score_by_side, win_values
from sim.ask.parsing import make_question
from sim.ask.precision import Precision
from sim.ask.question import Question
from sim.ask.question_table import QuestionTable
from sim.ask.steadied import Steadying
from sim.ask.work import Work
from sim.chances.equity import Equity, find_equity
from sim.chances.hand_results import BATCHES
from sim.players.given import PlayerLike, Players, as_spec, as_specs
from sim.players.seating import load_seats
from sim.players.strategy import load_player
from sim.rules.rule_file import load_rules
from sim.rules.rules import Rules
from sim.runs.provenance import check_seed, draw_seed, thread_count
from sim.stats.best_choice import Race
from sim.stats.steadied import SteadiedRace
from sim.whole import check_whole


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
    others = table if plain else QuestionTable(question, believed, seed)
    source = open_source(others, believed)
    if not plain:
        # They need not think again about what they are known to have done.
        table.hold_to_past()
    steadying = None if plain or equity is not None or in_sight else Steadying(others, source)
    values = [point_values(question)]
    if equity is not None:
        values.append(win_values(question, equity))
    always = precision.width is None and precision.deals is None
    kind = Race if steadying is None else SteadiedRace
    race = kind(len(options), values, leading=len(values) - 1, always=always)
    sight = InSight(table, race) if in_sight else None
    work = Work(table, options, source, race, sight, steadying, precision, thread_count(threads), began, stop)
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
        control_deals=int(race.control_deals[race.best]) if isinstance(race, SteadiedRace) else None,
    )
