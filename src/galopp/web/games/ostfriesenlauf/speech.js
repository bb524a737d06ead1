/**
 * The game in words: for whoever does not see the board, for the players' badges, for the end.
 */

import { runnerHeadPicture, picture } from "../../art/picture.js";
import { drawing } from "./cards.js";
import { ANIMALS, RUNNERS, STACKS, faceDown, ovalOf, ownerOf, runnerOf } from "./deck.js";
import { beyond, rankOf, ranking, toGo } from "./standing.js";

/** @typedef {import("../../types.js").GameWords} GameWords */
/** @typedef {import("../../types.js").SeatFact} SeatFact */
/** @typedef {import("./scene.js").LaufScene} LaufScene */

/** @param {any} scene @param {GameWords} words */
export const stage = ({ phase, round }, words) =>
  phase === "over" ? words.say("phase.over") : words.say("stage.round", { round });

/** @param {any} scene @param {GameWords} words @returns {string[]} */
export function describe(scene, words) {
  return [
    words.say("describe.oval", { count: scene.spaces }),
    words.say("describe.sign", { space: scene.sign, animal: animalAt(scene) }),
    ...ranking(scene.runners).map((name) => standing(scene, name, words)),
    words.say("describe.order", { runner: scene.order }),
    ...cardsLaid(scene, words),
    ...STACKS.map((stack) => height(scene, stack, words)),
    words.say("describe.discards", { count: sum(scene.discards) }),
  ];
}

/** @param {LaufScene} scene */
const animalAt = ({ animals, sign }) => ANIMALS.find((name) => animals[name] === sign) ?? "";

/** @param {Record<string, number>} backs */
const sum = (backs) => Object.values(backs).reduce((all, one) => all + one, 0);

/** One runner: rank, owner, place, and what it needs.
 * @param {LaufScene} scene @param {string} name @param {GameWords} words */
function standing(scene, name, words) {
  const { place, lane } = scene.runners[name];
  const seat = ownerOf(name, scene.players);
  const { forwards, backwards } = toGo(place, scene.sign, scene.spaces);
  const filled = { runner: name, rank: rankOf(scene.runners, name), place, lane, ...(seat === null ? {} : { seat }) };
  const where = words.say(seat === null ? "describe.ownerless" : "describe.runner", filled);
  if (forwards <= 0) return `${where} ${words.say("describe.over_forwards", { count: 1 - forwards })}`;
  if (backwards <= 0) return `${where} ${words.say("describe.over_backwards", { count: 1 - backwards })}`;
  return `${where} ${words.say("describe.to_go", { forwards, backwards })}`;
}

/** @param {LaufScene} scene @param {GameWords} words */
function cardsLaid({ pile, order }, words) {
  return pile.flatMap((laid, slot) => {
    if (!laid) return [];
    const filled = { runner: order[slot], stack: laid.back, ...(laid.card ? { card: laid.card } : {}) };
    return [words.say(laid.card ? "describe.laid_card" : "describe.laid", filled)];
  });
}

/** @param {LaufScene} scene @param {string} stack @param {GameWords} words */
function height({ stacks }, stack, words) {
  const count = stacks[stack];
  return count === null ? words.say("describe.stack_hidden", { stack }) : words.say("describe.stack", { stack, count });
}

/** What everybody may know of a seat: its runner and rank, and the backs in its hand.
 * @param {any} scene @param {number} seat @param {GameWords} words @returns {SeatFact[]} */
export function seatFacts(scene, seat, words) {
  const runner = runnerOf(seat);
  const rank = rankOf(scene.runners, runner);
  return [
    {
      picture: runnerHeadPicture(runner),
      value: words.say("fact.rank", { rank }),
      label: words.say("fact.runner", { runner, rank }),
    },
    handOf(scene, seat, words),
  ];
}

/** @param {LaufScene} scene @param {number} seat @param {GameWords} words @returns {SeatFact} */
function handOf({ hands, backs }, seat, words) {
  const shown = STACKS.flatMap((stack) => Array(backs[seat]?.[stack] ?? 0).fill(stack));
  const count = hands[seat] ?? 0;
  const hidden = shown.length < count;
  return {
    picture: picture(drawing(null), { width: 104, height: 144, left: -2, top: -2 }),
    value: hidden ? String(count) : shown.join(" "),
    label: hidden ? words.say("fact.cards", { count }) : words.say("fact.backs", { count, backs: shown.join(", ") }),
  };
}

