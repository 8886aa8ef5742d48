"""One hand as a person wants to read it: the deal, every bid, the discard, trick by trick, and the score.

A trace is built from the rows of a hand that the engine has replayed; it knows nothing of terminals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from sim.cards import JACK, JOKER, NO_TRUMP, SUITS, card_name, cards_of, effective_suit, suit_name
from sim.errors import UsageError
from sim.rules import Rules

if TYPE_CHECKING:
    from sim.match import Match

SEAT_NAMES = {
    2: ("Eldest", "Dealer"),
    3: ("Eldest", "Second", "Dealer"),
    4: ("Eldest", "Partner", "Third", "Dealer"),
}
"""Names of the seats from the dealer's left, by number of players; "Partner" is the dealer's."""

BidAction = Literal["pass", "turn_down", "order", "assist", "take", "name"]


@dataclass(frozen=True)
class Seat:
    """Who sits where: `number` 1 is left of the dealer, `player` is the chair, `dealt` are card codes."""

    number: int
    name: str
    player: int
    side: int
    strategy: str
    dealt: tuple[int, ...]


@dataclass(frozen=True)
class Bid:
    """One turn to speak. `suit` is set when trump was made by it (4 is no-trump)."""

    round: int
    seat: Seat
    action: BidAction
    suit: int | None = None
    alone: bool = False


@dataclass(frozen=True)
class Trick:
    """`cards` in the order of play; whoever sits out is not in it."""

    number: int
    cards: tuple[tuple[Seat, int], ...]
    winner: Seat

    @property
    def leader(self) -> Seat:
        return self.cards[0][0]


@dataclass(frozen=True)
class Trace:
    """Everything that happened in one hand. Cards are codes (see sim.cards), suits 0 to 4, scores by side."""

    label: str
    rules: Rules
    seed: int
    unit: str
    game: int
    hand: int
    hands_in_game: int
    seats: tuple[Seat, ...]
    score_before: tuple[int, ...]
    points: tuple[int, ...]
    upcard: int
    bids: tuple[Bid, ...]
    maker: Seat | None
    trump: int | None
    alone: bool
    lone_defender: Seat | None
    taken: bool
    buried: int | None
    tricks: tuple[Trick, ...]
    tricks_won: int
    winner: int | None
    """The side that has won the game with this hand, -1 for a tie, None while the game goes on."""

    @property
    def dealer(self) -> Seat:
        return self.seats[-1]

    @property
    def score_after(self) -> tuple[int, ...]:
        return tuple(before + won for before, won in zip(self.score_before, self.points, strict=True))

    @property
    def sitting_out(self) -> tuple[Seat, ...]:
        """Partners of whoever plays alone."""
        if self.maker is None:
            return ()
        out = []
        for seat in self.seats:
            with_maker = seat.side == self.maker.side
            if with_maker and self.alone and seat != self.maker:
                out.append(seat)
            if not with_maker and self.lone_defender and seat != self.lone_defender:
                out.append(seat)
        return tuple(out)

    def to_text(self, symbols: bool = False) -> str:
        """The hand on about 20 lines of at most 100 letters, readable without colour.

        Cards are written `JS`; with `symbols` `J♠`. In the table of tricks `>` leads and `*` wins.
        """
        from sim.trace_text import hand_as_text

        return hand_as_text(self, symbols)

    def to_dict(self) -> dict[str, Any]:
        """The same as plain data for JSON: cards as `JS`, suits as `S` or `no-trump`, people as player numbers."""
        return {
            "rules": self.rules.to_dict(),
            "rules_name": self.label,
            "seed": self.seed,
            "unit": self.unit,
            "game": self.game,
            "hand": self.hand,
            "hands_in_game": self.hands_in_game,
            "dealer": self.dealer.player,
            "score_before": list(self.score_before),
            "seats": [
                {
                    "seat": seat.number,
                    "name": seat.name,
                    "player": seat.player,
                    "side": seat.side,
                    "strategy": seat.strategy,
                    "dealt": [card_name(code) for code in seat.dealt],
                }
                for seat in self.seats
            ],
            "upcard": card_name(self.upcard),
            "bids": [
                {
                    "round": bid.round,
                    "player": bid.seat.player,
                    "action": bid.action,
                    "suit": _suit_text(bid.suit),
                    "alone": bid.alone,
                }
                for bid in self.bids
            ],
            "maker": self.maker.player if self.maker else None,
            "trump": _suit_text(self.trump),
            "alone": self.alone,
            "lone_defender": self.lone_defender.player if self.lone_defender else None,
            "upcard_taken": self.taken,
            "buried": None if self.buried is None else card_name(self.buried),
            "sitting_out": [seat.player for seat in self.sitting_out],
            "tricks": [
                {
                    "trick": trick.number,
                    "leader": trick.leader.player,
                    "cards": [{"player": seat.player, "card": card_name(code)} for seat, code in trick.cards],
                    "winner": trick.winner.player,
                }
                for trick in self.tricks
            ],
            "maker_tricks": self.tricks_won if self.maker else None,
            "points": list(self.points),
            "score_after": list(self.score_after),
            "game_winner": self.winner,
        }


def trace_game(match: "Match", game: int, label: str) -> list[Trace]:
    """Replays one game and returns a trace of each of its hands, in order.

    `label` names the rules for people. Raises what `Match.play` raises (StrategyError, IllegalAction).
    """
    part = match.play(game, game + 1, detail="plays")
    assert part.games is not None and part.hands is not None and part.plays is not None
    winner = int(part.games["winner"][0])
    count = len(part.hands["hand"])
    strategies = seat_strategies([player.spec for player in match.players], match.rules)
    traces = []
    for row in range(count):
        hand = {name: int(column[row]) for name, column in part.hands.items()}
        mine = part.plays["hand"] == hand["hand"]
        plays = [
            {name: int(column[line]) for name, column in part.plays.items()} for line in range(len(mine)) if mine[line]
        ]
        traces.append(
            trace_from_rows(
                match.rules,
                strategies,
                hand,
                plays,
                label=label,
                seed=match.seed,
                unit=match.unit,
                hands_in_game=count,
                winner=winner if row == count - 1 and match.unit == "games" else None,
            )
        )
    return traces


def trace_hand(match: "Match", game: int, hand: int, label: str) -> Trace:
    """The trace of hand number `hand` (counted from 0) of one game.

    Raises UsageError when the game has no such hand.
    """
    traces = trace_game(match, game, label)
    if not 0 <= hand < len(traces):
        count = "1 hand: 0" if len(traces) == 1 else f"{len(traces)} hands: 0 to {len(traces) - 1}"
        raise UsageError(f"there is no hand {hand} in game {game}", f"the game has {count}")
    return traces[hand]


def seat_strategies(specs: Sequence[str], rules: Rules) -> list[str]:
    """The strategy of each player, from one spec for all, one for each side, or one for each player."""
    return [specs[player % len(specs)] for player in range(rules.players)]


def trace_from_rows(
    rules: Rules,
    strategies: Sequence[str],
    hand: Mapping[str, int],
    plays: Sequence[Mapping[str, int]],
    *,
    label: str,
    seed: int,
    unit: str,
    hands_in_game: int,
    winner: int | None,
) -> Trace:
    """A trace from a row of the `hands` table and its rows of the `plays` table; `strategies` by player."""
    n, dealer = rules.players, hand["dealer"]
    trump = hand["trump"] if hand["trump"] >= 0 else None
    seats = tuple(
        Seat(
            number=number,
            name=SEAT_NAMES[n][number - 1],
            player=(dealer + number) % n,
            side=(dealer + number) % n % rules.teams,
            strategy=strategies[(dealer + number) % n],
            dealt=tuple(in_trump_order(cards_of(hand[f"hand_{number}"]), trump)),
        )
        for number in range(1, n + 1)
    )
    maker = seats[hand["maker"] - 1] if hand["maker"] else None
    return Trace(
        label=label,
        rules=rules,
        seed=seed,
        unit=unit,
        game=hand["game"],
        hand=hand["hand"],
        hands_in_game=hands_in_game,
        seats=seats,
        score_before=tuple(hand[f"score_{side}"] for side in range(rules.teams)),
        points=tuple(hand[f"points_{side}"] for side in range(rules.teams)),
        upcard=hand["upcard"],
        bids=tuple(_bids(seats, hand)),
        maker=maker,
        trump=trump,
        alone=bool(hand["alone"]),
        lone_defender=seats[hand["lone_defender"] - 1] if hand["lone_defender"] else None,
        taken=bool(hand["pick_up"]),
        buried=hand["discard"] if hand["discard"] >= 0 else None,
        tricks=tuple(_trick(seats, row) for row in plays),
        tricks_won=hand["tricks"],
        winner=winner,
    )


def in_trump_order(codes: Sequence[int], trump: int | None) -> list[int]:
    """Trumps first, from the joker and the bowers down, then suit by suit (black and red by turns), high cards first."""
    first = 0 if trump is None or trump == NO_TRUMP else trump
    named = -1 if trump is None else trump

    def key(code: int) -> tuple[int, int]:
        if code == JOKER:
            return -1, 0
        suit, power = effective_suit(code, named), code % 16
        if suit == named and power == JACK:
            power = 14 if code // 16 == named else 13
        return (suit - first) % 4, -power

    return sorted(codes, key=key)


def _bids(seats: Sequence[Seat], hand: Mapping[str, int]) -> list[Bid]:
    # Seats speak in turn from the dealer's left and the first to make trump ends it, so the maker's seat and round say all.
    bids = []
    last_round = hand["round"] or 2
    for turn in range(1, last_round + 1):
        for seat in seats:
            is_dealer = seat is seats[-1]
            if turn == hand["round"] and seat.number == hand["maker"]:
                bids.append(Bid(turn, seat, _call(turn, seat, seats), hand["trump"], bool(hand["alone"])))
                break
            bids.append(Bid(turn, seat, "turn_down" if is_dealer and turn == 1 else "pass"))
    return bids


def _call(turn: int, seat: Seat, seats: Sequence[Seat]) -> BidAction:
    if turn == 2:
        return "name"
    if seat is seats[-1]:
        return "take"
    # The second of the cutthroat table "assists" too, by the book, though nobody is his partner.
    return "assist" if seat.name in ("Partner", "Second") else "order"


def _trick(seats: Sequence[Seat], row: Mapping[str, int]) -> Trick:
    cards = []
    for place in range(len(seats)):
        code = row[f"card_{place + 1}"]
        if code >= 0:
            cards.append((seats[(row["leader"] - 1 + place) % len(seats)], code))
    return Trick(row["trick"], tuple(cards), seats[row["winner"] - 1])


def _suit_text(suit: int | None) -> str | None:
    if suit is None:
        return None
    return suit_name(suit) if suit == NO_TRUMP else SUITS[suit]
