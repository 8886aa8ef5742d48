"""Costs are what they say: forced replays on the true hidden cards agree, and wrong decisions on purpose are found."""

from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from sim.ask.answer import Answer
from sim.ask.answering import ask
from sim.cards import card_name, deck_codes, suit_name
from sim.engine.layout import H_DISCARD, H_LEAD, H_ORDER_UP
from sim.players.recorded_hand import Lanes
from sim.review.decision_values import Priced, choice_values
from sim.review.filling import filled
from sim.review.followed import FollowedTable, Place, SeenDecision
from sim.review.reviewing import WORLDS, review_tables, reviewed_deal
from sim.review.seen_deals import SeenCall, SeenDeal
from sim.rules.presets import preset
from sim.stats.estimates import t_quantile
from sim.worlds.thinking import Outlook
from support.reviews import forced, lead_of, planted, played_deals

RULES = preset("standard")
HANDS = 2_000


def table_of(worlds: int) -> FollowedTable:
    return FollowedTable(RULES, "basic", Outlook(deals=worlds), seed=3)


def valued(table: FollowedTable, deal: SeenDeal) -> list[SeenDecision]:
    _, seen = table.play(deal, filled(deal, RULES, 0), wanted=lambda place, chair: True)
    return [one for one in seen if one.valued is not None]


@pytest.mark.nightly
def test_mean_costs_agree_with_forced_replays_on_the_true_cards() -> None:
    table, gaps, costs = table_of(300), [], []
    for deal in played_deals(RULES, "basic", HANDS, seed=2026):
        gap = total = 0.0
        for one in valued(table, deal):
            assert one.valued is not None and deal.points is not None
            count, side = int(one.valued.counts[0]), one.chair % 2
            found = choice_values(one.valued.leads[0, :count], one.valued.shares[0], None, by_games=False)
            done = lead_of(deal.points, side)
            true = [
                lead_of(forced(RULES, "basic", deal, one.place, int(one.valued.choices[0, choice])), side) - done
                for choice in found.halves
                if choice
            ]
            gap += found.cost.value - sum(true) / 2
            total += found.cost.value
        gaps.append(gap)
        costs.append(total)
    error = t_quantile(0) * float(np.std(gaps, ddof=1)) / HANDS**0.5
    assert abs(np.mean(gaps)) <= error
    assert np.mean(costs) > error, "there is something to compare"


def said(call: SeenCall, first: bool) -> str:
    """A call in the words of a question."""
    if call.suit is None:
        return "pass"
    return ("order" if first else suit_name(call.suit)) + (" alone" if call.alone else "")


def asked(deal: SeenDeal, one: SeenDecision) -> dict[str, object]:
    """The question of a decision as `ask` takes it."""
    seat = (one.chair - deal.dealer - 1) % 4 + 1
    before = deal.calls[: one.place[2]] if one.place[0] == H_ORDER_UP else deal.calls
    words = [said(call, number < 4) for number, call in enumerate(before)]
    cards = set(deal.dealt[one.chair])
    question: dict[str, object] = {"up": card_name(deal.upcard), "seat": seat}
    if one.place[0] == H_ORDER_UP:
        question |= {"bids": ", ".join(words)} if words else {}
    elif one.place[0] == H_DISCARD:
        question |= {"bids": ", ".join(words), "decision": "discard"}
    else:
        played = [card for trick in deal.tricks[: one.place[1] - 1] for _, card in trick]
        tricks = [" ".join(card_name(card) for _, card in trick) for trick in deal.tricks[: one.place[1] - 1]]
        question |= {"bids": ", ".join(words), "decision": "lead"} | ({"played": "; ".join(tricks)} if tricks else {})
        if one.chair == deal.dealer and deal.buried is not None:
            cards = cards - {deal.buried} | {deal.upcard}
            question["buried"] = card_name(deal.buried)
        cards -= set(played)
    return {"hand": " ".join(card_name(card) for card in sorted(cards)), **question}


PLANTS = 40
LOOKED_AT = {H_ORDER_UP: 500, H_DISCARD: 900, H_LEAD: 400}
"""Hands among which wrong decisions of each kind are looked for."""


def known_costs(hook: int) -> Iterator[tuple[SeenDeal, Place, Priced]]:
    """Deals with a wrong decision that costs more than 0.2 points, as `ask` says, which draws and plays by itself."""
    table = table_of(200)
    for deal in played_deals(RULES, "basic", LOOKED_AT[hook], seed=77):
        for one in valued(table, deal):
            # A dealer's order and discard are one choice for `ask`, orders that are wrong are of hands that pass, and
            # `ask` learns nothing from which cards were played: the first lead is before all of them.
            if one.place[0] != hook or (hook == H_ORDER_UP and (one.done != 0 or one.place[2] == 3)):
                continue
            if hook == H_LEAD and one.place[1] > 1:
                continue
            assert one.valued is not None
            count, shares = int(one.valued.counts[0]), one.valued.shares[0]
            means = one.valued.leads[0, :count] @ shares / shares.sum()
            dear = np.flatnonzero(means < means[0] - 0.3)
            if not len(dear):
                continue
            wrong = int(one.valued.choices[0, dear[np.argmax(means[dear])]])
            answered = ask(**asked(deal, one), deals=30_000, seed=4, threads=2)  # type: ignore[arg-type]
            name = ("pass", "order", "order alone")[wrong] if hook == H_ORDER_UP else card_name(code_in(deal, wrong))
            cost = cost_of(answered, name)
            if cost.lo > 0.2 and not answered.evidence.is_soft:  # else `ask` takes the others for other people
                yield planted(RULES, "basic", deal, one.place, wrong), one.place, cost


def code_in(deal: SeenDeal, answer: int) -> int:
    """The card of an answer in the play."""
    assert deal.made is not None
    lanes = Lanes(deal.made[1].suit, True, True)
    return next(card for card in deck_codes(24) if int(lanes.mask([card])) == answer)


def cost_of(answered: Answer, name: str) -> Priced:
    """What a choice is worse than the best, with its standard error."""
    behind = next(choice for choice in answered.choices if choice.name == name).behind
    assert behind.value is not None and behind.lo is not None and behind.hi is not None
    return Priced(-behind.value, (behind.hi - behind.lo) / 2 / t_quantile(0))


@pytest.mark.nightly
@pytest.mark.parametrize("hook", LOOKED_AT, ids=["orders", "discards", "leads"])
def test_wrong_decisions_are_found_with_the_right_size(hook: int) -> None:
    found, right, sizes = 0, 0, []
    plants = list(islice(known_costs(hook), PLANTS))
    assert len(plants) == PLANTS
    tables = review_tables(RULES, "basic", WORLDS, seed=1, by_points=True)
    for deal, place, known in plants:
        reviewed = reviewed_deal(tables, 0, deal)
        made = next(one for one in reviewed.decisions if one.place == place)
        found += made.is_mistake
        gap = Priced(made.cost.value - known.value, float(np.hypot(made.cost.error, known.error)))
        right += made.is_mistake and gap.lo <= 0 <= gap.hi
        sizes.append((made.cost.value, known.value))
    assert found >= 0.95 * PLANTS, found
    assert right >= 0.9 * PLANTS, sizes
