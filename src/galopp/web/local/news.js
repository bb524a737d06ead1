/** What the page is told of a table on this device, in a server's words: made from what the rules show a viewer. */

import { numbersIn } from "./kernels.js";
import { maySay } from "./window.js";

/** @typedef {import("./table.js").LocalTable} LocalTable */
/** @typedef {import("./table.js").Entry} Entry */
/** @typedef {import("../types.js").GameNews} GameNews */
/** @typedef {import("../types.js").Happened} Happened */
/** @typedef {import("../types.js").TableNews} TableNews */
/** @typedef {import("../types.js").Viewer} Viewer */

/** What happens in the game, and what besides changes how it is seen. */
const OF_THE_GAME = new Set(["decided", "called", "let_go"]);
const CHANGE_THE_GAME = new Set(["began", "undone", "took_over", "took_back", "arranged"]);

/** @param {string} type of an event */
export const isOfTheGame = (type) => OF_THE_GAME.has(type);

/** Whether an event changes how the game is seen. @param {string} type */
export const concernsTheGame = (type) => OF_THE_GAME.has(type) || CHANGE_THE_GAME.has(type);

/** The table as it is now. @param {LocalTable} table @param {Happened[]} [happened] @returns {TableNews} */
export function tableNews(table, happened = []) {
  const { code, phase, round, module, players, seats, begin, undo, luck, openLuck } = table;
  const over = phase === "over" ? openLuck : null;
  return {
    type: "table", seq: table.seq - 1, at: table.at, code, phase, round, game: module.name, rules: module.facts.shown.rules, players,
    options: module.options.entered(table.options),
    settings: /** @type {import("../types.js").Settings} */ (table.settings),
    seats: seats.map(({ kind, name, pig, level }) => ({ kind, name, pig, level, connected: true, away_since: null, bank: null, voters: [], member: null, counts: false })),
    host_connected: true, host_away_since: null, host_seat: table.owned[0] ?? null, watching: 0, screens: 0,
    promise: (over ?? luck)?.promise ?? "", secret: over?.secret ?? null, next_promise: over ? luck?.promise ?? null : null,
    begin: begin && { decisions: begin.decisions, same_luck: begin.same, replay: begin.replay, day: "" },
    undo: undo?.seat ?? null, undo_agreed: undo?.agreed ?? [], group: "", happened,
  };
}

/** The game as it stands now, to one viewer; null where there is none. @param {LocalTable} table @param {Viewer} viewer @param {Happened[]} [happened] @returns {GameNews | null} */
export function gameNews(table, viewer, happened = []) {
  const { play, module, players, window } = table;
  if (!play) return null;
  const seen = play.now.views[viewer ?? players];
  return {
    type: "game", seq: table.seq - 1, at: table.at, viewer, decision: table.number, asked: table.asked, asked_since: table.askedSince || null,
    banks: null, legal: legalTo(table, viewer, seen), view: module.view(seen, players),
    window: window && { seat: window.seat, closes: window.closes, called: window.called, let_go: window.letGo },
    winners: play.over ? play.winners : null, happened,
  };
}

/** The codes that a viewer may answer with now: none where a bot plays on. @param {LocalTable} table @param {Viewer} viewer @param {Uint8Array} seen */
function legalTo(table, viewer, seen) {
  if (viewer === null || table.seats[viewer].level || table.phase !== "playing") return [];
  return table.window && table.challenge ? maySay(table.window, table.challenge, viewer) : numbersIn(table.module.legalIn(seen));
}

/** What a viewer was told of an event. @param {LocalTable} table @param {Entry} entry @param {Viewer} viewer @returns {Happened[]} */
export const toldTo = ({ module, players }, { told, happened }, viewer) => (told ? module.events(told[viewer ?? players] ?? told[told.length - 1]) : happened);

/** All that a viewer was told so far. @param {LocalTable} table @param {Viewer} viewer @returns {import("../types.js").Past[]} */
export const historyOf = (table, viewer) =>
  table.past.filter(({ seq }) => seq > 0).map((entry) => ({ seq: entry.seq, at: entry.at, decision: entry.decision, happened: toldTo(table, entry, viewer) }));
