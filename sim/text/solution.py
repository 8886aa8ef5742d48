"""An open hand that is solved, as aligned plain text."""

from typing import TYPE_CHECKING

from sim.cards import NO_TRUMP, card_name, hand_text, suit_name
from sim.plain_text import align, fold
from sim.rules.number_bids import bid_name
from sim.seat_names import seat_label, seat_names
from sim.solver.position import Position

if TYPE_CHECKING:
    from sim.solver.solution import CardValue, Solution


def solution_text(solution: "Solution", symbols: bool) -> str:
    """Hands, verdict, the legal cards with what each is worth, and what the columns mean."""
    p = solution.position
    blocks = [
        align(
            [("", _contract(p)), *((seat_label(seat, *_table(p)), _cards(p, seat, symbols)) for seat in _seats(p))], 2
        ),
        fold(_moment(p, symbols)),
        fold(_verdict(solution)),
    ]
    if solution.cards:
        blocks += [_values(solution, symbols), fold(_legend(solution))]
    return "\n\n".join(blocks) + "\n"


def _table(p: Position) -> tuple[int, int]:
    return p.rules.players, p.rules.teams


def _seats(p: Position) -> range:
    return range(1, p.rules.players + 1)


def _cards(p: Position, seat: int, symbols: bool) -> str:
    if seat not in p.active:
        return "sits out"
    return hand_text(p.hands[seat - 1], p.trump, p.rules.has_bowers, symbols) or "-"


def seat_name(p: Position, seat: int) -> str:
    """`seat 1 (eldest)`."""
    return f"seat {seat} ({seat_names(*_table(p))[seat - 1]})"


def _contract(p: Position) -> str:
    trump = "no trump" if p.trump == NO_TRUMP else f"{suit_name(p.trump)} are trump"
    if not p.maker:
        return f"{trump}; nobody has been named as maker"
    maker = f"{trump}, {seat_name(p, p.maker)} {f'has bid {bid_name(p.rules, p.bid)}' if p.bid else 'is the maker'}"
    how = ", a jambone" if p.jambone else ", alone" if p.alone else ""
    return maker + how + (f"; {seat_name(p, p.lone_defender)} defends alone" if p.lone_defender else "")


def _moment(p: Position, symbols: bool) -> str:
    number, size = p.rules.tricks - p.tricks_left + 1, p.rules.tricks
    over = ""
    if number > 1:
        side = "the makers have" if p.maker else f"{_counted(p)} have"
        over = f"; {side} {p.taken} of the {number - 1} before"
    if not p.turn:
        return f"The hand is over: {_counted(p)} have {p.taken} of {size} tricks."
    if not p.table:
        return f"Trick {number} of {size}: {seat_name(p, p.turn)} leads{over}."
    played = " ".join(card_name(code, symbols) for code in p.table)
    return f"Trick {number} of {size}: {seat_name(p, p.leader)} has led, {played}; {seat_name(p, p.turn)} plays{over}."


def _counted(p: Position) -> str:
    seats = [str(seat) for seat in sorted(p.active) if p.on_makers_side(seat)]
    return ("seats " if len(seats) > 1 else "seat ") + " and ".join(seats)


def _verdict(solution: "Solution") -> str:
    p, tricks = solution.position, solution.tricks
    who = ("the bidder" if p.bid else "the maker") if _alone(p) else "the makers"
    subject = f"{who} ({_counted(p)})" if p.maker else _counted(p)
    verb = "takes" if _alone(p) else "take"
    text = f"With all cards in sight {subject} {verb} {tricks} of {p.rules.tricks} tricks"
    paid = solution.payment
    if paid is None:
        return text + "."
    others = "each of the others" if p.rules.teams > 2 else "the other side"
    points = [f"{won:+d} for {side}" for won, side in ((paid.makers, who), (paid.defenders, others)) if won]
    return f"{text}: {paid.name}, {' and '.join(points) or 'no points'}."


def _alone(p: Position) -> bool:
    return sum(p.on_makers_side(seat) for seat in p.active) == 1


def _values(solution: "Solution", symbols: bool) -> str:
    head: tuple[str, ...] = ("card", "tricks")
    known = solution.payment is not None
    head = (*head, "points", "cost", "") if known else (*head, "cost")
    rows = [head, *(_row(value, known, symbols) for value in solution.cards)]
    return align([(row[0], row[-1], *row[1:-1]) if known else row for row in rows], 2 if known else 1)


def _row(value: "CardValue", known: bool, symbols: bool) -> tuple[str, ...]:
    name, tricks = card_name(value.card, symbols), str(value.tricks)
    if not known or value.payment is None or value.points is None:
        return name, tricks, str(value.trick_cost) if value.trick_cost else "best"
    cost = f"{value.cost:g}" if value.cost else "best" if not value.trick_cost else "0"
    return name, tricks, f"{value.points:+g}", cost, value.payment.name


def _legend(solution: "Solution") -> str:
    p = solution.position
    whose = "the makers'" if p.maker else f"those of {_counted(p)}"
    named = f"tricks: {whose} in the whole hand"
    if solution.payment is not None:
        others = "the others'" if p.rules.teams == 2 else "the mean of the others'"
        named += f"; points: those of the side that plays less {others}; cost: points less than with the best card"
    else:
        named += "; cost: tricks less than with the best card"
    return f"{named}. Exact, with best play of everybody; but at the table nobody sees all cards."
