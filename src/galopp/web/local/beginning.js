/** How a round begins: with a deal of its own, or where another game was. */

import { LocalGame } from "./game.js";
import { goneOnFrom, read, until } from "./reading.js";

/** @typedef {import("./table.js").LocalTable} LocalTable */

/** The game before its first decision here. @param {LocalTable} table @returns {Promise<LocalGame>} */
export async function begunFrom(table) {
  const { module, players, begin } = table;
  const luck = /** @type {import("./luck.js").Luck} */ (table.luck);
  if (!begin) {
    const play = new LocalGame(module.kernels, luck, { players, options: module.options.row(table.options, players) });
    await play.deal();
    return play;
  }
  const before = until(await read(begin.record), begin.decisions);
  const record = begin.same ? before : goneOnFrom(before, luck);
  const play = record.begun(module);
  const decisions = record.decisions(module);
  await play.playAgain(decisions, (decisions.at(-1)?.number ?? 0) + 1);
  return play;
}
