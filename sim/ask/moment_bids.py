"""A decision of a game in which numbers are bid, told in words: hasenpfeffer, pepper, napoleon."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sim.ask.parsing import read_score, read_tricks, read_words
from sim.cards import (
    NO_TRUMP,
    card_name,
    cards_of,
    deck_mask,
    effective_suit,
    hand_text,
    parse_hand,
    parse_suit,
    suit_name,
)
from sim.engine.encode import bids_over
from sim.errors import CardError, UsageError, brief
from sim.players.check.card_decisions import strength
from sim.rules.number_bids import BIDDER_BITS, bid_name
from sim.rules.rules import MOST_SCORE, Rules
from sim.seat_names import seat_names
from sim.views import MISERE, ONE

_PASS: Final = ("pass", "passes", "p", "-", "0")


@dataclass(frozen=True)
class NumberBids:
    """What the player at `seat` knows: the bids of all so far, the contract, the tricks, and the cards they hold."""

    rules: Rules
    hook: str
    seat: int
    hand: int
    bids: tuple[int, ...]
    high: int
    maker: int
    trump: int
    buried: int
    played: tuple[tuple[int, ...], ...]
    score: tuple[int, ...]

    @property
    def trick(self) -> int:
        """The trick that goes on; 0 before the play."""
        if self.hook != "lead":
            return 0
        over = sum(len(cards) == self.rules.players for cards in self.played)
        return over + 1

    def tricks(self) -> list[list[tuple[int, int]]]:
        """The cards of each trick with their seats; in the last the player asked plays any card of theirs."""
        if self.hook != "lead":
            return []
        tricks = follow(self.rules, self.maker, self.trump, self.played)
        if not self.played or len(self.played[-1]) == self.rules.players:
            tricks.append([])
        tricks[-1].append((self.seat, cards_of(self.hand)[0]))
        return tricks

    def row(self) -> dict[str, int]:
        """The record of a hand in which all this is true; the rest is filled with any cards."""
        rules = self.rules
        seats = [turn % rules.players + 1 for turn in range(len(self.bids))]
        bidders = sum(seat << BIDDER_BITS * (bid - 1) for seat, bid in zip(seats, self.bids, strict=True) if bid)
        row = {"game": 0, "hand": 0, "dealer": rules.players - 1, "bidders": bidders, "bid": self.high, "tricks": 0}
        row |= {"maker": self.maker, "trump": self.trump}
        for place in range(rules.teams):
            row[f"score_{(self.seat - 1 + place) % rules.teams}"] = self.score[place]
        shown = shown_by(self.tricks() if not self.played else follow(rules, self.maker, self.trump, self.played))
        own = self.hand | shown.get(self.seat, 0) | self.buried
        for seat in range(1, rules.players + 1):
            row[f"hand_{seat}"] = own if seat == self.seat else shown.get(seat, 0)
        if rules.has_widow:
            used = own | sum(row[f"hand_{seat}"] for seat in range(1, rules.players + 1) if seat != self.seat)
            row["widow"] = row["discard"] = cards_of(deck_mask(rules.deck) & ~used)[0]
            if takes_widow(rules) and self.seat == self.maker and self.hook != "bid":
                row["widow"] = cards_of(own & ~self.buried)[0]
                row["discard"] = cards_of(self.buried or own)[0]
                row[f"hand_{self.seat}"] = own & ~(1 << row["widow"])
        return row


def takes_widow(rules: Rules) -> bool:
    """Whether the high bidder takes the widow."""
    return rules.has_widow and rules.pf_widow == "taken"


def told_bids(
    rules: Rules,
    hand: str | Sequence[str],
    *,
    seat: str | int | None = None,
    bids: str | Sequence[str] | None = None,
    decision: str | None = None,
    trump: str | None = None,
    maker: str | int | None = None,
    played: str | Sequence[str] | None = None,
    buried: str | Sequence[str] | None = None,
    score: str | Sequence[int] | None = None,
) -> NumberBids:
    """Read a decision; what is left open is filled in where there is only one answer. Raises CardError, UsageError."""
    hand = read_words("hand", hand, " ") or ""
    played, buried = read_words("played", played, "; "), read_words("buried", buried, " ")
    decision, trump = read_words("decision", decision, " "), read_words("trump", trump, " ")
    said = tuple(_read_bids(rules, read_words("bids", bids, ", ") or ""))
    high = max(said, default=0)
    bidder = said.index(high) % rules.players + 1 if high else 0
    over = _is_over(rules, said)
    if over and not high:
        high, bidder = _by_force(rules, maker)
    tricks = read_tricks(played or "")
    hook = _hook(rules, over, high, trump, tricks, buried, decision)
    # Until trump is named any suit will do, but none stands for a misère.
    suit = parse_suit(trump, no_trump=True) if trump is not None else NO_TRUMP if hook == "lead" else 0
    if trump is not None and not over:
        raise UsageError(
            "trump is named once nobody bids any more", "tell all bids and passes, from the eldest hand on"
        )
    if hook == "bid":
        turn = len(said) % rules.players + 1
    elif hook == "lead":
        turn = _turn(rules, bidder, suit, tricks)
    else:
        turn = bidder
    own = turn if seat is None else _seat(seat, rules)
    if own != turn:
        raise UsageError(f"it is the turn of seat {turn}, not of seat {own}", "leave the seat away, or check the bids")
    points = _points(score) if score is not None and not (isinstance(score, str) and not score) else (0,) * rules.teams
    if len(points) != rules.teams:
        raise UsageError(f"{len(points)} scores where {rules.teams} sides play", "your side's points first")
    told = NumberBids(
        rules, hook, own, parse_hand(hand), said, high, bidder if over else 0, suit if over else -1,
        parse_hand(buried or ""), tricks, points,
    )  # fmt: skip
    _check_cards(told)
    return told


def _points(text: str | Sequence[int]) -> tuple[int, ...]:
    """A score in which points may be below nothing: `9-6`, or `9, -6`, or the numbers."""
    if not isinstance(text, str):
        return read_score(text, least=-MOST_SCORE)
    if re.fullmatch(r"\s*\d{1,5}(\s*-\s*\d{1,5})*\s*", text):
        return read_score(text)
    pieces = re.split(r"[\s,]+", text.strip())
    if not all(re.fullmatch(r"-?\d{1,5}", piece) for piece in pieces):
        raise UsageError(f"not a score: {text.strip()!r}", "your side's points first, as in '9-6' or '9, -6'")
    return tuple(map(int, pieces))


def _read_bids(rules: Rules, text: str) -> list[int]:
    """The bids in turn, 0 for a pass. Raises UsageError for one that may not be made."""
    names = {_plain(bid_name(rules, bid)): bid for bid in range(1, rules.highest_bid + 1)}
    names |= {word.removesuffix(" pepper"): bid for word, bid in names.items()}
    said: list[int] = []
    for piece in filter(None, (piece.strip() for piece in re.split(r"[,;\n]", text))):
        word = _plain(piece)
        if word not in _PASS and word not in names:
            raise UsageError(f"not a bid: {piece!r}", f"bids are pass, {', '.join(names)}, with commas between them")
        bid = 0 if word in _PASS else names[word]
        if _is_over(rules, said):
            raise UsageError(f"{piece!r} comes after the end of the bidding", "nobody can bid any more")
        seat, high = len(said) % rules.players + 1, max(said, default=0)
        if bid and not bids_over(rules)[high] >> bid & 1:
            raise UsageError(f"seat {seat} can't bid {piece} over {bid_name(rules, high) if high else 'nothing'}",
                             "each bid is higher than all before")  # fmt: skip
        if bid and rules.pf_reentry == "off" and any(not b for b in said[seat - 1 :: rules.players]):
            raise UsageError(f"seat {seat} has passed and can't bid again", "pf_reentry = on lets them")
        said.append(bid)
    return said


def _plain(word: str) -> str:
    return word.lower().replace("è", "e").replace("ü", "u").strip()


def _is_over(rules: Rules, said: Sequence[int]) -> bool:
    """Whether nobody is asked for a bid any more."""
    if rules.auction == "single" or not any(said):
        return len(said) >= rules.players
    high = max(said)
    return high == rules.highest_bid or len(said) - said.index(high) >= rules.players


def _by_force(rules: Rules, maker: str | int | None) -> tuple[int, int]:
    """The bid of a hand that all have passed, and whose it is."""
    if rules.nap_allpass == "dealer_one" and rules.auction == "single":
        return ONE, rules.players
    if not (rules.has_widow and rules.pf_joker_forced):
        raise UsageError("all have passed, so the hand is thrown in", "tell what somebody bid")
    if maker is None:
        raise UsageError("all have passed: who holds the joker and has to bid?", "name their seat as maker")
    return rules.pf_joker_forced, _seat(maker, rules)


def _seat(text: str | int, rules: Rules) -> int:
    """A seat from its number or name. Raises UsageError."""
    names, word = seat_names(rules.players, rules.teams), str(text).strip().lower()
    if word in names:
        return names.index(word) + 1
    if word in map(str, range(1, rules.players + 1)):
        return int(word)
    raise UsageError(f"unknown seat: {brief(text)}", f"seats are 1 to {rules.players}: {', '.join(names)}")


def _hook(
    rules: Rules, over: bool, high: int, trump: str | None, tricks: Sequence[object], buried: str | None,
    decision: str | None,
) -> str:  # fmt: skip
    word = (decision or "").strip().lower().replace("_", "-")
    if word not in ("", "bid", "name-trump", "discard", "lead", "play"):
        raise UsageError(f"unknown decision: {decision!r}", "bid, name-trump, discard, lead or play")
    misere = rules.auction == "single" and high == MISERE
    found = "bid" if not over else "name-trump" if trump is None and not misere else "lead"
    if found == "lead" and word == "discard":
        if not takes_widow(rules):
            raise UsageError("nobody puts a card away in this game", "hasenpfeffer has a widow")
        found = "discard"
    if word and word != found and not (word == "play" and found == "lead"):
        raise UsageError(f"it is time to {found}, not to {word}", "check bids, trump and played")
    if found != "lead" and (tricks or buried):
        raise UsageError("cards are played and put away once trump is named", "name the trump")
    return found.replace("-", "_")


def follow(rules: Rules, maker: int, trump: int, played: Sequence[Sequence[int]]) -> list[list[tuple[int, int]]]:
    """The cards of each trick with the seats that played them. Raises UsageError for tricks that can't be."""
    leader, tricks = maker, list[list[tuple[int, int]]]()
    for number, cards in enumerate(played, 1):
        if len(cards) > rules.players or (len(cards) < rules.players and number < len(played)):
            raise UsageError(
                f"trick {number} has {len(cards)} cards where {rules.players} play", "a semicolon ends one"
            )
        trick = [((leader - 1 + place) % rules.players + 1, card) for place, card in enumerate(cards)]
        led = effective_suit(cards[0], trump, rules.has_bowers)
        leader = max(trick, key=lambda one: strength(one[1], led, trump, rules.has_bowers))[0]
        tricks.append(trick)
    return tricks


