"""From the contract to the first lead: trump is fixed, the dealer picks up and buries, and who leads, alone or not."""

from typing import Any

from numba.core import types

from sim.bits import U, popcount, sel, top
from sim.engine.alone import declare_alone, defend_alone, keep_it_back
from sim.engine.asking import INTS, TABLE, WORDS, ask, if_one_of, leave_seat, note_illegal, offence, take_seat
from sim.engine.best import call_for_best
from sim.engine.dead import note_dead
from sim.engine.dummy import merge
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    ACTIVE_BYTE,
    ALONE,
    BEST_OFF,
    BURIED,
    DEALER_BYTE,
    DEALT_0,
    DEFENDER_KEPT,
    DROPPED,
    FATE,
    H_DISCARD,
    H_PICK_UP,
    HAND_0,
    HELD,
    JAMBOREE,
    KEPT,
    LEAD_DEFENDER,
    LEAD_ELDEST,
    LONE_DEFENDER,
    MAKER,
    MAKER_BYTE,
    MAKERS_BYTE,
    NO_TRUMP_SUIT,
    R_AUCTION,
    R_BOTH_ALONE_LEAD,
    R_BURY_UPCARD,
    R_CALL_BEST,
    R_DECK_TRUMP,
    R_DECLARE_LATER,
    R_DUMMY,
    R_JAMBOREE,
    R_LEAD_LEFT_OF_LONER,
    R_PICKUP_OPTIONAL,
    R_PLAYERS,
    R_TEAMS,
    R_WIDOW,
    ROLES,
    ROUND,
    SEEN,
    TRICKS,
    TRUMP_SUIT,
    TRUMPS,
    TURN_UP,
    UP,
    UPCARD,
    WINNER,
    B,
)
from sim.engine.seats import has_role
from sim.engine.suits import TRUMP_LANE, normalised
from sim.engine.widow import maker_leads, take_widow
from sim.views import DECLINED, TAKEN

_INT = types.int64


@inlined
def _give_hand(batch: Any, n: Any, seat: Any) -> None:
    for i in range(n):
        hand = normalised(batch[(DEALT_0 + seat) * B + i], batch[TRUMP_SUIT * B + i])
        batch[(HAND_0 + seat) * B + i] = sel(batch[ROUND * B + i] != U(0), hand, U(0))


@kernel(types.void(WORDS, _INT, INTS))
def fix_trump(batch: Any, n: Any, rules: Any) -> None:
    """Normalise all hands to the trump named, and seat the makers. A deal passed out has no cards to play."""
    players = rules[R_PLAYERS]
    partners = rules[R_TEAMS] < players
    everybody = (U(1) << U(players)) - U(1)
    for i in range(n):
        made = batch[ROUND * B + i] != U(0)
        maker = U(1) << batch[MAKER * B + i]
        active = everybody
        if partners:
            partner = U(1) << ((batch[MAKER * B + i] + U(2)) & U(3))
            active ^= sel(batch[ALONE * B + i] & U(1) != U(0), partner, U(0))
        side = maker | (((maker << U(2)) | (maker >> U(2))) & U(0xF)) if partners else maker
        roles = (U(1) << U(DEALER_BYTE + players - 1)) | (active << U(ACTIVE_BYTE))
        roles |= (maker << U(MAKER_BYTE)) | (side << U(MAKERS_BYTE))
        batch[ROLES * B + i] = sel(made, roles, U(1) << U(DEALER_BYTE + players - 1))
        suit = batch[TRUMP_SUIT * B + i]
        batch[TRUMPS * B + i] = sel(suit == U(NO_TRUMP_SUIT), U(0), TRUMP_LANE)
        batch[UP * B + i] = normalised(batch[UPCARD * B + i], suit)
        batch[BURIED * B + i] = U(0)
        batch[DROPPED * B + i] = U(0)
        batch[KEPT * B + i] = U(0)
        batch[DEFENDER_KEPT * B + i] = U(0)
        batch[LONE_DEFENDER * B + i] = U(0)
        batch[SEEN * B + i] = U(0)
        batch[TRICKS * B + i] = U(0)
    _give_hand(batch, n, 0)
    _give_hand(batch, n, 1)
    if players > 2:
        _give_hand(batch, n, 2)
    if players > 3:
        _give_hand(batch, n, 3)
    if players > 4:
        _give_hand(batch, n, 4)
    if players > 5:
        _give_hand(batch, n, 5)


@kernel(types.void(WORDS, WORDS, _INT, INTS, *TABLE))
def pick_up(batch: Any, actions: Any, n: Any, rules: Any, steps: Any, params: Any, slots: Any) -> None:
    """The dealer takes the upcard where it was ordered, unless the rules let them leave it to others' orders."""
    dealer = rules[R_PLAYERS] - 1
    take_seat(batch, n, dealer)
    if rules[R_PICKUP_OPTIONAL] == 1:
        ask(batch, actions, n, H_PICK_UP, dealer, 0, rules, steps, params, slots)
    code = offence(H_PICK_UP, dealer, 0)
    for i in range(n):
        ordered = batch[ROUND * B + i] == U(1)
        has_choice = ordered & (batch[MAKER * B + i] != U(dealer)) & (rules[R_PICKUP_OPTIONAL] == 1)
        note_illegal(batch, i, ~has_choice | (actions[i] <= U(1)), code)
        takes = ordered & (~has_choice | (actions[i] != U(0)))
        batch[HELD * B + i] |= sel(takes, batch[UP * B + i], U(0))
        batch[FATE * B + i] = sel(takes, U(TAKEN), sel(ordered, U(DECLINED), batch[FATE * B + i]))


