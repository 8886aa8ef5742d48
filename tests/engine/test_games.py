"""Games for two and three, dummies and longer packs: cards are counted after each phase, and chances come out exactly.

What the cards of a hand did is worked out from what the engine wrote down: deals, discards and cards kept as columns,
and every card that was played.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import factorial

import numpy as np
import pytest

from sim.bits import U
from sim.cards import JOKER, deck_mask
from sim.engine.deal import plan_deal
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import preset
from sim.rules.rules import Rules
from sim.rules.tricks import suit_mask

WILD = "bots:wild{alone=40,defend=50}"
HANDS = 20_000
DECKS = (24, 25, 28, 32, 33)
JACK = 9
SIGMA = 5

TWO, CUTTHROAT, BRITISH = map(preset, ("two-handed", "cutthroat", "british"))
KINDS = {
    "two-handed": TWO,
    "two-handed, shared dummy": TWO.with_changes({"twohand_dummy": "shared2"}),
    "two-handed, own dummies": TWO.with_changes({"twohand_dummy": "own3"}),
    "two-handed, own dummies, alone": TWO.with_changes({"twohand_dummy": "own3", "maker_alone": "yes"}),
    "cutthroat": CUTTHROAT,
    "cutthroat, compulsory dummy": CUTTHROAT.with_changes({"cutthroat_dummy": "compulsory"}),
    "cutthroat, peeking": CUTTHROAT.with_changes({"peek_dummy": "yes"}),
    "cutthroat, no dummy": CUTTHROAT.with_changes({"cutthroat_dummy": "none"}),
    "british": BRITISH,
}
GAMES = {f"{kind}, {deck} cards": KINDS[kind].with_changes({"deck": deck}) for kind in KINDS for deck in DECKS}
every_game = pytest.mark.parametrize("rules", [pytest.param(rules, id=name) for name, rules in GAMES.items()])

LEFT_OVER = {
    (2, 24): 14, (2, 25): 15, (2, 28): 18, (2, 32): 22, (2, 33): 23,
    (4, 24): 4, (4, 25): 5, (4, 28): 8, (4, 32): 12, (4, 33): 13,
}  # fmt: skip
"""Cards left over, the one turned up among them, by number of hands (with a dummy of five) and cards of the pack."""


def count(masks: np.ndarray) -> list[int]:
    """The different numbers of cards that masks hold."""
    return sorted(set(np.bitwise_count(masks).tolist()))


@dataclass
class Played:
    """Hands that wild players played, as masks of cards: an array over hands for each player and each place."""

    rules: Rules

    def __post_init__(self) -> None:
        part = Match(self.rules, [load_player(WILD)], 17, "hands").play(0, HANDS, "plays")
        assert part.hands is not None and part.plays is not None
        self.rows, self.plays = part.hands, part.plays
        self.made = self.rows["maker"] > 0
        self.upcard = U(1) << self.rows["upcard"].astype(np.uint64)
        self.dealt = {seat: self.rows[f"hand_{seat}"] for seat in range(1, self.rules.players + 1)}
        self.dummies = [self.rows[name] for name in ("dummy", "dummy_1", "dummy_2") if name in self.rows]
        self.took = self.rows["pick_up"] == 1
        self.buried = np.where(self.took, U(1) << self.rows["discard"].clip(0).astype(np.uint64), U(0))

    def kept(self, seat: int) -> np.ndarray:
        """The five that a player kept of hand and dummy; no cards where they joined none."""
        nothing = np.zeros(HANDS, dtype=np.uint64)
        makes = self.rows["maker"] == seat
        return np.where(makes, self.rows.get("kept", nothing), self.rows.get("defender_kept", nothing))

    def used_dummy(self, seat: int) -> np.ndarray:
        """The dummy that a player joined to their hand; no cards where they used none."""
        if not self.dummies:
            return np.zeros(HANDS, dtype=np.uint64)
        own = self.dummies[-1] if seat == self.rules.players else self.dummies[0]
        return np.where(self.kept(seat) != 0, own, U(0))

    def after_pick_up(self, seat: int) -> np.ndarray:
        """A player's cards when the dealer has taken the upcard, where they do, and buried a card."""
        takes = self.took & (seat == self.rules.players)
        return np.where(takes, (self.dealt[seat] | self.upcard) & ~self.buried, self.dealt[seat])

    def after_merge(self, seat: int) -> np.ndarray:
        """A player's cards when everybody has chosen their best from hand and dummy."""
        return np.where(self.kept(seat) != 0, self.kept(seat), self.after_pick_up(seat))

    @cached_property
    def shown(self) -> dict[int, np.ndarray]:
        """The cards that each player played."""
        n = self.rules.players
        found = {seat: np.zeros(HANDS, dtype=np.uint64) for seat in self.dealt}
        for place in range(n):
            codes, seats = self.plays[f"card_{place + 1}"], (self.plays["leader"] - 1 + place) % n + 1
            for seat, masks in found.items():
                here = (codes >= 0) & (seats == seat)
                np.bitwise_or.at(masks, self.plays["game"][here], U(1) << codes[here].astype(np.uint64))
        return found

    @cached_property
    def sits_out(self) -> dict[int, np.ndarray]:
        """Who laid their cards down: the partner of a lone maker (of four) and those of a lone defender."""
        n, rows = self.rules.players, self.rows
        sides = {seat: (seat - rows["maker"]) % n % self.rules.teams == 0 for seat in self.dealt}
        lone = (rows["alone"] == 1) & (n == 4)
        return {
            seat: np.where(
                sides[seat],
                lone & (rows["maker"] != seat),
                (rows["lone_defender"] > 0) & (rows["lone_defender"] != seat),
            )
            for seat in self.dealt
        }


