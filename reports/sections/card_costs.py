"""What the report says about the cost of cards with all cards in sight."""

from collections.abc import Iterator

from reports.sections.pieces import Item, chosen, dot_chart, heats
from reports.sections.sources import Sources
from reports.tables.card_costs import ALL_TRICKS, ANY_PLACE, EVERYBODY
from sim.plain_text import spaced

_TABLE = "card_costs"


def cost_items(sources: Sources) -> Iterator[Item]:
    """What cards cost, where hands were looked at again."""
    if not sources.has(_TABLE):
        yield Item(
            "",
            "",
            missing="What each card cost with all cards in sight is solved on request: add `--hindsight 20k`, or look "
            "at one hand with `euchre-sim show --open`.",
        )
        return
    columns = {"cost": "points a card", "costly": "cards that cost something", "per_hand": "points a hand"}
    places = heats(
        sources, "card-costs-place", _TABLE, "cost", "place", "role",
        title="Points that a card cost, with all cards in sight", unit="points", centred=False,
        keys={"trick": ALL_TRICKS}, cell={"width": 62, "height": 26},
    )  # fmt: skip
    yield Item(
        "card-costs",
        "What cards cost with all cards in sight",
        f"From the first {_hands(sources)} that were played. A card costs what the best legal card would have brought "
        "its side more, net, had everybody seen all cards from then on and played their best. It is hindsight, which "
        "no player has: a card that costs something here may have been the best one to play, for a guess that goes "
        "wrong counts as a mistake. The last trick is left out, in which nobody has a choice.",
        _TABLE,
        columns,
        places,
        {"trick": ALL_TRICKS},
    )
    tricks = dot_chart(
        sources, "card-costs-trick", _TABLE, {"per_hand": "points a hand"}, "trick",
        title="Points that cards cost a hand, by trick", unit="points", series="role",
        keys={"place": ANY_PLACE, "trick": list(range(1, sources.rules.tricks)), "player": _roles(sources)},
    )  # fmt: skip
    yield Item(
        "card-costs-by-trick",
        "What cards cost by trick",
        "The same by number of the trick; there is less left to decide in later ones. Points a hand add up: over all "
        "players and tricks they are what cards cost both sides together.",
        _TABLE,
        columns,
        tricks,
        {"place": ANY_PLACE},
    )


def _roles(sources: Sources) -> list[str]:
    return [role for role in dict.fromkeys(sources.frame(_TABLE)["player"]) if role != EVERYBODY]


def _hands(sources: Sources) -> str:
    """How many hands of each run."""
    told = []
    for run, label in zip(sources.runs, sources.labels, strict=True):
        every = chosen(sources.frame(_TABLE, run), "per_hand", player=EVERYBODY, place=ANY_PLACE, trick=ALL_TRICKS)
        count = spaced(int(every["n"].iloc[0])) if len(every) else "0"
        told.append(f"{count} hands{f' of {label}' if sources.compared else ''}")
    return " and ".join(told)