@kernel(types.void(WORDS, WORDS, _INT, INTS, *TABLE))
def bury(batch: Any, actions: Any, n: Any, rules: Any, steps: Any, params: Any, slots: Any) -> None:
    """Whoever took the upcard buries a card, face down; as a rule not the upcard itself."""
    dealer = rules[R_PLAYERS] - 1
    ask(batch, actions, n, H_DISCARD, dealer, 0, rules, steps, params, slots)
    code = offence(H_DISCARD, dealer, 0)
    for i in range(n):
        took = batch[FATE * B + i] == U(TAKEN)
        may = batch[HELD * B + i] & ~sel(rules[R_BURY_UPCARD] == 1, U(0), batch[UP * B + i])
        card = if_one_of(actions[i], may)
        note_illegal(batch, i, (card != U(0)) | ~took, code)
        buried = sel(took, card, U(0))
        batch[HELD * B + i] ^= buried
        batch[BURIED * B + i] = buried


@kernel(types.void(WORDS, _INT, INTS))
def show_jamboree(batch: Any, n: Any, rules: Any) -> None:
    """A maker who holds the five highest trumps shows them instead of playing: nobody has a part in the hand then."""
    players = rules[R_PLAYERS]
    highest, left = U(0), U(rules[R_DECK_TRUMP]) & TRUMP_LANE
    for _ in range(5):
        highest |= top(left)
        left ^= top(left)
    for position in range(players):
        for i in range(n):
            maker = has_role(batch[ROLES * B + i], MAKER_BYTE, position) != U(0)
            shows = maker & (batch[(HAND_0 + position) * B + i] == highest) & (batch[TRUMPS * B + i] != U(0))
            batch[TRICKS * B + i] = sel(shows, U(JAMBOREE), batch[TRICKS * B + i])
            batch[ROLES * B + i] = sel(shows, U(1) << U(DEALER_BYTE + players - 1), batch[ROLES * B + i])


@inlined
def _lay_down_if_out(batch: Any, n: Any, position: Any) -> None:
    for i in range(n):
        active = has_role(batch[ROLES * B + i], ACTIVE_BYTE, position) != U(0)
        batch[(HAND_0 + position) * B + i] = sel(active, batch[(HAND_0 + position) * B + i], U(0))


@kernel(types.void(WORDS, _INT, INTS))
def lay_down(batch: Any, n: Any, rules: Any) -> None:
    """Whoever sits out lays their cards down: only now, since they may have buried a card or given their best one."""
    if rules[R_PLAYERS] == 3:
        for seat in range(3):
            _lay_down_if_out(batch, n, seat)
    if rules[R_PLAYERS] == 4:
        for seat in range(4):
            _lay_down_if_out(batch, n, seat)


@kernel(types.void(WORDS, _INT, INTS))
def choose_leader(batch: Any, n: Any, rules: Any) -> None:
    """The dealer's left leads, or the left of whoever plays alone; if that seat sits out, the next one that plays."""
    players = rules[R_PLAYERS]
    everybody = (U(1) << U(players)) - U(1)
    for i in range(n):
        alone, maker = batch[ALONE * B + i] & U(3), batch[MAKER * B + i]
        defender = batch[LONE_DEFENDER * B + i] - U(1)
        wanted = U(0)
        if rules[R_LEAD_LEFT_OF_LONER] == 1:
            wanted = sel(alone == U(1), maker + U(1), wanted)
            wanted = sel(alone == U(2), defender + U(1), wanted)
            both = sel(rules[R_BOTH_ALONE_LEAD] == LEAD_DEFENDER, defender, maker)
            both = sel(rules[R_BOTH_ALONE_LEAD] == LEAD_ELDEST, U(0), both)
            wanted = sel(alone == U(3), both, wanted)
        wanted = sel(wanted == U(players), U(0), wanted)
        active = (batch[ROLES * B + i] >> U(ACTIVE_BYTE)) & everybody
        onward = ((active >> wanted) | (active << (U(players) - wanted))) & everybody
        skip = U(popcount(~onward & (onward - U(1))))
        leader = wanted + skip
        leader = sel(leader >= U(players), leader - U(players), leader)
        batch[WINNER * B + i] = sel(active == U(0), U(0), leader)


@kernel(types.void(WORDS, WORDS, WORDS, INTS, _INT, INTS, *TABLE))
def settle(batch: Any, second: Any, actions: Any, places: Any, n: Any, rules: Any, steps: Any, params: Any,
           slots: Any) -> None:  # fmt: skip
    """Everything between the last bid and the first lead."""
    if rules[R_DECLARE_LATER] == 1:
        keep_it_back(batch, n, rules)
    fix_trump(batch, n, rules)
    if rules[R_AUCTION] != TURN_UP:
        if rules[R_WIDOW] == 1:
            take_widow(batch, second, actions, places, n, rules, steps, params, slots)
        maker_leads(batch, n)
        return
    pick_up(batch, actions, n, rules, steps, params, slots)
    bury(batch, actions, n, rules, steps, params, slots)
    leave_seat(batch, n, rules[R_PLAYERS] - 1)
    if rules[R_DECLARE_LATER] == 1:
        declare_alone(batch, actions, n, rules, steps, params, slots)
    if rules[R_DUMMY] == 1:
        merge(batch, actions, n, rules, steps, params, slots)
    if rules[R_JAMBOREE] == 1:
        show_jamboree(batch, n, rules)
    defend_alone(batch, actions, n, rules, steps, params, slots)
    if rules[R_CALL_BEST] != BEST_OFF:
        call_for_best(batch, actions, n, rules, steps, params, slots)
    lay_down(batch, n, rules)
    note_dead(batch, n, rules)
    choose_leader(batch, n, rules)
