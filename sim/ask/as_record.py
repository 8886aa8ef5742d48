"""A question as a record of the deal so far, as the player asked knows it: for programs that open such records."""

from typing import Final

from sim.ask.question import Question
from sim.errors import RecordError
from sim.records.game import Deal, Game, RecordedCall, RecordedTrick

_HINT: Final = "ask answers it; only the record of it can't be written"


def record_of(question: Question, label: str) -> Game:
    """The record of a question under rules called `label`: the dealer is chair 0, their left chair 1.

    Only the cards that the player asked has seen stand in it. Raises RecordError for what a record has no words for.

    >>> from sim.ask.parsing import make_question
    >>> from sim.rules.presets import PRESETS
    >>> game = record_of(make_question(PRESETS["standard"], "JS KS AH 9D TC", "QS", seat=2), "standard")
    >>> game.deals[0].dealer, [call.suit for call in game.deals[0].calls]
    (0, [None])
    """
    q, n = question, question.rules.players
    if q.decision == "alone" and q.is_call:
        raise RecordError(
            "a record has no words for a call whose player has still to say whether they play alone", _HINT
        )
    if q.decision == "pick-up":
        raise RecordError("a record has no words for a dealer who has still to say whether they take the upcard", _HINT)
    own, made = q.seat % n, q.contract
    score = tuple(q.score_of(side or n) or 0 for side in range(q.rules.teams))
    held = list(q.play.shown if q.play else (0,) * n)
    held[q.seat - 1] |= q.hand
    dealt = held.copy()
    if q.exchanged:
        dealt[n - 1] = (held[n - 1] | (q.buried if q.has_upcard else 0)) & ~(1 << q.upcard)
    return Game(
        source="this question",
        title=f"{label}, a question",
        players=tuple("asked" if chair == own else f"seat {chair or n}" for chair in range(n)),
        rules=q.rules,
        initial_score=score,
        deals=(
            Deal(
                number=0,
                dealer=0,
                score_before=score,
                upcard=q.upcard,
                dealt=tuple(dealt[chair - 1] for chair in range(n)),
                held=tuple(held[chair - 1] for chair in range(n)),
                calls=_calls(q),
                round=0 if made is None else made.round,
                maker=None if made is None else made.maker % n,
                trump=None if made is None else made.trump,
                alone=made is not None and made.alone,
                lone_defender=made.lone_defender % n if made is not None and made.lone_defender else None,
                taken=made is not None and made.taken,
                discard=q.buried.bit_length() - 1 if q.has_upcard and q.buried else None,
                exchanges=(),
                tricks=tuple(
                    RecordedTrick(
                        number,
                        tuple(seat % n for seat in trick.seats),
                        trick.cards,
                        tuple(1 << card for card in trick.cards),
                        trick.winner % n if trick.winner else None,
                    )
                    for number, trick in enumerate(q.play.tricks if q.play else (), 1)
                ),
                makers_tricks=None,
                points=None,
                score_after=None,
                thrown_in=False,
            ),
        ),
        final_score=None,
        winner=None,
        notes=(),
        document={},
    )


def _calls(q: Question) -> tuple[RecordedCall, ...]:
    """All that was said so far."""
    n, made = q.rules.players, q.contract
    last_round, before = (q.round, q.seat) if made is None else (made.round, made.maker)
    passes = [(1, seat) for seat in range(1, n + 1)] if last_round == 2 else []
    passes += [(last_round, seat) for seat in range(1, before)]
    calls = [RecordedCall(number, seat % n, None) for number, seat in passes]
    if made is not None:
        calls.append(RecordedCall(made.round, made.maker % n, made.trump, made.alone))
    return tuple(calls)
