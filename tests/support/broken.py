"""Strategies that can't be loaded, linked or trusted; what is said, and the line named (0: none)."""

from textwrap import dedent
from typing import NamedTuple

from sim.rules.presets import PRESETS
from sim.rules.rules import Rules

SPRUCE = PRESETS["standard-spruce"]
CUTTHROAT = PRESETS["cutthroat"]


class Broken(NamedTuple):
    """A text, and what is to be said of it."""

    text: str
    says: str
    line: int = 0


def broken(text: str, says: str, line: int = 0) -> Broken:
    """A text written indented."""
    return Broken(dedent(text).lstrip(), says, line)


# fmt: off
UNLOADABLE = {
    "syntax": broken("""
        def lead(v)
            return v.hand
        """, "expected ':'", 1),
    "does not load": broken("""
        def lead(v):
            return v.hand
        x = 1 / 0
        """, "ZeroDivisionError: division by zero", 3),
    "imports nothing": broken("""
        import surely_not_there
        """, "No module named 'surely_not_there'", 1),
    "no hooks": broken("""
        def leed(v):
            return v.hand
        """, "defines none of the hooks"),
    "parameter without default": broken("""
        from typing import NamedTuple
        class Params(NamedTuple):
            x: int
        def lead(v, p):
            return v.hand
        """, "each field of Params needs a default"),
    "parameter of text": broken("""
        from typing import NamedTuple
        class Params(NamedTuple):
            x: str = "a"
        def lead(v, p):
            return v.hand
        """, "x of Params must be a number, not 'a'"),
    "parameters in a plain class": broken("""
        class Params:
            x = 1
        def lead(v, p):
            return v.hand
        """, "Params is no NamedTuple"),
}

UNLINKABLE = {
    "no function": broken("""
        def follow(v):
            return v.hand
        lead = 5
        """, "lead is 'int' and not a plain function"),
    "no argument": broken("""
        def lead():
            return 1
        """, "lead takes no arguments", 1),
    "three arguments": broken("""
        def lead(v, p, q):
            return v.hand
        """, "lead takes three arguments, but", 1),
    "a wrapper of nothing": broken("""
        from typing import NamedTuple
        class Params(NamedTuple):
            x: int = 1
        def lead(v, p, inner):
            return inner
        """, "wraps another strategy"),
    "any arguments": broken("""
        def lead(*v):
            return v[0].hand
        """, "lead takes no arguments", 1),
    "parameters without a class": broken("""
        def lead(v, p):
            return v.hand
        """, "lead takes Params, but", 1),
    "unknown parameter": broken("""
        from typing import NamedTuple
        class Params(NamedTuple):
            x: int = 1
        def lead(v, p):
            return v.hand if p.y else v.led
        """, "Unknown attribute 'y'", 5),
    "no answer": broken("""
        from sim.bits import low
        def lead(v):
            low(v.hand)
        """, "a return is missing", 2),
    "sometimes no answer": broken("""
        from sim.bits import low
        def lead(v):
            if v.trick > 1:
                return low(v.hand)
        """, "a return is missing", 2),
    "text for an answer": broken("""
        def order_up(v):
            return "pass"
        """, "not with unicode_type", 1),
    "two answers": broken("""
        def lead(v):
            return v.hand, 1
        """, "not with Tuple", 1),
    "masks and numbers": broken("""
        from sim.bits import low
        def lead(v):
            return low(v.hand) if v.trick > 1 else 0
        """, r"some answers are masks and some plain numbers: wrap the plain ones, as in U\(0\)", 2),
    "unknown function": broken("""
        def lead(v):
            return lowest(v.hand)
        """, "lead uses lowest, which is not defined", 2),
    "unknown field": broken("""
        def lead(v):
            return v.hnd
        """, "Unknown attribute 'hnd'", 2),
    "a list of this and that": broken("""
        def lead(v):
            for x in [1, "two"]:
                pass
            return v.hand
        """, "lead can't be compiled: ", 2),
    "a dict": broken("""
        WORTH = {1: 2}
        def lead(v):
            return v.hand if WORTH[1] == 2 else v.led
        """, "lead uses WORTH, a dict", 3),
    "a list": broken("""
        WORTH = [1, 2]
        def lead(v):
            return v.hand if WORTH[1] == 2 else v.led
        """, "lead uses WORTH, a list", 3),
    "a mistake in a helper": broken("""
        def aid(hand):
            return hand.suit
        def lead(v):
            return aid(v.hand)
        """, "Unknown attribute 'suit'", 2),
    "recursion": broken("""
        def aid(n):
            return aid(n - 1)
        def lead(v):
            return v.hand if aid(3) else v.led
        """, "aid calls itself", 1),
    "raises": broken("""
        def lead(v):
            if v.trick > 5:
                raise ValueError
            return v.hand
        """, "lead raises an exception", 3),
    "asserts": broken("""
        def lead(v):
            assert v.hand
            return v.hand
        """, "asserts something", 2),
    "prints": broken("""
        def lead(v):
            print(v.hand)
            return v.hand
        """, "lead calls print", 2),
    "remembers": broken("""
        TIMES = 0
        def lead(v):
            global TIMES
            TIMES += 1
            return v.hand
        """, "lead changes the global TIMES", 4),
    "changes its view": broken("""
        def lead(v):
            v.hand = v.led
            return v.hand
        """, "lead changes the attribute hand", 2),
    "rolls dice": broken("""
        import random
        def lead(v):
            return v.hand if random.random() < 1 else v.led
        """, "lead uses random; its chance is view.random", 3),
    "rolls other dice": broken("""
        import numpy as np
        def lead(v):
            return v.hand if np.random.randint(3) else v.led
        """, "lead uses numpy.random", 3),
    "a generator": broken("""
        def lead(v):
            yield v.hand
        """, "lead is a generator", 1),
    "a coroutine": broken("""
        async def lead(v):
            return v.hand
        """, "lead is a coroutine", 1),
}


