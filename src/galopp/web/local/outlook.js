/** What races to come may bring: played in advance, once for each number of players and each choice of options. */

/**
 * Of a module, as much as is needed for this.
 * @typedef {import("./kernels.js").Module<import("./kernels.js").OutlookEntries, import("./kernels.js").OutlookLayout>} Kernels
 */

const SMALL = 2; // bytes of a number in a row

/**
 * @typedef {object} Outlook
 * @property {number} at where it lies
 * @property {number} races tables, one for each number of races to come
 * @property {number} rows
 * @property {number} players
 */

/**
 * The same, to the number, as `outlook_for` in Python.
 * @param {Kernels} kernels @param {number} players @param {number} options where the row of them lies
 * @returns {Outlook}
 */
export function newOutlook(kernels, players, options) {
  const { call, layout } = kernels;
  const most = call.races_after_the_first(options);
  const rows = most ? layout.races : layout.samples;
  const outlook = { at: kernels.reserve((most + 1) * rows * players * SMALL), races: most + 1, rows, players };
  if (most) playInAdvance(kernels, outlook, options);
  return outlook;
}

/** @param {Kernels} kernels @param {Outlook} outlook @param {number} options */
function playInAdvance(kernels, { at, races, rows, players }, options) {
  const { call, layout } = kernels;
  const search = kernels.reserve(layout.search.size);
  const later = kernels.reserve(layout.options * SMALL);
  const brought = kernels.reserve(rows * players * SMALL);
  const order = kernels.reserve(rows * SMALL);
  const { at: offset } = layout.search;
  kernels.seed(search + offset.luck, 1n);
  const { data } = kernels;
  data.setInt32(search + offset.rows, rows, true);
  data.setInt32(search + offset.races, races, true);
  data.setInt32(search + offset.size, players, true);
  call.a_later_race?.(options, later);
  call.play_races?.(search, players, later, brought);
  call.add_up?.(search, brought, call.start_passes_on?.(options) ?? 0, order, at);
}
