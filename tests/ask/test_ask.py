"""`ask` as a library: decisions of every kind and game, precision, scores, panels, tables of questions, displays."""

import csv
import io
import json
import math
from pathlib import Path
from typing import Any

import pytest

import euchre_sim
from sim.ask.answer import Answer, Seating
from sim.ask.answering import answer, ask, equity_of
from sim.ask.choices import choices
from sim.ask.parsing import make_question
from sim.ask.precision import Precision
from sim.ask.questions_csv import answer_rows, read_questions, rows_as_csv
from sim.chances import equity as equity_module
from sim.errors import EuchreError, IllegalAction, Interrupted, UsageError
from sim.rules.presets import preset
from support.asked_cases import EVERY_DECISION, HAND, HOUSE_RULES
from support.places import BOTS

FEW = {"deals": 3_000, "seed": 1, "threads": 1}


def best_of(found: Answer) -> str:
    return found.best.name


def test_the_first_example() -> None:
    """Two trumps, one the right bower, and a side ace on the dealer's left: not enough."""
    found = ask(HAND, "QS", 1, seed=1)
    assert best_of(found) == "pass" and found.is_clear and found.reason == "separated"
    assert [choice.name for choice in found.choices] == ["pass", "order", "order alone"]
    assert found.choices[0].behind.value == 0 and found.choices[1].behind.hi is not None
    assert found.choices[1].behind.hi < 0
    for choice in found.choices:
        assert sum(choice.outcomes.values()) == pytest.approx(1)
        assert choice.points.lo is not None and choice.points.value is not None
        assert choice.points.lo < choice.points.value
    assert sum(choice.chance for choice in found.choices) == pytest.approx(1)
    assert euchre_sim.ask is ask


def test_answers_do_not_depend_on_threads() -> None:
    one, two = (ask(HAND, "QD", 2, round=2, seed=5, threads=threads) for threads in (1, 2))
    assert {**one.to_dict(), "seconds": 0} == {**two.to_dict(), "seconds": 0}


def test_precision_is_kept() -> None:
    wide = ask(HAND, "QS", 2, seed=1, until_width=0.02)
    assert wide.reason == "width"
    for choice in wide.choices:
        assert choice.points.hi is not None and choice.points.lo is not None
        assert (choice.points.hi - choice.points.lo) / 2 <= 0.0201
    few = ask(HAND, "QS", 2, seed=1, deals=1_234)
    assert (few.deals, few.reason) == (1_234, "deals")
    short = ask(HAND, "QS", 2, seed=1, until_width=0.0001, seconds=0.2)
    assert short.reason == "seconds" and short.seconds < 3
    with pytest.raises(UsageError, match="--deals must be a whole number from 2"):
        ask(HAND, "QS", 2, deals=1)
    with pytest.raises(UsageError, match="--until-width"):
        Precision(width=-1.0)
    with pytest.raises(Interrupted):
        ask(HAND, "QS", 2, stop=lambda: True)


@pytest.mark.parametrize(
    ("hand", "up", "told", "best"),
    [
        ("JS JC AS KS AH", "QS", {"seat": 1}, "order alone"),
        ("9D TD 9H TH 9C", "QS", {"seat": 1}, "pass"),
        ("JD AD KD AS 9C", "QD", {"seat": "dealer"}, "take alone"),
        ("9D TD AH KH 9C", "QS", {"decision": "discard", "maker": "partner"}, "9C"),
        ("JS JC AS KS AH", "QD", {"seat": 1, "round": 2}, "spades alone"),
        ("JS JC AS KS AH", "QS", {"decision": "alone", "seat": 1}, "alone"),
        ("JS AS KS AH AD", "9S", {"decision": "lead", "maker": 1, "seat": 1}, "JS"),
    ],
)
def test_what_everybody_knows(hand: str, up: str, told: dict, best: str) -> None:
    assert best_of(ask(hand, up, **told, **FEW)).partition(",")[0] == best


@pytest.mark.parametrize(("rules", "hand", "up", "told"), EVERY_DECISION)
def test_every_game_and_decision(rules: str, hand: str, up: str, told: dict) -> None:
    try:
        found = ask(hand, up, rules=rules, **told, **FEW)
    except EuchreError as error:
        pytest.fail(error.message)
    assert found.deals == 3_000 or len(found.choices) > 16
    assert len(found.choices) >= 2