/** The card that the viewer has laid face down. @param {any} scene @param {GameWords} words @returns {SeatFact[]} */
export function ownFacts({ viewer, pile, order }, words) {
  const laid = viewer === null ? null : pile[order.indexOf(runnerOf(viewer))];
  if (!laid?.card) return [];
  const drawn = picture(drawing(laid.card), { width: 100, height: 140, left: 0, top: 0 });
  return [{ picture: drawn, value: laid.back, label: words.say("own.laid", { card: laid.card }) }];
}

/** The picture of a stack, or of a card. @param {import("../../types.js").MoveShown} move */
export function choicePicture({ kind, subject }) {
  return picture(drawing(kind === "draw" ? faceDown(subject) : subject), { width: 100, height: 140, left: 0, top: 0 });
}

/** A stack, and whom its cards move. @param {import("../../types.js").MoveShown} move
 * @param {import("../../types.js").View} _view @param {GameWords} words */
export function offer({ kind, subject }, _view, words) {
  if (kind !== "draw") return {};
  return { label: words.say("offer.stack", { stack: subject }), note: words.say("offer.moves", { rank: subject }) };
}

/** The runners that have won and belong to nobody. @param {import("../../types.js").View} view @returns {string[]} */
const unownedWinners = ({ won, players }) => won.filter((/** @type {string} */ name) => ownerOf(name, players) === null);

/** Whose runner it is that has won alone: nobody's. @param {import("../../types.js").View} view @param {GameWords} words */
export function unowned(view, words) {
  const runners = unownedWinners(view);
  if (!runners.length || view.won.length > runners.length) return null;
  return words.say("unowned_won", { runner: runners, count: runners.length });
}

/** The winners first, nobody's before all, then whoever is nearest to the line.
 * @param {import("../../types.js").View} view @param {GameWords} words @returns {import("../../types.js").ResultRow[]} */
export function result(view, words) {
  return [...unownedWinners(view).map((runner) => unownedRow(runner, view, words)), ...seatRows(view, words)];
}

/** @param {string} runner @param {import("../../types.js").View} view @param {GameWords} words */
const unownedRow = (runner, view, words) => ({
  seat: null,
  points: null,
  name: words.word("runner", runner),
  picture: runnerHeadPicture(runner),
  note: words.say("result.nobodys", { how: words.word("ending", wayOf(view.places[runner], view)) }),
});

/** How a runner has won, of which the game says only that it was nobody's.
 * @param {number} place @param {import("../../types.js").View} view */
function wayOf(place, { sign, report_sign: signBefore, options }) {
  const { spaces } = ovalOf(options.board);
  if (beyond(place, sign, spaces) < 1) return "round_limit";
  if (beyond(place, signBefore, spaces) < 1) return "sign_shift";
  return place >= sign ? "forward" : "backward";
}

/** @param {import("../../types.js").View} view @param {GameWords} words */
function seatRows(view, words) {
  const rows = RUNNERS.slice(0, view.players).map((runner, seat) => {
    const won = view.won.includes(runner);
    const over = beyond(view.places[runner], view.sign, ovalOf(view.options.board).spaces);
    return { seat, points: null, won, over, note: noteOf(won, over, view, words) };
  });
  rows.sort((one, other) => Number(other.won) - Number(one.won) || other.over - one.over);
  return rows.map(({ seat, points, note }) => ({ seat, points, note }));
}

/** How a seat fared. @param {boolean} won @param {number} over
 * @param {import("../../types.js").View} view @param {GameWords} words */
function noteOf(won, over, { ended }, words) {
  const ending = Object.keys(ended).find((name) => ended[name]);
  if (won && ending) return words.word("ending", ending);
  return over >= 1 ? words.say("result.over", { count: over }) : words.say("result.to_go", { count: 1 - over });
}

/** What a card does to a runner, as people would call it out; places are on the board.
 * @param {import("../../types.js").Happened} event @param {GameWords} words */
export function brief({ key, arguments: told }, words) {
  const steps = told.place - told.start;
  if (key === "ran") return words.say(steps < 0 ? "brief.back" : "brief.ahead", { runner: told.runner, count: Math.abs(steps) });
  if (key === "card_turned") return words.word("card", told.card);
  const short = ["moved_in", "stayed", "swapped", "sign_moved", "sign_stayed"].includes(key);
  return short ? words.say(`brief.${key}`, told) : null;
}
