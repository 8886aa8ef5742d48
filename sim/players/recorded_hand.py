"""A recorded hand on its way from the deal to the last trick, and how its cards lie in a view."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from sim.bits import U, mix64, mul
from sim.cards import JACK, JOKER, NO_TRUMP, cards_of, deck_codes, effective_suit, rank_of, suit_of
from sim.engine.layout import DECISION_STRIDE, HOOKS, NO_TARGET
from sim.engine.rng import DEAL, threefry_block
from sim.lanes import LANE_BITS, LEFT_BOWER, RIGHT_BOWER, TOP_JOKER, TRUMP_PLACE, lane_mask
from sim.rules.rules import Rules
from sim.views import DECLINED, MASKS, TAKEN, TRUMP, TURNED_DOWN, View


class DecisionMade(NamedTuple):
    """One decision: the hook, who was asked (chair), what they saw, and what they did as the rules understood it."""

    hook: str
    chair: int
    view: View
    action: int


class Lanes(NamedTuple):
    """How cards lie in a view: `top` is the suit in lane 3 (None: each suit in its own), bowers moved up or not.

    With bowers the top suit is trump; without, only where `trump` says so.
    """

    top: int | None
    bowers: bool
    trump: bool = False

    def lane(self, suit: int) -> int:
        """The lane of a suit."""
        return suit if self.top is None else (suit - self.top + 3) % 4

    def place(self, code: int) -> int:
        """The bit of a card."""
        if code == JOKER:
            return TRUMP_PLACE + TOP_JOKER if self.bowers else TOP_JOKER
        suit, rank = suit_of(code), rank_of(code)
        if self.bowers and rank == JACK and self.top is not None and effective_suit(code, self.top) == self.top:
            return TRUMP_PLACE + (RIGHT_BOWER if suit == self.top else LEFT_BOWER)
        return LANE_BITS * self.lane(suit) + rank

    def mask(self, codes: Sequence[int]) -> np.uint64:
        """The mask of some cards."""
        return U(sum(1 << self.place(code) for code in codes))

    def suit_mask(self, suits: Sequence[int]) -> np.uint64:
        """The whole lanes of some suits."""
        return U(sum(lane_mask(self.lane(suit)) for suit in suits))


class Hand:
    """A recorded hand on its way from the deal to the last trick."""

    def __init__(self, rules: Rules, seed: int, hand: Mapping[str, int], tricks: Sequence[Mapping[str, int]]) -> None:
        if not rules.has_upcard:  # what has no column where numbers are bid
            hand = {"round": 2 if hand["maker"] else 0, "alone": 0, "lone_defender": 0, "pick_up": 0, **hand}
        self.rules, self.row, self.tricks = rules, hand, tricks
        self.n, self.dealer = rules.players, hand["dealer"]
        self.cards = {self.chair(seat): cards_of(hand[f"hand_{seat}"]) for seat in range(1, self.n + 1)}
        self.upcard: int | None = hand.get("upcard")
        self.bid, self.bidder = 0, -1
        """The high bid so far, and the chair that made it."""
        self.maker = self.chair(hand["maker"]) if hand["maker"] else None
        self.lone_defender = self.chair(hand["lone_defender"]) if hand["lone_defender"] else None
        self.jambone = bool(hand.get("jambone"))
        """Whether the maker's hand lies open in the play."""
        self.buried: int | None = None
        self.left: dict[int, list[int]] = {}
        """What players left of their own cards and a dummy's, by chair."""
        self.laid: dict[int, int] = {}
        """What players have discarded for their partners' best cards."""
        self.said: dict[int, list[int]] = {chair: [] for chair in range(self.n)}
        """The bids that each chair has made so far, where numbers are bid."""
        self.chance = threefry_block(U(seed), U(DEAL), U(hand["game"]), U(hand["hand"]))[1]

    def chair(self, seat: int) -> int:
        """The chair of a seat."""
        return (self.dealer + seat) % self.n

    def seat(self, chair: int) -> int:
        """The seat of a chair: 1 eldest ... n the dealer."""
        return (chair - self.dealer - 1) % self.n + 1

    def relative(self, chair: int | None, of: int) -> int:
        """Where a chair is as seen from another; -1 for nobody."""
        return -1 if chair is None else (chair - of) % self.n

    def side(self, chair: int) -> int:
        """The number of a chair's side."""
        return chair % self.rules.teams

    def gone(self, fate: int) -> list[int]:
        """What all know to be out of play whoever plays: a card turned after a joker, and an upcard nobody took."""
        after_joker = self.row.get("next_card", -1)
        nobodys = [self.upcard] if self.upcard is not None and fate in (TURNED_DOWN, DECLINED) else []
        return [*nobodys, *([after_joker] if after_joker >= 0 else [])]

    def random(self, hook: str, trick: int, position: int) -> np.uint64:
        """The player's own word for a decision; a discard for partner's best counts as in trick 1."""
        number = HOOKS.index(hook) * DECISION_STRIDE + 8 * trick + position
        word: np.uint64 = mix64(self.chance ^ mul(U(number + 1), U(0x9E3779B97F4A7C15)))
        return word

    def view(self, hook: str, chair: int, lanes: Lanes, held: Sequence[int], **known: Any) -> View:
        """A view of which only `known` differs from how things are before the play.

        `circuit` is how often the turn to bid has come round, which a view does not show.
        """
        circuit = known.pop("circuit", 0)
        rules, row = self.rules, self.row
        others = [row[f"score_{side}"] for side in range(rules.teams) if side != self.side(chair)]
        deck = lanes.mask(deck_codes(rules.deck))
        nothing: dict[str, Any] = {name: U(0) if name in MASKS else 0 for name in View._fields}
        nothing |= {name: -1 for name in View._fields if name.startswith("leader_")}
        usual: dict[str, Any] = {
            "hand": lanes.mask(held),
            "upcard": lanes.mask([] if self.upcard is None else [self.upcard]),
            "trumps": U(lane_mask(TRUMP)) if lanes.bowers or lanes.trump else U(0),
            "deck": deck,
            "seat": self.seat(chair),
            "players": self.n,
            "dealer": self.relative(self.dealer, chair),
            "maker": -1,
            "lone_defender": -1,
            "dead": lanes.mask(self.gone(known.get("fate", TURNED_DOWN))),
            "bid": self.bid,
            "bidder": -1 if self.bid == 0 else self.relative(self.bidder, chair),
            **{f"said_{k}": sum(1 << bid for bid in self.said[(chair + k) % self.n]) for k in range(self.n)},
            "partner": 1 if rules.teams < self.n else 0,
            "position": self.seat(chair) - 1,
            "winner": -1,
            "score_us": row[f"score_{self.side(chair)}"],
            "score_them": max(others),
            "target": rules.target or NO_TARGET,
            "best_call": _may_call(rules, hook),
        }
        everything = nothing | usual | known
        number = everything["best_call"] if hook == "discard" else circuit or everything["trick"]
        everything["random"] = self.random(hook, number, everything["position"])
        return View(**everything)


