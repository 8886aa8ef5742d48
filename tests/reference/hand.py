"""One hand from the deal to the points."""

from typing import Any

from .alone import check_lone_defender, hear_declaration
from .bidding import read_auction
from .deal import check_deal
from .exchange import hands_to_play
from .house_rules import full_rules, number_of_sides, side_of
from .napoleon import check_napoleon
from .pepper import check_pepper
from .play import check_play, first_leader
from .record import Disagreement, HandRecord
from .scoring import score_hand, score_passed_out


def check_hand(record: HandRecord, rules: dict[str, Any]) -> None:
    """Decide the whole hand again; rules may leave out defaults. Raises Disagreement at the first wrong point."""
    rules = full_rules(rules)
    if rules["auction"] == "single":
        check_napoleon(record, rules)
        return
    if rules["auction"] == "tricks":
        check_pepper(record, rules)
        return
    check_deal(record, rules)
    if len(record.score_before) != number_of_sides(rules):
        raise Disagreement(f"the score before the hand is {record.score_before} for {number_of_sides(rules)} sides")
    auction = read_auction(record, rules)
    if auction is None:
        check_passed_out(record, rules)
        return

    same("the maker", record.maker, auction.maker)
    same("trump", record.trump, auction.trump)
    hear_declaration(record, auction, rules)
    check_lone_defender(record, auction, rules)
    hands = hands_to_play(record, auction, rules)
    same("whether the maker shows a jamboree", record.shown, hands == {})
    if record.shown:
        check_shown(record, auction.maker, rules)
        return
    leader = first_leader(record.dealer, auction.maker, auction.alone, record.lone_defender, list(hands), rules)
    winners = check_play(record, hands, leader, auction.trump, rules)

    maker_side = side_of(auction.maker, rules)
    maker_tricks = len([winner for winner in winners if side_of(winner, rules) == maker_side])
    same("the number of tricks of the maker's side", record.maker_tricks, maker_tricks)
    lost_first_two = maker_side not in [side_of(winner, rules) for winner in winners[:2]]
    held = record.tokens_before[maker_side] if record.tokens_before else 0
    points = score_hand(
        auction.maker,
        auction.alone,
        record.lone_defender,
        maker_tricks,
        rules,
        auction.jambone,
        lost_first_two,
        held,
    )
    same("the points", record.points, points)


def check_shown(record: HandRecord, maker: int, rules: dict[str, Any]) -> None:
    """Raise Disagreement unless the hand ends with the five highest trumps on the table."""
    same("the lone defender of a hand that is shown", record.lone_defender, None)
    same("the calls for best of a hand that is shown", record.best_calls, {})
    same("the tricks of a hand that is shown", record.tricks, [])
    same(
        "the points", record.points, [16 if side == side_of(maker, rules) else 0 for side in range(len(record.points))]
    )


def check_passed_out(record: HandRecord, rules: dict[str, Any]) -> None:
    """Raise Disagreement unless nothing but the points (of a dealer who gives one) came of the hand."""
    same("the maker when all passed", record.maker, None)
    same("trump when all passed", record.trump, None)
    same("the pick-up when all passed", record.picked_up, False)
    same("the discard when all passed", record.discard, None)
    same("a maker alone when all passed", record.declared_alone, False)
    same("the lone defender when all passed", record.lone_defender, None)
    same("the maker's five when all passed", record.kept, None)
    same("the defender's five when all passed", record.defender_kept, None)
    same("the tricks when all passed", record.tricks, [])
    same("the winners when all passed", record.winners, [])
    same("the number of tricks when all passed", record.maker_tricks, 0)
    same("the points when all passed", record.points, score_passed_out(record.dealer, rules))


def same(what: str, recorded: object, decided: object) -> None:
    """Raise Disagreement unless the record says what the reference player decided."""
    if recorded != decided:
        raise Disagreement(f"{what} should be {decided}, the record says {recorded}")
