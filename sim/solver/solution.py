"""The answer to an open hand: what the makers take with best play of everybody, and what each card is worth."""

from dataclasses import dataclass
from typing import Any

from sim.cards import SUITS, card_name, cards_of, in_order, suit_name
from sim.solver.encoding import Words, encode
from sim.solver.lanes import FIRST
from sim.solver.payment import Payment, fast_break, payments
from sim.solver.position import Position
from sim.solver.questions import most, unbroken
from sim.text_door import Shown, shown


@dataclass(frozen=True)
class CardValue:
    """A legal card, and what comes of it with best play after it.

    `tricks` are the makers' of the whole hand; `points` are those of the side in turn less the mean of the other
    sides', and `cost` says how many fewer than the best card's they are (None where the payment is not known).
    """

    card: int
    tricks: int
    payment: Payment | None
    points: float | None
    cost: float | None
    trick_cost: int


@dataclass(frozen=True, repr=False)
class Solution(Shown):
    """An open hand solved: the makers' tricks of the whole hand, what they pay, and the legal cards, the best first."""

    position: Position
    tricks: int
    payment: Payment | None
    cards: tuple[CardValue, ...]

    def of(self, card: int) -> CardValue:
        """The value of a card by its code."""
        return next(value for value in self.cards if value.card == card)

    def to_text(self, symbols: bool = False) -> str:
        """The hands, the verdict and a table of the legal cards, as aligned text; with `symbols` cards are `J♠`."""
        text: str = shown(self, "text", symbols)
        return text

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data for JSON: cards as `JS`, suits as `S` or `no-trump`, seats as numbers."""
        p, paid = self.position, self.payment
        return {
            "rules": p.rules.to_dict(),
            "trump": SUITS[p.trump] if p.trump < len(SUITS) else suit_name(p.trump),
            "hands": [[card_name(code) for code in _sorted(p, mask)] for mask in p.hands],
            "table": [card_name(code) for code in p.table],
            "leader": p.leader,
            "turn": p.turn,
            "maker": p.maker or None,
            "alone": p.alone,
            "jambone": p.jambone,
            "lone_defender": p.lone_defender or None,
            "bid": p.bid or None,
            "counted": [seat for seat in sorted(p.active) if p.on_makers_side(seat)],
            "taken": p.taken,
            "tricks": self.tricks,
            "tricks_in_hand": p.rules.tricks,
            "outcome": paid.name if paid else None,
            "points": [paid.makers, paid.defenders] if paid else None,
            "cards": [
                {
                    "card": card_name(value.card),
                    "tricks": value.tricks,
                    "outcome": value.payment.name if value.payment else None,
                    "points": value.points,
                    "cost": value.cost,
                    "trick_cost": value.trick_cost,
                }
                for value in self.cards
            ],
        }


def solve_position(position: Position) -> Solution:
    """Solve a position exactly: everybody sees all cards and plays for the tricks of their side (none in misère).

    >>> from sim.cards import parse_hand
    >>> from sim.rules.presets import preset
    >>> hands = tuple(map(parse_hand, ("JS AH", "9S TH", "KS 9H", "QS 9D")))
    >>> found = solve_position(
    ...     Position(rules=preset("standard"), trump=2, hands=hands, leader=1, maker=1, taken=1)
    ... )
    >>> found.tricks, found.payment.name
    (3, 'made')
    """
    paid, turn = payments(position), position.turn
    if not turn:
        return Solution(position, position.taken, _payment(position, None, paid, position.taken), ())
    words = encode(position)
    legal = _sorted(position, position.legal)
    alike = _alike(position, words)
    found: dict[int, tuple[int, Payment | None]] = {}
    for code in legal:
        if alike[code] not in found:
            found[alike[code]] = _outcome(position, words, paid, words.bit_of[code])
    mine = _plays_for_makers(position, turn)
    wants_tricks = mine != position.is_misere
    sides = position.rules.teams

    def tricks(code: int) -> int:
        return found[alike[code]][0] if wants_tricks else -found[alike[code]][0]

    def points(code: int) -> float | None:
        payment = found[alike[code]][1]
        return payment.lead(position.on_makers_side(turn), sides) if payment else None

    # A jambone's cards are chosen by the defence: what is worst for the maker is best.
    sign = 1 if mine == position.on_makers_side(turn) else -1
    best = max(legal, key=lambda code: (sign * (points(code) or 0), tricks(code)))
    values = []
    for code in legal:
        worth, top = points(code), points(best)
        cost = None if worth is None or top is None else sign * (top - worth)
        values.append(CardValue(code, *found[alike[code]], worth, cost, tricks(best) - tricks(code)))
    values.sort(key=lambda value: (value.cost or 0, value.trick_cost))
    return Solution(position, *found[alike[best]], tuple(values))


def _plays_for_makers(position: Position, turn: int) -> bool:
    """Whether who chooses the card wants the makers to do well."""
    return position.on_makers_side(turn) and not position.jambone


def _outcome(
    position: Position, words: Words, paid: tuple[Payment, ...] | None, card: int
) -> tuple[int, Payment | None]:
    tricks = position.taken + most(words, card)
    return tricks, _payment(position, words, paid, tricks, card)


def _payment(
    position: Position, words: Words | None, paid: tuple[Payment, ...] | None, tricks: int, card: int = 0
) -> Payment | None:
    if paid is None:
        return None
    return fast_break(position) if _is_broken(position, words, tricks, card) else paid[tricks]


def _is_broken(position: Position, words: Words | None, tricks: int, card: int) -> bool:
    """Whether the rule of the fast break applies: the makers lose the first two tricks and take all others."""
    rules = position.rules
    if "fast_break" not in rules.ending_columns or tricks != rules.tricks - 2:
        return False
    return position.is_behind or (words is not None and position.taken == 0 and not unbroken(words, tricks, card))


def _alike(position: Position, words: Words) -> dict[int, int]:
    """For each card of the hand in turn a card that is worth the same, as nothing alive lies between them."""
    alike: dict[int, int] = {}
    before = 0
    mine = position.hands[position.turn - 1]
    owners = {bit: code for code, bit in words.bit_of.items()}
    for bit in sorted(owners):
        code = owners[bit]
        joined = before and before << 1 == bit and bit & int(FIRST) == 0 and mine >> code & 1
        alike[code] = alike[owners[before]] if joined and mine >> owners[before] & 1 else code
        before = bit
    return {code: alike[code] for code in cards_of(mine)}


def _sorted(position: Position, mask: int) -> list[int]:
    return in_order(cards_of(mask), position.trump, position.rules.has_bowers)
