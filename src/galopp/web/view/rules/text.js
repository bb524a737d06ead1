/**
 * The rules of a game as their Markdown text has them: sections of paragraphs, lists and tables.
 *
 * Only what our rules are written with. Where a ruling is told, its number stands in brackets, "(S10)": the
 * paragraph, the item or the row around it is its place.
 */

/** @typedef {{text: string, rulings: string[]}} Told a paragraph or an item, and the rulings that it tells */
/** @typedef {{cells: string[], rulings: string[]}} Row */
/** @typedef {{kind: "paragraph", told: Told}} Paragraph */
/** @typedef {{kind: "list", ordered: boolean, items: Told[]}} List */
/** @typedef {{kind: "table", head: string[], rows: Row[]}} Table */
/** @typedef {Paragraph | List | Table} Block */
/** @typedef {{title: string, blocks: Block[]}} Section the first has no title: it is what stands above all others */
/** @typedef {{kind: "text" | "bold" | "italic" | "mark" | "name", text: string}} Piece */

const NUMBER = "[SVOG]\\d+";
const MARK = new RegExp(`\\(${NUMBER}\\)`, "g");
const BEFORE_THE_STOP = new RegExp(` (\\(${NUMBER}\\))([.;])`, "g");
const PIECES = new RegExp(`(\\*\\*.+?\\*\\*|\\*.+?\\*|\\(${NUMBER}\\)|\\b${NUMBER}\\b)`);

/** Whether something is the number of a ruling, as in the address of its place. @param {string} written */
export const isRuling = (written) => new RegExp(`^${NUMBER}$`).test(written);

/** The rulings that are told here, not those that are only spoken of. @param {string} text */
const toldIn = (text) => [...text.matchAll(MARK)].map(([mark]) => mark.slice(1, -1));

/** @param {string} text @returns {Told} */
const told = (text) => ({ text, rulings: toldIn(text) });

/** A whole text, section by section. @param {string} text @returns {Section[]} */
export function sectionsOf(text) {
  const [above, ...others] = text.trim().replace(/^# .*\n/, "").split(/^## /m);
  return [{ title: "", blocks: blocksOf(above) }, ...others.map(section)];
}

/** @param {string} text from its heading on @returns {Section} */
function section(text) {
  const [title, ...lines] = text.split("\n");
  return { title: title.trim(), blocks: blocksOf(lines.join("\n")) };
}

/** Paragraphs, lists and tables stand apart by empty lines. @param {string} text */
const blocksOf = (text) => text.split(/\n\s*\n/).map((one) => one.trim()).filter(Boolean).map(block);

/** @param {string} text @returns {Block} */
function block(text) {
  const lines = text.split("\n");
  if (lines[0].startsWith("|")) return table(lines);
  const ordered = /^\d+\. /.test(lines[0]);
  if (ordered || lines[0].startsWith("- ")) return { kind: "list", ordered, items: items(lines).map(told) };
  return { kind: "paragraph", told: told(lines.join(" ")) };
}

/** An item goes on in the lines below it. @param {string[]} lines */
function items(lines) {
  /** @type {string[]} */
  const found = [];
  for (const line of lines) {
    const begun = line.match(/^(?:-|\d+\.) +(.*)$/);
    if (begun) found.push(begun[1]);
    else found[found.length - 1] += ` ${line.trim()}`;
  }
  return found;
}

/** @param {string[]} lines @returns {Table} */
function table(lines) {
  const [head, , ...rows] = lines.map((line) => line.replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  return { kind: "table", head, rows: rows.map((cells) => ({ cells, rulings: toldIn(cells.join(" ")) })) };
}

/** Bold, italics, and the numbers of rulings: those that are told here, behind their sentence, and those that are
 * spoken of. @param {string} text @returns {Piece[]} */
export const piecesOf = (text) => text.replace(BEFORE_THE_STOP, "$2 $1").split(PIECES).filter(Boolean).map(piece);

/** @param {string} text @returns {Piece} */
function piece(text) {
  if (text.startsWith("**") && text.length > 4) return { kind: "bold", text: text.slice(2, -2) };
  if (text.startsWith("*") && text.length > 2) return { kind: "italic", text: text.slice(1, -1) };
  if (text.startsWith("(") && isRuling(text.slice(1, -1))) return { kind: "mark", text: text.slice(1, -1) };
  return { kind: isRuling(text) ? "name" : "text", text };
}

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
  if (block.kind === "paragraph") return holds(block.told.text, words) ? block : null;
  if (block.kind === "list") {
    const items = block.items.filter(({ text }) => holds(text, words));
    return items.length ? { ...block, items } : null;
  }
  const rows = block.rows.filter(({ cells }) => holds(cells.join(" "), words));
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