def test_the_score_asks_for_games() -> None:
    """At 9-6 a euchre costs two of the three points that the others have left; a point wins."""
    rules = preset("standard").with_changes({"target": 3})
    found = ask(HAND, "QS", 2, rules=rules, score="2-1", **FEW)
    assert found.best.win is not None and found.best.win.value is not None
    assert 0 < found.best.win.value < 1 and found.equity is not None
    assert found.best.win_behind is not None and found.best.win_behind.value == 0
    ahead = ask(HAND, "QS", 2, rules=rules, score="2-0", **FEW)
    assert ahead.best.win is not None and ahead.best.win.value is not None
    assert ahead.best.win.value > found.best.win.value
    assert "games won" in found.to_text() and "%" in found.to_text()


def test_a_sure_loss_is_a_loss() -> None:
    """Against two points to go, three points ahead: taking none of the tricks alone gives the game away."""
    rules = preset("standard").with_changes({"target": 2})
    found = ask("9D TD 9H TH 9C", "AS", 1, rules=rules, score="0-0", **FEW)
    alone = next(choice for choice in found.choices if choice.name == "order alone")
    assert alone.win is not None and alone.win.value is not None and alone.win.value < 0.01
    assert alone.outcomes["euchred"] > 0.99


@pytest.mark.parametrize(
    ("rules", "hand", "up", "told", "best"),
    [
        # Whatever is buried wins the game: the least of the cards goes, and alone gives more points.
        ("standard", "JS JC AS KS AD", "9S", {"seat": "dealer", "score": "9-5"}, "take alone, bury AD"),
        ("standard", "JS JC AS KS AD", "9S", {"seat": "dealer", "score": "8-9"}, "take alone, bury AD"),
        ("standard", "JS JC AS KS AD", "9S", {"decision": "discard", "maker": "me", "score": "9-5"}, "AD"),
        ("two-handed", "JS JC AS KS AD", "9S", {"seat": "dealer", "score": "9-5"}, "take, bury AD"),
        # Five tricks whatever is led: what the player would lead.
        ("standard", "JS JC AS KS QS", "9S", {"decision": "lead", "maker": "me", "score": "9-5"}, "own"),
        ("standard", "JS JC AS KS QS", "9S", {"decision": "lead", "maker": "me"}, "own"),
        # Nothing is left to win or lose: the lowest card.
        (
            "standard", "AS KS", "9S",
            {"maker": 1, "played": "JS QS TS 9S; JC 9D TD QD; AD KD 9H JD", "seat": 1, "trump": "S"}, "own",
        ),
    ],
)  # fmt: skip
def test_ties_are_broken_sensibly(rules: str, hand: str, up: str, told: dict, best: str) -> None:
    """Of choices that win alike once the first was named, in the order of the cards: "bury JC"."""
    game = preset(rules).with_changes({"target": 10})
    found = ask(hand, up, rules=game, equity_hands=1_000 if "score" in told else None, **told, **FEW)
    assert found.best.name == (found.own[0] if best == "own" else best)
    tied = [choice for choice in found.choices if choice.verdict == "same"]
    assert tied
    # The others that are tied follow in order of points.
    points = [choice.points.value for choice in tied]
    assert points == sorted(points, reverse=True)
    assert found.best.points.value is not None and points[0] is not None
    assert found.best.points.value >= points[0] - 0.05


def test_choices_are_listed_from_what_one_would_rather_lose() -> None:
    q = make_question(preset("standard"), "JS JC AS 9D KD", "9S", decision="discard", maker="me")
    assert [choice.name for choice in choices(q)] == ["9D", "KD", "AS", "JC", "JS"]
    free = preset("standard").with_changes({"no_trump": "round2"})
    nt = make_question(free, "JS JC AS 9D KD", "9S", decision="lead", maker="left", seat=1, trump="nt")
    assert [choice.name for choice in choices(nt)] == ["9D", "JC", "JS", "KD", "AS"]
    joker = make_question(preset("british"), "Jo JC AS 9D KD", "9S", decision="lead", maker="my-partner", seat=1)
    assert [choice.name for choice in choices(joker)] == ["9D", "KD", "AS", "JC", "Jo"]


