"""Hands of a run or of a seed, played anew or read from their rows, to be shown one by one.

Nothing here knows the engine: a trace is made from the rows that a hand leaves in the tables of a run.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from sim.arguments import as_list, check_choice, check_is_text
from sim.cards import HEARTS, JOKER, SPADES, cards_of, in_order, suit_of
from sim.errors import RunFolderError, UsageError, brief
from sim.plain_text import spaced
from sim.rules.number_bids import turns
from sim.rules.presets import STANDARD
from sim.rules.rule_file import load_rules
from sim.rules.rules import Rules
from sim.rules.units import UNITS, Unit
from sim.runs.provenance import RunConfig, check_seed, make_config, rules_name
from sim.runs.reading import REMAKE
from sim.runs.results import RunData, open_run
from sim.runs.run_file import MAX_UNITS
from sim.runs.tally import JAMBOREE
from sim.runs.workers import Playable
from sim.seat_names import seat_names
from sim.whole import check_whole, whole

if TYPE_CHECKING:
    from sim.players.given import Players
from sim.runs.traced import BestCall, Bid, BidAction, Seat, Swap, Trace, TracedTrick

TableRow = Mapping[str, Any]
"""A row of a table: whole numbers, None where a record of people's games does not tell a card."""


def show(
    rules: Rules | str | Path = STANDARD,
    players: "Players" = "basic",
    *,
    seed: int,
    unit: Unit = "games",
    game: int = 0,
    hand: int | None = None,
) -> list[Trace]:
    """The hands of one game (or only number `hand`), played anew; rules and players are taken as `run` does.

    A run of single hands (`unit` hands) counts each as a game. Raises UsageError when there is no such hand, and what
    the strategies and the engine raise.

    >>> from euchre_sim import show
    >>> show("standard", "basic", seed=1, game=0, hand=0)[0].points
    (1, 0)
    """
    from sim.runs.run import engine_version, open_match, seated

    rules, loaded = load_rules(rules), seated(players)
    check_choice("unit", unit, UNITS)
    config = make_config(rules, loaded, check_seed(seed), unit, "plays", engine_version())
    number = check_whole("game", game, 0, MAX_UNITS)
    return hands_chosen(trace_game(open_match(rules, loaded, config.seed, unit), config, number), hand)


def show_run(
    path: str | Path, *, game: int = 0, hand: int | None = None, allow: str | Sequence[str] = ()
) -> list[Trace]:
    """The hands of one game of a run (or only number `hand`): as recorded where every card is, else played again.

    Playing again loads the run's players: those from files and modules only where `allow` names them, since that runs
    their code. Raises RunFolderError when the run lacks the game, or when its players or the engine have changed
    since, and StrategyError when a player is not allowed or cannot be loaded.

    >>> from euchre_sim import run, show_run
    >>> _ = run("standard", "basic", games=1000, seed=1, out="runs/a").finish()
    >>> [hand.points for hand in show_run("runs/a", game=0)][:4]
    [(1, 0), (0, 2), (2, 0), (2, 0)]
    """
    allowed = [check_is_text("allow", name, '["./my_bot.py"]') for name in as_list(allow)]
    run = open_run(path)
    (traces,) = games_of_run(run, [check_whole("game", game, 0, MAX_UNITS)], allowed)
    return hands_chosen(traces, hand)


def games_of_run(run: RunData, games: Iterable[int], allow: Sequence[str] = ()) -> Iterator[list[Trace]]:
    """The hands of some games of a run, game by game, as `show_run` has them."""
    match: Playable | None = None
    for game in games:
        if game >= run.target:
            raise UsageError(
                f"there is no game {game} in {run.path}",
                f"it has {spaced(run.target)} {run.config.unit}, counted from 0",
            )
        span = next((span for span in run.spans if span.first <= game < span.last), None)
        if "plays" in run.tables and span is not None:
            rows = {name: run.rows_of_game(name, game) for name in run.tables if name != "tally"}
            _check_game(rows, run.config.rules, span.file)
            yield _traces(run.config, rows.get("games", []), rows["hands"], rows["plays"])
        else:
            match = replayable(run, allow) if match is None else match
            yield trace_game(match, run.config, game)


def _check_game(rows: Mapping[str, Sequence[TableRow]], rules: Rules, file: str) -> None:
    """RunFolderError unless the hands of a game follow each other and each that was played has all its tricks."""
    hands = [row["hand"] for row in rows["hands"]]
    tricks = [
        (row["hand"], trick + 1)
        for row in rows["hands"]
        for trick in range(rules.tricks if row["maker"] and row["tricks"] != JAMBOREE else 0)
    ]
    if not hands or hands != list(range(len(hands))) or [(r["hand"], r["trick"]) for r in rows["plays"]] != tricks:
        raise RunFolderError(f"the tables of {file} do not fit each other", REMAKE)


