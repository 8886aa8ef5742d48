"""Writing views: how each field of a View is read off the batch for the player to act.

`FIELDS` holds an expression a field; the linker puts those a hook really uses into its step. Nothing else of the
batch is within a strategy's reach.
"""

from typing import Any

import numpy as np

from sim.bits import U
from sim.engine.jit import inlined
from sim.engine.layout import (
    ACTIVE_BYTE,
    ALONE,
    BEST_SCORE,
    BID,
    BIDDER_BITS,
    BIDDERS,
    DEALER_BYTE,
    HAND_0,
    HOOKS,
    JAMBONE_BIT,
    MAKER_BYTE,
    MAX_BID,
    R_AUCTION,
    R_STICK,
    ROUND,
    SCORES_2,
    SECOND_SCORE,
    STICK_ON,
    TABLE_0,
    TURN_UP,
    UP_SUIT,
    B,
)
from sim.engine.proposal import NO_SUIT
from sim.engine.score import score_field, score_us
from sim.engine.seats import has_role, shown_void
from sim.views import EARLIER, EARLIER_TRICKS, View


@inlined
def score_them(batch: Any, i: Any, seat: Any, players: Any, rules: Any) -> Any:
    """Highest score among the other sides."""
    best, second = score_field(batch[SCORES_2 * B + i], BEST_SCORE), score_field(batch[SCORES_2 * B + i], SECOND_SCORE)
    return second if score_us(batch, i, seat, players, rules) == best else best


@inlined
def on_table(batch: Any, i: Any, position: Any, places: Any, players: Any) -> Any:
    """Card that the player so many places to the left has played to this trick; 0 if none yet."""
    other = position + places - players
    return batch[(TABLE_0 + max(other, 0)) * B + i] if other >= 0 and places < players else U(0)


@inlined
def is_last(roles: Any, position: Any, players: Any) -> Any:
    """1 when all who take part have played once `position` has, else 0."""
    behind = ((roles >> U(ACTIVE_BYTE)) & U(0xFF)) >> U(position + 1)
    return 1 if position == players - 1 or behind == U(0) else 0


@inlined
def void_at(roles: Any, position: Any, places: Any, players: Any) -> Any:
    """Lanes that the player so many places to the left has shown to lack."""
    other = position + places
    other = other - players if other >= players else other
    return shown_void(roles, other) if places < players else U(0)


@inlined
def from_seat(seat: Any, own: Any, players: Any) -> Any:
    """Where a seat is as seen from one's own; -1 for seat 0, which is nobody's."""
    places = np.int64(seat) - own
    places = places + players if places < 0 else places
    return places if seat != U(0) else -1


@inlined
def was_stuck(batch: Any, i: Any, roles: Any, rules: Any) -> Any:
    """1 where the maker had no choice: a stuck dealer, who turned up a joker that proposes nothing, a bid by force."""
    if rules[R_AUCTION] != TURN_UP:
        return 1 if batch[BID * B + i] != U(0) and batch[BIDDERS * B + i] == U(0) else 0
    dealer = ((roles >> U(MAKER_BYTE)) ^ (roles >> U(DEALER_BYTE))) & U(0xFF) == U(0)
    named = batch[ROUND * B + i] == U(2) and rules[R_STICK] == STICK_ON and dealer
    return 1 if named or batch[UP_SUIT * B + i] == U(NO_SUIT) else 0


_EACH_BID = sum(1 << (BIDDER_BITS * place) for place in range(MAX_BID))
_BY_TWO, _BY_FOUR, _BY_EIGHT = (
    sum(((1 << width) - 1) << (BIDDER_BITS * place) for place in range(0, MAX_BID, width)) for width in (2, 4, 8)
)
"""A bit a bid, BIDDER_BITS apart; then moved together by two, by four, and all eight."""
_CLOSER = BIDDER_BITS - 1
assert (BIDDER_BITS, MAX_BID) == (3, 8), "`said` moves eight bits of three together"


