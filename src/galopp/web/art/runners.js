/**
 * The four East-Frisian runners of Ostfriesenlauf, dressed for the weather on the dyke.
 *
 * `runner` runs to the right in a box of 100 by 80 with the origin between its feet; `runnerHead` looks at us
 * from a box of 60 by 60 round the origin. Bobble hat and flying scarf, sou'wester and wide oilskin, skipper's
 * cap and beard, plaits and checked skirt: four shadows nobody mixes up.
 */
import { svg } from "lit";

/** @typedef {import("lit").TemplateResult<2>} Drawing */

/** Legs at a run in trousers and rubber boots. */
const LEGS = svg`<g class="leg leg-b"><path class="trousers" d="M-9-28C-12-20-16-17-23-17l-2 9C-12-7-3-13 3-24z" />
  <path class="boot" d="M-22-18.5c-4-1-8-1-10 0-1-4-2-7-5-8-3 0-5 4-5 8 0 7 3 12 7 12 5 0 8-2 12-2z" /></g>
  <g class="leg leg-a"><path class="trousers" d="M-5-27C1-20 6-16 8-10l10-2C18-20 13-26 8-30z" />
  <path class="boot" d="M7-12c1 5 0 9 0 12q0 2 2 2h16c4 0 4-5 0-6-3-1-5-2-6-3l-1-6z" /></g>`;

const SKIN = "M-8-57c0-8 6-12 13-12s12 5 12 11c4 1 4 6 0 6-1 6-6 9-12 9-8 0-13-6-13-14z";

const LOOK = svg`<path class="cheeks small" d="M7-52h1" /><path class="pupils small" d="M11-57h.01" />
  <path class="line thin" d="M9-47.5q3 1 5-1" />`;

/** The near arm, swung forward; the hand is a mitten. */
const ARM = svg`<path class="coat" d="M-3-42c4-2 8 0 8 4l1 5 8-3c3-1 5 1 5 4 0 2-2 3-4 4L4-23c-4 1-6-1-7-5z" />
  <path class="mitten" d="M14-36c5-3 9 0 9 3s-4 6-8 4z" />`;

/**
 * A runner, back to front: what flies behind, the coat, what the head wears, and the face seen from the front.
 * @type {Record<string, {behind?: Drawing, coat: string, pattern: Drawing, worn: Drawing, front: Drawing}>}
 */
