/**
 * Everything the board of Ostfriesenlauf draws, and how each event changes it.
 *
 * One thing no event tells: with the backs of hands hidden, that the last card of a stack was
 * drawn. The next view shows it.
 */

import { RUNNERS, STACKS, backOf, effectOf, ovalOf, runnerOf } from "./deck.js";
import { ranking } from "./standing.js";

/** @typedef {import("../../types.js").Happened} Happened */
/** @typedef {import("../../types.js").View} View */
/** @typedef {Record<string, number | null>} Backs how many cards of each back; null: hidden */
/** @typedef {{back: string, card: string | null}} Laid a card of this round; null: its face is not known */

/**
 * @typedef {object} LaufScene
 * @property {number | null} viewer
 * @property {number} players
 * @property {number} spaces of the oval
 * @property {Record<string, number>} animals the space of each
 * @property {boolean} open whether the backs of hands are seen, and the heights of stacks
 * @property {number} sign the space the line is at
 * @property {number} round
 * @property {string} phase
 * @property {Record<string, import("./standing.js").Stand>} runners
 * @property {string[]} order the laying order of this round, the last runner first
 * @property {number} laid how many of them are done laying
 * @property {(Laid | null)[]} pile this round's cards, in that order
 * @property {Backs} stacks cards left in each
 * @property {Record<string, number>} discards of each back
 * @property {string | null} top the discard that was carried out last
 * @property {number[]} hands how many cards each seat holds
 * @property {Backs[]} backs of the cards in each hand
 * @property {{card: string, slot: number} | null} turned the card being carried out
 * @property {string[]} touched the runners it is about
 * @property {string[]} won
 */

/** @param {View} view @returns {LaufScene} */
export function scene(view) {
  const discards = byBack(view.discards);
  return {
    viewer: view.viewer,
    players: view.players,
    ...ovalOf(view.options.board),
    open: view.options.show_hand_backs,
    sign: view.sign,
    round: view.round_number,
    phase: view.phase,
    runners: standsOf(view),
    order: [...view.order],
    laid: view.laid,
    pile: pileOf(view),
    stacks: { ...view.stack_sizes },
    discards,
    top: view.discards.length ? view.report_cards.filter(Boolean).at(-1) ?? null : null,
    hands: [...view.hand_sizes],
    backs: view.hand_backs.map((/** @type {Backs} */ backs) => ({ ...backs })),
    turned: null,
    touched: [],
    won: [...view.won],
  };
}

/** @param {View} view @returns {LaufScene["runners"]} */
function standsOf({ places, lanes }) {
  return Object.fromEntries(RUNNERS.map((name) => [name, { place: places[name], lane: lanes[name] }]));
}

/** The cards face down, with the viewer's own as it knows it. @param {View} view */
function pileOf({ pile_backs: backs, order, viewer, own_card: own }) {
  return backs.map((/** @type {number | null} */ back, /** @type {number} */ slot) => {
    const mine = viewer !== null && order[slot] === runnerOf(viewer);
    return back === null ? null : { back: String(back), card: mine ? own : null };
  });
}

/** @param {string[]} cards @returns {Record<string, number>} */
function byBack(cards) {
  const count = (/** @type {string} */ stack) => cards.filter((card) => backOf(card) === stack).length;
  return Object.fromEntries(STACKS.map((stack) => [stack, count(stack)]));
}

/** @type {Backs} */
const HIDDEN = Object.fromEntries(STACKS.map((stack) => [stack, null]));

/** @typedef {(scene: LaufScene, told: Record<string, any>) => Partial<LaufScene>} Change */

/** What each event changes; those not listed change nothing. @type {Record<string, Change>} */
const CHANGES = {
  drew: (now, { seat, stack }) => ({
    phase: "lay",
    stacks: more(now.stacks, stack, -1),
    ...inHand(now, seat, stack, 1),
  }),
  drew_card: (now, told) => CHANGES.drew(now, told),
  laid: (now, { seat, stack, card = null }) => ({
    phase: "draw",
    ...inHand(now, seat, stack, -1),
    ...lay(now, { back: stack, card }),
  }),
  laid_card: (now, told) => CHANGES.laid(now, told),
  laid_blind: (now, { stack }) => ({
    stacks: more(now.stacks, stack, -1),
    ...lay(now, { back: stack, card: null }),
  }),
  laid_nothing: (now) => lay(now, null),
  reshuffled: (now) => ({ stacks: refilled(now), discards: byBack([]), top: null }),
  card_turned: (now, { runner, card }) => turn(now, now.order.indexOf(runner), card),
  ran: (now, told) => ({ runners: standing(now, told) }),
  moved_in: (now, told) => ({ runners: standing(now, told) }),
  swapped: (now, told) => ({ runners: swapped(now, told) }),
  sign_moved: (_, { place }) => ({ sign: place }),
  next_round: (now, { round }) => ({ ...clearedAway(now), round }),
  ownerless_won: (now, { runner }) => ({ won: inOrder([...now.won, runner]) }),
  unowned_victory: (now, { runner }) => ({ ...clearedAway(now), phase: "over", won: inOrder(runner) }),
  game_over: (now, { winners }) => ({
    ...clearedAway(now),
    phase: "over",
    won: inOrder([...now.won, ...winners.map(runnerOf)]),
  }),
};

