"""Every table's numbers are recomputed from the Parquet files by DuckDB, exactly."""

import math
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from reports.api import LoadedRun
from reports.counting.bidding_counts import CALLS
from support.made_runs import GAMES, Made
from support.sql import Database

pytestmark = pytest.mark.nightly

OUTCOMES = {
    "made": "made",
    "marched": "march",
    "euchred": "euchred",
    "alone": "lone",
    "points": "makers",
    "net": "net",
}
LONE = {name: OUTCOMES[name] for name in ("marched", "made", "euchred", "points", "net")}
RANK = "['2','3','4','5','6','7','8','9','T','J','Q','K','A','','','Jo'][(upcard & 15) + 1]"


@pytest.fixture(scope="module", params=GAMES)
def both(request: pytest.FixtureRequest, runs: dict[str, Made]) -> tuple[LoadedRun, Database]:
    made = runs[request.param]
    return made.load(), Database(made.folder, made.rules)


def check(
    run: LoadedRun, table: str, measure: str, expected: dict[Any, Any], where: Callable[[Any], bool] = lambda row: True
) -> None:
    """The frame has the mean and number of every cell of `expected`, and says of no other that it was seen."""
    frame = run.frame(table)
    keys = list(run.table(table).keys)
    rows = frame[frame["measure"] == measure]
    found = {
        tuple(row[key] for key in keys): (row["mean"], row["n"])
        for row in rows.to_dict("records")
        if row["n"] and where(row)
    }
    wanted = {tuple(_plain(part) for part in key): value for key, value in expected.items() if value[1]}
    assert set(found) == set(wanted)
    for key, (mean, n) in wanted.items():
        assert found[key][1] == n, (table, measure, key)
        assert math.isclose(found[key][0], mean, rel_tol=1e-12, abs_tol=1e-12), (table, measure, key)


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | bool) else int(value)


def test_ordering_by_seat(both: tuple[LoadedRun, Database]) -> None:
    run, sql = both

    def one_seat(row: Any) -> bool:
        return row["seat"] > 0

    check(run, "ordering_by_seat", "ordered", sql.measured("asked", ["asking", "seat"], "calls"), one_seat)
    for name, value in OUTCOMES.items():
        check(run, "ordering_by_seat", name, sql.measured("calls", ["round", "seat"], value), one_seat)
        expected = sql.measured("calls", ["round", "0"], value)
        check(run, "ordering_by_seat", name, expected, lambda row: row["seat"] == 0)
    called = sql.measured(
        "(select * from seats, (select unnest([1, 2]) as turn) where not forced)",
        ["turn", "seat"],
        "round = turn and maker = seat",
    )
    check(run, "ordering_by_seat", "called", called, one_seat)
    came = sql.measured("(select * from asked where seat = 1)", ["asking", "0"], "round = asking")
    check(run, "ordering_by_seat", "ordered", came, lambda row: row["seat"] == 0)


def test_ordering_by_upcard(both: tuple[LoadedRun, Database]) -> None:
    run, sql = both
    check(run, "ordering_by_upcard", "ordered", sql.measured("asked", ["asking", "seat", RANK], "calls"))
    for name, value in OUTCOMES.items():
        check(run, "ordering_by_upcard", name, sql.measured("calls", ["round", "seat", RANK], value))


@cache
def _class(table: str, trump: str) -> list[str]:
    parts = {
        "hand": ("trumps", "bowers", "aces", "suits"),
        "trumps": ("trumps", "bowers", "aces"),
        "suits": ("trumps", "suits"),
    }[table]
    keys = [f"{part}(held, {trump})" for part in parts]
    return [
        f"least({key}, 2)" if part == "aces" and table == "trumps" else key
        for part, key in zip(parts, keys, strict=True)
    ]


