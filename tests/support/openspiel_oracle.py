"""A second opinion from OpenSpiel: replays a recorded hand in its `euchre` game and compares every point it decides.

OpenSpiel's euchre is one hand of the four-handed game with 24 cards. What its state does (read from the behaviour of
open_spiel 2.0):

- Round 1 is `pass` or the upcard's suit; the dealer then *must* take the upcard and bury another card; only after that
  the maker is asked whether to play alone. In a record "alone" is part of the bid, so the answers are sorted here.
- Round 2 is `pass` or one of the other three suits; `stick_the_dealer` takes away the dealer's pass. Eight passes end
  the hand at 0.
- With `allow_lone_defender` both defenders, from the dealer's left, are asked in every hand, also against a maker with
  a partner; the first yes binds. So it is switched on exactly when the record has a lone defender.
- The first lead is the dealer's left or, where that seat sits out, the next player who does not; also when two play
  alone.
- Points: makers +1, +2 for all five, +4 for all five alone; else the defenders +2, or +4 if one of them is alone.
  There is no super-euchre, although the header comment of its source promises one.

`comparable` is therefore false for: other tables and packs, other points, no-trump, a dealer who left the upcard or
buried it, a named turned-down suit, a dealer who gives a point instead of naming a suit, and lone hands led from the
loner's left. The farmer rules, the Canadian partner rule and min_trump only forbid things that OpenSpiel allows; hands
played under them are comparable.
"""

import random
from typing import Any

import pyspiel

from reference import Disagreement, HandRecord, full_rules, legal_cards, proposed_suit

PASS = 24
NAME_SUIT = {"C": 25, "D": 26, "H": 27, "S": 28}
ALONE = 29
WITH_PARTNER = 30

POINTS_OF_OPENSPIEL = {
    "loner_march": 4,
    "loner_34": 1,
    "loner_euchred": 2,
    "lone_def_euchre": 4,
    "lone_def_sweep": 4,
    "super_euchre": 0,
}


def action_of(card: str) -> int:
    """OpenSpiel's number for a card name."""
    return "9TJQKA".index(card[0]) * 4 + "CDHS".index(card[1])


