"""A game as Euchre Game Notation 1.4: written, read again, and refused in words where the format cannot tell it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from sim.cards import JOKER, NO_TRUMP, cards_of
from sim.errors import RecordError
from sim.records.card_words import SUIT_LETTERS, card_word
from sim.records.deals import BIDDING, PLAY
from sim.records.files import GAME, MATCH
from sim.records.game import Deal, Game
from sim.records.reading import read_game_document
from sim.records.ruleset import ruleset_of
from sim.rules.rules import Rules

VERSION: Final = "1.4"
LONGEST_TITLE, LONGEST_NAME = 128, 64
MOST_DEALS_WRITTEN: Final = 100
_SAME: Final = (
    "dealer upcard dealt calls round maker trump alone lone_defender taken discard makers_tricks points score_after"
).split()
"""What has to come back as it was written."""
_HINT: Final = "show prints it as text; what the format can tell: docs/records.md"


def unsayable(rules: Rules) -> str:
    """Why no game of these rules can be told in the format; empty where hands can."""
    if not rules.has_upcard:
        return "it has no words for bids of numbers"
    if rules.players not in (2, 4):
        return f"it keeps two scores, and {rules.players} players have one each"
    if rules.dummies:
        return "it has no words for dummies"
    return ""


def document_of(game: Game) -> dict[str, Any]:
    """The JSON object of a game, which is read back as it was. Raises RecordError where the format cannot tell it."""
    why = unsayable(game.rules) or next((why for deal in game.deals if (why := _why_not(game.rules, deal))), "")
    if not why and len(game.deals) > MOST_DEALS_WRITTEN:
        why = f"it takes {MOST_DEALS_WRITTEN} deals, and the game has {len(game.deals)}"
    if why:
        raise _refused(game, why)
    over = game.winner is not None
    document = {
        "fileType": GAME,
        "version": VERSION,
        "metadata": {
            "title": game.title[:LONGEST_TITLE],
            "players": [name[:LONGEST_NAME] for name in game.players],
            "initialScore": list(game.initial_score),
            **({"finalScore": list(game.final_score)} if over and game.final_score is not None else {}),
            "ruleset": ruleset_of(game.rules),
        },
        "deals": [_deal(deal) for deal in game.deals],
    }
    _check_back(game, document)
    return document


def match_of(games: Sequence[Game], title: str) -> dict[str, Any]:
    """The JSON object of a match of some games of four players, the same in each."""
    ids = [f"p-{chair + 1:02}" for chair in range(len(games[0].players))]
    names = zip(ids, games[0].players, strict=True)
    return {
        "fileType": MATCH,
        "version": "1.0",
        "metadata": {
            "title": title[:LONGEST_TITLE],
            "players": [{"id": id_, "name": name[:LONGEST_NAME]} for id_, name in names],
            "matchFormat": {"type": "FIXED_GAMES", "target": len(games)},
        },
        "games": [
            {"gameIndex": number, "players": ids, "gameData": document_of(game)} for number, game in enumerate(games)
        ],
    }


def as_text(document: Mapping[str, Any]) -> str:
    """A document as its file holds it: JSON, with each list of plain values (a trick, a hand) on one line."""
    return _json(document, "") + "\n"


def _json(value: Any, indent: str) -> str:
    inner = indent + " "
    if isinstance(value, Mapping) and value:
        lines = [f"{inner}{json.dumps(name, ensure_ascii=False)}: {_json(one, inner)}" for name, one in value.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(value, list) and not all(isinstance(one, str | int) for one in value):
        return "[\n" + ",\n".join(inner + _json(one, inner) for one in value) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False)


def _why_not(rules: Rules, deal: Deal) -> str:
    """Why a deal cannot be told; empty where nothing is known to stand in the way."""
    if deal.upcard == JOKER:
        return f"deal {deal.number}: the joker is turned up, and it has no words for what becomes trump then"
    if deal.lone_defender is not None and not deal.alone:
        return f"deal {deal.number}: it has no words for a lone defender against two makers"
    if deal.round == 1 and not deal.taken and rules.dealer_pickup == "optional" and rules.players == 4:
        return f"deal {deal.number}: it has no words for a dealer of four who leaves the upcard on the table"
    if deal.maker is not None and not deal.tricks and deal.points is not None:
        return f"deal {deal.number}: it has no words for a hand that is shown instead of played"
    return ""


def _refused(game: Game, why: str) -> RecordError:
    return RecordError(f"{game.source} cannot be told in {GAME}: {why}", _HINT)


def _deal(deal: Deal) -> dict[str, Any]:
    bids: dict[str, Any] = {
        "phaseNumber": 0,
        "type": BIDDING,
        "calls": [_call(call.round, call.suit) for call in deal.calls],
        "isAlone": deal.alone,
    }
    if deal.lone_defender is not None:
        bids["aloneDefender"] = deal.lone_defender
    if deal.discard is not None:
        bids["discard"] = card_word(deal.discard)
    elif deal.round == 1 and not deal.taken:
        bids["discard"] = card_word(deal.upcard)  # how the format can say that it stays on the table
    if deal.exchanges:
        bids["cardExchanges"] = [
            {
                **({} if exchange.sender is None else {"sender": exchange.sender}),
                "receiver": exchange.receiver,
                "cards": [card_word(card) for card in exchange.cards],
            }
            for exchange in deal.exchanges
        ]
    phases = [bids]
    if deal.tricks:
        tricks = [[card_word(card) for card in trick.cards] for trick in deal.tricks]
        phases.append({"phaseNumber": 1, "type": PLAY, "tricks": tricks})
    return {
        "dealNumber": deal.number,
        "initialState": {
            "dealer": deal.dealer,
            "upCard": card_word(deal.upcard),
            "playerCards": [[card_word(card) for card in cards_of(hand)] for hand in deal.dealt],
        },
        "phases": phases,
    }


def _call(number: int, suit: int | None) -> str:
    if suit is None:
        return "Pass"
    if number == 1:
        return "Order"
    return "n" if suit == NO_TRUMP else "x" if suit < 0 else SUIT_LETTERS[suit]


def _check_back(game: Game, document: Mapping[str, Any]) -> None:
    """RecordError unless the document is read as the game that was written."""
    back = read_game_document(game.source, document)
    lacking = [game.rules.said(name) for name in game.rules.differences(back.rules) if name not in _UNSEEN]
    why = f", for it has no word for {' and '.join(lacking)}" if lacking else ""
    for deal, read in zip(game.deals, back.deals, strict=True):
        odd = [name for name in _SAME if getattr(deal, name) != getattr(read, name)]
        same_tricks = [(t.players, t.cards, t.winner) for t in deal.tricks] == [
            (t.players, t.cards, t.winner) for t in read.tricks
        ]
        if odd or not same_tricks:
            raise _refused(game, f"deal {deal.number} would be read with other {(odd or ['tricks'])[0]}{why}")
        if set(read.problems) - set(deal.problems):
            raise _refused(game, f"deal {deal.number} would be read as against the rules{why}")
    if back.final_score != game.final_score:
        raise _refused(game, f"its score would be read as another{why}")


_UNSEEN: Final = (
    "discard_upcard dealer_pickup defend_alone alone_when maker_alone call_for_best best_order laps lap_games slam "
    "joker_up both_alone_lead call_turned_down min_trump late_loners"
).split()
"""Rules that a deal tells by what is done in it, or that leave no trace in it."""
