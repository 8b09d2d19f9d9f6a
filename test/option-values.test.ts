import { createClient, defineOperation, paginate, updateIfUnchanged } from "content-service-client";
import { bytes, type Download, download as downloadTo } from "content-service-client/bytes";
import { fileTokenStore } from "content-service-client/file-token-store";
import { forEachItem } from "content-service-client/for-each-item";
import { nodeTransport } from "content-service-client/node-transport";
import { clientCredentials } from "content-service-client/openapi";
import { traced } from "content-service-client/opentelemetry";
import { redisTokenStore } from "content-service-client/redis-token-store";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import { sqlTokenStore } from "content-service-client/sql-token-store";
import { apiError, networkError, timeoutError } from "content-service-client/testing";
import { describe, expect, it } from "vitest";
import { listFiles, read } from "../support/repository.js";
import { rejectionOf } from "./support/client-with.js";
import { json, scriptedFetch } from "./support/scripted-fetch.js";

const options = { baseUrl: "https://api.content.example/2.0", auth: "access-token" };
const fetch = scriptedFetch(() => json({ entries: [{ id: "1" }] }));
const client = createClient({ ...options, fetch });
const download = defineOperation<Download<object>>({ method: "GET", path: "/content", codec: bytes, as: "bytes" });
const withBytes = createClient({ ...options, fetch, operations: { download }, retry: { maxDelayMs: 0 } });
const own = { authUrl: "https://auth.content.example", clientId: "app", clientSecret: "s", store: memoryTokenStore() };
const record = async () => ({ etag: "1" });
const list = client.listFileVersionRetentions;
const row = { method: "GET", path: "/comments" } as const;
const redis = { command: async () => null, key: "k" };
const sql = { query: () => [], dialect: "sqlite", key: "k" } as const;
const app = { tokenUrl: "https://auth.content.example/token", clientId: "app", clientSecret: "s" };
const target = { open: () => new WritableStream<Uint8Array>() };

/** The values that are not valid for each number, besides those of another type. */
const negative = [-1, -0.5, Number.NaN, -Infinity];
const positive = [...negative, 0, 0.5];
const whole = [...positive, 1.5, Infinity];
const count = [...positive, 1.5];

const numbers: readonly [place: string, name: string, invalid: number[], use: (options: object) => unknown][] = [
  ...["timeoutMs", "totalTimeoutMs"].flatMap((name): typeof numbers => [
    ["createClient", name, negative, (given) => createClient({ ...options, ...given })],
    ["client.with", name, negative, (given) => client.with(given)],
    ["a call", name, negative, (given) => client.getCurrentUser(given)],
  ]),
  ["a call with bytes", "idleTimeoutMs", positive, (given) => withBytes.download(given)],
  ["a call with bytes", "cuts", [...negative, 0.5, 1.5], (given) => withBytes.download(given)],
  ["createClient", "maxBodyBytes", negative, (given) => createClient({ ...options, ...given })],
  ["createClient", "requestIntervalMs", negative, (given) => createClient({ ...options, ...given })],
  ["createClient, retry", "budget", negative, (retry) => createClient({ ...options, retry })],
  ...["baseDelayMs", "maxDelayMs", "maxRetryAfterMs", "maxAttempts"].flatMap((name): typeof numbers => {
    const invalid = name === "maxAttempts" ? count : negative;
    return [
      ["createClient, retry", name, invalid, (retry) => createClient({ ...options, retry })],
      ["client.with, retry", name, invalid, (retry) => client.with({ retry })],
      ["a call, retry", name, invalid, (retry) => client.getCurrentUser({ retry })],
    ];
  }),
  ["paginate", "maxItems", negative, (given) => paginate(list, given)],
  ["paginate", "prefetch", [...whole.filter((value) => value !== 0), 2], (given) => paginate(list, given)],
  // Plain JavaScript can pass anything.
  ["toArray", "max", negative, (given) => paginate(list).toArray(given as { max: number })],
  ["updateIfUnchanged", "maxAttempts", count, (given) => updateIfUnchanged(record, record, given)],
  ["paging", "maxOffset", negative, (own) => defineOperation({ ...row, paging: { marker: "query", ...own } })],
  ["forEachItem", "concurrency", whole, (given) => forEachItem(list, given, record)],
  ["refreshingAuth", "refreshEarlyMs", negative, (given) => refreshingAuth({ ...own, ...given })],
  ["refreshingAuth", "timeoutMs", positive, (given) => refreshingAuth({ ...own, ...given })],
  ["refreshingAuth", "maxWaitMs", positive, (given) => refreshingAuth({ ...own, ...given })],
  ["fileTokenStore", "leaseMs", whole, (given) => fileTokenStore("tokens.json", given)],
  ["redisTokenStore", "leaseMs", whole, (given) => redisTokenStore({ ...redis, ...given })],
  ["sqlTokenStore", "leaseMs", whole, (given) => sqlTokenStore({ ...sql, ...given })],
  ["nodeTransport", "connections", whole, (given) => nodeTransport(given)],
  ["nodeTransport", "connectTimeoutMs", positive, (given) => nodeTransport(given)],
  ["nodeTransport, close", "timeoutMs", negative, (given) => nodeTransport().close(given)],
  ["apiError", "attempts", count, (given) => apiError({ status: 404, ...given })],
  ["apiError", "status", [...whole, 199, 600], (given) => apiError({ status: 404, ...given })],
  ["networkError", "attempts", count, (given) => networkError(given)],
  ["timeoutError", "attempts", count, (given) => timeoutError(given)],
  ["timeoutError", "timeoutMs", negative, (given) => timeoutError(given)],
];

