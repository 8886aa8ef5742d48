"""Random open hands of every game, whole or in the middle of a trick, and the same for the plain minimax."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from sim.cards import JOKER, NO_TRUMP, cards_of, deck_codes
from sim.rules.presets import preset
from sim.rules.rules import Rules
from sim.solver.position import Position
from sim.views import BLUCHER, MISERE
from support.plain_minimax import Card, PlainPosition


@dataclass(frozen=True)
class Kind:
    """A way to play a game: who is alone, what is bid, and how many cards a hand a plain minimax can bear."""

    game: str
    changes: Mapping[str, object] = field(default_factory=dict)
    alone: bool = False
    defends: bool = False
    jambone: bool = False
    trump: bool = True
    misere: bool = False
    cards: int = 3
    most: int = 5

    @cached_property
    def rules(self) -> Rules:
        return preset(self.game).with_changes(self.changes)


NAPOLEON = [
    Kind("napoleon", {"players": players}, misere=misere, cards=2 if players > 4 else 3, most=4 if players > 5 else 5)
    for players in range(2, 7)
    for misere in (False, True)
]
KINDS: dict[str, list[Kind]] = {
    "standard": [
        Kind("standard"),
        Kind("standard", alone=True),
        Kind("standard", {"defend_alone": "vs_loner"}, alone=True, defends=True),
        Kind("standard", {"no_trump": "round2"}, trump=False),
        Kind("standard", {"deck": "28", "loner_34": "euchred", "super_euchre": "4"}),
        Kind("standard", {"fast_break": "on"}),
    ],
    "two-handed": [Kind("two-handed"), Kind("two-handed", {"deck": "25"}), Kind("two-handed", {"deck": "32"})],
    "cutthroat": [
        Kind("cutthroat"),
        Kind("cutthroat", alone=True),
        Kind("cutthroat", defends=True),
        Kind("cutthroat", alone=True, defends=True),
    ],
    "british": [Kind("british"), Kind("british", defends=True), Kind("british", alone=True, defends=True)],
    "railroad": [
        Kind("railroad"),
        Kind("railroad", {"deck": "33"}),
        Kind("railroad", {"jambone": "on"}, alone=True, jambone=True),
    ],
    "classic32": [Kind("classic32"), Kind("classic32", alone=True)],
    "hasenpfeffer": [Kind("hasenpfeffer", most=6)],
    "pepper": [Kind("pepper", most=6), Kind("pepper", trump=False, most=6)],
    "napoleon": NAPOLEON,
}


def random_position(rng: random.Random, kind: Kind, cards: int) -> Position:
    """A position with `cards` cards a hand at its last lead, and perhaps some of that trick played."""
    rules, pack = kind.rules, list(deck_codes(kind.rules.deck))
    rng.shuffle(pack)
    n, maker = rules.players, rng.randint(1, rules.players)
    partners = rules.teams < n
    out = {(maker + 1) % n + 1} if kind.alone and n == 4 else set()
    defender = 0
    if kind.defends:
        foes = [seat for seat in range(1, n + 1) if seat != maker and not (partners and (seat - maker) % 2 == 0)]
        defender = rng.choice(foes)
        out |= {seat for seat in foes if seat != defender}
    hands = tuple(0 if seat in out else sum(1 << pack.pop() for _ in range(cards)) for seat in range(1, n + 1))
    over = rules.tricks - cards
    position = Position(
        rules=rules,
        trump=rng.randrange(4) if kind.trump and not kind.misere else NO_TRUMP,
        maker=maker,
        alone=kind.alone,
        lone_defender=defender,
        jambone=kind.jambone,
        bid=_bid(rng, kind),
        hands=hands,
        leader=rng.choice([seat for seat in range(1, n + 1) if seat not in out]),
        taken=rng.randint(0, over),
    )
    for _ in range(rng.choice((0, 0, *range(1, len(position.active))))):
        position = position.after(rng.choice(cards_of(position.legal)))
    return position


def _bid(rng: random.Random, kind: Kind) -> int:
    if kind.misere:
        return MISERE
    if kind.rules.auction == "single":
        return rng.choice([bid for bid in range(2, BLUCHER + 1) if bid != MISERE])
    return rng.randint(1, kind.rules.highest_bid) if not kind.rules.has_upcard else 0


def plain_position(position: Position) -> PlainPosition:
    """The same position for the plain minimax."""
    seats = position.active
    return PlainPosition(
        hands=tuple(tuple(map(plain_card, cards_of(position.hands[seat - 1]))) for seat in seats),
        leader=0,
        table=tuple(map(plain_card, position.table)),
        trump=position.trump,
        bowers=position.rules.has_bowers,
        counted=tuple(position.on_makers_side(seat) for seat in seats),
        taken=position.taken,
        over=position.rules.tricks - position.tricks_left,
        behind=position.is_behind,
    )


def plain_card(code: int) -> Card:
    """(suit, rank) of a card's code."""
    return (4, 0) if code == JOKER else (code // 16, code % 16)


def makers_friends(position: Position) -> Sequence[bool]:
    """Who plays the cards as the makers wish: nobody in a jambone, whose cards the defence names."""
    return [position.on_makers_side(seat) and not position.jambone for seat in position.active]


def sized(kind: Kind, full: bool) -> int:
    """Cards a hand: few in the suite, as many as are played (or a plain minimax can bear) in the long run."""
    return kind.most if full else kind.cards