/** The scene after an event. @param {any} now @param {Happened} event @returns {LaufScene} */
export function after(now, { key, arguments: told }) {
  return { ...now, ...CHANGES[key]?.(now, told) };
}

/** @param {Backs} backs @param {string} stack @param {number} count @returns {Backs} */
function more(backs, stack, count) {
  const known = backs[stack];
  return { ...backs, [stack]: known === null ? null : known + count };
}

/** @param {LaufScene} now @param {number} seat @param {string} stack @param {number} count */
function inHand(now, seat, stack, count) {
  return {
    hands: now.hands.map((size, index) => (index === seat ? size + count : size)),
    backs: now.backs.map((backs, index) => (index === seat ? more(backs, stack, count) : backs)),
  };
}

/** The next runner's card joins the pile. @param {LaufScene} now @param {Laid | null} card */
function lay(now, card) {
  const laid = now.laid + 1;
  return { pile: now.pile.map((old, slot) => (slot === now.laid ? card : old)), laid };
}

/** Where heights are hidden, all that is known of a refilled stack is that it is not empty.
 * @param {LaufScene} now @returns {Backs} */
function refilled({ open, stacks, discards }) {
  const heights = STACKS.map((stack) => {
    const height = stacks[stack];
    if (height === null || (!open && discards[stack])) return [stack, null];
    return [stack, height + discards[stack]];
  });
  return Object.fromEntries(heights);
}

/** A card is turned up, and whoever has the ranks it speaks of is marked.
 * @param {LaufScene} now @param {number} slot @param {string} card @returns {Partial<LaufScene>} */
function turn(now, slot, card) {
  const { back, other, kind } = effectOf(card);
  const ranks = kind === "sign" ? [] : [back, other].filter((rank) => rank !== null);
  const ranked = ranking(now.runners);
  return {
    pile: now.pile.map((old, index) => (index === slot ? { back, card } : old)),
    turned: { card, slot },
    touched: ranks.map((rank) => ranked[Number(rank) - 1]),
  };
}

/** @param {LaufScene} now @param {Record<string, any>} told */
const standing = (now, { runner, place, lane }) => ({ ...now.runners, [runner]: { place, lane } });

/** @param {LaufScene} now @param {Record<string, any>} told */
const swapped = (now, { runner, other_runner: other, place, lane, start, start_lane: startLane }) => ({
  ...now.runners,
  [runner]: { place, lane },
  [other]: { place: start, lane: startLane },
});

/** The round's cards go to the discards, and the next laying order is read from the ranks.
 * @param {LaufScene} now @returns {Partial<LaufScene>} */
function clearedAway(now) {
  const cards = now.pile.flatMap((laid) => laid?.card ?? []);
  const done = byBack(cards);
  return {
    discards: Object.fromEntries(STACKS.map((stack) => [stack, now.discards[stack] + done[stack]])),
    top: cards.at(-1) ?? now.top,
    pile: RUNNERS.map(() => null),
    laid: 0,
    order: ranking(now.runners).reverse(),
    turned: null,
    touched: [],
  };
}

/** @param {string[]} runners */
const inOrder = (runners) => RUNNERS.filter((name) => runners.includes(name));

/** The scene as a bystander knows it: face down is what lies face down, and hidden backs are hidden.
 * @param {any} shown @returns {LaufScene} */
export function veiled(shown) {
  const now = /** @type {LaufScene} */ (shown);
  const done = now.turned ? now.turned.slot : -1;
  return {
    ...now,
    pile: now.pile.map((laid, slot) => (laid && slot > done ? { ...laid, card: null } : laid)),
    backs: now.open ? now.backs : now.backs.map(() => HIDDEN),
  };
}

/** Nothing is hidden: each seat knows its own cards, and which one it has laid.
 * @param {any[]} scenes one a seat @returns {LaufScene} */
export function opened(scenes) {
  const [first] = /** @type {LaufScene[]} */ (scenes);
  const known = (/** @type {number} */ slot) => scenes.map(({ pile }) => pile[slot]).find((laid) => laid?.card);
  return {
    ...first,
    viewer: null,
    pile: first.pile.map((laid, slot) => known(slot) ?? laid),
    backs: scenes.map(({ backs }, seat) => backs[seat]),
  };
}
