"""The play of the cards: who leads, what may be played, who wins the trick."""

from typing import Any

from .cards import effective_suit, plain_order, trump_order
from .record import Disagreement, HandRecord


def legal_cards(hand: list[str], led_card: str | None, trump: str | None) -> list[str]:
    """The cards of the hand that may be played on led_card; all of them for the leader (led_card None)."""
    if led_card is None:
        return list(hand)
    led_suit = effective_suit(led_card, trump)
    following = [card for card in hand if effective_suit(card, trump) == led_suit]
    if following:
        return following
    return list(hand)


def trick_winner(plays: list[tuple[int, str]], trump: str | None) -> int:
    """The player who wins the trick: highest trump, else highest card of the suit led."""
    led_suit = effective_suit(plays[0][1], trump)
    assert led_suit is not None, "without a trump the joker has no place"
    for winning_card in trump_order(trump) + plain_order(led_suit, trump):
        for player, card in plays:
            if card == winning_card:
                return player
    raise AssertionError("the led card itself is in one of the two orders")


def next_active(player: int, active: list[int], players: int) -> int:
    """That player, or the first one clockwise from them who takes part."""
    while player not in active:
        player = (player + 1) % players
    return player


def first_leader(
    dealer: int, maker: int, maker_alone: bool, lone_defender: int | None, active: list[int], rules: dict[str, Any]
) -> int:
    """The player who leads to the first trick; active are the players who do not sit out."""
    players = rules["players"]
    start = (dealer + 1) % players
    if rules["alone_lead"] == "left_of_loner":
        if maker_alone and lone_defender is not None:
            if rules["both_alone_lead"] == "defender":
                start = lone_defender
            elif rules["both_alone_lead"] == "maker":
                start = maker
        elif maker_alone:
            start = (maker + 1) % players
        elif lone_defender is not None:
            start = (lone_defender + 1) % players
    return next_active(start, active, players)


def check_play(
    record: HandRecord, hands: dict[int, list[str]], leader: int, trump: str, rules: dict[str, Any]
) -> list[int]:
    """Play the recorded tricks again and return their winners; hands are used up. Raises Disagreement."""
    players = rules["players"]
    if len(record.tricks) != rules["hand_size"]:
        raise Disagreement(f"{len(record.tricks)} tricks were played instead of {rules['hand_size']}")
    if len(record.winners) != len(record.tricks):
        raise Disagreement(f"{len(record.winners)} winners are recorded for {len(record.tricks)} tricks")
    active = list(hands)
    winners = []
    for number, trick in enumerate(record.tricks, start=1):
        if len(trick) != len(active):
            raise Disagreement(f"trick {number} has {len(trick)} cards, but {len(active)} players take part")
        turn = leader
        for place, (player, card) in enumerate(trick):
            if player != turn:
                what = "leads" if place == 0 else "plays"
                raise Disagreement(f"trick {number}: player {player} {what}, but it is the turn of player {turn}")
            if card not in hands[player]:
                raise Disagreement(f"trick {number}: player {player} plays {card}, which they do not hold")
            led_card = None if place == 0 else trick[0][1]
            legal = legal_cards(hands[player], led_card, trump)
            if card not in legal:
                raise Disagreement(
                    f"trick {number}: player {player} plays {card} but must follow with {' or '.join(legal)}"
                )
            hands[player].remove(card)
            turn = next_active((turn + 1) % players, active, players)
        winner = trick_winner(trick, trump)
        if record.winners[number - 1] != winner:
            raise Disagreement(
                f"trick {number} is won by player {winner}, the record says {record.winners[number - 1]}"
            )
        winners.append(winner)
        leader = winner
    return winners
