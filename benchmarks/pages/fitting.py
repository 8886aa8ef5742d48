"""Write docs/fitting.md: how the numbers of `basic` in the games for two and three and with other packs were found.

Run from the root of the project: `python -m benchmarks.pages.fitting` measures all gains again and writes the page, in
a few minutes. Where the searches ended is kept in fitting_found.json; `--search two-handed` searches that stage again
first (see fitting_search.py), which takes some minutes more; a stage that is not in the file is searched anyway.
`--pairs 20k` plays fewer deals, and prints the page.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.pages.fitting_search import PAIRS, SEED, STAGES, SURE, Search, Stage, gain, player
from euchre_sim.typed import parse_count
from sim.plain_text import spaced
from sim.rules.presets import preset
from sim.rules.rules import Rules
from sim.runs.provenance import rules_name
from sim.stats.estimates import Estimate
from strategies.parts.bidding_basic import Params

PAGE = Path(__file__).resolve().parents[2] / "docs" / "fitting.md"
FOUND = Path(__file__).with_name("fitting_found.json")
"""By stage: the comparisons made, and the numbers at which the search ended."""
VARIANTS = "benchmarks/pages/fitting_variants.py:"
DEFAULTS = Params._field_defaults

HEAD = """# How the numbers for the smaller games were fitted

`basic` bids with weights for the cards it holds and thresholds for seat and round. With four players and 24 cards
they come from forced calls and passes on the same deals; this page is about all others: two players, three with a
dummy and without, the joker, 32 cards, lone defence against a lone maker. (How it plays its cards:
[card-play.md](card-play.md).) `order` and `name` are thresholds of the first and the second round by seat, 1 being
eldest hand, the rest are weights of cards; a trump counts 68, which sets the scale.

Each **search** starts from numbers that nobody fitted and moves one number at a time, up and down, then every two
numbers together, the same way and against each other. A step is taken when the player with it beats the player
without it, more than {sure} standard errors above nothing over {pairs} mirrored pairs (each deal once for every side,
0-0, fresh deals for each comparison). When no step of a size wins any more, the size is halved. So a search ends
where no single step and no two together are seen to win, which need not be the best there is: numbers that are worth
little against each other are settled by chance, and everything is fitted to opponents who play the same way, to
points and not to scores.

All gains are points a hand with half of a 95 % interval, over {more} pairs of deals that no search has seen. They are
measured with `basic` as it is each time that `benchmarks/pages/fitting.py` writes this page, seed {seed}; the searches,
which all ran with the card play that is described there, only with `--search all`. `cautious` is not fitted but has
higher thresholds by choice.
"""

OTHER_WAYS = """
## Other ways to decide

One decision of `basic` changed, everything else as it is; what the change gains (classes in
`benchmarks/pages/fitting_variants.py`). None of them is used.

| rules | instead of what `basic` does | gain |
|---|---|---:|
"""

LONE_DEFENCE = """
## Lone defence with three

The hand that defends alone in cutthroat, by the weights of a lone hand of four: what other thresholds gain over
{least}. Only all five tricks pay, and not much: around the threshold of `basic` it hardly matters where it is.

