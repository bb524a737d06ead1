/** How this reader likes the table: pace, sound, light or dark, size of letters, language. */

import { html, nothing } from "lit";
import * as memory from "../net/memory.js";
import { TEXTS, enlarge } from "../text_size.js";
import { LANGUAGES, OWN_NAMES, language, say } from "../words.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("lit").LitElement} Host */

const PACES = [0, 0.5, 1, 2];
const SCHEMES = /** @type {const} */ (["auto", "light", "dark"]);

// says: menu.pace.*, menu.scheme.*, menu.text.*
/** @param {Host} host @param {Table} table */
export const likings = (host, table) => html`<fieldset class="likings">
  <legend>${say("menu.likings")}</legend>
  ${pace(host, table)}
  ${look(host)} ${letters(host)} ${speech()}
  ${toggle(say("menu.sound"), memory.likes().sound, (sound) => like(host, table, { sound }))}
</fieldset>`;

/** What the reader of a screen may choose: neither sound, which is off until it is wanted, nor notices.
 * @param {Host} host @param {Table | null} table */
export const screenLikings = (host, table) => html`<fieldset class="likings">
  <legend>${say("menu.likings")}</legend>
  ${table ? pace(host, table) : nothing} ${look(host)} ${speech()}
</fieldset>`;

/** @param {Host} host */
const look = (host) => choice(say("menu.scheme"), schemes(), memory.likes().scheme, (scheme) => dress(host, scheme));

/** @param {Host} host */
const letters = (host) => choice(say("menu.text"), sizes(), String(memory.likes().text), (text) => {
  enlarge(Number(text));
  host.requestUpdate();
});

/** @returns {[string, string][]} */
const sizes = () => TEXTS.map((one, at) => [String(one), say(`menu.text.${at}`)]);

const speech = () => choice(say("menu.language"), LANGUAGES.map((one) => [one, OWN_NAMES[one]]), language(), speak);

/** @returns {[string, string][]} */
const schemes = () => SCHEMES.map((one) => [one, say(`menu.scheme.${one}`)]);

/** @param {Host} host @param {Table} table */
function pace(host, table) {
  const at = paceNow();
  const told = say(`menu.pace.${at}`);
  return html`<label class="liking">
    <span>${say("menu.pace")}</span>
    <span class="slider">
      <input type="range" min="0" max=${PACES.length - 1} step="1" .value=${String(at)} aria-valuetext=${told}
        @input=${(/** @type {Event} */ event) => setPace(host, table, Number(valueOf(event)))}>
      <output>${told}</output>
    </span>
  </label>`;
}

const paceNow = () => Math.max(0, PACES.indexOf(memory.likes().pace));

/** @param {Host} host @param {Table} table @param {number} at */
function setPace(host, table, at) {
  like(host, table, { pace: PACES[at] });
  if (table.stage) table.stage.pace = table.pace();
}

/** By a key: slower or faster, and it is said which. @param {Host} host @param {Table} table @param {1 | -1} by */
export function changePace(host, table, by) {
  const at = Math.max(0, Math.min(PACES.length - 1, paceNow() + by));
  setPace(host, table, at);
  table.say_notice("info", say("tv.pace", { pace: say(`menu.pace.${at}`) }));
}

/** @param {Event} event */
const valueOf = (event) => /** @type {HTMLInputElement} */ (event.target).value;

/** Change a liking, and let everything that depends on it be drawn anew.
 * @param {Host} host @param {Table} table @param {Partial<memory.Likes>} liked */
function like(host, table, liked) {
  memory.like(liked);
  table.changed();
  host.requestUpdate();
}

/** @param {Host} host @param {string} scheme */
function dress(host, scheme) {
  memory.like({ scheme: /** @type {memory.Likes["scheme"]} */ (scheme) });
  dispatchEvent(new Event("galopp-scheme"));
  host.requestUpdate();
}

/** @param {string} chosen */
function speak(chosen) {
  memory.like({ language: chosen });
  dispatchEvent(new Event("galopp-language"));
}

/**
 * One of a few.
 * @param {string} told
 * @param {[string, string][]} choices
 * @param {string} chosen
 * @param {(chosen: string) => void} choose
 */
const choice = (told, choices, chosen, choose) => html`<div class="liking" role="group" aria-label=${told}>
  <span>${told}</span>
  <span class="one-of">
    ${choices.map(([value, name]) => html`<button
      type="button" aria-pressed=${value === chosen} @click=${() => choose(value)}
    >${name}</button>`)}
  </span>
</div>`;

/** Yes or no. @param {string} told @param {boolean} on @param {(on: boolean) => void} change */
const toggle = (told, on, change) => html`<label class="liking">
  <span>${told}</span>
  <input class="switch" type="checkbox" role="switch" .checked=${on}
    @change=${(/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).checked)}>
</label>`;
