/** The seats of a table as chairs around it: who sits where, who is there, what is still free. */

import { html, nothing, svg } from "lit";
import { avatar } from "../../art/avatars.js";
import { icon } from "../../art/icons.js";
import { iconPicture, picture } from "../../art/picture.js";
import { straw } from "../../art/things.js";
import { levelName } from "../../language/levels.js";
import { say } from "../../language/words.js";
import { emblem } from "../shared/emblems.js";

/** @typedef {import("../../model/table.js").Table} Table */
/** @typedef {import("../../types.js").SeatShown} SeatShown */

/** Where somebody could be. */
const NOBODY = svg`<circle class="chair-nobody" cx="0" cy="-38" r="23"></circle><path class="chair-plus" d="M0-48v20M-10-38h20"></path>`;

/** The sign of a bot; at the table it sits at the same corner of the face. */
const BOT = svg`<g transform="translate(23 -54)"><circle class="chair-bot" r="11.5"></circle><g transform="translate(-8.4 -8.8) scale(.7)">${icon("bot")}</g></g>`;

/** Somebody on a bale of straw, or the bale alone. @param {SeatShown} seat */
function sitting(seat) {
  const sits = seat.kind !== "free";
  const who = sits ? svg`<g transform="translate(0 -36) scale(.92)">${avatar(seat.pig)}</g>` : NOBODY;
  return picture(svg`<g transform="translate(0 4) scale(.9)">${straw()}</g>${who}${seat.kind === "bot" ? BOT : nothing}`, { width: 72, height: 76, top: -68, kind: "chair-picture" });
}

/** Whether this page may do something about a seat. @param {Table} table @param {number} seat */
function mayPress(table, seat) {
  return table.viewpoint.host || table.viewpoint.seats.includes(seat) || (!table.viewpoint.tv && table.news?.seats[seat].kind === "free");
}

/**
 * All chairs, and the board in the middle of the table.
 * @param {Table} table
 * @param {(seat: number) => void} press
 */
export function chairs(table, press) {
  const seats = table.news?.seats ?? [];
  return html`<div class="room">
    <div class="room-table">${emblem(table.news?.game ?? "")}</div>
    <ol class="chairs chairs-${seats.length}" aria-label=${say("lobby.seats")}>
      ${seats.map((seat, number) => html`<li class="chair chair-${number} chair-${seat.kind}">
        ${mayPress(table, number)
          ? html`<button class="chair-inside" type="button" aria-label=${seat.kind === "free" ? freeName(table, number) : nothing} @click=${() => press(number)}>${inside(table, seat, number)}</button>`
          : html`<div class="chair-inside">${inside(table, seat, number)}</div>`}
      </li>`)}
    </ol>
  </div>`;
}

/** @param {Table} table @param {SeatShown} seat @param {number} number */
function inside(table, seat, number) {
  return html`${sitting(seat)}
    <span class="chair-name">${seat.kind === "free" ? say(table.viewpoint.seats.length || table.viewpoint.tv ? "lobby.free" : "lobby.sit_here") : seat.name}</span>
    <span class="chair-notes">${notes(table, seat, number)}</span>`;
}

/** Free seats look alike; for whoever does not see them they have numbers. @param {Table} table @param {number} number */
const freeName = (table, number) =>
  say(table.viewpoint.seats.length ? "lobby.free.seat" : "lobby.sit_here.seat", { number: number + 1 });

/** What there is to know besides the name. @param {Table} table @param {SeatShown} seat @param {number} number */
function notes(table, seat, number) {
  if (seat.kind === "free") return nothing;
  if (seat.kind === "bot") return html`<b>${say("lobby.bot.note", { level: levelName(seat.level) })}</b>`;
  const here = seat.connected;
  return html`${table.news?.host_seat === number ? iconPicture("crown", say("lobby.host")) : nothing}
    ${table.viewpoint.seats.includes(number) ? html`<b>${say("lobby.you")}</b>` : nothing}
    <span class="presence ${here ? "" : "presence-away"}">${iconPicture(here ? "check" : "away")}${say(here ? "lobby.there" : "lobby.away")}</span>`;
}
