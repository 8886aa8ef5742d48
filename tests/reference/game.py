"""A game: hands until somebody has reached the target, or for a fixed number of hands."""

from typing import Any

from .hand import check_hand
from .house_rules import full_rules, number_of_sides, side_of
from .record import Disagreement, GameRecord, HandRecord


def check_game(game: GameRecord, rules: dict[str, Any]) -> None:
    """Check every hand, the scores, the deal passing on, the end and the winner. Raises Disagreement."""
    rules = full_rules(rules)
    score = [0] * number_of_sides(rules)
    dealer = game.first_dealer
    for number, hand in enumerate(game.hands, start=1):
        if is_over(score, number - 1, rules):
            raise Disagreement(f"hand {number} was dealt, but the game was over at {score}")
        if hand.dealer != dealer:
            raise Disagreement(f"hand {number} was dealt by player {hand.dealer}, but player {dealer} deals")
        if hand.score_before != score:
            raise Disagreement(f"hand {number} starts at {hand.score_before}, but the score is {score}")
        try:
            check_hand(hand, rules)
        except Disagreement as problem:
            raise Disagreement(f"hand {number}: {problem}") from None
        score = [before + won for before, won in zip(score, hand.points, strict=True)]
        dealer = next_dealer(hand, rules)

    if not is_over(score, len(game.hands), rules):
        raise Disagreement(f"the game stops at {score} after {len(game.hands)} hands, but it is not over")
    if game.final_score != score:
        raise Disagreement(f"the final score should be {score}, the record says {game.final_score}")
    winner = game_winner(score, game.hands[-1].dealer, rules)
    if game.winner != winner:
        raise Disagreement(f"the winner should be {winner}, the record says {game.winner}")


def is_over(score: list[int], hands_played: int, rules: dict[str, Any]) -> bool:
    """Whether no further hand is dealt."""
    if rules["target"] > 0 and max(score) >= rules["target"]:
        return True
    return bool(rules["max_hands"] > 0 and hands_played >= rules["max_hands"])


def next_dealer(hand: HandRecord, rules: dict[str, Any]) -> int:
    """Who deals after this hand: the next player, or the same one where a passed hand is dealt again by him."""
    if hand.maker is None and rules["allpass"] == "same_dealer":
        return hand.dealer
    return int((hand.dealer + 1) % rules["players"])


def game_winner(score: list[int], last_dealer: int, rules: dict[str, Any]) -> int | None:
    """The side that wins a game that is over at that score, None when it is tied or shared."""
    arrived = [side for side in range(len(score)) if 0 < rules["target"] <= score[side]]
    if not arrived:
        return only_one(with_highest_score(score))
    if len(arrived) == 1:
        return arrived[0]
    # Only defenders who play each for himself can arrive together.
    if rules["cutthroat_tie"] == "shared":
        return None
    if rules["cutthroat_tie"] == "elder":
        for seat in range(1, rules["players"] + 1):
            side = side_of((last_dealer + seat) % rules["players"], rules)
            if side in arrived:
                return side
    return only_one(with_highest_score(score))


def with_highest_score(score: list[int]) -> list[int]:
    """The sides that have the most points."""
    return [side for side in range(len(score)) if score[side] == max(score)]


def only_one(sides: list[int]) -> int | None:
    """The side if there is just one, else nobody."""
    if len(sides) == 1:
        return sides[0]
    return None
