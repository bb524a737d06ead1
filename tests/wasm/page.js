// In a browser: compares all games of /reference.json, and writes what came of it into the page.
import { Kernels } from "../../src/galopp/web/local/kernels.js";
import { compareGames } from "./compare.js";

const read = async (path) => {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
};

async function compared() {
  const found = [];
  for (const [name, told] of Object.entries(await (await read("/reference.json")).json())) {
    const layout = await (await read(`/src/galopp/web/wasm/${name}.json`)).json();
    const module = await (await read(`/src/galopp/web/wasm/${name}.wasm`)).arrayBuffer();
    const net = new Uint8Array(await (await read(`/src/galopp/web/wasm/${name}.net`)).arrayBuffer());
    found.push(`${name} ${await compareGames(await Kernels.from(module, layout), net, told)}`);
  }
  return found.join("\n");
}

compared().catch(String).then((found) => document.body.append(found));
