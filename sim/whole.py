"""Whole numbers given from Python: counts, seeds and numbers of games, plain or of NumPy, checked in one place."""

from operator import index

from sim.errors import UsageError, brief


def whole(value: object) -> int | None:
    """The plain int that a value is (NumPy's integers are whole numbers too); None for anything else, bools included.

    >>> whole(7), whole(True), whole(7.0), whole("7")
    (7, None, None, None)
    """
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]  # what has no index raises
    except TypeError:
        return None


def check_whole(name: str, value: object, least: int, most: int, example: int | None = None) -> int:
    """A whole number as a plain int; UsageError that names it when it is none, or lies outside `least` to `most`.

    `example` is shown in the hint; without it `least`.
    """
    found = whole(value)
    if found is None or not least <= found <= most:
        shown = brief(value) if found is None else str(found)
        raise UsageError(
            f"{name} must be a whole number from {least} to {most}, not {shown}",
            f"for example {name} {least if example is None else example}",
        )
    return found
