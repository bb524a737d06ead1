/**
 * Carrying out what a seat decided: all of it, or nothing.
 *
 * A list of moves is one decision of a person (a retreat over three pigs), not a way to try things out: once a move
 * may tell the seat something new, the next must be decided by itself. So a list is first tried in worlds that the
 * seat cannot tell from the real one, and only what the seat can know decides whether it is refused.
 */

import { newSecret } from "./luck.js";
import { Refused } from "./refused.js";

/** @typedef {import("./game.js").LocalGame} LocalGame */
/** @typedef {import("./judge.js").Event} Event */
/** @typedef {import("./table.js").LocalTable} LocalTable */

/** What comes of it if a seat decides this; throws `Refused`. @param {LocalTable} table @param {number} seat @param {number[]} moves @returns {Promise<Event[]>} */
export async function carriedOut(table, seat, moves) {
  if (moves.some((code) => !table.module.notations[code])) throw new Refused("unknown_move", { written: moves.join() });
  if (moves.length > 1) checkWhole(table, seat, moves);
  const play = playOf(table);
  return play.tryOut(async () => {
    const codes = await decideInTurn(table, seat, moves);
    return withTheEnd(table, [{ type: "decided", seat, first: play.next - codes.length, codes }]);
  });
}

/** Several seats' decisions, one after the other. @param {LocalTable} table @param {[number, number][]} decisions @returns {Promise<Event[]>} */
export async function inTurn(table, decisions) {
  const play = playOf(table);
  return play.tryOut(async () => {
    /** @type {Event[]} */
    const events = [];
    for (const [seat, code] of decisions) {
      const first = play.next;
      await decideInTurn(table, seat, [code]);
      events.push({ type: "decided", seat, first, codes: [code] });
    }
    return events.length ? withTheEnd(table, events) : [];
  });
}

/** @param {LocalTable} table */
const playOf = ({ play }) => /** @type {LocalGame} */ (play);

/** The same events, and the end of the round if they bring it about, with the luck of the next. @param {LocalTable} table @param {Event[]} events */
const withTheEnd = (table, events) => (playOf(table).over ? [...events, { type: "ended", secret: newSecret() }] : events);

/** The moves that were made: all, or those before a window opens or the real world turns out to be another.
 * @param {LocalTable} table @param {number} seat @param {number[]} moves */
async function decideInTurn(table, seat, moves) {
  const play = playOf(table);
  /** @type {number[]} */
  const made = [];
  for (const code of moves) {
    const refused = refusal(table, seat, code);
    if (refused && !made.length) throw refused;
    if (refused) break;
    await play.decide(seat, code);
    made.push(code);
    if (table.windowAt(0)) break;
  }
  return made;
}

/** Why a seat may not decide so; null if it may. @param {LocalTable} table @param {number} seat @param {number} code */
function refusal(table, seat, code) {
  const play = playOf(table);
  if (!play.asked.includes(seat)) return new Refused("not_your_turn_now");
  const why = table.module.facts.refusals[play.whyNot(seat, code)];
  return why ? new Refused("illegal_move", { written: table.module.notations[code], game: table.module.name, ...why }) : null;
}

/** Whether a list can be carried out, as far as the seat can know; throws `Refused`. @param {LocalTable} table @param {number} seat @param {number[]} moves */
function checkWhole(table, seat, moves) {
  const { facts, notations } = table.module;
  const found = playOf(table).triedInWorlds(seat, moves);
  if (found.tells) throw new Refused("decide_one_by_one");
  const why = facts.refusals[found.refusal];
  if (why) throw new Refused("illegal_move", { written: notations[found.code], game: table.module.name, ...why });
}
