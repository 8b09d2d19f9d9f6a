import { BARE, CLIENT, LOOP, UNDICI } from "./constants.js";
import { CLIENT_WAYS, type Contender } from "./contenders.js";
import { startContender } from "./processes.js";
import { type NodeProgram, type Programs, peers } from "./programs.js";
import { type GetResults, pairedRatios, spread } from "./results.js";
import { type Amount, measureRounds, type Took } from "./rounds.js";

interface Options {
  readonly contenders: readonly Contender[];
  readonly node: NodeProgram;
  readonly origin: string;
  /** Calls of a turn. Concurrent turns are longer, since concurrency drops at the end of each. */
  readonly amount: Amount;
}

/** Measures a GET by every contender, one at a time and 50 at once. Each has its own process; they take turns. */
export async function measureGets(programs: Programs, options: Options): Promise<GetResults[]> {
  return [await measureGet(programs, options, 1), await measureGet(programs, options, 50)];
}

async function measureGet(programs: Programs, options: Options, concurrency: number): Promise<GetResults> {
  const { contenders, node, origin } = options;
  const amount = { ...options.amount, calls: options.amount.calls * (concurrency === 1 ? 1 : 6) };
  console.error(`${node.version}: a GET, ${concurrency} at once …`);
  const started = contenders.map((contender) => {
    const job = { type: "contender", contender, calls: amount.calls, concurrency } as const;
    const task = { job, places: { client: contender.client, peers }, origin };
    return { name: contender.name, ...startContender(programs.worker, node.path, task) };
  });
  const measured = await measureRounds(started, amount).finally(() => {
    for (const { stop } of started) stop();
  });
  const of = (name: string, key: keyof Took) => (measured.get(name) ?? []).map((round) => round[key]);
  return {
    ...{ concurrency, rounds: amount.rounds },
    ways: contenders.map((contender) => {
      const { name } = contender;
      const rivals = [BARE, ...rivalsOf(contender, contenders)].filter((rival) => rival !== name);
      const ratioTo = (rival: string) => spread(pairedRatios(of(name, "cpuUs"), of(rival, "cpuUs")));
      return {
        name,
        cpuUs: spread(of(name, "cpuUs")),
        perSecond: spread(of(name, "wallUs").map((wallUs) => 1e6 / wallUs)),
        rateRatio: spread(pairedRatios(of(BARE, "wallUs"), of(name, "wallUs"))),
        cpuRatios: Object.fromEntries(rivals.map((rival) => [rival, ratioTo(rival)])),
      };
    }),
  };
}

/** What a way of the client is compared with, besides `fetch`: what it replaces, and the same way at an earlier commit. */
function rivalsOf(contender: Contender, contenders: readonly Contender[]): string[] {
  const { way } = contender;
  if (!CLIENT_WAYS.includes(way)) return [];
  const [first] = contenders.filter((one) => one.way === way);
  return [way === CLIENT ? LOOP : UNDICI, ...(first === undefined || first === contender ? [] : [first.name])];
}
