/** A row of a day's list, as it stands on the first page and below a result. */

import { html, nothing } from "lit";
import { follow } from "../../routes.js";
import { avatarPicture, iconPicture } from "../../art/picture.js";
import { page } from "../../net/root.js";
import { number, say } from "../../language/words.js";

/** @typedef {import("../../types.js").DayResult} DayResult */

/**
 * @param {DayResult} result
 * @param {number} place
 * @param {{own: boolean, watch: boolean, counts: boolean}} how whether it is one's own, whether it may be watched (that
 *   tells the cards), and whether points count
 */
export function dayRow({ name, pig, won, points, replay }, place, { own, watch, counts }) {
  const told = say("day.watch", { name });
  return html`<tr class="${won ? "won" : ""} ${own ? "day-own" : ""}" aria-current=${own ? "true" : nothing}>
    <td class="place">${number(place)}</td>
    <th scope="row"><span class="who"><span class="face">${avatarPicture(pig)}</span><span><b>${name}</b>${own ? html` <span class="day-you">${say("lobby.you")}</span>` : nothing}
      ${won ? html`<small>${iconPicture("trophy")}${say("day.has_won")}</small>` : nothing}</span></span></th>
    <td class="points">${counts ? say("result.points_of", { count: points }) : nothing}</td>
    <td>${watch ? html`<a class="tool" href=${page(`/replay/${replay}`)} @click=${follow} aria-label=${told} title=${told}>${iconPicture("replay")}</a>` : nothing}</td>
  </tr>`;
}
