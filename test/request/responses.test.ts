import { createClient, isApiError } from "content-service-client";
import { describe, expect, expectTypeOf, it } from "vitest";
import { clientWith, errorOf, tokenRequest } from "../support/client-with.js";
import { cut, type Reply, reply, scriptedFetch } from "../support/scripted-fetch.js";
import { type Served, serve } from "../support/serve.js";
import { authUrl } from "../support/token-service.js";
import { type TransportName, transportNames, transports } from "../support/transports.js";

const html = "<html><h1>Bad gateway</h1></html>";
/** A client without retries whose requests all have this response. */
const clientOf = (response: Reply, options: { maxBodyBytes?: number } = {}) =>
  clientWith(scriptedFetch(response), { retry: false, ...options }).client;

it.each<[string, unknown]>([
  ["nothing", undefined],
  ["null", null],
  ["a body", { id: "1001" }],
  ["the network error of the Fetch standard, for which it would reject", Response.error()],
])("a fetch that returns %s is a TypeError that says so, without a retry", async (_, returned) => {
  // Plain JavaScript can pass anything.
  const fetch = scriptedFetch(() => returned as Response);
  const problem = new TypeError("fetch must return a Response, or reject");
  expect(await errorOf(clientWith(fetch).client.getCurrentUser())).toEqual(problem);
  expect(fetch.sent).toHaveLength(1);
});

describe("a success", () => {
  it.each([
    ["204", reply(null, 204)],
    ["an empty 200", reply("", 200)],
    ["an empty 200 with its length", reply("", 200, { "content-length": "0" })],
  ])("without a body is undefined where the contract has none: %s", async (_, response) => {
    const done = await clientOf(response).deleteUser({ path: { user_id: "1004" } });
    expect(done).toBeUndefined();
    expectTypeOf(done).toEqualTypeOf<void>();
  });

  it("with 304 rejects with an ApiError if no etag was sent", async () => {
    const header = { ServiceApi: "shared_link=x" };
    for (const call of [
      clientOf(reply(null, 304)).findSharedItem({ header }),
      clientOf(reply(null, 304)).createWebLink({ body: { url: "https://example.com/", parent: { id: "0" } } }),
    ])
      await expect(call).rejects.toMatchObject({ name: "ApiError", status: 304 });
  });

  it.each([
    ["nothing", reply("")],
    ["no body at all", reply(null)],
    ["a JSON null", reply("null")],
  ])("that requires a body and has %s rejects with an ApiError", async (_, response) => {
    const message = "getCurrentUser: 200: empty response (GET /2.0/users/me)";
    await expect(clientOf(response).getCurrentUser()).rejects.toMatchObject({ status: 200, message });
  });

  it.each([{}, { "content-length": "7" }])("of broken JSON is an ApiError with an excerpt: %j", async (headers) => {
    const message = "getCurrentUser: 200: not JSON (GET /2.0/users/me)";
    const error = { name: "ApiError", status: 200, excerpt: '{"type"', message };
    await expect(clientOf(reply('{"type"', 200, headers)).getCurrentUser()).rejects.toMatchObject(error);
  });

  it("from the token server that is not JSON has no excerpt, since it may contain a token", async () => {
    const { client } = clientWith(scriptedFetch(reply("access_token=t0ken")), { authUrl });
    const error = await errorOf(client.refreshAccessToken({ body: tokenRequest }));
    expect(error).toMatchObject({ name: "ApiError", status: 200, excerpt: undefined });
    expect(error).not.toHaveProperty("cause");
  });

  it("is read up to maxBodyBytes, counted in bytes", async () => {
    const body = JSON.stringify({ type: "user", id: "1001", name: "Ünïcödé" });
    const { length } = new TextEncoder().encode(body);
    const read = (maxBodyBytes: number) => clientOf(reply(body), { maxBodyBytes }).getCurrentUser();
    await expect(read(length)).resolves.toMatchObject({ name: "Ünïcödé" });
    const message = "getCurrentUser: 200: longer than maxBodyBytes (GET /2.0/users/me)";
    await expect(read(length - 1)).rejects.toMatchObject({ name: "ApiError", status: 200, message });
  });
});

it("a success is read up to 64 MiB by default", async () => {
  let pulledBytes = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulledBytes += 2 ** 20;
      controller.enqueue(new Uint8Array(2 ** 20));
    },
  });
  await expect(clientOf(reply(body)).getCurrentUser()).rejects.toThrow("longer than maxBodyBytes");
  expect(pulledBytes).toBeGreaterThan(64 * 2 ** 20);
  expect(pulledBytes).toBeLessThan(67 * 2 ** 20);
});

