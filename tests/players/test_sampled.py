"""What NumPy strategies are given: only the rows that they hold, and deals of the hidden hands where they ask."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.cards import cards_of
from sim.errors import StrategyError
from sim.players.check.conformance import check_player, digest
from sim.players.match import Match
from sim.players.recorded_hand import Lanes
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from support.enumerated_worlds import TooMany, agreeing, deals, seen_at
from support.places import ROOT
from support.sampled_positions import Asked

HEAD = """
import numpy as np
from typing import NamedTuple
BATCH = True
KEPT = []
class Params(NamedTuple):
    deals: int = 400
"""
LOOKER = (
    HEAD
    + """
def low(cards):
    return cards & (~cards + np.uint64(1))
def follow(v, p, worlds):
    if (v.trick == 4).all():
        KEPT.append((v, *worlds.draw(p.deals, tries=200, doubt=0)))
    suited = v.hand & v.led
    return low(np.where(suited != 0, suited, v.hand))
"""
)

PLAIN_LOW = """
from sim.bits import U, low
def follow(v):
    suited = v.hand & v.led
    return low(suited) if suited != U(0) else low(v.hand)
"""


def bot(folder: Path, text: str) -> str:
    (folder / "bot.py").write_text(text)
    return str(folder / "bot.py")


def kept(spec: str) -> list[Any]:
    """What the bot has noted."""
    made = load_player(spec).decision("follow")
    assert made is not None
    return made.function.__globals__["KEPT"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("preset", ["standard", "cutthroat"])
def test_only_the_rows_that_they_hold(preset: str, tmp_path: Path) -> None:
    """One chair of the table: of each batch they see just the deals in which it is their turn."""
    text = HEAD.replace("KEPT = []", "KEPT = {}") + (
        "def order_up(v):\n    KEPT.setdefault('order_up', []).append(len(v.hand))\n    return 0\n"
        "def follow(v):\n    KEPT.setdefault('follow', []).append(len(v.hand))\n"
        "    suited = v.hand & v.led\n    may = np.where(suited != 0, suited, v.hand)\n"
        "    return may & (~may + np.uint64(1))\n"
    )
    spec, rules = bot(tmp_path, text), PRESETS[preset].with_changes({"max_hands": 4})
    hands, n = 400 * 4, rules.players
    Match(rules, [spec, *["basic"] * (n - 1)], 3).play(0, 400)
    sizes: Any = kept(spec)
    # Everybody is asked once in each deal for their order.
    assert sum(sizes["order_up"]) == hands
    assert max(sizes["order_up"]) < 400


def test_worlds_are_as_likely_as_enumeration_says(tmp_path: Path) -> None:
    """At the fourth trick, by bots that believe all to be a plain player who plays as they do."""
    (tmp_path / "low.py").write_text(PLAIN_LOW)
    believed, rules, position = f"basic/{tmp_path / 'low.py'}", PRESETS["standard"], 2
    spec = bot(tmp_path, f"BELIEVES = {believed!r}\n{LOOKER}")
    played = Match(rules, f"basic/{spec}", 2, "hands").play(0, 40, "plays")
    assert played.hands is not None and played.plays is not None
    fourth = {int(game): row for row, game in enumerate(played.plays["game"]) if played.plays["trick"][row] == 4}
    far, looked_at = [], 0
    for views, hands, weights in kept(spec):
        for view, cards, shares in zip(zip(*views, strict=True), hands, weights, strict=True):
            at = dict(zip(views._fields, view, strict=True))
            if at["position"] != position:
                continue
            game = _game_of(at, played, fourth)
            seat = int(at["seat"])
            asked = Asked(game, "follow", 4, position, seat)
            seen = seen_at(rules, played.hands, played.plays, asked)
            try:
                expected = Counter(agreeing(rules, seen, asked, deals(rules, seen, asked, 3_000), believed))
            except TooMany:
                continue
            looked_at += 1
            got: Counter[tuple[int, ...]] = Counter()
            for row, share in zip(cards, shares, strict=True):
                if share > 0:
                    got[tuple(int(card) for card in row[1:])] += share
            assert set(got) <= set(expected)
            total = sum(expected.values())
            if len(expected) <= 12 and (shares > 0).sum() >= 300:
                far.append(max(abs(got[outcome] - count / total) for outcome, count in expected.items()))
    assert looked_at >= 15 and len(far) >= 3
    assert max(far) < 0.12 and float(np.mean(far)) < 0.05, "400 deals are so near to their chances"


def _game_of(at: dict[str, Any], played: Any, fourth: dict[int, int]) -> int:
    """The game whose seat had, as dealt, just the cards of a view and those that its owner had played."""
    for game, row in fourth.items():
        lanes = Lanes(int(played.hands["trump"][game]), True, True)
        leader = int(played.plays["leader"][row])
        if (leader + 1) % 4 + 1 != at["seat"]:
            continue
        table = [int(played.plays[f"card_{place}"][row]) for place in (1, 2)]
        dealt = cards_of(int(played.hands[f"hand_{at['seat']}"][game]))
        whole = int(lanes.mask([*dealt, int(played.hands["upcard"][game])]))
        if int(at["card_2"]) == int(lanes.mask(table[:1])) and int(at["hand"] | at["played_0"]) & ~whole == 0:
            return game
    raise AssertionError("no such game")


def test_what_is_drawn(tmp_path: Path) -> None:
    spec = bot(tmp_path, LOOKER)
    for preset in ("standard", "two-handed", "cutthroat", "british"):
        kept(spec).clear()
        Match(preset, [spec], 2, "hands").play(0, 10)
        views, hands, weights = kept(spec)[-1]
        rows, players = len(views.hand), int(views.players[0])
        assert hands.shape == (rows, 400, players) and hands.dtype == np.uint64
        assert weights.shape == (rows, 400) and np.allclose(weights.sum(axis=1), 1)
        drawn = weights > 0
        assert (hands[:, :, 0] == views.hand[:, None]).all()
        for seat in range(1, players):
            assert not (hands[:, :, seat] & (views.seen | views.hand | views.buried)[:, None] * drawn).any()
            void = getattr(views, f"void_{seat}")
            assert not (hands[:, :, seat] & void[:, None] * drawn).any()
            for other in range(1, seat):
                assert not (hands[:, :, seat] & hands[:, :, other]).any()
        # Whoever has not yet played to the fourth trick has two cards, the others one; who sits out has none.
        sizes = np.bitwise_count(hands[:, :, 1:][drawn])
        assert set(np.unique(sizes)) <= {0, 1, 2}


def test_drawn_alike_each_time_and_in_any_batch(tmp_path: Path) -> None:
    spec = str(ROOT / "docs" / "bots" / "worlds_won.py") + "{deals=20}"
    match = Match("standard", [spec, "basic"], 5, "hands")
    first = digest(match.play(0, 40, "plays"))
    assert [digest(match.play(0, 40, "plays", batch=batch)) for batch in (1024, 7, 1)] == [first] * 3


def test_it_keeps_the_contract() -> None:
    spec = str(ROOT / "docs" / "bots" / "worlds_won.py") + "{deals=20}"
    games = {name: PRESETS[name] for name in ("standard", "cutthroat")}
    assert [str(one) for one in check_player(spec, games, units=1)] == []


@pytest.mark.nightly
def test_without_the_compiler() -> None:
    spec = str(ROOT / "docs" / "bots" / "worlds_won.py") + "{deals=3}"
    code = (
        "import sys; from sim.players.check.conformance import digest; from sim.players.match import Match\n"
        "print(digest(Match('standard', [sys.argv[1]], 5, 'hands').play(0, 2, 'plays')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, spec],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == digest(Match("standard", [spec], 5, "hands").play(0, 2, "plays"))


@pytest.mark.parametrize(
    ("head", "call", "said"),
    [
        ("", "worlds.draw(0)", "deals of a player who looks ahead must be 1 to 20000, not 0"),
        ("", "worlds.draw(2.5)", "TypeError: 2.5 is no whole number"),
        ("BELIEVES = 'nobody'", "worlds.draw(5)", "nobody"),
        ("BELIEVES = 'strong'", "worlds.draw(5)", "looks ahead as strong, which looks ahead itself"),
    ],
)
def test_mistakes_are_told(head: str, call: str, said: str, tmp_path: Path) -> None:
    spec = bot(tmp_path, f"{HEAD}{head}\ndef follow(v, p, worlds):\n    {call}\n    return v.hand\n")
    with pytest.raises(StrategyError, match=said):
        Match("standard", [spec], 1, "hands").play(0, 10)


def test_a_bot_that_believes_in_itself_is_told_so(tmp_path: Path) -> None:
    spec = bot(tmp_path, LOOKER)
    Path(spec).write_text(f"BELIEVES = {spec!r}\n{LOOKER}")
    with pytest.raises(StrategyError, match="which looks ahead itself: that would never end"):
        Match("standard", [spec], 1)


def test_a_game_without_deals_to_draw(tmp_path: Path) -> None:
    with pytest.raises(StrategyError, match="do not know calling for partner's best card"):
        Match("railroad", [bot(tmp_path, LOOKER)], 1)


def test_params_are_needed(tmp_path: Path) -> None:
    with pytest.raises(StrategyError, match="no class Params for the second"):
        load_player(bot(tmp_path, "BATCH = True\ndef lead(v, p, worlds):\n    return v.hand\n"))


def test_who_is_believed_counts_for_the_identity(tmp_path: Path) -> None:
    hashes = set()
    for believed in ("basic", "cautious", "high-low"):
        spec = bot(tmp_path, f"BELIEVES = {believed!r}\n{LOOKER}")
        hashes.add(load_player(spec).source_hash)
    assert len(hashes) == 3
