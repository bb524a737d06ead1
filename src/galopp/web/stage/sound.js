/** Small sounds, made here from a few tones; nothing is loaded, nothing sounds when muted. */

import { likes } from "../net/memory.js";

/** @typedef {import("../types.js").SoundName} SoundName */
/** @typedef {[start: number, from: number, to: number, length: number, shape: OscillatorType, loud: number]} Tone */

/** Each sound is a few tones: when, from which pitch to which, how long, which shape, how loud.
 * @type {Record<SoundName, Tone[]>} */
const SOUNDS = {
  card: [[0, 900, 300, 0.05, "triangle", 0.25]],
  step: [[0, 170, 110, 0.05, "sine", 0.4], [0.1, 150, 100, 0.05, "sine", 0.3]],
  oink: [[0, 190, 120, 0.09, "sawtooth", 0.2], [0.12, 230, 110, 0.14, "sawtooth", 0.22]],
  squeal: [[0, 600, 1100, 0.18, "sawtooth", 0.12], [0.18, 1100, 700, 0.2, "sawtooth", 0.1]],
  turn: [[0, 523, 523, 0.12, "sine", 0.3], [0.12, 784, 784, 0.22, "sine", 0.3]],
  win: [
    [0, 523, 523, 0.12, "triangle", 0.3], [0.12, 659, 659, 0.12, "triangle", 0.3],
    [0.24, 784, 784, 0.12, "triangle", 0.3], [0.36, 1047, 1047, 0.35, "triangle", 0.3],
  ],
  lose: [[0, 330, 311, 0.18, "triangle", 0.25], [0.18, 262, 196, 0.35, "triangle", 0.25]],
  food: [[0, 420, 700, 0.05, "square", 0.08], [0.07, 380, 640, 0.05, "square", 0.08]],
  sign: [[0, 300, 600, 0.2, "sine", 0.25]],
  call: [[0, 440, 880, 0.14, "square", 0.12], [0.18, 440, 880, 0.16, "square", 0.12]],
  no: [[0, 160, 140, 0.12, "square", 0.1]],
};

/** What wakes it: browsers let a page sound only from a gesture on, and an engine each takes other events for one. */
const GESTURES = ["pointerdown", "pointerup", "click", "keydown"];

/** @type {AudioContext | null} */
let context = null;

/** Whether sound is wanted here. */
let wanted = () => likes().sound;

/** Let somebody else say whether sound is wanted; returns how to stop that. @param {() => boolean} isWanted */
export function hearWhen(isWanted) {
  const before = wanted;
  wanted = isWanted;
  return () => void (wanted = before);
}

/** Each gesture wakes the context: the first one, and those after a call or another page has put it to sleep. */
function wake() {
  if (!wanted() || context?.state === "running") return;
  context ??= new AudioContext();
  context.resume().catch(() => {});
}

for (const gesture of GESTURES) addEventListener(gesture, wake, { capture: true, passive: true });

/** A sound is for now or for never: the clock of a sleeping context stands still, and all of them would come at once.
 * @param {SoundName} name */
export function play(name) {
  if (!wanted()) return;
  if (context?.state === "running") for (const tone of SOUNDS[name]) sound(context, tone);
  else if (navigator.userActivation?.hasBeenActive) wake(); // the gesture was before this module
}

/** @param {AudioContext} on @param {Tone} tone */
function sound(on, [start, from, to, length, shape, loud]) {
  const [tone, volume, begin] = [on.createOscillator(), on.createGain(), on.currentTime + start];
  tone.type = shape;
  tone.frequency.setValueAtTime(from, begin);
  tone.frequency.exponentialRampToValueAtTime(to, begin + length);
  volume.gain.setValueAtTime(loud * 0.5, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
  tone.connect(volume).connect(on.destination);
  tone.start(begin);
  tone.stop(begin + length);
}
