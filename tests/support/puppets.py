"""Written hands played by the engine: each record becomes a deal and a puppet a chair that does what it says."""

from collections.abc import Sequence

import numpy as np

from reference import GameRecord, HandRecord
from reference.napoleon import BIDS as NAPOLEON_BIDS
from sim.cards import NO_TRUMP, parse_card
from sim.engine.match_state import Opening
from sim.errors import IllegalAction
from sim.players.check.decisions import NAME_ALONE, NAME_JAMBONE
from sim.players.match import Match
from sim.players.recorded_hand import Lanes
from sim.players.strategy import Player, load_player
from sim.rules.number_bids import bid_name
from sim.rules.rules import Rules
from sim.rules.units import Unit
from support.engine_records import games_of

SUITS = "CDSH"
NAMES_FOR_JOKER = ("dealer_blind", "dealer_sees")


def mask(cards: Sequence[str]) -> int:
    """The mask of some cards in their own suits."""
    return sum(1 << parse_card(card) for card in cards)


def proposed_suit(record: HandRecord, rules: Rules) -> int | None:
    """The suit that the upcard proposes; None where the dealer names one for the joker."""
    if record.upcard != "Jo":
        return parse_card(record.upcard) // 16
    if record.next_card is not None:
        return parse_card(record.next_card) // 16
    return {"hearts": 3, "spades": 2}.get(rules.joker_up)


def order_of(bid: str) -> int:
    """Answer of order_up for a bid of the first round."""
    return {"pass": 0, "order": 1, "order alone": 2, "order jambone": 3}[bid]


def name_of(bid: str, turned: int | None) -> int:
    """Answer of name_trump for a bid of the second round, or for the joker (turned None)."""
    if bid == "pass":
        return 0
    words = bid.split()
    lane = 4 if words[1] == "NT" else Lanes(turned, False).lane(SUITS.index(words[1]))
    return 1 + lane + {"alone": NAME_ALONE, "jambone": NAME_JAMBONE}.get(words[-1], 0)


def puppets(record: HandRecord, rules: Rules, **wrong: dict[str, object]) -> list[Player]:
    """A player a chair; `wrong` gives other parameters for some, as in player_2={"order": 3}."""
    n = rules.players
    turned = proposed_suit(record, rules) if rules.has_upcard else None
    trump = NO_TRUMP if record.trump == "NT" else SUITS.index(record.trump or "C")
    lanes = Lanes(None, False) if trump == NO_TRUMP else Lanes(trump, rules.has_bowers)
    scripts: list[dict[str, object]] = [{} for _ in range(n)]
    if not rules.has_upcard:
        script_number_bids(record, rules, scripts)
    for number, (player, bid) in enumerate(record.bids if rules.has_upcard else []):
        if turned is None and rules.joker_up == "dealer_blind":
            scripts[player]["order"] = order_of("order " + bid.split(maxsplit=2)[2] if bid.count(" ") > 1 else "order")
        elif turned is None or number >= n:
            scripts[player]["name"] = name_of(bid, turned)
        else:
            scripts[player]["order"] = order_of(bid)
    dealer = scripts[record.dealer]
    dealer["pick_up"] = int(record.picked_up)
    if record.declared_alone and record.maker is not None:
        scripts[record.maker]["declare"] = 1
    if record.discard is not None:
        who = dealer if rules.has_upcard or record.maker is None else scripts[record.maker]
        who["bury"] = lanes.place(parse_card(record.discard))
    for caller, (discarded, given) in record.best_calls.items():
        if discarded is not None:
            scripts[caller]["throw"] = lanes.place(parse_card(discarded))
        if given is not None:
            scripts[(caller + 2) % 4]["give"] = lanes.place(parse_card(given))
    if record.lone_defender is not None:
        scripts[record.lone_defender]["defend"] = 1
    for five, makes in ((record.kept, True), (record.defender_kept, False)):
        if five is not None and record.maker is not None:
            kept = int(lanes.mask([parse_card(card) for card in five]))
            scripts[record.maker if makes else 1 - record.maker] |= {
                "keep_high": kept >> 32, "keep_low": kept & 0xFFFFFFFF,
            }  # fmt: skip
    for number, trick in enumerate(record.tricks, start=1):
        for player, card in trick:
            # In a jambone the maker's own script has no card: the one who names their cards has them.
            if laid_open(record) and player == record.maker and number < len(record.tricks):
                scripts[(player + 1) % n][f"named_{number}"] = lanes.place(parse_card(card))
            else:
                scripts[player][f"card_{number}"] = lanes.place(parse_card(card))
    for chair, changes in wrong.items():
        scripts[int(chair.removeprefix("player_"))] |= changes
    return [load_player("bots:puppet" + spec(script)) for script in scripts]


