/** The tables of this device: opened, found again, forgotten; and the games that were played there. */

import { LocalHost } from "./host.js";
import { openedAs } from "./judge.js";
import { gameModule } from "./module.js";
import { recordOf } from "./record.js";
import { Store } from "./store.js";
import { LocalTable } from "./table.js";
import { BotRunner } from "./bot_runner.js";

/** @typedef {import("./table.js").Logged} Logged */

/** How codes of tables on this device begin; no server gives out such a code. */
export const HERE = "HERE-";
const LETTERS = "BCDFGHJKLMNPQRSTVWXZ"; // no vowels: no words
const LENGTH = 6;

/** A code that nobody has to type. */
export const newCode = () => HERE + [...crypto.getRandomValues(new Uint8Array(LENGTH))].map((byte) => LETTERS[byte % LETTERS.length]).join("");

export class LocalTables {
  /** @param {string} web where the page's files are */
  constructor(web) {
    this.web = web;
    this.botRunner = new BotRunner(web);
    /** @type {Promise<Store> | null} */
    this.opening = null;
  }

  /** @returns {Promise<Store>} */
  store() {
    this.opening ??= Store.open();
    this.opening.catch(() => (this.opening = null));
    return this.opening;
  }

  /** @param {string} game */
  module(game) {
    return gameModule(this.web, game);
  }

  /** A new table; what cannot be played is refused. @param {Parameters<typeof openedAs>[0]} wish @returns {Promise<LocalHost>} */
  async open(wish) {
    const module = await this.module(wish.game);
    module.options.row(wish.options, wish.players);
    const code = newCode();
    const host = new LocalHost(code, module, await this.store(), this.botRunner);
    await host.happen([openedAs(wish)]);
    return host;
  }

  /** A table as it was left; null if there is none; throws `Refused` where it cannot go on. @param {string} code @returns {Promise<LocalHost | null>} */
  async find(code) {
    const store = await this.store();
    const [first] = await store.events(code);
    if (!first) return null;
    const host = new LocalHost(code, await this.module(first.game), store, this.botRunner);
    await host.read();
    host.table.checkRules();
    this.botRunner.prepare(first.game);
    return host;
  }

  /** @param {string} code */
  async forget(code) {
    await (await this.store()).forget(code);
  }

  /** A round that is over, written down; null if there is none. @param {string} code @param {number} round @returns {Promise<{text: string, table: LocalTable} | null>} */
  async record(code, round) {
    const events = await (await this.store()).events(code);
    if (!events.length) return null;
    const table = new LocalTable(code, await this.module(events[0].game));
    for (const event of events) {
      await table.fold(event);
      if (event.type !== "ended" || table.round !== round) continue;
      table.checkRules();
      return { text: await written(table), table };
    }
    return null;
  }
}

/** The game that was just played at a table, as text. @param {LocalTable} table */
export function written({ play, module, options, seats, begin }) {
  if (!play) throw new Error("no game to write down");
  const names = seats.map(({ kind, name, level }) => (kind === "person" ? name : `${name} (${level})`));
  const chosen = begin ? begin.options : options;
  return recordOf(play, { options: module.options.changed(chosen), notations: module.notations, names });
}
