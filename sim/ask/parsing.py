"""Reading a question: seats, bids, tricks and scores as people write them."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sim.arguments import check_flag, check_is_text, check_words
from sim.ask.asked import DECISIONS, Decision, proposed_suit
from sim.ask.question import Question
from sim.ask.seat_words import is_seen_by, read_other, read_seat
from sim.cards import card_name, parse_card, parse_hand, parse_suit, suit_name
from sim.errors import CardError, UsageError, brief, did_you_mean
from sim.rules.rules import MOST_SCORE, Rules
from sim.rules.tricks import Contract, first_leader, follow_play
from sim.seat_names import seat_names
from sim.whole import whole

_PASS: Final = ("pass", "passes", "p", "-")
_ORDER: Final = ("order", "orders", "assist", "assists", "accept", "accepts", "take", "takes", "pick", "picks", "o")
_NO_TRUMP: Final = re.compile(r"\bno[\s_-]?trumps?\b")
_FILLERS: Final = ("up", "it", "name", "names", "call", "calls", "down", "turns", "turn")
_BIDS_HINT: Final = "as in --bids 'pass, pass, order', or 'pass, pass, pass, pass, hearts alone'"


@dataclass(frozen=True)
class Bids:
    """What has been bid: the number of passes, then perhaps how trump was made."""

    passes: int
    trump: int | None = None
    alone: bool = False

    @property
    def made(self) -> bool:
        """Whether somebody has made trump."""
        return self.trump is not None


def make_question(
    rules: Rules,
    hand: str | Sequence[str],
    up: str,
    *,
    seat: str | int | None = None,
    round_: int | None = None,
    decision: str | None = None,
    trump: str | None = None,
    maker: str | int | None = None,
    alone: bool = False,
    lone_defender: str | int | None = None,
    left_up: bool = False,
    bids: str | Sequence[str] | None = None,
    played: str | Sequence[str] | None = None,
    buried: str | Sequence[str] | None = None,
    dummy: str | Sequence[str] | None = None,
    next_card: str | None = None,
    score: str | Sequence[int] | None = None,
) -> Question:
    """The question that texts describe; what they leave open is filled in where there is only one answer.

    Without `decision` it is a bid, or with cards `played` the next card. `seat` is counted from the dealer; `maker` and
    `lone_defender` may also be `me`, `my-partner`, `left` or `right`. Raises CardError or UsageError with one sentence
    on what is wrong.
    """
    hand, up = check_words("hand", hand, " ", '"JS KS AH 9D TC"'), check_is_text("up", up, '"QS"')
    bids, played = read_words("bids", bids, ", "), read_words("played", played, "; ")
    buried, dummy = read_words("buried", buried, " "), read_words("dummy", dummy, " ")
    decision, trump, next_card = (
        None if text is None else check_is_text(name, text, example)
        for name, text, example in (
            ("decision", decision, '"discard"'),
            ("trump", trump, '"spades"'),
            ("next_card", next_card, '"9H"'),
        )
    )
    alone, left_up = check_flag("alone", alone), check_flag("left_up", left_up)
    if round_ is not None:
        turn = whole(round_)
        if turn is None:
            raise UsageError(f"the bidding has rounds 1 and 2, not {brief(round_)}", "give --round 1 or --round 2")
        round_ = turn
    upcard = parse_card(up)
    following = parse_card(next_card) if next_card else None
    proposed = proposed_suit(rules, upcard, following)
    told = read_bids(bids, rules, proposed) if bids else None
    tricks = read_tricks(played or "")
    what = _decision(decision, bool(tricks), told, trump, maker)
    own = None if seat is None else read_seat(seat, rules)
    contract = None
    if what == "bid":
        if lone_defender is not None:
            raise UsageError("nobody defends alone before trump is made", "leave the lone defender away")
        own, round_ = _turn_to_bid(own, round_, told, rules)
        contract = _named_blind(rules, upcard, proposed, trump, own)
    else:

        def contract_of(seat: int | None) -> Contract:
            made = _contract(rules, proposed, what, seat, round_, trump, maker, alone, told, left_up)
            if lone_defender is None:
                return made
            return replace(made, lone_defender=read_other(lone_defender, rules, seat))

        if own is None and any(is_seen_by(text, rules) for text in (maker, lone_defender) if text is not None):
            own = _own_seat(what, rules, contract_of, tricks)
        contract = contract_of(own)
        round_ = contract.round
    return Question(
        rules=rules,
        decision=what,
        seat=own if own is not None else _whose(what, rules, contract, tricks),
        hand=parse_hand(hand),
        upcard=upcard,
        round=round_,
        contract=contract,
        played=tricks,
        buried=parse_hand(buried or ""),
        dummy=parse_hand(dummy or ""),
        next_card=following,
        score=None if score is None or (isinstance(score, str) and not score) else read_score(score),
    )


def read_words(name: str, value: object, between: str) -> str | None:
    """A text, or several joined; None for None. Raises UsageError for anything else."""
    return None if value is None else check_words(name, value, between, '"pass, pass, order" or "9S AS"')


def read_score(text: str | Sequence[int], least: int = 0) -> tuple[int, ...]:
    """`9-6`: your side's points, then the others'; or the numbers. Raises UsageError."""
    if not isinstance(text, str):
        given = list(text) if isinstance(text, Iterable) else []
        points = [point for value in given if (point := whole(value)) is not None and least <= point <= MOST_SCORE]
        if not points or len(points) != len(given):
            raise UsageError(f"not a score: {brief(text)}", "your side's points first, as in (9, 6)")
        return tuple(points)
    pieces = re.split(r"\s*[-:,/]\s*|\s+", text.strip())
    if not all(re.fullmatch(r"\d{1,5}", piece) for piece in pieces):
        raise UsageError(f"not a score: {text.strip()!r}", "your side's points first, as in --score 9-6")
    return tuple(int(piece) for piece in pieces)


def read_tricks(text: str) -> tuple[tuple[int, ...], ...]:
    """`9S AS KS 9C; TH`: tricks separated by semicolons, each from its leader on."""
    pieces = [piece for piece in re.split(r"[;\n]", text) if piece.strip(" ,")]
    return tuple(tuple(parse_card(word) for word in piece.replace(",", " ").split()) for piece in pieces)


def read_bids(text: str, rules: Rules, proposed: int | None) -> Bids:
    """The bids in turn from the dealer's left: passes, and at the end perhaps an order or a suit (and `alone`)."""
    passes, trump, alone = 0, None, False
    for word in re.split(r"[\s,;]+", _NO_TRUMP.sub("nt", text.strip().lower())):
        if word in _FILLERS or not word:
            continue
        if word == "alone":
            if trump is None:
                raise UsageError(f"nobody has made trump to go alone: {text.strip()!r}", _BIDS_HINT)
            alone = True
            continue
        if trump is not None:
            raise UsageError(f"the bidding ends when somebody makes trump: {text.strip()!r}", _BIDS_HINT)
        if passes >= 2 * rules.players:
            raise UsageError(f"more bids than {rules.players} players have in two rounds", _BIDS_HINT)
        if word in _PASS:
            passes += 1
            continue
        trump = _bid_suit(word, passes < rules.players, proposed)
    return Bids(passes, trump, alone)


