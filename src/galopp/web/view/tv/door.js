/**
 * `/tv` alone: which table shall be seen here? `<galopp-tv-door>`
 *
 * A TV has no keyboard worth the name, so the letters stand on the page, to be reached with four arrows.
 */

import { LitElement, html, nothing } from "lit";
import { go } from "../../routes.js";
import { iconPicture } from "../../art/picture.js";
import { NotDone, ask } from "../../net/api.js";
import * as memory from "../../net/memory.js";
import { say } from "../../language/words.js";
import { tidied } from "../home/join.js";

/** Those that codes are made of. */
const LETTERS = [..."BCDFGHKLMNPQRSTVWXZ"];
const LONGEST = 6;
const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});
const TRY_AGAIN_AFTER = 2000; // milliseconds, while the server is away

class TvDoor extends LitElement {
  static properties = { why: { attribute: false }, code: { state: true }, trouble: { state: true } };

  constructor() {
    super();
    /** Why the table that was here is not to be seen any more. */
    this.why = "";
    this.code = "";
    this.trouble = "";
    this.press = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("keydown", this.press);
  }

  disconnectedCallback() {
    removeEventListener("keydown", this.press);
    clearTimeout(this.again);
    super.disconnectedCallback();
  }

  firstUpdated() {
    this.keys[0]?.focus();
  }

  /** @returns {HTMLElement[]} */
  get keys() {
    return [...this.querySelectorAll("button")];
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const step = STEPS[event.key];
    if (step) this.walk(...step);
    else if (event.key === "Backspace") this.erase();
    else if (/^[a-z]$/i.test(event.key)) this.write(event.key);
    else return;
    event.preventDefault();
  }

  /** To the nearest key in that direction. @param {number} right @param {number} down */
  walk(right, down) {
    const from = document.activeElement;
    const start = from && this.contains(from) ? from.getBoundingClientRect() : null;
    if (!start) return this.keys[0]?.focus();
    const [nearest] = this.keys
      .map((key) => ({ key, far: distance(start, key.getBoundingClientRect(), right, down) }))
      .filter(({ key, far }) => key !== from && far < Infinity)
      .sort((one, other) => one.far - other.far);
    nearest?.key.focus();
  }

  /** @param {string} letter */
  write(letter) {
    if (this.code.length < LONGEST) this.code = tidied(this.code + letter);
    this.trouble = "";
    if (this.code.length === LONGEST) this.open();
  }

  erase() {
    this.code = this.code.slice(0, -1);
    this.trouble = "";
  }

  /** @param {string} code */
  async open(code = this.code) {
    clearTimeout(this.again);
    try {
      await ask("GET", `/tables/${code}`);
      go(`/tv/${code}`);
    } catch (error) {
      this.complain(error, code);
    }
  }

  /** @param {unknown} error @param {string} code */
  complain(error, code) {
    const { key, sentence } = error instanceof NotDone ? error : new NotDone("failed", "");
    if (key === "unreachable") {
      this.trouble = say("line.lost");
      this.again = setTimeout(() => this.open(code), TRY_AGAIN_AFTER);
      return;
    }
    this.trouble = key === "no_such_table" ? say("home.join.nowhere", { code }) : sentence || say("home.trouble");
    this.code = "";
  }

  render() {
    return html`<main class="tv tv-door">
      <h1>${say("tv.door")}</h1>
      <p>${this.why || say("tv.door.how")}</p>
      <p class="tv-boxes" role="status" aria-label=${say("tv.door.code", { code: [...this.code].join(" ") })}>
        ${Array.from({ length: LONGEST }, (_, index) => html`<span aria-hidden="true">${this.code[index] ?? ""}</span>`)}
      </p>
      <div class="tv-letters" role="group" aria-label=${say("tv.door.letters")}>
        ${LETTERS.map((letter) => html`<button type="button" @click=${() => this.write(letter)}>${letter}</button>`)}
        <button type="button" class="tv-erase" aria-label=${say("tv.door.erase")} @click=${this.erase}>${iconPicture("back")}</button>
      </div>
      <p class="trouble" role="alert">${this.trouble}</p>
      ${this.back()}
    </main>`;
  }

  /** The table that was shown here last. */
  back() {
    const screens = Object.entries(memory.tables()).filter(([, { screen }]) => screen);
    const [newest] = screens.sort(([, one], [, other]) => other.at - one.at);
    if (!newest || this.why) return nothing;
    const [code] = newest;
    return html`<button type="button" class="primary" @click=${() => this.open(code)}>${say("tv.door.back", { code })}</button>`;
  }
}

/** How far a key is in a direction; what lies aside is farther. @param {DOMRect} from @param {DOMRect} to @param {number} right @param {number} down */
function distance(from, to, right, down) {
  const [x, y] = [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
  const [ahead, aside] = [x * right + y * down, Math.abs(x * down) + Math.abs(y * right)];
  return ahead > 1 ? ahead + 3 * aside : Infinity;
}

customElements.define("galopp-tv-door", TvDoor);
