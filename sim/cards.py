"""Cards as numbers and as text: codes, hands as bit masks, packs, parsing and printing.

A card's code is SUIT_STEP * suit + rank. Suits are clubs 0, diamonds 1, spades 2, hearts 3, so the suit of the same
colour ("next") is `suit ^ 2`. Ranks are 0 to 12 for 2 to ace, and the joker has a code of its own; so a code is the
place of a card in a word of cards (`sim.lanes`) before trump is named. A hand is a mask: the sum of `1 << code` over
its cards.
"""

import re
from collections.abc import Iterable
from typing import Final

from sim import lanes
from sim.errors import CardError
from sim.lanes import ACE, LANE_BITS, LEFT_BOWER, RIGHT_BOWER, TOP_JOKER

CLUBS: Final = 0
DIAMONDS: Final = 1
SPADES: Final = 2
HEARTS: Final = 3
NO_TRUMP: Final = 4
"""Stands for a suit where a hand is played without trump."""

SUIT_STEP: Final = LANE_BITS
"""From the code of a card to that of the same rank in the next suit. Codes stand in files, in steps of 16."""

JACK: Final = lanes.JACK
"""Rank of the jacks, the bowers to be."""

JOKER: Final = TOP_JOKER
"""Code of the joker (the Benny)."""

