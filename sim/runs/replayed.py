"""Playing the deals of a run again with decisions forced, for reports that ask what another choice had brought."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.engine import ENGINE_VERSION, part_versions
from sim.engine.match_state import Games, Opening, Table
from sim.errors import IllegalAction, RunFolderError
from sim.players.match import link_at, rounds
from sim.players.scripting import Scripts
from sim.players.strategy import load_player
from sim.players.trust import check_trusted
from sim.runs.provenance import RunConfig, changed

ForcedAnswer = tuple[str, int, int]
"""A hook, the seat that is asked, and what it answers."""


class Again:
    """The table of a run, at which given deals are played as single hands at 0-0.

    Players from files and modules are only loaded where `allow` names them, since that runs their code. Raises
    RunFolderError when the run's players or the engine have changed since, and StrategyError when a player is not
    allowed or cannot be loaded.
    """

    def __init__(self, config: RunConfig, where: str, allow: Sequence[str] = ()) -> None:
        today = replace(config, engine=ENGINE_VERSION, parts=tuple(sorted(part_versions(config.rules).items())))
        if config.recorded:
            raise RunFolderError(f"{where} cannot be played again: people played it", "leave --counterfactual away")
        if config.made_by != today.made_by:
            raise RunFolderError(
                f"{where} cannot be played again: it was made with engine version {config.made_by}, "
                f"and this is {today.made_by}",
                "make the run anew, or leave --counterfactual away",
            )
        check_trusted([record.spec for record in config.players], allow, where)
        for record in config.players:
            now = load_player(record.spec).source_hash
            if now != record.source_hash:
                why = changed(now, record.source_hash)
                raise RunFolderError(
                    f"{where} cannot be played again: it was made with player {record.spec} {why}",
                    "make the run anew, or leave --counterfactual away",
                )
        specs = list(dict.fromkeys(record.spec for record in config.players))
        rules = config.rules
        self._players = [load_player(spec) for spec in specs]
        linked = [link_at(player, rules) for player in self._players]
        seating = [specs.index(record.spec) for record in config.players]
        self._scripts = Scripts(linked)
        self._table = Table(rules.of_single_hands, linked, seating, config.seed)

    def __call__(
        self, dealer: int, deals: NDArray[np.uint64], forces: Sequence[ForcedAnswer]
    ) -> dict[str, NDArray[Any]]:
        """The columns of the hands table of these deals, with the forced answers given. Raises IllegalAction."""
        scripts, table = self._scripts.copy(), copy(self._table)
        for hook, seat, answer in forces:
            scripts.do(hook, seat, answer)
        table.steps, table.params = scripts.steps, scripts.params
        games = Games(table, 0, deals.shape[1], "hands", 1024, Opening(dealer, deals=deals))
        for _ in rounds(games, self._players):
            if games.is_illegal:
                who = " or ".join(player.spec for player in self._players)
                raise IllegalAction(
                    f"{who} broke the rules when hands of the run were played again",
                    "leave --counterfactual away",
                )
        hands = games.tables()[1]
        assert hands is not None
        return hands
