"""The words of docs/games/: how each game is played, and what its tables show."""

TWO_HANDED_TEXT = """
Two players, each for themselves, 24 cards. Five cards each, one card turned up, thirteen out of play. The non-dealer
speaks first in both rounds and leads to the first trick, whoever makes trump. In the first round they may order the
upcard up, or the dealer may accept it; in the second either may name another suit. Nobody plays alone. The maker gets
1 point for three or four tricks and 2 for all five; if they fail the other gets 2. Ten points win.

Where the sources are silent or differ: a dealer who is *ordered* may leave the upcard on the table, and both then
know that it is dead (`dealer_pickup = optional`; most books oblige them to take it); one who *accepts* it must
take it, and may not bury it. The turned-down suit may not be named (`call_turned_down`). The non-dealer begins the
second round, too. Four tricks count 1. When nobody names a suit the other player deals (`stick_dealer`, `allpass`).
Extra cards are a switch: two on the table for the maker (`twohand_dummy = shared2`), or three more for each player, who
both keep the best five of eight (`own3`; with `maker_alone = yes` the maker may leave them and go alone). A dealer who
took the upcard buries first and then joins them. Packs of 25, 28, 32 and 33 cards are `deck`.
"""

CUTTHROAT_TEXT = """
Three players, each for themselves, 24 cards: five to each, five to a *dummy*, one turned up, three out of play. Bidding
as with four, without a partner. The maker plays against the other two. They may join the dummy to their hand unseen and
keep the best five of ten; to play *alone* means to leave it. A defender may play alone too while the other lays their
cards down, against either kind of maker. Three or four tricks are worth 1, all five 3, with the dummy or without; a
maker who fails gives 2 to each defender, 4 to each when a lone defender takes all five. Ten points win.

Where the source is silent or unclear: the dealer picks up and buries before the merge, so that they choose among
exactly ten cards; one who is ordered may leave the upcard (`dealer_pickup`). The maker decides on the dummy without
having seen it (`peek_dummy`). The maker declares first, then the defenders from the dealer's left; the first who does
binds. The lead is with the dealer's left, but if somebody is alone with the player on their left who takes part; if
maker and defender both are, with the defender (`both_alone_lead`). Two defenders who reach ten together: the higher
score wins, equal scores share the game (`cutthroat_tie`). The dummy can be compulsory or left out
(`cutthroat_dummy`).
"""

BRITISH_TEXT = """
Four players in partnerships, 25 cards: the joker, *Benny*, is the best trump of any suit. As standard euchre but for
this: when Benny is turned up nobody bids; the dealer names trump before they look at their cards, takes Benny and
buries a card. The dealer's partner may accept the upcard only to play alone. A defender may play alone, against any
maker; the player on the left of a lone player leads. A lone defender who euchres gets 4 points. Eleven points win.

Where the sources are silent or differ: the blind suit is drawn, each with the same chance (`joker_up` has the other
usages: hearts, spades, the next card, or a dealer who looks first). A dealer with Benny may still go alone. If both a
maker and a defender are alone the defender leads. Lone tricks are not doubled (`loner_34`, `loner_euchred`); the game
is 11, not 10 or 21.
"""

RAILROAD_TEXT = """
Standard euchre with the joker as best bower (24 cards and the joker, or 32 with `deck = 33`) in a hurry. Whoever plays
alone, the maker or a defender against a lone maker, may discard a card face down and call for their partner's best: the
partner, who sits out, gives the card that seems best without knowing what was discarded. When the dealer's
partner orders the upcard alone the dealer takes it and buries a card first, as ever; of the five then held they
may give any, the upcard too. A joker turned up proposes hearts. A lone march is 4, a lone defender who euchres gets 4.

Points over the target are carried to the next game (`laps`), to which the deal passes on, at most one less than the
target; after ten games the score begins anew (`lap_games`). A game won at the target while the losers have no point
counts as two (`slam`); `euchre-sim run` counts both. Where the sources differ: the discard comes before the card
(`best_order = discard_first`; Keller has it after, then the card received may go as well), the target is 10 (others
play to 5), a jamboree (five highest trumps, shown for 16) is a switch.

So is the jambone (`jambone = on`): who makes trump alone may declare one. Once the dealer has buried a card and
partner's best card has been called for, the maker's hand is laid open on the table; their partner sits out, as ever. At
each turn of theirs, to lead or to follow, the opponent on their left names which of their cards is played, among those
that they might play themselves; the last one needs no naming. All five tricks are 8 points. The sources tell no more
than that an opponent may name the cards and that five tricks are 8, so the rest is our decision: it is the left
opponent throughout, nobody defends alone against a jambone, three or four tricks are what they are for any lone hand
(`loner_34`), and a euchre costs what a lone hand's does (`loner_euchred`). A jambone of the five highest trumps is a
jamboree where that is played. `basic` only lays open what nothing can beat: who names a lone player's cards beats
nearly every other hand.
"""

PACKS_TEXT = """
`deck` sets the pack of every game with a card turned up: 28 cards add the eights, 32 the sevens, 25 and 33 the joker.
Hands stay at five cards, the 21st card (with two players the 11th) is turned up, and the longer the pack, the more of
it stays out of play. The numbers of `basic` for the joker were fitted with 25 cards and four players; 28 and 33 cards
are bid by what was found with 24, 25 and 32, games for two and three with all packs by the numbers for 24: [how they
were found](../fitting.md).
"""

HASENPFEFFER_TEXT = """
Four players in partnerships, 25 cards with the joker as best trump, then both bowers. Six cards each, the last card
face down: the *widow*. From the dealer's left everybody passes or bids a number of tricks, 1 to 6, higher than the
last, until the other three have passed. The high bidder takes the widow, names trump, puts one of seven cards away
and leads. Both sides score a point a trick; but a bidder's side that takes fewer than it bid loses what it bid. Scores
may fall below nothing. Ten points win.

Where the sources are silent or differ: who has passed may bid again (`pf_reentry`). When all pass, the joker's holder
must bid 3 (`pf_joker_forced`), with the joker in the widow the next player deals. Some leave the widow unseen
(`pf_widow = dead`). Nobody plays alone. When both sides arrive with one hand the bidders win.
"""

PEPPER_TEXT = """
Hasenpfeffer with 24 cards and no widow. All six tricks are bid as *little pepper* or, higher, as *big pepper*, which
wins or loses 12. The bidder may play without trump, the highest card of the suit led then wins and jacks are ordinary
cards. A bid that fails costs 6, whatever it was (`pf_failed`). Thirty points win. A hand that all pass is thrown in.
"""
NAPOLEON_TEXT = """
Two to six players, each for themselves, a pack of 52, five cards each; no bowers, the rest out of play. From the
dealer's left everybody has one bid, higher than all before: two, three, misère (to take no trick, without trump), four,
Nap (all five); Wellington is bid over another's Nap only, Blücher over Wellington only. The high bidder leads, and the
suit of that card is trump; all others play against the bidder. Each of them pays the bidder what was bid, or gets it:
misère counts 3, a Nap wins 10 and loses 5. A session is twenty deals.

Where the sources are silent or differ: bids begin at two (`nap_min_bid`). When all pass the next player deals; the
other usage lets the dealer make one trick (`nap_allpass`). What Wellington and Blücher cost is told differently
everywhere: `nap_table` has three tables. Misère can be left out (`misere`), a target of 25 points be set (`target`).
The highest score wins, also where several reach the target with one hand; equal highest scores share the game. Packs of
24, 28 and 32 cards are `deck`, as far as they reach.
"""
