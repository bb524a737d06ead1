/**
 * A picture to show to others: of a result, an evening, a season, a deal of the day. Drawn by the page, from our own
 * art, in the reader's colours; no server is asked.
 *
 * What stands on it is plain data, `PictureShown` of types.d.ts. Whoever wants it on the page with its buttons takes
 * `<galopp-picture .shown>` (picture.js), or the sheet with it, `<galopp-picture-sheet .shown>` (sheet.js); both come
 * with `bring("picture")`.
 */

import { avatarPicture, picture, runnerHeadPicture } from "../../art/picture.js";
import { laurel } from "../../art/things.js";
import { emblem, parade } from "../shared/emblems.js";
import { imageOf } from "./art.js";
import { MARGIN, WIDE, placesOf } from "./layout.js";

/** @typedef {import("../../types.js").PictureFace} PictureFace */
/** @typedef {import("../../types.js").PictureRow} PictureRow */
/** @typedef {import("../../types.js").PictureShown} PictureShown */
/** @typedef {import("../../types.js").Went} Went */
/** @typedef {import("./layout.js").Places} Places */

/** What is shown of a banner: all of its height, and as much of the ground beside it as there is room for. */
const BOARD = { middle: 100, top: 4, height: 134 };
const PARADE = { middle: 200, top: 0, height: 120 };
const FACE = 164; // pixels
const MOST_FACES = 3;
const SMALLEST = 0.62; // of its size, before a line is cut
const COLUMN = 190; // of a value
const WORDS = 400; // of the only one, which may be a few words
const VALUE = { size: 36, weight: 800, ink: "ink" };
const NOTE = { size: 24, weight: 400, ink: "ink-soft" };
const LEGIBLE = 0.84; // of its size, below which a note is left away
/** @type {Record<Went, string>} */
const SQUARES = { best: "#5d9a3c", middle: "#e2b83c", last: "#cdbf9f" };

/** @param {PictureShown} shown @returns {Promise<HTMLCanvasElement>} */
export async function drawPicture(shown) {
  const places = placesOf(shown);
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: places.high });
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("nothing to draw on");
  pen.fillStyle = colour("ground");
  pen.fillRect(0, 0, WIDE, places.high);
  await drawBanner(pen, shown, places);
  await drawHead(pen, shown, places);
  write(pen, shown.told, { x: MARGIN, y: places.told + 40, size: 42, weight: 700, ink: "accent", wide: WIDE - 2 * MARGIN });
  drawSquares(pen, shown.went, places.went);
  drawHeads(pen, shown.heads, places.heads);
  await drawRows(pen, shown.rows.slice(0, places.shown), places);
  if (places.left) write(pen, `… +${places.left}`, { x: MARGIN + 70, y: places.rows + (places.shown + 0.62) * places.row, size: 34, weight: 400, ink: "ink-soft", wide: 300 });
  write(pen, shown.footer, { x: MARGIN, y: places.high - 26, size: 28, weight: 400, ink: "ink-soft", wide: WIDE - 2 * MARGIN });
  return canvas;
}

/** A colour of the page. @param {string} name */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

// --- Above

/** The board of the game; where there are several, all who run. @param {CanvasRenderingContext2D} pen @param {PictureShown} shown @param {Places} places */
async function drawBanner(pen, { game }, { banner }) {
  const { middle, top, height } = game ? BOARD : PARADE;
  const width = (height * WIDE) / banner;
  const box = [middle - width / 2, top, width, height].join(" ");
  pen.drawImage(await imageOf(game ? emblem(game) : parade(), { width: WIDE, height: banner, box }), 0, 0, WIDE, banner);
  pen.fillStyle = colour("line");
  pen.fillRect(0, banner, WIDE, 4);
}

/** Title and date, and who has won with a laurel. @param {CanvasRenderingContext2D} pen @param {PictureShown} shown @param {Places} places */
async function drawHead(pen, { title, about, faces }, { banner }) {
  const drawn = faces.slice(0, MOST_FACES);
  const apart = FACE - 34; // they overlap a little
  const wide = WIDE - 2 * MARGIN - (drawn.length ? 24 + FACE + (drawn.length - 1) * apart : 0);
  write(pen, title, { x: MARGIN, y: banner + 84, size: 62, weight: 800, ink: "ink", wide });
  write(pen, about, { x: MARGIN, y: banner + 136, size: 34, weight: 400, ink: "ink-soft", wide });
  for (const [index, face] of drawn.entries()) {
    const x = WIDE - MARGIN - FACE - (drawn.length - 1 - index) * apart;
    await drawFace(pen, face, x, banner + 6, FACE);
  }
}

/** @param {CanvasRenderingContext2D} pen @param {PictureFace} face @param {number} x @param {number} y @param {number} size */
async function drawFace(pen, { pig, runner, crowned }, x, y, size) {
  if (crowned) pen.drawImage(await imageOf(picture(laurel(), { width: 64, height: 64 }), { width: size, height: size }), x, y, size, size);
  const inside = crowned ? size * 0.64 : size;
  const drawing = runner ? runnerHeadPicture(runner) : avatarPicture(pig);
  const away = (size - inside) / 2;
  pen.drawImage(await imageOf(drawing, { width: inside, height: inside }), x + away, y + away, inside, inside);
}

// --- What happened

