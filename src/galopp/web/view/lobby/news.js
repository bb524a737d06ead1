/**
 * What has just happened in the lobby, in one line: what somebody said, and what the host chose anew. `<galopp-lobby-news>`
 *
 * Somebody who presses "+" five times makes one change. So what was chosen is told when a moment has passed
 * without another press, and only to whoever did not choose it.
 */

import { html, nothing } from "lit";
import { iconPicture } from "../../art/picture.js";
import { changes } from "./changes.js";
import { say } from "../../language/words.js";
import { Fresh } from "../shared/fresh.js";
import { presetOf } from "./presets.js";
import { settingTold } from "./settings.js";
import { isMuted, isTalk } from "../shared/muting.js";
import { numberMeaning, valueTold } from "./options.js";
import { TablePart } from "../shared/part.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../types.js").TableNews} TableNews */
/** @typedef {import("./changes.js").Change} Change */

const SETTLED = 1200; // milliseconds without another change
const SHOWN_FOR = 9000;
const MOST = 3; // changes that are told one by one

class LobbyNews extends TablePart {
  static properties = { told: { state: true } };

  constructor() {
    super();
    /** What is shown. @type {{icon: string, sentence: string} | null} */
    this.told = null;
    this.fresh = new Fresh();
    /** The table as it was when everything had been told. @type {TableNews | null} */
    this.known = null;
  }

  disconnectedCallback() {
    clearTimeout(this.settling);
    clearTimeout(this.hiding);
    super.disconnectedCallback();
  }

  willUpdate() {
    const { table } = this;
    if (!table?.news) return;
    for (const { happened } of this.fresh.take(table)) for (const event of happened) this.hear(table, event);
    if (table.viewpoint.host || !this.known) this.known = table.news; // whoever chooses knows
    else if (changes(this.known, table.news).length) this.settle(table);
    else clearTimeout(this.settling); // it is as it was
  }

  /** @param {Table} table @param {import("../../types.js").Happened} event */
  hear(table, event) {
    const { seat } = event.arguments;
    if (!isTalk(event) || isMuted(seat) || table.viewpoint.seats.includes(seat)) return;
    this.tell("talk", table.teller.event(event));
    this.dispatchEvent(new CustomEvent("heard", { bubbles: true }));
  }

  /** @param {Table} table */
  settle(table) {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      const { known } = this;
      if (!known || !table.news || table !== this.table) return;
      this.known = table.news;
      this.tell("people", changesTold(table, known, table.news));
    }, SETTLED);
  }

  /** @param {string} icon @param {string} sentence */
  tell(icon, sentence) {
    clearTimeout(this.hiding);
    this.told = { icon, sentence };
    this.hiding = setTimeout(() => (this.told = null), SHOWN_FOR);
  }

  render() {
    const { told } = this;
    return html`<div class="lobby-news" role="status">${told ? html`<p>${iconPicture(told.icon)}<span>${told.sentence}</span></p>` : nothing}</div>`;
  }
}

/** @param {Table} table @param {TableNews} before @param {TableNews} after */
function changesTold(table, before, after) {
  const all = changes(before, after);
  const preset = table.shown ? presetOf(table.shown, after.options, after.players) : "";
  const ofOptions = all.filter(({ kind }) => kind === "option");
  const whole = preset && ofOptions.length > 1; // one press for several options has a name
  const told = [
    ...(whole ? [say("lobby.changed.preset", { preset: say(`lobby.preset.${preset}`) })] : []),
    ...all.filter(({ kind }) => !whole || kind !== "option").map((change) => changeTold(table, change)),
  ];
  const what = told.slice(0, MOST).join("; ");
  return told.length > MOST ? say("lobby.changed.more", { what }) : say("lobby.changed", { what });
}

/** @param {Table} table @param {Change} change */
function changeTold(table, { kind, name, at, before, after }) {
  if (kind === "players") return one(say("lobby.number"), String(before), String(after));
  if (kind === "setting") return one(say(`settings.${name}`), settingTold(name, before), settingTold(name, after));
  const option = table.shown?.options.find((shown) => shown.name === name);
  if (!option) return name;
  const title = table.teller.say(`option.${name}`);
  const whose = at === null ? title : say("lobby.changed.of", { title, part: numberMeaning(option, at) });
  return one(whose, valueTold(table, option, before), valueTold(table, option, after));
}

/** @param {string} title @param {string} before @param {string} after */
const one = (title, before, after) => say("lobby.changed.one", { title, before, after });

customElements.define("galopp-lobby-news", LobbyNews);