def replayable(run: RunData, allow: Sequence[str] = ()) -> Playable:
    """The match of a run, ready to play any of its games again; raises what `show_run` raises."""
    from sim.players.trust import check_trusted
    from sim.runs.run import engine_version, load, open_match

    config = run.config
    if config.recorded:
        raise RunFolderError(f"{run.path} cannot be played again: people played it", "show prints its hands")
    check_trusted([player.spec for player in config.players], allow, str(run.path))
    players = [load(player.spec) for player in config.players]
    now = make_config(config.rules, players, config.seed, config.unit, config.detail, engine_version())
    if now.id != config.id:
        raise RunFolderError(
            f"the hands of {run.path} cannot be played again: it was made with {', '.join(config.differences(now))}",
            "restore what has changed, or make a new run; with --detail plays every card is kept",
        )
    return open_match(config.rules, players, config.seed, config.unit)


def hands_chosen(traces: Sequence[Trace], hand: int | None) -> list[Trace]:
    """All hands of a game, or only number `hand`; UsageError when there is none of that number."""
    if hand is None:
        return list(traces)
    number = whole(hand)
    if number is None or not 0 <= number < len(traces):
        count = "1 hand: 0" if len(traces) == 1 else f"{len(traces)} hands: 0 to {len(traces) - 1}"
        raise UsageError(f"there is no hand {brief(hand)} in game {traces[0].game}", f"the game has {count}")
    return [traces[number]]


def trace_game(match: Playable, config: RunConfig, game: int) -> list[Trace]:
    """Plays one game of the run that `config` describes and traces each of its hands, in order."""
    part = match.play(game, game + 1, detail="plays")
    assert part.hands is not None and part.plays is not None
    return _traces(config, _as_rows(part.games or {}), _as_rows(part.hands), _as_rows(part.plays))


def _as_rows(columns: Mapping[str, NDArray[Any]]) -> list[dict[str, int]]:
    lists = [column.tolist() for column in columns.values()]
    return [dict(zip(columns, values, strict=True)) for values in zip(*lists, strict=True)]


def _traces(
    config: RunConfig, games: Sequence[TableRow], hands: Sequence[TableRow], plays: Sequence[TableRow]
) -> list[Trace]:
    # Single hands are no games: nobody wins one.
    winner = games[0]["winner"] if games and config.unit == "games" else None
    if config.recorded and winner == -1:  # the record ends before the game does
        winner = None
    return [
        trace_from_rows(
            config,
            hand,
            [row for row in plays if row["hand"] == hand["hand"]],
            hands_in_game=len(hands),
            winner=winner if hand is hands[-1] else None,
        )
        for hand in hands
    ]


def trace_from_rows(
    config: RunConfig, hand: TableRow, plays: Sequence[TableRow], hands_in_game: int, winner: int | None = None
) -> Trace:
    """A trace from a row of the `hands` table and its rows of the `plays` table; `winner` of the game it ended."""
    rules = config.rules
    n, dealer = rules.players, hand["dealer"]
    trump = hand["trump"] if hand["trump"] >= 0 else None
    seats = tuple(
        Seat(
            number=number,
            name=seat_names(rules.players, rules.teams)[number - 1].capitalize(),
            player=(dealer + number) % n,
            side=(dealer + number) % n % rules.teams,
            strategy=config.players[(dealer + number) % n].spec,
            dealt=tuple(in_order(cards_of(hand[f"hand_{number}"] or 0), trump, rules.has_bowers)),
        )
        for number in range(1, n + 1)
    )
    proposed = _proposed(rules, hand)
    dummies = [hand[name] for name in ("dummy", "dummy_1", "dummy_2") if name in hand]
    return Trace(
        label=rules_name(rules),
        rules=rules,
        seed=config.seed,
        unit=config.unit,
        game=hand["game"],
        hand=hand["hand"],
        hands_in_game=hands_in_game,
        seats=seats,
        score_before=tuple(hand[f"score_{side}"] for side in range(rules.teams)),
        points=tuple(hand[f"points_{side}"] for side in range(rules.teams)),
        upcard=hand.get("upcard"),
        widow=hand.get("widow"),
        proposed=proposed,
        next_card=_card(hand.get("next_card", -1)),
        bids=tuple(_bids(rules, seats, hand, proposed)),
        maker=seats[hand["maker"] - 1] if hand["maker"] else None,
        trump=trump,
        alone=bool(hand.get("alone")),
        jambone=bool(hand.get("jambone")),
        lone_defender=seats[hand["lone_defender"] - 1] if hand.get("lone_defender") else None,
        taken=bool(hand.get("pick_up")) or ("widow" in hand and hand["discard"] >= 0),
        buried=_card(hand.get("discard", -1)),
        bid=hand.get("bid", 0),
        dummies=tuple(tuple(in_order(cards_of(mask), trump)) for mask in dummies),
        kept=tuple(in_order(cards_of(hand.get("kept", 0)), trump)),
        defender_kept=tuple(in_order(cards_of(hand.get("defender_kept", 0)), trump)),
        swap=_swap(seats, hand, trump),
        best_calls=tuple(_best_calls(rules, seats, hand)),
        shown=hand["tricks"] == JAMBOREE,
        tricks=tuple(_trick(seats, row) for row in plays),
        tricks_won=hand["tricks"] if hand["tricks"] != JAMBOREE else 0,
        fast_break=bool(hand.get("fast_break")),
        tokens=tuple(hand[name] for name in rules.token_columns),
        fourth_token=bool(hand.get("fourth_token")),
        winner=winner,
        recorded=config.recorded,
    )


