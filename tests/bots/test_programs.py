"""A bot that is a program: it answers lines with lines, and whatever it does, it harms nobody."""

import gc
import json
import logging
import os
import pickle
import subprocess
import sys
import threading
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from outsiders import GREETED, PLAYS, SEEN, failure, is_there, play, position, program, runs

import galopp
from galopp import bots
from galopp.bots.outside import Limits, Outside, aside, bot
from galopp.bots.outside.program import LONGEST_LINE, Command, Program
from galopp.core.history import no_history
from galopp.locale import LANGUAGES, Language
from galopp.play.telling import say_fault

SHORT = Limits(seconds=0.3)


# --- The conversation


def test_a_program_is_greeted_once_and_then_asked_with_all_that_its_seat_may_know(tmp_path):
    told = tmp_path / "told"
    source = """
import json, sys
with open(sys.argv[1], "w") as told:
    for line in sys.stdin:
        told.write(line)
        told.flush()
        asked = json.loads(line)
        legal = asked.get("legal")
        print(json.dumps({"code": legal[-1]["code"]} if legal else {"protocol": 1}), flush=True)
"""
    asks = program(tmp_path, source, arguments=(told,))
    codes = [asks.think(SEEN, no_history(), luck).code for luck in (7, 2**40 + 8)]
    later = position()
    later.play(later.legal[1])
    asks.think(later.seen(later.mover).record, later.told(later.mover).records, 9)
    asks.close()
    greeting, first, second, third = map(json.loads, told.read_text().splitlines())
    seen = position().seen(position().mover)
    assert greeting == {"protocol": 1, "game": "schweinsgalopp", "name": "rosa"}
    assert first["view"] == seen.to_dict()
    assert first["legal"] == [{"code": m.code, "move": str(m)} for m in seen.legal]
    assert (first["seat"], first["luck"], first["seconds"]) == (position().mover, 7, 20.0)
    assert (first["told"], third["told"]) == ([], later.told(later.mover).to_list())
    assert [entry["move"] for entry in third["told"]] == ["line-up yellow"]
    assert second["luck"] == 8  # below 2**31, whatever it was drawn from
    assert codes == [seen.legal[-1].code] * 2


@pytest.mark.parametrize("answer", ["Line-Up  Red", "line-up red"])
def test_a_move_is_read_as_people_write_it(tmp_path, answer):
    asks = program(tmp_path, GREETED + f"hear(); say({{'move': {answer!r}}}); hear()")
    assert asks.think(SEEN, no_history(), 1).code == position().game.read_move("line-up red").code
    asks.close()


def test_one_process_answers_all_decisions_and_is_gone_after_closing(tmp_path):
    asks = program(tmp_path, PLAYS)
    played = play("schweinsgalopp", 2, asks)
    assert played.over
    pid = asks._program.pid
    assert is_there(pid)
    asks.close()
    asks.close()
    assert not is_there(pid)


def test_a_bot_that_was_closed_is_started_again_when_it_is_asked_again(tmp_path):
    asks = program(tmp_path, PLAYS)
    codes = []
    for _ in range(2):
        codes.append(asks.think(SEEN, no_history(), 1).code)
        asks.close()
    assert codes[0] == codes[1]


def test_threads_that_ask_at_once_get_each_their_own_answer(tmp_path):
    by_luck = "asked = hear(); say(asked['legal'][asked['luck'] % len(asked['legal'])])"
    asks = program(tmp_path, GREETED + "while True:\n    " + by_luck)
    legal = [move.code for move in position().seen(position().mover).legal]
    with ThreadPoolExecutor(8) as threads:
        thoughts = list(threads.map(lambda luck: asks.think(SEEN, no_history(), luck), range(80)))
    assert [thought.code for thought in thoughts] == [legal[n % len(legal)] for n in range(80)]
    asks.close()


# --- Failing


def test_a_program_that_is_not_there_is_named(tmp_path):
    missing = Outside("schweinsgalopp", "rosa", Command((str(tmp_path / "nothing"),)))
    assert failure(missing).key == "bot_not_started"


def test_a_program_that_ends_at_the_start_is_quoted(tmp_path):
    failed = failure(program(tmp_path, "raise ValueError('no \\x1b[31mfood')"))
    assert (failed.key, failed.name) == ("bot_ended_saying", "rosa")
    assert failed.arguments["said"] == "ValueError: no \N{REPLACEMENT CHARACTER}[31mfood"
    assert failure(program(tmp_path, "import sys; sys.exit()")).key == "bot_ended"


