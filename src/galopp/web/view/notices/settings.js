/** When and where somebody is told that it is their turn: `<galopp-notice-settings .table>`, or `.group`. */

import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import { NotDone } from "../../net/api.js";
import * as memory from "../../net/memory.js";
import * as notices from "../../model/notices.js";
import { say } from "../../language/words.js";
import { labelled } from "../shared/labels.js";
import { lasting } from "../../language/lasting.js";
import { flip, pick, row } from "../shared/choice.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../model/group.js").Group} Group */
/** @typedef {notices.Subject} Subject */
/** @typedef {import("../../types.js").NoticesShown} NoticesShown */
/** @typedef {import("../../types.js").WayShown} WayShown */

const HOUR = 3600;
const DIGESTS = [0, HOUR, 4 * HOUR, 24 * HOUR];
const FORMATS = /** @type {const} */ (["ntfy", "matrix", "galopp"]);
const NIGHT = { begins: "22:00", ends: "08:00" };

class NoticeSettings extends TablePart {
  static properties = { ...TablePart.properties, group: { attribute: false }, shown: { state: true }, told: { state: true }, busy: { state: true }, format: { state: true } };

  constructor() {
    super();
    /** @type {Group | null} */
    this.group = null;
    /** @type {NoticesShown | null} */
    this.shown = null;
    /** What came of the last press. */
    this.told = "";
    this.busy = false;
    /** What is being done, and waits to be. @type {Promise<void>} */
    this.underWay = Promise.resolve();
    /** @type {typeof FORMATS[number]} */
    this.format = memory.likes().telling.format;
  }

