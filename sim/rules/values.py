"""What the rules of a game say: the value of every house rule, and what follows from them; nothing is checked here."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from sim.errors import UsageError
from sim.views import BLUCHER, FOUR, NAP, ONE, THREE, TWO

Value = str | int
LATE = 2
"""A side that needs no more points than these is late in the game (see `late_loners`)."""


@dataclass(frozen=True)
class RuleValues:
    """The values of all house rules, as `house_rules.FIELDS` describes them; `Rules` are those that go together."""

    players: int = 4
    deck: int = 24
    hand_size: int = 5
    auction: str = "turn_up"
    target: int = 10
    max_hands: int = 0
    stick_dealer: str = "off"
    dealer_pickup: str = "mandatory"
    discard_upcard: str = "forbidden"
    call_turned_down: str = "no"
    dealer_partner_order: str = "free"
    no_trump: str = "off"
    min_trump: int = 0
    farmers_hand: str = "off"
    allpass: str = "next_dealer"
    maker_alone: str = "yes"
    alone_when: str = "with_call"
    late_loners: str = "yes"
    defend_alone: str = "never"
    alone_lead: str = "left_of_dealer"
    both_alone_lead: str = "defender"
    loner_march: int = 4
    loner_34: int | str = 1
    loner_euchred: int = 2
    lone_def_euchre: int = 4
    lone_def_sweep: int = 4
    super_euchre: int = 0
    fast_break: str = "off"
    four_trick_tokens: str = "off"
    call_for_best: str = "off"
    best_order: str = "discard_first"
    joker_up: str = "dealer_blind"
    laps: str = "off"
    lap_games: int = 10
    slam: str = "off"
    jamboree: str = "off"
    jambone: str = "off"
    twohand_dummy: str = "none"
    cutthroat_dummy: str = "optional"
    cutthroat_march: int = 3
    cutthroat_alone_march: int = 3
    cutthroat_tie: str = "highest_then_shared"
    peek_dummy: str = "no"
    pf_reentry: str = "on"
    pf_joker_forced: int = 3
    pf_widow: str = "taken"
    pf_pepper: str = "off"
    pf_failed: str = "bid"
    nap_min_bid: int = 2
    misere: str = "on"
    misere_lost: int = 3
    nap_table: str = "us"
    nap_allpass: str = "redeal"

    def unchecked(self, changes: Mapping[str, Value]) -> Self:
        """These rules with values of the right kind in other places, whether or not they go together."""
        rules, values = object.__new__(type(self)), vars(self)
        vars(rules).update({name: changes.get(name, values[name]) for name in self.__dataclass_fields__})
        return rules

    def to_dict(self) -> dict[str, Value]:
        """All rules with their values, in the order they are shown."""
        values = vars(self)
        return {name: values[name] for name in self.__dataclass_fields__}

    @property
    def has_joker(self) -> bool:
        """Whether the pack has the joker, the best bower."""
        return self.deck in (25, 33)

    @property
    def has_bowers(self) -> bool:
        """Whether the jacks of the trump colour are the best trumps."""
        return self.auction != "single"

    @property
    def has_upcard(self) -> bool:
        """Whether a card is turned up after the deal."""
        return self.auction == "turn_up"

    @property
    def has_widow(self) -> bool:
        """Whether a card is left over, face down, for the high bidder (or for nobody)."""
        return self.auction == "tricks" and self.deck > self.players * self.hand_size

    @property
    def lowest_bid(self) -> int:
        """The lowest number that may be bid (or must, when all have passed); 0 where none are."""
        if self.auction == "single" and self.nap_allpass == "redeal":
            return (ONE, TWO, THREE, FOUR, NAP)[self.nap_min_bid - 1]
        return 0 if self.auction == "turn_up" else 1

    @property
    def highest_bid(self) -> int:
        """The highest number that may be bid; 0 where none are."""
        if self.auction == "single":
            return BLUCHER
        return self.hand_size + (self.pf_pepper == "on") if self.auction == "tricks" else 0

    @property
    def most_bid_points(self) -> int:
        """The most points that a side can win or lose on a hand by a bid; 0 where no numbers are bid."""
        if self.auction == "single":
            return {"us": 20 * (self.players - 1), "stakes": 30 * (self.players - 1), "flat": 20}[self.nap_table]
        return self.hand_size * (1 + (self.pf_pepper == "on")) if self.auction == "tricks" else 0

    def require_upcard(self, what: str) -> None:
        """Raise UsageError for `what` does not know games in which numbers are bid."""
        if not self.has_upcard:
            raise UsageError(
                f"{what} only know games in which a card is turned up, not auction = {self.auction}",
                "run, show and compare know this game",
            )

    @property
    def ending_columns(self) -> tuple[str, ...]:
        """Columns of `hands` and `tally` that tell hands which pay otherwise than by the tricks of the makers."""
        on = {"fast_break": self.fast_break, "fourth_token": self.four_trick_tokens}
        return tuple(name for name, switch in on.items() if switch == "on")

    @property
    def parts_of_a_point(self) -> int:
        """How many parts of a point a side may hold: tokens are quarters, for four are turned in for one point."""
        return 4 if self.four_trick_tokens == "on" else 1

    @property
    def token_columns(self) -> tuple[str, ...]:
        """Columns of `hands` and `games` with the tokens of each side; empty where there are none."""
        return tuple(f"tokens_{side}" for side in range(self.teams if self.four_trick_tokens == "on" else 0))

    @property
    def games_in_a_row(self) -> int:
        """Games that are played one after the other, each with what the one before has carried over; 1 without laps."""
        return self.lap_games if self.laps == "on" else 1

    @property
    def best_callers(self) -> tuple[str, ...]:
        """Who may call for their partner's best card."""
        return {"off": (), "loner": ("loner",)}.get(self.call_for_best, ("loner", "defender"))

    @property
    def dummies(self) -> tuple[int, ...]:
        """Cards dealt to each dummy hand that a maker may use; empty where there is none."""
        if self.auction != "turn_up":
            return ()
        if self.players == 3 and self.cutthroat_dummy != "none":
            return (self.hand_size,)
        if self.players == 2:
            return {"none": (), "shared2": (2,), "own3": (3, 3)}[self.twohand_dummy]
        return ()

    @property
    def has_lone_hands(self) -> bool:
        """Whether there is a partner, or a dummy, that a maker may do without."""
        with_dummy = {2: self.twohand_dummy == "own3", 3: self.cutthroat_dummy == "optional"}
        return self.has_upcard and with_dummy.get(self.players, self.players == 4)

    @property
    def may_go_alone(self) -> bool:
        """Whether a maker may declare to play alone; with three players that means to leave the dummy."""
        return self.maker_alone == "yes" and self.has_lone_hands

    @property
    def may_defend_alone(self) -> bool:
        """Whether a defender may ever declare to play without their partner."""
        against = self.has_upcard if self.defend_alone == "always" else self.may_go_alone
        return self.defend_alone != "never" and self.players in (3, 4) and against

    @property
    def may_claim(self) -> bool:
        """Whether the owners of farmer's hands choose what becomes of them."""
        return self.farmers_hand not in ("off", "redeal")

    @property
    def may_swap(self) -> bool:
        """Whether the owner of a farmer's hand may change three cards for hidden ones of the kitty."""
        return self.farmers_hand in ("swap3", "swap3_clean")

    @property
    def may_pass_out(self) -> bool:
        """Whether a hand can end without a maker."""
        return {"turn_up": self.stick_dealer != "on", "single": self.nap_allpass == "redeal"}.get(self.auction, True)

    @property
    def declares_later(self) -> bool:
        """Whether a maker says only after the pick-up and discard that they play alone."""
        return self.alone_when == "after_discard"

    def calls_alone(self, round_: int, seat: int) -> bool:
        """Whether a call of that seat in that round tells who plays alone, by rule or as it can't be otherwise."""
        return not self.declares_later or self.orders_alone(round_, seat)

    def orders_alone(self, round_: int, seat: int) -> bool:
        """Whether that seat may only order alone: the dealer's partner in the first round, by the Canadian rule."""
        return self.players == 4 and (round_, seat) == (1, 2) and self.dealer_partner_order == "alone_only"

    def is_late(self, score: int) -> bool:
        """Whether a side with that score may not play alone any more."""
        return self.late_loners == "no" and score >= self.target - LATE

    def is_stuck(self, seat: int) -> bool:
        """Whether the player at a seat (the dealer's is the last) may not pass in the second round."""
        return self.stick_dealer == "on" and seat == self.players

    def may_name_turned(self, seat: int) -> bool:
        """Whether the player at a seat may name the suit turned down."""
        return self.call_turned_down == "yes" or (self.call_turned_down == "stuck_dealer" and self.is_stuck(seat))

    def may_name_no_trump(self, seat: int) -> bool:
        """Whether the player at a seat may name no-trump in the second round."""
        return self.no_trump == "round2" or (self.no_trump == "stuck_dealer" and self.is_stuck(seat))

    @property
    def teams(self) -> int:
        """Sides that keep a score: two partnerships with four players (not in napoleon), else one a player."""
        return 2 if self.players == 4 and self.auction != "single" else self.players

    @property
    def seatings(self) -> str:
        """How many strategies may sit down, in words."""
        side = f", {self.teams} (one a side)" if self.teams < self.players else ""
        return f"1 (for all){side} or {self.players} (one a player)"

    @property
    def points_type(self) -> str:
        """NumPy type that holds the points of a hand: in napoleon they can be more than a byte holds."""
        return "int16" if self.auction == "single" else "int8"

    @property
    def tricks(self) -> int:
        """Tricks in a hand."""
        return self.hand_size
