/** The cards, the pigs and the codes of the moves, as the rules name them. */

export const PIGS = ["pink", "brown", "black", "beige"];
const SIGNS = ["1", "2", "3", "4", "5", "6", "x", "plus2"];
const FARMERS = ["farmer-1", "farmer-2", "farmer-3"];

/** All 39 cards, in the order of their codes. */
export const CARDS = [
  ...PIGS.flatMap((colour) => SIGNS.map((sign) => `${colour}-${sign}`)),
  ...PIGS.map((colour) => `floppy-${colour}`),
  ...FARMERS,
];

/** How many cards everybody gets for a race is told; how many there are is not. */
export const DECK = CARDS.length;

/** What the first, second, … right bet earns. */
export const BET_POINTS = [6, 4, 3, 2, 1];

/** The first code of each kind of move; a kind about pigs or colours has four, in their order. */
export const FIRST_CODE = {
  play: 0,
  draw: 39,
  pass: 40,
  retreat: 41,
  stop: 45,
  bet: 46,
  no_bet: 50,
  run: 51,
  name: 55,
  mau: 59,
  silent: 60,
  catch: 61,
  let_go: 62,
};

/**
 * @typedef {object} Card
 * @property {"number" | "x" | "plus2" | "floppy" | "farmer"} kind
 * @property {string} colour of the card, or of a Floppy's question mark; "any" for a Farmer
 * @property {number} steps that a pig runs
 */

/** What a card is, by its name. @param {string} name @returns {Card} */
export function readCard(name) {
  const [first, second] = name.split("-");
  if (first === "farmer") return { kind: "farmer", colour: "any", steps: 0 };
  if (first === "floppy") return { kind: "floppy", colour: second, steps: 3 };
  if (second === "x" || second === "plus2") return { kind: second, colour: first, steps: 0 };
  return { kind: "number", colour: first, steps: Number(second) };
}

/** The card that a code plays; none if it plays none. @param {number} code */
export const cardOf = (code) => CARDS[code] ?? null;

/**
 * The code of a move about a pig or a colour.
 * @param {"retreat" | "bet" | "run" | "name"} kind @param {string} pig
 */
export const codeFor = (kind, pig) => FIRST_CODE[kind] + PIGS.indexOf(pig);

/** The pig of a move about one, or null. @param {"retreat" | "bet" | "run" | "name"} kind @param {number} code */
export const pigOf = (kind, code) => PIGS[code - FIRST_CODE[kind]] ?? null;
