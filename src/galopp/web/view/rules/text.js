/**
 * The rules of a game as the server reads them from their Markdown (`locale/rules_text.py`): what is looked for in them.
 *
 * Where a ruling is told, its number stands in brackets, "(S10)": the paragraph, the item or the row around it
 * is its place.
 */

/** @typedef {import("../../types.js").RulesBlock} Block */
/** @typedef {import("../../types.js").RulesPiece} Piece */

/** Whether something is the number of a ruling, as in the address of its place. @param {string} written */
export const isRuling = (written) => /^[SVOG]\d+$/.test(written);

/** The text alone, with the numbers that it tells. @param {Piece[]} pieces */
export const textOf = (pieces) =>
  pieces.map((piece) => (typeof piece === "string" ? piece : piece.kind === "mark" ? `(${piece.text})` : piece.text)).join("");

// --- Looking for words

/** Letters without case and accents, one for one. @param {string} text */
const plain = (text) => [...text].map((letter) => letter.normalize("NFD")[0].toLowerCase());

/** What somebody looks for, word by word. @param {string} written */
export const wordsOf = (written) => plain(written).join("").split(/\s+/).filter(Boolean);

/** Whether all the words are there. @param {string} text @param {string[]} words */
export function holds(text, words) {
  const read = plain(text).join("");
  return words.every((word) => read.includes(word));
}

/** The parts of a block that hold all the words: nothing is left of one that does not.
 * @param {Block} block @param {string[]} words @returns {Block | null} */
export function found(block, words) {
  if (block.kind === "paragraph") return holds(textOf(block.told.pieces), words) ? block : null;
  if (block.kind === "list") {
    const items = block.items.filter(({ pieces }) => holds(textOf(pieces), words));
    return items.length ? { ...block, items } : null;
  }
  const rows = block.rows.filter(({ cells }) => holds(cells.map(textOf).join(" "), words));
  return rows.length ? { ...block, rows } : null;
}

/** A text in turns: what is no word that is looked for, and what is. @param {string} text @param {string[]} words */
export function inTurns(text, words) {
  const letters = [...text];
  const read = plain(text).join("");
  const turns = [""];
  for (let at = 0; at < letters.length;) {
    const word = words.find((one) => read.startsWith(one, at));
    if (word) turns.push(letters.slice(at, at + word.length).join(""), "");
    else turns[turns.length - 1] += letters[at];
    at += word ? word.length : 1;
  }
  return turns;
}

/** How many places a text has in which somebody finds what they look for. @param {Block[]} blocks */
export const places = (blocks) =>
  blocks.reduce((sum, block) => sum + (block.kind === "list" ? block.items : block.kind === "table" ? block.rows : [block]).length, 0);
