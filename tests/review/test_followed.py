"""Deals are played as their records say: what was done, what comes of it, and what cannot be."""

from dataclasses import replace

import pytest

from sim.errors import UsageError
from sim.review.filling import discards, filled, number_of
from sim.review.followed import script
from sim.review.seen_deals import SeenDeal
from sim.rules.presets import preset
from support.reviews import forced, plain_table, played_deals

RULES = preset("standard")
DEALS = played_deals(RULES, "basic", 60, seed=5)


def test_each_deal_is_played_again_as_it_was() -> None:
    table = plain_table(RULES, "basic")
    for deal in DEALS:
        points, seen = table.play(deal, filled(deal, RULES, 0))
        assert points == deal.points
        assert [one.done for one in seen] == [one.assumed for one in seen], "the same player would do the same"
        asked = sum(len(trick) for trick in deal.tricks[:4])  # the last card of a hand is nobody's decision
        assert len(seen) == len(deal.calls) + asked + (deal.buried is not None)


def test_house_rules_are_followed_too() -> None:
    rules = RULES.with_changes(stick_dealer="on", defend_alone="always", no_trump="round2", discard_upcard="allowed")
    table = plain_table(rules, "basic")
    for deal in played_deals(rules, "basic", 60, seed=6):
        points, seen = table.play(deal, filled(deal, rules, 0))
        assert points == deal.points
        assert [one.done for one in seen] == [one.assumed for one in seen]


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["canadian", "british", "two-handed"])
def test_other_games_are_followed(name: str) -> None:
    rules = preset(name)
    if rules.has_joker:
        rules = rules.with_changes(joker_up="spades")
    table = plain_table(rules, "basic")
    for deal in played_deals(rules, "basic", 150, seed=7):
        points, seen = table.play(deal, filled(deal, rules, 0))
        assert points == deal.points
        assert [one.done for one in seen] == [one.assumed for one in seen]


def test_a_record_without_hands_has_the_same_cards() -> None:
    for deal in DEALS:
        bare = replace(deal, dealt=((), (), (), ()))
        for chair in range(4):
            if deal.made is None or bare.is_known(chair):
                continue
            sits_out = deal.made[1].alone and chair == (deal.made[1].chair + 2) % 4
            assert sits_out
        if deal.made is not None:
            assert all(bare.known(chair) <= set(deal.dealt[chair]) for chair in range(4))


def without_discard(deal: SeenDeal) -> SeenDeal:
    return replace(deal, dealt=((), (), (), ()), discard=None)


def test_a_discard_that_is_not_told_is_one_of_those_left() -> None:
    lacking = [deal for deal in map(without_discard, DEALS) if deal.lacks_discard]
    assert len(lacking) > 10
    for deal in lacking:
        original = next(one for one in DEALS if one.name == deal.name)
        cards = discards(deal, RULES)
        assert original.discard in cards and len(cards) <= 9
        whole = filled(deal, RULES, 0, original.discard)
        assert set(whole.hands[deal.dealer]) == set(original.dealt[deal.dealer])
        assert plain_table(RULES, "basic").play(deal, whole)[0] == original.points


def test_missing_cards_never_break_what_was_seen() -> None:
    for deal in DEALS:
        if len(deal.tricks) < 5:
            continue
        cut = replace(deal, dealt=((), (), (), ()), discard=None, tricks=deal.tricks[:2], points=None)
        for way in range(3):
            whole = filled(cut, RULES, way)
            assert len({card for hand in whole.hands for card in hand}) == 20
            points, seen = plain_table(RULES, "basic").play(cut, whole)
            assert sum(points) > 0
            assert sum(len(trick) for trick in cut.tricks) == sum(one.place[1] > 0 for one in seen)


def test_a_forced_choice_changes_what_follows_alone() -> None:
    deal = next(deal for deal in DEALS if deal.made is not None and deal.made[0] == 1 and not deal.made[1].alone)
    answers = script(deal, filled(deal, RULES, 0), RULES)
    for place, (_, done) in answers.items():
        assert forced(RULES, "basic", deal, place, done) == deal.points


def test_what_the_rules_forbid_is_told() -> None:
    deal = next(deal for deal in DEALS if len(deal.tricks) == 5)
    (first, second, *others), *rest = deal.tricks
    swapped = ((first[0], rest[0][0][1]), second, *others)
    wrong = replace(deal, tricks=(swapped, *deal.tricks[1:]))
    with pytest.raises(UsageError, match="cannot be reviewed"):
        plain_table(RULES, "basic").play(wrong, filled(deal, RULES, 0))


def test_a_deal_has_a_number_by_what_happened() -> None:
    deal, other = DEALS[:2]
    assert number_of(deal) == number_of(replace(deal, name="elsewhere")) != number_of(other)
