"""Checking a strategy from end to end: does it keep the contract under every preset, and how is it compiled.

A hook may loop for ever, and compiled code can't be stopped from outside it. So the check runs in a process of its own,
which the watchdog of Python's `faulthandler` ends when a stage takes too long; what was found until then is kept in
files, and the watchdog's own traceback tells at which line of the strategy it was.
"""

import contextlib
import faulthandler
import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from sim import child
from sim.bits import COMPILED
from sim.errors import EuchreError, Interrupted, StrategyError, UsageError
from sim.players.check.compiled_form import HookReport, inspect_player
from sim.players.check.conformance import Finding, check_asked, check_player, ending, of_error, show_command
from sim.players.hook_names import TURN_UP
from sim.players.match import Match, hooks_asked
from sim.players.strategy import DEFAULT, FOUR, SUPPORTS, Player, load_player
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules

SECONDS: Final = 60.0
"""Time for one stage (the games of one preset) before it is taken to go on for ever; compiling does not count."""
PLAIN_SECONDS: Final = 10.0
"""Time for one decision in plain Python."""
COMPILE_SECONDS: Final = 600.0
SEED: Final = 1
UNITS: Final = 20 if COMPILED else 1
"""Games at each table."""
UNITS_LOOKING_AHEAD: Final = 1
"""The same for players who draw deals for their decisions: so many, and not so many seconds, whatever the machine."""
SAID: Final = 3
"""Findings of a kind that are told for each preset; the others are only counted."""


@dataclass(frozen=True)
class CheckResult:
    """What a check found: `findings` with the preset of each, how many more of a kind there were, and the hooks.

    `notices` are sentences on functions that look like hooks by their names, but are none; they fail nothing.
    """

    spec: str
    presets: tuple[str, ...]
    findings: tuple[tuple[str, Finding], ...]
    untold: int
    hooks: tuple[HookReport, ...]
    seconds: float
    notices: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    @property
    def exit_code(self) -> int:
        """0 when all is well, else the exit code of the first finding."""
        return self.findings[0][1].code if self.findings else 0

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        found = [
            {"preset": preset, "check": one.check, "problem": one.problem, "again": one.again, "exit_code": one.code}
            for preset, one in self.findings
        ]
        return {
            "strategy": self.spec,
            "passed": self.passed,
            "presets": list(self.presets),
            "findings": found,
            "findings_not_told": self.untold,
            "notices": list(self.notices),
            "hooks": [hook.to_dict() for hook in self.hooks],
            "seconds": self.seconds,
        }


def supported(player: Player) -> tuple[str, ...]:
    """The presets that a player's parts are all for, and for which they have the hooks.

    Raises StrategyError where there are none, or where they lack a hook for one that their own file lists.
    """
    listed = [part.supports for part in (player.bidding, player.play)]
    names = [name for name in PRESETS if all(only is None or name in only for only in listed)]
    if not names:
        raise StrategyError(
            f"{player.spec} supports no preset: {player.bidding.name} and {player.play.name} are for other games",
            f"see {SUPPORTS} in both",
        )
    lacking = {name: player.lacks(hooks_asked(PRESETS[name]), PRESETS[name].auction) for name in names}
    able = tuple(name for name in names if not lacking[name])
    claimed = [name for name in names if lacking[name] and (player.bidding.supports or not able)]
    if claimed:
        name, hook = claimed[0], lacking[claimed[0]][0]
        raise StrategyError(
            f"{SUPPORTS} names {name}, but {player.bidding.name} has no {hook}, which {name} asks for",
            f"write {hook}, or take {name} out of {SUPPORTS}",
        )
    return able


