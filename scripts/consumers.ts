// npm run consumers: packs both packages, and has each kind of consumer use them in a temporary project that is made
// from the tarballs. Prints a table; fails when one of them fails. `-- --only node --only deno` runs those whose names or
// versions have that part, `-- --tarballs <folder>` takes tarballs that are there already.
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { allConsumers } from "./consumers/all-consumers.js";
import { atMost } from "./consumers/at-most.js";
import { runConsumer } from "./consumers/run-consumer.js";
import { consumerCounts, consumerTable } from "./consumers/table.js";
import { tarballsIn } from "./consumers/tarballs-in.js";
import { packTarballs } from "./pack.js";

const { values } = parseArgs({
  options: { only: { type: "string", multiple: true, default: [""] }, tarballs: { type: "string" } },
});
const startMs = performance.now();
const seconds = () => `${Math.round((performance.now() - startMs) / 1000)} s`;

const consumers = (await allConsumers()).filter(({ name, version }) =>
  values.only.some((part) => `${name} ${version}`.toLowerCase().includes(part.toLowerCase())),
);
if (consumers.length === 0) throw new TypeError(`--only ${values.only.join(" --only ")} leaves no consumer`);

const inside = await mkdtemp(join(tmpdir(), "consumers-"));
const cleanUp = () => rmSync(inside, { recursive: true, force: true });
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    cleanUp();
    process.exit(1);
  });

try {
  const tarballs = values.tarballs === undefined ? await packTarballs(inside) : await tarballsIn(values.tarballs);
  console.log(`both packages are packed, after ${seconds()}`);
  const surroundings = {
    tarballs,
    inside,
    mustRun: process.env["CI"] === "true",
    onFailure: (text: string) => console.error(`\nFAILED: ${text}\n`),
  };
  // As many as a small machine of a CI has cores.
  const rows = await atMost(2, consumers, async (consumer) => {
    const done = await runConsumer(consumer, surroundings);
    console.log(`${consumer.name} ${consumer.version}: ${consumerCounts(done)}, after ${seconds()}`);
    return done;
  });
  const all = rows.flat();
  console.log(
    `\n${consumerTable(all)}\n\nconsumers: ${consumers.length}; checks: ${consumerCounts(all)}; time: ${seconds()}`,
  );
  if (all.some(({ result }) => result === "FAILED")) process.exitCode = 1;
} finally {
  cleanUp();
}
