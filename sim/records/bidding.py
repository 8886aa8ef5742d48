"""The bidding of a record, call by call: who made trump, and whatever was said that could not be said."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sim.cards import JOKER, NO_TRUMP, SUIT_NAMES
from sim.errors import brief
from sim.records.card_words import SUIT_LETTERS
from sim.records.game import Problem, RecordedCall
from sim.rules.rules import Rules

UNTOLD: Final = -1
"""The suit of a call that the record does not tell."""
_ORDERS: Final = ("order", "pickup", "alone", "call")


@dataclass
class Bidding:
    """What the calls of a deal come to. `trump` is None where nobody made it, or where the record does not tell.

    `open` says that the bidding is not told to its end.
    """

    calls: list[RecordedCall] = field(default_factory=list)
    round: int = 0
    maker: int | None = None
    trump: int | None = None
    alone: bool = False
    open: bool = True
    problems: list[Problem] = field(default_factory=list)


class Bidder:
    """Follows the calls of one deal. `proposed` is the suit of the upcard, None where it is not known."""

    def __init__(self, rules: Rules, deal: int, dealer: int, upcard: int | None, proposed: int | None) -> None:
        self.rules, self.deal, self.dealer, self.upcard, self.proposed = rules, deal, dealer, upcard, proposed
        self.found = Bidding()

    def follow(self, words: Sequence[Any], alone: bool) -> Bidding:
        """Who made trump. What was against the rules is in `problems`, and taken as it was said."""
        n, found = self.rules.players, self.found
        for place, word in enumerate(words):
            player, number = (self.dealer + 1 + place) % n, place // n + 1
            if found.maker is not None or number > 2:
                self._odd(player, f"{brief(word)} is called, but the bidding was over", ())
                continue
            self._call(number, player, word, alone)
        if found.maker is not None:
            found.open, found.alone = False, alone
            self._check_alone()
        elif len(words) >= 2 * n:
            found.open = False
            if self.rules.stick_dealer == "on":
                self._odd(self.dealer, "the dealer passes, but has to make trump", self._legal(2, self.dealer))
        elif alone:
            self._odd(None, "somebody plays alone, but nobody has made trump", ())
        return found

    def _call(self, number: int, player: int, word: Any, alone: bool) -> None:
        found, said = self.found, word.strip().lower() if isinstance(word, str) else ""
        if said == "pass":
            found.calls.append(RecordedCall(number, player))
            return
        suit: int | None = None
        if said in _ORDERS and number == 1:
            suit = UNTOLD if self.proposed is None else self.proposed
        elif said in SUIT_LETTERS and said:
            suit = SUIT_LETTERS.index(said)
        elif said == "n":
            suit = NO_TRUMP
        elif said == "x" and number == 2:
            suit = UNTOLD
        if suit is None:
            self._odd(player, f"{brief(word)} is no call of round {number}", self._legal(number, player))
            found.calls.append(RecordedCall(number, player))
            return
        named = number == 2 or said not in _ORDERS
        blind = number == 1 and self.upcard == JOKER and named
        if named and suit != UNTOLD and not blind:
            self._check_named(number, player, suit)
        found.calls.append(RecordedCall(number, player, suit, alone))
        found.maker, found.trump = player, None if suit == UNTOLD else suit
        # Another suit than the upcard's leaves the upcard on the table, whenever it was named.
        found.round = number if number == 2 or blind or suit in (self.proposed, UNTOLD) else 2

    def _check_named(self, number: int, player: int, suit: int) -> None:
        if number == 1:
            self._odd(player, f"{SUIT_NAMES[suit]} is named in the first round", self._legal(1, player))
        elif SUIT_NAMES[suit] not in self._legal(2, player):
            why = "was turned down" if suit == self.proposed else "may not be named"
            self._odd(player, f"{SUIT_NAMES[suit]} {why}", self._legal(2, player))

    def _check_alone(self) -> None:
        rules, found = self.rules, self.found
        assert found.maker is not None
        if found.alone and not rules.may_go_alone:
            self._odd(found.maker, "the maker plays alone, which these rules do not have", ())
        seat = (found.maker - self.dealer - 1) % rules.players + 1
        if not found.alone and rules.orders_alone(found.round, seat) and self.upcard != JOKER:
            self._odd(found.maker, "the dealer's partner orders up with their partner", ("pass", "order alone"))

    def _legal(self, number: int, player: int) -> tuple[str, ...]:
        """What a player may say in a round; a pass comes last, where they may."""
        rules, seat = self.rules, (player - self.dealer - 1) % self.rules.players + 1
        if number == 1:
            return ("order alone" if rules.orders_alone(1, seat) else "order", "pass")
        suits = [suit for suit in range(4) if suit != self.proposed or rules.may_name_turned(seat)]
        names = [SUIT_NAMES[suit] for suit in suits] + (["no-trump"] if rules.may_name_no_trump(seat) else [])
        return (*names, *(() if rules.is_stuck(seat) else ("pass",)))

    def _odd(self, player: int | None, sentence: str, legal: tuple[str, ...]) -> None:
        self.found.problems.append(Problem(self.deal, None, player, sentence, legal))
