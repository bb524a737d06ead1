/** How members, numbers and days of a group are written. */

import { html, nothing } from "lit";
import { avatarPicture, iconPicture } from "../../art/picture.js";
import { allOf, dated, dateStyle, number, say } from "../../language/words.js";
import { memberOf } from "../../model/group_facts.js";
import { page } from "../../net/root.js";
import { follow } from "../../routes.js";
import { lettersOf } from "../shared/labels.js";

/** @typedef {import("../../types.js").GroupNews} GroupNews */
/** @typedef {import("../../model/group.js").Group} Group */

/** The colours of groups, as the server knows them; each is told by its name as well. */
export const COLOURS = ["green", "blue", "red", "yellow", "brown", "violet", "pink", "grey"];

/** The class of a group's colour; one that nobody knows is the first. @param {string} colour */
export const colourClass = (colour) => `group-${COLOURS.includes(colour) ? colour : COLOURS[0]}`;

/** How a member is called; who left is somebody. @param {GroupNews} news @param {number | null} member */
export const nameOf = (news, member) => memberOf(news, member)?.name || say("group.somebody");

/** @param {GroupNews} news @param {number[]} members */
export const namesOf = (news, members) => allOf(members.map((member) => nameOf(news, member)));

/** A member's face and name, marked where it is the reader. @param {GroupNews} news @param {number} member */
export function memberTold(news, member) {
  const one = memberOf(news, member);
  return html`<span class="group-who">
    <span class="group-face">${avatarPicture(one?.pig ?? "")}</span>
    <b .style=${lettersOf(nameOf(news, member))}>${nameOf(news, member)}</b>${member === news.you ? html`<span class="mark group-you">${say("seat.you")}</span>` : nothing}
  </span>`;
}

/** A number with at most one decimal. @param {number} value */
export const brief = (value) => number(value, { maximumFractionDigits: 1 });

/** A number with its sign, and at most one decimal. @param {number} value */
export const signed = (value) => number(value, { maximumFractionDigits: 1, signDisplay: "exceptZero" });

/** A day, as it is told in a list. @param {number} seconds since 1970 */
export const day = (seconds) => dated(new Date(seconds * 1000), { weekday: "short", day: "numeric", month: "long", year: "numeric" });

/** An hour of the day. @param {number} seconds since 1970 */
export const hour = (seconds) => new Date(seconds * 1000).toLocaleTimeString(dateStyle(), { hour: "2-digit", minute: "2-digit" });

/** Why what was wished for was not done. @param {Group} group */
export const troubleOf = (group) => html`<p class="trouble group-trouble" role="alert">${group.trouble}</p>`;

/** A section of the page. @param {string} kind @param {unknown} title @param {unknown} inside @param {unknown} [beside] what can be done, beside the title */
export const section = (kind, title, inside, beside = nothing) => html`<section class="group-part group-${kind}" aria-labelledby="group-${kind}">
  <header><h2 id="group-${kind}">${title}</h2>${beside}</header>
  ${inside}
</section>`;

/** A way to show something to others, beside its title. @param {() => void} press @param {string} [told] which of several it is */
export const shareTool = (press, told = say("group.picture")) => html`<button class="tool" type="button" aria-label=${told} title=${told} @click=${press}>${iconPicture("share")}</button>`;

/** The way to look on at a table, which says at which one to whoever hears nothing else of it.
 * @param {string} table @param {(deed: string) => string} named @param {string} [kind] */
export function watching(table, named, kind = "") {
  const told = say("group.table.watch");
  return html`<a class=${kind} href=${page(`/t/${table}`)} aria-label=${named(told)} @click=${follow}>${told}</a>`;
}

/** @param {string} icon @param {string} told @param {() => void} press @param {string} [kind] */
export const button = (icon, told, press, kind = "") => html`<button type="button" class=${kind} @click=${press}>${iconPicture(icon)}<span>${told}</span></button>`;
