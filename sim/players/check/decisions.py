"""What every player knew at each decision of a recorded hand: views rebuilt from the rows of a run, card by card.

The engine writes views from its batch; this module writes them from the recorded hands and plays alone, by the words of
`sim.views`, so that the two can check each other, and so that a hook can be asked again as plain Python.
"""

from collections.abc import Iterator, Mapping, Sequence

from sim.cards import HEARTS, JOKER, NO_TRUMP, SPADES, cards_of, suit_of
from sim.engine.encode import bids_over
from sim.engine.layout import JAMBOREE
from sim.lanes import PLAIN, RIGHT_BOWER, TRUMP_PLACE, card_mask
from sim.players.check.card_decisions import card_decisions
from sim.players.recorded_hand import (
    DecisionMade,
    Hand,
    Lanes,
    about,
    called_alone,
    cards_put_away,
    fate_of,
    is_late,
    trump_lanes,
)
from sim.rules.farmers_hands import is_farmer
from sim.rules.number_bids import turns
from sim.rules.rules import Rules
from sim.views import ALONE, AS_BID, FACE_UP, JAMBONE, ORDER, PASS, TAKEN, TRUMP, TURNED_DOWN

NAME_ALONE, NAME_JAMBONE = 8, 16
"""What name_trump adds to its answer to play alone, and to declare a jambone."""


def decisions(
    rules: Rules, seed: int, hand: Mapping[str, int], tricks: Sequence[Mapping[str, int]]
) -> Iterator[DecisionMade]:
    """Every decision that counted in a hand: its row of `hands` and its rows of `plays`, in order."""
    state = Hand(rules, seed, hand, tricks)
    if rules.may_claim:
        yield from _claims(state)
    if not rules.has_upcard:
        yield from _number_bids(state)
    elif hand["upcard"] == JOKER and rules.joker_up in ("dealer_blind", "dealer_sees"):
        yield _joker_bid(state)
    else:
        yield from _bids(state)
    if state.maker is not None:
        yield from _exchange(state)
        yield from _declaration(state)
        yield from _merge(state)
        if hand["tricks"] != JAMBOREE:
            yield from _defence(state)
            yield from _calls_for_best(state)
            yield from card_decisions(state)


def _number_bids(state: Hand) -> Iterator[DecisionMade]:
    """The bids of an auction, then the high bidder's trump and the card that they put away for the widow."""
    rules, row, lanes = state.rules, state.row, Lanes(None, False)
    passed: set[int] = set()
    for turn, (seat, bid) in enumerate(turns(rules, row["bidders"])):
        chair = state.chair(seat)
        out = rules.pf_reentry == "off" and seat in passed
        bids = 1 if out else bids_over(rules)[state.bid]
        view = state.view(
            "bid", chair, lanes, state.cards[chair], circuit=turn // state.n, fate=TURNED_DOWN, round=1, bids=bids
        )  # fmt: skip
        yield DecisionMade("bid", chair, view, bid)
        passed |= {seat} if bid == 0 else set()
        if bid:
            state.bid, state.bidder = bid, chair
            state.said[chair].append(bid)
    maker = state.maker
    if maker is None:
        return
    state.bid, state.bidder = row["bid"], maker
    widow = [row["widow"]] if rules.has_widow and rules.pf_widow == "taken" else []
    held = [*state.cards[maker], *widow]
    if rules.auction == "single" and row["trump"] == NO_TRUMP:
        return
    suits = 0b11111 if rules.no_trump == "bidder" else 0b1111
    if rules.auction == "single":  # they have to lead what they name
        suits = sum(1 << suit for suit in range(4) if any(suit_of(code) == suit for code in held))
    view = state.view("name_trump", maker, lanes, held, fate=TURNED_DOWN, round=2, stuck=1, suits=suits)
    yield DecisionMade("name_trump", maker, view, 1 + row["trump"])
    if widow:
        lanes = trump_lanes(state)
        view = state.view("discard", maker, lanes, held, **about(state, maker, TURNED_DOWN, 0))
        yield DecisionMade("discard", maker, view, int(lanes.mask([row["discard"]])))
        state.left[maker] = [row["discard"]]
        state.cards[maker] = [code for code in held if code != row["discard"]]


