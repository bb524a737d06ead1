/** Talking at the table: phrases that everybody reads in their own language, noises, free words. */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { ask } from "../../net/api.js";
import { say } from "../../language/words.js";
import { isMuted, isTalk, toggleMuted } from "../shared/muting.js";
import { Sheet } from "../shared/sheet.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../types.js").Happened} Happened */

const NOISES = ["oink", "grunt", "squeal"];
const LONGEST = 200; // letters
const LATEST = 6; // lines

class Talk extends Sheet {
  static properties = { ...Sheet.properties, phrases: { state: true } };

  constructor() {
    super();
    /** @type {string[]} */
    this.phrases = [];
  }

  async connectedCallback() {
    super.connectedCallback();
    const { phrases } = await ask("GET", "/words").catch(() => ({ phrases: [] }));
    this.phrases = phrases;
  }

  heading() {
    return say("talk.title");
  }

  body() {
    const { table } = this;
    if (!table) return nothing;
    return html`${this.latest(table)}
      ${table.viewpoint.viewer === null ? html`<p class="quiet">${say("talk.only_seated")}</p>` : this.speaking(table)}
      ${this.muting(table)}`;
  }

  /** What was said last. @param {Table} table */
  latest(table) {
    const said = [...table.diary.entries.values()]
      .sort((a, b) => a.seq - b.seq)
      .flatMap(({ happened }) => happened)
      .filter((event) => isTalk(event) && !isMuted(event.arguments.seat));
    return html`<ul class="said">
      ${said.slice(-LATEST).map((event) => html`<li>${table.teller.event(event)}</li>`)}
      ${said.length ? nothing : html`<li class="quiet">${say("talk.silence")}</li>`}
    </ul>`;
  }

  /** @param {Table} table */
  speaking(table) {
    const [noises, phrases] = [true, false].map((noise) => this.phrases.filter((one) => NOISES.includes(one) === noise));
    return html`<div class="phrases" role="group" aria-label=${say("talk.phrases")}>
        ${phrases.map((phrase) => this.phrase(table, phrase))}
      </div>
      <div class="phrases" role="group" aria-label=${say("talk.noises")}>
        ${noises.map((phrase) => this.phrase(table, phrase))}
      </div>
      ${table.news?.settings.talk ? this.writing(table) : html`<p class="quiet">${say("talk.phrases_only")}</p>`}`;
  }

  // says: phrase.*
  /** @param {Table} table @param {string} phrase */
  phrase(table, phrase) {
    return html`<button class="phrase ${NOISES.includes(phrase) ? "noise" : ""}" type="button"
      @click=${() => this.say(table, { phrase })}>${say(`phrase.${phrase}`)}</button>`;
  }

  /** @param {Table} table */
  writing(table) {
    return html`<form class="writing" @submit=${(/** @type {SubmitEvent} */ event) => this.write(event, table)}>
      <input name="text" type="text" maxlength=${LONGEST} autocomplete="off" enterkeyhint="send"
        aria-label=${say("talk.write")} placeholder=${say("talk.write")}>
      <button class="primary" type="submit">${say("talk.send")}</button>
    </form>`;
  }

  /** @param {SubmitEvent} event @param {Table} table */
  async write(event, table) {
    event.preventDefault();
    const field = this.querySelector("input");
    const text = field?.value.trim();
    if (field && text && (await this.say(table, { text }, true))) field.value = "";
  }

  /** @param {Table} table @param {{phrase?: string, text?: string}} said @param {boolean} [stay] */
  async say(table, said, stay = false) {
    const taken = await table.tell({ type: "say", seat: table.viewpoint.viewer, ...said });
    if (taken && !stay) this.close();
    return taken;
  }

  /** Nobody else learns who is not heard here. @param {Table} table */
  muting(table) {
    const others = (table.news?.seats ?? [])
      .map((seat, number) => ({ seat, number }))
      .filter(({ seat, number }) => seat.kind === "person" && !table.viewpoint.seats.includes(number));
    if (!others.length) return nothing;
    return html`<h3>${say("talk.muting")}</h3>
      <div class="phrases">${others.map(({ number }) => this.mute(table, number))}</div>`;
  }

  /** @param {Table} table @param {number} seat */
  mute(table, seat) {
    return html`<button class="phrase" type="button" aria-pressed=${isMuted(seat)} @click=${() => {
      toggleMuted(seat);
      table.changed();
    }}>${iconPicture(isMuted(seat) ? "mute" : "sound")} ${table.name(seat)}</button>`;
  }
}

customElements.define("galopp-talk", Talk);
