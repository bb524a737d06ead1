/**
 * Motions on the page: pieces run, cards fly, bubbles pop.
 *
 * A piece is an SVG group with `data-piece`, an anchor anything with `data-anchor`. What is not
 * on the page (a hand behind the curtain, a pile that is folded away) is simply not shown.
 */

import { html, render } from "lit";
import { play } from "./sound.js";

/** @typedef {import("../types.js").Motion} Motion */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("./stage.js").Performer} Performer */

const STEP = 110; // milliseconds a field
const LONGEST_RUN = 900;
const FLIGHT = 420;
const BUBBLE = 1000;
const BEAT = 350;
const CHEER = 1500;
const HOP = 16; // units of the board

/**
 * How much of it is over when the next thing may begin. A card that has come nearly all the way lies
 * as good as there; what a bubble says is read beside what goes on.
 */
const LANDED = 0.6;
const SAID = 0.3;

/** How much straw flies for whoever has won. */
const STRAWS = { own: 48, other: 10, nobody: 0 };

/**
 * @typedef {object} Place where motions are shown
 * @property {ParentNode} page the part that holds pieces and anchors
 * @property {HTMLElement | null} layer what flies, flies here
 * @property {import("../types.js").BoardShape} board
 * @property {Promise<unknown>} drawn when the latest scene is there
 */

/** @implements {Performer} */
export class Performing {
  /** @param {Place} place @param {import("../types.js").BrowserGame} game @param {import("../types.js").GameWords} words */
  constructor(place, game, words) {
    this.place = place;
    this.game = game;
    this.words = words;
    /** Runs that are over, but whose end the page does not draw yet. @type {Animation[]} */
    this.ended = [];
    /** @type {Set<Animation>} */
    this.running = new Set();
  }

  get board() {
    return this.place.board;
  }

  /** When the latest scene is on the page, what has run stands there by itself. */
  async drawn() {
    await this.place.drawn;
    for (const ended of this.ended.splice(0)) ended.cancel();
  }

  /** @param {Motion} motion @param {number} speed @returns {Promise<void>} */
  async perform(motion, speed) {
    switch (motion.kind) {
      case "run": return this.run(motion, speed);
      case "fly": return this.fly(motion, speed);
      case "pop": return this.pop(motion, speed);
      case "cheer": return this.cheer(motion, speed);
      case "pause": return this.rest(BEAT * motion.beats, speed);
      case "sound": return play(motion.name);
      case "together":
        await Promise.all(motion.motions.map((one, index) => this.later(one, BEAT * (motion.apart ?? 0) * index, speed)));
    }
  }

  /** @param {Motion} motion @param {number} milliseconds @param {number} speed */
  async later(motion, milliseconds, speed) {
    if (milliseconds) await this.rest(milliseconds, speed);
    await this.perform(motion, speed);
  }

  hurry() {
    for (const animation of this.running) animation.finish();
  }

  /** @param {Extract<Motion, {kind: "run"}>} motion @param {number} speed */
  async run({ piece, points, gait }, speed) {
    const element = this.place.page.querySelector(`[data-piece="${piece}"]`);
    if (!element || points.length < 2) return;
    const frames = gait === "slide" ? slide(points) : hops(points);
    const duration = Math.min(LONGEST_RUN, STEP * (points.length - 1)) + STEP / 2;
    play("step");
    await this.until(element, frames, { duration, easing: "linear", fill: "forwards" }, speed, true);
  }

  /** @param {Extract<Motion, {kind: "fly"}>} motion @param {number} speed */
  async fly({ card, token, from, to, aside = false }, speed) {
    const [start, end] = [this.box(from), this.box(to)];
    if (!start || !end) return;
    if (card !== undefined) play("card");
    const drawing = token ?? this.game.card(card ?? null, this.words);
    this.inLayer("flight", drawing, async (element) => {
      const own = element.getBoundingClientRect();
      const frames = [place(own, start, 0.9), place(own, end, 1)];
      await this.until(element, frames, { duration: FLIGHT, easing: "cubic-bezier(.3,.1,.3,1)" }, speed);
    });
    if (!aside) await this.rest(FLIGHT * LANDED, speed);
  }

  /** @param {Extract<Motion, {kind: "pop"}>} motion @param {number} speed */
  async pop({ at, text, tone = "plain" }, speed) {
    const box = this.box(at);
    if (!box) return;
    this.silence(at);
    this.inLayer(`bubble ${tone}`, html`${text}`, async (element) => {
      element.dataset.at = at;
      const own = element.getBoundingClientRect();
      const [x, y] = beside(at, box, own);
      const place = `translate(${x}px, ${y}px)`;
      const frames = [
        { transform: `${place} scale(.4)`, opacity: 0 },
        { transform: `${place} scale(1.06)`, opacity: 1, offset: 0.2 },
        { transform: place, opacity: 1, offset: 0.8 },
        { transform: `${place} translateY(-12px)`, opacity: 0 },
      ];
      await this.until(element, frames, { duration: BUBBLE }, speed);
    });
    await this.rest(BUBBLE * SAID, speed);
  }

