"""Weighed answers agree with complete enumeration: every deal that the rules allow, by how likely people make its past.

The players are `tests/bots/stepped_bot.py`, written here a second time on sets of card names, with the ladder of more
cautious and looser players and the odd card buried: no code is shared with the engine or with `sim.ask.likelihood`.
"""

import math
import random

import numpy as np
import pytest

from sim.ask import deal_source
from sim.ask.answer import Seating
from sim.ask.answering import answer
from sim.ask.choices import choices
from sim.ask.parsing import make_question
from sim.ask.precision import Precision
from sim.ask.question import Question
from sim.rules.presets import preset
from support.asking import NEXT, PACK, SUITS, Table, deals, suit_of
from support.places import BOTS

BOT = str(BOTS / "stepped_bot.py")
DEALS = 40_000
SIGMAS = 5.0

ORDER = {1: 286, 2: 192, 3: 288, 4: 198}
NAME = {1: 222, 2: 145, 3: 147, 4: 231}


def worth(turn: int, seat: int, hand: set[str], upcard: str) -> int:
    """What the bot makes of a hand, above its threshold."""
    cards = hand | ({upcard} if turn == 1 and seat == 4 else set())
    honours = sum({"A": 25, "K": 12}.get(card[0], 0) for card in cards)
    if turn == 1:
        return 80 * sum(suit_of(card, upcard[1]) == upcard[1] for card in cards) + honours - ORDER[seat]
    return 80 * sum(card[1] == NEXT[upcard[1]] for card in cards) + honours - NAME[seat]


def calls_at(gain: int) -> float:
    """Share of the ladder that calls: thresholds from 75 lower to 125 higher, logistic about 25 with scale 25."""
    total, below = 0.0, 0.0
    for shift in range(-75, 126, 20):
        upto = 1.0 if shift == 125 else 1 / (1 + math.exp(-(shift + 10 - 25) / 25))
        total += (upto - below) * (gain >= shift)
        below = upto
    return total


def chance(turn: int, seat: int, hand: set[str], upcard: str, said: str) -> float:
    """Chance of one bid."""
    calls = calls_at(worth(turn, seat, hand, upcard))
    if said == "pass":
        return 0.955 * (1 - calls) + 0.005
    named = turn == 1 or said == NEXT[upcard[1]]
    return 0.955 * calls * named + 0.04 / (2 if turn == 1 else 6)


def buries(hand: set[str], upcard: str, trump: str, allowed: bool) -> dict[str, float]:
    """Chance of each card that a dealer may bury."""

    def height(card: str) -> int:
        lanes = [SUITS[(SUITS.index(trump) + k) % 4] for k in (1, 2, 3, 0)]
        suit = suit_of(card, trump)
        bower = 20 + (card[1] == trump) if suit == trump and card[0] == "J" else "9TJQKA".index(card[0])
        return 100 * lanes.index(suit) + bower

    six = hand | ({upcard} if allowed else set())
    own = min(hand, key=height)
    return {card: 0.06 / len(six) + 0.94 * (card == own) for card in six}


def played_hand(seed: int, maker: int, turn: int, cards: int, allowed: bool) -> tuple[Question, Table, list[list[str]]]:
    """A hand in which `maker` calls on next to nothing, and a dealer may bury any card, after so many cards."""
    rng = random.Random(seed)
    rules = preset("standard").with_changes({"discard_upcard": "allowed" if allowed else "forbidden"})
    while True:
        pack = rng.sample(PACK, 21)
        hands = {seat: set(pack[5 * seat - 5 : 5 * seat]) for seat in range(1, 5)}
        up = pack[20]
        trump = up[1] if turn == 1 else rng.choice([s for s in SUITS if s != up[1]])
        if sum(suit_of(card, trump) == trump for card in hands[maker] | ({up} if maker == 4 else set())) > 1:
            continue
        table = Table(4, up, {seat: set(hand) for seat, hand in hands.items()}, maker, trump, turn)
        # A careless dealer: the highest card but one, or the upcard itself.
        careless = up if allowed else sorted(hands[4])[-2]
        table.exchange(careless if turn == 1 else "")
        table.play([])
        past, left, asked = [], cards, 1
        for trick in table.tricks:
            part = [card for _, card in trick[:left]]
            left -= len(part)
            past += [part] if part else []
            if len(part) < 4:
                asked = trick[len(part)][0]
                break
        if len(past) > 4 or asked == maker or (asked == 4 and turn == 1):
            continue
        own = hands[asked] - {card for trick in past for card in trick}
        on_table = [(0, past[-1][0])] if len(past[-1]) < 4 else []
        if len(Table(4, up, {asked: own}, trump=trump).legal(asked, on_table)) < 2:
            continue
        q = make_question(
            rules, " ".join(own), up, seat=asked, decision="play", maker=maker, trump=trump, round_=turn,
            played=";".join(map(" ".join, past)),
        )  # fmt: skip
        dealt = Table(4, up, hands, maker, trump, turn)
        dealt.tricks = table.tricks
        return q, dealt, past