def _claims(state: Hand) -> Iterator[DecisionMade]:
    """What the owners of farmer's hands said before the bidding; of deals that were dealt again nothing is left."""
    rules, row = state.rules, state.row
    suit = _proposed(state) if state.upcard != JOKER or rules.joker_up not in ("dealer_blind", "dealer_sees") else None
    lanes = Lanes(suit, suit is not None)
    given, taken = cards_of(row.get("given_up", 0)), cards_of(row.get("from_kitty", 0))
    for seat in range(1, state.n + 1):
        chair = state.chair(seat)
        cards = state.cards[chair]
        swaps = bool(taken) and set(taken) <= set(cards)
        before = [code for code in cards if code not in taken] + given if swaps else cards
        if is_farmer(rules.farmers_hand, before):
            view = state.view("claim_farmers", chair, lanes, before, fate=FACE_UP, round=0, best_call=0)
            yield DecisionMade("claim_farmers", chair, view, int(swaps))
        if swaps and rules.farmers_hand == "swap3":  # the first who claims ends it
            return


def _proposed(state: Hand) -> int:
    """The suit that the upcard proposes."""
    assert state.upcard is not None
    if state.upcard != JOKER:
        return suit_of(state.upcard)
    if state.rules.joker_up == "next_card":
        return suit_of(state.row["next_card"])
    return {"hearts": HEARTS, "spades": SPADES}[state.rules.joker_up]


def _joker_bid(state: Hand) -> DecisionMade:
    """A dealer who turned up the joker: they name the trump, or (where it was named blind) only say whether alone."""
    row, dealer, blind = state.row, state.dealer, state.rules.joker_up == "dealer_blind"
    known = {"fate": FACE_UP, "stuck": 1, "round": 1 if blind else 2, **_may(state, dealer)}
    if blind:
        view = state.view("order_up", dealer, Lanes(row["trump"], True), state.cards[dealer], **known)
        return DecisionMade("order_up", dealer, view, _order(state))
    lanes = Lanes(None, False)
    suits = _open_suits(state, dealer, lanes)
    view = state.view("name_trump", dealer, lanes, state.cards[dealer], suits=suits, **known)
    return DecisionMade("name_trump", dealer, view, 1 + row["trump"] + _named_alone(state))


def _order(state: Hand) -> int:
    """The answer of order_up that made trump."""
    return JAMBONE if state.jambone else ALONE if called_alone(state) else ORDER


def _named_alone(state: Hand) -> int:
    """What name_trump has added to the lane that it made trump."""
    return NAME_JAMBONE if state.jambone else NAME_ALONE * called_alone(state)


def _alone_while_peeking(state: Hand) -> bool:
    """Whether a maker may have chosen to play alone only after a look at the dummy: the record does not say."""
    return bool(state.row["alone"]) and state.rules.peek_dummy == "yes"


def _bids(state: Hand) -> Iterator[DecisionMade]:
    rules, row = state.rules, state.row
    suit = _proposed(state)
    for bidding_round in (1, 2):
        lanes = Lanes(suit, bidding_round == 1)
        for seat in range(1, state.n + 1):
            chair = state.chair(seat)
            makes = row["round"] == bidding_round and row["maker"] == seat
            if bidding_round == 1:
                canadian = state.n == 4 and seat == 2 and rules.dealer_partner_order == "alone_only"
                view = state.view(
                    "order_up", chair, lanes, state.cards[chair], fate=FACE_UP, round=1, **_may(state, chair),
                    must_alone=1 if canadian else 0,
                )  # fmt: skip
                if not (makes and _alone_while_peeking(state)):
                    yield DecisionMade("order_up", chair, view, _order(state) if makes else PASS)
            else:
                view = state.view(
                    "name_trump", chair, lanes, state.cards[chair], fate=TURNED_DOWN, round=2, **_may(state, chair),
                    stuck=1 if rules.is_stuck(seat) else 0, suits=_open_suits(state, chair, lanes),
                )  # fmt: skip
                lane = 4 if row["trump"] == NO_TRUMP else lanes.lane(row["trump"])
                if not (makes and _alone_while_peeking(state)):
                    yield DecisionMade("name_trump", chair, view, 1 + lane + _named_alone(state) if makes else PASS)
            if makes:
                return


