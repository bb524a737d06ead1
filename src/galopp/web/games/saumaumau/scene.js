/**
 * What lies on the table: plain data, made from a view and carried on event by event.
 *
 * Events tell all of it. Whose turn it is is no part of the scene: the page knows that.
 */

import { DECK, readCard } from "./deck.js";

/** @typedef {import("../../types.js").Happened} Happened */
/** @typedef {import("../../types.js").View} View */

/**
 * @typedef {object} Scene
 * @property {number | null} viewer
 * @property {number} players
 * @property {number} race
 * @property {number} races
 * @property {number} goal the laurel's space
 * @property {boolean} exact whether pigs may run past it
 * @property {boolean} mau whether calls are due
 * @property {Record<string, number>} pigs how far each is from Start
 * @property {number[]} hands how many cards each seat holds
 * @property {number} pile how many cards can be drawn
 * @property {number} discards how many lie beneath the top card
 * @property {string | null} top null while cards are dealt
 * @property {string} valid the colour that counts, or "any"
 * @property {boolean} turnedUp whether nobody has played the top card
 * @property {number} debt
 * @property {number} steps left to retreat
 * @property {string | null} laid a card whose effect waits for a call
 * @property {number[]} pending seats that may still catch
 * @property {number[]} queue the seats that have bet, the first first
 * @property {string | null} bet the pig the viewer has bet on
 * @property {(string | null)[]} revealed the pig of each seat's bet, once it is turned up
 * @property {string[]} winners pigs that have won this race
 * @property {string | null} ending how this race ended
 * @property {number[]} points
 */

/** @param {View} view @returns {Scene} */
export function scene(view) {
  const over = view.phase === "over";
  return {
    viewer: view.viewer,
    players: view.players,
    race: view.race,
    races: view.options.races,
    goal: view.options.goal_distances[view.players - 2],
    exact: view.options.exact_goal,
    mau: view.options.mau,
    pigs: { ...view.pigs },
    hands: [...view.hand_sizes],
    pile: view.pile_size,
    discards: view.discards.length,
    top: view.top,
    valid: view.valid,
    turnedUp: view.turned_up,
    debt: view.debt,
    steps: view.steps,
    laid: view.laid,
    pending: [...view.pending],
    queue: (over ? view.report_queue : view.queue).filter(isSomebody),
    bet: view.bet,
    revealed: over ? [...view.report_bets] : nothing(view.players),
    winners: over ? [...view.report_winners] : [],
    ending: over ? view.report_ending : null,
    points: [...view.points],
  };
}

/** How things lie after something happened. @param {Scene} scene @param {Happened} event @returns {Scene} */
export function after(scene, { key, arguments: told }) {
  const changed = key.startsWith("race_over_") ? raceOver(key) : AFTER[key]?.(scene, told);
  return { ...scene, ...changed };
}

/** Without what only the viewer may see. @param {Scene} scene @returns {Scene} */
export const veiled = (scene) => ({ ...scene, bet: null });

/** All bets lie open; each seat knows its own. @param {Scene[]} scenes one a seat @returns {Scene} */
export function opened(scenes) {
  const revealed = scenes.map(({ bet, revealed }, seat) => revealed[seat] ?? bet);
  return { ...scenes[0], viewer: null, bet: null, revealed };
}

/** @param {number | null} seat */
const isSomebody = (seat) => seat !== null;

/** @param {number} players @returns {null[]} */
const nothing = (players) => Array(players).fill(null);

/** A row with something added in one place. @param {number[]} row @param {number} at @param {number} more */
const added = (row, at, more) => row.map((value, index) => (index === at ? value + more : value));

/** @param {string} key @returns {Partial<Scene>} */
const raceOver = (key) => ({ ending: key.replace("race_over_", ""), steps: 0 });

/**
 * Everything an event changes.
 * @type {Record<string, (scene: Scene, told: Record<string, any>) => Partial<Scene>>}
 */
