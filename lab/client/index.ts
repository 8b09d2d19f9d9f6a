// npm run lab -- client [--short] [--draw]: measures the client beside its peers. The full form writes reports/bench/
// and renews docs/performance.md with its charts. --draw renews the page from the last results and measures nothing.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { installPinned, versionsOf } from "../../scripts/install-pinned.js";
import { grossViolations, isMet, measuredLimits, resultsTable } from "./limits.js";
import { drawDocs } from "./page-tables.js";
import { makePrograms, nameOf, newerNode, ownNode } from "./programs.js";
import type { Results } from "./results.js";
import { measureCheckExchange, run } from "./run.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const peers = join(root, "lab/peers");
const { values } = parseArgs({
  options: { short: { type: "boolean", default: false }, draw: { type: "boolean", default: false } },
});
const form = values.short ? "short" : "full";

if (!values.draw) await measureAll();
if (values.draw || form === "full") await drawDocs(root);

async function measureAll(): Promise<void> {
  if (form === "full") await installPinned(peers, "no scripts");
  const programs = await makePrograms({ root, peers, withPeers: form === "full" });
  try {
    const nodes = form === "short" ? [ownNode] : [ownNode, await newerNode(peers)];
    // If this process runs on the newer Node, both are the same version.
    for (const node of nodes.filter((one, at) => nodes.findIndex((other) => nameOf(other) === nameOf(one)) === at)) {
      // The version of openapi-fetch is the project's own.
      const { "openapi-fetch": openapiFetch = "" } = await versionsOf(root);
      const versions = { ...(await versionsOf(peers)), "openapi-fetch": openapiFetch };
      const measured = await run(programs, { form, node, versions });
      const checkExchange = await measureCheckExchange(root, node.path);
      const results = { ...measured, checkExchange };
      console.log(`\n${resultsTable(results)}\n`);
      await report(results);
    }
  } finally {
    await rm(programs.folder, { recursive: true });
  }
}

async function report(results: Results): Promise<void> {
  if (form === "full") {
    const folder = join(root, "reports/bench");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${nameOf({ version: results.node })}.json`), `${JSON.stringify(results, null, 2)}\n`);
    if (!measuredLimits(results).every(isMet)) process.exitCode = 1;
  }
  const violations = grossViolations(results);
  for (const violation of violations) console.error(violation);
  if (violations.length > 0) process.exitCode = 1;
}
