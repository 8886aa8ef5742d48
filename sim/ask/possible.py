"""What makes a question impossible, told in a sentence with what to write instead."""

from sim.ask.asked import UncheckedQuestion
from sim.cards import (
    JOKER,
    NO_TRUMP,
    card_name,
    deck_mask,
    hand_text,
    suit_name,
)
from sim.errors import CardError, UsageError
from sim.lanes import WORD_BITS
from sim.rules.tricks import Contract, Play, playing, same_side, seat_text, suit_mask
from sim.seat_names import seat_names


def check_possible(q: UncheckedQuestion) -> None:
    """Raise CardError or UsageError that says what is impossible about a question."""
    _check_table(q)
    _check_contract(q)
    _check_decision(q)
    _check_cards(q)


def _check_table(q: UncheckedQuestion) -> None:
    rules = q.rules
    rules.require_upcard("questions")
    if rules.may_swap:
        raise UsageError(
            f"farmers_hand = {rules.farmers_hand} changes hands before the bidding, which a question can't tell",
            "ask with farmers_hand = off",
        )
    if rules.jamboree == "on":
        raise UsageError(
            "jamboree = on ends hands without a card played, which a question can't tell", "ask with jamboree = off"
        )
    if rules.jambone == "on":
        raise UsageError(
            "jambone = on lets an opponent name a lone player's cards, which a question can't tell",
            "ask with jambone = off",
        )
    if not 1 <= q.seat <= rules.players:
        raise UsageError(
            f"there is no seat {q.seat} with {rules.players} players",
            f"seats are 1 to {rules.players}: {', '.join(seat_names(rules.players, rules.teams))}",
        )
    if q.round not in (1, 2):
        raise UsageError(f"the bidding has rounds 1 and 2, not {q.round}", "give --round 1 or --round 2")
    if q.score is None:
        return
    if len(q.score) != rules.teams:
        shape = "-".join(["yours", *["theirs"] * (rules.teams - 1)])
        raise UsageError(f"{len(q.score)} scores where {rules.teams} sides play", f"write {shape}, as in 9-6")
    for points in q.score:
        if not 0 <= points < rules.target:
            raise UsageError(
                f"a score of {points} in a game to {rules.target}",
                f"each side has 0 to {rules.target - 1} points while the game goes on",
            )


def _check_contract(q: UncheckedQuestion) -> None:
    contract, rules, proposed = q.contract, q.rules, q.proposed
    if q.upcard == JOKER and rules.joker_up == "next_card" and q.next_card is None:
        raise UsageError("the joker is turned up, so the next card proposes the suit", "name it with --next-card")
    if q.next_card is not None and (q.upcard != JOKER or rules.joker_up != "next_card"):
        raise UsageError("no next card is turned up", "it is where joker_up = next_card and the joker is turned up")
    if contract is None:
        return
    maker = contract.maker
    if not 1 <= maker <= rules.players:
        raise UsageError(
            f"there is no seat {maker} with {rules.players} players", f"the maker's seat is 1 to {rules.players}"
        )
    suit = suit_name(contract.trump)
    if proposed is None:
        if (maker, contract.round) != (q.dealer, 1):
            raise UsageError("the joker is turned up: the dealer makes trump", "give --maker dealer and --round 1")
        if contract.trump == NO_TRUMP:
            raise UsageError("a suit must be named for the joker", "give --trump with a suit")
    elif contract.round == 1 and contract.trump != proposed:
        raise UsageError(
            f"{card_name(q.upcard)} was ordered up, so {suit_name(proposed)} are trump, not {suit}",
            "give --round 2 for a suit named later",
        )
    elif contract.round == 2 and contract.trump == proposed and not rules.may_name_turned(maker):
        raise UsageError(
            f"{suit} were turned down, so they can't be named in round 2",
            "give --round 1 where the card was ordered up, or another --trump",
        )
    elif contract.trump == NO_TRUMP and not rules.may_name_no_trump(maker):
        raise UsageError(
            "these rules have no no-trump" + ("" if rules.no_trump == "off" else " but for a stuck dealer"),
            "set no_trump = round2, or name a suit",
        )
    _check_alone(q, contract)


