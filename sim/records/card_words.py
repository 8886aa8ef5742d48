"""Cards and suits as Euchre Game Notation writes them, unknown and generic ones too, as masks of what they may be."""

from collections.abc import Iterable
from typing import Any, Final

from sim.cards import JACK, JOKER, RANKS, SUIT_STEP, code_of, deck_codes, rank_of, suit_of
from sim.lanes import LANE_BITS, LANES, PLAIN

SUIT_LETTERS: Final = "cdsh"
"""Suits in the order of their numbers."""
GENERIC: Final = "tng"
"""Letters of suits that a record leaves open: trump, next and the first green suit. Beside them `h` is the second."""
_RANKS: Final = {**{letter: rank for rank, letter in enumerate(RANKS)}, "N": 7}
NO_CARD: Final = ("", "xx")


class CardWords:
    """Reads the cards of one deal, for a pack, once trump is known (None: it is not; 4: no-trump).

    Where the deal writes generic suits, `t` is trump, `n` next, and `g` and `h` the other two in the order of their
    numbers.
    """

    def __init__(self, deck: int, trump: int | None, generic: bool) -> None:
        self.pack = deck_codes(deck)
        self.whole = sum(1 << code for code in self.pack)
        self._trump = trump if trump is not None and trump < LANES else None
        self._letters = dict(zip(SUIT_LETTERS, range(4), strict=True))
        if generic:
            self._letters |= generic_suits(self._trump)

    def mask(self, text: Any) -> int | None:
        """What a card may be, as a mask of the pack; None for what is no card at all, 0 for one not in the pack."""
        if not isinstance(text, str) or len(text) > 8:
            return None
        word = text.strip().replace("10", "T")
        if word.lower() in NO_CARD:
            return self.whole
        if word in ("B", "b"):
            return 1 << JOKER & self.whole
        if word in ("R", "L", "r", "l"):
            return self._bower(word.upper() == "L")
        if len(word) != 2:
            return None
        rank, suit = word[0].upper(), word[1].lower()
        if (rank not in _RANKS and rank != "X") or (suit not in self._letters and suit != "x"):
            return None
        ranks = range(SUIT_STEP) if rank == "X" else [_RANKS[rank]]
        suits = range(LANES) if suit == "x" else [self._letters[suit]]
        return sum(1 << code_of(s, r) for s in suits for r in ranks if code_of(s, r) != JOKER) & self.whole

    def _bower(self, left: bool) -> int:
        if self._trump is None:
            return sum(1 << code_of(suit, JACK) for suit in range(LANES))
        return 1 << code_of(self._trump ^ 2 if left else self._trump, JACK)


def generic_suits(trump: int | None) -> dict[str, int]:
    """Which suits `t`, `n`, `g` and `h` stand for; spades are trump where nothing else is said."""
    named = 2 if trump is None else trump
    green, other = sorted({0, 1, 2, 3} - {named, named ^ 2})
    return {"t": named, "n": named ^ 2, "g": green, "h": other}


def is_generic(words: Iterable[Any]) -> bool:
    """Whether any of some cards or suits is written with a generic suit."""
    return any(isinstance(word, str) and len(word) == 2 and word[1].lower() in GENERIC for word in words)


def only_card(mask: int) -> int | None:
    """The card that a mask allows, None where there are several (or none)."""
    return mask.bit_length() - 1 if mask.bit_count() == 1 else None


def only_suit(mask: int) -> int | None:
    """The suit in which all cards of a mask are printed; None where they are not, or the joker is one of them."""
    suits = [suit for suit in range(LANES) if mask & PLAIN << LANE_BITS * suit]
    return suits[0] if len(suits) == 1 and not mask >> JOKER & 1 else None


def card_word(code: int | None) -> str:
    """`Jc`, `B` for the joker, `Xx` for a card that is not known."""
    if code is None:
        return "Xx"
    return "B" if code == JOKER else RANKS[rank_of(code)] + SUIT_LETTERS[suit_of(code)]
