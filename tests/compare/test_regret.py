"""Where players lose points: the tables add up, luck of the choice is not counted, and a planted fault is found."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sim.compare.comparison import compare
from sim.compare.pairs import MirroredPairs
from sim.compare.regret import Regret, RegretPart, RegretTable
from sim.compare.result import CompareResult
from sim.engine.layout import H_LEAD, H_NAME_TRUMP, H_ORDER_UP
from sim.errors import Interrupted, RulesError, UsageError
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.players.watched import WatchedPlayer, believed_for, strongs_outlook
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from sim.runs.chunks import Chunk
from sim.stats.estimates import Estimate
from sim.worlds.decision_kinds import BIDS
from sim.worlds.regret import CALL, LONE, DecisionCosts, split_gains
from sim.worlds.thinking import Outlook
from support.places import BOTS

STANDARD = PRESETS["standard"]
QUICK = Outlook(deals=40, tries=6)
SEED = 5
PLANTED = f"{BOTS}/planted.py:Planted"


def regret(spec: str, hands: int, rules: Rules = STANDARD, outlook: Outlook | None = None) -> Regret:
    table = RegretTable(rules, load_player(spec), SEED, outlook)
    sums = table.sums()
    for first in range(0, hands, 100):
        sums.add(*table.play(Chunk(first, min(hands, first + 100))))
    return sums.result()


def measured(mine: str, other: str, pairs: int) -> Estimate:
    """Points a hand of one less the other."""
    both = MirroredPairs(STANDARD, load_player(mine), load_player(other), SEED)
    sums = both.sums()
    for first in range(0, pairs, 4000):
        sums.add(both.play(Chunk(first, min(pairs, first + 4000))).leads)
    return sums.estimate("points")


def value(part: RegretPart | None) -> float:
    assert part is not None and part.points.value is not None
    return part.points.value


def error(part: RegretPart | None) -> float:
    assert part is not None and part.points.se is not None
    return part.points.se


# What the tables are made of


@pytest.mark.parametrize("game", ["standard", "cutthroat"])
def test_each_table_adds_up_to_the_total(game: str) -> None:
    found = regret("basic", 40, PRESETS[game], QUICK)
    assert found.hands == 40 and found.total.decisions > 400
    tables: dict[tuple[str, ...], list[RegretPart]] = {}
    for part in found.parts:
        dims = tuple(name for name in ("kind", "seat", "role", "trick") if getattr(part, name) is not None)
        tables.setdefault(dims, []).append(part)
    assert set(tables) == {("kind",), ("kind", "seat"), ("kind", "role"), ("seat",), ("role",), ("trick",)}
    below = tables.pop(("kind", "seat")) + tables.pop(("kind", "role"))
    assert {part.kind for part in below if part.seat is not None} <= set(BIDS)
    for cells in (*tables.values(), below):
        assert sum(map(value, cells)) == pytest.approx(value(found.total), abs=1e-12)
        assert sum(part.decisions for part in cells) == found.total.decisions
    for part in tables[("kind",)]:
        within = [cell for cell in below if cell.kind == part.kind]
        assert sum(map(value, within)) == pytest.approx(value(part), abs=1e-12)


def watched(spec: str, rules: Rules = STANDARD, hands: int = 30, batch: int = 1024) -> tuple[Any, DecisionCosts]:
    player = load_player(spec)
    seated = WatchedPlayer(player, believed_for(player), QUICK)
    match = Match(rules, [seated], SEED, "hands")
    seated.begin()
    return match.play(0, hands, "plays", batch=batch), seated.taken()


@pytest.mark.parametrize("game", ["standard", "two-handed", "british"])
def test_who_is_watched_plays_as_always(game: str) -> None:
    rules = PRESETS[game]
    here, _ = watched("random", rules)
    there = Match(rules, ["random"], SEED, "hands").play(0, 30, "plays")
    for name in ("games", "hands", "plays"):
        mine, theirs = getattr(here, name), getattr(there, name)
        assert mine.keys() == theirs.keys()
        for column in mine:
            assert np.array_equal(mine[column], theirs[column]), (name, column)


def test_what_is_seen_does_not_hang_on_the_batch() -> None:
    _, one = watched("basic")
    _, other = watched("basic", batch=7)
    assert len(one.hand) == len(other.hand) > 300
    for seen in (one, other):
        assert set(seen.seat.tolist()) == {1, 2, 3, 4}

    def rows(seen: DecisionCosts) -> list[tuple[float, ...]]:
        return sorted(zip(*(column.tolist() for column in vars(seen).values()), strict=True))

    assert rows(one) == rows(other)


def test_a_player_who_looks_ahead_is_believed_to_be_who_is_inside() -> None:
    assert believed_for(load_player("rollout(simple)")).spec == "simple"
    assert believed_for(load_player("strong")).spec == "basic"
    assert believed_for(load_player("perry21/strong")).spec == "perry21/basic"
    assert believed_for(load_player("perry21/simple")).spec == "perry21/simple"


def test_the_halves_are_as_large_as_strongs_sample() -> None:
    strong = load_player("strong").params
    usual = Outlook(method="mixed", **strong)  # type: ignore[arg-type]
    assert strongs_outlook() == replace(usual, deals=2 * int(strong["deals"]))


# The choice on one half, its value on the other


def split(
    hook: int, choices: np.ndarray, values: np.ndarray, guard: float = 1.0, told: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Gains, better and asked of `values[moment, choice, world]`, all worlds weighing alike."""
    many, most, room = values.shape
    words = np.ascontiguousarray(choices, dtype=np.uint64)
    return split_gains(
        hook, words, np.full(many, most), np.full(many, room), np.ones(many * room), values, 1,
        values if told is None else told, 1, guard,
    )  # fmt: skip


