"""A table where everybody does what a record says, while somebody looks at each decision as its player knew it."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sim.cards import HEARTS, JOKER, NO_TRUMP, SPADES, suit_of
from sim.engine.layout import (
    H_DECLARE_ALONE,
    H_DEFEND_ALONE,
    H_DISCARD,
    H_FOLLOW,
    H_LEAD,
    H_NAME_TRUMP,
    H_ORDER_UP,
    H_PICK_UP,
    HOOKS,
    LOOKS_BACK,
)
from sim.engine.match_state import Games, Opening, Table
from sim.errors import UsageError
from sim.players.look_ahead import Failure, LookAhead, improved
from sim.players.match import link_at, rounds
from sim.players.recorded_hand import Lanes
from sim.players.strategy import Player, load_player
from sim.review.filling import WholeDeal, number_of
from sim.review.seen_deals import SeenDeal
from sim.rules.rules import Rules
from sim.worlds.thinking import Outlook
from sim.worlds.valuing import ValuedMoments, Valuer

Place = tuple[int, int, int]
"""A decision of a hand: its hook, the trick (0 before the play) and the position of who decides."""
ALONE_IN_NAME: Final = 8
_OF_JOKER: Final = {"hearts": HEARTS, "spades": SPADES}
"""The suit that a joker proposes when it is turned up, by the rule."""


@dataclass(frozen=True)
class SeenDecision:
    """What was done at a place (an answer as the engine takes it), what the assumed player had done, and values."""

    place: Place
    chair: int
    done: int
    assumed: int
    valued: ValuedMoments | None


def script(deal: SeenDeal, whole: WholeDeal, rules: Rules) -> dict[Place, tuple[int, int]]:
    """Who (chair) answers what at each decision of a deal that the record tells."""
    n, found = rules.players, {}
    up = _OF_JOKER.get(rules.joker_up) if deal.upcard == JOKER else suit_of(deal.upcard)
    for number, call in enumerate(deal.calls):
        first = number < n
        answer = _call(call.suit, call.alone and not rules.declares_later, first, up)
        found[H_ORDER_UP if first else H_NAME_TRUMP, 0, number % n] = call.chair, answer
    if deal.made is None:
        return found
    round_, call = deal.made
    trump = call.suit
    assert trump is not None
    lanes = Lanes(None, False) if trump == NO_TRUMP else Lanes(trump, rules.has_bowers, True)
    if round_ == 1 and rules.dealer_pickup == "optional" and call.chair != deal.dealer:
        found[H_PICK_UP, 0, n - 1] = deal.dealer, int(deal.picked_up)
    if whole.discard is not None:
        found[H_DISCARD, 0, n - 1] = deal.dealer, int(lanes.mask([whole.discard]))
    maker_at = (call.chair - deal.dealer - 1) % n
    if rules.declares_later:
        found[H_DECLARE_ALONE, 0, maker_at] = call.chair, int(call.alone)
    found |= _defence(deal, rules, call.chair, call.alone)
    for number, trick in enumerate(deal.tricks, start=1):
        for chair, card in trick:
            at = (chair - trick[0][0]) % n
            found[H_FOLLOW if at else H_LEAD, number, at] = chair, int(lanes.mask([card]))
    return found


def _call(suit: int | None, alone: bool, first: bool, up: int | None) -> int:
    if suit is None:
        return 0
    if first:
        return 1 + alone
    lane = NO_TRUMP if suit == NO_TRUMP else Lanes(up, False).lane(suit)
    return 1 + lane + ALONE_IN_NAME * alone


def _defence(deal: SeenDeal, rules: Rules, maker: int, alone: bool) -> dict[Place, tuple[int, int]]:
    """The answers of the defenders on whether they defend alone, up to the one who does."""
    found: dict[Place, tuple[int, int]] = {}
    if rules.defend_alone == "never" or (rules.defend_alone == "vs_loner" and not alone) or rules.players < 3:
        return found
    for at in range(rules.players):
        chair = (deal.dealer + 1 + at) % rules.players
        if chair % rules.teams != maker % rules.teams:
            found[H_DEFEND_ALONE, 0, at] = chair, int(chair == deal.lone_defender)
            if chair == deal.lone_defender:
                break
    return found


class FollowingPlayer(Player):
    """Sits everywhere at a table; each thread follows a script of its own."""

    def __init__(self, believed: Player, outlook: Outlook) -> None:
        super().__init__(believed.bidding, believed.play)
        self._believed, self._outlook = believed, outlook
        self._keep: list[Any] = []
        self._failure, self._own = Failure(), threading.local()

    def link(self, hooks: Any, auction: str, players: int, hand_id: str = "") -> tuple[np.ndarray, np.ndarray]:
        """As for any player. Raises StrategyError also where nobody can look ahead."""
        addresses, params = super().link(hooks, auction, players, hand_id)
        ahead = LookAhead(tuple(hooks), auction, players, lambda _: self._believed, hand_id)
        self._ahead = ahead.believed(self._believed.spec, "review")
        for hook in hooks:
            number = HOOKS.index(hook)
            addresses[number], kept = improved(int(addresses[number]), None, self._looker(number))
            self._keep.append(kept)
        addresses[LOOKS_BACK] = 1
        return addresses, params

    def follow(self, answers: dict[Place, tuple[int, int]], wanted: Callable[[Place, int], bool]) -> None:
        """Begin a hand: what to answer where, and which decisions of whom to value."""
        self._own.answers, self._own.wanted, self._own.seen = answers, wanted, []

    def seen(self) -> list[SeenDecision]:
        """The decisions of the hand, in order."""
        found: list[SeenDecision] = self._own.seen
        return found

    def _looker(self, hook: int) -> Any:
        def look(batch: Any, actions: Any, n: int, position: int, trick: int, rules: Any, slot: int) -> None:
            with self._failure.kept(), np.errstate(over="ignore"):
                place = hook, trick, position
                if place not in self._own.answers or n != 1:
                    return
                chair, answer = self._own.answers[place]
                assumed, actions[0] = int(actions[0]), answer
                valued: list[ValuedMoments] = []
                if self._own.wanted(place, chair):
                    valuer, wanted = self._valuer(), np.ones(1, dtype=bool)
                    valued = valuer.value(batch, actions, n, hook, position, trick, rules, wanted)
                self._own.seen.append(SeenDecision(place, chair, answer, assumed, valued[0] if valued else None))

        return look

    def _valuer(self) -> Valuer:
        """This thread's own."""
        if not hasattr(self._own, "valuer"):
            self._own.valuer = Valuer(self._outlook, *self._ahead)
        valuer: Valuer = self._own.valuer
        return valuer

    def raise_failure(self) -> None:
        """Raise what went wrong in a hook or while looking ahead."""
        super().raise_failure()
        self._believed.raise_failure()
        self._failure.tell()


