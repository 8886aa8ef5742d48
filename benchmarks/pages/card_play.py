"""Write docs/card-play.md: what each rule of the card player is worth, measured by playing without it.

Run from the root of the project: `python benchmarks/pages/card_play.py`; it takes about ten minutes.
"""

import os
from pathlib import Path

from sim.compare.pairs import HANDS_CHUNK, MirroredPairs
from sim.compare.regret import WATCHED_CHUNK, Regret, RegretTable
from sim.compare.sums import scaled
from sim.players.strategy import load_player
from sim.rules.presets import preset
from sim.runs.chunks import Chunk, Workers
from sim.stats.estimates import Estimate
from sim.worlds.regret import DecisionCosts
from strategies.card_play import Params

PAGE = Path(__file__).resolve().parents[2] / "docs" / "card-play.md"
PAIRS = 1 << 20
SEED = 2026
WATCHED = 2000
"""Hands in which the decisions of each card player are looked at."""
PLAYS = ("simple", "ohio-next", "trickster", "ten-commandments", "plt-smart", "high-low-coop", "high-low", "random")
STUCK = "standard, stick_dealer = on"
TABLES = ("standard", "canadian", "classic32", "british", "two-handed", "cutthroat")

RULES = {
    "keep_trumps": (
        "Maker without a sure side card: lead low from a side suit of two or more and keep the trumps. In the first "
        "trick with at most two trumps; in the second and third after a round of trumps."
    ),
    "second_best": "Maker without the best trump, first two tricks: lead the second best of two or more, not the best.",
    "lone_end": (
        "Lone maker with two cards left: after three tricks the trump first (the march needs both), otherwise the sure "
        "side card. Side suits from the top."
    ),
    "stop_drawing": "Partner of the maker: no trump lead once two trumps have fallen in earlier tricks.",
    "late_trump": (
        "Partner of the maker from the third trick on: lead a sure trump while two are out and the point is not made."
    ),
    "hold_trump": "Defender in the third trick: lead a sure trump only when three trumps have fallen.",
    "through_maker": (
        "Eldest hand with a sure side card, the maker on the left: lead the lowest trump first (with two trumps, or "
        "all three side suits)."
    ),
    "need_both": "Two cards left and both tricks needed: lead the trump first.",
    "from_the_top": "Of sure side cards (a lone one first) lead the highest, not the lowest.",
    "lone_away": (
        "First lead against a lone hand, without a lone ace: the highest card of a suit without the ace, next first; "
        "aces are kept."
    ),
    "maker_plays": "Maker as second hand on a trump lead: win if possible (others keep back a trump that is not sure).",
    "help_maker": (
        "Second hand whose partner is the maker: trump a small card even with a high trump, but not with a sure one."
    ),
    "maker_saves": (
        "Maker as second hand, early: let partner have a lead of jack or lower (first trick: if it makes a void)."
    ),
    "over_king": "Trump partner's king while the ace is out.",
    "high_before_maker": "Playing just before the maker: trump high, though not with a sure trump.",
    "keep_sure": "Throw off no card that is the best left of its suit.",
    "lone_stoppers": "Against a lone hand: throw off singletons, but keep kings and both cards of K-x.",
    "any_void": "Dealer: of several singletons bury the lowest, not a green one first.",
    "green_void": "But a green one first for a maker who plays with their partner.",
    "leave_small": (
        "Second hand with two trumps: leave the maker's small lead in the first two tricks to partner, who plays last."
    ),
    "save_for": "Maker as second hand: leave a small lead to partner only with a losing card to throw off.",
    "next_off": "Against a lone hand: throw off next before green.",
    "bare_through": "Eldest hand with two trumps, a first-round maker on the left: so too without a sure side card.",
    "short_lead": "Eldest hand without a trump against the dealer: lead a singleton.",
    "last_two": "Maker with two tricks and two trumps, not the best: lead the lower.",
    "late_high": "Defender (of four players) from the third trick on: of losing side cards lead the highest.",
    "two_from_the_top": (
        "Two players: lead the highest losing side card, since a certain higher one is out one time in four only."
    ),
    "two_kings": "Two players: a dealer buries no lone king to make a void.",
    "two_third": "Two players: in the third trick a sure trump against the maker, however many have fallen.",
    "in_company": "Two and three players: of sure side cards first one that is not alone in its suit.",
    "lone_ruff": (
        "Maker against two, the next still to play: trump with a sure trump where those behind it draw all that are "
        "out, else with the lowest. Under `cutthroat`; in the game of four it is a lone hand's, worth 0.0001."
    ),
    "spare_stuck": (
        "Partner of a dealer who was stuck: no lead of a single trump below the king. Under `standard` with "
        "`stick_dealer = on`, where nobody else ever makes trump (`always-pass`)."
    ),
}

