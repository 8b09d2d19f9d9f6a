// npm run bench:sandbox: measures the sandbox, and fails when it does not keep to its bounds. With --json it prints the
// figures as JSON. Everything that serves runs in a process of its own, and so does what calls it.
import { availableParallelism, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type Figure, holds, line } from "./figure.js";
import { measureLargeWorld, measureStart, measureThroughput } from "./sandbox-measures.js";

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
const machine = { node: process.version, processors: availableParallelism(), load: loadavg()[0] ?? 0 };
const groups: [title: string, measure: () => Promise<Figure[]>][] = [
  ["The default seed", measureStart],
  ["GET /users/me, 50 connections at once", measureThroughput],
  ["100,000 files, 100,000 instances, 50,000 retentions", measureLargeWorld],
];

const figures: Figure[] = [];
if (!values.json)
  console.log(`Node ${machine.node}, ${machine.processors} processors, load ${machine.load.toFixed(2)}`);
for (const [title, measure] of groups) {
  const measured = await measure();
  figures.push(...measured);
  if (!values.json) console.log(["", title, ...measured.map(line)].join("\n"));
}

const failed = figures.filter((figure) => !holds(figure));
if (values.json) {
  console.log(JSON.stringify({ ...machine, figures: figures.map((one) => ({ ...one, holds: holds(one) })) }, null, 2));
} else {
  const bounds = figures.filter(({ bound }) => bound !== undefined).length;
  console.log(
    failed.length === 0 ? `\nAll ${bounds} bounds hold.` : `\n${failed.length} of ${bounds} bounds do not hold.`,
  );
}
if (failed.length > 0) process.exitCode = 1;
