"""What the player asked may do: every legal answer to a question, as a script for their seat."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from sim.ask.knowledge import engine_mask, name_answer
from sim.ask.question import Question
from sim.cards import JACK, JOKER, NO_TRUMP, card_name, cards_of, code_of, effective_suit, hand_text, suit_name
from sim.errors import UsageError
from sim.rules.tricks import power, suit_mask
from sim.views import ALONE, ORDER, PASS

ScriptedAnswer = tuple[str, int, int, int]
"""One scripted answer: hook, position, answer, trick."""


@dataclass(frozen=True)
class Choice:
    """One thing the player can do: a short name, a label for people, and the answers of theirs that it stands for.

    Choices of one `family` differ only in the card buried.
    """

    name: str
    label: str
    family: str
    script: tuple[ScriptedAnswer, ...]


def choices(q: Question) -> list[Choice]:
    """All that the rules allow, at least two. Raises UsageError where there is nothing to decide."""
    found = list(_FINDERS[q.decision](q))
    if len(found) < 2:
        only = f"you can only {found[0].label}" if found else "nothing is allowed"
        raise UsageError(f"there is nothing to decide: {only}", "ask about another moment, or with other rules")
    return found


def _bids(q: Question) -> Iterator[Choice]:
    if q.proposed is None:
        if q.contract is not None:
            yield from _accepting(q, q.contract.trump, may_pass=False)
        else:
            yield from _naming(q, may_pass=False, suits=range(4))
        return
    if q.round == 1:
        yield from _ordering(q, q.proposed)
        return
    yield from _naming(q, may_pass=not q.rules.is_stuck(q.seat), suits=nameable(q))


def _ordering(q: Question, suit: int) -> Iterator[Choice]:
    rules = q.rules
    partner = rules.players == 4 and q.seat == 2
    held = q.hand | (1 << q.upcard if q.seat == q.dealer else 0)
    only_alone = partner and rules.dealer_partner_order == "alone_only"
    forbidden = (partner and rules.dealer_partner_order == "forbidden") or (only_alone and not q.may_go_alone)
    barred = forbidden or not _has_natural(q, held, suit)
    if q.seat == q.dealer and not barred:
        yield from _accepting(q, suit, may_pass=True)
        return
    yield Choice("pass", "pass", "pass", (("order_up", q.seat - 1, PASS, 0),))
    if barred:
        return
    verb = "assist" if partner else "order it up"
    if not only_alone:
        yield Choice("order", verb, "order", _call(q, "order_up", (ORDER, ALONE), False))
    if q.may_go_alone:
        yield Choice("order alone", f"{verb} alone", "order alone", _call(q, "order_up", (ORDER, ALONE), True))


def _call(q: Question, hook: str, answers: tuple[int, int], alone: bool) -> tuple[ScriptedAnswer, ...]:
    """How the player makes trump, with partner or alone (`answers` for each): with the call, or said later."""
    position = q.seat - 1
    if q.rules.calls_alone(q.round, q.seat):
        return ((hook, position, answers[alone], 0),)
    return ((hook, position, answers[0], 0), ("declare_alone", position, int(alone), 0))


def _accepting(q: Question, suit: int, may_pass: bool) -> Iterator[Choice]:
    """The dealer's take-up, once for each card they may bury."""
    position = q.seat - 1
    if may_pass:
        yield Choice("pass", "pass", "pass", (("order_up", position, PASS, 0),))
    for answer, name in ((ORDER, "take"), (ALONE, "take alone"))[: 2 if q.may_go_alone else 1]:
        order = _call(q, "order_up", (ORDER, ALONE), answer == ALONE)
        label = "take it up" + (" alone" if answer == ALONE else "")
        for card in _buriable(q, suit):
            step = ("discard", position, engine_mask(1 << card, suit), 0)
            card_text = card_name(card)
            yield Choice(f"{name}, bury {card_text}", f"{label}, bury {card_text}", name, (*order, step))


def _naming(q: Question, may_pass: bool, suits: "range | list[int]") -> Iterator[Choice]:
    if may_pass:
        yield Choice("pass", "pass", "pass", (("name_trump", q.seat - 1, PASS, 0),))
    for alone in (False, True)[: 2 if q.may_go_alone else 1]:
        for suit in suits:
            name = suit_name(suit) + (" alone" if alone else "")
            answers = (name_answer(suit, False, q.proposed), name_answer(suit, True, q.proposed))
            yield Choice(name, name, name, _call(q, "name_trump", answers, alone))


