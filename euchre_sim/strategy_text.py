"""A strategy and the check of it as aligned plain text, readable without colour."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sim.checking import CheckResult
    from sim.inspect_hooks import HookReport
    from sim.strategy_info import StrategyInfo


def info_text(info: "StrategyInfo") -> str:
    """Description, where it is written, parameters and hooks."""
    from sim.presets import PRESETS

    everything = len(info.presets) == len(PRESETS)
    lines = [info.spec, "", info.description or "(it has no docstring)", ""]
    lines += [f"written in  {file}" for file in info.files]
    lines.append(f"presets     {'all' if everything else ', '.join(info.presets)}")
    if info.parameters:
        lines += ["", "parameters" + (f": {info.about_parameters}" if info.about_parameters else "")]
        rows = []
        for name, default, value in info.parameters:
            rows.append((f"  {name}", f"{value:g}", "" if value == default else f"default {default:g}"))
        lines += _columns(rows)
    lines += ["", "hooks"]
    rows = []
    for hook in info.hooks:
        whose = hook.strategy if hook.own else f"from {hook.strategy}"
        rows.append((f"  {hook.hook}", whose + (", around the wrapped player's" if hook.wraps else ""),
                     f"{hook.file}:{hook.line}"))  # fmt: skip
    lines += _columns(rows)
    lines += ["", *info.notices] if info.notices else []
    if info.inside:
        lines += ["", f"It wraps another strategy; shown around {info.inside}."]
    return "\n".join(lines)


def check_text(result: "CheckResult") -> str:
    """What was found, then how each hook is compiled."""
    from sim.presets import PRESETS

    every = len(result.presets) == len(PRESETS)
    presets = f"all {len(PRESETS)} presets" if every else ", ".join(result.presets)
    lines = [f"{result.spec} passes: legal and alike in any batch under {presets}"] if result.passed else []
    if not result.passed:
        lines.append(f"{result.spec} fails")
    last = None
    for preset, finding in result.findings:
        if preset != last:
            lines += ["", preset or "before any game"]
            last = preset
        lines.append(f"  {finding.check}: {finding.problem}")
        if finding.again:
            lines.append(f"    see it: {finding.again}")
    if result.untold:
        lines += ["", f"and {result.untold} more of the same kinds"]
    lines += ["", *result.notices] if result.notices else []
    if result.hooks:
        lines += ["", *_columns([("hook", "ns a decision", "compiled to"), *map(_hook_row, result.hooks)])]
        advice = [f"{hook.hook}: {hook.advice}" for hook in result.hooks if hook.advice]
        lines += ["", *advice] if advice else []
    return "\n".join(lines)


def _hook_row(hook: "HookReport") -> tuple[str, ...]:
    kinds = {
        "SIMD": f"SIMD, {hook.lanes} deals at once",
        "branches": "branches, one deal after the other",
        "constant": "one answer for all deals at a seat",
        "NumPy": "nothing: it decides in NumPy",
        "Python": "nothing: it decides in Python",
    }
    inside = f", {hook.inner_branches} branches inside" if hook.inner_branches else ""
    times = "not asked" if hook.nanoseconds is None else f"{hook.nanoseconds:.1f}"
    return hook.hook, times, kinds[hook.kind] + inside


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