def test_a_stopped_answer_is_what_was_played_until_then() -> None:
    """Ctrl-C gives the answer so far, and says so."""
    looks = iter([False] * 40)
    found = ask(HAND, "QS", 1, seed=1, threads=1, until_width=1e-4, seconds=600, stop=lambda: next(looks, True))
    assert found.reason == "interrupted" and 2 <= found.deals < 400_000
    text = found.to_text()
    assert "Interrupted: this is what was played until then." in text and "Best: pass" in text
    assert "(interrupted: the answer so far)" in text
    with pytest.raises(Interrupted, match="before the question was answered"):
        ask(HAND, "QS", 1, seed=1, threads=1, stop=lambda: True)


def test_a_stopped_table_of_questions_keeps_what_was_answered() -> None:
    rows = [{"hand": HAND, "up": "QS", "seat": "1"}] * 4
    answered: list[bool] = []

    def stop() -> bool:
        answered.append(True)
        return len(answered) > 6

    found = answer_rows(rows, deals=50, seed=1, threads=1, stop=stop)
    assert 1 <= len(found) < 4 and all(row["deals"] == 50 for row in found)
    with pytest.raises(Interrupted):
        answer_rows(rows, deals=50, seed=1, threads=1, stop=lambda: True)


def test_what_the_intervals_are_is_told() -> None:
    """By default one stops by what one sees, and the intervals allow for it; a fixed number of deals needs no more."""
    told = {"seed": 1, "threads": 1}
    default, fixed = ask(HAND, "QS", 1, **told), ask(HAND, "QS", 1, deals=65_536, **told)
    width = ask(HAND, "QS", 1, until_width=0.05, **told)
    assert default.holds_always and not fixed.holds_always and not width.holds_always
    assert default.to_dict()["intervals"] == "confidence sequence" and fixed.to_dict()["intervals"] == "student"
    for one, other in zip(default.choices, fixed.choices, strict=True):
        assert one.points.value == other.points.value
        assert one.points.hi is not None and other.points.hi is not None
        assert one.points.hi > other.points.hi
        assert (one.points.method, other.points.method) == ("confidence sequence", "student")
    assert "holds whenever one stops" in " ".join(default.to_text().split())
    assert "whenever one stops" not in fixed.to_text()


def test_the_table_of_chances_is_refined_where_its_error_is_the_larger_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(equity_module, "cache_folder", lambda: tmp_path)
    rules = preset("standard").with_changes({"target": 3})
    q = make_question(rules, HAND, "QS", seat=2, score="1-0")
    seating = Seating(("basic",) * 4)
    rough = equity_of(q, seating, hands=200)
    how = {"precision": Precision(deals=20_000), "seed": 1, "threads": 1, "equity": rough}
    as_it_is, refined = answer(q, seating, **how), answer(q, seating, **how, refine=True)
    assert as_it_is.equity_hands == 200 and as_it_is.equity_share is not None and as_it_is.equity_share > 2
    assert refined.equity_hands is not None and refined.equity_share is not None
    factor = refined.equity_hands / 200
    assert factor == 2 ** int(math.log2(as_it_is.equity_share)) and refined.equity_share < as_it_is.equity_share / 2
    # The same as with the finer table from the start: this is what the command that is told asks for.
    again = answer(q, seating, **how | {"equity": equity_of(q, seating, refined.equity_hands)})
    assert refined.best.win is not None and again.best.win is not None
    assert refined.best.win.value == pytest.approx(again.best.win.value)
    assert refined.best.win.hi == pytest.approx(again.best.win.hi)
    assert "larger part of the ±: --equity-hands N" in as_it_is.to_text()
    # Not longer than the seconds allow, and not for somebody who has gone.
    hurried = answer(q, seating, **how | {"precision": Precision(deals=20_000, seconds=1e-3)}, refine=True)
    assert hurried.equity_hands == 200


def test_people_around_the_table() -> None:
    rules = preset("standard")
    assert Seating.around(rules, 2, "basic", me="a", partner="b", opponents="c").specs == ("c", "a", "c", "b")
    assert Seating.around(rules, 4, ["a", "b", "c", "d"]).specs == ("a", "b", "c", "d")
    assert Seating.around(preset("cutthroat"), 1, opponents="x").specs == ("basic", "x", "x")
    with pytest.raises(UsageError, match="2 strategies for 4 players"):
        Seating.around(rules, 1, ["a", "b"])
    with pytest.raises(UsageError, match="nobody has a partner"):
        Seating.around(preset("two-handed"), 1, partner="basic")
    found = ask(HAND, "QS", 1, me="cautious", partner="random", opponents="basic", **FEW)
    assert found.seating.specs == ("cautious", "basic", "random", "basic")
    assert "you cautious, partner random, opponents basic" in found.to_text()


