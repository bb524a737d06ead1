// A bot as a program, in JavaScript: node examples/program.js
import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const answer =
    "protocol" in asked
      ? { protocol: 1 } // the greeting, once
      : { code: asked.legal[asked.luck % asked.legal.length].code };
  console.log(JSON.stringify(answer));
}
