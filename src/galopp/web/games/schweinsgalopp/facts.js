/** What the table says in words: about each seat, about the race, about the end. */

import { picture } from "../../art/picture.js";
import { foodPicture, littleBack, sack } from "./props.js";
import { order, space, standing, waiting } from "./scene.js";

/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("../../types.js").SeatFact} SeatFact */
/** @typedef {import("../../types.js").View} View */
/** @typedef {import("./scene.js").Scene} Scene */

export const HIDDEN = "?";

/**
 * Cards in hand, food that can be lost, and food that cannot.
 * @param {Scene} scene @param {number} seat @param {GameWords} words @returns {SeatFact[]}
 */
export function seatFacts(scene, seat, words) {
  const [cards, open, secured] = [scene.handSizes[seat], scene.open[seat], scene.secured[seat]];
  return [
    fact(picture(littleBack(), { width: 34, height: 46 }), cards, words.say("fact.cards", { count: cards })),
    fact(foodPicture(1), open, words.say("fact.open", { count: open })),
    fact(picture(sack(), { width: 52, height: 56 }), secured, saidSecured(secured, words)),
  ];
}

/** @param {SeatFact["picture"]} drawing @param {number | null} value @param {string} label @returns {SeatFact} */
const fact = (drawing, value, label) => ({ picture: drawing, value: String(value ?? HIDDEN), label });

/** @param {number | null} count @param {GameWords} words */
function saidSecured(count, words) {
  return count === null ? words.say("fact.secured_hidden") : words.say("fact.secured", { count });
}

/** Which race it is. @param {Scene} scene @param {GameWords} words */
export const stage = ({ race, races }, words) => words.say("stage.race", { race, races });

/** The board in sentences. @param {Scene} scene @param {GameWords} words @returns {string[]} */
export function describe(scene, words) {
  return [
    words.say("describe.start", { starter: scene.starter }),
    ...saidPigs(scene, words),
    ...saidFood(scene, words),
    ...saidCards(scene, words),
    ...scene.open.map((_, seat) => saidSeat(scene, seat, words)),
  ];
}

/** @param {Scene} scene @param {GameWords} words */
function saidPigs(scene, words) {
  const running = order(scene).map((pig, index) => {
    const here = space(scene.ring, Number(scene.places[pig]));
    return words.say("describe.pig", { rank: index + 1, pig, space: here });
  });
  const left = waiting(scene);
  return left.length ? [...running, words.say("describe.waiting", { waiting_pig: left })] : running;
}

/** @param {Scene} scene @param {GameWords} words */
function saidFood({ stack, trackFood }, words) {
  const trough = stack === null ? words.say("describe.stack_hidden") : words.say("describe.stack", { count: stack });
  if (!trackFood.length) return [trough];
  return [trough, words.say("describe.track_food", { count: trackFood.length, spaces: trackFood.join(", ") })];
}

/** @param {Scene} scene @param {GameWords} words */
function saidCards({ top, played }, words) {
  if (!top) return [];
  const counts = Object.entries(played ?? {}).filter(([, count]) => count > 0);
  const said = counts.map(([pig, count]) => words.say("describe.played", { pig, count }));
  return [words.say("describe.top", { pig: top }), ...said];
}

/** @param {Scene} scene @param {number} seat @param {GameWords} words */
function saidSeat({ handSizes, open, secured }, seat, words) {
  const told = { cards: handSizes[seat], open: open[seat], secured: secured[seat] ?? HIDDEN };
  return words.say("describe.seat", { seat, ...told });
}

/** The final standing, most food first. @param {View} view @param {GameWords} words */
export function result(view, words) {
  const lastRaceCounts = view.options.tie === "last_race";
  return standing(view).map(({ seat, secured, fresh }) => ({
    seat,
    points: secured,
    told: words.say("result.food", { count: secured }),
    note: lastRaceCounts ? words.say("result.last_race", { count: fresh }) : "",
  }));
}
