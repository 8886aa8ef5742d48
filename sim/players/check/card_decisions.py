"""Views of the card play of a recorded hand: what everybody saw when they led, followed or named a card."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from sim.bits import U
from sim.cards import JACK, JOKER, effective_suit, rank_of, suit_of
from sim.players.recorded_hand import (
    DecisionMade,
    Hand,
    Lanes,
    about,
    active_chairs,
    cards_put_away,
    fate_of,
    same_side,
    trump_lanes,
)
from sim.views import EARLIER_TRICKS, View


@dataclass
class PlaySoFar:
    """The play as far as it has gone: who takes part, the trick on the table, and what all tricks have shown."""

    state: Hand
    maker: int
    lanes: Lanes
    alone: int
    active: list[int]
    trick: int = 0
    leader: int = 0
    table: dict[int, int] = field(default_factory=dict)
    """The cards of this trick by chair."""
    best: int | None = None
    """The chair that is winning it."""
    seen: list[int] = field(default_factory=list)
    voids: dict[int, set[int]] = field(default_factory=dict)
    won: dict[int, int] = field(default_factory=dict)
    over: list[tuple[int, dict[int, int]]] = field(default_factory=list)
    """The tricks that are over: who led, and the cards by chair."""
    given: dict[int, int] = field(default_factory=dict)
    """The cards that lone players were given by their partners."""

    @property
    def led(self) -> int | None:
        """The suit led to this trick."""
        return effective_suit(self.table[self.leader], *self.trumps) if self.table else None

    @property
    def trumps(self) -> tuple[int, bool]:
        """The trump suit, and whether jacks are bowers."""
        return self.state.row["trump"], self.state.rules.has_bowers

    def place(self, chair: int) -> int:
        """The place of a chair in the order of the trick."""
        return (chair - self.leader) % self.state.n

    def begin(self, trick: int, leader: int) -> None:
        """A trick begins."""
        self.trick, self.leader, self.table, self.best = trick, leader, {}, None

    def put(self, chair: int, code: int) -> None:
        """A player puts a card on the table."""
        led = self.led
        self.state.cards[chair].remove(code)
        self.seen.append(code)
        self.table[chair] = code
        if led is not None and effective_suit(code, *self.trumps) != led:
            self.voids[chair].add(led)
        suit = effective_suit(self.table[self.leader], *self.trumps)
        if self.best is None or strength(code, suit, *self.trumps) > strength(
            self.table[self.best], suit, *self.trumps
        ):
            self.best = chair


def card_decisions(state: Hand) -> Iterator[DecisionMade]:
    """The cards led and followed with, and those of a jambone named for its maker."""
    assert state.maker is not None
    alone = state.row["alone"] + (2 if state.lone_defender is not None else 0)
    play = PlaySoFar(state, state.maker, trump_lanes(state), alone, active_chairs(state, alone))
    play.voids = {chair: set() for chair in range(state.n)}
    play.won = dict.fromkeys(range(state.rules.teams), 0)
    for who, caller in (("loner", state.maker), ("defender", state.lone_defender)):
        if caller is not None and state.row.get(f"{who}_best", -1) >= 0:
            play.given[caller] = state.row[f"{who}_best"]
    for trick in state.tricks:
        play.begin(trick["trick"], state.chair(trick["leader"]))
        for position in range(state.n):
            chair, code = (play.leader + position) % state.n, trick[f"card_{position + 1}"]
            if chair not in play.active:
                assert code < 0
                continue
            yield _decision(play, chair, code)
            play.put(chair, code)
        assert play.best is not None
        play.won[state.side(play.best)] += 1
        play.over.append((play.leader, play.table))


def _decision(play: PlaySoFar, chair: int, code: int) -> DecisionMade:
    """Who chose the card that a player at a chair plays, and what they saw: in a jambone the maker's left opponent."""
    action = int(play.lanes.mask([code]))
    if play.state.jambone and chair == play.maker and play.trick < play.state.rules.tricks:
        left = (chair + 1) % play.state.n
        return DecisionMade("name_card", left, _view(play, "name_card", left, chair), action)
    hook = "follow" if play.table else "lead"
    return DecisionMade(hook, chair, _view(play, hook, chair, chair), action)


def _view(play: PlaySoFar, hook: str, chair: int, turn: int) -> View:
    """What the player at a chair sees when it is the turn of another, or their own, to play."""
    state, lanes, best, led = play.state, play.lanes, play.best, play.led
    places = {k: (chair + k) % state.n for k in range(1, state.n)}
    makers_tricks = play.won[state.side(play.maker)]
    defenders_tricks = play.trick - 1 - makers_tricks
    us = state.side(chair) == state.side(play.maker)
    cards: Mapping[str, object] = {
        **{f"card_{k}": lanes.mask([play.table[c]] if c in play.table else []) for k, c in places.items()},
        **{f"void_{k}": lanes.suit_mask(sorted(play.voids[c])) for k, c in places.items()},
        **_earlier(play, chair),
    }
    return state.view(
        hook, chair, lanes, state.cards[chair],
        buried=cards_put_away(state, chair, lanes),
        shown=lanes.mask(state.cards[play.maker] if state.jambone else []),
        trick=play.trick,
        position=play.place(chair),
        led=U(0) if led is None else lanes.suit_mask([led]),
        best=U(0) if best is None else lanes.mask([play.table[best]]),
        winner=state.relative(best, chair),
        partner_wins=1 if best is not None and same_side(state, best, chair) else 0,
        last=1 if play.table and all(play.place(other) <= play.place(turn) for other in play.active) else 0,
        seen=lanes.mask(play.seen),
        tricks_us=makers_tricks if us else defenders_tricks,
        tricks_them=defenders_tricks if us else makers_tricks,
        **cards,
        **about(state, chair, fate_of(state), play.alone, play.given),
    )  # fmt: skip


def _earlier(play: PlaySoFar, chair: int) -> dict[str, object]:
    """What a player knows of earlier tricks, and which of the cards on the table are whose."""
    state, lanes = play.state, play.lanes
    tricks = [*(table for _, table in play.over), play.table]
    played = {
        f"played_{k}": lanes.mask([table[c] for table in tricks if (c := (chair + k) % state.n) in table])
        for k in range(state.n)
    }
    over = play.over[:EARLIER_TRICKS]  # with their last card nobody has a choice
    cards = {f"earlier_{t}": lanes.mask(list(table.values())) for t, (_, table) in enumerate(over, 1)}
    leaders = {f"leader_{t}": state.relative(leader, chair) for t, (leader, _) in enumerate(over, 1)}
    return {**played, **cards, **leaders}


def strength(code: int, led: int, trump: int, bowers: bool) -> int:
    """How strong a card is in a trick: trumps over the suit led over all else."""
    suit, rank = effective_suit(code, trump, bowers), rank_of(code)
    if suit == trump and code == JOKER:
        return 200
    if bowers and suit == trump and rank == JACK:
        return 150 if suit_of(code) == trump else 149
    if suit == trump:
        return 100 + rank
    return rank + 1 if suit == led else 0