def _check_alone(q: UncheckedQuestion, contract: Contract) -> None:
    rules, maker = q.rules, contract.maker
    partner_orders = rules.players == 4 and maker == 2 and contract.round == 1
    if partner_orders and rules.dealer_partner_order == "forbidden":
        raise UsageError("the dealer's partner may not order up", "dealer_partner_order = free lets them")
    if partner_orders and rules.dealer_partner_order == "alone_only" and not contract.alone and q.decision != "alone":
        raise UsageError("the dealer's partner may order up only to play alone", "add --alone")
    heard = rules.calls_alone(contract.round, maker)
    if contract.alone and not heard and q.decision in ("alone", "pick-up", "discard"):
        raise UsageError(
            "a lone hand is declared only after the discard here (alone_when = after_discard)",
            "leave --alone away",
        )
    if contract.alone and not rules.may_go_alone:
        raise UsageError("the maker may not play alone by these rules", "leave --alone away")
    for who, wrong in ((maker, contract.alone), (contract.lone_defender, contract.lone_defender > 0)):
        if wrong and q.is_late(who):
            raise UsageError(
                f"{seat_text(rules, who)} may not play alone at {q.score_of(who)} points (late_loners = no)",
                "check --score, or set late_loners = yes",
            )
    if contract.lone_defender:
        seat = contract.lone_defender
        if rules.defend_alone == "never" or rules.players == 2:
            raise UsageError("nobody may defend alone by these rules", "leave --lone-defender away")
        if not 1 <= seat <= rules.players or same_side(rules, seat, maker):
            raise UsageError(f"seat {seat} can't defend against seat {maker}", "name a seat of the other side")
        if rules.defend_alone == "vs_loner" and not contract.alone:
            raise UsageError("only a lone maker may be defended against alone", "add --alone, or drop --lone-defender")
    if contract.taken and contract.round == 2:
        raise UsageError("nobody takes the upcard in round 2", "it was turned down")
    if contract.round == 1 and not contract.taken and q.decision != "pick-up" and not q.is_call:
        if rules.dealer_pickup == "mandatory":
            raise UsageError("the dealer must take the upcard by these rules", "leave --left-up away")
        if maker == q.dealer:
            raise UsageError("a dealer who accepts the upcard takes it", "leave --left-up away")


