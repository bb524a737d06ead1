/** What somebody ended a game with, in the words of that game. */

import { say, sentence } from "./words.js";

/** @typedef {import("./words.js").Catalogue} Catalogue */
/** @typedef {import("../types.js").NotedGame} NotedGame */

/** Games that count otherwise than in points. @type {Record<string, (catalogue: Catalogue, score: number) => string>} */
const SCORES = {
  schweinsgalopp: (catalogue, count) => sentence(catalogue, "result.food", { count }),
  ostfriesenlauf: (catalogue, over) => sentence(catalogue, over >= 1 ? "result.over" : "result.to_go", { count: over >= 1 ? over : 1 - over }),
};

/** @param {string} game @param {Catalogue} catalogue of the game @param {number} score */
export const scoreTold = (game, catalogue, score) => SCORES[game]?.(catalogue, score) ?? say("result.points_of", { count: score });

/** How a game ended that can end in several ways: "won backwards". @param {NotedGame} noted @param {Catalogue} catalogue */
export const endingTold = ({ ending }, catalogue) => (ending ? sentence(catalogue, `ending.${ending}`, {}) : "");
