/**
 * Everything the board of Schweinsgalopp shows, as plain data, and how events change it.
 *
 * What no event tells: which cards a deal brings to the viewer's hand; and where totals are hidden, that the
 * last food has left the stack, and at the end what the others had secured and how much food was left.
 */

/** @typedef {import("../../types.js").Happened} Happened */
/** @typedef {import("../../types.js").View} View */

export const PIGS = ["red", "yellow", "green", "blue", "white"];

/**
 * @typedef {object} Scene
 * @property {number | null} viewer
 * @property {number} players
 * @property {number} ring how many spaces the track has
 * @property {number} race
 * @property {number} races
 * @property {number} starter
 * @property {Record<string, number | null>} places of the pigs; null waits in its stall
 * @property {string | null} top the card played last
 * @property {Record<string, number> | null} played cards of each colour; null if hidden
 * @property {Record<string, number> | null} hand the viewer's; null for a bystander
 * @property {number[]} handSizes
 * @property {number[]} open food that can still be lost, by seat
 * @property {(number | null)[]} secured food brought home, by seat; null if hidden
 * @property {number | null} stack food in the trough; null if hidden
 * @property {boolean} hidden whether the height of the stack is hidden unless it is empty
 * @property {number[]} trackFood the spaces on which food lies
 * @property {number[]} winners once the game is over
 */

/** The scene of a view. @param {View} view @returns {Scene} */
export function scene(view) {
  return {
    viewer: view.viewer,
    players: view.players,
    ring: view.options.edition_2009 ? 27 : 22,
    race: view.race,
    races: view.options.races,
    starter: view.starter,
    places: { ...view.places },
    top: view.top,
    played: view.played && { ...view.played },
    hand: view.viewer === null ? null : { ...view.hand },
    handSizes: [...view.hand_sizes],
    open: [...view.open_food],
    secured: [...view.secured],
    stack: view.stack,
    hidden: view.options.hide_secured && view.phase !== "over",
    trackFood: [...view.track_food],
    winners: view.phase === "over" ? standing(view).filter((row) => row.won).map((row) => row.seat) : [],
  };
}

/** @typedef {{seat: number, secured: number, fresh: number, won: boolean}} Standing */

/**
 * The seats of a game that is over, most food first; those who share a place by number.
 * @param {View} view @returns {Standing[]}
 */
export function standing(view) {
  const lastRaceCounts = view.options.tie === "last_race";
  const rows = Array.from({ length: view.players }, (_, seat) => {
    const [secured, fresh] = [view.secured[seat] ?? 0, view.fresh[seat] ?? 0];
    return { seat, secured, fresh, worth: secured * 100 + (lastRaceCounts ? fresh : 0) };
  });
  rows.sort((one, other) => other.worth - one.worth || one.seat - other.seat);
  return rows.map(({ seat, secured, fresh, worth }) => ({ seat, secured, fresh, won: worth === rows[0].worth }));
}

/** The scene without what only the viewer may see. @param {Scene} scene @returns {Scene} */
export function veiled(scene) {
  const { hidden, secured } = scene;
  return { ...scene, viewer: null, hand: null, secured: hidden ? secured.map(() => null) : secured };
}

/** Nothing is hidden: each seat knows what it has secured. @param {Scene[]} scenes one a seat @returns {Scene} */
export function opened(scenes) {
  return { ...scenes[0], viewer: null, hand: null, secured: scenes.map(({ secured }, seat) => secured[seat]) };
}

/** The pigs on the track, the leader first. @param {Scene} scene */
export function order({ places }) {
  const running = PIGS.filter((pig) => places[pig] !== null);
  return running.sort((one, other) => Number(places[other]) - Number(places[one]));
}

/** The pigs that wait to be lined up. @param {Scene} scene */
export const waiting = ({ places }) => PIGS.filter((pig) => places[pig] === null);

/**
 * The space of the ring that is a place, however many laps it is away.
 * @param {number} ring @param {number} place
 */
export const space = (ring, place) => ((place % ring) + ring) % ring;

/** Which food a seat's card shows: everybody has a motley plate. @param {number} seat @param {number} number */
export const kindOf = (seat, number) => seat * 3 + number;

/** @typedef {(scene: Scene, told: Record<string, any>) => Partial<Scene>} Change */

/** @type {Record<string, Change>} */
const CHANGES = {
  lined_up: placed,
  lined_up_last: placed,
  lined_up_by_lot: placed,
  dealt: ({ handSizes }, { count }) => ({ handSizes: handSizes.map(() => count) }),
  food_laid: (scene, { space }) => ({
    trackFood: [...scene.trackFood, space].sort((one, other) => one - other),
    stack: less(scene.stack),
  }),
  played: (scene, { seat, pig }) => ({
    top: pig,
    played: scene.played && counted(scene.played, pig, 1),
    hand: seat === scene.viewer && scene.hand ? counted(scene.hand, pig, -1) : scene.hand,
    handSizes: added(scene.handSizes, seat, -1),
  }),
  ran: placed,
  food_from_track: (scene, { seat, pig }) => ({
    trackFood: scene.trackFood.filter((one) => one !== space(scene.ring, scene.places[pig] ?? 0)),
    open: added(scene.open, seat, 1),
  }),
  food_for_the_lead: (scene, { seat }) => ({ open: added(scene.open, seat, 1), stack: less(scene.stack) }),
  lead_without_food: () => ({ stack: 0 }),
  secured: (scene, { seat, count }) => ({
    open: put(scene.open, seat, 0),
    secured: scene.secured[seat] === null ? scene.secured : added(scene.secured, seat, count),
  }),
  given_back: (scene, { seat, count }) => ({ open: put(scene.open, seat, 0), stack: refilled(scene, count) }),
  food_put_back: (scene, { count }) => ({ trackFood: [], stack: refilled(scene, count) }),
  next_race: (scene, { race, seat }) => ({
    race,
    starter: seat,
    places: each(null),
    top: null,
    played: scene.played && each(0),
  }),
  game_over: (_, { winners }) => ({ winners: [...winners], hidden: false }),
};

/** The scene after something happened. @param {Scene} scene @param {Happened} event @returns {Scene} */
export function after(scene, { key, arguments: told }) {
  return { ...scene, ...CHANGES[key]?.(scene, told) };
}

/** @param {Scene} scene @param {Record<string, any>} told */
function placed({ places }, { pig, place }) {
  return { places: { ...places, [pig]: place } };
}

/** @template T @param {T} value @returns {Record<string, T>} */
const each = (value) => Object.fromEntries(PIGS.map((pig) => [pig, value]));

/** @param {Record<string, number>} counts @param {string} pig @param {number} more */
const counted = (counts, pig, more) => ({ ...counts, [pig]: counts[pig] + more });

/** @template T @param {T[]} list @param {number} seat @param {T} value */
const put = (list, seat, value) => list.map((old, at) => (at === seat ? value : old));

/** @template {number | null} T @param {T[]} list @param {number} seat @param {number} more */
const added = (list, seat, more) => list.map((old, at) => (at === seat ? Number(old) + more : old));

/** One food card less; what is hidden stays so. @param {number | null} stack */
const less = (stack) => stack && stack - 1;

/** A stack that is hidden is known only while it is empty. @param {Scene} scene @param {number} count */
function refilled({ stack, hidden }, count) {
  if (hidden && count > 0) return null;
  return stack === null ? null : stack + count;
}
