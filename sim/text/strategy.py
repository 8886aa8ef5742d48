"""A strategy and the check of it as aligned plain text, readable without colour."""

from pathlib import Path
from typing import TYPE_CHECKING

from sim.plain_text import align, command_text, fold, fold_document

if TYPE_CHECKING:
    from sim.players.check.checking import CheckResult
    from sim.players.check.compiled_form import HookReport
    from sim.players.check.info import StrategyInfo


def info_text(info: "StrategyInfo") -> str:
    """Description, where it is written, parameters and hooks."""
    from sim.rules.presets import PRESETS

    everything = len(info.presets) == len(PRESETS)
    lines = [info.spec, "", fold_document(info.description or "(it has no docstring)"), ""]
    lines += [f"written in  {file}" for file in info.files]
    lines.append(fold("all" if everything else ", ".join(info.presets), "presets     "))
    if info.parameters:
        about = f": {info.about_parameters}" if info.about_parameters else ""
        lines += ["", fold_document(f"parameters{about}")]
        rows = []
        for name, default, value in info.parameters:
            rows.append((f"  {name}", f"{value:g}", "" if value == default else f"default {default:g}"))
        lines.append(align(rows, numbers_from=3))
    lines += ["", "hooks"]
    rows = []
    for hook in info.hooks:
        whose = hook.strategy if hook.own else f"from {hook.strategy}"
        rows.append((f"  {hook.hook}", whose + (", around the wrapped player's" if hook.wraps else ""),
                     f"{Path(hook.file).name}:{hook.line}"))  # fmt: skip
    lines.append(align(rows, numbers_from=3))
    lines += ["", *map(fold, info.notices)] if info.notices else []
    if info.inside:
        lines += ["", fold(f"It wraps another strategy; shown around {info.inside}.")]
    return "\n".join(lines)


def check_text(result: "CheckResult") -> str:
    """What was found, then how each hook is compiled."""
    from sim.rules.presets import PRESETS

    every = len(result.presets) == len(PRESETS)
    presets = f"all {len(PRESETS)} presets" if every else ", ".join(result.presets)
    lines = [fold(f"{result.spec} passes: legal and alike in any batch under {presets}")] if result.passed else []
    if not result.passed:
        lines.append(f"{result.spec} fails")
    last = None
    for preset, finding in result.findings:
        if preset != last:
            lines += ["", preset or "before any game"]
            last = preset
        lines.append(fold(f"{finding.check}: {finding.problem}", "  ", " " * 4))
        if finding.again:
            lines.append(command_text("    see it: ", finding.again))
    if result.untold:
        lines += ["", f"and {result.untold} more of the same kinds"]
    lines += ["", *map(fold, result.notices)] if result.notices else []
    if result.hooks:
        rows = [("hook", "ns a decision", "compiled to"), *map(_hook_row, result.hooks)]
        lines += ["", align(rows, numbers_from=3)]
        advice = [f"{hook.hook}: {hook.advice}" for hook in result.hooks if hook.advice]
        lines += ["", *map(fold, advice)] if advice else []
    return "\n".join(lines)


def _hook_row(hook: "HookReport") -> tuple[str, ...]:
    kinds = {
        "SIMD": f"SIMD, {hook.lanes} deals at once",
        "branches": "branches, one deal after the other",
        "constant": "one answer for all deals at a seat",
        "NumPy": "nothing: it decides in NumPy",
        "looks ahead": "nothing: it plays choices out on deals",
        "Python": "nothing: it decides in Python",
    }
    inside = f", {hook.inner_branches} branches inside" if hook.inner_branches else ""
    times = "not asked" if hook.nanoseconds is None else f"{hook.nanoseconds:.1f}"
    return hook.hook, times, kinds[hook.kind] + inside
