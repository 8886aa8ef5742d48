"""Fit the numbers of the strategy `card` anew: `python -m benchmarks.card_fit FOLDER --seed N`, N as in the training.

FOLDER is the `--work` folder of a `book train --rules standard`: its deals, played under every contract, are what is
searched over. Each round looks up what every answer is worth when two partners count and the others bid by the book
that ships, adds that to the rounds before, and moves the numbers by one or two, alone and in pairs, as long as that
wins, beginning from the numbers that ship. What a call needs in each seat is not searched: for given points it is the
best of all cuts, at once. What each round wins on the deals held out of the training is
said, and the card that does best against the book is printed.
"""

import argparse
import sys
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from sim.bits import U
from sim.book.bidders import bidding_table, both_ways
from sim.book.book_file import read_book
from sim.book.classes import ClassIndex
from sim.book.library import PART_DEALS, Library, Source
from sim.book.lookups import mean_of_pairs, pair_counts, walk_library
from sim.book.walking import COUNT
from sim.lanes import JACK, TRUMP_PLACE, card_mask, lane_mask
from sim.players.strategy import load_player
from sim.rules.presets import preset
from sim.runs.chunks import StageProgress, Workers
from sim.stats.estimates import Estimate
from sim.views import GREEN_A, GREEN_B, NEXT, TRUMP
from strategies.book import BOOKS, FOLDER
from strategies.card import Params
from strategies.parts.play_simple import bury
from strategies.toolkit import (
    ACES,
    GREEN_LANES,
    KINGS,
    LEFT,
    NEXT_LANE,
    RIGHT,
    TRUMP_ACE,
    as_trump,
)

RULES, CARDS = "standard", "basic"
CALL: Final = (
    "trump", "right", "left", "green_ace", "next_ace", "void", "second_void", "jack_to_them", "jack_to_partner",
    "jack_to_dealer", "next", "green_jack",
)  # fmt: skip
LONE: Final = (
    "trump", "right", "left", "ace", "side_ace", "side_king", "void", "fourth_trump", "second_ace", "jack_to_them",
    "jack_to_partner",
)  # fmt: skip
SEATS: Final = ("1", "2", "3", "dealer")
MOST: Final = 8
"""No number is larger."""
SMALLEST_GAIN: Final = 1e-6
_SEATS = len(SEATS)
_Value = Callable[[np.ndarray], tuple[float, list[int]]]


def hands_of(index: ClassIndex) -> list[np.ndarray]:
    """By node: the hands that are counted, uint64[suits, classes], each with the suit that is called in lane 3."""
    hands, up = index.hands(), as_trump(index.upcards(), TRUMP)
    first = as_trump(hands, TRUMP)
    six = first | up
    kept = np.array([cards & ~bury(cards, card) for cards, card in zip(six, up, strict=True)], dtype=np.uint64)
    second = np.stack([as_trump(hands, lane) for lane in (GREEN_A, NEXT, GREEN_B)])
    return [first[None], first[None], first[None], kept[None]] + [second] * _SEATS


def features(node: int, hands: np.ndarray, index: ClassIndex) -> dict[str, np.ndarray]:
    """What is counted, int16[suits, classes] each."""

    def number(cards: Any) -> np.ndarray:
        return np.bitwise_count(hands & cards).astype(np.int16)

    voids = sum(number(U(lane_mask(lane))) == 0 for lane in (GREEN_A, NEXT, GREEN_B))
    jack = np.broadcast_to(as_trump(index.upcards(), TRUMP) == RIGHT, hands.shape).astype(np.int16)
    called_next = np.zeros(hands.shape, dtype=np.int16)
    if node >= _SEATS:
        called_next[NEXT] = 1
    none = np.zeros_like(called_next)
    trumps, aces = np.bitwise_count(hands >> U(TRUMP_PLACE)).astype(np.int16), number(ACES)
    return {
        "trump": trumps,
        "fourth_trump": (trumps > 3).astype(np.int16),
        "second_ace": (aces > 1).astype(np.int16),
        "right": number(RIGHT),
        "left": number(LEFT),
        "ace": number(TRUMP_ACE),
        "side_ace": aces,
        "green_ace": number(ACES & GREEN_LANES),
        "next_ace": number(ACES & NEXT_LANE),
        "side_king": number(KINGS),
        "void": np.asarray(voids, dtype=np.int16),
        "any_void": np.asarray(voids > 0, dtype=np.int16),
        "second_void": np.asarray(voids > 1, dtype=np.int16),
        "green_jack": number(U(card_mask(GREEN_A, JACK) | card_mask(GREEN_B, JACK))),
        "jack_to_them": jack if node in (0, 2) else none,
        "jack_to_partner": jack if node == 1 else none,
        "jack_to_dealer": jack if node == 3 else none,
        "next": called_next if node in (4, 7) else none,
    }


