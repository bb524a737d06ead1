/**
 * What can be said of the games that somebody played: how often they won, and how often chance would have.
 *
 * A game counts if it could be lost and was ours to the end: not one that went on from another or had its cards, nor one
 * in which all seats were ours, nor one that a bot finished for us. A victory that is shared counts in parts.
 */

/** @typedef {import("../types.js").NotedGame} NotedGame */

/** How bots are ordered; who else plays is somebody of their own. */
export const LEVELS = ["beginner", "casual", "strong", "strongest"];
const RANKS = [...LEVELS, "outside", "people", "alone"];
const IN_A_ROW = 3; // victories that are worth a line
const CROWD = 5; // seats at the largest table

/**
 * @typedef {object} Tally
 * @property {number} games
 * @property {number} victories shared ones too
 * @property {number} shared victories that others had a part in
 * @property {number} share of victories, from 0 to 1
 * @property {number} expected share, if all who could win were alike
 * @property {number} current victories in a row, up to the last game
 * @property {number} longest
 * @property {NotedGame | null} comeback the victory before which we were furthest behind
 */

/** @typedef {{game: string, all: Tally, against: {rival: string, tally: Tally}[]}} OfGame */
/** Something that happened for the first time. @typedef {{key: string, noted: NotedGame}} First */

/** @param {NotedGame} noted */
export const counts = ({ again, own, rivals, seats }) => !again && own.length < rivals && own.every((seat) => !seats[seat].level);

/** @param {NotedGame} noted */
export const isVictory = ({ own, winners }) => own.some((seat) => winners.includes(seat));

/** How much of the victory was ours. @param {NotedGame} noted */
export const shareOf = ({ own, winners, nobodys }) =>
  own.filter((seat) => winners.includes(seat)).length / Math.max(1, winners.length + nobodys.length);

/** The seats that are not ours. @param {NotedGame} noted */
export const opponents = ({ own, seats }) => seats.filter((_, seat) => !own.includes(seat));

/** The strongest opponent: a person, a bot of that level, or nobody. @param {NotedGame} noted */
export function rivalOf(noted) {
  const others = opponents(noted);
  if (!others.length) return "alone";
  if (others.some(({ kind }) => kind === "person")) return "people";
  return others.map(({ level }) => level).reduce((best, level) => (rankOf(level) > rankOf(best) ? level : best));
}

/** Bots of ours by their strength, others after them, then people. @param {string} rival */
const rankOf = (rival) => (RANKS.includes(rival) ? RANKS.indexOf(rival) : LEVELS.length);

/** @param {NotedGame[]} games that count, the oldest first @returns {Tally} */
export function tallyOf(games) {
  let [current, longest] = [0, 0];
  for (const noted of games) {
    current = isVictory(noted) ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  const mean = (/** @type {(noted: NotedGame) => number} */ worth) => games.reduce((sum, noted) => sum + worth(noted), 0) / Math.max(1, games.length);
  return {
    games: games.length, victories: games.filter(isVictory).length, shared: games.filter((noted) => isVictory(noted) && shareOf(noted) < 1).length, share: mean(shareOf), expected: mean(({ own, rivals }) => own.length / rivals),
    current, longest, comeback: furthestBehind(games),
  };
}

/** @param {NotedGame[]} games @returns {NotedGame | null} */
function furthestBehind(games) {
  const won = games.filter(({ behind }) => behind);
  return won.reduce((/** @type {NotedGame | null} */ best, noted) => ((noted.behind ?? 0) > (best?.behind ?? 0) ? noted : best), null);
}

/** All there is to say, game by game. @param {NotedGame[]} all in any order @param {string[]} order of the games @returns {{all: Tally, games: OfGame[], firsts: First[], uncounted: number}} */
export function statistics(all, order) {
  const games = inOrder(all).filter(counts);
  const played = order.filter((game) => games.some((noted) => noted.game === game));
  return { all: tallyOf(games), games: played.map((game) => ofGame(game, games.filter((noted) => noted.game === game))), firsts: firstsOf(games), uncounted: all.length - games.length };
}

/** @param {NotedGame[]} games @returns {NotedGame[]} */
const inOrder = (games) => [...games].sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));

/** @param {string} game @param {NotedGame[]} games */
function ofGame(game, games) {
  const rivals = [...new Set(games.map(rivalOf))].sort((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1));
  return { game, all: tallyOf(games), against: rivals.map((rival) => ({ rival, tally: tallyOf(games.filter((noted) => rivalOf(noted) === rival)) })) };
}

// --- What was once the first time

/** A victory of what kind. @type {Record<string, (noted: NotedGame) => boolean>} */
const FIRSTS = {
  victory: () => true,
  people: (noted) => opponents(noted).some(({ kind }) => kind === "person"),
  strongest: (noted) => opponents(noted).some(({ kind, level }) => kind === "bot" && level === "strongest"),
  backwards: ({ ending }) => ending === "backward",
  crowd: ({ seats }) => seats.length === CROWD,
  comeback: ({ behind }) => !!behind,
  day: ({ day }) => !!day,
};

/** @param {NotedGame[]} games that count, the oldest first @returns {First[]} the oldest first */
function firstsOf(games) {
  const won = games.filter(isVictory);
  const kinds = Object.entries(FIRSTS).map(([key, fits]) => ({ key, noted: won.find(fits) }));
  const others = [{ key: "in_a_row", noted: rowReached(games) }, { key: "all_games", noted: lastOfAll(won) }];
  return [...kinds, ...others].flatMap(({ key, noted }) => (noted ? [{ key, noted }] : [])).sort((one, other) => one.noted.at - other.noted.at);
}

/** The victory with which there were so many in a row. @param {NotedGame[]} games */
function rowReached(games) {
  let row = 0;
  return games.find((noted) => (row = isVictory(noted) ? row + 1 : 0) === IN_A_ROW);
}

/** The victory with which each of the three games was won once. @param {NotedGame[]} won */
function lastOfAll(won) {
  const games = new Set();
  return won.find(({ game }) => games.add(game).size === 3);
}
