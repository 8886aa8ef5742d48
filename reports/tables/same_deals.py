"""What passing, ordering and going alone bring on the same deals, from hands of a run that are played again.

A table of a run alone cannot say it: hands that were passed are weaker than hands that were ordered. So some of the
run's deals are played again by the run's own players, at 0-0, with one decision of one seat forced, and everything else
as the players decide. Whoever calls this hands in how hands are played: reports know no engine.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from reports.counting.hand_classes import HandClasses
from reports.counting.hands import HAND_BITS, Hands, Kinds, RowNumbers
from reports.counting.stream import Columns, Parted, hand_columns, whole_games
from reports.tables.cuts import class_keys, group_keys, product_keys, seen
from reports.tables.estimates import Floats
from reports.tables.outcomes import share
from reports.tables.tables import Larger, Measure, MeasureTable
from sim.cards import JOKER
from sim.errors import RunFolderError
from sim.rules.rules import Rules
from sim.runs.tally import BLOCKS, block_of
from sim.stats.estimates import LEVEL

Force = tuple[str, int, int]
"""A hook, the seat (from 0) that is asked, and the answer it has to give."""
Replay = Callable[[int, NDArray[np.uint64], Sequence[Force]], Columns]
"""Plays deals (masks `[seats, upcard, dummies; deal]`) with a dealer at 0-0; gives the columns of the hands table."""

_PASS, _ORDER, _ALONE = 0, 1, 2
_NAME_ALONE: Final = 8
_CLASS: Final = ("trumps", "bowers", "aces")
_ACTIONS: Final = ("order", "pass", "alone")
_SUMS: Final = (*_ACTIONS, "value", "alone_value", "gain")
TURNED_UP, NEXT, GREEN, TURNED_DOWN = "turned up", "next", "green", "turned down"
CALLS: Final = (TURNED_UP, NEXT, GREEN, TURNED_DOWN)
"""What a suit is to the card turned up: its own; in round 2 next, green or (where that is allowed) its own again."""
_CALL_OF_STEP: Final = (TURNED_DOWN, GREEN, NEXT, GREEN)
"""By how many suits after the one turned down it comes."""
_STEPS: Final = (2, 1, 3, 0)
"""Suits in the order in which the first of equally strong ones counts: next before green."""
_BOTH: Final = 1 - (1 - LEVEL) / 2
"""The level at which an action is told from each of two others, so that both hold together."""


def play_again(run: Parted, replay: Replay, deals: int) -> MeasureTable:
    """The first `deals` hands of a run, played again with every seat that was asked passing, ordering and going alone.

    Raises RunFolderError where the run has no hands, or its deals cannot be repeated.
    """
    rules = run.config.rules
    if rules.farmers_hand != "off":
        raise RunFolderError(
            f"{run.path} cannot be played again: farmers_hand = {rules.farmers_hand} changes hands before the bidding",
            "leave --counterfactual away",
        )
    work = _Work(rules, HandClasses(rules), Kinds(rules, run.tally()))
    rows = _first_rows(run, deals)
    for dealer in range(rules.players):
        chosen = np.flatnonzero((rows["dealer"] == dealer) & (rows["upcard"] != JOKER))
        if len(chosen):
            work.add(dealer, {name: values[chosen] for name, values in rows.items()}, replay)
    return work.table()


def _first_rows(run: Parted, deals: int) -> Columns:
    wanted = [*hand_columns(run.config.rules), *_dummies(run.config.rules)]
    found: list[Columns] = []
    count = 0
    for rows in whole_games(run, "hands", wanted):
        found.append({name: values[: deals - count] for name, values in rows.items()})
        count += len(found[-1]["game"])
        if count >= deals:
            break
    return {name: np.concatenate([rows[name] for rows in found]) for name in wanted}


def _dummies(rules: Rules) -> list[str]:
    return {0: [], 1: ["dummy"], 2: ["dummy_1", "dummy_2"]}[len(rules.dummies)]


class _Work:
    """Sums of points by suit, seat, class of hand and what was forced."""

    def __init__(self, rules: Rules, classes: HandClasses, kinds: Kinds) -> None:
        self.rules, self.classes, self.kinds = rules, classes, kinds
        names = class_keys(classes, _CLASS)
        groups = sorted(set(names))
        self._group = np.array([groups.index(name) for name in names])
        shape = (BLOCKS, len(CALLS), rules.players, len(groups))
        self._sums = {name: np.zeros(shape) for name in _SUMS}
        self._deals = {name: np.zeros(shape, np.int64) for name in _SUMS}
        self._did = np.zeros(shape, np.int64)
        self._examples = np.full(shape[1:], np.iinfo(np.int64).max)

    def add(self, dealer: int, rows: Columns, replay: Replay) -> None:
        """Play the deals of one dealer."""
        ids = np.asarray(rows["game"] << HAND_BITS | rows["hand"], np.int64)
        seats = [rows[f"hand_{seat}"] for seat in range(1, self.rules.players + 1)]
        upcard = np.uint64(1) << rows["upcard"].astype(np.uint64)
        deals = np.stack([*seats, upcard, *(rows[name] for name in _dummies(self.rules))])
        played = {
            name: values for name, values in replay(dealer, deals, ()).items() if name in hand_columns(self.rules)
        }
        hands = Hands(self.rules, self.classes, self.kinds, played)
        for seat in range(1, self.rules.players + 1):
            asked = hands.asked(1, seat)
            self._force(hands, replay, dealer, deals, ids, TURNED_UP, seat, asked, 0)
            if seat == self.rules.players and self.rules.stick_dealer == "on":
                continue  # may not pass
            asked = hands.asked(2, seat)
            strongest = self._strongest(hands, seat, asked)
            for step in range(4):
                self._force(
                    hands, replay, dealer, deals, ids, _CALL_OF_STEP[step], seat, asked[strongest == step], step
                )

    def _strongest(self, hands: Hands, seat: int, asked: RowNumbers) -> NDArray[np.int8]:
        """How many suits after the one turned down each hand's strongest suit comes, of those that may be named."""
        open_steps = [step for step in _STEPS if step or self.rules.call_turned_down == "yes"]
        held = hands.held(seat, asked, False)
        found = [self.classes.of(held, (hands.proposed[asked] + np.int8(step)) & np.int8(3)) for step in open_steps]
        return np.asarray(np.array(open_steps, np.int8)[np.stack(found).argmax(axis=0)])

    def _force(
        self,
        hands: Hands,
        replay: Replay,
        dealer: int,
        deals: NDArray[np.uint64],
        ids: NDArray[np.int64],
        call: str,
        seat: int,
        asked: RowNumbers,
        step: int,
    ) -> None:
        if not len(asked):
            return
        number = 1 if call == TURNED_UP else 2
        suit = (hands.proposed[asked] + np.int8(step)) & np.int8(3)
        hook = "order_up" if number == 1 else "name_trump"
        name = step or 4  # the suit turned down comes last
        answers = (_ORDER, _ALONE) if number == 1 else (name, name + _NAME_ALONE)
        some = np.ascontiguousarray(deals[:, asked])
        side = (dealer + seat) % self.rules.players % self.rules.teams
        values: dict[str, Floats] = {}
        valid: dict[str, NDArray[np.bool_]] = {}
        wanted = [("pass", _PASS), ("order", answers[0])]
        if self.rules.may_go_alone:
            wanted.append(("alone", answers[1]))
        for action, answer in wanted:
            # Where lone hands are declared later that is forced too; who passes may still go alone in another round.
            declared = [("declare_alone", seat - 1, int(action == "alone"))] if action != "pass" else []
            played = replay(dealer, some, [(hook, seat - 1, answer), *declared])
            points = np.stack([played[f"points_{k}"].astype(np.float64) for k in range(self.rules.teams)])
            values[action] = points[side] - (points.sum(axis=0) - points[side]) / (self.rules.teams - 1)
            ours = (played["maker"] == seat) & (played["round"] == number)
            # Rules may forbid an order, or make it a lone one.
            valid[action] = ~ours if action == "pass" else ours & ((played["alone"] != 0) == (action == "alone"))
        held = hands.held(seat, asked, number == 1)
        group = self._group[self.classes.of(held, suit)]
        block = block_of(ids[asked] >> HAND_BITS, self.rules.games_in_a_row)
        place = (block, CALLS.index(call), seat - 1, group)
        for action, value in values.items():
            self._count(action, place, value, valid[action])
        self._count("value", place, values["order"] - values["pass"], valid["order"] & valid["pass"])
        if "alone" in values:
            self._count("alone_value", place, values["alone"] - values["pass"], valid["alone"] & valid["pass"])
            self._count("gain", place, values["alone"] - values["order"], valid["alone"] & valid["order"])
        did = (hands.rows["maker"][asked] == seat) & (hands.rows["round"][asked] == number)
        did &= hands.rows["trump"][asked] == suit
        np.add.at(self._did, tuple(np.broadcast_arrays(*place)), did.astype(np.int64))
        np.minimum.at(self._examples[CALLS.index(call), seat - 1], group, ids[asked])

    def _count(self, name: str, place: Any, value: Floats, valid: NDArray[np.bool_]) -> None:
        block, call, seat, group = place
        rows = np.flatnonzero(valid)
        at = (block[rows], call, seat, group[rows])
        np.add.at(self._sums[name], at, value[rows])
        np.add.at(self._deals[name], at, 1)

    def table(self) -> MeasureTable:
        """The table of all that was played."""
        groups = group_keys(self.classes, _CLASS)
        cells = product_keys(call=CALLS, seat=range(1, self.rules.players + 1), group=range(len(groups["trumps"])))
        keys: dict[str, list[Any]] = {"round": [1 if call == TURNED_UP else 2 for call in cells["call"]]}
        keys |= {"call": cells["call"], "seat": cells["seat"]}
        keys |= {name: [values[group] for group in cells["group"]] for name, values in groups.items()}
        measures = self._measures()
        asked = measures["pass"].sums[1]
        measures["ordered"] = share("the players ordered", _flat(self._did), asked)
        examples = np.where(self._examples == np.iinfo(np.int64).max, -1, self._examples).reshape(-1)
        texts = {"action": _actions(measures)}
        return seen(MeasureTable("same_deals", "On the same deals", keys, measures, examples, texts), asked)

    def _measures(self) -> dict[str, Measure]:
        most = self.kinds.most

        def points(label: str, name: str, times: int) -> Measure:
            sums = _flat(self._sums[name]), _flat(self._deals[name])
            return Measure(label, "points", sums, span=(-times * most, times * most))

        value = points("ordering less passing", "value", 2)
        made = {"order": points("net points when it orders", "order", 1)}
        found = {"best": value, "pass": points("net points when it passes", "pass", 1), **made, "value": value}
        if self.rules.may_go_alone:
            found["alone_net"] = points("net points alone", "alone", 1)
            found["alone_value"] = points("alone less passing", "alone_value", 2)
            found["gain"] = points("alone less with partner", "gain", 2)
            found["best"] = Larger.of("the better of ordering and alone less passing", value, found["alone_value"])
        return found


