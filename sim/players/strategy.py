"""Strategies by name: reading their parameters, combining bidding and card play, and linking them.

A specification is a name (`basic`), a file (`./my_bot.py`, `./my_bot.py:Name`) or `package.module:name`, perhaps with
parameters (`basic{order=21}`), perhaps two of them: `perry21/basic` bids like the first and plays cards like the
second.
"""

import dataclasses
import hashlib
import inspect
import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import numpy as np

from sim.engine import head_start
from sim.engine.head_start import compile_engine
from sim.engine.jit import notice
from sim.engine.layout import ENTRIES, HOOKS, LOOKS_BACK, MAX_PARAMS, STEP_PARAMS, TABLES_AT
from sim.errors import StrategyError, brief, did_you_mean
from sim.players.at_rules import at_rules, tell_lacking
from sim.players.hook_checks import check_hook, check_wrapper
from sim.players.hook_names import (
    NAMES,
    OWN_VERSIONS,
    TURN_UP,
    VERSIONS,
    nearest,
    needed,
    never_asked,
    own_functions,
    versioned,
)
from sim.players.identity import KIND, identity
from sim.players.linking import Decider, Step
from sim.players.look_ahead import UNKNOWN_AHEAD, LookAhead, way_to_look_ahead
from sim.players.parameters import number_text, parameter_values
from sim.players.program import Hook
from sim.players.sampled import BELIEVES, WORLDS_ARGUMENT
from sim.players.sources import find
from sim.players.specification import LONGEST_SPEC, PART_OF_SPEC, bidding_and_play
from sim.players.steps import AnyStep, step_of
from sim.rules.presets import PRESETS
from sim.views import AS_BID, EARLIER
from sim.worlds.thinking import Outlook

DEFAULT = "basic"
SUPPORTS = "SUPPORTS"
"""Name by which a strategy lists the presets it is for; without it, it is for all."""
USUAL_HOOKS = ("order_up", "name_trump", "discard", "lead", "follow")
"""Hooks that every turn-up game asks for."""
PLAY_HOOKS = frozenset({"discard", "keep_five", "give_best", "lead", "follow", "name_card"})
"""Hooks that `bidding/play` takes from the second strategy."""
FOUR: Final = 4
"""Players of the usual table, for questions about a player that hang on no table: who decides what, and the hash."""
OWN_HOOKS = frozenset({"bid"})
"""Hooks for which the default player does not stand in: who has none does not know the games that ask for it."""


