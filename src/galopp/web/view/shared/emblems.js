/**
 * A small picture of each board, for choosing a game and for the middle of a lobby's table.
 *
 * Emblems lie in a box of 200 by 140 with the origin at the top left, and are drawn from the same actors
 * and things as the boards, so that a game is known again when it opens.
 */
import { svg } from "lit";

import { pig } from "../../art/pigs.js";
import { picture } from "../../art/picture.js";
import { runner } from "../../art/runners.js";
import { animal, cloud, fence, flower, food, gull, laurel, signpost, straw, trough, tuft } from "../../art/things.js";

/** @typedef {import("lit").TemplateResult<2>} Drawing */

/**
 * Something of the farm at its place.
 * @param {Drawing} drawing
 * @param {number} x
 * @param {number} y
 * @param {number} size 1 is as drawn
 * @param {"right" | "left"} [looks]
 */
const at = (drawing, x, y, size, looks = "right") =>
  svg`<g transform="translate(${x} ${y}) scale(${looks === "left" ? -size : size} ${size})">${drawing}</g>`;

/** The ground reaches beyond the box, for frames of another shape. */
const MEADOW = svg`<path class="emblem-meadow" d="M-150-90h500v320h-500z"></path>
  <path class="emblem-hill" d="M-150 22C-90 34-40 36 0 30S70 20 100 24s70 6 100-8 90-6 150 2V-90h-500z"></path>`;

/** The muddy oval with its laurel; four pigs run round it. */
function saumaumau() {
  return svg`${MEADOW}${at(fence(24), -150, 25, 0.52)}
    <ellipse class="emblem-mud" cx="100" cy="84" rx="90" ry="50"></ellipse>
    <ellipse class="emblem-fields" cx="100" cy="84" rx="72" ry="37"></ellipse>
    <ellipse class="emblem-meadow emblem-brim" cx="100" cy="84" rx="50" ry="21"></ellipse>
    ${at(laurel(), 100, 83, 0.68)}${at(straw(), 186, 38, 0.42)}${at(tuft(), 12, 132, 0.8)}${at(flower(0), 190, 136, 0.7)}
    ${at(pig("brown"), 66, 56, 0.46)}${at(pig("pink"), 136, 57, 0.46)}
    ${at(pig("black"), 142, 130, 0.46, "left")}${at(pig("beige"), 58, 129, 0.44, "left")}`;
}

/** Four lanes on the dyke between sheep and sea, and the sign at the line. */
function ostfriesenlauf() {
  return svg`<path class="emblem-sky" d="M-150-90h500V60h-500z"></path><path class="emblem-sea" d="M-150 22q25-4 50 0t50 0 50 0 50 0 50 0 50 0 50 0 50 0 50 0 50 0v40h-500z"></path>
    <path class="emblem-wave" d="M14 31q6-4 12 0t12 0M132 29q6-4 12 0t12 0M70 36q6-4 12 0"></path>
    <path class="emblem-meadow" d="M-150 54C-60 54 0 38 100 38s160 16 250 16v176h-500z"></path>
    ${at(cloud(), 34, 12, 0.5)}${at(gull(), 92, 12, 0.6)}
    <ellipse class="emblem-sand" cx="100" cy="92" rx="92" ry="42"></ellipse>
    <ellipse class="emblem-lane" cx="100" cy="92" rx="81" ry="34.5"></ellipse>
    <ellipse class="emblem-lane" cx="100" cy="92" rx="70" ry="27"></ellipse>
    <ellipse class="emblem-lane" cx="100" cy="92" rx="59" ry="20"></ellipse>
    <ellipse class="emblem-meadow emblem-brim" cx="100" cy="92" rx="49" ry="14"></ellipse>
    ${at(animal("sheep"), 84, 88, 0.6)}${at(animal("sheep"), 118, 93, 0.5, "left")}
    ${at(runner("white"), 66, 72, 0.44)}${at(runner("blue"), 124, 70, 0.44)}
    ${at(signpost("fish"), 168, 74, 0.66)}
    ${at(runner("red"), 132, 130, 0.48, "left")}${at(runner("yellow"), 54, 126, 0.48, "left")}`;
}