def test_the_luck_of_the_choice_is_not_counted() -> None:
    """Four choices that are worth the same: the best of them looks good on the worlds that chose it, and only there."""
    many = 4000
    values = np.random.default_rng(1).integers(-2, 3, (many, 5, 40))
    choices = np.tile(1 << np.arange(5), (many, 1))
    for guard in (0.0, 1.0):
        gains, better, _ = split(H_LEAD, choices, values, guard)
        naive = (values.mean(axis=2) - values[:, :1].mean(axis=2)).max(axis=1)
        assert naive.mean() > 0.25
        found = gains[:, CALL]
        assert abs(found.mean()) < 4 * found.std() / np.sqrt(many) < 0.03
        assert 0.2 < better[:, CALL].mean() < 0.95
        assert not gains[:, LONE].any()


def test_a_better_choice_is_valued_at_what_it_brings() -> None:
    many = 2000
    values = np.random.default_rng(2).integers(-2, 3, (many, 3, 200))
    values[:, 2] += 1
    gains, better, _ = split(H_LEAD, np.tile([1, 2, 4], (many, 1)), values)
    assert gains[:, CALL].mean() == pytest.approx(1, abs=0.03)
    assert better[:, CALL].mean() > 0.95


def test_values_by_which_one_chooses_are_not_those_by_which_the_choice_is_valued() -> None:
    values, told = np.zeros((1, 3, 20), np.int64), np.zeros((1, 3, 20), np.int64)
    told[0, 1], values[0, 1], values[0, 2] = 1, -1, 2
    gains, better, _ = split(H_LEAD, np.array([[1, 2, 4]]), values, told=told)
    assert gains[0, CALL] == -1 and better[0, CALL] == 1


@pytest.mark.parametrize(
    ("hook", "choices", "parts", "gain"),
    [
        (H_ORDER_UP, [1, 0, 2], (1, 1), (0.0, 3.0)),
        (H_ORDER_UP, [0, 1, 2], (1, 0), (3.0, 0.0)),
        (H_NAME_TRUMP, [2, 3, 10], (1, 1), (0.0, 3.0)),
        (H_NAME_TRUMP, [2, 10, 11], (1, 1), (3.0, 0.0)),
        (H_LEAD, [1, 2, 9], (1, 0), (3.0, 0.0)),
    ],
)
def test_going_alone_is_told_apart_from_calling(
    hook: int, choices: list[int], parts: tuple[int, int], gain: tuple[float, float]
) -> None:
    values = np.zeros((1, 3, 8), np.int64)
    values[0, 2] = 3
    gains, better, asked = split(hook, np.array([choices]), values)
    assert tuple(gains[0]) == gain
    assert tuple(asked[0]) == parts
    assert tuple(better[0] > 0) == tuple(one > 0 for one in gain)


# What it finds