class FollowedTable:
    """The table of a review: plays deals as their records say, as single hands at their scores."""

    def __init__(self, rules: Rules, believed: str, outlook: Outlook, seed: int) -> None:
        self.rules = rules
        self._player = FollowingPlayer(load_player(believed), outlook)
        linked = link_at(self._player, rules)
        self._table = Table(rules.of_single_hands, [linked], [0] * rules.players, seed)

    def play(
        self,
        deal: SeenDeal,
        whole: WholeDeal,
        answers: dict[Place, tuple[int, int]] | None = None,
        wanted: Callable[[Place, int], bool] = lambda place, chair: False,
    ) -> tuple[tuple[int, ...], list[SeenDecision]]:
        """Points by side, and all decisions; those `wanted` are valued. Raises UsageError where it is not by the rules.

        `answers` stand in for those of the record; where there are none the assumed player decides.
        """
        number, n = number_of(deal), self.rules.teams
        self._player.follow(script(deal, whole, self.rules) if answers is None else answers, wanted)
        games = Games(self._table, number, number + 1, "hands", 1, Opening(deal.dealer, deal.score))
        games.given = whole.column(deal)
        for _ in rounds(games, [self._player]):
            if games.is_illegal:
                hook, seat, trick = games.offence()[:3]
                when = f" in trick {trick}" if trick else ""
                raise UsageError(
                    f"{deal.name} cannot be reviewed: what seat {seat} does{when} ({hook}) is not by the rules",
                    "check the record, or give the rules that it was played by with --rules and --set",
                )
        hands = games.tables()[1]
        assert hands is not None
        return tuple(int(hands[f"points_{side}"][0]) for side in range(n)), self._player.seen()
