// npm run lab -- bytes [--megabytes 2048] [--aborts 10000]: measures the memory and the throughput of downloads and uploads
// with the built client, beside bare fetch, and aborts streams at random moments. The server is in another process.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../../support/repository.js";
import { type Figure, machineLine, markdownTable, printFigures, writeFigures } from "../support/figures.js";
import { startProcess, withPrograms } from "../support/programs.js";
import type { BytesJob, BytesTook } from "./bytes-worker.js";

const { values } = parseArgs({
  options: { megabytes: { type: "string", default: "2048" }, aborts: { type: "string", default: "10000" } },
});
const aborts = Number(values.aborts);
/** Of each way the best of so many runs counts. */
const RUNS = 3;
const WAYS = ["bare fetch", "platform fetch", "nodeTransport"] as const;

await withPrograms(["client/server.ts", "client/bytes-worker.ts"], async (serverFile = "", workerFile = "") => {
  const server = startProcess(serverFile);
  const origin = await server.ask<string>();
  const run = (job: Pick<BytesJob, "way" | "direction" | "aborts">): Promise<BytesTook> => {
    const whole: BytesJob = { ...job, bytes: Number(values.megabytes) * 2 ** 20, origin, client: root };
    const { ask, stop } = startProcess(workerFile, [JSON.stringify(whole)]);
    return ask<BytesTook>().finally(stop);
  };
  console.log(`${machineLine()}, ${values.megabytes} MB in each direction`);
  const figures: Figure[] = [];
  const rows: string[][] = [];
  for (const direction of ["download", "upload"] as const) {
    const runs: Record<string, BytesTook[]> = {};
    for (let round = 0; round < RUNS; round += 1)
      for (const way of WAYS) runs[way] = [...(runs[way] ?? []), await run({ way, direction })];
    const peakMb = (way: string) => Math.min(...(runs[way] ?? []).map((one) => one.peakMb));
    const speed = (way: string) => Math.max(...(runs[way] ?? []).map((one) => one.mbPerSecond));
    for (const way of WAYS) {
      const name = `${direction} by ${way}`;
      rows.push([name, `${peakMb(way).toFixed(0)} MB`, `${speed(way).toFixed(0)} MB/s`]);
      const most = { "bare fetch": undefined, "platform fetch": peakMb("bare fetch") + 20, nodeTransport: 120 }[way];
      figures.push(
        { name: `${name}: peak RSS`, value: peakMb(way), unit: "MB", ...(most && { allowed: { atMost: most } }) },
        {
          name: `${name}: throughput`,
          value: speed(way) / speed("bare fetch"),
          unit: "of bare fetch",
          ...(way !== "bare fetch" && { allowed: { atLeast: 0.9 } }),
        },
      );
    }
  }
  for (const way of WAYS.slice(1)) {
    const { grownMb } = await run({ way, direction: "download", aborts });
    const name = `${aborts} aborts by ${way}: growth of the second half`;
    figures.push({ name, value: grownMb, unit: "MB", allowed: { atMost: 5 } });
  }
  await server.stop();
  const head = `${values.megabytes} MB with ${machineLine()}`;
  writeFigures(join(root, "docs/guides/files.md"), { bytes: markdownTable([head, "peak RSS", "throughput"], rows) });
  printFigures(figures);
});
