"""A traced hand written out: lines of text for people, plain data for programs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sim.cards import JOKER, NO_TRUMP, SUITS, card_name, effective_suit, suit_name
from sim.plain_text import align, fold, room
from sim.rules.number_bids import bid_name
from sim.runs.provenance import seed_as_json

if TYPE_CHECKING:
    from sim.runs.traced import BestCall, Bid, Seat, Trace


def hand_as_text(trace: "Trace", symbols: bool) -> str:
    """The whole hand; see `Trace.to_text`."""
    lines = [*_head(trace), "", *_table(trace, symbols), "", *_bidding(trace, symbols)]
    if trace.maker is not None and not trace.shown:
        lines += ["", *_play(trace, symbols)]
    lines += ["", *_result(trace)]
    return "\n".join(lines) + "\n"


def side_name(trace: "Trace", side: int) -> str:
    """`players 0+2`, or `player 1` where everybody plays for themselves."""
    players = sorted(seat.player for seat in trace.seats if seat.side == side)
    return ("players " if len(players) > 1 else "player ") + "+".join(map(str, players))


def _head(trace: "Trace") -> list[str]:
    which = f"game {trace.game}, hand {trace.hand}" if trace.unit == "games" else f"hand {trace.game}"
    of = "played by people" if trace.recorded else f"seed {trace.seed}"
    title = [f"{trace.label}, {of}, {which}"]
    if len(title[0]) > room():
        title = [fold(trace.label), f"{of}, {which}"]
    return [
        *title,
        fold(f"{_score(trace, trace.score_before)}; {_game_is(trace)}", "score   "),
        *([fold(_score(trace, trace.tokens), "tokens  ")] if trace.tokens else []),
    ]


def _game_is(trace: "Trace") -> str:
    """How the game ends: by points, or by a number of deals alone."""
    return f"game is {trace.rules.target}" if trace.rules.target else f"{trace.rules.max_hands} deals are played"


def _score(trace: "Trace", scores: Sequence[int]) -> str:
    return ", ".join(f"{side_name(trace, side)}: {score}" for side, score in enumerate(scores))


def _table(trace: "Trace", symbols: bool) -> list[str]:
    rows = [("", "player", "strategy", "dealt")]
    rows += [(seat.name, str(seat.player), seat.strategy, _dealt(trace, seat, symbols)) for seat in trace.seats]
    for number, cards in enumerate(trace.dummies, 1):
        name = f"dummy {number}" if len(trace.dummies) > 1 else "dummy"
        rows.append((name, "", "", _cards(cards, trace.trump, symbols)))
    if trace.upcard is None:
        widow = [] if trace.widow is None else [("widow", "", "", card_name(trace.widow, symbols))]
        return _columns([*rows, *widow])
    upcard = card_name(trace.upcard, symbols)
    if trace.next_card is not None:
        upcard += f", then {card_name(trace.next_card, symbols)}"
    elif trace.upcard == JOKER and trace.proposed is not None:
        upcard += f", for {suit_name(trace.proposed)}"
    rows.append(("upcard", "", "", upcard))
    return _columns(rows)


def _dealt(trace: "Trace", seat: "Seat", symbols: bool) -> str:
    return _cards(seat.dealt, trace.trump, symbols, trace.rules.has_bowers) or "not told"


def _cards(codes: Sequence[int], trump: int | None, symbols: bool, bowers: bool = True) -> str:
    # A wider gap between suits.
    text, before = "", None
    for code in codes:
        suit = effective_suit(code, -1 if trump is None else trump, bowers)
        gap = "" if before is None else " " if suit == before else "  "
        text += gap + card_name(code, symbols)
        before = suit
    return text


def _bidding(trace: "Trace", symbols: bool) -> list[str]:
    rows = []
    if trace.swap is not None:
        given, taken = (_cards(cards, trace.trump, symbols) for cards in (trace.swap.given, trace.swap.taken))
        rows.append(("farmer's hand", trace.swap.owner.name, f"changes {given} for {taken} of the kitty"))
    for bid in trace.bids:
        first = bid.seat is trace.bids[0].seat
        rows.append((f"round {bid.round}" if first else "", bid.seat.name, _bid_text(trace, bid, symbols)))
    if trace.upcard is None:
        return _columns([*rows, *_bidders_choice(trace, symbols)])
    upcard = card_name(trace.upcard, symbols)
    if trace.taken:
        buried = "a card that is not told" if trace.buried is None else card_name(trace.buried, symbols)
        rows.append(("", "Dealer", f"takes {upcard}, buries {buried}"))
    elif trace.bids[-1].round == 1:
        rows.append(("", "Dealer", f"leaves {upcard} on the table"))
    if trace.declared and trace.maker is not None:
        rows.append(("", trace.maker.name, "plays alone"))
    if trace.kept and trace.maker is not None:
        rows.append(("", trace.maker.name, f"keeps {_cards(trace.kept, trace.trump, symbols)} with the dummy"))
    if trace.defender_kept and trace.maker is not None:
        defender = trace.seats[trace.maker.number % 2]
        rows.append(("", defender.name, f"keeps {_cards(trace.defender_kept, trace.trump, symbols)} with the dummy"))
    if trace.lone_defender is not None:
        rows.append(("", trace.lone_defender.name, "defends alone"))
    rows += [("", call.caller.name, _best_call_text(trace, call, symbols)) for call in trace.best_calls]
    rows += [("", seat.name, "sits out") for seat in trace.sitting_out]
    if trace.named_by is not None and trace.maker is not None:
        shown = _cards(trace.laid_open, trace.trump, symbols)
        rows.append(("", trace.maker.name, f"lays open {shown}; {trace.named_by.name} names the card they play"))
    if trace.shown and trace.maker is not None:
        rows.append(("", trace.maker.name, "shows the five highest trumps (jamboree)"))
    return _columns(rows)


def _best_call_text(trace: "Trace", call: "BestCall", symbols: bool) -> str:
    discarded, given = card_name(call.discarded, symbols), card_name(call.given, symbols)
    if trace.rules.best_order == "receive_first":
        return f"calls for the best card, {call.giver.name} gives {given}; discards {discarded}"
    return f"discards {discarded} and calls for the best card; {call.giver.name} gives {given}"


def _bidders_choice(trace: "Trace", symbols: bool) -> list[tuple[str, str, str]]:
    """What the high bidder does before they lead."""
    if trace.maker is None or trace.trump is None or trace.rules.auction == "single":
        return []
    steps = [f"names {suit_name(trace.trump)}"]
    if trace.taken and trace.widow is not None and trace.buried is not None:
        steps = [f"takes {card_name(trace.widow, symbols)}", *steps, f"puts {card_name(trace.buried, symbols)} away"]
    return [("", trace.maker.name, ", ".join(steps))]


def _bid_text(trace: "Trace", bid: "Bid", symbols: bool) -> str:
    words = {
        "pass": "passes",
        "turn_down": "" if trace.upcard is None else f"turns {card_name(trace.upcard, symbols)} down",
        "order": "orders it up",
        "assist": "assists",
        "take": "takes it up",
        "name": f"names {_named(trace, bid)}",
        "name_blind": f"names {_named(trace, bid)} before looking",
        "bid": f"bids {bid_name(trace.rules, bid.number)}",
        "forced": f"{_forced_by(trace)} must bid {bid_name(trace.rules, bid.number)}",
    }[bid.action]
    return words + (", a jambone" if bid.jambone else ", alone" if bid.alone else "")


def _forced_by(trace: "Trace") -> str:
    """Why somebody has to bid when all have passed."""
    return "as dealer" if trace.rules.auction == "single" else "holds the joker and"


def _named(trace: "Trace", bid: "Bid") -> str:
    if bid.suit is None:
        return ""
    # "next" is the suit of the proposed suit's colour, "green" (or crossing) one of the other colour.
    if trace.proposed is None or bid.suit in (NO_TRUMP, trace.proposed):
        return suit_name(bid.suit)
    return f"{suit_name(bid.suit)} ({'next' if bid.suit == trace.proposed ^ 2 else 'green'})"


def _play(trace: "Trace", symbols: bool) -> list[str]:
    trump = "no trump" if trace.trump == NO_TRUMP else f"{suit_name(trace.trump or 0)} are trump"
    rows = [("trick", *(" " + seat.name for seat in trace.seats))]
    for trick in trace.tricks:
        played = {seat.number: code for seat, code in trick.cards}
        rows.append(
            (
                str(trick.number),
                *(
                    _mark(played[seat.number], seat, trick.leader, trick.winner, symbols)
                    if seat.number in played
                    else " -"
                    for seat in trace.seats
                ),
            )
        )
    return [f"{trump}; > leads, * wins", *_columns(rows)]


def _mark(code: int, seat: "Seat", leader: "Seat", winner: "Seat", symbols: bool) -> str:
    return (">" if seat is leader else " ") + card_name(code, symbols) + ("*" if seat is winner else "")


def _result(trace: "Trace") -> list[str]:
    gains = [f"{side_name(trace, side)} {won:+d}" for side, won in enumerate(trace.points) if won]
    what = "passed out" if trace.maker is None else _outcome(trace, trace.maker)
    if trace.maker is None and gains:
        what = "the dealer gives a point instead of naming trump"
    lines = [fold(f"{what}: {', '.join(gains) or 'no points'}"), fold(_score(trace, trace.score_after), "score   ")]
    if trace.winner is not None:
        lines.append(_end(trace, trace.winner))
        if trace.is_slam:
            lines.append("a slam: it counts as two games")
        lines += [f"carried to the next game: {side_name(trace, side)} {over}" for side, over in _carried(trace)]
    return lines


def _carried(trace: "Trace") -> list[tuple[int, int]]:
    return [(side, over) for side, over in enumerate(trace.carried) if over]


def _end(trace: "Trace", winner: int) -> str:
    if winner < 0:
        return _shared(trace)
    people = side_name(trace, winner)
    return f"{people} win the game" if "+" in people else f"{people} wins the game"


def _shared(trace: "Trace") -> str:
    best, target = max(trace.score_after), trace.rules.target
    if best < target and trace.rules.target:
        return "nobody wins the game"
    enough = target if trace.rules.cutthroat_tie == "shared" else best
    sides = [side_name(trace, side) for side, score in enumerate(trace.score_after) if score >= enough]
    return f"{' and '.join(sides)} share the game"


def _outcome(trace: "Trace", maker: "Seat") -> str:
    if trace.shown:
        return f"the maker ({side_name(trace, maker.side)}) has a jamboree"
    tricks = "1 trick" if trace.tricks_won == 1 else f"{trace.tricks_won} tricks"
    people = side_name(trace, maker.side)
    one = "+" not in people
    if trace.bid:
        bid, made = bid_name(trace.rules, trace.bid), trace.points[maker.side] > 0
        if one:
            return f"the bidder ({people}) bid {bid}, takes {tricks} and {'makes it' if made else 'fails'}"
        return f"the makers ({people}) bid {bid}, take {tricks} and {'make it' if made else 'fail'}"
    others = [points for side, points in enumerate(trace.points) if side != maker.side]
    if trace.fast_break:
        end = "gets nothing after a fast break" if one else "get nothing after a fast break"
    elif max(others) > 0:
        end = "is euchred" if one else "are euchred"
    elif trace.tricks_won == trace.rules.tricks:
        end = "win the jambone" if trace.jambone else "marches" if one else "march"
    else:
        end = "makes it" if one else "make it"
    end += " and turn in four tokens" if trace.fourth_token else ""
    return f"the maker ({people}) takes {tricks} and {end}" if one else f"the makers ({people}) take {tricks} and {end}"


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    return align(rows, numbers_from=len(rows[0])).split("\n")


def hand_as_data(trace: "Trace") -> dict[str, Any]:
    """The whole hand; see `Trace.to_dict`."""
    return {
        "rules": trace.rules.to_dict(),
        "rules_name": trace.label,
        "seed": seed_as_json(trace.seed),
        "unit": trace.unit,
        "game": trace.game,
        "hand": trace.hand,
        "hands_in_game": trace.hands_in_game,
        "dealer": trace.dealer.player,
        "score_before": list(trace.score_before),
        "seats": [
            {
                "seat": seat.number,
                "name": seat.name,
                "player": seat.player,
                "side": seat.side,
                "strategy": seat.strategy,
                "dealt": [card_name(code) for code in seat.dealt],
            }
            for seat in trace.seats
        ],
        "upcard": None if trace.upcard is None else card_name(trace.upcard),
        "widow": None if trace.widow is None else card_name(trace.widow),
        "next_card": None if trace.next_card is None else card_name(trace.next_card),
        "dummies": [[card_name(code) for code in cards] for cards in trace.dummies],
        "bids": [
            {
                "round": bid.round,
                "player": bid.seat.player,
                "action": bid.action,
                "suit": _suit_text(bid.suit),
                "alone": bid.alone,
                "jambone": bid.jambone,
                "number": bid.number,
            }
            for bid in trace.bids
        ],
        "maker": trace.maker.player if trace.maker else None,
        "trump": _suit_text(trace.trump),
        "bid": trace.bid,
        "alone": trace.alone,
        "jambone": trace.jambone,
        "named_by": trace.named_by.player if trace.named_by else None,
        "laid_open": [card_name(code) for code in trace.laid_open],
        "lone_defender": trace.lone_defender.player if trace.lone_defender else None,
        "upcard_taken": trace.taken,
        "buried": None if trace.buried is None else card_name(trace.buried),
        "kept": [card_name(code) for code in trace.kept],
        "defender_kept": [card_name(code) for code in trace.defender_kept],
        "swap": None
        if trace.swap is None
        else {
            "player": trace.swap.owner.player,
            "given": [card_name(code) for code in trace.swap.given],
            "taken": [card_name(code) for code in trace.swap.taken],
        },
        "best_calls": [
            {
                "player": call.caller.player,
                "discarded": card_name(call.discarded),
                "giver": call.giver.player,
                "given": card_name(call.given),
            }
            for call in trace.best_calls
        ],
        "shown": trace.shown,
        "sitting_out": [seat.player for seat in trace.sitting_out],
        "tricks": [
            {
                "trick": trick.number,
                "leader": trick.leader.player,
                "cards": [{"player": seat.player, "card": card_name(code)} for seat, code in trick.cards],
                "winner": trick.winner.player,
            }
            for trick in trace.tricks
        ],
        "maker_tricks": trace.tricks_won if trace.maker and not trace.shown else None,
        "fast_break": trace.fast_break,
        "tokens_before": list(trace.tokens),
        "fourth_token": trace.fourth_token,
        "points": list(trace.points),
        "score_after": list(trace.score_after),
        "game_winner": trace.winner,
        "slam": trace.is_slam,
        "carried": list(trace.carried),
    }


def _suit_text(suit: int | None) -> str | None:
    if suit is None:
        return None
    return suit_name(suit) if suit == NO_TRUMP else SUITS[suit]
