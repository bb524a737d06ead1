/** How the people in a room come to the table they see: a QR code, and a code to type. */

import { html, nothing } from "lit";
import { page } from "../../net/root.js";
import { say } from "../../language/words.js";

/** @typedef {import("../../model/table.js").Table} Table */

const THIS_DEVICE = /^(localhost|127\.|\[::1\])/;

/** An address without what nobody types. @param {string} path */
export const typed = (path) => `${location.host}${page(path)}`.replace(/\/$/, "");

/** Whether the addresses of this page lead nowhere on other devices. */
export const onlyHere = () => THIS_DEVICE.test(location.hostname);

/** @param {string} code */
export const qr = (code) => html`<img class="tv-qr" src=${page(`/api/tables/${code}/qr.svg`)} alt=${say("share.qr", { code })}>`;

/** A code letter by letter, for ears as well. @param {string} code */
export const spelled = (code) => html`<strong class="tv-code"><span aria-hidden="true">${code}</span><span class="unseen">${[...code].join(" ")}</span></strong>`;

/** Large, while people sit down. @param {Table} table */
export const joining = ({ code }) => html`<section class="tv-joining" aria-label=${say("tv.join")}>
  <h2>${say("tv.join")}</h2>
  ${qr(code)}
  <p>${say("tv.join.how", { address: typed("/") })}</p>
  ${spelled(code)}
  ${onlyHere() ? html`<p class="tv-note">${say("share.only_here")}</p>` : nothing}
</section>`;

/** Small, while a game is played, for whoever wants to look on. @param {Table} table */
export const lookingOn = ({ code }) => html`<aside class="tv-looking-on" aria-label=${say("tv.look_on")}>
  ${qr(code)}
  <p><span>${say("tv.look_on")}</span>${spelled(code)}</p>
</aside>`;
