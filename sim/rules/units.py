"""What is counted, whole games or single hands, and how much of it is written down."""

from typing import Final, Literal

Detail = Literal["none", "games", "hands", "plays"]
Unit = Literal["games", "hands"]
DETAILS: Final[tuple[Detail, ...]] = ("none", "games", "hands", "plays")
UNITS: Final[tuple[Unit, ...]] = ("games", "hands")