@every_game
def test_cards_are_counted_after_each_phase(rules: Rules) -> None:
    hand = Played(rules)
    n, made, pack = rules.players, hand.made, U(deck_mask(rules.deck))

    # The deal: different cards of the pack, and the rest.
    piles = [*hand.dealt.values(), *hand.dummies, hand.upcard]
    assert [count(pile) for pile in piles] == [[5]] * n + [[size] for size in rules.dummies] + [[1]]
    together = np.bitwise_or.reduce(piles)
    assert (together & ~pack == 0).all()
    assert count(together) == [5 * n + sum(rules.dummies) + 1]
    if rules.dummies in ((), (5,)) and n + len(rules.dummies) in (2, 4):
        assert rules.deck - count(together)[0] + 1 == LEFT_OVER[n + len(rules.dummies), rules.deck]

    # The pick-up: everybody has five, one card is under the table for the one that was up.
    assert [count(hand.after_pick_up(seat)) for seat in hand.dealt] == [[5]] * n
    assert (hand.buried & ~hand.dealt[n] == 0).all() and (hand.buried & hand.upcard == 0).all()
    assert hand.took.any() and (~hand.took[made]).any()

    # The merge: five of all that the maker holds, as many put away as came from the dummy.
    for seat in hand.dealt:
        merges = hand.used_dummy(seat) != 0
        everything = hand.after_pick_up(seat)[merges] | hand.used_dummy(seat)[merges]
        if rules.dummies:
            assert count(everything) == [5 + rules.dummies[0]]
            assert merges.any()
        assert (hand.after_merge(seat)[merges] & ~everything == 0).all()
        assert count(hand.after_merge(seat)) == [5]

    # The play: who takes part plays exactly their five, who sits out none, and nobody plays where all have passed.
    for seat in hand.dealt:
        plays = made & ~hand.sits_out[seat]
        assert (hand.shown[seat][plays] == hand.after_merge(seat)[plays]).all()
        assert (hand.shown[seat][~plays] == 0).all()
    in_play = np.bitwise_or.reduce(list(hand.shown.values()))
    playing = sum((made & ~hand.sits_out[seat]).astype(int) for seat in hand.dealt)
    assert (np.bitwise_count(in_play) == 5 * playing).all()
    alone = {2: {2}, 3: {2, 3}, 4: {2, 3, 4}}[n]
    assert set(playing[made].tolist()) == alone

    # Out of play lie the rest of the pack, and only cards of it: nothing is lost and nothing counted twice.
    laid_down = sum(np.where(made & hand.sits_out[seat], 5, 0) for seat in hand.dealt)
    dropped = sum(np.bitwise_count(hand.used_dummy(seat)).astype(int) for seat in hand.dealt)
    unused = sum(np.bitwise_count(dummy).astype(int) for dummy in hand.dummies) - dropped
    up_or_buried, kitty = 1, rules.deck - count(together)[0]
    accounted = np.bitwise_count(in_play) + laid_down + dropped + unused + up_or_buried + kitty
    assert (accounted[made] == rules.deck).all()


def test_peeking_or_not_a_lone_maker_leaves_the_dummy() -> None:
    for kind in ("cutthroat", "cutthroat, peeking"):
        hand = Played(KINDS[kind])
        alone = hand.rows["alone"] == 1
        assert alone.any() and (hand.rows["kept"][alone] == 0).all()
        assert (hand.rows["kept"][hand.made & ~alone] != 0).all()


@pytest.mark.parametrize("alone", ["yes", "no"])
def test_of_two_with_dummies_of_their_own_both_use_theirs_but_for_a_lone_maker(alone: str) -> None:
    hand = Played(TWO.with_changes({"twohand_dummy": "own3", "maker_alone": alone}))
    lone = hand.rows["alone"] == 1
    assert lone.any() == (alone == "yes")
    for seat in (1, 2):
        makes = hand.rows["maker"] == seat
        assert (hand.kept(seat)[hand.made & ~(makes & lone)] != 0).all()
        assert (hand.kept(seat)[(makes & lone) | ~hand.made] == 0).all()
    # What is paid: a lone march 4, any other march 2, a euchre 2 either way.
    rows = hand.rows
    points = np.array([[rows["points_0"], rows["points_1"]]])[0]
    makers = points[(rows["dealer"] + rows["maker"]) % 2, np.arange(HANDS)]
    others = points.sum(axis=0) - makers
    march, euchred = rows["tricks"] == 5, rows["tricks"] < 3
    assert (makers[hand.made & march & lone] == 4).all() and (makers[hand.made & march & ~lone] == 2).all()
    assert (makers[hand.made & ~march & ~euchred] == 1).all() and (others[hand.made & euchred] == 2).all()