type Use = (options: object) => unknown;

const booleans: readonly [place: string, name: string, use: Use][] = [
  ["createClient", "allowInsecure", (given) => createClient({ ...options, ...given })],
  ["refreshingAuth", "allowInsecure", (given) => refreshingAuth({ ...own, ...given })],
  ["refreshingAuth", "revokesOnReuse", (given) => refreshingAuth({ ...own, ...given })],
  ["clientCredentials", "allowInsecure", (given) => clientCredentials({ ...app, ...given })],
  ...["safe", "token", "empty", "optionalBody", "redirects"].map((name): (typeof booleans)[number] => [
    ...(["defineOperation", name] as const),
    (given) => defineOperation({ ...row, codec: bytes, ...given }),
  ]),
  ["paging", "usemarker", (own) => defineOperation({ ...row, paging: { marker: "query", ...own } })],
  ["apiError", "mayBeApplied", (given) => apiError({ status: 404, ...given })],
  ["networkError", "mayBeApplied", (given) => networkError(given)],
  ["timeoutError", "mayBeApplied", (given) => timeoutError(given)],
];

const functions: readonly [place: string, name: string, use: Use][] = [
  ...["fetch", "onEvent"].map((name): (typeof functions)[number] => [
    ...(["createClient", name] as const),
    (given) => createClient({ ...options, ...given }),
  ]),
  ["client.with", "onEvent", (given) => client.with(given)],
  ["createClient, retry", "random", (retry) => createClient({ ...options, retry })],
  ["a call, retry", "random", (retry) => client.getCurrentUser({ retry })],
  ["a call with bytes", "onProgress", (given) => withBytes.download(given)],
  ["download", "open", (given) => downloadTo(withBytes.download, {}, { ...target, ...given })],
  ["download", "onStart", (given) => downloadTo(withBytes.download, {}, { ...target, ...given })],
  ["download", "onProgress", (given) => downloadTo(withBytes.download, given, target)],
  ...["fetch", "waitUntil", "random"].map((name): (typeof functions)[number] => [
    ...(["refreshingAuth", name] as const),
    (given) => refreshingAuth({ ...own, ...given }),
  ]),
  ["clientCredentials", "fetch", (given) => clientCredentials({ ...app, ...given })],
  ["forEachItem", "onPage", (given) => forEachItem(list, given, record)],
  // Plain JavaScript can pass anything.
  ["forEachItem", "work", ({ work }: { work?: unknown }) => forEachItem(list, {}, work as typeof record)],
  ["updateIfUnchanged", "read", ({ read }: { read?: unknown }) => updateIfUnchanged(read as typeof record, record)],
  [
    "updateIfUnchanged",
    "change",
    ({ change }: { change?: unknown }) => updateIfUnchanged(record, change as () => never),
  ],
  ["redisTokenStore", "command", (given) => redisTokenStore({ ...redis, ...given })],
  ["sqlTokenStore", "query", (given) => sqlTokenStore({ ...sql, ...given })],
  ["traced", "create", ({ create }: { create?: unknown }) => traced(create as typeof createClient)],
  ["traced", "startSpan", (tracer) => traced(createClient, { tracer: tracer as never })],
];

