"""Games that people played as a run: the tables of a simulated one, with null where the records do not tell a card."""

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sim.errors import RecordError
from sim.records.game import Deal, Game
from sim.records.paying import FULL, pays_token
from sim.rules.rules import Rules
from sim.runs.folder import open_folder
from sim.runs.parts import PART_GAMES, PartSums, Span, write_whole
from sim.runs.provenance import RECORDED, PlayerRecord, RunConfig
from sim.runs.schemas import columns
from sim.runs.tally import CODES, GameTotals, block_of, codes_of, kind_columns

PEOPLE: Final = "people"
"""What a chair is called where not the same person sat there in all games."""
_MIXED: Final = ("alone_lead", "stick_dealer", "dealer_partner_order")
"""Rules in which games of one run may differ: the tables tell what was done, and it pays the same."""
_EXCHANGED: Final = ("call_for_best", "farmers_hand", "laps", "slam", "jamboree", "jambone")
RecordRow = dict[str, int | None]


@dataclass(frozen=True)
class Imported:
    """A run made of records: its folder and configuration, games and hands in it, and sentences on what is not."""

    folder: Path
    config: RunConfig
    games: int
    hands: int
    notes: tuple[str, ...]


def import_games(games: Sequence[Game], out: Path) -> Imported:
    """Write games as a run. Deals that are against the rules, or not told to their end, are left out, and said.

    Raises RecordError where nothing is left, and what `open_folder` raises.
    """
    kept, rules, notes = _of_one_kind(games)
    tables = _Tables(rules)
    for game in kept:
        notes += tables.add(game)
    if not tables.games:
        raise RecordError("no deal of these records can be counted", "; ".join(notes[:3]))
    config = RunConfig(rules, _chairs(tables.told, rules), _checksum(tables), "games", RECORDED, "plays")
    span = Span(0, 0, len(tables.games))
    arrays = tables.arrays()
    totals = GameTotals.of(arrays["games"], rules.teams)
    sums = PartSums(span, _tally(arrays["hands"], rules), totals)
    folder = open_folder(out, config, span.size, PART_GAMES)
    try:
        folder.write(span, folder.form.files(arrays, sums))
        write_whole(out / "players" / span.file, _people(tables.told))
        folder.check_complete()
    finally:
        folder.close()
    return Imported(out, config, len(tables.games), len(tables.hands), tuple(notes))


def _of_one_kind(games: Sequence[Game]) -> tuple[list[Game], Rules, list[str]]:
    """The games whose rules go together, the commonest of these rules, and sentences on the others."""
    notes, able = [], []
    for game in games:
        why = _untabled(game.rules)
        if why:
            notes.append(f"{game.source}: left out, for {why}")
        else:
            able.append(game)
    if not able:
        raise RecordError("none of these records can be made a run", "; ".join(notes[:3]) or "name files of records")
    rules = Counter(game.rules for game in able).most_common(1)[0][0]
    kept = []
    for game in able:
        other = {name: here for name, (here, _) in game.rules.differences(rules).items()}
        said = ", ".join(game.rules.said(name) for name in other)
        if set(other) <= set(_MIXED):
            kept.append(game)
            notes += [f"{game.source}: counted with the others, though there {said}"] if other else []
        else:
            notes.append(f"{game.source}: left out, for its rules are not those of the others: {said}")
    return kept, rules, notes


def _untabled(rules: Rules) -> str:
    """Why the tables of a run have no columns for what records of these rules tell; empty where they have."""
    if rules.players not in (2, 4) or rules.dummies:
        return "runs of records are of games of four players, or of two without a dummy"
    odd = [name for name in _EXCHANGED if getattr(rules, name) != "off"]
    return f"records do not tell all that {rules.said(odd[0])} would have to" if odd else ""


