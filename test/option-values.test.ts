import { createClient, defineOperation, paginate, updateIfUnchanged } from "content-service-client";
import { bytes, type Download } from "content-service-client/bytes";
import { fileTokenStore } from "content-service-client/file-token-store";
import { forEachItem } from "content-service-client/for-each-item";
import { nodeTransport } from "content-service-client/node-transport";
import { redisTokenStore } from "content-service-client/redis-token-store";
import { memoryTokenStore, refreshingAuth } from "content-service-client/refreshing-auth";
import { sqlTokenStore } from "content-service-client/sql-token-store";
import { apiError, networkError, timeoutError } from "content-service-client/testing";
import { describe, expect, it } from "vitest";
import { listFiles, read } from "../support/repository.js";
import { rejectionOf } from "./support/client-with.js";

const options = { baseUrl: "https://api.content.example/2.0", auth: "access-token" };
const fetch = async () => Response.json({ entries: [] });
const client = createClient({ ...options, fetch });
const download = defineOperation<Download<object>>({ method: "GET", path: "/content", codec: bytes, as: "bytes" });
const withBytes = createClient({ ...options, fetch, operations: { download }, retry: { maxDelayMs: 0 } });
const own = { authUrl: "https://auth.content.example", clientId: "app", clientSecret: "s", store: memoryTokenStore() };
const record = async () => ({ etag: "1" });
const list = client.listFileVersionRetentions;
const row = { method: "GET", path: "/comments" } as const;

/** The values that are not valid for each number, besides those of another type. */
const negative = [-1, -0.5, Number.NaN, -Infinity];
const positive = [...negative, 0, 0.5];
const whole = [...positive, 1.5, Infinity];

const numbers: readonly [place: string, name: string, invalid: number[], use: (options: object) => unknown][] = [
  ...["timeoutMs", "totalTimeoutMs"].flatMap((name): typeof numbers => [
    ["createClient", name, negative, (given) => createClient({ ...options, ...given })],
    ["client.with", name, negative, (given) => client.with(given)],
    ["a call", name, negative, (given) => client.getCurrentUser(given)],
  ]),
  ["a call with bytes", "idleTimeoutMs", positive, (given) => withBytes.download(given)],
  ["a call with bytes", "cuts", negative, (given) => withBytes.download(given)],
  ["createClient", "maxBodyBytes", negative, (given) => createClient({ ...options, ...given })],
  ["createClient", "requestIntervalMs", negative, (given) => createClient({ ...options, ...given })],
  ["createClient, retry", "budget", negative, (retry) => createClient({ ...options, retry })],
  ...["baseDelayMs", "maxDelayMs", "maxRetryAfterMs", "maxAttempts"].flatMap((name): typeof numbers => {
    const invalid = name === "maxAttempts" ? positive : negative;
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
  ["updateIfUnchanged", "maxAttempts", positive, (given) => updateIfUnchanged(record, record, given)],
  ["paging", "maxOffset", negative, (own) => defineOperation({ ...row, paging: { marker: "query", ...own } })],
  ["forEachItem", "concurrency", whole, (given) => forEachItem(list, given, record)],
  ["refreshingAuth", "refreshEarlyMs", negative, (given) => refreshingAuth({ ...own, ...given })],
  ["refreshingAuth", "timeoutMs", positive, (given) => refreshingAuth({ ...own, ...given })],
  ["refreshingAuth", "maxWaitMs", positive, (given) => refreshingAuth({ ...own, ...given })],
  ["fileTokenStore", "leaseMs", whole, (given) => fileTokenStore("tokens.json", given)],
  ["redisTokenStore", "leaseMs", whole, (given) => redisTokenStore({ command: async () => null, key: "k", ...given })],
  ["sqlTokenStore", "leaseMs", whole, (own) => sqlTokenStore({ query: () => [], dialect: "sqlite", key: "k", ...own })],
  ["nodeTransport", "connections", whole, (given) => nodeTransport(given)],
  ["nodeTransport", "connectTimeoutMs", positive, (given) => nodeTransport(given)],
  ["nodeTransport, close", "timeoutMs", negative, (given) => nodeTransport().close(given)],
  ["apiError", "attempts", positive, (given) => apiError({ status: 404, ...given })],
  ["apiError", "status", [...whole, 199, 600], (given) => apiError({ status: 404, ...given })],
  ["networkError", "attempts", positive, (given) => networkError(given)],
  ["timeoutError", "attempts", positive, (given) => timeoutError(given)],
  ["timeoutError", "timeoutMs", negative, (given) => timeoutError(given)],
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
