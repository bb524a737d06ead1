/** The addresses of this page: `/`, `/t/CODE`, `/tv/CODE`. */

import { root } from "./net/root.js";

/** @typedef {{page: "home"} | {page: "table" | "tv", code: string}} Route */

/** @type {Set<() => void>} */
const watchers = new Set();

/** Where the reader is now. @returns {Route} */
export function route() {
  const path = decodeURI(location.pathname).slice(root.length);
  const found = path.match(/^\/(t|tv)\/([A-Za-z0-9]{3,12})\/?$/);
  if (!found) return { page: "home" };
  return { page: found[1] === "t" ? "table" : "tv", code: found[2].toUpperCase() };
}

/** Go to another page of this server without loading anything anew. @param {string} path "/t/KQHTZM" */
export function go(path) {
  history.pushState(null, "", root + path);
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
  go(new URL(link.href).pathname.slice(root.length));
}
