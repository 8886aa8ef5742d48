"""Other ways to decide, tried by fitting.py: each class changes one decision of `basic` and nothing else."""

from typing import NamedTuple

from sim.bits import U, low, top
from sim.views import ALONE, PASS
from strategies.parts import bidding_basic, full_play
from strategies.parts.play_simple import bury
from strategies.toolkit import (
    ALL_ACES,
    TRUMP_TEN,
    boss,
    call_alone,
    highest_rank,
    lanes_with,
    lowest_rank,
    narrowed,
    singletons,
    unseen,
)

LONE = bidding_basic.Params()


def beside_an_ace(v, left, kept):
    """Kings left beside an ace that is kept."""
    return left & ~v.trumps & (kept & ~v.trumps & ALL_ACES) >> U(1)


def of_a_kept_suit(v, left, kept):
    """Side cards left of a suit that is kept; where there is none all cards left."""
    return narrowed(left, left & ~v.trumps & lanes_with(kept & ~v.trumps))


class NeverTakes:
    """A dealer who leaves the upcard whenever the rules let them."""

    @staticmethod
    def pick_up(v):
        return 0


class TakesWithATrump:
    """A dealer who takes the upcard only when they have a trump already."""

    @staticmethod
    def pick_up(v):
        return 1 if v.hand & v.trumps != U(0) else 0


class TakesHighCards:
    """A dealer who leaves a nine or ten turned up."""

    @staticmethod
    def pick_up(v):
        return 1 if v.upcard > TRUMP_TEN else 0


class GoesAlone:
    """A maker of three who leaves the dummy with a hand that is worth `least` by the weights of a lone hand of four."""

    class Params(NamedTuple):
        """The bidding of `basic`, and the hand that goes alone."""

        least: int = 400

    @staticmethod
    def order_up(v, p):
        answer = bidding_basic.order_up(v, LONE)
        strong = bidding_basic.lone_strength(v, v.hand, LONE) >= p.least
        return ALONE if answer != PASS and strong and v.may_alone == 1 and v.dealer != 0 else answer


class LeavesTheDummy:
    """A maker of three who calls as `basic` does, but always leaves the dummy."""

    @staticmethod
    def order_up(v):
        answer = bidding_basic.order_up(v, LONE)
        return ALONE if answer != PASS and v.may_alone == 1 else answer

    @staticmethod
    def name_trump(v):
        answer = bidding_basic.name_trump(v, LONE)
        return call_alone(answer - 1) if 0 < answer < 9 and v.may_alone == 1 else answer


class NoVoids:
    """What is still wanted after trumps, aces and kings beside them: the highest card, whatever its suit."""

    @staticmethod
    def keep_five(v):
        kept = U(0)
        for number in range(5):
            left = v.hand & ~kept
            trumps, aces, behind = left & v.trumps, left & ~v.trumps & ALL_ACES, beside_an_ace(v, left, kept)
            card = narrowed(highest_rank(left), low(behind))
            first, second = (aces, trumps) if number == 4 else (trumps, aces)
            kept |= narrowed(narrowed(card, top(second)), top(first))
        return kept


class LowOfAKeptSuit:
    """What is still wanted after trumps and aces: the lowest card of a suit that is kept, not its king."""

    @staticmethod
    def keep_five(v):
        kept = U(0)
        for number in range(5):
            left = v.hand & ~kept
            trumps, aces = left & v.trumps, left & ~v.trumps & ALL_ACES
            card = lowest_rank(of_a_kept_suit(v, left, kept))
            first, second = (aces, trumps) if number == 4 else (trumps, aces)
            kept |= narrowed(narrowed(card, top(second)), top(first))
        return kept


class KingBeforeAce:
    """Keeps the king beside an ace before the ace of another suit."""

    @staticmethod
    def keep_five(v):
        kept = U(0)
        for number in range(5):
            left = v.hand & ~kept
            trumps, aces, behind = left & v.trumps, left & ~v.trumps & ALL_ACES, beside_an_ace(v, left, kept)
            card = highest_rank(of_a_kept_suit(v, left, kept))
            high = narrowed(top(aces), low(behind))
            first, second = (high, top(trumps)) if number == 4 else (top(trumps), high)
            kept |= narrowed(narrowed(card, second), first)
        return kept


class FifthTrumpBeforeAce:
    """Keeps the fifth trump, too, before an ace."""

    @staticmethod
    def keep_five(v):
        kept = U(0)
        for _ in range(5):
            left = v.hand & ~kept
            trumps, aces, behind = left & v.trumps, left & ~v.trumps & ALL_ACES, beside_an_ace(v, left, kept)
            card = narrowed(highest_rank(of_a_kept_suit(v, left, kept)), low(behind))
            kept |= narrowed(narrowed(card, top(aces)), top(trumps))
        return kept


class LeadsLow:
    """Leads the lowest losing side card, as in a game of four."""

    @staticmethod
    def lead(v):
        card = full_play.lead(v)
        side = v.hand & ~v.trumps
        losing = narrowed(side, side & ~singletons(side))
        return lowest_rank(losing) if card & side & ~boss(v.hand, unseen(v)) != U(0) else card


class BuriesKings:
    """Buries a king that is alone in its suit before a card of a longer suit, as in a game of four."""

    @staticmethod
    def discard(v):
        return bury(v.hand, v.upcard)
