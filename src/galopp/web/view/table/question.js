/** What is asked: said in one way, to be read and to be heard. */

/** @typedef {import("../../types.js").TableModel} TableModel */

/** What the viewer is asked. @param {TableModel} table @param {import("../../types.js").View} view @returns {string} */
export const questionOf = ({ game, teller }, view) => game?.question?.(view, teller) ?? teller.say(`phase.${view.phase}`);
