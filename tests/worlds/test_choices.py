"""Which choices are tried: every legal one, or one that lies next to it in a run of cards."""

import numpy as np
import pytest

from sim.engine import layout as at
from sim.engine.layout import HOOKS, OWN_SLOT, B
from sim.lanes import LANE_BITS
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from sim.worlds.choices import MOST, list_choices
from support.looked_at import asked, first_answers

GAMES = [
    PRESETS["standard"].with_changes({"defend_alone": "always", "stick_dealer": "on", "no_trump": "round2"}),
    PRESETS["standard"].with_changes({"discard_upcard": "allowed", "call_turned_down": "yes"}),
    PRESETS["british"],
    PRESETS["two-handed"],
    PRESETS["cutthroat"],
]


def bits(mask: int) -> list[int]:
    return [place for place in range(64) if mask >> place & 1]


def is_next_to(card: int, other: int, own: int, gone: int) -> bool:
    """Whether two cards of a lane have only own cards and such as are gone between them."""
    low, high = sorted((card.bit_length() - 1, other.bit_length() - 1))
    same = low // LANE_BITS == high // LANE_BITS
    return same and all((own | gone) >> place & 1 for place in range(low + 1, high))


def choices_of(rules: Rules, hook: str, one: object) -> list[tuple[int, list[int]]]:
    """Lanes with a choice, and what is tried there."""
    lanes, counts = np.zeros(B, dtype=np.int64), np.zeros(B, dtype=np.int64)
    tried = np.zeros((B, MOST), dtype=np.uint64)
    firsts = first_answers(rules, hook, one)  # type: ignore[arg-type]
    found = list_choices(
        one.batch, firsts, one.n, HOOKS.index(hook), one.position, one.trick, int(one.params[OWN_SLOT]), one.rules,  # type: ignore[attr-defined]
        lanes, tried, counts,
    )  # fmt: skip
    return [(int(lanes[k]), [int(answer) for answer in tried[k, : counts[k]]]) for k in range(found)]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: f"{rules.players} {rules.deck} {rules.discard_upcard}")
def test_every_legal_choice_is_tried_or_one_next_to_it(rules: Rules) -> None:
    looked = set()
    for hook, one in asked(rules, 96):
        batch = one.batch.reshape(-1, B)
        deck = int(one.rules[at.R_DECK_TRUMP])
        tried = dict(choices_of(rules, hook, one))
        for answers in tried.values():
            assert len(set(answers)) == len(answers) >= 2
        for lane in range(one.n):
            row = batch[:, lane]
            if hook in ("lead", "follow"):
                hand, led = int(row[at.HAND_0 + one.position]), int(row[at.LED]) if hook == "follow" else 0
                legal = hand & led or hand
                table = sum(int(row[at.TABLE_0 + place]) for place in range(one.position))
                pack = deck if row[at.TRUMPS] else int(one.rules[at.R_DECK])
                gone = (int(row[at.SEEN]) & ~table) | ~pack & (1 << 64) - 1
            elif hook == "discard":
                if int(row[at.FATE]) != 1:
                    continue
                hand = legal = int(row[at.HELD])
                legal &= ~(0 if rules.discard_upcard == "allowed" else int(row[at.UP]))
                gone = ~(deck if row[at.TRUMPS] else int(one.rules[at.R_DECK])) & (1 << 64) - 1
            else:
                continue
            looked.add(hook)
            cards = tried.get(lane, [])
            assert all(card & legal and card & (card - 1) == 0 for card in cards)
            if lane not in tried:
                # One card, or all in one run.
                places = bits(legal)
                assert all(is_next_to(1 << places[0], 1 << place, hand, gone) for place in places)
                continue
            for place in bits(legal):
                near = [is_next_to(1 << place, card, hand, gone) for card in cards]
                assert any(near), (hook, one.position, one.trick, lane)
            for k, card in enumerate(cards):
                assert not any(is_next_to(card, other, hand, gone) for other in cards[:k]), "tried twice"
    assert looked == {"discard", "lead", "follow"}


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: f"{rules.players} {rules.deck} {rules.discard_upcard}")
def test_all_bids_are_tried(rules: Rules) -> None:
    looked = 0
    for hook, one in asked(rules, 96):
        batch = one.batch.reshape(-1, B)
        for lane, answers in choices_of(rules, hook, one):
            if hook == "order_up":
                partner = rules.players == 4 and one.position == 1 and rules.dealer_partner_order == "alone_only"
                wanted = {0, 2} if partner else {0, 1, 2} if rules.may_go_alone else {0, 1}
            elif hook == "name_trump":
                suits = [k for k in range(5) if int(batch[at.SUITS, lane]) >> k & 1]
                stuck = rules.stick_dealer == "on" and one.position == rules.players - 1
                joker = int(batch[at.UP_SUIT, lane]) > 3
                alone = {k + 9 for k in suits} if rules.may_go_alone else set()
                wanted = {k + 1 for k in suits} | alone | (set() if stuck or joker else {0})
            elif hook in ("pick_up", "defend_alone"):
                wanted = {0, 1}
            elif hook == "declare_alone":
                wanted = {answers[0], 0, 1}
            else:
                continue
            assert set(answers) == wanted, (hook, one.position)
            looked += 1
    assert looked > 100
