/**
 * The addresses of this page: `/`; `/t/CODE`; `/tv/CODE`, and `/tv`, which asks for a code; `/g/CODE`, a group, and
 * `/g`, where one is opened; `/tv/CODE` with a group's code, which has eight letters; `/learn/GAME` and `/rules/GAME`;
 * `/mine`, the games of this browser; `/replay/ID`, `/replay/ID/20`, `/replay/ID?seat=1&review` and `/same/ID` for games that are over. What
 * is on this device alone is named behind a question mark, where no server looks: `/here?table=CODE`,
 * `/here?replay=ID&at=20`; a game that is in the link itself stands behind the "#" of `/replay`.
 */

import { root } from "./net/root.js";

/** @typedef {import("./model/playback.js").Look} Look */
/** @typedef {{page: "table" | "tv" | "here", code: string}} ToTable */
/** @typedef {{page: "replay", id: string, at: number, look: Look, review: boolean}} ToReplay after so many decisions */
/** @typedef {{page: "group" | "groupTv", code: string}} ToGroup */
/** @typedef {{page: "home" | "brought" | "mine"} | ToTable | ToGroup | {page: "learn" | "rules", game: string} | ToReplay | {page: "same", id: string}} Route */

/** @type {Set<() => void>} */
const watchers = new Set();

/** Where the reader is now. @returns {Route} */
export function route() {
  const path = readable(location.pathname).slice(root.length);
  const read = path.match(/^\/(learn|rules)\/(\w+)\/?$/);
  if (read) return { page: read[1] === "learn" ? "learn" : "rules", game: read[2] };
  if (/^\/here\/?$/.test(path)) return here(new URLSearchParams(location.search));
  if (/^\/mine\/?$/.test(path)) return { page: "mine" };
  if (/^\/replay\/?$/.test(path)) return { page: "brought" };
  const again = path.match(/^\/(replay|same)\/([A-Za-z0-9-]{3,40})(?:\/([^/]*))?\/?$/);
  if (again) return again[1] === "same" ? { page: "same", id: again[2] } : toReplay(again[2], again[3]);
  const found = path.match(/^\/(t|tv|g)(?:\/([A-Za-z0-9]{3,12}))?\/?$/);
  return found ? toCode(found[1], (found[2] ?? "").toUpperCase()) : { page: "home" };
}

/** What a code names: a table has six letters, a group eight. @param {string} kind @param {string} code @returns {Route} */
function toCode(kind, code) {
  if (kind === "g") return { page: "group", code };
  if (kind === "tv") return { page: code.length === 8 ? "groupTv" : "tv", code };
  return code ? { page: "table", code } : { page: "home" };
}

/** What is on this device alone. @param {URLSearchParams} asked @returns {Route} */
function here(asked) {
  const [code, replay] = [asked.get("table") ?? "", asked.get("replay") ?? ""];
  if (/^HERE-[A-Z]{6}$/.test(code)) return { page: "here", code };
  return /^[A-Za-z0-9-]{3,80}$/.test(replay) ? toReplay(replay, asked.get("at") ?? "") : { page: "home" };
}

/** An address as it is written; one that was mutilated on its way leads nowhere in particular. @param {string} path */
function readable(path) {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** A game at a move; where that is no number, at its beginning. Nothing of it is hidden unless the address names eyes. @param {string} id @param {string} [at] @returns {ToReplay} */
function toReplay(id, at) {
  const asked = new URLSearchParams(location.search);
  const seat = asked.get("seat") ?? "";
  const look = /^[0-4]$/.test(seat) ? Number(seat) : seat === "nobody" ? null : "all";
  return { page: "replay", id, at: Number(at) || 0, look, review: asked.has("review") };
}

/** Go to another page of this server without loading anything anew. @param {string} path "/t/KQHTZM"
 * @param {{instead?: boolean}} [how] instead of this one, so that nobody comes back to it */
export function go(path, { instead = false } = {}) {
  if (instead) history.replaceState(null, "", root + path);
  else history.pushState(null, "", root + path);
  scrollTo(0, 0);
  for (const watcher of watchers) watcher();
}

/** Be told when the reader goes elsewhere. @param {() => void} watcher */
export function watchRoute(watcher) {
  watchers.add(watcher);
  addEventListener("popstate", watcher);
  return () => {
    watchers.delete(watcher);
    removeEventListener("popstate", watcher);
  };
}

/** For links: goes there without a new page, unless the reader wants a new tab. @param {MouseEvent} event */
export function follow(event) {
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const { pathname, search } = new URL(link.href);
  go(pathname.slice(root.length) + search);
}
