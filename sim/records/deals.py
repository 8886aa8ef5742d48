"""One deal of a record: its entries read, its bidding and play followed, and the points that it comes to."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sim.cards import HEARTS, JOKER, NO_TRUMP, SPADES
from sim.errors import brief
from sim.records.bidding import Bidder, Bidding
from sim.records.card_words import CardWords, is_generic, only_card, only_suit
from sim.records.files import field
from sim.records.following import Followed, Follower, reneges
from sim.records.game import Deal, Exchange, Problem
from sim.records.paying import FULL, pays_token, points_of_deal
from sim.records.whereabouts import Lie, Whereabouts
from sim.rules.rules import Rules
from sim.rules.tricks import Contract, same_side

BIDDING, PLAY = "EUCHRE_BIDDING", "TRICK_PLAY"


@dataclass(frozen=True)
class BeforeDeal:
    """What is known before a deal: the rules, its place in the game, the score (None: not known) and the tokens."""

    rules: Rules
    place: int
    score: tuple[int, ...] | None
    tokens: tuple[int, ...]
    ended: bool


class DealReader:
    """Reads one deal; whatever the entry holds, a deal comes of it."""

    def __init__(self, table: BeforeDeal, entry: Any) -> None:
        self.table, self.rules, self.problems = table, table.rules, list[Problem]()
        if isinstance(entry, str):
            self._odd("it is written in the packed form, which is not read", ("a deal written as an object",))
        elif not isinstance(entry, dict):
            self._odd(f"it is no object: {brief(entry)}")
        self.entry: Mapping[str, Any] = entry if isinstance(entry, dict) else {}
        self.readable = isinstance(entry, dict)
        number = field(self.entry, "dealNumber")
        self.said_number: int | None = number if type(number) is int else None
        self.state = self._object(self.entry, "initialState")
        self.bid_phase, self.play_phase = self._phases()

    def deal(self, due: tuple[int, ...]) -> Deal:
        """The deal; `due` are those whose turn to deal it may be, nobody where that is not known."""
        rules, table = self.rules, self.table
        dealer = self._chair(self.state, "dealer", due[0] if due else 0) or 0
        if due and dealer not in due:
            self._odd(f"player {dealer} deals out of turn", (f"player {due[-1]}",), dealer)
        if table.ended:
            self._odd("the game was over before it")
        words = self._list(self.bid_phase, "calls")
        raw = self._list(self.play_phase, "tricks")
        generic = is_generic(self._words(raw))
        upcard, proposed = self._upcard(words, generic)
        alone = self._flag(self.bid_phase) or self._flag(self.play_phase)
        bids = Bidder(rules, table.place, dealer, upcard, proposed).follow(words, alone)
        self.problems += bids.problems
        cards = CardWords(rules.deck, bids.trump, generic)
        lie = self._lie(cards, dealer, bids, upcard)
        defender = self._lone_defender(bids)
        followed = self._follow(cards, dealer, bids, lie, defender, raw)
        hands = Whereabouts(rules, table.place, dealer, lie).hands(
            followed.tricks, NO_TRUMP if bids.trump is None else bids.trump, self._unsure(bids, lie, defender)
        )
        self.problems += hands.problems
        if bids.trump is not None:
            self.problems += reneges(table.place, followed.tricks, hands.held, bids.trump)
        made = Deal(
            number=table.place,
            dealer=dealer,
            score_before=table.score,
            upcard=upcard,
            dealt=hands.dealt,
            held=hands.held,
            calls=tuple(bids.calls),
            round=bids.round,
            maker=bids.maker,
            trump=bids.trump,
            alone=bids.alone,
            lone_defender=defender,
            taken=lie.taken,
            discard=lie.discard if lie.taken else None,
            exchanges=lie.exchanges,
            tricks=tuple(followed.tricks),
            makers_tricks=None,
            points=None,
            score_after=None,
            thrown_in=self.readable and bids.maker is None and not bids.open,
        )
        return replace(self._paid(made, followed.broken), problems=tuple(self.problems))

    def _phases(self) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        phases = self._list(self.entry, "phases")
        found: dict[str, Mapping[str, Any]] = {}
        for phase in phases:
            kind = field(phase, "type") if isinstance(phase, dict) else None
            if kind not in (BIDDING, PLAY) or kind in found:
                self._odd(f"a phase is neither {BIDDING} nor {PLAY}, or stands twice: {brief(kind or phase)}")
            else:
                found[kind] = phase
        return found.get(BIDDING, {}), found.get(PLAY, {})

    def _upcard(self, calls: list[Any], generic: bool) -> tuple[int | None, int | None]:
        """The upcard and the suit that it proposes, each None where it is not known."""
        word = field(self.state, "upCard")
        if word is None:
            if self.readable:
                self._odd("it has no upCard")
            return None, None
        named = [call.strip().lower() for call in calls if isinstance(call, str)]
        trump = next(("cdsh".index(call) for call in named if call and call in "cdsh"), None)
        mask = CardWords(self.rules.deck, trump, generic or is_generic([word])).mask(word)
        if not mask:
            self._odd(f"its upCard {brief(word)} is {'no card' if mask is None else 'not in the pack'}")
            return None, None
        card = only_card(mask)
        if card == JOKER:
            return card, {"hearts": HEARTS, "spades": SPADES}.get(self.rules.joker_up)
        return card, only_suit(mask)

    def _lie(self, cards: CardWords, dealer: int, bids: Bidding, upcard: int | None) -> Lie:
        dealt = self._hands(cards)
        discard = self._card(cards, self.bid_phase, "discard")
        taken = bids.round == 1
        kitty = [self._masked(cards, word, "kitty") for word in self._list(self.state, "kitty")[:20]]
        lie = Lie(dealt, _known(kitty), upcard, discard, taken, self._exchanges(cards))
        self._leave(lie, dealer, bids)
        return lie

    def _leave(self, lie: Lie, dealer: int, bids: Bidding) -> None:
        """Where a dealer need not take the upcard, to bury that card itself is to leave it on the table."""
        may = self.rules.dealer_pickup == "optional" and bids.maker != dealer
        if lie.taken and may and lie.discard is not None and lie.discard == lie.upcard:
            lie.taken, lie.discard = False, None

    def _shows_other_five(self, played: list[int], dealer: int, upcard: int | None) -> bool:
        """Whether a dealer who could take the upcard played five other cards, and nobody else played it."""
        shown = any(upcard is not None and hand >> upcard & 1 for hand in played)
        return upcard is not None and played[dealer].bit_count() == self.rules.hand_size and not shown

    def _hands(self, cards: CardWords) -> list[int]:
        n, size = self.rules.players, self.rules.hand_size
        raw = self._list(self.state, "playerCards")
        if len(raw) > n:
            self._odd(f"it has the hands of {len(raw)} players, where {n} play")
        dealt = [0] * n
        for player, hand in enumerate(raw[:n]):
            if not isinstance(hand, list):
                self._odd(f"a hand is no list of cards: {brief(hand)}", (), player)
            elif len(hand) > size:
                self._odd(f"{len(hand)} cards were dealt to them", (f"{size} cards",), player)
            else:
                dealt[player] = _known([self._masked(cards, word, "hand", player) for word in hand])
        return dealt

    def _exchanges(self, cards: CardWords) -> tuple[Exchange, ...]:
        found = []
        for entry in self._list(self.bid_phase, "cardExchanges")[:8]:
            if not isinstance(entry, dict):
                self._odd(f"an exchange of cards is no object: {brief(entry)}")
                continue
            receiver, sender = self._chair(entry, "receiver", None), None
            if field(entry, "sender") not in (None, -1):
                sender = self._chair(entry, "sender", None)
            moved = [only_card(self._masked(cards, word, "exchange") or 0) for word in self._list(entry, "cards")[:10]]
            if receiver is None:
                continue
            if not self.rules.may_swap and not self.rules.best_callers:
                self._odd("cards are exchanged, which these rules do not have", (), receiver)
            found.append(Exchange(sender, receiver, tuple(moved)))
        return tuple(found)

    def _lone_defender(self, bids: Bidding) -> int | None:
        said = field(self.bid_phase, "aloneDefender")
        if said is None or said == -1:
            return None
        defender = self._chair(self.bid_phase, "aloneDefender", None)
        if defender is None:
            return None
        rules = self.rules
        if bids.maker is None or defender % rules.teams == bids.maker % rules.teams:
            others = [p for p in range(rules.players) if bids.maker is not None and (p - bids.maker) % rules.teams]
            self._odd("they defend alone, but are no defender", tuple(f"player {p}" for p in others), defender)
            return None
        if not rules.may_defend_alone or (rules.defend_alone == "vs_loner" and not bids.alone):
            self._odd("they defend alone, which these rules do not allow here", (), defender)
        return defender

    def _follow(
        self, cards: CardWords, dealer: int, bids: Bidding, lie: Lie, defender: int | None, raw: list[Any]
    ) -> Followed:
        n = self.rules.players
        if raw and bids.maker is None:
            self._odd("cards are played, but nobody has made trump")
        if bids.maker is None or bids.trump is None:
            return Followed(played=[0] * n, broken=bool(raw))

        def seat(player: int) -> int:
            return (player - dealer - 1) % n + 1

        lone = 0 if defender is None else seat(defender)
        contract = Contract(bids.round, seat(bids.maker), bids.trump, bids.alone, lone, lie.taken)
        lead = None
        if field(self.play_phase, "initialLead") not in (None, -1):
            lead = self._chair(self.play_phase, "initialLead", None)
        gone = 0 if lie.discard is None else 1 << lie.discard
        gone |= 1 << lie.upcard if lie.upcard is not None and not lie.taken else 0
        follower = Follower(self.rules, self.table.place, dealer, contract, cards)
        followed = follower.follow(self._without_gaps(raw, len(follower.found.active)), lead, gone)
        if lie.taken and lie.discard is None and self._shows_other_five(followed.played, dealer, lie.upcard):
            lie.discard = lie.upcard
            self._leave(lie, dealer, bids)
        self.problems += followed.problems
        return followed

    def _without_gaps(self, raw: list[Any], active: int) -> list[Any]:
        """Tricks without the empty places that some write for a player who sits out."""
        n = self.rules.players
        return [
            [card for card in trick if card not in ("", None)] if isinstance(trick, list) and active < len(trick) == n
            else trick for trick in raw
        ]  # fmt: skip

    def _unsure(self, bids: Bidding, lie: Lie, defender: int | None) -> set[int]:
        """The chairs whose cards may have been exchanged without the record saying so."""
        n = self.rules.players
        if self.rules.may_swap and not any(exchange.sender is None for exchange in lie.exchanges):
            return set(range(n))
        if not self.rules.best_callers:
            return set()
        lone = {bids.maker if bids.alone else None, defender} - {None}
        return {(player + partner) % n for player in lone if player is not None for partner in (0, 2)}

    def _paid(self, deal: Deal, broken: bool) -> Deal:
        """The deal with what it came to, where it is told to its end."""
        rules, table = self.rules, self.table
        points: tuple[int, ...] | None = None
        tricks = None
        if deal.thrown_in:
            forfeit = rules.stick_dealer == "forfeit1"
            points = tuple(int(forfeit and side != deal.dealer % rules.teams) for side in range(rules.teams))
        winners = [trick.winner for trick in deal.tricks]
        if deal.maker is not None and len(winners) == rules.tricks and None not in winners and not broken:
            took = [same_side(rules, (w or 0) + 1, deal.maker + 1) for w in winners]
            tricks = sum(took)
            own, others = points_of_deal(rules, deal.alone, deal.lone_defender is not None, took)
            side = deal.maker % rules.teams
            if pays_token(rules, deal.alone, tricks) and table.tokens[side] == FULL - 1:
                own += 1
            points = tuple(own if mine == side else others for mine in range(rules.teams))
        after = None
        if points is not None and table.score is not None:
            after = tuple(before + won for before, won in zip(table.score, points, strict=True))
        return replace(deal, makers_tricks=tricks, points=points, score_after=after)

    def _flag(self, phase: Mapping[str, Any]) -> bool:
        value = field(phase, "isAlone", False)
        if value not in (True, False, None):
            self._odd(f"its isAlone is neither true nor false: {brief(value)}", ("true", "false"))
        return value is True

    def _object(self, data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
        value = field(data, name)
        if not isinstance(value, dict):
            if self.readable:
                self._odd(f"its {name} is no object: {brief(value)}")
            return {}
        return value

    def _list(self, data: Mapping[str, Any], name: str) -> list[Any]:
        value = field(data, name, [])
        if value is None:
            return []
        if not isinstance(value, list):
            self._odd(f"its {name} are no list: {brief(value)}")
            return []
        return value

    def _chair(self, data: Mapping[str, Any], name: str, default: int | None) -> int | None:
        value = field(data, name)
        if type(value) is int and 0 <= value < self.rules.players:
            return value
        if self.readable:
            self._odd(f"its {name} is no player: {brief(value)}", tuple(map(str, range(self.rules.players))))
        return default

    def _card(self, cards: CardWords, data: Mapping[str, Any], name: str) -> int | None:
        word = field(data, name)
        return None if word is None else only_card(self._masked(cards, word, name))

    def _masked(self, cards: CardWords, word: Any, where: str, player: int | None = None) -> int:
        """What a card may be; the whole pack, and a problem, where it is none."""
        mask = cards.mask(word)
        if not mask:
            self._odd(f"{where}: {brief(word)} is {'no card' if mask is None else 'not in the pack'}", (), player)
        return mask or cards.whole

    def _words(self, tricks: list[Any]) -> list[Any]:
        words = [word for trick in tricks if isinstance(trick, list) for word in trick]
        hands = self._list(self.state, "playerCards")
        return words + [word for hand in hands if isinstance(hand, list) for word in hand]

    def _odd(self, sentence: str, legal: tuple[str, ...] = (), player: int | None = None) -> None:
        self.problems.append(Problem(self.table.place, None, player, sentence, legal))


def _known(masks: list[int]) -> int:
    """The mask of those cards that are known exactly."""
    return sum(1 << card for card in {only_card(mask) for mask in masks} if card is not None)
