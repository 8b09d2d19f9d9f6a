// npm run lab -- sandbox: measures the sandbox and fails above its limits. Servers and callers run in separate
// processes.
import { Agent, request } from "undici";
import { type Figure, latencies, machineLine, percentile, printFigures } from "../support/figures.js";
import { MAX_AMOUNT, TEMPLATE } from "./large-seed.js";
import { startServer } from "./server-process.js";

const QUERY_MS = 50;
const LIST_MS = 5;
const ROUNDS = 200;
const STARTS = 7;
const CONNECTIONS = 50;
const LOAD_ROUNDS = 5;
const ROUND_MS = 3000;

/** The queries and lists, each with other values in each round, so that no response is cached. */
const SEARCHES: Readonly<Record<string, (round: number) => object>> = {
  "200 of 100,000, sorted": (round) => ({ ...narrow(round), ...sortedBy("signed_at", "DESC") }),
  "more than half of all": wide,
  "more than half of all, sorted by the index": (round) => ({ ...wide(round), ...sortedBy("amount", "ASC") }),
  "more than half of all, sorted by another field": (round) => ({ ...wide(round), ...sortedBy("party", "DESC") }),
  "one status, a pattern, one folder, sorted": (round) => ({
    query: "status = :status AND party LIKE :party",
    query_params: { status: "open", party: `%${round % 10}${(round * 7) % 10}` },
    use_index: "contract_status",
    ancestor_folder_id: String(2000 + (round % 20)),
    ...sortedBy("amount", "ASC"),
  }),
};

const LISTS: Readonly<Record<string, (round: number) => string>> = {
  "by offset, near": (round) => `offset=${round * 10}`,
  "by offset, far": (round) => `offset=${47_000 + round * 10}`,
  "filtered by policy and time": (round) =>
    `policy_id=8501&disposition_after=${new Date(Date.UTC(2027, 0, 1, round)).toISOString()}`,
};

const groups: Readonly<Record<string, () => Promise<Figure[]>>> = {
  "The default seed": measureStart,
  [`GET /users/me, ${CONNECTIONS} concurrent connections`]: measureThroughput,
  "100,000 files, 100,000 instances, 50,000 retentions": measureLargeSeed,
};
console.log(machineLine());
for (const [title, measure] of Object.entries(groups)) {
  console.log(`\n${title}`);
  printFigures(await measure());
}

/** Measures the start of a sandbox, each time in a new process. */
async function measureStart(): Promise<Figure[]> {
  const ready: number[] = [];
  const whole: number[] = [];
  for (let round = 0; round < STARTS; round += 1) {
    const server = await startServer("default");
    ready.push(server.startMs);
    whole.push(server.processMs);
    await server.stop();
  }
  return [
    { name: "createSandbox and listen, median", value: percentile(ready, 0.5), unit: "ms", allowed: { atMost: 300 } },
    { name: "the whole process, with tsx and all modules, median", value: percentile(whole, 0.5), unit: "ms" },
  ];
}

/** Measures the sandbox and the mock in alternating rounds. */
async function measureThroughput(): Promise<Figure[]> {
  const servers = { sandbox: await startServer("default"), mock: await startServer("mock") };
  const rounds: Record<keyof typeof servers, number>[] = [];
  try {
    // The first round is for warming up.
    for (let round = 0; round <= LOAD_ROUNDS; round += 1)
      rounds.push({ sandbox: await perSecond(servers.sandbox), mock: await perSecond(servers.mock) });
  } finally {
    await servers.sandbox.stop();
    await servers.mock.stop();
  }
  const median = (read: (round: (typeof rounds)[number]) => number) => percentile(rounds.slice(1).map(read), 0.5);
  const ratio = median(({ sandbox, mock }) => sandbox / mock);
  return [
    { name: "the sandbox, median", value: median(({ sandbox }) => sandbox), unit: "/s" },
    { name: "the mock, median", value: median(({ mock }) => mock), unit: "/s" },
    { name: "the sandbox by the mock, median", value: ratio, unit: "times", allowed: { atLeast: 3 } },
  ];
}

