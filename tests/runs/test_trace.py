"""A traced hand, as text and as data, from rows written by hand."""

import json
from collections.abc import Sequence

import pytest

from sim.cards import in_order, parse_card, parse_hand
from sim.rules.presets import preset
from sim.rules.rules import Rules
from sim.rules.units import Unit
from sim.runs.provenance import make_config
from sim.runs.trace import trace_from_rows
from sim.runs.traced import Trace
from support.fakes import fake_player

STANDARD = preset("standard")
BRITISH = preset("british")
CUTTHROAT = preset("cutthroat")
DEALT = ("9H QH AD TC 9C", "JS JC AS AH KD", "TH JH KC QC 9D", "QS TS QD AC KH")
LONE_END = {"round": 1, "maker": 2, "trump": 2, "alone": 1, "pick_up": 1, "discard": parse_card("QD")}
LONE_END |= {"hand": 4, "score_1": 9, "tricks": 4, "points_1": 1}


def trick(number: int, leader: int, cards: str, winner: int) -> dict[str, int]:
    """A row of `plays`; cards in the order of play, `-` for who sits out."""
    codes = [-1 if card == "-" else parse_card(card) for card in cards.split()]
    return {"trick": number, "leader": leader, "winner": winner} | {f"card_{i + 1}": c for i, c in enumerate(codes)}


def make(
    plays: Sequence[dict[str, int]] = (),
    unit: Unit = "games",
    winner: int | None = None,
    rules: Rules = STANDARD,
    **fields: int,
) -> Trace:
    hand = {"game": 12, "hand": 3, "dealer": 1, "score_0": 8, "score_1": 6, "upcard": parse_card("KS")}
    hand |= {f"hand_{seat}": parse_hand(text) for seat, text in enumerate(DEALT, 1)}
    hand |= {"round": 0, "maker": 0, "trump": -1, "alone": 0, "lone_defender": 0, "pick_up": 0, "discard": -1}
    hand |= {"tricks": 0, "points_0": 0, "points_1": 0} | fields
    players = [fake_player("basic"), fake_player("cautious")] if rules.players == 4 else [fake_player("basic")]
    config = make_config(rules, players, 7, unit, "plays", engine=1)
    return trace_from_rows(config, hand, plays, hands_in_game=5, winner=winner)


LONE_PLAYS = (
    trick(1, 1, "AD KD 9D -", 1),
    trick(2, 1, "9H AH TH -", 2),
    trick(3, 2, "JS JH - 9C", 2),
    trick(4, 2, "JC QC - TC", 2),
    trick(5, 2, "AS KC - QH", 2),
)


def test_a_lone_hand_that_wins_the_game() -> None:
    text = make(LONE_PLAYS, winner=1, **LONE_END).to_text()
    assert (
        text
        == """\
standard, seed 7, game 12, hand 4
score   players 0+2: 8, players 1+3: 9; game is 10

                  player  strategy  dealt
Eldest            2       basic     QH 9H  TC 9C  AD
Dealer's partner  3       cautious  JS JC AS  AH  KD
Third             0       basic     JH TH  KC QC  9D
Dealer            1       cautious  QS TS  KH  AC  QD
upcard                              KS

round 1  Eldest            passes
         Dealer's partner  assists, alone
         Dealer            takes KS, buries QD
         Dealer            sits out

spades are trump; > leads, * wins
trick   Eldest   Dealer's partner   Third   Dealer
1      >AD*      KD                 9D      -
2      >9H       AH*                TH      -
3       9C      >JS*                JH      -
4       TC      >JC*                QC      -
5       QH      >AS*                KC      -

the makers (players 1+3) take 4 tricks and make it: players 1+3 +1
score   players 0+2: 8, players 1+3: 10
players 1+3 win the game
"""
    )


def test_a_hand_that_is_passed_out_with_symbols() -> None:
    assert (
        make(unit="hands").to_text(symbols=True)
        == """\
standard, seed 7, hand 12
score   players 0+2: 8, players 1+3: 6; game is 10

                  player  strategy  dealt
Eldest            2       basic     10♣ 9♣  A♦  Q♥ 9♥
Dealer's partner  3       cautious  J♣  K♦  A♠ J♠  A♥
Third             0       basic     K♣ Q♣  9♦  J♥ 10♥
Dealer            1       cautious  A♣  Q♦  Q♠ 10♠  K♥
upcard                              K♠

round 1  Eldest            passes
         Dealer's partner  passes
         Third             passes
         Dealer            turns K♠ down
round 2  Eldest            passes
         Dealer's partner  passes
         Third             passes
         Dealer            passes

passed out: no points
score   players 0+2: 8, players 1+3: 6
"""
    )


