"""Messages that come again: a client that heard no answer sends the same message once more.

It is carried out once and answered twice. Of what was accepted the log knows the id, also after
a restart; what the log does not have, a refusal or a key that was given, is remembered here.
"""

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from functools import partial

from galopp import wire
from galopp.core.fault import Fault
from galopp.table.judge import Verdict, asker, judge
from galopp.table.keys import Kind, hashed
from galopp.table.message import AnyMessage, Reissue
from galopp.table.refused import NotNow
from galopp.table.table import Sender, Table

REMEMBERED = 32  # first answers, besides those in the log

Answer = wire.Accepted | Fault
Judging = Callable[[Table, float], Verdict]
CarryOut = Callable[[Judging], Awaitable[Verdict | Fault]]
Who = tuple[str, str]  # whoever asks, as the table knows them, and the id of the message


class Repeats:
    """The answers that were given at one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._answers: OrderedDict[Who, Answer] = OrderedDict()

    async def once(self, said: AnyMessage, sender: Sender, carry_out: CarryOut) -> Answer:
        """The answer to a message; it is carried out only if it did not come before."""
        who = asker(self._table, said, sender), said.id
        if who in self._answers:
            return self._answers[who]
        if who in self._table.answered:
            return wire.Accepted(said.id, self._table.answered[who])
        verdict = await carry_out(partial(_judge_once, who, said, sender))
        if isinstance(verdict, NotNow):
            return verdict
        if isinstance(verdict, Fault):
            return self._remember(who, verdict)
        who = _own_new_key(said, sender, verdict) or who[0], said.id
        seq = self._table.answered.get(who, self._table.seq - 1)
        accepted = wire.Accepted(said.id, seq, verdict.gives)
        in_log = who in self._table.answered and not verdict.gives
        return accepted if in_log else self._remember(who, accepted)

    def _remember(self, who: Who, answer: Answer) -> Answer:
        self._answers[who] = answer
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        return answer

    def forget_what_was_given(self) -> None:
        """Some key has changed: nobody is given again what was given to another, or is over."""
        for who, answer in list(self._answers.items()):
            given = answer.gives.get("key") if isinstance(answer, wire.Accepted) else None
            if given is not None and not self._table.who([str(given)]).anybody:
                del self._answers[who]


def _judge_once(who: Who, said: AnyMessage, sender: Sender, table: Table, now: float) -> Verdict:
    """Judge a message, unless the same one was carried out while this one waited."""
    if who in table.answered:
        return Verdict([])
    return judge(table, said, table.still(sender), now)


def _own_new_key(said: AnyMessage, sender: Sender, verdict: Verdict) -> str:
    """The key with which a seat that has asked for a new one comes from now on, if it has."""
    if isinstance(said, Reissue) and said.seat in sender.seats and "key" in verdict.gives:
        return hashed(str(verdict.gives["key"]), Kind.SEAT)
    return ""
