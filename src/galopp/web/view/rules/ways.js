/** The ways to the rules: a drawer over whatever is shown, and a page of their own. */

import { page } from "../../net/root.js";
import { bring } from "../../parts.js";

/** The address of a game's rules, or of a place in them. @param {string} game @param {string} [ruling] */
export const rulesPage = (game, ruling = "") => page(`/rules/${game}${ruling ? `#${ruling}` : ""}`);

/**
 * Open the rules, or turn to another place in them.
 * @param {string} game
 * @param {string[]} [rulings] where; the first one is shown, all are marked
 * @param {string} [about] the sentence that they explain
 */
export async function openRules(game, rulings = [], about = "") {
  await bring("rulesDrawer");
  const drawer = document.querySelector("galopp-rules-drawer") ?? document.createElement("galopp-rules-drawer");
  Object.assign(drawer, { game, rulings: [...rulings], about });
  if (!drawer.isConnected) document.body.append(drawer);
}

/** For links to the page of the rules: opens the drawer, unless the reader wants a new tab.
 * @param {MouseEvent} event @param {string} game @param {string[]} [rulings] @param {string} [about] */
export function followToRules(event, game, rulings = [], about = "") {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  openRules(game, rulings, about);
}