@pytest.mark.nightly
def test_a_planted_fault_shows_in_its_cell_at_its_cost() -> None:
    """An eldest hand that orders up without a trump: the cell tells the cost, and what `basic` loses there besides."""
    spec = f"{PLANTED}{{order=1}}(basic)"
    cost = measured("basic", spec, 40_000)
    found = regret(spec, 200, outlook=replace(strongs_outlook(), deals=80))
    cell = found.cell(kind="first-round orders", seat=1)
    assert cost.value is not None and 0.045 < cost.value < 0.053
    assert cell is not None and cell.points.lo is not None and cell.points.lo > 0.02
    assert abs(value(cell) - cost.value - 0.003) < 4 * error(cell)
    others = [part for part in found.parts if part.kind in BIDS and part.seat not in (None, 1)]
    assert others and all(value(part) < value(cell) / 3 for part in others)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("fault", "cell"),
    [
        ("order", {"kind": "first-round orders", "seat": 1}),
        ("lead", {"kind": "lead", "role": "defender"}),
    ],
)
def test_a_planted_fault_costs_what_is_measured(fault: str, cell: dict[str, Any]) -> None:
    hands = 2000
    spec = f"{PLANTED}{{{fault}=1}}(basic)"
    cost, faulty, usual = measured("basic", spec, 200_000), regret(spec, hands), regret("basic", hands)
    assert cost.value is not None and cost.se is not None
    here, there = faulty.cell(**cell), usual.cell(**cell)
    # The hands are the same, so what both lose is nearly the same too, and the error smaller than this.
    room = 3.5 * float(np.hypot(np.hypot(error(here), error(there)), cost.se))
    assert abs(value(here) - value(there) - cost.value) < room < cost.value
    whole = 3.5 * float(np.hypot(error(faulty.total), error(usual.total)))
    assert abs(value(faulty.total) - value(usual.total) - cost.value) < whole


@pytest.mark.nightly
def test_the_sum_is_what_looking_ahead_wins() -> None:
    """Of the first order: a player who changes several decisions of a hand wins a little less than the sum."""
    gain, found = measured("strong", "basic", 4000), regret("basic", 2000)
    assert gain.value is not None and gain.se is not None
    apart = value(found.total) - gain.value
    room = 3.5 * float(np.hypot(gain.se, error(found.total)))
    assert -room < apart < room + 0.03
    assert room < 0.04


@pytest.mark.nightly
def test_a_player_who_looks_ahead_has_little_left_to_lose() -> None:
    assert value(regret("strong", 200).total) < value(regret("basic", 200).total) / 2


# In a comparison


def test_a_comparison_tells_it_of_both() -> None:
    hands = 10
    found = [
        compare("standard", "basic", "simple", pairs=50, seed=1, opponents=(), regret=True, regret_hands=hands,
                threads=threads).finish()
        for threads in (1, 3)
    ]  # fmt: skip
    assert [one.player for one in found[0].regret] == ["basic", "simple"]
    assert [one.hands for one in found[0].regret] == [hands, hands]
    assert found[0].regret == found[1].regret
    told = found[0].to_dict()["regret"][1]
    assert told["believed"] == "simple" and told["deals"] == 2 * load_player("strong").params["deals"]
    assert told["total"]["points"]["unit"] == "points a hand"
    text, markdown = found[0].to_text(), found[0].to_markdown()
    for part in ("where basic loses points (10 hands", "where simple loses points (10 hands", "by role"):
        assert part in text and f"{part[0].upper()}{part[1:]}"[1:] in markdown
    assert max(map(len, text.splitlines())) <= 80


def test_where_it_cannot_be_told_a_sentence_says_so() -> None:
    with pytest.raises(UsageError, match="regret is of single hands"):
        compare("standard", "basic", "simple", unit="games", regret=True)
    for rules, words in (("pepper", "numbers are bid"), (STANDARD.with_changes({"jambone": "on"}), "jambones")):
        with pytest.raises(RulesError, match=words):
            compare(rules, "basic", "simple", regret=True)


def test_an_interruption_keeps_what_was_seen() -> None:
    asked = False
    ready = compare(
        "standard", "basic", "simple", pairs=50, seed=1, opponents=(), regret=True, threads=1, stop=lambda: asked
    )

    def play() -> CompareResult:
        nonlocal asked
        for event in ready:
            asked = event.stage == "regret of basic" and event.done > 0
        return ready.result

    with pytest.raises(Interrupted, match="before all parts"):
        play()
    result = ready.result
    assert [one.player for one in result.regret] == ["basic"]
    assert 0 < result.regret[0].hands < 1000
    assert result.to_text().startswith("INTERRUPTED")
