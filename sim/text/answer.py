"""An answer as aligned plain text, readable without colour."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from sim.ask.asked import proposed_suit
from sim.ask.evidence import Evidence
from sim.ask.outcomes import KINDS
from sim.ask.question import Question
from sim.ask.seat_words import who_text
from sim.cards import NO_TRUMP, card_name, hand_text, suit_name
from sim.plain_text import align, command_text, fold, spaced
from sim.players.strategy import load_player
from sim.runs.provenance import rules_name
from sim.seat_names import seat_names
from sim.stats.estimates import Estimate

if TYPE_CHECKING:
    from sim.ask.answer import Answer, Seating, Valued

MOST_ROWS: Final = 12
"""Choices that are listed; of more, the best."""
IN_SIGHT: Final = "in sight"
"""Heading of the points with all cards in sight."""
_HEADS: Final = ("made", "march", "lone", "lost", "made", "march", "lone", "lost", "one")
_OVER: Final = ("you", "you", "you", "you", "they", "they", "they", "they", "no")


def answer_text(answer: "Answer", command: str | None) -> str:
    """Question, players, verdict, table of choices and how it was found."""
    q = answer.question
    blocks = [
        "\n".join([*map(_folded, question_lines(q)), fold(seating_text(q, answer.seating), "players ")]),
        *([fold(warning)] if (warning := thin_evidence(answer)) else []),
        "\n".join(map(fold, verdict_lines(answer))),
        _table(answer),
        "\n".join(_foot(answer, command)),
    ]
    return "\n\n".join(blocks) + "\n"


def _folded(line: str) -> str:
    return fold(line, rest="        ")


def question_lines(q: Question) -> list[str]:
    """What is asked, in a few lines."""
    seat = seat_names(q.rules.players, q.rules.teams)[q.seat - 1]
    up = card_name(q.upcard)
    where = f"seat {q.seat} ({seat})"
    lines = [f"{rules_name(q.rules)}, {where}, {_cards(q, q.hand)}; upcard {up}"]
    contract = q.contract
    if contract is None or q.is_call:
        lines[0] += f", round {q.round}"
    if contract is not None and q.is_call:
        lines[0] += f", {suit_name(contract.trump)}{'' if contract.trump == NO_TRUMP else ' trump'}"
    if contract is not None and not q.is_call:
        maker = who_text(q.rules, q.seat, contract.maker)
        how = ", alone," if contract.alone else ""
        made = f"{suit_name(contract.trump)} made trump by {maker}{how} in round {contract.round}"
        lines.append(f"{made}{_fate_of_upcard(q)}")
        if contract.lone_defender:
            who = who_text(q.rules, q.seat, contract.lone_defender, contract.maker)
            lines[-1] += f"; {who} {'defend' if contract.lone_defender == q.seat else 'defends'} alone"
    if q.buried:
        lines.append(f"put away: {_cards(q, q.buried)}")
    if q.dummy:
        lines.append(f"dummy: {_cards(q, q.dummy)}")
    for trick in q.play.tricks if q.play else ():
        cards = " ".join(f"{seat}:{card_name(card)}" for seat, card in zip(trick.seats, trick.cards, strict=True))
        lines.append(f"played  {cards}" + (f"  (seat {trick.winner} wins)" if trick.winner else ""))
    if q.score is not None:
        lines.append(f"score {'-'.join(map(str, q.score))} (yours first), game is {q.rules.target}")
    return lines


def _cards(q: Question, mask: int) -> str:
    """Cards in order: trumps first, or what is trump if it is ordered up."""
    if q.contract is not None:
        trump: int | None = q.contract.trump
    else:
        trump = proposed_suit(q.rules, q.upcard, q.next_card) if q.round == 1 else None
    return hand_text(mask, trump, q.rules.has_bowers)


def _fate_of_upcard(q: Question) -> str:
    """Where the upcard is, once the dealer has decided."""
    if q.contract is None or q.contract.round == 2 or q.decision == "pick-up":
        return ""
    if not q.contract.taken:
        return ", left on the table"
    return f", taken by {'you' if q.seat == q.dealer else 'the dealer'}"


def seating_text(q: Question, seating: "Seating") -> str:
    """Who plays: `you basic, partner basic, opponents cautious`."""
    n = q.rules.players
    me = seating.specs[q.seat - 1]
    others = [seating.specs[(q.seat - 1 + away) % n] for away in range(1, n)]
    if n == 4:
        left, partner, right = others
        opponents = left if left == right else f"{left} (left) and {right} (right)"
        return f"you {me}, partner {partner}, opponents {opponents}"
    if n == 2:
        return f"you {me}, opponent {others[0]}"
    return f"you {me}, opponents {others[0] if others[0] == others[1] else f'{others[0]} (left), {others[1]} (right)'}"


def verdict_lines(answer: "Answer") -> list[str]:
    """The advice, and how sure it is."""
    best, lines = answer.best, []
    if answer.reason == "interrupted":
        lines.append("Interrupted: this is what was played until then.")
    second = answer.second
    if answer.is_clear or second is None:
        lines.append(f"Best: {best.label}.")
        if second is not None:
            lines[-1] += f" It is worth {_lead(second)} more than the second best ({second.label})."
    else:
        among = ", ".join(c.label for c in answer.open[:3]) + (", ..." if len(answer.open) > 3 else "")
        lines.append(
            f"Too close to tell: {best.label} looks best ({_percent(best.chance)} % likely), but so may {among}."
        )
        needed = second.needed or 0
        much = f"about {spaced(_rounded(needed))}" if needed < 10**11 else "more than 10^11"
        lines[-1] += f" They differ by {_lead(second)}; to tell them apart would take {much} deals."
    if answer.discards:
        near = " or ".join(f"{c.label} ({_behind(c)})" for c in answer.discards)
        lines.append(f"As good, as far as can be told: {near}.")
    same = [c.label for c in answer.choices if c.verdict == "same"]
    if same:
        more = f" and {len(same) - 3} other choices" if len(same) > 4 else ""
        lines.append(f"{'; '.join(same[:3] if more else same)}{more} came to the same on every deal.")
    if answer.own and answer.own != (best.name,):
        me = answer.seating.specs[answer.question.seat - 1]
        labels = {choice.name: choice.label for choice in answer.choices}
        does = " or ".join(labels.get(name, name) for name in answer.own)
        lines.append(f"{me} itself would choose: {does}.")
    return lines


def _lead(second: "Valued") -> str:
    if second.win_behind is not None:
        return f"{value_text(_flipped(second.win_behind))} of the games"
    return f"{value_text(_flipped(second.behind))} points"


def _flipped(e: Estimate) -> Estimate:
    lo, hi = (None, None) if e.lo is None or e.hi is None else (-e.hi, -e.lo)
    return Estimate(None if e.value is None else -e.value, e.se, lo, hi, e.n, e.unit, e.method)


def _rounded(number: int) -> int:
    digits = len(str(number))
    return round(number, 2 - digits) if digits > 2 else number


def shown_choices(answer: "Answer") -> tuple[list["Valued"], list["Valued"]]:
    """The best of each family (all, where nothing is buried or there is one family), and those left out."""
    families = {choice.family for choice in answer.choices}
    chosen: list[Valued] = []
    left: list[Valued] = []
    seen: set[str] = set()
    for choice in answer.choices:
        first = choice.family not in seen
        seen.add(choice.family)
        if (first or len(families) == 1) and len(chosen) < MOST_ROWS:
            chosen.append(choice)
        else:
            left.append(choice)
    return chosen, left


def _table(answer: "Answer") -> str:
    chosen, left = shown_choices(answer)
    has_win = chosen[0].win is not None
    kept = [k for k, kind in enumerate(KINDS) if any(choice.outcomes[kind] for choice in chosen)]
    over = [_OVER[k] if not any(_OVER[j] == _OVER[k] for j in kept if j < k) else "" for k in range(len(KINDS))]
    head = ["", "points", *(["games won"] if has_win else []), "to the best", "best"]
    head += [IN_SIGHT] if answer.is_open else []
    rows = [(*("" for _ in head), *(over[k] for k in kept)), (*head, *(_HEADS[k] for k in kept))]
    for choice in chosen:
        cells = [choice.label, value_text(choice.points, signed=True)]
        if choice.win is not None:
            cells.append(value_text(choice.win))
        cells += [_behind(choice), _percent(choice.chance)]
        cells += [value_text(choice.open_points, signed=True)] if choice.open_points is not None else []
        rows.append((*cells, *(_percent(choice.outcomes[KINDS[k]]) for k in kept)))
    values = len(head)
    theirs = values + sum(_OVER[k] == "you" for k in kept)
    lines = align(rows, 1, ((values,), (values, theirs), (values - 2, values, theirs))).split("\n")
    if left:
        names = [f"{c.label} {_behind(c)}" for c in left[:6]]
        more = f", and {len(left) - 6} more" if len(left) > 6 else ""
        lines += ["", fold(f"{'; '.join(names)}{more}", "also: ")]
    return "\n".join(lines)


def _behind(choice: "Valued") -> str:
    if choice.verdict == "best":
        return "best"
    if choice.verdict == "same":
        return "same"
    value = choice.win_behind if choice.win_behind is not None else choice.behind
    return value_text(value, signed=True)


def value_text(value: Estimate, signed: bool = False) -> str:
    """A value with its interval; one that is the same on every deal without."""
    if value.value is None or value.lo is None or value.hi is None or value.hi - value.lo > 1e-9:
        return value.short(signed)
    plus = "+" if signed else ""
    return f"{100 * value.value:{plus}.2f} %" if value.unit == "share" else f"{value.value:{plus}.2f}"


def _percent(share: float) -> str:
    if share == 0:
        return "-"
    return "<1" if share < 0.005 else ">99" if 0.995 <= share < 1 else f"{100 * share:.0f}"


def _foot(answer: "Answer", command: str | None) -> Sequence[str]:
    reasons = {
        "separated": "stopped when the best was clear",
        "width": "stopped at the precision asked for",
        "deals": "as many as asked for",
        "seconds": "stopped when time was up",
        "interrupted": "interrupted: the answer so far",
    }
    how = f"{spaced(answer.deals)} ({reasons[answer.reason]}), {spaced(answer.drawn)} drawn, seed {answer.seed}"
    lines = [fold(f"{how}, {answer.seconds:.2f} s", "deals   ")]
    if answer.control_deals:
        believed = [load_player(spec).believed for spec in answer.seating.specs]
        whom = " and ".join(dict.fromkeys(believed))
        more = f"{spaced(answer.control_deals)} more deals of {whom}, who do not look ahead, make the ± smaller"
        lines.append(fold(more, rest="        "))
    lines.append(fold(f"rests on {evidence_text(answer.evidence)}", rest="         "))
    if answer.equity and answer.equity_hands:
        larger = answer.equity_share is not None and answer.equity_share > 1
        part = "the larger part of the ±: --equity-hands N makes it smaller" if larger else "part of the ±"
        specs = answer.seating.specs
        believed = [load_player(spec).believed for spec in specs]
        among = f" among {', '.join(dict.fromkeys(believed))}, who do not look ahead," if believed != [*specs] else ""
        solved = f"the chances to win{among} are solved from {spaced(answer.equity_hands)} hands at each score"
        lines.append(fold(f"{solved}; their own error is {part}", "games   "))
    shown = [e for c in answer.choices for e in (c.points, c.win) if e is not None]
    alike = ", none where all deals came to the same" if any(e.lo == e.hi for e in shown) else ""
    stops = " that holds whenever one stops" if answer.holds_always else ""
    lines += [
        "",
        fold(
            f"points: your side's less the others', a hand; ± half of a 95 % interval{stops}{alike}; to the best: on "
            "the same deals; best: % chance to be it; you, they, no one: who makes trump and what comes "
            "of it, in % of hands (lost: euchred)"
        ),
    ]
    if answer.is_open:
        lines.append(fold(in_sight_text(answer)))
    if command:
        lines.append(command_text("again", command))
    return lines


def in_sight_text(answer: "Answer") -> str:
    """What the column of points with all cards in sight is, and what is the best there."""
    when = "from here on" if answer.question.play is not None else "from the first lead on"
    best = answer.best_in_sight
    first = f"; the best there: {best.label}" if best is not answer.best else ""
    return (
        f"{IN_SIGHT}: points on the same deals when everybody sees all cards {when} and plays their best, which is "
        f"hindsight that no player has, and overrates cards that need a guess{first}"
    )


def thin_evidence(answer: "Answer") -> str:
    """What to say, before any advice, of an answer for which too few deals agree with the past; else nothing."""
    evidence = answer.evidence
    if not evidence.is_soft:
        return ""
    few = "NONE" if evidence.is_never else f"only {_share_text(evidence.exact)}"
    return (
        f"THIN EVIDENCE: on {few} of the deals with the cards seen would these players have done all that the others "
        f"did. So deals are weighed, with the others taken for {evidence.assumed}."
    )


def evidence_text(evidence: Evidence) -> str:
    """The weight of evidence in a line or two."""
    possible = f"{_number(evidence.possible)} possible deals" if evidence.possible != 1 else "the only possible deal"
    if not evidence.is_soft:
        if evidence.exact > 0.9995:
            return f"{possible}: nothing that the others have done rules one out"
        return f"{possible}; on {_share_text(evidence.exact)} of them the others would have done what they did"
    exact = "none" if evidence.is_never else _share_text(evidence.exact)
    much = f"{_number(max(1, round(evidence.deals)))} ({_share_text(evidence.effective)})"
    return f"{possible}, weighed: as good as {much} of them; {exact} agree exactly"


def _number(count: int) -> str:
    """A number of deals, rounded where it is large."""
    return spaced(count) if count < 10**5 else f"{count:.2g}" if count >= 10**9 else spaced(_rounded(count))


def _share_text(share: float) -> str:
    return f"{100 * share:.3g} %" if share >= 1e-4 else f"1 in {spaced(_rounded(round(1 / share)))}"
