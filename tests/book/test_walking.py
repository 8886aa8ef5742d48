"""Bidding by look-up comes to what slow bidding comes to, and to what comparisons play."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.book.bidders import bidding_table, bids_by_class, both_ways
from sim.book.contracts import ANSWERS, CODES, OUTCOMES, Contracts
from sim.book.library import Library, Source, cards_hash
from sim.book.lookups import mean_of_pairs, pair_counts, walk_library
from sim.book.walking import COUNT, leads_by_deal, masks_of, pack
from sim.compare.comparison import compare
from sim.compare.pairs import MirroredPairs
from sim.engine.rng import first_dealer
from sim.errors import EuchreError, StrategyError
from sim.players.strategy import Player, load_player
from sim.rules.presets import preset
from sim.rules.rules import Rules
from sim.runs.chunks import Chunk, Workers

SEED, DEALS = 12, 3000
GAMES = {
    "standard": preset("standard"),
    "stuck": preset("standard").with_changes(stick_dealer="on"),
    "two-handed": preset("two-handed"),
    "cutthroat": preset("cutthroat"),
}
OTHER = {
    "standard": "basic{order_1=240,order_dealer=230,name_1=160,next_1=30,lone_trump=75}",
    "stuck": "basic{order_2=240,name_dealer=180}",
    "two-handed": "basic{two_order_1=240,two_name_dealer=90}",
    "cutthroat": "basic{three_order_1=160,three_name=40}",
}


def finish(work: Iterator[object]) -> object:
    """Do some work to its end, and what it returns."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Library]:
    """A small library of each game."""
    made = {}
    for name, rules in GAMES.items():
        source = Source(rules, load_player("basic"), SEED)
        made[name] = Library(source, DEALS, tmp_path_factory.mktemp("library") / name)
        finish(made[name].fill(Workers(2)))
    return made


def some_table(contracts: Contracts, classes: int, seed: int = 3) -> np.ndarray:
    """Any answers that the rules allow, passes most of all; the same for both ways round."""
    rng = np.random.default_rng(seed)
    rows = []
    for node in range(contracts.nodes):
        allowed = contracts.answers(node)
        chances = np.array([6.0 if answer == 0 else 1.0 for answer in allowed])
        rows.append(rng.choice(allowed, size=classes, p=chances / chances.sum()))
    return both_ways(np.array(rows, dtype=np.int8))


def paid(word: int, node: int, answer: int, contracts: Contracts) -> int:
    """The outcome of a contract, read off a word."""
    seat, first = node % contracts.players, node < contracts.players
    alone = answer - 1 if first else (answer - 1) % 2
    return OUTCOMES * seat + CODES * alone + (word >> int(contracts.places[node, answer]) & 3)


def bid_on(word: int, answers: list[int], node: int, contracts: Contracts) -> int:
    """What comes of a deal from a node on, when all answer so."""
    for later in range(node, contracts.nodes):
        if answers[later]:
            return paid(word, later, answers[later], contracts)
    return OUTCOMES * contracts.players


@pytest.mark.parametrize("name", GAMES)
def test_a_walk_is_every_answer_of_every_decision_tried(name: str, libraries: dict[str, Library]) -> None:
    library = libraries[name]
    contracts, classes = library.source.contracts, library.source.index.count
    table, worth = some_table(contracts, classes), contracts.worth()
    walked = finish(walk_library(library, table, Workers(2), "walk", 1500))
    sums = np.zeros((contracts.nodes, classes, ANSWERS + 1), dtype=np.int64)
    squares = np.zeros((contracts.nodes, ANSWERS), dtype=np.int64)
    totals = np.zeros(contracts.players, dtype=np.int64)
    ids, words = library.part(library.spans()[0])
    for deal in range(1500):
        word = int(words[deal])
        answers = [int(table[node, ids[deal, node % contracts.players]]) for node in range(contracts.nodes)]
        totals += worth[:, bid_on(word, answers, 0, contracts)]
        for node in range(contracts.nodes):
            seat = node % contracts.players
            passed = worth[seat, bid_on(word, answers, node + 1, contracts)]
            row = sums[node, ids[deal, seat] >> 1]
            row[0] += passed
            row[COUNT] += 1
            for answer in range(1, ANSWERS):
                if contracts.places[node, answer] >= 0:
                    got = worth[seat, paid(word, node, answer, contracts)]
                    row[answer] += got
                    squares[node, answer] += (got - passed) ** 2
            if answers[node]:
                break
    assert np.array_equal(walked.sums, sums)
    assert np.array_equal(walked.squares, squares)
    assert np.array_equal(walked.totals, totals)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_by_look_up_is_a_comparison_deal_by_deal(name: str, libraries: dict[str, Library]) -> None:
    check_match(GAMES[name], load_player("basic"), load_player(OTHER[name]), libraries[name])


@pytest.mark.nightly
@pytest.mark.parametrize("spec", ["lukefitz", "ohio-next/basic", "perry21/basic", "always-pass/basic"])
def test_matches_of_published_bidders(spec: str, libraries: dict[str, Library]) -> None:
    mine = load_player("lukefitz/basic" if spec == "lukefitz" else spec)
    check_match(GAMES["standard"], mine, load_player("basic"), libraries["standard"])