| threshold | gain |
|---:|---:|
"""

LEAST = (300, 340, 380, 400, 420, 480, 520, 9999)
TWO, CUTTHROAT, SPRUCE = map(preset, ("two-handed", "cutthroat", "standard-spruce"))
SHARED, OWN = (TWO.with_changes({"twohand_dummy": dummy}) for dummy in ("shared2", "own3"))

UPCARD = {
    "NeverTakes": "dealer, ordered: never takes the upcard",
    "TakesWithATrump": "dealer, ordered: takes it only with another trump",
    "TakesHighCards": "dealer, ordered: leaves a nine or ten",
}
FIVE = {
    "NoVoids": "keeping five: the highest cards after trumps, aces and kings beside them, whatever their suits",
    "LowOfAKeptSuit": "keeping five: after trumps and aces the lowest card of a suit that is kept",
    "KingBeforeAce": "keeping five: the king beside an ace before the ace of another suit",
    "FifthTrumpBeforeAce": "keeping five: the fifth trump before an ace, too",
}
ALONE = {
    f"GoesAlone{{least={n}}}": f"leaving the dummy with a hand of {n}, by a lone hand of four"
    for n in (300, 350, 400, 450)
}
CARDS = {
    "LeadsLow": "leading the lowest losing side card, as with four players",
    "BuriesKings": "burying a lone king to make a void, as with four players",
}
WAYS: tuple[tuple[Rules, dict[str, str]], ...] = (
    (TWO, UPCARD | CARDS),
    (CUTTHROAT, UPCARD | ALONE | FIVE),
    (SHARED, FIVE),
    (OWN, FIVE),
    (SPRUCE, UPCARD),
)


def titled(rules: Rules) -> str:
    """The rules by the name of the nearest preset, with what is changed."""
    return f"`{rules_name(rules)}`"


def written(estimate: Estimate) -> str:
    """The value with half the width of its interval."""
    return estimate.short(True).replace("-", "−")


def gains(rules: Sequence[Rules], found: Sequence[Estimate]) -> str:
    """What one player gains over another under each of the rules."""
    return ", ".join(f"{written(estimate)} ({titled(one)})" for one, estimate in zip(rules, found, strict=True))


def found() -> dict[str, Any]:
    """Where the searches ended, by stage."""
    return dict(json.loads(FOUND.read_text(encoding="utf-8")))


def search(stage: Stage, pairs: int) -> None:
    """Search a stage and keep where it ends."""
    way = Search(stage, pairs)
    for step in way:
        print(f"{stage.name}: {step}", file=sys.stderr, flush=True)
    ended = found() | {stage.name: {"comparisons": way.tried, "ends": way.numbers}}
    FOUND.write_text(json.dumps(ended, indent=2) + "\n", encoding="utf-8")


def stage_lines(stage: Stage, pairs: int) -> list[str]:
    """Where the search of a stage started and ended, beside the defaults, and what the differences are worth."""
    comparisons, ends = (found()[stage.name][key] for key in ("comparisons", "ends"))
    fixed, kept = stage.fixed, {name: DEFAULTS[name] for name in stage.start}
    lines = [f"\n## {stage.name.capitalize()}\n", stage.about, "", "| number | start | search ended at | `basic` |"]
    lines += ["|---|---:|---:|---:|"]
    lines += [f"| `{name}` | {start} | {ends[name]} | {kept[name]} |" for name, start in stage.start.items()]
    basic, fresh = player(fixed | kept), SEED - 1
    start = gain(stage.rules, basic, player(fixed | stage.start), 4 * pairs, fresh)
    lines += [
        "",
        f"{spaced(comparisons)} comparisons. `basic` over the start: {gains(stage.rules, start)}.",
        "",
    ]
    if ends == kept:
        return [*lines, "The numbers of `basic` are those at which the search ended."]
    end = gain(stage.rules, player(fixed | ends), basic, 4 * pairs, fresh)
    better = "; they are no worse, and stay" if not any((one.lo or 0.0) > 0 for one in end) else ""
    return [
        *lines,
        f"The search did not end at the numbers of `basic`. Its end over them: {gains(stage.rules, end)}{better}.",
    ]


def ways_lines(pairs: int) -> list[str]:
    """Other ways to decide, one line each."""
    lines = [OTHER_WAYS.rstrip()]
    for rules, ways in WAYS:
        for name, what in ways.items():
            (found,) = gain([rules], VARIANTS + name, "basic", pairs, SEED - 1)
            lines.append(f"| {titled(rules)} | {what} | {written(found)} |")
    return lines


def defence_lines(pairs: int) -> list[str]:
    """The threshold of a lone defence with three players."""
    lines = [LONE_DEFENCE.format(least=DEFAULTS["three_defend"]).rstrip()]
    for least in LEAST:
        (found,) = gain([CUTTHROAT], f"basic{{three_defend={least}}}", "basic", pairs, SEED - 1)
        lines.append(f"| {'never' if least == LEAST[-1] else least} | {written(found)} |")
    return lines


def count(text: str) -> int:
    """A number of pairs as the commands take it."""
    return parse_count(text, "pairs")


def main() -> None:
    """Search the stages asked for, measure, and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--search", action="append", default=[], help="stage to search again (can be repeated), or all")
    parser.add_argument("--pairs", type=count, help="mirrored pairs behind a step; the page is printed")
    options = parser.parse_args()
    pairs = options.pairs or PAIRS
    lines = [HEAD.format(sure=SURE, pairs=spaced(pairs), more=spaced(4 * pairs), seed=SEED)]
    for stage in STAGES:
        if stage.name not in found() or {stage.name, "all"} & set(options.search):
            search(stage, pairs)
        lines += stage_lines(stage, pairs)
    lines += ways_lines(4 * pairs) + defence_lines(4 * pairs)
    page = "\n".join(lines) + "\n"
    if options.pairs:
        print(page)
    else:
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
