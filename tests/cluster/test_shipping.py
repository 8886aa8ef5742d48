"""Players and tables on their way to a worker: by source and hash, and refused where these are other ones there."""

import pickle
import shutil
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.compare.attribution import AttributionTables
from sim.compare.pairs import MirroredPairs, play_values
from sim.errors import ClusterError, EuchreError, StrategyError, UsageError
from sim.players import sources
from sim.players.shipping import arrived, packed
from sim.players.strategy import load_player
from sim.rules.presets import preset
from sim.runs import cluster
from sim.runs.chunks import Chunk
from sim.runs.cluster import check_cluster, do_piece, open_cluster, program_hash, version_facts

BOT = """
from helper_of_bot import LIMIT
from sim.tables import table
from sim.views import PASS

VALUES = table("values.npy")


def order_up(v):
    return PASS + 0 * VALUES[LIMIT]
"""


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    """A strategy of a file, a helper and a table, in a folder of its own."""
    place = tmp_path / "there"
    place.mkdir()
    (place / "bot.py").write_text(BOT)
    (place / "helper_of_bot.py").write_text("LIMIT = 1\n")
    np.save(place / "values.npy", np.arange(3))
    return place / "bot.py"


def elsewhere(spec: str) -> Any:
    """What travels of a player, and no memory of anything that was loaded here."""
    sent = pickle.dumps(packed(load_player(spec)))
    sources._files.clear()
    arrived.cache_clear()
    return pickle.loads(sent)


@pytest.mark.parametrize("spec", ["basic", "basic{order_1=300}", "perry21/basic", "strong(simple)"])
def test_built_in_players_travel_by_name_and_hash(spec: str) -> None:
    player = load_player(spec)
    assert packed(player).files == ()
    there = pickle.loads(pickle.dumps(player))
    assert (there.spec, there.source_hash) == (player.spec, player.source_hash)


@pytest.mark.parametrize("word", ["{bot}", "{bot}/basic", "basic/{bot}"])
def test_a_file_travels_with_all_that_it_is_made_of(bot: Path, word: str) -> None:
    spec = word.format(bot=bot)
    here = load_player(spec)
    sent = elsewhere(spec)
    ((name, files),) = sent.files
    assert name == str(bot)
    assert [Path(file).name for file, _ in files] == ["bot.py", "helper_of_bot.py", "values.npy"]
    shutil.rmtree(bot.parent)
    there = arrived(sent)
    assert (there.spec, there.source_hash) == (here.spec, here.source_hash)
    assert repr(there) == repr(here)


def test_a_file_that_is_there_already_is_not_written_again(bot: Path) -> None:
    sent = elsewhere(str(bot))
    arrived(sent)
    assert bot in sources._files


def test_another_file_at_the_same_place_is_not_taken_for_it(bot: Path) -> None:
    here = load_player(str(bot)).source_hash
    sent = elsewhere(str(bot))
    np.save(bot.parent / "values.npy", np.arange(4))
    assert arrived(sent).source_hash == here
    assert load_player(str(bot)).source_hash != here


def test_another_version_of_a_strategy_is_refused() -> None:
    sent = replace(packed(load_player("basic")), source_hash="2:" + "0" * 16)
    with pytest.raises(StrategyError, match="basic is another strategy on this worker than where it was sent from"):
        arrived(sent)


def test_an_object_does_not_travel() -> None:
    from euchre_sim import load_player as from_object

    class Given:
        @staticmethod
        def order_up(v: Any) -> int:
            return 0

    with pytest.raises(StrategyError, match="was given as an object, which cannot travel") as caught:
        packed(from_object(Given))
    assert "file" in caught.value.hint


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["standard", "cutthroat"])
def test_what_is_played_elsewhere_is_the_same(game: str) -> None:
    pytest.importorskip("distributed", reason="Dask is not installed: pip install 'euchre-sim[cluster]'")
    rules, mine, other = preset(game), load_player("basic"), load_player("random")
    pairs = MirroredPairs(rules, mine, other, 7, both_ways=True)
    works = [
        pairs.play,
        AttributionTables(MirroredPairs(rules, mine, other, 7), other, 7).play,
        partial(play_values, [pairs, pairs]),
    ]
    for work in works:
        here = work(Chunk(100, 400))
        there = do_piece(pickle.dumps(work), version_facts(), Chunk(100, 400))
        assert pickle.dumps(here) == pickle.dumps(there)


def test_another_version_of_the_program_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = pickle.dumps(max)
    for name, words in (
        ("euchre-sim", r"a worker has euchre-sim .*, and this command needs another"),
        ("program", "a worker has other sources of the program"),
        ("pyarrow", "a worker has pyarrow "),
    ):
        with pytest.raises(ClusterError, match=words) as caught:
            do_piece(sent, version_facts() | {name: "another"}, 1)
        assert caught.value.exit_code == 9 and "same version" in caught.value.hint
    assert pickle.loads(pickle.dumps(caught.value)).message == caught.value.message


def test_the_hash_of_the_program_is_of_its_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    top = tmp_path / "sim" / "runs"
    top.mkdir(parents=True)
    (top / "cluster.py").write_text("1")
    monkeypatch.setattr(cluster, "__file__", str(top / "cluster.py"))
    first = program_hash.__wrapped__()
    (top / "cluster.py").write_text("2")
    assert program_hash.__wrapped__() != first


@pytest.mark.parametrize("value", ["", "basic", "http://a", "tcp", 3, True, [], {}, b"local", object()])
def test_what_is_no_cluster(value: object) -> None:
    with pytest.raises(UsageError, match="a cluster is a Dask client, the address of a scheduler, or local, not"):
        check_cluster(value)


def test_without_dask_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(EuchreError, match="Dask is not installed") as caught, open_cluster("local"):
        pass
    assert caught.value.exit_code == 9
    assert caught.value.hint == "pip install 'euchre-sim[cluster]'"
