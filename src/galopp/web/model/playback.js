/**
 * A recorded game, shown again: what views know of a table, made from frames.
 *
 * A frame is how the game stood after a decision, as one viewer saw it, and what that viewer saw
 * happen. `goTo` shows how things stood, `forward` shows how they came about. Whoever holds a
 * playback says when: a clock (`autoplay.js`), a reader, or somebody who makes the recorded moves
 * once more. Nothing can be decided here: there is no `choice`, unless what inherits from this brings one.
 */

import { Diary } from "./diary.js";
import { sceneAfter } from "./foresight.js";
import { Stage } from "../stage/stage.js";
import { Teller } from "../language/telling.js";
import { Changing } from "../watching.js";
import { say } from "../language/words.js";

/** @typedef {import("../types.js").ViewpointModel} ViewpointModel */
/** @typedef {import("../types.js").TableModel} TableModel */
/** @typedef {import("../types.js").BrowserGame} BrowserGame */
/** @typedef {import("../types.js").Frame} Frame */
/** @typedef {import("../types.js").GameNews} GameNews */
/** @typedef {import("../types.js").GameShown} GameShown */
/** @typedef {import("../types.js").Happened} Happened */
/** @typedef {import("../types.js").ReplayShown} ReplayShown */
/** @typedef {import("../types.js").TableNews} TableNews */
/** @typedef {import("../types.js").Viewer} Viewer */
/** @typedef {import("../language/words.js").Catalogue} Catalogue */

/** Nothing is hidden: what each seat saw, all at once. */
export const OPEN = "all";

/**
 * Another decision than the one that is next: the codes of both, and what is certain to come of it.
 * @typedef {{seat: number, best: number, played: number, events: Happened[]}} Instead
 */

/** Whose eyes one looks through: a seat's, a bystander's, everybody's. @typedef {Viewer | typeof OPEN} Look */

/** What opens a new chapter of a game. */
const CHAPTERS = /^next_(race|round)$/;

/** How the table is run when nobody plays. @type {import("../types.js").Settings} */
const SETTINGS = {
  listed: false, watchable: true, talk: false, hints: false, grace: 0, pace: 0,
  thinking: { kind: "off", seconds: 0, bonus: 0 },
};

/** @implements {TableModel} */
export class Playback extends Changing {
  /** @param {ReplayShown} replay @param {BrowserGame} game @param {GameShown} shown @param {Catalogue} words of the game */
  constructor(replay, game, shown, words) {
    super();
    this.replay = replay;
    this.code = replay.id;
    this.game = game;
    this.shown = shown;
    this.teller = new Teller(words, this);
    /** The whole game as each viewer saw it, as far as it was brought. @type {Map<Viewer, Frame[]>} */
    this.seen = new Map();
    /** Whose eyes the page looks through. @type {Look} */
    this.look = null;
    /** The game as they saw it. @type {Frame[]} */
    this.frames = [];
    /** How many decisions have been made. */
    this.at = 0;
    /** @type {Stage | null} */
    this.stage = null;
    this.diary = new Diary();
    /** How slowly things are shown: 0 not at all, 1 as made. */
    this.pace = 1;
    this.rest = 0;
    this.viewpoint = new PlaybackViewpoint();
    /** What could have been decided instead of what is next, and by whom, where a review says so. @type {() => Instead | null} */
    this.insteadOfNext = () => null;
    /** @type {import("../types.js").ChoiceModel | null} */
    this.choice = null;
    /** @type {import("./table.js").Table | null} */
    this.live = null;
  }

  // --- Whose eyes

  /** Take in the whole game as one viewer saw it. @param {import("../types.js").Frames} brought */
  bring({ viewer, frames }) {
    this.seen.set(viewer, frames);
  }

  /** The viewers whose frames must be brought before one can look so. @param {Look} look @returns {Viewer[]} */
  missing(look) {
    /** @type {Viewer[]} */
    const needed = look === OPEN ? [...this.replay.seats.keys()] : [look];
    return needed.filter((viewer) => !this.seen.has(viewer));
  }

  /** Look through other eyes at the same moment; their frames are there. @param {Look} look */
  lookAs(look) {
    this.look = look;
    this.viewpoint.viewer = look === OPEN ? null : look;
    this.frames = look === OPEN ? this.openFrames() : this.seen.get(look) ?? [];
    this.diary = this.written();
    this.at = this.within(this.at);
    this.settle(this.newStage());
  }

  /** The game with all cards on the table: what each seat saw, and what happened as whoever did it saw it. */
  openFrames() {
    const seats = this.replay.seats.map((_, seat) => this.seen.get(seat) ?? []);
    return seats[0].map((first, at) => {
      const { move, happened } = seats[first.seat ?? 0][at];
      return { ...first, move, happened, view: { ...first.view, all: seats.map((frames) => frames[at].view) } };
    });
  }

  /** All that happened, by the number of its frame. */
  written() {
    const diary = new Diary();
    diary.begin(this.viewpoint.viewer);
    diary.fill(this.frames.map(({ happened }, seq) => ({ seq, at: 0, happened })));
    return diary;
  }

  // --- How far

  /** The number of the last frame. */
  get last() {
    return Math.max(0, this.frames.length - 1);
  }

  get atEnd() {
    return this.at >= this.last;
  }

  /** The frame that is shown, or on its way. */
  get frame() {
    return this.frames[this.at] ?? null;
  }

