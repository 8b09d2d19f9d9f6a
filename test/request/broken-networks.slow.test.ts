import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { transportNames } from "../support/transports.js";
import {
  calls,
  clientOf,
  clientWithTokensOf,
  createContext,
  dropped,
  MAX_BODY_BYTES,
} from "./broken-networks/calls.js";
import { over, type Row } from "./broken-networks/fault.js";
import { tables } from "./broken-networks/faults.js";
import { TIMEOUT_MS } from "./broken-networks/responses.js";
import { type FaultyServer, overTls } from "./broken-networks/servers.js";

const rows = Object.values(tables).flat();

/** The sockets that the transport opened for the client. */
let sockets: Socket[];
const connected = (message: unknown) => sockets.push((message as { socket: Socket }).socket);
beforeEach(() => {
  sockets = [];
  subscribe("undici:client:connected", connected);
});
afterEach(() => unsubscribe("undici:client:connected", connected));

const overEach = transportNames.flatMap((name) => rows.map((row) => [row.fault, name, over(name, row)] as const));

describe.each(overEach)("%s, over %s:", (_, name, row) => {
  it.each(["GET", "POST"] as const)(
    "a %s ends as documented, and no other host gets its token [AU-1]",
    async (method) => {
      const context = await createContext(row.server, name);
      const { server, clock, other, events } = context;
      const [startMs, startKiB] = [clock.now(), process.resourceUsage().maxRSS];
      const sent = row.sent[method === "GET" ? 0 : 1];
      const outcome = await calls[method](clientOf(context)).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      );

      expectOutcome(outcome, row, method);
      expect(clock.now() - startMs).toBe(row.gives.name === "TimeoutError" ? sent * TIMEOUT_MS : 0);
      expect(clock.pending()).toBe(0);

      const whole = {
        method,
        authorization: "Bearer access-token",
        body: expect.stringMatching(method === "GET" ? /^$/ : /^\{.+\}$/),
      };
      expect(server.received).toEqual(Array(row.reaches ? 0 : sent).fill(whole));
      if (row.reaches) expect(events.filter(({ type }) => type === "request")).toHaveLength(sent);
      if (row.reaches === "connections") expect(server.connections).toHaveLength(sent);
      expect(other.connections).toHaveLength(0);

      await expectConnections(row, server);
      expectLimited(row, server.unpackedBytes?.() ?? 0, process.resourceUsage().maxRSS - startKiB);
    },
  );
});

it.each(overEach)(
  "%s, over %s: a refresh rejects with a transient AuthError, is sent as often as a POST, and keeps the stored token",
  async (_, name, row) => {
    const context = await createContext(row.server, name);
    const { server, clock, other } = context;
    const startMs = clock.now();
    const { client, store, tokens } = clientWithTokensOf(context);
    const error: unknown = await client.getCurrentUser().catch((reason: unknown) => reason);

    expect(error).toMatchObject({ name: "AuthError", code: "token_server_unavailable" });
    expect(`${inspect(error, { depth: 5 })}${JSON.stringify(error)}`).not.toMatch(/refresh-1|client-secret/);
    expect(await store.load()).toMatchObject(tokens);
    expect(clock.now() - startMs).toBe(row.gives.name === "TimeoutError" ? TIMEOUT_MS : 0);

    const bodies = server.received.map(({ body }) => new URLSearchParams(body).get("refresh_token"));
    expect(bodies).toEqual(Array(row.reaches ? 0 : row.sent[1]).fill("refresh-1"));
    if (row.reaches === "connections") expect(server.connections).toHaveLength(row.sent[1]);
    expect(other.connections).toHaveLength(0);
    await expectConnections(row, server);
  },
);

it.each(transportNames)("a server with a valid certificate succeeds in the same setup, over %s", async (name) => {
  const context = await createContext(overTls({ signed: true, trusted: true }), name);
  await expect(calls.GET(clientOf(context))).resolves.toMatchObject({ id: "1004" });
  expect(context.server.received).toHaveLength(1);
});

function expectOutcome(outcome: { value?: unknown; error?: unknown }, { gives }: Row, method: "GET" | "POST"): void {
  if (gives.name === "value") {
    expect(outcome).not.toHaveProperty("error");
    if (gives.value === undefined) expect(outcome.value).toBeUndefined();
    else expect(outcome.value).toMatchObject(gives.value);
    return;
  }
  const [operation, path] =
    method === "GET" ? ["getCurrentUser", "/2.0/users/me"] : ["createWebLink", "/2.0/web_links"];
  expect(outcome).not.toHaveProperty("value");
  const { error } = outcome;
  const { name, status, says } = gives;
  expect(error).toMatchObject({ name, operation, ...(status !== undefined && { status }) });
  const start = name === "ApiError" ? `${operation}: ` : "";
  expect(says.map((text) => `${name}: ${start}${text} (${method} ${path})`)).toContain(String(error));
  // An error can be logged, however deep its body is.
  expect(`${inspect(error, { depth: Number.POSITIVE_INFINITY })}${JSON.stringify(error)}`).not.toContain(
    "access-token",
  );
}

/** Connections that cannot serve the next call are closed. */
async function expectConnections({ kept }: Row, server: FaultyServer): Promise<void> {
  if (kept === undefined) await dropped(server);
  else expect(new Set(server.carriers).size).toBe(kept);
}

function expectLimited({ discarded }: Row, unpackedBytes: number, grownKiB: number): void {
  // Data that was on its way when the client canceled is read as well.
  if (!discarded) for (const { bytesRead } of sockets) expect(bytesRead).toBeLessThan(2 * MAX_BODY_BYTES);
  expect(unpackedBytes).toBeLessThan(2 * MAX_BODY_BYTES);
  expect(grownKiB).toBeLessThan(256 * 1024);
}
