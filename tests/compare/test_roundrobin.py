"""Round robins: the same numbers as single comparisons, honest groups, and the command."""

import re
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from sim.compare.comparison import compare
from sim.compare.roundrobin import TableResult, round_robin
from sim.errors import Interrupted, UsageError
from sim.rules.presets import PRESETS, preset
from sim.stats.estimates import Estimate
from sim.stats.multiple import holm, letters, p_value
from support.command_line import Cli
from support.envelope import result

NAMES = ["basic", "cautious", "random", "always-order"]


def made(names: list[str] = NAMES, game: str = "standard", **options: Any) -> TableResult:
    return round_robin(preset(game), names, **{"pairs": 3000, "seed": 5} | options).finish()


def cell(result: TableResult, row: str, column: str) -> Estimate:
    specs = [standing.player.spec for standing in result.standings]
    found = result.cells[specs.index(row)][specs.index(column)]
    assert found is not None
    return found.difference


def test_matches_are_what_comparisons_of_two_give() -> None:
    result = made()
    for one, other in combinations(NAMES, 2):
        alone = compare(PRESETS["standard"], one, other, pairs=3000, seed=5, opponents=(), explain=False).finish()
        assert alone.hands is not None
        assert cell(result, one, other).value == pytest.approx(alone.hands.value.value)
        assert cell(result, one, other).se == pytest.approx(alone.hands.value.se)


@pytest.mark.parametrize("game", ["standard", "two-handed", "cutthroat", "british"])
@pytest.mark.parametrize("unit", ["hands", "games"])
def test_the_table_is_antisymmetric_and_scores_are_means_of_rows(game: str, unit: Any) -> None:
    result = made(NAMES[:3], game, unit=unit, pairs=400)
    for row, standing in enumerate(result.standings):
        values = []
        for column in range(len(result.standings)):
            mine, back = result.cells[row][column], result.cells[column][row]
            if row == column:
                assert mine is None
                continue
            assert mine is not None and back is not None
            assert mine.difference.value == pytest.approx(-(back.difference.value or 0))
            assert mine.difference.lo == pytest.approx(-(back.difference.hi or 0))
            assert mine.sure == back.sure
            values.append(mine.difference.value)
        assert standing.score.value == pytest.approx(np.mean(values))
    scores = [standing.score.value or 0 for standing in result.standings]
    assert scores == sorted(scores, reverse=True)
    assert sum(scores) == pytest.approx(0, abs=1e-12)


def test_no_number_depends_on_threads() -> None:
    one, three = (made(threads=threads, pairs=20_000).to_dict() for threads in (1, 3))
    del one["seconds"], three["seconds"]
    assert one == three


def test_players_who_act_alike_share_their_letters() -> None:
    result = made(["basic", "basic/basic{order_1=300}", "random"])
    marks = {standing.player.spec: standing.letters for standing in result.standings}
    assert marks["basic"] == marks["basic/basic{order_1=300}"] == "a"
    assert marks["random"] == "b"
    assert cell(result, "basic", "basic/basic{order_1=300}").value == 0.0


def test_what_was_played_before_an_interruption_is_kept() -> None:
    asked = [0]

    def stop() -> bool:
        asked[0] += 1
        return asked[0] > 2

    robin = round_robin(PRESETS["standard"], NAMES, pairs=10_000_000, seed=1, threads=1, stop=stop)
    with pytest.raises(Interrupted, match="of 10000000 pairs of each match"):
        robin.finish()
    result = robin.result
    assert not result.complete
    assert 0 < result.pairs < 10_000_000
    assert result.to_text().startswith("INTERRUPTED")


