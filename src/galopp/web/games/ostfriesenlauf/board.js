/**
 * The board: the dyke between sheep and sea, the track on it, and the table's cards inside.
 */

import { html, nothing, svg } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";

import { runner } from "../../art/runners.js";
import { animal, signpost } from "../../art/things.js";
import { badge } from "./badges.js";
import { drawing } from "./cards.js";
import { ANIMALS, RUNNERS, STACKS, faceDown, runnerOf } from "./deck.js";
import { LAYOUTS, free, posts, postFoot, shapeOf, signFoot, trackOf } from "./geometry.js";
import { ground, numbers, surface } from "./scenery.js";
import { rankOf } from "./standing.js";
import { standings } from "./standings.js";

/** @typedef {import("../../types.js").BoardContext} BoardContext */
/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./geometry.js").Track} Track */
/** @typedef {import("./scene.js").LaufScene} LaufScene */

/** @param {any} scene @param {BoardContext} context */
export function board(scene, context) {
  const shape = shapeOf(context);
  const layout = LAYOUTS[shape];
  const track = trackOf(shape, scene.spaces);
  const start = context.words.say("board.start");
  return html`<svg class="ostfriesenlauf-board" viewBox="0 0 ${layout.width} ${layout.height}" aria-hidden="true">
    ${guard([track, scene.sign, start], () => [
      ground(layout), surface(track, scene), numbers(track, scene, start), animals(track, scene),
    ])}
    ${roundNumber(track, scene, context)}
    ${standings(layout, scene, context)} ${stacks(layout, scene, context)} ${discards(track, scene)}
    ${turned(layout, scene)} ${sign(track, scene)} ${runners(track, scene)} ${ghosts(track, scene, context.ghost)}
  </svg>`;
}

/** The five places the sign can stand at. @param {Track} track @param {LaufScene} scene */
function animals(track, { animals: spaces, sign: at }) {
  const places = posts(track, spaces);
  return ANIMALS.map((name) => {
    const [x, y] = postFoot(track, places[name]);
    const here = spaces[name] === at;
    const [fromX, fromY] = track.beside(spaces[name], 2 * track.layout.lane);
    return svg`<path class="ostfriesenlauf-tether" d="M${fromX} ${fromY}L${x} ${y}"></path>
      <g class="ostfriesenlauf-post ${here ? "ostfriesenlauf-here" : ""}" transform="translate(${x} ${y})">
        <rect x="-31" y="-40" width="62" height="80" rx="14"></rect>
        <g class="ostfriesenlauf-faint" transform="translate(0 -14) scale(1.15)">${here ? nothing : animal(name)}</g>
        <text y="35">${spaces[name]}</text></g>`;
  });
}

/** The sign itself. @param {Track} track @param {LaufScene} scene */
function sign(track, { animals: spaces, sign: at }) {
  const [x, y] = signFoot(track, spaces, at);
  const name = ANIMALS.find((one) => spaces[one] === at) ?? "";
  return svg`<g data-piece="sign" data-anchor="sign" transform="translate(${x} ${y})">
    <g transform="translate(0 4) scale(1.12)">${signpost(name)}</g></g>`;
}

/** Whatever a move would put elsewhere, where it would be. @param {Track} track @param {LaufScene} scene @param {any} ghost */
function ghosts(track, scene, ghost) {
  if (!ghost) return nothing;
  const moved = RUNNERS.filter((name) => ghost.runners[name].place !== scene.runners[name].place);
  return [ghost.sign === scene.sign ? nothing : ghostSign(track, ghost), moved.map((name) => ghostRunner(track, ghost, name))];
}

/** @param {Track} track @param {LaufScene} ghost @param {string} name */
function ghostRunner(track, ghost, name) {
  const [x, y] = track.feet(ghost.runners[name]);
  const size = actorSize(track);
  return svg`<g class="ghost" data-ghost="runner-${name}" transform="translate(${x} ${y})">
    <ellipse class="ghost-ring" cy=${-36 * size} rx=${48 * size} ry=${52 * size}></ellipse>
    <g class="ghost-piece">${oneRunner(track, ghost, name)}</g>${rankAndPlace(track, ghost, name)}</g>`;
}

