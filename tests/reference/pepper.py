"""Hasenpfeffer and pepper: tricks are bid, the high bidder takes the widow where there is one, and they lead.

Two partnerships of four players with six cards each. Bids are words: "pass" or one of `BIDS`; in pepper all six tricks
are bid as "little" or "big".
"""

import random
from typing import Any

from .cards import JOKER, pack
from .house_rules import has_joker
from .play import legal_cards, trick_winner
from .record import Disagreement, HandRecord

NUMBERS = ["1", "2", "3", "4", "5"]
TRICKS = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "little": 6, "big": 6}


def bids_of(rules: dict[str, Any]) -> list[str]:
    """All bids of the game, from the lowest to the highest."""
    if rules["pf_pepper"] == "on":
        return [*NUMBERS, "little", "big"]
    return [*NUMBERS, "6"]


def legal_bids(said: list[tuple[int, str]], player: int, rules: dict[str, Any]) -> list[str]:
    """What a player may say after all that has been said."""
    every = bids_of(rules)
    made = [bid for _, bid in said if bid != "pass"]
    if rules["pf_reentry"] == "off" and (player, "pass") in said:
        return ["pass"]
    higher = every[every.index(made[-1]) + 1 :] if made else every
    return ["pass", *higher]


def auction_is_over(said: list[tuple[int, str]], rules: dict[str, Any]) -> bool:
    """Whether nobody speaks any more: all have passed, or the other three since the last bid, or it was the highest."""
    made = [place for place, (_, bid) in enumerate(said) if bid != "pass"]
    if not made:
        return len(said) == 4
    return said[made[-1]][1] == bids_of(rules)[-1] or len(said) - made[-1] == 4


def contract(record: HandRecord, rules: dict[str, Any]) -> tuple[int, str] | None:
    """The high bidder and their bid; None when the deal is thrown in."""
    made = [(player, bid) for player, bid in record.bids if bid != "pass"]
    if made:
        return made[-1]
    if has_joker(rules) and rules["pf_joker_forced"] > 0:
        for player, cards in record.hands.items():
            if JOKER in cards:
                forced = rules["pf_joker_forced"]
                return player, bids_of(rules)[forced - 1]
    return None


def score(maker: int, bid: str, maker_tricks: int, rules: dict[str, Any]) -> list[int]:
    """The points of both sides."""
    points = [6 - maker_tricks, 6 - maker_tricks]
    if maker_tricks >= TRICKS[bid]:
        won = maker_tricks
    elif rules["pf_failed"] == "six":
        won = -6
    else:
        won = -TRICKS[bid]
    points[maker % 2] = 2 * won if bid == "big" else won
    return points


def same(what: str, recorded: object, decided: object) -> None:
    """Raise Disagreement unless the record says what was decided here."""
    if recorded != decided:
        raise Disagreement(f"{what} should be {decided}, the record says {recorded}")


def check_pepper(record: HandRecord, rules: dict[str, Any]) -> None:
    """Decide a hand again. Raises Disagreement at the first wrong point."""
    if len(record.score_before) != 2:
        raise Disagreement(f"the score before the hand is {record.score_before} for two sides")
    check_cards(record, rules)
    check_bids(record, rules)
    same("the pick-up", record.picked_up, False)
    same("the lone defender", record.lone_defender, None)
    high = contract(record, rules)
    if high is None:
        same("the maker of a deal thrown in", record.maker, None)
        same("the bid of a deal thrown in", record.bid, None)
        same("trump of a deal thrown in", record.trump, None)
        same("the discard of a deal thrown in", record.discard, None)
        same("the tricks of a deal thrown in", record.tricks, [])
        same("the points of a deal thrown in", record.points, [0, 0])
        return
    maker, bid = high
    same("the maker", record.maker, maker)
    same("the bid", record.bid, bid)
    if record.trump not in ["C", "D", "S", "H"] + (["NT"] if rules["no_trump"] == "bidder" else []):
        raise Disagreement(f"{record.trump} is no trump that the high bidder may name")
    hands = {player: list(cards) for player, cards in record.hands.items()}
    hands[maker] = after_the_widow(hands[maker], record, rules)
    maker_tricks = check_tricks(record, hands, maker)
    same("the number of tricks of the maker's side", record.maker_tricks, maker_tricks)
    same("the points", record.points, score(maker, bid, maker_tricks, rules))


def check_cards(record: HandRecord, rules: dict[str, Any]) -> None:
    """Raise Disagreement unless everybody was dealt six cards, and the card left over is the widow."""
    if record.dealer not in range(4) or sorted(record.hands) != [0, 1, 2, 3]:
        raise Disagreement(f"player {record.dealer} deals to players {sorted(record.hands)}")
    for player, cards in record.hands.items():
        if len(cards) != 6:
            raise Disagreement(f"player {player} was dealt {len(cards)} cards")
    dealt = [card for cards in record.hands.values() for card in cards]
    if record.widow is not None:
        dealt.append(record.widow)
    if sorted(dealt) != sorted(pack(rules["deck"])):
        raise Disagreement(f"{sorted(dealt)} are not the {rules['deck']} cards of the pack")
    if record.upcard != "":
        raise Disagreement(f"{record.upcard} was turned up, but no card is")


