/** Where this server's pages are: a server may live under a sub-path. */

const written = document.querySelector('meta[name="galopp-root"]');

/** The sub-path without a slash at its end: "" or "/games". */
export const root = written?.getAttribute("content") ?? "";

/** Where the files of this page are, by the address of this very file. */
export const web = new URL("..", import.meta.url).href;

/** What names the files of this page: a hash of them all. */
export const edition = web.split("/").at(-2) ?? "";

/** The server this page came with, and the way of talking to it that the page was made for. */
export const version = document.querySelector('meta[name="galopp-version"]')?.getAttribute("content") ?? "";
export const PROTOCOL = 1;

/** @param {string} path of a page, beginning with a slash */
export const page = (path) => root + path;

/** @param {string} code */
export const socketAddress = (code) =>
  `${location.origin.replace(/^http/, "ws")}${root}/api/tables/${code}/socket`;