def _turn(rules: Rules, maker: int, trump: int, played: Sequence[Sequence[int]]) -> int:
    tricks = follow(rules, maker, trump, played)
    if not tricks:
        return maker
    if len(tricks[-1]) < rules.players:
        return tricks[-1][-1][0] % rules.players + 1
    if len(tricks) >= rules.tricks:
        raise UsageError("all tricks have been played", "take cards off the end of played")
    led = effective_suit(tricks[-1][0][1], trump, rules.has_bowers)
    return max(tricks[-1], key=lambda one: strength(one[1], led, trump, rules.has_bowers))[0]


def shown_by(tricks: Sequence[Sequence[tuple[int, int]]]) -> dict[int, int]:
    """Mask of the cards that each seat has played."""
    shown: dict[int, int] = {}
    for seat, code in (one for trick in tricks for one in trick):
        shown[seat] = shown.get(seat, 0) | 1 << code
    return shown


def _check_cards(told: NumberBids) -> None:
    rules = told.rules
    tricks = follow(rules, told.maker, told.trump, told.played) if told.played else []
    places = [("your hand", told.hand), ("the card put away", told.buried)]
    places += [(f"trick {number}", 1 << code) for number, trick in enumerate(tricks, 1) for _, code in trick]
    seen: dict[int, str] = {}
    for where, cards in places:
        if odd := cards & ~deck_mask(rules.deck):
            raise CardError(
                f"not in a pack of {rules.deck} cards: {hand_text(odd)} ({where})", "name cards of the pack"
            )
        for code in cards_of(cards):
            if code in seen:
                raise CardError(
                    f"{card_name(code)} is in two places: {seen[code]} and {where}", "each card is there once"
                )
            seen[code] = where
    has_widow = takes_widow(rules) and told.seat == told.maker
    wanted = rules.hand_size - shown_by(tricks).get(told.seat, 0).bit_count()
    wanted += has_widow and told.hook in ("name_trump", "discard")
    if told.hand.bit_count() != wanted:
        more = ", the widow among them" if wanted > rules.hand_size else ""
        raise CardError(
            f"{told.hand.bit_count()} cards in hand where you hold {wanted}{more}", "give the cards you hold now"
        )
    if told.buried.bit_count() != (has_widow and told.hook == "lead"):
        raise CardError(
            "you have put a card away for the widow: which?" if has_widow and not told.buried else
            f"{told.buried.bit_count()} cards put away where you know of {int(has_widow)}", "name it with buried"
        )  # fmt: skip
    _check_following(told, tricks)


def _check_following(told: NumberBids, tricks: Sequence[Sequence[tuple[int, int]]]) -> None:
    """Nobody plays a suit, or holds one now, that they have shown to lack."""
    bowers, lacks = told.rules.has_bowers, dict[int, set[int]]()
    for number, trick in enumerate(tricks, 1):
        led = effective_suit(trick[0][1], told.trump, bowers)
        for seat, code in trick:
            suit = effective_suit(code, told.trump, bowers)
            if suit in lacks.setdefault(seat, set()):
                raise UsageError(
                    f"{card_name(code)} in trick {number}: seat {seat} had shown to have no {suit_name(suit)}",
                    "check the order of the cards: each trick is told from its leader on",
                )
            lacks[seat] |= {led} if suit != led else set()
    for code in cards_of(told.hand):
        if effective_suit(code, told.trump, bowers) in lacks.get(told.seat, set()):
            raise UsageError(f"you did not follow suit with {card_name(code)} in hand", "check the cards played")
