/** Keys for everything in a replay; `?` lists them. */

import { Keys } from "../shared/keys.js";

/** @typedef {import("lit").LitElement & {replay: import("../../model/replay.js").Replay | null, open: string, step(by: 1 | -1): void, goTo(at: number): void, copyLink(): void, branch(): void, explain(): void, toggleReview(): void, toMistake(by: 1 | -1): void}} ReplayView */

/** What has keys of its own; only the scrubber's do the same as ours. */
const OWN_KEYS = "input:not([type=range]), textarea, select";
/** What the space bar presses by itself. */
const PRESSED = "button, a, summary";

/** @extends {Keys<ReplayView>} */
export class ReplayKeyboard extends Keys {
  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (target.closest(OWN_KEYS) || (event.key === " " && target.closest(PRESSED))) return;
    const deed = this.deeds[event.key.toLowerCase()];
    if (!deed || !this.host.replay?.playback) return;
    event.preventDefault();
    deed();
  }

  /** @type {Record<string, () => void>} */
  deeds = {
    " ": () => this.host.replay?.autoplay?.toggle(),
    arrowright: () => this.host.step(1),
    arrowleft: () => this.host.step(-1),
    home: () => this.host.goTo(0),
    end: () => this.host.goTo(Infinity),
    "+": () => this.host.replay?.autoplay?.hasten(1),
    "-": () => this.host.replay?.autoplay?.hasten(-1),
    v: () => this.host.replay?.lookOn(),
    l: () => (this.host.open = "log"),
    c: () => this.host.copyLink(),
    p: () => this.host.branch(),
    r: () => this.host.explain(),
    h: () => this.host.toggleReview(),
    n: () => this.host.toMistake(1),
    b: () => this.host.toMistake(-1),
    "?": () => (this.host.open = "help"),
  };
}
