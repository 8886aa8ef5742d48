"""Napoleon: one bid each, the high bidder's first card is trump, and they play against all others.

No card is turned up, jacks are ordinary cards, and everybody keeps a score of their own. Bids are words, pass or one of
`BIDS`; a bid of one is only made where `nap_min_bid` is 1, or by a dealer who must when all have passed.
"""

import random
from typing import Any

from .cards import RANKS_HIGH_FIRST, pack
from .record import Disagreement, HandRecord

BIDS = ["one", "two", "three", "misere", "four", "nap", "wellington", "blucher"]
"""From the lowest to the highest."""
TRICKS_NEEDED = {"one": 1, "two": 2, "three": 3, "four": 4, "nap": 5, "wellington": 5, "blucher": 5}

# What the bidder gets from each opponent when they win, and what they give to each when they lose.
SMALL = {"one": (1, 1), "two": (2, 2), "three": (3, 3), "four": (4, 4)}
PAYMENTS = {
    "us": SMALL | {"nap": (10, 5), "wellington": (10, 10), "blucher": (10, 20)},
    "stakes": SMALL | {"nap": (10, 5), "wellington": (20, 10), "blucher": (30, 15)},
    "flat": SMALL | {"nap": (5, 5), "wellington": (10, 10), "blucher": (20, 20)},
}


def legal_bids(said: list[str], rules: dict[str, Any]) -> list[str]:
    """What the next player may say after what has been said so far."""
    made = [bid for bid in said if bid != "pass"]
    highest = made[-1] if made else None
    lowest = ["one", "two", "three", "four", "nap"][rules["nap_min_bid"] - 1]
    legal = ["pass"]
    for bid in BIDS:
        if BIDS.index(bid) < BIDS.index(lowest):
            continue
        if highest is not None and BIDS.index(bid) <= BIDS.index(highest):
            continue
        if bid == "misere" and rules["misere"] == "off":
            continue
        if bid == "wellington" and highest != "nap":
            continue
        if bid == "blucher" and highest != "wellington":
            continue
        legal.append(bid)
    return legal


def contract(said: list[tuple[int, str]], dealer: int, rules: dict[str, Any]) -> tuple[int, str] | None:
    """The high bidder and their bid; None when the deal is thrown in."""
    made = [(player, bid) for player, bid in said if bid != "pass"]
    if made:
        return made[-1]
    if rules["nap_allpass"] == "dealer_one":
        return dealer, "one"
    return None


def around(first: int, players: int) -> list[int]:
    """All players in order, from one of them on."""
    return [(first + place) % players for place in range(players)]


def legal_cards(hand: list[str], led_card: str | None) -> list[str]:
    """The cards that may be played: of the suit printed on the card led, if there are any."""
    if led_card is None:
        return list(hand)
    following = [card for card in hand if card[1] == led_card[1]]
    return following if following else list(hand)


def trick_winner(plays: list[tuple[int, str]], trump: str) -> int:
    """The player of the highest trump, else of the highest card of the suit led; trump "NT" is no suit."""
    led = plays[0][1][1]
    for suit in (trump, led):
        for rank in RANKS_HIGH_FIRST:
            for player, card in plays:
                if card == rank + suit:
                    return player
    raise AssertionError("the card led has the suit led")


def payments(maker: int, bid: str, maker_tricks: int, rules: dict[str, Any]) -> list[int]:
    """What everybody wins (or, below zero, pays): the bidder settles with each opponent, or only counts."""
    if bid == "misere":
        from_each = 3 if maker_tricks == 0 else -rules["misere_lost"]
    else:
        win, loss = PAYMENTS[rules["nap_table"]][bid]
        from_each = win if maker_tricks >= TRICKS_NEEDED[bid] else -loss
    if rules["nap_table"] == "flat":
        return [from_each if player == maker else 0 for player in range(rules["players"])]
    points = [-from_each] * rules["players"]
    points[maker] = from_each * (rules["players"] - 1)
    return points


def check_cards(record: HandRecord, rules: dict[str, Any]) -> None:
    """Raise Disagreement unless everybody was dealt five different cards of the pack, and nothing was turned up."""
    players = rules["players"]
    if record.dealer not in range(players):
        raise Disagreement(f"the dealer is player {record.dealer} at a table of {players}")
    if sorted(record.hands) != list(range(players)):
        raise Disagreement(f"hands were dealt to players {sorted(record.hands)} at a table of {players}")
    dealt = [card for player in range(players) for card in record.hands[player]]
    for player in range(players):
        if len(record.hands[player]) != 5:
            raise Disagreement(f"player {player} was dealt {len(record.hands[player])} cards")
    for card in dealt:
        if card not in pack(rules["deck"]):
            raise Disagreement(f"{card} is not in the pack of {rules['deck']} cards")
        if dealt.count(card) > 1:
            raise Disagreement(f"{card} was dealt {dealt.count(card)} times")
    if record.upcard != "":
        raise Disagreement(f"{record.upcard} was turned up, but in napoleon no card is")