const AFTER = {
  played: (scene, { seat, card }) => lay({ ...scene, hands: added(scene.hands, seat, -1) }, seat, card),
  called_mau: carryOut,
  called_mau_mau: carryOut,
  stayed_silent: ({ players }, { seat }) => ({ pending: others(players, seat) }),
  let_go: letGo,
  caught: () => ({ pending: [] }),
  took_back: ({ hands }, { seat }) => ({ laid: null, hands: added(hands, seat, 1) }),
  ran: ({ pigs }, { pig, place }) => ({ pigs: { ...pigs, [pig]: place } }),
  colour_counts: (_, { colour }) => ({ valid: colour }),
  named: (_, { colour }) => ({ valid: colour }),
  owes: (_, { count }) => ({ debt: count }),
  parried: () => ({ debt: 0 }),
  debt_lapsed: () => ({ debt: 0 }),
  drew,
  reshuffled: ({ pile }, { count }) => ({ pile: pile + count, discards: 0 }),
  retreated: ({ pigs, steps }, { pig, place }) => stepBack({ ...pigs, [pig]: place }, steps - 1),
  stopped_retreating: () => ({ steps: 0 }),
  bet: ({ queue }, { seat }) => ({ queue: [...queue, seat] }),
  bet_on: ({ queue }, { seat, pig }) => ({ queue: [...queue, seat], bet: pig }),
  bet_taken_up: takeUp,
  pig_won: ({ winners }, { pig }) => ({ winners: [...winners, pig] }),
  bet_revealed: reveal,
  points_for_laurel: earn,
  points_for_last_card: earn,
  points_for_bet: earn,
  game_over: () => ({ bet: null }), // it lies open now
  next_race: nextRace,
  dealt: ({ players }, { count }) => ({ hands: Array(players).fill(count), pile: DECK - players * count }),
  turned_up: ({ pile }, { card }) => ({ top: card, valid: readCard(card).colour, turnedUp: true, pile: pile - 1 }),
};

/**
 * A card waits if a call is due, else it counts at once.
 * @param {Scene} scene @param {number} seat @param {string} card
 */
function lay(scene, seat, card) {
  const laid = { ...scene, laid: card };
  return scene.mau && scene.hands[seat] <= 1 ? laid : carryOut(laid);
}

/** The laid card covers the top one and counts. @param {Scene} scene @returns {Scene} */
function carryOut(scene) {
  if (!scene.laid) return scene;
  const { colour, kind } = readCard(scene.laid);
  return {
    ...scene,
    top: scene.laid,
    valid: colour,
    turnedUp: false,
    discards: scene.discards + 1,
    debt: kind === "plus2" ? scene.debt + 2 : 0,
    laid: null,
    pending: [],
  };
}

/** @param {Scene} scene @param {Record<string, any>} told */
function letGo(scene, { seat }) {
  const pending = scene.pending.filter((other) => other !== seat);
  return pending.length ? { pending } : carryOut(scene);
}

/** @param {number} players @param {number} seat */
const others = (players, seat) => [...Array(players).keys()].filter((other) => other !== seat);

/** Cards of a debt give steps to retreat. @param {Scene} scene @param {Record<string, any>} told */
function drew({ hands, pile, debt, pigs, steps }, { seat, count }) {
  const drawn = { hands: added(hands, seat, count), pile: pile - count };
  const owed = debt + steps > 0;
  return owed ? { ...drawn, debt: Math.max(0, debt - count), ...stepBack(pigs, steps + count) } : drawn;
}

/** No pig steps behind Start. @param {Record<string, number>} pigs @param {number} steps */
function stepBack(pigs, steps) {
  const some = Object.values(pigs).some((place) => place > 0);
  return { pigs, steps: some ? steps : 0 };
}

/** @param {Scene} scene @param {Record<string, any>} told */
function takeUp({ queue, bet, viewer }, { seat }) {
  return { queue: queue.filter((other) => other !== seat), bet: seat === viewer ? null : bet };
}

/** @param {Scene} scene @param {Record<string, any>} told */
function reveal({ revealed }, { seat, pig }) {
  return { revealed: revealed.map((old, other) => (other === seat ? pig : old)) };
}

/** @param {Scene} scene @param {Record<string, any>} told */
function earn({ points }, { seat, count }) {
  return { points: added(points, seat, count) };
}

/**
 * Pigs to Start, no bets, all cards together.
 * @param {Scene} scene @param {Record<string, any>} told @returns {Partial<Scene>}
 */
function nextRace({ players, pigs }, { race }) {
  return {
    race,
    pigs: Object.fromEntries(Object.keys(pigs).map((pig) => [pig, 0])),
    hands: Array(players).fill(0),
    pile: DECK,
    discards: 0,
    top: null,
    valid: "any",
    debt: 0,
    steps: 0,
    laid: null,
    queue: [],
    bet: null,
    revealed: nothing(players),
    winners: [],
    ending: null,
  };
}
