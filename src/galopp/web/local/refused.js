/** Why something is not done, as a server would refuse it: "fault.KEY" of the catalogue, and what fills its gaps. */

export class Refused extends Error {
  /** @param {string} key @param {Record<string, any>} [told] */
  constructor(key, told = {}) {
    super(key);
    this.key = key;
    this.told = told;
  }
}
