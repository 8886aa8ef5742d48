"""Cards, packs, and the order of the cards once trump is known."""

SUITS = ["C", "D", "S", "H"]
SAME_COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
RANKS_HIGH_FIRST = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"]
LOW_RANKS = ["T", "9", "8", "7", "6", "5", "4", "3", "2"]
JOKER = "Jo"

RANKS_OF_PACK = {
    24: RANKS_HIGH_FIRST[:6],
    25: RANKS_HIGH_FIRST[:6],
    28: RANKS_HIGH_FIRST[:7],
    32: RANKS_HIGH_FIRST[:8],
    33: RANKS_HIGH_FIRST[:8],
    52: RANKS_HIGH_FIRST,
}


def pack(deck: int) -> list[str]:
    """Every card of the pack of that many cards."""
    cards = [rank + suit for suit in SUITS for rank in RANKS_OF_PACK[deck]]
    if deck in (25, 33):
        cards.append(JOKER)
    assert len(cards) == deck
    return cards


def printed_suit(card: str) -> str | None:
    """The suit printed on the card; the joker has none."""
    if card == JOKER:
        return None
    return card[1]


def is_low(card: str) -> bool:
    """Whether the card is a ten or lower."""
    return card != JOKER and card[0] in LOW_RANKS


def effective_suit(card: str, trump: str | None) -> str | None:
    """The suit that the card belongs to in play; trump is a suit letter, or "NT" or None where there is no trump."""
    if trump not in SUITS:
        return printed_suit(card)
    if card == JOKER:
        return trump
    if card == "J" + SAME_COLOUR[trump]:
        return trump
    return printed_suit(card)


def trump_order(trump: str | None) -> list[str]:
    """The trumps of the largest pack, highest first; empty where there is no trump."""
    if trump not in SUITS:
        return []
    bowers = [JOKER, "J" + trump, "J" + SAME_COLOUR[trump]]
    return bowers + [rank + trump for rank in RANKS_HIGH_FIRST if rank != "J"]


def plain_order(suit: str, trump: str | None) -> list[str]:
    """The cards of a suit that is not trump, highest first."""
    order = [rank + suit for rank in RANKS_HIGH_FIRST]
    return [card for card in order if effective_suit(card, trump) == suit]
