/** What a table needs once a game is played there, and no lobby does: the board's stage, and a choice to make. */

import { motionNow } from "../stage/speed.js";
import { Stage } from "../stage/stage.js";
import { Choice } from "./choice.js";
import { ServerReferee } from "./referee.js";

/** @typedef {import("./table.js").Table} Table */

/** @param {Table} table */
export const newChoice = (table) => new Choice(table, refereeOf(table));

/** Whoever judges there. @param {Table} table */
function refereeOf(table) {
  const { connection } = table;
  return connection.local ? connection.referee : new ServerReferee(connection, (said) => table.tell(said), () => table.news?.game ?? "");
}

/** @param {Table} table @param {import("../types.js").BrowserGame} game @param {import("../types.js").GameNews} news */
export function newStage(table, game, { view, asked, seq }) {
  const stage = new Stage(game, table.teller, view);
  Object.assign(stage, { asked, seq });
  stage.pace = motionNow();
  stage.isOwn = (seat) => table.viewpoint.seats.includes(seat);
  stage.watch(() => table.staged(stage));
  return stage;
}
