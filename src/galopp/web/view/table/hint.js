/** A hint: what to do, how good that is, why; and the chance of everything else that could be done. */

import { html, nothing } from "lit";
import { allOf, number, percent, say } from "../../language/words.js";
import { moveOf } from "../../model/moves.js";

/** @typedef {import("../../types.js").DecidingTable} DecidingTable */
/** @typedef {import("../../types.js").HintGiven} HintGiven */

/** What to do, and the chance to win with it. @param {DecidingTable} table @param {HintGiven} hint */
export function hintedMove(table, { moves, chance }) {
  const move = allOf(moves.flatMap((code) => moveOf(table, code) ?? []).map((one) => table.teller.move(one)));
  return chance === null ? say("ask.hint", { move }) : say("hint.with_chance", { move, chance: percent(chance) });
}

/** Why: in the words of the game, or because it turned out so. @param {DecidingTable} table @param {HintGiven} hint */
export function hintReason(table, { reason, tries }) {
  if (reason) return table.teller.say(`reason.${reason.key}`, reason.arguments);
  return tries ? say("hint.general", { count: tries, tries: number(tries) }) : "";
}

/** The hint while it is about what can be pressed now: of a choice of several steps, the first.
 * @param {DecidingTable} table */
export const openHint = (table) => (table.choice.picked.length || table.now?.window ? null : table.choice.hint);

/** The chance to win with a move, as far as it is known. @param {DecidingTable} table @param {number} code */
function chanceOf(table, code) {
  const found = table.choice.options.includes(code) && openHint(table)?.chances.find(({ move }) => move === code);
  return found ? percent(found.chance) : "";
}

/** A small sign with the chance, on whatever makes the move. @param {DecidingTable} table @param {number} code */
export function chanceSign(table, code) {
  const chance = chanceOf(table, code);
  const best = table.choice.hint?.moves.includes(code) ? "best" : "";
  return chance ? html`<span class="chance ${best}" aria-hidden="true">${chance}</span>` : nothing;
}

/** What makes the move, with the chance, for whoever does not see the sign.
 * @param {DecidingTable} table @param {number} code @param {string} deed */
export function withChance(table, code, deed) {
  const chance = chanceOf(table, code);
  return chance ? say("hint.chance_of", { deed, chance }) : deed;
}
