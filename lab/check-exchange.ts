// npm run lab -- check-exchange: measures checkExchange on pages of 100 entries, relative to JSON.parse
// of the body, in alternating rounds, and on 1 MB of hostile JSON in milliseconds. Fails above the limits.
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Exchange, inputRequest, isJsonObject, type Json } from "content-service-contract";
import type { PositiveCase } from "content-service-contract-tests";
import { build } from "esbuild";
import { hostileBodies } from "../contract/test/support/hostile-bodies.js";
import { figureLine, percentile } from "./support/figure.js";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const ENTRIES = 100;
const ROUNDS = 15;
const ROUND_MS = 40;
const WARM_UP_MS = 300;
const RUNS_AT_ONCE = 20;
const AT_MOST = 3;
const HOSTILE_SIZE = 1_000_000;
const HOSTILE_AT_MOST_MS = 500;

const { checkExchange, loadContract, positiveCases } = await bundledKit();
const contract = loadContract();
for (const { name, exchange, bytes } of longPages(positiveCases(contract), ENTRIES)) {
  const rounds = measure(exchange);
  const at = (key: keyof (typeof rounds)[number], share: number) =>
    percentile(
      rounds.map((one) => one[key]),
      share,
    );
  const value = at("ratio", 0.5);
  const title = `${name}, ${Math.round(bytes / 1000)} kB`;
  const line = figureLine({ name: title, value, unit: "times", allowed: { atMost: AT_MOST } });
  const [low, high] = [0, 1].map((share) => at("ratio", share).toFixed(2));
  const [checkUs, parseUs] = [at("checkUs", 0.5), at("parseUs", 0.5)].map(Math.round);
  console.log(`${line}   ${low} to ${high}; ${checkUs} µs and ${parseUs} µs`);
  if (value > AT_MOST) process.exitCode = 1;
}
for (const [name, make] of Object.entries(hostileBodies)) {
  const ms = slowestMs(make(HOSTILE_SIZE));
  console.log(figureLine({ name: `1 MB: ${name}`, value: ms, unit: "ms", allowed: { atMost: HOSTILE_AT_MOST_MS } }));
  if (ms > HOSTILE_AT_MOST_MS) process.exitCode = 1;
}

/** CPU time of the slowest check of a body: as a request, a response, a list, and a list with `fields`. */
function slowestMs(body: string): number {
  const headers = { authorization: "Bearer token", "content-type": "application/json" };
  const response = { status: 200, headers, body };
  const requests: Exchange["request"][] = [
    { method: "GET", path: "/shared_items", headers },
    { method: "GET", path: "/file_version_legal_holds?policy_id=1", headers },
    { method: "GET", path: "/users/me?fields=id", headers },
    { method: "PUT", path: "/files/1", headers, body },
  ];
  const times = requests.map((request) => {
    // Compiles the schemas.
    checkExchange({ request, response: { ...response, body: "{}" } }, { contract, closed: true });
    const before = process.cpuUsage();
    checkExchange({ request, response }, { contract, closed: true });
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.round(Math.max(...times));
}

/** The times of a check and of a parse in microseconds, in alternating rounds. */
function measure(exchange: Exchange) {
  const body = exchange.response.body ?? "";
  const check = () => checkExchange(exchange, { contract }).length;
  const parse = () => (JSON.parse(body) === null ? 1 : 0);
  for (const run of [check, parse]) timeOf(run, WARM_UP_MS);
  return Array.from({ length: ROUNDS }, () => {
    const checkUs = timeOf(check, ROUND_MS);
    const parseUs = timeOf(parse, ROUND_MS);
    return { checkUs, parseUs, ratio: checkUs / parseUs };
  });
}

/** CPU time of a run in microseconds. Wall time would include other load on the machine. */
function timeOf(run: () => number, atLeastMs: number): number {
  const before = process.cpuUsage();
  let runs = 0;
  let sum = 0;
  for (;;) {
    for (let some = 0; some < RUNS_AT_ONCE; some += 1) sum += run();
    runs += RUNS_AT_ONCE;
    const { user, system } = process.cpuUsage(before);
    if (sum > 0) throw new Error("The page violates the contract");
    if (user + system >= atLeastMs * 1000) return (user + system) / runs;
  }
}

/** Bundles the kit to JavaScript, because tsx makes creating functions slower. */
async function bundledKit(): Promise<typeof import("content-service-contract-tests")> {
  const folder = await mkdtemp(join(tmpdir(), "kit-"));
  try {
    const outfile = join(folder, "kit.cjs");
    await build({
      entryPoints: [fromHere("../contract-tests/src/index.ts")],
      alias: { "content-service-client/openapi.json": fromHere("../generated/openapi.json") },
      bundle: true,
      platform: "node",
      target: "node20",
      format: "cjs",
      outfile,
      logLevel: "error",
    });
    // The bundle has the exports of its entry.
    return createRequire(import.meta.url)(outfile) as typeof import("content-service-contract-tests");
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Page {
  readonly name: string;
  readonly exchange: Exchange;
  readonly bytes: number;
}

/**
 * Makes long pages from the examples of lists, by repeating the entries with other ids: the first example of each list, and
 * those with `fields` or metadata.
 */
function longPages(cases: readonly PositiveCase[], entries: number): Page[] {
  const listed = new Set<string>();
  return cases.flatMap((positive): Page[] => {
    const { operation, status, example } = positive;
    if (status !== 200 || example === undefined || entriesOf(example.value).length === 0) return [];
    const isFirst = !listed.has(operation.id);
    listed.add(operation.id);
    return isFirst || /^(fields|with_metadata)$/.test(example.name) ? [longPage(positive, example.value, entries)] : [];
  });
}

function longPage({ operation, input, example }: PositiveCase, value: Json, count: number): Page {
  const some = entriesOf(value);
  const entries = Array.from({ length: count }, (_, index) => withOtherIds(some[index % some.length] ?? null, index));
  const body = JSON.stringify({ ...(isJsonObject(value) ? value : {}), entries });
  const request = inputRequest(operation, input, "token");
  const response = { status: 200, headers: { "content-type": "application/json" }, body };
  return { name: `${operation.id} ${example?.name ?? ""}`, exchange: { request, response }, bytes: body.length };
}

function entriesOf(value: Json): Json[] {
  return isJsonObject(value) && Array.isArray(value["entries"]) ? value["entries"] : [];
}

/** Copies a value and changes the digits at the end of each id. */
function withOtherIds(value: Json, by: number): Json {
  const otherId = (end: string) =>
    String(Number(end) + by)
      .padStart(end.length, "0")
      .slice(-4);
  return JSON.parse(JSON.stringify(value), (key, item: unknown) =>
    key === "id" && typeof item === "string" ? item.replace(/\d{1,4}$/, otherId) : item,
  );
}
