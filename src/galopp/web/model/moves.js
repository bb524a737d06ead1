/** The moves of a game, by their codes and by what they do. */

/** @typedef {import("../types.js").TableModel} TableModel */

/** @param {Pick<TableModel, "shown">} table @param {number} code */
export const moveOf = ({ shown }, code) => shown?.moves.find((move) => move.code === code) ?? null;

/** The code of a move that can be made now, else null.
 * @param {Pick<TableModel, "shown" | "choice">} table @param {string} kind @param {string} [subject] */
export function codeOf({ shown, choice }, kind, subject = "") {
  const found = shown?.moves.find((move) => move.kind === kind && move.subject === subject);
  return found && choice?.options.includes(found.code) ? found.code : null;
}