@dataclass(frozen=True, eq=True)
class StrategyPart:
    """One strategy with its parameters set: where its hooks come from."""

    name: str
    source: Any
    params: type | None
    values: dict[str, float]
    inner: "StrategyPart | None" = None
    """The player that a wrapper wraps."""

    def decision(self, hook: str, auction: str = TURN_UP) -> Decider | None:
        """How this part decides a hook at a table with that auction; None where it has nothing for it."""
        if self.looks_ahead:
            return self._ahead(hook, auction)
        label = versioned(hook, auction)
        function = self.hook(label) if label in NAMES else None
        if function is None and auction not in OWN_VERSIONS:
            label, function = hook, self.hook(hook)
        wrapped = self.inner.decision(hook, auction) if self.inner else None
        if function is None:
            return wrapped
        own = Decider(
            self.name,
            hook,
            function,
            self.params,
            tuple(self.values.values()),
            in_numpy=self.in_numpy,
            label=label,
        )
        if own.takes < 3:
            return own
        check_wrapper(function, self.name, label, self.params)
        if own.in_numpy and function.__code__.co_varnames[2] == WORLDS_ARGUMENT:
            return dataclasses.replace(own, believed=str(getattr(self.source, BELIEVES, DEFAULT)))
        if own.in_numpy or (wrapped is not None and wrapped.in_numpy):
            who = self.name if own.in_numpy or self.inner is None else self.inner.name
            raise StrategyError(
                f"{who} decides in NumPy, and such a strategy can neither wrap another nor be wrapped ({label})",
                "write it with plain hooks, or write the change into the NumPy strategy itself",
            )
        if wrapped is None:
            wrapped = _stand_in(hook, auction) if self.inner else None
        if wrapped is None:
            raise StrategyError(
                f"{self.name} wraps another strategy", f"write {self.name}({DEFAULT}), or any other inside"
            )
        return dataclasses.replace(own, inner=wrapped)

    def _ahead(self, hook: str, auction: str) -> Decider | None:
        """The same for a part that looks ahead: what it wraps decides, and is then improved upon."""
        wrapped = self.inner or _default()
        first = wrapped.decision(hook, auction)
        if first is None and hook not in OWN_HOOKS:
            first = _stand_in(hook, auction)
        if first is None:
            return None
        return Decider(
            self.name,
            hook,
            first.function,
            self.params,
            tuple(self.values.values()),
            inner=first,
            looks_ahead=self.looks_ahead,
            believed=wrapped.spec,
            label=first.label,
        )

    @property
    def looks_ahead(self) -> str:
        """How it improves on what it wraps by looking ahead; empty where it does not."""
        return way_to_look_ahead(self.source)

    def hook(self, name: str) -> Hook | None:
        """The function that decides `name`, or None."""
        function = inspect.getattr_static(self.source, name, None)  # in a class also what it inherits
        return function.__func__ if isinstance(function, staticmethod) else function

    @property
    def in_numpy(self) -> bool:
        """Whether its hooks decide for a whole batch at once."""
        return bool(getattr(self.source, "BATCH", False))

    @property
    def supports(self) -> tuple[str, ...] | None:
        """The presets that it is for; None where it does not say. Raises StrategyError for a list that is none."""
        given = getattr(self.source, SUPPORTS, None)
        if given is None:
            return None
        names = tuple(given) if isinstance(given, list | tuple) else ()
        unknown = [name for name in names if not isinstance(name, str) or name not in PRESETS]
        if unknown or not names:
            near = did_you_mean(str(unknown[0]), PRESETS) if unknown else ""
            raise StrategyError(
                f"{self.name}: {SUPPORTS} must list presets, not {given!r}",
                f"{near if near.startswith('did') else ''} presets are {', '.join(PRESETS)}".strip(),
            )
        return names

    @property
    def notices(self) -> list[str]:
        """A sentence on each function of its file that looks like a hook by its name, but is none."""
        return never_asked(self.source) + (self.inner.notices if self.inner else [])

    @property
    def spec(self) -> str:
        """Name with the parameters that differ from their defaults."""
        defaults = getattr(self.params, "_field_defaults", {})
        changed = [f"{k}={number_text(v)}" for k, v in self.values.items() if v != defaults.get(k)]
        inner = f"({self.inner.spec})" if self.inner else ""
        return self.name + ("{" + ",".join(changed) + "}" if changed else "") + inner

    def __hash__(self) -> int:
        return hash(self.spec)


