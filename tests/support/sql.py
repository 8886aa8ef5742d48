"""The numbers of reports once more, as a few lines of DuckDB over the Parquet files: no code of the project."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb

from sim.rules.rules import Rules

MACROS = """
create macro lane(h, s) as (h >> (16 * s)::utinyint) & 32767;
create macro joker(h) as ((h >> 15) & 1)::int;
create macro jack(h, s) as ((lane(h, s) >> 9) & 1)::int;
create macro ace(h, s) as ((lane(h, s) >> 12) & 1)::int;
create macro holds(h, s, t) as (lane(h, s) & (case when s = xor(t, 2) then 32767 - 512 else 32767 end) <> 0)::int;
create macro trumps(h, t) as (bit_count(lane(h, t)) + jack(h, xor(t, 2)) + joker(h))::int;
create macro bowers(h, t) as jack(h, t) + jack(h, xor(t, 2)) + joker(h);
create macro aces(h, t) as ace(h, 0) + ace(h, 1) + ace(h, 2) + ace(h, 3) - ace(h, t);
create macro suits(h, t) as (trumps(h, t) > 0)::int
  + holds(h, 0, t) + holds(h, 1, t) + holds(h, 2, t) + holds(h, 3, t) - holds(h, t, t);
"""


class Database:
    """The tables of a run: `hands` with what happened in words, and `asked`, a row for each time a seat was asked."""

    def __init__(self, folder: Path, rules: Rules) -> None:
        self.rules = rules
        n, teams, tricks = rules.players, rules.teams, rules.tricks
        self.run = duckdb.connect()
        self.run.execute(MACROS)
        points = "case side " + " ".join(f"when {k} then points_{k}" for k in range(teams)) + " end"
        every = " + ".join(f"points_{k}" for k in range(teams))
        # A joker turned up that names no suit leaves nothing to bid.
        forced = "upcard = 15" if rules.has_joker and rules.joker_up in ("dealer_blind", "dealer_sees") else "false"
        # By house rules some hands of three tricks or more give nobody a point.
        nothing = "fast_break = 1" if rules.fast_break == "on" else "false"
        nothing += f" or (alone = 1 and tricks > {tricks // 2} and tricks < {tricks})" if rules.loner_34 == 0 else ""
        self.run.execute(f"""
            create view raw as select *, (dealer + maker) % {n} % {teams} as side,
              {forced} as forced, upcard::int >> 4 as proposed
              from read_parquet('{folder}/hands/*.parquet');
            create view hands as select *, {points} as makers, ({every} - {points}) / {teams - 1} as others,
              {points} - ({every} - {points}) / {teams - 1} as net, tricks > {tricks // 2} and not ({nothing}) as made,
              tricks = {tricks} as march, tricks <= {tricks // 2} as euchred, alone = 1 as lone from raw;
        """)
        own = f"case (dealer + seat) % {n} % {teams} "
        own_score = own + " ".join(f"when {k} then score_{k}" for k in range(teams)) + " end"
        other = own + " ".join(
            f"when {k} then greatest({', '.join(f'score_{j}' for j in range(teams) if j != k)})" for k in range(teams)
        )
        dealt = "case seat " + " ".join(f"when {k} then hand_{k}" for k in range(1, n + 1)) + " end"
        self.run.execute(f"""
            create view seats as select *, {own_score} as own, {other} end as other, {dealt} as dealt,
              (1::ubigint << upcard::utinyint) as up
              from hands, (select unnest(range(1, {n + 1}))::int as seat);
            create view asked as
              select *, 1 as asking, (round = 1 and maker = seat) as calls,
                case when seat = {n} then dealt | up else dealt end as held from seats
                where not forced and (round <> 1 or maker >= seat)
                  and not (seat = 2 and {n} = 4 and '{rules.dealer_partner_order}' = 'forbidden')
              union all by name
              select *, 2 as asking, (round = 2 and maker = seat) as calls, dealt as held from seats
                where not forced and (round = 0 or (round = 2 and maker >= seat));
            create view calls as
              select *, case when seat = {n} and round = 1 then dealt | up else dealt end as held
                from seats where maker = seat and not forced;
        """)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return self.run.execute(query).fetchall()

    def measured(self, source: str, keys: Sequence[str], value: str, where: str = "true") -> dict[Any, Any]:
        """Mean and number of a value by keys (SQL expressions)."""
        by = ", ".join(keys)
        found = self.rows(f"select {by}, avg(({value})::double), count(*) from {source} where {where} group by all")
        return {row[:-2]: row[-2:] for row in found}