class _Tables:
    """The rows of the tables, game by game; `told` are the games that they come from."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.told: list[Game] = []
        self.games: list[RecordRow] = []
        self.hands: list[RecordRow] = []
        self.plays: list[RecordRow] = []

    def add(self, game: Game) -> Iterator[str]:
        """The rows of a game; sentences on what is left out."""
        number, before = len(self.games), len(self.hands)
        tokens = (0,) * self.rules.teams
        last: Deal | None = None
        for deal in game.deals:
            why = _uncounted(deal)
            if why:
                yield f"{game.source}: deal {deal.number} is left out, for {why}"
            else:
                self._add(number, len(self.hands) - before, deal, tokens)
                last = deal
            tokens = self._tokens(deal, tokens)
        if last is None or last.score_after is None:
            return
        self.told.append(game)
        ended = game.winner is not None and game.final_score == last.score_after
        if not ended:
            yield f"{game.source}: not told to its end, so nobody has won it"
        self.games.append(
            {
                "game": number,
                "dealer": self.hands[before]["dealer"],
                "hands": len(self.hands) - before,
                "winner": game.winner if ended else -1,
                **_by_side("score", last.score_after),
                **(_by_side("tokens", tokens) if self.rules.token_columns else {}),
            }
        )

    def arrays(self) -> dict[str, dict[str, NDArray[Any]]]:
        """The columns of each table, masked where nothing is known."""
        return {
            table: _columns(table, self.rules, rows)
            for table, rows in (("games", self.games), ("hands", self.hands), ("plays", self.plays))
        }

    def _tokens(self, deal: Deal, tokens: tuple[int, ...]) -> tuple[int, ...]:
        if deal.maker is None or not pays_token(self.rules, deal.alone, deal.makers_tricks or 0):
            return tokens
        mine = deal.maker % self.rules.teams
        return tuple((had + (side == mine)) % FULL for side, had in enumerate(tokens))

    def _add(self, game: int, number: int, deal: Deal, tokens: tuple[int, ...]) -> None:
        rules = self.rules
        full = rules.hand_size
        buried = deal.discard if deal.taken else -1
        makers = deal.makers_tricks or 0
        pays = deal.maker is not None and pays_token(rules, deal.alone, makers)
        fourth = pays and tokens[(deal.maker or 0) % rules.teams] == FULL - 1
        broken = makers == 3 and deal.points is not None and not any(deal.points)
        at = {"game": game, "hand": number}
        row: RecordRow = {
            **at,
            "dealer": deal.dealer,
            **_by_side("score", deal.score_before or ()),
            "upcard": deal.upcard,
            "round": deal.round,
            "maker": 0 if deal.maker is None else deal.seat(deal.maker),
            "trump": -1 if deal.trump is None else deal.trump,
            "alone": int(deal.alone),
            "lone_defender": 0 if deal.lone_defender is None else deal.seat(deal.lone_defender),
            "pick_up": int(deal.taken),
            "discard": buried,
            "tricks": makers,
            "fast_break": int(broken),
            "fourth_token": int(fourth),
            **_by_side("tokens", tokens),
            **_by_side("points", deal.points or ()),
        }
        for seat in range(1, rules.players + 1):
            hand = deal.dealt[deal.player_at(seat)]
            row[f"hand_{seat}"] = hand if hand.bit_count() == full else None
        self.hands.append(row)
        for trick in deal.tricks:
            cards: RecordRow = {f"card_{place}": -1 for place in range(1, rules.players + 1)}
            cards |= {f"card_{self._place(trick.players, player)}": card for player, card in _played(trick)}
            leader, winner = deal.seat(trick.players[0]), deal.seat(trick.winner or 0)
            self.plays.append({**at, "trick": trick.number, "leader": leader, **cards, "winner": winner})

    def _place(self, players: Sequence[int], player: int) -> int:
        """The place of a player from the leader on, those who sit out counted."""
        return (player - players[0]) % self.rules.players + 1


def _played(trick: Any) -> Iterator[tuple[int, int | None]]:
    return zip(trick.players, trick.cards, strict=True)


def _uncounted(deal: Deal) -> str:
    """Why a deal is not counted; empty where it is."""
    if deal.problems:
        return deal.problems[0].sentence
    if deal.points is None:
        return "it is not told to its end"
    if deal.score_before is None:
        return "the score before it is not known"
    return "" if deal.upcard is not None else "its upcard is not known"


def _by_side(name: str, values: Sequence[int]) -> RecordRow:
    return {f"{name}_{side}": value for side, value in enumerate(values)}


def _columns(table: str, rules: Rules, rows: Sequence[RecordRow]) -> dict[str, NDArray[Any]]:
    found: dict[str, NDArray[Any]] = {}
    for column in columns(table, rules):
        values = [row[column.name] for row in rows]
        plain = np.array([0 if value is None else value for value in values], column.dtype)
        unknown = [value is None for value in values]
        found[column.name] = np.ma.MaskedArray(plain, unknown) if any(unknown) else plain
    return found


def _tally(hands: Mapping[str, NDArray[Any]], rules: Rules) -> dict[str, NDArray[Any]]:
    """The rows of the tally: hands of each kind and block, counted."""
    rows = dict(hands) | {
        "block": block_of(hands["game"], 1).astype(np.int8),
        "alone": ((hands["alone"] != 0) + 2 * (hands["lone_defender"] != 0)).astype(np.int8),
    }
    key = rows["block"].astype(np.int64) * CODES + codes_of(rows)
    _, first, count = np.unique(key, return_index=True, return_counts=True)
    names = ("block", *kind_columns(rules), *(f"points_{side}" for side in range(rules.teams)))
    return {name: rows[name][first] for name in names} | {"hands": count.astype(np.int64)}


def _chairs(games: Sequence[Game], rules: Rules) -> tuple[PlayerRecord, ...]:
    """Who sat where: a name where it is the same in all games."""
    found = []
    for chair in range(rules.players):
        names = {game.players[chair] for game in games}
        name = names.pop() if len(names) == 1 else PEOPLE
        found.append(PlayerRecord(name, name, PEOPLE, ()))
    return tuple(found)


def _checksum(tables: _Tables) -> int:
    """What stands for the seed: a number made of all rows, so that other records make another run."""
    text = repr((tables.games, tables.hands, tables.plays))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6])


def _people(games: Sequence[Game]) -> memoryview:
    """Who sat on which chair in which game, and the file it comes from: a table beside those of every run."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = [
        {"game": number, "player": chair, "name": name, "source": Path(game.source).name, "title": game.title}
        for number, game in enumerate(games)
        for chair, name in enumerate(game.players)
    ]
    types = {"game": pa.int64(), "player": pa.int8(), "name": pa.string(), "source": pa.string(), "title": pa.string()}
    sink = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist(rows, pa.schema(list(types.items()))), sink, write_page_checksum=True)
    return memoryview(sink.getvalue())
