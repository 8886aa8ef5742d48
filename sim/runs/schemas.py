"""The tables of a run as data: every column with its type and meaning, and how it is laid out in Parquet."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from sim.errors import RunFolderError
from sim.rules.rules import Rules
from sim.rules.units import DETAILS, Detail

if TYPE_CHECKING:
    import pyarrow as pa

SCHEMA_VERSION: Final = 1
"""Raised when a column changes its meaning or goes; new columns do not raise it."""

TABLES: Final = ("games", "hands", "plays", "tally")

METADATA_PREFIX: Final = "euchre_sim."
# Packs up to here have so few different hands that a dictionary of them is smaller and faster than the masks.
_DICTIONARY_DECK: Final = 33


@dataclass(frozen=True)
class Column:
    """A column of a result table: its name, NumPy type and one line on what it holds."""

    name: str
    dtype: str
    about: str


def recorded(detail: Detail) -> tuple[str, ...]:
    """The tables that a run with this detail holds; `tally` is always there."""
    return (*TABLES[: DETAILS.index(detail)], "tally")


def columns(table: str, rules: Rules) -> tuple[Column, ...]:
    """The columns of a table, in order, for these rules."""
    return _COLUMNS[table](rules)


def _per_side(prefix: str, dtype: str, about: str, rules: Rules) -> tuple[Column, ...]:
    who = "players 0 and 2" if rules.teams < rules.players else "player 0"
    other = "players 1 and 3" if rules.teams < rules.players else "player {side}"
    texts = [who, *(other.format(side=side) for side in range(1, rules.teams))]
    return tuple(Column(f"{prefix}_{side}", dtype, f"{about} {texts[side]}") for side in range(rules.teams))


_GAME = Column("game", "int64", "number of the game, from 0")
_HAND = Column("hand", "int16", "number of the hand in its game, from 0")


def _games(rules: Rules) -> tuple[Column, ...]:
    return (
        _GAME,
        Column("dealer", "int8", "player who dealt the first hand"),
        Column("hands", "int16", "hands dealt in the game, thrown-in ones included"),
        Column("winner", "int8", "side that won; -1 when nobody did (a tie)"),
        *_per_side("score", "int16", "final score of", rules),
        *(_per_side("start", "int16", _START, rules) if rules.laps == "on" else ()),
        *([Column("worth", "int8", _WORTH)] if rules.slam == "on" else []),
        *(_per_side("tokens", "int8", "tokens left at the end to", rules) if rules.token_columns else ()),
    )  # fmt: skip


_WORTH: Final = "games that it counts for: 2 where the target is reached and the losers have no point, else 1"
_START: Final = "score before the first hand, with what the game before has carried over, of"


def _hands(rules: Rules) -> tuple[Column, ...]:
    seats = ("the eldest hand", *("" for _ in range(rules.players - 2)), "the dealer")
    return (
        _GAME,
        _HAND,
        Column("dealer", "int8", "player who dealt"),
        *_per_side("score", "int16", "score before the hand of", rules),
        *([Column("upcard", "int8", "code of the card turned up")] if rules.has_upcard else ()),
        *([Column("widow", "int8", "code of the card left over, the widow")] if rules.has_widow else ()),
        *(
            Column(f"hand_{seat}", "uint64", f"mask of the cards dealt to seat {seat}" + (f", {who}" if who else ""))
            for seat, who in enumerate(seats, 1)
        ),
        *_dummies(rules),
        *_swapped(rules),
        *([Column("next_card", "int8", _NEXT_CARD)] if rules.has_joker and rules.joker_up == "next_card" else ()),
        *(_turned_up(rules) if rules.has_upcard else _number_bids(rules)),
        Column("tricks", "int8", "tricks won by the maker's side" + _shown(rules)),
        *_best_cards(rules),
        *_endings(rules),
        *(_per_side("tokens", "int8", "tokens before the hand of", rules) if rules.token_columns else ()),
        *_per_side("points", rules.points_type, "points the hand gave to", rules),
    )


_TRUMP: Final = Column("trump", "int8", "trump suit: 0 clubs, 1 diamonds, 2 spades, 3 hearts, 4 no-trump; -1 none")


def _turned_up(rules: Rules) -> tuple[Column, ...]:
    """The contract where a card is turned up."""
    return (
        Column("round", "int8", "bidding round in which trump was made, 1 or 2; 0 when the hand was thrown in"),
        Column("maker", "int8", "seat that made trump; 0 when nobody did"),
        _TRUMP,
        Column("alone", "int8", "1 when the maker played alone, whenever that was said (alone_when)"),
        *([Column("jambone", "int8", "1 when they laid their hand open, a jambone")] if rules.jambone == "on" else ()),
        Column("lone_defender", "int8", "seat of the defender who played alone; 0 when none did"),
        Column("pick_up", "int8", "1 when the dealer took the upcard"),
        Column("discard", "int8", "code of the card the dealer buried; -1 when none"),
    )


_BIDDERS: Final = "who made which bid: seat of the player who bid k, or 0, times 8 to the power k - 1, added up"


def _bid_names(rules: Rules) -> str:
    """What bids mean that are not just a number of tricks."""
    if rules.auction == "single":
        return " (1 to 3 tricks, 4 misère, 5 four tricks, 6 Nap, 7 Wellington, 8 Blücher)"
    return " (6 little pepper, 7 big pepper)" if rules.pf_pepper == "on" else ""


def _number_bids(rules: Rules) -> tuple[Column, ...]:
    """The contract where numbers are bid."""
    about = "the high bid, which the maker has to make; 0 when the hand was thrown in"
    put_away = Column("discard", "int8", "code of the card the maker put away for the widow; -1 when none")
    return (
        Column("bidders", "int32", _BIDDERS),
        Column("bid", "int8", about + _bid_names(rules)),
        Column("maker", "int8", "seat of the high bidder; 0 when there is none"),
        _TRUMP,
        *([put_away] if rules.has_widow else ()),
    )


_NEXT_CARD: Final = "code of the card turned up after the joker, whose suit is proposed; -1 when the joker did not come"


def _shown(rules: Rules) -> str:
    return "; 7 when they showed the five highest trumps instead of playing" if rules.jamboree == "on" else ""


def _open(rules: Rules) -> str:
    return ", 5 the maker in a jambone" if rules.jambone == "on" else ""


_ENDINGS: Final = {
    "fast_break": "1 when the makers took the last three tricks after a fast break, which gives no points",
    "fourth_token": "1 when the makers' four tricks brought their fourth token, which gives a point more",
}


def _endings(rules: Rules) -> tuple[Column, ...]:
    """What tells hands that pay otherwise than by the tricks of the makers."""
    return tuple(Column(name, "int8", _ENDINGS[name]) for name in rules.ending_columns)


def _best_cards(rules: Rules) -> tuple[Column, ...]:
    """The exchange of cards where a lone player may call for their partner's best."""
    who = {"loner": "lone maker", "defender": "lone defender"}
    return tuple(
        Column(f"{caller}_{what}", "int8", f"code of the card that a {who[caller]} {text}; -1 when none")
        for caller in rules.best_callers
        for what, text in (("discard", "discarded for their partner's best"), ("best", "was given by their partner"))
    )