@pytest.mark.parametrize("table", ["hand", "trumps", "suits"])
def test_ordering_by_hand(both: tuple[LoadedRun, Database], table: str) -> None:
    run, sql = both
    name = f"ordering_by_{table}"
    for measure, value in OUTCOMES.items():
        expected = sql.measured("calls", ["round", "seat", *_class(table, "trump")], value, "trump < 4")
        check(run, name, measure, expected)
    first = sql.measured("asked", ["asking", "seat", *_class(table, "proposed")], "calls", "asking = 1")
    check(run, name, "ordered", first, lambda row: row["round"] == 1)
    # In round 2 a hand is classed in its best suit: by trumps, bowers, aces, and fewest suits.
    strength = "{'t': trumps(held, suit), 'b': bowers(held, suit), 'a': aces(held, suit), 's': -suits(held, suit)}"
    turned = "" if run.config.rules.call_turned_down == "yes" else "and suit <> proposed"
    best = f"""(select asking, seat, calls, max({strength}) as best
        from asked, (select unnest([0, 1, 2, 3]) as suit) where asking = 2 {turned}
        group by game, hand, asking, seat, calls)"""
    parts = {"trumps": "best.t", "bowers": "best.b", "aces": "best.a", "suits": "-best.s"}
    keys = [parts[key] for key in run.table(name).keys if key in parts]
    keys = [f"least({key}, 2)" if key == "best.a" and table == "trumps" else key for key in keys]
    check(run, name, "ordered", sql.measured(best, ["asking", "seat", *keys], "calls"), lambda row: row["round"] == 2)


CALL = f"""case when trump = 4 then '{CALLS[3]}' when xor(trump, proposed) = 2 then '{CALLS[0]}'
    when trump = proposed then '{CALLS[2]}' else '{CALLS[1]}' end"""


def test_ordering_by_call(both: tuple[LoadedRun, Database]) -> None:
    run, sql = both
    for name, value in OUTCOMES.items():
        expected = sql.measured("calls", ["seat", CALL], value, "round = 2")
        check(run, "ordering_by_call", name, expected | sql.measured("calls", ["0", CALL], value, "round = 2"))


def test_ordering_by_score(both: tuple[LoadedRun, Database]) -> None:
    run, sql = both
    keys = ["own::varchar", "other::varchar"]
    for seat in ("seat", "0"):
        some = (lambda row: row["seat"] > 0) if seat == "seat" else (lambda row: row["seat"] == 0)
        check(run, "ordering_by_score", "ordered", sql.measured("asked", ["asking", seat, *keys], "calls"), some)
        for name, value in OUTCOMES.items():
            check(run, "ordering_by_score", name, sql.measured("calls", ["round", seat, *keys], value), some)


def test_loners(both: tuple[LoadedRun, Database]) -> None:
    run, sql = both
    tables = {
        "loners_by_upcard": ["round", "seat", RANK],
        "loners_by_trumps": ["round", "seat", *_class("trumps", "trump")],
        "loners_by_hand": ["round", "seat", *_class("hand", "trump")],
        "loners_break_even": _class("trumps", "trump"),
    }
    for table, keys in tables.items():
        where = "true" if table == "loners_by_upcard" else "trump < 4"
        tried = sql.measured("calls", keys, "lone", where)
        seen = {key: value for key, value in tried.items() if value[0] > 0}
        check(run, table, "tried", seen)
        for name, value in LONE.items():
            check(run, table, name, sql.measured("calls", keys, value, f"lone and {where}"))
        partner = sql.measured("calls", keys, "net", f"not lone and {where}")
        check(run, table, "net_partner", {key: value for key, value in partner.items() if key in seen})
        alone = sql.measured("calls", keys, "net", f"lone and {where}")
        frame = run.frame(table)
        gains = frame[(frame["measure"] == "gain") & frame["mean"].notna()]
        assert len(gains) == len(alone.keys() & partner.keys())
        for row in gains.to_dict("records"):
            key = tuple(row[name] for name in run.table(table).keys)
            assert math.isclose(row["mean"], alone[key][0] - partner[key][0], abs_tol=1e-12)
    for name, value in LONE.items():
        expected = sql.measured("calls", ["round", "seat"], value, "lone")
        check(run, "loners_by_seat", name, expected | sql.measured("calls", ["round", "0"], value, "lone"))


