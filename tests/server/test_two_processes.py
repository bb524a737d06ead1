"""One folder, one server: a second one is refused, and whoever comes after a crash is not."""

import pytest
from devices import Table

from galopp.locale import Language
from galopp.play.telling import say_fault
from galopp.store.fault import StoreFault
from serving import ServerProcess


def test_a_second_server_on_the_same_folder_is_refused_and_the_first_plays_on(server, tmp_path):
    table = Table.open(server).sit_down()
    before = table.picture()
    second = ServerProcess(server.data, "--no-limits")
    second.log = tmp_path / "second.log"
    with pytest.raises(RuntimeError) as caught:
        second.start()
    assert second.process.returncode == 2
    taken = StoreFault("store_in_use", path=str(server.data))
    # A line may have been broken anywhere, even within a path.
    said = "".join(str(caught.value).split())
    assert "".join(say_fault(Language("en"), taken).split()) in said
    assert "Traceback" not in str(caught.value)
    assert table.picture() == before
    table.decide(table.mover()).raise_for_status()


def test_right_after_a_kill_the_folder_is_free(server):
    table = Table.open(server).sit_down()
    table.decide(table.mover()).raise_for_status()
    before = table.picture()
    for _ in range(2):
        server.kill()
        server.start()
        assert table.picture() == before
    table.decide(table.mover()).raise_for_status()
