"""The rules of a game as one frozen, validated value: what is played, what may be called and what is paid."""

import dataclasses
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Self

from sim.errors import RulesError, brief
from sim.rules.effects import refusal, without_effect, written
from sim.rules.house_rules import FIELDS, rule_field
from sim.rules.values import RuleValues, Value

MOST_SCORE = 32767
"""The highest score that results hold; the lowest is as far below nothing."""
_OF_GAMES = frozenset(("target", "max_hands", "laps", "lap_games", "slam"))
"""Rules that only say how long a game is and what it counts."""


@dataclass(frozen=True)
class Rules(RuleValues):
    """The rules of one game; the default is the four-handed partnership game with 24 cards to 10.

    Every field is described, with its choices and sources, in `house_rules.FIELDS`. A point is 1, a march 2 and a
    euchre 2; the fields change what is paid when somebody plays alone. Values are read leniently (text, whole numbers,
    true and false) and stored as the table spells them, `off` as 0 where the choices are numbers. A rule that has no
    effect in a game (its `needs` are not met) stands at its default, so equal games are equal values. Raises RulesError
    that names the fields and their choices.

    >>> from euchre_sim import Rules
    >>> Rules(target=11, stick_dealer="on")
    Rules(target=11, stick_dealer='on')
    """

    def __post_init__(self) -> None:
        for name, rule in FIELDS.items():
            object.__setattr__(self, name, rule.read(getattr(self, name)))
        self._check_combinations()
        for name, (condition, stands) in without_effect(self).items():
            raise refusal(self, name, condition, stands, partial(self._would_do, name))

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
        return written(self, name)

    @property
    def of_single_hands(self) -> Self:
        """These rules for hands that stand alone: no game follows, so nothing is carried over or counted twice."""
        default = {name: self.__dataclass_fields__[name].default for name in ("laps", "lap_games", "slam")}
        return self.with_changes({**default, "max_hands": 1})

    def __repr__(self) -> str:
        """Only what differs from the four-handed game: `Rules(players=2, target=7)`."""
        usual = {name: self.__dataclass_fields__[name].default for name in FIELDS}
        changed = (f"{name}={value!r}" for name, value in self.to_dict().items() if value != usual[name])
        return f"Rules({', '.join(changed)})"

    @classmethod
    def of_values(cls, values: Mapping[str, object]) -> tuple[Self, dict[str, tuple[Value, Value]]]:
        """Rules from all their values, as an earlier version may have stored them, rules of later ones not among them.

        A value that has no effect in the game is read as the one that stands there, and told beside the rules: the
        value given, and the one that stands. Raises RulesError for what cannot be played.
        """
        rules = cls().unchecked({name: rule_field(name).read(value) for name, value in values.items()})
        settled = rules
        while idle := {name: to for name, (condition, to) in without_effect(settled).items() if condition.unread}:
            settled = settled.unchecked(idle)
        given, stands = rules.to_dict(), settled.to_dict()
        changed = {name: (given[name], stands[name]) for name in given if given[name] != stands[name]}
        return dataclasses.replace(settled), changed

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

    def id(self) -> str:
        """Twelve hex digits that name these rules: equal rules have equal ids, on any machine."""
        canonical = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()[:12]

    def hand_id(self) -> str:
        """Twelve hex digits that name what these rules make of a hand, however long a game is.

        >>> Rules(target=7).hand_id() == Rules().hand_id() != Rules(stick_dealer="on").hand_id()
        True
        """
        of_hand = {name: value for name, value in self.to_dict().items() if name not in _OF_GAMES}
        return hashlib.sha256(json.dumps(of_hand, sort_keys=True).encode()).hexdigest()[:12]

    def differences(self, other: "Rules") -> dict[str, tuple[Value, Value]]:
        """The fields in which the two differ, each with the value here and the value in `other`."""
        mine, theirs = self.to_dict(), other.to_dict()
        return {name: (mine[name], theirs[name]) for name in mine if mine[name] != theirs[name]}
