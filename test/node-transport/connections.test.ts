import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { getEventListeners, once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type ClientOptions, createClient } from "content-service-client";
import { type NodeTransport, type NodeTransportOptions, nodeTransport } from "content-service-client/node-transport";
import { Agent } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { errorOf } from "../support/client-with.js";
import { deferred } from "../support/deferred.js";
import { serve } from "../support/serve.js";
import { transports } from "../support/transports.js";

/** A call of a transport with a signal, and the response that its server can write. */
async function begun() {
  const controller = new AbortController();
  const arrived = deferred<ServerResponse>();
  const service = await serve((_, response) => arrived.resolve(response));
  const { fetch } = transports.nodeTransport();
  const call = fetch(service.url, { redirect: "manual", signal: controller.signal });
  // Each test awaits it later.
  call.catch(() => {});
  return { call, arrived: arrived.promise, service, fetch, controller, signal: controller.signal };
}

/** A call whose response has its headers and some of its body. */
async function half() {
  const made = await begun();
  const response = await made.arrived;
  const closed = once(response, "close");
  response.writeHead(200, { "content-length": "1000" }).write("some");
  return { ...made, closed };
}

const listeners = (signal: AbortSignal) => getEventListeners(signal, "abort").length;

describe("an abort", () => {
  it("before the request prevents sending", async () => {
    const service = await serve((_, response) => response.end());
    const { fetch } = transports.nodeTransport();
    const signal = AbortSignal.abort("too late");
    await expect(fetch(service.url, { redirect: "manual", signal })).rejects.toBe("too late");
    expect(service.requests).toHaveLength(0);
    expect(listeners(signal)).toBe(0);
  });

  it("while connecting cancels the request, which is never sent", async () => {
    const { call, arrived, service, controller, signal, fetch } = await begun();
    controller.abort("the user left");
    await expect(call).rejects.toBe("the user left");
    expect(listeners(signal)).toBe(0);
    const next = fetch(service.url, { redirect: "manual" });
    (await arrived).end("all");
    expect(await (await next).text()).toBe("all");
    expect(service.requests).toHaveLength(1);
  });

  it("while waiting for a response cancels the request and closes the connection", async () => {
    const { call, arrived, controller, signal } = await begun();
    const closed = once(await arrived, "close");
    expect(listeners(signal)).toBe(1);
    controller.abort("the user left");
    await expect(call).rejects.toBe("the user left");
    await closed;
    expect(listeners(signal)).toBe(0);
  });

  it("during the body rejects the read and closes the connection", async () => {
    const { call, closed, controller, signal } = await half();
    const outcome = expect((await call).arrayBuffer()).rejects.toBe("the user left");
    controller.abort("the user left");
    await outcome;
    await closed;
    expect(listeners(signal)).toBe(0);
  });
});

describe("a body", () => {
  it("that is canceled closes the connection", async () => {
    const { call, closed, signal } = await half();
    await (await call).body?.cancel();
    await closed;
    expect(listeners(signal)).toBe(0);
  });

  it("that is not read makes the server wait, and arrives complete when read", async () => {
    const sockets: Socket[] = [];
    const connected = (message: unknown) => sockets.push((message as { socket: Socket }).socket);
    subscribe("undici:client:connected", connected);
    onTestFinished(() => {
      unsubscribe("undici:client:connected", connected);
    });
    const { call, arrived, fetch } = await begun();
    const all = "x".repeat(2 ** 23);
    (await arrived).end(all);
    const received = await call;
    const { url } = await serve((_, response) => response.end());
    // Enough turns to read the whole body.
    for (let count = 0; count < 20; count++) await (await fetch(url, { redirect: "manual" })).text();
    expect(sockets[0]?.bytesRead).toBeLessThan(2 ** 20);
    expect(await received.text()).toBe(all);
  });

  it("arrives after interim responses, which are skipped", async () => {
    const { call, arrived } = await begun();
    const response = await arrived;
    response.writeProcessing();
    response.writeEarlyHints({ link: "</a>; rel=preload" });
    response.end("all");
    const received = await call;
    expect(received.status).toBe(200);
    expect(await received.text()).toBe("all");
  });
});

