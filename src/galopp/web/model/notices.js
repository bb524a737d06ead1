/**
 * Being told of a table or a group that nobody looks at: by the browser's push service, or by a webhook.
 *
 * Push belongs to this device: once it is wanted, every table at which somebody sits here, and every group they are in,
 * asks the server for it. A webhook belongs to a seat at one table, or to a member of one group.
 */

import { installed } from "../net/installed.js";
import { ask } from "../net/api.js";
import { groups, membership, noteGroup } from "../net/groups.js";
import * as memory from "../net/memory.js";
import { language, say } from "../language/words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types.js").NoticesShown} NoticesShown */
/** @typedef {import("../types.js").WayShown} WayShown */
/** @typedef {import("./group.js").Group} Group */
/** @typedef {"" | "insecure" | "home_screen" | "unsupported" | "denied" | "not_sent"} WhyNot */

/**
 * What somebody can be told of.
 * @typedef {object} Subject
 * @property {string} title
 * @property {string} path of the server's requests
 * @property {() => string[]} keys
 * @property {{seat?: number}[]} wishes one for each seat of ours, or one for the member
 * @property {boolean} host whether one may be told of everybody's seats
 * @property {() => string[] | undefined} push ids of what this device asked for
 * @property {(push: string[]) => void} notePush
 * @property {() => void} changed
 */

const READY_WITHIN = 20_000; // milliseconds

/** @param {string} code */
const pathOfTable = (code) => `/tables/${code}/notices`;

/** @param {string} code */
const pathOfGroup = (code) => `/groups/${code}/notices`;

/** @param {Table} table @returns {Subject} */
export const ofTable = (table) => ({
  title: table.teller?.say("title") ?? say("title"),
  path: pathOfTable(table.code),
  keys: () => table.connection.keys(),
  wishes: table.viewpoint.tv ? [] : table.viewpoint.seats.map((seat) => ({ seat })),
  host: table.viewpoint.host,
  push: () => memory.table(table.code).push,
  notePush: (push) => memory.remember(table.code, (one) => (one.push = push)),
  changed: () => table.changed(),
});

/** @param {Group} group @returns {Subject} */
export const ofGroup = (group) => ({
  title: say("title"),
  path: pathOfGroup(group.code),
  keys: () => [group.key],
  wishes: group.screen ? [] : [{}],
  host: false,
  push: () => membership(group.code).push,
  notePush: (push) => noteGroup(group.code, { push }),
  changed: () => group.changed(),
});

/** What is wanted besides a turn, and when: the same for all ways of this person. */
export const wanted = () => {
  const { quiet, digest, over, rematch } = memory.likes().telling;
  return { language: language(), zone: zone(), quiet, digest, over, rematch };
};

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** Why this browser cannot be told anything while the page is closed; "" if it can.
 * @param {NoticesShown | null} shown what the server offers, if that is known @returns {WhyNot} */
export function whyNoPush(shown) {
  if (!isSecureContext) return "insecure";
  if (!("PushManager" in window) || !("serviceWorker" in navigator)) return isApple() ? "home_screen" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  return shown && !shown.push_key ? "not_sent" : "";
}

/** Whether this is a phone or tablet that allows notices only to pages on its home screen. */
const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) || (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** What the server can send, and what was asked for with our keys. @param {Subject} subject @returns {Promise<NoticesShown>} */
export const look = ({ path, keys }) => ask("GET", path, { keys: keys() });

/** Want to be told on this device; resolves with whether the browser allows it. @param {Subject} subject */
export async function turnOn(subject) {
  const allowed = "Notification" in window && (await Notification.requestPermission()) === "granted";
  memory.like({ notices: allowed });
  if (allowed) await follow(subject);
  return allowed;
}

/** Want nothing any more on this device, from whatever table or group. */
export async function turnOff() {
  memory.like({ notices: false, subscribed: false });
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe().catch(() => {});
  for (const [code, { push }] of Object.entries(memory.tables())) {
    await forgetAll(pathOfTable(code), memory.keys(code), push);
    if (push) memory.remember(code, (one) => delete one.push);
  }
  for (const [code, { push, key }] of Object.entries(groups())) {
    await forgetAll(pathOfGroup(code), [key], push);
    if (push) noteGroup(code, { push: undefined });
  }
}

/** Nobody is told by these any more; where the server is away, the push service says so. @param {string} path @param {string[]} keys @param {string[]} [ways] their ids */
async function forgetAll(path, keys, ways = []) {
  for (const id of ways) await ask("DELETE", `${path}/${id}`, { keys }).catch(() => {});
}

/** Ask for this device to be told, if that is wanted here. @param {Subject} subject */
export async function follow(subject) {
  if (!memory.likes().notices || !subject.wishes.length || whyNoPush(null)) return;
  const shown = await look(subject);
  const way = shown.push_key ? await subscribed(shown.push_key) : null;
  if (!way) return;
  /** @type {string[]} */
  const push = [];
  for (const wanting of subject.wishes) push.push((await wish(subject, { way, ...wanting })).id);
  subject.notePush(push);
}

/** How this browser can be reached; null if it cannot. @param {string} key the server's */
async function subscribed(key) {
  const registration = (await installed()) && (await Promise.race([navigator.serviceWorker.ready, soon()]));
  if (!registration) return null;
  const { pushManager } = registration;
  const before = await pushManager.getSubscription();
  if (!before && memory.likes().subscribed) return ended();
  const subscription = before && isFor(before, key) ? before : await subscribe(pushManager, before, key);
  const { endpoint = "", keys = {} } = subscription?.toJSON() ?? {};
  if (!endpoint) return null;
  memory.like({ subscribed: true });
  return { kind: "push", endpoint, p256dh: keys.p256dh, auth: keys.auth };
}

/** A worker that cannot be set up is not waited for. @returns {Promise<null>} */
const soon = () => new Promise((settle) => setTimeout(() => settle(null), READY_WITHIN));

/** Somebody has pressed "no more" on a notice: that is meant for good. */
function ended() {
  memory.like({ notices: false, subscribed: false });
  return null;
}

/** Whether a subscription was made for the key that the server has now. @param {PushSubscription} subscription @param {string} key */
function isFor({ options }, key) {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "") === key;
}

/** @param {PushManager} manager @param {PushSubscription | null} before @param {string} key */
async function subscribe(manager, before, key) {
  await before?.unsubscribe();
  try {
    return await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch {
    return null; // the browser's own service is not to be reached
  }
}

/** Ask for a way to be told. @param {Subject} subject @param {Record<string, any>} wish @returns {Promise<WayShown>} */
export const wish = ({ path, keys }, wish) => ask("POST", path, { keys: keys(), body: { ...wanted(), ...wish } });

/** @param {Subject} subject @param {string} id */
export const forget = ({ path, keys }, id) => ask("DELETE", `${path}/${id}`, { keys: keys() });

/** Let a changed wish hold for all that was asked for. @param {Subject} subject @param {WayShown[]} ways */
export async function repeat(subject, ways) {
  for (const { kind, url, format, everybody } of ways) {
    if (kind === "webhook") await wish(subject, { way: { kind, url, format }, ...(everybody ? { everybody } : {}) });
  }
  await follow(subject);
}

/** Send something now. @param {Subject} subject @returns {Promise<{id: string, delivered: boolean, sentence: string}[]>} */
export const tryOut = ({ path, keys }) => ask("POST", `${path}/try`, { keys: keys(), body: {} });