def card_of(action: int) -> str:
    """The card name for OpenSpiel's number."""
    return "9TJQKA"[action // 4] + "CDHS"[action % 4]


def comparable(record: HandRecord, rules: dict[str, Any]) -> bool:
    """Whether OpenSpiel's euchre can express everything that happened in the hand and gives the same points for it."""
    rules = full_rules(rules)
    if (rules["players"], rules["hand_size"], rules["deck"]) != (4, 5, 24):
        return False
    if any(rules[name] != points for name, points in POINTS_OF_OPENSPIEL.items()):
        return False
    text = record.bids[-1][1]
    if text == "pass":
        return bool(rules["stick_dealer"] != "forfeit1")
    words = text.split()
    if words[0] == "order":
        if not record.picked_up or record.discard == record.upcard:
            return False
    elif words[1] == "NT" or words[1] == proposed_suit(record.upcard, record.next_card, rules):
        return False
    maker_alone = words[-1] == "alone"
    if rules["alone_lead"] == "left_of_loner":
        if maker_alone and record.lone_defender is not None:
            return bool(rules["both_alone_lead"] == "left_of_dealer")
        return not maker_alone and record.lone_defender is None
    return True


def check_with_openspiel(record: HandRecord, rules: dict[str, Any]) -> None:
    """Replay a comparable hand. Raises Disagreement where OpenSpiel allows, decides or scores something else."""
    rules = full_rules(rules)
    if not comparable(record, rules):
        raise ValueError("OpenSpiel's euchre cannot express this hand under these rules")
    game = pyspiel.load_game(
        "euchre",
        {
            "allow_lone_defender": record.lone_defender is not None,
            "stick_the_dealer": rules["stick_dealer"] == "on",
        },
    )
    state = game.new_initial_state()
    deal(state, record)
    bid(state, record)
    play(state, record)
    compare_points(state, record)


def deal(state: Any, record: HandRecord) -> None:
    """The dealer, the hands (OpenSpiel deals a card at a time, beginning with the dealer) and the upcard."""
    state.apply_action(record.dealer)
    for number in range(20):
        player = (record.dealer + number) % 4
        act(state, None, action_of(record.hands[player][number // 4]), "the deal")
    act(state, None, action_of(record.upcard), "the upcard")


def bid(state: Any, record: HandRecord) -> None:
    """The bids, the discard, and who plays alone."""
    for player, text in record.bids:
        words = text.split()
        if words[0] == "pass":
            act(state, player, PASS, f"the bid {text!r}")
        elif words[0] == "order":
            act(state, player, NAME_SUIT[record.upcard[1]], f"the bid {text!r}")
        else:
            act(state, player, NAME_SUIT[words[1]], f"the bid {text!r}")
    if state.is_terminal():
        return
    maker, text = record.bids[-1]
    if text.startswith("order"):
        assert record.discard is not None
        act(state, record.dealer, action_of(record.discard), f"the discard {record.discard}")
    act(state, maker, ALONE if text.endswith("alone") else WITH_PARTNER, "the maker's choice to play alone")
    if record.lone_defender is not None:
        first = (record.dealer + 1) % 4
        if first % 2 == maker % 2:
            first = (first + 1) % 4
        if record.lone_defender != first:
            act(state, first, WITH_PARTNER, "the first defender's choice to play alone")
        act(state, record.lone_defender, ALONE, "the defender's choice to play alone")


def play(state: Any, record: HandRecord) -> None:
    """The tricks: whose turn it is, what is legal, and who wins."""
    hands = {player: list(cards) for player, cards in record.hands.items()}
    if record.discard is not None:
        hands[record.dealer].append(record.upcard)
        hands[record.dealer].remove(record.discard)
    for number, trick in enumerate(record.tricks, start=1):
        for place, (player, card) in enumerate(trick):
            where = f"trick {number}: {card}"
            legal = legal_cards(hands[player], trick[0][1] if place else None, record.trump)
            theirs = [] if state.is_terminal() else [card_of(action) for action in state.legal_actions()]
            # act looks whose turn it is and refuses a card that OpenSpiel forbids; here both sets must be the same.
            act(state, player, action_of(card), where)
            if sorted(theirs) != sorted(legal):
                raise Disagreement(f"{where}: OpenSpiel allows {sorted(theirs)}, the reference {sorted(legal)}")
            hands[player].remove(card)
        winner = state.tricks()[number - 1].winner()
        if winner != record.winners[number - 1]:
            raise Disagreement(f"trick {number}: OpenSpiel's winner is {winner}, not {record.winners[number - 1]}")
    if not state.is_terminal():
        raise Disagreement("OpenSpiel's hand goes on after the last recorded card")


def compare_points(state: Any, record: HandRecord) -> None:
    """OpenSpiel's returns are zero-sum for each player; ours are points to the side that earns them."""
    points = [max(0, int(state.returns()[side])) for side in (0, 1)]
    if points != record.points:
        raise Disagreement(f"OpenSpiel gives the points {points}, the record {record.points}")


def act(state: Any, player: int | None, action: int, where: str) -> None:
    """Apply an action if it is that player's turn (None: chance) and legal, else raise Disagreement."""
    if state.is_terminal():
        raise Disagreement(f"{where}: OpenSpiel's hand is over")
    if player is not None and state.current_player() != player:
        raise Disagreement(f"{where}: it is the turn of player {state.current_player()}, not {player}, in OpenSpiel")
    if action not in state.legal_actions():
        names = [state.action_to_string(state.current_player(), other) for other in state.legal_actions()]
        raise Disagreement(f"{where}: OpenSpiel allows only {names}")
    state.apply_action(action)


def random_openspiel_hand(source: random.Random, allow_lone_defender: bool, stick_the_dealer: bool) -> HandRecord:
    """A hand that OpenSpiel itself deals, plays at random and scores, written down as a record."""
    game = pyspiel.load_game(
        "euchre", {"allow_lone_defender": allow_lone_defender, "stick_the_dealer": stick_the_dealer}
    )
    state = game.new_initial_state()
    dealer = source.randrange(4)
    state.apply_action(dealer)
    hands: dict[int, list[str]] = {player: [] for player in range(4)}
    cards = source.sample(range(24), 21)
    for number, action in enumerate(cards):
        if number < 20:
            hands[(dealer + number) % 4].append(card_of(action))
        state.apply_action(action)
    record = HandRecord(dealer=dealer, hands=hands, upcard=card_of(cards[20]), bids=[], points=[], score_before=[0, 0])
    phases = pyspiel.euchre.Phase
    played: list[tuple[int, str]] = []
    while not state.is_terminal():
        phase, player, legal = state.current_phase(), state.current_player(), state.legal_actions()
        action = PASS if PASS in legal and source.random() < 0.7 else source.choice(legal)
        state.apply_action(action)
        if phase == phases.BIDDING:
            record.bids.append((player, bid_text(action, len(record.bids) >= 4)))
        elif phase == phases.DISCARD:
            record.picked_up, record.discard = True, card_of(action)
        elif phase == phases.GO_ALONE and action == ALONE:
            if player == state.declarer():
                record.bids[-1] = (player, record.bids[-1][1] + " alone")
            else:
                record.lone_defender = player
        elif phase == phases.PLAY:
            played.append((player, card_of(action)))
    write_result(record, state, played)
    return record


def bid_text(action: int, second_round: bool) -> str:
    """The words of a record for OpenSpiel's bid."""
    if action == PASS:
        return "pass"
    if not second_round:
        return "order"
    return "call " + {number: suit for suit, number in NAME_SUIT.items()}[action]


def write_result(record: HandRecord, state: Any, played: list[tuple[int, str]]) -> None:
    """Complete the record with what OpenSpiel decided."""
    record.points = [max(0, int(state.returns()[side])) for side in (0, 1)]
    if not played:
        return
    record.maker = state.declarer()
    record.trump = "CDHS"[state.trump_suit()]
    size = len(played) // 5
    record.tricks = [played[start : start + size] for start in range(0, len(played), size)]
    record.winners = [trick.winner() for trick in state.tricks()]
    record.maker_tricks = len([winner for winner in record.winners if winner % 2 == record.maker % 2])
