"""A script: work on a Dask cluster of four processes, one of them killed in the middle, against the same on threads.

Prints a line for each thing that was so, as JSON.
"""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from distributed import Client, LocalCluster

import euchre_sim
from euchre_sim import EuchreError
from sim.runs import cluster


def kill_one(client: Any) -> None:
    """Kill a worker that has something to do, as a machine that is lost."""
    os.kill(sorted(client.run(os.getpid).values())[0], signal.SIGKILL)


def played(study: Any, client: Any = None) -> Any:
    """The result of a study as data; with a client, one of its workers is killed when the work has begun."""
    killed = client is None
    for event in study:
        if not killed and event.done > 0:
            killed = True
            kill_one(client)
    assert killed
    found = json.loads(json.dumps(study.result.to_dict()))
    for part in (found, found.get("run", {})):
        for name in ("seconds", "hands_per_second", "folder"):
            part.pop(name, None)
    return found


def files(folder: Path) -> dict[str, bytes]:
    """The content of all files of a run but run.json."""
    paths = (path for path in folder.rglob("*.parquet"))
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def say(**facts: Any) -> None:
    """A line of the answer."""
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


def refused(what: Any) -> str:
    """The sentence with which something is refused."""
    try:
        what()
    except EuchreError as error:
        return f"{error.exit_code} {error.message}"
    return "not refused"


def main(place: Path) -> None:
    """All of it, with files below `place`."""
    bot = place / "bots" / "bot.py"
    bot.parent.mkdir()
    bot.write_text("from sim.views import ORDER, PASS\nfrom more import FLOOR\n\n\n"
                   "def order_up(v):\n    return ORDER if v.seat == FLOOR else PASS\n")  # fmt: skip
    (bot.parent / "more.py").write_text("FLOOR = 2\n")
    quiet: dict[str, Any] = {"dashboard_address": None, "silence_logs": 50}
    with LocalCluster(n_workers=4, threads_per_worker=1, **quiet) as four, Client(four) as client:
        game: dict[str, Any] = {"rules": "standard", "players": ["basic", str(bot)], "seed": 5}
        many: dict[str, Any] = {"games": 60_000, "part_size": 2000}
        here = played(euchre_sim.run(**game, **many, out=place / "here"))
        there = played(euchre_sim.run(**game, **many, out=place / "there", cluster=client), client)
        say(
            run=here == there,
            files=files(place / "here") == files(place / "there"),
            parts=len(files(place / "here")),
        )
        duel: dict[str, Any] = {
            "rules": "cutthroat",
            "mine": "basic",
            "other": "random",
            "pairs": 100_000,
            "seed": 3,
        }
        say(compare=played(euchre_sim.compare(**duel)) == played(euchre_sim.compare(**duel, cluster=client), client))
        league: dict[str, Any] = {"rules": "standard", "players": ["basic", "simple", "random"], "pairs": 100_000}
        here = played(euchre_sim.round_robin(**league, seed=1))
        say(round_robin=here == played(euchre_sim.round_robin(**league, seed=1, cluster=client), client))
        grid: dict[str, Any] = {"rules": "standard", "player": "basic", "axes": "order_1=240:320:40", "seed": 1}
        here = played(euchre_sim.sweep(**grid, pairs=40_000))
        say(sweep=here == played(euchre_sim.sweep(**grid, pairs=40_000, cluster=client), client))
        bot.write_text("def order_up(v):\n    return 77\n")
        wrong = {**game, "games": 500, "part_size": 100}
        say(illegal=[refused(euchre_sim.run(**wrong, threads=1).finish),
                     refused(euchre_sim.run(**wrong, cluster=client).finish)])  # fmt: skip
        facts = cluster.version_facts()
        cluster.version_facts = lambda: facts | {"euchre-sim": "0.0.9"}
        say(version=refused(euchre_sim.run("standard", "basic", games=500, seed=1, cluster=client).finish))
        cluster.version_facts = lambda: facts
        four.close()
        say(lost=refused(euchre_sim.run("standard", "basic", games=500, seed=1, cluster=client).finish))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
