"""The table at which a question is played out: drawing deals that agree with it, and ending each one in every way."""

import threading
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from sim.ask import draw_kernels as drawing
from sim.ask import play_out as replay
from sim.ask.choices import Choice, choices
from sim.ask.knowledge import deal_rows, name_answer, script_past, situation
from sim.ask.observed import script_seen
from sim.ask.play_out import (
    ANY,
    S_ALONE,
    S_CARDS,
    S_FATE,
    S_LONE,
    S_LONE_FROM,
    S_MAKER,
    S_PLAYED_ALONE,
    S_SETTLED,
    examine,
    play_out,
)
from sim.ask.question import Question
from sim.cards import NO_TRUMP, card_name, cards_of
from sim.engine.asking import read_offence
from sim.engine.encode import rule_vector
from sim.engine.head_start import compile_engine
from sim.engine.jit import QUESTIONS, compile_now
from sim.engine.layout import ALONE as ALONE_ROW
from sim.engine.layout import LONE_DEFENDER, MAKER, NO_TRUMP_SUIT, ROUND, ROWS, TRICKS, TRUMP_SUIT, B
from sim.engine.record import trick_columns
from sim.errors import IllegalAction
from sim.players.match import link_at
from sim.players.scripting import Scripts
from sim.players.strategy import Player
from sim.views import ALONE, AS_BID, ORDER

Columns = dict[str, np.ndarray]

_AS_DEALT: Final = np.zeros((0, 0), dtype=np.uint64)
_NO_TRICKS: Final = np.zeros((1, 0), dtype=np.int16)
"""Room for no cards: none are written down."""
_CONTRACT: Final = (ROUND, MAKER, TRUMP_SUIT, ALONE_ROW, LONE_DEFENDER, TRICKS)
"""What is read of each hand once it is over."""


@dataclass(frozen=True)
class Deals:
    """Deals in columns: masks a row a seat (then upcard and dummies), and the chance words of their players.

    `kept` has a row a seat where somebody's cards at the first lead are given, whatever their strategy would have put
    away: a mask, or 0 for those who do as they do.
    """

    cards: np.ndarray
    chances: np.ndarray
    kept: np.ndarray = field(default_factory=lambda: _AS_DEALT)

    def __len__(self) -> int:
        return len(self.chances)

    def part(self, which: "slice | np.ndarray") -> "Deals":
        """Some of the columns."""
        kept = np.ascontiguousarray(self.kept[:, which]) if len(self.kept) else self.kept
        return Deals(np.ascontiguousarray(self.cards[:, which]), self.chances[which].copy(), kept)


def _tell_apart(does: dict[tuple[str, int, int], int]) -> None:
    """Where a maker says later whether they play alone: what they make trump, and what they say then.

    Their answer in the bidding tells a wish as well, which is what they say where they leave it at that.
    """
    for hook, position, trick in list(does):
        later = "declare_alone", position, trick
        if hook in ("order_up", "name_trump") and later in does:
            call, alone = _with_partner(hook, does[hook, position, trick])
            does[hook, position, trick] = call
            if does[later] == AS_BID:
                does[later] = int(alone)


def _makes(bid: Choice, trump: int, proposed: int | None) -> bool:
    """Whether a bid makes that suit trump, with partner or alone."""
    hook, _, answer, _ = bid.script[0]
    wanted = ORDER if hook == "order_up" else name_answer(trump, False, proposed)
    return _with_partner(hook, answer)[0] == wanted


def _with_partner(hook: str, answer: int) -> tuple[int, bool]:
    """An answer in the bidding as it is with partner, and whether it was one alone."""
    if hook == "order_up":
        return (ORDER, True) if answer == ALONE else (answer, False)
    away = name_answer(0, True, None) - name_answer(0, False, None)
    return (answer - away, True) if answer > away else (answer, False)


class _Desk:
    """Arrays that one thread works with."""

    def __init__(self, slots: int) -> None:
        self.batch, self.second = np.zeros(ROWS * B, dtype=np.uint64), np.zeros(ROWS * B, dtype=np.uint64)
        self.actions = np.zeros(slots * B, dtype=np.uint64)
        self.places = np.zeros(B + 1, dtype=np.int64)
        self.fault = np.zeros(2, dtype=np.uint64)


def compile_questions() -> None:
    """Compile what questions need beside the engine, once on a machine."""
    sentence = "compiling what questions need (about 15 seconds, once on this machine)"
    compile_now(QUESTIONS, sentence, (drawing, replay))


