/** Live or over days: one switch for the host, one line for everybody else. */

import { html, nothing } from "lit";
import { live } from "lit/directives/live.js";
import * as memory from "../../net/memory.js";
import { say } from "../../language/words.js";
import { lasting } from "../../language/lasting.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../types.js").Settings} Settings */
/** @typedef {import("../../types.js").Thinking} Thinking */

const DAY = 24 * 3600;
/** @type {Thinking} */
const NO_CLOCK = { kind: "off", seconds: 600, bonus: 0 };
/** @type {Thinking} */
const A_DAY = { kind: "days", seconds: DAY, bonus: 0 };

/** Seconds after which somebody who is not connected counts as gone. @param {Settings} settings */
export const absence = ({ grace, thinking }) => (thinking.kind === "days" ? Math.max(grace, thinking.seconds) : grace);

/** @param {Table} table */
export function daysSwitch(table) {
  const { settings, phase } = table.news ?? {};
  if (!settings || phase === "over") return nothing;
  const over = settings.thinking.kind === "days";
  if (!table.viewpoint.host) return over ? html`<p class="quiet">${told(settings)}</p>` : nothing;
  return html`<label class="liking days">
    <span>${say("menu.days")}<small>${over ? told(settings) : say("menu.days.about")}</small></span>
    <input class="switch" type="checkbox" role="switch" .checked=${live(over)}
      @change=${(/** @type {Event} */ event) => turn(table, /** @type {HTMLInputElement} */ (event.target).checked)}>
  </label>`;
}

/** @param {Settings} settings */
const told = ({ thinking }) => say("menu.days.told", { time: lasting(thinking.seconds) });

/** Go over to days, or back to the thinking time that was before. @param {Table} table @param {boolean} over */
async function turn(table, over) {
  const thinking = table.news?.settings.thinking;
  if (over) memory.remember(table.code, (one) => (one.live = thinking));
  const next = over ? A_DAY : memory.table(table.code).live ?? NO_CLOCK;
  await table.tell({ type: "arrange", settings: { thinking: next } });
  table.changed(); // what was refused is shown as it was
}
