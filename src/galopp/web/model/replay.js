/** One recorded game as this page knows it: asked for until it is there, and then shown. */

import { isHere } from "../net/root.js";
import { Autoplay } from "./autoplay.js";
import { loadGame, shownGame } from "./games.js";
import { NotDone, ask } from "../net/api.js";
import { bring } from "../parts.js";
import { OPEN, Playback } from "./playback.js";
import { replayPath } from "./replay_path.js";
import { motionNow } from "../stage/speed.js";
import { Changing } from "../watching.js";
import { gameWords } from "../language/words.js";

/** @typedef {import("./playback.js").Look} Look */
/** @typedef {import("../types.js").ReplayShown} ReplayShown */
/** @typedef {import("../types.js").Viewer} Viewer */

const TRY_AGAIN_AFTER = 1500; // milliseconds
const NOT_NOW = /^(unreachable|game_not_ready|too_much|status_5..)$/; // the server may be back in a moment

/** What there is to know of a recorded game, as long as the server is there. @param {string} id @returns {Promise<ReplayShown>} */
export const replayShown = async (id) => (isHere(id) ? (await here()).shown(id) : ask("GET", `/replays/${id}`));

/** The whole game as one viewer saw it. @param {string} id @param {Viewer} viewer @returns {Promise<import("../types.js").Frames>} */
async function replayFrames(id, viewer) {
  if (isHere(id)) return (await here()).frames(id, viewer);
  return ask("GET", `/replays/${id}/frames${viewer === null ? "" : `?seat=${viewer}`}`);
}

/** Games that are on this device alone. */
const here = async () => (await bring("replaysHere")).replaysHere;

export class Replay extends Changing {
  /** @param {string} id @param {number} at @param {Look} look */
  constructor(id, at, look) {
    super();
    this.id = id;
    /** Whose eyes the reader wants to look through, be it that their frames are still on the way. @type {Look} */
    this.wanted = look;
    /** @type {Playback | null} */
    this.playback = null;
    /** What every decision cost, where somebody has asked for that and it is loaded. @type {import("./review.js").Review | null} */
    this.review = null;
    /** Whether somebody has asked for it. */
    this.reviewed = false;
    /** @type {Autoplay | null} */
    this.autoplay = null;
    /** Whether something is missing that the server does not give just now. */
    this.waiting = false;
    /** Why there is nothing to see, once that is certain. */
    this.trouble = "";
    /** Whether the page has gone elsewhere. */
    this.left = false;
    this.open(at);
  }

  /** @param {number} at */
  async open(at) {
    try {
      const replay = await this.insist(() => replayShown(this.id));
      const playback = await this.insist(() => prepared(replay));
      if (typeof this.wanted === "number" && this.wanted >= replay.players) this.wanted = OPEN;
      playback.at = at;
      await this.bring(playback, this.wanted);
      if (this.left) return;
      this.begin(playback, at);
    } catch (error) {
      if (this.left) return;
      if (!(error instanceof NotDone)) throw error;
      this.trouble = error.sentence || error.key;
    }
    this.changed();
  }

  /** @param {Playback} playback @param {number} at */
  begin(playback, at) {
    this.playback = playback;
    this.autoplay = new Autoplay(playback, motionNow);
    this.stops = [playback.watch(() => this.changed()), this.autoplay.watch(() => this.changed())];
    playback.lookAs(this.wanted);
    playback.goTo(at);
  }

  leave() {
    this.left = true;
    this.autoplay?.end();
    this.review?.leave();
    this.playback?.stage?.skip();
    for (const stop of this.stops ?? []) stop();
  }

  /** Look through other eyes, as soon as their frames are there. @param {Look} look */
  async lookAs(look) {
    const { playback } = this;
    if (!playback) return;
    this.wanted = look;
    this.changed();
    await this.bring(playback, look);
    if (this.wanted === look && playback.look !== look) playback.lookAs(look);
  }

  /** The next eyes there are: everybody's, each seat's, a bystander's. */
  lookOn() {
    const all = this.looks();
    this.lookAs(all[(all.indexOf(this.wanted) + 1) % all.length]);
  }

  /** @returns {Look[]} */
  looks() {
    return [OPEN, ...(this.playback?.replay.seats.keys() ?? []), null];
  }

  /** Ask for whatever frames are missing. @param {Playback} playback @param {Look} look */
  async bring(playback, look) {
    for (const viewer of playback.missing(look)) {
      playback.bring(await this.insist(() => replayFrames(this.id, viewer)));
    }
  }

  /** Ask again and again while the server is not there.
   * @template T @param {() => Promise<T>} load @returns {Promise<T>} */
  async insist(load) {
    while (!this.left) {
      try {
        const found = await load();
        this.await(false);
        return found;
      } catch (error) {
        const forGood = error instanceof NotDone && !NOT_NOW.test(error.key);
        if (forGood || error instanceof SyntaxError) throw error;
      }
      this.await(true);
      await new Promise((settle) => setTimeout(settle, TRY_AGAIN_AFTER));
    }
    throw new NotDone("left", "");
  }

  /** @param {boolean} waiting */
  await(waiting) {
    if (this.waiting === waiting) return;
    this.waiting = waiting;
    this.changed();
  }

  /** The address of this moment. */
  get path() {
    return replayPath(this.id, this.playback?.at ?? 0, this.wanted, this.reviewed);
  }

  /** Show what every decision cost, or no longer. @param {import("./review.js").Review | null} review */
  showReview(review) {
    const { playback } = this;
    if (this.left || !playback) return review?.leave();
    this.review?.leave();
    this.review = review;
    playback.insteadOfNext = () => (review?.step ? insteadOf(playback, review.step) : null);
    review?.watch(() => playback.changed());
    playback.changed();
  }

  /** Words in another language. */
  async speakAnew() {
    const { playback } = this;
    if (!playback) return;
    playback.teller.catalogue = await this.insist(() => gameWords(playback.replay.game));
    playback.changed();
  }
}

/** What would have been better than a decision, if anything. @param {Playback} playback @param {import("../types.js").StepReview} step */
function insteadOf({ shown: { moves } }, { seat, best, move, instead }) {
  const codeOf = (/** @type {string} */ written) => moves.find(({ notation }) => notation === written)?.code ?? -1;
  return best === move ? null : { seat, best: codeOf(best), played: codeOf(move), events: instead };
}

/** A playback without frames: the board, the words and the moves of its game. @param {ReplayShown} replay */
async function prepared(replay) {
  const [game, shown, words] = await Promise.all([loadGame(replay.game), shownGame(replay.game), gameWords(replay.game)]);
  if (!shown) throw new NotDone("no_such_game", "");
  return new Playback(replay, game, shown, words);
}