@pytest.fixture(params=["by hand", "by deal"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Hands that are weighed and listed, and deals that are drawn and thinned out."""
    if request.param == "by deal":
        monkeypatch.setattr(deal_source, "can_be_sets", lambda table, players: False)
        monkeypatch.setattr(deal_source, "can_be_weighed", lambda table: False)
    return str(request.param)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("seed", "maker", "turn", "cards", "allowed"),
    [(1, 2, 1, 13, False), (2, 3, 1, 13, True), (3, 1, 2, 12, False), (4, 1, 1, 14, False), (8, 4, 1, 13, False),
     (6, 3, 2, 13, False), (7, 2, 1, 14, True)],
)  # fmt: skip
def test_late_in_the_play(way: str, seed: int, maker: int, turn: int, cards: int, allowed: bool) -> None:
    """Bids that the bot would not make and a card it would not bury weigh a deal, and rule none out."""
    q, table, past = played_hand(seed, maker, turn, cards, allowed)
    found = answer(q, Seating((BOT,) * 4), precision=Precision(deals=DEALS), seed=11, threads=1)
    assert found.evidence.is_soft and found.evidence.exact < 0.001
    weights, values, by_deal = enumerated(q, table, past, allowed)
    assert {choice.name for choice in found.choices} == set(values)
    weights /= weights.sum()
    best = values[found.best.name]
    for choice in found.choices:
        for got, exact in ((choice.points, values[choice.name]), (choice.behind, values[choice.name] - best)):
            mean = float(weights @ exact)
            error = math.sqrt(float(weights @ (exact - mean) ** 2) / found.deals)
            assert got.value is not None and abs(got.value - mean) <= SIGMAS * error + 1e-9, choice.name
    assert found.evidence.deals == pytest.approx(by_deal.sum() ** 2 / (by_deal**2).sum(), rel=0.1)


def enumerated(
    q: Question, table: Table, past: list[list[str]], allowed: bool
) -> tuple[np.ndarray, dict[str, np.ndarray], np.ndarray]:
    """Every deal with every card buried that the rules allow: its likelihood, and what each choice comes to.

    Last the likelihood of each deal, whatever was buried.
    """
    shown: dict[int, set[str]] = {seat: set() for seat in range(1, 5)}
    for number, trick in enumerate(past):
        for k, card in enumerate(trick):
            shown[table.tricks[number][k][0]].add(card)
    names = [choice.name for choice in choices(q)]
    weights: list[float] = []
    by_deal: list[float] = []
    values: dict[str, list[int]] = {name: [] for name in names}
    hidden = {seat: cards for seat, cards in shown.items() if seat != q.seat}
    for hands in deals(4, q.seat, table.hands[q.seat], table.upcard, hidden):
        weight = 1.0
        for place in range((table.round - 1) * 4 + table.maker):
            turn, seat = place // 4 + 1, place % 4 + 1
            said = table.trump if (turn, seat) == (table.round, table.maker) else "pass"
            weight *= chance(turn, seat, hands[seat], table.upcard, said) if seat != q.seat else 1.0
        by_deal.append(0.0)
        away = buries(hands[4], table.upcard, table.trump, allowed) if table.round == 1 else {"": 1.0}
        for card, share in away.items():
            if card in shown[4] or (table.round == 1 and not shown[4] <= (hands[4] | {table.upcard}) - {card}):
                continue
            points = []
            for name in names:
                one = Table(
                    4, table.upcard, {s: set(h) for s, h in hands.items()}, table.maker, table.trump, table.round
                )
                one.exchange(card)
                if not one.play(past, q.seat, name):
                    break
                points.append(one.points(q.seat))
            if len(points) == len(names):
                weights.append(weight * share)
                by_deal[-1] += weight * share
                for name, value in zip(names, points, strict=True):
                    values[name].append(value)
    return np.array(weights), {name: np.array(found) for name, found in values.items()}, np.array(by_deal)
