"""One decision as a strategy meets it, built from cards as people write them: for testing a strategy by hand.

What is told is checked like a question to `ask`, made the record of a hand, and read back as
`sim.players.check.decisions` reads any record: so the view is the one that the engine would show.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

import numpy as np

from sim.ask.asked import proposed_suit
from sim.ask.knowledge import own_discard
from sim.ask.moment_bids import NumberBids, told_bids
from sim.ask.parsing import make_question
from sim.ask.question import Question
from sim.bits import U
from sim.cards import NO_TRUMP, card_name, cards_of, deck_codes, deck_mask, parse_hand, suit_name
from sim.errors import CardError, StrategyError, UsageError, brief
from sim.players.check.conformance import ask_in_python
from sim.players.check.decisions import NAME_ALONE, NAME_JAMBONE, as_heard, decisions
from sim.players.given import PlayerLike, as_player
from sim.players.recorded_hand import DecisionMade, Lanes, trump_lanes
from sim.players.recorded_hand import Hand as RecordedHand
from sim.rules.number_bids import bid_name
from sim.rules.rule_file import load_rules
from sim.rules.rules import Rules
from sim.views import ALONE, AS_BID, JAMBONE, ORDER, View
from sim.whole import check_whole

HOOKS_OF: Final = {
    "bid": ("order_up", "name_trump"),
    "pick-up": ("pick_up",),
    "discard": ("discard",),
    "alone": ("declare_alone",),
    "defend-alone": ("defend_alone",),
    "keep-five": ("keep_five",),
    "lead": ("lead",),
    "play": ("lead", "follow"),
}
"""Hooks that a decision of a question asks."""


@dataclass(frozen=True, repr=False)
class Moment:
    """One decision: the `hook` that is asked, and the `view` that it is shown.

    `mask` and `text` turn cards as people write them to masks of this view, and back; `answer` asks a strategy.
    """

    rules: Rules
    hook: str
    view: View
    lanes: Lanes

    def __repr__(self) -> str:
        return f"<moment: {self.hook}, holding {self.text(self.view.hand)}>"

    def mask(self, cards: str) -> np.uint64:
        """The mask of some cards in the lanes of this view. Raises CardError."""
        codes = cards_of(parse_hand(cards))
        for code in codes:
            if not deck_mask(self.rules.deck) >> code & 1:
                raise CardError(
                    f"not in a pack of {self.rules.deck} cards: {card_name(code)}", "name cards of the pack"
                )
        return self.lanes.mask(codes)

    def text(self, mask: int | np.uint64) -> str:
        """The cards of a mask, as people write them: `KC 9H`. Raises CardError where it is no mask of cards."""
        codes = [code for code in deck_codes(self.rules.deck) if int(mask) >> self.lanes.place(code) & 1]
        if len(codes) != int(mask).bit_count():
            raise CardError(
                f"no mask of cards in this view: {int(mask):#x}", "cards are masks in the lanes of the view"
            )
        return " ".join(map(card_name, codes))

    def answer(self, player: PlayerLike) -> str:
        """What a strategy does here, in words: `pass`, `order alone`, `hearts`, `3`, `9S`, `yes`.

        The hook is asked in plain Python. Raises StrategyError where the strategy lacks it or answers what is no
        answer, and whatever the hook itself raises.
        """
        who = as_player(player)
        made, _ = who.decision_at(self.hook, self.rules.auction, self.rules.hand_id())
        if made is None:
            raise StrategyError(f"{who.name} has no {self.hook}", "ask a strategy that has it")
        answer = as_heard(self.rules, DecisionMade(self.hook, 0, self.view, 0), ask_in_python(made, self.view))
        return self._words(answer, made.label)

    def _words(self, answer: int, label: str) -> str:
        if self.hook == "order_up":
            known = {0: "pass", ORDER: "order", ALONE: "order alone", JAMBONE: "order jambone"}
        elif self.hook == "bid":
            known = {0: "pass"} | {bid: bid_name(self.rules, bid) for bid in range(1, 9) if self.view.bids >> bid & 1}
        elif self.hook in ("pick_up", "defend_alone", "declare_alone"):
            known = {0: "no", 1: "yes"} | ({AS_BID: "as bid"} if self.hook == "declare_alone" else {})
        elif self.hook == "name_trump":
            suits = {1 + lane: self._suit(lane) for lane in range(5) if self.view.suits >> lane & 1}
            ways = ((0, ""), (NAME_ALONE, " alone"), (NAME_JAMBONE, " jambone"))
            known = {0: "pass"} | {number + add: suit + way for number, suit in suits.items() for add, way in ways}
        else:
            return self.text(answer)
        if answer not in known:
            raise StrategyError(f"{label} answered {answer}, which is no answer here", f"answers: {list(known)}")
        return known[answer]

    def _suit(self, lane: int) -> str:
        top = 3 if self.lanes.top is None else self.lanes.top
        return suit_name(NO_TRUMP if lane == NO_TRUMP else (lane + top + 1) % 4)


def moment(
    hand: str | Sequence[str],
    up: str | None = None,
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
    random: int = 0,
) -> Moment:
    """One decision from text: `moment("JS KS AH 9D TC", "QS", seat=1)` is the eldest hand's first chance to order.

    Where a card is turned up, all is told as for `ask`. Where numbers are bid (hasenpfeffer, pepper, napoleon) there
    are `bids` from the eldest hand on (`"pass, 3, pass, 4"`), then `trump`, `played`, `buried`, `maker` (who has to
    bid by force) and `score`; `hand` holds the widow when the high bidder names trump or puts a card away. `random` is
    the view's own word of chance. Raises CardError and UsageError with one sentence on what can't be.

    ```python
    from euchre_sim import moment

    led = moment("9S KS TC AC", "QS", seat=2, maker=2, played="AH 9H TH KH; AD")
    assert led.hook == "follow" and led.answer("basic") == "9S"
    ```
    """
    game, random = load_rules(rules), check_whole("random", random, 0, 2**64 - 1)
    said: dict[str, Any] = {"seat": seat, "decision": decision, "bids": bids, "trump": trump, "maker": maker}
    said |= {"played": played, "buried": buried, "score": score}
    only_turned: dict[str, Any] = {"round_": round, "alone": alone, "lone_defender": lone_defender, "left_up": left_up}
    only_turned |= {"dummy": dummy, "next_card": next_card}
    if not game.has_upcard:
        needless = [name.strip("_") for name, value in only_turned.items() if value is not None and value is not False]
        if up is not None or needless:
            told = (up if isinstance(up, str) else brief(up)) if up is not None else needless[0]
            raise UsageError(f"no card is turned up in this game, but {told} is told", "leave it away")
        return _of_numbers(told_bids(game, hand, **said), random)
    if up is None:
        raise UsageError("a card is turned up in this game: which?", 'as in moment("JS KS AH 9D TC", "QS", seat=1)')
    question = make_question(game, hand, up, **said, **only_turned)
    if question.decision == "alone" and question.is_call:
        raise UsageError("whether to play alone is part of the bid", "leave decision away, or say decision='bid'")
    hooks = HOOKS_OF[question.decision]
    if question.decision == "bid" and question.proposed is not None:
        hooks = hooks[question.round - 1 : question.round]
    state, tricks = _row(question), _tricks(question)
    for found in decisions(game, 0, state, tricks):
        if found.chair == question.seat - 1 and found.hook in hooks and _is_now(found, question):
            return _moment(game, found, state, tricks, random)
    raise UsageError("nobody is asked for that decision there", "see docs/writing-a-strategy.md for the hooks")


def _moment(
    rules: Rules, found: DecisionMade, row: Mapping[str, int], tricks: Sequence[Mapping[str, int]], random: int
) -> Moment:
    state = RecordedHand(rules, 0, row, tricks)
    lanes = trump_lanes(state)
    if found.hook in ("order_up", "name_trump", "bid"):
        lanes = Lanes(_proposed(rules, row), found.hook == "order_up") if rules.has_upcard else Lanes(None, False)
    return Moment(rules, found.hook, found.view._replace(random=U(random)), lanes)  # type: ignore[arg-type]


def _proposed(rules: Rules, row: Mapping[str, int]) -> int | None:
    next_card = row.get("next_card", -1)
    suit = proposed_suit(rules, row["upcard"], None if next_card < 0 else next_card)
    return row["trump"] if suit is None and rules.joker_up == "dealer_blind" else suit


def _is_now(found: DecisionMade, q: Question) -> bool:
    """Whether it is the decision asked about: in the play the one in the trick that goes on."""
    return q.play is None or found.view.trick == q.play.number


def _row(q: Question) -> dict[str, int]:
    """The record of a hand in which what the player asked knows is true; the rest is filled with any cards."""
    rules, contract, n = q.rules, q.contract, q.rules.players
    up = 1 << q.upcard
    known = up | q.hand | q.own_shown | q.buried | q.dummy
    for shown in q.play.shown if q.play else ():
        known |= shown
    filler = iter(cards_of(deck_mask(rules.deck) & ~known))
    taken = contract is not None and contract.taken
    row = {"game": 0, "hand": 0, "dealer": n - 1, "upcard": q.upcard, "alone": 0, "lone_defender": 0}
    row |= {"round": 0, "maker": 0, "trump": -1, "pick_up": int(taken), "discard": -1, "tricks": 0, "jambone": 0}
    row["next_card"] = -1 if q.next_card is None else q.next_card
    for caller in rules.best_callers:
        row |= {f"{caller}_discard": -1, f"{caller}_best": -1}
    for place in range(rules.teams):
        row[f"score_{(q.seat - 1 + place) % rules.teams}"] = 0 if q.score is None else q.score[place]
    for seat in range(1, n + 1):
        row[f"hand_{seat}"] = (q.play.shown[seat - 1] if q.play else 0) & ~up
    row[f"hand_{q.seat}"], own_dummy = _dealt(q)
    if rules.dummies:
        row |= {"kept": 0, "defender_kept": 0}
        kept = "kept" if contract is not None and q.seat == contract.maker else "defender_kept"
        row[kept] = q.hand | q.own_shown if q.has_merged else 0
        names = ["dummy"] if len(rules.dummies) == 1 else ["dummy_1", "dummy_2"]
        row |= dict.fromkeys(names, 0)
        row[names[-1] if q.seat == n else names[0]] = own_dummy
        if q.decision == "keep-five":
            row[kept] = sum(1 << code for code in cards_of(row[f"hand_{q.seat}"] | q.dummy)[: rules.hand_size])
    if contract is not None:
        row |= {"round": contract.round, "maker": contract.maker, "trump": contract.trump, "alone": int(contract.alone)}
        row["lone_defender"] = contract.lone_defender
        if q.named_blind and q.decision == "bid":
            row |= {"round": 1, "pick_up": 1}
    if row["pick_up"]:
        own = (own_discard(q) or q.hand) if q.seat == n else 0
        row["discard"] = cards_of(own)[0] if own else next(filler)
        row[f"hand_{n}"] |= 0 if own else 1 << row["discard"]
    return row


def _dealt(q: Question) -> tuple[int, int]:
    """The cards dealt to the player asked, and to their dummy: which of theirs came from where makes no difference."""
    pool = (q.hand | q.own_shown | q.buried) & ~(1 << q.upcard if q.has_upcard else 0)
    if q.decision == "keep-five":
        return pool, q.dummy
    if not q.has_merged:
        return pool, 0
    first = own_discard(q)
    rest = cards_of(pool & ~first)
    own = first | sum(1 << code for code in islice(rest, q.rules.hand_size - first.bit_count()))
    return own, pool & ~own


def _tricks(q: Question) -> list[dict[str, int]]:
    """The rows of the tricks so far; in the one that goes on the player asked plays any card of theirs."""
    if q.play is None:
        return []
    tricks = list(q.play.tricks)
    going = tricks.pop() if tricks and not tricks[-1].winner else None
    rows = [_trick(q.rules, number, list(zip(t.seats, t.cards, strict=True))) for number, t in enumerate(tricks, 1)]
    cards = list(zip(going.seats, going.cards, strict=True)) if going else []
    return [*rows, _trick(q.rules, q.play.number, [*cards, (q.seat, cards_of(q.hand)[0])])]


def _trick(rules: Rules, number: int, cards: Sequence[tuple[int, int]]) -> dict[str, int]:
    leader = cards[0][0]
    row = {"trick": number, "leader": leader} | {f"card_{k}": -1 for k in range(1, rules.players + 1)}
    return row | {f"card_{(seat - leader) % rules.players + 1}": code for seat, code in cards}


def _of_numbers(told: NumberBids, random: int) -> Moment:
    row, tricks = told.row(), [_trick(told.rules, number, cards) for number, cards in enumerate(told.tricks(), 1)]
    turn = 0
    for found in decisions(told.rules, 0, row, tricks):
        now = turn == len(told.bids) if found.hook == "bid" else found.view.trick in (0, told.trick)
        wanted = found.hook == told.hook or (told.hook == "lead" and found.hook == "follow")
        if now and wanted and found.chair == told.seat - 1:
            return _moment(told.rules, found, row, tricks, random)
        turn += found.hook == "bid"
    raise UsageError("nobody is asked for that decision there", "see docs/writing-a-strategy.md for the hooks")
