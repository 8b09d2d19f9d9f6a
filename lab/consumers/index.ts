// npm run lab -- consumers: packs the packages and uses the tarballs with every runtime, bundler, compiler and test
// runner, each in a temporary project. Prints a table. `-- --only node --only deno` filters by name or version, `--
// --tarballs FOLDER` uses existing tarballs.
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { packTarballs, tarballsIn } from "../../scripts/pack.js";
import { allConsumers } from "./all-consumers.js";
import { atMost, consumerCounts, consumerTable, runConsumer } from "./consumer.js";

const { values } = parseArgs({
  options: { only: { type: "string", multiple: true, default: [""] }, tarballs: { type: "string" } },
});
const startMs = performance.now();
const seconds = () => `${Math.round((performance.now() - startMs) / 1000)} s`;

const consumers = (await allConsumers()).filter(({ name, version }) =>
  values.only.some((part) => `${name} ${version}`.toLowerCase().includes(part.toLowerCase())),
);
if (consumers.length === 0) throw new TypeError(`--only ${values.only.join(" --only ")} matches no consumer`);

const inside = await mkdtemp(join(tmpdir(), "consumers-"));
const cleanUp = () => rmSync(inside, { recursive: true, force: true });
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    cleanUp();
    process.exit(1);
  });

try {
  const tarballs = values.tarballs === undefined ? await packTarballs(inside) : await tarballsIn(values.tarballs);
  console.log(`packed the packages after ${seconds()}`);
  const context = {
    tarballs,
    inside,
    mustRun: process.env["CI"] === "true",
    onFailure: (text: string) => console.error(`\nFAILED: ${text}\n`),
  };
  // A small CI machine has two cores.
  const rows = await atMost(2, consumers, async (consumer) => {
    const done = await runConsumer(consumer, context);
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
