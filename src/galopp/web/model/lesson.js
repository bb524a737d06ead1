/**
 * A lesson: a recorded game with comments, in which the learner makes the recorded moves.
 *
 * It goes on by itself while others decide and nothing is said of it. A note stops it until it
 * is read; a decision of the learner stops it until it is made.
 */

import { Playback } from "./playback.js";
import { say } from "../language/words.js";

/** @typedef {import("../types.js").ChoiceModel} ChoiceModel */
/** @typedef {import("../types.js").ForesightModel} ForesightModel */
/** @typedef {import("../types.js").LessonShown} LessonShown */
/** @typedef {import("../types.js").Note} Note */
/** @typedef {import("../types.js").Plan} Plan */
/** @typedef {{at: number, read: number}} Place how far somebody has come: decisions, and notes read there */

const REST = 600; // milliseconds between two decisions of others

export class Lesson extends Playback {
  /** @param {LessonShown} told @param {import("../types.js").BrowserGame} game
   * @param {import("../types.js").GameShown} shown @param {import("../language/words.js").Catalogue} words */
  constructor(told, game, shown, words) {
    super(told.replay, game, shown, words);
    this.seat = this.viewpoint.you = told.seat;
    /** @type {LessonChoice} */
    this.choice = new LessonChoice(this);
    this.notes = told.notes;
    /** Notes of this moment that were read. */
    this.read = 0;
    /** What is wrong with what was just tried. */
    this.wrong = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.going = undefined;
    /** What a card does that somebody wants to know about, until something happens. */
    this.about = "";
    this.bring({ viewer: told.seat, frames: told.frames });
    this.lookAs(told.seat);
    this.stop = this.watch(() => this.goOn());
    this.goOn();
  }

  /** Take up where somebody stopped. @param {Place} place */
  takeUp({ at, read }) {
    this.goTo(at);
    this.read = Math.min(read, this.here.length);
    this.changed();
  }

  leave() {
    clearTimeout(this.going);
    this.stop();
    this.stage?.skip();
  }

  // --- What is said

  /** The notes of this moment. */
  get here() {
    return this.notes.filter(({ at }) => at === this.at);
  }

  /** Whether everything that led here was shown. */
  get still() {
    return !!this.stage?.idle;
  }

  /** Whether the next decision is the learner's. */
  get isOn() {
    return this.next?.seat === this.seat;
  }

  /** The note that is read now; none while something is being shown. @returns {Note | null} */
  get note() {
    return this.still ? this.here[this.read] ?? null : null;
  }

  /** Whether the learner is to make a move: all that comes before it was read. */
  get waits() {
    return this.still && this.isOn && this.read >= this.here.length - 1;
  }

  /** Whether there is nothing more to come. */
  get done() {
    return this.still && this.atEnd && !this.note;
  }

  /** How much of it is behind us, from 0 to 1. */
  get progress() {
    return this.last ? this.at / this.last : 1;
  }

  /** @returns {Place} */
  get place() {
    return { at: this.at, read: this.read };
  }

  // --- Going on

  /** The note was read. */
  pass() {
    if (!this.note || this.waits) return;
    this.read += 1;
    this.changed();
  }

  /** To the notes before these. */
  again() {
    if (this.read > 0) this.read -= 1;
    else this.goTo(this.earlier());
    this.changed();
  }

  /** The moment before this one at which something was said. */
  earlier() {
    return this.notes.map(({ at }) => at).filter((at) => at < this.at).at(-1) ?? 0;
  }

  /** @param {number} at */
  goTo(at) {
    super.goTo(at);
    this.turnOver();
  }

  forward() {
    this.turnOver();
    super.forward();
  }

  /** What was said and tried of a moment is past. */
  turnOver() {
    this.read = 0;
    this.wrong = "";
    this.about = "";
  }

  /** What others decide comes by itself, unless there is something to be said first. */
  goOn() {
    if (this.going !== undefined || !this.still || this.note || this.atEnd || this.isOn) return;
    this.going = setTimeout(() => {
      this.going = undefined;
      if (document.hidden || !this.still || this.note || this.isOn) this.goOn();
      else this.forward();
    }, REST);
  }

  /** The learner makes a move: the recorded one, or is told that it is another. @param {number} code */
  tryMove(code) {
    if (code === this.next?.move) return this.forward();
    this.wrong = say(this.choice.legal.includes(code) ? "learn.another" : "learn.not_allowed");
    this.changed();
  }
}

/** What a learner may decide: anything the rules allow is shown, and the recorded move is taken.
 * @implements {ChoiceModel} */
class LessonChoice {
  /** @param {Lesson} lesson */
  constructor(lesson) {
    this.lesson = lesson;
    /** A move is made with one press, and at once. @type {number[]} */
    this.picked = [];
    /** @type {number[]} */
    this.sent = [];
    /** @type {Plan | null} */
    this.plan = null;
    this.busy = this.awaitsHint = this.mayUndo = false;
    /** @type {ForesightModel | null} */
    this.foresight = null;
  }

  /** What the rules allow. @returns {number[]} */
  get legal() {
    const { lesson } = this;
    if (!lesson.waits) return [];
    const allowed = new Set(lesson.frame?.view.legal ?? []);
    return lesson.shown.moves.filter(({ notation }) => allowed.has(notation)).map(({ code }) => code);
  }

  get options() {
    return this.legal;
  }

  /** The move that is to be made, marked like a hint. */
  get hint() {
    const { lesson } = this;
    const move = lesson.next?.move ?? null;
    if (!lesson.waits || move === null) return null;
    const nothing = { level: "", chance: null, tries: 0, chances: [], reason: null };
    return { seat: lesson.seat, decision: lesson.at, moves: [move], ...nothing };
  }

  get about() {
    return this.lesson.about;
  }

  /** @param {number} seat */
  isAsked(seat) {
    return seat === this.lesson.seat && this.lesson.waits;
  }

  /** @param {number} seat */
  legalOf(seat) {
    return this.isAsked(seat) ? this.legal : [];
  }

  /** @param {number} code */
  press(code) {
    const { lesson } = this;
    if (!lesson.still) return lesson.stage?.skip();
    return lesson.waits ? lesson.tryMove(code) : lesson.pass();
  }

  /** @param {string} sentence */
  explain(sentence) {
    this.lesson.about = sentence;
    this.lesson.changed();
  }

  /** To the notes before these. */
  undo() {
    this.lesson.again();
  }

  // Moves have one step, and the hint is always there.
  confirm() {}
  unpick() {}
  askHint() {}
}
