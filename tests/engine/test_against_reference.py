"""The engine against the plain reference player: every recorded game is decided again, under every kind of rules."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from reference import NotCovered, full_rules, legal_cards
from reference.napoleon import legal_cards as legal_in_napoleon
from reference.sample import random_hand
from sim.cards import parse_card
from sim.errors import IllegalAction
from sim.players.check.conformance import Finding, ask_in_python, replayed
from sim.players.check.decisions import Hearing
from sim.players.match import Match
from sim.players.recorded_hand import Lanes
from sim.players.strategy import load_player
from sim.rules.presets import PRESETS
from sim.rules.rules import Rules
from support.drawn_rules import random_rules
from support.judged import WILD, agree, played
from support.puppets import SUITS, in_order, laid_open
from support.puppets import played as played_by_puppets
from support.puppets import replayed as replayed_by_puppets

HANDS_A_PRESET = [500, pytest.param(2_000, marks=pytest.mark.nightly)]
RANDOM_HANDS = 20_000
BURIES_ANYTHING = "bots:wild{bury_upcard=1}"


def wild(rules: Rules) -> str:
    """A player of any legal action, the upcard among the discards where that is allowed."""
    return BURIES_ANYTHING if rules.discard_upcard == "allowed" else WILD


def seated(rules: Rules, source: random.Random) -> list[str]:
    """One wild player everywhere, or different players by side or by chair."""
    other = source.choice(["bots:steady", "basic", "random"])
    by_chair = [wild(rules) if chair % 3 == 0 else other for chair in range(rules.players)]
    return source.choice([[wild(rules)], [wild(rules)], [*[other, wild(rules)] * 3][: rules.teams], by_chair])


def ending(rules: Rules) -> Rules:
    """Rules under which a game of wild players is over some time: where tricks are bid they mostly lose points."""
    return rules if rules.has_upcard or rules.max_hands else rules.with_changes({"max_hands": 15})


def covered(rules: Rules) -> bool:
    """Whether the reference player knows the game."""
    try:
        full_rules(rules.to_dict())
    except NotCovered:
        return False
    return True


GAMES = PRESETS | {
    f"two-handed, {dummy}": PRESETS["two-handed"].with_changes({"twohand_dummy": dummy})
    for dummy in ("shared2", "own3")
}
GAMES["two-handed, own3, alone"] = GAMES["two-handed, own3"].with_changes({"maker_alone": "yes"})
GAMES |= {
    f"{base}, {form}": PRESETS[base].with_changes({"farmers_hand": form})
    for form in ("nines_and_tens", "ace_no_face", "swap3", "swap3_clean")
    for base in ("standard", "classic32")
}


@pytest.mark.parametrize("wanted", HANDS_A_PRESET)
@pytest.mark.parametrize("name", GAMES)
def test_presets(name: str, wanted: int) -> None:
    rules, source, hands, seed = ending(GAMES[name]), random.Random(f"{name} {wanted}"), 0, 1
    while hands < wanted:
        hands += agree(rules, seated(rules, source), seed, 60)
        seed += 1
    assert agree(rules, [wild(rules)], seed, wanted // 4, "hands") == wanted // 4


@pytest.mark.parametrize("lane", [0, *(pytest.param(lane, marks=pytest.mark.nightly) for lane in (1, 2, 3))])
def test_random_rules(lane: int) -> None:
    source = random.Random(1000 + lane)
    hands, tables = 0, Counter[str]()
    while hands < RANDOM_HANDS // 4:
        rules = ending(random_rules(source, list(PRESETS.values())))
        if covered(rules):
            specs = seated(rules, source)
            hands += agree(rules, specs, source.randrange(1 << 63), 6)
            tables[f"{rules.players} players"] += 1
            tables[f"{len(specs)} strategies"] += 1
    assert {"2 players", "3 players", "4 players", "1 strategies", "2 strategies", "4 strategies"} <= tables.keys()


def test_everything_that_can_happen_happens() -> None:
    """The wild player brings about each kind of hand, or agreement on it would say little."""
    seen = Counter[str]()
    presets = {name: rules for name, rules in PRESETS.items() if rules.has_upcard}
    for name, rules in presets.items():
        part = Match(rules.with_changes({"discard_upcard": "allowed"}), [load_player(BURIES_ANYTHING)], 1).play(
            0, 100, "plays"
        )
        assert part.hands is not None
        hands = part.hands
        for field in ("round", "alone", "pick_up", "tricks"):
            for value in sorted(set(hands[field].tolist())):
                seen[f"{name} {field} {value}"] += 1
        seen[f"{name} lone defender"] += int((hands["lone_defender"] > 0).any())
        seen[f"{name} buries the upcard"] += int((hands["discard"] == hands["upcard"]).any())
        if rules.has_joker:
            seen[f"{name} joker up"] += int((hands["upcard"] == 15).any())
    wanted = {f"{name} round {k}" for name in presets for k in (0, 1, 2)}
    wanted |= {f"{name} tricks {k}" for name in presets for k in range(6)}
    wanted |= {f"{name} buries the upcard" for name in presets}
    wanted |= {f"{name} alone 1" for name, rules in presets.items() if rules.may_go_alone}
    wanted |= {f"{name} lone defender" for name, rules in presets.items() if rules.defend_alone != "never"}
    wanted |= {f"{name} pick_up 0" for name in presets}
    wanted |= {f"{name} joker up" for name, rules in presets.items() if rules.has_joker}
    assert wanted <= {key for key, count in seen.items() if count}


@pytest.mark.parametrize("name", ["hasenpfeffer", "pepper"])
def test_everything_that_can_happen_where_tricks_are_bid_happens(name: str) -> None:
    rules, seen = PRESETS[name].with_changes({"max_hands": 40}), Counter[str]()
    for game in played(rules, ["bots:wild{bid=50}"], 1, 100):
        for hand in game.hands:
            said = [bid for _, bid in hand.bids]
            again = {who for who, bid in hand.bids if bid == "pass"} & {who for who, bid in hand.bids if bid != "pass"}
            seen[f"bid {hand.bid}"] += 1
            seen[f"tricks {hand.maker_tricks}"] += hand.bid is not None
            seen["re-entry"] += any(said[k] != "pass" and hand.bids[k][0] in again for k in range(4, len(said)))
            seen["forced"] += hand.bid is not None and set(said) == {"pass"}
            seen["no-trump"] += hand.trump == "NT"
            seen["keeps the widow"] += hand.widow is not None and hand.discard not in (None, hand.widow)
            seen["puts the widow away"] += hand.discard is not None and hand.discard == hand.widow
            seen["lost"] += min(hand.points) < 0
    wanted = {f"bid {k}" for k in range(1, 6)} | {f"tricks {k}" for k in range(7)} | {"bid None", "re-entry", "lost"}
    if name == "pepper":
        wanted |= {"bid little", "bid big", "no-trump"}
    else:
        wanted |= {"bid 6", "forced", "keeps the widow", "puts the widow away"}
    assert wanted <= {key for key, count in seen.items() if count}


@pytest.mark.nightly
def test_what_a_player_sees() -> None:
    """Each answer of the probe hangs on each bit of its view, so equal answers mean that the views are right."""
    probe = load_player("bots:probe")
    source, checked = random.Random(5), Counter[str]()
    some = [random_rules(source, list(PRESETS.values())) for _ in range(110)]
    for rules in [*PRESETS.values(), *[PRESETS["railroad"].with_changes({"jambone": "on"})] * 14, *some]:
        seed = source.randrange(1 << 63)
        part = Match(ending(rules), [probe], seed).play(0, 2, "plays")
        steps = probe.steps((), rules.auction, rules.players)
        hand, hearing = "", Hearing(rules)
        for where, decision in replayed(part, rules, seed):
            answer = ask_in_python(steps[decision.hook][1], decision.view)
            checked[decision.hook] += 1
            hand, hearing = where, hearing if where == hand else Hearing(rules)
            if hearing.heard(decision, answer) != decision.action:
                pytest.fail(f"{Finding('view', rules, where)}: the engine showed something else than {decision}")
    assert min(checked.values()) > 100, checked


def writable(source: random.Random) -> Rules:
    """Random rules that the reference player knows and that leave written deals as they are."""
    while True:
        rules = random_rules(source, list(PRESETS.values())).with_changes({"farmers_hand": "off"})
        if covered(rules):
            return rules


@pytest.mark.nightly
@pytest.mark.parametrize("seed", [21, pytest.param(23, marks=pytest.mark.nightly)])
def test_hands_of_the_reference_are_played_as_written(seed: int) -> None:
    """What the reference player deals, decides and scores at random, the engine allows, decides and scores the same."""
    source = random.Random(seed)
    for _ in range(500):
        rules = writable(source)
        record = random_hand(source, rules.to_dict(), source.randrange(rules.players))
        written = in_order(replace(record, hands=dict(record.hands)))
        assert in_order(replayed_by_puppets(record, rules)) == written, rules.differences(Rules())


@pytest.mark.nightly
def test_cards_that_the_reference_forbids_are_refused() -> None:
    """One card of a legal hand is exchanged for another that its player holds but may not play."""
    source = random.Random(22)
    tried = 0
    while tried < 150:
        rules = writable(source)
        record = random_hand(source, rules.to_dict(), source.randrange(rules.players))
        if record.trump in (None, "NT") or record.upcard == "Jo":
            continue
        number = source.randrange(rules.tricks - 1)
        trick = record.tricks[number]
        place = source.randrange(1, len(trick))
        player = trick[place][0]
        held = [card for later in record.tricks[number:] for who, card in later if who == player]
        led = trick[0][1]
        legal = legal_cards(held, led, record.trump) if rules.has_bowers else legal_in_napoleon(held, led)
        wrong = [card for card in held if card not in legal]
        if not wrong:
            continue
        tried += 1
        place_of = Lanes(SUITS.index(str(record.trump)), rules.has_bowers).place
        hook, what = "follow", "card"
        if laid_open(record) and player == record.maker:  # the card is another's choice
            hook, what, player = "name_card", "named", (player + 1) % rules.players
        change = {f"{what}_{number + 1}": place_of(parse_card(source.choice(wrong)))}
        seat = (player - record.dealer - 1) % rules.players + 1
        with pytest.raises(IllegalAction, match=f"{hook}(_napoleon)? in trick {number + 1}, seat {seat} dealt"):
            played_by_puppets(record, rules, **{f"player_{player}": change})
