"""Teach `taught` anew: `python -m benchmarks.teaching FOLDER` plays lessons, fits trees and writes its data file.

Lessons are kept in the folder, in parts of so many hands: the same command goes on where it was stopped. With
`--player taught` the lessons are of a table at which `taught` sits already, so that what an answer comes to is what it
comes to among such players. The same command writes the same trees on any machine.
"""

import argparse
import json
import sys
import time
from pathlib import Path

import numpy as np

from benchmarks.teaching.fitting import Trees, fit, predict
from benchmarks.teaching.lessons import Recorder
from sim.players.strategy import load_player
from strategies.parts.taught_kinds import KINDS, ORDER

RULES = "standard"
OWN = "basic"
PART_HANDS = 100_000
POINT = 512
"""Parts of a point in the file; `strategies.parts.taught_trees` reads it so."""
TREES = {0: (6, 10), 1: (20, 10), 2: (4, 9), 3: (14, 10), 4: (20, 10), 5: (20, 10), 6: (18, 10), 7: (14, 10),
         8: (14, 10), 9: (8, 10), 10: (6, 10), 11: (0, 1), **dict.fromkeys(range(ORDER, KINDS), (12, 9))}  # fmt: skip
"""By kind of decision: how many trees, and how many bits each asks. Last hand of the makers: nothing was found."""
RIDGE, RATE, SAMPLE = 50.0, 0.5, 600_000


def take_lessons(folder: Path, player: str, seed: int, hands: int) -> list[Path]:
    """Play what is missing of the parts, and say where all of them are."""
    place = folder / f"{load_player(player).source_hash.replace(':', '-')}-{seed}"
    place.mkdir(parents=True, exist_ok=True)
    parts = [place / f"part-{k:05}.npz" for k in range(-(-hands // PART_HANDS))]
    missing = [k for k in range(len(parts)) if not parts[k].exists()]
    recorder = Recorder(player, OWN, RULES) if missing else None
    for k in missing:
        assert recorder is not None
        lessons = recorder.play(seed, k * PART_HANDS, (k + 1) * PART_HANDS)
        columns = {}
        for kind in range(KINDS):
            of = lessons["kinds"] == kind
            columns |= {f"words_{kind}": lessons["words"][:, of], f"gains_{kind}": lessons["gains"][of],
                        f"decisions_{kind}": lessons["decisions"][of].astype(np.int32)}  # fmt: skip
        begun = parts[k].with_suffix(".begun.npz")
        np.savez(begun, **columns)
        begun.replace(parts[k])
        print(f"part {k + 1} of {len(parts)}, {time.process_time():.0f} s of computing", file=sys.stderr)
    return parts


def of_kind(parts: list[Path], kind: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Words uint64[2, n], gains float32[n] and decisions int64[n] of some parts."""
    words, gains, decisions = [], [], []
    for k, part in enumerate(parts):
        with np.load(part, allow_pickle=False) as kept:
            words.append(kept[f"words_{kind}"])
            gains.append(kept[f"gains_{kind}"].astype(np.float32))
            decisions.append(kept[f"decisions_{kind}"].astype(np.int64) + (k << 32))
    return np.concatenate(words, axis=1), np.concatenate(gains), np.concatenate(decisions)


def promised(said: np.ndarray, gains: np.ndarray, decisions: np.ndarray, margin: float) -> tuple[float, float]:
    """What following the trees gains where they say more than the margin, and the error of that: sums of points."""
    order = np.lexsort((-said, decisions))
    first = np.ones(len(order), dtype=bool)
    first[1:] = decisions[order][1:] != decisions[order][:-1]
    won = gains[order[first]][said[order[first]] > margin]
    return float(won.sum()), float(np.sqrt((won**2).sum()))


def write_trees(file: Path, trees: list[Trees], told: dict[str, object]) -> None:
    """Write the data file, with what it was made of."""
    leaves = [np.rint(tree * POINT).clip(-32767, 32767).astype(np.int16) for of in trees for tree in of.leaves]
    file.parent.mkdir(exist_ok=True)
    np.savez_compressed(
        file,
        masks=np.concatenate([of.masks for of in trees]),
        leaves=np.concatenate(leaves),
        starts=np.cumsum([0, *(len(of.masks) for of in trees)], dtype=np.int64),
        made_of=np.frombuffer(json.dumps(told, sort_keys=True).encode(), dtype=np.uint8),
    )


def main() -> None:
    """Take lessons, fit, say what was promised on lessons held back, and write the file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.teaching", description=__doc__)
    parser.add_argument("folder", type=Path, help="where lessons are kept (700 MB a million hands)")
    parser.add_argument("--hands", type=int, default=4_000_000)
    parser.add_argument("--player", default="basic", help="who plays the lessons")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--to", type=Path, default=Path("strategies/data/taught.npz"))
    given = parser.parse_args()
    parts = take_lessons(given.folder, given.player, given.seed, given.hands)
    held = max(1, len(parts) // 16) if len(parts) > 1 else 0
    trees, total = [], 0.0
    for kind in range(KINDS):
        many, depth = TREES[kind]
        lessons = of_kind(parts[: len(parts) - held], kind)
        trees.append(fit(lessons[0], lessons[1], many, depth, RIDGE, RATE, SAMPLE, kind))
        if held and many and kind < ORDER:
            words, gains, decisions = of_kind(parts[-held:], kind)
            won, error = promised(predict(trees[-1], words), gains, decisions, 0.01)
            sides = 2 * held * PART_HANDS
            total += won / sides
            print(f"kind {kind:2}: {len(lessons[1]):9} lessons, {won / sides:+.4f} ± {1.96 * error / sides:.4f}")
    print(f"cards, one decision at a time: {total:+.4f} points a hand of one side over {OWN}, {RULES},", end=" ")
    print(f"{held * PART_HANDS} hands held back, seed {given.seed}")
    write_trees(given.to, trees, {
        "player": given.player, "player_hash": load_player(given.player).source_hash, "own": OWN, "rules": RULES,
        "seed": given.seed, "hands": (len(parts) - held) * PART_HANDS,
    })  # fmt: skip
    print(f"{given.to}: {given.to.stat().st_size} bytes, {time.process_time():.0f} s of computing", file=sys.stderr)


if __name__ == "__main__":
    main()