@inlined
def said(batch: Any, i: Any, seat: Any, places: Any, players: Any) -> Any:
    """Bits of the bids that the player so many places to the left of a seat has made."""
    other = seat + places
    other = other - players if other > players else other
    # Without a loop, over which the compiler takes longer.
    others = batch[BIDDERS * B + i] ^ (U(other) * U(_EACH_BID))
    # BIDDER_BITS are three: a bit of each bid is set where somebody else made it, or nobody.
    own = ~(others | (others >> U(1)) | (others >> U(2))) & U(_EACH_BID)
    own = (own | (own >> U(_CLOSER))) & U(_BY_TWO)
    own = (own | (own >> U(2 * _CLOSER))) & U(_BY_FOUR)
    own = (own | (own >> U(4 * _CLOSER))) & U(_BY_EIGHT)
    return np.int64(own << U(1)) if places < players else 0


@inlined
def laid_open(batch: Any, i: Any, roles: Any) -> Any:
    """The cards that the maker of a jambone has left on the table; 0 in any other hand."""
    cards = U(0)
    for position in range(4):
        cards |= batch[(HAND_0 + position) * B + i] & (U(0) - has_role(roles, MAKER_BYTE, position))
    return cards & (U(0) - (batch[ALONE * B + i] >> U(JAMBONE_BIT)))


@inlined
def before_maker(batch: Any, i: Any, position: Any, places: Any) -> Any:
    """For who sits left of the maker of a jambone: what the player so many places further left has played before."""
    other, maker = (position + places) & 3, (position + 3) & 3
    return batch[(TABLE_0 + other) * B + i] if other < maker else U(0)


_PLAY = {
    "hand": "batch[HELD * B + i]",
    "buried": "sel(has_role(roles, DEALER_BYTE, position) != U(0), batch[BURIED * B + i], U(0))"
    # Where a lone defender has discarded a card, only they and the maker are left.
    " | sel(has_role(roles, MAKER_BYTE, position) != U(0), batch[DROPPED * B + i], batch[LAID * B + i])",
    "dummy": "U(0)",
    "shown": "laid_open(batch, i, roles)",
    "upcard": "batch[UP * B + i]",
    "fate": "np.int64(batch[FATE * B + i])",
    "dead": "dead_in_play(batch, i, roles, position, rules)",
    "trumps": "batch[TRUMPS * B + i]",
    "deck": "sel(batch[TRUMPS * B + i] != U(0), deck_trump, deck_plain)",
    "seat": "seat_of(roles, position, players)",
    "players": "players",
    "round": "np.int64(batch[ROUND * B + i])",
    "dealer": "relative_seat(roles, DEALER_BYTE, position, players)",
    "maker": "relative_seat(roles, MAKER_BYTE, position, players)",
    "maker_side": "np.int64(on_makers_side(roles, position))",
    "alone": "np.int64(batch[ALONE * B + i] & U(3))",
    "lone_defender": "from_seat(batch[LONE_DEFENDER * B + i], seat_of(roles, position, players), players)",
    "jambone": "np.int64(batch[ALONE * B + i] >> U(JAMBONE_BIT))",
    "partner": "1 if friends(roles, position, players) != U(0) else 0",
    "stuck": "was_stuck(batch, i, roles, rules)",
    "may_alone": "0",
    "must_alone": "0",
    "may_jambone": "0",
    "suits": "0",
    "bid": "np.int64(batch[BID * B + i])",
    "bidder": "relative_seat(roles, MAKER_BYTE, position, players) if batch[BID * B + i] != U(0) else -1",
    "bids": "0",
    **{f"said_{k}": f"said(batch, i, seat_of(roles, position, players), {k}, players)" for k in range(6)},
    "best_call": "0",
    "trick": "trick",
    "position": "position",
    "led": "batch[LED * B + i]",
    "best": "batch[BEST * B + i]",
    "winner": "np.int64(batch[WINNER * B + i]) - position + players",
    "partner_wins": "np.int64(same_side(roles, U(0) if position == 1 else batch[WINNER * B + i], position))",
    "last": "is_last(roles, position, players)",
    "card_1": "on_table(batch, i, position, 1, players)",
    "card_2": "on_table(batch, i, position, 2, players)",
    "card_3": "on_table(batch, i, position, 3, players)",
    "card_4": "on_table(batch, i, position, 4, players)",
    "card_5": "on_table(batch, i, position, 5, players)",
    "seen": "batch[SEEN * B + i]",
    "void_1": "void_at(roles, position, 1, players)",
    "void_2": "void_at(roles, position, 2, players)",
    "void_3": "void_at(roles, position, 3, players)",
    "void_4": "void_at(roles, position, 4, players)",
    "void_5": "void_at(roles, position, 5, players)",
    **{f"played_{k}": f"played_by(batch, i, seat_of(roles, position, players), {k}, players)" for k in range(6)},
    **{f"earlier_{k}": f"cards_of_trick(batch, i, {k}, trick)" for k in range(1, EARLIER_TRICKS + 1)},
    **{
        f"leader_{k}": f"leader_of_trick(batch, i, {k}, trick, seat_of(roles, position, players), players)"
        for k in range(1, EARLIER_TRICKS + 1)
    },
    "tricks_us": "np.int64(batch[TRICKS * B + i]) if on_makers_side(roles, position) != U(0)"
    " else trick - 1 - np.int64(batch[TRICKS * B + i])",
    "tricks_them": "trick - 1 - np.int64(batch[TRICKS * B + i]) if on_makers_side(roles, position) != U(0)"
    " else np.int64(batch[TRICKS * B + i])",
    "score_us": "score_us(batch, i, seat_of(roles, position, players), players, rules)",
    "score_them": "score_them(batch, i, seat_of(roles, position, players), players, rules)",
    "target": "rules[R_TARGET]",
    "random": "decision_word(batch[CHANCE * B + i], number)",
}

