"""What the others have been seen to decide: bids, taking the upcard, lone defences, each with its answer."""

from dataclasses import dataclass

from sim.ask.knowledge import name_answer
from sim.ask.question import Question
from sim.players.scripting import Scripts
from sim.rules.tricks import same_side
from sim.views import ALONE, ORDER, PASS


@dataclass(frozen=True)
class Seen:
    """One decision of another player that all could see: the seat, the hook, the answer.

    `is_call` tells what somebody went out of their way to do (order, name, leave the upcard, defend alone) from what
    most hands do; `others` is the number of other answers that the rules gave, about.
    """

    seat: int
    hook: str
    answer: int
    is_call: bool
    others: int


def seen_decisions(q: Question) -> list[Seen]:
    """All decisions of the others before the question but for cards buried, kept and played, in their order."""
    found = [*_bids(q), *_pick_up(q), *_defences(q)]
    return [seen for seen in found if seen.seat != q.seat]


def script_seen(scripts: Scripts, q: Question, only: int = 0) -> None:
    """Have the others (or `only` one seat) do again what they have been seen to decide, whatever they hold."""
    for seen in seen_decisions(q):
        if only in (0, seen.seat):
            scripts.do(seen.hook, seen.seat - 1, seen.answer)


def _bids(q: Question) -> list[Seen]:
    n, contract = q.rules.players, q.contract
    if q.proposed is None:
        return _joker_bids(q)
    if contract is None or q.decision in ("bid", "alone"):
        last, maker = (q.round - 1) * n + q.seat - 1, 0
    else:
        last, maker = (contract.round - 1) * n + contract.maker - 1, contract.maker
    ways = 2 if q.rules.may_go_alone else 1
    found = []
    for turn in range(last):
        ordering = turn < n
        others = ways if ordering else 3 * ways
        found.append(Seen(turn % n + 1, "order_up" if ordering else "name_trump", PASS, False, others))
    if maker and contract is not None:
        if contract.round == 1:
            answer = ALONE if contract.alone and q.rules.may_go_alone else ORDER
            found.append(Seen(maker, "order_up", answer, True, ways))
        else:
            answer = name_answer(contract.trump, contract.alone and q.rules.may_go_alone, q.proposed)
            found.append(Seen(maker, "name_trump", answer, True, 3 * ways))
    return found


def _joker_bids(q: Question) -> list[Seen]:
    """What the dealer said, who alone speaks where the joker was turned up and proposes no suit."""
    contract, ways = q.contract, 2 if q.rules.may_go_alone else 1
    if contract is None or q.decision in ("bid", "alone"):
        return []
    if q.named_blind:
        return [Seen(q.dealer, "order_up", ALONE if contract.alone else ORDER, contract.alone, 1)]
    return [Seen(q.dealer, "name_trump", name_answer(contract.trump, contract.alone, None), True, 4 * ways)]


def _is_settled(q: Question) -> bool:
    return q.contract is not None and q.decision in ("defend-alone", "keep-five", "lead", "play")


def _pick_up(q: Question) -> list[Seen]:
    contract = q.contract
    if contract is None or not _is_settled(q) or contract.round == 2:
        return []
    if q.rules.dealer_pickup == "mandatory" or contract.maker == q.dealer:
        return []
    return [Seen(q.dealer, "pick_up", int(contract.taken), not contract.taken, 1)]


def _defences(q: Question) -> list[Seen]:
    contract, rules = q.contract, q.rules
    if contract is None or not _is_settled(q) or rules.defend_alone == "never" or rules.players == 2:
        return []
    if rules.defend_alone == "vs_loner" and not contract.alone:
        return []
    last = q.seat - 1 if q.decision == "defend-alone" else contract.lone_defender or rules.players
    if q.decision == "keep-five":
        last = 0
    return [
        Seen(seat, "defend_alone", int(seat == contract.lone_defender), seat == contract.lone_defender, 1)
        for seat in range(1, last + 1)
        if not same_side(rules, seat, contract.maker)
    ]
