/**
 * How each thing that happens is shown.
 *
 * Anchors of the board: `stack` the trough, `pile` the card on top, `space-N` a track card, `open-N` and
 * `secured-N` a seat's food, `open-N-I` one of its open food cards. Pieces: `pig-NAME`. Food is drawn by
 * whoever calls, so that nothing here draws.
 */

import { keyOf } from "./choosing.js";
import { feet, leap, stall } from "./geometry.js";
import { kindOf, order, PIGS, space } from "./scene.js";

/** @typedef {import("../../types.js").Happened} Happened */
/** @typedef {import("../../types.js").Motion} Motion */
/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("../../types.js").Point} Point */
/** @typedef {import("./scene.js").Scene} Scene */
/** @typedef {(kind: number) => import("lit").TemplateResult} Food draws a piece of food */

/** @typedef {import("./geometry.js").Shape} Shape */
/** @typedef {{told: Record<string, any>, before: Scene, after: Scene, words: GameWords, food: Food, shape: Shape}} Shown */

const MOST_FLYING = 5; // more food than this moves as one heap

/** @type {Record<string, (shown: Shown) => Motion[]>} */
const MOTIONS = {
  lined_up: linedUp,
  lined_up_last: linedUp,
  lined_up_by_lot: linedUp,
  dealt: ({ before }) => [together(before.handSizes.map((_, seat) => fly("pile", sitsAt(before, seat), null)))],
  food_laid: ({ told, food }) => [sound("food"), carry("stack", `space-${told.space}`, food, told.space)],
  played,
  ran,
  food_from_track: ({ told, before, food }) => {
    const from = space(before.ring, before.places[told.pig] ?? 0);
    return [sound("food"), carry(`space-${from}`, `open-${told.seat}`, food, from)];
  },
  food_for_the_lead: ({ told, before, food }) => [
    sound("food"),
    carry("stack", `open-${told.seat}`, food, kindOf(told.seat, before.open[told.seat])),
  ],
  lead_without_food: ({ words }) => [sound("no"), pop("stack", words.say("pop.empty"), "bad")],
  secured,
  given_back: givenBack,
  race_over: ({ told, before, words }) =>
    told.race < before.races ? [cheer(words.say("event.race_over", told), "other")] : [pause(1)],
  food_put_back: ({ before, food }) => [
    together(before.trackFood.map((from) => carry(`space-${from}`, "stack", food, from))),
  ],
  next_race: ({ before, shape }) => [together(PIGS.map((pig) => goHome(shape, before, pig)))],
  game_over: ({ before: { viewer }, told, words }) =>
    [cheer(words.say("event.game_over", told), told.winners.includes(viewer) ? "own" : "other")],
};

/** What is done for several pigs or seats alike is done at once. */
const ALIKE = /^(lined_up_by_lot|food_laid|secured|given_back)$/;

/** Whether an event is shown with those before it. @param {Happened} event @param {Happened[]} shown */
export const joins = ({ key }, shown) => ALIKE.test(key) && shown.every((one) => ALIKE.test(one.key));

/** Before the next race there is time to read how this one went. @param {Happened} event */
export const ends = ({ key }) => key === "next_race";

/**
 * Everything to be shown of one event, in order.
 * @param {Happened} event @param {Scene} before @param {Scene} after @param {GameWords} words
 * @param {Pick<Shown, "food" | "shape">} drawn @returns {Motion[]}
 */
export function motions({ key, arguments: told }, before, after, words, drawn) {
  return MOTIONS[key]?.({ told, before, after, words, ...drawn }) ?? [];
}

/** @param {Shown} shown @returns {Motion[]} */
function linedUp({ told, before, shape }) {
  const points = [whereIs(shape, before, told.pig), feet(shape, before.ring, told.place)];
  return [sound("oink"), run(told.pig, points)];
}

