/**
 * The games that this browser played to their end, in a database of its own: that of tables on this device stays as it
 * is, and whoever only plays at servers never opens it. Nothing of it is ever sent anywhere.
 */

import { answered, done } from "./database.js";
import * as memory from "./memory.js";

/** @typedef {import("../types.js").NotedGame} NotedGame */

const NAME = "galopp-games";
const VERSION = 1;
const GAMES = "games";

export class PlayedGames {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /** @returns {Promise<PlayedGames>} */
  static async open() {
    const opening = indexedDB.open(NAME, VERSION);
    opening.onupgradeneeded = () => opening.result.createObjectStore(GAMES, { keyPath: "id" });
    const database = await answered(opening);
    database.onversionchange = () => database.close(); // another tab has a newer page
    return new PlayedGames(database);
  }

  /** Note games, all or none; those that are known stay as they are. Resolves with how many are new. @param {NotedGame[]} games */
  async note(games) {
    const writing = this.database.transaction(GAMES, "readwrite");
    const store = writing.objectStore(GAMES);
    const before = await answered(store.getAllKeys());
    const fresh = new Map(games.filter(({ id }) => !before.includes(id)).map((game) => [game.id, game]));
    for (const game of fresh.values()) store.add(game);
    await done(writing);
    memory.notePlayed({ count: before.length + fresh.size });
    return fresh.size;
  }

  /** All of them, the newest first. @returns {Promise<NotedGame[]>} */
  async all() {
    /** @type {NotedGame[]} */
    const games = await answered(this.database.transaction(GAMES).objectStore(GAMES).getAll());
    return games.sort((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1));
  }

  /** A game that was played on this device, as it is written down; null where it is not here. @param {string} replay CODE-ROUND @returns {Promise<string | null>} */
  async record(replay) {
    const range = IDBKeyRange.bound(`${replay}-`, `${replay}-\uffff`);
    /** @type {NotedGame[]} */
    const found = await answered(this.database.transaction(GAMES).objectStore(GAMES).getAll(range));
    return found[0]?.record || null;
  }

  /** Forget them all, and what ended before now is not noted again when its table is looked at. */
  async forget() {
    const writing = this.database.transaction(GAMES, "readwrite");
    writing.objectStore(GAMES).clear();
    await done(writing);
    memory.notePlayed({ count: 0, since: Math.ceil(Date.now() / 1000) });
  }

  close() {
    this.database.close();
  }
}

/** Do something with them, and close the database again. @template T @param {(games: PlayedGames) => Promise<T>} doing @returns {Promise<T>} */
export async function withPlayed(doing) {
  const games = await PlayedGames.open();
  try {
    return await doing(games);
  } finally {
    games.close();
  }
}
