"""Damaged records: each fault gives a sentence that says where it is, and loses nothing of the other deals."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sim.errors import RecordError
from sim.records.game import Deal
from sim.records.reading import problem_text, read_game_document, read_records
from support.records import Document, changed, document, phase, tricks, written

GAME, DEAL = "game-06", 3
"""In this deal player 2 deals, 9D is turned down, and player 0 makes spades trump in the second round."""


def in_deal(change: Callable[[Document], object]) -> Callable[[Document], object]:
    return lambda data: change(data["deals"][DEAL])


def put(trick: int, place: int, card: Any) -> Callable[[Document], object]:
    """Another card in a trick, both counted from 1."""

    def change(deal: Document) -> None:
        tricks(deal)[trick - 1][place - 1] = card

    return in_deal(change)


def bid(*said: str) -> Callable[[Document], object]:
    return in_deal(lambda deal: phase(deal, "EUCHRE_BIDDING").update(calls=list(said)))


def entry(kind: str, **values: Any) -> Callable[[Document], object]:
    return in_deal(lambda deal: phase(deal, kind).update(values))


def state(**values: Any) -> Callable[[Document], object]:
    return in_deal(lambda deal: deal["initialState"].update(values))


def swap_cards(first: tuple[int, int], second: tuple[int, int]) -> Callable[[Document], object]:
    """Two cards of one deal change places; (trick, place) from 1."""

    def change(deal: Document) -> None:
        rows = tricks(deal)
        (a, b), (c, d) = ((trick - 1, place - 1) for trick, place in (first, second))
        rows[a][b], rows[c][d] = rows[c][d], rows[a][b]

    return in_deal(change)


PASS = ["Pass"] * 4
DAMAGE: dict[str, tuple[Callable[[Document], object], str, tuple[str, ...]]] = {
    "played twice by one": (
        put(3, 2, "Kd"),
        "trick 3, player 1 (seat 1): KD was played before, by them in",
        (),
    ),
    "played twice by two": (put(4, 2, "Qs"), "trick 4, player 3 (seat 3): QS was played before, by player 2", ()),
    "the card turned down": (put(4, 4, "Td"), "player 1 (seat 1): TD was turned up, and nobody took it", ()),
    "a renege": (swap_cards((1, 4), (3, 1)), "trick 1, player 0 (seat 4): TH does not follow diamonds", ("JD",)),
    "a renege on trump": (swap_cards((2, 4), (5, 2)), "trick 2, player 1 (seat 1): 9H does not follow spades", ("9S",)),
    "a swap that turns the play": (swap_cards((1, 4), (2, 3)), "player 2 (seat 2): JD does not follow spades", ("AS",)),
    "a trick too short": (in_deal(lambda deal: tricks(deal)[1].pop()), "trick 2: has 3 cards, but 4 play", ()),
    "a trick too long": (in_deal(lambda deal: tricks(deal)[1].append("9d")), "trick 2: has 5 cards", ("4 cards",)),
    "a trick too many": (in_deal(lambda deal: tricks(deal).append(["9d"])), "6 tricks are told where there are 5", ()),
    "no card": (put(2, 2, "Zz"), "trick 2: 'Zz' is no card", ()),
    "a number for a card": (put(2, 2, 7), "trick 2: 7 is no card", ()),
    "nothing for a card": (put(2, 2, None), "trick 2: None is no card", ()),
    "a card of a larger pack": (put(2, 2, "7c"), "trick 2: '7c' is not in the pack of 24", ()),
    "a joker": (put(2, 2, "B"), "trick 2: 'B' is not in the pack of 24", ()),
    "a trick of text": (in_deal(lambda deal: tricks(deal).__setitem__(2, "Th Qh")), "trick 3: is no list of cards", ()),
    "tricks that are an object": (entry("TRICK_PLAY", tricks={"1": []}), "its tricks are no list", ()),
    "calls of text": (entry("EUCHRE_BIDDING", calls="Pass"), "its calls are no list", ()),
    "no call": (bid("Fold", *PASS, "s"), "player 1 (seat 1): 'Fold' is no call of round 1", ("order", "pass")),
    "an order in the second round": (
        bid(*PASS, "Pass", "Order"),
        "player 2 (seat 2): 'Order' is no call of round 2",
        ("clubs", "spades", "hearts", "pass"),
    ),
    "a suit in the first round": (bid("Pass", "s"), "spades is named in the first round", ("order", "pass")),
    "the suit turned down": (
        bid(*PASS, "Pass", "d"),
        "diamonds was turned down",
        ("clubs", "spades", "hearts", "pass"),
    ),
    "no-trump": (bid(*PASS, "Pass", "n"), "no-trump may not be named", ("clubs", "spades", "hearts", "pass")),
    "a call out of turn": (bid(*PASS, "Pass", "s", "h"), "player 3 (seat 3): 'h' is called, but the bidding was", ()),
    "a dealer who passes": (bid(*PASS, *PASS), "the dealer passes, but has to make", ("clubs", "spades", "hearts")),
    "alone, with four cards a trick": (entry("EUCHRE_BIDDING", isAlone=True), "trick 1: has 4 cards, but 3 play", ()),
    "alone, perhaps": (entry("EUCHRE_BIDDING", isAlone="yes"), "its isAlone is neither true nor false", ()),
    "a dealer out of turn": (state(dealer=1), "player 1 (seat 4): player 1 deals out of turn", ("player 0",)),
    "no such dealer": (state(dealer=9), "its dealer is no player: 9", ("0", "1", "2", "3")),
    "a dealer by name": (state(dealer="me"), "its dealer is no player: 'me'", ()),
    "no upcard": (state(upCard=None), "it has no upCard", ()),
    "a nonsense upcard": (state(upCard="Zz"), "its upCard 'Zz' is no card", ()),
    "phases of text": (in_deal(lambda deal: deal.update(phases="none")), "its phases are no list", ()),
    "another phase": (entry("TRICK_PLAY", type="MELD"), "a phase is neither EUCHRE_BIDDING nor TRICK_PLAY", ()),
    "a list for a state": (in_deal(lambda deal: deal.update(initialState=[])), "its initialState is no object", ()),
    "the packed form": (lambda data: data["deals"].__setitem__(DEAL, "AAECAw=="), "the packed form", ()),
    "a number for a deal": (lambda data: data["deals"].__setitem__(DEAL, 7), "it is no object: 7", ()),
    "nobody may defend alone": (entry("EUCHRE_BIDDING", aloneDefender=1), "they defend alone, which these rules", ()),
    "a maker who defends": (entry("EUCHRE_BIDDING", aloneDefender=0), "are no defender", ("player 1", "player 3")),
    "a discard of nothing": (entry("EUCHRE_BIDDING", discard="Kh"), "KH is the discard of a dealer who took no", ()),
    "a card that was not dealt": (
        state(player_cards=[[], ["Kd", "Qh", "9c", "9h", "Ah"], [], []]),
        "trick 2, player 1 (seat 1): 9S was not dealt to them",
        ("9C", "AH", "QH", "9H"),
    ),
    "a hand too large": (state(player_cards=[["Jd"] * 6]), "6 cards were dealt to them", ("5 cards",)),
    "a card in two hands": (state(player_cards=[["Jd"], ["Jd"]]), "JD was dealt to them, and lies elsewhere too", ()),
    "a lead out of turn": (entry("TRICK_PLAY", initialLead=3), "player 3 (seat 3): leads out of turn", ("player 1",)),
    "a final score": (lambda data: data["metadata"].update(finalScore=[9, 10]), "its finalScore is 9-10", ("8-10",)),
    "a deal too many": (lambda data: data["deals"].append({**data["deals"][3], "dealNumber": 90}), "game was over", ()),
    "a ruleset that is a list": (lambda data: data["metadata"].update(ruleset=[]), "the ruleset is no object", ()),
    "an unknown rule": (lambda data: data["metadata"]["ruleset"].update(moon=1), "an entry 'moon'", ()),
    "no target": (lambda data: data["metadata"]["ruleset"].update(winning_score=-1), "no whole number", ()),
    "players that are a number": (lambda data: data["metadata"].update(players=4), "its players are no list", ()),
    "a score of text": (lambda data: data["metadata"].update(initialScore="0-0"), "no list of 2 scores", ()),
    "metadata of text": (lambda data: data.update(metadata="none"), "its metadata are no object", ()),
}


def facts(deal: Deal) -> Deal:
    """A deal without the score around it, which an earlier one may have changed."""
    return replace(deal, score_before=None, score_after=None, problems=())


def test_there_are_enough_ways() -> None:
    assert len(DAMAGE) >= 40


@pytest.mark.parametrize("name", DAMAGE)
def test_damage_gives_a_sentence_and_loses_nothing_else(name: str, tmp_path: Path) -> None:
    change, sentence, legal = DAMAGE[name]
    path = written(tmp_path, changed(GAME, change))
    whole = read_game_document("whole", document(GAME))
    (game,) = read_records(path)
    found = {problem_text(problem, game): problem for problem in game.problems}
    assert any(sentence in text for text in found), list(found)
    assert any(problem.legal == legal for text, problem in found.items() if sentence in text) or not legal
    assert {problem.deal for problem in game.problems} <= {None, DEAL, 12}, "other deals are as good as they were"
    for deal, before in zip(game.deals, whole.deals, strict=False):
        assert deal.number == DEAL or facts(deal) == facts(before)
    assert len(game.deals) >= len(whole.deals)
    with pytest.raises(RecordError, match=r"record\.egn"):
        read_records(path, strict=True)


FILES: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "is no JSON: Expecting value in line 1"),
    "cut short": (b'{"deals": [', "is no JSON"),
    "not UTF-8": (b'{"deals": "\xff\xfe"}', "is no text in UTF-8 \\(byte 11\\)"),
    "of two bytes a letter": ('{"deals": []}'.encode("utf-16"), "is no text in UTF-8"),
    "no number": (b'{"deals": [NaN]}', "NaN is no number"),
    "a long number": (b'{"deals": ' + b"9" * 5000 + b"}", "is no JSON"),
    "nested": (b'{"deals": ' + b"[" * 100_000, "nested deeper than 40 levels"),
    "nested and closed": (b'{"deals": ' + b"[" * 50 + b"]" * 50 + b"}", "nested deeper than 40 levels"),
    "a list": (b"[1, 2]", "is no record: it holds"),
    "of another kind": (b'{"fileType": "Portable Game Notation"}', "its fileType is 'Portable Game Notation'"),
    "of a later version": (b'{"version": "2.0", "deals": []}', "version '2.0', which this program does not know"),
    "a match without games": (b'{"fileType": "Euchre Match Notation", "games": []}', "is a match without games"),
    "a match with games of text": (b'{"fileType": "Euchre Match Notation", "games": "a"}', "is a match without games"),
}


@pytest.mark.parametrize("name", FILES)
def test_what_is_no_record_is_told_in_a_sentence(name: str, tmp_path: Path) -> None:
    content, sentence = FILES[name]
    with pytest.raises(RecordError, match=sentence) as caught:
        read_records(written(tmp_path, content))
    assert "\n" not in caught.value.message and len(caught.value.message) < 300 + len(str(tmp_path))
    assert caught.value.exit_code == 8


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.egn"
    with path.open("wb") as file:
        file.truncate(100 << 20)
    with pytest.raises(RecordError, match="it has more than 8388608 bytes"):
        read_records(path)


@pytest.mark.parametrize("name", ["missing.egn", "folder"])
def test_what_cannot_be_opened(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(RecordError, match=f"cannot read .*{name}"):
        read_records(tmp_path / name)


ODD: list[Any] = [None, True, -1, 2.5, 10**30, "", "x", "\0", [], [None], {}, {"a": [1]}]


@pytest.mark.parametrize("value", ODD, ids=repr)
def test_wrong_types_anywhere_never_raise(value: Any) -> None:
    """Every entry of a record, one after the other, is put to a value of another kind."""

    def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
        return [found for key, one in inner for found in [(*path, key), *places(one, (*path, key))]]

    small = document("game-11")
    for path in places(small):
        data = document("game-11")
        spot: Any = data
        for key in path[:-1]:
            spot = spot[key]
        spot[path[-1]] = value
        game = read_game_document("odd", data)
        told_all = [problem_text(problem, game) for problem in game.problems]
        assert all("\n" not in text and len(text) < 400 for text in told_all), told_all
        assert game.players and len(game.deals) <= 2