def test_what_never_happens_is_asked_all_the_same() -> None:
    """A player who always orders never passes, but a person who did stands before the question."""
    for others in ("always-order", str(BOTS / "never_passes.py")):
        found = ask(HAND, "QS", 2, opponents=others, **FEW)
        assert found.evidence.is_never and found.evidence.is_soft and found.deals == 3_000


def test_a_strategy_that_breaks_the_rules_is_told() -> None:
    with pytest.raises(IllegalAction, match=r"bots\.faulty:Reneges broke the rules: follow in trick 4"):
        ask(HAND, "QS", 1, opponents="bots.faulty:Reneges", **FEW)


def test_tables_of_questions(tmp_path: Path) -> None:
    path = tmp_path / "questions.csv"
    path.write_text(
        "id,hand,up,seat,Round,decision,maker,score\n"
        f"a,{HAND},QS,1,,,,\n"
        f"b,{HAND},QS,,,lead,dealer,\n"
        "c,JS KS AH 9D,QS,1,,,,\n"
        f"d,{HAND},QD,2,2,,,\n"
        f"e,{HAND},QD,2,7,,,\n"
    )
    header, rows = read_questions(path)
    answered = answer_rows(rows, deals=2_000, seed=1, threads=1)
    text = rows_as_csv(header, answered)
    told = list(csv.DictReader(io.StringIO(text)))
    assert [row["id"] for row in told] == list("abcde")
    assert told[0]["best"] == "pass" and told[0]["deals"] == "2000" and not told[0]["error"]
    assert float(told[0]["lead"]) > 0 and float(told[0]["lead_lo"]) < float(told[0]["lead_hi"])
    assert "4 cards in hand" in told[2]["error"] and not told[2]["best"]
    assert "rounds 1 and 2" in told[4]["error"]
    assert told[3]["best"] and told[1]["best"]


def test_tables_compare_the_best_as_the_text_does(tmp_path: Path) -> None:
    """Of bids that differ in the card buried only the best counts: where the best is clear, so is its lead."""
    found = ask(HAND, "QS", "dealer", **FEW)
    assert found.is_clear and found.discards and found.second is not None
    assert {found.best.family, found.second.family} == {"take", "take alone"}
    assert f"more than the second best ({found.second.label})" in " ".join(found.to_text().split())
    (tmp_path / "questions.csv").write_text(f"hand,up,seat\n{HAND},QS,dealer\n")
    _, rows = read_questions(tmp_path / "questions.csv")
    (told,) = csv.DictReader(io.StringIO(rows_as_csv(["hand", "up", "seat"], answer_rows(rows, **FEW))))
    assert told["clear"] == "yes" and told["second"] == found.second.name and float(told["lead_lo"]) > 0


LATER = [
    ("standard-spruce", "JH QH KH AH TD", "AD", {"seat": 3, "round": 2}, "hearts alone", {"trump": "H"}),
    ("standard-spruce", "QH AH 9H QD AD", "JH", {"seat": 2}, "order", {}),
    ("standard-spruce", "9C JC KC 9D AD", "TC", {"seat": 4}, "take alone, bury 9D", {"buried": "9D"}),
    ("standard-spruce", "9S 9C QD TH 9D", "TC", {"seat": 1}, "pass", {}),
    ("standard-spruce", "JC TC 9C AH 9D", "QS", {"seat": 1, "round": 2}, "clubs", {"trump": "C"}),
    ("cutthroat", "JH QH KH 9D TD", "AC", {"seat": 2, "round": 2}, "hearts", {"trump": "H"}),
]


@pytest.mark.parametrize(("rules", "hand", "up", "told", "bid", "later"), LATER)
def test_what_a_strategy_itself_does_where_makers_declare_later(
    rules: str, hand: str, up: str, told: dict[str, Any], bid: str, later: dict[str, str]
) -> None:
    """A call that tells a wish to go alone is that call, and the same player goes alone when asked later."""
    few = {"deals": 200, "seed": 1, "threads": 1}
    assert ask(hand, up, rules=rules, **told, **few).own == (bid,)
    held = " ".join(card for card in [*hand.split(), up] if card != later["buried"]) if "buried" in later else hand
    found = ask(held, up, rules=rules, decision="alone", **told, **later, **few)
    partner, alone = (choice.name for choice in sorted(found.choices, key=lambda choice: choice.name == "alone"))
    assert found.own == ("something else" if bid == "pass" else alone if "alone" in bid else partner,)


