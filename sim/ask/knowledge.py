"""What a question says, in the engine's terms: the deals that agree with it, what has happened, what was done."""

from dataclasses import dataclass

import numpy as np

from sim.ask.hidden_cards import DrawPlan, HiddenHand, plan_draws
from sim.ask.play_out import (
    ANY,
    KNOWN,
    S_ALONE,
    S_CARDS,
    S_DEALER,
    S_FATE,
    S_LIMIT,
    S_LONE,
    S_LONE_FROM,
    S_MADE,
    S_MAKER,
    S_PLAYED_ALONE,
    S_ROUND,
    S_SCORE,
    S_SETTLED,
    S_SUIT,
    SITUATION,
)
from sim.ask.question import Question
from sim.cards import JACK, JOKER, NO_TRUMP, cards_of, deck_mask, rank_of, suit_of
from sim.engine.layout import NO_TRUMP_SUIT
from sim.errors import UsageError
from sim.lanes import LEFT_BOWER, RIGHT_BOWER, TOP_JOKER, card_mask
from sim.players.scripting import Scripts
from sim.rules.tricks import suit_mask
from sim.views import ALONE, DECLINED, ORDER, PASS, TAKEN, TRUMP


def engine_mask(cards: int, trump: int) -> int:
    """A mask of cards as the engine holds it once `trump` is made: trump the top lane, bowers and joker in place."""
    mask = 0
    for code in cards_of(cards):
        if code == JOKER:
            mask |= 1 << JOKER if trump == NO_TRUMP else card_mask(TRUMP, TOP_JOKER)
            continue
        suit, rank = suit_of(code), rank_of(code)
        if trump == NO_TRUMP:
            mask |= 1 << code
        elif rank == JACK and suit in (trump, trump ^ 2):
            mask |= card_mask(TRUMP, RIGHT_BOWER if suit == trump else LEFT_BOWER)
        else:
            mask |= card_mask((suit - trump - 1) % 4, rank)
    return mask


def name_answer(suit: int, alone: bool, proposed: int | None) -> int:
    """The answer of `name_trump` that makes a suit trump."""
    top = 3 if proposed is None else proposed
    lane = 4 if suit == NO_TRUMP else (suit - top - 1) % 4
    return (9 if alone else 1) + lane


@dataclass(frozen=True)
class DealRows:
    """The deal as the player asked knows it: a row a seat, then the upcard and the dummies."""

    rows: int
    fixed: dict[int, int]
    """Rows that they know, as masks."""
    unknown: int
    """Cards that may lie anywhere else."""
    hidden: tuple[HiddenHand, ...]

    def dummy_of(self, row: int) -> int:
        """The row of the dummy that a hidden maker has joined to their hand."""
        return next(hand.rows[1] for hand in self.hidden if len(hand.rows) > 1 and hand.rows[0] == row)

    def plan(self) -> DrawPlan:
        """How to draw the hidden cards. Raises UsageError where no deal agrees with the cards played."""
        plan = plan_draws(self.rows, self.fixed, self.unknown, self.hidden)
        if plan is None:
            raise UsageError(
                "no deal agrees with the cards played: the others can't hold enough cards of the suits that are left",
                "check --played: each trick is told from its leader on",
            )
        return plan


def deal_rows(q: Question) -> DealRows:
    """What the player asked knows of the deal. Raises UsageError where a dealer has shown what can't be."""
    own, own_dummy = _own_cards(q)
    n, rules = q.rules.players, q.rules
    fixed = {q.seat - 1: own, n: 1 << q.upcard}
    known = own | own_dummy | 1 << q.upcard | q.hand | q.buried | q.own_shown | q.dummy
    known |= 1 << q.next_card if q.next_card is not None else 0
    for shown in q.play.shown if q.play else ():
        known |= shown
    unknown = deck_mask(rules.deck) & ~known
    open_rows = set(range(n + 1, n + 1 + len(rules.dummies)))
    if own_dummy:
        fixed[_dummy_row(q, q.seat)] = own_dummy
        open_rows.discard(_dummy_row(q, q.seat))
    hidden = []
    for seat in range(1, n + 1):
        shown = q.play.shown[seat - 1] if q.play else 0
        if seat == q.seat:
            continue
        if q.play is not None and q.uses_dummy(seat):
            row = _dummy_row(q, seat)
            open_rows.discard(row)
            hidden.append(HiddenHand((seat - 1, row), (rules.hand_size, q.dummy_size), shown & ~(1 << q.upcard)))
        else:
            hidden.append(_hidden_hand(q, seat, shown, unknown))
    hidden += [HiddenHand((row,), (q.dummy_size,)) for row in sorted(open_rows)]
    return DealRows(n + 1 + len(rules.dummies), fixed, unknown, tuple(hidden))


