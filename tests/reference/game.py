"""A game: hands until somebody has reached the target, or for a fixed number of hands."""

from typing import Any

from .hand import check_hand
from .house_rules import full_rules, number_of_sides, side_of
from .record import Disagreement, GameRecord, HandRecord
from .scoring import earns_token


def check_game(game: GameRecord, rules: dict[str, Any]) -> None:
    """Check every hand, the scores, the deal passing on, the end and the winner. Raises Disagreement."""
    rules = full_rules(rules)
    score = game.start or [0] * number_of_sides(rules)
    dealer = game.first_dealer
    tokens = [0] * number_of_sides(rules)
    for number, hand in enumerate(game.hands, start=1):
        if is_over(score, number - 1, rules):
            raise Disagreement(f"hand {number} was dealt, but the game was over at {score}")
        if hand.dealer != dealer:
            raise Disagreement(f"hand {number} was dealt by player {hand.dealer}, but player {dealer} deals")
        if hand.score_before != score:
            raise Disagreement(f"hand {number} starts at {hand.score_before}, but the score is {score}")
        if (hand.tokens_before or [0] * len(tokens)) != tokens:
            raise Disagreement(f"hand {number} starts with the tokens {hand.tokens_before}, but they are {tokens}")
        try:
            check_hand(hand, rules)
        except Disagreement as problem:
            raise Disagreement(f"hand {number}: {problem}") from None
        score = [before + won for before, won in zip(score, hand.points, strict=True)]
        tokens = tokens_after(tokens, hand, rules)
        dealer = next_dealer(hand, rules)

    if not is_over(score, len(game.hands), rules):
        raise Disagreement(f"the game stops at {score} after {len(game.hands)} hands, but it is not over")
    if game.final_score != score:
        raise Disagreement(f"the final score should be {score}, the record says {game.final_score}")
    winner = game_winner(score, game.hands[-1].dealer, rules, game.hands[-1].maker)
    if game.winner != winner:
        raise Disagreement(f"the winner should be {winner}, the record says {game.winner}")

    if (game.final_tokens or [0] * len(tokens)) != tokens:
        raise Disagreement(f"the tokens left should be {tokens}, the record says {game.final_tokens}")

    same_worth = 2 if is_slam(score, rules) else 1
    if game.worth != same_worth:
        raise Disagreement(f"the game should count for {same_worth}, the record says {game.worth}")


def check_games(games: list[GameRecord], rules: dict[str, Any]) -> None:
    """Check games that are numbered from 0 on, each by itself and what each carries over to the next."""
    rules = full_rules(rules)
    for number, game in enumerate(games):
        try:
            check_game(game, rules)
            if rules["laps"] == "on" and number % rules["lap_games"] > 0:
                before = games[number - 1]
                if game.first_dealer != next_dealer(before.hands[-1], rules):
                    raise Disagreement("the deal has not passed on from the game before")
                carried = carried_over(before.final_score, rules)
            else:
                carried = [0] * number_of_sides(rules)
            if game.start and game.start != carried:
                raise Disagreement(f"the game should start at {carried}, the record says {game.start}")
            if not game.start and max(carried) > 0:
                raise Disagreement(f"the game should start at {carried}, the record says nothing of it")
        except Disagreement as problem:
            raise Disagreement(f"game {number}: {problem}") from None


def tokens_after(tokens: list[int], hand: HandRecord, rules: dict[str, Any]) -> list[int]:
    """The tokens of each side after a hand: a fourth one is turned in with the others at once."""
    tokens = list(tokens)
    alone = hand.declared_alone or hand.bids[-1][1].endswith(("alone", "jambone"))
    if hand.maker is not None and earns_token(alone, hand.maker_tricks, rules):
        side = side_of(hand.maker, rules)
        tokens[side] = (tokens[side] + 1) % 4
    return tokens


def carried_over(final_score: list[int], rules: dict[str, Any]) -> list[int]:
    """Laps: what each side has beyond the target, less than wins a game."""
    return [min(max(0, score - rules["target"]), rules["target"] - 1) for score in final_score]


def is_slam(final_score: list[int], rules: dict[str, Any]) -> bool:
    """Whether somebody has won by the target while the other side has nothing."""
    return bool(rules["slam"] == "on" and max(final_score) >= rules["target"] and min(final_score) == 0)


def is_over(score: list[int], hands_played: int, rules: dict[str, Any]) -> bool:
    """Whether no further hand is dealt."""
    if rules["target"] > 0 and max(score) >= rules["target"]:
        return True
    return bool(rules["max_hands"] > 0 and hands_played >= rules["max_hands"])


def next_dealer(hand: HandRecord, rules: dict[str, Any]) -> int:
    """Who deals after this hand: the next player, or the same one where a passed hand is dealt again by that dealer."""
    if hand.maker is None and rules["allpass"] == "same_dealer":
        return hand.dealer
    return int((hand.dealer + 1) % rules["players"])


def game_winner(score: list[int], last_dealer: int, rules: dict[str, Any], last_maker: int | None = None) -> int | None:
    """The side that wins a game that is over at that score, None when it is tied or shared."""
    arrived = [side for side in range(len(score)) if 0 < rules["target"] <= score[side]]
    if not arrived:
        return only_one(with_highest_score(score))
    if len(arrived) == 1:
        return arrived[0]
    if rules["auction"] == "tricks":
        assert last_maker is not None
        return side_of(last_maker, rules)  # both sides score in one hand: the bidders win
    # Only defenders who play each for themselves can arrive together.
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