/** Sends the same GET over some connections without pauses, for a time. */
async function perSecond({ baseUrl }: { readonly baseUrl: string }): Promise<number> {
  const { send, close } = caller(baseUrl, "token-owner");
  const startMs = performance.now();
  let count = 0;
  const sendUntilDone = async () => {
    for (; performance.now() < startMs + ROUND_MS; count += 1) await send("/users/me");
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, sendUntilDone)).finally(close);
  return count / ((performance.now() - startMs) / 1000);
}

async function measureLargeSeed(): Promise<Figure[]> {
  const server = await startServer("large");
  const { send, close } = caller(server.baseUrl, "token-admin");
  const query = (search: object) => {
    const body = JSON.stringify({ from: TEMPLATE, ancestor_folder_id: "0", limit: 100, ...search });
    return send("/metadata_queries/execute_read", "POST", body);
  };
  const list = (parameters: string) => send(`/file_version_retentions?${parameters}`);
  /** The latencies of a call; the first one, which reads more, does not count. */
  const measured = async (name: string, atMost: number, call: (round: number) => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const startMs = performance.now();
      await call(round);
      times.push(performance.now() - startMs);
    }
    return latencies(name, times.slice(1), atMost);
  };
  try {
    const figures: Figure[] = [
      { name: "start from the large seed", value: server.startMs, unit: "ms", allowed: { atMost: 5000 } },
    ];
    for (const [name, search] of Object.entries(SEARCHES))
      figures.push(...(await measured(`query: ${name}`, QUERY_MS, (round) => query(search(round)))));
    for (const [name, parameters] of Object.entries(LISTS))
      figures.push(...(await measured(`list: ${name}`, LIST_MS, (round) => list(parameters(round)))));
    let marker: string | null | undefined;
    const nextPage = async (next: () => Promise<Page>) => {
      marker = (await next()).next_marker;
    };
    const search = { ...wide(7), ...sortedBy("party", "ASC") };
    const pages = () => nextPage(() => query({ ...search, ...(marker && { marker }) }));
    figures.push(...(await measured("query: following pages", QUERY_MS, pages)));
    marker = undefined;
    const entries = () => nextPage(() => list(`usemarker=true${marker ? `&marker=${marker}` : ""}`));
    figures.push(...(await measured("list: by marker", LIST_MS, entries)));
    const afterChange = async (round: number) => {
      const path = `/files/${100_000 + round * 13}/metadata/${TEMPLATE.replace(".", "/")}`;
      await send(path, "DELETE");
      await send(path, "POST", JSON.stringify({ status: "open", amount: amountOf(round), party: "New Party" }));
      return query(wide(round + 1000));
    };
    figures.push(...(await measured("query: after a change of an instance", QUERY_MS, afterChange)));
    return [
      ...figures,
      { name: "memory at its peak", value: await server.peakMb(), unit: "MB", allowed: { atMost: 700 } },
    ];
  } finally {
    await close();
    await server.stop();
  }
}

function amountOf(round: number): number {
  return (round * 15_485_863) % (MAX_AMOUNT / 2);
}

function narrow(round: number) {
  const query_params = { from: amountOf(round), to: amountOf(round) + 2000 };
  return { query: "amount >= :from AND amount < :to", query_params, use_index: "contract_amount" };
}

function wide(round: number) {
  return { query: "amount >= :from", query_params: { from: amountOf(round) }, use_index: "contract_amount" };
}

function sortedBy(field_key: string, direction: "ASC" | "DESC") {
  return { order_by: [{ field_key, direction }] };
}

interface Page {
  readonly next_marker?: string | null;
}

/** Sends requests over persistent connections. Rejects on an error response. */
function caller(baseUrl: string, token: string) {
  const dispatcher = new Agent({ connections: CONNECTIONS });
  return {
    async send(path: string, method: "GET" | "POST" | "DELETE" = "GET", body?: string): Promise<Page> {
      const headers = { authorization: `Bearer ${token}`, ...(body && { "content-type": "application/json" }) };
      const response = await request(baseUrl + path, { dispatcher, method, headers, body: body ?? null });
      const text = await response.body.text();
      if (response.statusCode >= 300) throw new Error(`${method} ${path}: received ${response.statusCode}: ${text}`);
      // Every body is an object.
      return text === "" ? {} : (JSON.parse(text) as Page);
    },
    close: () => dispatcher.close(),
  };
}
