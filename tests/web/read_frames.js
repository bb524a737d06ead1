/** Reads frames as the page does. In: layouts and the frames of one viewer after the other; out: the news in them. */

import "./page.js";
import { readFileSync } from "node:fs";

const { FrameReader } = await import("../../src/galopp/web/net/frames.js");

/** @param {string} hex */
const bytes = (hex) => new Uint8Array(Buffer.from(hex, "hex")).buffer;

/** @type {{layout: any, viewers: string[][]}} */
const { layout, viewers } = JSON.parse(readFileSync(0, "utf8"));
const news = viewers.map((frames) => {
  const reader = new FrameReader(layout);
  return frames.map((frame) => reader.read(bytes(frame)));
});
process.stdout.write(JSON.stringify(news));
