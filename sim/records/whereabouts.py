"""Where each card of a recorded deal was: hands completed from what was played, and cards in two places at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sim.cards import card_name, cards_of, effective_suit
from sim.records.game import Exchange, Problem, RecordedTrick
from sim.rules.rules import Rules


@dataclass
class Lie:
    """What a record says of the cards of a deal beside the tricks; masks by chair."""

    dealt: list[int]
    kitty: int = 0
    upcard: int | None = None
    discard: int | None = None
    taken: bool = False
    exchanges: tuple[Exchange, ...] = ()


@dataclass
class KnownHands:
    """The hands of a deal as far as they are known, and what does not go together."""

    dealt: tuple[int, ...] = ()
    held: tuple[int, ...] = ()
    problems: list[Problem] = field(default_factory=list)


class Whereabouts:
    """Follows the cards of one deal; `maker` and `alone` tell whose hands may have changed unseen."""

    def __init__(self, rules: Rules, deal: int, dealer: int, lie: Lie) -> None:
        self.rules, self.deal, self.dealer, self.lie = rules, deal, dealer, lie
        self.problems: list[Problem] = []
        n = rules.players
        self.received = [_cards(e.cards for e in lie.exchanges if e.receiver == player) for player in range(n)]
        self.sent = [_cards(e.cards for e in lie.exchanges if e.sender == player) for player in range(n)]

    def hands(self, tricks: Sequence[RecordedTrick], trump: int, unsure: set[int]) -> KnownHands:
        """The hands; `unsure` are chairs whose cards may have been exchanged without the record saying so."""
        lie, size = self.lie, self.rules.hand_size
        self._check_dealt()
        self._check_discard()
        start = [self._start(player) for player in range(self.rules.players)]
        known = [lie.dealt[p].bit_count() == size and p not in unsure for p in range(self.rules.players)]
        own = self._check_played(tricks, trump, start, known)
        self._check_number(own, unsure)
        dealt, held = [], []
        for player in range(self.rules.players):
            now = start[player] | own[player]
            held.append(now if now.bit_count() <= size else own[player])
            before = lie.dealt[player]
            if player not in unsure:
                before |= own[player] & ~self.received[player] & ~self._upcard_of(player)
                if player == self.dealer and lie.taken and lie.discard is not None and lie.discard != lie.upcard:
                    before |= 1 << lie.discard
            dealt.append(before if before.bit_count() <= size else lie.dealt[player])
        return KnownHands(tuple(dealt), tuple(held), self.problems)

    def _upcard_of(self, player: int) -> int:
        lie = self.lie
        return 1 << lie.upcard if player == self.dealer and lie.taken and lie.upcard is not None else 0

    def _start(self, player: int) -> int:
        """The cards known to be in a hand when the play begins, from all but the tricks."""
        lie = self.lie
        hand = (lie.dealt[player] | self._upcard_of(player) | self.received[player]) & ~self.sent[player]
        return hand & ~(1 << lie.discard) if player == self.dealer and lie.taken and lie.discard is not None else hand

    def _check_dealt(self) -> None:
        lie, seen = self.lie, 0 if self.lie.upcard is None else 1 << self.lie.upcard
        for player, hand in enumerate(lie.dealt):
            for card in cards_of(hand & seen):
                self._odd(None, player, f"{card_name(card)} was dealt to them, and lies elsewhere too")
            seen |= hand
        for card in cards_of(lie.kitty & seen):
            if card != lie.upcard:
                self._odd(None, None, f"{card_name(card)} lies in the kitty and in a hand")

    def _check_discard(self) -> None:
        lie, dealer = self.lie, self.dealer
        if lie.discard is None:
            return
        name = card_name(lie.discard)
        own = lie.dealt[dealer]
        if not lie.taken:
            self._odd(None, dealer, f"{name} is the discard of a dealer who took no card")
        elif lie.discard == lie.upcard:
            return
        elif own.bit_count() == self.rules.hand_size and not (own | self.received[dealer]) >> lie.discard & 1:
            self._odd(None, dealer, f"{name} is buried by a dealer who did not hold it", _names(own))
        elif any(hand >> lie.discard & 1 for player, hand in enumerate(lie.dealt) if player != dealer):
            self._odd(None, dealer, f"{name} is buried by the dealer, but was dealt to another", _names(own))

    def _check_played(
        self, tricks: Sequence[RecordedTrick], trump: int, start: list[int], known: list[bool]
    ) -> list[int]:
        """The cards that each player played and could have held; the others are problems."""
        own = [0] * self.rules.players
        before: dict[int, tuple[int, int]] = {}
        for trick in tricks:
            for player, card in zip(trick.players, trick.cards, strict=False):
                if card is None:
                    continue
                if card in before:
                    number, who = before[card]
                    by = "them" if who == player else f"player {who}"
                    why = f"{card_name(card)} was played before, by {by} in trick {number}"
                else:
                    before[card] = trick.number, player
                    why = self._elsewhere(player, card, start[player], known[player])
                if not why:
                    own[player] |= 1 << card
                    continue
                left = start[player] & ~sum(1 << c for c, (_, who) in before.items() if who == player)
                led = None if player == trick.leader else trick.cards[0]
                self._odd(trick.number, player, why, _names(playable(left & ~(1 << card), led, trump)))
        return own

    def _check_number(self, own: list[int], unsure: set[int]) -> None:
        """Nobody had more cards than were dealt to them, given to them and taken by them as dealer."""
        lie, said = self.lie, {problem.player for problem in self.problems}
        for player in set(range(self.rules.players)) - unsure - said:
            takes = player == self.dealer and lie.taken
            buried = 1 << lie.discard if takes and lie.discard is not None else 0
            seen = lie.dealt[player] | own[player] | self.received[player] | self._upcard_of(player) | buried
            given = sum(len(e.cards) for e in lie.exchanges if e.receiver == player)
            had = self.rules.hand_size + given + takes
            if seen.bit_count() > had:
                names = " ".join(_names(seen))
                self._odd(None, player, f"they had {had} cards in all, but {seen.bit_count()} are told: {names}")

    def _elsewhere(self, player: int, card: int, start: int, known: bool) -> str:
        """Why a player cannot have held a card; empty where they can."""
        lie, name = self.lie, card_name(card)
        if start >> card & 1:
            return ""
        if card == lie.discard and lie.taken:
            return f"{name} is the card that the dealer buried"
        if card == lie.upcard:
            return f"{name} was turned up, and " + ("the dealer took it" if lie.taken else "nobody took it")
        if known:
            return f"{name} was not dealt to them"
        if lie.kitty >> card & 1 and not self.rules.may_swap:
            return f"{name} lies in the kitty"
        others = [p for p, hand in enumerate(lie.dealt) if p != player and hand & ~self.sent[p] & 1 << card]
        return f"{name} was dealt to player {others[0]}" if others and not self.received[player] >> card & 1 else ""

    def _odd(self, trick: int | None, player: int | None, sentence: str, legal: tuple[str, ...] = ()) -> None:
        self.problems.append(Problem(self.deal, trick, player, sentence, legal))


def playable(hand: int, led: int | None, trump: int) -> int:
    """The cards of a hand that may be played to a led card."""
    if led is None:
        return hand
    suit = effective_suit(led, trump)
    return sum(1 << card for card in cards_of(hand) if effective_suit(card, trump) == suit) or hand


def _cards(groups: Iterable[Sequence[int | None]]) -> int:
    cards = {card for group in groups for card in group if card is not None}
    return sum(1 << card for card in cards)


def _names(mask: int) -> tuple[str, ...]:
    return tuple(card_name(card) for card in cards_of(mask))