def _bid_suit(word: str, first_round: bool, proposed: int | None) -> int:
    if word in _ORDER:
        if not first_round or proposed is None:
            raise UsageError(f"{word!r} does not say which suit", "name the suit, as in 'hearts'")
        return proposed
    try:
        return parse_suit(word, no_trump=True)
    except CardError:
        raise UsageError(f"not a bid: {word!r}", _BIDS_HINT) from None


def _decision(
    text: str | None, has_tricks: bool, told: Bids | None, trump: str | None, maker: str | int | None
) -> Decision:
    word = (text or "").strip().lower().replace("_", "-").replace(" ", "-")
    for decision in DECISIONS:
        if word == decision:
            return decision
    if word:
        raise UsageError(f"unknown decision: {text!r}", did_you_mean(word, DECISIONS))
    if has_tricks:
        return "play"
    if maker is not None or (told is not None and told.made):
        raise UsageError("trump is made: what is to be decided?", f"add --decision: {', '.join(DECISIONS[1:])}")
    return "bid"


def _turn_to_bid(own: int | None, round_: int | None, told: Bids | None, rules: Rules) -> tuple[int, int]:
    if told is None:
        if own is None:
            raise UsageError("where do you sit?", _seat_hint(rules))
        return own, 1 if round_ is None else round_
    if told.made:
        raise UsageError("trump is made already, so there is nothing to bid", "ask with --decision lead, or another")
    turn = (told.passes % rules.players + 1, told.passes // rules.players + 1)
    if turn[1] > 2:
        raise UsageError("everybody has passed twice, so the hand is thrown in", _BIDS_HINT)
    if (own not in (None, turn[0])) or (round_ not in (None, turn[1])):
        raise UsageError(
            f"after {told.passes} passes it is the turn of seat {turn[0]} in round {turn[1]}",
            "leave --seat and --round away, or tell the bids up to your turn",
        )
    return turn


def _named_blind(rules: Rules, upcard: int, proposed: int | None, trump: str | None, seat: int) -> Contract | None:
    """What a dealer has made trump before looking, where the joker is turned up and they still may go alone."""
    if proposed is not None or rules.joker_up != "dealer_blind":
        if trump is not None:
            raise UsageError(
                "--trump is what somebody has made trump, but this is a bid", "leave it away, or add --decision"
            )
        return None
    if trump is None:
        raise UsageError(f"{card_name(upcard)} is turned up: which suit did the dealer name?", "add --trump")
    return Contract(1, rules.players, parse_suit(trump), taken=True)


def _contract(
    rules: Rules,
    proposed: int | None,
    what: Decision,
    own: int | None,
    round_: int | None,
    trump: str | None,
    maker: str | int | None,
    alone: bool,
    told: Bids | None,
    left_up: bool,
) -> Contract:
    if told is not None and told.made:
        assert told.trump is not None
        seat, turn = told.passes % rules.players + 1, told.passes // rules.players + 1
        suit, alone = told.trump, alone or told.alone
        _agree("--maker", maker is None or read_other(maker, rules, own) == seat, f"seat {seat}")
        _agree("--trump", trump is None or parse_suit(trump, no_trump=True) == suit, suit_name(suit))
        _agree("--round", round_ in (None, turn), f"round {turn}")
    else:
        if maker is None:
            if what not in ("alone", "keep-five"):
                raise UsageError("who made trump?", "add --maker SEAT, or tell all --bids")
            if own is None:
                raise UsageError("where do you sit?", _seat_hint(rules))
        seat = read_other(maker, rules, own) if maker is not None else own or 0
        if trump is not None:
            suit = parse_suit(trump, no_trump=True)
        elif round_ != 2 and proposed is not None:
            suit = proposed
        else:
            raise UsageError("what is trump?", "add --trump with a suit")
        first = proposed is None or (suit == proposed and round_ != 2)
        turn = round_ if round_ is not None else 1 if first else 2
    return Contract(turn, seat, suit, alone, 0, turn == 1 and not left_up)


def _agree(option: str, good: bool, bids: str) -> None:
    if not good:
        raise UsageError(f"{option} disagrees with --bids, which say {bids}", "give one of the two")


def _own_seat(
    what: Decision, rules: Rules, contract_of: Callable[[int], Contract], tricks: tuple[tuple[int, ...], ...]
) -> int:
    """The only seat from which the others can be told as they are, and whose turn it then is."""
    if what in ("pick-up", "discard"):
        return rules.players
    found, reason = (
        [],
        UsageError("where do you sit?", _seat_hint(rules)),
    )
    for seat in range(1, rules.players + 1):
        try:
            contract = contract_of(seat)
            if what not in ("lead", "play") or _whose(what, rules, contract, tricks) == seat:
                found.append(seat)
        except UsageError as error:
            reason = error
    if len(found) != 1:
        raise reason
    return found[0]


def _whose(what: Decision, rules: Rules, contract: Contract | None, tricks: tuple[tuple[int, ...], ...]) -> int:
    """The seat that decides, where nobody says."""
    if what in ("pick-up", "discard"):
        return rules.players
    if contract is not None and what in ("alone", "keep-five"):
        return contract.maker
    if contract is not None and what in ("lead", "play") and 1 <= contract.maker <= rules.players:
        return follow_play(rules, contract, tricks).turn if tricks else first_leader(rules, contract)
    raise UsageError("where do you sit?", _seat_hint(rules))


def _seat_hint(rules: Rules) -> str:
    return f"add --seat: {', '.join(seat_names(rules.players, rules.teams))}"
