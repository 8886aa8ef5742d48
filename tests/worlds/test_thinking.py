"""Players who look ahead keep the contract: the same results however games are cut, under rules drawn at random."""

import json
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from sim.errors import EuchreError, StrategyError
from sim.players.check.conformance import digest
from sim.players.look_ahead import unknown_to_look_ahead
from sim.players.match import GamesPlayed, Match, hooks_asked
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from sim.worlds.thinking import Outlook, Thinker
from strategies.rollout import SUPPORTS
from support.command_line import Cli
from support.drawn_rules import random_rules
from support.places import ROOT

SMALL = "rollout{deals=8,tries=4}"
HOUSE = [
    ("standard", {"stick_dealer": "on", "defend_alone": "always", "no_trump": "round2", "call_turned_down": "yes"}),
    ("standard", {"farmers_hand": "redeal", "late_loners": "no", "alone_when": "after_discard"}),
    ("standard", {"dealer_pickup": "optional", "discard_upcard": "allowed", "min_trump": "1"}),
    ("canadian", {"dealer_partner_order": "forbidden", "defend_alone": "vs_loner"}),
    ("two-handed", {"twohand_dummy": "shared2"}),
    ("two-handed", {"twohand_dummy": "own3", "maker_alone": "yes"}),
    ("cutthroat", {"cutthroat_dummy": "none", "alone_when": "with_call"}),
    ("cutthroat", {"alone_when": "with_call", "peek_dummy": "yes", "defend_alone": "never"}),
    *(("british", {"joker_up": kind}) for kind in ("hearts", "spades", "next_card", "dealer_blind", "dealer_sees")),
]
STRANGERS = ("random", "always-order", "always-pass")


def columns(part: GamesPlayed) -> dict[str, np.ndarray]:
    assert part.hands is not None and part.plays is not None
    return {f"h.{k}": v for k, v in part.hands.items()} | {f"p.{k}": v for k, v in part.plays.items()}


def changed(preset: str, changes: dict[str, str]) -> Rules:
    return PRESETS[preset].with_changes(changes)


@pytest.mark.parametrize(
    ("preset", "changes"),
    HOUSE,
    ids=lambda value: value if isinstance(value, str) else " ".join(f"{k}={v}" for k, v in value.items()),
)
def test_legal_and_alike_in_any_batch_under_house_rules(preset: str, changes: dict[str, str]) -> None:
    rules = changed(preset, changes)
    for company in ("basic", *STRANGERS):
        match = (
            Match(rules, [SMALL, company], 3, "hands")
            if rules.teams == 2
            else Match(rules, [SMALL, company, "basic"], 3, "hands")
        )
        first = match.play(0, 12, "plays")
        assert digest(match.play(0, 12, "plays", batch=7)) == digest(first)
    assert digest(match.play(0, 12, "plays", batch=1)) == digest(first)


@pytest.mark.parametrize("method", ["rollout", "pimc", "mixed"])
def test_however_the_range_is_cut(method: str) -> None:
    match = Match("standard", [f"{method}{{deals=8}}", "basic"], 5, "hands")
    whole = columns(match.play(0, 40, "plays"))
    parts = [columns(match.play(first, last, "plays")) for first, last in ((0, 13), (13, 14), (14, 40))]
    assert all(np.array_equal(whole[name], np.concatenate([part[name] for part in parts])) for name in whole)


def test_on_any_threads(cli: Cli) -> None:
    summaries = []
    for threads in ("1", "2"):
        table = ["--strategy", SMALL, "--strategy", "basic", "--seed", "4"]
        done = cli("run", "--hands", "300", *table, "--detail", "none", "--threads", threads, "--json", "--quiet")
        assert done.exit_code == 0
        summaries.append(json.loads(done.stdout)["result"]["summary"])
    assert summaries[0] == summaries[1]


def test_each_thread_has_room_of_its_own() -> None:
    match = Match("standard", [SMALL, "basic"], 7, "hands")

    def play(chunk: int) -> str:
        return digest(match.play(chunk * 10, (chunk + 1) * 10, "plays"))

    alone = [play(chunk) for chunk in range(8)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(play, range(8))) == alone