@pytest.mark.parametrize(
    ("names", "words"), [(["basic", "basic"], "twice"), (["basic"], "2 to 64"), (["basic", "basic{}"], "twice")]
)
def test_tables_that_make_no_sense_are_refused(names: list[str], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        round_robin(PRESETS["standard"], names)


# Groups


def test_holm_steps_down() -> None:
    # Sorted: 0.01 <= 0.05/4, 0.015 <= 0.05/3, 0.03 > 0.05/2, and then nothing more.
    assert holm([0.03, 0.01, 0.04, 0.015]) == [False, True, False, True]
    assert holm([0.02, 0.02]) == [True, True]
    assert holm([]) == []


def test_holm_keeps_false_differences_rare() -> None:
    """10 equal players, 45 dependent comparisons: any false one in 4.3 % of 4 000 tables (at most 5 % is promised)."""
    source = np.random.default_rng(5)
    false = 0
    pairs = list(combinations(range(10), 2))
    for _ in range(4000):
        means = source.normal(size=10)
        values = [Estimate(means[a] - means[b], 2**0.5, 0, 0, 100, "", "") for a, b in pairs]
        false += any(holm([p_value(value) for value in values]))
    assert false / 4000 < 0.05 + 3 * (0.05 * 0.95 / 4000) ** 0.5


def test_p_values() -> None:
    assert p_value(Estimate(1.96, 1.0, 0, 0, 9, "", "")) == pytest.approx(0.05, abs=1e-4)
    assert p_value(Estimate(-1.96, 1.0, 0, 0, 9, "", "")) == pytest.approx(0.05, abs=1e-4)
    assert p_value(Estimate(0.0, 0.0, 0, 0, 9, "", "")) == 1.0
    assert p_value(Estimate(0.5, 0.0, 0, 0, 9, "", "")) == 0.0
    assert p_value(Estimate(0.5, None, None, None, 1, "", "")) == 1.0


def test_letters_of_a_simple_order() -> None:
    assert letters(3, []) == ["a", "a", "a"]
    assert letters(3, [(0, 1), (0, 2), (1, 2)]) == ["a", "b", "c"]
    assert letters(3, [(0, 2)]) == ["a", "ab", "b"]
    assert letters(4, [(0, 2), (0, 3), (1, 3)]) == ["a", "ab", "bc", "c"]


def test_two_share_a_letter_exactly_where_they_do_not_differ() -> None:
    source = np.random.default_rng(7)
    for _ in range(300):
        count = int(source.integers(2, 9))
        different = {pair for pair in combinations(range(count), 2) if source.random() < 0.4}
        marks = letters(count, different)
        for one, other in combinations(range(count), 2):
            assert ((one, other) not in different) == bool(set(marks[one]) & set(marks[other]))


# The command


def test_the_command_prints_standings_and_matches(cli: Cli) -> None:
    found = cli("compare random basic cautious --pairs 3000 --seed 3 -q")
    assert found.exit_code == 0, found.stderr
    text = found.stdout
    assert text.startswith(
        "standard: round robin of 3 strategies, seed 3\n3 000 mirrored pairs of each of the 3 matches\n"
    )
    assert re.search(r"^   1  basic  +\+0\.\d+ ± 0\.\d+ +a$", text, re.MULTILINE)
    assert re.search(r"^   3  random  +-1\.\d+ ± 0\.\d+ +c$", text, re.MULTILINE)
    assert "Holm's correction of all 3 comparisons" in text.replace("\n", " ")
    assert text.splitlines()[-1] == "again   euchre-sim compare random basic cautious --pairs 3000 --seed 3"
    three = cli("compare random basic cautious --pairs 300 -q --rules cutthroat").stdout
    assert "Each match is played both ways" in three.replace("\n", " ")


def test_matches_that_cannot_be_told_from_even_stand_in_brackets(cli: Cli) -> None:
    text = cli("compare basic 'basic/basic{order_1=300}' random --pairs 500 --seed 3 -q").stdout
    assert "(+0.00)" in text


def test_json_and_markdown(cli: Cli) -> None:
    line = "compare random basic cautious --games --pairs 300 --seed 3 -q"
    data = result(cli(f"{line} --json").stdout)
    assert data["unit"] == "games"
    assert [row["player"]["spec"] for row in data["standings"]] == ["basic", "cautious", "random"]
    assert data["cells"][0][0] is None
    text = cli(f"{line} --format markdown").stdout
    assert "| 1 | basic | +" in text
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert len({row.count("|") for row in block.splitlines()}) == 1