def _dummy_row(q: Question, seat: int) -> int:
    """The row of the dummy that a player at `seat` uses; where both have one, the dealer's is the second."""
    n = q.rules.players
    return n + 1 + (1 if len(q.rules.dummies) > 1 and seat == n else 0)


def _hidden_hand(q: Question, seat: int, shown: int, unknown: int) -> HiddenHand:
    barred, slack = 0, 0
    if q.play is not None and q.contract is not None:
        for suit in q.play.voids[seat - 1]:
            barred |= suit_mask(suit, q.contract.trump)
        if q.contract.taken and seat == q.dealer:
            up = 1 << q.upcard
            # They have buried a card that may be of a suit they lack now; the upcard itself where the rules let them.
            slack = 0 if barred & up and not shown & up else 1
            if slack == 0 and q.rules.discard_upcard == "forbidden":
                raise UsageError(
                    "the dealer took the upcard up and can't have buried it, so they were not out of trumps",
                    "check --played: each trick is told from its leader on",
                )
    return HiddenHand((seat - 1,), (q.rules.hand_size,), shown & ~(1 << q.upcard), barred & unknown, slack)


def _own_cards(q: Question) -> tuple[int, int]:
    """The cards dealt to the player asked, and to their dummy where they know it.

    Which of their cards came from the dummy makes no difference once they have chosen, so any division will do.
    """
    up = 1 << q.upcard if q.has_upcard else 0
    pool = (q.hand | q.own_shown | q.buried) & ~up
    if q.decision == "keep-five":
        return pool, q.dummy
    if not q.has_merged:
        return pool, 0
    first = own_discard(q)
    cards = sorted(cards_of(pool & ~first))
    dealt = first
    for code in cards[: q.rules.hand_size - first.bit_count()]:
        dealt |= 1 << code
    return dealt, pool & ~dealt


def own_discard(q: Question) -> int:
    """The card that the player asked buried for the upcard, as a mask; 0 if none."""
    if not q.has_upcard:
        return 0
    if not q.has_merged:
        return q.buried
    cards = cards_of(q.buried & ~(1 << q.upcard))
    return 1 << cards[0]


def situation(q: Question) -> tuple[np.ndarray, np.ndarray]:
    """What has happened, as the vectors of `sim.ask.play_out.examine` (int64[SITUATION], uint64[KNOWN])."""
    facts, known = np.zeros(SITUATION, dtype=np.int64), np.zeros(KNOWN, dtype=np.uint64)
    n, contract = q.rules.players, q.contract
    # The dealer is the last player, so that players are numbered like seats.
    facts[S_DEALER] = n - 1
    facts[[S_FATE, S_LONE, S_LONE_FROM, S_ALONE, S_PLAYED_ALONE]] = ANY
    if q.score is not None:
        teams = q.rules.teams
        for place, points in enumerate(q.score):
            facts[S_SCORE + (q.seat - 1 + place) % teams] = points
    if q.next_card is not None:
        known[0] = 1 << q.next_card
    blind = q.is_call and q.named_blind
    if contract is None or (q.is_call and not blind):
        facts[S_LIMIT] = q.round * n + q.seat - 1 if q.proposed is not None else 0
        return facts, known
    facts[S_MADE] = 1
    facts[S_ROUND], facts[S_MAKER] = contract.round, contract.maker - 1
    facts[S_SUIT] = NO_TRUMP_SUIT if contract.trump == NO_TRUMP else contract.trump
    if blind:
        return facts, known
    # What they answer in the bidding is no more than a wish where they declare later, or may look at the dummy first.
    if q.rules.peek_dummy == "no" and q.rules.calls_alone(contract.round, contract.maker):
        facts[S_ALONE] = int(contract.alone)
    if q.decision in ("pick-up", "discard"):
        return facts, known
    facts[S_SETTLED] = 1
    if contract.round == 1:
        facts[S_FATE] = TAKEN if contract.taken else DECLINED
    if q.decision == "defend-alone":
        facts[S_LONE_FROM] = q.seat
        facts[S_PLAYED_ALONE] = int(contract.alone)
    if q.play is not None:
        facts[S_LONE], facts[S_CARDS] = contract.lone_defender, 1
        facts[S_PLAYED_ALONE] = int(contract.alone)
        for seat in range(n):
            known[1 + seat] = engine_mask(q.play.shown[seat], contract.trump)
            for suit in q.play.voids[seat]:
                known[5 + seat] |= np.uint64(engine_mask(suit_mask(suit, contract.trump), contract.trump))
    return facts, known


