"""How likely each hand makes what its player was seen to do, where the players as they are seated would not do it.

Each decision counts by the share of a ladder of more cautious and looser versions of the player (`sim.ask.ladder`) that
would have decided so, besides a small share of odd ones. A lone hand that none of them would ever play counts by the
share that would have made the same trump, alone or not, with those cards: it tells as much as a call does. The card
that a dealer buried is one their strategy would bury, or now and then any: so nothing is ruled out but by the rules.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from sim.ask.fitting_hands import plays_by_chance, put_hands
from sim.ask.knowledge import engine_mask, script_call, script_others, script_past
from sim.ask.ladder import ASSUMED, ODD_CALL, ODD_CARD, ODD_PASS, ladder
from sim.ask.observed import Seen, script_seen, seen_decisions
from sim.ask.question import Question
from sim.ask.question_table import Deals
from sim.cards import cards_of, deck_mask, suit_name
from sim.players.scripting import Scripts
from sim.players.strategy import Player
from sim.rules.tricks import seat_text, suit_mask

if TYPE_CHECKING:
    from sim.ask.question_table import QuestionTable

_WORDS: Final = 16
"""Random words with which a player who plays by chance is asked about each hand."""
_BURIAL: Final = 1 << 32
"""Number of the word that draws the card buried, beyond those of all players' decisions."""


