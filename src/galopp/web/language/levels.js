/** How bots are called: a level by its word, a bot from outside by its own name. */

import { known, say } from "./words.js";

/** Whether it is a level of ours, and no bot from outside. */
export const isLevel = (/** @type {string} */ name) => !name.includes(".") && known(`level.${name}`);

// says: level.*
/** @param {string} name */
export const levelName = (name) => (isLevel(name) ? say(`level.${name}`) : name);

/** How a bot plays, in a sentence. @param {string} name */
export const levelAbout = (name) => say(isLevel(name) ? `level.${name}.about` : "level.outside.about");