def check(
    spec: str, presets: Sequence[str] = (), seconds: float = SECONDS, tell: Callable[[str], None] | None = None
) -> CheckResult:
    """Check a strategy under some presets, or all it supports. `tell` hears what is being done.

    Raises StrategyError when it can't even be loaded, and UsageError for a preset that it does not support.
    """
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="euchre-sim-") as folder:
        files = Files(Path(folder))
        task = json.dumps({"spec": spec, "presets": list(presets), "seconds": seconds, "folder": folder})
        command, environment = child.python("from sim.players.check.checking import main; main()", task)
        with files.errors.open("wb") as errors:
            process = subprocess.Popen(
                command,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
        try:
            said = 0
            while True:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(0.1)
                lines = files.lines()
                for line in lines[said:]:
                    if tell is not None and "stage" in line:
                        tell(line["stage"])
                said = len(lines)
                if process.returncode is not None:
                    break
        except KeyboardInterrupt:
            raise Interrupted(f"interrupted while checking {spec}") from None
        finally:
            process.kill()
            process.wait()
        return _result(spec, files, process.returncode, time.monotonic() - start)


class Files:
    """What the process that checks leaves behind: findings line by line, what it was at, and where it was stopped."""

    def __init__(self, folder: Path) -> None:
        self.found, self.at = folder / "found.jsonl", folder / "at.json"
        self.stopped, self.errors = folder / "stopped.txt", folder / "errors.txt"

    def lines(self) -> list[dict[str, Any]]:
        """The whole lines written so far."""
        text = self.found.read_text(encoding="utf-8") if self.found.exists() else ""
        return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]


def _result(spec: str, files: Files, code: int, seconds: float) -> CheckResult:
    lines = files.lines()
    for line in lines:
        if "error" in line:
            kinds = {kind.exit_code: kind for kind in (UsageError, StrategyError)}
            raise kinds.get(line["code"], StrategyError)(line["error"], line["hint"])
    presets = tuple(name for line in lines for name in line.get("presets", ()))
    findings = [(line["preset"], Finding(line["check"], _rules(line["preset"]), *line["rest"]))
                for line in lines if "check" in line]  # fmt: skip
    if not any("done" in line for line in lines):
        findings.append(_stopped(files, code))
    hooks = tuple(HookReport(**line["hook"]) for line in lines if "hook" in line)
    notices = tuple(line["notice"] for line in lines if "notice" in line)
    kept, counts = [], Counter[tuple[str, str, str]]()
    for preset, finding in findings:
        kind = preset, finding.check, finding.problem.partition(",")[0]
        counts[kind] += 1
        if counts[kind] <= SAID:
            kept.append((preset, finding))
    return CheckResult(spec, presets, tuple(kept), len(findings) - len(kept), hooks, round(seconds, 1), notices)


def _rules(preset: str) -> Rules:
    return ending(PRESETS[preset])


def _stopped(files: Files, code: int) -> tuple[str, Finding]:
    """The finding that the process did not come to its end."""
    at = json.loads(files.at.read_text(encoding="utf-8")) if files.at.exists() else {}
    trace = files.stopped.read_text(encoding="utf-8") if files.stopped.exists() else ""
    preset, what, again = at.get("preset", ""), at.get("what", "starting"), at.get("again", "")
    rules = _rules(preset) if preset else Rules()
    if trace:
        place = _line_of_strategy(trace)
        where = f"{place}: " if place else ""
        return preset, Finding(
            "comes to an end",
            rules,
            f"{where}no answer in {at['seconds']:g} s ({what}): a loop that never ends?",
            again,
        )
    last = files.errors.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    reason = last[-1] if last else f"the process ended with {code}"
    return preset, Finding("survives", rules, f"the process that played it broke down ({what}): {reason}", again)


