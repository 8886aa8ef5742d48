"""Bidding on a turned-up card: order it up in the first round, name a suit in the second."""

from typing import Any

from numba.core import types

from sim.bits import ONES, U, sel
from sim.engine.asking import INTS, TABLE, WORDS, ask, note_illegal, offence, take_seat
from sim.engine.jit import inlined, kernel
from sim.engine.layout import (
    ALONE,
    BY_STUCK_DEALER,
    CHANCE,
    DEALER,
    DEALER_BYTE,
    DEALT_0,
    FATE,
    H_NAME_TRUMP,
    H_ORDER_UP,
    HAND_0,
    HELD,
    ILLEGAL,
    JOKER_BLIND,
    JOKER_NEXT_CARD,
    JOKER_SEES,
    LATE_BYTE,
    LONE_JAMBONE,
    MAKER,
    NEXT_CARD,
    NO_TARGET,
    NO_TRUMP_SUIT,
    OWNERS,
    PARTNER_ALONE_ONLY,
    PARTNER_FORBIDDEN,
    R_CALL_TURNED,
    R_JAMBONE,
    R_JOKER_UP,
    R_LATE_FROM,
    R_MAKER_ALONE,
    R_MIN_TRUMP,
    R_NO_TRUMP,
    R_PARTNER_ORDER,
    R_PLAYERS,
    R_STICK,
    ROLES,
    ROUND,
    SCORES,
    SCORES_2,
    STICK_ON,
    SUITS,
    TRUMP_SUIT,
    TRUMPS,
    UP,
    UP_SUIT,
    UPCARD,
    B,
)
from sim.engine.proposal import NO_SUIT, blind_suit
from sim.engine.score import too_late
from sim.engine.seats import has_role
from sim.engine.suits import TRUMP_LANE, normalised, turned
from sim.lanes import LANE_BITS, LANES, PLAIN, RIGHT_BOWER, TRUMP_PLACE, card_mask
from sim.views import ALONE as ORDER_ALONE
from sim.views import FACE_UP, JAMBONE, NO_TRUMP, ORDER, TRUMP, TURNED_DOWN

_INT = types.int64
# What counts as a natural trump: ranks 2 to ace of the top lane, and the right bower.
_NATURAL = U(PLAIN << TRUMP_PLACE | card_mask(TRUMP, RIGHT_BOWER))


@inlined
def _normalise_hand(batch: Any, n: Any, seat: Any) -> None:
    for i in range(n):
        batch[(HAND_0 + seat) * B + i] = normalised(batch[(DEALT_0 + seat) * B + i], batch[TRUMP_SUIT * B + i])


@kernel(types.void(WORDS, _INT, _INT))
def normalise_hands(batch: Any, n: Any, players: Any) -> None:
    """Turn each hand dealt to the suit that TRUMP_SUIT names."""
    # A loop a seat: its rows are then at constant places, without which it would not vectorise.
    _normalise_hand(batch, n, 0)
    _normalise_hand(batch, n, 1)
    if players > 2:
        _normalise_hand(batch, n, 2)
    if players > 3:
        _normalise_hand(batch, n, 3)


@kernel(types.void(WORDS, _INT, INTS))
def open_bidding(batch: Any, n: Any, rules: Any) -> None:
    """Turn up the upcard: everybody sees their hand as it would be if its suit were trump."""
    players = rules[R_PLAYERS]
    for i in range(n):
        proposed = batch[UP_SUIT * B + i]
        # A joker that proposes no suit makes the dealer maker; where they name it blind, the suit is drawn here.
        joker = proposed == U(NO_SUIT)
        suit = sel(joker, blind_suit(batch[CHANCE * B + i]), proposed)
        batch[UP * B + i] = normalised(batch[UPCARD * B + i], suit)
        batch[FATE * B + i] = U(FACE_UP)
        batch[ROUND * B + i] = sel(joker, U(1), U(0))
        batch[MAKER * B + i] = sel(joker, U(players - 1), U(0))
        batch[TRUMP_SUIT * B + i] = suit
        batch[TRUMPS * B + i] = TRUMP_LANE
        batch[ALONE * B + i] = U(0)
        batch[SUITS * B + i] = U(0)
        batch[ROLES * B + i] = U(1) << U(DEALER_BYTE + players - 1)
    normalise_hands(batch, n, players)


@inlined
def _is_dealers_partner(position: Any, players: Any) -> Any:
    return players == 4 and position == 1


