"""What a run is and how far it is, from its run.json and its tallies: quick, whatever its length."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.command_line import command
from sim.plain_text import command_text, spaced
from sim.rules.house_rules import spelt
from sim.rules.presets import PRESETS, STANDARD
from sim.runs.provenance import DISTRIBUTION, RunConfig, rules_name
from sim.runs.results import RunData, open_run
from sim.runs.shard import WHOLE
from sim.runs.verify import Missing, missing_in
from sim.text_door import Shown


@dataclass(frozen=True, repr=False)
class RunInfo(Shown):
    """A run in its folder: `units` games (or single hands) of `share` are there, in `parts`, with so many `hands`."""

    run: RunData
    parts: int
    hands: int
    bytes: dict[str, int]
    """Size of each table."""
    missing: tuple[Missing, ...]

    @property
    def command(self) -> str:
        """The command that goes on with the run, or makes it anew."""
        return _command(self.run)

    def to_text(self) -> str:
        """A line a fact."""
        run, config, info = self.run, self.run.config, self.run.info
        share = "" if run.shard == WHOLE else f", shard {run.shard} of {spaced(run.target)}"
        software, machine = info["software"], info["machine"]
        sizes = ", ".join(f"{table} {spaced(size)}" for table, size in self.bytes.items())
        who = " against ".join(dict.fromkeys(config.side_names()))
        of = "played by people" if config.recorded else f"seed {config.seed}"
        lines = [
            f"{rules_name(config.rules)}: {who}, {of}",
            f"{config.unit:<8}{spaced(run.units)} of {spaced(run.share)}{share}; {spaced(self.hands)} hands",
            f"parts   {spaced(self.parts)}, up to {spaced(info['part_size'])} {config.unit} each",
            f"bytes   {sizes}",
            f"run     {run.id}, engine {config.made_by}, detail {config.detail}, schema {info['schema']}",
            f"begun   {info['created']}, {DISTRIBUTION} {software.get(DISTRIBUTION, 'unknown')}, "
            f"Python {software.get('python', 'unknown')}",
            f"on      {machine.get('processors', '?')} processors: {machine.get('processor', 'unknown')}",
        ]
        lines += [f"missing {config.unit} {gap.first} to {gap.last - 1}" for gap in self.missing[:5]]
        lines += [f"missing {len(self.missing) - 5} ranges more"] if len(self.missing) > 5 else []
        return "\n".join([*lines, command_text("again", self.command)])

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        run = self.run
        return {
            "folder": str(run.path),
            **{key: run.info[key] for key in ("id", "schema", "created", "software", "machine", "config")},
            "rules_name": rules_name(run.config.rules),
            "target": run.target,
            "shard": None if run.shard == WHOLE else str(run.shard),
            "share": run.share,
            "units": run.units,
            "complete": run.complete,
            "hands": self.hands,
            "parts": self.parts,
            "part_size": run.info["part_size"],
            "bytes": self.bytes,
            "missing": [{"first": gap.first, "last": gap.last - 1} for gap in self.missing],
            "notes": run.notes,
            "command": self.command,
        }


def run_info(path: str | Path) -> RunInfo:
    """What a run is and how far it is. Raises RunFolderError where it is no run, or what says so is damaged."""
    run = open_run(path)
    sizes = {table: sum(file.stat().st_size for file in run.files(table)) for table in run.tables}
    missing = tuple(missing_in(run.spans, run.shard, run.target, run.info["part_size"]))
    return RunInfo(run, len(run.spans), run.tally().hands, sizes, missing)


def _command(run: RunData) -> str:
    config = run.config
    if config.recorded:
        return command("import", "FILES", out=str(run.path))
    base, changes = _said(config)
    return command(
        "run",
        **{config.unit: str(run.target)},
        rules=None if base == STANDARD else base,
        set=changes,
        strategy=_seated(config),
        seed=config.seed,
        detail=None if config.detail == "hands" else config.detail,
        shard=None if run.shard == WHOLE else str(run.shard),
        out=str(run.path),
    )


def _said(config: RunConfig) -> tuple[str, list[str]]:
    """The preset nearest to the rules, and the changes to it as `--set` takes them."""
    name, rules = min(PRESETS.items(), key=lambda item: len(config.rules.differences(item[1])))
    changed = config.rules.differences(rules)
    return name, [f"{field}={spelt(field, value)}" for field, (value, _) in changed.items()]


def _seated(config: RunConfig) -> list[str]:
    """As few specifications as seat the same players: one for all, one a side, or one a chair."""
    specs = [player.spec for player in config.players]
    for count in (1, config.rules.teams):
        if specs == [specs[chair % count] for chair in range(len(specs))]:
            return specs[:count]
    return specs
