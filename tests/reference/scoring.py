"""Points: what a hand gives to each side."""

from typing import Any

from .house_rules import number_of_sides, side_of


def score_hand(
    maker: int,
    maker_alone: bool,
    lone_defender: int | None,
    maker_tricks: int,
    rules: dict[str, Any],
    jambone: bool = False,
    lost_first_two: bool = False,
    tokens: int = 0,
) -> list[int]:
    """Points to each side of a hand that was played; maker_tricks are those of the maker's side, of five.

    tokens are those that the maker's side held before the hand.
    """
    points = [0] * number_of_sides(rules)
    if rules["fast_break"] == "on" and lost_first_two and maker_tricks == 3:
        return points
    needed = 5 if maker_alone and rules["loner_34"] == "euchred" else 3
    if maker_tricks >= needed:
        made = 8 if jambone and maker_tricks == 5 else points_made(maker_alone, maker_tricks, rules)
        if earns_token(maker_alone, maker_tricks, rules) and tokens == 3:
            made += 1
        points[side_of(maker, rules)] = made
        return points
    # At a table of three each defender is a side and gets the points, the one who sits out too.
    for side in range(len(points)):
        if side != side_of(maker, rules):
            points[side] = points_euchred(maker_alone, lone_defender is not None, maker_tricks, rules)
    return points


def earns_token(maker_alone: bool, maker_tricks: int, rules: dict[str, Any]) -> bool:
    """Whether the makers get a token: for just four tricks of the two together."""
    return bool(rules["four_trick_tokens"] == "on" and not maker_alone and maker_tricks == 4)


def points_made(maker_alone: bool, maker_tricks: int, rules: dict[str, Any]) -> int:
    """What the makers get for three, four or all five tricks."""
    if maker_tricks < 5:
        return int(rules["loner_34"]) if maker_alone else 1
    if rules["players"] == 3:
        return int(rules["cutthroat_alone_march"] if maker_alone else rules["cutthroat_march"])
    return int(rules["loner_march"]) if maker_alone else 2


def points_euchred(maker_alone: bool, defender_alone: bool, maker_tricks: int, rules: dict[str, Any]) -> int:
    """What each defending side gets when the makers fail."""
    claims = []
    if defender_alone:
        claims.append(rules["lone_def_sweep"] if maker_tricks == 0 else rules["lone_def_euchre"])
    if maker_alone:
        claims.append(rules["loner_euchred"])
    if not claims:
        claims.append(2)
    if maker_tricks == 0:
        claims.append(rules["super_euchre"])
    return int(max(claims))


def score_passed_out(dealer: int, rules: dict[str, Any]) -> list[int]:
    """Points of a hand in which all passed: none, unless the dealer gives a point rather than name a suit."""
    points = [0] * number_of_sides(rules)
    if rules["stick_dealer"] == "forfeit1":
        for side in range(len(points)):
            if side != side_of(dealer, rules):
                points[side] = 1
    return points
