/** Where this server's pages are: a server may live under a sub-path. */

const written = document.querySelector('meta[name="galopp-root"]');

/** The sub-path without a slash at its end: "" or "/games". */
export const root = written?.getAttribute("content") ?? "";

/** Whether a server of ours stands behind this page; else there are its files and nothing else. */
export const served = document.querySelector('meta[name="galopp-server"]')?.getAttribute("content") !== "none";

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

/** Whether the games themselves came along with this page, as WebAssembly. */
const games = document.querySelector('meta[name="galopp-here"]')?.getAttribute("content") === "yes";

/** Whether this page can play without a server: luck can be promised, and there is somewhere to keep a table. */
export const playsHere = () => games && !!globalThis.crypto?.subtle && "WebAssembly" in globalThis && "Worker" in globalThis && "indexedDB" in globalThis;

/** Whether the host lets devices work out hints and reviews, and this one can. */
export const thinksHere = () => document.querySelector('meta[name="galopp-devices"]')?.getAttribute("content") === "think" && playsHere();

/** Whether a code is that of a table on this device alone. @param {string} code */
export const isHere = (code) => code.startsWith("HERE-");

/** Where a table is. @param {string} code */
export const tablePath = (code) => (isHere(code) ? `/here?table=${code}` : `/t/${code}`);