def test_a_program_that_ends_in_mid_game_fails_then_and_is_started_anew(tmp_path):
    asks = program(tmp_path, GREETED + "say({'code': hear()['legal'][0]['code']})\n1 / 0")
    first = asks.think(SEEN, no_history(), 1).code
    pid = asks._program.pid
    assert failure(asks).arguments["said"] == "ZeroDivisionError: division by zero"
    assert not is_there(pid)
    assert asks.think(SEEN, no_history(), 1).code == first
    asks.close()


@pytest.mark.parametrize(
    ("source", "limits"),
    [
        ("import time; time.sleep(1000)", Limits(start=0.5)),
        (GREETED + "time.sleep(1000)", SHORT),
        (GREETED + "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(1000)", SHORT),
        (GREETED + "hear()\nwhile True: pass", SHORT),
    ],
    ids=["at the start", "asleep", "deaf to SIGTERM", "busy"],
)
def test_a_program_that_hangs_is_ended_when_its_time_is_over(tmp_path, source, limits):
    asks = program(tmp_path, source, limits)
    pids = note_pids(asks)
    assert failure(asks).key == "bot_is_too_slow"
    assert len(pids) == 1
    assert not is_there(pids[0])


def note_pids(asks):
    """The processes of a bot as they are started."""
    pids, greet = [], asks._greet
    asks._greet = lambda started: (pids.append(started.pid), greet(started))
    return pids


def test_a_program_that_does_not_read_keeps_nobody_waiting(tmp_path):
    (tmp_path / "deaf.py").write_text("import time; time.sleep(1000)")
    deaf = Program(Command((sys.executable, str(tmp_path / "deaf.py"))), "rosa", 2**32)
    with pytest.raises(bots.BotFailed) as failed:
        deaf.ask(b" " * 2**21 + b"\n", 0.3)  # more than any pipe holds
    deaf.end()
    assert failed.value.key == "bot_is_too_slow"
    assert not is_there(deaf.pid)


@pytest.mark.parametrize(
    "said",
    [
        "hello",
        "",
        "[]",
        "6",
        "{}",
        '{"code": true}',
        '{"code": 5.0}',
        '{"code": "5"}',
        '{"code": 99}',
        '{"move": 5}',
        '{"move": "pink-1"}',
        '{"move": null}',
        "[" * 60_000,
        "\N{PIG}",
        "\\xff\\xfe",
    ],
)
def test_an_answer_that_is_no_move_of_the_game_is_not_understood(tmp_path, said):
    source = GREETED + f"hear(); sys.stdout.buffer.write({said!r}.encode() + b'\\n')"
    failed = failure(program(tmp_path, source + "; sys.stdout.flush(); hear()"))
    assert failed.key == "bot_is_not_understood"
    assert len(failed.arguments["said"]) <= aside.LONGEST


def test_a_move_that_is_not_legal_is_a_failure(tmp_path):
    failed = failure(program(tmp_path, GREETED + "hear(); say({'move': 'food 1'}); hear()"))
    assert (failed.key, failed.arguments["move"]) == ("bot_breaks_rules", "food 1")


def test_a_program_of_another_protocol_is_not_asked(tmp_path):
    failed = failure(program(tmp_path, "input(); print('{\"protocol\": 2}'); input()"))
    assert failed.key == "bot_has_other_protocol"


@pytest.mark.parametrize(
    ("source", "key"),
    [
        ("while True: sys.stdout.write('x' * 1_000_000)", "bot_says_too_much"),
        ("print('x' * 50_000_000); hear()", "bot_says_too_much"),
        (f"print('x' * {LONGEST_LINE + 1}); hear()", "bot_says_too_much"),
        ("while True: print('{}')", "bot_speaks_unasked"),
        ("print('{}\\n{}', flush=True); hear()", "bot_speaks_unasked"),
    ],
    ids=["no end of a line", "a huge line", "a line too long", "lines without end", "two lines"],
)
def test_whatever_a_program_pours_out_little_of_it_is_taken_in(tmp_path, source, key):
    asks = program(tmp_path, GREETED + "hear()\n" + source)
    tracemalloc.start()
    try:
        assert failure(asks).key == key
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()


def test_what_is_poured_out_while_nobody_asks_stays_in_the_pipe(tmp_path):
    pours = (
        "say({'code': hear()['legal'][0]['code']})\ntime.sleep(0.2)\nwhile True: print('x' * 10**6)"
    )
    asks = program(tmp_path, GREETED + pours)
    asks.think(SEEN, no_history(), 1)
    tracemalloc.start()
    try:
        time.sleep(0.5)
        assert tracemalloc.get_traced_memory()[1] < 500_000
    finally:
        tracemalloc.stop()
    assert failure(asks).key == "bot_says_too_much"


