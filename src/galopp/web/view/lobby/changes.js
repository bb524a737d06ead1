/** What a host has chosen anew between two news of a table: for whoever did not choose it. */

/** @typedef {import("../../types.js").TableNews} TableNews */
/** @typedef {Pick<TableNews, "options" | "players" | "settings">} Arranged */

/**
 * One thing that is otherwise now.
 * @typedef {object} Change
 * @property {"players" | "option" | "setting"} kind
 * @property {string} name
 * @property {number | null} at which of several numbers; null: all of it
 * @property {any} before
 * @property {any} after
 */

/** @param {Arranged} before @param {Arranged} after @returns {Change[]} */
export function changes(before, after) {
  return [
    ...differing("players", { players: before.players }, { players: after.players }),
    ...differing("option", before.options, after.options),
    ...differing("setting", before.settings, after.settings),
  ];
}

/** @param {Change["kind"]} kind @param {Record<string, any>} before @param {Record<string, any>} after */
const differing = (kind, before, after) =>
  Object.keys(after).flatMap((name) => changed({ kind, name, at: null, before: before[name], after: after[name] }));

/** Nothing, the change, or of several numbers those that changed. @param {Change} change @returns {Change[]} */
function changed(change) {
  const { before, after } = change;
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const rows = Array.isArray(before) && Array.isArray(after) && before.length === after.length;
  if (!rows) return [change];
  return after.flatMap((/** @type {any} */ one, /** @type {number} */ at) => (one === before[at] ? [] : [{ ...change, at, before: before[at], after: one }]));
}
