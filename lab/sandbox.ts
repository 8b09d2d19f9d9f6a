// npm run lab -- sandbox: measures the sandbox and fails above its limits. Servers and callers run in separate
// processes.
import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import { type Figure, figureLine, isWithin, latencies, machineLine, percentile } from "./support/figure.js";
import { MAX_AMOUNT, TEMPLATE } from "./support/large-seed.js";
import { type ServerProcess, startServer } from "./support/start-server.js";

const QUERY_MS = 50;
const LIST_MS = 5;
const ROUNDS = 200;

/** Measures a sandbox with a large seed, over HTTP. */
async function measureLargeSeed(): Promise<Figure[]> {
  const server = await startServer("large");
  const call = caller(server.baseUrl);
  const ofQueries = async (name: string, search: (round: number) => Promise<Page>) =>
    latencies(`query: ${name}`, await times(search), QUERY_MS);
  try {
    const atStart = await server.usage();
    const first = await call.query(wide(0));
    const figures: Figure[] = [
      { name: "start from the large seed", value: server.startMs, unit: "ms", allowed: { atMost: 5000 } },
      { name: "memory after the start", value: atStart.rssBytes / 1e6, unit: "MB" },
      { name: "the first query", value: first.ms, unit: "ms" },
    ];
    for (const [name, search] of Object.entries(SEARCHES)) {
      await call.query(search(0));
      figures.push(...(await ofQueries(name, (round) => call.query(search(round)))));
    }
    const following = await Promise.all([wide(7), { ...wide(8), ...sortedBy("party", "ASC") }].map(call.pages));
    figures.push(
      // Unsorted and sorted, in turn.
      ...(await ofQueries("following pages", (round) => following[round % 2]?.() ?? call.list(""))),
      ...(await ofQueries("after a change of an instance", async (round) => {
        await call.change(round);
        return call.query(wide(round + 1000));
      })),
    );
    await call.list("");
    for (const [name, pageAt] of Object.entries(LISTS)) {
      figures.push(...latencies(`list: ${name}`, await times((round) => call.list(pageAt(round))), LIST_MS));
    }
    let { marker } = await call.list("usemarker=true");
    const later = await times(async () => {
      const page = await call.list(`usemarker=true&marker=${marker}`);
      marker = page.marker;
      return page;
    });
    figures.push(...latencies("list: by marker, later pages", later, LIST_MS));
    const { rssBytes, peakBytes } = await server.usage();
    return [
      ...figures,
      { name: "memory at the end", value: rssBytes / 1e6, unit: "MB", allowed: { atMost: 700 } },
      { name: "memory at its peak", value: peakBytes / 1e6, unit: "MB", allowed: { atMost: 700 } },
    ];
  } finally {
    call.close();
    await server.stop();
  }
}

/** A different value in each round, so that no response is cached. */
function amountOf(round: number): number {
  return (round * 15_485_863) % (MAX_AMOUNT / 2);
}

const narrow = (round: number): Query => ({
  query: "amount >= :from AND amount < :to",
  query_params: { from: amountOf(round), to: amountOf(round) + 2000 },
  use_index: "contract_amount",
});
const wide = (round: number): Query => ({
  query: "amount >= :from",
  query_params: { from: amountOf(round) },
  use_index: "contract_amount",
});

const SEARCHES: Readonly<Record<string, (round: number) => Query>> = {
  "200 of 100,000": narrow,
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

interface Query {
  readonly query: string;
  readonly query_params: Readonly<Record<string, string | number>>;
  readonly use_index: string;
  readonly ancestor_folder_id?: string;
  readonly order_by?: readonly { readonly field_key: string; readonly direction: "ASC" | "DESC" }[];
  readonly marker?: string;
}

function sortedBy(field_key: string, direction: "ASC" | "DESC") {
  return { order_by: [{ field_key, direction }] };
}

async function times(work: (round: number) => Promise<Page>): Promise<number[]> {
  const found: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) found.push((await work(round)).ms);
  return found;
}

interface Page {
  readonly ms: number;
  readonly marker: string;
}

