"""Hands and games that a random player plays by the reference rules: material for testing whoever judges records."""

import random
from typing import Any

from .alone import hear_declaration, lone_defenders_allowed, may_declare_later
from .best_card import callers, holds_jamboree
from .bidding import Auction, legal_bids, order_of_bidding, proposed_suit, read_auction
from .cards import JOKER, pack
from .deal import must_redeal
from .exchange import after_pick_up, dummy_of, hands_to_play, uses_dummy
from .game import game_winner, is_over, next_dealer, tokens_after
from .house_rules import dummy_size, full_rules, number_of_sides, own_dummies, side_of
from .napoleon import random_napoleon
from .pepper import random_pepper
from .play import first_leader, legal_cards, next_active, trick_winner
from .record import GameRecord, HandRecord
from .scoring import score_hand, score_passed_out


def random_hand(
    source: random.Random,
    rules: dict[str, Any],
    dealer: int = 0,
    score: list[int] | None = None,
    tokens: list[int] | None = None,
) -> HandRecord:
    """A hand in which every choice that the rules leave is made at random."""
    rules = full_rules(rules)
    tokens = tokens if tokens is not None else [0] * number_of_sides(rules)
    if rules["auction"] == "single":
        return random_napoleon(source, rules, dealer, score if score is not None else [0] * rules["players"])
    if rules["auction"] == "tricks":
        return random_pepper(source, rules, dealer, score if score is not None else [0, 0])
    record = random_deal(source, rules, dealer)
    record.score_before = list(score) if score is not None else [0] * number_of_sides(rules)
    record.tokens_before = list(tokens) if rules["four_trick_tokens"] == "on" else []
    for player, round_number in order_of_bidding(dealer, record.upcard, rules):
        hand = record.hands[player]
        legal = legal_bids(
            player, round_number, dealer, hand, record.upcard, record.next_card, rules, record.score_before
        )
        # Mostly pass: otherwise eldest would make trump in nearly every hand.
        text = "pass" if "pass" in legal and source.random() < 0.7 else source.choice(legal)
        record.bids.append((player, text))
        if text != "pass":
            break
    auction = read_auction(record, rules)
    if auction is None:
        record.points = score_passed_out(dealer, rules)
        return record
    record.maker = auction.maker
    record.trump = auction.trump
    if may_declare_later(auction, rules, record.score_before):
        record.declared_alone = source.random() < 0.4
    hear_declaration(record, auction, rules)
    choose_cards_to_play(source, record, auction, rules)
    if holds_jamboree(after_pick_up(record, rules)[auction.maker], auction.trump, rules):
        record.shown = True
        record.points = [16 if side == side_of(auction.maker, rules) else 0 for side in range(number_of_sides(rules))]
        return record
    defenders = lone_defenders_allowed(
        auction.maker, auction.alone, dealer, rules, auction.jambone, record.score_before
    )
    if defenders and source.random() < 0.4:
        record.lone_defender = source.choice(defenders)
    call_at_random(source, record, auction, rules)
    play_at_random(source, record, auction, rules)
    return record


def random_deal(source: random.Random, rules: dict[str, Any], dealer: int) -> HandRecord:
    """A record with nothing but a deal, dealt again as long as the farmer rules ask for it."""
    size = rules["hand_size"]
    while True:
        cards = pack(rules["deck"])
        source.shuffle(cards)
        hands = {player: [cards.pop() for _ in range(size)] for player in range(rules["players"])}
        dummies = [[cards.pop() for _ in range(dummy_size(rules))] for _ in range(2 if own_dummies(rules) else 1)]
        upcard = cards.pop()
        next_card = cards.pop() if upcard == JOKER and rules["joker_up"] == "next_card" else None
        turned = proposed_suit(upcard, next_card, rules)
        if not any(must_redeal(hand, turned, rules["farmers_hand"]) for hand in hands.values()):
            return HandRecord(
                dealer=dealer,
                hands=hands,
                upcard=upcard,
                next_card=next_card,
                dummy=dummies[0] if dummy_size(rules) > 0 and not own_dummies(rules) else None,
                own_dummies=dict(enumerate(dummies)) if own_dummies(rules) else None,
                bids=[],
                points=[],
                score_before=[],
            )