/** @param {Track} track @param {LaufScene} ghost */
function ghostSign(track, { animals: spaces, sign: at }) {
  const [x, y] = signFoot(track, spaces, at);
  const name = ANIMALS.find((one) => spaces[one] === at) ?? "";
  return svg`<g class="ghost" data-ghost="sign" transform="translate(${x} ${y})">
    <ellipse class="ghost-ring" cy="-40" rx="46" ry="58"></ellipse>
    <g class="ghost-piece" transform="translate(0 4) scale(1.12)">${signpost(name)}</g></g>`;
}

/** The four, those further down in front, and above them all what is said of each.
 * @param {Track} track @param {LaufScene} scene */
function runners(track, scene) {
  const standing = RUNNERS.map((name) => ({ name, feet: track.feet(scene.runners[name]) }));
  standing.sort((one, other) => one.feet[1] - other.feet[1]);
  return [
    repeat(standing, ({ name }) => name, ({ name, feet: [x, y] }) => svg`<g class=${marksOf(scene, name)}
      data-piece="${name}" data-anchor="runner-${name}" transform="translate(${x} ${y})">
      ${oneRunner(track, scene, name)}</g>`),
    repeat(standing, ({ name }) => name, ({ name, feet: [x, y] }) => svg`<g class=${marksOf(scene, name)}
      data-piece="${name}-rank" transform="translate(${x} ${y})">
      ${rankAndPlace(track, scene, name)}</g>`),
  ];
}

/** @param {LaufScene} scene @param {string} name */
function marksOf({ touched, viewer }, name) {
  const own = viewer !== null && runnerOf(viewer) === name;
  const marks = [touched.includes(name) && "ostfriesenlauf-touched", own && "ostfriesenlauf-own"];
  return marks.filter(Boolean).join(" ");
}

/** @param {Track} track @param {LaufScene} scene @param {string} name */
function oneRunner(track, { runners: stands }, name) {
  const { place } = stands[name];
  const size = actorSize(track);
  // Whoever is behind the start line is on the way to a backward finish, and looks there.
  const facing = track.facing(place) * (place < 0 ? -1 : 1);
  return svg`<ellipse class="ostfriesenlauf-shadow" rx=${34 * size} ry=${11 * size}></ellipse>
    <g transform="scale(${facing * size} ${size})">${runner(name)}</g>`;
}

/** The rank behind a runner; above it its place, where that is no plain one, and a pointer.
 * @param {Track} track @param {LaufScene} scene @param {string} name */
function rankAndPlace(track, { runners: stands, spaces }, name) {
  const { place } = stands[name];
  const size = actorSize(track);
  // On the way down the badge is on the outside, for the standings are on the other one.
  const side = track.goesDown(place) ? 1 : -track.facing(place);
  const tagged = place < 0 || place >= spaces;
  const top = -84 * size - (tagged ? 38 : 0);
  return svg`<path class="ostfriesenlauf-pointer" d="M-15 ${top - 34}h30l-15 24z"></path>
    <g transform="translate(${side * 38 * size} ${-10 * size}) scale(.84)">${badge(rankOf(stands, name))}</g>
    ${tagged ? placeTag(place, -84 * size) : nothing}`;
}

/** Smaller where the spaces are. @param {Track} track */
const actorSize = (track) => track.layout.actor * Math.max(0.72, Math.min(1, track.step / 58));

/** Behind the start, or on a further lap, the oval alone does not say where one is.
 * @param {number} place @param {number} y */
const placeTag = (place, y) => svg`<g class="ostfriesenlauf-tag" transform="translate(0 ${y})">
  <rect x="-34" y="-34" width="68" height="36" rx="12"></rect>
  <text y="-5">${String(place).replace("-", "−")}</text></g>`;

