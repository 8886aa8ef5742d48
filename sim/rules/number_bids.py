"""Number bids read back from a record: who said what, turn by turn, and what bids are called."""

from typing import Final

from sim.rules.rules import Rules
from sim.views import BIG_PEPPER, LITTLE_PEPPER

BIDDER_BITS: Final = 3
"""The column `bidders` has so many bits a bid, from 1 on: the seat that made it, 0 nobody."""
MAX_BID: Final = 8
NAPOLEON_BIDS = ("one", "two", "three", "misère", "four", "Nap", "Wellington", "Blücher")
"""What bids are called in napoleon, from 1 on."""


def bids_made(bidders: int) -> list[tuple[int, int]]:
    """The bids of a hand from low to high, as (bid, seat), read off the column `bidders`."""
    seats = [bidders >> BIDDER_BITS * place & ((1 << BIDDER_BITS) - 1) for place in range(MAX_BID)]
    return [(bid, seat) for bid, seat in enumerate(seats, start=1) if seat]


def turns(rules: Rules, bidders: int) -> list[tuple[int, int]]:
    """Every turn to bid as (seat, bid), 0 for a pass: between two bids and after the last one all others passed."""
    said: list[tuple[int, int]] = []
    for bid, seat in bids_made(bidders):
        while len(said) % rules.players + 1 != seat:
            said.append((len(said) % rules.players + 1, 0))
        said.append((seat, bid))
    once = rules.auction != "tricks"
    quiet = rules.players if once or not said else len(said) + rules.players - 1
    if not once and said and said[-1][1] == rules.highest_bid:
        quiet = len(said)
    return [*said, *((place % rules.players + 1, 0) for place in range(len(said), quiet))]


def bid_name(rules: Rules, bid: int) -> str:
    """A bid in words: `3`, `little pepper`, `misère`."""
    if rules.auction == "single":
        return NAPOLEON_BIDS[bid - 1]
    if rules.pf_pepper == "on" and bid in (LITTLE_PEPPER, BIG_PEPPER):
        return "little pepper" if bid == LITTLE_PEPPER else "big pepper"
    return str(bid)