def _dummies(rules: Rules) -> tuple[Column, ...]:
    """The dummy hands of two- and three-handed games that have them."""
    kept = Column("kept", "uint64", "mask of the cards that the maker kept of hand and dummy; 0 when no dummy was used")
    if len(rules.dummies) == 1:
        return (Column("dummy", "uint64", "mask of the cards dealt to the dummy"), kept)
    if rules.dummies:
        first, second = (Column(f"dummy_{s}", "uint64", f"mask of the dummy cards of seat {s}") for s in (1, 2))
        other = "mask of the cards that the defender kept of hand and dummy; 0 when the hand was thrown in"
        return (first, kept, second, Column("defender_kept", "uint64", other))
    return ()


def _swapped(rules: Rules) -> tuple[Column, ...]:
    """What the owner of a farmer's hand changed; the hands of the table are those after it."""
    if not rules.may_swap:
        return ()
    about = {"given_up": "put under the kitty for", "from_kitty": "took from the kitty for"}
    return tuple(
        Column(name, "uint64", f"mask of the cards that the owner of a farmer's hand {what} others; 0 when nobody did")
        for name, what in about.items()
    )


def _plays(rules: Rules) -> tuple[Column, ...]:
    return (
        _GAME,
        _HAND,
        Column("trick", "int8", "number of the trick in its hand, from 1"),
        Column("leader", "int8", "seat that led"),
        *(
            Column(f"card_{k}", "int8", f"code of card {k} in order of play, seats clockwise; -1 sits out")
            for k in range(1, rules.players + 1)
        ),
        Column("winner", "int8", "seat that won the trick"),
    )