@pytest.mark.nightly
@pytest.mark.parametrize("preset", ["standard", "two-handed", "cutthroat", "british"])
def test_without_the_compiler(preset: str) -> None:
    code = (
        "import sys; from sim.players.check.conformance import digest; from sim.players.match import Match\n"
        "print(digest(Match(sys.argv[1], [sys.argv[2]], 5, 'hands').play(0, 2, 'plays')))\n"
    )
    spec = "rollout{deals=3,tries=2}"
    done = subprocess.run(
        [sys.executable, "-c", code, preset, spec],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == digest(Match(preset, [spec], 5, "hands").play(0, 2, "plays"))


@pytest.mark.nightly
def test_under_rules_drawn_at_random() -> None:
    source, played = random.Random(14), 0
    while played < 150:
        rules = random_rules(source, [PRESETS[name] for name in SUPPORTS])
        if unknown_to_look_ahead(hooks_asked(rules)):
            continue
        company = source.choice(("basic", "cautious", *STRANGERS))
        method = source.choice(("rollout", "pimc", "mixed"))
        seats = [f"{method}{{deals=6,tries=3}}", company, *["basic"] * (rules.teams - 2)]
        match = Match(rules, seats, played, "hands")
        assert digest(match.play(0, 10, "plays")) == digest(match.play(0, 10, "plays", batch=3)), match.options()
        played += 1


@pytest.mark.parametrize("deals", [1, 4, 7])
def test_worlds_that_never_agree_come_to_an_end(deals: int) -> None:
    """Nobody believed in would ever have ordered as they did, and few deals are asked for."""
    for believed, company in (("basic", "always-order"), ("always-pass", "basic"), ("always-order", "random")):
        match = Match("standard", [f"rollout{{deals={deals},tries=1}}({believed})", company], 2, "hands")
        assert match.play(0, 10, "plays").hands is not None


def test_a_decision_without_any_world_is_the_inner_players(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Thinker._fill

    def nothing(self: Thinker, pool: Any, *rest: Any) -> object:
        shares = usual(self, pool, *rest)
        pool.used[:] = 0
        return shares

    monkeypatch.setattr(Thinker, "_fill", nothing)
    ahead, basic = (Match("standard", spec, 6, "hands").play(0, 20, "plays") for spec in ("rollout{deals=8}", "basic"))
    assert digest(ahead) == digest(basic)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("deals=0", "deals of a player who looks ahead must be 1 to 20000, not 0"),
        ("deals=1000000000", "deals of a player who looks ahead must be 1 to 20000, not 1000000000"),
        ("tries=0", "tries of a player who looks ahead must be 1 to 1000, not 0"),
        ("doubt=-1", "doubt of a player who looks ahead must be 0 to 1, not -1"),
        ("doubt=2", "doubt of a player who looks ahead must be 0 to 1, not 2"),
        ("guard=-1", "guard of a player who looks ahead must be 0 to 1000, not -1"),
        ("scout=0", "scout of a player who looks ahead must be 0.01 to 1, not 0"),
        ("sure=-0.5", "sure of a player who looks ahead must be 0 to 1000, not -0.5"),
        ("bids=2", "bids of a player who looks ahead must be 0 to 1, not 2"),
        ("guard=nan", "rollout: guard must be a finite number, not nan"),
    ],
)
def test_numbers_out_of_range(given: str, said: str) -> None:
    with pytest.raises(StrategyError) as caught:
        load_player(f"rollout{{{given}}}(basic)")
    assert caught.value.message == said
    if "nan" not in given:
        assert caught.value.hint.startswith("the default is ")


def test_memory_stays_bounded() -> None:
    steps, params = load_player("basic").link(hooks_asked(PRESETS["standard"]), "turn_up", 4)
    for deals in (1, 100, 5_000, 20_000):
        thinker = Thinker(Outlook(deals=deals), steps, params)
        own = [value for value in vars(thinker).values() if isinstance(value, np.ndarray)]
        assert sum(array.nbytes for array in own) < 64 << 20


@pytest.mark.parametrize("preset", ["railroad", "pepper", "napoleon", "hasenpfeffer"])
@pytest.mark.parametrize("command", ["run", "compare"])
def test_games_that_they_do_not_know(command: str, preset: str, cli: Cli) -> None:
    players = ["strong", "basic"] if command == "compare" else ["--strategy", "strong"]
    count = ["--pairs", "10"] if command == "compare" else ["--games", "2", "--detail", "none"]
    done = cli(command, *players, "--rules", preset, "--seed", "1", *count)
    assert done.exit_code == StrategyError.exit_code
    assert "strong" in done.stderr and "do not know" in done.stderr
    assert "hint: seat basic itself there" in done.stderr and "Traceback" not in done.stderr


def test_a_question_about_a_game_that_they_do_not_know(cli: Cli) -> None:
    done = cli("ask", "JS KS AH 9D TC", "--up", "QS", "--seat", "1", "--me", "strong", "--rules", "railroad")
    assert done.exit_code == StrategyError.exit_code
    assert "strong looks ahead, and players who do so do not know" in done.stderr


def test_house_rules_that_they_do_not_know() -> None:
    for changes in ({"farmers_hand": "low_swap"}, {"call_for_best": "loner"}):
        try:
            rules = changed("standard", changes)
        except EuchreError:
            continue
        if unknown_to_look_ahead(hooks_asked(rules)):
            with pytest.raises(StrategyError, match="do not know") as caught:
                Match(rules, "rollout(cautious)", 1)
            assert "seat cautious itself there" in caught.value.hint


def test_nobody_looks_ahead_as_somebody_who_does() -> None:
    with pytest.raises(StrategyError, match="rollout looks ahead as strong, which looks ahead itself"):
        Match("standard", "rollout(strong)", 1)