@dataclass(repr=False)
class Player:
    """Somebody to sit at the table: a function for every hook, and numbers for its parameters."""

    bidding: StrategyPart
    play: StrategyPart
    _may_fail: list[AnyStep] = field(default_factory=list, repr=False, compare=False)

    def __repr__(self) -> str:
        return f"<player {self.spec}>"

    @property
    def spec(self) -> str:
        """The canonical specification: loading it gives the same player."""
        return self.bidding.spec if self.bidding == self.play else f"{self.bidding.spec}/{self.play.spec}"

    @property
    def name(self) -> str:
        """What reports call this player."""
        return self.spec

    @property
    def params(self) -> dict[str, float]:
        """Parameters and their values; those of the card play are prefixed with `play.` where they are another's."""
        own = dict(self.bidding.values)
        if self.bidding != self.play:
            own |= {f"play.{k}": v for k, v in self.play.values.items()}
        return own

    def decision(self, hook: str, auction: str = TURN_UP) -> Decider | None:
        """How this player decides a hook; None where they cannot."""
        part = self.play if hook in PLAY_HOOKS else self.bidding
        own = part.decision(hook, auction)
        return own or (None if hook in OWN_HOOKS else _stand_in(hook, auction))

    @property
    def looks_ahead(self) -> bool:
        """Whether they look ahead in their bids or card play, which takes some ten thousand times as long."""
        return bool(self.bidding.looks_ahead or self.play.looks_ahead)

    @property
    def needs_table(self) -> bool:
        """Whether some decision of theirs is taken on deals that are drawn for it, and so takes its time."""
        made = (self.decision(hook) for hook in HOOKS)
        return any(decision is not None and decision.needs_table for decision in made)

    @property
    def believed(self) -> str:
        """The specification of who they believe in, where they look ahead; else their own."""
        parts = [(part.inner.spec if part.inner else DEFAULT) if part.looks_ahead else part.spec
                 for part in (self.bidding, self.play)]  # fmt: skip
        return parts[0] if parts[0] == parts[1] else "/".join(parts)

    def lacks(self, hooks: Sequence[str], auction: str) -> list[str]:
        """The functions that they would need to decide some hooks at a table with that auction, but do not have."""
        unseen = UNKNOWN_AHEAD if self.needs_table else ()
        return [needed(hook, auction) for hook in hooks if hook in unseen or self.decision(hook, auction) is None]

    def decision_at(self, hook: str, auction: str, hand_id: str) -> tuple[Decider | None, list[str]]:
        """How this player decides a hook by the rules with that `Rules.hand_id()`, and who has no data table for them.

        Raises StrategyError for a data table that can't be read.
        """
        return at_rules(self.decision(hook, auction), hand_id, lambda: _stand_in(hook, auction))

    def steps(
        self, hooks: Sequence[str], auction: str, players: int, hand_id: str = ""
    ) -> dict[str, tuple[AnyStep, Decider]]:
        """For each of the hooks (without any: all they have) its step at a table with that auction and so many players,
        and the decision with its parameters; by the rules with that `Rules.hand_id()`, for players to whom they matter.
        """
        found, ahead = {}, LookAhead(tuple(hooks), auction, players, load_player, hand_id)
        for hook in hooks or HOOKS:
            decision, lacking = self.decision_at(hook, auction, hand_id)
            tell_lacking(lacking, hand_id, DEFAULT)
            if decision is not None:
                found[hook] = ahead.step(decision) if decision.needs_table else step_of(decision, players), decision
            elif hooks:
                who = (self.play if hook in PLAY_HOOKS else self.bidding).name
                raise StrategyError(
                    f"{who} has no {needed(hook, auction)}, which these rules ask for",
                    f"it can play other games; {DEFAULT}, cautious and random play them all",
                )
        return found

    @property
    def notices(self) -> list[str]:
        """What their author should know: functions that look like hooks by their names, but are none."""
        return list(dict.fromkeys(notice for part in (self.bidding, self.play) for notice in part.notices))

    @property
    def source_hash(self) -> str:
        """Hash of all sources and parameters that decide how this player plays, the same for any version of Python."""
        total = hashlib.sha256()
        usual = self._decided(TURN_UP)
        special = [made for auction in VERSIONS for made in self._decided(auction)]
        for decision in (*usual, *(made for made in special if made not in usual)):
            total.update(f"{decision.hook} {identity(decision)} ".encode())
            if decision.in_numpy and decision.believed:
                total.update(load_player(decision.believed).source_hash.encode())
        return KIND + total.hexdigest()[:16]

    def _decided(self, auction: str) -> list[Decider]:
        """What this player decides in that auction. Raises StrategyError for a hook that is no plain function."""
        found = [made for hook in HOOKS if (made := self.decision(hook, auction)) is not None]
        for made in (one for one in found if not one.in_numpy and not one.needs_table):
            check_hook(made.function, made.strategy, made.label, made.params, made.inner is not None)
        return found

    @property
    def hooks(self) -> dict[str, str]:
        """For each hook the name of the strategy that decides it."""
        return {hook: decision.strategy for hook, (_, decision) in self.steps((), TURN_UP, FOUR).items()}

    def link(
        self, hooks: Sequence[str], auction: str, players: int, hand_id: str = ""
    ) -> tuple[np.ndarray, np.ndarray]:
        """Compile those hooks that are not compiled yet, as a table with that auction and so many players asks them.

        `hand_id` is the `Rules.hand_id()` of the table's rules, for strategies with data tables for several rules.
        Returns int64[ENTRIES] addresses (0 for hooks that are not asked for; last, whether one looks at earlier tricks)
        and float64[ENTRIES, STEP_PARAMS] parameters.
        """
        compile_engine()
        steps = self.steps(hooks, auction, players, hand_id)
        missing = [step for step, _ in steps.values() if not step.is_compiled]
        if missing:
            head_start.wait()
            missing = [step for step in missing if not step.is_compiled]
        if missing:
            names = sorted({step.strategy for step in missing})
            notice(f"compiling the player {', '.join(names)} ({len(missing)} decisions, once on this machine)")
        self._may_fail += [made for made, _ in steps.values() if not isinstance(made, Step) or made.tables_at]
        addresses, params = np.zeros(ENTRIES, dtype=np.int64), np.zeros((ENTRIES, STEP_PARAMS))
        addresses[LOOKS_BACK] = any(step.fields & EARLIER for step, _ in steps.values())
        for hook, (step, decision) in steps.items():
            row = HOOKS.index(hook)
            addresses[row] = step.address()
            if len(decision.all_values) > MAX_PARAMS:
                raise StrategyError(
                    f"{self.spec} has {len(decision.all_values)} parameters for {hook}; at most {MAX_PARAMS} fit",
                    "make some of them constants",
                )
            params[row, : len(decision.all_values)] = decision.all_values
            if isinstance(step, Step):
                params[row, TABLES_AT] = step.tables_at  # below 2**53, so exact
        return addresses, params

    def raise_failure(self) -> None:
        """Raise what went wrong in a NumPy hook of theirs on this thread, or in a table. Raises StrategyError."""
        for step in self._may_fail:
            step.raise_failure()


