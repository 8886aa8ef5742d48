"""When rules have an effect: the conditions on other rules, in the words that tell a person why one has none."""

from typing import Final

from sim.rules.house_rule import Condition

# What makes trump.
TURN_UP: Final = Condition("is a rule for a turned-up card", lambda rules: rules.has_upcard, ("auction",))
TURNED_ONLY: Final = Condition(TURN_UP.needs, TURN_UP.holds, TURN_UP.fields, unread=False)
TRICK_BIDS: Final = Condition(
    "is a rule for bidding tricks", lambda rules: rules.auction == "tricks", ("auction",), "hasenpfeffer or pepper"
)
NAPOLEON: Final = Condition("is a rule for napoleon", lambda rules: rules.auction == "single", ("auction",), "napoleon")
LOW_BIDS: Final = Condition("needs bids below four", lambda rules: rules.nap_min_bid <= 3, ("nap_min_bid",))
MISERE: Final = Condition("needs misère among the bids", lambda rules: rules.misere == "on", ("misere",))
STUCK_DEALER: Final = Condition(
    "needs a dealer who is stuck", lambda rules: rules.stick_dealer == "on", ("stick_dealer",)
)
JOKER: Final = Condition("needs the joker", lambda rules: rules.has_joker, ("deck", "no_trump"))
THROWN_IN: Final = Condition(
    "needs a hand that all may pass", lambda rules: rules.may_pass_out, ("stick_dealer", "nap_allpass")
)

# Who sits at the table.
TWO: Final = Condition("is a rule for 2 players", lambda rules: rules.players == 2, ("players",))
THREE: Final = Condition("is a rule for 3 players", lambda rules: rules.players == 3, ("players",))
FOUR: Final = Condition("is a rule for 4 players", lambda rules: rules.players == 4, ("players",))
PARTNERS: Final = Condition(FOUR.needs, FOUR.holds, FOUR.fields, unread=False)
NOT_THREE: Final = Condition(
    "is not for three players (cutthroat_alone_march is)", lambda rules: rules.players != 3, ("players",)
)
TWO_SIDES: Final = Condition(
    "is a rule for two sides and a turned-up card",
    lambda rules: rules.has_upcard and rules.teams == 2,
    ("players", "auction"),
    unread=False,
)
LAPS: Final = Condition("says how long laps are carried", lambda rules: rules.laps == "on", ("laps",))

# Who may play alone.
LONE_HANDS: Final = Condition(
    "needs a partner or a dummy that a maker may do without",
    lambda rules: rules.has_lone_hands,
    ("cutthroat_dummy", "twohand_dummy", "players"),
)
LONE_MAKER: Final = Condition(
    "needs a lone maker", lambda rules: rules.may_go_alone, ("maker_alone", *LONE_HANDS.fields)
)
LONE_PARTNER: Final = Condition(LONE_MAKER.needs, LONE_MAKER.holds, LONE_MAKER.fields, unread=False)
DUMMY_CHOICE: Final = Condition("needs a choice to use the dummy", LONE_MAKER.holds, LONE_MAKER.fields)
PARTNER_OF_DEFENDER: Final = Condition(
    "needs two defenders, of whom one may sit out", lambda rules: rules.players in (3, 4), ("players",)
)
LONE_DEFENDER: Final = Condition(
    "needs a lone defender", lambda rules: rules.may_defend_alone, ("defend_alone", *LONE_MAKER.fields)
)
LONE_PLAYER: Final = Condition(
    "needs somebody who may play alone",
    lambda rules: rules.may_go_alone or rules.may_defend_alone,
    ("maker_alone", "defend_alone", *LONE_HANDS.fields),
)
WITH_CALL: Final = Condition(
    "is declared with the call", lambda rules: rules.alone_when == "with_call", ("alone_when",)
)
LED_BY_LEFT: Final = Condition(
    "needs a lead that goes by who is alone", lambda rules: rules.alone_lead == "left_of_loner", ("alone_lead",)
)
DEFENCE_VS_LONER: Final = Condition(
    "is for a defender who plays alone against a lone maker",
    lambda rules: rules.defend_alone == "vs_loner",
    ("defend_alone",),
    unread=False,
)
CALL_FOR_BEST: Final = Condition(
    "orders a call for partner's best", lambda rules: rules.call_for_best != "off", ("call_for_best",)
)
