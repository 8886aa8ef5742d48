"""The rules of a game as one frozen, validated value: what is played, what may be called and what is paid."""

import dataclasses
import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

from sim.arguments import check_path
from sim.errors import RulesError, UsageError, brief
from sim.plain_files import read_plain
from sim.rule_effects import refusal, without_effect
from sim.rule_fields import FIELDS, Value, rule_field, spelt
from sim.views import BLUCHER, FOUR, NAP, ONE, THREE, TWO

LATE = 2
"""A side that needs no more points than these is late in the game (see `late_loners`)."""
_MOST_TOML, _LONGEST_LINE = 1 << 16, 2000
"""Bytes of a rule file, and characters of a line of it: reading one takes no time, whatever is in it."""
MOST_SCORE = 32767
"""The highest score that results hold; the lowest is as far below nothing."""


@dataclass(frozen=True)
class Rules:
    """The rules of one game; the default is the four-handed partnership game with 24 cards to 10.

    Every field is described, with its choices and sources, in `sim.rule_fields.FIELDS`. A point is 1, a march 2 and a
    euchre 2; the fields change what is paid when somebody plays alone. Values are read leniently (text, whole numbers,
    true and false) and stored as the table spells them, `off` as 0 where the choices are numbers. A rule that has no
    effect in a game (its `needs` are not met) stands at its default, so equal games are equal values. Raises RulesError
    that names the fields and their choices.
    """

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

    def __post_init__(self) -> None:
        for name, rule in FIELDS.items():
            object.__setattr__(self, name, rule.read(getattr(self, name)))
        self._check_combinations()
        for name, (condition, stands) in without_effect(self).items():
            raise refusal(self, name, condition, stands, partial(self._would_do, name))

    def unchecked(self, changes: Mapping[str, Value]) -> Self:
        """These rules with values of the right kind in other places, whether or not they go together."""
        rules = object.__new__(type(self))
        for name in FIELDS:
            object.__setattr__(rules, name, changes.get(name, getattr(self, name)))
        return rules

    def _settled(self, wanted: Mapping[str, Value]) -> Self:
        """These rules with every value that has no effect, but the wanted ones, where such a rule stands."""
        rules = self
        while idle := {name: stands for name, (_, stands) in without_effect(rules).items() if name not in wanted}:
            rules = rules.unchecked(idle)
        return rules

    def _would_do(self, name: str, changes: Mapping[str, Value]) -> bool:
        """Whether the value of a rule would have an effect after some changes, in rules that go together."""
        rules = self.unchecked(changes)._settled({name: "", **changes})
        try:
            rules._check_combinations()
        except RulesError:
            return False
        return not without_effect(rules)

    def _check_combinations(self) -> None:
        """Refuse what contradicts itself; what merely has no effect is found by `without_effect`."""
        if self.hand_size != (6 if self.auction == "tricks" else 5):
            raise RulesError(
                f"hand_size = {self.hand_size} does not go with auction = {self.auction}",
                "start from the preset hasenpfeffer or pepper for six cards each and bids of tricks",
            )
        of_auction = {"turn_up": ("round2", "stuck_dealer"), "tricks": ("bidder",)}
        if self.no_trump not in ("off", *of_auction.get(self.auction, ())):
            raise RulesError(
                f"no_trump = {self.no_trump} does not go with auction = {self.auction}",
                "no_trump = round2 and stuck_dealer are for the turned-up card, bidder for bids of tricks",
            )
        if self.auction == "tricks" and (self.players != 4 or self.deck not in (24, 25)):
            raise RulesError(
                f"players = {self.players} and deck = {self.deck} do not go with auction = tricks",
                "tricks are bid by four players with 24 cards, or with 25",
            )
        if self.has_joker and self.no_trump != "off":
            raise RulesError(
                f"no_trump = {self.no_trump} leaves the joker of deck = {self.deck} without a suit",
                f"set no_trump = off, or a deck without the joker ({'24' if self.has_widow else '24, 28 or 32'})",
            )
        if self.target and self.is_late(0):
            raise RulesError(
                f"late_loners = no leaves nobody to play alone in a game to {self.target}",
                "set maker_alone = no (and defend_alone = never), or a higher target",
            )
        self._check_napoleon()
        self._check_length()

    def _check_napoleon(self) -> None:
        """Refuse what only napoleon has elsewhere, and in napoleon a pack that does not do."""
        if self.auction != "single":
            only = {"players": self.players > 4, "deck": self.deck == 52, "target": self.target == 0}
            wrong = next((name for name, is_so in only.items() if is_so), None)
            if wrong is not None:
                raise RulesError(
                    f"{self.said(wrong)} is for napoleon, but auction = {self.auction}",
                    "start from the preset napoleon",
                )
            return
        if self.has_joker or self.players * self.hand_size > self.deck:
            raise RulesError(
                f"players = {self.players} and deck = {self.deck} do not go with auction = single",
                "napoleon has no joker, and five cards for each player must be in the pack",
            )
        if self.target == 0 and self.max_hands == 0:
            raise RulesError("target = off and max_hands = off would never end", "set one, as in max_hands = 20")

    def _check_length(self) -> None:
        """Refuse games of so many hands that a score could leave the numbers that results hold."""
        longest = MOST_SCORE // self.most_bid_points if self.most_bid_points else self.max_hands
        bounded = self.auction == "single" and self.target > 0
        if self.max_hands > longest and not bounded:
            raise RulesError(
                f"max_hands = {self.max_hands} could take a score past {MOST_SCORE} points",
                f"set max_hands = {longest} or less, or a target"
                if self.auction == "single"
                else f"set max_hands = {longest} or less",
            )

    def said(self, name: str) -> str:
        """A field with its value, as it is written: `target = off`."""
        return f"{name} = {spelt(name, getattr(self, name))}"

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
        """Who may call for his partner's best card."""
        return {"off": (), "loner": ("loner",)}.get(self.call_for_best, ("loner", "defender"))

    @property
    def of_single_hands(self) -> Self:
        """These rules for hands that stand alone: no game follows, so nothing is carried over or counted twice."""
        default = {name: self.__dataclass_fields__[name].default for name in ("laps", "lap_games", "slam")}
        return self.with_changes({**default, "max_hands": 1})

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
        """Whether a defender may ever declare to play without his partner."""
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
        """Whether a maker says only after the pick-up and discard that he plays alone."""
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

    def __repr__(self) -> str:
        """Only what differs from the four-handed game: `Rules(players=2, target=7)`."""
        usual = {name: self.__dataclass_fields__[name].default for name in FIELDS}
        changed = (f"{name}={value!r}" for name, value in self.to_dict().items() if value != usual[name])
        return f"Rules({', '.join(changed)})"

    def with_changes(self, changes: Mapping[str, object] | None = None, **more: object) -> Self:
        """These rules with some fields changed, in a mapping or by name; values may be text.

        >>> Rules().with_changes(stick_dealer="on", target="7")
        Rules(target=7, stick_dealer='on')

        Where a change takes the effect of other rules away, these go to where such a rule stands (their default):
        without lone hands nothing is paid for them. Raises RulesError for a bad name or value, and for a change that
        has no effect itself.
        """
        if not isinstance(changes, Mapping | None):
            raise RulesError(f"changes of rules are a mapping, not {brief(changes)}", 'for example {"target": 7}')
        wanted = {**(changes or {}), **more}
        read = {name: rule_field(name).read(value) for name, value in wanted.items()}
        return dataclasses.replace(self.unchecked(read)._settled(read))

    @classmethod
    def from_toml(cls, path: str | Path) -> "Rules":
        """Rules from a TOML file: optionally `preset = "name"` to start from, then fields at the top level.

        Raises RulesError that names the file when it cannot be read, is no TOML, or holds a bad name or value.
        """
        from sim.presets import STANDARD, preset  # presets are made of rules

        path = check_path("path", path)
        try:
            text = read_plain(path, _MOST_TOML).decode("utf-8-sig")
            if max(map(len, text.splitlines()), default=0) > _LONGEST_LINE:
                raise ValueError(f"a line has more than {_LONGEST_LINE} characters")
            content = tomllib.loads(text.replace("\r\n", "\n"))
        except OSError as error:
            raise RulesError(
                f"cannot read rule file {path}: {error.strerror}", "give the path of a .toml file"
            ) from None
        except (ValueError, RecursionError) as error:  # a TOMLDecodeError, no UTF-8, or a number of 5 000 digits
            reason = "it is nested too deeply" if isinstance(error, RecursionError) else str(error)
            raise RulesError(
                f"{path} is not a TOML file of rules: {reason[:200]}",
                'write one rule a line, as in stick_dealer = "on" or target = 11',
            ) from None
        base = content.pop("preset", STANDARD)
        try:
            if not isinstance(base, str):
                raise RulesError(f"preset must be a name in quotes, not {brief(base)}", 'as in preset = "standard"')
            for name, value in content.items():
                if not isinstance(value, str | int):
                    rule_field(name)
                    raise RulesError(
                        f"{name} must be text, a whole number, true or false, not {brief(value)}",
                        f"{name} takes {rule_field(name).choices_text()}",
                    )
            return preset(base).with_changes(content)
        except RulesError as error:
            raise RulesError(f"in {path}: {error.message[:300]}", error.hint) from None

    def to_dict(self) -> dict[str, Value]:
        """All fields with their values, in the order they are shown."""
        return dataclasses.asdict(self)

    def id(self) -> str:
        """Twelve hex digits that name these rules: equal rules have equal ids, on any machine."""
        canonical = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()[:12]

    def differences(self, other: "Rules") -> dict[str, tuple[Value, Value]]:
        """The fields in which the two differ, each with the value here and the value in `other`."""
        mine, theirs = self.to_dict(), other.to_dict()
        return {name: (mine[name], theirs[name]) for name in mine if mine[name] != theirs[name]}
