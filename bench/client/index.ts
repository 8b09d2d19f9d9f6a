// npm run bench [-- --short] [--trend FILE] [--node own,24] [--parts get,paging] [--only TEXT] [--rounds N]
// [--source | --dist DIR] [--json] [--draw]: what the client costs beside its peers, on one server, in turn. The full
// form writes reports/bench/ and renews docs/performance.md with its charts; with --parts or --only it writes nothing. --source builds the client first; --draw renews the page from the results, and measures nothing.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installPinned, versionsOf } from "../../scripts/install-pinned.js";
import { isKept, measuredBars } from "./bars.js";
import { makePrograms } from "./make-programs.js";
import { measureCheckExchange, measureSuites } from "./measure-kit.js";
import { nameOf, newerNode, ownNode } from "./nodes.js";
import { drawDocs } from "./page-tables.js";
import type { Results } from "./results.js";
import { run } from "./run.js";
import { table } from "./table.js";
import { appendToTrend, grossLosses, readTrend, trendLine } from "./trend.js";

const PARTS = ["get", "paging", "prefetch", "storm", "check", "suite"];
const root = fileURLToPath(new URL("../..", import.meta.url));
const peers = join(root, "bench/peers");
const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    trend: { type: "string" },
    node: { type: "string" },
    parts: { type: "string" },
    only: { type: "string", default: "" },
    rounds: { type: "string", default: "Infinity" },
    source: { type: "boolean", default: false },
    dist: { type: "string", default: join(root, "dist") },
    json: { type: "boolean", default: false },
    draw: { type: "boolean", default: false },
  },
});
const form = values.short ? "short" : "full";
const isWhole = values.parts === undefined && values.only === "";
// The suites take longer than the whole short form may.
const parts = new Set(values.parts?.split(",") ?? PARTS.filter((part) => part !== "suite" || form === "full"));

if (!values.draw) await measureAll();
if (values.draw || (isWhole && form === "full")) await drawDocs(root);

async function measureAll(): Promise<void> {
  if (form === "full") await installPinned(peers, "no scripts");
  const dist = values.source ? undefined : resolve(values.dist);
  const programs = await makePrograms({ root, peers, withPeers: form === "full", dist });
  try {
    const majors = (values.node ?? (form === "short" ? "own" : "own,24")).split(",");
    const nodes = await Promise.all(majors.map((major) => (major === "24" ? newerNode(peers) : ownNode)));
    // Twice the same where the own Node is the newer one.
    for (const node of nodes.filter((one, at) => nodes.findIndex((other) => nameOf(other) === nameOf(one)) === at)) {
      // openapi-fetch is the project's own; it is measured as it is installed there.
      const { "openapi-fetch": openapiFetch = "" } = await versionsOf(root);
      const versions = { ...(await versionsOf(peers)), "openapi-fetch": openapiFetch };
      const measured = await run(programs, {
        form,
        node,
        only: values.only,
        parts,
        versions,
        maxRounds: Number(values.rounds),
      });
      const suiteSeconds = parts.has("suite") && node === ownNode ? measureSuites(root) : undefined;
      const results: Results = {
        ...measured,
        ...(parts.has("check") && { checkExchange: await measureCheckExchange(root, node.path) }),
        ...(suiteSeconds !== undefined && { suiteSeconds }),
      };
      console.log(`\n${table(results)}\n`);
      if (values.json) console.log(JSON.stringify(results, null, 2));
      await keep(results);
    }
  } finally {
    await rm(programs.folder, { recursive: true });
  }
}

async function keep(results: Results): Promise<void> {
  if (form === "full" && isWhole) {
    const folder = join(root, "reports/bench");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${nameOf({ version: results.node })}.json`), `${JSON.stringify(results, null, 2)}\n`);
    if (!measuredBars(results).every(isKept)) process.exitCode = 1;
  }
  // The short form is too short to say that a bar is missed; it fails when something went very wrong.
  const losses = grossLosses(results, values.trend === undefined ? [] : await readTrend(values.trend));
  for (const loss of losses) console.error(`gross loss: ${loss}`);
  if (losses.length > 0) process.exitCode = 1;
  if (values.trend !== undefined) await appendToTrend(values.trend, trendLine(results));
}
