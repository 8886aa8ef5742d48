"""Views built by hand: the cards are written as players write them, the rest is worked out as an engine would."""

from typing import Any

from sim.bits import U
from sim.cards import CLUBS, JACK, JOKER, card_name, cards_of, deck_mask, parse_hand, parse_suit
from sim.views import FACE_UP, MASKS, TAKEN, TURNED_DOWN, View

NOTHING = View(**{name: U(0) if name in MASKS else 0 for name in View._fields})._replace(
    lone_defender=-1, leader_1=-1, leader_2=-1, leader_3=-1, leader_4=-1
)
TRUMPS = U(0xFFFF << 48)


def place(code: int, suit: int, bowers: bool = True) -> int:
    """Bit of a card in a view whose top lane is `suit`; without `bowers` the jacks stand at their rank."""
    if code == JOKER:
        return 63 if bowers else 15
    lane = (code // 16 - suit - 1) % 4
    if bowers and code % 16 == JACK and lane in (1, 3):
        return 62 if lane == 3 else 61
    return 16 * lane + code % 16


def mask(text: str, suit: int, bowers: bool = True) -> Any:
    """Cards as they stand in a view."""
    return U(sum(1 << place(code, suit, bowers) for code in cards_of(parse_hand(text))))


def text(cards: Any, suit: int, bowers: bool = True) -> str:
    """Names of the cards of a mask in a view, in order of suit, high first."""
    pack = [*cards_of(deck_mask(52)), JOKER]
    return " ".join(card_name(code) for code in pack if int(cards) >> place(code, suit, bowers) & 1)


def whole_deck(size: int, suit: int, bowers: bool = True) -> Any:
    """The pack as it stands in a view."""
    return U(sum(1 << place(code, suit, bowers) for code in cards_of(deck_mask(size))))


def first_round(hand: str, upcard: str, seat: int, **fields: Any) -> View:
    """Four-handed, the card just turned up; at 0-0 to ten unless said otherwise."""
    suit = parse_suit(upcard[-1])
    return NOTHING._replace(
        **{
            "hand": mask(hand, suit),
            "upcard": mask(upcard, suit),
            "fate": FACE_UP,
            "trumps": TRUMPS,
            "deck": whole_deck(24, suit),
            "seat": seat,
            "players": 4,
            "round": 1,
            "dealer": 4 - seat,
            "maker": -1,
            "partner": 1,
            "may_alone": 1,
            "winner": -1,
            "target": 10,
            **fields,
        }
    )


def second_round(hand: str, upcard: str, seat: int, **fields: Any) -> View:
    """Four-handed, everybody has passed once; the three other suits may be named."""
    suit = parse_suit(upcard[-1])
    return first_round(hand, upcard, seat)._replace(
        **{
            "hand": mask(hand, suit, False),
            "upcard": mask(upcard, suit, False),
            "fate": TURNED_DOWN,
            "dead": mask(upcard, suit, False),
            "trumps": U(0),
            "deck": whole_deck(24, suit, False),
            "round": 2,
            "suits": 0b0111,
            **fields,
        }
    )


def playing(trump: str, hand: str, played: str = "", maker: int = 1, earlier: str = "", out: tuple[int, ...] = (),
            voids: tuple[str, str, str] = ("", "", ""), **fields: Any) -> View:  # fmt: skip
    """Four-handed, in the middle of a hand: `played` are this trick's cards in their order, `earlier` those before.

    `maker` and `out` (who sits out) are relative seats, `voids` the suits that each of the others is known to lack,
    `trump` a suit or "no-trump". Tricks won are up to the caller.
    """
    no_trump = trump == "no-trump"
    suit = CLUBS - 1 if no_trump else parse_suit(trump)
    bowers = not no_trump
    trumps = U(0) if no_trump else TRUMPS
    cards = [mask(name, suit, bowers) for name in played.split()]
    others = [seat for seat in (1, 2, 3) if seat not in out]
    before = others[len(others) - len(cards) :]
    led = U(0xFFFF << (_bit(cards[0]) & 0x30)) if cards else U(0)
    power = [int(card & (led | trumps)) for card in cards]
    winner = before[power.index(max(power))] if cards else -1
    shown = [U(sum(0xFFFF << 16 * ((parse_suit(s) - suit - 1) % 4) for s in lacking.split())) for lacking in voids]
    side = maker in (0, 2)
    return NOTHING._replace(
        **{
            "hand": mask(hand, suit, bowers),
            "upcard": U(0),
            "fate": TAKEN,
            "trumps": trumps,
            "deck": whole_deck(24, suit, bowers),
            "seat": 1,
            "players": 4,
            "round": 1,
            "dealer": 3,
            "maker": maker,
            "maker_side": int(side),
            "alone": int(bool(out)),
            "partner": int(2 not in out),
            "trick": 6 - len(hand.split()),
            "position": len(cards),
            "led": led,
            "best": U(max(power)) if cards else U(0),
            "winner": winner,
            "partner_wins": int(winner == 2),
            "last": int(bool(cards) and len(before) == len(others)),
            **{f"card_{seat}": card for seat, card in zip(before, cards, strict=True)},
            "seen": mask(f"{earlier} {played}", suit, bowers),
            **{f"void_{seat + 1}": lanes for seat, lanes in enumerate(shown)},
            "target": 10,
            **fields,
        }
    )


def _bit(card: Any) -> int:
    return int(card).bit_length() - 1