def test_break_even_is_where_both_ways_pay_the_same(both: tuple[LoadedRun, Database]) -> None:
    run, _ = both
    frame = run.frame("loners_break_even").pivot(
        index=["trumps", "bowers", "aces"], columns="measure", values=["mean", "n"]
    )
    for _, row in frame.iterrows():
        mean, n = row["mean"], row["n"]
        if not n.get("needed"):
            continue
        # With as many lone marches as needed, at the cost of hands that were made, alone pays as much as with partner.
        rules = run.config.rules
        best = rules.cutthroat_alone_march if rules.players == 3 else rules.loner_march
        shift = mean["needed"] - mean["marched"]
        assert math.isclose(mean["net"] + shift * (best - rules.loner_34), mean["net_partner"], abs_tol=1e-9)


def test_lone_defences(both: tuple[LoadedRun, Database]) -> None:
    run, sql = both
    keys = ["lone_defender", "lone"]
    where = "lone_defender > 0"
    for name, value in {"euchred": "euchred", "swept": "tricks = 0", "net": "-net"}.items():
        check(run, "lone_defences", name, sql.measured("hands", keys, value, where))
    hands = sql.rows("select count(*) from hands")[0][0]
    tried = {key: (n / hands, hands) for key, (_, n) in sql.measured("hands", keys, "1", where).items()}
    check(run, "lone_defences", "tried", tried)


def test_seats(both: tuple[LoadedRun, Database]) -> None:
    run, sql = both
    rules = run.config.rules
    teams = rules.teams
    won = f"case (dealer + seat) % {rules.players} % {teams} "
    won += " ".join(f"when {k} then points_{k}" for k in range(teams)) + " end"
    every = " + ".join(f"points_{k}" for k in range(teams))
    less = f"{won} - ({every} - {won}) / {teams - 1}"
    check(run, "seats", "points", sql.measured("seats", ["seat"], won))
    check(run, "seats", "net", sql.measured("seats", ["seat"], less))
    check(run, "seats", "made_trump", sql.measured("seats", ["seat"], "maker = seat"))
    dealers = sql.measured("seats", [f"seat = {rules.players}"], won)[(True,)]
    who = "dealer's side" if rules.players == 4 else "dealer"
    frame = run.frame("dealer").set_index(["who", "measure"])["mean"]
    assert math.isclose(frame[who, "points"], dealers[0], rel_tol=1e-12)
    part = sql.rows(f"select sum({won})::double / sum({every}) from seats where seat = {rules.players}")[0][0]
    assert math.isclose(frame[who, "share"], part, rel_tol=1e-12)
    lead = sql.measured("seats", [f"seat = {rules.players}"], less)[(True,)]
    assert math.isclose(frame["difference", "points"], lead[0], rel_tol=1e-12)


def test_results(both: tuple[LoadedRun, Database]) -> None:
    run, sql = both
    players = run.config.rules.players
    if players == 4:
        who = "case when maker = 0 then 'nobody' when maker % 2 = 0 then 'dealer''s side' else 'other side' end"
    else:
        others = "when 1 then 'eldest' when 2 then 'second'" if players == 3 else "when 1 then 'non-dealer'"
        who = f"case maker when 0 then 'nobody' when {players} then 'dealer' {others} end"
    how = """case when maker = 0 then 'thrown in' when march and lone then 'lone march' when march then 'march'
        when made then 'made' when euchred then 'euchred' else 'no points' end"""
    paid = "case when maker = 0 then 0 when made then makers else others end"
    hands = sql.rows("select count(*) from hands")[0][0]
    expected = {key: (n / hands, hands) for key, (_, n) in sql.measured("hands", [who, how, paid], "1").items()}
    rows = run.frame("results")
    found = {(row["maker"], row["result"], row["points"]): row for row in rows.to_dict("records")}
    for key, (mean, n) in expected.items():
        row = found.pop((key[0], key[1], int(key[2])))
        assert row["n"] == n and math.isclose(row["mean"], mean, rel_tol=1e-12)
    assert all(row["mean"] == 0 for row in found.values())


