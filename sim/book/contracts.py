"""What the bidding of one deal can end in: the contracts that the rules allow, each with one of four outcomes.

A *node* is a decision of the bidding when all before it have passed: the first round of each seat from the eldest hand
on, then the second. An *answer* there is 0 pass; in the first round 1 order, 2 order alone; in the second 1 + 2 * suit,
one more alone, where suit 0 is the green suit that is longer (as a number: its set of ranks) in the hand of who names
it, 1 next, 2 the other green suit. An *outcome* is 8 * seat of the maker + 4 * alone + code, where the code numbers
what the contract can pay, in two bits; 8 * players stands for a hand passed out.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from sim.engine.encode import rule_vector
from sim.engine.layout import JAMBOREE, PAYOFF_TRICKS, POINTS_BITS, R_PAYOFF
from sim.errors import RulesError
from sim.rules.rules import Rules

ANSWERS: Final = 7
"""Answers of a node at most."""
CODES: Final = 4
CODE_BITS: Final = 2
OUTCOMES: Final = 2 * CODES
"""Outcomes of one maker."""
FORBIDDEN: Final = -1
"""In place of a contract where the rules do not know an answer."""

_USUAL: Final = {
    "call_turned_down": "no",
    "no_trump": "off",
    "min_trump": 0,
    "farmers_hand": "off",
    "jambone": "off",
    "fast_break": "off",
    "four_trick_tokens": "off",
}
"""House rules that would need more of a contract than there is."""


@dataclass(frozen=True, eq=False)
class Contracts:
    """The contracts of a game."""

    players: int
    teams: int
    places: np.ndarray
    """int64[nodes, ANSWERS]: where a contract's code stands in a deal's word; FORBIDDEN where it is not allowed."""
    codes: np.ndarray
    """int64[4 * PAYOFF_TRICKS]: the code of what a hand paid, by who was alone and the makers' tricks."""
    paid: np.ndarray
    """int64[2, CODES, 2]: points of the makers and of the defenders, with the partner and alone."""
    heard: np.ndarray
    """int8[nodes, ANSWERS]: what the rules make of an answer that somebody gives."""
    stuck: bool
    forfeit: int
    """What the others get where the dealer pays for a hand passed out."""

    @property
    def nodes(self) -> int:
        """Decisions of the bidding."""
        return 2 * self.players

    def answers(self, node: int) -> list[int]:
        """The answers allowed at a node."""
        passes = [] if self.stuck and node == self.nodes - 1 else [0]
        return passes + [answer for answer in range(1, ANSWERS) if self.places[node, answer] >= 0]

    def worth(self) -> np.ndarray:
        """int64[players, OUTCOMES * players + 1]: the lead of each seat's side by outcome.

        It is told in units of 1 / (teams - 1) points, as comparisons count. Whoever wants to know what bidding is worth
        at some score puts the chances to win in its place.
        """
        n, teams = self.players, self.teams
        table = np.zeros((n, OUTCOMES * n + 1), dtype=np.int64)
        sides = np.arange(n) % teams if teams < n else np.arange(n)
        for maker in range(n):
            for kind in range(2):
                for code in range(CODES):
                    made, against = self.paid[kind, code]
                    points = np.where(np.arange(teams) == sides[maker], made, against)
                    table[:, OUTCOMES * maker + CODES * kind + code] = teams * points[sides] - points.sum()
        unpaid = np.where(np.arange(teams) == sides[n - 1], 0, self.forfeit)
        table[:, -1] = teams * unpaid[sides] - unpaid.sum()
        return table


def contracts_of(rules: Rules) -> Contracts:
    """The contracts that some rules allow. Raises RulesError for games in which they are others."""
    rules.require_upcard("bidding books")
    usual = {name: value for name, value in _USUAL.items() if getattr(rules, name) != value}
    if usual:
        name, value = next(iter(usual.items()))
        raise RulesError(f"there is no book for {rules.said(name)}", f"set {name} = {value}")
    nodes, n = 2 * rules.players, rules.players
    places = np.full((nodes, ANSWERS), FORBIDDEN, dtype=np.int64)
    heard = np.zeros((nodes, ANSWERS), dtype=np.int8)
    place = 0
    for node in range(nodes):
        for answer in range(1, _said(rules, node)):
            taken = _taken(rules, node, answer)
            heard[node, answer] = taken
            if taken == answer:
                places[node, answer] = place
            if rules.may_go_alone or not _is_alone(rules, node, answer):
                place += CODE_BITS
    paid, codes = _outcomes(rules)
    forfeit = 1 if rules.stick_dealer == "forfeit1" else 0
    return Contracts(n, rules.teams, places, codes, paid, heard, rules.stick_dealer == "on", forfeit)


def _said(rules: Rules, node: int) -> int:
    """How many answers a node knows, allowed or not."""
    return 3 if node < rules.players else ANSWERS


def _is_alone(rules: Rules, node: int, answer: int) -> bool:
    """Whether an answer is to play without a partner."""
    return answer == 2 if node < rules.players else answer % 2 == 0


def _taken(rules: Rules, node: int, answer: int) -> int:
    """What the rules make of an answer, as `sim.engine.turn_up` hears it."""
    first = node < rules.players
    if _is_alone(rules, node, answer) and not rules.may_go_alone:
        return answer - 1
    if first and rules.players == 4 and node == 1:
        if rules.dealer_partner_order == "forbidden":
            return 0
        if rules.dealer_partner_order == "alone_only":
            return 2
    return answer


def _outcomes(rules: Rules) -> tuple[np.ndarray, np.ndarray]:
    """What contracts pay by code, and the code by who is alone and the tricks taken."""
    vector, low = rule_vector(rules), (1 << POINTS_BITS) - 1
    paid = np.zeros((2, CODES, 2), dtype=np.int64)
    codes = np.full(4 * PAYOFF_TRICKS, FORBIDDEN, dtype=np.int64)
    tricks = [*range(rules.tricks + 1), *([JAMBOREE] if rules.jamboree == "on" else [])]
    for kind in range(2):
        found: list[tuple[int, int]] = []
        for against in (0, 2) if _defended(rules, kind) else (0,):
            for taken in tricks:
                word = int(vector[R_PAYOFF + (kind | against) * PAYOFF_TRICKS + taken])
                pays = _signed(word & low), _signed(word >> POINTS_BITS & low)
                if pays not in found:
                    found.append(pays)
                codes[(kind | against) * PAYOFF_TRICKS + taken] = found.index(pays)
        if len(found) > CODES:
            raise RulesError(
                f"there is no book for this game: a contract can pay in {len(found)} ways, and {CODES} fit",
                "leave one of the house rules on what is paid away",
            )
        paid[kind, : len(found)] = found
    return paid, codes


def _defended(rules: Rules, kind: int) -> bool:
    return rules.may_defend_alone and (rules.defend_alone == "always" or kind == 1)


def _signed(word: int) -> int:
    sign = 1 << (POINTS_BITS - 1)
    return (word ^ sign) - sign