def _line_of_strategy(trace: str) -> str:
    """File and line of the innermost call outside Python, its packages and the engine, from a faulthandler trace."""
    others = [str(Path(__file__).parents[2]), *(sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib"))]
    for path, line in re.findall(r'File "([^"]+)", line (\d+)', trace):
        if not path.startswith(("<", *(folder + os.sep for folder in others))):
            return f"{path}:{line}"
    return ""


# ----------------------------------------------------------------------------------------- in the process that checks


_COUNTS_OWN_TIME: Final = hasattr(signal, "setitimer")
_WAITED: Final = 10


class Watched:
    """The check as it runs in its own process: each stage is written down before it starts, and has its time."""

    def __init__(self, files: Files) -> None:
        self._stopped: IO[str] = files.stopped.open("w", encoding="utf-8")
        self._at: IO[str] = files.at.open("w", encoding="utf-8")
        if _COUNTS_OWN_TIME:
            faulthandler.register(signal.SIGPROF, self._stopped, chain=True)  # and then it ends the process

    def stage(self, preset: str, what: str, seconds: float, again: str = "") -> None:
        """Note what begins now, and have the process ended if it takes longer than so many seconds.

        They are seconds of the processor, where these can be counted, so that a busy machine finds no fault; whoever
        uses none (a hook that waits) is given ten times as many on the clock.
        """
        known = {"preset": preset, "what": what, "again": again, "seconds": seconds}
        self._at.seek(0)
        self._at.truncate()
        self._at.write(json.dumps(known))
        self._at.flush()
        if _COUNTS_OWN_TIME:
            signal.setitimer(signal.ITIMER_PROF, seconds)
        faulthandler.dump_traceback_later(
            _WAITED * seconds if _COUNTS_OWN_TIME else seconds, exit=True, file=self._stopped
        )

    def end(self) -> None:
        """Nothing is being watched any more."""
        if _COUNTS_OWN_TIME:
            signal.setitimer(signal.ITIMER_PROF, 0)
        faulthandler.cancel_dump_traceback_later()


def main() -> None:
    """Run the check that the only argument describes (see `check`), and write down what comes of it."""
    task = json.loads(sys.argv[1])
    files = Files(Path(task["folder"]))
    with files.found.open("w", encoding="utf-8") as file:

        def write(**line: Any) -> None:
            file.write(json.dumps(line) + "\n")
            file.flush()

        try:
            for line in _check(task["spec"], task["presets"], task["seconds"], files):
                write(**line)
            write(done=True)
        except EuchreError as error:
            write(error=error.message, hint=error.hint, code=error.exit_code)


def _check(spec: str, presets: Sequence[str], seconds: float, files: Files) -> Iterator[dict[str, Any]]:
    watched = Watched(files)
    watched.stage("", "loading", min(seconds, PLAIN_SECONDS))
    player = load_player(spec)
    for notice in player.notices:
        yield {"notice": notice}
    able = supported(player)
    wrong = next((name for name in presets if name not in able), None)
    if wrong is not None:
        lacking = player.lacks(hooks_asked(PRESETS[wrong]), PRESETS[wrong].auction)
        why = f": it has no {lacking[0]}" if lacking else ""
        raise UsageError(f"{spec} does not support {wrong}{why}", f"it supports {', '.join(able)}")
    chosen = tuple(presets) or able
    watched.stage("", "compiling", COMPILE_SECONDS)
    load_player(DEFAULT).link((), TURN_UP, FOUR)
    yield {"stage": f"asking {spec} in plain Python"}
    for name in chosen:
        rules = ending(PRESETS[name])

        def tell(at: str, match: Match, where: str, name: str = name) -> None:
            watched.stage(name, at, min(seconds, PLAIN_SECONDS), show_command(match, where))

        for finding in check_asked(player, rules, SEED, 1, tell):
            yield _line(name, finding)
    watched.stage("", "compiling", COMPILE_SECONDS)
    yield {"stage": f"compiling {spec}"}
    for rules in (PRESETS[name] for name in chosen):
        player.link((), rules.auction, rules.players, rules.hand_id())
    units = UNITS_LOOKING_AHEAD if player.needs_table else UNITS
    for name in chosen:
        rules = ending(PRESETS[name])
        yield {"stage": f"playing {name}"}
        match = Match(rules, [player], SEED)
        watched.stage(name, f"playing {name}", seconds, match.command("run", games=units))
        try:
            for finding in check_player(spec, {name: rules}, seed=SEED, units=units):
                yield _line(name, finding)
        except EuchreError as error:
            yield _line(name, of_error(error, rules))
        yield {"presets": [name]}
    watched.stage("", "measuring", COMPILE_SECONDS)
    yield {"stage": f"measuring {spec}"}
    for report in inspect_player(player, [ending(PRESETS[name]) for name in chosen]):
        yield {"hook": report.to_dict()}
    watched.end()


def _line(preset: str, finding: Finding) -> dict[str, Any]:
    return {"preset": preset, "check": finding.check, "rest": [finding.problem, finding.again, finding.code]}
