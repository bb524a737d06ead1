/** How the race went: round by round, how far each runner came by which card; and who is where at the end. */

import { runnerHeadPicture } from "../../art/picture.js";
import { signed } from "../accounts.js";
import { RUNNERS, ovalOf, ownerOf } from "./deck.js";
import { beyond, toGo } from "./standing.js";

/** @typedef {import("../../types.js").Account} Account */
/** @typedef {import("../../types.js").AccountCell} AccountCell */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("../../types.js").Happened} Happened */
/** @typedef {import("../../types.js").View} View */

/** @typedef {{runner: string, steps: number, card: string}} Move */
/** @typedef {{round: number, moves: Move[], told: Happened[]}} Round */

/** What is told of a round besides who ran: the sign, who is over the line, and how it ended. */
const TOLD = /^(sign_moved|sign_stayed|over_forwards|over_backwards|round_limit|ownerless_won|unowned_victory)$/;

/** @param {View} view @param {Happened[]} happened @param {GameWords} words @returns {Account} */
export function account(view, happened, words) {
  const runners = inOrder(view);
  return {
    column: words.say("account.column"),
    heads: runners.map((runner) => headOf(runner, view, words)),
    rows: roundsOf(happened, view).map((round) => rowOf(round, runners, words)),
    total: finish(view, runners, words),
  };
}

/** The runners as they came in: who has won, then who is furthest. @param {View} view */
function inOrder(view) {
  const { spaces } = ovalOf(view.options.board);
  const worth = (/** @type {string} */ runner) =>
    (view.won.includes(runner) ? 1000 : 0) + beyond(view.places[runner], view.sign, spaces);
  return [...RUNNERS].sort((one, other) => worth(other) - worth(one));
}

/** @param {string} runner @param {View} view @param {GameWords} words */
function headOf(runner, view, words) {
  const seat = ownerOf(runner, view.players);
  const name = seat === null ? words.word("runner", runner) : words.seat(seat);
  return { seat, name, picture: runnerHeadPicture(runner) };
}

/** The rounds that were carried out; the first may not be known. @param {Happened[]} happened @param {View} view */
function roundsOf(happened, view) {
  /** @type {Round[]} */
  const rounds = [];
  let card = "";
  for (const { key, arguments: told } of happened) {
    if (key === "turned_over") rounds.push({ round: 0, moves: [], told: [] });
    if (key === "card_turned") card = told.card;
    const now = rounds.at(-1);
    now?.moves.push(...movesOf(key, told, card));
    if (TOLD.test(key)) now?.told.push({ key, arguments: told });
  }
  return rounds.map((round, index) => ({ ...round, round: view.round_number - rounds.length + 1 + index }));
}

/** @param {string} key @param {Record<string, any>} told @param {string} card @returns {Move[]} */
function movesOf(key, { runner, other_runner: other, start, place }, card) {
  if (key === "ran") return [{ runner, steps: place - start, card }];
  if (key !== "swapped") return [];
  return [{ runner, steps: place - start, card }, { runner: other, steps: start - place, card }];
}

/** @param {Round} round @param {string[]} runners @param {GameWords} words */
function rowOf({ round, moves, told }, runners, words) {
  return {
    title: words.say("account.round", { round }),
    about: told.map((event) => words.say(`event.${event.key}`, event.arguments)),
    cells: runners.map((runner) => cellOf(moves.filter((move) => move.runner === runner), words)),
  };
}

/** @param {Move[]} moves of one runner @param {GameWords} words @returns {AccountCell} */
function cellOf(moves, words) {
  const steps = moves.reduce((sum, move) => sum + move.steps, 0);
  const parts = moves.map((move) => ({ told: saidMove(move, words), picture: null, value: "" }));
  const stood = { told: words.say("account.stood"), picture: null, value: "" };
  return { value: steps > 0 ? `+${steps}` : signed(steps), parts: parts.length ? parts : [stood] };
}

/** @param {Move} move @param {GameWords} words */
const saidMove = ({ steps, card }, words) =>
  words.say(steps < 0 ? "account.back" : "account.ahead", { count: Math.abs(steps), card });

/** @param {View} view @param {string[]} runners @param {GameWords} words */
function finish(view, runners, words) {
  const endings = Object.keys(view.ended).filter((name) => view.ended[name]);
  return {
    title: words.say("account.finish"),
    about: endings.map((name) => words.word("ending", name)),
    cells: runners.map((runner) => stand(runner, view, words)),
  };
}

// says: account.*
/** Where a runner stands at the end: over the line and which way, or before it.
 * @param {string} runner @param {View} view @param {GameWords} words @returns {AccountCell} */
function stand(runner, view, words) {
  const { forwards, backwards } = toGo(view.places[runner], view.sign, ovalOf(view.options.board).spaces);
  const over = 1 - Math.min(forwards, backwards);
  const way = over < 1 ? "to_go" : forwards <= backwards ? "forwards" : "backwards";
  const told = { count: way === "to_go" ? 1 - over : over };
  const long = way === "to_go" ? "result.to_go" : `describe.over_${way}`;
  return {
    value: words.say(`account.${way}`, told),
    parts: [{ told: words.say(long, told), picture: null, value: "" }],
  };
}