def best_cut(points: np.ndarray, gains: np.ndarray) -> tuple[float, int]:
    """What is won by calling from some number of points on, and the best such number."""
    low = int(points.min())
    above = np.append(np.cumsum(np.bincount(points - low, gains)[::-1])[::-1], 0.0)
    best = int(above.argmax())
    return float(above[best]), best + low


def gathered(rows: np.ndarray, gains: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Columns of `rows` that are alike put together, their gains float64[kinds, columns] summed."""
    key = np.zeros(rows.shape[1], dtype=np.int64)
    for row in rows.astype(np.int64):
        key = key * (row.max() - row.min() + 1) + row - row.min()
    _, first, place = np.unique(key, return_index=True, return_inverse=True)
    return rows[:, first], np.stack([np.bincount(place, gain) for gain in gains])


def climb(value: _Value, start: Sequence[int], most: int) -> tuple[np.ndarray, list[int], float]:
    """Move numbers by one or two, alone and in pairs, as long as the value grows; the numbers, the cuts, the value."""
    numbers = np.array(start, dtype=np.int16)
    best, cuts = value(numbers)
    places = range(len(numbers))
    single = [((p, d),) for p in places for d in (1, -1, 2, -2)]
    double = [((p, d), (q, e)) for p in places for q in range(p) for d in (1, -1) for e in (1, -1)]
    moved = True
    while moved:
        moved = False
        for moves in (single, double):
            for move in moves:
                tried = numbers.copy()
                for place, step in move:
                    tried[place] += step
                if np.abs(tried).max() <= most:
                    found, its_cuts = value(tried)
                    if found > best + SMALLEST_GAIN:
                        best, cuts, numbers, moved = found, its_cuts, tried, True
            if moved:
                break
    return numbers, cuts, best


class Counting:
    """Card counts as bidding tables, and their search."""

    def __init__(self, index: ClassIndex) -> None:
        """Counts what there is to count of every class."""
        made = [features(node, hands, index) for node, hands in enumerate(hands_of(index))]
        self.call = [np.stack([one["any_void" if name == "void" else name] for name in CALL]) for one in made]
        self.lone = [np.stack([one[name] for name in LONE]) for one in made]

    def table(self, call: np.ndarray, cuts: list[int], lone: np.ndarray, lone_cuts: list[int]) -> np.ndarray:
        """int8[nodes, classes]: the answers of a card."""
        rows = []
        for node in range(2 * _SEATS):
            points = np.tensordot(call, self.call[node], 1)
            suit = points.argmax(0)
            classes = np.arange(points.shape[1])
            alone = np.tensordot(lone, self.lone[node], 1)[suit, classes] >= lone_cuts[node]
            said = np.where(alone, 2, points[suit, classes] >= cuts[node])
            rows.append(np.where(said > 0, 2 * suit + said, 0))
        return np.stack(rows).astype(np.int8)

    def search(
        self, gains: list[np.ndarray], call: np.ndarray, lone: np.ndarray, lone_cuts: list[int]
    ) -> tuple[np.ndarray, list[int], np.ndarray, list[int]]:
        """Better numbers: those of the call for given lone hands, those of the lone hand for given calls, and again.

        `gains` float64[suits, classes, 2] by node: what a call with the partner, and alone, wins above a pass.
        """
        cuts: list[int] = []
        for _ in range(2):
            value = self._call_value(gains, lone, lone_cuts)
            call, cuts, _ = climb(value, call.tolist(), MOST)
            lone, lone_cuts, _ = climb(self._lone_value(gains, call, cuts), lone.tolist(), MOST)
        _, cuts = self._call_value(gains, lone, lone_cuts)(call)
        return call, cuts, lone, lone_cuts

    def _call_value(self, gains: list[np.ndarray], lone: np.ndarray, lone_cuts: list[int]) -> _Value:
        parts = []
        for node, gain in enumerate(gains):
            alone = np.tensordot(lone, self.lone[node], 1) >= lone_cuts[node]
            got = np.where(alone, gain[:, :, 1], gain[:, :, 0])
            met = np.flatnonzero(gain.any(axis=(0, 2)))
            seen = self.call[node][:, :, met]
            rows, sums = gathered(seen.reshape(-1, len(met)), got[:, met])
            parts.append((rows.reshape(*seen.shape[:2], -1), sums))

        def value(numbers: np.ndarray) -> tuple[float, list[int]]:
            found = []
            for rows, sums in parts:
                points = np.tensordot(numbers, rows, 1)
                suit, place = points.argmax(0), np.arange(rows.shape[2])
                found.append(best_cut(points[suit, place], sums[suit, place]))
            return sum(won for won, _ in found), [cut for _, cut in found]

        return value

    def _lone_value(self, gains: list[np.ndarray], call: np.ndarray, cuts: list[int]) -> _Value:
        parts = []
        for node, gain in enumerate(gains):
            points = np.tensordot(call, self.call[node], 1)
            suit, classes = points.argmax(0), np.arange(points.shape[1])
            got, called = gain[suit, classes], points[suit, classes] >= cuts[node]
            more = got[:, 1] - np.where(called, got[:, 0], 0)
            parts.append(gathered(self.lone[node][:, suit, classes], more[None]))

        def value(numbers: np.ndarray) -> tuple[float, list[int]]:
            found = [best_cut(np.tensordot(numbers, rows, 1), sums[0]) for rows, sums in parts]
            return sum(won for won, _ in found), [cut for _, cut in found]

        return value


def gains_of(sums: np.ndarray, deals: int) -> list[np.ndarray]:
    """What answers win above a pass, by node float64[suits, classes, 2], summed over classes in points a deal."""
    more = (sums - sums[:, :, :1]) / deals
    suits = [1] * _SEATS + [3] * _SEATS
    return [
        np.stack([more[node][:, 1 + 2 * suit : 3 + 2 * suit] for suit in range(count)])
        for node, count in enumerate(suits)
    ]


def params_of(call: np.ndarray, cuts: list[int], lone: np.ndarray, lone_cuts: list[int]) -> Params:
    """The numbers of a card as the strategy has them."""
    places = [f"{word}_{seat}" for word in ("order", "name") for seat in SEATS]
    return Params(
        **dict(zip(CALL, call.tolist(), strict=True)),
        **dict(zip(places, cuts, strict=True)),
        **dict(zip([f"lone_{name}" for name in LONE], lone.tolist(), strict=True)),
        **dict(zip([f"alone_{place}" for place in places], lone_cuts, strict=True)),
    )


def numbers_of(card: Params) -> tuple[np.ndarray, list[int], np.ndarray, list[int]]:
    """The numbers of a card as the search has them: of the call, its cuts, of the lone hand, its cuts."""
    told = card._asdict()
    places = [f"{word}_{seat}" for word in ("order", "name") for seat in SEATS]
    return (
        np.array([told[name] for name in CALL]),
        [told[place] for place in places],
        np.array([told[f"lone_{name}"] for name in LONE]),
        [told[f"alone_{place}"] for place in places],
    )


def finish(work: Generator[StageProgress, None, Any]) -> Any:
    """The result of some work, its progress left aside."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


def walk_sides(library: Library, own: np.ndarray, others: np.ndarray, workers: Workers, deals: int) -> np.ndarray:
    """What every answer is worth to two partners who bid by one table when the other two bid by another."""
    found = []
    for side in range(2):
        mixed = others.copy()
        mixed[side::2] = own[side::2]
        found.append(finish(walk_library(library, mixed, workers, f"side {side + 1}", deals)).sums)
    found[0][1::2] = found[1][1::2]
    return np.asarray(found[0])


def main() -> None:
    """Fit, and print the numbers."""
    options = _options()
    rules, cards = preset(RULES), load_player(CARDS)
    folder, deals = Path(options.folder), options.parts * PART_DEALS
    library = Library(Source(rules, cards, options.seed), deals, folder / "deals")
    held = Library(Source(rules, cards, options.seed + 1), 4 * PART_DEALS, folder / "held-out")
    workers, index = Workers(options.threads), library.source.index
    book, basic = both_ways(read_book(FOLDER / BOOKS[RULES]).table), bidding_table(cards, rules)
    counting = Counting(index)
    numbers = numbers_of(Params())
    own, sums, walked = both_ways(counting.table(*numbers)), np.zeros(1, dtype=np.int64), 0

    def measured() -> list[Estimate]:
        contracts = library.source.contracts
        others = (finish(pair_counts(held, own, other, workers, "measured")) for other in (basic, book))
        return [mean_of_pairs(counts, contracts) for counts in others]

    found = [(measured(), numbers)]
    for number in range(1, options.rounds + 1):
        sums = sums + number * walk_sides(library, own, book, workers, deals)
        walked += number * deals
        call, _, lone, lone_cuts = numbers
        numbers = counting.search(gains_of(sums[:, :, :COUNT], walked), call, lone, lone_cuts)
        own = both_ways(counting.table(*numbers))
        found.append((measured(), numbers))
    for number, (won, _) in enumerate(found):
        told = [
            f"{one.short(signed=True, places=4)} over {name}" for one, name in zip(won, (CARDS, "book"), strict=True)
        ]
        print(f"round {number}: {', '.join(told)} ({held.deals} pairs)", file=sys.stderr)
    _, best = max(found, key=lambda one: one[0][1].value or 0.0)
    for name, count in params_of(*best)._asdict().items():
        print(f"    {name}: int = {count}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="the --work folder of a training")
    parser.add_argument("--seed", type=int, default=1, help="seed of the training")
    parser.add_argument("--parts", type=int, default=8, help=f"parts of {PART_DEALS} deals to look at")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
