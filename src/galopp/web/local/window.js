/**
 * The window after a play that needs a call (V3), as at a server's table.
 *
 * For its length the player may still call, and every other seat may catch or let go, whether or not there is anything
 * to catch. What came of it is told to the rules when it closes.
 */

import { Refused } from "./refused.js";

/** @typedef {import("./table.js").LocalTable} LocalTable */
/** @typedef {import("./table.js").Window} Window */
/** @typedef {NonNullable<import("../types.js").Facts["challenge"]>} Challenge */
/** What comes of an answer: an event of its own, and decisions that the rules are told. @typedef {{events: {type: string, seat: number}[], decisions: [number, number][]}} Outcome */

/** The codes a seat may answer with now. @param {Window} window @param {Challenge} challenge @param {number} seat */
export function maySay({ seat: caller, called, letGo }, challenge, seat) {
  if (seat === caller) return called ? [] : [challenge.call];
  if (letGo.includes(seat)) return [];
  return called ? [challenge.let_go] : [challenge.catch, challenge.let_go];
}

/** What comes of a seat's answer; throws `Refused`. @param {LocalTable} table @param {number} seat @param {number} code @param {number} now @returns {Outcome} */
export function answered(table, seat, code, now) {
  const { window, challenge } = table;
  if (!window || !challenge || now > window.closes) throw new Refused("window_closed");
  if (seat === window.seat) return calls(window, challenge, code);
  if (code === challenge.let_go) return letsGo(table, window, seat);
  if (code !== challenge.catch) throw new Refused("not_your_turn_now");
  if (window.called) throw new Refused("nothing_to_catch");
  return { events: [], decisions: [[window.seat, challenge.silent], [seat, challenge.catch]] };
}

/** @param {Window} window @param {Challenge} challenge @param {number} code @returns {Outcome} */
function calls({ seat }, challenge, code) {
  if (code === challenge.call) return { events: [{ type: "called", seat }], decisions: [] };
  if (code === challenge.silent) return { events: [], decisions: [] }; // to say nothing is to let the window run out
  throw new Refused("others_answer_now");
}

/** @param {LocalTable} table @param {Window} window @param {number} seat @returns {Outcome} */
function letsGo(table, window, seat) {
  const gone = [...window.letGo, seat];
  const all = others(table, window).every((other) => gone.includes(other));
  return { events: [{ type: "let_go", seat }], decisions: all ? closed(table, window) : [] };
}

/** What the rules are told if nobody caught anybody. @param {LocalTable} table @param {Window} window @returns {[number, number][]} */
export function closed(table, window) {
  const challenge = /** @type {Challenge} */ (table.challenge);
  if (window.called) return [[window.seat, challenge.call]];
  return [[window.seat, challenge.silent], ...others(table, window).map((seat) => /** @type {[number, number]} */ ([seat, challenge.let_go]))];
}

/** Who may catch. @param {LocalTable} table @param {Window} window */
export const others = ({ seats }, { seat: caller }) => [...seats.keys()].filter((seat) => seat !== caller);