type Other = readonly [place: string, name: string, values: readonly unknown[], rule: string, use: Use];
const noObjects: readonly unknown[] = [5, true, "a", new Date(), new Map(), ["a"]];
const withOptions: Use = (given) => createClient({ ...options, ...given });
/** Values that count as none where only their truth is checked. */
const nothing = [null, 0, NaN, ""];
const withRow: Use = (given) => defineOperation({ ...row, ...given });
const withTarget: Use = (given) => downloadTo(withBytes.download, {}, { ...target, ...given });
const tableRule = "a plain name of letters, digits and underscores";
const withApp: Use = (given) => clientCredentials({ ...app, ...given });

/** Options that are not a number, a boolean or a function, and values of other types. */
const others: readonly Other[] = [
  ...["appInfo", "brandHeader", "authUrl"].map(
    (name): Other => ["createClient", name, [{}, NaN, 0, null, ["a"]], `${name} must be a string`, withOptions],
  ),
  ...["headers", "operations"].map(
    (name): Other => ["createClient", name, noObjects, `${name} must be a plain object`, withOptions],
  ),
  ["createClient", "retry", nothing, "retry must be a plain object", withOptions],
  ["createClient", "signal", [0, NaN, ""], "signal must be an AbortSignal", withOptions],
  [
    "a call",
    "query",
    [...noObjects, new URLSearchParams("a=1")],
    "query must be a plain object",
    client.getCurrentUser,
  ],
  ["download", "from", nothing, "from must have a position, 0 or more, and a strong etag", withTarget],
  [
    "download",
    "header",
    noObjects,
    "header must be a plain object",
    (given) => downloadTo(withBytes.download, given, target),
  ],
  ["nodeTransport", "dispatcher", nothing, "dispatcher must be a dispatcher of undici", nodeTransport],
  ["nodeTransport", "connect", [...noObjects, null], "connect must be a plain object", nodeTransport],
  [
    "sqlTokenStore",
    "table",
    [null, true, NaN],
    `table must be ${tableRule}`,
    (given) => sqlTokenStore({ ...sql, ...given }),
  ],
  ["timeoutError", "scope", ["", "all"], "scope must be attempt or call", timeoutError],
  ["defineOperation", "codec", ["bytes", 5, {}], "codec must be bytes, for all but plain JSON", withRow],
  ...["secrets", "explode", "hooks"].map(
    (name): Other => ["defineOperation", name, [null, 0, ""], `${name} must be an array`, withRow],
  ),
  ["clientCredentials", "scope", [["read"], null, 5], "scope must be a string", withApp],
  ["clientCredentials", "parameters", [...noObjects, null], "parameters must be a plain object", withApp],
  ["clientCredentials", "parameters", [{ a: undefined }, { a: ["b"] }], "parameters.a must be a string", withApp],
];

const wholes: readonly [place: string, use: (options: never) => unknown][] = [
  ["client.with", (given) => client.with(given)],
  ["refreshingAuth", refreshingAuth],
  ["clientCredentials", clientCredentials],
  ["fileTokenStore", (given) => fileTokenStore("tokens.json", given)],
  ["updateIfUnchanged", (given) => updateIfUnchanged(record, record, given)],
  ["nodeTransport", nodeTransport],
  ["nodeTransport, close", (given) => nodeTransport().close(given)],
  ["networkError", networkError],
];

const names: typeof wholes = [
  ...wholes,
  ["redisTokenStore", (given: object) => redisTokenStore({ ...redis, ...given })],
  ["sqlTokenStore", (given: object) => sqlTokenStore({ ...sql, ...given })],
  ["traced", (given) => traced(createClient, given)],
  ["createClient", (given: object) => createClient({ ...options, ...given })],
  ["a call", (given) => client.getCurrentUser(given)],
  ["forEachItem", (given) => forEachItem(list, given, record)],
];