class QuestionTable:
    """A question with its players (one a seat, from the dealer's left) ready to be played out; threads may share it."""

    def __init__(self, question: Question, players: Sequence[Player], seed: int) -> None:
        compile_engine()
        compile_questions()
        self.question, self.seed = question, seed
        self.players = list({player.spec: player for player in players}.values())
        specs = [player.spec for player in self.players]
        # The dealer is the last player: seat 1 is player 0.
        self._seating = np.array([specs.index(player.spec) for player in players], dtype=np.int64)
        self._rules = rule_vector(question.rules)
        self.rows = deal_rows(question)
        self._plan = self.rows.plan()
        self._facts, self._known = situation(question)
        self.scripts = Scripts([link_at(player, question.rules) for player in self.players])
        script_past(self.scripts, question)
        self._own: dict[str, Scripts] = {}
        self._desks = threading.local()

    @property
    def deals(self) -> int:
        """Deals that agree with the cards seen, whatever has been bid (exact)."""
        return self._plan.deals

    def draw(self, first: int, number: int, seed: int | None = None) -> Deals:
        """Draw `number` deals that agree with the cards seen; the same numbers give the same deals."""
        return Deals(*self._plan.draw(self.seed if seed is None else seed, first, number))

    def scripts_for(self, player: Player) -> Scripts:
        """Empty scripts for one player on all seats."""
        return Scripts([link_at(player, self.question.rules)])

    def if_called_by(self, seat: int) -> "QuestionTable":
        """The same table where only the bidding counts, in which this seat made what is trump, alone or not.

        Three players bid as they do where there is no dummy, which a lone player leaves.
        """
        twin = copy(self)
        rules = self.question.rules
        changes = {"cutthroat_dummy": "none"} if rules.players == 3 else {"dealer_partner_order": "free"}
        twin._rules = rule_vector(rules.with_changes(changes))
        twin._facts = self._facts.copy()
        twin._facts[[S_ALONE, S_FATE, S_LONE, S_LONE_FROM, S_PLAYED_ALONE]] = ANY
        twin._facts[[S_SETTLED, S_CARDS]] = 0
        twin._facts[S_MAKER] = seat - 1
        return twin

    def hold_to_past(self) -> None:
        """From now on have the others do again what they have been seen to do, whatever they hold."""
        script_seen(self.scripts, self.question)
        self._own.clear()

    def agreeing(self, deals: Deals) -> Deals:
        """Those on which the others would have done all that they did. Raises IllegalAction."""
        return deals.part(self._examine(self.scripts, deals, self._known))

    def fits(self, scripts: Scripts, cards: np.ndarray, row: int) -> np.ndarray:
        """Which deals agree with what one seat has shown, where the scripts have all others do what they did."""
        shown, lacks = self._known[1 + row], self._known[5 + row]
        return self.matches(scripts, Deals(cards, np.zeros(cards.shape[1], dtype=np.uint64)), row, shown, lacks)

    def matches(self, scripts: Scripts, deals: Deals, row: int, shown: int = 0, lacks: int = 0) -> np.ndarray:
        """Which deals agree with all decisions seen, and leave a seat with the `shown` cards and none that it `lacks`.

        Both are masks in the lanes of the trump named. Mistakes count for that seat only.
        """
        known = np.zeros_like(self._known)
        known[0], known[1 + row], known[5 + row] = self._known[0], shown, lacks
        return self._examine(scripts, deals, known, row + 1)

    def _examine(self, scripts: Scripts, deals: Deals, known: np.ndarray, only: int = 0) -> np.ndarray:
        """Which deals agree; `only` is the one seat whose mistakes count (0: all), as others just stand in."""
        desk = self._desk()
        agrees = np.zeros(len(deals), dtype=np.bool_)
        desk.fault[:] = 0
        with np.errstate(over="ignore"):
            examine(
                desk.batch, desk.second, desk.actions, desk.places, deals.cards, deals.chances, self._facts, known,
                self._rules, self._seating, scripts.steps, scripts.params, scripts.slots, agrees, desk.fault,
            )  # fmt: skip
        self._check(desk, deals, only)
        return agrees

    def play(self, choice: Choice, deals: Deals) -> np.ndarray:
        """Play each deal out after a choice; what it came to as codes (`play_out.OUTCOMES`). Raises IllegalAction."""
        return self._play(self._scripts_of(choice), deals)

    def record(self, choice: Choice, deals: Deals) -> tuple[np.ndarray, Columns, Columns]:
        """The same codes, and the columns of hands and plays (see docs/results-format.md) that open hands need.

        Raises IllegalAction.
        """
        scripts, rules, desk = self._scripts_of(choice), self.question.rules, self._desk()
        width = rules.players + 2
        codes, found = [], []
        for start in range(0, len(deals), B):
            some = deals.part(slice(start, start + B))
            tricks = np.zeros((width * rules.tricks, B), dtype=np.int16)
            codes.append(self._play(scripts, some, tricks))
            rows = [desk.batch[row * B :][: len(some)].astype(np.int64) for row in _CONTRACT]
            found.append(np.concatenate([rows, tricks[:, : len(some)]]))
        bid_round, maker, suit, alone, lone_defender, took = (whole := np.concatenate(found, axis=1))[: len(_CONTRACT)]
        made = bid_round > 0
        trump = np.where(suit == NO_TRUMP_SUIT, NO_TRUMP, suit & 3)
        hands = {
            "maker": np.where(made, maker + 1, 0), "trump": trump, "alone": alone & 1,
            "lone_defender": lone_defender, "tricks": took,
        }  # fmt: skip
        shown = whole[len(_CONTRACT) :, made].reshape(rules.tricks, width, -1)
        names = trick_columns(rules.players)
        return np.concatenate(codes), hands, {name: shown[:, k].T.reshape(-1) for k, name in enumerate(names)}

    def own_choice(self, options: Sequence[Choice], deals: Deals) -> list[Choice | None]:
        """What the player's own strategy does on each of (a few) deals; None: something that is not among the options.

        It can see the same in all of them, so only one that plays by chance gives different answers.
        """
        return [self._probe(options, deals.part(slice(k, k + 1))) for k in range(len(deals))]

    def _probe(self, options: Sequence[Choice], deal: Deals) -> Choice | None:
        scripts = self.scripts.copy()
        asked = {step[:2] + step[3:] for option in options for step in option.script}
        for hook, position, trick in asked:
            scripts.note(hook, position, trick)
        self._play(scripts, deal)
        slot = int(self._seating[self.question.seat - 1])
        does = {step: scripts.noted(step[0], step[1], slot, step[2]) for step in asked}
        _tell_apart(does)
        if AS_BID in (answer for (hook, *_), answer in does.items() if hook == "declare_alone"):
            return self._as_bid(options)
        for option in options:
            if all(does[hook, position, trick] == answer for hook, position, answer, trick in option.script):
                return option
        return None

    def _as_bid(self, options: Sequence[Choice]) -> Choice | None:
        """What a player who leaves it at their bid would do now: alone, if they would have called so."""
        q, players = self.question, [self.players[slot] for slot in self._seating]
        assert q.contract is not None
        upcard = 1 << q.upcard if q.has_upcard else 0
        hand, contract = (q.hand | q.buried) & ~upcard, q.contract if q.named_blind else None
        before = replace(q, decision="bid", contract=contract, hand=hand, buried=0)
        table = QuestionTable(before, players, self.seed)
        script_seen(table.scripts, before)
        bids = [bid for bid in choices(before) if _makes(bid, q.contract.trump, before.proposed)]
        (own,) = table.own_choice(bids, table.draw(0, 1))
        return None if own is None else options[own.family.endswith("alone")]

    def _scripts_of(self, choice: Choice) -> Scripts:
        if choice.name not in self._own:
            scripts = self.scripts.copy()
            for hook, position, answer, trick in choice.script:
                scripts.do(hook, position, answer, trick)
            self._own[choice.name] = scripts
        return self._own[choice.name]

    def _play(self, scripts: Scripts, deals: Deals, tricks: np.ndarray = _NO_TRICKS) -> np.ndarray:
        desk = self._desk()
        codes = np.empty(len(deals), dtype=np.int16)
        desk.fault[:] = 0
        with np.errstate(over="ignore"):
            play_out(
                desk.batch, desk.second, desk.actions, desk.places, deals.cards, deals.chances, deals.kept,
                self._facts, self._rules, self._seating, scripts.steps, scripts.params, scripts.slots, codes,
                tricks, desk.fault,
            )  # fmt: skip
        self._check(desk, deals)
        return codes

    def _desk(self) -> _Desk:
        if not hasattr(self._desks, "own"):
            self._desks.own = _Desk(len(self.players))
        desk: _Desk = self._desks.own
        return desk

    def _check(self, desk: _Desk, deals: Deals, only: int = 0) -> None:
        for player in self.players:
            player.raise_failure()
        if desk.fault[0] == 0:
            return
        hook, seat, trick = read_offence(int(desk.fault[0]), self.question.rules.players)
        if only not in (0, seat):
            return
        column = int(desk.fault[1])
        player = self.players[self._seating[seat - 1]]
        when = f" in trick {trick}" if trick else ""
        dealt = " ".join(card_name(code) for code in cards_of(int(deals.cards[seat - 1, column])))
        raise IllegalAction(
            f"{player.name} broke the rules: {hook}{when}, seat {seat} dealt {dealt}, upcard "
            f"{card_name(self.question.upcard)}, seed {self.seed}",
            "ask with another strategy, or mend this one",
        )
