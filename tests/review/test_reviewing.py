"""A review adds up, says what it cannot know, finds what was planted, and keeps what is finished."""

from dataclasses import replace

import pytest

from sim.engine.layout import H_ORDER_UP
from sim.review.annotating import annotated
from sim.review.reviewed import DealReview, Review, SeenGame
from sim.review.reviewing import ReviewStudy
from sim.review.seen_deals import seen_in
from sim.review.summing import cost_rows, game_parts
from sim.rules.presets import preset
from sim.runs.provenance import make_config
from sim.runs.run import engine_version, open_match, seated
from sim.runs.trace import trace_game
from sim.text.review import part_cells, review_text
from support.reviews import NAMES, as_game, lead_of, planted, played_deals

RULES = preset("standard")
SHORT = RULES.with_changes(target=5)


def whole_game(seed: int) -> SeenGame:
    """A game to five that `basic` has played."""
    players = seated("basic")
    config = make_config(SHORT, players, seed, "games", "plays", engine_version())
    traces = trace_game(open_match(SHORT, players, seed, "games"), config, 0)
    deals = [replace(seen_in(trace, f"deal {k + 1}"), number=k) for k, trace in enumerate(traces)]
    return SeenGame("a game", NAMES, SHORT, tuple(deals))


def reviewed(*games: SeenGame, worlds: int = 60, **how: object) -> Review:
    study = ReviewStudy(games, "basic", worlds=worlds, **how)  # type: ignore[arg-type]
    for _ in study:
        pass
    return study.result()


@pytest.fixture(scope="module")
def game() -> Review:
    return reviewed(whole_game(3))


def test_parts_add_up_to_the_result_exactly(game: Review) -> None:
    for deal in game.deals:
        assert deal.points is not None and deal.games is not None and deal.deal.points is not None
        assert deal.points.result == lead_of(deal.deal.points, 0)
    parts = game_parts(game.of_game(0))
    assert parts is not None and parts.games is not None
    assert parts.games.result == float(parts.score[0] > parts.score[1])
    start, end = game.games[0].deals[0].score, parts.score
    assert parts.points.result == (end[0] - end[1]) - (start[0] - start[1])
    for told in (parts.points, parts.games):
        cells = [float(cell) for cell in part_cells(told, 100, 2)]
        assert sum(cells[:-1]) == pytest.approx(cells[-1])


def test_sums_by_kind_and_player_are_those_of_all(game: Review) -> None:
    rows = cost_rows(game)
    total = rows[0]
    hands = {row.player: row.hands for row in rows}
    for name in NAMES:
        kinds = [row for row in rows if row.player == name and row.kind is not None]
        own = next(row for row in rows if row.player == name and row.kind is None)
        assert sum(row.points.value for row in kinds) == pytest.approx(own.points.value)
        assert sum(row.mistakes for row in kinds) == own.mistakes
    players = [row for row in rows if row.player is not None and row.kind is None]
    lost = sum(row.points.value * hands[row.player] for row in players)
    assert lost == pytest.approx(total.points.value * total.hands)


def test_the_player_assumed_does_what_was_done(game: Review) -> None:
    assert all(made.assumed == 0 for deal in game.deals for made in deal.decisions)
    assert all(made.actions[0].games is not None for deal in game.deals for made in deal.decisions)


def test_threads_and_company_change_nothing() -> None:
    deals = played_deals(RULES, "basic", 4, seed=8)
    one = reviewed(as_game(deals, RULES), by_points=True, threads=1)
    two = reviewed(as_game(deals[::-1], RULES), by_points=True, threads=2)
    assert [deal.decisions for deal in one.deals] == [deal.decisions for deal in two.deals[::-1]]


def test_a_stopped_review_keeps_what_is_finished() -> None:
    deals = played_deals(RULES, "basic", 6, seed=8)
    stop = False
    study = ReviewStudy([as_game(deals, RULES)], "basic", worlds=20, by_points=True, threads=1, stop=lambda: stop)

    def play() -> None:
        nonlocal stop
        for event in study:
            stop = event.done >= 2

    with pytest.raises(KeyboardInterrupt):
        play()
    found = study.result()
    assert 2 <= len(found.deals) < 6 == found.wanted
    assert f"{len(found.deals)} of 6 deals" in review_text(found)


def order_on_nothing() -> tuple[DealReview, Review]:
    """A hand that should pass orders up, which hardly any hand of `basic` does."""
    deals = played_deals(RULES, "basic", 40, seed=4)
    deal = next(one for one in deals if one.calls[0].suit is None)
    found = reviewed(as_game([planted(RULES, "basic", deal, (H_ORDER_UP, 0, 0), 2)], RULES), worlds=400, by_points=True)
    return found.deals[0], found


def test_an_order_on_nothing_is_a_blunder() -> None:
    deal, found = order_on_nothing()
    first = deal.decisions[0]
    assert first.place == (H_ORDER_UP, 0, 0) and first.actions[0].label == "order up alone"
    assert first.is_mistake and first.label == "[??]" and first.actions[first.best].label == "pass"
    assert found.mistakes()[0][1] == first
    document = {"deals": [{"phases": [{"type": "EUCHRE_BIDDING", "callAnnotations": {"0": ["as it was"]}}]}]}
    notes = annotated(document, found)["deals"][0]["phases"][0]["callAnnotations"]["0"]
    assert notes[0] == "as it was" and notes[1].startswith("[??]Order up alone: pass gains ")
    assert document["deals"][0]["phases"][0]["callAnnotations"] == {"0": ["as it was"]}


def test_bids_that_nobody_makes_are_told_and_answered() -> None:
    deal = played_deals(RULES, "basic", 1, seed=4)[0]
    found = reviewed(as_game([deal], RULES), worlds=50, by_points=True, seed=2)
    assert not any(made.is_rare for made in found.deals[0].decisions)
    # Among people who never order nobody would have come here.
    study = ReviewStudy([as_game([deal], RULES)], "always-pass", worlds=50, by_points=True)
    for _ in study:
        pass
    never = study.result().deals[0]
    assert deal.made is not None
    others = [made for made in never.decisions if made.trick > 0 and made.chair != deal.made[1].chair]
    assert others and all(made.is_rare for made in others)
    assert all(made.worlds > 0 for made in never.decisions)
    assert "fewer than 1 in 1 000" in review_text(study.result())


def test_what_is_not_known_is_said() -> None:
    deal = next(one for one in played_deals(RULES, "basic", 20, seed=5) if len(one.tricks) == 5)
    cut = replace(deal, dealt=((), (), (), ()), discard=None, tricks=deal.tricks[:1], points=None)
    found = reviewed(as_game([cut], RULES), by_points=True).deals[0]
    assert found.points is None and found.decisions == ()
    assert len(found.notes) == 4 and "the cards of player 1 are not known" in found.notes[0]
