"""Writes docs/questions.md anew: `python benchmarks/pages/questions.py`. Every answer in it is what the command prints.

What differs from run to run (times) is replaced by three dots, which tests/house/test_docs.py takes for any text.
"""

import re
import shlex
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "questions.md"
SEED = 1


@dataclass(frozen=True)
class Asked:
    """One question: its title, what people say about it, and the commands that answer it."""

    title: str
    said: str
    commands: tuple[str, ...]


HEAD = """# Questions

`euchre-sim ask` answers a decision: it deals the cards you can't see again and again in agreement with all that
has happened, plays every choice out on the same deals, and says which is best, by how much, and how sure that is.

```console
{first}
```

- **points** are your side's points less the others', a hand (with three players: less the mean of the others');
  **to the best** is the difference to the best choice on the same deals, which is far surer than either value.
- Hidden hands are drawn so that every deal that agrees has the same chance. A deal agrees when the others, with
  *their* strategies, would have bid and buried as they did, and when the cards played and the suits shown void
  fit. Which of their legal cards somebody played tells nothing more. **rests on** says how many deals are possible, and
  on how many the others would have done it all.
- Where that is fewer than one in a thousand, as for a dealer who is stuck after seven passes, or after a call that the
  others' strategies would not make, so few deals say little of what people hold. The answer then begins with **THIN
  EVIDENCE**, and every possible deal counts by how likely people would have done what was seen: each bid by how far the
  hand lies from the threshold of its player's strategy (moved up by 0.25 points and spread by a logistic law of scale
  0.25, which tells 337 bids that people made best), a lone defence and the taking of the upcard likewise, the card that
  a dealer buried as the strategy would bury it in 94 of 100 cases, else any. A call on nothing has a chance of 4 %, a
  pass with anything one of 0.5 %: only what the rules make impossible is refused. Players without `basic`'s thresholds
  count half as themselves and half as such people. "As good as so many deals" is the number of equally likely deals
  that would tell as much.
- Without further options it stops as soon as one choice is better than all others, or at ±0.005 points. As it then
  stops by what it sees, all intervals are confidence sequences, which hold however often one looks; with
  `--until-width 0.01` or `--deals 250k` they are Student's. `--seconds 2` ends it earlier, and so does Ctrl-C, which
  prints the answer so far.
- Of choices that come to the same, the one with most points is named, then what the player would do, then the one
  that gives the lowest card away.
- **Who the others are is half of the answer.** `--strategy` seats everybody, `--me`, `--partner` and `--opponents`
  some of them, `--sensitivity` asks again at a dozen tables of other bidders and card players.
- With `--score 9-6` (your side's first) the question is who wins the game. The chances come from a table for these
  rules and players (`euchre-sim equity` prints it): hands are simulated at every score, the rest is exact. What that
  leaves uncertain is part of every ± of games won; where it is the larger part, more hands are simulated
  (`--equity-hands` says how many).

| you want to ask about | say |
|---|---|
| a bid in the first round | `--up QS --seat 1` (or `eldest`, `dealers-partner`, `third`, `dealer`) |
| a bid in the second round | `--up QS --seat 2 --round 2` |
| with or without partner | `--decision alone --seat 3 --trump S` (round 1: the upcard's suit; else round 2) |
| ordered up: take the card or not | `--decision pick-up --maker 1`, where the rules leave the choice |
| which card to bury | `--decision discard --maker 2` |
| defending alone | `--decision defend-alone --seat 2 --maker 1`, where the rules allow it |
| five of ten (cutthroat) | `--decision keep-five --seat 2 --dummy "9C QC AC 9H TH"` |
| a lead | `--decision lead --maker left` (`--trump H --round 2` where trump was named later) |
| a card | `--maker 2 --played "9C QC TC AC; TD JH"`: each trick from its leader on; the hand is what you hold now |
| a bidding told in full | `--bids "pass, pass, pass, pass, hearts alone"` in place of seat, round, maker and trump |

Who made trump is a seat (1 to 4, `eldest`, `dealers-partner`, `third`, `dealer`) or, as you see the others, `me`,
`my-partner`, `left` or `right`. A dealer who asks about the play names the card they have buried with `--buried`;
so does a dealer who asks whether to go alone where that is said after the discard (`alone_when`, as in cutthroat).
`--alone` says that the maker plays alone, `--lone-defender right` that a defender does, `--left-up` that the
dealer left the upcard on the table. `--json` gives everything as data; `--csv questions.csv` answers a table with
a question a row, whose columns are named like the options, and adds the answers (or what is wrong with a row) in
further columns.

```python
from euchre_sim import ask

answer = ask("JS KS AH 9D TC", "QS", seat=1, opponents="cautious", deals=20_000, seed=1)
print(answer.best.name, answer.to_pandas()[["choice", "points", "behind"]])
```

## Arguments, settled

Everybody plays `basic` by the rules of `standard` unless the command says otherwise: the answers hold among such
players. A difference in points is a matter of points a hand; 0.1 is a lot. The page is written by
`benchmarks/pages/questions.py`.
"""

