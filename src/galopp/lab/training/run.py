"""A training: it goes on from where it was, and can be stopped at any time without loss."""

import json
import random
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import torch
from torch import Tensor

from galopp.bots.nets.file import net_of
from galopp.bots.nets.inputs import Inputs
from galopp.lab.training import checkpoint
from galopp.lab.training.checkpoint import Progress
from galopp.lab.training.evaluation import Evaluation, told
from galopp.lab.training.export import export, from_whole_numbers
from galopp.lab.training.features import inputs_of
from galopp.lab.training.learner import Learner
from galopp.lab.training.model import Net
from galopp.lab.training.rollout import Rollout, as_input
from galopp.lab.training.rooms import Environments, Room, levels
from galopp.lab.training.settings import WIDTHS, Beginning, Hyperparameters, tables_for
from galopp.play.game import game as game_by_name

A_MINUTE = 60.0  # from one checkpoint to the next
CURVE = "curve.jsonl"
NET = "net.npz"

Line: TypeAlias = dict[str, Any]  # of the learning curve, as JSON
Say = Callable[[Line], None]


class Training:
    """A net of one game, and everything it learns with.

    It may begin as the net that is shipped. Against that one it learns to beat it, while it stays
    as it is and has all other seats: how much is won tells what can be exploited.
    """

    def __init__(
        self,
        game: str,
        folder: Path,
        device: str,
        recipe: Hyperparameters,
        seconds: float,
        beginning: Beginning = Beginning.BLANK,
    ) -> None:
        self.game, self.folder, self.device, self.seconds = game, folder, device, seconds
        self.inputs: tuple[Inputs, int] = inputs_of(game)
        kept = checkpoint.load(folder, device)
        begun = Progress(game, recipe, beginning)
        self.progress = checkpoint.progress_in(kept) if kept else begun
        self.recipe = self.progress.recipe
        self.progress.sittings += 1
        torch.manual_seed(self.recipe.seed + self.progress.sittings)
        self.against_shipped = self.progress.beginning is Beginning.AGAINST_SHIPPED
        blank = self.progress.beginning is Beginning.BLANK
        self.shipped = None if blank else self._shipped_net()
        begin = self._blank_net if blank else self._shipped_net
        self.learner = Learner(begin(), self.recipe, device)
        if kept:
            self.learner.net.load_state_dict(kept["net"])
            self.learner.slow.load_state_dict(kept["slow"])
            self.learner.optimizer.load_state_dict(kept["optimizer"])
        self._older = begin()
        self._lots = random.Random(self.recipe.seed + self.progress.sittings)
        self.hall = Environments(list(self._rooms()))
        self.lesson = Rollout(self.hall, self.learner.net, self.recipe.steps, device)
        self._stopped = False

    @property
    def done(self) -> float:
        """How much of the time is over: 0 to 1."""
        return min(1.0, self.progress.seconds / self.seconds)

    def _blank_net(self) -> Net:
        rules = game_by_name(self.game).rules
        codes = max(kind.first + len(kind.subjects) for kind in rules.MOVES)
        return Net(self.inputs[1], codes, rules.SEATS, WIDTHS[self.game]).to(self.device)

    def _shipped_net(self) -> Net:
        net = self._blank_net()
        from_whole_numbers(net_of(self.game).net, net)
        net.exact = True
        return net

    def _rooms(self) -> Iterator[Room]:
        recipe, tables = self.recipe, tables_for(self.game, self.recipe.seed)
        seed = 1_000 * recipe.seed + 10 * self.progress.sittings
        about = (tables, self.inputs, self.device)
        if self.against_shipped:
            yield Room(self.game, recipe.games, *about, seed, self._older_net)
            return
        casual = levels("casual", "beginner", "casual", "casual", "casual")
        yield Room(self.game, recipe.games, *about, seed)
        yield Room(self.game, recipe.league, *about, seed + 1, casual)
        yield Room(self.game, recipe.league, *about, seed + 2, self._older_net)

    @torch.no_grad()
    def _older_net(self, room: Room) -> Tensor:
        with self.learner.quick():
            wished, _ = self._older(as_input(room.seen), room.mask)
        return wished.argmax(-1)

    # Going on ---------------------------------------------------------------------------

    def go_on(self, at_most: float, say: Say) -> None:
        """Learn until the time is over, or until stopped; every minute is kept."""
        self._learn_once()  # which compiles, and is not counted
        start = last = time.monotonic()
        due = 0.0
        with self._stoppable():
            while self.done < 1 and not self._stopped:
                self._learn_once()
                now = time.monotonic()
                self.progress.seconds += now - last
                last = now
                if now - start >= at_most:
                    break
                if now - start >= due:
                    due = now - start + A_MINUTE
                    self.keep(say)
                    last = time.monotonic()  # what examinations take is not learning
            self.keep(say)

    def _learn_once(self) -> None:
        self._meet_another()
        self.learner.set_pace(self.done)
        with self.learner.quick():
            self.lesson.play(self.hall, self.learner.net)
        self.learner.learn(self.lesson, self.hall, self.done)
        self.progress.lessons += 1
        self.progress.decisions += int(self.lesson.ours.sum())
        enough = self.recipe.snapshots * self.done
        if not self.against_shipped and len(self.progress.older) < enough:
            self.progress.older.append(_in_half(self.learner.net))

    def _meet_another(self) -> None:
        """Any of the older nets, or the slow copy, for the length of a lesson."""
        if self.against_shipped:
            return
        met = self._lots.choice([self.learner.slow.state_dict(), *self.progress.older])
        self._older.load_state_dict(met)
        self._older.exact = self.learner.net.exact

    @contextmanager
    def _stoppable(self) -> Iterator[None]:
        """The first interruption ends the lesson and keeps it; the next one is the usual."""

        def stop(number: int, frame: object) -> None:
            self._stopped = True
            signal.signal(signal.SIGINT, before)

        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    # Keeping ----------------------------------------------------------------------------

    def keep(self, say: Say) -> None:
        """Examine the net, add to the curve, and write everything down."""
        line: Line = {
            "seconds": round(self.progress.seconds, 1),
            "lessons": self.progress.lessons,
            "decisions": self.progress.decisions,
            **self._examined(),
        }
        checkpoint.save(self.folder, self.progress, self.learner)
        with (self.folder / CURVE).open("a") as curve:
            curve.write(json.dumps(line) + "\n")
        export(self.learner.net, self.game, self.inputs[0], self.folder / NET)
        say(line)

    def _examined(self) -> dict[str, dict[str, float]]:
        with torch.no_grad():
            return {name: told(one.of(self.learner.net)) for name, one in self._examinations()}

    def _examinations(self) -> Iterator[tuple[str, Evaluation]]:
        numbers = [number for number in game_by_name(self.game).players if number > 1]
        about = (self.recipe.examined, self.inputs, self.device)
        if self.shipped:
            for players in numbers:
                yield f"shipped_{players}", Evaluation(self.game, players, *about, self._as_shipped)
        if self.against_shipped:
            return
        for players in {numbers[0], numbers[-1]}:
            yield (
                f"casual_{players}",
                Evaluation(self.game, players, *about, levels("casual")),
            )
        yield "random_2", Evaluation(self.game, 2, *about, levels("random"))
        if self.progress.older:
            yield "older_2", Evaluation(self.game, 2, *about, self._oldest)

    def _oldest(self, room: Room) -> Tensor:
        """What the net decided halfway to here."""
        older = self.progress.older
        self._older.load_state_dict(older[len(older) // 2])
        return _decided_exactly(self._older, room)

    def _as_shipped(self, room: Room) -> Tensor:
        assert self.shipped is not None
        return _decided_exactly(self.shipped, room)


@torch.no_grad()
def _decided_exactly(net: Net, room: Room) -> Tensor:
    """What a net decides, counted without rounding on the way."""
    wished: Tensor = net(room.seen.float(), room.mask)[0]
    return wished.argmax(-1)


def _in_half(net: Net) -> dict[str, Tensor]:
    """Weights in half the space, which is enough for one who is only met."""
    return {name: weights.half() for name, weights in net.state_dict().items()}