describe("connections", () => {
  it("are reused, up to the configured number", async () => {
    const sockets = new Set<Socket>();
    const service = await serve((request, response) => {
      sockets.add(request.socket);
      response.end("{}");
    });
    const transport = nodeTransport({ connections: 2 });
    const call = async () => (await transport.fetch(service.url, { redirect: "manual" })).text();
    await Promise.all(Array.from({ length: 20 }, call));
    await call();
    expect(sockets.size).toBe(2);
    await transport.close();
    await expect.poll(() => [...sockets].every((socket) => socket.destroyed)).toBe(true);
    await expect(call()).rejects.toMatchObject({ message: "the transport is closed", code: "ERR_TRANSPORT_CLOSED" });
    // A second close does nothing.
    await transport.close();
  });

  it.each<[string, (url: string) => NodeTransportOptions]>([
    ["", () => ({})],
    [" and the dispatcher is the caller's own", () => ({ dispatcher: new Agent() })],
    [" and there is a proxy", (proxy) => ({ proxy })],
  ])("reject requests at once while running requests end%s", async (_, optionsFor) => {
    const { url, requests } = await serve(() => {});
    const transport = nodeTransport(optionsFor(url));
    const outcome = errorOf(transport.fetch(url, { redirect: "manual" }));
    const closed = transport.close({ timeoutMs: Number.POSITIVE_INFINITY });
    await expect(transport.fetch(url, { redirect: "manual" })).rejects.toThrow("the transport is closed");
    await transport.close({ timeoutMs: 0 });
    await closed;
    await outcome;
    expect(requests.length).toBeLessThanOrEqual(1);
  });

  it.each<[string, (transport: NodeTransport) => Promise<unknown>]>([
    ["at once", (transport) => transport.close({ timeoutMs: 0 })],
    ["after a time", (transport) => transport.close({ timeoutMs: 1 })],
    ["at once, and another waits", (transport) => Promise.all([transport.close(), transport.close({ timeoutMs: 0 })])],
  ])("abort the requests that still run and those that still wait, %s", async (_, close) => {
    const arrived = deferred<void>();
    const { url } = await serve(() => arrived.resolve());
    const transport = nodeTransport({ connections: 1 });
    const calls = Array.from({ length: 3 }, () => errorOf(transport.fetch(url, { redirect: "manual" })));
    await arrived.promise;
    await close(transport);
    const aborted = { message: "the transport was closed during the request", code: "ERR_TRANSPORT_CLOSED" };
    for (const error of await Promise.all(calls)) expect(error).toMatchObject(aborted);
  });

  it("reject a call at its first attempt once the transport is closed", async () => {
    const { fetch } = await closedTransport();
    const client = createClient({ baseUrl: "http://127.0.0.1:9/2.0", auth: "access-token", fetch });
    expect(await errorOf(client.getCurrentUser())).toMatchObject({
      name: "NetworkError",
      attempts: 1,
      message: expect.stringContaining("no response: ERR_TRANSPORT_CLOSED (GET /2.0/users/me)"),
      cause: { message: "the transport is closed" },
    });
  });

  it("close only after the running request has ended", async () => {
    const transport = nodeTransport();
    const arrived = deferred<ServerResponse>();
    const { url } = await serve((_, response) => arrived.resolve(response));
    const call = transport.fetch(url, { redirect: "manual" });
    const response = await arrived.promise;
    const closed = transport.close();
    response.end("all");
    expect(await (await call).text()).toBe("all");
    await closed;
  });
});

describe("a POST by nodeTransport that fails", () => {
  const never = "http://127.0.0.1:9";
  const throwing = Object.assign(new Agent(), { dispatch: () => expect.fail("broken") });
  const posted = ({ fetch }: NodeTransport, url: string, options: Partial<ClientOptions> = {}) => {
    const client = createClient({ baseUrl: `${url}/2.0`, auth: "access-token", fetch, retry: false, ...options });
    return errorOf(client.createTask({ body: { item: { type: "file", id: "4001" } } }));
  };

  it("may have been applied once it is on a connection, and not while it waits for one", async () => {
    const clock = manualClock();
    const arrived = deferred<void>();
    const { url } = await serve(() => arrived.resolve());
    const transport = nodeTransport({ connections: 1 });
    const errors = [1, 2].map(() => posted(transport, url, { clock, timeoutMs: 1000 }));
    await arrived.promise;
    await clock.advance(1000);
    const name = "TimeoutError";
    expect(await Promise.all(errors)).toMatchObject([true, false].map((mayBeApplied) => ({ name, mayBeApplied })));
    await transport.close({ timeoutMs: 0 });
    const broken = await serve((_, response) => response.destroy());
    expect(await posted(nodeTransport(), broken.url)).toMatchObject({ name: "NetworkError", mayBeApplied: true });
  });

  it.each<[string, () => NodeTransport | Promise<NodeTransport>]>([
    ["the server is unreachable", () => nodeTransport()],
    ["the proxy is unreachable", () => nodeTransport({ proxy: never })],
    ["the dispatcher throws", () => nodeTransport({ dispatcher: throwing })],
    ["the transport is closed", closedTransport],
  ])("was not applied when %s", async (_, make) => {
    expect(await posted(await make(), never)).toMatchObject({ name: "NetworkError", mayBeApplied: false });
  });
});

async function closedTransport(): Promise<NodeTransport> {
  const transport = nodeTransport();
  await transport.close();
  return transport;
}