def _check_decision(q: UncheckedQuestion) -> None:
    rules, contract, seat = q.rules, q.contract, q.seat
    you = seat_text(rules, seat)
    if q.decision == "bid":
        if contract is not None and q.proposed is not None:
            raise UsageError(
                "trump is made already, so there is nothing to bid", "ask with --decision lead, or another"
            )
        if q.proposed is None and (seat != q.dealer or q.round != 1):
            raise UsageError("the joker is turned up: only the dealer has something to say", "give --seat dealer")
        return
    if contract is None:
        raise UsageError(f"who made what trump, for --decision {q.decision}?", "give --trump and --maker")
    if q.decision == "alone":
        if contract.maker != seat:
            raise UsageError("only the maker decides to go alone", "give your own seat as --maker, or leave it away")
        if not rules.may_go_alone:
            raise UsageError("the maker may not play alone by these rules", "set maker_alone = yes")
        if q.is_late(seat):
            raise UsageError(f"{you} may not play alone at this score", "set late_loners = yes")
        return
    if q.decision in ("pick-up", "discard"):
        if q.decision == "discard":
            _check_no_call(q, contract)
        if seat != q.dealer:
            raise UsageError(f"only the dealer takes and buries cards, not {you}", "give --seat dealer")
        if contract.round == 2:
            raise UsageError("nobody takes the upcard in round 2", "give --round 1")
    if q.decision == "pick-up" and (rules.dealer_pickup == "mandatory" or contract.maker == seat):
        raise UsageError("the dealer has no choice but to take the upcard", "ask with --decision discard")
    if q.decision == "discard" and not contract.taken:
        raise UsageError("the dealer buries no card here", "they do where they take the upcard")
    if q.decision == "defend-alone":
        if rules.defend_alone == "never" or rules.players == 2:
            raise UsageError("nobody may defend alone by these rules", "set defend_alone = always")
        if q.is_late(seat):
            raise UsageError(f"{you} may not play alone at this score", "set late_loners = yes")
        if same_side(rules, seat, contract.maker):
            raise UsageError(f"{you} is on the maker's side", "ask for a seat of the other side")
        if rules.defend_alone == "vs_loner" and not contract.alone:
            raise UsageError("only a lone maker may be defended against alone", "add --alone")
    if q.decision == "keep-five":
        if not rules.dummies:
            raise UsageError("there is no dummy in this game", "cutthroat has one")
        if contract.maker == seat and contract.alone:
            raise UsageError("a maker who plays alone leaves the dummy", "leave --alone away")
        if not q.uses_dummy(seat):
            raise UsageError(f"only the maker uses the dummy, not {you}", "give your own seat as --maker")
    if q.decision in ("lead", "play"):
        if (contract.alone and "loner" in rules.best_callers) or (
            contract.lone_defender and "defender" in rules.best_callers
        ):
            raise UsageError(
                "a question can't tell which cards a lone player and their partner exchanged (call_for_best)",
                "ask about the bidding, or with call_for_best = off",
            )
        _check_turn(q, contract, you)


def _check_no_call(q: UncheckedQuestion, contract: Contract) -> None:
    """A lone player may discard too where they call for their partner's best card, which questions do not know."""
    callers = q.rules.best_callers
    calls = (contract.alone and contract.maker == q.seat and "loner" in callers) or (
        contract.lone_defender == q.seat and "defender" in callers
    )
    if calls and not (contract.taken and q.seat == q.dealer):
        raise UsageError(
            "what a lone player discards before calling for partner's best card (call_for_best) can't be asked yet",
            "ask with --decision bid (without --maker) or alone; about the play with call_for_best = off",
        )


def _check_turn(q: UncheckedQuestion, contract: Contract, you: str) -> None:
    play = q.play
    assert play is not None
    if q.seat not in playing(q.rules, contract):
        raise UsageError(f"{you} sits out while a partner plays alone", "ask for a seat that plays")
    if play.turn == 0:
        raise UsageError("all tricks have been played", "take cards off the end of --played")
    if play.turn != q.seat:
        count = len(play.on_table)
        raise UsageError(
            f"it is the turn of {seat_text(q.rules, play.turn)}, not of {you}",
            f"check --played: trick {play.number} so far has {count} card{'' if count == 1 else 's'}",
        )
    if q.decision == "lead" and play.on_table:
        raise UsageError(f"{card_name(play.on_table[0])} was led already", "ask with --decision play")