class Likelihood:
    """The likelihood of a question's past, seat by seat: what is known before the first lead depends on one hand."""

    def __init__(self, table: "QuestionTable", players: Sequence[Player]) -> None:
        self.table, self.players, self.question = table, players, table.question
        self.seen = seen_decisions(self.question)
        # Who holds all cards can do anything: the others only stand in, and do what is scripted.
        self.deck = deck_mask(self.question.rules.deck)
        self._scripts: dict[tuple[str, int], Scripts] = {}
        self._unheard: dict[Seen, str] = {}
        """Lone hands that nobody on the ladder would play, each with what it counts as, in words."""

    @property
    def assumed(self) -> str:
        """What the others are taken for, in words."""
        return ". ".join([ASSUMED, *self._unheard.values()])

    def of_hands(self, row: int, hands: np.ndarray) -> np.ndarray:
        """float64[hands]: chance that a seat with each hand (as dealt) would have decided as it did; 0: impossible."""
        deals = put_hands(self.table, row, hands, self.deck)
        found = self._matches(self.scripts_of(self.players[row], row), deals, row).astype(np.float64)
        found *= self._follows_suit(row, hands)
        for seen in self.seen:
            if seen.seat == row + 1:
                found *= self._chance(seen, deals)
        return found

    def of_deals(self, seen: Seen, deals: Deals) -> np.ndarray:
        """float64[deals]: chance of one decision on whole deals, where it depends on more than a hand."""
        total = self._call(seen, deals) if seen in self._unheard else self._of_deals(seen, deals)
        return _with_odd_ones(seen, total)

    def try_out(self, seen: Seen, deals: Deals) -> None:
        """Note whether a decision is a lone hand that nobody on the ladder would play on any of these deals."""
        if self._is_lone(seen) and not self._of_deals(seen, deals).any():
            self._unheard[seen] = self._in_words(seen, self._call(seen, deals))

    def _of_deals(self, seen: Seen, deals: Deals) -> np.ndarray:
        """Share of the ladder that decides so, deal by deal."""
        row, total = seen.seat - 1, np.zeros(len(deals))
        for rung in ladder(self.players[row]):
            scripts = self.forced(rung.player)
            scripts.free(seen.hook, row)
            total += rung.chance * self.table.matches(scripts, deals, row)
        return total

    def _is_lone(self, seen: Seen) -> bool:
        """Whether a decision was to play alone."""
        contract = self.question.contract
        if contract is None or not seen.is_call or seen.hook == "pick_up":
            return False
        return seen.hook == "defend_alone" or contract.alone

    def _call(self, seen: Seen, deals: Deals) -> np.ndarray:
        """Share of the ladder that would make the trump there is, alone or not, with the cards of a lone player."""
        q, row, total = self.question, seen.seat - 1, np.zeros(len(deals))
        assert q.contract is not None
        if q.named_blind or (q.proposed is None and seen.hook == "defend_alone"):
            return total  # Nobody called for their cards, or could have.
        hook = seen.hook
        if hook == "defend_alone":
            hook = "order_up" if q.contract.round == 1 else "name_trump"
        table = self.table.if_called_by(seen.seat)
        for rung in ladder(self.players[row]):
            scripts = table.scripts_for(rung.player)
            script_call(scripts, q, seen.seat, hook)
            total += rung.chance * self._matches(scripts, deals, row, plays_by_chance(rung.player), table)
        return total

    def _in_words(self, seen: Seen, call: np.ndarray) -> str:
        q = self.question
        assert q.contract is not None
        does = "defend alone" if seen.hook == "defend_alone" else "go alone"
        who, trump = seat_text(q.rules, seen.seat), suit_name(q.contract.trump)
        dummy = " without a dummy" if q.rules.players == 3 else ""
        counts = f"counts as a call of {trump}{dummy} would" if call.any() else "tells nothing of the cards here"
        return f"None of them would {does} here with any hand tried, so the lone hand of {who} {counts}"

    def keeps(self, row: int, deals: Deals) -> np.ndarray:
        """bool[deals]: whether a seat's strategy would have kept the cards shown, and none of the suits it lacks."""
        q = self.question
        assert q.play is not None and q.contract is not None
        shown, lacks = (engine_mask(mask, q.contract.trump) for mask in (q.play.shown[row], lacking(q, row)))
        return self.table.matches(self.forced(self.players[row]), deals, row, shown, lacks)

    def forced(self, player: Player | None = None) -> Scripts:
        """Scripts by which everybody decides as seen; cards are put away as this player (the asked one's) would."""
        scripts = self.table.scripts_for(player or self.players[self.question.seat - 1])
        script_past(scripts, self.question)
        script_seen(scripts, self.question)
        return scripts

    def _chance(self, seen: Seen, deals: Deals) -> np.ndarray:
        """Chance of one decision, hand by hand."""
        row, total = seen.seat - 1, np.zeros(len(deals))
        for rung in ladder(self.players[row]):
            scripts = self.scripts_of(rung.player, row, seen)
            total += rung.chance * self._matches(scripts, deals, row, plays_by_chance(rung.player))
        if self._is_lone(seen) and not total.any():
            total = self._call(seen, deals)
            self._unheard[seen] = self._in_words(seen, total)
        return _with_odd_ones(seen, total)

    def scripts_of(self, player: Player, row: int, seen: Seen | None = None) -> Scripts:
        """Everybody does what has been seen; a player of this kind on one seat puts cards away, and decides one thing.

        All others hold any cards there are.
        """
        key = player.spec, row
        if key not in self._scripts:
            scripts = self.table.scripts_for(player)
            script_past(scripts, self.question)
            script_others(scripts, self.question, row + 1, self.deck)
            script_seen(scripts, self.question, row + 1)
            self._scripts[key] = scripts
        scripts = self._scripts[key].copy()
        if seen is not None:
            scripts.free(seen.hook, row)
        return scripts

    def _matches(
        self, scripts: Scripts, deals: Deals, row: int, by_chance: bool = False, table: "QuestionTable | None" = None
    ) -> np.ndarray:
        """Share of the answers (all or none, but of a player who plays by chance) that agree, deal by deal."""
        table = table or self.table
        if not by_chance:
            return table.matches(scripts, deals, row)
        total = np.zeros(len(deals))
        for k in range(_WORDS):
            words = own_words(np.arange(len(deals), dtype=np.uint64), k)
            total += table.matches(scripts, Deals(deals.cards, words), row)
        return total / _WORDS

    def _follows_suit(self, row: int, hands: np.ndarray) -> np.ndarray:
        """Whether a hand lacks the suits that its owner has shown to lack; a dealer's discard is not known."""
        q = self.question
        if q.play is None or q.contract is None or self.buries(row):
            return np.ones(len(hands), dtype=bool)
        follows: np.ndarray = hands & np.uint64(lacking(q, row) & ~q.play.shown[row]) == 0
        return follows

    def buries(self, row: int) -> bool:
        """Whether this seat has buried a card that is not known, and since shown cards."""
        q = self.question
        return bool(row + 1 == q.dealer and q.contract and q.contract.taken and q.play and q.play.shown[row])