def script_past(scripts: Scripts, q: Question) -> None:
    """Have the player asked do again what they have done, and everybody play the cards that have been played.

    What else the others did is up to them: a deal on which they would have done otherwise does not agree.
    """
    position, contract = q.seat - 1, q.contract
    scripts.do("claim_farmers", position, 0)
    if contract is None or q.is_call:
        if q.round == 2:
            scripts.do("order_up", position, PASS)
        return
    if contract.maker != q.seat:
        scripts.do("order_up", position, PASS)
        scripts.do("name_trump", position, PASS)
    elif contract.round == 1:
        scripts.do("order_up", position, ALONE if contract.alone else ORDER)
        scripts.do("name_trump", position, name_answer(contract.trump, contract.alone, None))
    else:
        scripts.do("order_up", position, PASS)
        scripts.do("name_trump", position, name_answer(contract.trump, contract.alone, q.proposed))
    if q.seat == q.dealer and contract.round == 1 and q.decision != "pick-up":
        scripts.do("pick_up", position, int(contract.taken))
    if contract.maker == q.seat:
        scripts.do("declare_alone", position, int(contract.alone))
    if own_discard(q):
        scripts.do("discard", position, engine_mask(own_discard(q), contract.trump))
    if q.play is None:
        return
    scripts.do("defend_alone", position, int(contract.lone_defender == q.seat))
    if q.has_merged:
        scripts.do("keep_five", position, engine_mask(q.hand | q.own_shown, contract.trump))
    for number, trick in enumerate(q.play.tricks, 1):
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            place = (seat - trick.leader) % q.rules.players
            scripts.do("follow" if place else "lead", place, engine_mask(1 << card, contract.trump), number)


def script_call(scripts: Scripts, q: Question, seat: int, hook: str) -> None:
    """Have everybody pass but the player at this seat, who answers this hook of the bidding as they like."""
    for position in range(q.rules.players):
        scripts.do("claim_farmers", position, 0)
        scripts.do("order_up", position, PASS)
        scripts.do("name_trump", position, PASS)
    scripts.free(hook, seat - 1)


def script_others(scripts: Scripts, q: Question, but: int, cards: int) -> None:
    """Have everybody but the player at seat `but` do what has been done, while all others hold `cards` (a hand)."""
    contract, n = q.contract, q.rules.players
    made = contract is not None and not (q.decision == "alone" and q.is_call)
    for seat in range(1, n + 1):
        if seat == but:
            continue
        maker = made and contract is not None and seat == contract.maker
        order, name = PASS, PASS
        if maker and contract is not None and contract.round == 1:
            order = ALONE if contract.alone else ORDER
        elif maker and contract is not None:
            name = name_answer(contract.trump, contract.alone, q.proposed)
        scripts.do("claim_farmers", seat - 1, 0)
        scripts.do("order_up", seat - 1, order)
        scripts.do("name_trump", seat - 1, name)
        if contract is None:
            continue
        scripts.do("declare_alone", seat - 1, int(contract.alone))
        scripts.do("defend_alone", seat - 1, int(contract.lone_defender == seat))
        held = cards
        if seat == q.dealer and contract.taken:
            scripts.do("pick_up", seat - 1, 1)
            first = 1 << cards_of(cards)[0]
            scripts.do("discard", seat - 1, engine_mask(first, contract.trump))
            held = (cards ^ first) | 1 << q.upcard
        elif seat == q.dealer:
            scripts.do("pick_up", seat - 1, 0)
        five = sum(1 << code for code in cards_of(held)[: q.rules.hand_size])
        scripts.do("keep_five", seat - 1, engine_mask(five, contract.trump))