_NO_TRICK = {
    "led": "U(0)",
    "best": "U(0)",
    "winner": "-1",
    "partner_wins": "0",
    "last": "0",
    "card_1": "U(0)",
    "card_2": "U(0)",
    "card_3": "U(0)",
    "card_4": "U(0)",
    "card_5": "U(0)",
}
# Before the play positions count from the eldest hand, so whoever acts has the same seat in every deal.
_BEFORE_PLAY = {
    **_NO_TRICK,
    "seat": "position + 1",
    "dealer": "players - 1 - position",
    "score_us": "score_us(batch, i, position + 1, players, rules)",
    "score_them": "score_them(batch, i, position + 1, players, rules)",
    "buried": "U(0)",
    "shown": "U(0)",
    "dead": "dead_before_play(batch, i, roles, position, rules)",
    "lone_defender": "from_seat(batch[LONE_DEFENDER * B + i], position + 1, players)",
    **{f"said_{k}": f"said(batch, i, position + 1, {k}, players)" for k in range(6)},
    **{name: "-1" if name.startswith("leader") else "U(0)" for name in sorted(EARLIER)},
    "seen": "U(0)",
    "void_1": "U(0)",
    "void_2": "U(0)",
    "void_3": "U(0)",
    "void_4": "U(0)",
    "void_5": "U(0)",
    "tricks_us": "0",
    "tricks_them": "0",
}
_BIDDING = {
    **_BEFORE_PLAY,
    "maker": "-1",
    "maker_side": "0",
    "alone": "0",
    "lone_defender": "-1",
    "jambone": "0",
    "partner": "1 if rules[R_TEAMS] < players else 0",
    "may_alone": "rules[R_MAKER_ALONE] & ~np.int64(has_role(roles, LATE_BYTE, position))",
    "may_jambone": "rules[R_JAMBONE] & ~np.int64(has_role(roles, LATE_BYTE, position))",
    "bidder": "(np.int64(batch[MAKER * B + i]) - position + players) % players if batch[BID * B + i] != U(0) else -1",
    "best_call": "1 if rules[R_CALL_BEST] != BEST_OFF else 0",
}
_BURIED = "sel(has_role(roles, DEALER_BYTE, position) != U(0), batch[BURIED * B + i], U(0))"