def test_alike_to_the_last_has_no_second() -> None:
    """A sitting dealer's discard makes no difference."""
    found = ask("JS QC TC KH 9H", "JC", decision="discard", maker=2, alone=True, **FEW)
    assert found.is_clear and found.second is None


@pytest.mark.parametrize(
    ("content", "sentence"),
    [("seat,up\n1,QS\n", "has no column hand"), ("", "has no column hand"), ("hand,up,best\n", "has a column best")],
)
def test_tables_without_questions_are_told(tmp_path: Path, content: str, sentence: str) -> None:
    path = tmp_path / "questions.csv"
    path.write_text(content)
    with pytest.raises(UsageError, match=sentence):
        read_questions(path)
    with pytest.raises(UsageError, match="cannot read"):
        read_questions(tmp_path / "missing.csv")


def test_displays() -> None:
    found = ask(HAND, "QS", 4, **FEW)
    frame = found.to_pandas()
    assert len(frame) == 11 and {"choice", "points", "behind_lo", "chance_best", "march"} <= set(frame.columns)
    assert frame.behind.iloc[0] == 0 and frame.points.is_monotonic_decreasing
    html = found._repr_html_()
    assert "<table>" in html and "take it up" in html
    data = json.loads(json.dumps(found.to_dict()))
    assert data["best"] == found.best.name and data["question"]["hand"] == HAND_SORTED
    assert str(found) == found.to_text()
    assert max(map(len, found.to_text().splitlines())) <= 80
    assert "take it up, bury" in found.to_text() and "also:" in found.to_text()


HAND_SORTED = ["TC", "9D", "KS", "JS", "AH"]


def test_choices_that_end_alike_are_told() -> None:
    """The last card but one of a hand that has won already: nothing is left to lose."""
    q = make_question(
        preset("standard"), "AS KS", "9S", maker=1, played="JS QS TS 9S; JC 9D TD QD; AD KD 9H JD", seat=1, trump="S"
    )
    assert [choice.name for choice in choices(q)] == ["KS", "AS"]
    found = answer(q, Seating(("basic",) * 4), precision=Precision(deals=500), seed=1)
    assert {choice.verdict for choice in found.choices} == {"best", "same"}
    assert "came to the same on every deal" in found.to_text()


@pytest.mark.parametrize(("preset_name", "changes", "hand", "up", "told"), HOUSE_RULES)
def test_house_rules(preset_name: str, changes: dict, hand: str, up: str, told: dict) -> None:
    """Every rule that changes what is known or what may be done."""
    rules = preset(preset_name).with_changes(changes)
    found = ask(hand, up, rules=rules, **told, deals=500, seed=1, threads=1, strategy="cautious")
    assert len(found.choices) >= 2 and found.deals >= 400
    assert all(sum(choice.outcomes.values()) == pytest.approx(1) for choice in found.choices)


@pytest.mark.parametrize("form", ["swap3", "swap3_clean"])
def test_rules_that_change_hands_are_refused(form: str) -> None:
    with pytest.raises(UsageError, match=f"farmers_hand = {form} changes hands before the bidding"):
        ask(HAND, "QS", 1, rules=preset("standard").with_changes({"farmers_hand": form}))


def test_who_would_have_claimed_holds_no_farmers_hand(tmp_path: Path) -> None:
    """Of the others' hands those are left out that their player would have claimed, and no others."""
    rules = preset("classic32").with_changes({"farmers_hand": "nines_and_tens"})
    shares = {}
    for claims in (0, 1):
        bot = tmp_path / f"claims_{claims}.py"
        bot.write_text(f"def order_up(v):\n    return 0\n\n\ndef claim_farmers(v):\n    return {claims}\n")
        found = ask("JS JH AS KS AH", "QS", 4, rules=rules, strategy=str(bot), deals=500, seed=1, threads=1)
        shares[claims] = found.share
    # 26 cards are unseen, 16 of them low: at most two of the three others hold five of these.
    one = math.comb(16, 5) / math.comb(26, 5)
    two = one * math.comb(11, 5) / math.comb(21, 5)
    assert shares[0] == 1
    assert shares[1] == pytest.approx(1 - 3 * one + 3 * two, abs=0.02)
