/** A recorded game as trials: each decision with the states around it, as `galopp.review.timeline` has it. */

import { sha256 } from "../luck.js";

/** @typedef {import("../replay.js").LocalReplay} LocalReplay */
/** @typedef {import("./trials.js").Made} Made */

/**
 * A decision as it was made.
 * @typedef {object} Step
 * @property {number} number in the record
 * @property {number} seat
 * @property {number} code
 * @property {Made} made
 * @property {Uint8Array} seen what the seat saw
 * @property {Uint8Array} told what it was told of the race
 */

export class Timeline {
  /** @param {LocalReplay} replay @param {Step[]} steps @param {bigint} seed */
  constructor({ play, shown: { players } }, steps, seed) {
    this.players = players;
    this.steps = steps;
    this.seed = seed;
    this.over = play.over;
    this.last = play.now.state;
    this.options = play.setting.options;
  }
}

/** @param {LocalReplay} replay @param {string} apart from seed to seed of a game's decisions */
export async function timelineOf(replay, apart) {
  const { play, play: { steps } } = replay;
  const seed = await seedOf(replay);
  const made = steps.flatMap(({ decision }, at) => (decision ? [{ ...decision, from: steps[at - 1] }] : []));
  const states = [...made.map(({ from, seat }) => asked(play, from.state, seat)), play.now.state];
  const listed = made.map(({ number, seat, code, from }, n) => ({
    number, seat, code, seen: from.views[seat], told: from.histories[seat],
    made: { before: states[n], after: states[n + 1], seat, code, seed: BigInt.asUintN(64, seed + BigInt(n) * BigInt(apart)) },
  }));
  return new Timeline(replay, listed, seed);
}

/** The state before a decision; where several may decide, whoever did is asked. @param {import("../game.js").LocalGame} play @param {Uint8Array} state @param {number} seat */
function asked(play, state, seat) {
  const { call } = play.kernels;
  const at = play.put(state);
  if (call.mover(at) !== seat) call.ask?.(at, seat);
  return play.stateNow();
}

/** The luck of a review is made from what was played, and from nothing else. @param {LocalReplay} replay */
async function seedOf({ play, module: { name, notations } }) {
  const [{ state }] = play.steps;
  const dealt = [...state].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const lines = [name, dealt, ...play.decisions.map(({ seat, code }) => `${seat} ${notations[code]}`)];
  return BigInt(`0x${(await sha256(new TextEncoder().encode(lines.join("\n")))).slice(0, 16)}`);
}
