/** What a replay is steered with: the scrubber, play and pause, steps, speed, a link, and playing on. */

import { LitElement, html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { iconPicture } from "../../art/picture.js";
import { SPEEDS } from "../../model/autoplay.js";
import { Watching } from "../../watching.js";
import { number, say } from "../../language/words.js";
import { labelled } from "../shared/labels.js";
import { pick } from "../shared/choice.js";

/** @typedef {import("../../model/autoplay.js").Autoplay} Autoplay */
/** @typedef {import("../../model/playback.js").Playback} Playback */

class ReplayControls extends LitElement {
  static properties = { replay: { attribute: false }, copied: { attribute: false } };

  constructor() {
    super();
    /** @type {import("../../model/replay.js").Replay | null} */
    this.replay = null;
    this.copied = false;
    new Watching(this, () => this.replay);
  }

  createRenderRoot() {
    return this;
  }

  /** @param {string} name @param {unknown} [detail] */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  render() {
    const { playback, autoplay } = this.replay ?? {};
    if (!playback || !autoplay) return nothing;
    return html`<section class="replay-controls" aria-label=${say("replay.controls")}>
      ${this.scrubber(playback)} ${this.transport(playback, autoplay)} ${this.acts(playback)}
      <p class="unseen" role="status">${this.told(playback)}</p>
    </section>`;
  }

  // --- The scrubber

  /** @param {Playback} playback */
  scrubber(playback) {
    const { at, last } = playback;
    const scrub = (/** @type {Event} */ { target }) => this.tell("go", Number(/** @type {HTMLInputElement} */ (target).value));
    return html`<div class="scrubber">
      <span class="scrubber-track">
        <input type="range" min="0" max=${last} step="1" .value=${live(String(at))} aria-label=${say("replay.scrubber")}
          aria-valuetext=${say("replay.at", { number: at, last })} @input=${scrub}>
        <span class="scrubber-marks" aria-hidden="true">${this.marks(playback)}</span>
      </span>
      <output aria-hidden="true">${number(at)}/${number(last)}</output>
      ${this.replay?.review ? html`<galopp-review-curve .replay=${this.replay}></galopp-review-curve>` : nothing}
    </div>`;
  }

  /** Where a race or a round begins, with its number. @param {Playback} playback */
  marks({ chapters, last }) {
    return chapters.map(({ at, event: { arguments: told } }) => html`<i .style=${`--at: ${at / last}`}>${told.race ?? told.round}</i>`);
  }

  /** For whoever does not see it: where this is, and what happened there. Whoever moves the scrubber hears it from there. @param {Playback} playback */
  told(playback) {
    if (!playback.stage?.idle || this.replay?.autoplay?.running) return "";
    const happened = playback.frame?.happened.map((event) => playback.teller.event(event)) ?? [];
    return [say("replay.at", { number: playback.at, last: playback.last }), ...happened].join(" ");
  }

  // --- Play, pause, steps

  // says: replay.first, replay.back, replay.forward, replay.last, replay.play, replay.pause
  /** @param {string} name @param {string} icon @param {() => void} press @param {boolean} [off] */
  button(name, icon, press, off = false) {
    const told = say(`replay.${name}`);
    return html`<button type="button" class="replay-button ${name}" aria-label=${told} title=${told} aria-disabled=${off} @click=${press}>
      ${iconPicture(icon)}
    </button>`;
  }

  /** @param {Playback} playback @param {Autoplay} autoplay */
  transport({ at, atEnd, last }, autoplay) {
    const { running } = autoplay;
    return html`<div class="transport" role="group" aria-label=${say("replay.transport")}>
      ${this.button("first", "first", () => this.tell("go", 0), at === 0)}
      ${this.button("back", "back", () => this.tell("step", -1), at === 0)}
      ${this.button(running ? "pause" : "play", running ? "pause" : "play", () => autoplay.toggle())}
      ${this.button("forward", "next", () => this.tell("step", 1), atEnd)}
      ${this.button("last", "skip", () => this.tell("go", last), atEnd)}
      ${pick({
        id: "replay-speed", label: say("replay.speed"), chosen: autoplay.speed, choose: (speed) => autoplay.setSpeed(speed),
        choices: SPEEDS.map((value) => ({ value, label: say("replay.times", { number: number(value) }) })),
      })}
    </div>`;
  }

  // --- What can be done with this moment

  /** @param {Playback} playback */
  acts(playback) {
    const over = !!playback.frame?.winners;
    const [link, branch] = [say(this.copied ? "replay.copied" : "replay.copy"), say("replay.branch")];
    const review = say("result.review");
    return html`<div class="replay-acts">
      <button type="button" class="replay-review" aria-label=${review} title=${review} aria-pressed=${!!this.replay?.reviewed} @click=${() => this.tell("review")}>
        ${labelled("chart", review)}
      </button>
      <button type="button" class="replay-copy" aria-label=${link} title=${link} @click=${() => this.tell("copy")}>
        ${labelled(this.copied ? "check" : "link", link)}
      </button>
      <button type="button" class="replay-branch primary" aria-label=${branch} title=${branch} ?disabled=${over} @click=${() => this.tell("branch")}>
        ${labelled("bolt", branch)}
      </button>
    </div>`;
  }
}

customElements.define("galopp-replay-controls", ReplayControls);
