"""Railroad: calling for partner's best card, and five highest trumps that are shown instead of played."""

from typing import Any

from .bidding import Auction
from .cards import pack, trump_order
from .record import Disagreement, HandRecord


def callers(auction: Auction, lone_defender: int | None, rules: dict[str, Any]) -> list[int]:
    """The players of this hand who may call for their partners' best."""
    if rules["call_for_best"] == "off":
        return []
    allowed = [auction.maker] if auction.alone else []
    if lone_defender is not None and rules["call_for_best"] == "loner+lone_defender":
        allowed.append(lone_defender)
    return allowed


def exchange_cards(hands: dict[int, list[str]], record: HandRecord, auction: Auction, rules: dict[str, Any]) -> None:
    """Make the exchanges of the record in the hands. Raises Disagreement where one is against the rules."""
    allowed = callers(auction, record.lone_defender, rules)
    for caller in record.best_calls:
        if caller not in allowed:
            raise Disagreement(f"player {caller} called for their partner's best; only {allowed} may")
    for caller in allowed:
        discarded, given = record.best_calls.get(caller, (None, None))
        partner = (caller + 2) % 4
        if rules["best_order"] == "receive_first" and (discarded is None or given is None):
            raise Disagreement(f"player {caller} must take a card of their partner and discard one")
        if discarded is None and given is None:
            continue
        if discarded is None or given is None:
            raise Disagreement(f"player {caller} discarded {discarded} and was given {given}")
        if given not in hands[partner]:
            raise Disagreement(f"player {partner} gives {given}, which they do not hold")
        if rules["best_order"] == "receive_first":
            hands[caller].append(given)
        if discarded not in hands[caller]:
            raise Disagreement(f"player {caller} discards {discarded} for their partner's best, but does not hold it")
        hands[caller].remove(discarded)
        if rules["best_order"] == "discard_first":
            hands[caller].append(given)
        hands[partner].remove(given)


def holds_jamboree(hand: list[str], trump: str, rules: dict[str, Any]) -> bool:
    """Whether the hand is the five highest trumps of the pack and the rules pay them."""
    if rules["jamboree"] == "off" or trump == "NT":
        return False
    in_pack = pack(rules["deck"])
    highest = [card for card in trump_order(trump) if card in in_pack][:5]
    return sorted(hand) == sorted(highest)