DECKS: Final = (24, 25, 28, 32, 33, 52)
"""Packs of the family, by number of cards; 25 and 33 hold the joker."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDSH"
SYMBOLS: Final = "♣♦♠♥"
SUIT_NAMES: Final = ("clubs", "diamonds", "spades", "hearts", "no-trump")

_LOWEST_RANK: Final = {24: 7, 25: 7, 28: 6, 32: 5, 33: 5, 52: 0}
_SUIT_OF: Final = {c: suit for forms in ("CDSH", "♣♦♠♥", "♧♢♤♡") for suit, c in enumerate(forms)}
_RANK_TEXTS: Final = frozenset({*RANKS, "10"})
_JOKER_WORDS: Final = frozenset({"JO", "JOKER", "BENNY"})
_NO_TRUMP_WORDS: Final = frozenset({"notrump", "notrumps", "nt", "n"})
_EMOJI: Final = "\ufe0f\ufe0e"  # what browsers and phones append to a suit symbol to choose its look
_CARD_HINT: Final = "write rank and suit, as in JS, 10H, TH, 9d or A♣; the joker is Jo"


def code_of(suit: int, rank: int) -> int:
    """The code of a card of suit 0 to 3 and rank 0 (the deuce) to 12 (the ace)."""
    return SUIT_STEP * suit + rank


def suit_of(code: int) -> int:
    """The suit in which a card (not the joker) is printed."""
    return code // SUIT_STEP


def rank_of(code: int) -> int:
    """The rank of a card: 0 for the deuce to 12 for the ace."""
    return code % SUIT_STEP


def parse_card(text: str) -> int:
    """The code of a card written `JS`, `10H`, `TH`, `9d`, `J♠` or `Jo` (joker), in any case.

    Raises CardError that says which part of the text is wrong.
    """
    plain = _plain(text)
    word = plain.upper()
    if word in _JOKER_WORDS:
        return JOKER
    if len(word) < 2:
        raise CardError(f"not a card: {plain!r}", _CARD_HINT)
    rank_text, suit_text = word[:-1], word[-1]
    rank = RANKS.find("T" if rank_text == "10" else rank_text) if rank_text in _RANK_TEXTS else -1
    suit = _SUIT_OF.get(suit_text, -1)
    if rank < 0 and suit < 0:
        turned = word[0] in _SUIT_OF and word[1:] in _RANK_TEXTS
        raise CardError(f"suit before rank: {plain!r}" if turned else f"not a card: {plain!r}", _CARD_HINT)
    if rank < 0:
        raise CardError(f"unknown rank {rank_text!r} in card: {plain!r}", "ranks are 2 to 9, 10 or T, J, Q, K and A")
    if suit < 0:
        raise CardError(f"unknown suit {suit_text!r} in card: {plain!r}", "suits are C, D, S, H or ♣ ♦ ♠ ♥")
    return code_of(suit, rank)


def card_name(code: int, symbols: bool = False) -> str:
    """`JS`, `TC`, `Jo`; with `symbols` `J♠`, `10♣`, `Jo`. Raises CardError for a code that is no card."""
    if code == JOKER:
        return "Jo"
    suit, rank = divmod(code, SUIT_STEP)
    if not (0 <= suit < 4 and rank < len(RANKS)):
        hint = f"a code is {SUIT_STEP} * suit + rank with suits 0 to 3 and ranks 0 to 12"
        raise CardError(f"not a card code: {code}", hint)
    if symbols:
        return ("10" if RANKS[rank] == "T" else RANKS[rank]) + SYMBOLS[suit]
    return RANKS[rank] + SUITS[suit]


def parse_hand(text: str, size: int | None = None) -> int:
    """The mask of cards separated by spaces, commas or both.

    With `size` the hand must have that many cards. CardError for a bad card, a card given twice, a wrong count.
    """
    mask = 0
    for word in text.replace(",", " ").split():
        code = parse_card(word)
        if mask >> code & 1:
            raise CardError(f"card given twice: {card_name(code)} in {text.strip()!r}", "each card is in the pack once")
        mask |= 1 << code
    count = mask.bit_count()
    if size is not None and count != size:
        cards = "card" if count == 1 else "cards"
        raise CardError(f"{count} {cards} where {size} are needed: {text.strip()!r}", _CARD_HINT)
    return mask


def cards_of(mask: int) -> list[int]:
    """The codes in a hand: the joker first, then suit by suit (clubs, diamonds, spades, hearts), high cards first."""
    codes = [JOKER] if mask >> JOKER & 1 else []
    for suit in range(4):
        codes += [code for code in range(code_of(suit, ACE), code_of(suit, 0) - 1, -1) if mask >> code & 1]
    return codes


def in_order(codes: Iterable[int], trump: int | None = None, bowers: bool = True) -> list[int]:
    """Cards as hands are written: trumps first, from the joker and bowers down, then suit by suit, high cards first.

    Suits go on from trump (else from clubs) black, red, black, red, as in `cards_of`.
    """
    first = 0 if trump is None or trump == NO_TRUMP else trump
    named = -1 if trump is None else trump

    def key(code: int) -> tuple[int, int]:
        if code == JOKER:
            return -1, 0
        suit, power = effective_suit(code, named, bowers), rank_of(code)
        if bowers and suit == named and power == JACK:
            power = RIGHT_BOWER if suit_of(code) == named else LEFT_BOWER
        return (suit - first) % 4, -power

    return sorted(codes, key=key)


def hand_text(mask: int, trump: int | None = None, bowers: bool = True, symbols: bool = False) -> str:
    """The cards of a hand as text, separated by spaces, in the order of `in_order`."""
    return " ".join(card_name(code, symbols) for code in in_order(cards_of(mask), trump, bowers))


def parse_suit(text: str, no_trump: bool = False) -> int:
    """The number of a suit written `S`, `spades` or `♠`, in any case; with `no_trump` also 4: `N`, `NT`, `no-trump`."""
    plain = _plain(text)
    if len(plain) == 1 and plain.upper() in _SUIT_OF:
        return _SUIT_OF[plain.upper()]
    word = plain.lower()
    for suit, name in enumerate(SUIT_NAMES[:NO_TRUMP]):
        if word in (name, name[:-1]):
            return suit
    if no_trump and re.sub(r"[\s_-]", "", word) in _NO_TRUMP_WORDS:
        return NO_TRUMP
    choices = "clubs, diamonds, spades, hearts (or C, D, S, H)" + (", no-trump (or N, NT)" if no_trump else "")
    raise CardError(f"not a suit: {plain!r}", f"choose one of: {choices}")


def suit_name(suit: int) -> str:
    """`clubs`, `diamonds`, `spades`, `hearts`, or `no-trump` for 4."""
    if not 0 <= suit < len(SUIT_NAMES):
        raise CardError(f"not a suit number: {suit}", "suits are 0 clubs, 1 diamonds, 2 spades, 3 hearts, 4 no-trump")
    return SUIT_NAMES[suit]


def deck_codes(size: int) -> tuple[int, ...]:
    """The codes of a pack in ascending order, the joker (packs of 25 and 33) last."""
    if size not in _LOWEST_RANK:
        raise CardError(f"no pack of {size} cards", f"packs have {', '.join(map(str, DECKS))} cards")
    codes = tuple(code_of(suit, rank) for suit in range(4) for rank in range(_LOWEST_RANK[size], ACE + 1))
    return (*codes, JOKER) if len(codes) < size else codes


def deck_mask(size: int) -> int:
    """The mask of every card of a pack."""
    return sum(1 << code for code in deck_codes(size))


def effective_suit(code: int, trump: int, bowers: bool = True) -> int:
    """The suit a card belongs to when `trump` (0 to 3) is trump: the left bower (if there are any) and the joker are.

    With `trump` 4 (no-trump) or -1 (not named yet) there are no bowers and the joker stands apart, as suit 4.
    """
    no_trump = not 0 <= trump <= 3
    if code == JOKER:
        return NO_TRUMP if no_trump else trump
    suit, rank = divmod(code, SUIT_STEP)
    return trump if bowers and not no_trump and rank == JACK and suit == trump ^ 2 else suit


def _plain(text: str) -> str:
    return text.strip().rstrip(_EMOJI)