@inlined
def _go_alone(wish: Any, position: Any, rules: Any) -> Any:
    """What an order becomes under the rules: with or without partner."""
    answer = wish
    if rules[R_MAKER_ALONE] == 0 and wish == U(ORDER_ALONE):
        answer = U(ORDER)
    if _is_dealers_partner(position, rules[R_PLAYERS]):
        if rules[R_PARTNER_ORDER] == PARTNER_ALONE_ONLY and wish == U(ORDER):
            answer = U(ORDER_ALONE)
        if rules[R_PARTNER_ORDER] == PARTNER_FORBIDDEN:
            answer = U(0)
    return answer


@inlined
def _most_said(rules: Any) -> Any:
    """The highest answer that the first round knows."""
    return U(JAMBONE) if rules[R_JAMBONE] == 1 else U(ORDER_ALONE)


@inlined
def _most_named(rules: Any) -> Any:
    """The highest answer that the second round knows."""
    return U(21) if rules[R_JAMBONE] == 1 else U(13)


@inlined
def _alone(answer: Any) -> Any:
    """What the contract notes of an order about who plays alone."""
    return sel(answer == U(ORDER_ALONE), U(1), sel(answer == U(JAMBONE), U(LONE_JAMBONE), U(0)))


@kernel(types.void(WORDS, _INT, INTS))
def note_late(batch: Any, n: Any, rules: Any) -> None:
    """Note in ROLES whose score is too high to play alone."""
    for position in range(rules[R_PLAYERS]):
        for i in range(n):
            late = sel(too_late(batch, i, position, rules), U(1), U(0))
            batch[ROLES * B + i] |= late << U(LATE_BYTE + position)


@kernel(types.void(WORDS, WORDS, _INT, _INT, INTS))
def hold_back_order(batch: Any, actions: Any, n: Any, position: Any, rules: Any) -> None:
    """Whoever may not play alone at their score orders with a partner, or passes where they may only order alone."""
    only_alone = _is_dealers_partner(position, rules[R_PLAYERS]) and rules[R_PARTNER_ORDER] == PARTNER_ALONE_ONLY
    heard, most = U(0) if only_alone else U(ORDER), _most_said(rules)
    for i in range(n):
        orders = (actions[i] != U(0)) & (actions[i] <= most)
        late = has_role(batch[ROLES * B + i], LATE_BYTE, position) != U(0)
        actions[i] = sel(orders & late, heard, actions[i])


@kernel(types.void(WORDS, WORDS, _INT, _INT, INTS))
def hold_back_name(batch: Any, actions: Any, n: Any, position: Any, rules: Any) -> None:
    """Whoever may not play alone at their score names their suit with their partner."""
    for i in range(n):
        late = has_role(batch[ROLES * B + i], LATE_BYTE, position) != U(0)
        lane = ((actions[i] - U(1)) & U(7)) + U(1)
        alone = (actions[i] > U(8)) & (actions[i] <= _most_named(rules)) & (lane <= U(5))
        actions[i] = sel(late & alone, lane, actions[i])


@kernel(types.void(WORDS, WORDS, _INT, _INT, INTS))
def hear_order(batch: Any, actions: Any, n: Any, position: Any, rules: Any) -> None:
    """Take one player's answer in the first round."""
    dealer = position == rules[R_PLAYERS] - 1
    code = offence(H_ORDER_UP, position, 0)
    order, order_alone = _go_alone(U(ORDER), position, rules), _go_alone(U(ORDER_ALONE), position, rules)
    jambone, most = _go_alone(U(JAMBONE), position, rules), _most_said(rules)
    with_upcard = ONES if dealer else U(0)
    needed = _NATURAL if rules[R_MIN_TRUMP] == 1 else ONES
    for i in range(n):
        wish = actions[i]
        undecided = batch[ROUND * B + i] == U(0)
        note_illegal(batch, i, (wish <= most) | ~undecided, code)
        answer = sel(wish == U(ORDER), order, sel(wish == U(ORDER_ALONE), order_alone, U(0)))
        answer = sel(wish == U(JAMBONE), jambone, answer)
        trumps = batch[HELD * B + i] | (batch[UP * B + i] & with_upcard)
        orders = undecided & (answer != U(0)) & ((trumps & needed) != U(0))
        batch[ROUND * B + i] = sel(orders, U(1), batch[ROUND * B + i])
        batch[MAKER * B + i] = sel(orders, U(position), batch[MAKER * B + i])
        batch[ALONE * B + i] = sel(orders, _alone(answer), batch[ALONE * B + i])


