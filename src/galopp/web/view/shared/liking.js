/** How this reader likes the table: speed, sound, light or dark, size of letters, language. */

import { html, nothing } from "lit";
import * as memory from "../../net/memory.js";
import { SPEEDS, setSpeed, speedNow } from "../../stage/speed.js";
import { TEXTS, enlarge } from "./text_size.js";
import { LANGUAGES, OWN_NAMES, language, say } from "../../language/words.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("lit").LitElement} Host */

const SCHEMES = /** @type {const} */ (["auto", "light", "dark"]);

// says: menu.pace.*, menu.scheme.*, menu.text.*
/** @param {Host} host @param {Table} table */
export const likings = (host, table) => html`<fieldset class="likings">
  <legend>${say("menu.likings")}</legend>
  ${speed(host, table)}
  ${look(host)} ${letters(host)} ${speech()}
  ${toggle(say("menu.sound"), memory.likes().sound, (sound) => like(host, table, { sound }))}
</fieldset>`;

/** What the reader of a screen may choose: neither sound, which is off until it is wanted, nor notices.
 * @param {Host} host @param {Table | null} table */
export const screenLikings = (host, table) => html`<fieldset class="likings">
  <legend>${say("menu.likings")}</legend>
  ${table ? speed(host, table) : nothing} ${look(host)} ${speech()}
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

/** From slow to fast, as one reads. @param {Host} host @param {Table} table */
function speed(host, table) {
  const speeds = SPEEDS.map((_, at) => /** @type {[string, string]} */ ([String(at), say(`menu.pace.${at}`)])).reverse();
  return html`${choice(say("menu.pace"), speeds, String(speedNow()), (at) => choose(host, table, Number(at)))}
    <p class="liking-about">${say(table.viewpoint.host ? "menu.pace.also_bots" : "menu.pace.own")}</p>`;
}

/** @param {Host} host @param {Table} table @param {number} at */
function choose(host, table, at) {
  setSpeed(table, at);
  table.changed();
  host.requestUpdate();
}

/** By a key: slower or faster, and it is said which. @param {Host} host @param {Table} table @param {1 | -1} by */
export function changePace(host, table, by) {
  const at = Math.max(0, Math.min(SPEEDS.length - 1, speedNow() + by));
  choose(host, table, at);
  table.sayNotice("info", say("tv.pace", { pace: say(`menu.pace.${at}`) }));
}

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
