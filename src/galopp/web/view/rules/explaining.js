/** From what happened, or was refused, to the rulings behind it. */

import { playsHere } from "../../net/root.js";
import { ask } from "../../net/api.js";
import { bring } from "../../parts.js";
import { openRules } from "./ways.js";

/** @typedef {import("../../types.js").TableModel} TableModel */
/** @typedef {import("../../types.js").Happened} Happened */

/** The rulings behind each event, by game. @type {Map<string, Record<string, string[]>>} */
const known = new Map();

/** Learn the rulings behind the events of a game; without a line they stay unknown. @param {string} game */
export async function learnRulings(game) {
  if (known.has(game)) return;
  try {
    known.set(game, await ask("GET", `/games/${game}/explained`).catch(() => ofThisPage(game)));
  } catch {
    // The next one who asks may have more luck.
  }
}

/** Without a server the page knows them by itself, where it plays by itself. @param {string} game */
async function ofThisPage(game) {
  if (!playsHere()) throw new Error(game);
  const { factsOf } = await bring("facts");
  return (await factsOf(game)).explained;
}

/** The rulings behind something that happened, the most telling one first.
 * @param {string} game @param {Happened} event @returns {string[]} */
export const rulingsOf = (game, { key }) => known.get(game)?.[key] ?? [];

/** Whether they have been learnt. @param {string} game */
export const knowsRulings = (game) => known.has(game);

/** Open the rules where they explain what happened. @param {TableModel} table @param {Happened} event */
export const explain = ({ news, teller }, event) =>
  openRules(news?.game ?? "", rulingsOf(news?.game ?? "", event), teller.event(event));

/** Open the rules where they explain what the reader was told last: why not, or what happened. @param {TableModel} table */
export async function explainLast(table) {
  const { notice, news } = table;
  const game = news?.game ?? "";
  if (notice?.rulings.length) return openRules(game, notice.rulings, notice.sentence);
  await learnRulings(game);
  const event = lastEvent(table, game);
  return event ? explain(table, event) : openRules(game);
}

/** The last thing that happened in the game, as far as it was shown. @param {TableModel} table @param {string} game */
function lastEvent(table, game) {
  const entries = [...table.diary.entries.values()].filter(({ seq }) => seq <= table.shownUntil);
  const told = entries.sort((a, b) => a.seq - b.seq).flatMap(({ happened }) => happened);
  const last = [...told, table.stage?.latest].findLast((event) => event && rulingsOf(game, event).length);
  return last && table.viewpoint.isPublic(last) ? last : null;
}
