"""Without trump all four suits are alike: whoever is dealt the same cards in other suits plays the same ranks."""

import importlib
import itertools
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from sim.bits import U, popcount
from sim.cards import cards_of, deck_mask
from sim.players.match import Match
from sim.players.strategy import Player, load_player
from sim.rules.presets import preset
from sim.runs.trace import show
from sim.text.trace import hand_as_text
from sim.views import MASKS, View
from strategies import basic, plt_smart, toolkit
from strategies.parts import best_card
from support.situations import NOTHING, mask, playing, text

SEEDS = st.integers(0, 2**32)
TURNS = list(itertools.permutations(range(4)))
PLAYED = ("lead", "follow", "discard", "give_best", "keep_five", "defend_alone")
CARDS = sorted(MASKS - {"random"})


def turned(cards: Any, order: tuple[int, ...]) -> Any:
    """A mask with lane k moved to lane `order[k]`."""
    return U(sum((int(cards) >> 16 * lane & 0xFFFF) << 16 * order[lane] for lane in range(4)))


def turned_view(view: View, order: tuple[int, ...]) -> View:
    """The same situation with other suits."""
    return view._replace(**{name: turned(getattr(view, name), order) for name in CARDS})


def rank(card: Any) -> int:
    """The rank of a card, whatever its suit; -1 of none."""
    return (int(card).bit_length() - 1) % 16 if int(card) else -1


def situation(hook: str, rng: random.Random) -> View:
    """A no-trump hand in which a hook may be asked, seen by somebody who holds cards."""
    pack = cards_of(deck_mask(24))
    rng.shuffle(pack)
    maker, alone = rng.randrange(4), rng.random() < 0.5
    trick = rng.randint(1, 4)
    before = rng.randint(0, 3) if hook == "follow" else 0
    draw = iter(U(1 << code) for code in pack)

    def some(number: int) -> Any:
        return U(sum(int(next(draw)) for _ in range(number)))

    held = some({"discard": 5, "give_best": 5, "keep_five": 10, "defend_alone": 5}.get(hook, 6 - trick))
    table = [some(1) for _ in range(before)]
    led = U(0xFFFF << ((int(table[0]).bit_length() - 1) & 0x30)) if table else U(0)
    strongest = max(table, key=lambda card: int(card & led), default=U(0))
    seen = some(4 * (trick - 1) if hook in ("lead", "follow") else 0) | U(sum(map(int, table)))
    winner = 4 - before + [int(card) for card in table].index(int(strongest)) if table else -1
    return NOTHING._replace(
        hand=held,
        upcard=some(1),
        fate=2,
        deck=U(deck_mask(24)),
        seat=rng.randint(1, 4),
        players=4,
        round=2,
        dealer=rng.randrange(4),
        maker=maker,
        maker_side=int(maker in (0, 2)),
        alone=int(alone),
        partner=int(not (alone and maker == 0)),
        trick=trick,
        position=before,
        led=led,
        best=strongest,
        winner=winner,
        partner_wins=int(winner == 2),
        last=int(before == 3),
        seen=seen,
        tricks_us=(won := rng.randint(0, trick - 1)),
        tricks_them=trick - 1 - won,
        best_call=int(hook in ("discard", "give_best")),
        target=10,
        **{f"card_{4 - before + k}": card for k, card in enumerate(table)},
    )


def answer(player: Player, hook: str, view: View) -> int:
    made = player.decision(hook)
    assert made is not None
    arguments: list[Any] = [view]
    if made.takes >= 2:
        assert made.params is not None
        arguments.append(made.params(*made.values))
    return int(made.function(*arguments))


BUILT_IN = [
    name
    for name in strategies.BUILT_IN
    if name != "random"
    and any(hasattr(importlib.import_module(f"strategies.{name.replace('-', '_')}"), hook) for hook in PLAYED)
]


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("hook", PLAYED)
def test_every_player_treats_the_four_suits_alike(name: str, hook: str) -> None:
    player, rng = load_player("bridge(basic)" if name == "bridge" else name), random.Random(7)
    for _ in range(150):
        view = situation(hook, rng)
        order = rng.choice(TURNS)
        first, second = answer(player, hook, view), answer(player, hook, turned_view(view, order))
        if hook == "keep_five":
            aces = popcount(view.hand & toolkit.ALL_ACES)
            assert popcount(first & toolkit.ALL_ACES) == popcount(second & toolkit.ALL_ACES) == aces, (view, order)
        elif hook == "defend_alone":
            assert first == second, (view, order)
        else:
            assert rank(first) == rank(second), (view, order)


# ------------------------------------------------------------------------------------------------------- the toolkit