def test_a_program_that_closes_its_stdout_has_failed_and_is_ended(tmp_path):
    asks = program(tmp_path, GREETED + "hear(); os.close(1); time.sleep(1000)")
    pids = note_pids(asks)
    assert failure(asks).key == "bot_ended"
    assert not is_there(pids[0])


@pytest.mark.skipif(sys.platform != "linux", reason="only there a limit can be set from outside")
def test_a_program_that_eats_memory_gets_no_more_of_it(tmp_path):
    greedy = GREETED + "hear(); food = b'x' * 2**30; say({'code': 5})"
    asks = program(tmp_path, greedy, Limits(memory=2**28))
    assert failure(asks).arguments["said"] == "MemoryError"


def test_what_a_program_has_started_ends_with_it(tmp_path):
    pid_file = tmp_path / "pid"
    starts = "child = subprocess.Popen(['sleep', '1000'])\n"
    starts += "open(sys.argv[1], 'w').write(str(child.pid))\n"
    asks = program(tmp_path, GREETED + starts + "hear()\n1 / 0", arguments=(pid_file,))
    assert failure(asks).key == "bot_ended_saying"
    until(lambda: not runs(int(pid_file.read_text())))


def until(holds, seconds=30.0):
    """Wait for something that the system does in its own time."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_failure_is_said_in_every_language_and_travels_between_processes():
    failed = bots.BotFailed("bot_breaks_rules", "rosa", move="food 1")
    again = pickle.loads(pickle.dumps(failed))
    assert (again.key, again.name, again.arguments) == (failed.key, "rosa", failed.arguments)
    for code in LANGUAGES:
        said = say_fault(Language(code), again)
        assert "rosa" in said and "food 1" in said


# --- Starting again


class FailsAtFirst:
    """A program that fails so many times, and how often it was started."""

    def __init__(self, folder, failures):
        self.starts = folder / "starts"
        self.starts.write_text("")
        source = f"""
import os, sys
with open(sys.argv[1], "a") as starts:
    starts.write("x")
if os.path.getsize(sys.argv[1]) <= {failures}:
    sys.exit(1)
"""
        self.bot = program(folder, source + PLAYS, arguments=(self.starts,))

    @property
    def started(self):
        return len(self.starts.read_text())


def test_a_program_that_has_failed_once_is_started_again_at_once(tmp_path):
    flaky = FailsAtFirst(tmp_path, failures=1)
    assert failure(flaky.bot).key == "bot_ended"
    flaky.bot.think(SEEN, no_history(), 1)
    flaky.bot.think(SEEN, no_history(), 1)
    flaky.bot.close()
    assert flaky.started == 2


def test_a_program_that_fails_again_and_again_rests_ever_longer(tmp_path, monkeypatch):
    clock = SimpleNamespace(now=0.0, monotonic=lambda: clock.now)
    monkeypatch.setattr(bot, "time", clock)
    flaky = FailsAtFirst(tmp_path, failures=4)
    for number in range(4):
        assert failure(flaky.bot).key == "bot_ended"
        rest = bot.RESTS[number]
        if rest:
            clock.now += rest / 2
            assert failure(flaky.bot).key == "bot_rests"
        assert flaky.started == number + 1
        clock.now += rest / 2
    flaky.bot.think(SEEN, no_history(), 1)
    flaky.bot.close()
    assert flaky.started == 5
    assert bot.RESTS == tuple(sorted(bot.RESTS))


# --- What it is not told, and what it leaves behind


def test_a_program_does_not_see_what_else_is_in_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("GALOPP_SECRET_KEY", "oink")
    monkeypatch.setenv("DATABASE_PASSWORD", "oink")
    found = tmp_path / "found"
    writes = "json.dump(dict(os.environ), open(sys.argv[1], 'w'))\n"
    asks = program(tmp_path, GREETED + writes + "hear()", arguments=(found,))
    assert failure(asks).key == "bot_ended"
    environment = json.loads(found.read_text())
    assert environment["PATH"] == os.environ["PATH"]
    assert "oink" not in environment.values()


def test_stderr_goes_to_the_log_but_not_all_of_it(tmp_path, caplog):
    chatty = """
while True:
    asked = hear()
    for n in range(5_000):
        print(f"line {n}", "\\x1b[2J", "x" * 1_000, file=sys.stderr)
    say({"code": asked["legal"][0]["code"]})
