/** How everything that happens is shown, event by event. */

import { PIGS } from "./deck.js";
import { betAt, standsAt, wayOf } from "./geometry.js";
import { markerAt, markerWay } from "./points.js";

/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("../../types.js").Happened} Happened */
/** @typedef {import("../../types.js").Motion} Motion */
/** @typedef {import("../../types.js").Point} Point */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./scene.js").Scene} Scene */

/**
 * @typedef {object} Showing
 * @property {Scene} before
 * @property {Scene} after
 * @property {Record<string, any>} told
 * @property {GameWords} words
 * @property {Layout} layout of the board that is on the page
 * @property {import("lit").TemplateResult} bet a bet that lies face down
 * @property {(points: number) => import("lit").TemplateResult} coin what somebody has earned
 */

/**
 * @param {Happened} event @param {Scene} before @param {Scene} after @param {GameWords} words
 * @param {Pick<Showing, "layout" | "bet" | "coin">} drawn
 * @returns {Motion[]}
 */
export function motions({ key, arguments: told }, before, after, words, drawn) {
  const showing = { before, after, told, words, ...drawn };
  if (key.startsWith("race_over_")) return [cheer(words.say(`event.${key}`, told), wonBy(before, raceWinners(key, told)))];
  return MOTIONS[key]?.(showing) ?? [];
}

/** What is said beside what goes on, and bets, which are all turned up together. */
const BESIDE = /^(colour_counts|named|skipped|owes|parried|debt_lapsed|stayed_silent)$/;

/** Whether an event is shown with those before it. @param {Happened} event @param {Happened[]} shown */
export const joins = ({ key }, shown) =>
  BESIDE.test(key) || (key === "bet_revealed" && shown.every((one) => one.key === key));

/** Before the next race there is time to read how this one went. @param {Happened} event */
export const ends = ({ key }) => key === "next_race";

/** A race that runs out of turns has no winner. @param {string} key @param {Record<string, any>} told */
const raceWinners = (key, { seat }) => (key === "race_over_turn_limit" ? [] : [seat]);

/** @param {Scene} scene @param {number[]} winners */
function wonBy({ viewer }, winners) {
  if (!winners.length) return "nobody";
  return viewer !== null && winners.includes(viewer) ? "own" : "other";
}

// --- Small pieces

/** @param {string} text @param {"own" | "other" | "nobody"} won @returns {Motion} */
const cheer = (text, won) => ({ kind: "cheer", text, won });

/** @param {import("../../types.js").SoundName} name @returns {Motion} */
const sound = (name) => ({ kind: "sound", name });

/** @param {Motion[]} motions @returns {Motion} */
const together = (...motions) => ({ kind: "together", motions });

/** Each a little after the one before. @param {Motion[]} motions @returns {Motion} */
const inTurn = (...motions) => ({ kind: "together", motions, apart: 0.3 });

/** @param {number} beats @returns {Motion} */
const pause = (beats) => ({ kind: "pause", beats });

/** @param {string} at @param {string} text @param {"good" | "bad" | "plain"} [tone] @returns {Motion} */
const pop = (at, text, tone = "plain") => ({ kind: "pop", at, text, tone });

/** @param {string | null} card @param {string} from @param {string} to @returns {Motion} */
const fly = (card, from, to) => ({ kind: "fly", card, from, to });

/** @param {string} piece @param {Point[]} points @returns {Motion} */
const slide = (piece, ...points) => ({ kind: "run", gait: "slide", piece, points });

/** Where a seat's cards are. @param {Scene} scene @param {number} seat */
const handOf = ({ viewer }, seat) => (seat === viewer ? "hand" : `seat-${seat}`);

/** Where a card is played from. @param {Scene} scene @param {number} seat @param {string} card */
const cardIn = ({ viewer }, seat, card) => (seat === viewer ? `card-${card}` : `seat-${seat}`);

// --- What happens

/** @type {Record<string, (showing: Showing) => Motion[]>} */
const MOTIONS = {
  played,
  ran: run,
  retreated: (showing) => [sound("squeal"), ...run(showing)],
  colour_counts: ({ told, words }) => [pop("counts", words.word("colour", told.colour))],
  named: ({ told, words }) => [pop(`seat-${told.seat}`, words.word("colour", told.colour)), sound("sign")],
  skipped: ({ told, words }) => [together(sound("no"), pop(`seat-${told.seat}`, words.say("board.skipped"), "bad"))],
  owes: ({ told }) => [together(sound("sign"), pop("debt", `+${told.count}`, "bad"))],
  parried: ({ words }) => [pop("debt", words.say("board.debt_gone"), "good")],
  debt_lapsed: ({ words }) => [pop("debt", words.say("board.debt_gone"), "good")],
  drew,
  reshuffled: () => [inTurn(fly(null, "discard", "pile"), fly(null, "discard", "pile"))],
  bet: layBet,
  bet_on: layBet,
  bet_taken_up: takeUp,
  called_mau: (showing) => call(showing, "board.mau"),
  called_mau_mau: (showing) => call(showing, "board.mau_mau"),
  stayed_silent: ({ told }) => [pop(`seat-${told.seat}`, "…")],
  caught: ({ told, words }) => [together(sound("call"), pop(`seat-${told.seat}`, words.say("board.caught"), "bad"))],
  let_go: ({ before, after }) => (before.laid && !after.laid ? [fly(before.laid, "laid", "discard")] : []),
  took_back: ({ before, told }) => [fly(told.card, "laid", handOf(before, told.seat))],
  pig_won: ({ told, words }) => [sound("oink"), pop(`pig-${told.pig}`, words.say("event.pig_won", told), "good")],
  bet_revealed: () => [sound("card"), pause(0.6)],
  points_for_laurel: (showing) => earn(showing, "discard"),
  points_for_last_card: (showing) => earn(showing, "discard"),
  points_for_bet: (showing) => earn(showing, `place-${showing.before.queue.indexOf(showing.told.seat) + 1}`),
  next_race: ({ before, after, layout }) => [together(...PIGS.map((pig) => stepAside(layout, before, after, pig)))],
  dealt: ({ after }) => [inTurn(...after.hands.map((_, seat) => fly(null, "pile", handOf(after, seat))))],
  turned_up: ({ told }) => [fly(told.card, "pile", "discard")],
  game_over: ({ before, told, words }) => [cheer(words.say("event.game_over", told), wonBy(before, told.winners))],
};

