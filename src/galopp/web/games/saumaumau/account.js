/** How each point came about: race by race, for the laurel, for the last card, and for bets. */

import { pigHeadPicture, picture } from "../../art/picture.js";
import { laurel } from "../../art/things.js";
import { inAll, seatHeads, signed, untold } from "../accounts.js";
import { back } from "./cards.js";

/** @typedef {import("../../types.js").Account} Account */
/** @typedef {import("../../types.js").AccountPart} AccountPart */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("../../types.js").Happened} Happened */
/** @typedef {import("../../types.js").View} View */

/**
 * @typedef {object} Race one that is over
 * @property {Happened} ending
 * @property {string[]} won the pigs in front
 * @property {Gain[]} gains
 */

/** @typedef {{kind: "laurel" | "last_card" | "bet", seat: number, points: number, pig?: string}} Gain */

/** @param {View} view @param {Happened[]} happened @param {GameWords} words @returns {Account} */
export function account(view, happened, words) {
  const seats = Array.from({ length: view.players }, (_, seat) => seat);
  const races = [...racesOf(happened).values()];
  const points = races.map((race) => seats.map((seat) => pointsOf(race, seat)));
  const rows = races.map((race) => rowOf(race, seats, words));
  return {
    column: words.say("account.column"),
    heads: seatHeads(view.players, words),
    rows: [...untold(view.points, points, words), ...rows],
    total: inAll(view.points, words),
  };
}

/** Every race by its number: what is scored is told in one go. @param {Happened[]} happened */
export function racesOf(happened) {
  /** @type {Map<number, Race>} */
  const races = new Map();
  /** @type {Race | undefined} */
  let now;
  for (const event of happened) {
    if (event.key.startsWith("race_over_")) {
      now = { ending: event, won: [], gains: [] };
      races.set(event.arguments.race, now);
    } else if (now) NOTED[event.key]?.(now, event.arguments);
  }
  return races;
}

/** @type {Record<string, (race: Race, told: Record<string, any>) => void>} */
const NOTED = {
  points_for_laurel: ({ gains }, { seat, count }) => gains.push({ kind: "laurel", seat, points: count }),
  points_for_last_card: ({ gains }, { seat, count }) => gains.push({ kind: "last_card", seat, points: count }),
  pig_won: ({ won }, { pig }) => won.push(pig),
  bet_revealed: ({ gains }, { seat, pig }) => gains.push({ kind: "bet", seat, pig, points: 0 }),
  points_for_bet: ({ gains }, { seat, count }) => {
    for (const gain of gains) if (gain.kind === "bet" && gain.seat === seat) gain.points = count;
  },
};

/** @param {Race} race @param {number} seat */
const gainsOf = ({ gains }, seat) => gains.filter((gain) => gain.seat === seat);

/** @param {Race} race @param {number} seat */
export const pointsOf = (race, seat) => gainsOf(race, seat).reduce((sum, { points }) => sum + points, 0);

/** @param {Race} race @param {number[]} seats @param {GameWords} words */
function rowOf(race, seats, words) {
  const { key, arguments: told } = race.ending;
  return {
    title: words.say("account.race", { race: told.race }),
    about: [words.say(`event.${key}`, told), ...race.won.map((pig) => words.say("event.pig_won", { pig }))],
    cells: seats.map((seat) => cellOf(race, seat, words)),
  };
}

/** @param {Race} race @param {number} seat @param {GameWords} words */
function cellOf(race, seat, words) {
  const gains = gainsOf(race, seat);
  const parts = gains.map((gain) => partOf(gain, words));
  const bet = gains.some(({ kind }) => kind === "bet");
  const unbet = { told: words.say("account.no_bet"), picture: null, value: "" };
  return { value: signed(pointsOf(race, seat)), parts: bet ? parts : [...parts, unbet] };
}

const LAUREL = picture(laurel(), { width: 64, height: 64 });
const CARD = picture(back(), { left: 0, top: 0, width: 100, height: 140 });

// says: account.*
/** @param {Gain} gain @param {GameWords} words @returns {AccountPart} */
function partOf({ kind, points, pig }, words) {
  const told = words.say(`account.${kind}`, { count: points, ...(kind === "bet" ? { pig } : {}) });
  const drawn = { laurel: LAUREL, last_card: CARD, bet: pig ? pigHeadPicture(pig) : null };
  return { told, picture: drawn[kind], value: signed(points) };
}