def _swap(seats: Sequence[Seat], hand: TableRow, trump: int | None) -> Swap | None:
    taken = hand.get("from_kitty", 0)
    if not taken:
        return None
    owner = next(seat for seat in seats if hand[f"hand_{seat.number}"] & taken == taken)
    given, got = (tuple(in_order(cards_of(mask), trump)) for mask in (hand["given_up"], taken))
    return Swap(owner, given, got)


def _best_calls(rules: Rules, seats: Sequence[Seat], hand: TableRow) -> list[BestCall]:
    calls = []
    for who, column in (("loner", "maker"), ("defender", "lone_defender")):
        if who in rules.best_callers and hand[column] and hand[f"{who}_best"] >= 0:
            caller, giver = seats[hand[column] - 1], seats[(hand[column] + 1) % len(seats)]
            calls.append(BestCall(caller, giver, hand[f"{who}_discard"], hand[f"{who}_best"]))
    return sorted(calls, key=lambda call: call.caller.number)


def _card(code: int | None) -> int | None:
    return None if code is None or code < 0 else code


def _proposed(rules: Rules, hand: TableRow) -> int | None:
    if not rules.has_upcard:
        return None
    if hand["upcard"] != JOKER:
        return suit_of(hand["upcard"])
    if rules.joker_up == "next_card":
        return suit_of(hand["next_card"])
    return {"hearts": HEARTS, "spades": SPADES}.get(rules.joker_up)


def _bids(rules: Rules, seats: Sequence[Seat], hand: TableRow, proposed: int | None) -> list[Bid]:
    if not rules.has_upcard:
        return _number_bids(rules, seats, hand)
    called = bool(hand["alone"]) and rules.calls_alone(hand["round"], hand["maker"])
    made: dict[str, Any] = {"suit": hand["trump"], "alone": called, "jambone": bool(hand.get("jambone"))}
    if proposed is None:
        return [Bid(1, seats[-1], "name_blind" if rules.joker_up == "dealer_blind" else "name", **made)]
    # Seats speak in turn from the dealer's left until one makes trump, so the maker's seat and round say all.
    bids = []
    last_round = hand["round"] or 2
    for turn in range(1, last_round + 1):
        for seat in seats:
            if turn == hand["round"] and seat.number == hand["maker"]:
                bids.append(Bid(turn, seat, _call(turn, seat, seats), **made))
                break
            bids.append(Bid(turn, seat, "turn_down" if seat is seats[-1] and turn == 1 else "pass"))
    return bids


def _number_bids(rules: Rules, seats: Sequence[Seat], hand: TableRow) -> list[Bid]:
    said = turns(rules, hand["bidders"])
    bids = [
        Bid(turn // len(seats) + 1, seats[seat - 1], "bid" if number else "pass", number=number)
        for turn, (seat, number) in enumerate(said)
    ]
    if hand["bid"] and not hand["bidders"]:
        bids.append(Bid(2, seats[hand["maker"] - 1], "forced", number=hand["bid"]))
    return bids


def _call(turn: int, seat: Seat, seats: Sequence[Seat]) -> BidAction:
    if turn == 2:
        return "name"
    if seat is seats[-1]:
        return "take"
    # The second of the cutthroat table "assists" too, by the book, though nobody is their partner.
    return "assist" if seat.number == 2 and len(seats) > 2 else "order"


def _trick(seats: Sequence[Seat], row: TableRow) -> TracedTrick:
    cards = []
    for place in range(len(seats)):
        code = row[f"card_{place + 1}"]
        if code is None:
            raise RunFolderError(
                f"the record of game {row['game']} does not tell a card of trick {row['trick']} of hand {row['hand']}",
                "only hands of which all cards played are known are shown",
            )
        if code >= 0:
            cards.append((seats[(row["leader"] - 1 + place) % len(seats)], code))
    return TracedTrick(row["trick"], tuple(cards), seats[row["winner"] - 1])