def check_match(rules: Rules, mine: Player, other: Player, library: Library) -> None:
    if rules.players == 4:  # elsewhere the same parameters serve bids and lone defences
        assert cards_hash(mine, rules) == cards_hash(other, rules)
    contracts = library.source.contracts
    x, y = bidding_table(mine, rules), bidding_table(other, rules)
    assert (x != y).any()
    ids, words = library.part(library.spans()[0])
    found = np.zeros((contracts.teams, DEALS), dtype=np.int64)
    masks = masks_of(contracts.players, contracts.teams)
    leads_by_deal(ids, words, pack(x, y), masks, contracts.places, contracts.worth(), found)
    rows = MirroredPairs(rules, mine, other, SEED).play(Chunk(0, DEALS))
    dealers = np.array([first_dealer(np.uint64(SEED), game, rules.players) for game in range(DEALS)], dtype=np.int64)
    for table in range(contracts.teams):
        # Who sits on side `table` sits in seat dealer's left plus k.
        seats = (table - dealers - 1) % rules.players % contracts.teams
        assert np.array_equal(rows.leads[table], found[seats, np.arange(DEALS)])
    assert found.any()
    counts = finish(pair_counts(library, x, y, Workers(1), "match"))
    assert isinstance(counts, np.ndarray)
    values = np.bincount(found.sum(axis=0) + len(counts) // 2, minlength=len(counts))
    assert np.array_equal(counts, values)
    scale = contracts.teams * (contracts.teams - 1)
    assert mean_of_pairs(counts, contracts).value == pytest.approx(rows.values.mean() / scale)


def test_whose_bids_hang_on_more_than_the_class_has_no_table() -> None:
    rules = preset("standard")
    assert bids_by_class(load_player("basic"), rules)
    for spec in ("random", "rollout(basic)"):
        assert not bids_by_class(load_player(spec), rules)
        with pytest.raises(StrategyError, match="hang on more than hand, upcard, seat and score"):
            bidding_table(load_player(spec), rules)


def test_cards_are_told_apart_from_bids() -> None:
    rules = preset("standard")
    basic = cards_hash(load_player("basic"), rules)
    assert cards_hash(load_player("basic{order_1=300}"), rules) == basic
    assert cards_hash(load_player("simple"), rules) != basic


def test_a_library_goes_on_where_it_stopped(libraries: dict[str, Library], tmp_path: Path) -> None:
    whole = libraries["standard"]
    part = Library(whole.source, 100, tmp_path / "a")
    finish(part.fill(Workers(1)))
    more = Library(whole.source, DEALS, tmp_path / "a")
    finish(more.fill(Workers(1)))
    for one, other in zip(more.part(more.spans()[0]), whole.part(whole.spans()[0]), strict=True):
        assert np.array_equal(one, other)


def test_another_library_is_not_gone_on_with(libraries: dict[str, Library]) -> None:
    library = libraries["standard"]
    with pytest.raises(Exception, match="another library: its seed differ"):
        Library(Source(library.source.rules, library.source.cards, SEED + 1), DEALS, library.folder)


def test_a_damaged_part_is_told(libraries: dict[str, Library], tmp_path: Path) -> None:
    source = libraries["two-handed"].source
    library = Library(source, 64, tmp_path)
    finish(library.fill(Workers(1)))
    path = next(tmp_path.glob("deals-*.bin"))
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(Exception, match="is damaged"):
        library.part(library.spans()[0])
    path.write_bytes(b"\x7f" * (64 * 16))
    with pytest.raises(Exception, match="is damaged"):
        library.part(library.spans()[0])


def test_a_comparison_by_library_says_what_playing_says(libraries: dict[str, Library]) -> None:
    words = {"pairs": DEALS, "seed": SEED, "opponents": (), "explain": False}
    rules, mine, other = GAMES["standard"], OTHER["standard"], "basic"
    looked_up = compare(rules, mine, other, library=libraries["standard"].folder, **words).finish()
    played = compare(rules, mine, other, **words).finish()
    assert looked_up.hands == played.hands and looked_up.hands is not None
    assert looked_up.games == played.games
    assert "looked up in the library" in looked_up.to_text()


@pytest.mark.parametrize(
    ("rules", "other", "words", "said"),
    [
        ("standard", "simple", {}, "do not play cards alike"),
        ("canadian", "basic", {}, "its rules differ"),
        ("british", "basic", {}, "has a joker"),
        ("standard", "basic", {"pairs": DEALS + 1}, f"holds {DEALS} deals"),
        ("standard", "basic", {"seed": SEED + 1}, f"seed is {SEED}"),
        ("standard", "basic", {"unit": "games"}, "fixed number of single deals"),
    ],
)
def test_what_a_library_cannot_tell_is_refused(
    rules: str, other: str, words: dict[str, Any], said: str, libraries: dict[str, Library]
) -> None:
    with pytest.raises(EuchreError, match=said) as told:
        compare(rules, OTHER["standard"], other, library=libraries["standard"].folder, **words)
    assert told.value.hint
