"""How wide a lane of cards is stands in sim/lanes.py alone: no other code shifts or masks cards by a bare number."""

import ast
from collections.abc import Iterator

import pytest

from sim.bits import U, lane_index, lane_of, top
from sim.cards import SUIT_STEP, card_name, code_of, deck_codes, rank_of, suit_of
from sim.lanes import ACE, LANE, LANE_BITS, LANES, PLAIN, TOP_JOKER, WORD_BITS, card_mask, each_lane, lane_mask
from strategies.toolkit import in_lane, ranks_in
from support.places import ROOT

SOURCES = ("sim", "strategies", "reports", "docs/bots", "benchmarks/pages")
TEMPLATE = "euchre_sim/templates/strategy.py.txt"

# Places in words and lanes as they are today: what a bare number of the layout would be.
SHIFTS = {4, 15, 16, 32, 36, 48, *range(57, 64)}
STEPS = {16, 48}
SPANS = {16, 64}

NOT_CARDS = {
    "sim/ask/deal_source.py": {"1 << 16", "_PROBE_DRAWS // 16"},  # numbers of deals
    "sim/ask/draw_kernels.py": {"word >> U(32)"},  # halves of random words
    "sim/ask/likelihood.py": {"1 << 32"},  # numbers of draws
    "sim/engine/asking.py": {  # what was asked of whom, packed in one word
        "U(16) * (U(position) + U(8) * U(trick))",
        "roles >> U(DEALER_BYTE) << U(32)",
        "((code & 4294967295) - 1) // 16",
        "1 << 32",
        "code // 16",
        "code % 16",
    },
    "sim/engine/number_bids.py": {  # bids, and a bit for each lane
        "wish & U(15)",
        "wish - U(1) & U(15)",
        "U(15) | U(rules[R_NO_TRUMP]) << U(4)",
        "U(rules[R_NO_TRUMP]) << U(4)",
    },
    "sim/engine/contract.py": {"(maker << U(2) | maker >> U(2)) & U(15)"},  # a bit a seat
    "sim/engine/deal.py": {"1 << 32", "1 << 60", "compact >> 32"},  # numbers of deals; choices in tables of 32 bits
    "sim/engine/farmers.py": {"1 << 16"},  # numbers of draws
    "sim/engine/memory.py": {"batch[LEADERS * B + i] >> U(_SEAT_BITS * (number - 1)) & U(15)"},  # seats
    "sim/engine/proposal.py": {"decision_word(chance, _BLIND_WORD) >> U(62)"},  # one of four suits by chance
    "sim/engine/seats.py": {"U(72340172838076673)"},  # a byte a role
    "sim/engine/rng.py": {"U(draw) << U(32)"},  # the counter of a random word
    "sim/players/check/compiled_form.py": {"B // 16"},  # numbers of deals
    "sim/players/offences.py": {"answer >> 63", "range(1, 16)"},  # the sign of an answer; bids
    "sim/players/scripting.py": {  # halves of an answer
        "U(np.int64(params[cell + 1])) << U(32)",
        "action[0] >> U(32)",
        "answer >> 32",
        "int(high) << 32",
    },
    "sim/rules/rule_file.py": {"1 << 16"},  # bytes of a file
    "sim/runs/tally.py": {"1 << 62"},  # numbers of hands
    "sim/solver/lanes.py": {"LANE >> 4", "m >> U(4)"},  # places within a lane
    "sim/solver/search.py": {"known >> 4", "known & 15"},  # two numbers of tricks
    "sim/solver/tables.py": {"1 << 15", "1 << 16", "theirs << 4"},  # sizes of tables; two numbers of tricks
    "sim/stats/estimates.py": {"16 * z ** 3"},  # a series
    "reports/counting/stream.py": {"1 << 16"},  # rows of a table
    "strategies/parts/play_napoleon.py": {"1 << 32"},  # more than any count
    "strategies/random.py": {  # halves of random words
        "(U(v.random) >> U(32)) * U(count) >> U(32)",
        "U(v.random) >> U(32)",
        "(word >> U(32)) * U(count) >> U(32)",
        "word >> U(32)",
    },
    "strategies/toolkit.py": {"LANE >> 4", "m >> U(4)"},  # places within a lane
}
"""What looks like a number of the layout and is none."""


