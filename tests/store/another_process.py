"""What the tests let another process do with a log: `another_process.py DEED FOLDER`."""

import os
import resource
import sys
from pathlib import Path

from some_writes import a_write, everything

from galopp.store.fault import StoreFault
from galopp.store.sqlite import Log

WHOLE = 3  # events in each write
NOBODY = 65534


def say(*words):
    os.write(1, (" ".join(map(str, words)) + "\n").encode())  # one call: lines stay whole


def hold(folder):
    """Keep the log open until killed."""
    with Log.open(folder) as log:
        log.append_and_wait(a_write("HELD", 0))
        say("open")
        sys.stdin.read()


def write_until_killed(folder):
    """Write to eight tables at once; say each write that was acknowledged."""
    log = Log.open(folder)

    def put(table, first):
        def done(fault):
            if fault is not None:
                say("fault", fault)
            say("done", table, first + WHOLE)
            put(table, first + WHOLE)

        log.append(a_write(table, first, WHOLE), done)

    for number in range(8):
        table = f"T{number}"
        put(table, len(log.read(table)))
    sys.stdin.read()
    os._exit(1)


def be_killed(folder):
    """For each line read, let a child write until it is killed. Starting anew takes longer."""
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            write_until_killed(folder)
        say("child", child)
        os.waitpid(child, 0)
        say("gone")


def meet_a_limit(folder):
    """Write until the system refuses to let the file grow, then with the limit lifted."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Log.open(folder) as log:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, hard))
        kept = 0
        try:
            while True:
                log.append_and_wait(a_write("A", kept, WHOLE))
                kept += WHOLE
        except StoreFault as fault:
            say("refused", fault.key, kept, len(log.read("A")))
        with Log.read_only(folder) as reader:
            say("seen", len(reader.read("A")))
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        log.append_and_wait(a_write("A", kept, WHOLE))
        say("again", len(log.read("A")))


def try_without_rights(folder):
    """Open the log as somebody who may not write there; root becomes nobody first."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    try:
        Log.open(folder).close()
        say("opened")
    except StoreFault as fault:
        say(fault.key, fault.arguments["path"])
    try:
        with Log.read_only(folder) as reader:
            say("seen", *(f"{table}:{len(log)}" for table, log in everything(reader).items()))
    except StoreFault as fault:
        say(fault.key, fault.arguments["path"])


if __name__ == "__main__":
    globals()[sys.argv[1]](Path(sys.argv[2]))
