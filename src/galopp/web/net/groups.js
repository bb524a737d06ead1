/**
 * What this browser remembers of groups: the key of one member in each, and how the group looks.
 *
 * A key leaves the browser only for the server: another device gets one of its own, by a link that lets it in once.
 */

import { isWellFormed, kept, write } from "./memory.js";

const GROUPS = "galopp.groups";
const MOST = 40; // the oldest are forgotten
const MOST_FORMER = 4;

/**
 * @typedef {object} Membership
 * @property {string} key "" where it opens nothing any more
 * @property {string} [screen] a key for screens that the whole room sees, which only look
 * @property {string[]} [former] keys in whose place links have brought others
 * @property {boolean} [offered] whether a passkey was offered
 * @property {string[]} [push] ids of what this device asked to be told
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

/** Note something that nobody looks at. @param {string} code @param {Partial<Membership>} changed */
export function noteGroup(code, changed) {
  if (code in groups()) write(GROUPS, { ...groups(), [code]: { ...membership(code), ...changed } });
}

/** @param {string} code @param {Partial<Membership>} changed */
export function rememberGroup(code, changed) {
  const all = { ...groups(), [code]: { ...membership(code), ...changed, at: Date.now() } };
  const newest = Object.entries(all).sort(([, one], [, other]) => other.at - one.at).slice(0, MOST);
  write(GROUPS, Object.fromEntries(newest));
}

/** @param {string} code */
export const forgetGroup = (code) => write(GROUPS, Object.fromEntries(Object.entries(groups()).filter(([other]) => other !== code)));

/**
 * What a link has brought behind its "#": an invitation, a key for a screen, or one that lets this device in, once.
 * @param {string} hash
 */
export function broughtBy(hash) {
  const brought = new URLSearchParams(hash.slice(1));
  const [screen, device] = ["screen", "device"].map((name) => brought.get(name) ?? "").map((key) => (isWellFormed(key) ? key : ""));
  return { invitation: brought.get("invitation") ?? "", screen, device };
}

/** What stands behind the "#" of a link that lets people join. @param {string} invitation */
export const invitationBehind = (invitation) => (invitation ? `invitation=${invitation}` : "");

/**
 * Be a member with this key from now on. Anybody can write a link, so whoever one was before is kept as well.
 * @param {string} code @param {string} given @param {Partial<Membership>} look
 */
export function takeKey(code, given, look) {
  const { key, former = [] } = membership(code);
  rememberGroup(code, { ...look, key: given, former: key && key !== given ? [key, ...former].slice(0, MOST_FORMER) : former });
}

/** The key opens nothing any more: the one before it may. @param {string} code @param {string} lost */
export function loseKey(code, lost) {
  const { key, screen, former = [] } = membership(code);
  const [before = "", ...rest] = former.filter((one) => one !== lost);
  if (key === lost) rememberGroup(code, { key: before, former: rest });
  if (screen === lost) rememberGroup(code, { screen: "" });
}
