import { availableParallelism, loadavg } from "node:os";
import { measureGet } from "./get.js";
import type { Programs } from "./make-programs.js";
import { runJob, startServer } from "./processes.js";
import type { PagingResults, PrefetchResults, Results, StormResults } from "./results.js";
import type { Job } from "./worker.js";

/** How much a run measures. The short form is for CI; it says whether something went very wrong, and no more. */
export const FORMS = {
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

/** What is measured, and where. */
export interface RunOptions {
  readonly form: keyof typeof FORMS;
  /** The Node of the client's process. */
  readonly node: { readonly path: string; readonly version: string };
  /** How many rounds there are at most, for a look at a busy machine. */
  readonly maxRounds: number;
  /** Only ways of a GET with this in their names; empty for all. */
  readonly only: string;
  /** Which parts to measure. */
  readonly parts: ReadonlySet<string>;
  readonly versions: Readonly<Record<string, string>>;
}

/** Measures what is measured on a server, on one version of Node. */
export async function run(programs: Programs, options: RunOptions): Promise<Results> {
  const { form, node, only, parts, versions, maxRounds } = options;
  const amounts = FORMS[form];
  const atMost = (rounds: number) => Math.min(rounds, maxRounds);
  const load = Number((loadavg()[0] ?? 0).toFixed(2));
  const server = await startServer(programs.server);
  const measure = async <Result>(job: Job): Promise<Result | undefined> => {
    if (!parts.has(job.type)) return undefined;
    const { places, worker } = programs;
    console.error(`${node.version}: ${job.type} …`);
    return runJob<Result>(worker, node.path, { job, places, origin: server.origin });
  };
  const get = async (concurrency: number) => {
    if (!parts.has("get")) return [];
    console.error(`${node.version}: get, ${concurrency} at once …`);
    const amount = { ...amounts.get, rounds: atMost(amounts.get.rounds) };
    // With many at once a turn is longer, since at its end there are fewer.
    const calls = concurrency === 1 ? 500 : 3000;
    return [
      await measureGet(programs, { ...amount, calls, concurrency, only, node: node.path, origin: server.origin }),
    ];
  };
  try {
    const results = {
      ...{ node: node.version, date: new Date().toISOString().slice(0, 10), form },
      ...{ processors: availableParallelism(), load, versions },
      get: [...(await get(1)), ...(await get(50))],
    };
    const paging = await measure<PagingResults>({ type: "paging", rounds: atMost(amounts.paging) });
    const prefetch = await measure<PrefetchResults>({
      ...{ type: "prefetch", ...amounts.prefetch },
      rounds: atMost(amounts.prefetch.rounds),
    });
    const storm = await measure<StormResults>({ type: "storm", rounds: atMost(amounts.storm) });
    return { ...results, ...(paging && { paging }), ...(prefetch && { prefetch }), ...(storm && { storm }) };
  } finally {
    await server.stop();
  }
}
