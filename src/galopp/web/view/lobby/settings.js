/**
 * How a table is run, besides the rules: `<galopp-settings .table>`. The host chooses, everybody else reads.
 * How fast it is the host chooses in the menu, together with all that moves.
 */

import { html, nothing } from "lit";
import { SPEEDS, withoutPace } from "../../stage/speed.js";
import { number, say } from "../../language/words.js";
import { rememberGame } from "../../model/opening.js";
import { flip, pick, row } from "../shared/choice.js";
import { lasting } from "../../language/lasting.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../types.js").Settings} Settings */
/** @typedef {import("../../types.js").Thinking} Thinking */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const PACES = [0, ...SPEEDS.filter(({ motion }) => motion).map(({ bots }) => bots)];
const GRACES = [30, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, HOUR, DAY];
const BONUSES = [0, 5, 10, 20, 30, MINUTE];
const KINDS = /** @type {const} */ (["off", "gentle", "bank", "days"]);
const SWITCHES = /** @type {const} */ (["hints", "talk", "watchable", "listed"]);

/** The times there are to choose from; the first is a good one to begin with. @type {Record<Thinking["kind"], number[]>} */
const TIMES = {
  off: [],
  gentle: [MINUTE, 30, 2 * MINUTE, 5 * MINUTE],
  bank: [10 * MINUTE, 5 * MINUTE, 20 * MINUTE, 30 * MINUTE, HOUR],
  days: [DAY, 12 * HOUR, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY, 30 * DAY],
};

/** Values to choose from, with the one that holds, in order. @param {number[]} values @param {number} now */
const among = (values, now) => [...new Set([...values, now])].sort((a, b) => a - b);

/** @param {number[]} values @param {number} now */
const durations = (values, now) => among(values, now).map((value) => ({ value, label: lasting(value) }));

/** The next table is private again, whatever this one is; and as fast as the reader likes it then. @param {Settings} settings */
const inPrivate = (settings) => ({ ...withoutPace(settings), listed: false, talk: settings.talk || settings.listed });

// says: settings.pace.*
/** @param {number} pace */
function paceName(pace) {
  const at = PACES.indexOf(pace);
  return at < 0 ? say("settings.pace.times", { number: number(pace) }) : say(`settings.pace.${at}`);
}

/** @param {Thinking} thinking */
function thinkingTold({ kind, seconds }) {
  const name = say(`settings.thinking.${kind}`);
  return kind === "off" ? name : say("settings.thinking.told", { kind: name, time: lasting(seconds) });
}

/** What a setting is, in words. @param {string} name @param {any} value @returns {string} */
export function settingTold(name, value) {
  if (name === "pace") return paceName(value);
  if (name === "thinking") return thinkingTold(value);
  return name === "grace" ? lasting(value) : say(value ? "option.on" : "option.off");
}

export class SettingsView extends TablePart {
  /** @param {Partial<Settings>} settings */
  async choose(settings) {
    const { table } = this;
    if (!table?.news) return;
    const taken = await table.tell({ type: "arrange", settings });
    if (taken) rememberGame(table.news.game, { settings: inPrivate({ ...table.news.settings, ...settings }) });
    this.requestUpdate(); // what was refused is shown as it was
  }

  render() {
    const { table } = this;
    if (!table?.news) return nothing;
    const { settings } = table.news;
    if (!table.viewpoint.host) return html`<div class="choice-rows">${this.all(settings)}</div>`;
    return html`<div class="choice-rows">
      ${this.thinking(settings.thinking)} ${this.grace(settings)}
      ${SWITCHES.map((name) => this.flip(settings, name))}
    </div>`;
  }

  // says: settings.*
  /** @param {string} name @param {unknown} control @param {unknown} [more] */
  row(name, control, more) {
    return row({ id: `setting-${name}`, title: say(`settings.${name}`), about: say(`settings.${name}.about`), control, more });
  }

  /** @param {Settings} settings */
  grace({ grace }) {
    const choose = (/** @type {number} */ value) => this.choose({ grace: value });
    return this.row("grace", pick({ id: "setting-grace", choices: durations(GRACES, grace), chosen: grace, choose }));
  }

  /** @param {Settings} settings @param {typeof SWITCHES[number]} name */
  flip(settings, name) {
    const off = name === "talk" && settings.listed; // strangers have phrases only
    return this.row(name, flip({ id: `setting-${name}`, on: settings[name], off, choose: (on) => this.choose({ [name]: on }) }));
  }

  // --- The time to think

  // says: settings.thinking.*
  /** @param {Thinking} thinking */
  thinking(thinking) {
    const choices = KINDS.map((value) => ({ value, label: say(`settings.thinking.${value}`) }));
    const control = pick({ id: "setting-thinking", choices, chosen: thinking.kind, choose: (kind) => this.think(this.begun(kind)) });
    return this.row("thinking", control, this.numbers(thinking));
  }

  /** @param {Thinking["kind"]} kind @returns {Thinking} */
  begun(kind) {
    return { kind, seconds: TIMES[kind][0] ?? 10 * MINUTE, bonus: 0 };
  }

  /** @param {Thinking} thinking */
  think(thinking) {
    return this.choose({ thinking });
  }

  // says: settings.seconds.*
  /** How long, for the kinds that count. @param {Thinking} thinking */
  numbers(thinking) {
    const { kind, seconds, bonus } = thinking;
    if (kind === "off") return "";
    const time = pick({
      id: "setting-seconds",
      label: say(`settings.seconds.${kind}`),
      choices: durations(TIMES[kind], seconds),
      chosen: seconds,
      choose: (value) => this.think({ ...thinking, seconds: value }),
    });
    return html`<div class="choice-more">
      <label for="setting-seconds">${say(`settings.seconds.${kind}`)}</label>${time}
      ${kind === "bank" ? this.bonus(thinking, bonus) : nothing}
    </div>`;
  }

  /** @param {Thinking} thinking @param {number} bonus */
  bonus(thinking, bonus) {
    return html`<label for="setting-bonus">${say("settings.bonus")}</label>
      ${pick({ id: "setting-bonus", choices: durations(BONUSES, bonus), chosen: bonus, choose: (value) => this.think({ ...thinking, bonus: value }) })}`;
  }

  // --- For everybody else

  /** @param {Settings} settings */
  all(settings) {
    const names = /** @type {(keyof Settings)[]} */ (["pace", "thinking", "grace", ...SWITCHES]);
    return names.map((name) => this.told(name, settingTold(name, settings[name])));
  }

  /** @param {string} name @param {string} value */
  told(name, value) {
    return html`<div class="choice-row">
      <b class="choice-title">${say(`settings.${name}`)}</b>
      <span class="choice-control choice-told">${value}</span>
      <p class="choice-about">${say(`settings.${name}.about`)}</p>
    </div>`;
  }
}

customElements.define("galopp-settings", SettingsView);
