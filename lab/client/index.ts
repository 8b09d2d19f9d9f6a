// npm run lab -- client [--short] [--rounds 15]: measures the built client beside its peers, and in a long list. The
// full form does so on two versions of Node, installs the peers, and renews docs/performance.md.
import { execFileSync } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import packageJson from "../../package.json" with { type: "json" };
import { versionsOf } from "../../scripts/install-pinned.js";
import { writeFigures } from "../support/figures.js";
import { CLIENT_WAYS, type Contender, PEER_WAYS, PLAIN_WAYS } from "./contenders.js";
import { measureGets } from "./gets.js";
import { grossViolations, isMet, measuredLimits } from "./limits.js";
import { getTable, limitsTable, pageFigures } from "./page.js";
import { runJob, startServer } from "./processes.js";
import {
  installPeers,
  type NodeProgram,
  newerNode,
  ownNode,
  type Programs,
  peers,
  root,
  withPrograms,
} from "./programs.js";
import type { OtherResults, Results } from "./results.js";
import type { Job } from "./worker.js";

const { values } = parseArgs({ options: { short: { type: "boolean", default: false }, rounds: { type: "string" } } });
// The short form finds only gross violations.
const rounds = Number(values.rounds ?? (values.short ? 5 : 15));
const amounts = {
  get: { rounds, warmUp: 3, turns: values.short ? 1 : 2, calls: 500, seed: 1 },
  prefetch: values.short ? { rounds: 1, pages: 30 } : { rounds: 3, pages: 100 },
};

await withPrograms(async (programs) => {
  if (!values.short) await installPeers();
  const nodes = values.short ? [ownNode] : [ownNode, await newerNode()];
  const runs: Results[] = [];
  for (const node of nodes) {
    const results = await run(programs, node);
    runs.push(results);
    console.log([...results.get.map(getTable), limitsTable([results])].join("\n\n"));
  }
  if (!values.short) writeFigures(join(root, "docs/performance.md"), pageFigures(runs));
  const violations = runs.flatMap(grossViolations);
  for (const violation of violations) console.error(violation);
  const areMet = values.short || runs.flatMap(measuredLimits).every(isMet);
  if (violations.length > 0 || !areMet) process.exitCode = 1;
});

/** Measures the client on one version of Node. */
async function run(programs: Programs, node: NodeProgram): Promise<Results> {
  const load = Number((loadavg()[0] ?? 0).toFixed(2));
  const { origin, stop } = await startServer(programs.server);
  const measure = (job: Job): Promise<OtherResults> => {
    console.error(`${node.version}: ${job.type} …`);
    return runJob(programs.worker, node.path, { job, places: { client: root, peers }, origin });
  };
  const contenders = [...(values.short ? PLAIN_WAYS : PEER_WAYS), ...CLIENT_WAYS].map((way): Contender => {
    return { name: way, way, client: root };
  });
  try {
    return {
      ...{ node: node.version, commit: measuredCommit(), date: new Date().toISOString().slice(0, 10) },
      ...{ processors: availableParallelism(), load, versions: await versions() },
      get: await measureGets(programs, { contenders, node, origin, amount: amounts.get }),
      others: {
        ...(await measure({ type: "paging", rounds })),
        ...(await measure({ type: "prefetch", ...amounts.prefetch })),
      },
    };
  } finally {
    await stop();
  }
}

/** The commit of the client. Marked when its files differ from the commit. */
function measuredCommit(): string {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
  const isChanged = git("status", "--porcelain", "src", "generated") !== "";
  return `${git("rev-parse", "--short=7", "HEAD")}${isChanged ? " and changes" : ""}`;
}

async function versions(): Promise<Record<string, string>> {
  // The project's own versions of these.
  const { undici } = packageJson.devDependencies;
  return { ...(await versionsOf(peers)), undici, "openapi-fetch": packageJson.dependencies["openapi-fetch"] };
}
