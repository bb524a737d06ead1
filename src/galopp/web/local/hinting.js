/** Hints that this device works out: what the strongest bot would do in a seat's place. */

/** @typedef {import("../types.js").HintGiven} HintGiven */
/** @typedef {Pick<import("./bot_runner.js").BotRunner, "think">} BotRunner */
/** What a seat sees and was told. @typedef {{seat: number, decision: number, seen: Uint8Array, told: Uint8Array}} Sight */

const HINTS_BY = "strongest";
const DIGITS = 1e4; // as much as anybody wants to know of a chance

/** The luck is made from what the seat sees and was told: nothing else can show through. @param {BotRunner} botRunner @param {string} game @param {Sight} sight @returns {Promise<HintGiven>} */
export async function hintFor(botRunner, game, { seat, decision, seen, told }) {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array([...seen, ...told]));
  const luck = new DataView(digest).getBigUint64(0);
  const { code, tries, chances, reason } = await botRunner.think(game, { level: HINTS_BY, seen, told, luck, why: true });
  const rounded = chances.map((one) => ({ ...one, chance: Math.round(one.chance * DIGITS) / DIGITS }));
  const best = rounded.find(({ move }) => move === code);
  return {
    seat, decision, moves: [code], level: HINTS_BY, chance: best?.chance ?? null, tries, chances: rounded,
    reason: reason && { key: reason.key, arguments: reason.facts },
  };
}
