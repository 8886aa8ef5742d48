"""Strategies in several files, and an edit of one of them that makes the player order with three trumps instead of one.

Each text holds its files under their names; the edit turns the one `= 1` of the named file into `= 3`.
"""

import re
from pathlib import Path
from textwrap import dedent


class Edit:
    """A strategy and the file to be edited."""

    def __init__(self, name: str, edited: str, text: str) -> None:
        self.name, self.edited = name, edited.partition(":")[0]
        self.spec = edited if ":" in edited else "bot.py"
        pieces = re.split(r"^# (\S+\.py)\n", dedent(text).lstrip(), flags=re.MULTILINE)
        self.files = dict(zip(pieces[1::2], pieces[2::2], strict=True))

    def write(self, folder: Path) -> str:
        """Write the files; the specification of the strategy."""
        for name, text in self.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
        return str(folder / self.spec)

    def apply(self, folder: Path) -> None:
        """Make the edit: as many letters as before, and at once, so that no clock of files would notice."""
        path = folder / self.edited
        text = path.read_text()
        assert text.count("= 1") == 1
        path.write_text(text.replace("= 1", "= 3"))


HOOK = Edit("the hook", "bot.py", """
    # bot.py
    from sim.bits import U, popcount
    def order_up(v):
        return 1 if popcount(v.hand >> U(48)) >= 1 else 0
    """)  # fmt: skip
HELPER = Edit("a helper", "aid.py", """
    # bot.py
    from aid import enough
    def order_up(v):
        return 1 if enough(v.hand) else 0
    # aid.py
    from sim.bits import U, popcount
    def enough(hand):
        return popcount(hand >> U(48)) >= 1
    """)  # fmt: skip
PARAMETER = Edit("a parameter", "bot.py", """
    # bot.py
    from typing import NamedTuple
    from sim.bits import U, popcount
    class Params(NamedTuple):
        few: int = 1
    def order_up(v, p):
        return 1 if popcount(v.hand >> U(48)) >= p.few else 0
    """)  # fmt: skip

TWO_OF_ONE_NAME = """
    # bot.py
    from one import first
    from two import second
    def order_up(v):
        return 1 if first(v.hand) and second(v.hand) else 0
    # one.py
    from sim.bits import U, popcount
    from limit_one import LIMIT
    def first(hand):
        return popcount(hand >> U(48)) >= LIMIT
    # two.py
    from sim.bits import U, popcount
    from limit_two import LIMIT
    def second(hand):
        return popcount(hand >> U(48)) >= LIMIT
    # limit_one.py
    LIMIT = 1
    # limit_two.py
    LIMIT = 1
    """

# fmt: off
EDITS = [
    HOOK,
    HELPER,
    PARAMETER,
    Edit("a function inside the hook", "bot.py", """
    # bot.py
    from sim.bits import U, popcount
    def order_up(v):
        def enough(hand):
            return popcount(hand >> U(48)) >= 1
        return 1 if enough(v.hand) else 0
    """),
    Edit("a helper of a module", "aid.py", """
    # bot.py
    import aid
    def order_up(v):
        return 1 if aid.enough(v.hand) else 0
    # aid.py
    from sim.bits import U, popcount
    def enough(hand):
        return popcount(hand >> U(48)) >= 1
    """),
    Edit("a helper of a helper", "deep.py", """
    # bot.py
    from aid import more
    def order_up(v):
        return 1 if more(v.hand) else 0
    # aid.py
    from deep import enough
    def more(hand):
        return enough(hand)
    # deep.py
    from sim.bits import U, popcount
    def enough(hand):
        return popcount(hand >> U(48)) >= 1
    """),
    Edit("a helper in a package", "kit/aid.py", """
    # bot.py
    from kit.aid import enough
    def order_up(v):
        return 1 if enough(v.hand) else 0
    # kit/__init__.py
    # kit/aid.py
    from sim.bits import U, popcount
    def enough(hand):
        return popcount(hand >> U(48)) >= 1
    """),
    Edit("a constant", "aid.py", """
    # bot.py
    from sim.bits import U, popcount
    from aid import LIMIT
    def order_up(v):
        return 1 if popcount(v.hand >> U(48)) >= LIMIT else 0
    # aid.py
    LIMIT = 1
    """),
    Edit("a constant of a module", "aid.py", """
    # bot.py
    import aid
    from sim.bits import U, popcount
    def order_up(v):
        return 1 if popcount(v.hand >> U(48)) >= aid.LIMIT else 0
    # aid.py
    LIMIT = 1
    """),
    Edit("the first of two constants of one name", "limit_one.py", TWO_OF_ONE_NAME),
    Edit("the second of two constants of one name", "limit_two.py", TWO_OF_ONE_NAME),
    Edit("a default argument", "aid.py", """
    # bot.py
    from sim.bits import U, popcount
    from aid import LIMIT
    def enough(hand, limit=LIMIT):
        return popcount(hand >> U(48)) >= limit
    def order_up(v):
        return 1 if enough(v.hand) else 0
    # aid.py
    LIMIT = 1
    """),
    Edit("an enclosed value", "aid.py", """
    # bot.py
    from sim.bits import U, popcount
    from aid import LIMIT
    def make(limit):
        def enough(hand):
            return popcount(hand >> U(48)) >= limit
        return enough
    enough = make(LIMIT)
    def order_up(v):
        return 1 if enough(v.hand) else 0
    # aid.py
    LIMIT = 1
    """),
    Edit("an array", "aid.py", """
    # bot.py
    from sim.bits import U, popcount
    from aid import TABLE
    def order_up(v):
        return 1 if popcount(v.hand >> U(48)) >= TABLE[2000] else 0
    # aid.py
    import numpy as np
    TABLE = np.zeros(5000, dtype=np.int64)
    TABLE[2000] = 1
    """),
    Edit("an array in a tuple", "aid.py", """
    # bot.py
    from sim.bits import U, popcount
    from aid import TABLES
    def order_up(v):
        return 1 if popcount(v.hand >> U(48)) >= TABLES[0][2000] else 0
    # aid.py
    import numpy as np
    TABLES = (np.zeros(5000, dtype=np.int64), np.zeros(5000, dtype=np.int64))
    TABLES[0][2000] = 1
    """),
    Edit("a named tuple", "aid.py", """
    # bot.py
    from sim.bits import U, popcount
    from aid import LIMITS
    def order_up(v):
        return 1 if popcount(v.hand >> U(48)) >= LIMITS.few else 0
    # aid.py
    from typing import NamedTuple
    class Limits(NamedTuple):
        few: int
    LIMITS = Limits(few = 1)
    """),
    Edit("an enumeration", "aid.py", """
    # bot.py
    from sim.bits import U, popcount
    from aid import Limit
    def order_up(v):
        return 1 if popcount(v.hand >> U(48)) >= Limit.FEW else 0
    # aid.py
    from enum import IntEnum
    class Limit(IntEnum):
        FEW = 1
    """),
    Edit("a class", "bot.py:Bot", """
    # bot.py
    from sim.bits import U, popcount
    class Bot:
        @staticmethod
        def order_up(v):
            return 1 if popcount(v.hand >> U(48)) >= 1 else 0
    """),
]
# fmt: on