/** A card of the ring. @param {number} n @param {number} all */
function trackCard(n, all) {
  const turn = (n / all) * 2 * Math.PI;
  const [x, y] = [100 + 80 * Math.cos(turn), 74 + 48 * Math.sin(turn)];
  const lean = (Math.atan2(48 * Math.cos(turn), -80 * Math.sin(turn)) * 180) / Math.PI;
  const place = `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${lean.toFixed(0)})`;
  return svg`<rect class="emblem-card" transform=${place} x="-9.5" y="-13" width="19" height="26" rx="4"></rect>`;
}

/** A ring of cards round the trough; five pigs lead each other. */
function schweinsgalopp() {
  const cards = Array.from({ length: 18 }, (_, n) => trackCard(n, 18));
  return svg`${MEADOW}${cards}
    ${at(trough(), 100, 100, 0.82)}${at(food("apple"), 84, 70, 0.55)}${at(food("carrot"), 102, 66, 0.6)}${at(food("corn"), 118, 70, 0.55)}
    ${at(flower(2), 12, 22, 0.7)}${at(flower(1), 190, 134, 0.7)}${at(tuft(), 14, 134, 0.8)}
    ${at(pig("white"), 44, 56, 0.42)}${at(pig("yellow"), 100, 38, 0.44)}${at(pig("red"), 156, 54, 0.44)}
    ${at(pig("blue"), 140, 130, 0.44, "left")}${at(pig("green"), 62, 130, 0.44, "left")}`;
}

/** @type {Record<string, () => Drawing>} */
const EMBLEMS = { saumaumau, ostfriesenlauf, schweinsgalopp };

/** The picture of a game's board. @param {string} game */
export const emblem = (game) =>
  picture((EMBLEMS[game] ?? saumaumau)(), { left: 0, top: 0, width: 200, height: 140, kind: "emblem" });

const COAST = svg`<path class="emblem-sky" d="M-800 0h2400v120H-800z"></path>
  ${at(cloud(), 120, 24, 0.7)}${at(cloud(), 640, 30, 0.9)}${at(cloud(), 980, 20, 0.6)}${at(cloud(), -190, 26, 0.8)}${at(gull(), 330, 22, 0.7)}${at(gull(), 860, 34, 0.6)}
  <path class="emblem-hill" d="M-800 70C-600 40-380 44-200 62S180 40 400 56s420 8 600-8 400 4 600 14v60H-800z"></path>
  ${at(fence(60), -800, 92, 0.9)}
  <path class="emblem-meadow" d="M-800 88q300-8 600-2t600 0 600 0 600 4v60H-800z"></path>`;

/** The head of the first page: everybody runs. A wide screen sees more of the coast at both sides. */
export function parade() {
  const running = [
    at(pig("white"), -196, 109, 0.62), at(runner("blue"), -128, 109, 0.62), at(pig("black"), -54, 111, 0.66),
    at(runner("white"), 20, 108, 0.62), at(pig("beige"), 88, 110, 0.66), at(pig("blue"), 158, 109, 0.66),
    at(pig("brown"), 228, 111, 0.66), at(runner("yellow"), 292, 109, 0.66), at(pig("pink"), 362, 111, 0.72),
    at(pig("yellow"), 438, 111, 0.66), at(runner("red"), 508, 109, 0.64), at(pig("red"), 578, 110, 0.66),
  ];
  return picture(svg`${COAST}${running}${at(tuft(), 330, 116, 0.7)}${at(flower(0), 126, 117, 0.6)}${at(flower(1), 262, 118, 0.6)}${at(flower(2), 10, 118, 0.6)}`,
    { left: 0, top: 0, width: 400, height: 120, kind: "parade" });
}