/** @param {Track} track @param {LaufScene} scene @param {BoardContext} context */
function roundNumber(track, { round, animals: spaces }, { words }) {
  const { x, y, width, height } = free(track.layout.round, track, spaces);
  return svg`<g class="ostfriesenlauf-round" transform="translate(${x + width / 2} ${y})">
    <rect x=${-width / 2} width=${width} height=${height} rx="18"></rect>
    <text class="ostfriesenlauf-label" y="33">${words.say("board.round")}</text>
    <text class="ostfriesenlauf-figure" y="76">${round}</text></g>`;
}

/** The four stacks to draw from. @param {Layout} layout @param {LaufScene} scene @param {BoardContext} context */
function stacks({ stacks: { x, y, width, height } }, scene, context) {
  const column = width / STACKS.length;
  const scale = height / 150;
  return STACKS.map((stack, index) => {
    const code = scene.turned ? null : context.code("draw", stack);
    return svg`<g class="ostfriesenlauf-stack ${code === null ? "" : "possible"}" data-code=${code ?? nothing}
      transform="translate(${x + column * (index + 0.5)} ${y + height / 2})">
      <rect class="ostfriesenlauf-grip" x=${-column / 2} y=${-height / 2 - 8}
        width=${column} height=${height + 16}></rect>
      <g transform="scale(${scale})">${heap(stack, scene.stacks[stack])}</g></g>`;
  });
}

/** @param {string} stack @param {number | null} height how many cards; null: hidden */
function heap(stack, height) {
  if (height === 0) return svg`<g data-anchor="stack-${stack}">${emptySpot}</g>`;
  const under = [2, 1].filter((layer) => (height ?? 9) > 4 * layer);
  return svg`<g data-anchor="stack-${stack}">
    ${under.map((layer) => svg`<rect class="ostfriesenlauf-under" x=${3 * layer - 50} y=${4 * layer - 70}
      width="100" height="140" rx="10"></rect>`)}
    <g transform="translate(-50 -70)">${drawing(faceDown(stack))}</g></g>
    <path class="ostfriesenlauf-hint" d="M-13 -98h26l-13 17z"></path>
    ${height === null ? nothing : count(height, 0, 62)}`;
}

const emptySpot = svg`<rect class="ostfriesenlauf-empty" x="-47" y="-67" width="94" height="134" rx="10"></rect>`;

/** A number of cards, on a pill. @param {number} value @param {number} x @param {number} y */
const count = (value, x, y) => svg`<g class="ostfriesenlauf-count" transform="translate(${x} ${y})">
  <rect x="-27" y="-21" width="54" height="42" rx="14"></rect><text y="13">${value}</text></g>`;

/** @param {Track} track @param {LaufScene} scene */
function discards(track, { discards: backs, top, animals: spaces }) {
  const { x, y, width, height } = free(track.layout.discards, track, spaces);
  const sum = Object.values(backs).reduce((all, one) => all + one, 0);
  const lying = top ? drawing(top) : svg`<g transform="translate(50 70)">${emptySpot}</g>`;
  return svg`<g data-anchor="discards" transform="translate(${x} ${y}) scale(${width / 100})">${lying}</g>
    ${count(sum, x - 24, y + height - 24)}`;
}

/** The card that is being carried out, large. @param {Layout} layout @param {LaufScene} scene */
function turned({ turned: { x, y, width, height } }, { turned: now }) {
  // A card of its own for each turn, so that each one flips.
  const cards = repeat(now ? [now] : [], ({ slot }) => slot, ({ card }) => svg`<g class="ostfriesenlauf-turned"
    transform="translate(${x} ${y}) scale(${width / 100})"><g class="ostfriesenlauf-flip">${drawing(card)}</g></g>`);
  return svg`<rect class="ostfriesenlauf-nothing" data-anchor="turned" x=${x} y=${y} width=${width} height=${height}></rect>
    ${cards}`;
}