/** A square a race, from green to pale. @param {CanvasRenderingContext2D} pen @param {Went[]} went @param {number} y */
function drawSquares(pen, went, y) {
  const side = Math.min(56, (WIDE - 2 * MARGIN) / Math.max(1, went.length) - 12);
  went.forEach((one, index) => {
    pen.fillStyle = SQUARES[one];
    pen.beginPath();
    pen.roundRect(MARGIN + index * (side + 12), y, side, side, side / 6);
    pen.fill();
    pen.lineWidth = 3;
    pen.strokeStyle = colour("line");
    pen.stroke();
  });
}

/** What the values are. @param {CanvasRenderingContext2D} pen @param {string[]} heads @param {number} y */
function drawHeads(pen, heads, y) {
  heads.forEach((head, index) => write(pen, head, { x: rightOf(index, heads.length), y: y + 28, size: 26, weight: 600, ink: "ink-soft", wide: COLUMN - 14, align: "right" }));
}

/** Where a column of values ends. @param {number} index @param {number} all */
const rightOf = (index, all) => WIDE - MARGIN - 16 - (all - 1 - index) * COLUMN;

/** Their values are set alike, small enough for the longest. @param {CanvasRenderingContext2D} pen @param {PictureRow[]} rows @param {Places} places */
async function drawRows(pen, rows, { rows: top, row: high }) {
  const all = rows.flatMap(({ values }) => values.map((value) => ({ value, wide: values.length === 1 ? WORDS : COLUMN - 14 })));
  const share = Math.min(1, ...all.map(({ value, wide }) => fitting(pen, value, VALUE, wide)));
  for (const [index, row] of rows.entries()) await drawRow(pen, row, top + index * high, high, share);
}

/** @param {CanvasRenderingContext2D} pen @param {PictureRow} row @param {number} y @param {number} high @param {number} share of the size of values */
async function drawRow(pen, { place, name, pig, runner, note, values, won }, y, high, share) {
  if (won) band(pen, y, high);
  const [middle, face] = [y + high / 2, high - 14];
  write(pen, place, { x: MARGIN + 34, y: middle + 13, size: 38, weight: 800, ink: "ink", wide: 60, align: "center" });
  await drawFace(pen, { pig, runner, crowned: false }, MARGIN + 70, y + 7, face);
  const x = MARGIN + 70 + face + 18;
  const wide = WIDE - MARGIN - 40 - x - drawValues(pen, values, middle + 13, share);
  const noted = !!note && fitting(pen, note, NOTE, wide) > LEGIBLE; // half a sentence says nothing
  write(pen, name, { x, y: noted ? middle - 4 : middle + 13, size: 38, weight: 700, ink: "ink", wide });
  if (noted) write(pen, note, { x, y: middle + 26, ...NOTE, wide });
}

/** At the right; returns how much room they take. @param {CanvasRenderingContext2D} pen @param {string[]} values @param {number} y @param {number} share */
function drawValues(pen, values, y, share) {
  const wide = values.length === 1 ? WORDS : COLUMN - 14;
  const drawn = values.map((value, index) =>
    write(pen, value, { x: rightOf(index, values.length), y, ...VALUE, size: VALUE.size * share, weight: index === values.length - 1 ? VALUE.weight : 600, wide, align: "right" }));
  return values.length === 1 ? drawn[0] : values.length * COLUMN;
}

/** Behind whoever has won. @param {CanvasRenderingContext2D} pen @param {number} y @param {number} high */
function band(pen, y, high) {
  pen.save();
  pen.globalAlpha = 0.28;
  pen.fillStyle = "#f7d25a";
  pen.beginPath();
  pen.roundRect(MARGIN - 12, y + 2, WIDE - 2 * MARGIN + 24, high - 4, 18);
  pen.fill();
  pen.restore();
}

// --- Letters

/**
 * One line of text, set smaller where it is too long, and cut where that is not enough; returns how wide it is.
 * @param {CanvasRenderingContext2D} pen @param {string} text
 * @param {{x: number, y: number, size: number, weight: number, ink: string, wide: number, align?: CanvasTextAlign}} how
 */
function write(pen, text, { x, y, size, weight, ink, wide, align = "left" }) {
  if (!text) return 0;
  letter(pen, { size: size * fitting(pen, text, { size, weight }, wide), weight });
  pen.fillStyle = colour(ink);
  pen.textAlign = align;
  const fits = cut(pen, text, wide);
  pen.fillText(fits, x, y);
  return pen.measureText(fits).width;
}

/** @param {CanvasRenderingContext2D} pen @param {{size: number, weight: number}} how */
const letter = (pen, { size, weight }) => (pen.font = `${weight} ${Math.floor(size)}px ${colour("font") || "sans-serif"}`);

/** How much smaller than meant a line must be set, as far as that goes. @param {CanvasRenderingContext2D} pen @param {string} text @param {{size: number, weight: number}} how @param {number} wide */
function fitting(pen, text, how, wide) {
  letter(pen, how);
  return Math.max(SMALLEST, Math.min(1, wide / pen.measureText(text).width));
}

/** @param {CanvasRenderingContext2D} pen @param {string} text @param {number} wide */
function cut(pen, text, wide) {
  if (pen.measureText(text).width <= wide + 1) return text;
  const letters = [...text];
  while (letters.length > 1 && pen.measureText(`${letters.join("")}…`).width > wide) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}
