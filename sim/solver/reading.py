"""An open hand from texts: hands, seats, bids and tricks as people write them."""

import re
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Final

from sim.arguments import check_flag, check_is_text, check_words
from sim.cards import NO_TRUMP, card_name, parse_card, parse_hand, parse_suit
from sim.errors import CardError, UsageError, brief, did_you_mean
from sim.rules.number_bids import bid_name
from sim.rules.presets import STANDARD
from sim.rules.rule_file import load_rules
from sim.rules.rules import Rules
from sim.rules.tricks import Contract, first_leader
from sim.seat_names import seat_names
from sim.solver.position import Position, Sides
from sim.solver.solution import Solution, solve_position
from sim.views import FOUR, MISERE, NAP, ONE, THREE, TWO
from sim.whole import check_whole, whole

_NONE: Final = ("", "-", "out")


def solve(
    hands: str | Sequence[str],
    *,
    trump: str | None = None,
    rules: Rules | str | Path = STANDARD,
    lead: str | int | None = None,
    maker: str | int | None = None,
    alone: bool = False,
    lone_defender: str | int | None = None,
    jambone: bool = False,
    bid: str | int | None = None,
    played: str | Sequence[str] | None = None,
    taken: int | None = None,
) -> Solution:
    """Solve a hand with all cards in sight, from its first lead or from any moment of it.

    `hands` are what the players hold now, from the dealer's left to the dealer, separated by semicolons (or a sequence
    of texts); `-` is a partner who sits out, and has laid any cards down. `trump` is a suit or `no-trump`, `rules` are
    a preset's name, a TOML file or Rules. Seats are numbers or names. `lead` leads the first trick that is told,
    without it who leads to the first of all; `maker` made trump, without it the tricks of seats 1 and 3 are counted and
    nothing is paid. `bid` is what the maker has to make where numbers are bid. `played` tells tricks from their leader
    on, as in `9S AS KS QS; TH`; the last one may be incomplete. `taken` are the makers' tricks before those.

    Raises CardError or UsageError with one sentence on what is wrong, RulesError for rules that do not exist.

    >>> solve("JS KS AH; 9S 9D 9H; QS TS AD; AS AC KC", trump="spades", lead=1, maker=1, taken=2).tricks
    5
    """
    game = load_rules(rules)
    taken = None if taken is None else check_whole("taken", taken, 0, game.tricks)
    trump = None if trump is None else check_is_text("trump", trump, '"spades"')
    alone, jambone = check_flag("alone", alone), check_flag("jambone", jambone)
    number = 0 if bid is None else read_bid(bid, game)
    if trump is None and number != MISERE:
        raise UsageError("what is trump?", "add --trump with a suit, or no-trump")
    suit = NO_TRUMP if trump is None else parse_suit(trump, no_trump=True)
    made_by = 0 if maker is None else read_seat(maker, game, "maker")
    defender = 0 if lone_defender is None else read_seat(lone_defender, game, "lone defender")
    sides = Sides(
        rules=game, trump=suit, maker=made_by, alone=alone, lone_defender=defender, jambone=jambone, bid=number
    )
    tricks = read_tricks("" if played is None else check_words("played", played, "; ", '"9S AS KS QS; TH"'))
    leader = read_seat(lead, game, "lead") if lead is not None else _first_leader(sides)
    position = _begin(sides, read_hands(hands, game), leader, tricks, taken)
    for card in (card for trick in tricks for card in trick):
        position = position.after(card)
    return solve_position(position)