TWO = ("two-handed", "basic")
MEASURED = {
    "two_from_the_top": TWO,
    "two_kings": TWO,
    "two_third": TWO,
    "in_company": TWO,
    "lone_ruff": ("cutthroat", "basic"),
    "spare_stuck": (STUCK, "always-pass"),
}
"""Rules and bidders for what hardly comes up under `standard` between players who bid like `basic`."""

HEAD = """# Card play

`basic`, `cautious` and all systems that only bid play their cards by `card-play`, which grew from the first basic
player. That one is kept as `simple`: same bidding, the old cards. Everything below is measured with bidding equal, on
{pairs:,} mirrored pairs a line (each deal played from both sides, 0-0, 95 % intervals), in points a hand.

To play without a rule, or against other cards:

```sh
euchre-sim compare basic/card-play 'basic/card-play{{through_maker=0}}'
euchre-sim compare basic basic/trickster
```
"""

WHAT_EACH = """
## What each rule is worth

The gain is that of all rules against all rules but this one; rules lean on each other, so the column does not add up
to the total. Rules for two players are measured under `two-handed`, others where their line says so.

| rule | what it says | gain |
|---|---|---|
"""

LEFT = """
## Where points are left

What each card player loses against the choice of `strong`, by deals that agree with what was bid and played, in
thousandths of a point a hand for a side: `euchre-sim compare A B --regret` makes such tables, and
[comparing](comparing.md#where-points-are-lost) says what they are. All bid like `basic` and sit in all four seats, and
everybody is believed to play so; {hands:,} hands each, the same for all, with 95 % intervals. Costs of several
decisions of a hand are added as if each were changed alone, and everybody goes on with their own cards afterwards: an
early card counts for less among players who make little of it. What the first four lose here beyond `basic` is about
what `basic` wins against them above; the many faults of the others stand in each other's way, and add up to more.
"""

LEFT_BY = {
    "By kind of decision": {
        "together": {},
        "bids": {"role": "before trump is made"},
        "discard": {"kind": "discard"},
        "lead": {"kind": "lead"},
        "second": {"kind": "follow as second"},
        "third": {"kind": "follow as third"},
        "fourth": {"kind": "follow as fourth"},
    },
    "By role, once trump is made": {
        "maker": {"role": "maker"},
        "lone maker": {"role": "lone maker"},
        "maker's partner": {"role": "maker's partner"},
        "defender": {"role": "defender"},
        "against a lone hand": {"role": "against a lone hand"},
    },
    "Leads": {
        "maker": {"kind": "lead", "role": "maker"},
        "lone maker": {"kind": "lead", "role": "lone maker"},
        "maker's partner": {"kind": "lead", "role": "maker's partner"},
        "defender": {"kind": "lead", "role": "defender"},
        "against a lone hand": {"kind": "lead", "role": "against a lone hand"},
    },
    "By trick": {"before the play": {"trick": 0}, **{f"trick {k}": {"trick": k} for k in range(1, 5)}},
}
"""Columns of the tables of what is lost, and the cell of each."""