def check_bids(record: HandRecord, rules: dict[str, Any]) -> None:
    """Raise Disagreement unless everybody spoke once, in turn, and as they may."""
    turns = around(record.dealer + 1, rules["players"])
    if [player for player, _ in record.bids] != turns:
        raise Disagreement(f"players {[player for player, _ in record.bids]} bid, but the turns are {turns}")
    said: list[str] = []
    for player, bid in record.bids:
        legal = legal_bids(said, rules)
        if bid not in legal:
            raise Disagreement(f"player {player} may not bid {bid!r}; legal: {', '.join(legal)}")
        said.append(bid)


def same(what: str, recorded: object, decided: object) -> None:
    """Raise Disagreement unless the record says what was decided here."""
    if recorded != decided:
        raise Disagreement(f"{what} should be {decided}, the record says {recorded}")


def check_napoleon(record: HandRecord, rules: dict[str, Any]) -> None:
    """Decide a hand of napoleon again. Raises Disagreement at the first wrong point."""
    players = rules["players"]
    if len(record.score_before) != players:
        raise Disagreement(f"the score before the hand is {record.score_before} for {players} players")
    check_cards(record, rules)
    check_bids(record, rules)
    same("the pick-up", record.picked_up, False)
    same("the discard", record.discard, None)
    same("the lone defender", record.lone_defender, None)
    high = contract(record.bids, record.dealer, rules)
    if high is None:
        same("the maker of a deal thrown in", record.maker, None)
        same("the bid of a deal thrown in", record.bid, None)
        same("trump of a deal thrown in", record.trump, None)
        same("the tricks of a deal thrown in", record.tricks, [])
        same("the points of a deal thrown in", record.points, [0] * players)
        return
    maker, bid = high
    same("the maker", record.maker, maker)
    same("the bid", record.bid, bid)
    if len(record.tricks) != 5 or len(record.winners) != 5:
        raise Disagreement(f"{len(record.tricks)} tricks with {len(record.winners)} winners instead of 5")
    # The card that the bidder leads makes its suit trump.
    trump = "NT" if bid == "misere" else record.tricks[0][0][1][1]
    same("trump", record.trump, trump)
    hands = {player: list(cards) for player, cards in record.hands.items()}
    leader, maker_tricks = maker, 0
    for number, trick in enumerate(record.tricks, start=1):
        if [player for player, _ in trick] != around(leader, players):
            raise Disagreement(f"trick {number} is played by {trick}, but the turns are {around(leader, players)}")
        for place, (player, card) in enumerate(trick):
            if card not in hands[player]:
                raise Disagreement(f"trick {number}: player {player} plays {card}, which they do not hold")
            legal = legal_cards(hands[player], trick[0][1] if place else None)
            if card not in legal:
                raise Disagreement(f"trick {number}: player {player} plays {card}; legal: {', '.join(legal)}")
            hands[player].remove(card)
        leader = trick_winner(trick, trump)
        same(f"the winner of trick {number}", record.winners[number - 1], leader)
        maker_tricks += leader == maker
    same("the number of the bidder's tricks", record.maker_tricks, maker_tricks)
    same("the points", record.points, payments(maker, bid, maker_tricks, rules))


def random_napoleon(source: random.Random, rules: dict[str, Any], dealer: int, score: list[int]) -> HandRecord:
    """A hand in which every choice that the rules leave is made at random."""
    players = rules["players"]
    cards = pack(rules["deck"])
    source.shuffle(cards)
    record = HandRecord(
        dealer=dealer,
        hands={player: [cards.pop() for _ in range(5)] for player in range(players)},
        upcard="",
        bids=[],
        points=[0] * players,
        score_before=list(score),
    )
    for player in around(dealer + 1, players):
        legal = legal_bids([bid for _, bid in record.bids], rules)
        # The next higher bid mostly, or few auctions would have more than one bid.
        passes = source.random() < 0.4 or len(legal) == 1
        record.bids.append((player, "pass" if passes else legal[1] if source.random() < 0.7 else source.choice(legal)))
    high = contract(record.bids, dealer, rules)
    if high is None:
        return record
    record.maker, record.bid = high
    leader = record.maker
    hands = {player: list(held) for player, held in record.hands.items()}
    for _ in range(5):
        trick: list[tuple[int, str]] = []
        for player in around(leader, players):
            card = source.choice(legal_cards(hands[player], trick[0][1] if trick else None))
            hands[player].remove(card)
            trick.append((player, card))
        if record.trump is None:
            record.trump = "NT" if record.bid == "misere" else trick[0][1][1]
        leader = trick_winner(trick, record.trump)
        record.tricks.append(trick)
        record.winners.append(leader)
    record.maker_tricks = record.winners.count(record.maker)
    record.points = payments(record.maker, record.bid, record.maker_tricks, rules)
    return record