def test_scores_and_games(both: tuple[LoadedRun, Database], runs: dict[str, Made]) -> None:
    run, sql = both
    rules = run.config.rules
    n, teams = rules.players, rules.teams
    sql.run.execute(f"create or replace view games as select * from read_parquet('{run.path}/games/*.parquet')")
    names = {4: {4: "dealer's side", 3: "other side"}, 3: {3: "dealer", 2: "second", 1: "eldest"}}
    named = names.get(n, {2: "dealer", 1: "non-dealer"})
    side = "case seat " + " ".join(f"when {seat} then '{_quoted(name)}'" for seat, name in named.items()) + " end"
    joined = f"(select s.*, g.winner as won_by from seats s join games g using (game) where seat in {(*named, 0)})"
    wins = f"won_by = (dealer + seat) % {n} % {teams}"
    check(run, "chances", "wins", sql.measured(joined, [side, "own::varchar", "other::varchar"], wins))
    games = sql.rows("select count(*) from games")[0][0]
    lengths = {key: (n / games, games) for key, (_, n) in sql.measured("games", ["hands"], "1").items()}
    check(run, "length", "share", lengths)
    first = sql.measured(
        "games", ["'first dealer''s side'" if n == 4 else "'first dealer'"], f"winner = dealer % {teams}"
    )
    check(run, "first_dealer", "won", first)
    behind = f"""(select s.game, (s.dealer + seat) % {n} % {teams} as team, max(other - own) as most,
        any_value(g.winner) as winner from seats s join games g using (game) group by all)"""
    for row in run.frame("comebacks").to_dict("records"):
        some = sql.measured(behind, ["true"], "winner = team", f"most >= {row['behind']}")[(True,)]
        if row["measure"] == "won":
            assert (row["mean"], row["n"]) == (pytest.approx(some[0], rel=1e-12), some[1])
        else:
            assert (row["mean"], row["n"]) == (pytest.approx(some[1] / (games * teams), rel=1e-12), games * teams)


def _quoted(name: str) -> str:
    return name.replace("'", "''")


CARD = """case when {c} = 15 then 'joker' when trump = {c}::int >> 4 and {c} & 15 = 9 then 'right bower'
    when trump < 4 and xor(trump, 2) = {c}::int >> 4 and {c} & 15 = 9 then 'left bower'
    when trump = {c}::int >> 4 then 'other trump' when {c} & 15 = 12 then 'off-suit ace'
    when {c} & 15 = 11 then 'off-suit king' else 'lower off-suit' end"""


def test_leads(both: tuple[LoadedRun, Database]) -> None:
    run, sql = both
    n = run.config.rules.players
    roles = {
        2: ["maker", "defender"],
        3: ["maker", "left of the maker", "right of the maker"],
        4: ["maker", "left of the maker", "maker''s partner", "right of the maker"],
    }[n]
    listed = ", ".join(f"'{name}'" for name in roles)
    role = f"[{listed}][(leader - maker + {n}) % {n} + 1]"
    together = "(leader - winner) % 2 = 0" if n == 4 else "(leader = maker) = (winner = maker)"
    mine = "(leader - maker) % 2 = 0" if n == 4 else "leader = maker"
    plays = f"""(select p.* exclude (game, hand), h.* from read_parquet('{run.path}/plays/*.parquet') p
        join hands h on p.game = h.game and p.hand = h.hand)"""
    keys = ["trick", role, CARD.format(c="card_1")]
    values = {"won": together, "made": "made", "marched": "march", "euchred": "euchred"}
    for name, value in {**values, "net": f"case when {mine} then net else -net end"}.items():
        check(run, "leads", name, sql.measured(plays, keys, value))
    totals = sql.measured(plays, keys[:2], "1")
    shares = {
        key: (n_of / totals[key[:2]][1], totals[key[:2]][1])
        for key, (_, n_of) in sql.measured(plays, keys, "1").items()
    }
    check(run, "leads", "share", shares)