  /** Two bubbles over one thing could not be read: the later one stays. @param {string} at */
  silence(at) {
    for (const said of this.place.layer?.querySelectorAll(`.bubble[data-at="${at}"]`) ?? []) said.remove();
  }

  /** @param {Extract<Motion, {kind: "cheer"}>} motion @param {number} speed */
  async cheer({ text, won = "other" }, speed) {
    play(won === "nobody" ? "lose" : "win");
    const straws = Array.from({ length: STRAWS[won] }, () => html`<i></i>`);
    await this.inLayer(`cheer ${won}`, html`<span class="straws">${straws}</span><b>${text}</b>`, async (element) => {
      for (const straw of element.querySelectorAll("i")) scatter(straw, CHEER / speed);
      const frames = [
        { opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 1, offset: 0.85 }, { opacity: 0 },
      ];
      await this.until(element, frames, { duration: CHEER }, speed);
    });
  }

  /** @param {number} milliseconds @param {number} speed */
  async rest(milliseconds, speed) {
    const { layer } = this.place;
    if (layer) await this.until(layer, [], { duration: milliseconds }, speed);
  }

  /** Animate until it is over, or hurried. A run stays where it ended until that is drawn.
   * @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} timing
   * @param {number} speed @param {boolean} [stays] */
  async until(element, frames, timing, speed, stays = false) {
    const animation = element.animate(frames, timing);
    animation.playbackRate = speed;
    this.running.add(animation);
    await animation.finished.catch(() => {});
    this.running.delete(animation);
    if (stays) this.ended.push(animation);
  }

  /** Show something over the board, and take it away when that is over; nobody need wait for it.
   * @param {string} name @param {unknown} drawing @param {(element: HTMLElement) => Promise<void>} show */
  async inLayer(name, drawing, show) {
    const { layer } = this.place;
    if (!layer) return;
    const element = document.createElement("div");
    element.className = name;
    render(drawing, element);
    layer.append(element);
    await show(element).catch(reportError); // what cannot be shown must not hold up the game
    element.remove();
  }

  /** @param {string} anchor */
  box(anchor) {
    const found = this.place.page.querySelector(`[data-anchor="${anchor}"]`);
    const box = found?.getBoundingClientRect();
    return box && box.width + box.height > 0 ? box : null;
  }
}

/** @param {Point[]} points @returns {Keyframe[]} */
const slide = (points) => points.map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));

/** From field to field with a little jump between. @param {Point[]} points @returns {Keyframe[]} */
function hops(points) {
  const [first, ...others] = points;
  let [x, y] = first;
  const frames = [{ transform: `translate(${x}px, ${y}px)`, easing: "ease-out" }];
  for (const [nextX, nextY] of others) {
    const middle = `translate(${(x + nextX) / 2}px, ${(y + nextY) / 2 - HOP}px)`;
    frames.push({ transform: middle, easing: "ease-in" });
    frames.push({ transform: `translate(${nextX}px, ${nextY}px)`, easing: "ease-out" });
    [x, y] = [nextX, nextY];
  }
  return frames;
}

/** @param {DOMRect} own @param {DOMRect} box @param {number} opacity @returns {Keyframe} */
function place(own, box, opacity) {
  const scale = Math.max(0.3, Math.min(1.6, Math.min(box.width / own.width, box.height / own.height)));
  const x = box.x + box.width / 2 - own.width / 2;
  const y = box.y + box.height / 2 - own.height / 2;
  return { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity };
}

/** Where a bubble stands: over its anchor, but beside a player's badge, which is to be read.
 * @param {string} anchor @param {DOMRect} box @param {DOMRect} own @returns {Point} */
function beside(anchor, box, own) {
  const ofSeat = anchor.startsWith("seat-");
  const inColumn = ofSeat && box.left < Math.max(20, innerWidth / 40) && box.width < innerWidth / 3 && box.width > 150;
  const x = inColumn ? box.right + 8 : box.x + box.width / 2 - own.width / 2;
  const y = ofSeat && !inColumn ? box.bottom + 2 : box.y + box.height / 2 - own.height / 2;
  return [clamp(x, 4, innerWidth - own.width - 4), clamp(y, 4, innerHeight - own.height - 4)];
}

/** @param {Element} straw @param {number} duration */
function scatter(straw, duration) {
  const [x, y] = [(Math.random() - 0.5) * 90, 20 + Math.random() * 45];
  const turn = (Math.random() - 0.5) * 900;
  straw.animate(
    [
      { transform: "translate(0, 0)", opacity: 1 },
      { transform: `translate(${x / 2}vmin, ${-y / 2}vmin) rotate(${turn / 2}deg)`, opacity: 1 },
      { transform: `translate(${x}vmin, ${y}vmin) rotate(${turn}deg)`, opacity: 0 },
    ],
    { duration, easing: "cubic-bezier(.2,.6,.6,1)" },
  );
}

/** @param {number} value @param {number} low @param {number} high */
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
