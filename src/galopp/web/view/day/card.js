/**
 * A picture of how somebody did with the deal of a day, to be shared: drawn here, from our own art.
 *
 * The art is styled by the page, which a picture on its own does not have. So whatever the page says of its colours
 * and strokes is written into a copy first.
 */

/** @typedef {import("./share.js").Went} Went */

/**
 * What stands on it.
 * @typedef {object} Card
 * @property {string} title
 * @property {string} about the day
 * @property {string} name
 * @property {string} score
 * @property {string} place
 * @property {string} address
 * @property {Went[]} went
 */

const SIZE = 1080; // pixels, of a square
const BOARD = { width: 200, height: 122 }; // of an emblem, and so much of its height
const MARGIN = 64;
const STYLES = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "opacity", "fill-opacity", "stroke-opacity"];
/** @type {Record<Went, string>} */
const SQUARES = { best: "#5d9a3c", middle: "#e2b83c", last: "#cdbf9f" };

/** A colour of the page. @param {string} name */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** A drawing of the page as an image of its own. @param {SVGSVGElement} drawing @param {string} box @param {number} width @param {number} height */
async function imageOf(drawing, box, width, height) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const [drawn, written] = [drawing, copy].map((one) => [...one.querySelectorAll("*")]);
  drawn.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) written[index].setAttribute(name, style.getPropertyValue(name));
    written[index].removeAttribute("class");
  });
  copy.setAttribute("viewBox", box);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.setAttribute("preserveAspectRatio", "xMidYMid slice");
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

/**
 * @param {Card} card
 * @param {{board: SVGSVGElement, face: SVGSVGElement}} art as it is on the page
 * @returns {Promise<HTMLCanvasElement>}
 */
export async function drawCard(card, { board, face }) {
  const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: SIZE });
  const pen = canvas.getContext("2d");
  if (!pen) return canvas;
  const high = Math.round((SIZE * BOARD.height) / BOARD.width);
  pen.fillStyle = colour("ground");
  pen.fillRect(0, 0, SIZE, SIZE);
  pen.drawImage(await imageOf(board, `0 16 ${BOARD.width} ${BOARD.height}`, SIZE, high), 0, 0, SIZE, high);
  write(pen, card, high);
  pen.drawImage(await imageOf(face, "-33 -33 66 66", 180, 180), SIZE - MARGIN - 180, high + 22, 180, 180);
  return canvas;
}

/** @param {CanvasRenderingContext2D} pen @param {Card} card @param {number} top */
function write(pen, { title, about, name, score, place, address, went }, top) {
  const wide = SIZE - 2 * MARGIN;
  const beside = wide - 210; // the face
  line(pen, title, { y: top + 80, size: 62, weight: 800, ink: "ink", wide: beside });
  line(pen, about, { y: top + 126, size: 34, weight: 400, ink: "ink-soft", wide: beside });
  line(pen, name, { y: top + 194, size: 44, weight: 700, ink: "ink", wide: beside });
  line(pen, score, { y: top + 246, size: 40, weight: 400, ink: "ink", wide });
  row(pen, went, top + 268, wide);
  line(pen, place, { y: top + 374, size: 38, weight: 700, ink: "accent", wide });
  line(pen, address, { y: SIZE - 18, size: 26, weight: 400, ink: "ink-soft", wide });
}

/** One line of text, set smaller where it is too long.
 * @param {CanvasRenderingContext2D} pen @param {string} text
 * @param {{y: number, size: number, weight: number, ink: string, wide: number}} how */
function line(pen, text, { y, size, weight, ink, wide }) {
  pen.font = `${weight} ${size}px ${colour("font") || "sans-serif"}`;
  pen.fillStyle = colour(ink);
  pen.fillText(text, MARGIN, y, wide);
}

/** A square a race, from green to pale. @param {CanvasRenderingContext2D} pen @param {Went[]} went @param {number} y @param {number} wide */
function row(pen, went, y, wide) {
  const side = Math.min(56, wide / Math.max(1, went.length) - 12);
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
