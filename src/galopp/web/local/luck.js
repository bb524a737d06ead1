/**
 * The luck of a game on this device, promised and shown as a server's table does it.
 *
 * 256 secret bits are drawn before the first card, and their SHA-256 is the promise. The chance of each decision is
 * made from the secret, the table and the decision's number; so with the secret, shown at the end, anybody can deal
 * the game again: `galopp verify` does. Browsers reckon this only for pages that were brought safely (`isPossible`).
 */

const SECRET_BYTES = 32;
const HMAC = { name: "HMAC", hash: "SHA-256" };

/** Number of the deal; decisions count from 1, and a number is never used twice. */
export const DEAL = 0;

/** Whether this page can promise luck. */
export const isPossible = () => !!globalThis.crypto?.subtle;

/** 256 bits from the system's luck, as 64 digits. */
export const newSecret = () => written(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));

export class Luck {
  /** @param {string} table and its game, as "HERE-KQHTZM/1" @param {string} secret 64 digits @param {string} promise @param {CryptoKey} key */
  constructor(table, secret, promise, key) {
    this.table = table;
    this.secret = secret;
    this.promise = promise;
    this.key = key;
  }

  /** New luck, from the system's. @param {string} table */
  static draw(table) {
    return Luck.of(table, newSecret());
  }

  /** The luck of a game that was kept. @param {string} table @param {string} secret */
  static async of(table, secret) {
    const bytes = read(secret);
    const key = await crypto.subtle.importKey("raw", bytes, HMAC, false, ["sign"]);
    return new Luck(table, secret, await sha256(bytes), key);
  }

  /** Where the stream of chance begins that belongs to one number, and to it alone. @param {number} number @returns {Promise<bigint | null>} */
  async at(number) {
    const name = new TextEncoder().encode(`${this.table}/${number}`);
    const digest = await crypto.subtle.sign("HMAC", this.key, name);
    return new DataView(digest).getBigUint64(0);
  }
}

/** The luck of a game that was not played at a table: one stream from the deal to the end. */
export class Seed {
  /** @param {string} seed its digits */
  constructor(seed) {
    this.seed = seed;
  }

  /** Where that stream begins; null where it only goes on. @param {number} number @returns {Promise<bigint | null>} */
  async at(number) {
    return number === DEAL ? BigInt.asUintN(64, BigInt(this.seed)) : null;
  }
}

/** As 64 digits. @param {BufferSource} bytes */
export async function sha256(bytes) {
  return written(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** @param {Uint8Array} bytes */
const written = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} digits */
const read = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
