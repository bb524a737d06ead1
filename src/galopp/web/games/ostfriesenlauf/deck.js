/**
 * What is in the box: four runners, five animals, sixty cards. Names are those of the rules.
 *
 * A card's name says all about it: the rank on its back, a colon, and what it does.
 */

export const RUNNERS = ["red", "yellow", "blue", "white"];
export const STACKS = ["1", "2", "3", "4"];
export const ANIMALS = ["snail", "hedgehog", "fish", "turtle", "sheep"];

/** Spaces of the oval, then the spaces of the five animals. @type {Record<string, number[]>} */
const BOARDS = {
  default: [40, 20, 24, 28, 32, 36],
  wilder: [40, 24, 27, 30, 33, 36],
  calmer: [42, 24, 27, 30, 33, 36],
};

/** The fifteen cards of each stack, in the order of their codes. @type {string[][]} */
const DECK = [
  ["-2", "+2a", "+2b", "+3a", "+3b", "+4a", "+4b", "+5a", "+5b",
    "5-ahead-of-2", "1-behind-2", "3-ahead-of-3", "6-behind-4", "swap-2", "hedgehog"],
  ["-2", "+2a", "+2b", "+3a", "+3b", "+4a", "+4b", "+5", "+6",
    "2-ahead-of-1", "1-behind-1", "3-behind-3", "swap-3", "start", "turtle"],
  ["-3", "+2", "+3a", "+3b", "+4a", "+4b", "+5", "+6", "+7",
    "3-ahead-of-1", "4-behind-1", "1-behind-2", "5-behind-4", "swap-2", "snail"],
  ["-6", "+2", "+3a", "+3b", "+4a", "+4b", "+5", "+6", "+7",
    "1-ahead-of-1", "5-behind-1", "2-behind-2", "4-ahead-of-3", "swap-1", "sheep"],
];

export const CARDS = DECK.flatMap((stack, index) => stack.map((name) => `${index + 1}:${name}`));

/**
 * What a card does.
 * @typedef {object} Effect
 * @property {string} back the rank it moves
 * @property {"run" | "ahead" | "behind" | "swap" | "start" | "sign"} kind
 * @property {number} steps of a run (negative: backwards), or from the other runner
 * @property {string | null} other the rank of the other runner, if there is one
 * @property {string | null} animal where the sign goes, if it does
 */

/** Reads a card's name. @param {string} card @returns {Effect} */
export function effectOf(card) {
  const [back, deed] = card.split(":");
  const plain = { back, steps: 0, other: null, animal: null };
  if (ANIMALS.includes(deed)) return { ...plain, kind: "sign", animal: deed };
  if (deed === "start") return { ...plain, kind: "start" };
  const [, steps, side, other] = /^(?:(\d)-(ahead-of|behind)-|swap-)(\d)$/.exec(deed) ?? [];
  if (!other) return { ...plain, kind: "run", steps: parseInt(deed, 10) };
  if (!side) return { ...plain, kind: "swap", other };
  return { ...plain, kind: side === "behind" ? "behind" : "ahead", steps: Number(steps), other };
}

/** The code of the move that lays a card. @param {string} card */
export const codeOf = (card) => CARDS.indexOf(card);

/** @param {string} card */
export const backOf = (card) => card.split(":")[0];

/** A card of which only the back is seen is called like this. @param {string} stack */
export const faceDown = (stack) => `${stack}:`;

/** @param {string} card */
export const isFaceDown = (card) => card.endsWith(":");

/** The oval a table plays on. @param {string | number[]} board the option of that name */
export function ovalOf(board) {
  const [spaces, ...places] = typeof board === "string" ? BOARDS[board] : board;
  const animals = Object.fromEntries(ANIMALS.map((animal, index) => [animal, places[index]]));
  return { spaces, animals };
}

/** The runner of a seat. @param {number} seat */
export const runnerOf = (seat) => RUNNERS[seat];

/** Whose runner it is; null if nobody's. @param {string} runner @param {number} players */
export function ownerOf(runner, players) {
  const seat = RUNNERS.indexOf(runner);
  return seat < players ? seat : null;
}