def laid_open(record: HandRecord) -> bool:
    """Whether the maker has declared a jambone."""
    return record.bids[-1][1].endswith("jambone")


def script_number_bids(record: HandRecord, rules: Rules, scripts: list[dict[str, object]]) -> None:
    """What each player answers to the highest bid so far, and the trump that the high bidder names."""
    words = [bid_name(rules, bid).removesuffix(" pepper") for bid in range(rules.highest_bid + 1)]
    if rules.auction == "single":
        words = ["pass", *NAPOLEON_BIDS]
    highest, answers = 0, dict.fromkeys(range(rules.players), 0)
    for player, bid in record.bids:
        if bid != "pass":
            answers[player] |= words.index(bid) << 4 * highest
            highest = words.index(bid)
    for player, answer in answers.items():
        scripts[player]["bids"] = answer
    if record.maker is not None:
        scripts[record.maker]["name"] = 5 if record.trump == "NT" else 1 + SUITS.index(str(record.trump))


def spec(script: dict[str, object]) -> str:
    """Parameters as a specification has them."""
    return "{" + ",".join(f"{name}={value}" for name, value in script.items()) + "}"


def opening(record: HandRecord, rules: Rules) -> Opening:
    """The deal of a record."""
    left = record.upcard or record.widow
    hands = [record.hands[(record.dealer + seat) % rules.players] for seat in range(1, rules.players + 1)]
    dummies = [record.dummy] if record.dummy is not None else []
    if record.own_dummies is not None:
        dummies = [record.own_dummies[(record.dealer + seat) % rules.players] for seat in (1, 2)]
    deals = np.array([[mask(cards)] for cards in [*hands, [left] if left else [], *dummies]], dtype=np.uint64)
    return Opening(record.dealer, tuple(record.score_before), deals)


def played(
    record: HandRecord, rules: Rules, seed: int = 1, unit: Unit = "hands", **wrong: dict[str, object]
) -> GameRecord:
    """What the engine makes of a record; IllegalAction where it does not allow what is in it."""
    match = Match(rules, puppets(record, rules, **wrong), seed, unit)
    part = match.play(0, 1, "plays", opening=opening(record, rules))
    return next(games_of(part, rules))


def replayed(record: HandRecord, rules: Rules) -> HandRecord:
    """The engine's record of a written hand. Where a suit is drawn blind, the seed that draws it is looked for."""
    if record.upcard != "Jo" or rules.joker_up not in ("next_card", "dealer_blind"):
        return played(record, rules).hands[0]
    for seed in range(200):
        try:
            hand = played(record, rules, seed).hands[0]
        except IllegalAction:  # in another suit the script makes no sense
            continue
        if (hand.trump, hand.next_card) == (record.trump, record.next_card):
            return hand
    raise AssertionError(f"no seed draws what is in {record}")


def in_order(record: HandRecord) -> HandRecord:
    """A record with its hands sorted, so that two can be compared."""
    record.hands = {player: sorted(cards) for player, cards in sorted(record.hands.items())}
    record.kept = sorted(record.kept) if record.kept is not None else None
    record.defender_kept = sorted(record.defender_kept) if record.defender_kept is not None else None
    record.dummy = sorted(record.dummy) if record.dummy is not None else None
    if record.own_dummies is not None:
        record.own_dummies = {player: sorted(cards) for player, cards in sorted(record.own_dummies.items())}
    return record
