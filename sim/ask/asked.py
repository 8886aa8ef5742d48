"""One decision of one player with all that they know at that moment, before anybody has checked it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, get_args

from sim.cards import (
    HEARTS,
    JOKER,
    SPADES,
    suit_of,
)
from sim.rules.rules import Rules
from sim.rules.tricks import Contract, Play, follow_play

Decision = Literal["bid", "alone", "pick-up", "discard", "defend-alone", "keep-five", "lead", "play"]
DECISIONS: Final[tuple[Decision, ...]] = get_args(Decision)

_AFTER_EXCHANGE: Final = ("defend-alone", "keep-five", "lead", "play")
"""Decisions at which the dealer has already taken the upcard and buried a card."""


@dataclass(frozen=True)
class UncheckedQuestion:
    """The fields of a question (see `sim.ask.question.Question`), and what follows from them."""

    rules: Rules
    decision: Decision
    seat: int
    hand: int
    upcard: int
    round: int = 1
    contract: Contract | None = None
    played: tuple[tuple[int, ...], ...] = ()
    buried: int = 0
    dummy: int = 0
    next_card: int | None = None
    score: tuple[int, ...] | None = None

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.rules.players

    @property
    def proposed(self) -> int | None:
        """The suit that the upcard proposes; None where the dealer names one for a joker."""
        return proposed_suit(self.rules, self.upcard, self.next_card)

    @property
    def named_blind(self) -> bool:
        """Whether the dealer made trump before looking, because the joker was turned up."""
        return self.contract is not None and self.upcard == JOKER and self.rules.joker_up == "dealer_blind"

    def score_of(self, seat: int) -> int | None:
        """The score of a seat's side; None where the score is not told."""
        if self.score is None:
            return None
        return self.score[(seat - self.seat) % self.rules.players % self.rules.teams]

    def is_late(self, seat: int) -> bool:
        """Whether a seat may not play alone at its score."""
        score = self.score_of(seat)
        return score is not None and self.rules.is_late(score)

    @property
    def may_go_alone(self) -> bool:
        """Whether the player asked may make trump alone."""
        return self.rules.may_go_alone and not self.is_late(self.seat)

    @property
    def is_call(self) -> bool:
        """Whether the player asked has still to make trump, or to say whether they do so alone."""
        return self.decision == "bid" or (self.decision == "alone" and not self.rules.declares_later)

    @cached_property
    def play(self) -> Play | None:
        """The tricks so far; None before there is a contract."""
        if self.contract is None or self.decision not in ("lead", "play"):
            return None
        return follow_play(self.rules, self.contract, self.played)

    @property
    def exchanged(self) -> bool:
        """Whether a dealer who takes the upcard has done so, and buried a card."""
        after = self.decision in _AFTER_EXCHANGE or (self.decision == "alone" and not self.is_call)
        return self.contract is not None and self.contract.taken and after

    @property
    def has_upcard(self) -> bool:
        """Whether the upcard is or was among the cards of the player asked."""
        return self.exchanged and self.seat == self.dealer

    def uses_dummy(self, seat: int) -> bool:
        """Whether a player joins a dummy to the hand dealt: a maker who is not alone, or a defender who has one."""
        if not self.rules.dummies or self.contract is None:
            return False
        return not self.contract.alone if seat == self.contract.maker else len(self.rules.dummies) > 1

    @property
    def has_merged(self) -> bool:
        """Whether the player asked has already chosen five cards from hand and dummy."""
        return self.uses_dummy(self.seat) and self.play is not None

    @property
    def own_shown(self) -> int:
        """Mask of the cards they have played."""
        return self.play.shown[self.seat - 1] if self.play else 0

    @property
    def dummy_size(self) -> int:
        """Cards of the dummy that a player uses; 0 where there is none."""
        return self.rules.dummies[0] if self.rules.dummies else 0


def proposed_suit(rules: Rules, upcard: int, next_card: int | None) -> int | None:
    """The suit that an upcard proposes; None where it is a joker for which the dealer names one."""
    if upcard != JOKER:
        return suit_of(upcard)
    if rules.joker_up == "next_card":
        return None if next_card is None else suit_of(next_card)
    return {"hearts": HEARTS, "spades": SPADES}.get(rules.joker_up)
