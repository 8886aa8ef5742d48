"""The batch: which row holds what, and which number of the rule vector means what.

A batch is one flat array of `ROWS * B` words: row r of deal i is `batch[r * B + i]`. Offsets are compile-time
constants, because the compiler only vectorises loops whose rows it can tell apart.
"""

from sim.rules.number_bids import BIDDER_BITS as BIDDER_BITS
from sim.rules.number_bids import MAX_BID as MAX_BID

B = 1024
"""Deals in a batch. Kernels take the number in use, so results do not depend on it."""

# fmt: off
# Cards. HAND_0 is the eldest hand while bidding and the leader of the trick while playing.
(DEALT_0, DEALT_1, DEALT_2, DEALT_3, DEALT_4, DEALT_5,  # hands as dealt, in absolute suits, by seat
 HAND_0, HAND_1, HAND_2, HAND_3, HAND_4, HAND_5,        # hands in hand, normalised
 TABLE_0, TABLE_1, TABLE_2, TABLE_3, TABLE_4, TABLE_5,  # the trick, in order of play
 DUMMY, DUMMY_2, UPCARD, NEXT_CARD, UP,                 # all but UP in absolute suits; UP as normalised as the hands
 BURIED, DROPPED, KEPT,                                 # what the dealer buried; what a maker with ten left and kept
 LAID, DEFENDER_KEPT,                                   # what a defender with a dummy left and kept
 BEST_1, BEST_2,                                        # the cards that a lone maker and a lone defender were given for
                                                        # those they discarded (DROPPED, LAID): partners' best ones
 GIVEN_UP, FROM_KITTY,                                  # what the owner of a farmer's hand swapped, in absolute suits
 DEAD, SPARE,                                           # out of play as all know, and as a dealer's lone partner knows
 HELD, LED, BEST, SEEN, TRUMPS,                         # HELD: the cards of the player to act before the play
# The contract.
 CLAIMS,  # by position, who claims a farmer's hand
 UP_SUIT, FATE, ROUND, MAKER, TRUMP_SUIT, ALONE, LONE_DEFENDER, SUITS,
 BID, BIDS, BIDDERS, PASSED,  # number bids: the highest, those that may be made, who made each, who has passed
# The trick.
 WINNER, LED_LANE, TRICKS,
# Earlier tricks, where somebody looks at them: the hands at the first lead by seat, what was seen after each trick,
# and the seats of the leaders.
 START_0, START_1, START_2, START_3, START_4, START_5, SEEN_1, SEEN_2, SEEN_3, SEEN_4, LEADERS,
# Who is who: packed by position, turned with the hands.
 ROLES, OWNERS,
# House rules of the score: whether the defenders took the first two tricks; tokens, eight bits a side.
 BREAKS, TOKENS,
 MEANT,  # ALONE as the maker answered while bidding, where they declare only later
# The game.
 GAME, HAND_NUMBER, DEALER, SCORES, SCORES_2, SCORE_0, SCORE_1, SCORE_2, SCORE_3, SCORE_4, SCORE_5,
 POINTS_0, POINTS_1, POINTS_2, POINTS_3, POINTS_4, POINTS_5,
 CHANCE, OVER, ILLEGAL) = range(91)
ROWS = 91

# ROLES: eight bytes of one bit a position. While bidding the first one tells whose score is too high to play alone.
LATE_BYTE = 0
VOIDS_BYTE, MAKERS_BYTE, ACTIVE_BYTE, MAKER_BYTE, DEALER_BYTE = 0, 32, 40, 48, 56

# SCORES: the scores of sides 0 to 3 before the hand, in fields of so many bits, for the views; SCORES_2: those of sides
# 4 and 5, then the two highest of all.
SCORE_BITS, BEST_SCORE, SECOND_SCORE = 16, 2, 3

# TRUMP_SUIT is 0 to 3 where jacks are bowers. From NO_BOWERS on they are not: no-trump turns no lane and makes none
# trump, and WITHOUT_BOWERS + suit is that suit as trump, its jack below the queen.
NO_BOWERS, NO_TRUMP_SUIT, WITHOUT_BOWERS = 4, 7, 8