  /** What is decided next in the record; null at its end. */
  get next() {
    return this.frames[this.at + 1] ?? null;
  }

  /** Where a new race or round begins. */
  get chapters() {
    return this.frames.flatMap(({ happened }, at) => {
      const event = happened.find(({ key }) => CHAPTERS.test(key));
      return event ? [{ at, event }] : [];
    });
  }

  /** How things stood after so many decisions, at once. @param {number} at */
  goTo(at) {
    this.at = this.within(at);
    this.settle(this.stage?.idle ? this.stage : this.newStage());
  }

  /** One decision on, shown as it happened. What is still being shown is brought to its end. */
  forward() {
    if (this.atEnd || !this.stage) return;
    this.at += 1;
    const { happened, view, asked } = this.frames[this.at];
    this.stage.catchUp();
    this.stage.push({ happened, view, asked, seq: this.at });
    this.changed();
  }

  /** One decision back, at once. */
  back() {
    this.goTo(this.at - 1);
  }

  /** @param {number} at */
  within(at) {
    return Math.min(this.last, Math.max(0, Math.trunc(at) || 0));
  }

  /** Show how things stand, and nothing of how they came about. @param {Stage | null} stage */
  settle(stage) {
    if (!stage || !this.frame) return;
    if (stage !== this.stage) this.stage?.catchUp();
    this.stage = stage;
    stage.reset({ view: this.frame.view, asked: this.frame.asked, seq: this.at });
    stage.latest = this.latestEvent();
    this.changed();
  }

  latestEvent() {
    const told = this.frames.slice(0, this.at + 1).findLast(({ happened }) => happened.length);
    return told?.happened.at(-1) ?? null;
  }

  newStage() {
    if (!this.frame) return null;
    const game = this.look === OPEN ? openly(this.game) : this.game;
    const stage = new Stage(game, this.teller, this.frame.view);
    stage.pace = this.pace;
    stage.rest = this.rest;
    stage.watch(() => stage === this.stage && this.changed());
    return stage;
  }

  /** How long the account of a race stands; whoever goes step by step has all the time there is.
   * @param {number} milliseconds */
  setRest(milliseconds) {
    this.rest = milliseconds;
    if (!this.stage) return;
    this.stage.rest = milliseconds;
    if (!milliseconds) this.stage.interval?.end();
  }

  /** @param {number} pace */
  setPace(pace) {
    this.pace = pace;
    if (this.stage) this.stage.pace = pace;
  }

  // --- What the views read

  /** @returns {TableNews} */
  get news() {
    const { replay } = this;
    const { game, rules, players, options } = replay;
    return {
      type: "table", seq: this.at, at: replay.played_at ?? 0, code: replay.id, round: 1, game, rules, players, options,
      phase: this.frame?.winners ? "over" : "playing", settings: SETTINGS, seats: this.people(),
      host_connected: false, host_away_since: null, host_seat: null, watching: 0, screens: 0,
      promise: replay.promise ?? "", secret: replay.secret, next_promise: null, begin: null,
      undo: null, undo_agreed: [], group: "", happened: [],
    };
  }

  people() {
    const here = { connected: true, away_since: null, bank: null, voters: [], member: null, counts: false };
    return this.replay.seats.map((seat) => ({ ...seat, ...here }));
  }

  /** @returns {GameNews | null} */
  get now() {
    const { frame } = this;
    if (!frame) return null;
    const { asked, view, winners, happened } = frame;
    return {
      type: "game", seq: this.at, at: 0, viewer: this.viewpoint.viewer, decision: this.at, asked, asked_since: null,
      banks: null, legal: [], view, window: null, winners, happened,
    };
  }

  /** @param {number} seat */
  name(seat) {
    return this.replay.seats[seat]?.name || say("seat_number", { number: seat + 1 });
  }

  get scene() {
    return this.stage?.shown ?? null;
  }

  /** What could be decided instead of what is next, while the board shows the moment before it. */
  get instead() {
    return this.stage?.idle ? this.insteadOfNext() : null;
  }

  /** The board as it would be then. */
  get ghost() {
    const { instead, scene } = this;
    return instead?.events.length && scene ? sceneAfter(this.game, scene, { happens: instead.events, later: [] }) : null;
  }

  /** The last frame that has been shown. */
  get shownUntil() {
    return this.stage && !this.stage.idle ? this.stage.seq : this.at;
  }

  get asked() {
    return (this.stage && !this.stage.idle ? this.stage.asked : this.frame?.asked) ?? [];
  }

  get playing() {
    return !this.frame?.winners;
  }

  get clock() {
    return Date.now() / 1000;
  }
}

/** Through whose eyes a recorded game is seen, where nobody sits. @implements {ViewpointModel} */
class PlaybackViewpoint {
  constructor() {
    /** Whose hand lies open; nobody's where all do, or none does. @type {Viewer} */
    this.viewer = null;
    /** @type {number[]} */
    this.seats = [];
    /** Who reads "you" of themselves. @type {number | null} */
    this.you = null;
    this.curtain = this.covered = this.tv = false;
  }

  isPublic() {
    return true;
  }
}

/** The game as it is drawn when nothing is hidden. @param {BrowserGame} game @returns {BrowserGame} */
const openly = (game) => ({ ...game, scene: (view) => game.opened(view.all.map(game.scene)) });
