/**
 * Being told of a table that nobody looks at: by the browser's push service, or by a webhook.
 *
 * Push belongs to this device: once it is wanted, every table at which somebody sits here asks the
 * server for it. A webhook belongs to a seat at one table.
 */

import { installed } from "../net/installed.js";
import { ask } from "../net/api.js";
import * as memory from "../net/memory.js";
import { language } from "../language/words.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("../types.js").NoticesShown} NoticesShown */
/** @typedef {import("../types.js").WayShown} WayShown */
/** @typedef {"" | "insecure" | "home_screen" | "unsupported" | "denied" | "not_sent"} WhyNot */

const READY_WITHIN = 20_000; // milliseconds

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

/** What the server can send, and what was asked for with our keys. @param {Table} table @returns {Promise<NoticesShown>} */
export const look = (table) => ask("GET", `/tables/${table.code}/notices`, { keys: table.connection.keys() });

/** Want to be told on this device; resolves with whether the browser allows it. @param {Table} table */
export async function turnOn(table) {
  const allowed = "Notification" in window && (await Notification.requestPermission()) === "granted";
  memory.like({ notices: allowed });
  if (allowed) await follow(table);
  return allowed;
}

/** Want nothing any more on this device, from whatever table. */
export async function turnOff() {
  memory.like({ notices: false, subscribed: false });
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe().catch(() => {});
  for (const [code, { push }] of Object.entries(memory.tables())) {
    for (const id of push ?? []) await forget(code, id).catch(() => {}); // or the push service says so
    if (push) memory.remember(code, (one) => delete one.push);
  }
}

/** Ask a table to tell this device, if that is wanted here. @param {Table} table */
export async function follow(table) {
  if (!memory.likes().notices || !table.viewpoint.seats.length || table.viewpoint.tv || whyNoPush(null)) return;
  const shown = await look(table);
  const way = shown.push_key ? await subscribed(shown.push_key) : null;
  if (!way) return;
  /** @type {string[]} */
  const push = [];
  for (const seat of table.viewpoint.seats) push.push((await wish(table, { way, seat })).id);
  memory.remember(table.code, (one) => (one.push = push));
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

/** Ask for a way to be told. @param {Table} table @param {Record<string, any>} wish @returns {Promise<WayShown>} */
export const wish = (table, wish) =>
  ask("POST", `/tables/${table.code}/notices`, { keys: table.connection.keys(), body: { ...wanted(), ...wish } });

/** @param {string} code @param {string} id */
export const forget = (code, id) => ask("DELETE", `/tables/${code}/notices/${id}`, { keys: memory.keys(code) });

/** Let a changed wish hold for all that was asked for. @param {Table} table @param {WayShown[]} ways */
export async function repeat(table, ways) {
  for (const { kind, url, format, everybody } of ways) {
    if (kind === "webhook") await wish(table, { way: { kind, url, format }, everybody });
  }
  await follow(table);
}

/** Send something now. @param {Table} table @returns {Promise<{id: string, delivered: boolean, sentence: string}[]>} */
export const tryOut = (table) => ask("POST", `/tables/${table.code}/notices/try`, { keys: table.connection.keys(), body: {} });
