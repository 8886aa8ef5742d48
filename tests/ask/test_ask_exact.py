"""Answers agree with complete enumeration: every deal found by hand and played out by an independent reference."""

import math
import random
from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from sim.ask import deal_source
from sim.ask.answer import Answer, Seating
from sim.ask.answering import answer
from sim.ask.choices import choices
from sim.ask.parsing import make_question
from sim.ask.precision import Precision
from sim.ask.question import Question
from sim.ask.question_table import QuestionTable
from sim.cards import card_name, cards_of
from sim.players.strategy import load_player
from sim.rules.presets import preset
from support.asking import PACK, Table, deals
from support.places import BOTS

pytestmark = pytest.mark.nightly
BOT = str(BOTS / "plain_bot.py")
DEALS = 40_000
SIGMAS = 5.0

Exact = dict[str, list[int]]


@pytest.fixture(params=["sets", "draws"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways to draw the hidden cards."""
    if request.param == "draws":
        monkeypatch.setattr(deal_source, "can_be_sets", lambda table, players: False)
    return str(request.param)


def drawn_hands(q: Question, number: int) -> list[dict[int, frozenset[str]]]:
    """Hidden hands as the answer draws them."""
    players = [load_player(BOT)] * q.rules.players
    table = QuestionTable(q, players, 5)
    source = deal_source.open_source(table, players)
    found: list[dict[int, frozenset[str]]] = []
    while len(found) < number:
        agreeing, drawn = source.take(source.job(number))
        source.note(len(agreeing), drawn)
        found.extend(
            {
                seat: frozenset(card_name(c) for c in cards_of(int(agreeing.cards[seat - 1, column])))
                for seat in range(1, q.rules.players + 1)
                if seat != q.seat
            }
            for column in range(len(agreeing))
        )
    return found[:number]


def assert_same_deals(q: Question, exact: list[dict[int, frozenset[str]]]) -> None:
    """Drawn hidden hands are those that agree, each with the same chance."""
    number = DEALS
    counts = Counter(tuple(sorted((s, tuple(sorted(h))) for s, h in hands.items())) for hands in drawn_hands(q, number))
    wanted = {tuple(sorted((s, tuple(sorted(h))) for s, h in hands.items())) for hands in exact}
    assert set(counts) <= wanted
    expected = number / len(wanted)
    if expected >= 5:
        chi = sum((counts[key] - expected) ** 2 / expected for key in wanted)
        assert chi < len(wanted) - 1 + SIGMAS * math.sqrt(2 * len(wanted)) + 10
    for seat in {seat for hands in exact for seat in hands}:
        for card in PACK:
            share = sum(card in hands[seat] for hands in exact) / len(exact)
            got = sum(n for key, n in counts.items() if card in dict(key)[seat]) / number
            assert abs(got - share) <= SIGMAS * math.sqrt(share * (1 - share) / number) + 1e-12, (seat, card)


def assert_same_values(found: Answer, exact: dict[str, list[int]]) -> None:
    """The value of each choice, and of each difference, is that of the enumeration."""
    assert {choice.name for choice in found.choices} == set(exact)
    best = found.best.name
    for choice in found.choices:
        values = np.array(exact[choice.name])
        assert choice.points.value is not None
        error = values.std() / math.sqrt(found.deals)
        assert abs(choice.points.value - values.mean()) <= SIGMAS * error + 1e-9, choice.name
        paired = values - np.array(exact[best])
        assert choice.behind.value is not None
        error = paired.std() / math.sqrt(found.deals)
        assert abs(choice.behind.value - paired.mean()) <= SIGMAS * error + 1e-9, choice.name
        made = float((values != 0).mean())
        assert abs(1 - choice.outcomes["thrown_in"] - made) <= SIGMAS * math.sqrt(made * (1 - made) / DEALS) + 1e-9


def ask_exactly(q: Question) -> Answer:
    return answer(q, Seating((BOT,) * q.rules.players), precision=Precision(deals=DEALS), seed=11, threads=2)


# ------------------------------------------------------------------------------------------------- late in the play


def position(seed: int, cards: int, wanted: Callable[[Table], bool]) -> tuple[Table, list[list[str]], int]:
    """A hand dealt at random and played by the bots for so many cards: the table as dealt, the past, whose turn."""
    rng = random.Random(seed)
    while True:
        pack = rng.sample(PACK, 21)
        hands = {seat: set(pack[5 * seat - 5 : 5 * seat]) for seat in range(1, 5)}
        dealt = Table(4, pack[20], {seat: set(hand) for seat, hand in hands.items()})
        table = Table(4, pack[20], hands)
        table.bid({})
        if not table.maker:
            continue
        table.exchange()
        table.play([])
        dealt.maker, dealt.trump, dealt.round, dealt.buried = table.maker, table.trump, table.round, table.buried
        past, left, turn = [], cards, 1
        for trick in table.tricks:
            part = trick[:left]
            left -= len(part)
            if part:
                past.append([card for _, card in part])
            if len(part) < 4:
                turn = trick[len(part)][0]
                break
        dealt.tricks = table.tricks
        if len(past) < 5 and wanted(dealt):
            return dealt, past, turn


def shows_void(table: Table, past: list[list[str]], seats: set[int]) -> bool:
    """Whether one of the seats has not followed suit in the past."""
    return any(
        seat in seats and k < len(past[number]) and table_suit(table, card) != table_suit(table, trick[0][1])
        for number, trick in enumerate(table.tricks[: len(past)])
        for k, (seat, card) in enumerate(trick)
    )


def table_suit(table: Table, card: str) -> str:
    from support.asking import suit_of

    return suit_of(card, table.trump)


@pytest.mark.parametrize(
    ("seed", "cards", "turn_up_round", "dealer_hidden"),
    [(1, 12, 1, True), (2, 13, 1, True), (3, 14, 2, True), (4, 12, 2, False), (5, 13, 1, False), (6, 15, 1, True),
     (7, 11, 1, True)],
)  # fmt: skip
def test_late_in_the_play(way: str, seed: int, cards: int, turn_up_round: int, dealer_hidden: bool) -> None:
    """Voids shown, the bids and the dealer's hidden discard all tell of the cards that are left."""
    while True:
        table, past, turn = position(seed, cards, lambda t: t.round == turn_up_round)
        others = {1, 2, 3, 4} - {turn}
        if (turn != 4) == dealer_hidden and shows_void(table, past, others):
            own = table.hands[turn] | ({table.upcard} if turn == 4 and table.round == 1 else set())
            own -= {table.buried} if turn == 4 else set()
            own_now = own - {card for trick in past for card in trick}
            probe = Table(4, table.upcard, {**{s: set() for s in range(1, 5)}, turn: set(own_now)}, trump=table.trump)
            led = [] if len(past[-1]) == 4 else [(0, past[-1][0])]
            if len(probe.legal(turn, led)) > 1:
                break
        seed += 100
    q = make_question(
        preset("standard"), " ".join(own_now), table.upcard, seat=turn, decision="play", maker=table.maker,
        trump=table.trump, round_=table.round, played=";".join(" ".join(trick) for trick in past),
        buried=table.buried if turn == 4 else None,
    )  # fmt: skip
    shown: dict[int, set[str]] = {seat: set() for seat in range(1, 5)}
    for number, trick in enumerate(past):
        for k, card in enumerate(trick):
            shown[table.tricks[number][k][0]].add(card)
    hidden, exact = enumerate_play(q, table, past, turn, shown, [c.name for c in choices(q)])
    assert_same_deals(q, hidden)
    assert_same_values(ask_exactly(q), exact)


def enumerate_play(
    q: Question, table: Table, past: list[list[str]], turn: int, shown: dict[int, set[str]], names: list[str]
) -> tuple[list[dict[int, frozenset[str]]], Exact]:
    """All deals that agree, and what each of the turn's cards comes to on them."""
    hidden: list[dict[int, frozenset[str]]] = []
    exact: Exact = {name: [] for name in names}
    forced = {(1, turn): "pass", (2, turn): "pass"}
    if table.maker == turn:
        forced[table.round, turn] = table.trump
    buried = table.buried if turn == 4 else ""
    for hands in deals(4, turn, table.hands[turn], table.upcard, {s: c for s, c in shown.items() if s != turn}):
        if turn == 4 and buried in set().union(*(hands[s] for s in (1, 2, 3))):
            continue
        results = []
        for name in names:
            one = Table(4, table.upcard, {seat: set(cards) for seat, cards in hands.items()})
            one.bid(forced)
            if (one.round, one.maker, one.trump) != (table.round, table.maker, table.trump):
                break
            one.exchange(buried)
            if not one.play(past, turn, name):
                break
            results.append(one.points(turn))
        if len(results) == len(names):
            hidden.append({seat: frozenset(cards) for seat, cards in hands.items() if seat != turn})
            for name, points in zip(names, results, strict=True):
                exact[name].append(points)
    return hidden, exact


# ------------------------------------------------------------------------------------------------- bids for two players


@pytest.mark.parametrize(
    ("hand", "up", "seat", "turn"),
    [
        ("JS KS AH 9D TC", "QS", 1, 1),
        ("AS KS AH 9D TC", "QS", 2, 1),
        ("JD KS AH 9D TC", "9S", 1, 2),
        ("JS KS AH 9D TC", "QD", 2, 2),
    ],
)
def test_bids_of_two_players(way: str, hand: str, up: str, seat: int, turn: int) -> None:
    """All 8 568 hands of the other player, those with which they would not have passed left out."""
    q = make_question(preset("two-handed"), hand, up, seat=seat, round_=turn)
    own, hidden, exact = set(hand.split()), [], {choice.name: [] for choice in choices(q)}
    for hands in deals(2, seat, own, up, {}):
        earlier = [(t, s) for t in (1, 2) for s in (1, 2) if (t, s) < (turn, seat) and s != seat]
        table = Table(2, up, hands)
        if any(table.says(t, s) != "pass" for t, s in earlier):
            continue
        hidden.append({s: frozenset(cards) for s, cards in hands.items() if s != seat})
        for name, values in exact.items():
            values.append(play_bid(up, hands, seat, turn, name))
    assert 0 < len(hidden) < 8568 or (seat, turn) == (1, 1)
    assert_same_deals(q, hidden)
    assert_same_values(ask_exactly(q), exact)


def play_bid(up: str, hands: dict[int, set[str]], seat: int, turn: int, name: str) -> int:
    """What one bid comes to on one deal."""
    word = name.partition(",")[0]
    says = {"pass": "pass", "order": up[1], "take": up[1]}.get(word, word[0].upper())
    forced = {(1, seat): "pass"} if turn == 2 else {}
    forced[turn, seat] = says
    table = Table(2, up, {s: set(cards) for s, cards in hands.items()})
    table.bid(forced)
    if table.maker:
        table.exchange(name.partition(", bury ")[2])
        table.play([])
    return table.points(seat)
