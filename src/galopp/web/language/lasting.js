/** How long something has lasted, or still may, in words and in figures. */

import { say } from "./words.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const JUST_NOW = 5; // seconds

/** "0:42", "12:05": for what ticks. @param {number} seconds */
export function ticking(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
}

/** "3 minutes", "2 days": a length of time in words. @param {number} seconds */
export function lasting(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole >= 2 * DAY) return say("clock.days", { count: Math.floor(whole / DAY) });
  if (whole >= 2 * HOUR) return say("clock.hours", { count: Math.floor(whole / HOUR) });
  if (whole >= MINUTE) return say("clock.minutes", { count: Math.floor(whole / MINUTE) });
  return say("clock.seconds", { count: whole });
}

/** As short as a badge needs it. @param {number} seconds */
export function briefly(seconds) {
  if (seconds >= 2 * DAY) return say("clock.short_days", { number: Math.floor(seconds / DAY) });
  return seconds >= 2 * HOUR ? say("clock.short_hours", { number: Math.floor(seconds / HOUR) }) : ticking(seconds);
}

/** For how long somebody has been away. @param {{clock: number}} table @param {{away_since: number | null}} seat */
export function awayFor({ clock }, { away_since: since }) {
  const seconds = clock - (since ?? clock);
  return seconds < JUST_NOW ? say("seat.away") : say("seat.away_since", { time: lasting(seconds) });
}
