"""The deal: the right cards in the right numbers, and what the farmer rules make of poor hands."""

from typing import Any

from .bidding import proposed_suit
from .cards import JOKER, is_low, pack, printed_suit
from .house_rules import dummy_size, own_dummies
from .record import Disagreement, HandRecord


def check_deal(record: HandRecord, rules: dict[str, Any]) -> None:
    """Raise Disagreement unless the cards are a proper deal of the pack."""
    players = rules["players"]
    if record.dealer not in range(players):
        raise Disagreement(f"the dealer is player {record.dealer} at a table of {players}")
    if sorted(record.hands) != list(range(players)):
        raise Disagreement(f"hands were dealt to players {sorted(record.hands)} at a table of {players}")

    for player in range(players):
        if len(record.hands[player]) != rules["hand_size"]:
            raise Disagreement(f"player {player} was dealt {len(record.hands[player])} cards")
    check_dummies(record, rules)
    if record.upcard == JOKER and rules["joker_up"] == "next_card":
        if record.next_card is None:
            raise Disagreement("the joker is turned up, but the next card that decides the suit is missing")
    elif record.next_card is not None:
        raise Disagreement("a next card was turned, but it decides nothing in this hand")

    dealt = [card for player in range(players) for card in record.hands[player]]
    dealt.append(record.upcard)
    for dummy in all_dummies(record):
        dealt.extend(dummy)
    if record.next_card is not None:
        dealt.append(record.next_card)
    dealt.extend(record.given_up or [])  # they lie in the kitty now
    cards = pack(rules["deck"])
    for card in dealt:
        if card not in cards:
            raise Disagreement(f"{card} is not in the pack of {rules['deck']} cards")
        if dealt.count(card) > 1:
            raise Disagreement(f"{card} was dealt {dealt.count(card)} times")

    turned = proposed_suit(record.upcard, record.next_card, rules)
    for player in range(players):
        if must_redeal(record.hands[player], turned, rules["farmers_hand"]):
            raise Disagreement(f"player {player} holds a farmer's hand, so these cards must be dealt again")
    check_swap(record, turned, rules["farmers_hand"])


def check_dummies(record: HandRecord, rules: dict[str, Any]) -> None:
    """Raise Disagreement unless the dummies of these rules were dealt, and no others."""
    size = dummy_size(rules)
    owners = sorted(record.own_dummies) if record.own_dummies is not None else None
    if owners != (list(range(rules["players"])) if own_dummies(rules) else None):
        raise Disagreement(f"dummies of their own were dealt to players {owners}")
    if record.dummy is not None and (size == 0 or own_dummies(rules)):
        raise Disagreement("a dummy was dealt, but these rules have none")
    if record.dummy is None and size > 0 and not own_dummies(rules):
        raise Disagreement(f"the dummy must be dealt {size} cards, the record has no dummy")
    for dummy in all_dummies(record):
        if len(dummy) != size:
            raise Disagreement(f"the dummy must be dealt {size} cards, the record says {dummy}")


def all_dummies(record: HandRecord) -> list[list[str]]:
    """The dummies of a record, those of the players in order."""
    found = [] if record.dummy is None else [record.dummy]
    if record.own_dummies is not None:
        found.extend(record.own_dummies[player] for player in sorted(record.own_dummies))
    return found


def must_redeal(hand: list[str], turned_suit: str | None, farmers_hand: str) -> bool:
    """Whether a dealt hand makes the dealer deal again; turned_suit is the proposed suit, None where there is none."""
    if farmers_hand != "redeal":
        return False  # under the other forms its owner may say nothing
    high = [card for card in hand if not is_low(card)]
    of_turned_suit = [card for card in hand if printed_suit(card) == turned_suit]
    return high == [] and of_turned_suit == []


def may_claim(hand: list[str], farmers_hand: str) -> bool:
    """Whether the owner of a dealt hand may have it dealt again, or three cards of it swapped."""
    low = [card for card in hand if is_low(card)]
    high = [card for card in hand if not is_low(card)]
    if farmers_hand == "nines_and_tens":
        return high == []
    if farmers_hand == "ace_no_face":
        return len(high) == 1 and high[0][0] == "A"
    if farmers_hand == "swap3":
        return len(low) >= 3
    if farmers_hand == "swap3_clean":
        return len(three_alike(low)) > 0
    return False


def three_alike(low: list[str]) -> list[str]:
    """The low cards of the rank of which there are three or four; none where no rank has so many."""
    for card in low:
        same = [other for other in low if other[0] == card[0]]
        if len(same) >= 3:
            return same
    return []


def check_swap(record: HandRecord, turned_suit: str | None, farmers_hand: str) -> None:
    """Raise Disagreement unless three poor cards of one farmer's hand went under the kitty for three of its cards."""
    given, taken = record.given_up, record.from_kitty
    if given is None and taken is None:
        return
    if farmers_hand not in ("swap3", "swap3_clean"):
        raise Disagreement("cards were changed for the kitty's, but these rules know no such thing")
    if given is None or taken is None or len(given) != 3 or len(taken) != 3:
        raise Disagreement(f"three cards go for three, but {given} went for {taken}")
    owners = [hand for hand in record.hands.values() if all(card in hand for card in taken)]
    if len(owners) != 1:
        raise Disagreement(f"nobody holds the three cards {taken} from the kitty")
    before = [card for card in owners[0] if card not in taken] + given
    if not may_claim(before, farmers_hand):
        raise Disagreement(f"{before} is no farmer's hand")
    low = [card for card in before if is_low(card)]
    if farmers_hand == "swap3_clean":
        low = three_alike(low)
    # The lowest go, those of the upcard's suit last.
    worth = {card: (printed_suit(card) == turned_suit, "23456789T".index(card[0])) for card in low}
    if sorted(worth[card] for card in given if card in worth) != sorted(worth.values())[:3]:
        raise Disagreement(f"the worst three of {before} are not {given}")
