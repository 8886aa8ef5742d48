"""What a deal is worth by the rules, in plain Python, so that reading a record needs no engine."""

from sim.rules.rules import Rules

FULL = 4
"""Tokens that are turned in for a point."""


def points_of_deal(rules: Rules, alone: bool, lone_defender: bool, winners: list[bool]) -> tuple[int, int]:
    """Points to the makers' side and to each other side; `winners` says for each trick whether the makers took it.

    Tokens for four tricks are not counted in. Of several payments for a euchre the largest counts.
    """
    tricks = sum(winners)
    if rules.fast_break == "on" and winners == [False, False, True, True, True]:
        return 0, 0
    enough = 5 if alone and rules.loner_34 == "euchred" else 3
    if tricks >= enough:
        return _made(rules, alone, tricks), 0
    pays = [2]
    if alone:
        pays.append(rules.loner_euchred)
    if lone_defender:
        pays.append(rules.lone_def_sweep if tricks == 0 else rules.lone_def_euchre)
    if tricks == 0:
        pays.append(rules.super_euchre)
    return 0, max(pays)


def _made(rules: Rules, alone: bool, tricks: int) -> int:
    if rules.players == 3:
        march = rules.cutthroat_alone_march if alone else rules.cutthroat_march
        return march if tricks == 5 else int(rules.loner_34) if alone else 1
    if not alone:
        return 2 if tricks == 5 else 1
    return rules.loner_march if tricks == 5 else int(rules.loner_34)


def pays_token(rules: Rules, alone: bool, tricks: int) -> bool:
    """Whether the makers get a token."""
    return rules.four_trick_tokens == "on" and not alone and tricks == 4