def _may(state: Hand, chair: int) -> dict[str, int]:
    """What the rules allow who makes trump."""
    rules, late = state.rules, is_late(state, chair)
    return {"may_alone": int(rules.may_go_alone and not late), "may_jambone": int(rules.jambone == "on" and not late)}


def _open_suits(state: Hand, chair: int, lanes: Lanes) -> int:
    """Bits of the lanes that may be named, and bit 4 for no-trump."""
    rules, seat, cards = state.rules, state.seat(chair), state.cards[chair]
    allowed = [suit for suit in range(4) if suit != lanes.top or rules.may_name_turned(seat)]
    held = [suit for suit in allowed if any(code != JOKER and suit_of(code) == suit for code in cards)]
    no_trump, stuck = rules.may_name_no_trump(seat), rules.is_stuck(seat)
    if state.upcard == JOKER and rules.joker_up == "dealer_sees":
        no_trump, stuck = False, True
    suits = held if rules.min_trump else allowed
    if stuck and not suits and not no_trump:
        suits = allowed
    return sum(1 << lanes.lane(suit) for suit in suits) + (1 << NO_TRUMP if no_trump else 0)


def _exchange(state: Hand) -> Iterator[DecisionMade]:
    row, dealer, lanes = state.row, state.dealer, trump_lanes(state)
    if row["round"] != 1:
        return
    if state.rules.dealer_pickup == "optional" and state.maker != dealer:
        view = state.view(
            "pick_up", dealer, lanes, state.cards[dealer], **about(state, dealer, FACE_UP, called_alone(state))
        )  # fmt: skip
        yield DecisionMade("pick_up", dealer, view, row["pick_up"])
    if row["pick_up"]:
        assert state.upcard is not None
        six = [*state.cards[dealer], state.upcard]
        view = state.view("discard", dealer, lanes, six, **about(state, dealer, TAKEN, called_alone(state)))
        yield DecisionMade("discard", dealer, view, int(lanes.mask([row["discard"]])))
        state.buried = row["discard"]
        state.cards[dealer] = [code for code in six if code != state.buried]


def _declaration(state: Hand) -> Iterator[DecisionMade]:
    """The maker says whether they play alone, where they have not done so with the call."""
    row, maker, lanes, rules = state.row, state.maker, trump_lanes(state), state.rules
    assert maker is not None
    if called_alone(state) or not (rules.declares_later and rules.may_go_alone) or is_late(state, maker):
        return
    if _alone_while_peeking(state):
        return
    view = state.view(
        "declare_alone", maker, lanes, state.cards[maker], buried=cards_put_away(state, maker, lanes), may_alone=1,
        **about(state, maker, fate_of(state), 0),
    )  # fmt: skip
    yield DecisionMade("declare_alone", maker, view, row["alone"])


def _merge(state: Hand) -> Iterator[DecisionMade]:
    """Whoever uses a dummy keeps five of all they have."""
    row, lanes = state.row, trump_lanes(state)
    own = [name for name in ("dummy", "dummy_1", "dummy_2") if name in row]
    for seat in range(1, state.n + 1):
        chair = state.chair(seat)
        kept = cards_of(row.get("kept" if chair == state.maker else "defender_kept", 0))
        if not kept:
            continue
        dummy = cards_of(row[own[-1] if chair == state.dealer else own[0]])
        everything = [*state.cards[chair], *dummy]
        view = state.view(
            "keep_five", chair, lanes, everything, dummy=lanes.mask(dummy), buried=cards_put_away(state, chair, lanes),
            **about(state, chair, fate_of(state), row["alone"]),
        )  # fmt: skip
        yield DecisionMade("keep_five", chair, view, int(lanes.mask(kept)))
        state.left[chair] = [code for code in everything if code not in kept]
        state.cards[chair] = kept