QUESTIONS = (
    Asked(
        "Dealer, a jack turned, no other trump",
        '"Never turn down a jack" against "one trump is no hand". First with a side ace, then with nothing at all.',
        ('"AD KD TH QC 9C" --up JS --seat dealer', '"QD TD TH 9H 9C" --up JS --seat dealer'),
    ),
    Asked(
        "Eldest hand, two bare bowers",
        "Both bowers are two sure tricks; but ordering gives the dealer a trump, and three are needed.",
        ('"JS JC QD TH 9H" --up 9S --seat eldest', '"JS JC AD TH 9H" --up 9S --seat eldest'),
    ),
    Asked(
        "Dealer's partner, nine and ten of trump and a side ace",
        '"Two trumps and an ace: assist." Partner gets the king that is turned.',
        ('"9S TS AD QH 9C" --up KS --seat partner',),
    ),
    Asked(
        "Dealer, two small trumps and a queen turned: at 0-0, and when they have 8 or 9",
        "With the game at stake: take it up more lightly to keep them from it, or less, for fear of the euchre?",
        (
            '"9S TS AD KH 9C" --up QS --seat dealer --score 0-0',
            '"9S TS AD KH 9C" --up QS --seat dealer --score 6-8',
            '"9S TS AD KH 9C" --up QS --seat dealer --score 6-9',
        ),
    ),
    Asked(
        "Donating at 9-6 and at 9-7",
        "Your side needs one point, theirs four (or three), one of them may hold a lone hand, and you can stop "
        "nothing: order it up, give them two, and play on?",
        (
            '"QD TD TH 9H 9C" --up JS --seat eldest --score 9-6',
            '"QD TD TH 9H 9C" --up JS --seat eldest --score 9-7',
        ),
    ),
    Asked(
        "Alone at 8",
        "Two points win, and with partner they come easier. Alone is for 6 and 7; or is it?",
        (
            '"JS AS KS AD 9H" --up 9S --seat dealer --score 8-5',
            '"JS AS KS AD 9H" --up 9S --seat dealer --score 6-5',
        ),
    ),
    Asked(
        "Eldest hand in the second round: one trump and a green ace, next",
        '"Call next on nothing": the dealer has just turned a red card down, so it holds few red bowers.',
        ('"QH AS TS KC 9C" --up TD --seat eldest --round 2',),
    ),
    Asked(
        "Dealer's partner in the second round: next or across",
        "The other half of the rule: eldest hand calls next, the dealer's partner crosses the suit.",
        ('"JS KS KH QH 9C" --up TD --seat partner --round 2',),
    ),
    Asked(
        "Third seat, right bower, king and ace of another suit",
        "The order that nobody likes: your partner has passed, the dealer picks the card up against you.",
        ('"JS KS AD KD 9H" --up TS --seat third',),
    ),
    Asked(
        "The dealer's discard: a singleton or the lower card of two",
        "Partner ordered it up. Make a void, or keep the king guarded?",
        ('"AS 9S KD TD QH" --up JS --decision discard --maker partner',),
    ),
    Asked(
        "Leading to partner's call",
        '"Lead trump if partner called", even the only one, even the right bower?',
        (
            '"JS AD KD TH 9C" --up 9S --decision lead --maker third',
            '"9S AD KD TH 9C" --up TS --decision lead --maker third',
        ),
    ),
    Asked(
        "Leading against the dealer: which ace, or the singleton",
        "The ace that is alone runs best, they say, as others hold more of the suit.",
        ('"AD KD AH TC 9C" --up QS --decision lead --maker dealer',),
    ),
    Asked(
        "Trump partner's king",
        "Partner leads a king, second hand plays low, you can trump it with the nine, and the ace is still out.",
        ('"9S TC QC AH 9H" --up QS --maker dealer --seat third --played "KD TD"',),
    ),
    Asked(
        "Stick the dealer",
        "All have passed, a red card is turned down, and you must name something: the best of a bad hand.",
        ('"QH TH 9S KC 9C" --up TD --seat dealer --round 2 --set stick_dealer=on --strategy cautious',),
    ),
    Asked(
        "For two: how little is enough to order",
        "One opponent, thirteen cards asleep. Ace and nine of trump and a side ace, the dealer may take the king.",
        ('"AS 9S AD TH QC" --up KS --seat eldest --rules two-handed',),
    ),
    Asked(
        "For three: with the dummy or without",
        "A march is worth three either way; the dummy brings five more cards to choose from. Is there ever a reason?",
        ('"JS AS KS QS AD" --up 9S --decision alone --seat eldest --rules cutthroat',),
    ),
)