describe("an error response", () => {
  it.each([
    ["an HTML 502", html, 502, html],
    ["an empty 401", "", 401, undefined],
    ["a 500 of broken JSON", '{"code":', 500, '{"code":'],
    ["a 400 of other JSON", '{"errors":[1]}', 400, '{"errors":[1]}'],
  ])("that is %s rejects with an ApiError with its status and excerpt [ER-34]", async (_, body, status, excerpt) => {
    const error = { name: "ApiError", status, code: undefined, body: undefined, excerpt };
    for (const headers of [{}, { "content-length": String(body.length) }])
      await expect(clientOf(reply(body, status, headers)).getCurrentUser()).rejects.toMatchObject(error);
  });

  it("that is empty is an error on client.http too, by the response and not by the truth of `error`", async () => {
    const { data, error, response } = await clientOf(reply("", 401)).http.GET("/users/me");
    expect(data).toBeUndefined();
    expect(error).toBeUndefined();
    expect(response).toMatchObject({ status: 401, ok: false });
  });

  it("keeps its status if its body is cut off, which is its cause, unless the body of an earlier attempt was", async () => {
    const message = "getCurrentUser: 404 (GET /2.0/users/me)";
    const error = { status: 404, message, excerpt: undefined, cause: { message: "cut" } };
    await expect(clientOf(cut(404)).getCurrentUser()).rejects.toMatchObject(error);
    const { client, clock } = clientWith(scriptedFetch(cut(503), reply("no", 404)));
    expect(await errorOf(clock.run(client.getCurrentUser()))).not.toHaveProperty("cause");
  });

  it("is read up to 256 KiB, and then its stream is canceled", async () => {
    let canceled = false;
    const endless: Reply = () => {
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(1000).fill(120)),
        // A cancel that never settles must not block the call.
        cancel: () => {
          canceled = true;
          return new Promise(() => {});
        },
      });
      return new Response(body, { status: 500 });
    };
    const error = await errorOf(clientOf(endless).getCurrentUser());
    expect(error).toMatchObject({ status: 500, excerpt: "x".repeat(500) });
    expect(canceled).toBe(true);
    expect(isApiError(error) && error.response?.bodyUsed).toBe(true);
    const raw = await clientOf(endless).http.GET("/users/me", { parseAs: "text" });
    expect(raw.error).toMatch(/^x{49152}\[cut\]$/);
  });

  it("keeps its status if the cancel fails, and leaves no unhandled rejection", async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_537)),
      // An unhandled rejection fails the whole run.
      cancel: () => Promise.reject(new Error("stuck")),
    });
    await expect(clientOf(reply(body, 500)).getCurrentUser()).rejects.toMatchObject({ status: 500 });
  });
});

const socketClient = ({ url }: Served, transport: TransportName) =>
  createClient({ baseUrl: `${url}/2.0`, auth: "access-token", retry: false, fetch: transports[transport]().fetch });

describe.each(transportNames)("over a real socket, by %s, a response", (transport) => {
  it("is a blob, a buffer or a stream of its bytes for client.http, up to maxBodyBytes", async () => {
    const bytes = Uint8Array.of(0xff, 0, 0xfe);
    const service = await serve((_, response) => response.writeHead(200, { "content-type": "image/png" }).end(bytes));
    const client = socketClient(service, transport);
    const blob = await client.http.GET("/users/me", { parseAs: "blob" });
    expect(blob.data?.type).toBe("image/png");
    expectTypeOf(blob.data).toEqualTypeOf<Blob | undefined>();
    const buffer = await client.http.GET("/users/me", { parseAs: "arrayBuffer" });
    expectTypeOf(buffer.data).toEqualTypeOf<ArrayBuffer | undefined>();
    const stream = await client.http.GET("/users/me", { parseAs: "stream" });
    const bodies = [await blob.data?.arrayBuffer(), buffer.data, await new Response(stream.data).arrayBuffer()];
    for (const body of bodies) expect(new Uint8Array(body ?? new ArrayBuffer(0))).toEqual(bytes);
    const small = createClient({ baseUrl: `${service.url}/2.0`, auth: "token", maxBodyBytes: 2 });
    await expect(small.http.GET("/users/me", { parseAs: "blob" })).rejects.toThrow("200: longer than maxBodyBytes");
  });

  it("that is an error is parsed for client.http, whatever form a success has", async () => {
    const service = await serve((_, response) => response.writeHead(404).end('{"code":"not_found","message":"No."}'));
    const { error } = await socketClient(service, transport).http.GET("/users/me", { parseAs: "blob" });
    expect(error).toEqual({ code: "not_found", message: "No." });
  });
});
