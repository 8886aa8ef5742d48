"""A page of a book, a training and a check of it as aligned plain text, readable without colour."""

from typing import TYPE_CHECKING, Any

from sim.plain_text import align, fold, spaced

if TYPE_CHECKING:
    from sim.ask.spot_checks import SpotChecks
    from sim.book.exploiting import BookCheck
    from sim.book.showing import BookPage
    from sim.book.training import RoundTold


def page_text(page: "BookPage") -> str:
    """What a book says of a hand, a line a seat."""
    rows = [("seat", "", "first round", "second round")]
    rows += [
        (str(line.seat), line.name, _told(line.first, line.gains[0]), _told(line.second or "", line.gains[1]))
        for line in page.lines
    ]
    head = fold(f"{page.rules}: {page.hand}, {page.up} turned up")
    return f"{head}\n\n{align(rows, numbers_from=9)}\n\n{fold(about_text(page.about))}\n"


def _told(answer: str, gains: dict[str, float] | None) -> str:
    """An answer, and what it is worth above the best other one."""
    if gains is None or len(gains) < 2 or answer not in gains:
        return answer
    other = max(value for name, value in gains.items() if name != answer)
    return f"{answer} ({gains[answer] - other:+.2f})"


def about_text(about: dict[str, Any]) -> str:
    """Where a book comes from, in a sentence."""
    held = about["held_out"]
    won = f"{held['value']:+.4f}" + ("" if held["se"] is None else f" ± {held['hi'] - held['value']:.4f}")
    return (
        f"book for the cards of {about['cards']['spec']}: {spaced(about['deals'])} deals, {about['rounds']} rounds, "
        f"seed {about['seed']}; {won} points a hand over the bids of {about['start']} on {spaced(held['n'])} other "
        f"deals; of rules {about['rules_id']}"
    )


def rounds_text(told: "tuple[RoundTold, ...]", start: str) -> str:
    """How a training went, a line a round."""
    rows = [("round", "deals", "changed", f"over {start}", "over the last")]
    rows += [
        (str(one.number), spaced(one.deals), f"{100 * one.changed:.2f} %", one.over_start.short(signed=True, places=4),
         one.over_last.short(signed=True, places=4))
        for one in told
    ]  # fmt: skip
    return align(rows, numbers_from=0)


def check_book_text(check: "BookCheck") -> str:
    """What a check came to."""
    rows = [(f"best response, round {number}", one.short(signed=True, places=4), f"n = {spaced(one.n)}")
            for number, one in enumerate(check.response, 1)]  # fmt: skip
    over = check.over_cards
    rows.append((f"the book over {check.cards}", over.short(signed=True, places=4), f"n = {spaced(over.n)}"))
    head = fold(
        f"{check.rules}, cards of {check.cards}: points a hand, on deals that neither the book nor the response has "
        f"seen; the response learnt from {spaced(check.deals)} deals, seed {check.seed}"
    )
    return f"{head}\n\n{align(rows, numbers_from=9)}\n"


def spots_text(told: "SpotChecks") -> str:
    """What spot checks came to: how many, and those that contradict the book."""
    lines = [fold(f"asked one by one: {len(told.spots)} decisions, {told.contradicted} contradict the book")]
    lines += [
        f"  seat {spot.seat}, round {spot.round}, {spot.hand}, {spot.up} up: {spot.book}, "
        f"but {spot.best} by {spot.gain:.3f} ± {spot.half:.3f}"
        for spot in told.spots
        if spot.contradicts
    ]
    return "\n".join(lines) + "\n"