TAIL = """## Does the advice hold?

The same question with other people on all other seats, named by bidder and, after a stroke, card player. `aggressive`
is `basic` with its thresholds 0.4 points lower. The last column says what each table says of the advice; one that
would hardly ever have done what the others did "rests on little".

```console
{panel}
```
"""


def printed(arguments: str) -> str:
    """A command and what it prints, with times left out."""
    words = [*shlex.split(arguments), "--seed", str(SEED), "--quiet"]
    done = subprocess.run(
        [sys.executable, "-m", "euchre_sim", "ask", *words], capture_output=True, text=True, check=False, cwd=ROOT
    )
    if done.returncode:
        raise SystemExit(f"{arguments}: {done.stderr}")
    text = re.sub(r", \d+\.\d\d s$", ", ... s", done.stdout.rstrip("\n"), flags=re.MULTILINE)
    # The last lines, what the columns mean and how to ask again, are the same below every question.
    lines = [line for line in text.split("\n") if not line.startswith("again ")]
    return f"$ euchre-sim ask {arguments} --seed {SEED} --quiet\n" + "\n".join(lines).rstrip()


def legend_cut(text: str) -> str:
    """The text without the lines that say what the columns mean, and without the command, which stands above."""
    return re.sub(r"\n\npoints: your side's less.*?(?=\n\n|\Z)", "\n...", text, flags=re.DOTALL)


def main() -> None:
    """Ask everything and write the page."""
    first = printed('"JS KS AH 9D TC" --up QS --seat 1') + "\n..."
    blocks = [HEAD.replace("{first}", first)]
    for question in QUESTIONS:
        answers = [legend_cut(printed(command)) for command in question.commands]
        fenced = "\n\n".join(f"```console\n{answer}\n```" for answer in answers)
        said = textwrap.fill(question.said, 115)
        blocks.append(f"### {question.title}\n\n{said}\n\n{fenced}\n")
    panel = legend_cut(printed('"AD KD TH QC 9C" --up JS --seat dealer --sensitivity'))
    blocks.append(TAIL.replace("{panel}", panel))
    PAGE.write_text("\n".join(blocks), encoding="utf-8")


if __name__ == "__main__":
    main()