@pytest.mark.parametrize(
    ("fields", "lines"),
    [
        (
            {"round": 1, "maker": 3, "trump": 2, "lone_defender": 4, "tricks": 1, "points_1": 4, "pick_up": 0},
            [
                "Third orders it up",
                "Dealer leaves KS on the table",
                "Dealer defends alone",
                "Dealer's partner sits out",
                "the makers (players 0+2) take 1 trick and are euchred: players 1+3 +4",
            ],
        ),
        (
            {"round": 1, "maker": 4, "trump": 2, "tricks": 5, "points_1": 2, "pick_up": 1, "discard": parse_card("QD")},
            [
                "Dealer takes it up",
                "Dealer takes KS, buries QD",
                "the makers (players 1+3) take 5 tricks and march: players 1+3 +2",
            ],
        ),
        (
            {"round": 2, "maker": 1, "trump": 0, "tricks": 3, "points_0": 1, "alone": 1},
            ["Dealer turns KS down", "round 2 Eldest names clubs (next), alone", "Third sits out"],
        ),
        ({"round": 2, "maker": 2, "trump": 3, "tricks": 3, "points_1": 1}, ["Dealer's partner names hearts (green)"]),
        ({"round": 2, "maker": 4, "trump": 2, "tricks": 3, "points_1": 1}, ["Dealer names spades"]),
        (
            {"round": 2, "maker": 4, "trump": 4, "tricks": 3, "points_1": 1},
            ["Dealer names no-trump", "no trump; > leads, * wins"],
        ),
        ({"points_0": 1}, ["the dealer gives a point instead of naming trump: players 0+2 +1"]),
    ],
)
def test_bids_and_ends_in_the_words_of_the_game(fields: dict[str, int], lines: list[str]) -> None:
    made = make((trick(1, 1, "AD KD 9D QD", 1),), **fields)
    text = [" ".join(line.split()) for line in made.to_text().splitlines()]
    for line in lines:
        assert line in text


@pytest.mark.parametrize(
    ("joker_up", "fields", "lines"),
    [
        (
            "dealer_blind",
            {"round": 1, "maker": 4, "trump": 3, "pick_up": 1, "discard": parse_card("QD"), "alone": 1},
            ["upcard Jo", "round 1 Dealer names hearts before looking, alone"],
        ),
        (
            "dealer_sees",
            {"round": 1, "maker": 4, "trump": 3, "pick_up": 1, "discard": parse_card("QD")},
            ["round 1 Dealer names hearts", "Dealer takes Jo, buries QD"],
        ),
        (
            "hearts",
            {"round": 2, "maker": 1, "trump": 1},
            ["upcard Jo, for hearts", "Dealer turns Jo down", "names diamonds (next)"],
        ),
        (
            "next_card",
            {"round": 1, "maker": 1, "trump": 2, "next_card": parse_card("9S")},
            ["upcard Jo, then 9S", "round 1 Eldest orders it up"],
        ),
    ],
)
def test_a_joker_turned_up(joker_up: str, fields: dict[str, int], lines: list[str]) -> None:
    rules = BRITISH.with_changes({"joker_up": joker_up})
    text = make((trick(1, 1, "AD KD 9D QD", 1),), rules=rules, upcard=parse_card("Jo"), **fields).to_text()
    text = "\n".join(" ".join(line.split()) for line in text.splitlines())
    for line in lines:
        assert line in text


def lines_of(trace: Trace, word: str) -> list[list[str]]:
    return [line.split() for line in trace.to_text().splitlines() if f" {word} " in line]


def test_two_players_who_both_keep_five_of_eight() -> None:
    rules = preset("two-handed").with_changes({"twohand_dummy": "own3"})
    dummies = {"dummy_1": parse_hand("9S TS QS"), "dummy_2": parse_hand("KH AC QD")}
    kept = {"kept": parse_hand("9H QH TS QS 9S"), "defender_kept": parse_hand("JS JC AS AC KH")}
    trace = make((), rules=rules, dealer=1, round=2, maker=1, trump=2, tricks=2, points_1=2, **dummies, **kept)
    assert lines_of(trace, "keeps") == [
        "Non-dealer keeps QS TS 9S QH 9H with the dummy".split(),
        "Dealer keeps JS JC AS KH AC with the dummy".split(),
    ]
    assert trace.to_dict()["kept"] == "QS TS 9S QH 9H".split()
    assert trace.to_dict()["defender_kept"] == "JS JC AS KH AC".split()


def test_a_farmers_hand_that_was_swapped() -> None:
    rules = preset("standard").with_changes({"farmers_hand": "swap3"})
    swap = {"given_up": parse_hand("9C TC 9D"), "from_kitty": parse_hand("JS AS AH")}
    trace = make((), rules=rules, trump=2, round=2, maker=1, **swap)
    assert lines_of(trace, "changes") == [
        "farmer's hand Dealer's partner changes TC 9C 9D for JS AS AH of the kitty".split()
    ]
    assert trace.to_dict()["swap"] == {
        "player": 3, "given": ["TC", "9C", "9D"], "taken": ["JS", "AS", "AH"]
    }  # fmt: skip