def _check_cards(q: UncheckedQuestion) -> None:
    rules = q.rules
    pack = deck_mask(rules.deck)
    for what, mask in _all_cards(q):
        if mask & ~pack:
            odd = hand_text(mask & ~pack)
            raise CardError(f"not in a pack of {rules.deck} cards: {odd} ({what})", "see `euchre-sim rules show`")
    wanted = rules.hand_size - q.own_shown.bit_count()
    if q.hand.bit_count() != wanted:
        played = f" after {q.own_shown.bit_count()} played" if q.own_shown else ""
        raise CardError(
            f"{_cards(q.hand.bit_count())} in hand where you hold {wanted}{played}: {hand_text(q.hand) or 'none'}",
            "give the cards you hold now; cards you have played go in --played" if q.play else "give the cards dealt",
        )
    _check_upcard(q)
    _check_buried(q)
    seen: dict[int, str] = {}
    for what, mask in _all_cards(q):
        for code in range(WORD_BITS):
            if not mask >> code & 1 or (what == "the upcard" and (code in seen or q.exchanged)):
                continue
            if code in seen:
                raise CardError(
                    f"{card_name(code)} is in two places: {seen[code]} and {what}", "each card is there once"
                )
            seen[code] = what
    if q.play is not None:
        _check_following(q, q.play)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _all_cards(q: UncheckedQuestion) -> list[tuple[str, int]]:
    found = [("your hand", q.hand)]
    for number, cards in enumerate(q.played, 1):
        found += [(f"trick {number}", 1 << card) for card in cards]
    found += [("the cards you put away", q.buried), ("the dummy", q.dummy), ("the upcard", 1 << q.upcard)]
    return [*found, ("the next card", 1 << q.next_card)] if q.next_card is not None else found


def _check_upcard(q: UncheckedQuestion) -> None:
    up, name = 1 << q.upcard, card_name(q.upcard)
    if q.hand & up and not q.has_upcard:
        if q.decision == "discard":
            raise CardError(f"the upcard {name} is in your hand", "give the five cards dealt; the upcard is added")
        raise CardError(f"the upcard {name} is in your hand", "give the five cards you were dealt")
    if (q.buried | q.dummy) & up and not (q.has_upcard and q.buried & up):
        raise CardError(f"the upcard {name} can't be there too: {hand_text(q.buried | q.dummy)}", "name other cards")
    if q.play is None:
        return
    owners = [seat for seat, shown in enumerate(q.play.shown, 1) if shown & up]
    if owners and not q.exchanged:
        why = "was turned down" if q.contract and q.contract.round == 2 else "was left on the table"
        raise UsageError(f"{name} {why}, so nobody can have played it", "check --played and --round")
    if owners and owners[0] != q.dealer:
        raise UsageError(
            f"{name} was taken by the dealer, but {seat_text(q.rules, owners[0])} played it",
            "check the order of the cards: each trick is told from its leader on",
        )


def _check_buried(q: UncheckedQuestion) -> None:
    wanted = (1 if q.has_upcard else 0) + (q.dummy_size if q.has_merged else 0)
    if q.buried.bit_count() != wanted:
        if not wanted:
            raise CardError(f"you have put no card away, but --buried has {hand_text(q.buried)}", "leave it away")
        what = f"{_cards(wanted)} put away" if q.has_merged else "a card buried for the upcard"
        raise CardError(
            f"you know of {what}, but --buried has {hand_text(q.buried) or 'none'}",
            f"name {'it' if wanted == 1 else 'them'} with --buried",
        )
    if q.has_upcard and not q.has_merged and q.buried >> q.upcard & 1 and q.rules.discard_upcard == "forbidden":
        raise CardError(f"the upcard {card_name(q.upcard)} may not be buried", "discard_upcard = allowed lets you")
    if q.has_upcard and not (q.hand | q.own_shown | q.buried) >> q.upcard & 1:
        raise CardError(
            f"you took {card_name(q.upcard)} up, but it is not among your cards", "it is in your hand, or you played it"
        )
    size = q.dummy_size if q.decision == "keep-five" else 0
    if q.dummy.bit_count() != size:
        if not size:
            raise UsageError("--dummy belongs to --decision keep-five", "leave it away")
        raise CardError(f"{_cards(q.dummy.bit_count())} in the dummy where {size} are", "give the dummy's cards")


def _check_following(q: UncheckedQuestion, play: Play) -> None:
    contract = q.contract
    assert contract is not None
    for suit in play.voids[q.seat - 1]:
        held = q.hand & suit_mask(suit, contract.trump)
        if held:
            raise UsageError(
                f"you did not follow to {suit_name(suit)}, but you hold {hand_text(held)}", "check --played"
            )