const RUNNERS = {
  red: {
    behind: svg`<path class="accent" d="M0-46c-10 0-14-7-23-5-6 1-10 0-15-4 0 6-2 9-5 12 9 4 13 0 19 0 9 0 14 6 24 4z" />
      <path class="thin line" d="M-32-52l-2 8" />`,
    coat: "M-8-44C-2-47 6-47 10-43 13-36 13-30 12-24 5-21-6-21-12-24-13-32-12-39-8-44z",
    pattern: svg`<path class="stripe" d="M-9.5-37q10 3 20 0M-11-29q11 3 22 0" />`,
    worn: svg`<path class="accent" d="M-8-46c7 4 14 4 20 1 2 3 1 5-1 6-7 2-14 2-20-1-2-2-1-5 1-6z" />
      <path class="coat" d="M-9-61c-1-9 5-13 13-13s14 5 14 13z" />
      <path class="wool" d="M-11-58c-1-4 0-6 3-7 8-2 17-2 25 0 3 1 4 3 3 6-10-2-21-2-31 1z" /><circle class="wool" cx="-2" cy="-73" r="4.2" />`,
    front: svg`<path class="coat" d="M-16-8c-2-11 5-17 16-17s18 6 16 17z" />
      <path class="wool" d="M-19-5c-1-5 0-7 3-8 10-3 22-3 32 0 3 1 4 3 3 8-12-4-26-4-38 0z" /><circle class="wool" cx="0" cy="-24.5" r="4.5" />
      <path class="accent" d="M-16 15c10 5 22 5 32 0 4 3 4 8 1 10-11 5-23 5-34 0-3-2-3-7 1-10z" /><path class="line thin" d="M-13 20q13 5 26 0M6 23l1 5" />`,
  },
  yellow: {
    coat: "M-6-44C0-47 6-47 9-43 13-34 17-26 20-16 8-11-14-11-25-17-18-26-13-35-6-44z",
    pattern: svg`<path class="line thin" d="M4-42c2 8 3 18 3 28.5M-14-22l9 2-1 4" /><path class="buttons" d="M10-19h.01" />`,
    worn: svg`<path class="coat" d="M-6-62c-1-8 4-12 11-12s11 5 12 12z" />
      <path class="shade" d="M-6-64c8-2 15-2 22 0 4 1 7 3 7 6-9-2-18-2-25-1-5 2-11 7-20 9-3-3-2-6 1-7 6-2 10-5 15-7z" />`,
    front: svg`<path class="coat" d="M-14-10c-1-12 5-17 14-17s15 5 14 17z" />
      <path class="shade" d="M-27 1c2-8 8-13 14-14 9-2 17-2 26 0 6 1 12 6 14 14-5 2-8-1-11-4-11-4-21-4-32 0-3 3-6 6-11 4z" />
      <path class="coat" d="M-12 17c8 4 16 4 24 0l6 4 1 7H-19l1-7z" /><path class="buttons" d="M0 24h.01" />`,
  },
  blue: {
    coat: "M-9-44C-2-48 8-47 12-43 18-35 18-28 15-21 6-17-8-18-14-22-17-31-15-39-9-44z",
    pattern: svg`<path class="stripe pin" d="M-8-40q-3 9-1 19M-1-43q-2 11 0 23.5M7-44q2 11 0 24.5M12-40q3 9 0 19" />`,
    worn: svg`<path class="beard" d="M-8-57c3 1 4 4 5 6 6 0 10-2 15-1 4 1 6 2 6 4 0 9-5 15-13 16-9-2-14-13-13-25z" />
      <path class="line thin" d="M8-47.5q3 1 5-.5" />
      <path class="shade" d="M-10-64c-3-4 0-9 6-10 8-2 17-1 20 3 2 3 0 5-2 7z" />
      <path class="ink-fill" d="M-9-60v-5c8-2 16-2 23 0 5 1 9 3 10 6-4 1-8 0-11-1-7-1-15-1-22 0z" />`,
    front: svg`<path class="beard" d="M-19-3c3 2 4 6 5 9 5-3 9-2 14-1 5-1 9-2 14 1 1-3 2-7 5-9C22 14 13 28 0 29-13 28-22 14-19-3z" />
      <path class="line" d="M-4 13q4 2.5 8 0" />
      <path class="shade" d="M-19-11c-6-6-2-13 5-14 10-2 18-2 28 0 7 1 11 8 5 14z" />
      <path class="ink-fill" d="M-18-7v-6c12-3 24-3 36 0v6c-4 4-10 4-18 4s-14 0-18-4z" /><path class="buttons gold" d="M0-17h.01" />`,
  },
  white: {
    behind: svg`<path class="hair" d="M-4-58c-8-4-11 2-17-1-5-3-10-1-14 3 4 2 7 5 12 5 7 0 8-4 19-1z" />
      <path class="accent" d="M-35-56c-4-5-8-4-9-2 2 2 1 4 0 6 4 2 8 0 9-4z" />`,
    coat: "M-6-44C0-47 6-47 9-43 10-39 10-35 9-32 15-27 20-22 23-15 10-10-16-10-28-16-23-24-17-29-10-32-9-37-8-41-6-44z",
    pattern: svg`<path class="stripe pin" d="M-21-20q20 6 40 0M-14-27q14 4 27 0M-3-30q-5 8-8 17M3-30q2 9 2 18" />
      <path class="accent flat" d="M-10-34q10 3 19.5 0v4.5q-10 2.5-20.5 0z" />`,
    worn: svg`<path class="hair" d="M-8-56c-3-10 4-17 13-17 8 0 13 5 13 10-7 1-13-1-17-4-1 5-4 9-9 11z" />
      <path class="accent" d="M-10-60c3-9 9-13 15-13l5 1c-8 1-13 6-15 14z" />`,
    front: svg`<path class="hair" d="M-19 3c-5-17 4-29 19-29s24 12 19 29c-3-4-4-9-5-13-6 1-11-1-14-5-3 4-8 6-14 5-1 4-2 9-5 13z" />
      <path class="hair" d="M-19-1c-8 3-5 9-7 13-2 5-1 9 2 12 4-3 6-7 5-12-1-4 3-8 0-13zM19-1c8 3 5 9 7 13 2 5 1 9-2 12-4-3-6-7-5-12 1-4-3-8 0-13z" />
      <path class="accent" d="M-28 20h8v5h-8zM20 20h8v5h-8zM-17-12c2-9 8-14 17-14s15 5 17 14c-10-6-24-6-34 0z" />
      <path class="coat" d="M-10 18c6 4 14 4 20 0l5 4 1 6H-16l1-6z" /><path class="stripe pin" d="M-13 25h26M-7 22v6M0 23v5M7 22v6" />`,
  },
};

/** An unknown name draws the red runner: a picture never stops a game. @param {string} name */
const known = (name) => (Object.hasOwn(RUNNERS, name) ? name : "red");

/** The shadow of a runner, widened to the light edge. @param {string} name */
function edge(name) {
  const { behind, coat, worn } = RUNNERS[name];
  return svg`<g class="edge">${behind}${LEGS}<path d=${coat} /><path d=${SKIN} />${ARM}${worn}</g>`;
}

/**
 * A whole runner from the side.
 * @param {string} name
 */
export function runner(name) {
  const { behind, coat, pattern, worn } = RUNNERS[known(name)];
  return svg`<g class="art runner runner-${known(name)}">${edge(known(name))}${behind}${LEGS}
    <path class="coat" d=${coat} />${pattern}<path class="line" d=${coat} />${ARM}
    <path class="skin" d=${SKIN} />${LOOK}${worn}</g>`;
}

const FACE = "M0-18c12 0 19 8 19 19S12 21 0 21-19 12-19 1-12-18 0-18z";

const FACE_LOOK = svg`<path class="cheeks" d="M-12.5 6h1M11.5 6h1" /><path class="pupils" d="M-7-1h.01M7-1h.01" />
  <path class="glints" d="M-6.3-1.8h.01M7.7-1.8h.01" /><path class="line" d="M-5 10.5q5 4 10 0" />`;

/** The nose, over a beard if there is one. */
const NOSE = svg`<path class="skin thin" d="M-3 3c0-3 6-3 6 0s-6 4-6 0z" />`;

/**
 * A runner's face from the front.
 * @param {string} name
 */
export function runnerHead(name) {
  const { front } = RUNNERS[known(name)];
  return svg`<g class="art runner runner-${known(name)}"><g class="edge"><path d=${FACE} />${front}</g>
    <path class="skin" d=${FACE} />${FACE_LOOK}${front}${NOSE}</g>`;
}