def test_three_players_and_a_dummy() -> None:
    fields = {"round": 1, "maker": 2, "trump": 2, "tricks": 1, "lone_defender": 3, "dealer": 1}
    scores = {"score_0": 8, "score_1": 8, "score_2": 9, "points_1": 4, "points_2": 4}
    cards = {"dummy": parse_hand(DEALT[3]), "kept": parse_hand("AH KH KD QD AC")}
    plays = (trick(1, 2, "KD 9D -", 2),)
    trace = make(plays, winner=2, rules=CUTTHROAT, **fields | scores | cards)
    assert (
        trace.to_text()
        == """\
cutthroat, seed 7, game 12, hand 3
score   player 0: 8, player 1: 8, player 2: 9; game is 10

        player  strategy  dealt
Eldest  2       basic     QH 9H  TC 9C  AD
Second  0       basic     JS JC AS  AH  KD
Dealer  1       basic     JH TH  KC QC  9D
dummy                     QS TS  KH  AC  QD
upcard                    KS

round 1  Eldest  passes
         Second  assists
         Dealer  leaves KS on the table
         Second  keeps AH KH  AC  KD QD with the dummy
         Dealer  defends alone
         Eldest  sits out

spades are trump; > leads, * wins
trick   Eldest   Second   Dealer
1       -       >KD*      9D

the maker (player 0) takes 1 trick and is euchred: player 1 +4, player 2 +4
score   player 0: 8, player 1: 12, player 2: 13
player 2 wins the game
"""
    )
    assert trace.to_dict()["dummies"] == [["QS", "TS", "KH", "AC", "QD"]]
    assert trace.to_dict()["kept"] == ["AH", "KH", "AC", "KD", "QD"]


@pytest.mark.parametrize(
    ("tie", "scores", "line"),
    [
        ("highest_then_shared", (8, 6, 8), "player 0 and player 2 share the game"),
        ("shared", (9, 6, 8), "player 0 and player 2 share the game"),
        ("shared", (7, 6, 7), "nobody wins the game"),
    ],
)
def test_a_game_without_a_single_winner(tie: str, scores: tuple[int, int, int], line: str) -> None:
    rules = CUTTHROAT.with_changes({"cutthroat_tie": tie})
    before = {f"score_{side}": score for side, score in enumerate(scores)}
    trace = make(rules=rules, winner=-1, **before, points_0=2, points_2=2)
    assert trace.to_text().splitlines()[-1] == line


def test_the_same_as_data() -> None:
    found = make(LONE_PLAYS, winner=1, **LONE_END).to_dict()
    assert json.loads(json.dumps(found)) == found
    assert found["bids"] == [
        {"round": 1, "player": 2, "action": "pass", "suit": None, "alone": False, "jambone": False, "number": 0},
        {"round": 1, "player": 3, "action": "assist", "suit": "S", "alone": True, "jambone": False, "number": 0},
    ]
    assert found["seats"][3] == {
        "seat": 4,
        "name": "Dealer",
        "player": 1,
        "side": 1,
        "strategy": "cautious",
        "dealt": ["QS", "TS", "KH", "AC", "QD"],
    }
    assert found["tricks"][1] == {
        "trick": 2,
        "leader": 2,
        "cards": [{"player": 2, "card": "9H"}, {"player": 3, "card": "AH"}, {"player": 0, "card": "TH"}],
        "winner": 3,
    }
    rest = {key: found[key] for key in found if key not in ("bids", "seats", "tricks", "rules")}
    assert rest == {
        "rules_name": "standard",
        "seed": 7,
        "unit": "games",
        "game": 12,
        "hand": 4,
        "hands_in_game": 5,
        "dealer": 1,
        "score_before": [8, 9],
        "upcard": "KS",
        "widow": None,
        "next_card": None,
        "dummies": [],
        "maker": 3,
        "trump": "S",
        "bid": 0,
        "alone": True,
        "jambone": False,
        "named_by": None,
        "laid_open": [],
        "lone_defender": None,
        "upcard_taken": True,
        "buried": "QD",
        "kept": [],
        "defender_kept": [],
        "swap": None,
        "best_calls": [],
        "shown": False,
        "sitting_out": [1],
        "maker_tricks": 4,
        "fast_break": False,
        "tokens_before": [],
        "fourth_token": False,
        "points": [0, 1],
        "score_after": [8, 10],
        "game_winner": 1,
        "slam": False,
        "carried": [0, 0],
    }


@pytest.mark.parametrize(
    ("cards", "trump", "order"),
    [
        ("9S JC JS AS KH AC", 2, "JS JC AS 9S KH AC"),
        ("Jo 9H JD AH JH", 3, "Jo JH JD AH 9H"),
        ("9S JC JS AS AC", 4, "AC JC AS JS 9S"),
        ("9S AH AD AC", None, "AC AD 9S AH"),
    ],
)
def test_trumps_come_first_from_the_bowers_down(cards: str, trump: int | None, order: str) -> None:
    codes = [parse_card(card) for card in cards.split()]
    assert in_order(codes, trump) == [parse_card(card) for card in order.split()]