/** @param {Showing} showing @returns {Motion[]} */
function played({ before, after, told: { seat, card } }) {
  return [fly(card, cardIn(before, seat, card), after.laid ? "laid" : "discard")];
}

/** Field by field; who stood or stands on the same field makes room. @param {Showing} showing @returns {Motion[]} */
function run({ before, after, told, layout }) {
  const others = PIGS.filter((pig) => pig !== told.pig && hasMoved(layout, before, after, pig));
  /** @type {Motion} */
  const runs = { kind: "run", piece: `pig-${told.pig}`, points: wayOf(layout, before, after, told.pig) };
  return [together(runs, ...others.map((pig) => stepAside(layout, before, after, pig)))];
}

/** @param {Layout} layout @param {Scene} before @param {Scene} after @param {string} pig */
const hasMoved = (layout, before, after, pig) =>
  String(standsAt(layout, before, pig)) !== String(standsAt(layout, after, pig));

/** @param {Layout} layout @param {Scene} before @param {Scene} after @param {string} pig @returns {Motion} */
const stepAside = (layout, before, after, pig) =>
  slide(`pig-${pig}`, standsAt(layout, before, pig), standsAt(layout, after, pig));

/**
 * Face down for everybody: who looks over a shoulder sees no more than at a table.
 * @param {Showing} showing @returns {Motion[]}
 */
function drew({ before, told }) {
  const flights = Array.from({ length: Math.min(2, told.count) }, () => fly(null, "pile", handOf(before, told.seat)));
  const shown = told.count > 2 ? [...flights, pop(`seat-${told.seat}`, `+${told.count}`)] : flights;
  return shown.length > 1 ? [inTurn(...shown)] : shown;
}

/** A bet is laid face down, also one's own. @param {Showing} showing @returns {Motion[]} */
function layBet({ told: { seat, place }, bet }) {
  return [{ kind: "fly", token: bet, from: `seat-${seat}`, to: `place-${place}` }];
}

/** A bet is pulled out of the queue, and those behind it move up. @param {Showing} showing @returns {Motion[]} */
function takeUp({ before, after, told, layout }) {
  const at = betAt(layout, told.place - 1);
  const behind = after.queue.filter((seat, place) => before.queue.indexOf(seat) !== place);
  return [
    slide(`bet-${told.seat}`, at, [at[0] + layout.strip.width, at[1]]),
    together(...behind.map((seat) => moveUp(layout, before, after, seat))),
  ];
}

/** @param {Layout} layout @param {Scene} before @param {Scene} after @param {number} seat @returns {Motion} */
const moveUp = (layout, before, after, seat) =>
  slide(`bet-${seat}`, betAt(layout, before.queue.indexOf(seat)), betAt(layout, after.queue.indexOf(seat)));

/** @param {Showing} showing @param {string} key @returns {Motion[]} */
function call({ before, after, told, words }, key) {
  const called = together(sound("call"), pop(`seat-${told.seat}`, words.say(key), "good"));
  return before.laid && !after.laid ? [called, fly(before.laid, "laid", "discard")] : [called];
}

/** Points go to the seat, and its marker moves on. @param {Showing} showing @param {string} from @returns {Motion[]} */
function earn({ before, after, told: { seat, count }, layout, coin }, from) {
  const marker = slide(`points-${seat}`, ...markerWay(layout, before.points, after.points, seat));
  const others = makeRoom(layout, before.points, after.points, seat);
  return [sound("food"), together({ kind: "fly", token: coin(count), from, to: `seat-${seat}` }, marker, ...others)];
}

/**
 * Markers of others that stand closer, or less close, from now on.
 * @param {Layout} layout @param {number[]} before @param {number[]} after @param {number} mover @returns {Motion[]}
 */
function makeRoom(layout, before, after, mover) {
  return before.flatMap((_, seat) => {
    const [from, to] = [markerAt(layout, before, seat), markerAt(layout, after, seat)];
    return seat !== mover && String(from) !== String(to) ? [slide(`points-${seat}`, from, to)] : [];
  });
}