OF_A_VIEW = [toolkit.legal, toolkit.open_cards, toolkit.leads, toolkit.unseen, toolkit.winners, toolkit.side_cards]
OF_A_MASK = [toolkit.without_lowest, toolkit.lanes_with, toolkit.singletons, toolkit.at_or_below, toolkit.guarded]
OF_A_RANK = [toolkit.lowest_rank, toolkit.highest_rank]


@given(SEEDS)
def test_every_helper_treats_the_four_suits_alike(seed: int) -> None:
    rng = random.Random(seed)
    view, order = situation(rng.choice(("lead", "follow")), rng), rng.choice(TURNS)
    other = turned_view(view, order)
    for of_view in OF_A_VIEW:
        assert of_view(other) == turned(of_view(view), order), of_view.__name__
    for of_mask in OF_A_MASK:
        assert of_mask(other.hand) == turned(of_mask(view.hand), order), of_mask.__name__
    for of_rank in OF_A_RANK:
        assert rank(of_rank(other.hand)) == rank(of_rank(view.hand)), of_rank.__name__
    assert toolkit.suits_held(other.hand) == toolkit.suits_held(view.hand)
    out = toolkit.unseen(view)
    assert toolkit.boss(other.hand, turned(out, order)) == turned(toolkit.boss(view.hand, out), order)
    assert toolkit.next_lane(view) == U(0)


def test_next_is_a_suit_only_beside_a_trump() -> None:
    assert toolkit.next_lane(playing("H", "JH KD")) == U(0xFFFF << 16)
    assert toolkit.next_lane(playing("no-trump", "JH KD")) == U(0)


@pytest.mark.parametrize(
    ("trump", "bowers", "trick", "wanted"),
    [("H", False, 1, "9H"), ("H", False, 2, "9H AS KD"), ("H", True, 1, "9H AS KD"), ("no-trump", True, 1, "9H AS KD")],
)
def test_only_in_napoleon_the_first_lead_shows_the_trump(trump: str, bowers: bool, trick: int, wanted: str) -> None:
    view = playing(trump, "9H AS KD", maker=0, trick=trick)
    if not bowers:
        jacks = U(1 << 57 | 1 << 25)  # at their rank, as no jack is a bower
        view = view._replace(deck=view.deck & ~toolkit.BOWERS | jacks)
    suit = 3 if trump == "H" else -1
    assert toolkit.leads(view) == mask(wanted, suit, trump == "H")


# -------------------------------------------------------------------------------------- best cards and lone defence


@pytest.mark.parametrize(
    ("hand", "gone"),
    [
        ("AH KS QS 9S AC", "9S"),
        ("AS KH QH 9H AC", "9H"),
        ("AC KD QD 9D AH", "9D"),
        ("AH AC AD AS KS", "KS"),
        ("AH AS AC 9D TD", "9D"),
    ],
)
def test_no_ace_is_discarded_for_partners_best(hand: str, gone: str) -> None:
    view = playing("no-trump", hand, maker=0, best_call=1)
    assert text(best_card.throw(view), -1, False) == gone
    for name in ("basic", "cautious", "simple", "lyles-advanced", "ohio-next", "trickster", "plt-smart"):
        assert rank(answer(load_player(name), "discard", view)) < 12, name


def test_the_ace_of_hearts_stays_in_hand() -> None:
    rules = preset("standard").with_changes(
        {"no_trump": "round2", "call_for_best": "loner", "stick_dealer": "on", "farmers_hand": "swap3"}
    )
    (told,) = show(rules, ["basic"], seed=4, unit="hands", game=3244)
    said = hand_as_text(told, symbols=False)
    assert "names no-trump, alone" in said and "discards TC and calls for the best card" in said


def test_a_lone_defence_without_trump_counts_the_sure_tricks() -> None:
    sure, hearts = playing("no-trump", "AH KH AS AC 9D"), playing("no-trump", "QH JH TH 9H KD")
    for view, wanted in ((sure, 1), (hearts, 0)):
        given = view._replace(trick=0, alone=1, maker=1)
        assert basic.defend_alone(given, basic.Params()) == wanted
        assert plt_smart.defend_alone(given, plt_smart.Params()) == 0


@pytest.mark.parametrize("name", ["lyles-advanced", "ohio-next", "trickster", "plt-smart"])
def test_all_play_whole_hands_without_trump(name: str) -> None:
    rules = preset("standard").with_changes({"no_trump": "round2", "call_for_best": "loner"})
    part = Match(rules, [load_player(f"random/{name}")], 5, "hands").play(0, 40_000, "hands")
    assert part.hands is not None
    called = (part.hands["trump"] == 4) & (part.hands["loner_best"] >= 0)
    assert called.sum() > 30 and (part.hands["loner_discard"][called] % 16 != 12).all()
