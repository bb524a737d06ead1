/** How each food card came about: race by race, for the lead and from the track, and what was lost again. */

import { inAll, seatHeads, signed, untold } from "../accounts.js";
import { foodPicture, troughPicture } from "./props.js";

/** @typedef {import("../../types.js").Account} Account */
/** @typedef {import("../../types.js").AccountPart} AccountPart */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("../../types.js").Happened} Happened */
/** @typedef {import("../../types.js").View} View */

/** @typedef {{lead: number, track: number, given_back: number, secured: number}} Food of one seat in one race */

/** @param {View} view @param {Happened[]} happened @param {GameWords} words @returns {Account} */
export function account(view, happened, words) {
  /** @type {number[]} */
  const totals = view.secured.map((/** @type {number | null} */ count) => count ?? 0);
  const races = racesOf(happened, view.players);
  const secured = races.map(({ food }) => food.map((one) => one.secured));
  const rows = races.map(({ race, food }) => ({
    title: words.say("account.race", { race }),
    about: [],
    cells: food.map((one) => cellOf(one, words)),
  }));
  return {
    column: words.say("account.column"),
    heads: seatHeads(view.players, words),
    rows: [...untold(totals, secured, words), ...rows],
    total: hiddenToo(inAll(totals, words), view),
  };
}

/** What others have in all may be theirs to remember, as long as it is played.
 * @param {Account["total"]} total @param {View} view */
const hiddenToo = (total, { secured }) => ({
  ...total, cells: total.cells.map((cell, seat) => (secured[seat] === null ? { value: "?", parts: [] } : cell)),
});

/** What an event brings a seat. @type {Record<string, (food: Food, count: number) => void>} */
const NOTED = {
  food_for_the_lead: (food) => (food.lead += 1),
  food_from_track: (food) => (food.track += 1),
  secured: (food, count) => (food.secured = count),
  given_back: (food, count) => (food.given_back = count),
};

/** The races that are over, with every seat's food. @param {Happened[]} happened @param {number} players */
export function racesOf(happened, players) {
  const plates = () => Array.from({ length: players }, () => ({ lead: 0, track: 0, given_back: 0, secured: 0 }));
  const races = [];
  let food = plates();
  for (const { key, arguments: told } of happened) {
    NOTED[key]?.(food[told.seat], told.count);
    if (key === "race_over") races.push({ race: told.race, food });
    if (key === "race_over") food = plates();
  }
  return races;
}

// says: account.*
/** @param {Food} food @param {GameWords} words */
function cellOf(food, words) {
  const part = (/** @type {string} */ kind, /** @type {number} */ count, /** @type {any} */ drawn, sign = 1) =>
    count ? [{ told: words.say(`account.${kind}`, { count }), picture: drawn, value: signed(sign * count) }] : [];
  const parts = [
    ...part("held", held(food), foodPicture(0)), ...part("lead", food.lead, foodPicture(1)),
    ...part("track", food.track, foodPicture(2)), ...part("given_back", food.given_back, troughPicture(), -1),
  ];
  const safe = { told: words.say("account.secured", { count: food.secured }), picture: null, value: "" };
  return { value: signed(food.secured), parts: parts.length ? [...parts, safe] : [nothingOf(words)] };
}

/** What lay open before anything was told, where a table begins in the middle of a race. @param {Food} food */
const held = ({ lead, track, given_back: givenBack, secured }) => secured + givenBack - lead - track;

/** @param {GameWords} words @returns {AccountPart} */
const nothingOf = (words) => ({ told: words.say("account.nothing"), picture: null, value: "" });
