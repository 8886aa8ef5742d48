"""A sensible player that never changes, so that recorded games stay as they are."""

from sim.bits import U, low, popcount, top

ACES = U(0x0000_1000_1000_1000)
TRUMPS = U(0xFFFF << 48)


def worth(trumps, aces):
    """Points for a hand: trumps (the lane moved down to bit 0) and aces outside."""
    bowers = popcount(trumps >> U(13))
    return 10 * popcount(trumps) + 8 * bowers + 7 * aces


def order_up(v):
    hand = v.hand | v.upcard if v.dealer == 0 else v.hand
    points = worth(hand >> U(48), popcount(hand & ACES))
    if points >= 60 and v.may_alone == 1:
        return 2
    return 1 if points >= 42 or v.stuck == 1 else 0


def in_lane(v, lane):
    """Points for naming a lane of a second-round hand; jacks count as trumps of both suits of their colour."""
    trumps = (v.hand >> (U(lane) << U(4))) & U(0xFFFF)
    jack = (v.hand >> (U(lane ^ 2) << U(4))) & U(1 << 9)
    return worth(trumps, 0) + 12 * popcount(jack) + 12 * popcount(trumps & U(1 << 9))


def name_trump(v):
    best = 34
    answer = 0
    for lane in range(4):
        points = in_lane(v, lane)
        if (v.suits >> lane) & 1 == 1 and (points >= best or (v.stuck == 1 and answer == 0)):
            best = points
            answer = 1 + lane
    if answer == 0 and v.stuck == 1:
        return 5
    return answer + 8 if best >= 60 and v.may_alone == 1 else answer


def bid(v):
    best = 0
    for lane in range(4):
        best = max(best, in_lane(v, lane))
    next_bid = v.bid + 1
    may = (v.bids >> next_bid) & 1 == 1 and v.bidder != 2
    return next_bid if may and best >= 12 * next_bid else popcount(U(v.bids & -v.bids) - U(1))


def bid_napoleon(v):
    aces = popcount(v.hand & U(0x1000_1000_1000_1000)) + popcount(v.hand & U(0x0800_0800_0800_0800))
    longest = 0
    for lane in range(4):
        longest = max(longest, popcount((v.hand >> U(16 * lane)) & U(0x1FFF)))
    low_cards = popcount(v.hand & U(0x000F_000F_000F_000F))
    wish = longest + aces if aces > 1 else 4 if low_cards >= 3 else longest - 1
    for number in (8, 7, 6, 5, 4, 3, 2, 1):
        if number <= wish and (v.bids >> number) & 1 == 1:
            return number
    return 0


def claim_farmers(v):
    return 1


def pick_up(v):
    return v.maker_side


def discard(v):
    may = v.hand if v.best_call == 1 else v.hand & ~v.upcard
    side = may & ~TRUMPS
    return low(side) if side != U(0) else low(may)


def give_best(v):
    trumps = v.hand & TRUMPS
    return top(trumps) if trumps != U(0) else top(v.hand)


def name_card(v):
    suited = v.shown & v.led
    may = suited if suited != U(0) else v.shown
    beaten = may & (v.best - U(1)) if v.best != U(0) else U(0)
    return top(beaten) if beaten != U(0) else low(may)


def keep_five(v):
    kept = U(0)
    for _ in range(5):
        left = v.hand & ~kept
        trumps = left & TRUMPS
        aces = left & ACES
        kept = kept | (top(trumps) if trumps != U(0) else top(aces) if aces != U(0) else top(left))
    return kept


def defend_alone(v):
    return 1 if worth(v.hand >> U(48), popcount(v.hand & ACES)) >= 47 else 0


def lead(v):
    trumps = v.hand & v.trumps
    if v.maker == 0 and trumps != U(0):
        return top(trumps)
    side = v.hand & ~v.trumps
    aces = side & ACES
    return top(aces) if aces != U(0) else top(side) if side != U(0) else top(v.hand)


def follow(v):
    suited = v.hand & v.led
    if suited != U(0):
        return top(suited) if top(suited) > v.best and v.partner_wins == 0 else low(suited)
    trumps = v.hand & v.trumps
    if v.partner_wins == 0 and trumps != U(0) and top(trumps) > v.best:
        return top(trumps)
    side = v.hand & ~v.trumps
    return low(side) if side != U(0) else low(v.hand)


name_trump_napoleon, lead_napoleon, follow_napoleon = name_trump, lead, follow
