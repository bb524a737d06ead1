"""A bot that is a process: it is asked a line and answers with a line.

The process is started when it is needed first and kept for all decisions of this bot. One
that fails is ended, whatever it takes, and started anew with the next decision; if it fails
again and again, it rests for a while in between, and is not asked then.
"""

import base64
import json
import threading
import time
import weakref
from dataclasses import dataclass
from typing import Any

from galopp import games
from galopp.bots.outside.aside import readable
from galopp.bots.outside.failed import BotFailed
from galopp.bots.outside.program import Command, Program
from galopp.bots.thought import Thought
from galopp.core import record
from galopp.core.cards import has
from galopp.core.contract import History
from galopp.core.history import write_history
from galopp.core.record import Record

PROTOCOL = 1  # raised when what is said changes so that older programs cannot follow
LUCK = 2**31  # luck is below this: a whole number in any language
RESTS = (0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0)  # seconds, by failures in a row
TO_END = 2.0  # seconds that it takes at most to be rid of a process


@dataclass(frozen=True)
class Limits:
    """What a process may use."""

    seconds: float = 10.0  # for a decision
    start: float = 60.0  # seconds until it has answered the greeting
    memory: int = 4 * 2**30  # bytes, where the system can hold it to that: on Linux


class Outside:
    """A bot from outside, for one game. Any thread may ask it; they are answered in turn."""

    def __init__(
        self, game: str, name: str, command: Command, limits: Limits | None = None
    ) -> None:
        self.rules = games.rules(game)
        self.name = name
        self.command = command
        self.limits = limits or Limits()
        kinds = [kind.notations() for kind in self.rules.MOVES]
        self._notations = {code: written for kind in kinds for code, written in kind.items()}
        self._codes = {written: code for code, written in self._notations.items()}
        self._turn = threading.Lock()
        self._program: Program | None = None
        self._ends: weakref.finalize[..., Any] | None = None
        self._failures = 0  # in a row
        self._rests_until = 0.0

    @property
    def patience(self) -> float:
        """The most seconds that `think` takes, once it is this thread's turn, with a start."""
        return self.limits.start + self.limits.seconds + TO_END

    def think(self, seen: Record, told: History, luck: int) -> Thought:
        """Ask the process; raises `BotFailed`."""
        with self._turn:
            self._check_rest()
            try:
                code = self._decision(seen, told, luck)
            except BotFailed:
                self._give_up()
                raise
            self._failures = 0
            return Thought(code)

    def close(self) -> None:
        """End the process. If it is asked again, it is started again."""
        ends, self._ends, self._program = self._ends, None, None
        if ends is not None:
            ends()

    # --- The conversation

    def _decision(self, seen: Record, told: History, luck: int) -> int:
        question = self._question(seen, told, luck)
        code = self._code_in(self._ask(self._running(), question, self.limits.seconds))
        if not has(seen.legal, code):
            raise BotFailed("bot_breaks_rules", self.name, move=self._notations[code])
        return code

    def _running(self) -> Program:
        """The process, started and greeted if it was not running."""
        program = self._program
        if program is None:
            program = self._program = Program(self.command, self.name, self.limits.memory)
            self._ends = weakref.finalize(self, program.end)  # also when Python ends
            self._greet(program)
        return program

    def _greet(self, program: Program) -> None:
        greeting = {"protocol": PROTOCOL, "game": self.rules.NAME, "name": self.name}
        answer = self._ask(program, greeting, self.limits.start)
        if answer.get("protocol") != PROTOCOL:
            raise BotFailed("bot_has_other_protocol", self.name, protocol=PROTOCOL)

    def _ask(self, program: Program, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        line = program.ask(json.dumps(question).encode() + b"\n", seconds)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            raise BotFailed("bot_is_not_understood", self.name, said=readable(line))
        return answer

    def _question(self, seen: Record, told: History, luck: int) -> dict[str, Any]:
        legal = [code for code in self._notations if has(seen.legal, code)]
        return {
            "seat": int(seen.viewer),
            "legal": [{"code": code, "move": self._notations[code]} for code in legal],
            "luck": luck % LUCK,
            "seconds": self.limits.seconds,
            "view": record.write(self.rules.SEEN_FIELDS, seen, int(seen.players)),
            "told": write_history(self.rules, told),
            "record": base64.b64encode(seen.tobytes()).decode(),
        }

    def _code_in(self, answer: dict[str, Any]) -> int:
        """The code of a move of this game, legal or not."""
        move, code = answer.get("move"), answer.get("code")
        if isinstance(move, str):
            code = self._codes.get(" ".join(move.lower().split()))
        if type(code) is not int or code not in self._notations:  # True is no code
            said = readable(json.dumps(answer, ensure_ascii=False).encode())
            raise BotFailed("bot_is_not_understood", self.name, said=said)
        return code

    # --- Failing

    def _check_rest(self) -> None:
        left = self._rests_until - time.monotonic()
        if left > 0:
            raise BotFailed("bot_rests", self.name, seconds=int(left) + 1)

    def _give_up(self) -> None:
        """End the process, at once; the first new start is not waited for, later ones are."""
        if self._program is not None:
            self._program.end(patience=0.0)
        self.close()
        rest = RESTS[min(self._failures, len(RESTS) - 1)]
        self._rests_until = time.monotonic() + rest
        self._failures += 1
