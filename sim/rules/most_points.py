"""What a hand can bring at most under some rules: bounds for means of samples in which hardly anything happened."""

from sim.rules.rules import Rules


def most_points(rules: Rules) -> int:
    """The most points that one side can win or lose on a hand."""
    if not rules.has_upcard:
        return rules.most_bid_points
    paid = [2, rules.super_euchre]
    if rules.players == 3:
        paid.append(rules.cutthroat_march)
    if rules.may_go_alone:
        paid += [rules.cutthroat_alone_march if rules.players == 3 else rules.loner_march]
        paid.append(rules.loner_euchred)
    if rules.defend_alone != "never":
        paid += [rules.lone_def_euchre, rules.lone_def_sweep]
    paid += [16] * (rules.jamboree == "on") + [8] * (rules.jambone == "on")
    return max(paid)


def most_lead(rules: Rules) -> float:
    """The most by which a side's points of a hand can differ from the mean of the others'."""
    most = most_points(rules)
    if rules.auction == "single" and rules.nap_table != "flat":
        return most * rules.players / (rules.players - 1)  # the bidder settles with each of the others
    return most + rules.tricks if rules.auction == "tricks" else most