def _as_bid(v: Any) -> int:
    return AS_BID


_AS_BID = Decider("as bid", "declare_alone", _as_bid, None, (), label="declare_alone")
"""Who has no hook for declaring alone means what they answered in the bidding, whoever that is."""


def _stand_in(hook: str, auction: str) -> Decider | None:
    """How a hook is decided for a player who does not decide it themselves."""
    return _AS_BID if hook == _AS_BID.hook else _default().decision(hook, auction)


@cache
def _default() -> StrategyPart:
    """The default player, who stands in wherever another has nothing to say: looked up once."""
    return _load_part(DEFAULT)


def load_player(spec: str) -> Player:
    """The player that a specification names. Raises StrategyError with what is wrong and what there is."""
    pieces = bidding_and_play(spec.strip())
    parts = [_load_part(piece) for piece in pieces]
    return Player(parts[0], parts[-1])


def load_players(specs: Iterable[str]) -> list[Player]:
    """Players for several specifications."""
    return [load_player(spec) for spec in specs]


def _load_part(spec: str) -> StrategyPart:
    match = PART_OF_SPEC.fullmatch(spec) if len(spec) <= LONGEST_SPEC else None
    if not match:
        raise StrategyError(
            f"bad strategy: {brief(spec)}", "a strategy is NAME, NAME{param=value,...}, WRAPPER(NAME) or BIDDING/PLAY"
        )
    name, given, wrapped = match[1], match[2], match[3]
    if wrapped and "(" in wrapped:
        raise StrategyError(
            f"{name} can't wrap {wrapped.strip()}, which is wrapped already", f"wrap once, as in {name}({DEFAULT})"
        )
    source = find(name)
    if not way_to_look_ahead(source) and not any(
        callable(inspect.getattr_static(source, hook, None)) for hook in NAMES
    ):
        meant = next(((own, near) for own in own_functions(source) if (near := nearest(own))), None)
        slip = f"did you mean {meant[1]} by {meant[0]}? " if meant else ""
        raise StrategyError(
            f"{name} defines none of the hooks", f"{slip}a strategy defines at least one of {', '.join(HOOKS)}"
        )
    params = getattr(source, "Params", None)
    inner = _load_part(wrapped) if wrapped else None
    part = StrategyPart(name, source, params, parameter_values(name, params, given), inner)
    _check_part(part)
    return part


def _check_part(part: StrategyPart) -> None:
    """Raise what is wrong with a strategy's list of presets, or with what it wraps, before anything is compiled."""
    _ = part.supports
    if part.looks_ahead:
        Outlook(method=part.looks_ahead, **part.values)  # type: ignore[arg-type]
    if part.inner is not None or part.in_numpy:
        for auction, hook in itertools.product((TURN_UP, *VERSIONS), HOOKS):
            part.decision(hook, auction)
