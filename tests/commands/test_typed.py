"""What may be typed after an option: counts, seeds, fields and lists of strategies."""

import pytest

from euchre_sim.typed import MOST, SEED_LIMIT, parse_changes, parse_count, parse_index, parse_seed, split_specs
from sim.errors import UsageError


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("1e6", 1_000_000),
        ("1E6", 1_000_000),
        ("1e+6", 1_000_000),
        ("250k", 250_000),
        ("2.5M", 2_500_000),
        ("2.3M", 2_300_000),
        ("1g", 10**9),
        ("1_000_000", 1_000_000),
        ("+20", 20),
        (" 20 ", 20),
        ("1.5e1", 15),
        ("1e12", MOST),
    ],
)
def test_counts_are_read_as_people_write_them(text: str, value: int) -> None:
    assert parse_count(text, "--games") == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("-3", "--games must be at least 1, not -3"),
        ("0", "--games must be at least 1, not 0"),
        ("-0", "--games must be at least 1, not -0"),
        ("1e30", "--games 1e30 is more than the limit of 1 000 000 000 000"),
        ("1e9999", "--games 1e9999 is more than the limit of 1 000 000 000 000"),
        ("1000000000001", "--games 1000000000001 is more than the limit of 1 000 000 000 000"),
        ("1.5", "--games must be a whole number, not 1.5"),
        ("0.5k1", "--games is not a number: 0.5k1"),
        ("1e-3", "--games is not a number: 1e-3"),
        ("inf", "--games is not a number: inf"),
        ("nan", "--games is not a number: nan"),
        ("ten", "--games is not a number: ten"),
        ("1__0", "--games is not a number: 1__0"),
        ("0x10", "--games is not a number: 0x10"),
        ("", "--games is not a number: nothing"),
    ],
)
def test_a_count_that_makes_no_sense_is_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_count(text, "--games")
    assert caught.value.message == message
    assert caught.value.hint


def test_games_are_counted_from_nought() -> None:
    assert parse_index("0", "--game") == 0
    assert parse_index("12k", "--game") == 12_000
    with pytest.raises(UsageError, match="--game must not be negative: -1"):
        parse_index("-1", "--game")


@pytest.mark.parametrize(("text", "value"), [("0", 0), ("42", 42), ("0xff", 255), (str(2**63 - 1), 2**63 - 1)])
def test_seeds(text: str, value: int) -> None:
    assert parse_seed(text) == value


@pytest.mark.parametrize("text", ["-1", str(2**63), "1.5", "abc", "", "0x"])
def test_bad_seeds(text: str) -> None:
    with pytest.raises(UsageError, match="--seed is not a whole number"):
        parse_seed(text)


def test_changes_are_split_at_the_first_equals_sign() -> None:
    assert parse_changes(["stick_dealer=on", " target = 11 "]) == {"stick_dealer": "on", "target": "11"}


@pytest.mark.parametrize("pairs", [["stick_dealer"], ["=on"], ["stick_dealer="], ["target=5", "target=7"]])
def test_changes_that_cannot_be_read(pairs: list[str]) -> None:
    with pytest.raises(UsageError, match="--set"):
        parse_changes(pairs)


@pytest.mark.parametrize(
    ("texts", "specs"),
    [
        ([], []),
        (["basic"], ["basic"]),
        (["basic", "random"], ["basic", "random"]),
        (["basic, random"], ["basic", "random"]),
        (["perry{order=20,loner=26},basic"], ["perry{order=20,loner=26}", "basic"]),
        (["a{x=1,y=2}", "b,c{z=3,w=4}"], ["a{x=1,y=2}", "b", "c{z=3,w=4}"]),
    ],
)
def test_strategies_are_separated_by_commas_outside_braces(texts: list[str], specs: list[str]) -> None:
    assert split_specs(texts) == specs


@pytest.mark.parametrize("text", ["", ",", "basic,", "a{x=1", "a}x{", "a{x=1}}"])
def test_strategies_that_cannot_be_split(text: str) -> None:
    with pytest.raises(UsageError, match="--strategy"):
        split_specs([text])


def test_the_limits_are_those_of_the_library() -> None:
    from sim.runs import provenance, run

    assert MOST == run.MAX_UNITS
    assert SEED_LIMIT == provenance.SEED_LIMIT