@kernel(types.void(WORDS, WORDS, _INT, INTS))
def hear_blind_dealer(batch: Any, actions: Any, n: Any, rules: Any) -> None:
    """A dealer who had to name a suit for the joker without looking may still play alone."""
    code, most = offence(H_ORDER_UP, rules[R_PLAYERS] - 1, 0), _most_said(rules)
    for i in range(n):
        blind = batch[UP_SUIT * B + i] == U(NO_SUIT)
        note_illegal(batch, i, (actions[i] <= most) | ~blind, code)
        batch[ALONE * B + i] = sel(blind & (rules[R_MAKER_ALONE] == 1), _alone(actions[i]), batch[ALONE * B + i])


@inlined
def _gather(batch: Any, second: Any, places: Any, n: Any, rules: Any, wanted: Any) -> Any:
    """Copy the deals that are undecided (wanted = 0), or wait for a joker's suit (1), to a batch of their own."""
    left = 0
    for i in range(n):
        places[left] = i
        waits = batch[UP_SUIT * B + i] == U(NO_SUIT) if wanted == 1 else batch[ROUND * B + i] == U(0)
        left += 1 if waits else 0
    for row in (UP_SUIT, UPCARD, ROLES, OWNERS, CHANCE, DEALER, SCORES, SCORES_2, ILLEGAL):
        for k in range(left):
            second[row * B + k] = batch[row * B + places[k]]
    if rules[R_JOKER_UP] == JOKER_NEXT_CARD:
        for k in range(left):
            second[NEXT_CARD * B + k] = batch[NEXT_CARD * B + places[k]]
    for k in range(left):
        second[UP * B + k] = turned(second[UPCARD * B + k], second[UP_SUIT * B + k] & U(3) if wanted == 0 else U(3))
        second[FATE * B + k] = U(FACE_UP) if wanted == 1 else U(TURNED_DOWN)
        second[TRUMPS * B + k] = U(0)
        second[ROUND * B + k] = U(0)
        second[MAKER * B + k] = U(0)
        second[ALONE * B + k] = U(0)
        second[TRUMP_SUIT * B + k] = U(0)
    for seat in range(rules[R_PLAYERS]):
        for k in range(left):
            suit = second[UP_SUIT * B + k] & U(3) if wanted == 0 else U(3)
            second[(HAND_0 + seat) * B + k] = turned(batch[(DEALT_0 + seat) * B + places[k]], suit)
    return left


@kernel(_INT(WORDS, WORDS, INTS, _INT, INTS))
def turn_down(batch: Any, second: Any, places: Any, n: Any, rules: Any) -> Any:
    """Gather the deals that everybody passed into a batch of their own for the second round; return their number."""
    return _gather(batch, second, places, n, rules, 0)


@kernel(types.void(WORDS, _INT, _INT, INTS))
def open_suits(batch: Any, n: Any, position: Any, rules: Any) -> None:
    """Note which suits the player to bid may name: bit k for lane k, bit 4 for no-trump."""
    stuck = rules[R_STICK] == STICK_ON and position == rules[R_PLAYERS] - 1
    turned = rules[R_CALL_TURNED] == 1 or (rules[R_CALL_TURNED] == BY_STUCK_DEALER and stuck)
    no_trump = rules[R_NO_TRUMP] == 1 or (rules[R_NO_TRUMP] == BY_STUCK_DEALER and stuck)
    for i in range(n):
        hand = batch[HELD * B + i]
        joker = batch[UP_SUIT * B + i] == U(NO_SUIT)
        suits = U(0)
        for lane in range(LANES):
            allowed = lane != 3 or turned or joker
            natural = (hand & (U(PLAIN) << U(LANE_BITS * lane))) != U(0) or rules[R_MIN_TRUMP] == 0
            suits |= sel(allowed and natural, U(1) << U(lane), U(0))
        suits |= U(1 << NO_TRUMP) if no_trump else U(0)
        # A stuck dealer may always name something.
        batch[SUITS * B + i] = sel(suits == U(0) and stuck, U(0b0111), suits)


