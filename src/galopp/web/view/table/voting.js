/** When a bot may play on for somebody, and how this page asks for it. */

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../types.js").TableModel} TableModel */

const NOTICED_AFTER = 8; // seconds: whoever only loads the page anew is not missed

/** Those of our seats that may still ask for it. @param {TableModel} table @param {number} absent */
export function votesLeft({ viewpoint, news }, absent) {
  const voted = news?.seats[absent]?.voters ?? [];
  return viewpoint.seats.filter((seat) => seat !== absent && !news?.seats[seat]?.level && !voted.includes(seat));
}

/** All who share this device ask for it; after the agreed time one of them is enough.
 * @param {Table} table @param {number} absent */
export async function vote(table, absent) {
  const voters = votesLeft(table, absent).slice(0, isLongAway(table, absent) ? 1 : undefined);
  for (const seat of voters) await table.tell({ type: "take_over", seat, absent });
}

/** Whether one person is enough to let a bot play on. @param {TableModel} table @param {number} seat */
export function isLongAway(table, seat) {
  const { settings } = table.news ?? {};
  return !!settings && settings.thinking.kind !== "days" && awayFor(table, seat) > settings.grace;
}

/** Whether the game waits for somebody who is not there. @param {TableModel} table @param {number} seat */
export function isMissed(table, seat) {
  return table.playing && !!table.now?.asked.includes(seat) && awayFor(table, seat) > NOTICED_AFTER;
}

/** Seconds that a person has been away with nobody playing instead. @param {TableModel} table @param {number} seat */
function awayFor({ news, clock }, seat) {
  const shown = news?.seats[seat];
  if (shown?.kind !== "person" || shown.level || shown.away_since === null) return 0;
  return clock - shown.away_since;
}
