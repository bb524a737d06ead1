// In Node: `node local_game.mjs FOLDER SETTING` plays a game on this device as a page would, at random, takes
// something back now and then, and tells its record and what everybody saw.
import { readFile } from "node:fs/promises";

import { LocalGame } from "../../src/galopp/web/local/game.js";
import { Kernels } from "../../src/galopp/web/local/kernels.js";
import { Luck } from "../../src/galopp/web/local/luck.js";
import { recordOf } from "../../src/galopp/web/local/record.js";

const [folder, setting] = process.argv.slice(2);
const { name, players, row, options, notations, names, dice } = JSON.parse(setting);
const layout = JSON.parse(await readFile(`${folder}/${name}.json`, "utf8"));
const kernels = await Kernels.from(await readFile(`${folder}/${name}.wasm`), layout);

const stream = kernels.reserve(8);
kernels.seed(stream, BigInt(dice));
const roll = (sides) => Number(BigInt.asUintN(64, kernels.call.spin(stream)) % BigInt(sides));

const luck = await Luck.draw("HERE-BCDFGH/1");
const game = new LocalGame(kernels, luck, { players, options: row });
await game.deal();
let undone = 0;
let refused = 0;
while (!game.over) {
  const seat = game.asked[roll(game.asked.length)];
  const codes = game.legal(seat);
  if (codes.some((code) => game.whyNot(seat, code)) || !codes.length) throw new Error("refuses what is legal");
  const wrong = [...Array(64).keys()].find((code) => !codes.includes(code));
  refused += game.whyNot(seat, wrong) ? 1 : 0;
  await game.decide(seat, codes[roll(codes.length)]);
  if (roll(8) === 0 && undone < 20 && !(await game.revealed(game.steps.length - 1))) {
    game.takeBack(game.steps.length - 1);
    undone += 1;
  }
}
const again = new LocalGame(kernels, await Luck.of(luck.table, luck.secret), { players, options: row });
await again.playAgain(game.decisions, game.next);
const steps = ({ steps: all }) => all.map(({ views, told, histories }) => ({
  views: views.map((bytes) => Buffer.from(bytes).toString("hex")),
  told: told.map((numbers) => [...numbers]),
  histories: histories.map((bytes) => Buffer.from(bytes).toString("hex")),
}));
console.log(JSON.stringify({
  record: await recordOf(game, { options, notations, names }),
  steps: steps(game),
  alike: JSON.stringify(steps(game)) === JSON.stringify(steps(again)),
  undone,
  refused,
}));
