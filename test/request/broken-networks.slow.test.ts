import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { inspect } from "node:util";
import { type Client, type ClientEvent, createClient } from "content-service-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { documentedTable, read } from "../../support/repository.js";
import { type TransportName, transportNames, transports } from "../support/transports.js";
import { faults, TIMEOUT_MS } from "./broken-networks/faults.js";
import { type FaultyServer, overTls, type ServerFactory, socketServer } from "./broken-networks/servers.js";

const page = read("docs/broken-networks.md");
const differences = new Map(documentedTable(page, "node-transport").map((row) => [row[0], row]));

const rows = ["unreachable", "silent", "cut", "large", "unexpected", "malformed", "misdirected"].flatMap((table) =>
  documentedTable(page, table),
);
const cases = transportNames.flatMap((transport) =>
  rows.map((row) => [row[0] ?? "", transport, rowOf(transport, row)] as const),
);

type Row = ReturnType<typeof rowOf>;

/** A fault, and what the page says of it: the class of the error, its possible messages, and how often a request is sent. */
function rowOf(transport: TransportName, row: string[]) {
  const [fault = "", result = "", get, post] = (transport === "nodeTransport" && differences.get(row[0])) || row;
  const [, error, rest = ""] = /^`(\w+Error)`: (.*)$/.exec(result) ?? [];
  const count = (attempts = "") => Number(attempts.replace("up to ", ""));
  const own = faults[fault] ?? expect.fail(`broken-networks/faults.ts has no fault "${fault}"`);
  const messages = [...rest.matchAll(/`(.*?)`/g)].map(([, message = ""]) => message);
  return { ...own, error, messages, sent: { GET: count(get), POST: count(post) } };
}

const MAX_BODY_BYTES = 2 ** 20;
const calls = {
  GET: (client: Client): Promise<unknown> => client.getCurrentUser(),
  POST: (client: Client): Promise<unknown> =>
    client.createWebLink({ body: { url: "https://example.com/", parent: { id: "3001" } } }),
};

/** A faulty server, a correct one, and a clock that only the faulty server and the delays of the client advance. */
async function createContext(maker: ServerFactory, name: TransportName) {
  const clock = manualClock();
  const transport = transports[name]();
  const other = await socketServer();
  const server = await maker({ clock, transport, elsewhere: new URL(other.url).host });
  const events: ClientEvent[] = [];
  const onEvent = (event: ClientEvent) => {
    events.push(event);
    // The timer is set after the event.
    if (event.type === "wait") setImmediate(() => clock.advance(event.waitMs));
  };
  const options = { clock, onEvent, fetch: server.fetch ?? transport.fetch, startMs: clock.now() };
  return { other, server, events, ...options };
}

/** A client of the faulty server, with the defaults and without delays. */
function clientOf({ clock, server, other, onEvent, fetch }: Awaited<ReturnType<typeof createContext>>): Client {
  const own = { authUrl: other.url, auth: "access-token", maxBodyBytes: MAX_BODY_BYTES, retry: { random: () => 0 } };
  return createClient({ baseUrl: `${server.url}/2.0`, ...own, clock, onEvent, fetch });
}

/** The sockets that the transport opened for the client. */
let sockets: Socket[];
const connected = (message: unknown) => sockets.push((message as { socket: Socket }).socket);
beforeEach(() => {
  sockets = [];
  subscribe("undici:client:connected", connected);
});
afterEach(() => unsubscribe("undici:client:connected", connected));

describe.each(cases)("%s, over %s:", (_, name, row) => {
  it.each(["GET", "POST"] as const)("a %s ends as documented; no other host gets its token [AU-1]", async (method) => {
    const startKiB = process.resourceUsage().maxRSS;
    const context = await createContext(row.server, name);
    const { server, clock, other, events } = context;
    const sent = row.sent[method];
    const outcome = await calls[method](clientOf(context)).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );

    expectOutcome(outcome, row, method);
    expect(clock.now() - context.startMs).toBe(row.error === "TimeoutError" ? sent * TIMEOUT_MS : 0);
    expect(clock.pending()).toBe(0);

    const body = expect.stringMatching(method === "GET" ? /^$/ : /^\{.+\}$/);
    const whole = { method, authorization: "Bearer access-token", body };
    expect(server.received).toEqual(Array(row.reaches ? 0 : sent).fill(whole));
    if (row.reaches) expect(events.filter(({ type }) => type === "request")).toHaveLength(sent);
    if (row.reaches === "connections") expect(server.connections).toHaveLength(sent);
    expect(other.connections).toHaveLength(0);

    await expectConnections(row, server, sent);
    expectLimited(row, process.resourceUsage().maxRSS - startKiB);
  });
});

it.each(transportNames)("a server with a valid certificate succeeds in the same setup, over %s", async (name) => {
  const context = await createContext(overTls({ signed: true, trusted: true }), name);
  await expect(calls.GET(clientOf(context))).resolves.toMatchObject({ id: "1004" });
  expect(context.server.received).toHaveLength(1);
});

it("docs/broken-networks.md has a row for each fault", () => {
  expect(rows.map(([fault]) => fault)).toEqual(Object.keys(faults));
});

function expectOutcome(outcome: { value?: unknown; error?: unknown }, row: Row, method: "GET" | "POST"): void {
  if (row.error === undefined) {
    expect(outcome).not.toHaveProperty("error");
    if (row.value === undefined) expect(outcome.value).toBeUndefined();
    else expect(outcome.value).toMatchObject(row.value);
    return;
  }
  const [operation, path] =
    method === "GET" ? ["getCurrentUser", "/2.0/users/me"] : ["createWebLink", "/2.0/web_links"];
  expect(outcome).not.toHaveProperty("value");
  const { error } = outcome;
  expect(error).toMatchObject({ name: row.error, operation });
  if (row.error === "ApiError")
    expect(row.messages).toContainEqual(expect.stringMatching(`^${Object(error).status}\\b`));
  const start = row.error === "ApiError" ? `${operation}: ` : "";
  expect(row.messages.map((text) => `${row.error}: ${start}${text} (${method} ${path})`)).toContain(String(error));
  // An error can be logged, however deep its body is.
  expect(`${inspect(error, { depth: Infinity })}${JSON.stringify(error)}`).not.toContain("access-token");
}

/** Connections that cannot serve the next call are closed. Without a request on any, all are. */
async function expectConnections({ connections }: Row, server: FaultyServer, sent: number): Promise<void> {
  if (connections !== undefined) return expect(new Set(server.carriers).size).toBe(connections === "one" ? 1 : sent);
  const open = (server.carriers.length > 0 ? server.carriers : server.connections).filter((one) => !one.destroyed);
  await Promise.all(open.map((socket) => new Promise((resolve) => socket.once("close", resolve))));
}

function expectLimited({ discarded }: Row, grownKiB: number): void {
  // Data that was on its way when the client canceled is read as well.
  if (!discarded) for (const { bytesRead } of sockets) expect(bytesRead).toBeLessThan(2 * MAX_BODY_BYTES);
  expect(grownKiB).toBeLessThan(256 * 1024);
}
