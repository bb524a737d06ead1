/**
 * What somebody at a table is about to decide: picked step by step, pointed at, hinted at, sent.
 *
 * It judges nothing. What is pressed and not possible is asked for all the same, to be told why not;
 * the `referee` is a server, or the rules themselves.
 */

import { say } from "../language/words.js";
import { NotDone } from "../net/api.js";
import { Foresight } from "./foresight.js";

/** @typedef {import("../types.js").ChoiceModel} ChoiceModel */
/** @typedef {import("../types.js").HintGiven} HintGiven */
/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Viewer} Viewer */

/** @implements {ChoiceModel} */
export class Choice {
  /** @param {import("../types.js").PlayingTable} table @param {import("../types.js").Referee} referee */
  constructor(table, referee) {
    this.table = table;
    this.referee = referee;
    /** Codes of a choice of several steps, as far as it has been made. @type {number[]} */
    this.picked = [];
    /** What a card does that somebody wants to know about. */
    this.about = "";
    /** What we decided last, until it is shown. @type {number[]} */
    this.sent = [];
    /** How many decisions of ours are under way. */
    this.deciding = 0;
    /** @type {HintGiven | null} */
    this.hint = null;
    /** The decision that a bot thinks about for us. @type {number | null} */
    this.hinting = null;
    this.foresight = new Foresight(table, this, referee);
  }

  // --- What there is to decide

  /** Whether a decision of ours is under way. */
  get busy() {
    return this.deciding > 0;
  }

  /** What the viewer may do right now, once everything that led there was shown. */
  get legal() {
    const { now, playing, stage, viewpoint } = this.table;
    if (!now || !playing || viewpoint.curtain || this.busy || !this.referee.there) return [];
    return stage?.idle || now.window ? now.legal : [];
  }

  /** What one of our seats may say to a call, whoever looks. @param {number} seat */
  legalOf(seat) {
    return this.busy ? [] : this.table.games.get(seat)?.legal ?? [];
  }

  /** Whether one of our seats may decide something. @param {number} seat */
  isAsked(seat) {
    return this.table.isAsked(seat);
  }

  /** The choice of several steps that is being made, if there is one. */
  get plan() {
    return this.table.now?.window ? null : this.planned(this.picked);
  }

  /** @param {number[]} picked */
  planned(picked) {
    const { now, game } = this.table;
    return now && game && this.legal.length ? game.plan(now.view, this.legal, picked) : null;
  }

  /** Codes that can be pressed now. */
  get options() {
    return this.plan?.options ?? this.legal;
  }

  /** Whether there may be something to take back; whether there is, the table knows. */
  get mayUndo() {
    const { playing, viewpoint: { viewer }, diary } = this.table;
    return this.picked.length > 0 || (playing && viewer !== null && diary.deciders.has(viewer));
  }

  // --- Choosing

  /** A card or a button was pressed. @param {number} code @param {Viewer} [seat] another of ours, that answers a call */
  press(code, seat = this.table.viewpoint.viewer) {
    if (seat !== this.table.viewpoint.viewer) return this.decide([code], seat);
    const { now, stage } = this.table;
    if (!now || this.busy) return;
    if (stage && !stage.idle && !now.window) return stage.skip(); // nobody decides on what is not seen yet
    if (!this.legal.length) return this.table.sayNotice("no", this.whyNothing());
    if (!this.options.includes(code)) return this.refuse(code);
    const picked = [...this.picked, code];
    const plan = now.window ? null : this.planned(picked);
    if (!plan) return this.decide([code]);
    if (plan.send && plan.atOnce) return this.decide(plan.send);
    this.pick(picked, plan.scene);
  }

  /** @param {number[]} picked @param {Scene | null} scene */
  pick(picked, scene) {
    this.picked = picked;
    this.table.stage?.show(scene);
    this.table.changed();
  }

  /** Take the last step of an unconfirmed choice back, or put the hint away. */
  unpick() {
    if (!this.picked.length) return this.putHintAway();
    const picked = this.picked.slice(0, -1);
    this.pick(picked, picked.length ? this.planned(picked)?.scene ?? null : null);
  }

  /** Say what something does, until something is done. @param {string} sentence */
  explain(sentence) {
    this.about = sentence;
    this.table.changed();
  }

  /** Whatever was being chosen is not asked any more. */
  forget() {
    this.hint = null;
    this.drop();
  }

  /** What was being chosen is not chosen; what is asked, and a hint about it, stands as before. */
  drop() {
    this.picked = [];
    this.about = "";
    this.foresight.forget();
    this.table.stage?.show(null);
  }

  // --- Deciding

  /** Send the choice as it is planned. */
  confirm() {
    const send = this.plan?.send;
    if (send) this.decide(send);
  }

  /** Ask about a move that will be refused, to be told why. @param {number} code */
  refuse(code) {
    if (this.legal.includes(code)) this.picked = []; // something else than was planned
    return this.decide([code]);
  }

  /** @param {number[]} moves @param {Viewer} [seat] */
  async decide(moves, seat = this.table.viewpoint.viewer) {
    const { table } = this;
    const news = table.games.get(seat);
    if (!news || seat === null) return;
    this.sent = moves;
    table.notice = null; // what was refused before is past
    table.stage?.interval?.end(); // and so is a race whose account was read
    this.deciding += 1;
    table.changed();
    const taken = await this.referee.decide(seat, news.decision, moves);
    this.deciding -= 1;
    if (!taken || table.stage?.idle) this.sent = [];
    if (taken) this.forget();
    else this.drop();
    table.changed();
  }

  /** All that happened has been shown: what we sent is among it. */
  arrived() {
    if (!this.busy) this.sent = [];
  }

  whyNothing() {
    const { now, playing } = this.table;
    if (!this.referee.there) return say("notice.no_line");
    if (!playing || !now) return say("notice.no_game");
    const [asked] = now.asked;
    return asked === undefined ? say("notice.wait") : say("notice.turn_of", { seat: this.table.name(asked) });
  }

  /** Take back the last step, or else the last decision. */
  undo() {
    const { viewer } = this.table.viewpoint;
    if (this.picked.length) this.unpick();
    else if (viewer !== null) this.referee.undo(viewer);
  }

  // --- Hints

  /** Let a bot think about what is asked; that takes a second. */
  async askHint() {
    const { table } = this;
    const decision = table.now?.decision ?? null;
    const { viewer } = table.viewpoint;
    if (viewer === null || !this.legal.length || this.awaitsHint) return;
    if (this.legal.length === 1) return table.sayNotice("info", say("hint.only_choice"));
    if (this.picked.length) this.pick([], null); // a hint is about the whole choice, from its first step on
    this.hinting = decision;
    table.changed();
    try {
      this.take(await this.referee.hint(viewer));
    } catch (error) {
      // Whoever has decided meanwhile needs no hint any more.
      if (error instanceof NotDone && decision === table.now?.decision) table.sayNotice("no", error.sentence);
    }
    if (this.hinting === decision) this.hinting = null;
    table.changed();
  }

  /** Whether a bot thinks about what we are asked. */
  get awaitsHint() {
    return this.hinting !== null && this.hinting === this.table.now?.decision;
  }

  putHintAway() {
    this.hint = null;
    this.table.changed();
  }

  /** A hint is for one seat and one decision; either may have changed while the bot thought. @param {HintGiven} hint */
  take(hint) {
    const { now, viewpoint } = this.table;
    if (hint.seat === viewpoint.viewer && hint.decision === now?.decision && !viewpoint.curtain) this.hint = hint;
  }
}
