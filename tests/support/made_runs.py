"""What the small runs of the tests of reports are."""

from dataclasses import dataclass
from pathlib import Path

from reports.api import LoadedRun, load_run
from sim.rules.rules import Rules

GAMES = {
    "standard": ("standard", {}, ["basic", "cautious"]),
    "lone defences": ("standard", {"defend_alone": "always", "stick_dealer": "on"}, ["random", "basic"]),
    "two-handed": ("two-handed", {}, ["basic", "random"]),
    "cutthroat": ("cutthroat", {}, ["basic", "random", "basic"]),
    "british": ("british", {}, ["basic", "random"]),
    "house scores": (
        "standard",
        {"fast_break": "on", "four_trick_tokens": "on", "loner_34": 0, "alone_when": "after_discard"},
        ["random", "basic"],
    ),
    "no-trump": ("standard", {"no_trump": "round2", "call_turned_down": "yes"}, ["random", "basic"]),
}
UNITS = 1500


@dataclass(frozen=True)
class Made:
    """A run that was made for the tests."""

    folder: Path
    rules: Rules

    def load(self) -> LoadedRun:
        return load_run(self.folder)
