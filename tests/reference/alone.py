"""Playing alone: which defenders may, and who lays the cards down."""

from typing import Any

from .bidding import Auction, may_go_alone
from .house_rules import side_of, too_late_to_be_alone
from .record import Disagreement, HandRecord


def lone_defenders_allowed(
    maker: int,
    maker_alone: bool,
    dealer: int,
    rules: dict[str, Any],
    jambone: bool = False,
    score: list[int] | None = None,
) -> list[int]:
    """The defenders who may declare to play alone, in the order they are asked; the first who does binds the rest.

    Without a score the game is taken to be at its beginning.
    """
    if rules["players"] == 2 or rules["defend_alone"] == "never" or jambone:
        return []
    if rules["defend_alone"] == "vs_loner" and not maker_alone:
        return []
    players = rules["players"]
    around = [(dealer + seat) % players for seat in range(1, players + 1)]
    defenders = [player for player in around if side_of(player, rules) != side_of(maker, rules)]
    if score is None:
        return defenders
    return [player for player in defenders if not too_late_to_be_alone(player, score, rules)]


def may_declare_later(auction: Auction, rules: dict[str, Any], score: list[int]) -> bool:
    """Whether the maker is asked after the discard if they play alone."""
    if auction.alone or not may_go_alone(rules) or rules["alone_when"] != "after_discard":
        return False
    return not too_late_to_be_alone(auction.maker, score, rules)


def hear_declaration(record: HandRecord, auction: Auction, rules: dict[str, Any]) -> None:
    """Note in the auction that the maker has declared to play alone. Raises Disagreement when they may not."""
    if record.declared_alone:
        if not may_declare_later(auction, rules, record.score_before):
            raise Disagreement(f"player {auction.maker} may not declare to play alone after the discard")
        auction.alone = True


def check_lone_defender(record: HandRecord, auction: Auction, rules: dict[str, Any]) -> None:
    """Raise Disagreement when a player defends alone who may not."""
    if record.lone_defender is None:
        return
    allowed = lone_defenders_allowed(
        auction.maker, auction.alone, record.dealer, rules, auction.jambone, record.score_before
    )
    if record.lone_defender not in allowed:
        raise Disagreement(f"player {record.lone_defender} may not defend alone; allowed: {allowed}")


def sitting_out(maker: int, maker_alone: bool, lone_defender: int | None, rules: dict[str, Any]) -> list[int]:
    """The players who lay their cards down: of four the partner of a lone player, of three the other defender."""
    out = []
    if rules["players"] == 4:
        if maker_alone:
            out.append((maker + 2) % 4)
        if lone_defender is not None:
            out.append((lone_defender + 2) % 4)
    if rules["players"] == 3 and lone_defender is not None:
        out.extend(player for player in range(3) if player not in (maker, lone_defender))
    return out