FIELDS: dict[str, dict[str, str]] = {
    "order_up": {
        **_PLAY,
        **_BIDDING,
        "round": "1",
        "deck": "U(rules[R_DECK_TRUMP])",
        "stuck": "1 if batch[UP_SUIT * B + i] == U(NO_SUIT) else 0",
        "must_alone": "1 if players == 4 and position == 1 and rules[R_PARTNER_ORDER] == PARTNER_ALONE_ONLY else 0",
    },
    "name_trump": {
        **_PLAY,
        **_BIDDING,
        "round": "2",
        "dead": "dead_in_second_round(batch, i, rules)",
        "deck": "U(rules[R_DECK])",
        "stuck": "1 if batch[UP_SUIT * B + i] == U(NO_SUIT)"
        " or (rules[R_STICK] == STICK_ON and position == players - 1) else 0",
        "suits": "np.int64(batch[SUITS * B + i])",
    },
    "bid": {
        **_PLAY,
        **_BIDDING,
        "trick": "0",
        "round": "1",
        "dead": "U(0)",
        "deck": "U(rules[R_DECK])",
        "bids": "np.int64(batch[BIDS * B + i])",
        "stuck": "1 - np.int64(batch[BIDS * B + i] & U(1))",
    },
    # Before the bidding: of what the contract will be nothing is known.
    "claim_farmers": {
        **_PLAY,
        **_BIDDING,
        "round": "0",
        "stuck": "0",
        "bid": "0",
        **{f"said_{k}": "0" for k in range(6)},
        "bidder": "-1",
        "may_alone": "0",
        "may_jambone": "0",
        "best_call": "0",
    },
    "pick_up": {**_PLAY, **_BEFORE_PLAY},
    # Asked for the upcard first, then (counted as trick 1, for a random word of its own) for partner's best card.
    "discard": {
        **_PLAY,
        **_BEFORE_PLAY,
        "buried": f"sel(trick == 1, {_BURIED}, U(0))",
        "trick": "0",
        "best_call": "trick",
    },
    "give_best": {**_PLAY, **_BEFORE_PLAY, "buried": _BURIED, "best_call": "1"},
    "defend_alone": {
        **_PLAY,
        **_BEFORE_PLAY,
        "buried": _BURIED,
        "best_call": "1 if rules[R_CALL_BEST] == BEST_BOTH else 0",
    },
    "declare_alone": {
        **_PLAY,
        **_BEFORE_PLAY,
        "buried": _BURIED,
        "may_alone": "1",
        "best_call": "1 if rules[R_CALL_BEST] != BEST_OFF else 0",
    },
    "keep_five": {
        **_PLAY,
        **_BEFORE_PLAY,
        "buried": _BURIED,
        "dummy": "batch[HELD * B + i] & ~batch[(HAND_0 + position) * B + i]",
    },
    "lead": {**_PLAY, **_NO_TRICK, "hand": "batch[HAND_0 * B + i]"},
    "follow": {**_PLAY, "hand": "batch[(HAND_0 + position) * B + i]"},
    # Asked of whoever sits left of the maker, with the trick as it lies before the maker: empty where they lead.
    "name_card": {
        **_PLAY,
        "hand": "batch[(HAND_0 + position) * B + i]",
        "led": "U(0) if position == 1 else batch[LED * B + i]",
        "best": "U(0) if position == 1 else batch[BEST * B + i]",
        "winner": "-1 if position == 1 else (np.int64(batch[WINNER * B + i]) - position + 4) & 3",
        "partner_wins": "0 if position == 1 else np.int64(same_side(roles, batch[WINNER * B + i], position))",
        "last": "is_last(roles, (position + 3) & 3, players)",
        "card_1": "before_maker(batch, i, position, 1)",
        "card_2": "before_maker(batch, i, position, 2)",
        "card_3": "before_maker(batch, i, position, 3)",
        "card_4": "U(0)",
        "card_5": "U(0)",
    },
}
"""For each hook: how to read each field of a View for lane i."""

assert set(FIELDS) == set(HOOKS)
assert all(set(fields) == set(View._fields) for fields in FIELDS.values())