  /** What one is told of. @returns {Subject | null} */
  get subject() {
    if (this.group) return notices.ofGroup(this.group);
    return this.table && notices.ofTable(this.table);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("table") || changed.has("group")) this.attempt(async () => {});
  }

  /** Do one thing after the other, so that no press is lost. @param {() => Promise<unknown>} work */
  attempt(work) {
    this.underWay = this.underWay.then(() => this.carryOut(work));
    return this.underWay;
  }

  /** Do something, then see how everything stands; a refusal is told here. @param {() => Promise<unknown>} work */
  async carryOut(work) {
    const { subject } = this;
    if (!subject) return;
    this.busy = true;
    this.told = "";
    try {
      await work();
      this.shown = await notices.look(subject);
    } catch (error) {
      this.told = (error instanceof NotDone && error.sentence) || say("notice.no_line");
    }
    this.busy = false;
  }

  render() {
    const { subject } = this;
    if (!subject) return nothing;
    return html`<div class="notice-settings" aria-busy=${this.busy}>
      <section>${this.device(subject)}</section>
      <section><h3>${say("notices.when")}</h3>${this.when(subject)}</section>
      <section><h3>${say("notices.webhook")}</h3>${this.webhooks(subject)}</section>
      <div class="acts">
        <button class="act" type="button" ?disabled=${this.busy} @click=${() => this.try(subject)}>
          ${labelled("bell", say("notices.try"))}
        </button>
        <p role="status">${this.told}</p>
      </div>
    </div>`;
  }

  // --- On this device

  // says: notices.why.*
  /** @param {Subject} subject */
  device(subject) {
    const { notices: on, sound } = memory.likes();
    const why = notices.whyNoPush(this.shown) || (this.unreached(subject) ? "no_service" : "");
    const able = "Notification" in window && why !== "denied";
    const about = why ? say(`notices.why.${why}`) : say("notices.device.about");
    return html`<div class="choice-rows">
      ${row({
        id: "notice-device", title: say("notices.device"), about,
        control: flip({ id: "notice-device", on: on && able, off: !able, choose: (wanted) => this.wantDevice(subject, wanted) }),
      })}
      ${row({
        id: "notice-sound", title: say("menu.sound"), about: say("notices.sound.about"),
        control: flip({ id: "notice-sound", on: sound, choose: (wanted) => this.like(subject, { sound: wanted }) }),
      })}
      ${this.others()}
    </div>`;
  }

  /** Whether the browser allows notices and has still not subscribed: its own service was not to be reached. @param {Subject} subject */
  unreached({ wishes, push }) {
    return memory.likes().notices && !!this.shown && wishes.length > 0 && !push()?.length;
  }

  /** How many more devices are told of this seat. */
  others() {
    const own = this.subject?.push() ?? [];
    const more = (this.shown?.ways ?? []).filter(({ kind, id }) => kind === "push" && !own.includes(id));
    if (!more.length) return nothing;
    const stop = () => this.attempt(() => this.forgetAll(more));
    return html`<div class="choice-row">
      <span>${say("notices.others", { count: more.length })}</span>
      <button class="choice-control" type="button" @click=${stop}>${say("notices.stop")}</button>
    </div>`;
  }

  /** @param {WayShown[]} ways */
  async forgetAll(ways) {
    const { subject } = this;
    for (const { id } of ways) if (subject) await notices.forget(subject, id);
  }

  /** @param {Subject} subject @param {boolean} wanted */
  wantDevice(subject, wanted) {
    return this.attempt(async () => {
      const allowed = wanted ? await notices.turnOn(subject) : await notices.turnOff();
      if (wanted && !allowed) throw new NotDone("denied", say("notice.not_granted"));
    });
  }

  /** @param {Subject} subject @param {Partial<memory.Likes>} liked */
  like(subject, liked) {
    memory.like(liked);
    subject.changed();
  }

  // --- When

  /** @param {Subject} subject */
  when(subject) {
    const { quiet, digest, over, rematch } = memory.likes().telling;
    const choices = DIGESTS.map((value) => ({ value, label: value ? say("notices.digest.every", { time: lasting(value) }) : say("notices.digest.0") }));
    return html`<div class="choice-rows">
      ${row({
        id: "notice-quiet", title: say("notices.quiet"), about: say("notices.quiet.about"),
        control: flip({ id: "notice-quiet", on: !!quiet, choose: (on) => this.tell(subject, { quiet: on ? NIGHT : null }) }),
        more: quiet ? this.hours(subject, quiet) : "",
      })}
      ${row({
        id: "notice-digest", title: say("notices.digest"), about: say("notices.digest.about"),
        control: pick({ id: "notice-digest", choices, chosen: digest, choose: (value) => this.tell(subject, { digest: value }) }),
      })}
      ${row({
        id: "notice-over", title: say("notices.over"), about: say("notices.over.about"),
        control: flip({ id: "notice-over", on: over, choose: (on) => this.tell(subject, { over: on }) }),
      })}
      ${row({
        id: "notice-rematch", title: say("notices.rematch"), about: say("notices.rematch.about"),
        control: flip({ id: "notice-rematch", on: rematch, choose: (on) => this.tell(subject, { rematch: on }) }),
      })}
    </div>`;
  }

  /** @param {Subject} subject @param {memory.Quiet} quiet */
  hours(subject, quiet) {
    const hour = (/** @type {"begins" | "ends"} */ which, /** @type {string} */ told) => html`<label>
      <span>${told}</span>
      <input type="time" required .value=${live(quiet[which])} @change=${(/** @type {Event} */ event) => {
        const value = /** @type {HTMLInputElement} */ (event.target).value;
        if (value) this.tell(subject, { quiet: { ...quiet, [which]: value } });
      }}>
    </label>`;
    return html`<div class="notice-hours">${hour("begins", say("notices.quiet.from"))}${hour("ends", say("notices.quiet.to"))}</div>`;
  }

  /** Change what is wanted, here and wherever it was asked for. @param {Subject} subject @param {Partial<memory.Telling>} changed */
  tell(subject, changed) {
    memory.like({ telling: { ...memory.likes().telling, ...changed } });
    return this.attempt(() => notices.repeat(subject, this.shown?.ways ?? []));
  }

  // --- Webhooks

  /** @param {Subject} subject */
  webhooks(subject) {
    if (!this.shown?.webhooks) return html`<p class="quiet">${this.shown ? say("notices.webhook.off") : ""}</p>`;
    const set = this.shown.ways.filter(({ kind }) => kind === "webhook");
    return html`<p class="quiet">${say("notices.webhook.about")}</p>
      ${set.length ? html`<ul class="notice-ways">${set.map((way) => this.way(way))}</ul>` : nothing}
      ${this.form(subject)}`;
  }

  // says: notices.format.*
  /** @param {WayShown} way */
  way({ id, url, format, everybody }) {
    const about = say(everybody ? "notices.way.everybody" : "notices.way", { format: say(`notices.format.${format}`) });
    return html`<li>
      <span><b>${url}</b><small>${about}</small></span>
      <button type="button" aria-label=${say("notices.way.stop", { address: url })} @click=${() => this.attempt(() => this.forgetAll([/** @type {WayShown} */ ({ id })]))}>
        ${say("notices.stop")}
      </button>
    </li>`;
  }

  // says: notices.url.*
  /** @param {Subject} subject */
  form(subject) {
    const choices = FORMATS.map((value) => ({ value, label: say(`notices.format.${value}`) }));
    return html`<form class="notice-form" @submit=${(/** @type {SubmitEvent} */ event) => this.save(subject, event)}>
      <label for="notice-format">${say("notices.format")}</label>
      ${pick({ id: "notice-format", choices, chosen: this.format, choose: (format) => (this.format = format) })}
      <label for="notice-url">${say(`notices.url.${this.format}`)}</label>
      <input id="notice-url" name="url" type="url" required maxlength="900" autocomplete="off" .placeholder=${PLACEHOLDERS[this.format]}>
      <label for="notice-token">${say(this.format === "matrix" ? "notices.token.needed" : "notices.token")}</label>
      <input id="notice-token" name="token" type="password" maxlength="400" autocomplete="off" ?required=${this.format === "matrix"}>
      ${subject.host ? this.everybody(subject) : nothing}
      <button class="primary" type="submit" ?disabled=${this.busy}>${say("notices.webhook.save")}</button>
    </form>`;
  }

  /** @param {Subject} subject */
  everybody(subject) {
    return html`<label class="notice-everybody">
      <input type="checkbox" name="everybody" ?disabled=${!subject.wishes.length} .checked=${!subject.wishes.length}>
      <span>${say("notices.everybody")}</span>
    </label>`;
  }

  /** @param {Subject} subject @param {SubmitEvent} event */
  save(subject, event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.currentTarget);
    const filled = new FormData(form);
    const text = (/** @type {string} */ name) => String(filled.get(name) ?? "").trim();
    const way = { kind: "webhook", url: text("url"), format: this.format, ...(text("token") ? { token: text("token") } : {}) };
    memory.like({ telling: { ...memory.likes().telling, format: this.format } });
    return this.attempt(async () => {
      await notices.wish(subject, { way, ...(!subject.wishes.length || filled.has("everybody") ? { everybody: true } : {}) });
      form.reset();
    });
  }

  // --- Trying it

  /** @param {Subject} subject */
  async try(subject) {
    let told = "";
    await this.attempt(async () => {
      const tried = this.shown?.ways.length ? await notices.tryOut(subject) : [];
      const failed = tried.find(({ delivered }) => !delivered);
      told = failed ? failed.sentence : tried.length ? say("notices.tried") : this.tryHere(subject);
    });
    this.told ||= told;
  }

  /** Without a way through the server: what this page itself can show. @param {Subject} subject */
  tryHere(subject) {
    if (!memory.likes().notices) return say("notices.nothing");
    try {
      new Notification(subject.title, { body: say("notice.turn") });
      return say("notices.tried");
    } catch {
      return say("notices.nothing"); // phones show notices of workers only
    }
  }
}

const PLACEHOLDERS = {
  ntfy: "https://ntfy.example/my-topic",
  matrix: "https://matrix.example/!room:matrix.example",
  galopp: "https://example.org/hook",
};

customElements.define("galopp-notice-settings", NoticeSettings);
