/**
 * Whether a recorded game was dealt as it was promised.
 *
 * The promise is the SHA-256 of the secret that all luck comes from. It is reckoned in the browser
 * and compared with what this browser heard when the game began, if it was there. That the cards
 * and all that was drawn came from the secret, the server finds by playing the game again; of a game that is on this
 * device alone, the rules in the page do.
 */

import { NotDone, ask } from "../net/api.js";
import * as memory from "../net/memory.js";
import { isHere } from "../net/root.js";
import { bring } from "../parts.js";

/** @typedef {import("../types.js").ReplayShown} ReplayShown */

/**
 * @typedef {object} Verified
 * @property {"kept" | "broken" | "unable" | "none"} promise unable: this browser cannot reckon it here; none: there is none
 * @property {boolean} heard whether the promise is the one that this browser heard when the game began
 * @property {"legal" | "refused" | "unreachable"} played
 * @property {string} sentence why it was refused
 */

/** @param {ReplayShown} replay @returns {Promise<Verified>} */
export async function verify(replay) {
  const heard = heardPromise(replay);
  const promise = await judged(replay, heard ?? replay.promise);
  return { promise, heard: heard !== null, ...(await playedAgain(replay.id)) };
}

/** What this browser heard when the game began, if it was at that table. @param {ReplayShown} replay */
export function heardPromise({ table }) {
  const [code, round] = (table ?? "").split("/");
  return memory.table(code).promises?.[Number(round)] ?? null;
}

/** @param {ReplayShown} replay @param {string | null} promised @returns {Promise<Verified["promise"]>} */
async function judged({ secret }, promised) {
  if (!secret || !promised) return "none";
  const reckoned = await promiseOf(secret);
  if (reckoned === null) return "unable";
  return reckoned === promised ? "kept" : "broken";
}

/** The SHA-256 of a secret, both as 64 digits; null where the page was not brought safely. @param {string} secret */
export async function promiseOf(secret) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Let the record be read as if it came from a stranger. @param {string} id @returns {Promise<Pick<Verified, "played" | "sentence">>} */
async function playedAgain(id) {
  try {
    await (isHere(id) ? readHere(id) : readByServer(id));
    return { played: "legal", sentence: "" };
  } catch (error) {
    const { key = "", sentence = "" } = error instanceof NotDone ? error : {};
    return key === "unreachable" || !sentence ? { played: "unreachable", sentence } : { played: "refused", sentence };
  }
}

/** @param {string} id */
async function readByServer(id) {
  const text = await ask("GET", `/replays/${id}/record`);
  await ask("POST", "/replays", { body: { text } });
}

/** @param {string} id */
async function readHere(id) {
  const { replaysHere } = await bring("replaysHere");
  await replaysHere.playAgain(id);
}