/** The error that a function throws, or that its promise rejects with. */
const problemOf = (use: () => unknown) => rejectionOf((async () => use())());

describe("every number of an option", () => {
  it.each(numbers)("is checked: %s %s", async (_, name, invalid, use) => {
    for (const value of [...invalid, "5", "5s", null, {}, true]) {
      const error = await problemOf(() => use({ [name]: value }));
      expect(error, `expected an error for ${value}`).toBeInstanceOf(name === "status" ? RangeError : TypeError);
      expect(String(error)).toContain(name);
    }
  });

  it.each(numbers)("can have a valid value: %s %s", async (_, name, invalid, use) => {
    const valid = [0, 1, 0.5, 1.5, Infinity, 404].filter((value) => !invalid.includes(value));
    for (const value of name === "status" ? [404] : valid)
      expect(await problemOf(() => use({ [name]: name === "prefetch" ? 1 : value }))).not.toBeInstanceOf(TypeError);
  });

  it("is in this table", () => {
    const declared = listFiles("src/*.ts").flatMap((file) =>
      [...read(file).matchAll(/(\w+)\?: (?:number|0 \| 1)\b/g)].map(([, name = ""]) => name),
    );
    /** The members of stored tokens and of a token response, which a server chooses, and what the generator sets. */
    const received = ["first", "obtainedAtMs", "expiresAtMs", "skewMs", "sentAtMs", "retryAfterMs"];
    const inTable = new Set([...numbers.map(([, name]) => name), ...received]);
    expect([...new Set(declared)].filter((name) => !inTable.has(name))).toEqual([]);
  });
});

describe("every boolean of an option", () => {
  it.each(booleans)("is checked, so that no text of the environment counts as true: %s %s", async (_, name, use) => {
    for (const value of ["false", "true", "", 0, 1, null, {}]) {
      const error = await problemOf(() => use({ [name]: value }));
      expect(error, `expected an error for ${JSON.stringify(value)}`).toBeInstanceOf(TypeError);
      expect(String(error)).toContain(`${name} must be a boolean`);
    }
    for (const value of [true, false, undefined]) expect(await problemOf(() => use({ [name]: value }))).toBeUndefined();
  });

  it("is in this table", () => {
    const declared = listFiles("src/*.ts").flatMap((file) =>
      [...read(file).matchAll(/readonly (\w+)\?: true\b|\b(\w+)\?: boolean \| undefined/g)].map(
        (one) => one[1] ?? one[2],
      ),
    );
    /** What the generator sets, and the state of a call. */
    const internal = ["link", "explode", "isLast"];
    const inTable = new Set([...booleans.map(([, name]) => name), ...internal]);
    expect([...new Set(declared)].filter((name) => !inTable.has(`${name}`))).toEqual([]);
  });
});

it.each(functions)("every function is checked before the first request: %s %s", async (_, name, use) => {
  const before = fetch.sent.length;
  for (const value of ["save", 1, { save() {} }, null]) {
    const error = await problemOf(() => use({ [name]: value }));
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(`${name} must be a function`);
  }
  expect(fetch.sent).toHaveLength(before);
});

it.each(["work", "read", "change", "open", "create"])(
  "a function that is missing is no default: %s",
  async (missing) => {
    for (const [, name, use] of functions)
      if (name === missing)
        expect(await problemOf(() => use({ [name]: undefined }))).toEqual(new TypeError(`${name} must be a function`));
  },
);

it.each(others)("a value of another type is a TypeError: %s %s, %j", async (_, name, values, message, use) => {
  for (const value of values) expect(await problemOf(() => use({ [name]: value }))).toEqual(new TypeError(message));
});

it.each(wholes)("options that are no object are a TypeError, since they would count as none: %s", async (_, use) => {
  // Plain JavaScript can pass anything.
  for (const value of [5, true, null, new Date()])
    expect(await problemOf(() => use(value as never))).toEqual(new TypeError("options must be a plain object"));
});

it.each(names)("an unknown option is a TypeError, since it would have no effect: %s", async (_, use) => {
  const error = await problemOf(() => use({ leaze: 5 } as never));
  expect(error).toBeInstanceOf(TypeError);
  expect(String(error)).toContain("unknown option leaze: the options are ");
});
