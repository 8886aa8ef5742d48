"""What passing, ordering and going alone bring on the same deals, from hands of a run that are played again.

A table of a run alone cannot say it: hands that were passed are weaker than hands that were ordered. So some of the
run's deals are played again by the run's own players, at 0-0, with one decision of one seat forced, and everything else
as the players decide. Whoever calls this hands in how hands are played: reports know no engine.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from reports.cuts import class_keys, group_keys, product_keys, seen
from reports.estimates import Floats
from reports.hand_classes import HandClasses
from reports.hands import HAND_BITS, Hands, Kinds, Rows
from reports.outcomes import share
from reports.stream import Columns, Parted, hand_columns, whole_games
from reports.tables import Measure, Table
from sim.cards import JOKER
from sim.errors import RunFolderError
from sim.rules import Rules
from sim.tally import BLOCKS, block_of

Force = tuple[str, int, int]
"""A hook, the seat (from 0) that is asked, and the answer it has to give."""
Replay = Callable[[int, NDArray[np.uint64], Sequence[Force]], Columns]
"""Plays deals (masks `[seats, upcard, dummies; deal]`) with a dealer at 0-0; gives the columns of the hands table."""

_PASS, _ORDER, _ALONE = 0, 1, 2
_NAME_ALONE: Final = 8
_CLASS: Final = ("trumps", "bowers", "aces")
_ACTIONS: Final = ("order", "pass", "alone")


def play_again(run: Parted, replay: Replay, deals: int) -> Table:
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
    """Sums of points by round, seat, class of hand and what was forced."""

    def __init__(self, rules: Rules, classes: HandClasses, kinds: Kinds) -> None:
        self.rules, self.classes, self.kinds = rules, classes, kinds
        names = class_keys(classes, _CLASS)
        groups = sorted(set(names))
        self._group = np.array([groups.index(name) for name in names])
        shape = (BLOCKS, 2, rules.players, len(groups))
        self._sums = {name: np.zeros(shape) for name in (*_ACTIONS, "value", "gain")}
        self._deals = {name: np.zeros(shape, np.int64) for name in (*_ACTIONS, "value", "gain")}
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
            suit = hands.proposed[asked]
            self._force(hands, replay, dealer, deals, ids, 1, seat, asked, suit, (_ORDER, _ALONE))
            asked = hands.asked(2, seat)
            if seat == self.rules.players and self.rules.stick_dealer == "on":
                continue  # he may not pass
            for lane in range(3):
                suit = (hands.proposed[asked] + np.int8(lane + 1)) & np.int8(3)
                names = (lane + 1, lane + 1 + _NAME_ALONE)
                self._force(hands, replay, dealer, deals, ids, 2, seat, asked, suit, names)

    def _force(
        self,
        hands: Hands,
        replay: Replay,
        dealer: int,
        deals: NDArray[np.uint64],
        ids: NDArray[np.int64],
        number: int,
        seat: int,
        asked: Rows,
        suit: NDArray[np.int8],
        answers: tuple[int, int],
    ) -> None:
        if not len(asked):
            return
        hook = "order_up" if number == 1 else "name_trump"
        some = np.ascontiguousarray(deals[:, asked])
        side = (dealer + seat) % self.rules.players % self.rules.teams
        values: dict[str, Floats] = {}
        valid: dict[str, NDArray[np.bool_]] = {}
        wanted = [("pass", _PASS), ("order", answers[0])]
        if self.rules.may_go_alone:
            wanted.append(("alone", answers[1]))
        for name, answer in wanted:
            declared = ("declare_alone", seat - 1, int(name == "alone"))
            played = replay(dealer, some, [(hook, seat - 1, answer), declared])
            points = np.stack([played[f"points_{k}"].astype(np.float64) for k in range(self.rules.teams)])
            values[name] = points[side] - (points.sum(axis=0) - points[side]) / (self.rules.teams - 1)
            ours = (played["maker"] == seat) & (played["round"] == number)
            # Rules may forbid an order, or make it a lone one.
            valid[name] = ~ours if name == "pass" else ours & ((played["alone"] != 0) == (name == "alone"))
        held = hands.held(seat, asked, number == 1)
        group = self._group[self.classes.of(held, suit)]
        block = block_of(ids[asked] >> HAND_BITS, self.rules.games_in_a_row)
        place = (block, number - 1, seat - 1, group)
        for name, value in values.items():
            self._count(name, place, value, valid[name])
        self._count("value", place, values["order"] - values["pass"], valid["order"] & valid["pass"])
        if "alone" in values:
            self._count("gain", place, values["alone"] - values["order"], valid["alone"] & valid["order"])
        did = (hands.rows["maker"][asked] == seat) & (hands.rows["round"][asked] == number)
        did &= hands.rows["trump"][asked] == suit
        np.add.at(self._did, tuple(np.broadcast_arrays(*place)), did.astype(np.int64))
        np.minimum.at(self._examples[number - 1, seat - 1], group, ids[asked])

    def _count(self, name: str, place: Any, value: Floats, valid: NDArray[np.bool_]) -> None:
        block, number, seat, group = place
        rows = np.flatnonzero(valid)
        at = (block[rows], number, seat, group[rows])
        np.add.at(self._sums[name], at, value[rows])
        np.add.at(self._deals[name], at, 1)

    def table(self) -> Table:
        """The table of all that was played."""
        groups = group_keys(self.classes, _CLASS)
        rounds = product_keys(round=(1, 2), seat=range(1, self.rules.players + 1), group=range(len(groups["trumps"])))
        keys: dict[str, list[Any]] = {"round": rounds["round"], "seat": rounds["seat"]}
        keys |= {name: [values[group] for group in rounds["group"]] for name, values in groups.items()}
        flat = {name: (_flat(self._sums[name]), _flat(self._deals[name])) for name in self._sums}
        measures = {
            "value": Measure("ordering less passing", "points", flat["value"]),
            "order": Measure("net points when it orders", "points", flat["order"]),
            "pass": Measure("net points when it passes", "points", flat["pass"]),
        }
        if self.rules.may_go_alone:
            measures["gain"] = Measure("alone less with partner", "points", flat["gain"])
            measures["alone_net"] = Measure("net points alone", "points", flat["alone"])
        asked = flat["pass"][1]
        measures["ordered"] = share("the players ordered", _flat(self._did), asked)
        examples = np.where(self._examples == np.iinfo(np.int64).max, -1, self._examples).reshape(-1)
        return seen(Table("same_deals", "On the same deals", keys, measures, examples), asked)


def _flat(sums: NDArray[Any]) -> NDArray[Any]:
    return sums.reshape(len(sums), -1)