@kernel(types.void(WORDS, WORDS, _INT, _INT, INTS))
def hear_name(batch: Any, actions: Any, n: Any, position: Any, rules: Any) -> None:
    """Take one player's answer in the second round."""
    is_stuck = rules[R_STICK] == STICK_ON and position == rules[R_PLAYERS] - 1
    code = offence(H_NAME_TRUMP, position, 0)
    most = _most_named(rules)
    for i in range(n):
        wish = actions[i]
        proposed = batch[UP_SUIT * B + i]
        stuck = is_stuck | (proposed == U(NO_SUIT))
        top_lane = sel(proposed == U(NO_SUIT), U(3), proposed)
        undecided = batch[ROUND * B + i] == U(0)
        suits = batch[SUITS * B + i]
        lane = (wish - U(1)) & U(7)
        alone = sel(wish > U(16), U(LONE_JAMBONE), sel(wish > U(8), U(1), U(0)))
        names = ((suits >> lane) & U(1) != U(0)) & (lane <= U(4)) & (wish != U(0)) & (wish <= most)
        legal = sel(wish == U(0), sel(stuck, U(0), U(1)), sel(names, U(1), U(0))) != U(0)
        note_illegal(batch, i, legal | ~undecided, code)
        calls = undecided & names
        suit = sel(lane == U(4), U(NO_TRUMP_SUIT), (lane + top_lane + U(1)) & U(3))
        batch[ROUND * B + i] = sel(calls, U(2), batch[ROUND * B + i])
        batch[MAKER * B + i] = sel(calls, U(position), batch[MAKER * B + i])
        batch[TRUMP_SUIT * B + i] = sel(calls, suit, batch[TRUMP_SUIT * B + i])
        batch[ALONE * B + i] = sel(calls & (rules[R_MAKER_ALONE] == 1), alone, batch[ALONE * B + i])


@kernel(types.void(WORDS, WORDS, INTS, _INT, _INT))
def join_rounds(batch: Any, second: Any, places: Any, left: Any, fate: Any) -> None:
    """Bring the contracts made in a batch of their own back to their deals."""
    for row in (ROUND, MAKER, TRUMP_SUIT, ALONE, ILLEGAL):
        for k in range(left):
            batch[row * B + places[k]] = second[row * B + k]
    for k in range(left):
        batch[FATE * B + places[k]] = U(fate)


@kernel(types.void(WORDS, WORDS, WORDS, INTS, _INT, INTS, *TABLE))
def name_for_joker(batch: Any, second: Any, actions: Any, places: Any, n: Any, rules: Any, steps: Any, params: Any,
                   slots: Any) -> None:  # fmt: skip
    """A dealer who turned up the joker looks at their hand and names the trump."""
    dealer = rules[R_PLAYERS] - 1
    left = _gather(batch, second, places, n, rules, 1)
    take_seat(second, left, dealer)
    open_suits(second, left, dealer, rules)
    ask(second, actions, left, H_NAME_TRUMP, dealer, 0, rules, steps, params, slots)
    if rules[R_LATE_FROM] < NO_TARGET:
        hold_back_name(second, actions, left, dealer, rules)
    hear_name(second, actions, left, dealer, rules)
    for k in range(left):
        second[ROUND * B + k] = U(1)
        second[MAKER * B + k] = U(dealer)
    join_rounds(batch, second, places, left, FACE_UP)


@kernel(types.void(WORDS, WORDS, WORDS, INTS, _INT, INTS, *TABLE))
def bid(batch: Any, second: Any, actions: Any, places: Any, n: Any, rules: Any, steps: Any, params: Any,
        slots: Any) -> None:  # fmt: skip
    """Both rounds of bidding, from the eldest hand to the dealer."""
    open_bidding(batch, n, rules)
    some_late = rules[R_LATE_FROM] < NO_TARGET
    if some_late:
        note_late(batch, n, rules)
    if rules[R_JOKER_UP] == JOKER_SEES:
        name_for_joker(batch, second, actions, places, n, rules, steps, params, slots)
    for position in range(rules[R_PLAYERS]):
        take_seat(batch, n, position)
        ask(batch, actions, n, H_ORDER_UP, position, 0, rules, steps, params, slots)
        if some_late:
            hold_back_order(batch, actions, n, position, rules)
        hear_order(batch, actions, n, position, rules)
    if rules[R_JOKER_UP] == JOKER_BLIND:
        hear_blind_dealer(batch, actions, n, rules)
    left = turn_down(batch, second, places, n, rules)
    for position in range(rules[R_PLAYERS]):
        take_seat(second, left, position)
        open_suits(second, left, position, rules)
        ask(second, actions, left, H_NAME_TRUMP, position, 0, rules, steps, params, slots)
        if some_late:
            hold_back_name(second, actions, left, position, rules)
        hear_name(second, actions, left, position, rules)
    join_rounds(batch, second, places, left, TURNED_DOWN)
