/**
 * What this browser remembers: the keys of its seats, and what its owner likes.
 *
 * Keys never leave it but in the greeting to the server and in the QR code that moves a seat
 * to another device.
 */

const TABLES = "galopp.tables";
const LIKES = "galopp.likes";
const PLAYED = "galopp.played";
const MOST_TABLES = 40; // the oldest are forgotten
const MOST_FORMER = 4;
const MOST_SHOWN = 8; // the server takes no more

/**
 * @typedef {object} Remembered what is known of one table
 * @property {string} [host] its host's key
 * @property {Record<number, string>} seats keys by seat
 * @property {string} [watcher] a key to watch with
 * @property {string} [screen] a key for a screen that the whole room sees
 * @property {boolean} [board] the board is wanted here, also where a screen in the room shows it
 * @property {string[]} [former] keys in whose place a link has brought others
 * @property {Record<number, string>} [promises] what was promised before each round's first card
 * @property {boolean} [local] it is on this device alone
 * @property {string} [group] the code of the group whose table it is, for whoever is in it
 * @property {string} game
 * @property {number} at when it was last looked at
 * @property {string[]} [push] ids of what this device asked to be told
 * @property {import("../types.js").Thinking} [live] the thinking time before it was played over days
 * @property {import("../types.js").TableStands} [stands] how it stood when it was last asked about
 */

/** @typedef {{begins: string, ends: string}} Quiet hours like "22:00" */

/**
 * @typedef {object} Telling what somebody wants to be told besides their turn, and when
 * @property {Quiet | null} quiet
 * @property {number} digest seconds between two notices, at tables played over days
 * @property {boolean} over
 * @property {boolean} rematch
 * @property {"galopp" | "ntfy" | "matrix"} format of the last webhook
 */

/**
 * @typedef {object} Likes
 * @property {string} language "" is the browser's
 * @property {string} name
 * @property {string} pig
 * @property {boolean} sound
 * @property {boolean} notices a notice of the system when it is one's turn
 * @property {boolean} subscribed whether the browser's push service knows of it
 * @property {Telling} telling
 * @property {number} pace of animations: 0 none, 1 as made, 2 twice as slow
 * @property {"auto" | "light" | "dark"} scheme
 * @property {number} text how large letters are: 1 as the browser has them
 * @property {Record<string, {at: number, read: number}>} lessons how far somebody has come in each
 * @property {Record<string, any>} table the last table that was opened: game, players, options…
 */

/** @type {Likes} */
const AT_FIRST = {
  language: "", name: "", pig: "", sound: true, notices: false, subscribed: false, pace: 1, scheme: "auto", text: 1, lessons: {}, table: {},
  telling: { quiet: null, digest: 0, over: false, rematch: false, format: "ntfy" },
};

/** @param {string} key @param {any} otherwise */
function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? otherwise;
  } catch {
    return otherwise; // damaged, or not allowed here
  }
}

/** Keep something under a name. @param {string} key @param {any} value */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    forgotten.set(key, value);
  }
}

/** What could not be stored, as in some private windows: gone when the page is closed.
 * @type {Map<string, any>} */
const forgotten = new Map();

/** What is kept under a name. @param {string} key @param {any} [otherwise] */
export const kept = (key, otherwise = {}) => forgotten.get(key) ?? read(key, otherwise);

/** @returns {Record<string, Remembered>} */
export const tables = () => kept(TABLES);

/** @param {string} code @returns {Remembered} */
export const table = (code) => tables()[code] ?? { seats: {}, game: "", at: 0 };

/**
 * Remember something about a table.
 * @param {string} code
 * @param {(remembered: Remembered) => void} change
 */
export function remember(code, change) {
  keep(code, (one) => {
    change(one);
    one.at = Date.now();
  });
}

/** Note something about a table that nobody looks at now: how it stands. @param {string} code @param {(remembered: Remembered) => void} change */
export function note(code, change) {
  if (code in tables()) keep(code, change);
}

/** @param {string} code @param {(remembered: Remembered) => void} change */
function keep(code, change) {
  const all = tables();
  const one = table(code);
  change(one);
  const newest = Object.entries({ ...all, [code]: one })
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, MOST_TABLES);
  write(TABLES, Object.fromEntries(newest));
}

/** @param {string} code */
export function forget(code) {
  const others = Object.entries(tables()).filter(([other]) => other !== code);
  write(TABLES, Object.fromEntries(others));
}

/** All keys for a table, for the greeting. @param {string} code @returns {string[]} */
export function keys(code) {
  const { host, seats, watcher, former = [] } = table(code);
  return [...Object.values(seats), host, watcher, ...former].filter(isKey).slice(0, MOST_SHOWN);
}

/** What a screen for the whole room shows: none of the seats' keys. @param {string} code */
export const screenKeys = (code) => [table(code).screen].filter(isKey);

/** @param {unknown} key @returns {key is string} */
const isKey = (key) => typeof key === "string";

/** Whether a key looks like one; the server hears nobody out who shows anything else. @param {string} key */
export const isWellFormed = (key) => /^[\w-]{22}$/.test(key);

/**
 * Keep a key that a link has brought. Anybody can write a link, so what was there is kept as well.
 * @param {Remembered} one @param {Record<string, any>} among @param {string | number} name @param {string} key
 */
export function keepKey(one, among, name, key) {
  const before = among[name];
  if (before && before !== key) one.former = [before, ...(one.former ?? [])].slice(0, MOST_FORMER);
  among[name] = key;
}

/** Forget keys that open nothing any more. @param {string} code @param {string[]} lost */
export function loseKeys(code, lost) {
  const kept = (/** @type {string | undefined} */ key) => (key && lost.includes(key) ? undefined : key);
  remember(code, (one) => {
    const seats = Object.entries(one.seats).filter(([, key]) => kept(key));
    one.seats = Object.fromEntries(seats);
    one.former = one.former?.filter(kept);
    [one.host, one.watcher, one.screen] = [one.host, one.watcher, one.screen].map(kept);
  });
}

/** @returns {Likes} */
export const likes = () => ({ ...AT_FIRST, ...kept(LIKES) });

/** @param {Partial<Likes>} changed */
export const like = (changed) => write(LIKES, { ...likes(), ...changed });

/** How many games are noted in this browser, and since when, in seconds. @returns {{count: number, since: number}} */
export const played = () => ({ count: 0, since: 0, ...(forgotten.get(PLAYED) ?? read(PLAYED, {})) });

/** @param {Partial<ReturnType<typeof played>>} changed */
export const notePlayed = (changed) => write(PLAYED, { ...played(), ...changed });

/** A new key: 128 random bits, in the 22 characters the server takes. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").slice(0, 22);
}
