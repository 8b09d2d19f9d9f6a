import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { BARE } from "./constants.js";
import { runJob, startServer, startWay } from "./processes.js";
import type { NodeProgram, Programs } from "./programs.js";
import {
  type CheckResults,
  type GetResults,
  type PagingResults,
  type PrefetchResults,
  pairedRatios,
  type Results,
  type StormResults,
  spread,
} from "./results.js";
import { type Amount, measureRounds } from "./rounds.js";
import { namesOfWays } from "./ways.js";
import type { Job } from "./worker.js";

/** How much a run measures. The short form finds only gross violations. */
const FORMS = {
  full: {
    get: { rounds: 15, warmUp: 5, turns: 2, peers: true },
    paging: 25,
    prefetch: { rounds: 3, pages: 100 },
    storm: 15,
  },
  short: {
    get: { rounds: 5, warmUp: 2, turns: 1, peers: false },
    paging: 3,
    prefetch: { rounds: 1, pages: 30 },
    storm: 5,
  },
} as const;

interface RunOptions {
  readonly form: keyof typeof FORMS;
  /** The Node of the measured processes. */
  readonly node: NodeProgram;
  readonly versions: Readonly<Record<string, string>>;
}

/** Measures calls to a server, on one version of Node. */
export async function run(programs: Programs, { form, node, versions }: RunOptions): Promise<Results> {
  const amounts = FORMS[form];
  const load = Number((loadavg()[0] ?? 0).toFixed(2));
  const { origin, stop } = await startServer(programs.server);
  const measure = <Result>(job: Job): Promise<Result> => {
    console.error(`${node.version}: ${job.type} …`);
    return runJob<Result>(programs.worker, node.path, { job, places: programs.places, origin });
  };
  const get = (concurrency: number) => {
    console.error(`${node.version}: get, ${concurrency} at once …`);
    // Concurrency drops at the end of a turn, so concurrent calls need longer turns.
    const calls = concurrency === 1 ? 500 : 3000;
    return measureGet(programs, { ...amounts.get, calls, concurrency, node: node.path, origin });
  };
  try {
    return {
      ...{ node: node.version, date: new Date().toISOString().slice(0, 10), form },
      ...{ processors: availableParallelism(), load, versions },
      get: [await get(1), await get(50)],
      paging: await measure<PagingResults>({ type: "paging", rounds: amounts.paging }),
      prefetch: await measure<PrefetchResults>({ type: "prefetch", ...amounts.prefetch }),
      storm: await measure<StormResults>({ type: "storm", rounds: amounts.storm }),
    };
  } finally {
    await stop();
  }
}

interface GetOptions extends Amount {
  readonly concurrency: number;
  readonly peers: boolean;
  readonly node: string;
  readonly origin: string;
}

/** Measures a GET in every way. Each way has its own process; they take turns. */
async function measureGet({ worker, places }: Programs, options: GetOptions): Promise<GetResults> {
  const { peers, node, origin, concurrency, rounds, turns, calls } = options;
  const names = namesOfWays(peers);
  const ways = names.map((name) => {
    return { name, ...startWay(worker, node, { job: { type: "way", name, calls, concurrency }, places, origin }) };
  });
  const measured = await measureRounds(ways, options).finally(() => {
    for (const { stop } of ways) stop();
  });
  const of = (name: string, key: "cpuUs" | "wallUs") => (measured.get(name) ?? []).map((round) => round[key]);
  return {
    ...{ concurrency, rounds, callsInRound: turns * calls },
    ways: names.map((name) => ({
      name,
      cpuUs: spread(of(name, "cpuUs")),
      perSecond: spread(of(name, "wallUs").map((wallUs) => 1e6 / wallUs)),
      cpuRatio: spread(pairedRatios(of(name, "cpuUs"), of(BARE, "cpuUs"))),
      rateRatio: spread(pairedRatios(of(BARE, "wallUs"), of(name, "wallUs"))),
    })),
  };
}

/** A row of the output of `lab/check-exchange.ts`. */
interface Row {
  readonly page: string;
  readonly ratio: number;
  readonly ratioLow: number;
  readonly ratioHigh: number;
}

/** Measures `checkExchange` on the most expensive page, with the lowest and highest round. */
export async function measureCheckExchange(root: string, node: string): Promise<CheckResults> {
  const folder = await mkdtemp(join(tmpdir(), "check-exchange-"));
  try {
    const file = join(folder, "figures.json");
    const args = ["--import", "tsx", join(root, "lab/check-exchange.ts"), "--json", file];
    // The exit code says whether the limit is met, which is checked here too.
    spawnSync(node, args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
    const { rows } = JSON.parse(await readFile(file, "utf8")) as { rows: Row[] }; // The benchmark writes this shape.
    const worst = rows.reduce((one, other) => (other.ratio > one.ratio ? other : one));
    return { page: worst.page, ratio: { median: worst.ratio, low: worst.ratioLow, high: worst.ratioHigh } };
  } finally {
    await rm(folder, { recursive: true });
  }
}
