"""Nothing hidden is read: whatever the cards that a player cannot know, the decision stays the same."""

import numpy as np
import pytest

from sim.engine import layout as at
from sim.engine.layout import HOOKS, OWN_SLOT, B
from sim.engine.seats import seat_of
from sim.players.check.compiled_form import Asked
from sim.players.look_ahead import LookAhead
from sim.players.match import hooks_asked
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from sim.worlds.thinking import Outlook, Thinker
from support.looked_at import asked, first_answers

_seat_of = seat_of.py_func
GAMES = [
    PRESETS["standard"],
    PRESETS["standard-spruce"],
    PRESETS["british"].with_changes({"joker_up": "dealer_sees"}),
    PRESETS["two-handed"].with_changes({"twohand_dummy": "own3"}),
    PRESETS["cutthroat"],
]


def thinker(rules: Rules, outlook: Outlook) -> Thinker:
    shared = LookAhead(tuple(hooks_asked(rules)), rules.auction, rules.players, load_player)
    return shared.thinker("basic", outlook, "a test")


def scrambled(hook: str, one: Asked, source: np.random.Generator) -> np.ndarray:
    """The batch with other bits for all that whoever is asked cannot know."""
    batch, players = one.batch.copy().reshape(-1, B), int(one.rules[at.R_PLAYERS])
    anything = source.integers(0, 1 << 63, (64, B), dtype=np.uint64)
    for lane in range(one.n):
        roles = batch[at.ROLES, lane]
        mine = int(_seat_of(roles, one.position, players)) - 1 if one.trick else one.position
        noise = iter(anything[:, lane])
        seen = batch[at.SEEN, lane] if one.trick else np.uint64(0)
        maker = one.trick > 0 and int(batch[at.MAKER, lane]) == mine
        for seat in range(players):
            if seat != mine:
                batch[at.DEALT_0 + seat, lane] = next(noise)
                start = batch[at.START_0 + seat, lane]
                batch[at.START_0 + seat, lane] = (start & seen) | (next(noise) & ~seen)
            place = (seat - mine + one.position) % players
            if seat != mine:
                batch[at.HAND_0 + place, lane] = next(noise)
        if mine != players - 1:
            batch[at.BURIED, lane] = next(noise)
        own_dummy = at.DUMMY_2 if one.rules[at.R_OWN_DUMMIES] == 1 and mine == 1 else at.DUMMY
        knows = hook == "keep_five" or (
            one.trick > 0 and (batch[at.KEPT, lane] if maker else batch[at.DEFENDER_KEPT, lane])
        )
        for row in (at.DUMMY, at.DUMMY_2):
            if not (knows and row == own_dummy):
                batch[row, lane] = next(noise)
        for row in (at.KEPT, at.DROPPED) if not maker else (at.DEFENDER_KEPT, at.LAID):
            batch[row, lane] = next(noise)
    return batch.reshape(-1)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: f"{rules.players} {rules.deck} {rules.twohand_dummy}")
def test_nothing_hidden_is_read(rules: Rules) -> None:
    looker, source = thinker(rules, Outlook(deals=12, tries=3)), np.random.default_rng(1)
    hooks, left = set(), 0
    for hook, one in asked(rules, 64):
        firsts = first_answers(rules, hook, one)
        found = []
        for batch in (one.batch, scrambled(hook, one, source)):
            actions = firsts.copy()
            with np.errstate(over="ignore"):
                slot = int(one.params[OWN_SLOT])
                looker.think(batch, actions, one.n, HOOKS.index(hook), one.position, one.trick, slot, one.rules)
            found.append(actions[: one.n])
        assert np.array_equal(*found), (hook, one.position, one.trick)
        hooks.add(hook)
        left += int((found[0] != firsts[: one.n]).sum())
    assert {"order_up", "discard", "lead", "follow"} <= hooks and left > 0