def _with_odd_ones(seen: Seen, chance: np.ndarray) -> np.ndarray:
    floor = ODD_CALL / seen.others if seen.is_call else ODD_PASS
    return (1 - ODD_CALL - ODD_PASS) * chance + floor


def lacking(q: Question, row: int) -> int:
    """Mask of all cards of the suits that a seat has shown to lack."""
    mask = 0
    if q.play is not None and q.contract is not None:
        for suit in q.play.voids[row]:
            mask |= suit_mask(suit, q.contract.trump)
    return mask


def own_words(numbers: np.ndarray, draw: int) -> np.ndarray:
    """uint64: a random word for each number."""
    with np.errstate(over="ignore"):
        return mixed(numbers * np.uint64(0x9E3779B97F4A7C15) + np.uint64(draw * 0x632BE59BD9B4E019 & (1 << 64) - 1))


def mixed(words: np.ndarray) -> np.ndarray:
    """`sim.bits.mix64` of many words."""
    with np.errstate(over="ignore"):
        z = words + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return z ^ z >> np.uint64(31)


class Burials:
    """Which card a hidden dealer has buried, hand by hand."""

    def __init__(self, likelihood: Likelihood, hands: np.ndarray) -> None:
        q = likelihood.question
        assert q.play is not None and q.contract is not None
        self.row, self._up, self._hands = q.dealer - 1, 1 << q.upcard, hands
        self._shown, self._lacking = q.play.shown[self.row], lacking(q, self.row)
        self._may_bury_upcard = q.rules.discard_upcard == "allowed"
        self._cards = cards_of(int(np.bitwise_or.reduce(hands)) | self._up)
        self._own = self._own_discards(likelihood, q.contract.trump)

    def _own_discards(self, likelihood: Likelihood, trump: int) -> np.ndarray:
        """Code of the card that the dealer's own strategy buries from each hand; -1 where chance decides."""
        player = likelihood.players[self.row]
        own = np.full(len(self._hands), -1, dtype=np.int64)
        if plays_by_chance(player):
            return own
        scripts = likelihood.scripts_of(player, self.row)
        deals = put_hands(likelihood.table, self.row, self._hands, likelihood.deck)
        for code in self._cards:
            # They have buried the card that they lack afterwards.
            lacks = engine_mask(1 << code, trump)
            holds = (self._hands | np.uint64(self._up)) >> np.uint64(code) & np.uint64(1) == 1
            part = np.flatnonzero(holds)
            own[part[likelihood.table.matches(scripts, deals.part(part), self.row, 0, lacks)]] = code
        return own

    def chances(self, hands: np.ndarray) -> np.ndarray:
        """float64[cards, hands]: chance that they buried each card and would then have shown what they have."""
        six = hands | np.uint64(self._up)
        own = self._own[np.searchsorted(self._hands, hands)]
        allowed = 6 if self._may_bury_upcard else 5
        found = np.zeros((len(self._cards), len(hands)))
        for k, code in enumerate(self._cards):
            card = np.uint64(1 << code)
            if 1 << code & self._shown or (1 << code == self._up and not self._may_bury_upcard):
                continue
            kept = six & ~card
            good = (six & card != 0) & (kept & np.uint64(self._lacking & ~self._shown) == 0)
            good &= kept & np.uint64(self._shown) == np.uint64(self._shown)
            found[k] = good * np.where(own < 0, 1 / allowed, ODD_CARD / allowed + (1 - ODD_CARD) * (own == code))
        return found

    def bury(self, deals: Deals) -> Deals:
        """Deals with the dealer's cards at the first lead, the card they buried drawn by its chance."""
        chances = self.chances(deals.cards[self.row])
        words = mixed(deals.chances ^ np.uint64(_BURIAL))
        share = (words >> np.uint64(11)) * 2.0**-53 * chances.sum(axis=0)
        place = np.minimum((np.cumsum(chances, axis=0) <= share).sum(axis=0), len(self._cards) - 1)
        buried = np.array([1 << code for code in self._cards], dtype=np.uint64)[place]
        kept = np.zeros((self.row + 1, len(deals)), dtype=np.uint64)
        kept[self.row] = (deals.cards[self.row] | np.uint64(self._up)) & ~buried
        return Deals(deals.cards, deals.chances, kept)
