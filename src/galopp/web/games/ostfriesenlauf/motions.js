/** How each event is shown. */

import { STACKS, faceDown } from "./deck.js";
import { postFoot, shapeOf, signFoot, trackOf, way } from "./geometry.js";

/** @typedef {import("../../types.js").Happened} Happened */
/** @typedef {import("../../types.js").Motion} Motion */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("./geometry.js").Track} Track */
/** @typedef {import("./scene.js").LaufScene} LaufScene */
/** @typedef {import("./standing.js").Stand} Stand */

/** Time to read the card that was turned; it stays in sight while it is carried out. */
const READING = /** @type {Motion} */ ({ kind: "pause", beats: 0.5 });

/** A longer way is run in so many strides at most, so that nobody waits for it. */
const STRIDES = 4;

/** @typedef {{told: Record<string, any>, before: LaufScene, after: LaufScene, words: GameWords, track: Track}} Told */

/** @type {Record<string, (told: Told) => Motion[]>} */
const MOTIONS = {
  drew: ({ told: { seat, stack } }) => [aside(fly(faceDown(stack), `stack-${stack}`, `seat-${seat}`))],
  drew_card: ({ told: { stack, card } }) => [fly(card, `stack-${stack}`, "hand")],
  laid: ({ told: { seat, stack }, before }) => [fly(faceDown(stack), `seat-${seat}`, `pile-${before.laid}`)],
  laid_card: ({ told: { stack, card }, before }) => [fly(faceDown(stack), `card-${card}`, `pile-${before.laid}`)],
  laid_blind: ({ told: { stack }, before }) => [fly(faceDown(stack), `stack-${stack}`, `pile-${before.laid}`)],
  laid_nothing: ({ before }) => [pop(`pile-${before.laid}`, "–")],
  reshuffled: () => [together(STACKS.map((stack) => fly(faceDown(stack), "discards", `stack-${stack}`)))],
  turned_over: () => [{ kind: "sound", name: "turn" }, { kind: "pause", beats: 0.2 }],
  card_turned: ({ told: { card }, after }) => [fly(card, `pile-${after.turned?.slot}`, "turned")],
  ran: ({ told, track }) => [READING, run(track, told.runner, wayOf(told))],
  // With whoever ran, and so after as long a look at the card.
  moved_in: ({ told, before, track }) => [READING, run(track, told.runner, [before.runners[told.runner], stand(told)])],
  stayed: ({ told, words }) => [READING, pop(`runner-${told.runner}`, words.say("pop.stays"))],
  swapped: ({ told, track }) => [READING, together([
    run(track, told.runner, wayOf(told), "slide"),
    run(track, told.other_runner, wayOf(told).reverse(), "slide"),
  ])],
  sign_moved: ({ told, before, track }) => [READING, { kind: "sound", name: "sign" }, wander(track, before, told)],
  sign_stayed: ({ words }) => [READING, pop("sign", words.say("pop.stays"))],
  over_forwards: (told) => [over(told)],
  over_backwards: (told) => [over(told)],
  next_round: ({ before }) => (before.turned ? [aside(fly(before.turned.card, "turned", "discards"))] : []),
  round_limit: ({ told, words }) => [cheer(words.say("event.round_limit", told), "nobody")],
  ownerless_won: ({ told, words }) => [pop(`runner-${told.runner}`, words.say("event.ownerless_won", told))],
  unowned_victory: ({ told, words }) => [cheer(words.say("unowned_won", told), "nobody")],
  game_over: ({ told, words, before: { viewer } }) => (told.winners.length
    ? [cheer(words.say("event.game_over", told), told.winners.includes(viewer) ? "own" : "other")]
    : []),
};

/** Cards that are laid in one go, where one lies for a runner that nobody owns. */
const LAID = /^laid/;
/** Who runs, and who makes room for it. */
const RUNS = /^(ran|moved_in)$/;

/** Whether an event is shown with those before it. @param {Happened} event @param {Happened[]} shown */
export function joins({ key, arguments: told }, shown) {
  if (key === "moved_in") return shown.every((one) => RUNS.test(one.key) && one.arguments.runner !== told.runner);
  return LAID.test(key) && shown.every((one) => LAID.test(one.key));
}

/** @param {Happened} event @param {any} before @param {any} after @param {GameWords} words
 * @param {import("../../types.js").BoardShape} board @returns {Motion[]} */
export function motions({ key, arguments: told }, before, after, words, board) {
  const track = trackOf(shapeOf(board), before.spaces);
  return MOTIONS[key]?.({ told, before, after, words, track }) ?? [];
}

/** @param {string} card @param {string} from @param {string} to */
const fly = (card, from, to) => ({ kind: /** @type {const} */ ("fly"), card, from, to });

/** What is seen in passing. @param {ReturnType<typeof fly>} flight @returns {Motion} */
const aside = (flight) => ({ ...flight, aside: true });

/** @param {string} at @param {string} text @param {"good" | "plain"} [tone] @returns {Motion} */
const pop = (at, text, tone = "plain") => ({ kind: "pop", at, text, tone });

/** @param {string} text @param {"own" | "other" | "nobody"} won @returns {Motion} */
const cheer = (text, won) => ({ kind: "cheer", text, won });

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

/** @param {Track} track @param {string} runner @param {Stand[]} stands @param {"hop" | "slide"} [gait] @returns {Motion} */
function run(track, runner, stands, gait = "hop") {
  const points = stands.map((one) => track.feet(one));
  return together([runner, `${runner}-rank`].map((piece) => ({ kind: "run", piece, points, gait })));
}

/** The sign goes round the outside of the track. @param {Track} track @param {LaufScene} scene
 * @param {Record<string, any>} told @returns {Motion} */
function wander(track, { animals }, { start, place }) {
  const between = strides(way(start, place)).slice(1, -1);
  const points = [signFoot(track, animals, start), ...between.map((at) => postFoot(track, at)), signFoot(track, animals, place)];
  return { kind: "run", piece: "sign", points, gait: "slide" };
}
