"""What a strategy did wrong, in words: its answer, what it was asked about, and what it might have answered.

The engine only notes where an action was illegal. The game is played once more with somebody who listens at the hook
that gave it: what the hook was shown lies in the batch.
"""

import ctypes
from copy import copy
from typing import Any, Final, NamedTuple

import numpy as np

from sim.bits import COMPILED
from sim.cards import card_name, deck_codes, suit_name
from sim.engine.asking import PLAIN_STEPS, register_plain
from sim.engine.layout import (
    BIDS,
    ENTRIES,
    HAND_0,
    HELD,
    HOOKS,
    LED,
    NO_BOWERS,
    NO_TRUMP_SUIT,
    ROWS,
    SUITS,
    TABLE_0,
    TRUMP_SUIT,
    UP,
    UP_SUIT,
    WITHOUT_BOWERS,
    B,
)
from sim.engine.match_state import Games, Opening, Table
from sim.lanes import lane_mask
from sim.players.numpy_steps import SIGNATURE
from sim.players.recorded_hand import Lanes
from sim.rules.number_bids import bid_name
from sim.rules.rules import Rules
from sim.views import TRUMP

FOR_BEST: Final = 1
"""The trick that stands for a discard for partner's best card."""
_TRUMPS: Final = lane_mask(TRUMP)


class Offence(NamedTuple):
    """Where an illegal action was noted: the hook, the position asked and the trick (0 before the play)."""

    hook: str
    position: int
    trick: int


class Heard(NamedTuple):
    """What a hook was shown, as the rows of the batch for one deal, and what it answered."""

    rows: list[int]
    answer: int


def told(table: Table, offence: Offence, slot: int, game: int, opening: Opening | None) -> str:
    """A sentence on the answer and what was legal; empty where playing the game again does not show it."""
    heard = _listen(table, offence, slot, game, opening)
    return "" if heard is None else _sentence(table.rules, offence, heard)


def _listen(table: Table, offence: Offence, slot: int, game: int, opening: Opening | None) -> Heard | None:
    """Play a game up to its illegal action; the last answer of the hook at that place is the one."""
    entry = slot * ENTRIES + HOOKS.index(offence.hook)
    address, heard = int(table.steps[entry]), list[Heard]()

    def step(batch: Any, actions: Any, n: int, position: int, trick: int, rules: Any, params: Any) -> None:
        own = PLAIN_STEPS[address] if not COMPILED else SIGNATURE(address)
        own(batch, actions, n, position, trick, rules, params)
        if n > 0 and (position, trick) == (offence.position, offence.trick):
            words = np.ctypeslib.as_array(batch, (ROWS * B,)) if COMPILED else batch
            heard[:] = [Heard([int(word) for word in words[::B]], int(actions[0]))]

    ear = SIGNATURE(step) if COMPILED else None
    listening = copy(table)
    listening.steps = table.steps.copy()
    at = ctypes.cast(ear, ctypes.c_void_p).value if ear is not None else register_plain(step)
    listening.steps[entry] = at or 0
    first = game - game % table.rules.games_in_a_row
    games = Games(listening, first, game + 1, "none", 1, opening)
    while games.going and not games.is_illegal and not games.is_endless:
        games.go_on(1)
    return heard[0] if games.is_illegal and heard else None


def _sentence(rules: Rules, offence: Offence, heard: Heard) -> str:
    words = _Words(rules, offence, heard.rows)
    if offence.hook in ("pick_up", "defend_alone", "declare_alone", "claim_farmers"):
        more = ", 2 (as bid)" if offence.hook == "declare_alone" else ""
        return f"it answered {_number(heard.answer)}, and only 0 (no), 1 (yes){more} are answers"
    if offence.hook in ("order_up", "name_trump", "bid"):
        return f"it answered {_number(heard.answer)}, {words.bids()}"
    return f"it {words.answered(heard.answer)}, {words.cards()}"


def _number(answer: int) -> str:
    """An answer as its author wrote it: words beyond any number are below nothing."""
    return str(answer - (1 << 64) if answer >> 63 else answer)


