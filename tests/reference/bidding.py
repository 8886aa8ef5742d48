"""The bidding: who speaks when, what they may say, and what comes of it."""

from dataclasses import dataclass
from typing import Any

from .cards import JOKER, SUITS, printed_suit
from .house_rules import has_joker, own_dummies, too_late_to_be_alone
from .record import Disagreement, HandRecord


@dataclass
class Auction:
    """What came of the bidding."""

    maker: int
    trump: str
    """Suit letter or "NT"."""
    round: int
    """1 when the turned-up card made trump (or the dealer named it for the joker), else 2."""
    alone: bool
    jambone: bool = False
    """Whether the lone maker lays their hand open, so that the opponent on their left names their cards."""


def proposed_suit(upcard: str, next_card: str | None, rules: dict[str, Any]) -> str | None:
    """The suit offered in round 1; None when the joker is up and the dealer has to name a suit."""
    if upcard != JOKER:
        return printed_suit(upcard)
    if rules["joker_up"] == "hearts":
        return "H"
    if rules["joker_up"] == "spades":
        return "S"
    if rules["joker_up"] == "next_card" and next_card is not None:
        return printed_suit(next_card)
    return None


def dealer_names_for_joker(upcard: str, rules: dict[str, Any]) -> bool:
    """Whether there is no bidding because the joker is up and the dealer must name the trump."""
    return upcard == JOKER and rules["joker_up"] in ("dealer_blind", "dealer_sees")


def order_of_bidding(dealer: int, upcard: str, rules: dict[str, Any]) -> list[tuple[int, int]]:
    """Everybody's turns to speak as (player, round), as long as nobody has made trump."""
    if dealer_names_for_joker(upcard, rules):
        return [(dealer, 1)]
    players = rules["players"]
    around = [(dealer + seat) % players for seat in range(1, players + 1)]
    return [(player, 1) for player in around] + [(player, 2) for player in around]


def may_go_alone(rules: dict[str, Any]) -> bool:
    """Whether a maker may declare to play alone at all."""
    if rules["players"] == 2 and not own_dummies(rules):
        return False
    # Three-handed, alone means without the dummy: a choice only where the dummy is optional.
    if rules["players"] == 3 and rules["cutthroat_dummy"] != "optional":
        return False
    return bool(rules["maker_alone"] == "yes")


def holds_natural(hand: list[str], suit: str) -> bool:
    """Whether the hand has a card printed with the suit; the left bower and the joker do not count."""
    return any(printed_suit(card) == suit for card in hand)


def with_and_without_partner(text: str, rules: dict[str, Any], late: bool) -> list[str]:
    """The bid, the same bid alone where that is allowed, and with a hand laid open where that is."""
    if late or not may_go_alone(rules) or rules["alone_when"] == "after_discard":
        return [text]
    if rules["players"] == 4 and rules["jambone"] == "on":
        return [text, text + " alone", text + " jambone"]
    return [text, text + " alone"]


def legal_bids(
    player: int,
    round_number: int,
    dealer: int,
    hand: list[str],
    upcard: str,
    next_card: str | None,
    rules: dict[str, Any],
    score: list[int] | None = None,
) -> list[str]:
    """Everything that the player may say at their turn in that round; hand is the five cards they were dealt.

    Without a score the game is taken to be at its beginning.
    """
    late = score is not None and too_late_to_be_alone(player, score, rules)
    if dealer_names_for_joker(upcard, rules):
        return joker_bids(hand, rules, late)
    if round_number == 1:
        return first_round_bids(player, dealer, hand, upcard, next_card, rules, late)
    return second_round_bids(player, dealer, hand, upcard, next_card, rules, late)


def joker_bids(hand: list[str], rules: dict[str, Any], late: bool) -> list[str]:
    """The dealer must name a suit for the joker; they cannot be held to a natural card of it if they name it blind."""
    bids = []
    for suit in SUITS:
        if rules["joker_up"] == "dealer_sees" and rules["min_trump"] == 1 and not holds_natural(hand, suit):
            continue
        bids.extend(with_and_without_partner("call " + suit, rules, late))
    return bids