class Cheat(NamedTuple):
    """Rules, a text whose hooks break them, and when."""

    rules: Rules
    text: str
    when: str


def cheat(text: str, when: str, rules: Rules = SPRUCE) -> Cheat:
    """A text written indented, with what most of them import."""
    return Cheat(rules, "from sim.bits import U, low\n" + dedent(text).lstrip(), when)


CHEATS = {
    "orders thrice": cheat("""
        def order_up(v):
            return 3 if v.seat == 2 else 0
        """, "order_up, seat 2"),
    "orders minus one": cheat("""
        def order_up(v):
            return -1
        """, "order_up, seat 1"),
    "names the suit turned down": cheat("""
        def name_trump(v):
            return 4 if v.seat == 3 else 0
        """, "name_trump, seat 3"),
    "names no-trump": cheat("""
        def name_trump(v):
            return 5
        """, "name_trump, seat 1"),
    "names a suit there is not": cheat("""
        def name_trump(v):
            return 8
        """, "name_trump, seat 1"),
    "passes when stuck": cheat("""
        def order_up(v):
            return 0
        def name_trump(v):
            return 0
        """, "name_trump, seat 4", Rules(stick_dealer="on")),
    "picks up twice": cheat("""
        def order_up(v):
            return 1
        def pick_up(v):
            return 2
        """, "pick_up, seat 4"),
    "buries the upcard": cheat("""
        def discard(v):
            return v.upcard
        """, "discard, seat 4"),
    "buries two cards": cheat("""
        def discard(v):
            return v.hand
        """, "discard, seat 4"),
    "buries nothing": cheat("""
        def discard(v):
            return U(0)
        """, "discard, seat 4"),
    "buries another's card": cheat("""
        def discard(v):
            return low(v.deck & ~v.hand)
        """, "discard, seat 4"),
    "defends twice": cheat("""
        def defend_alone(v):
            return 2 if v.seat == 3 else 0
        """, "defend_alone, seat 3"),
    "keeps ten": cheat("""
        def keep_five(v):
            return v.hand
        """, r"keep_five, seat \d", CUTTHROAT),
    "keeps none": cheat("""
        def keep_five(v):
            return U(0)
        """, r"keep_five, seat \d", CUTTHROAT),
    "leads nothing": cheat("""
        def lead(v):
            return U(0) if v.trick == 4 else low(v.hand)
        """, "lead in trick 4"),
    "leads two cards": cheat("""
        def lead(v):
            return v.hand if v.trick == 2 else low(v.hand)
        """, "lead in trick 2"),
    "leads another's card": cheat("""
        def lead(v):
            return low(v.deck & ~v.hand)
        """, "lead in trick 1"),
    "plays a card again": cheat("""
        def lead(v):
            return low(v.seen) if v.seen != U(0) else low(v.hand)
        """, "lead in trick 2"),
    "reneges": cheat("""
        def follow(v):
            other = v.hand & ~v.led
            return low(other) if other != U(0) else low(v.hand)
        """, "follow in trick 1"),
    "looks beyond the end of a table": cheat("""
        WORTH = (1, 2)
        def lead(v):
            return low(v.hand) if WORTH[v.trick] > 0 else U(0)
        """, "lead in trick 2"),
}
# fmt: on
