/** Who sits down: a name and a pig, nothing else. `<galopp-sitting .name .pig>`, bound both ways. */

import { LitElement, html } from "lit";
import { live } from "lit/directives/live.js";
import { avatarPicture } from "../../art/picture.js";
import { likes } from "../../net/memory.js";
import { say } from "../../language/words.js";

export const PIGS = ["spotted", "striped", "muddy", "curly", "shaggy", "sooty", "rosy", "golden"];
const LONGEST_NAME = 24;
const SUGGESTED = 8; // names that are tried before none is suggested

/** @template T @param {T[]} all */
const anyOf = (all) => all[Math.floor(Math.random() * all.length)];

/**
 * A name nobody has here yet: the one that was used last, or one of ours.
 * @param {string[]} taken
 */
export function suggestName(taken = []) {
  const others = Array.from({ length: SUGGESTED }, () => madeUpName());
  return [likes().name, ...others].find((name) => name && !taken.includes(name)) ?? "";
}

/** Two words put together: so many that two strangers hardly ever get the same. */
const madeUpName = () =>
  say("sit.suggestion", { first: anyOf(say("sit.suggestion.first").split(", ")), second: anyOf(say("sit.suggestion.second").split(", ")) });

/** A pig nobody has here yet: the one that was picked last, or any. @param {string[]} taken */
export function suggestPig(taken = []) {
  const free = PIGS.filter((pig) => !taken.includes(pig));
  const { pig } = likes();
  return free.includes(pig) ? pig : anyOf(free.length ? free : PIGS);
}

export class Sitting extends LitElement {
  static properties = {
    name: { attribute: false },
    pig: { attribute: false },
    taken: { attribute: false },
  };

  constructor() {
    super();
    this.name = "";
    this.pig = PIGS[0];
    /** Pigs that others have picked. @type {string[]} */
    this.taken = [];
  }

  createRenderRoot() {
    return this;
  }

  /** Tell whoever asked. @param {{name?: string, pig?: string}} changed */
  change(changed) {
    Object.assign(this, changed);
    this.dispatchEvent(new CustomEvent("changed", { detail: { name: this.name, pig: this.pig } }));
  }

  render() {
    return html`<div class="sitting">
      <div class="sitting-portrait">${avatarPicture(this.pig)}</div>
      <label class="sitting-name">
        <span>${say("sit.name")}</span>
        <input
          type="text" maxlength=${LONGEST_NAME} autocomplete="nickname" spellcheck="false" enterkeyhint="done"
          .value=${live(this.name)}
          @input=${(/** @type {Event} */ event) => this.change({ name: /** @type {HTMLInputElement} */ (event.target).value })}
        >
      </label>
      <fieldset class="sitting-pigs">
        <legend class="unseen">${say("sit.pig")}</legend>
        ${PIGS.map((pig) => this.choice(pig))}
      </fieldset>
    </div>`;
  }

  // says: avatar.*
  /** @param {string} pig */
  choice(pig) {
    const name = say(`avatar.${pig}`);
    return html`<label class="sitting-pig ${this.taken.includes(pig) ? "sitting-taken" : ""}" title=${name}>
      <input type="radio" name="pig" aria-label=${name} .checked=${live(pig === this.pig)} @change=${() => this.change({ pig })}>
      ${avatarPicture(pig)}
    </label>`;
  }
}

customElements.define("galopp-sitting", Sitting);