class _Words:
    """What a hook was shown, as text."""

    def __init__(self, rules: Rules, offence: Offence, rows: list[int]) -> None:
        self.rules, self.rows = rules, rows
        self.hook, self.position, self.trick = offence
        self.lanes = self._lanes()

    def _lanes(self) -> Lanes:
        """How the cards lay."""
        up, trump = self.rows[UP_SUIT], self.rows[TRUMP_SUIT]
        if self.hook in ("bid", "name_trump"):
            return Lanes(up if self.rules.has_upcard and up < 4 else None, False)
        if trump == NO_TRUMP_SUIT:
            return Lanes(None, False)
        return Lanes(trump - WITHOUT_BOWERS, False, True) if trump >= NO_BOWERS else Lanes(trump, True, True)

    def names(self, cards: int) -> str:
        """Cards of a mask; empty where it has none or places without a card."""
        codes = [code for code in deck_codes(self.rules.deck) if cards >> self.lanes.place(code) & 1]
        return " ".join(map(card_name, codes)) if len(codes) == cards.bit_count() else ""

    def answered(self, answer: int) -> str:
        """The cards that it answered with."""
        verb = {"lead": "led", "follow": "played", "discard": "put away", "give_best": "gave", "keep_five": "kept"}
        names = self.names(answer)
        if not answer or not names:
            return "answered with no card" if not answer else f"answered {_number(answer)}, which is no mask of cards"
        count = answer.bit_count()
        return f"{verb.get(self.hook, 'named')} {names}" + (f" ({count} cards)" if count > 1 else "")

    def cards(self) -> str:
        """What it held, and what it might have answered."""
        rules, held = self.rules, self.rows[HELD]
        if self.hook == "keep_five":
            return f"where {rules.hand_size} of {self.names(held)} are kept"
        if self.hook == "give_best":
            return f"where one of {self.names(held)} is given"
        if self.hook == "discard":
            if self.trick == FOR_BEST:
                return f"where one of {self.names(held)} goes for partner's best card"
            up = self.rows[UP] if rules.discard_upcard == "forbidden" else 0
            bar = f", but not the upcard {self.names(up)}" if up & held else ""
            return f"where one of {self.names(held)} goes{bar}"
        position = (self.position + rules.players - 1) % rules.players if self.hook == "name_card" else self.position
        hand, led = self.rows[HAND_0 + position], self.rows[LED] if position else 0
        whose = "the maker's" if self.hook == "name_card" else "its"
        if hand & led:
            return f"but {self.names(self.rows[TABLE_0])} was led, and of {whose} {self.names(hand)} only " + (
                f"{self.names(hand & led)} may be played"
            )
        trumps = hand & _TRUMPS if self.lanes.trump else 0
        if trumps and not led and self.trick == 1 and rules.auction == "single":
            return f"but of its {self.names(hand)} a trump is led first: {self.names(trumps)}"
        before = f"{self.names(self.rows[TABLE_0])} was led, and " if led else ""
        return f"where {before}one of {whose} {self.names(hand)} is played"

    def bids(self) -> str:
        """The numbers that it might have answered, and what they mean."""
        rules = self.rules
        if self.hook == "order_up":
            most = ", 3 (jambone)" if rules.jambone == "on" else ""
            return f"and only 0 (pass), 1 (order), 2 (alone){most} are answers"
        if self.hook == "bid":
            may = [bid for bid in range(1, 16) if self.rows[BIDS] >> bid & 1]
            passing = ["0 (pass)"] if self.rows[BIDS] & 1 else []
            meant = [str(bid) if bid_name(rules, bid) == str(bid) else f"{bid} ({bid_name(rules, bid)})" for bid in may]
            return f"and only {', '.join(passing + meant)} may be bid"
        lanes = [lane for lane in range(5) if self.rows[SUITS] >> lane & 1]
        top = 3 if self.lanes.top is None else self.lanes.top
        suits = [f"{1 + lane} ({suit_name(4 if lane == 4 else (lane + top + 1) % 4)})" for lane in lanes]
        stuck = not rules.has_upcard or self.rows[UP_SUIT] > 3
        stuck = stuck or (rules.stick_dealer == "on" and self.position == rules.players - 1)
        alone = ", with 8 more alone" if rules.may_go_alone else ""
        return f"and only {', '.join([*([] if stuck else ['0 (pass)']), *suits])} are answers{alone}"
