// In Node: `node node.mjs FOLDER_OF_MODULES REFERENCE`. Says what came of it, game by game.
import { readFile } from "node:fs/promises";

import { Kernels } from "../../src/galopp/web/local/kernels.js";
import { compareGames } from "./compare.js";

const [folder, reference] = process.argv.slice(2);
for (const [name, told] of Object.entries(JSON.parse(await readFile(reference, "utf8")))) {
  const layout = JSON.parse(await readFile(`${folder}/${name}.json`, "utf8"));
  const kernels = await Kernels.from(await readFile(`${folder}/${name}.wasm`), layout);
  const net = await readFile(`${folder}/${name}.net`);
  console.log(`${name} ${await compareGames(kernels, net, told)}`);
}