def number(node: ast.expr) -> int | None:
    """The bare number that an operand is, in `U(...)` or not."""
    if isinstance(node, ast.Call) and len(node.args) == 1:
        node = node.args[0]
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def is_pattern(value: int) -> bool:
    """Whether a number looks like places of one lane, or like the same places in some lanes."""
    lanes = [value >> 16 * lane & 0xFFFF for lane in range(4)]
    ones = (1 << value.bit_length()) - 1 == value and value.bit_length() in (32, 64)
    return value > 0xFF and value >> 64 == 0 and len({lane for lane in lanes if lane}) == 1 and not ones


def is_bare(node: ast.AST) -> bool:
    """Whether a piece of code shifts, masks or counts by a number of the layout."""
    if isinstance(node, ast.BinOp | ast.AugAssign):
        left, right = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
        values = {number(left), number(right)} - {None}
        if isinstance(node.op, ast.LShift | ast.RShift):
            return number(right) in SHIFTS or is_pattern(number(left) or 0)
        if isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor):
            return any(value == 15 or is_pattern(value) for value in values)
        return isinstance(node.op, ast.Mult | ast.FloorDiv | ast.Mod) and not STEPS.isdisjoint(values)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in ("range", "divmod"):
            return any(number(argument) in SPANS for argument in node.args)
        return node.func.id == "U" and is_pattern(number(node) or 0)
    return False


def bare(text: str) -> set[str]:
    """The pieces of code that `is_bare` finds."""
    return {ast.unparse(node) for node in ast.walk(ast.parse(text)) if is_bare(node)}


def files() -> Iterator[str]:
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path.relative_to(ROOT).as_posix()
    yield TEMPLATE


@pytest.mark.parametrize(
    "code",
    ["popcount(hand >> U(48))", "hand << U(63)", "hand & U(0xFFFF)", "(code << 4) | 9", "code & 15", "16 * suit + rank",
     "ACES = U(0x1000_1000_1000_1000)", "KINGS = np.uint64(1) << np.uint64(16)", "0x1FFF << place & hand",
     "code // 16", "divmod(code, 16)", "range(64)", "x >>= U(32)", "hand & 0x0000_0400_0000_0400"],
)  # fmt: skip
def test_a_bare_number_is_found(code: str) -> None:
    assert bare(code)


@pytest.mark.parametrize("code", ["hand >> U(1)", "x & U(0xFF)", "x & 0xFFFF_FFFF", "hand >> U(LANE_BITS)", "4 * x"])
def test_other_numbers_pass(code: str) -> None:
    assert not bare(code)


def test_no_bare_number_of_the_layout() -> None:
    """sim/bits.py is left out: its numbers are those of the machine's words, of random bits as well as of cards."""
    places = set(files()) - {"sim/lanes.py", "sim/bits.py"}
    found = {place: bare((ROOT / place).read_text(encoding="utf-8")) for place in sorted(places)}
    assert len(found) > 200
    wrong = {place: pieces - NOT_CARDS.get(place, set()) for place, pieces in found.items()}
    assert {place: pieces for place, pieces in wrong.items() if pieces} == {}, "write it with the names of sim.lanes"


def test_the_layout_is_what_it_says() -> None:
    assert WORD_BITS == 64 and LANE_BITS & (LANE_BITS - 1) == 0 and LANE_BITS <= 16
    assert [lane_mask(lane) for lane in range(LANES)] == [LANE << place for place in range(0, WORD_BITS, LANE_BITS)]
    assert sum(lane_mask(lane) for lane in range(LANES)) == (1 << WORD_BITS) - 1 == each_lane(LANE)
    assert PLAIN.bit_count() == ACE + 1 and PLAIN < card_mask(0, TOP_JOKER) <= LANE
    for code in deck_codes(52):
        assert card_mask(suit_of(code), rank_of(code)) == 1 << code and code == code_of(suit_of(code), rank_of(code))
        assert lane_index(U(1 << code)) == suit_of(code) and lane_of(U(1 << code)) == lane_mask(suit_of(code))


def test_codes_in_files_are_in_steps_of_sixteen() -> None:
    assert SUIT_STEP == 16 and [card_name(code) for code in (0, 12, 16, 44, 60, 15)] == [
        "2C",
        "AC",
        "2D",
        "AS",
        "AH",
        "Jo",
    ]


@pytest.mark.parametrize("lane", range(4))
def test_one_lane_of_a_mask(lane: int) -> None:
    mask = U(0x8123_4567_89AB_CDEF)
    assert in_lane(mask, lane) == mask & U(lane_mask(lane))
    assert ranks_in(mask, lane) == int(mask) // 2 ** (LANE_BITS * lane) % 2**LANE_BITS
    assert top(in_lane(mask, lane)) == top(ranks_in(mask, lane)) << U(LANE_BITS * lane)
