/** Hints at a server's table that this device works out, by what the seat saw: the server thinks of nothing. */

import { hintFor } from "../local/hinting.js";
import { tablesHere } from "./here.js";

/** @param {string} game @param {{seat: number, decision: number, seen: string, told: string}} sight as the server shows it */
export const hintHere = (game, sight) => hintFor(tablesHere.botRunner, game, { ...sight, seen: bytes(sight.seen), told: bytes(sight.told) });

/** @param {string} written in base 64 */
const bytes = (written) => Uint8Array.from(atob(written), (letter) => letter.charCodeAt(0));