def choose_cards_to_play(source: random.Random, record: HandRecord, auction: Auction, rules: dict[str, Any]) -> None:
    """Pick-up, discard and the five that are kept with a dummy."""
    dealer = record.dealer
    if auction.round == 1:
        must = auction.maker == dealer or rules["dealer_pickup"] == "mandatory"
        record.picked_up = must or source.random() < 0.5
    if record.picked_up:
        choices = list(record.hands[dealer])
        if rules["discard_upcard"] == "allowed":
            choices.append(record.upcard)
        record.discard = source.choice(choices)
    hands = after_pick_up(record, rules)
    if uses_dummy(auction, rules):
        record.kept = source.sample(hands[auction.maker] + dummy_of(auction.maker, record, rules), rules["hand_size"])
    if own_dummies(rules):
        other = 1 - auction.maker
        record.defender_kept = source.sample(hands[other] + dummy_of(other, record, rules), rules["hand_size"])


def call_at_random(source: random.Random, record: HandRecord, auction: Auction, rules: dict[str, Any]) -> None:
    """Lone players exchange a card with their partners, or (where they have a choice) do not."""
    hands = after_pick_up(record, rules)
    for caller in callers(auction, record.lone_defender, rules):
        first = rules["best_order"] == "discard_first"
        if first and source.random() < 0.2:
            continue
        given = source.choice(hands[(caller + 2) % 4])
        discarded = source.choice(hands[caller] if first else [*hands[caller], given])
        record.best_calls[caller] = (discarded, given)


def play_at_random(source: random.Random, record: HandRecord, auction: Auction, rules: dict[str, Any]) -> None:
    """The tricks and what they are worth."""
    hands = hands_to_play(record, auction, rules)
    active = list(hands)
    player = first_leader(record.dealer, auction.maker, auction.alone, record.lone_defender, active, rules)
    for _ in range(rules["hand_size"]):
        trick: list[tuple[int, str]] = []
        while len(trick) < len(active):
            card = source.choice(legal_cards(hands[player], trick[0][1] if trick else None, auction.trump))
            hands[player].remove(card)
            trick.append((player, card))
            player = next_active((player + 1) % rules["players"], active, rules["players"])
        player = trick_winner(trick, auction.trump)
        record.tricks.append(trick)
        record.winners.append(player)
    won = [winner for winner in record.winners if side_of(winner, rules) == side_of(auction.maker, rules)]
    record.maker_tricks = len(won)
    maker_side = side_of(auction.maker, rules)
    lost_first_two = maker_side not in [side_of(winner, rules) for winner in record.winners[:2]]
    held = record.tokens_before[maker_side] if record.tokens_before else 0
    record.points = score_hand(
        auction.maker,
        auction.alone,
        record.lone_defender,
        len(won),
        rules,
        auction.jambone,
        lost_first_two,
        held,
    )


def random_game(source: random.Random, rules: dict[str, Any], first_dealer: int = 0) -> GameRecord:
    """A whole game of random hands."""
    rules = full_rules(rules)
    score = [0] * number_of_sides(rules)
    tokens = [0] * number_of_sides(rules)
    dealer = first_dealer
    hands: list[HandRecord] = []
    while not is_over(score, len(hands), rules):
        hand = random_hand(source, rules, dealer, score, tokens)
        hands.append(hand)
        score = [before + won for before, won in zip(score, hand.points, strict=True)]
        tokens = tokens_after(tokens, hand, rules)
        dealer = next_dealer(hand, rules)
    winner = game_winner(score, hands[-1].dealer, rules, hands[-1].maker)
    return GameRecord(hands=hands, first_dealer=first_dealer, final_score=score, winner=winner, final_tokens=tokens)
