/**
 * The parts of the page that are loaded when they are needed: the only place with a dynamic `import()`.
 *
 * A part is there when its module, its styles and its words are. Each is asked for once, and its promise kept:
 * WebKit resolves a second `import()` of a module that is still being loaded too early (its bug 242740), and
 * whoever drew again because of that asked again, for ever. All that a part is made of is waited for together, so
 * that whatever fails first fails as the part, and is tried again, and is not an error that nobody handles.
 */

import { patiently } from "./net/patiently.js";
import { dress } from "./net/style.js";
import { learnMore } from "./language/words.js";

/** A part that brings styles along. @template T @param {Promise<T>} module @param {string[]} styles in the order of their say */
async function styled(module, ...styles) {
  const [loaded] = await Promise.all([module, ...styles.map(dress)]);
  return loaded;
}

/** A part that says what the first page does not. @template T @param {Promise<T>} module @param {import("./language/words.js").WordFile} [file] */
async function worded(module, file) {
  const [loaded] = await Promise.all([module, patiently(() => learnMore(file))]);
  return loaded;
}

/** A part whose elements stand on the page already: they wake up when their styles and words are there.
 * @template T @param {() => Promise<T>} load @param {string[]} styles */
async function prepared(load, ...styles) {
  await Promise.all([...styles.map(dress), patiently(() => learnMore())]);
  return load();
}

const PARTS = {
  home: () => import("./view/home/home.js"),
  homeDay: () => import("./view/day/offer.js"),
  homeNew: () => worded(styled(import("./view/home/new_table.js"), "panels"), "new"),
  table: () => styled(import("./view/table/entry.js"), "lobby", "table", "panels"),
  here: () => worded(styled(import("./view/here/entry.js"), "lobby", "table", "panels"), "local"),
  openHere: () => worded(import("./model/here.js"), "local"),
  replaysHere: () => worded(import("./model/replays_here.js"), "local"),
  hintsHere: () => import("./model/hints_here.js"),
  reviewsHere: () => worded(import("./model/reviews_here.js"), "local"),
  dayHere: () => worded(import("./model/day_here.js"), "local"),
  brought: () => worded(worded(styled(import("./view/replay/brought.js"), "replay"), "local")),
  facts: () => import("./model/facts.js"),
  lobbyLater: () => prepared(() => import("./view/lobby/later.js")),
  game: () => styled(import("./view/table/table.js"), "seats", "log", "handheld"),
  gameLater: () => prepared(() => import("./view/table/later.js"), "result", "race_end"),
  tv: () => worded(styled(import("./view/tv/entry.js"), "lobby", "table", "panels", "seats", "result", "tv", "race_end")),
  replay: () => worded(styled(import("./view/replay/entry.js"), "table", "panels", "seats", "log", "result", "replay", "race_end")),
  review: () => worded(styled(import("./view/review/entry.js"), "review")),
  learn: () => worded(worded(styled(import("./view/lesson/lesson.js"), "table", "seats", "panels", "lesson")), "new"),
  noting: () => import("./model/noting.js"),
  mine: () => worded(worded(styled(import("./view/mine/mine.js"), "panels", "mine")), "mine"),
  picture: () => worded(styled(import("./view/picture/sheet.js"), "panels", "picture")),
  group: () => worded(styled(import("./view/group/entry.js"), "lobby", "table", "panels", "group"), "group"),
  groupTv: () => worded(worded(styled(import("./view/group/tv.js"), "table", "panels", "tv", "group"), "group")),
  atGroup: () => worded(styled(import("./view/group/at_table.js"), "group"), "group"),
  rules: () => styled(import("./view/rules/page.js"), "rules"),
  rulesDrawer: () => styled(import("./view/rules/drawer.js"), "panels", "rules"),
  play: () => import("./model/play.js"),
  frames: () => import("./net/frames.js"),
  renewal: () => prepared(() => import("./view/notices/renewal.js"), "renewal"),
  installed: () => import("./net/installed.js"),
  notices: () => import("./model/notices.js"),
  ownSeat: () => import("./model/own_seat.js"),
  groupNotices: () => worded(import("./view/notices/settings.js")),
  saumaumau: () => styled(import("./games/saumaumau/game.js"), "saumaumau"),
  ostfriesenlauf: () => styled(import("./games/ostfriesenlauf/game.js"), "ostfriesenlauf"),
  schweinsgalopp: () => styled(import("./games/schweinsgalopp/game.js"), "schweinsgalopp"),
};

/** @typedef {keyof typeof PARTS} PartName */

/** What has been asked for, and what of it is there. @type {Map<PartName, Promise<any>>} */
const asked = new Map();
/** @type {Set<PartName>} */
const there = new Set();

/** Resolves with a part's module when all of the part is there.
 * @template {PartName} Name @param {Name} name @returns {ReturnType<(typeof PARTS)[Name]>} */
export function bring(name) {
  if (!asked.has(name)) asked.set(name, come(name));
  return /** @type {ReturnType<(typeof PARTS)[Name]>} */ (asked.get(name));
}

/** @param {PartName} name */
async function come(name) {
  const module = await patiently(/** @type {() => Promise<unknown>} */ (PARTS[name]));
  there.add(name);
  return module;
}

/** Whether a part can be drawn already. @param {PartName} name */
export const isThere = (name) => there.has(name);