DEALS = 400_000


def dealt_only(rules: Rules) -> dict[str, np.ndarray]:
    """Many deals; nobody bids."""
    part = Match(rules, [load_player("always-pass")], 23, "hands").play(0, DEALS, "hands")
    assert part.hands is not None
    return part.hands


def agrees(hits: np.ndarray, chance: Fraction) -> bool:
    """Whether a share lies within five standard errors of its exact chance."""
    p = float(chance)
    return bool(abs(hits.mean() - p) < SIGMA * (p * (1 - p) / len(hits)) ** 0.5)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("kind", ["cutthroat", "two-handed, shared dummy", "two-handed, own dummies"])
def test_the_right_bower_in_the_dummy(kind: str, deck: int) -> None:
    """In the suit of the upcard, unless it is turned up itself; in another suit; and as who lacks it must reckon."""
    rules = KINDS[kind].with_changes({"deck": deck})
    hands, size = dealt_only(rules), rules.dummies[0]
    dummy = hands["dummy" if "dummy" in hands else "dummy_2"]
    suit = hands["upcard"] // 16
    joker = hands["upcard"] == JOKER
    plain = hands["upcard"] != JOKER

    def bower(of: np.ndarray) -> np.ndarray:
        return U(1) << (16 * of + JACK).astype(np.uint64)

    in_suit = Fraction(deck // 4 - 1, deck // 4) * Fraction(size, deck - 1)
    assert agrees((dummy & bower(suit) != 0)[plain], in_suit)
    if (kind, deck) == ("cutthroat", 24):
        assert in_suit == Fraction(25, 138)
    other = (suit + 1) % 4
    assert agrees((dummy & bower(other) != 0)[plain], Fraction(size, deck - 1))
    mine, turned = hands["hand_1"], hands["upcard"] == 16 * suit + JACK
    lacks = plain & ~turned & (mine & bower(suit) == 0)
    assert agrees((dummy & bower(suit) != 0)[lacks], Fraction(size, deck - 1 - 5))
    if rules.has_joker:
        assert agrees(dummy & (U(1) << U(JOKER)) != 0, Fraction(size, deck))
        assert agrees(joker, Fraction(1, deck))


@pytest.mark.parametrize("deck", DECKS)
def test_trumps_among_ten(deck: int) -> None:
    """How many trumps a maker of three draws on, their five and the dummy's five, with a suit named in round 2."""
    hands = dealt_only(CUTTHROAT.with_changes({"deck": deck}))
    plain = hands["upcard"] != JOKER
    named = (hands["upcard"] // 16 + 1) % 4
    cards = hands["hand_1"] | hands["dummy"]
    trump = np.array([suit_mask(suit, suit) for suit in range(4)], dtype=np.uint64)[named]
    turned_left = (trump >> hands["upcard"].astype(np.uint64)) & U(1) != 0
    held = np.bitwise_count(cards & trump)
    trumps = deck // 4 + (2 if deck in (25, 33) else 1)
    for k in range(3, 6):
        ways = Fraction(1)
        for i in range(k):
            ways *= Fraction(trumps - i, deck - 1 - i)
        for i in range(10 - k):
            ways *= Fraction(deck - 1 - trumps - i, deck - 1 - k - i)
        chance = ways * Fraction(factorial(10), factorial(k) * factorial(10 - k))
        assert agrees((held == k)[plain & ~turned_left], chance)


@every_game
def test_distinct_deals(rules: Rules) -> None:
    """A multinomial number: who gets which cards, their order in a hand and among the rest being nothing."""
    sizes = [5] * rules.players + [*rules.dummies, 1]
    ways = factorial(rules.deck) // factorial(rules.deck - sum(sizes))
    for size in sizes:
        ways //= factorial(size)
    assert plan_deal(rules.deck, rules.players, 5, rules.dummies).deals == ways


@pytest.mark.parametrize(
    ("kind", "deals"),
    [
        ("two-handed", 6_919_311_168),
        ("cutthroat", 498_688_594_500_096),
        ("cutthroat, no dummy", 8_905_153_473_216),
        ("british", 3_116_803_715_625_600),
    ],
)
def test_distinct_deals_in_figures(kind: str, deals: int) -> None:
    rules = KINDS[kind]
    assert plan_deal(rules.deck, rules.players, 5, rules.dummies).deals == deals