def _may_call(rules: Rules, hook: str) -> int:
    """Whether a decision about playing alone is one about a hand with partner's best card."""
    makers = dict.fromkeys(("order_up", "name_trump", "declare_alone"), "loner")
    asked = {**makers, "defend_alone": "defender"}
    return 1 if asked.get(hook) in rules.best_callers else 0


def trump_lanes(state: Hand) -> Lanes:
    """The lanes once trump is made."""
    trump = state.row["trump"]
    return Lanes(None, False) if trump == NO_TRUMP else Lanes(trump, state.rules.has_bowers, True)


def about(
    state: Hand, chair: int, fate: int, alone: int, given: Mapping[int, int] | None = None
) -> dict[str, np.uint64 | int]:
    """What a player knows of the contract; `given` are the cards given to lone chairs, once that is over."""
    assert state.maker is not None
    return {
        "round": state.row["round"],
        "stuck": int(_forced(state)),
        "dead": _dead(state, chair, fate, alone, given),
        "lone_defender": state.relative(state.lone_defender, chair) if alone & 2 else -1,
        "maker": state.relative(state.maker, chair),
        "maker_side": 1 if state.side(chair) == state.side(state.maker) else 0,
        "fate": fate,
        "alone": alone,
        "jambone": int(state.jambone),
        "partner": 1 if any(c != chair and same_side(state, c, chair) for c in active_chairs(state, alone)) else 0,
    }


def _forced(state: Hand) -> bool:
    """Whether the maker could not have passed."""
    rules, row = state.rules, state.row
    if not rules.has_upcard:
        return bool(row["bid"]) and not row["bidders"]
    if state.upcard == JOKER and rules.joker_up in ("dealer_blind", "dealer_sees"):
        return True
    return row["round"] == 2 and state.maker == state.dealer and rules.stick_dealer == "on"


def _dead(state: Hand, chair: int, fate: int, alone: int, given: Mapping[int, int] | None) -> np.uint64:
    """What a player knows to be out of play once trump is made, besides what they put away themselves.

    A dealer who took the upcard up and sits out has it still, unless their lone partner may be given it or (once
    `given` tells which chairs were given what) was: then the partner alone knows.
    """
    cards = state.gone(fate)
    out = state.dealer not in active_chairs(state, alone)
    if fate == TAKEN and out and chair != state.dealer and state.upcard is not None:
        caller = (state.dealer + 2) % state.n
        with_maker = state.side(state.dealer) == state.side(state.maker or 0)
        if given is None:
            known = ("loner" if with_maker else "defender") not in state.rules.best_callers
        else:
            known = caller not in given or (chair == caller and given[caller] != state.upcard)
        cards += [state.upcard] if known else []
    return trump_lanes(state).mask(cards)


def active_chairs(state: Hand, alone: int) -> list[int]:
    """The chairs that take part, as far as is known when `alone` is."""
    active = []
    for chair in range(state.n):
        with_maker = state.side(chair) == state.side(state.maker or 0)
        lone = alone & 1 and with_maker and chair != state.maker and state.n == 4
        out = alone & 2 and not with_maker and chair != state.lone_defender
        if not lone and not out:
            active.append(chair)
    return active


def is_late(state: Hand, chair: int) -> bool:
    """Whether a player's score is too high to play alone."""
    return state.rules.is_late(state.row[f"score_{state.side(chair)}"])


def called_alone(state: Hand) -> int:
    """1 where the maker's call itself told that they play alone."""
    row = state.row
    return int(bool(row["alone"]) and state.rules.calls_alone(row["round"], row["maker"]))


def fate_of(state: Hand) -> int:
    """What has become of the upcard once trump is made."""
    if state.row["round"] == 2:
        return TURNED_DOWN
    return TAKEN if state.row["pick_up"] else DECLINED


def cards_put_away(state: Hand, chair: int, lanes: Lanes) -> np.uint64:
    """What a player has buried, left over or discarded themselves."""
    cards = state.left.get(chair, [])
    if chair in state.laid:
        cards = [*cards, state.laid[chair]]
    if chair == state.dealer and state.buried is not None:
        cards = [*cards, state.buried]
    return lanes.mask(cards)


def same_side(state: Hand, one: int, other: int) -> bool:
    """Whether two chairs play together in this hand."""
    assert state.maker is not None
    with_maker = state.side(state.maker)
    return (state.side(one) == with_maker) == (state.side(other) == with_maker)