def first_round_bids(
    player: int, dealer: int, hand: list[str], upcard: str, next_card: str | None, rules: dict[str, Any], late: bool
) -> list[str]:
    """Pass, or order the upcard."""
    suit = proposed_suit(upcard, next_card, rules)
    assert suit is not None
    if rules["min_trump"] == 1:
        counted = [*hand, upcard] if player == dealer else hand
        if not holds_natural(counted, suit):
            return ["pass"]
    is_dealers_partner = rules["players"] == 4 and player == (dealer + 2) % 4
    if is_dealers_partner and rules["dealer_partner_order"] == "forbidden":
        return ["pass"]
    orders = with_and_without_partner("order", rules, late)
    if is_dealers_partner and rules["dealer_partner_order"] == "alone_only":
        # They say it with the call even where others wait until after the discard: they can't order otherwise.
        orders = ["order alone"] if rules["alone_when"] == "after_discard" and not late else orders
        orders = [bid for bid in orders if bid != "order"]
    return ["pass", *orders]


def second_round_bids(
    player: int, dealer: int, hand: list[str], upcard: str, next_card: str | None, rules: dict[str, Any], late: bool
) -> list[str]:
    """Pass (unless stuck), or name another suit or, where it is played, no-trump."""
    turned_down = proposed_suit(upcard, next_card, rules)
    stuck = player == dealer and rules["stick_dealer"] == "on"
    everybody_may, only_stuck_may = rules["call_turned_down"] == "yes", rules["call_turned_down"] == "stuck_dealer"
    may_name_turned_down = everybody_may or (only_stuck_may and stuck)
    suits = [suit for suit in SUITS if suit != turned_down or may_name_turned_down]
    held = [suit for suit in suits if holds_natural(hand, suit)]
    no_trump = (rules["no_trump"] == "round2" or (rules["no_trump"] == "stuck_dealer" and stuck)) and not has_joker(
        rules
    )

    if rules["min_trump"] == 1:
        # A stuck dealer who holds nothing but the suit turned down still has to name something.
        nothing_to_name = held == [] and not no_trump
        if not (stuck and nothing_to_name):
            suits = held

    bids = [] if stuck else ["pass"]
    for suit in suits:
        bids.extend(with_and_without_partner("call " + suit, rules, late))
    if no_trump:
        bids.extend(with_and_without_partner("call NT", rules, late))
    return bids


def read_auction(record: HandRecord, rules: dict[str, Any]) -> Auction | None:
    """What came of the bidding, None when all passed. Raises Disagreement at the first wrong bid."""
    turns = order_of_bidding(record.dealer, record.upcard, rules)
    auction = None
    for number, (player, text) in enumerate(record.bids):
        if auction is not None:
            raise Disagreement(f"player {player} says {text!r}, but player {auction.maker} has already made trump")
        if number == len(turns):
            raise Disagreement(f"player {player} says {text!r}, but the bidding is over")
        turn, round_number = turns[number]
        if player != turn:
            raise Disagreement(f"bid {number + 1}: player {player} speaks, but it is the turn of player {turn}")
        hand = record.hands[player]
        legal = legal_bids(
            player, round_number, record.dealer, hand, record.upcard, record.next_card, rules, record.score_before
        )
        if text not in legal:
            raise Disagreement(f"round {round_number}: player {player} may not say {text!r}; legal: {', '.join(legal)}")
        if text != "pass":
            auction = made(player, text, round_number, record, rules)
    if auction is None and len(record.bids) < len(turns):
        player, round_number = turns[len(record.bids)]
        raise Disagreement(f"the bidding stops before player {player} has spoken in round {round_number}")
    return auction


def made(player: int, text: str, round_number: int, record: HandRecord, rules: dict[str, Any]) -> Auction:
    """What comes of a bid that is not a pass."""
    words = text.split()
    jambone = words[-1] == "jambone"
    alone = jambone or words[-1] == "alone"
    if words[0] == "call":
        return Auction(player, words[1], round_number, alone, jambone)
    suit = proposed_suit(record.upcard, record.next_card, rules)
    assert suit is not None
    return Auction(player, suit, round_number, alone, jambone)
