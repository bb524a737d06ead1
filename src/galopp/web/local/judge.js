/**
 * The judge of a table on this device: a message comes in, and what is to be logged because of it goes out.
 *
 * Nothing changes here. Either the message is refused, with a reason, or a list of events comes back, which are taken
 * whole. Everybody at this table sits at this device, so nobody is asked for keys.
 */

import { carriedOut, inTurn } from "./deciding.js";
import { newSecret } from "./luck.js";
import { Refused } from "./refused.js";
import { STAND_IN } from "./table.js";
import { answered, closed } from "./window.js";

/** @typedef {import("./table.js").LocalTable} LocalTable */
/** @typedef {import("./table.js").Trace} Trace */
/** @typedef {import("../types.js").Said} Said */
/** What is to be logged; its number and time are the host's. @typedef {{type: string, [field: string]: any}} Event */

export const PIGS = ["spotted", "striped", "muddy", "curly", "shaggy", "sooty", "rosy", "golden"];
const BOT_NAMES = ["Trudi", "Ringo", "Paula", "Bruno", "Olga"];
const LONGEST_NAME = 24;

/** What comes of a message; throws `Refused`. @param {LocalTable} table @param {Said} said @param {number} now @param {boolean} bot @returns {Promise<Event[]>} */
export async function judge(table, said, now, bot) {
  const judged = JUDGED[said.type];
  if (!judged) throw new Refused("too_late");
  return judged(table, said, now, bot);
}

/** What has come about by time alone: the window of a call closes. @param {LocalTable} table @param {number} now @returns {Promise<Event[]>} */
export async function byTime(table, now) {
  const { window } = table;
  return window && now >= window.closes ? inTurn(table, closed(table, window)) : [];
}

/** A new table. @param {{game: string, players: number, options: Record<string, any>, settings: Record<string, any>, begin?: Record<string, any>, secret?: string}} wish @returns {Event} */
export const openedAs = ({ game, players, options, settings, begin, secret = newSecret() }) =>
  ({ type: "opened", game, players, options, settings, begin: begin ?? null, secret });