def _tally(rules: Rules) -> tuple[Column, ...]:
    return (
        Column("block", "int8", "block of games: game number (with laps: number of the row of games) modulo 64"),
        Column("dealer", "int8", "player who dealt"),
        Column("maker", "int8", "seat that made trump; 0 when nobody did"),
        *(
            (
                Column("round", "int8", "bidding round in which trump was made; 0 when the hand was thrown in"),
                Column("alone", "int8", "0 nobody alone, 1 the maker, 2 a defender, 3 both" + _open(rules)),
            )
            if rules.has_upcard
            else (Column("bid", "int8", "the high bid; 0 when the hand was thrown in"),)
        ),
        Column("tricks", "int8", "tricks won by the maker's side" + _shown(rules)),
        *_endings(rules),
        *_per_side("points", rules.points_type, "points such a hand gives to", rules),
        Column("hands", "int64", "hands of this kind"),
    )


_COLUMNS: Final = {"games": _games, "hands": _hands, "plays": _plays, "tally": _tally}


def arrow_schema(table: str, rules: Rules, metadata: Mapping[str, str]) -> "pa.Schema":
    """The Arrow schema of a table: each column's meaning in its field's metadata, `metadata` on the file.

    There are no nulls, but for cards that the records of a game do not tell (engine 0).
    """
    import pyarrow as pa

    told = metadata.get("engine") != "0"
    fields = [
        pa.field(
            c.name,
            pa.from_numpy_dtype(np.dtype(c.dtype)),
            nullable=not told and may_be_unknown(c.name),
            metadata={"description": c.about},
        )
        for c in columns(table, rules)
    ]
    return pa.schema(fields, metadata={METADATA_PREFIX + key: value for key, value in metadata.items()})


def arrow_table(table: str, rules: Rules, arrays: Mapping[str, Any], metadata: Mapping[str, str]) -> "pa.Table":
    """A table from NumPy columns without copying; ValueError when columns or types are not the documented ones."""
    import pyarrow as pa

    wanted = {c.name: np.dtype(c.dtype) for c in columns(table, rules)}
    found = {name: array.dtype for name, array in arrays.items()}
    if wanted != found:
        odd = sorted(set(wanted.items()) ^ set(found.items()), key=str)
        raise ValueError(f"the {table} table does not have its documented columns: {odd}")
    schema = arrow_schema(table, rules, metadata)
    return pa.Table.from_arrays([_arrow(arrays[name]) for name in wanted], schema=schema)


def may_be_unknown(name: str) -> bool:
    """Whether records of games may leave a column's card, or cards, untold."""
    return name == "discard" or name.startswith(("hand_", "card_"))


def _arrow(array: Any) -> Any:
    import pyarrow as pa

    if isinstance(array, np.ma.MaskedArray):
        return pa.array(array.data, mask=np.ma.getmaskarray(array))
    return pa.array(array)


def parquet_options(table: str, rules: Rules) -> dict[str, Any]:
    """How a table is written: zstd, rising numbers as differences, everything small or repeated as a dictionary.

    Measured for hands (24 cards): 13 bytes and 0.18 microseconds a row on one core. Page checksums cost 2 % and let any
    reader notice damage.
    """
    rising = ["game"] if table != "tally" else []
    masks = [c.name for c in columns(table, rules) if c.dtype == "uint64"] if rules.deck > _DICTIONARY_DECK else []
    encoding = dict.fromkeys(rising, "DELTA_BINARY_PACKED") | dict.fromkeys(masks, "BYTE_STREAM_SPLIT")
    return {
        "compression": "zstd",
        "compression_level": 1,
        "use_dictionary": [c.name for c in columns(table, rules) if c.name not in encoding],
        "column_encoding": encoding,
        "dictionary_pagesize_limit": 1 << 23,
        "write_statistics": rising,
        "write_page_checksum": True,
    }


def file_facts(metadata: Mapping[bytes, bytes] | None, name: str) -> dict[str, str]:
    """The project's metadata of a Parquet file; RunFolderError when it has none or a newer schema."""
    prefix = METADATA_PREFIX.encode()
    facts = {
        key.removeprefix(prefix).decode(): value.decode()
        for key, value in (metadata or {}).items()
        if key.startswith(prefix)
    }
    if "schema" not in facts:
        raise RunFolderError(f"{name} was not written by euchre-sim", "give the folder of a run")
    check_schema_version(int(facts["schema"]), name)
    return facts


def check_schema_version(version: int, name: str) -> None:
    """RunFolderError when `version` is of a later program than this one."""
    if version > SCHEMA_VERSION:
        raise RunFolderError(
            f"{name} has schema version {version}, this program reads up to {SCHEMA_VERSION}",
            "update euchre-sim: pip install --upgrade euchre-sim",
        )