def nameable(q: Question) -> list[int]:
    """The suits that may be named in the second round, clubs first; no-trump last."""
    rules, seat = q.rules, q.seat
    suits = [s for s in range(4) if s != q.proposed or rules.may_name_turned(seat)]
    natural = [s for s in suits if _has_natural(q, q.hand, s)]
    if natural or rules.may_name_no_trump(seat) or not rules.is_stuck(seat):
        suits = natural
    return suits + ([NO_TRUMP] if rules.may_name_no_trump(seat) else [])


def _has_natural(q: Question, held: int, suit: int) -> bool:
    """Whether the cards held have one of the suit itself, where the rules ask for it."""
    left = 1 << code_of(suit ^ 2, JACK)
    return q.rules.min_trump == 0 or bool(held & suit_mask(suit, suit) & ~left & ~(1 << JOKER))


def _buriable(q: Question, trump: int) -> list[int]:
    return lowest_first(q.hand | (1 << q.upcard if q.rules.discard_upcard == "allowed" else 0), trump)


def lowest_first(hand: int, trump: int) -> list[int]:
    """Cards in the order in which one would rather lose them: low ones first, trumps last, single ones of a suit first.

    Of choices that come to the same the first is named, so that nobody is told to throw a bower away.
    """
    cards = cards_of(hand)
    suits = [effective_suit(card, trump) for card in cards]

    def worth(place: int) -> tuple[bool, int, int]:
        card, suit = cards[place], suits[place]
        return suit == trump, power(card, trump, suit), suits.count(suit)

    return [cards[place] for place in sorted(range(len(cards)), key=worth)]


def _alone(q: Question) -> Iterator[Choice]:
    contract = q.contract
    assert contract is not None
    partner = "with partner" if q.rules.players == 4 else "with the dummy"
    forced = q.rules.players == 4 and q.seat == 2 and q.rules.dealer_partner_order == "alone_only"
    for alone, label in ((False, partner), (True, "alone")):
        if forced and contract.round == 1 and not alone:
            continue
        if not q.is_call:
            step: ScriptedAnswer = ("declare_alone", q.seat - 1, int(alone), 0)
        elif contract.round == 1 and (q.proposed is not None or q.named_blind):
            step = ("order_up", q.seat - 1, ALONE if alone else ORDER, 0)
        else:
            step = ("name_trump", q.seat - 1, name_answer(contract.trump, alone, q.proposed), 0)
        yield Choice(label, label, label, (step,))


def _pick_up(q: Question) -> Iterator[Choice]:
    contract = q.contract
    assert contract is not None
    yield Choice("leave", "leave it", "leave", (("pick_up", q.seat - 1, 0, 0),))
    for card in _buriable(q, contract.trump):
        bury = ("discard", q.seat - 1, engine_mask(1 << card, contract.trump), 0)
        text = f"bury {card_name(card)}"
        yield Choice(f"take, {text}", f"take it, {text}", "take", (("pick_up", q.seat - 1, 1, 0), bury))


def _discard(q: Question) -> Iterator[Choice]:
    contract = q.contract
    assert contract is not None
    for card in _buriable(q, contract.trump):
        name = card_name(card)
        yield Choice(name, f"bury {name}", name, (("discard", q.seat - 1, engine_mask(1 << card, contract.trump), 0),))


def _defend_alone(q: Question) -> Iterator[Choice]:
    for answer, label in ((0, "with partner"), (1, "alone")):
        yield Choice(label, label, label, (("defend_alone", q.seat - 1, answer, 0),))


def _keep_five(q: Question) -> Iterator[Choice]:
    contract = q.contract
    assert contract is not None
    # The highest cards first.
    best = lowest_first(q.hand | q.dummy, contract.trump)[::-1]
    for cards in combinations(best, q.rules.hand_size):
        mask = sum(1 << card for card in cards)
        name = hand_text(mask)
        yield Choice(name, f"keep {name}", name, (("keep_five", q.seat - 1, engine_mask(mask, contract.trump), 0),))


def _cards(q: Question) -> Iterator[Choice]:
    contract, play = q.contract, q.play
    assert contract is not None and play is not None
    allowed, place = q.hand, 0
    if play.on_table:
        suited = q.hand & suit_mask(effective_suit(play.on_table[0], contract.trump), contract.trump)
        allowed = suited or q.hand
        place = (q.seat - play.tricks[-1].leader) % q.rules.players
    hook = "follow" if place else "lead"
    for card in lowest_first(allowed, contract.trump):
        name = card_name(card)
        step = (hook, place, engine_mask(1 << card, contract.trump), play.number)
        yield Choice(name, name, name, (step,))


_FINDERS = {
    "bid": _bids,
    "alone": _alone,
    "pick-up": _pick_up,
    "discard": _discard,
    "defend-alone": _defend_alone,
    "keep-five": _keep_five,
    "lead": _cards,
    "play": _cards,
}