def _defence(state: Hand) -> Iterator[DecisionMade]:
    rules, row, lanes = state.rules, state.row, trump_lanes(state)
    assert state.maker is not None
    if rules.defend_alone == "never" or rules.players == 2 or (rules.defend_alone == "vs_loner" and not row["alone"]):
        return
    if state.jambone:
        return
    for seat in range(1, state.n + 1):
        chair = state.chair(seat)
        if state.side(chair) == state.side(state.maker) or is_late(state, chair):
            continue
        view = state.view(
            "defend_alone", chair, lanes, state.cards[chair], buried=cards_put_away(state, chair, lanes),
            **about(state, chair, fate_of(state), row["alone"]),
        )  # fmt: skip
        declares = chair == state.lone_defender
        yield DecisionMade("defend_alone", chair, view, 1 if declares else 0)
        if declares:
            return


def _calls_for_best(state: Hand) -> Iterator[DecisionMade]:
    """Lone players discard and are given their partners' best cards, in the order of the seats."""
    row = state.row
    alone = row["alone"] + (2 if state.lone_defender is not None else 0)
    for seat in range(1, state.n + 1):
        chair = state.chair(seat)
        who = "loner" if chair == state.maker and row["alone"] else "defender" if chair == state.lone_defender else ""
        if who not in state.rules.best_callers:
            continue
        discarded, given = row[f"{who}_discard"], row[f"{who}_best"]
        first = state.rules.best_order == "discard_first"
        if first:
            yield _discard_for_best(state, chair, alone, discarded)
        if given >= 0:
            yield _give_best(state, chair, alone, given)
        if not first:
            yield _discard_for_best(state, chair, alone, discarded)


def _discard_for_best(state: Hand, chair: int, alone: int, card: int) -> DecisionMade:
    lanes = trump_lanes(state)
    view = state.view(
        "discard", chair, lanes, state.cards[chair], buried=cards_put_away(state, chair, lanes), best_call=1,
        **about(state, chair, fate_of(state), alone),
    )  # fmt: skip
    if card >= 0:
        state.cards[chair] = [code for code in state.cards[chair] if code != card]
        state.laid[chair] = card
    return DecisionMade("discard", chair, view, int(lanes.mask([card])) if card >= 0 else 0)


def _give_best(state: Hand, caller: int, alone: int, card: int) -> DecisionMade:
    giver, lanes = (caller + 2) % state.n, trump_lanes(state)
    view = state.view(
        "give_best", giver, lanes, state.cards[giver], buried=cards_put_away(state, giver, lanes), best_call=1,
        **about(state, giver, fate_of(state), alone),
    )  # fmt: skip
    state.cards[caller] = [*state.cards[caller], card]
    return DecisionMade("give_best", giver, view, int(lanes.mask([card])))


class Hearing:
    """What the rules make of the answers in one hand, in their order."""

    def __init__(self, rules: Rules) -> None:
        self.rules, self._meant = rules, False

    def heard(self, decision: DecisionMade, answer: int) -> int:
        """What an answer comes to: as it was, less where the rules do not allow it, or what AS_BID stands for."""
        value = as_heard(self.rules, decision, answer)
        if decision.hook in ("order_up", "name_trump") and decision.action:
            self._meant = int(answer) > (ORDER if decision.hook == "order_up" else NAME_ALONE)
        return int(self._meant) if decision.hook == "declare_alone" and value == AS_BID else value


def as_heard(rules: Rules, decision: DecisionMade, answer: int) -> int:
    """What the rules make of an answer: an order that may not be, or only alone, and a wish to go alone in vain."""
    view, value = decision.view, int(answer)
    tells = view.may_alone and rules.calls_alone(view.round, view.seat)
    if decision.hook == "order_up" and view.stuck:
        return value if value > ORDER and tells else ORDER
    if decision.hook == "order_up" and value:
        trumps = int(view.hand) | (int(view.upcard) if view.dealer == 0 else 0)
        natural = trumps & (PLAIN << TRUMP_PLACE | card_mask(TRUMP, RIGHT_BOWER))
        partner = view.players == 4 and view.dealer == 2
        if (rules.min_trump and not natural) or (partner and rules.dealer_partner_order == "forbidden"):
            return 0
        if view.must_alone:
            return max(value, ALONE) if view.may_alone else PASS
        return value if tells else ORDER
    if decision.hook == "name_trump" and value > NAME_ALONE and not tells:
        return (value - 1) % NAME_ALONE + 1
    return value
