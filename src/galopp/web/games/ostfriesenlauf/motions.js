/**
 * How each event is shown.
 *
 * A piece is on the board once, under the name of the shape it is drawn in; a run is given for
 * both shapes, and the one that is not on the page does not happen.
 */

import { STACKS, faceDown } from "./deck.js";
import { LAYOUTS, postFoot, signFoot, trackOf, way } from "./geometry.js";

/** @typedef {import("../../types.js").Happened} Happened */
/** @typedef {import("../../types.js").Motion} Motion */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("../../types.js").Point} Point */
/** @typedef {import("./geometry.js").Track} Track */
/** @typedef {import("./scene.js").LaufScene} LaufScene */
/** @typedef {import("./standing.js").Stand} Stand */

const SHAPES = /** @type {import("./geometry.js").Shape[]} */ (Object.keys(LAYOUTS));

/** Time to read the card that was turned; it stays in sight while it is carried out. */
const READING = /** @type {Motion} */ ({ kind: "pause", beats: 0.8 });

/** A longer way is run in so many strides at most, so that nobody waits for it. */
const STRIDES = 6;

/** @typedef {{told: Record<string, any>, before: LaufScene, after: LaufScene, words: GameWords}} Told */

/** @type {Record<string, (told: Told) => Motion[]>} */
const MOTIONS = {
  drew: ({ told: { seat, stack } }) => [fly(faceDown(stack), `stack-${stack}`, `seat-${seat}`)],
  drew_card: ({ told: { stack, card } }) => [fly(card, `stack-${stack}`, "hand")],
  laid: ({ told: { seat, stack }, before }) => [fly(faceDown(stack), `seat-${seat}`, `pile-${before.laid}`)],
  laid_card: ({ told: { stack, card }, before }) => [fly(faceDown(stack), `card-${card}`, `pile-${before.laid}`)],
  laid_blind: ({ told: { stack }, before }) => [fly(faceDown(stack), `stack-${stack}`, `pile-${before.laid}`)],
  laid_nothing: ({ before }) => [pop(`pile-${before.laid}`, "–")],
  reshuffled: () => [together(STACKS.map((stack) => fly(faceDown(stack), "discards", `stack-${stack}`)))],
  turned_over: () => [{ kind: "sound", name: "turn" }, { kind: "pause", beats: 0.5 }],
  card_turned: ({ told: { card }, after }) => [fly(card, `pile-${after.turned?.slot}`, "turned")],
  ran: ({ told, before }) => [READING, run(told.runner, before, wayOf(told))],
  moved_in: ({ told, before }) => [run(told.runner, before, [before.runners[told.runner], stand(told)])],
  stayed: ({ told, words }) => [READING, pop(`runner-${told.runner}`, words.say("pop.stays"))],
  swapped: ({ told, before }) => [READING, together([
    run(told.runner, before, wayOf(told), "slide"),
    run(told.other_runner, before, wayOf(told).reverse(), "slide"),
  ])],
  sign_moved: ({ told, before }) => [READING, { kind: "sound", name: "sign" }, wander(before, told.start, told.place)],
  sign_stayed: ({ words }) => [READING, pop("sign", words.say("pop.stays"))],
  over_forwards: (told) => [over(told)],
  over_backwards: (told) => [over(told)],
  next_round: ({ before }) => (before.turned ? [fly(before.turned.card, "turned", "discards")] : []),
  round_limit: ({ told, words }) => [cheer(words.say("event.round_limit", told))],
  ownerless_won: ({ told, words }) => [pop(`runner-${told.runner}`, words.say("event.ownerless_won", told))],
  // Nobody has anything to celebrate.
  unowned_victory: ({ told, words }) => [
    { kind: "sound", name: "lose" },
    together(told.runner.map((/** @type {string} */ name) => pop(`runner-${name}`, words.say("unowned_won", told)))),
    { kind: "pause", beats: 1 },
  ],
  game_over: ({ told, words }) => [cheer(words.say("event.game_over", told))],
};

/** @param {Happened} event @param {any} before @param {any} after @param {GameWords} words @returns {Motion[]} */
export function motions({ key, arguments: told }, before, after, words) {
  return MOTIONS[key]?.({ told, before, after, words }) ?? [];
}

/** @param {string} card @param {string} from @param {string} to @returns {Motion} */
const fly = (card, from, to) => ({ kind: "fly", card, from, to });

/** @param {string} at @param {string} text @param {"good" | "plain"} [tone] @returns {Motion} */
const pop = (at, text, tone = "plain") => ({ kind: "pop", at, text, tone });

/** @param {string} text @returns {Motion} */
const cheer = (text) => ({ kind: "cheer", text });

/** @param {Motion[]} all @returns {Motion} */
const together = (all) => ({ kind: "together", motions: all });

/** @param {Told} told */
const over = ({ told: { runner, count }, words }) => pop(`runner-${runner}`, words.say("pop.over", { count }), "good");

/** @param {Record<string, any>} told @returns {Stand} */
const stand = ({ place, lane }) => ({ place, lane });

/** Some points of a way, its ends among them: as many as a long run has strides.
 * @template T @param {T[]} all @returns {T[]} */
function strides(all) {
  const wide = Math.max(1, Math.ceil((all.length - 1) / STRIDES));
  return all.filter((_, index) => index % wide === 0 || index === all.length - 1);
}

/** Space by space, in the lane one ends in; the first step leaves the lane one stood in.
 * @param {Record<string, any>} told @returns {Stand[]} */
function wayOf({ start, start_lane: startLane, place, lane }) {
  if (start === place) return [{ place, lane: startLane }, { place, lane }];
  return strides(way(start, place)).map((at) => ({ place: at, lane: at === start ? startLane : lane }));
}

/** @param {string} runner @param {LaufScene} scene @param {Stand[]} stands @param {"hop" | "slide"} [gait] */
const run = (runner, scene, stands, gait = "hop") =>
  onBoth(scene, [runner, `${runner}-rank`], (track) => stands.map((one) => track.feet(one)), gait);

/** The sign goes round the outside of the track.
 * @param {LaufScene} scene @param {number} start @param {number} place */
function wander(scene, start, place) {
  const between = strides(way(start, place)).slice(1, -1);
  const along = (/** @type {Track} */ track) => [
    signFoot(track, scene.animals, start),
    ...between.map((at) => postFoot(track, at)),
    signFoot(track, scene.animals, place),
  ];
  return onBoth(scene, ["sign"], along, "slide");
}

/** @param {LaufScene} scene @param {string[]} pieces that go the same way
 * @param {(track: Track) => Point[]} along @param {"hop" | "slide"} gait */
function onBoth({ spaces }, pieces, along, gait) {
  return together(SHAPES.flatMap((shape) => {
    const points = along(trackOf(shape, spaces));
    return pieces.map((piece) => /** @type {Motion} */ ({ kind: "run", piece: `${shape}-${piece}`, points, gait }));
  }));
}