def check_bids(record: HandRecord, rules: dict[str, Any]) -> None:
    """Raise Disagreement unless everybody spoke in turn and as they may, to the end of the auction."""
    said: list[tuple[int, str]] = []
    for player, bid in record.bids:
        turn = (record.dealer + 1 + len(said)) % 4
        if auction_is_over(said, rules):
            raise Disagreement(f"player {player} says {bid!r}, but the auction is over")
        if player != turn:
            raise Disagreement(f"player {player} says {bid!r}, but it is the turn of player {turn}")
        legal = legal_bids(said, player, rules)
        if bid not in legal:
            raise Disagreement(f"player {player} may not say {bid!r}; legal: {', '.join(legal)}")
        said.append((player, bid))
    if not auction_is_over(said, rules):
        raise Disagreement(f"the auction is not over after {said}")


def after_the_widow(hand: list[str], record: HandRecord, rules: dict[str, Any]) -> list[str]:
    """The maker's six cards, once they have taken the widow and put a card away."""
    if record.widow is None or rules["pf_widow"] == "dead":
        same("the discard without a widow", record.discard, None)
        return hand
    seven = [*hand, record.widow]
    if record.discard not in seven:
        raise Disagreement(f"the maker puts {record.discard} away, which they do not hold")
    seven.remove(record.discard)
    return seven


def check_tricks(record: HandRecord, hands: dict[int, list[str]], maker: int) -> int:
    """Play the six tricks again; the number of those that the maker's side wins. Raises Disagreement."""
    if len(record.tricks) != 6 or len(record.winners) != 6:
        raise Disagreement(f"{len(record.tricks)} tricks with {len(record.winners)} winners instead of 6")
    leader, won = maker, 0
    for number, trick in enumerate(record.tricks, start=1):
        if [player for player, _ in trick] != [(leader + place) % 4 for place in range(4)]:
            raise Disagreement(f"trick {number} is {trick}, but player {leader} leads")
        for place, (player, card) in enumerate(trick):
            if card not in hands[player]:
                raise Disagreement(f"trick {number}: player {player} plays {card}, which they do not hold")
            legal = legal_cards(hands[player], trick[0][1] if place else None, record.trump)
            if card not in legal:
                raise Disagreement(f"trick {number}: player {player} plays {card}; legal: {', '.join(legal)}")
            hands[player].remove(card)
        leader = trick_winner(trick, record.trump)
        same(f"the winner of trick {number}", record.winners[number - 1], leader)
        won += leader % 2 == maker % 2
    return won


def random_pepper(source: random.Random, rules: dict[str, Any], dealer: int, score_before: list[int]) -> HandRecord:
    """A hand in which every choice that the rules leave is made at random."""
    cards = pack(rules["deck"])
    source.shuffle(cards)
    record = HandRecord(
        dealer=dealer,
        hands={player: [cards.pop() for _ in range(6)] for player in range(4)},
        upcard="",
        widow=cards.pop() if cards else None,
        bids=[],
        points=[0, 0],
        score_before=list(score_before),
    )
    while not auction_is_over(record.bids, rules):
        player = (dealer + 1 + len(record.bids)) % 4
        legal = legal_bids(record.bids, player, rules)
        # Mostly pass or bid one more, or few auctions would go round more than once.
        passes = source.random() < 0.6 or len(legal) == 1
        record.bids.append((player, "pass" if passes else legal[1] if source.random() < 0.8 else source.choice(legal)))
    high = contract(record, rules)
    if high is None:
        return record
    record.maker, record.bid = high
    record.trump = source.choice(["C", "D", "S", "H"] + (["NT"] if rules["no_trump"] == "bidder" else []))
    hands = {player: list(held) for player, held in record.hands.items()}
    if record.widow is not None and rules["pf_widow"] == "taken":
        record.discard = source.choice([*hands[record.maker], record.widow])
    hands[record.maker] = after_the_widow(hands[record.maker], record, rules)
    leader = record.maker
    for _ in range(6):
        trick: list[tuple[int, str]] = []
        for place in range(4):
            player = (leader + place) % 4
            card = source.choice(legal_cards(hands[player], trick[0][1] if trick else None, record.trump))
            hands[player].remove(card)
            trick.append((player, card))
        leader = trick_winner(trick, record.trump)
        record.tricks.append(trick)
        record.winners.append(leader)
    record.maker_tricks = len([winner for winner in record.winners if winner % 2 == record.maker % 2])
    record.points = score(record.maker, record.bid, record.maker_tricks, rules)
    return record
