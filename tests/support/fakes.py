"""A made-up table that fills parts the way the real one does, from plain NumPy hashing: no bidding, no card play.

Every value is a pure function of (seed, game, hand), so parts do not depend on how a run was cut.
"""

import time
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from sim.errors import Interrupted

BLOCKS = 64
CODES = 6 * 7 * 3 * 4 * 10


def fake_player(name: str = "basic", **params: float) -> Any:
    """Something that looks like a loaded player."""
    spec = name + ("{" + ",".join(f"{key}={value}" for key, value in params.items()) + "}" if params else "")
    return SimpleNamespace(name=name, spec=spec, source_hash="0" * 16, params=dict(params))


def seat_fakes(monkeypatch: Any, match: "type[FakeMatch] | None" = None) -> None:
    """Make sim.runs.run play on made-up tables."""
    import sim.runs.run

    monkeypatch.setattr(sim.runs.run, "engine_version", lambda: 1)
    monkeypatch.setattr(sim.runs.run, "points_table", lambda rules: score_table())
    monkeypatch.setattr(sim.runs.run, "open_match", match or FakeMatch)


def score_table(alone_march: int = 4) -> np.ndarray:
    """Points of the makers and of the defenders by [alone state, tricks of the makers]."""
    table = np.zeros((4, 10, 2), np.int64)
    table[:, :3, 1] = 2
    table[:, 3:5, 0] = 1
    table[:, 5, 0] = 2
    table[[1, 3], 5, 0] = alone_march
    table[2:, :3, 1] = 4
    return table


def words(seed: int, game: np.ndarray, counter: np.ndarray | int) -> np.ndarray:
    """SplitMix64's finisher over a mix of the three numbers."""
    with np.errstate(over="ignore"):
        z = np.uint64(seed) + game.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) + np.asarray(counter).astype(np.uint64) * np.uint64(0xD1B54A32D192ED03)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