REFUTED = """
## What did not pay

Measured the same way on half a million pairs while the rules were made, and left out:

| idea | gain |
|---|---|
| Maker keeps their trumps for a side suit of one card, too | −0.005 |
| Maker cashes a sure side card before drawing (first trick, best trump out) | −0.002 |
| Maker without the best trump leads their lowest | −0.006 |
| Partner of the maker leads a sure side card before the maker's trump | −0.003 |
| Partner of the maker leads no trump in the second trick | −0.003 |
| Second hand leaves a beatable side card led by the maker to partner | −0.002 |
| Second hand with the maker as partner never trumps a beatable card | −0.004 |
| Third hand trumps with the highest, sure or not | −0.001 |
| Lone hand leads trumps to the end in any case | −0.005 |
| Against a lone hand never lead an ace, even a singleton | −0.002 |
| Dealer never buries a king | −0.007 |
| Dealer buries from the suit of their ace, or rather not from it | 0.000 |
| Always lead a singleton against the makers | −0.001 |
| Lone maker trumps with the lowest sure trump in any case | −0.006 |
| Partner of a stuck dealer leads no trump at all (`always-pass`, `stick_dealer = on`) | −0.002 |
| No sure side card is led whose suit nobody else has, while trumps are out | −0.0015 |

Leading next, or a singleton, from eldest hand without a sure card came to 0.0001 ± 0.0002 once the other rules were in.
No rule looks at the score: everything was fitted to points a hand at 0-0.

## How the rules were found

One player at the table is made to play each of their legal cards in turn at one decision (a trick, a place in it), with
everything else as before, over some half a million deals. The difference to the card that the rules chose is the exact
value of the other card, deal by deal. Where a kind of situation showed a gain, it was written as a rule, tried over
mirrored pairs from both sides, and kept if the interval excluded zero. In the last round no kind of situation was
left that promised more than 0.001, so what is missing to better play lies in changes of several cards at once and in
inference from the bidding.

The numbers were made by `benchmarks/pages/card_play.py`, seed {seed}.
"""


def gain(rules: str, mine: str, other: str) -> Estimate:
    """Points a hand of one over the other with common deals."""
    game = preset("standard").with_changes({"stick_dealer": "on"}) if rules == STUCK else preset(rules)
    pairs = MirroredPairs(game, load_player(mine), load_player(other), SEED)
    sums = pairs.sums()
    for first in range(0, PAIRS, HANDS_CHUNK):
        sums.add(pairs.play(Chunk(first, first + HANDS_CHUNK)).leads)
    return sums.estimate("points")


def written(estimate: Estimate) -> str:
    """The value with half the width of its interval."""
    assert estimate.value is not None and estimate.lo is not None and estimate.hi is not None
    sign = "−" if estimate.value < 0 else "+"
    return f"{sign}{abs(estimate.value):.4f} ± {(estimate.hi - estimate.lo) / 2:.4f}"


def lost(name: str) -> Regret:
    """What the decisions of a card player cost them."""
    spec = "basic" if name == "basic" else f"basic/{name}"
    table = RegretTable(preset("standard"), load_player(spec), SEED)
    sums = table.sums()

    def take(found: tuple[int, DecisionCosts]) -> bool:
        sums.add(*found)
        return False

    for _ in Workers(os.cpu_count() or 1).stage(spec, "hands", (0, WATCHED, WATCHED_CHUNK), table.play, take):
        pass
    return sums.result()


def left() -> str:
    """The tables of what is lost."""
    found = {name: lost(name) for name in ("basic", *(name for name in PLAYS if name != "random"))}
    text = LEFT.format(hands=WATCHED)
    for title, columns in LEFT_BY.items():
        text += f"\n{title}:\n\n| cards of | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}\n"
        for name, regret in found.items():
            cells = (regret.cell(**cell) if cell else regret.total for cell in columns.values())
            text += f"| `{name}` | {' | '.join(thousandths(cell.points if cell else None) for cell in cells)} |\n"
    return text


def thousandths(estimate: Estimate | None) -> str:
    """The value with half the width of its interval, in thousandths."""
    return "-" if estimate is None else scaled(estimate, 1000).short().replace("-", "−")


def page() -> str:
    """The whole page."""
    lines = [HEAD.format(pairs=PAIRS)]
    lines.append(
        "## Against other cards\n\nUnder `standard`, both sides bid like `basic`.\n\n| cards of | gain |\n|---|---|"
    )
    lines += [f"| `{name}` | {written(gain('standard', 'basic', f'basic/{name}'))} |" for name in PLAYS]
    lines.append("\nAgainst `simple` under other rules:\n\n| rules | gain |\n|---|---|")
    lines += [f"| `{name}` | {written(gain(name, 'basic', 'simple'))} |" for name in TABLES]
    text = "\n".join(lines) + "\n" + WHAT_EACH
    for rule in Params._fields:
        where, bidder = MEASURED.get(rule, ("standard", "basic"))
        worth = gain(where, f"{bidder}/card-play", f"{bidder}/card-play{{{rule}=0}}")
        text += f"| `{rule}` | {RULES[rule]} | {written(worth)} |\n"
    return text + left() + REFUTED.format(seed=SEED)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
