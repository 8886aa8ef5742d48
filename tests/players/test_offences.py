"""An illegal action is told with what was answered, what was led and what was legal."""

import re
from pathlib import Path

import pytest

from sim.errors import IllegalAction
from sim.players.match import Match
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from support.broken import CHEATS

CARDS = r"((J|T|[2-9]|[QKA])[CDSH]|Jo)( ((J|T|[2-9]|[QKA])[CDSH]|Jo))*"
SAID = {
    "orders thrice": r"it answered 3, and only 0 \(pass\), 1 \(order\), 2 \(alone\) are answers",
    "orders minus one": r"it answered -1, and only 0 ",
    "names the suit turned down": r"it answered 4, and only 0 \(pass\), 1 \(\w+\), 2 \(\w+\), 3 \(\w+\) are answers",
    "passes when stuck": r"it answered 0, and only 1 \(\w+\), 2 \(\w+\), 3 \(\w+\) are answers, with 8 more alone",
    "picks up twice": r"it answered 2, and only 0 \(no\), 1 \(yes\) are answers",
    "buries the upcard": rf"it put away (\w\w), where one of {CARDS} goes, but not the upcard \1",
    "buries nothing": rf"it answered with no card, where one of {CARDS} goes, but not the upcard \w\w",
    "keeps ten": rf"it kept {CARDS} \(10 cards\), where 5 of {CARDS} are kept",
    "leads two cards": rf"it led {CARDS} \(4 cards\), where one of its {CARDS} is played",
    "plays a card again": rf"it led \w\w, where one of its {CARDS} is played",
    "reneges": rf"it played (\w\w), but \w\w was led, and of its {CARDS} only {CARDS} may be played",
}


def said(rules: Rules, spec: str, seed: int = 1) -> str:
    """What is said of the first illegal action of a player at all seats."""
    with pytest.raises(IllegalAction) as caught:
        Match(rules, [load_player(spec)], seed).play(0, 300)
    sentence = caught.value.message.partition(f"seed {seed}: ")[2]
    assert sentence, caught.value.message
    return sentence


@pytest.mark.parametrize("name", SAID)
def test_what_was_answered_and_what_was_legal(name: str, tmp_path: Path) -> None:
    rules, text, _ = CHEATS[name]
    (tmp_path / "bot.py").write_text(text)
    sentence = said(rules, f"{tmp_path / 'bot.py'}/{tmp_path / 'bot.py'}")
    assert re.fullmatch(f"{SAID[name]}.*", sentence), sentence


def test_a_revoke_is_told_with_the_cards_of_the_hand() -> None:
    """The legal cards are those of the hand that are of the suit led, bowers among the trumps."""
    sentence = said(PRESETS["standard-spruce"], "bots.faulty:Reneges")
    played, led, hand, legal = re.findall(
        r"played (\w\w), but (\w\w) was led, and of its (.*) only (.*) may", sentence
    )[0]
    assert played in hand.split() and played not in legal.split() and set(legal.split()) < set(hand.split())
    assert led not in hand.split()


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("rules", "text", "words"),
    [
        (
            PRESETS["hasenpfeffer"],
            "def bid(v):\n    return 2 if v.bid < 2 else 1\n",
            r"it answered 1, and only 0 \(pass\), 3, 4, 5, 6 may be bid",
        ),
        (
            PRESETS["napoleon"],
            "def bid_napoleon(v):\n    return 4 if v.bid == 0 else 1\n",
            r"it answered 1, and only 0 \(pass\), 5 \(four\), 6 \(Nap\) may be bid",
        ),
        (
            PRESETS["napoleon"].with_changes({"players": 6}),
            "from sim.bits import U, low\nfrom strategies.basic import Params, bid_napoleon\n"
            "def lead_napoleon(v):\n    other = v.hand & ~v.trumps\n"
            "    return low(other) if other != U(0) else low(v.hand)\n",
            rf"it led \w\w, but of its {CARDS} a trump is led first: {CARDS}",
        ),
        (
            PRESETS["standard"].with_changes({"no_trump": "round2", "call_for_best": "loner"}),
            "from strategies.random import order_up, name_trump\n"
            "def give_best(v):\n    return v.hand\n",
            rf"it gave {CARDS} \(\d cards\), where one of {CARDS} is given",
        ),
    ],
)  # fmt: skip
def test_other_games(rules: Rules, text: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(text)
    sentence = said(rules, f"{tmp_path / 'bot.py'}/{tmp_path / 'bot.py'}")
    assert re.fullmatch(words, sentence), sentence


def test_each_of_several_players_is_told_of_its_own_answer(tmp_path: Path) -> None:
    """Others at the table answer at the same places: what is told is the offender's."""
    (tmp_path / "bot.py").write_text(CHEATS["plays a card again"].text)
    players = [load_player(spec) for spec in ("basic", f"basic/{tmp_path / 'bot.py'}")]
    with pytest.raises(IllegalAction, match=r"it led (\w\w), where one of its [\w ]+ is played"):
        Match(PRESETS["standard"], players, 3).play(0, 50)


def test_decisions_in_numpy_are_told_too(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("BATCH = True\ndef order_up(v):\n    return v.seat * 0 + 7\n")
    assert said(Rules(), str(tmp_path / "bot.py")).startswith("it answered 7, and only 0 (pass)")