def _actions(measures: dict[str, Measure]) -> list[str]:
    """What brings most in each cell, and after `or` what cannot be told from it."""
    names = ["pass", "order", *(["alone"] if "gain" in measures else [])]
    less = {("order", "pass"): "value", ("alone", "pass"): "alone_value", ("alone", "order"): "gain"}
    level = _BOTH if "gain" in measures else LEVEL
    found = {pair: measures[name].estimate(level) for pair, name in less.items() if name in measures}
    told = []
    for cell in range(measures["pass"].sums[0].shape[1]):
        # What the rules do not allow is not tried, and has no mean.
        tried = [name for name in names if name == "pass" or not np.isnan(found[name, "pass"]["mean"][cell])]
        best = max(tried, key=lambda name: 0.0 if name == "pass" else float(found[name, "pass"]["mean"][cell]))
        told.append(
            " or ".join([best, *(name for name in tried if name != best and not _below(found, name, best, cell))])
        )
    return told


def _below(found: dict[tuple[str, str], Columns], name: str, best: str, cell: int) -> bool:
    """Whether an action surely brings less than the best one."""
    if (best, name) in found:
        return bool(found[best, name]["lo"][cell] > 0)
    return bool(found[name, best]["hi"][cell] < 0)


def _flat(sums: NDArray[Any]) -> NDArray[Any]:
    return sums.reshape(len(sums), -1)
