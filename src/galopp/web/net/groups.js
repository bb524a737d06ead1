/**
 * What this browser remembers of groups: the key of one member in each, and how the group looks.
 *
 * As with tables, a key leaves the browser only for the server, and in the QR code that brings it to another device.
 */

import { isWellFormed, kept, write } from "./memory.js";

const GROUPS = "galopp.groups";
const MOST = 40; // the oldest are forgotten
const MOST_FORMER = 4;

/**
 * @typedef {object} Membership
 * @property {string} key "" where it opens nothing any more
 * @property {string} [screen] a member's key for a screen that the whole room sees
 * @property {string[]} [former] keys in whose place a link has brought others
 * @property {boolean} [offered] whether a passkey was offered
 * @property {string} name of the group
 * @property {string} pig
 * @property {string} colour
 * @property {number} at when it was last looked at
 */

/** @returns {Record<string, Membership>} */
export const groups = () => kept(GROUPS);

/** @param {string} code @returns {Membership} */
export const membership = (code) => groups()[code] ?? { key: "", name: "", pig: "", colour: "", at: 0 };

/** The groups somebody here is a member of, the one looked at last first. @returns {[string, Membership][]} */
export const ownGroups = () =>
  Object.entries(groups()).filter(([, { key }]) => key).sort(([, one], [, other]) => other.at - one.at);

/** @param {string} code @param {Partial<Membership>} changed */
export function rememberGroup(code, changed) {
  const all = { ...groups(), [code]: { ...membership(code), ...changed, at: Date.now() } };
  const newest = Object.entries(all).sort(([, one], [, other]) => other.at - one.at).slice(0, MOST);
  write(GROUPS, Object.fromEntries(newest));
}

/** @param {string} code */
export const forgetGroup = (code) => write(GROUPS, Object.fromEntries(Object.entries(groups()).filter(([other]) => other !== code)));

/**
 * Keep what a link has brought behind its "#": a member's key, or one for a screen. Anybody can write a link, so what
 * was there before is kept as well.
 * @param {string} code @param {string} hash
 */
export function takeKeys(code, hash) {
  const brought = new URLSearchParams(hash.slice(1));
  for (const name of /** @type {const} */ (["key", "screen"])) {
    const key = brought.get(name === "key" ? "member" : name) ?? "";
    if (isWellFormed(key)) rememberGroup(code, { [name]: key, former: formerly(code, key) });
  }
}

/** @param {string} code @param {string} brought */
function formerly(code, brought) {
  const { key, former = [] } = membership(code);
  return key && key !== brought ? [key, ...former].slice(0, MOST_FORMER) : former;
}

/** The key opens nothing any more: the one before it may. @param {string} code @param {string} lost */
export function loseKey(code, lost) {
  const { key, screen, former = [] } = membership(code);
  const [before = "", ...rest] = former.filter((one) => one !== lost);
  if (key === lost) rememberGroup(code, { key: before, former: rest });
  if (screen === lost) rememberGroup(code, { screen: "" });
}
