"""Whether what a run's files say makes sense: values that these rules can give, and sums that agree with each other."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.cards import deck_codes, deck_mask
from sim.rules.number_bids import BIDDER_BITS, MAX_BID
from sim.rules.rules import MOST_SCORE, Rules
from sim.rules.units import Unit
from sim.runs.parts import Span
from sim.runs.schemas import may_be_unknown
from sim.runs.tally import BLOCKS, CODES, ENDINGS, JAMBONE, JAMBOREE, GameTotals, codes_of

Columns = Mapping[str, NDArray[Any]]
Limits = dict[str, tuple[int, int]]

_MOST_HANDS: Final = 1 << 40
_LONGEST: Final = 32767
_EVERY_BID: Final = 8**8 - 1
_CARDS: Final = (
    "upcard widow next_card discard loner_discard loner_best defender_discard defender_best "
    "card_1 card_2 card_3 card_4 card_5 card_6"
).split()
"""Columns that hold a card; but for the first two -1 where there is none."""
_IN_EVERY_PACK: Final = 7
"""The nine of clubs."""
_ALWAYS: Final = ("upcard", "widow", "card_1")


def check_rows(table: str, rows: Any, rules: Rules, span: Span) -> None:
    """ValueError unless the columns of some rows of a part (an Arrow table or batch) hold what these rules can give."""
    found = dict(zip(rows.schema.names, rows.columns, strict=True))
    for name, column in found.items():
        if column.null_count:
            if not (rows.schema.field(name).nullable and may_be_unknown(name)):
                raise ValueError("values are missing")
            # What is not known is nowhere wrong: hands are checked without it, a card is taken for one of any pack.
            found[name] = column.drop_null() if name.startswith("hand_") else column.fill_null(_IN_EVERY_PACK)
    arrays = {
        name: column.to_numpy() if hasattr(column, "chunks") else column.to_numpy(zero_copy_only=False)
        for name, column in found.items()
    }
    if not len(rows):
        return
    _check_limits(arrays, _limits(table, rules) | {"game": (span.first, span.last - 1)})
    if "game" in arrays and (arrays["game"][1:] < arrays["game"][:-1]).any():
        raise ValueError("its games are not in order")
    _check_cards(arrays, rules)
    if table == "hands":
        _check_contracts(arrays, rules)


def check_tally(rows: Columns, rules: Rules) -> None:
    """ValueError unless the rows of a tally count hands that these rules can give, each kind once."""
    if not len(rows["hands"]):
        return
    _check_limits(rows, _limits("tally", rules))
    _check_contracts(rows, rules)
    if "alone" in rows:
        alone, jambone = rows["alone"], rows["alone"] == JAMBONE
        if ((alone > 3) & ~(jambone & (rules.jambone == "on"))).any():
            raise ValueError("its column alone is out of range")
    for name, (_, taken) in ENDINGS.items():
        if name in rows and (rows["tricks"][rows[name] > 0] != taken).any():
            raise ValueError(f"its column {name} does not fit tricks")
    codes = codes_of(rows)
    if len(np.unique(np.asarray(rows["block"], np.int64) * CODES + codes)) != len(codes):
        raise ValueError("it counts a kind of hand twice")
    _, first, kind = np.unique(codes, return_index=True, return_inverse=True)
    for side in range(rules.teams):
        points = rows[f"points_{side}"]
        if (points != points[first][kind]).any():
            raise ValueError("hands of one kind have other points")


def check_totals(totals: GameTotals, rows: Columns, span: Span, rules: Rules, unit: Unit) -> None:
    """ValueError unless the sums over the games of a part agree with each other, its games and its tally."""
    hands = int(rows["hands"].sum())
    if unit == "hands":
        if hands != span.size or totals != GameTotals.none(rules.teams):
            raise ValueError(f"it counts {hands} hands where there are {span.size}")
        return
    won, games = sum(totals.wins) + totals.ties, totals.games
    if won != games or games != span.size:
        raise ValueError(f"{won} games are won or tied, where {span.size} were played")
    if hands != totals.hands or hands < games:
        raise ValueError(f"it counts {hands} hands where its games have {totals.hands}")
    squares = [(totals.hands, totals.hands_sq), *zip(totals.scores, totals.scores_sq, strict=True)]
    if any(total * total > games * square for total, square in squares):
        raise ValueError("its sums of squares are too small")
    if min(totals.ties, *totals.wins, *totals.slams) < 0 or any(
        slams > wins for slams, wins in zip(totals.slams, totals.wins, strict=True)
    ):
        raise ValueError("games are won less than never, or count twice without being won")
    if totals.blocks:
        whole = (games, totals.ties, totals.hands, *totals.wins, *totals.scores, *totals.slams)
        if tuple(map(sum, zip(*totals.blocks, strict=True))) != whole:
            raise ValueError("the sums of its blocks are not those of all its games")


def _check_limits(rows: Columns, limits: Limits) -> None:
    for name, values in rows.items():
        if name in limits:
            lowest, highest = limits[name]
            if values.min() < lowest or values.max() > highest:
                raise ValueError(f"its column {name} is out of range")


@lru_cache(maxsize=64)
def _limits(table: str, rules: Rules) -> Limits:
    """The lowest and highest value of the columns of a table that are neither cards nor masks."""
    n = rules.players
    seat, player, flag = (0, n), (0, n - 1), (0, 1)
    tricks = (0, JAMBOREE if rules.jamboree == "on" else rules.tricks)
    score = (0 if rules.has_upcard else -MOST_SCORE - 1, MOST_SCORE)
    if table == "games":
        found = {"dealer": player, "hands": (1, _LONGEST), "winner": (-1, rules.teams - 1), "worth": (1, 2)}
        return found | {f"{name}_{side}": score for name in ("score", "start") for side in range(rules.teams)}
    if table == "plays":
        return {"hand": (0, _LONGEST), "trick": (1, rules.tricks), "leader": (1, n), "winner": (1, n)}
    contract: Limits = dict.fromkeys(ENDINGS, flag)
    contract |= {"dealer": player, "round": (0, 2), "maker": seat, "bid": (0, rules.highest_bid), "tricks": tricks}
    if table == "tally":
        return contract | {"block": (0, BLOCKS - 1), "alone": (0, JAMBONE), "hands": (1, _MOST_HANDS)}
    found = {"hand": (0, _LONGEST), "trump": (-1, 4), "alone": flag, "jambone": flag, "pick_up": flag}
    found |= {"lone_defender": seat, "bidders": (0, _EVERY_BID)}
    return contract | found | {f"score_{side}": score for side in range(rules.teams)}


def _check_cards(rows: Columns, rules: Rules) -> None:
    pack, allowed = np.uint64(deck_mask(rules.deck)), _allowed(rules.deck)
    for name in _CARDS:
        if name in rows and not allowed[int(name in _ALWAYS)][rows[name].view(np.uint8)].all():
            raise ValueError(f"its column {name} has no card of the pack")
    for name, values in rows.items():
        if values.dtype == np.uint64:
            if (np.bitwise_or.reduce(values) & ~pack) != 0:
                raise ValueError(f"its column {name} has cards that are not in the pack")
            if name.startswith("hand_") and (np.bitwise_count(values) != rules.hand_size).any():
                raise ValueError(f"its column {name} has hands of another size")


@lru_cache(maxsize=8)
def _allowed(deck: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """For each byte whether it is a card of the pack or -1, and whether it is a card."""
    cards = np.zeros(256, bool)
    cards[list(deck_codes(deck))] = True
    or_none = cards.copy()
    or_none[255] = True
    return or_none, cards


def _check_contracts(rows: Columns, rules: Rules) -> None:
    """What is so of every hand: a hand with a maker has trump, a round or a bid; one without has nothing of these."""
    if "maker" not in rows:
        return
    maker = rows["maker"]
    made = maker > 0
    for name, none in (("trump", -1), ("round", 0), ("bid", 0)):
        if name in rows and ((rows[name] > none) != made).any():
            raise ValueError(f"its column {name} does not fit maker")
    for name in ("alone", "lone_defender", "tricks"):
        if name in rows and ((rows[name] > 0) & ~made).any():
            raise ValueError(f"its column {name} does not fit maker")
    if "pick_up" in rows and "discard" in rows and ((rows["pick_up"] > 0) & (rows["discard"] < 0)).any():
        raise ValueError("its column discard does not fit pick_up")
    for bid in range(MAX_BID if "bidders" in rows else 0):
        seats = rows["bidders"] >> BIDDER_BITS * bid & ((1 << BIDDER_BITS) - 1)
        if (seats > (rules.players if bid < rules.highest_bid else 0)).any():
            raise ValueError("its column bidders is out of range")
    if "lone_defender" in rows:
        defended = rows["lone_defender"] > 0
        step = (rows["lone_defender"][defended] - maker[defended]) % rules.players
        if (step % 2 == 0 if rules.players == 4 else step == 0).any():
            raise ValueError("its column lone_defender does not fit maker")
