"""Moments told in text: every decision of recorded hands gives the view that the engine showed."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from euchre_sim import moment
from sim.ask.asked import proposed_suit
from sim.cards import JOKER, NO_TRUMP, SUITS, card_name, deck_codes, hand_text
from sim.errors import CardError, EuchreError, StrategyError, UsageError
from sim.players.check.conformance import ending, rows
from sim.players.check.decisions import decisions
from sim.players.match import Match
from sim.players.recorded_hand import DecisionMade, Lanes
from sim.players.strategy import load_player
from sim.rules.number_bids import bid_name, turns
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from support.drawn_rules import random_rules

QUESTION = {
    "order_up": "bid",
    "name_trump": "bid",
    "pick_up": "pick-up",
    "discard": "discard",
    "declare_alone": "alone",
    "defend_alone": "defend-alone",
    "keep_five": "keep-five",
    "lead": "lead",
    "follow": "play",
}


def score(rules: Rules, row: Mapping[str, int], seat: int) -> str:
    chair = (row["dealer"] + seat) % rules.players
    return ", ".join(str(row[f"score_{(chair + k) % rules.teams}"]) for k in range(rules.teams))


def played(tricks: Sequence[Mapping[str, int]], number: int, before: int, players: int) -> str:
    """The cards up to `before` cards of trick `number`."""
    told = []
    for trick in tricks[:number]:
        cards = [trick[f"card_{k}"] for k in range(1, players + 1)]
        cards = [code for code in cards[: before if trick["trick"] == number else players] if code >= 0]
        told.append(" ".join(map(card_name, cards)))
    return "; ".join(filter(None, told))


def suit_of(trump: int) -> str:
    return "no-trump" if trump == NO_TRUMP else SUITS[trump]


def text_of(cards: Sequence[int]) -> str:
    return " ".join(map(card_name, cards))


def turned_up(rules: Rules, row: Mapping[str, int], tricks: Sequence[Mapping[str, int]], found: DecisionMade, held: str,
              buried: str) -> dict[str, Any]:  # fmt: skip
    """What to say of a decision of a game in which a card is turned up."""
    view = found.view
    told: dict[str, Any] = {"hand": held, "up": card_name(row["upcard"]), "seat": view.seat}
    told |= {"decision": QUESTION[found.hook], "score": score(rules, row, view.seat)}
    if row.get("next_card", -1) >= 0:
        told["next_card"] = card_name(row["next_card"])
    if found.hook in ("order_up", "name_trump"):
        told["round"] = 1 if view.stuck and view.fate == 0 else view.round
        if view.stuck and found.hook == "order_up":
            told["trump"] = suit_of(row["trump"])
        return told
    told |= {
        "trump": suit_of(row["trump"]),
        "maker": row["maker"],
        "round": row["round"],
        "alone": bool(view.alone & 1),
    }
    told["left_up"] = row["round"] == 1 and not row["pick_up"] and found.hook != "pick_up"
    if found.hook in ("lead", "follow"):
        told |= {"lone_defender": row["lone_defender"] or None, "buried": buried}
        told["played"] = played(tricks, view.trick, view.position, rules.players)
    elif found.hook == "keep_five":
        names = [name for name in ("dummy", "dummy_1", "dummy_2") if name in row]
        told["dummy"] = hand_text(row[names[-1] if view.seat == rules.players else names[0]])
    if found.hook in ("declare_alone", "defend_alone", "keep_five"):
        told["buried"] = buried
    return told


def bidding(rules: Rules, row: Mapping[str, int], tricks: Sequence[Mapping[str, int]], found: DecisionMade, held: str,
            buried: str, turn: int) -> dict[str, Any]:  # fmt: skip
    """The same of a game in which numbers are bid."""
    said = [bid for _, bid in turns(rules, row["bidders"])]
    words = ["pass" if not bid else bid_name(rules, bid) for bid in (said[:turn] if found.hook == "bid" else said)]
    told: dict[str, Any] = {"hand": held, "bids": ", ".join(words), "score": score(rules, row, found.view.seat)}
    if not any(said) and found.hook != "bid":
        told["maker"] = row["maker"]
    if found.hook in ("discard", "lead", "follow"):
        misere = rules.auction == "single" and row["trump"] == NO_TRUMP
        told |= {} if misere else {"trump": suit_of(row["trump"])}
    if found.hook == "discard":
        told["decision"] = "discard"
    if found.hook in ("lead", "follow"):
        told |= {"buried": buried, "played": played(tricks, found.view.trick, found.view.position, rules.players)}
    return told


def checked(rules: Rules, seed: int) -> Counter[str]:
    """Every decision of some games, told in text and built again."""
    match = Match(ending(rules), [load_player("random")], seed)
    part = match.play(0, 2, "plays")
    assert part.hands is not None and part.plays is not None
    seen: Counter[str] = Counter()
    plays = rows(part.plays)
    for row in rows(part.hands):
        tricks = [trick for trick in plays if (trick["game"], trick["hand"]) == (row["game"], row["hand"])]
        bids = 0
        for found in decisions(rules, seed, row, tricks):
            turn, bids = bids, bids + (found.hook == "bid")
            # In the last trick nobody is asked.
            thrown = found.hook == "discard" and found.view.best_call == 1
            if found.view.trick == rules.tricks or thrown or found.hook in ("give_best", "name_card", "claim_farmers"):
                continue
            lanes = lanes_of(rules, row, found)
            held, buried = text_of(lanes(found.view.hand)), text_of(lanes(found.view.buried))
            if rules.has_upcard:
                if found.hook == "discard" or (found.hook == "keep_five"):
                    taken = set(lanes(found.view.upcard if found.hook == "discard" else found.view.dummy))
                    held = text_of([code for code in lanes(found.view.hand) if code not in taken])
                kwargs = turned_up(rules, row, tricks, found, held, buried)
            else:
                kwargs = bidding(rules, row, tricks, found, held, buried, turn)
            callers = {"loner": "alone", "defender": "lone_defender"}
            if found.view.trick and any(row[callers[who]] for who in rules.best_callers):
                continue  # which cards were exchanged a question can't tell
            again = moment(kwargs.pop("hand"), kwargs.pop("up", None), rules=rules, random=int(found.view.random),
                           **kwargs)  # fmt: skip
            assert again.hook == found.hook
            assert again.view == found.view, {
                name: (getattr(again.view, name), value)
                for name, value in found.view._asdict().items()
                if getattr(again.view, name) != value
            }
            seen[found.hook] += 1
    return seen


def lanes_of(rules: Rules, row: Mapping[str, int], found: DecisionMade) -> Any:
    """A function from masks of a view to codes."""
    if found.hook == "bid" or (found.hook == "name_trump" and not rules.has_upcard):
        lanes = Lanes(None, False)
    elif found.hook in ("order_up", "name_trump"):
        suit = proposed_suit(rules, row["upcard"], row.get("next_card"))
        if suit is None and row["upcard"] == JOKER and found.hook == "order_up":
            suit = row["trump"]
        lanes = Lanes(suit, found.hook == "order_up")
    else:
        lanes = Lanes(None, False) if row["trump"] == NO_TRUMP else Lanes(row["trump"], rules.has_bowers, True)
    return lambda mask: [code for code in deck_codes(rules.deck) if int(mask) >> lanes.place(code) & 1]


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset(name: str) -> None:
    seen = sum((checked(PRESETS[name], seed) for seed in range(3)), Counter[str]())
    assert seen["lead"] > 20 and seen["follow"] > 40
    assert seen["order_up" if PRESETS[name].has_upcard else "bid"] > 10


@pytest.mark.nightly
def test_napoleon_for_two_to_six() -> None:
    for players in range(2, 7):
        assert checked(PRESETS["napoleon"].with_changes({"players": players}), players)["follow"] > 20


@pytest.mark.nightly
def test_random_rules() -> None:
    source, seen = random.Random(8), Counter[str]()
    while seen.total() < 5000:
        rules = random_rules(source, list(PRESETS.values())).with_changes({"farmers_hand": "off"})
        if "on" in (rules.jambone, rules.jamboree):
            continue
        seen += checked(rules, source.randrange(1000))
    assert {"pick_up", "discard", "defend_alone", "keep_five", "name_trump", "bid"} <= set(seen)


# ----------------------------------------------------------------------------------------------------------- by hand


def test_a_view_field_by_field() -> None:
    told = moment("9S KS TC QS", "QS", maker=2, trump="S", played="AH 9H TH KH; AD 9D TD", seat=4, buried="9C")
    assert told.hook == "follow" and told.view.trick == 2 and told.view.position == 3
    assert told.view.hand == told.mask("9S KS TC QS") and told.text(told.view.best) == "AD"
    assert told.view.winner == 1 and told.view.leader_1 == 1
    assert told.view.played_1 == told.mask("AH AD") and told.view.earlier_1 == told.mask("AH 9H TH KH")


@pytest.mark.parametrize(
    ("words", "hook", "answer"),
    [
        ({"hand": "JS JC AS KS AH", "up": "9S", "seat": "dealer"}, "order_up", "order alone"),
        ({"hand": "9S TD QC KC 9H", "up": "JS", "seat": 1}, "order_up", "pass"),
        ({"hand": "JC JS AC 9H TH", "up": "QS", "seat": 1, "round": 2}, "name_trump", "clubs"),
        ({"hand": "JS JC AS 9D TD", "up": "9S", "seat": 4, "decision": "discard", "maker": 4}, "discard", "9D"),
        ({"hand": "JS Jo AS AC KS AH", "rules": "hasenpfeffer", "bids": "pass"}, "bid", "4"),
    ],
)
def test_answers_in_words(words: dict[str, Any], hook: str, answer: str) -> None:
    told = moment(words.pop("hand"), words.pop("up", None), **words)
    assert told.hook == hook and told.answer("basic") == answer


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ({"hand": "JS JC AS KS"}, "which"),
        ({"hand": "JS JC AS KS AH", "up": "JS", "seat": 1}, "the upcard JS is in your hand"),
        ({"hand": "JS JC AS KS", "up": "9S", "seat": 1}, "4 cards in hand where you hold 5"),
        ({"hand": "JS JC AS KS AH", "up": "9S", "rules": "pepper"}, "no card is turned up"),
        ({"hand": "JS JC AS KS AH", "rules": "pepper"}, "5 cards in hand where you hold 6"),
        ({"hand": "JS JC AS KS AH TH", "rules": "pepper", "bids": "2, 1"}, "can't bid 1 over 2"),
        ({"hand": "JS JC AS KS AH TH", "rules": "pepper", "bids": "two"}, "not a bid: 'two'"),
        ({"hand": "JS JC AS KS AH TH", "rules": "pepper", "bids": "2", "trump": "S"}, "once nobody bids any more"),
        ({"hand": "JS JC AS KS AH TH", "rules": "pepper", "bids": "pass, pass, pass, pass"}, "is thrown in"),
        ({"hand": "JS JC AS KS AH TH", "rules": "pepper", "bids": "2, pass, pass, pass", "trump": "S",
          "played": "9S AH"}, "AH is in two places"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_told(words: dict[str, Any], error: str) -> None:
    with pytest.raises(EuchreError, match=error) as caught:
        moment(words.pop("hand"), words.pop("up", None), **words)
    assert isinstance(caught.value, CardError | UsageError)


def test_an_answer_that_is_none_is_told(tmp_path: Any) -> None:
    (tmp_path / "bot.py").write_text("def order_up(v):\n    return 9\n")
    told = moment("JS JC AS KS AH", "9S", seat=1)
    with pytest.raises(StrategyError, match="order_up answered 9, which is no answer here"):
        told.answer(str(tmp_path / "bot.py"))
    with pytest.raises(CardError, match="no mask of cards"):
        told.text(1 << 63)