/** A card goes to the pile; the last one of a hand is announced. @param {Shown} shown @returns {Motion[]} */
function played({ told: { seat, pig }, before, words }) {
  const last = before.handSizes[seat] === 1;
  const announced = last ? [pop(`open-${seat}`, words.say("pop.last_card"))] : [];
  return [together([fly(handOf(before, seat, pig), "pile", pig), ...announced])];
}

/** Where a played card comes from. @param {Scene} before @param {number} seat @param {string} pig */
function handOf(before, seat, pig) {
  const held = seat === before.viewer ? (before.hand?.[pig] ?? 0) : 0;
  return held > 0 ? `card-${keyOf(pig, held - 1)}` : `seat-${seat}`;
}

/** @param {Shown} shown @returns {Motion[]} */
function ran({ told: { pig, start, place, jumped }, before, after, shape }) {
  const takesTheLead = order(before)[0] !== pig && order(after)[0] === pig;
  const running = run(pig, leap(shape, before.ring, start, place));
  if (takesTheLead) return [running, sound("squeal")];
  return jumped ? [sound("oink"), running] : [running];
}

/** @param {Shown} shown @returns {Motion[]} */
function secured({ told: { seat, count }, words, food }) {
  if (!count) return [pop(`open-${seat}`, words.say("pop.nothing"))];
  const moved = plate(count).map((i) => carry(`open-${seat}-${i}`, `secured-${seat}`, food, kindOf(seat, i)));
  return [sound("turn"), together([...moved, pop(`secured-${seat}`, words.say("pop.secured", { count }), "good")])];
}

/** @param {Shown} shown @returns {Motion[]} */
function givenBack({ told: { seat, count }, words, food }) {
  if (!count) return [pop(`open-${seat}`, words.say("pop.nothing"))];
  const moved = plate(count).map((i) => carry(`open-${seat}-${i}`, "stack", food, kindOf(seat, i)));
  return [sound("lose"), together([...moved, pop(`open-${seat}`, words.say("pop.given_back", { count }), "bad")])];
}

/** @param {Shape} shape @param {Scene} before @param {string} pig */
const goHome = (shape, before, pig) => run(pig, [whereIs(shape, before, pig), stall(shape, PIGS.indexOf(pig))], "slide");

/** @param {Shape} shape @param {Scene} scene @param {string} pig @returns {Point} */
function whereIs(shape, { places, ring }, pig) {
  const place = places[pig];
  return place === null ? stall(shape, PIGS.indexOf(pig)) : feet(shape, ring, place);
}

/** @param {Scene} scene @param {number} seat */
const sitsAt = ({ viewer }, seat) => (seat === viewer ? "hand" : `seat-${seat}`);

/** The food of a plate that is seen flying. @param {number} count */
const plate = (count) => Array.from({ length: Math.min(count, MOST_FLYING) }, (_, i) => i);

/** @param {string} pig @param {Point[]} points @param {"hop" | "slide"} [gait] @returns {Motion} */
const run = (pig, points, gait = "hop") => ({ kind: "run", piece: `pig-${pig}`, points, gait });

/** @param {string} from @param {string} to @param {string | null} card @returns {Motion} */
const fly = (from, to, card) => ({ kind: "fly", from, to, card });

/** @param {string} from @param {string} to @param {Food} food @param {number} kind @returns {Motion} */
const carry = (from, to, food, kind) => ({ kind: "fly", from, to, token: food(kind) });

/** @param {string} at @param {string} text @param {"good" | "bad" | "plain"} [tone] @returns {Motion} */
const pop = (at, text, tone = "plain") => ({ kind: "pop", at, text, tone });

/** @param {import("../../types.js").SoundName} name @returns {Motion} */
const sound = (name) => ({ kind: "sound", name });

/** @param {string} text @param {"own" | "other"} won @returns {Motion} */
const cheer = (text, won) => ({ kind: "cheer", text, won });

/** @param {number} beats @returns {Motion} */
const pause = (beats) => ({ kind: "pause", beats });

/** @param {Motion[]} motions @returns {Motion} */
const together = (motions) => ({ kind: "together", motions });
