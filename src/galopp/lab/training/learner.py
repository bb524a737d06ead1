"""How a net changes by a lesson: PPO, with a pull towards a slow copy of itself."""

import copy
from contextlib import AbstractContextManager, nullcontext

import torch
from torch import Tensor, nn

from galopp.lab.training.model import Net
from galopp.lab.training.rollout import Advantages, Rollout, as_input
from galopp.lab.training.rooms import Environments
from galopp.lab.training.settings import Hyperparameters

MOST_CHANGE = 0.5  # of a gradient
LEAST_RATE = 0.05  # of the rate, in the end


class Learner:
    """A net, its slow copy, and how far they are."""

    def __init__(self, net: Net, recipe: Hyperparameters, device: str) -> None:
        self.net, self.recipe, self.device = net, recipe, device
        self.slow = copy.deepcopy(net)
        self.optimizer = torch.optim.Adam(
            net.parameters(), recipe.rate, eps=1e-5, fused=device == "cuda"
        )

    def quick(self) -> AbstractContextManager[object]:
        """Numbers of half the size, where the device has units for them."""
        if self.device == "cuda":
            return torch.autocast("cuda", torch.bfloat16)
        return nullcontext()

    def set_pace(self, done: float) -> None:
        """Learn in smaller steps, and in whole numbers, as the end comes near (0 to 1)."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.recipe.rate * max(LEAST_RATE, 1 - done)
        self.net.exact = self.slow.exact = done >= self.recipe.exact_from

    def learn(self, lesson: Rollout, hall: Environments, done: float) -> None:
        """Go through a lesson, some decisions at a time."""
        recipe = self.recipe
        self.set_pace(done)
        start, end = recipe.entropy
        about = Portion(
            lesson, lesson.judged(hall, recipe.trace), hall, start + (end - start) * done
        )
        ours = lesson.ours.flatten().nonzero().squeeze(1)
        for _ in range(recipe.epochs):
            mixed = ours[torch.randperm(len(ours), device=ours.device)]
            for chosen in mixed.chunk(recipe.portions):
                self._take_in(about, chosen)
        self._follow()

    def _take_in(self, about: "Portion", chosen: Tensor) -> None:
        with self.quick():
            loss = self._loss(about, chosen)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call, unused-ignore]
        nn.utils.clip_grad_norm_(self.net.parameters(), MOST_CHANGE)
        self.optimizer.step()
        self.net.keep_small()

    def _loss(self, about: "Portion", chosen: Tensor) -> Tensor:
        recipe = self.recipe
        seen, mask = as_input(about.seen[chosen]), about.mask[chosen]
        wished, value = self.net(seen, mask)
        chances = wished.log_softmax(-1)
        likely = chances.gather(1, about.code[chosen][:, None]).squeeze(1)
        ratio = (likely - about.likely[chosen]).exp()
        advantage = about.advantage[chosen]
        cut = ratio.clamp(1 - recipe.clip, 1 + recipe.clip)
        gain = torch.min(ratio * advantage, cut * advantage).mean()
        variety = -(chances.exp() * chances).sum(-1).mean()
        missed = ((value - about.target[chosen]).square() * about.taken[chosen]).sum(-1).mean()
        with torch.no_grad():
            calm = self.slow(seen, mask)[0].log_softmax(-1)
        away = (chances.exp() * (chances - calm)).sum(-1).mean()
        return recipe.weight_of_value * missed - gain - about.entropy * variety + recipe.pull * away

    @torch.no_grad()
    def _follow(self) -> None:
        """The slow copy comes a little nearer."""
        for slow, quick in zip(self.slow.parameters(), self.net.parameters(), strict=True):
            slow.lerp_(quick, self.recipe.slowness)


class Portion:
    """A lesson laid out decision by decision."""

    def __init__(
        self, lesson: Rollout, judged: Advantages, hall: Environments, entropy: float
    ) -> None:
        self.seen, self.mask = lesson.seen.flatten(0, 1), lesson.mask.flatten(0, 1)
        self.code, self.likely = lesson.code.flatten(), lesson.likely.flatten()
        self.target, self.entropy = judged.target, entropy
        ours = lesson.ours.flatten()
        decisions = judged.advantage[ours]
        self.advantage = (judged.advantage - decisions.mean()) / (decisions.std() + 1e-8)
        seats = torch.arange(hall.seats, device=self.code.device)
        self.taken = (seats < hall.players[:, None]).float().repeat(len(lesson.code), 1)