class FakeMatch:
    """Looks like sim.players.match.Match."""

    def __init__(self, rules: Any, players: Sequence[Any], seed: int, unit: str = "games") -> None:
        self.rules, self.players, self.seed, self.unit = rules, players, seed, unit
        self.slow = 0.0
        self.fail_at: dict[int, Exception] = {}

    def play(
        self,
        first: int,
        last: int,
        detail: str = "none",
        stop: Callable[[], bool] | None = None,
        progress: Callable[[int], None] | None = None,
        batch: int = 1024,
    ) -> Any:
        """Plays games first..last-1."""
        pieces = []
        for start in range(first, last, batch):
            if stop is not None and stop():
                raise Interrupted("stopped")
            for game, error in self.fail_at.items():
                if start <= game < start + batch:
                    raise error
            time.sleep(self.slow)
            end = min(start + batch, last)
            pieces.append(self._batch(start, end, detail))
            if progress is not None:
                progress(end - start)
        tally = sum(piece["tally"] for piece in pieces)
        tables = {}
        for name, wanted in (("games", "none"), ("hands", "games"), ("plays", "hands")):
            order = ("none", "games", "hands", "plays")
            keep = order.index(detail) > order.index(wanted)
            tables[name] = {c: np.concatenate([p[name][c] for p in pieces]) for c in pieces[0][name]} if keep else None
        return SimpleNamespace(first=first, last=last, tally=tally, **tables)

    def _batch(self, first: int, last: int, detail: str) -> dict[str, Any]:
        rules, n, teams = self.rules, self.rules.players, self.rules.teams
        games = np.arange(first, last, dtype=np.int64)
        opener = (words(self.seed, games, 0) % np.uint64(n)).astype(np.int64)
        score = np.zeros((len(games), teams), np.int64)
        count = np.zeros(len(games), np.int64)
        alive, rows = np.arange(len(games)), []
        tally = np.zeros((BLOCKS, CODES), np.int64)
        points_for = score_table()
        while len(alive):
            game, hand = games[alive], count[alive]
            draw = [words(self.seed, game, hand * 97 + k) for k in range(1, 8)]
            pick = [(word >> np.uint64(11)).astype(np.float64) / 2.0**53 for word in draw]
            dealer = (opener[alive] + hand) % n
            round_ = np.where(pick[0] < 0.06, 0, np.where(pick[0] < 0.66, 1, 2))
            maker = np.where(round_ > 0, 1 + (draw[1] % np.uint64(n)).astype(np.int64), 0)
            made = maker > 0
            lone = made & (pick[2] < 0.12) & (n > 2)
            lone_defence = made & (pick[5] < 0.04) & (n > 2)
            tricks = np.where(made, np.searchsorted([0.02, 0.06, 0.17, 0.5, 0.75], pick[3]), 0)
            alone = lone.astype(np.int64) + 2 * lone_defence
            code = (((dealer * 7 + maker) * 3 + round_) * 4 + alone) * 10 + tricks
            np.add.at(tally, (game % BLOCKS, code), 1)
            side = np.where(made, (dealer + maker) % n % teams, -1)
            gain = points_for[alone, tricks] * made[:, None]
            points = np.where(np.arange(teams) == side[:, None], gain[:, :1], gain[:, 1:])
            rows.append((game, hand, dealer, score[alive], round_, maker, alone, tricks, points, draw[4]))
            score[alive] += points
            count[alive] += 1
            over = (score[alive].max(axis=1) >= rules.target) | (self.unit == "hands")
            alive = alive[~over]
        best = score.max(axis=1)
        winner = np.where((score == best[:, None]).sum(axis=1) == 1, score.argmax(axis=1), -1)
        out = {"tally": tally, "games": {}, "hands": {}, "plays": {}}
        out["games"] = {"game": games, "dealer": opener.astype(np.int8), "hands": count.astype(np.int16)}
        out["games"]["winner"] = winner.astype(np.int8)
        out["games"] |= {f"score_{s}": score[:, s].astype(np.int16) for s in range(teams)}
        if detail in ("hands", "plays"):
            columns = [np.concatenate(column) for column in zip(*rows, strict=True)]
            order = np.lexsort((columns[1], columns[0]))
            self._rows(out, *(column[order] for column in columns))
        return out

    def _rows(self, out: dict[str, Any], game, hand, dealer, score, round_, maker, alone, tricks, points, draw) -> None:
        n, teams, size = self.rules.players, self.rules.teams, self.rules.hand_size
        pack = np.array([16 * suit + rank for suit in range(4) for rank in range(7, 13)])
        keys = np.stack([words(self.seed, draw.view(np.int64), k) for k in range(len(pack))], axis=1)
        cards = pack[np.argsort(keys, axis=1)]
        table = {"game": game, "hand": hand.astype(np.int16), "dealer": dealer.astype(np.int8)}
        table |= {f"score_{s}": score[:, s].astype(np.int16) for s in range(teams)}
        table["upcard"] = cards[:, -1].astype(np.int8)
        bits = np.uint64(1) << cards.astype(np.uint64)
        for seat in range(n):
            table[f"hand_{seat + 1}"] = bits[:, seat * size : (seat + 1) * size].sum(axis=1, dtype=np.uint64)
        table |= {
            "round": round_,
            "maker": maker,
            "trump": np.where(maker > 0, cards[:, -1] >> 4, -1),
            "alone": alone & 1,
        }
        table |= {"lone_defender": np.where(alone >= 2, maker % n + 1, 0), "pick_up": (round_ == 1) * 1}
        table |= {"discard": np.where(round_ == 1, cards[:, (n - 1) * size], -1), "tricks": tricks}
        table |= {f"points_{s}": points[:, s] for s in range(teams)}
        small = ("round", "maker", "trump", "alone", "lone_defender", "pick_up", "discard", "tricks")
        out["hands"] = {k: v.astype(np.int8) if k in small or k.startswith("points") else v for k, v in table.items()}
        played = np.repeat(np.flatnonzero(maker > 0), size)
        trick = np.tile(np.arange(size), len(played) // size)
        leader = 1 + (game[played] + hand[played] + trick) % n
        plays = {"game": game[played], "hand": hand[played].astype(np.int16), "trick": trick + 1, "leader": leader}
        for k in range(n):
            seat = (leader - 1 + k) % n
            plays[f"card_{k + 1}"] = cards[played, seat * size + trick]
        plays["winner"] = 1 + (leader + trick) % n
        keep = ("game", "hand")
        out["plays"] = {k: v if k in keep else v.astype(np.int8) for k, v in plays.items()}