def _begin(
    sides: Sides, now: tuple[int, ...], leader: int, tricks: Sequence[Sequence[int]], taken: int | None
) -> Position:
    """The position before the first trick that is told: everybody has what they hold now and what they have played."""
    first, playing = leader, sides.playing(leader)
    hands = [mask if seat in playing else 0 for seat, mask in enumerate(now, 1)]
    for number, trick in enumerate(tricks, 1):
        seats = sides.playing(leader)
        if not trick or len(trick) > len(seats) or (len(trick) < len(seats) and number < len(tricks)):
            raise UsageError(
                f"trick {number} has {len(trick)} cards where {len(seats)} play", "a semicolon ends a trick"
            )
        for seat, card in zip(seats, trick, strict=False):
            if hands[seat - 1] >> card & 1:
                raise CardError(
                    f"{card_name(card)} is played, but seat {seat} still holds it", "hands are as they are now"
                )
            hands[seat - 1] |= 1 << card
        leader = sides.winner(leader, trick)
    over = sides.rules.hand_size - max(mask.bit_count() for mask in hands)
    if over > 0 and taken is None:
        who = "makers" if sides.maker else "seats 1 and 3"
        raise UsageError(
            f"{over} {'trick is' if over == 1 else 'tricks are'} over: how many have the {who} taken?".replace(
                "the seats", "seats"
            ),
            "add --taken, or tell all tricks with --played",
        )
    values = {field.name: getattr(sides, field.name) for field in fields(sides)}
    return Position(**values, hands=tuple(hands), leader=first, taken=taken or 0)


def _first_leader(sides: Sides) -> int:
    """The high bidder; else the dealer's left, or whom the rules name where somebody plays alone."""
    if not sides.rules.has_upcard:
        if not sides.maker:
            raise UsageError("who leads?", "add --lead, or --maker: the high bidder leads")
        return sides.maker
    if not sides.maker:
        return 1
    return first_leader(sides.rules, Contract(1, sides.maker, sides.trump, sides.alone, sides.lone_defender))


def read_hands(hands: str | Sequence[str], rules: Rules) -> tuple[int, ...]:
    """Masks of the hands of all seats, from texts with semicolons between them or one for each. Raises CardError."""
    text = check_words("hands", hands, "; ", '"JS KS AH; 9S 9D 9H; QS TS AD; AS AC KC"')
    pieces = re.split(r"[;\n]", text.strip().rstrip(";"))
    if len(pieces) != rules.players:
        count = f"{len(pieces)} {'hand' if len(pieces) == 1 else 'hands'}"
        raise UsageError(
            f"{count} for {rules.players} players", "from the dealer's left to the dealer, with semicolons between them"
        )
    return tuple(0 if piece.strip().lower() in _NONE else parse_hand(piece) for piece in pieces)


def read_tricks(text: str) -> list[list[int]]:
    """Codes of the cards of each trick, from `9S AS KS QS; TH`. Raises CardError."""
    pieces = [piece for piece in re.split(r"[;\n]", text) if piece.strip(" ,")]
    return [[parse_card(word) for word in piece.replace(",", " ").split()] for piece in pieces]


def read_seat(text: str | int, rules: Rules, what: str) -> int:
    """A seat by its number or name, for what it is said to be. Raises UsageError."""
    names = [_plain(name) for name in seat_names(rules.players, rules.teams)]
    number = whole(text) if isinstance(text, int) else None
    word = _plain(str(text))
    if number is None and re.fullmatch(r"\d{1,3}", word):
        number = int(word)
    if number is None and word in names:
        number = names.index(word) + 1
    if number is None or not 1 <= number <= rules.players:
        known = f"seats are {', '.join(names)}, or 1 to {rules.players}"
        near = did_you_mean(word, names)
        raise UsageError(
            f"unknown seat for the {what}: {text if isinstance(text, str) else brief(text)}",
            f"{near} {known}" if near[:3] == "did" else known,
        )
    return number


def read_bid(text: str | int, rules: Rules) -> int:
    """A number bid, by its number or its name: `3`, `nap`, `misère`, `big pepper`. Raises UsageError."""
    if rules.has_upcard:
        raise UsageError("no numbers are bid in this game", "leave the bid away, or name the game")
    names = {bid_name(rules, bid): bid for bid in range(1, rules.highest_bid + 1)}
    known = {_plain(name): bid for name, bid in names.items()}
    known |= {str(bid): bid for bid in range(1, 5) if rules.auction == "tricks"}
    if rules.auction == "single":
        known |= {"1": ONE, "2": TWO, "3": THREE, "4": FOUR, "5": NAP}
    word = _plain(str(text))
    if word not in known:
        raise UsageError(f"not a bid: {text}", f"bids are {', '.join(names)}")
    return known[word]


def _plain(text: str) -> str:
    accents = str.maketrans("èéêüö", "eeeuo")
    return re.sub(r"[\s_]+", "-", text.strip().lower().translate(accents).replace("'", "").replace("’", ""))