function caller(baseUrl: string) {
  const agent = new Agent({ keepAlive: true });
  async function page(path: string, sent: { method?: string; body?: string } = {}): Promise<Page> {
    const start = performance.now();
    const received = await send(agent, `${baseUrl}${path}`, { token: "token-admin", ...sent });
    const ms = performance.now() - start;
    const body: { next_marker?: string | null } = received === "" ? {} : JSON.parse(received);
    return { ms, marker: body.next_marker ?? "" };
  }
  const query = (search: Query) => {
    const body = JSON.stringify({ from: TEMPLATE, ancestor_folder_id: "0", limit: 100, ...search });
    return page("/metadata_queries/execute_read", { method: "POST", body });
  };
  return {
    query,
    /** Reads the first page of a query, and returns a function that reads the next one each time. */
    async pages(search: Query) {
      let { marker } = await query(search);
      return async () => {
        const next = await query({ ...search, marker });
        marker = next.marker;
        return next;
      };
    },
    list: (parameters: string) => page(`/file_version_retentions?${parameters}`),
    /** Replaces an instance. */
    async change(round: number) {
      const path = `/files/${100_000 + round * 13}/metadata/${TEMPLATE.replace(".", "/")}`;
      await page(path, { method: "DELETE" });
      const body = JSON.stringify({ status: "open", amount: amountOf(round), party: "New Party" });
      await page(path, { method: "POST", body });
    },
    close: () => agent.destroy(),
  };
}

const CONNECTIONS = 50;
const LOAD_ROUNDS = 5;
const ROUND_MS = 3000;

/** Measures the sandbox and the mock in alternating rounds. */
async function measureThroughput(): Promise<Figure[]> {
  const sandbox = await startServer("default");
  const mock = await startServer("mock");
  const run = async (server: ServerProcess) => {
    const before = await server.usage();
    const startMs = performance.now();
    const count = await countOfResponses(`${server.baseUrl}/users/me`, startMs + ROUND_MS);
    const perSecond = count / ((performance.now() - startMs) / 1000);
    return { perSecond, cpuMs: ((await server.usage()).cpuMs - before.cpuMs) / count };
  };
  const round = async () => ({ sandbox: await run(sandbox), mock: await run(mock) });
  try {
    // For warming up.
    await round();
    const rounds: Awaited<ReturnType<typeof round>>[] = [];
    for (let count = 0; count < LOAD_ROUNDS; count += 1) rounds.push(await round());
    const ratios = rounds.map((one) => one.sandbox.perSecond / one.mock.perSecond);
    const median = (read: (one: (typeof rounds)[number]) => number) => percentile(rounds.map(read), 0.5);
    const name = "the sandbox by the mock, median of the rounds";
    return [
      { name: "the sandbox, median", value: median((one) => one.sandbox.perSecond), unit: "/s" },
      { name: "the mock, median", value: median((one) => one.mock.perSecond), unit: "/s" },
      { name, value: percentile(ratios, 0.5), unit: "times", allowed: { atLeast: 3 } },
      { name: "the sandbox by the mock, worst round", value: Math.min(...ratios), unit: "times" },
      { name: "processor time of a request, the sandbox", value: median((one) => one.sandbox.cpuMs), unit: "ms" },
      { name: "processor time of a request, the mock", value: median((one) => one.mock.cpuMs), unit: "ms" },
    ];
  } finally {
    await sandbox.stop();
    await mock.stop();
  }
}

/** Sends the same GET over some connections without pauses, until a time. */
async function countOfResponses(url: string, endMs: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let count = 0;
  const sendUntilDone = async () => {
    for (; performance.now() < endMs; count += 1) await send(agent, url, { token: "token-owner" });
  };
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, sendUntilDone));
    return count;
  } finally {
    agent.destroy();
  }
}

const STARTS = 7;

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
    { name: "createSandbox and listen, slowest", value: Math.max(...ready), unit: "ms" },
    { name: "the whole process, with tsx and all modules, median", value: percentile(whole, 0.5), unit: "ms" },
  ];
}

interface Sent {
  readonly token: string;
  readonly method?: string;
  /** JSON. */
  readonly body?: string;
}

/** Sends a request by plain node:http, which costs little, and reads the response. Rejects on an error response. */
function send(agent: Agent, url: string, { token, method = "GET", body }: Sent): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    const sent = request(url, { agent, method, headers }, (response) => {
      text(response).then((received) => {
        const { statusCode = 0 } = response;
        if (statusCode >= 200 && statusCode < 300) resolve(received);
        else reject(new Error(`${method} ${url}: expected a 2xx response; received ${statusCode}: ${received}`));
      }, reject);
    });
    sent.on("error", reject).end(body);
  });
}

const groups: Readonly<Record<string, () => Promise<Figure[]>>> = {
  "The default seed": measureStart,
  [`GET /users/me, ${CONNECTIONS} concurrent connections`]: measureThroughput,
  "100,000 files, 100,000 instances, 50,000 retentions": measureLargeSeed,
};

console.log(machineLine());
const exceeded: Figure[] = [];
for (const [title, measure] of Object.entries(groups)) {
  const measured = await measure();
  exceeded.push(...measured.filter((figure) => !isWithin(figure)));
  console.log(["", title, ...measured.map(figureLine)].join("\n"));
}
console.log(exceeded.length === 0 ? "\nAll limits are met." : `\n${exceeded.length} limits are not met.`);
if (exceeded.length > 0) process.exitCode = 1;
