"""Views at random, of cards that fit together: what a strategy may meet."""

import random

from sim.bits import U
from sim.views import View
from support.situations import NOTHING, first_round, second_round, whole_deck


def random_bidding(rng: random.Random) -> View:
    """A bidding view with cards that fit together: 24, 25, 28, 32 or 33 cards, two to four players."""
    size = rng.choice((24, 25, 28, 32, 33))
    players = rng.choice((2, 3, 4, 4, 4))
    seat = rng.randint(1, players)
    first = rng.random() < 0.5
    deck = whole_deck(size, 3, first)
    cards = rng.sample([bit for bit in range(64) if int(deck) >> bit & 1], 6)
    upcard = rng.choice([bit for bit in range(48, 63) if int(deck) >> bit & 1 and bit not in cards[:5]])
    view = (first_round if first else second_round)("", "9H", seat)
    stuck = int(not first and rng.random() < 0.2)
    return view._replace(
        hand=U(sum(1 << bit for bit in cards[:5])),
        upcard=U(1 << upcard),
        deck=deck,
        players=players,
        dealer=players - seat,
        partner=int(players == 4),
        stuck=stuck,
        suits=0 if first else rng.randint(stuck, 31) | stuck,
        may_alone=rng.randint(0, 1),
        must_alone=int(first and seat == 2 and players == 4 and rng.random() < 0.3),
        score_us=rng.randint(0, 9),
        score_them=rng.randint(0, 9),
        random=U(rng.getrandbits(64)),
    )


def random_play(rng: random.Random) -> View:
    """A playing view with cards that fit together, trump named or not, with somebody sitting out now and then."""
    size = rng.choice((24, 25, 28, 32, 33))
    players = rng.choice((2, 3, 4, 4, 4))
    no_trump = size in (24, 28, 32) and rng.random() < 0.1
    deck = whole_deck(size, 3, not no_trump)
    left = [bit for bit in range(64) if int(deck) >> bit & 1]
    rng.shuffle(left)
    trick = rng.randint(1, 5)
    held, played = left[: 6 - trick], left[6 - trick : 6 - trick + rng.randint(0, players - 1)]
    earlier = left[10 : 10 + rng.randint(0, 2 * (trick - 1))]
    trumps = U(0) if no_trump else U(0xFFFF << 48)
    led = U(0xFFFF << (played[0] & 48)) if played else U(0)
    power = [1 << bit for bit in played if (1 << bit) & int(led | trumps)]
    maker = rng.randint(0, players - 1)
    winner = rng.randint(1, players - 1) if played else -1
    partner_wins = int(bool(played) and rng.random() < 0.5)
    return NOTHING._replace(
        hand=U(sum(1 << bit for bit in held)),
        upcard=U(1 << left[-1]),
        fate=rng.randint(1, 3),
        trumps=trumps,
        deck=deck,
        seat=rng.randint(1, players),
        players=players,
        round=rng.randint(1, 2),
        dealer=rng.randint(0, players - 1),
        maker=maker,
        maker_side=int(maker in (0, 2)),
        alone=rng.randint(0, 3),
        partner=rng.randint(0, 1),
        trick=trick,
        position=len(played),
        led=led,
        best=U(max(power)) if played else U(0),
        winner=winner,
        partner_wins=partner_wins,
        last=int(len(played) == players - 1),
        seen=U(sum(1 << bit for bit in {*earlier, *played})),
        void_1=U(0xFFFF << 16 * rng.randint(0, 3)),
        void_2=U(0xFFFF << 16 * rng.randint(0, 3)),
        void_3=U(0xFFFF << 16 * rng.randint(0, 3)),
        tricks_us=rng.randint(0, trick - 1),
        score_us=rng.randint(0, 9),
        score_them=rng.randint(0, 9),
        target=10,
        random=U(rng.getrandbits(64)),
    )
