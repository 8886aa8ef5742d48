"""The play of a record, followed card by card: who played what, who won, and what the rules did not allow."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.cards import card_name, cards_of, effective_suit, suit_name
from sim.errors import brief
from sim.records.card_words import CardWords, only_card
from sim.records.game import Problem, RecordedTrick
from sim.rules.rules import Rules
from sim.rules.tricks import Contract, first_leader, playing, power


@dataclass
class Followed:
    """The tricks as they could be followed, what each chair is known to have played, and what was odd.

    `broken` says that the record cannot be followed to its end.
    """

    tricks: list[RecordedTrick] = field(default_factory=list)
    active: tuple[int, ...] = ()
    played: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    broken: bool = False


class Follower:
    """Follows the tricks of one deal; chairs are counted from the dealer where the rules are asked."""

    def __init__(self, rules: Rules, deal: int, dealer: int, contract: Contract, words: CardWords) -> None:
        self.rules, self.deal, self.dealer, self.contract, self.words = rules, deal, dealer, contract, words
        n = rules.players
        self.found = Followed(active=tuple(self._chair(seat) for seat in playing(rules, contract)), played=[0] * n)
        self.leader: int | None = self._chair(first_leader(rules, contract))

    def follow(self, tricks: Sequence[Any], lead: int | None, gone: int) -> Followed:
        """The tricks in order. `lead` is who led first where the record says so, `gone` cards that nobody plays."""
        found = self.found
        while tricks and tricks[-1] == []:  # some write a list for each trick before anybody plays to it
            tricks = tricks[:-1]
        if lead is not None and lead != self.leader:
            assert self.leader is not None
            self._odd(None if lead not in found.active else 1, lead, "leads out of turn", (f"player {self.leader}",))
            self.leader = lead if lead in found.active else self.leader
        read = [self._read(number, trick) for number, trick in enumerate(tricks[: self.rules.tricks], 1)]
        if len(tricks) > self.rules.tricks:
            self._odd(
                self.rules.tricks + 1, None, f"{len(tricks)} tricks are told where there are {self.rules.tricks}", ()
            )
        seen = gone
        for masks in read:
            seen |= sum(1 << card for card in {only_card(mask) for mask in masks} if card is not None)
        for number, masks in enumerate(read, 1):
            # What lies open elsewhere in the deal is not the card that the record leaves unknown.
            could_be = [mask if only_card(mask) is not None else mask & ~seen or mask for mask in masks]
            self._trick(number, could_be, last=number == len(read))
        return found

    def _trick(self, number: int, could_be: list[int], last: bool) -> None:
        found, active = self.found, self.found.active
        players: tuple[int, ...] = ()
        if len(could_be) > len(active):
            self._odd(number, None, f"has {len(could_be)} cards, but {len(active)} play", (f"{len(active)} cards",))
            self.leader, found.broken = None, True
        elif self.leader is not None:
            players = self._order(self.leader)[: len(could_be)]
        winner = None
        if len(could_be) == len(active) and players:
            winner = self._winner(players, could_be)
        elif len(could_be) < len(active) and not last:
            self._odd(number, None, f"has {len(could_be)} cards, but {len(active)} play", (f"{len(active)} cards",))
            found.broken = True
        cards = tuple(only_card(mask) for mask in could_be)
        found.tricks.append(RecordedTrick(number, players, cards, tuple(could_be), winner))
        for player, card in zip(players, cards, strict=False):
            found.played[player] |= 0 if card is None else 1 << card
        self.leader = winner

    def _read(self, number: int, trick: Any) -> list[int]:
        if not isinstance(trick, list):
            self._odd(number, None, f"is no list of cards: {brief(trick)}", ())
            self.found.broken = True
            return []
        masks = []
        for word in trick[: self.rules.players + 1]:
            mask = self.words.mask(word)
            if mask is None:
                self._odd(number, None, f"{brief(word)} is no card", ())
            elif not mask:
                self._odd(number, None, f"{brief(word)} is not in the pack of {self.rules.deck}", ())
            masks.append(mask or self.words.whole)
        return masks

    def _order(self, leader: int) -> tuple[int, ...]:
        n = self.rules.players
        return tuple(player for k in range(n) if (player := (leader + k) % n) in self.found.active)

    def _winner(self, players: Sequence[int], could_be: Sequence[int]) -> int | None:
        """Who wins whatever the unknown cards are; None where they decide it."""
        winners = set()
        for led in cards_of(could_be[0]):
            suit = effective_suit(led, self.contract.trump)
            strong = [[power(card, self.contract.trump, suit) for card in cards_of(mask)] for mask in could_be]
            strong[0] = [power(led, self.contract.trump, suit)]
            least = [min(powers) for powers in strong]
            best = max(range(len(players)), key=lambda place: least[place])
            sure = all(max(powers) < least[best] for place, powers in enumerate(strong) if place != best)
            winners.add(players[best] if sure else None)
        return winners.pop() if len(winners) == 1 else None

    def _chair(self, seat: int) -> int:
        return (self.dealer + seat) % self.rules.players

    def _odd(self, trick: int | None, player: int | None, sentence: str, legal: tuple[str, ...]) -> None:
        self.found.problems.append(Problem(self.deal, trick, player, sentence, legal))


def reneges(deal: int, tricks: Sequence[RecordedTrick], held: Sequence[int], trump: int) -> list[Problem]:
    """Each card that did not follow suit though its player held one that would; `held` are the hands at first."""
    hands, found = list(held), []
    for trick in tricks:
        led = trick.cards[0] if trick.cards else None
        for player, card, mask in zip(trick.players, trick.cards, trick.could_be, strict=False):
            if led is not None and player != trick.leader:
                suit = effective_suit(led, trump)
                follows = [c for c in cards_of(hands[player]) if effective_suit(c, trump) == suit]
                if follows and all(effective_suit(c, trump) != suit for c in cards_of(mask)):
                    what = "another suit" if card is None else card_name(card)
                    sentence = f"{what} does not follow {suit_name(suit)}, which they held"
                    found.append(Problem(deal, trick.number, player, sentence, tuple(card_name(c) for c in follows)))
            if card is not None:
                hands[player] &= ~(1 << card)
    return found