"""
    asks = program(tmp_path, GREETED + chatty)
    with caplog.at_level(logging.WARNING, "galopp.bots"):
        for _ in range(3):
            asks.think(SEEN, no_history(), 1)
        asks.close()
    assert caplog.messages[0].startswith("rosa: line 0 \N{REPLACEMENT CHARACTER}[2J xxx")
    assert 3 <= len(caplog.messages) <= 4 * aside.LINES
    assert max(map(len, caplog.messages)) <= aside.LONGEST + len("rosa: ")


def test_a_bot_that_nobody_holds_any_more_leaves_no_process(tmp_path):
    asks = program(tmp_path, PLAYS)
    asks.think(SEEN, no_history(), 1)
    pid = asks._program.pid
    del asks
    gc.collect()
    assert not is_there(pid)


def test_a_python_that_ends_without_closing_leaves_no_process(tmp_path):
    (tmp_path / "program.py").write_text(PLAYS)
    (tmp_path / "forgetful.py").write_text("""
import sys
import galopp
from galopp import bots
from galopp.core.history import no_history

first = galopp.game("schweinsgalopp").new(players=2, seed=1)
asks = bots.bot("schweinsgalopp", f"program:{sys.executable} {sys.argv[1]}")
asks.think(first.seen(first.mover).record, no_history(), 1)
print(asks._program.pid)
""")
    words = [sys.executable, str(tmp_path / "forgetful.py"), str(tmp_path / "program.py")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    said = subprocess.run(words, capture_output=True, text=True, env=environment, check=True)
    assert said.stderr == ""
    assert not is_there(int(said.stdout))


def test_closing_from_another_thread_ends_the_thinking(tmp_path):
    asks = program(tmp_path, GREETED + "hear(); time.sleep(1000)", Limits(seconds=600.0))
    pids = note_pids(asks)
    failed = []
    thinking = threading.Thread(target=lambda: failed.append(failure(asks)))
    thinking.start()
    until(lambda: pids and asks._program is not None)
    asks.close()
    thinking.join(60)
    assert failed[0].key.startswith("bot_ended")
    assert not is_there(pids[0])


# --- Names


def test_a_program_goes_by_its_command_line_or_by_a_name_given_to_it(tmp_path, monkeypatch):
    monkeypatch.setattr("galopp.bots.outside.names._registered", {})
    (tmp_path / "with space.py").write_text(PLAYS)
    line = f"{sys.executable} '{tmp_path / 'with space.py'}'"
    bots.register("rosa", line)
    bots.register("rosa-2", [sys.executable, str(tmp_path / "with space.py")], Limits(seconds=3))
    assert bots.outside_names() == ("rosa", "rosa-2")
    codes = set()
    for name in ("rosa", "rosa-2", "rosa@2.5s", f"program:{line}"):
        asks = bots.bot("schweinsgalopp", name)
        codes.add(asks.think(SEEN, no_history(), 1).code)
        asks.close()
    assert len(codes) == 1


def test_the_time_it_has_can_be_written_behind_a_name(monkeypatch):
    monkeypatch.setattr("galopp.bots.outside.names._registered", {})
    bots.register("rosa", "true")
    assert bots.bot("saumaumau", "rosa").limits.seconds == 10.0
    assert bots.bot("saumaumau", "rosa@2.5s").limits.seconds == 2.5
    assert bots.bot("saumaumau", "rosa@2.5s").patience > 2.5


@pytest.mark.parametrize(
    "written", ["nobody", "rosa@", "rosa@5", "rosa@xs", "program:", "program:'", "casual@5", ""]
)
def test_what_names_no_bot_is_a_key_error(monkeypatch, written):
    monkeypatch.setattr("galopp.bots.outside.names._registered", {})
    bots.register("rosa", "true")
    with pytest.raises(KeyError):
        bots.bot("saumaumau", written)


@pytest.mark.parametrize("name", ["strong", "random", "greedy", "", "program:x", "a@b", "x" * 33])
def test_some_names_cannot_be_given(name):
    with pytest.raises(ValueError, match="no name"):
        bots.register(name, "true")


def test_a_name_without_a_command_cannot_be_given():
    for nothing in ("", " ", [], [""]):
        with pytest.raises(ValueError, match="no command"):
            bots.register("rosa", nothing)


def test_strangers_may_choose_levels_and_names_but_no_command_lines_or_budgets(monkeypatch):
    monkeypatch.setattr("galopp.bots.outside.names._registered", {})
    bots.register("rosa", "true")
    assert all(map(bots.is_known, [*bots.LEVELS, "rosa"]))
    for written in ("program:true", "rosa@999s", "strongest@999s", "random", "nobody", ""):
        assert not bots.is_known(written)


def test_every_game_has_the_same_names():
    for game in galopp.game_names():
        assert isinstance(bots.bot(game, "program:true"), Outside)
