import { type Figure, percentile } from "./figure.js";
import { load } from "./load.js";
import { type ServerProcess, startServer } from "./start-server.js";

const ROUNDS = 5;
const ROUND_MS = 3000;
const WARM_UP_MS = 3000;

interface Run {
  readonly perSecond: number;
  /** Processor time of the server for each request; other programs on the machine change it less. */
  readonly cpuMs: number;
}

/** Measures the sandbox and the mock in turn, so that both meet the same machine. */
export async function measureThroughput(): Promise<Figure[]> {
  const sandbox = await startServer("default");
  const mock = await startServer("mock");
  try {
    const run = async (server: ServerProcess, durationMs: number) => {
      const before = await server.usage();
      const perSecond = await load(`${server.baseUrl}/users/me`, { token: "token-owner", connections: 50, durationMs });
      const { cpuMs } = await server.usage();
      return { perSecond, cpuMs: (cpuMs - before.cpuMs) / (perSecond * (durationMs / 1000)) };
    };
    await run(sandbox, WARM_UP_MS);
    await run(mock, WARM_UP_MS);
    const rounds: { sandbox: Run; mock: Run }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ sandbox: await run(sandbox, ROUND_MS), mock: await run(mock, ROUND_MS) });
    }
    const ratios = rounds.map((round) => round.sandbox.perSecond / round.mock.perSecond);
    const median = (read: (round: (typeof rounds)[number]) => number) => percentile(rounds.map(read), 0.5);
    return [
      { name: "the sandbox, median", value: median((round) => round.sandbox.perSecond), unit: "/s" },
      { name: "the mock, median", value: median((round) => round.mock.perSecond), unit: "/s" },
      {
        name: "the sandbox by the mock, median of the rounds",
        value: percentile(ratios, 0.5),
        unit: "times",
        bound: { atLeast: 3 },
      },
      { name: "the sandbox by the mock, worst round", value: Math.min(...ratios), unit: "times" },
      { name: "processor time of a request, the sandbox", value: median((round) => round.sandbox.cpuMs), unit: "ms" },
      { name: "processor time of a request, the mock", value: median((round) => round.mock.cpuMs), unit: "ms" },
    ];
  } finally {
    await sandbox.stop();
    await mock.stop();
  }
}