/** @type {Record<string, (table: LocalTable, said: Said, now: number, bot: boolean) => Event[] | Promise<Event[]>>} */
const JUDGED = {
  // --- Playing

  async decide(table, { seat, decision, moves }, now, bot) {
    if (table.phase !== "playing") throw new Refused("no_game_now");
    if (!!table.seats[seat]?.level !== bot) throw new Refused(bot ? "seat_is_yours" : "bot_plays_for_you");
    const since = table.askedFrom.get(seat);
    if (since === undefined) throw new Refused(decision < table.number ? "too_late" : "not_your_turn_now");
    if (decision < since || decision > table.number) throw new Refused("too_late");
    if (!table.window) return carriedOut(table, seat, moves);
    if (moves.length > 1) throw new Refused("decide_one_by_one");
    const { events, decisions } = answered(table, seat, moves[0], now);
    return [...events, ...(await inTurn(table, decisions))];
  },

  async undo(table, { seat }) {
    const trace = lastOf(table, seat);
    if (table.window) throw new Refused("no_undo_in_window");
    if (table.undo) throw new Refused("undo_is_asked");
    const undone = { type: "undone", seat, to: trace.first };
    if (await isMisclick(table, trace)) return [undone];
    const asked = { type: "undo_asked", seat };
    return table.people.some((other) => other !== seat) ? [asked] : [asked, undone];
  },

  answer_undo(table, { seat, agree }) {
    if (!table.undo || seat === table.undo.seat) throw new Refused("no_undo_asked");
    const answer = { type: "undo_answered", seat, agrees: agree };
    const agreed = [...table.undo.agreed, table.undo.seat, seat];
    if (!agree || !table.people.every((one) => agreed.includes(one))) return [answer];
    return [answer, { type: "undone", seat: table.undo.seat, to: lastOf(table, table.undo.seat).first }];
  },

  // --- Coming and going

  sit(table, { seat: wanted, name: written, pig }) {
    checkLobby(table);
    const name = readName(written);
    if (table.seats.some((seat) => compared(seat.name) === compared(name))) throw new Refused("name_is_taken", { name });
    const seat = wanted ?? table.numbers(({ kind }) => kind === "free")[0];
    if (seat === undefined) throw new Refused("table_is_full");
    if (table.seats[seat]?.kind !== "free") throw new Refused("seat_is_taken");
    return [{ type: "sat", seat, name, pig: PIGS.includes(pig) ? pig : unused(table, PIGS, "pig") }];
  },

  leave(table, { seat }) {
    if (table.phase !== "playing") return [{ type: "stood", seat, name: table.seats[seat].name }];
    if (table.seats[seat].level) throw new Refused("bot_plays_already");
    return [{ type: "took_over", seat, level: STAND_IN, why: "left" }];
  },

  take_back(table, { seat }) {
    if (!table.seats[seat].level) throw new Refused("seat_is_yours");
    return [{ type: "took_back", seat }];
  },

  start(table) {
    checkLobby(table);
    const free = table.numbers(({ kind }) => kind === "free").length;
    if (free) throw new Refused("seats_are_free", { count: free });
    return [{ type: "began", rules: table.module.facts.shown.rules }];
  },

  rematch(table) {
    if (table.phase !== "over") throw new Refused("game_is_not_over");
    return [{ type: "reopened", start_player: (table.starter + 1) % table.players }];
  },

  // --- What a host may do

  arrange(table, { players = table.players, options = {}, settings = {} }) {
    if (players !== table.players || Object.keys(options).length) checkLobby(table);
    const chosen = { ...optionsFor(table, players), ...options };
    table.module.options.row(chosen, players);
    if (table.seats.slice(players).some(({ kind }) => kind !== "free")) throw new Refused("seat_is_taken");
    return [{ type: "arranged", players, options: chosen, settings: { ...table.settings, ...settings } }];
  },

  add_bot(table, { seat, level }) {
    checkLobby(table);
    if (table.seats[seat].kind === "person") throw new Refused("seat_is_taken");
    return [{ type: "bot_sat", seat, level, name: unused(table, BOT_NAMES, "name"), pig: unused(table, PIGS, "pig") }];
  },

  send_away(table, { seat }) {
    if (table.seats[seat].kind === "free") throw new Refused("nobody_there");
    return [{ type: "stood", seat, name: table.seats[seat].name }];
  },

  swap(table, { seat, other }) {
    checkLobby(table);
    return [{ type: "swapped", seat, other }];
  },
};

/** @param {LocalTable} table */
function checkLobby({ phase }) {
  if (phase !== "lobby") throw new Refused(phase === "over" ? "game_is_over" : "game_has_begun");
}

/** The options as they are; a start player whose seat is taken away is nobody again. @param {LocalTable} table @param {number} players */
const optionsFor = ({ options }, players) => (options.start_player >= players ? { ...options, start_player: null } : options);

/** The first of these that no seat has yet. @param {LocalTable} table @param {string[]} choices @param {"name" | "pig"} what */
const unused = ({ seats }, choices, what) => choices.find((choice) => seats.every((seat) => seat[what] !== choice)) ?? choices[0];

/** The seat's last decision that can still be taken back. @param {LocalTable} table @param {number} seat */
function lastOf(table, seat) {
  const trace = table.phase === "playing" && table.trail.findLast((one) => one.seat === seat);
  if (!trace) throw new Refused("nothing_to_undo");
  return trace;
}

/** Whether nobody has decided since and it told the seat nothing: a slip of the finger. A forgotten call is none.
 * @param {LocalTable} table @param {Trace} trace */
async function isMisclick({ trail, challenge, play }, trace) {
  if (trace !== trail.at(-1) || trace.challenged || !play) return false;
  if (challenge && trace.codes.at(-1) === challenge.silent) return false;
  for (const n of trace.codes.keys()) if (await play.revealed(trace.step + n)) return false;
  return true;
}

/** A name as it will stand beside a seat. @param {unknown} written */
function readName(written) {
  const name = String(written).normalize("NFC").trim().replace(/\s+/g, " ");
  if (!name || name.length > LONGEST_NAME || /[\p{C}\p{Zl}\p{Zp}]/u.test(name)) throw new Refused("bad_seat_name", { high: LONGEST_NAME });
  return name;
}

/** What tells one name from another to the eye. @param {string} name */
const compared = (name) => name.normalize("NFKC").toLowerCase();
