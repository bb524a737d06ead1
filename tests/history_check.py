"""Holds a history against the log: what anybody was told is true, and happened once.

    python tests/history_check.py HISTORY STORE     # a data folder or postgresql://…

It knows what was sent, acknowledged and read (`histories.py`), and the log; of servers, leases and
faults it knows nothing. Of each table it asks:

    the log has no gaps, and its time never runs backwards
    what was acknowledged is in the log once, at the number that was told, and was sent before
    what was refused is not in the log; nothing is there that nobody sent, and nothing twice
    what was sent after an answer had come is behind what was answered
    every picture that was read is the fold of the log up to its number, by the reader's eyes
    who asked was shown nothing older than what had been acknowledged before

How long tables took to answer after each fault is told, not judged: that is the machine's.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from galopp.store import Entry
from galopp.store.opening import place_of
from galopp.table import feed, log
from galopp.table.fold import retold
from galopp.table.table import Table
from histories import Line, lines_of

# Of the table, what hangs on who is connected at that moment, and is in no log.
OF_THE_MOMENT = {"host_connected", "host_away_since", "watching", "screens", "happened"}
OF_A_SEAT = {"connected", "away_since"}


@dataclass
class Recovery:
    """A fault, and what those who play noticed of it."""

    fault: str
    seconds: float  # after it was over, until every table had answered
    longest_wait: float = 0.0  # seconds from sending a message to its answer, while it lasted


@dataclass
class Verdict:
    """What a history and a log say together."""

    problems: list[str] = field(default_factory=list)
    recoveries: list[Recovery] = field(default_factory=list)
    acknowledged: int = 0
    pictures: int = 0
    tables: int = 0


def check(history: Sequence[Line], logs: dict[str, list[Entry]]) -> Verdict:
    """Hold a history against the logs of its tables."""
    verdict = Verdict(recoveries=_recoveries(history))
    by_table: defaultdict[str, list[Line]] = defaultdict(list)
    for line in history:
        if line["table"]:
            by_table[line["table"]].append(line)
    for code, lines in by_table.items():
        problems = TableCheck(code, lines, logs.get(code, [])).problems()
        verdict.problems += [f"{code}: {problem}" for problem in problems]
        verdict.acknowledged += sum(line["what"] == "acknowledged" for line in lines)
        verdict.pictures += sum(line["what"] == "read" for line in lines)
        verdict.tables += 1
    return verdict


def _recoveries(history: Sequence[Line]) -> list[Recovery]:
    """Of each fault; tables that were asked after it and never answered took for ever."""
    found: list[Recovery] = []
    over, waiting, sent = 0.0, set(), {}
    for line in history:
        match line["what"]:
            case "fault" if not line["over"]:
                found.append(Recovery(line["name"], float("inf")))
            case "fault":
                over, waiting = line["at"], set()
            case "asked" if found:
                waiting.add(line["table"])
            case "answered" if found:
                waiting.discard(line["table"])
                if not waiting:
                    found[-1].seconds = line["at"] - over
            case "sent":
                sent.setdefault((line["table"], line["id"]), line["at"])
            case "acknowledged" if found:
                took = line["at"] - sent.pop((line["table"], line["id"]), line["at"])
                found[-1].longest_wait = max(found[-1].longest_wait, took)
    return found


class TableCheck:
    """One table: its part of a history, and its log."""

    def __init__(self, code: str, lines: Sequence[Line], entries: Sequence[Entry]) -> None:
        self.code, self.lines, self.entries = code, lines, entries
        self.events = [log.decode(entry.body) for entry in entries]
        self.carried_out: defaultdict[str, list[int]] = defaultdict(list)
        for seq, event in enumerate(self.events):
            if event.answers:
                self.carried_out[event.answers].append(seq)

    def problems(self) -> Iterator[str]:
        yield from self._of_the_log()
        yield from self._of_seats()
        yield from self._of_messages()
        yield from self._of_order()
        yield from self._of_pictures()

    def _these(self, what: str) -> Iterator[Line]:
        return (line for line in self.lines if line["what"] == what)

    def _of_the_log(self) -> Iterator[str]:
        if not self.entries:
            yield "there is no log"
        for number, entry in enumerate(self.entries):
            if entry.seq != number:
                yield f"event {entry.seq} stands where {number} should"
        for one, other in pairwise(self.entries):
            if other.at < one.at:
                yield f"time runs backwards at event {other.seq}"

    def _of_seats(self) -> Iterator[str]:
        """Whoever was given a seat sat down there, once."""
        sat = [event.seat for event in self.events if isinstance(event, log.Sat)]
        for line in self._these("sat"):
            if sat.count(line["seat"]) != 1:
                yield f"seat {line['seat']} was taken {sat.count(line['seat'])} times"

    def _of_messages(self) -> Iterator[str]:
        sent = {line["id"] for line in self._these("sent")}
        for said, places in self.carried_out.items():
            by_a_bot = self.events[places[0]].by.startswith("bot")
            if len(places) > 1:
                yield f"{said} was carried out at {places}"
            if said not in sent and not by_a_bot:
                yield f"{said} was carried out, and nobody sent it"
        for line in self._these("acknowledged"):
            if line["id"] not in sent:
                yield f"{line['id']} was acknowledged, and nobody sent it"
            if self.carried_out.get(line["id"]) != [line["seq"]]:
                yield f"{line['id']}, acknowledged as {line['seq']}, is missing there"
        for line in self._these("refused"):
            if line["id"] in self.carried_out:
                yield f"{line['id']} was refused, and carried out all the same"

    def _of_order(self) -> Iterator[str]:
        """What began after something else had ended comes after it."""
        told, first_sent = -1, {}
        for line in self.lines:
            match line["what"]:
                case "sent":
                    first_sent.setdefault(line["id"], told)
                case "acknowledged":
                    if line["seq"] <= first_sent.get(line["id"], -1):
                        yield f"{line['id']} is before what was acknowledged before it was sent"
                    told = max(told, line["seq"])
                case "asked":
                    first_sent[f"asked {line['number']}"] = told
                case "answered":
                    if line["seq"] < first_sent[f"asked {line['number']}"]:
                        yield f"who asked was shown {line['seq']}, older than what was told"

    def _of_pictures(self) -> Iterator[str]:
        """Whatever anybody saw is what the log shows those eyes."""
        read: defaultdict[int, list[Line]] = defaultdict(list)
        for line in self._these("read"):
            read[line["news"]["seq"]].append(line)
        entries = [(entry.at, entry.body) for entry in self.entries]
        for table, event, before in retold(self.code, entries):
            seq = table.seq - 1
            for line in read.pop(seq, ()):
                told = feed.happened_at(event, before, table.position, line["viewer"])
                if not _agrees(line["news"], table, told, line["viewer"]):
                    yield f"viewer {line['viewer']} was shown something else at event {seq}"
        if read:
            yield f"events {sorted(read)} were shown, and are not in the log"


def _agrees(news: Line, table: Table, happened: list[feed.Happened], viewer: feed.Viewer) -> bool:
    if news["happened"] and news["happened"] != _plain(happened):
        return False
    match news["type"]:
        case "game":
            return _of_the_log(news) == _of_the_log(_plain(feed.game_news(table, viewer)))
        case "table":
            return _of_the_log(news) == _of_the_log(_plain(feed.table_news(table)))
    return True  # what was missed has no picture


def _plain(news: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(news))


def _of_the_log(news: Line) -> Line:
    """A picture without what no log could know."""
    picture = {name: shown for name, shown in news.items() if name not in OF_THE_MOMENT}
    if "seats" in picture:
        picture["seats"] = [
            {name: shown for name, shown in seat.items() if name not in OF_A_SEAT}
            for seat in picture["seats"]
        ]
    return picture


def check_against(history: Path, store: str) -> Verdict:
    """Hold a history against a store."""
    lines = list(lines_of(history))
    with place_of(store).look() as reader:
        logs = {code: reader.read(code) for code in {line["table"] for line in lines} - {""}}
    return check(lines, logs)


def main(history: str, store: str) -> None:
    verdict = check_against(Path(history), store)
    print(f"{verdict.tables} tables, {verdict.acknowledged} messages, {verdict.pictures} pictures")
    for recovery in verdict.recoveries:
        print(f"{recovery.fault}: all tables answer {recovery.seconds:.2f} s later,")
        print(f"    and nobody waited longer than {recovery.longest_wait:.2f} s for an answer")
    print(*verdict.problems, sep="\n")
    sys.exit(bool(verdict.problems))


if __name__ == "__main__":
    main(*sys.argv[1:])
