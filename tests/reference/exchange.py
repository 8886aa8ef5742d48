"""From the cards dealt to the cards played: pick-up, discard, the merge with the dummy, and who sits out."""

from typing import Any

from .alone import sitting_out
from .best_card import exchange_cards, holds_jamboree
from .bidding import Auction
from .house_rules import dummy_size, own_dummies
from .record import Disagreement, HandRecord


def hands_to_play(record: HandRecord, auction: Auction, rules: dict[str, Any]) -> dict[int, list[str]]:
    """The hands with which the first trick begins, of the players who take part (nobody where the maker shows theirs).

    Raises Disagreement.
    """
    check_pick_up(record, auction, rules)
    hands = after_pick_up(record, rules)
    if uses_dummy(auction, rules):
        hands[auction.maker] = merge(hands[auction.maker], auction.maker, record.kept, record, rules)
    elif record.kept is not None:
        raise Disagreement("the maker keeps five of more cards, but does not use a dummy")
    if own_dummies(rules):
        defender = 1 - auction.maker
        hands[defender] = merge(hands[defender], defender, record.defender_kept, record, rules)
    elif record.defender_kept is not None:
        raise Disagreement("the defender keeps five of more cards, but has no dummy")
    if holds_jamboree(hands[auction.maker], auction.trump, rules):
        return {}
    exchange_cards(hands, record, auction, rules)
    for player in sitting_out(auction.maker, auction.alone, record.lone_defender, rules):
        del hands[player]
    return hands


def after_pick_up(record: HandRecord, rules: dict[str, Any]) -> dict[int, list[str]]:
    """Everybody's cards when a dealer who took the upcard has buried one. Raises Disagreement."""
    hands = {player: list(cards) for player, cards in record.hands.items()}
    if record.picked_up:
        bury(hands[record.dealer], record, rules)
    return hands


def check_pick_up(record: HandRecord, auction: Auction, rules: dict[str, Any]) -> None:
    """Raise Disagreement when the upcard was taken or left against the rules."""
    if auction.round == 2:
        if record.picked_up:
            raise Disagreement("the upcard was picked up, though trump was made in round 2")
    elif not record.picked_up:
        # Only a dealer who was ordered has a choice: one who accepts (or names a suit for the joker) must take it.
        if auction.maker == record.dealer:
            raise Disagreement("the dealer made trump with the upcard, so they must pick it up")
        if rules["dealer_pickup"] == "mandatory":
            raise Disagreement("the dealer was ordered up, so they must pick up the upcard")
    if not record.picked_up and record.discard is not None:
        raise Disagreement(f"the dealer discards {record.discard} without having picked up")


def bury(hand: list[str], record: HandRecord, rules: dict[str, Any]) -> None:
    """Put the upcard into the dealer's hand and take the discard out of it."""
    hand.append(record.upcard)
    if record.discard is None:
        raise Disagreement("the dealer picked up, but buried nothing")
    if record.discard not in hand:
        raise Disagreement(f"the dealer buried {record.discard}, which they do not hold")
    if record.discard == record.upcard and rules["discard_upcard"] == "forbidden":
        raise Disagreement(f"the dealer buried the upcard {record.upcard}")
    hand.remove(record.discard)


def uses_dummy(auction: Auction, rules: dict[str, Any]) -> bool:
    """Whether the maker merges their hand with the dummy; alone means that they do not."""
    return dummy_size(rules) > 0 and not auction.alone


def dummy_of(player: int, record: HandRecord, rules: dict[str, Any]) -> list[str]:
    """The dummy that a player uses."""
    if own_dummies(rules):
        assert record.own_dummies is not None
        return record.own_dummies[player]
    assert record.dummy is not None
    return record.dummy


def merge(hand: list[str], player: int, kept: list[str] | None, record: HandRecord, rules: dict[str, Any]) -> list[str]:
    """The five cards that a player keeps of their own five (after a discard for the upcard) and the dummy's."""
    everything = hand + dummy_of(player, record, rules)
    if kept is None:
        raise Disagreement(f"player {player} uses a dummy, but the record does not say which cards they keep")
    if len(kept) != len(hand):
        raise Disagreement(f"player {player} keeps {len(kept)} cards instead of {len(hand)}")
    for card in kept:
        if card not in everything:
            raise Disagreement(f"player {player} keeps {card}, which is neither in their hand nor in the dummy")
        if kept.count(card) > 1:
            raise Disagreement(f"player {player} keeps {card} twice")
    return list(kept)
