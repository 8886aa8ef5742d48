"""What a strategy is: its description, where it is written, its parameters, and who decides which hook."""

import inspect
from dataclasses import asdict, dataclass
from typing import Any

from sim.errors import StrategyError
from sim.players.check.checking import supported
from sim.players.hook_names import ASKED, TURN_UP, VERSIONS
from sim.players.linking import Decider
from sim.players.strategy import DEFAULT, FOUR, Player, StrategyPart, load_player


@dataclass(frozen=True)
class HookInfo:
    """Who decides a hook: the strategy, file and line of its function, and whether it gets a wrapped player's answer.

    `hook` is the name of the function; games that ask another than the usual one have theirs too: `lead_pfeffer`.
    `own` is False where the strategy has no such hook and another's stands in.
    """

    hook: str
    strategy: str
    file: str
    line: int
    own: bool
    wraps: bool


@dataclass(frozen=True)
class StrategyInfo:
    """A strategy by its specification. `parameters` are (name, default, value); `about_parameters` is their docstring.

    `inside` names the strategy that a wrapper was shown around, where none was given; `notices` are sentences on
    functions that look like hooks by their names, but are none.
    """

    spec: str
    description: str
    files: tuple[str, ...]
    source_hash: str
    presets: tuple[str, ...]
    about_parameters: str
    parameters: tuple[tuple[str, float, float], ...]
    hooks: tuple[HookInfo, ...]
    inside: str
    notices: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        plain = asdict(self)
        plain["parameters"] = {name: {"default": d, "value": v} for name, d, v in self.parameters}
        return plain


def describe_strategy(spec: str) -> StrategyInfo:
    """What there is to know of a strategy. Raises StrategyError where it can't be loaded."""
    player, inside = load_player(spec), ""
    try:
        decided = _decided(player)
    except StrategyError as error:
        if "wraps another strategy" not in error.message:
            raise
        inside = DEFAULT
        player = load_player(f"{spec}({DEFAULT})")
        decided = _decided(player)
    parts = [player.bidding] if player.bidding == player.play else [player.bidding, player.play]
    names = {part.name for part in parts}
    hooks = []
    for decision in decided:
        code = decision.function.__code__
        own, wraps = decision.strategy in names, decision.takes >= 3
        hooks.append(HookInfo(decision.label, decision.strategy, code.co_filename, code.co_firstlineno, own, wraps))
    prefix = ["", "play."]
    return StrategyInfo(
        spec=player.spec,
        description="\n\n".join(filter(None, (inspect.getdoc(part.source) for part in parts))),
        files=tuple(_file(part) for part in parts),
        source_hash=player.source_hash,
        presets=supported(player),
        about_parameters="\n\n".join(filter(None, (_own_doc(part.params) for part in parts))),
        parameters=tuple(
            (before + name, part.params._field_defaults[name], value)  # type: ignore[union-attr]
            for before, part in zip(prefix, parts, strict=False)
            for name, value in part.values.items()
        ),
        hooks=tuple(hooks),
        inside=inside,
        notices=tuple(player.notices),
    )


def _decided(player: Player) -> list[Decider]:
    """How the player decides all hooks: the usual ones, then those that other games than turn-up ask instead."""
    found = [decision for _, decision in player.steps((), TURN_UP, FOUR).values()]
    for auction in VERSIONS:
        if not player.lacks(ASKED[auction], auction):
            steps = player.steps(ASKED[auction], auction, FOUR).values()
            found += [decision for _, decision in steps if decision.label not in {one.label for one in found}]
    return found


def _own_doc(params: type | None) -> str:
    """The docstring of a class of parameters; none where Python only made one up."""
    text = inspect.getdoc(params) if params is not None else None
    return "" if text is None or text.startswith(f"{getattr(params, '__name__', '')}(") else text


def _file(part: StrategyPart) -> str:
    try:
        found = inspect.getsourcefile(part.source)
    except TypeError:
        found = None
    if found is None:  # a class whose module was executed from a file
        first = next(iter(part.hook(hook) for hook in dir(part.source) if callable(part.hook(hook))), None)
        found = first.__code__.co_filename if first is not None else ""
    return found