# The rule vector (int64): what the compiled steps read of the rules.
(R_PLAYERS, R_TEAMS, R_CARDS, R_TARGET, R_MAX_HANDS, R_STICK, R_PICKUP_OPTIONAL, R_BURY_UPCARD, R_CALL_TURNED,
 R_PARTNER_ORDER, R_MAKER_ALONE, R_DEFEND_ALONE, R_LEAD_LEFT_OF_LONER, R_BOTH_ALONE_LEAD, R_NO_TRUMP, R_FARMER,
 R_MIN_TRUMP, R_SAME_DEALER, R_DUMMY, R_OWN_DUMMIES, R_PEEK, R_JOKER_UP, R_TIE, R_DECK, R_DECK_TRUMP,
 R_AUCTION, R_REENTRY, R_JOKER_FORCED, R_WIDOW, R_CALL_BEST, R_RECEIVE_FIRST, R_JAMBOREE, R_LAP_GAMES,
 R_DEALER_ONE, R_JAMBONE, R_LATE_FROM, R_FAST_BREAK, R_TOKENS,
 R_DECLARE_LATER) = range(39)
R_BIDS = 39  # for each highest bid (0: none yet) the bids that may be made over it, as bits; bit 0 stands for a pass
R_PAYOFF = R_BIDS + MAX_BID + 1
PAYOFF_ROWS, PAYOFF_TRICKS = MAX_BID + 1, 10  # a row for who is alone, or for the bid
POINTS_BITS = 16  # a word of the payoff: the makers' points, above them the defenders', each with its sign
RULE_WORDS = R_PAYOFF + PAYOFF_ROWS * PAYOFF_TRICKS
# fmt: on

# Values inside the rule vector.
NO_TARGET = 1 << 30  # R_TARGET where no score ends a game, R_LATE_FROM where every side may play alone
BY_STUCK_DEALER = 2  # R_CALL_TURNED, R_NO_TRUMP
STICK_OFF, STICK_ON, STICK_FORFEIT = 0, 1, 2
PARTNER_FREE, PARTNER_ALONE_ONLY, PARTNER_FORBIDDEN = 0, 1, 2
DEFEND_NEVER, DEFEND_VS_LONER, DEFEND_ALWAYS = 0, 1, 2
LEAD_DEFENDER, LEAD_MAKER, LEAD_ELDEST = 0, 1, 2
JOKER_HEARTS, JOKER_SPADES, JOKER_NEXT_CARD, JOKER_BLIND, JOKER_SEES = 0, 1, 2, 3, 4
TIE_HIGHEST, TIE_ELDER, TIE_SHARED, TIE_MAKERS = 0, 1, 2, 3
TURN_UP, TRICK_BIDS, SINGLE_BIDS = 0, 1, 2
FARMER_OFF, FARMER_REDEAL, FARMER_LOW, FARMER_ACE, FARMER_SWAP, FARMER_CLEAN = range(6)
BEST_OFF, BEST_LONER, BEST_BOTH = 0, 1, 2

# ALONE: bit 0 for the maker, bit 1 for a defender; a jambone is a maker alone with one bit more.
JAMBONE_BIT = 2
LONE_JAMBONE = 1 | 1 << JAMBONE_BIT

# TRICKS, once a hand is over, of one that pays otherwise than by its tricks: shown and not played, because it holds the
# five highest trumps; three tricks after a fast break; four that bring the makers' fourth token.
JAMBOREE, FAST_BREAK, FOURTH_TOKEN = 7, 8, 9
TOKENS_A_POINT, TOKEN_BITS = 4, 8

# The hooks, in the order in which a table of steps lists them.
HOOKS = ("order_up", "name_trump", "pick_up", "discard", "defend_alone", "lead", "follow", "keep_five", "bid",
         "give_best", "name_card", "declare_alone", "claim_farmers")  # fmt: skip
(H_ORDER_UP, H_NAME_TRUMP, H_PICK_UP, H_DISCARD, H_DEFEND_ALONE, H_LEAD, H_FOLLOW, H_KEEP_FIVE, H_BID,
 H_GIVE_BEST, H_NAME_CARD, H_DECLARE_ALONE, H_CLAIM_FARMERS) = range(len(HOOKS))  # fmt: skip
LOOKS_BACK = len(HOOKS)
"""Entry of a table of steps that is not 0 where one of the player's hooks looks at earlier tricks."""
ENTRIES = len(HOOKS) + 1
"""Entries of a player in a table of steps: the address of each hook's step, then LOOKS_BACK."""
MAX_PLAYERS = 6
MAX_PARAMS = 128
"""Numbers a strategy may take as named parameters."""
OWN_SLOT = MAX_PARAMS
"""The number behind them: which slot of the table a step answers for; -1 where one player sits everywhere."""
TABLES_AT = MAX_PARAMS + 1
"""The number behind that: the address of the words by which a step finds its tables (see `sim.engine.tables`)."""
STEP_PARAMS = MAX_PARAMS + 2
"""Numbers that a step is given."""
DECISION_STRIDE = 64
"""Decisions of one hook that get a random word of their own: 8 positions in each of 8 tricks."""
