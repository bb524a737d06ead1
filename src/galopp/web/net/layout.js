/**
 * Reading records of numbers by a layout: where each number lies, what it is called and how it is written.
 *
 * The server makes the layout from the fields of a game's views and from its table of events (`layouts/GAME.json`).
 * What is read is what the server would have written as JSON, field by field.
 */

/** @typedef {import("../types.js").AxisLayout} AxisLayout */
/** @typedef {import("../types.js").EventLayout} EventLayout */
/** @typedef {import("../types.js").FieldLayout} FieldLayout */
/** @typedef {import("../types.js").Happened} Happened */
/** @typedef {import("../types.js").OptionLayout} OptionLayout */
/** @typedef {import("../types.js").RecordLayout} RecordLayout */
/** @typedef {import("../types.js").WordsLayout} WordsLayout */
/** @typedef {number | bigint} Written a number as it lies in a record; wide ones are sets, or packed */

/** How many bytes a number takes, and what reads it. @type {Record<FieldLayout["type"], [number, (record: DataView, at: number) => Written]>} */
const NUMBERS = {
  int8: [1, (record, at) => record.getInt8(at)],
  uint8: [1, (record, at) => record.getUint8(at)],
  int16: [2, (record, at) => record.getInt16(at, true)],
  int32: [4, (record, at) => record.getInt32(at, true)],
  uint32: [4, (record, at) => record.getUint32(at, true)],
  uint64: [8, (record, at) => record.getBigUint64(at, true)],
  float64: [8, (record, at) => record.getFloat64(at, true)],
};

/** A record as an object; seats that nobody sits in are left out.
 * @param {RecordLayout} layout @param {Uint8Array} bytes @param {number} players @returns {Record<string, any>} */
export function readRecord({ fields }, bytes, players) {
  const record = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Object.fromEntries(fields.map((field) => [field.name, readField(field, record, players)]));
}

/** @param {FieldLayout} field @param {DataView} record @param {number} players */
function readField({ at, type, words, by = [] }, record, players) {
  const [width, numberAt] = NUMBERS[type];
  if (words.kind === "options") return readOptions(words.options, (place) => Number(numberAt(record, at + place * width)));
  return readRows(by, at, width, players, (place) => read(words, numberAt(record, place)));
}

/** Rows in rows, as deep as there are axes.
 * @param {AxisLayout[]} axes @param {number} at @param {number} width @param {number} players
 * @param {(at: number) => any} readAt @returns {any} */
function readRows([axis, ...inner], at, width, players, readAt) {
  if (!axis) return readAt(at);
  const stride = inner.reduce((product, { size }) => product * size, width);
  const length = axis.seats ? players : axis.size;
  const rows = Array.from({ length }, (_, row) => readRows(inner, at + row * stride, width, players, readAt));
  return axis.names.length ? named(axis.names, rows) : rows;
}

/** What the host has chosen, as a host would enter it. @param {OptionLayout[]} options @param {(place: number) => number} numberAt */
function readOptions(options, numberAt) {
  let place = 0;
  return Object.fromEntries(
    options.map((option) => {
      const row = Array.from({ length: option.size }, () => numberAt(place++));
      return [option.name, readOption(option, row)];
    }),
  );
}

/** @param {OptionLayout} option @param {number[]} row */
function readOption({ row: isRow, words, presets }, row) {
  if (!isRow) return read(words, row[0]);
  const preset = Object.keys(presets).find((name) => String(presets[name]) === String(row));
  return preset ?? row.map((value) => read(words, value));
}

/** What was told, by the table of events: number and arguments, one event after the other.
 * @param {EventLayout[]} table @param {DataView} told @returns {Happened[]} */
export function readEvents(table, told) {
  const happened = [];
  let at = 0;
  const next = () => told.getInt16((at += 2) - 2, true);
  while (at < told.byteLength) {
    const { key, about } = table[next()];
    happened.push({ key, arguments: Object.fromEntries(about.map((words) => [words.name, read(words, next())])) });
  }
  return happened;
}

/** A number as people read it. @param {WordsLayout} words @param {Written} value @returns {any} */
function read(words, value) {
  switch (words.kind) {
    case "number":
      return value === words.none ? null : Number(value);
    case "flag":
      return !!value;
    case "name":
      return words.names[Number(value)] ?? null;
    case "names":
      return members(value).map((member) => words.names[member]);
    case "numbers":
      return members(value);
    case "counts":
      return String(value) === words.hidden ? null : named(words.names, counts(words.names.length, value));
    case "decision":
      return value === words.secret ? "secret" : (words.names[Number(value)] ?? null);
  }
}

/** @param {string[]} names @param {any[]} values */
const named = (names, values) => Object.fromEntries(names.map((name, place) => [name, values[place]]));

/** The members of a set of bits, in order. @param {Written} bits */
function members(bits) {
  const found = [];
  for (let left = BigInt(bits), member = 0; left; left >>= 1n, member++) if (left & 1n) found.push(member);
  return found;
}

/** Counts that were packed a byte each. @param {number} length @param {Written} packed */
const counts = (length, packed) => Array.from({ length }, (_, place) => Number((BigInt(packed) >> BigInt(8 * place)) & 255n));
