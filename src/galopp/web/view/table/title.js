/** Tells whoever looks elsewhere that it is their turn: tab title, a small sound, a notice. */

import * as memory from "../../net/memory.js";
import { play } from "../../stage/sound.js";
import { say } from "../../language/words.js";

/** @typedef {import("../../model/table.js").Table} Table */

/** Watch a table's turns; returns how to stop. @param {Table} table */
export function watchTurn(table) {
  const before = document.title;
  let announced = "";
  const look = () => {
    const asked = whoIsAsked(table);
    document.title = titleOf(table, asked !== null);
    const turn = asked === null ? "" : String(asked);
    if (turn && turn !== announced) announce(table);
    announced = turn;
  };
  const stop = table.watch(look);
  const seen = () => document.hidden || putNoticesAway(table.code);
  document.addEventListener("visibilitychange", seen);
  look();
  seen();
  return () => {
    stop();
    document.removeEventListener("visibilitychange", seen);
    document.title = before;
  };
}

/** Which of our seats is asked, once all that led there was shown. @param {Table} table */
function whoIsAsked(table) {
  if (table.nextRound.waits) return table.viewpoint.seats[0] ?? null;
  if (!table.stage?.idle && !document.hidden) return null;
  return table.viewpoint.seats.find((seat) => table.isAsked(seat)) ?? null;
}

/** @param {Table} table @param {boolean} asked */
function titleOf(table, asked) {
  if (!table.news || !table.game) return say("title");
  const game = table.teller.say("title");
  return asked ? say("notice.title_turn", { game }) : say("notice.title", { game });
}

/** @param {Table} table */
function announce(table) {
  play("turn");
  const allowed = memory.likes().notices && "Notification" in window && Notification.permission === "granted";
  if (!allowed || !document.hidden || memory.table(table.code).push?.length) return; // or the server does
  try {
    const notice = new Notification(table.teller.say("title"), { body: say("notice.turn"), tag: `galopp-${table.code}` });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Some phones allow notices to installed pages only; title and sound must do there.
  }
}

/** Whoever looks needs no notice any more. @param {string} code */
async function putNoticesAway(code) {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notice of (await registration?.getNotifications({ tag: `galopp-${code}` })) ?? []) notice.close();
}
