"""What `ask` says of a strategy's own decision is what happens when that strategy decides: played hands agree."""

import math

import numpy as np
import pytest

from sim.ask.answer import Seating
from sim.ask.answering import answer
from sim.ask.precision import Precision
from sim.ask.question import Question
from sim.cards import JOKER, effective_suit
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import preset
from sim.rules.tricks import Contract, suit_mask

SIGMAS = 4.5
HANDS = 150
DEALS = 400


def bidding_gap(rules_name: str, strategy: str, seat: int, turn: int, hands: int, seed: int) -> np.ndarray:
    """For random hands in which a seat came to bid: what its side won less what `ask` says of the bid it made."""
    rules = preset(rules_name)
    part = Match(rules, [load_player(strategy)], seed, "hands").play(0, 400_000 if turn == 2 else 20_000, "hands")
    rows = part.hands
    assert rows is not None
    order = np.where(rows["round"] == 0, 99, rows["round"] * 10 + rows["maker"])
    reached = np.flatnonzero((order >= turn * 10 + seat) & (rows["upcard"] != JOKER))
    gaps = []
    for row in reached[:hands]:
        q = Question(rules, "bid", seat, int(rows[f"hand_{seat}"][row]), int(rows["upcard"][row]), turn)
        found = answer(
            q, Seating((strategy,) * rules.players), precision=Precision(deals=DEALS), seed=int(row), threads=1
        )
        (own,) = found.own
        value = next(choice.points.value for choice in found.choices if choice.name == own)
        assert value is not None
        side = (int(rows["dealer"][row]) + seat) % rules.players % rules.teams
        points = np.array([rows[f"points_{other}"][row] for other in range(rules.teams)], dtype=float)
        won = points[side] - (points.sum() - points[side]) / (rules.teams - 1)
        gaps.append(won - value)
    return np.array(gaps)


def assert_no_gap(gaps: np.ndarray) -> None:
    error = gaps.std(ddof=1) / math.sqrt(len(gaps))
    assert abs(gaps.mean()) <= SIGMAS * error, f"{gaps.mean():.3f} ± {error:.3f} on {len(gaps)} hands"


@pytest.mark.nightly
@pytest.mark.parametrize(("seat", "turn"), [(s, t) for t in (1, 2) for s in (1, 2, 3, 4) if (s, t) != (4, 2)])
def test_seats_of_the_standard_game(seat: int, turn: int) -> None:
    assert_no_gap(bidding_gap("standard", "cautious", seat, turn, HANDS, seed=seat + 10 * turn))


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("rules", "seat", "turn"),
    [("two-handed", 1, 1), ("two-handed", 2, 1), ("two-handed", 1, 2), ("cutthroat", 1, 1), ("cutthroat", 2, 1),
     ("cutthroat", 3, 1), ("cutthroat", 2, 2), ("british", 1, 1), ("british", 4, 1), ("british", 2, 2)],
)  # fmt: skip
def test_seats_of_other_games(rules: str, seat: int, turn: int) -> None:
    assert_no_gap(bidding_gap(rules, "cautious", seat, turn, 100, seed=seat + 10 * turn))


def test_a_player_who_plays_by_chance_is_asked_too() -> None:
    """Its bids are weighed by how often it makes them: hands are drawn and compared, not taken from sets."""
    q = Question(preset("standard"), "bid", 2, (1 << 7) | (1 << 8) | (1 << 10) | (1 << 25) | (1 << 60), 41)
    found = answer(q, Seating(("random",) * 4), precision=Precision(deals=3_000), seed=1)
    assert found.share == pytest.approx(1 / 3, abs=0.05)
    assert set(found.own) <= {"pass", "order", "order alone"} and len(found.own) > 1


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("trick", "rules"), [(1, "standard"), (2, "standard"), (3, "standard"), (2, "two-handed"), (2, "cutthroat")]
)
def test_cards_played(trick: int, rules: str) -> None:
    """The card that the strategy plays next is worth what the hand came to, on average over hands it has played so far.

    The past of a question is not weighed by how likely its cards were to be played, so here the players must play by
    chance: then every legal card says nothing but what it shows.
    """
    game = preset(rules)
    strategy = "cautious/random"
    part = Match(game, [load_player(strategy)], 3 + trick, "hands").play(0, 3_000, "plays")
    assert part.hands is not None and part.plays is not None
    gaps = []
    for row in np.flatnonzero(part.hands["maker"] > 0)[: 120 if rules == "standard" else 80]:
        q = question_of_hand(game, part.hands, part.plays, int(row), trick)
        if q is None:
            continue
        found = answer(
            q, Seating((strategy,) * game.players), precision=Precision(deals=DEALS), seed=int(row), threads=1
        )
        # The player chooses by chance: the mean of all choices.
        value = float(np.mean([choice.points.value for choice in found.choices]))
        side = (int(part.hands["dealer"][row]) + q.seat) % game.players % game.teams
        points = np.array([part.hands[f"points_{other}"][row] for other in range(game.teams)], dtype=float)
        gaps.append(points[side] - (points.sum() - points[side]) / (game.teams - 1) - value)
    assert len(gaps) > 40
    assert_no_gap(np.array(gaps))


def question_of_hand(game, hands, plays, row: int, trick: int) -> Question | None:
    """The question of the seat that follows second in a trick of a recorded hand; None where it has no choice."""
    n = game.players
    own_plays = np.flatnonzero(plays["game"] == hands["game"][row])
    tricks, turn = [], 0
    for place in own_plays[:trick]:
        leader = int(plays["leader"][place])
        cards = [(leader - 1 + k) % n + 1 for k in range(n)]
        codes = [int(plays[f"card_{k + 1}"][place]) for k in range(n)]
        trick_cards = [(seat, code) for seat, code in zip(cards, codes, strict=True) if code >= 0]
        tricks.append(trick_cards)
    turn = tricks[-1][1][0]
    tricks[-1] = tricks[-1][:1]
    upcard, contract = int(hands["upcard"][row]), Contract(
        int(hands["round"][row]), int(hands["maker"][row]), int(hands["trump"][row]), bool(hands["alone"][row]),
        int(hands["lone_defender"][row]), bool(hands["pick_up"][row]),
    )  # fmt: skip
    held = int(hands[f"hand_{turn}"][row])
    buried = 0
    if turn == n and contract.taken:
        held |= 1 << upcard
        if int(hands["discard"][row]) >= 0:
            buried = 1 << int(hands["discard"][row])
            held ^= buried
    if game.dummies and contract.maker == turn and not contract.alone:
        dropped = (held | int(hands["dummy"][row])) & ~int(hands["kept"][row])
        held, buried = int(hands["kept"][row]), buried | dropped
    for cards in tricks:
        for seat, code in cards:
            if seat == turn:
                held &= ~(1 << code)
    q = Question(
        game,
        "play",
        turn,
        held,
        upcard,
        contract.round,
        contract,
        tuple(tuple(code for _, code in cards) for cards in tricks),
        buried,
    )
    play = q.play
    assert play is not None
    led = suit_mask(effective_suit(play.on_table[0], contract.trump), contract.trump)
    return q if (held & led or held).bit_count() > 1 else None
