/** The few kinds of controls a host or a guest chooses with; real inputs, dressed by lobby.css. */

import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";

/**
 * Some choices of which one is taken.
 * @template T
 * @typedef {object} OneOf
 * @property {string} legend
 * @property {string} name of the group, its own on the page
 * @property {{value: T, label: unknown, why?: string}[]} choices `why`: the reason it cannot be taken
 * @property {T} chosen
 * @property {string} [about] a sentence about what is chosen
 * @property {(value: T) => void} choose
 */

/**
 * A row of chips; the arrow keys go through it.
 * @template T
 * @param {OneOf<T>} group
 */
export const oneOf = ({ legend, name, choices, chosen, about, choose }) => html`<fieldset class="chips-group" aria-describedby=${about ? `${name}-about` : nothing}>
  <legend>${legend}</legend>
  <div class="chips">
    ${choices.map(({ value, label, why }) => html`<label class="chip" title=${why || nothing}>
      <input type="radio" name=${name} ?disabled=${!!why} .checked=${live(value === chosen)} @change=${() => choose(value)}>
      <span>${label}</span>
    </label>`)}
  </div>
  ${about ? html`<p class="chips-about" id="${name}-about" role="status">${about}</p>` : nothing}
</fieldset>`;

/**
 * Something to choose, with a sentence that explains it.
 * @param {{id: string, title: string, about: string, control: unknown, rule?: unknown, more?: unknown}} row `rule`: the way to what the rules say
 */
export const row = ({ id, title, about, control, rule = nothing, more = "" }) => html`<div class="choice-row">
  <label class="choice-title" for=${id}>${title}</label>
  <div class="choice-control">${control}</div>
  <p class="choice-about" id="${id}-about">${about}</p>
  ${rule}
  ${more}
</div>`;

/**
 * On or off.
 * @param {{id: string, on: boolean, off?: boolean, choose: (on: boolean) => void}} what `off`: cannot be changed
 */
export const flip = ({ id, on, off = false, choose }) => html`<input
  class="flip" type="checkbox" role="switch" id=${id} aria-describedby="${id}-about" ?disabled=${off}
  .checked=${live(on)}
  @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLInputElement} */ (event.target).checked)}
>`;

/**
 * One of a list.
 * @template T
 * @param {{id: string, choices: {value: T, label: string}[], chosen: T, label?: string, choose: (value: T) => void}} what
 */
export function pick({ id, choices, chosen, label, choose }) {
  const at = choices.findIndex(({ value }) => value === chosen);
  const changed = (/** @type {Event} */ event) =>
    choose(choices[/** @type {HTMLSelectElement} */ (event.target).selectedIndex].value);
  return html`<select id=${id} aria-label=${label ?? nothing} aria-describedby="${id}-about" @change=${changed}>
    ${choices.map((choice, n) => html`<option .selected=${live(n === at)}>${choice.label}</option>`)}
  </select>`;
}
