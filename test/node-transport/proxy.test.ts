import { createServer, type RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { inspect } from "node:util";
import { createClient } from "content-service-client";
import { type NodeTransportOptions, nodeTransport } from "content-service-client/node-transport";
import { Agent } from "undici";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { listen } from "../../support/local-server.js";
import { certificate } from "../request/broken-networks/servers.js";
import { errorOf } from "../support/client-with.js";
import { serve } from "../support/serve.js";

/** A proxy on loopback with CONNECT tunnels, behind a password if given. */
async function tunnels(password?: string) {
  const tunneled: { target: string | undefined; authorization: string | undefined }[] = [];
  const sockets: Socket[] = [];
  const server = createServer((_, response) => response.writeHead(500).end("not a tunnel"));
  server.on("connect", (request, socket: Socket) => {
    const authorization = request.headers["proxy-authorization"];
    tunneled.push({ target: request.url, authorization });
    sockets.push(socket.on("error", () => {}));
    if (password !== undefined && authorization !== `Basic ${btoa(`user:${password}`)}`) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    const [host, port] = (request.url ?? "").split(":");
    const through = connect(Number(port), host, () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    sockets.push(through.on("error", () => {}));
    socket.pipe(through).pipe(socket);
  });
  const port = await listen(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { tunneled, host: `127.0.0.1:${port}` };
}

async function called(options: NodeTransportOptions, url: string) {
  const transport = nodeTransport(options);
  onTestFinished(() => transport.close());
  const client = createClient({ baseUrl: `${url}/2.0`, auth: "access-token", retry: false, fetch: transport.fetch });
  return client.getCurrentUser();
}

const respond: RequestListener = (_, response) => response.end('{"type":"user","id":"1004"}');
const service = () => serve(respond);

describe("a proxy", () => {
  it("receives a CONNECT request with its password, and no token", async () => {
    const { tunneled, host } = await tunnels("secret");
    const { url, requests } = await service();
    expect(await called({ proxy: `http://user:secret@${host}` }, url)).toMatchObject({ id: "1004" });
    expect(tunneled).toEqual([{ target: new URL(url).host, authorization: `Basic ${btoa("user:secret")}` }]);
    expect(requests[0]?.headers).toMatchObject({ authorization: "Bearer access-token" });
    expect(requests[0]?.headers).not.toHaveProperty("proxy-authorization");
  });

  it("tunnels TLS to a service, whose certificate is checked", async () => {
    const { tunneled, host } = await tunnels();
    const tls = await certificate();
    const { url } = await serve(respond, tls);
    const proxy = `http://${host}`;
    expect(await called({ proxy, connect: { ca: tls.cert } }, url)).toMatchObject({ id: "1004" });
    await expect(called({ proxy }, url)).rejects.toThrow("no response: DEPTH_ZERO_SELF_SIGNED_CERT");
    expect(tunneled.map(({ target }) => target)).toEqual(Array(2).fill(new URL(url).host));
  });

  it("that rejects the password causes a NetworkError without the password", async () => {
    const { host } = await tunnels("secret");
    const { url, requests } = await service();
    const error = await errorOf(called({ proxy: `http://user:wrong-one@${host}` }, url));
    expect(error).toMatchObject({ name: "NetworkError", cause: { message: expect.stringContaining("407") } });
    expect(inspect(error, { depth: Number.POSITIVE_INFINITY })).not.toContain("wrong-one");
    expect(requests).toHaveLength(0);
  });

  it("of the environment is used only if requested, and not for hosts in no_proxy", async () => {
    const { tunneled, host } = await tunnels();
    const { url } = await service();
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const name of ["http_proxy", "HTTP_PROXY"]) vi.stubEnv(name, `http://${host}`);
    vi.stubEnv("no_proxy", "");
    await called({}, url);
    expect(tunneled).toHaveLength(0);
    await called({ proxy: "environment" }, url);
    expect(tunneled).toHaveLength(1);
    vi.stubEnv("no_proxy", "127.0.0.1");
    await called({ proxy: "environment" }, url);
    expect(tunneled).toHaveLength(1);
  });
});

it.each<[string, NodeTransportOptions]>([
  ["a proxy that is no URL", { proxy: "user:secret@proxy" }],
  ["a proxy of another kind", { proxy: "ftp://user:secret@127.0.0.1" }],
  ["an unknown option", { maxConnections: 1 } as object],
  ["a dispatcher with connections", { dispatcher: new Agent(), connections: 1 }],
  // As a caller without types would.
  ["a dispatcher that is none", { dispatcher: {} as Agent }],
  ["a proxy that is an object", { proxy: { user: "secret" } as unknown as string }],
  ["TLS options that are a text", { connect: "secret" as unknown as object }],
  ["a key that is none", { connect: { key: "secret" } }],
  ["a key of another type", { connect: { key: { pem: "secret" } as unknown as string } }],
])("an invalid option throws a TypeError without the password: %s", (_, options) => {
  const made = () => nodeTransport(options);
  expect(made).toThrow(TypeError);
  expect(made).not.toThrow(/secret/);
});

it("an option that is undefined, such as a proxy from the environment, has its default", async () => {
  const { url, requests } = await service();
  const unset = { connections: undefined, connectTimeoutMs: undefined, proxy: undefined, connect: undefined };
  const transport = nodeTransport({ ...unset, dispatcher: undefined });
  await transport.fetch(url, { redirect: "manual" });
  await transport.close({ timeoutMs: undefined });
  expect(requests).toHaveLength(1);
});

it("a custom dispatcher sends the requests and stays open", async () => {
  const dispatcher = new Agent({ connections: 1 });
  onTestFinished(() => dispatcher.close());
  const { url, requests } = await service();
  const transport = nodeTransport({ dispatcher });
  await transport.fetch(url, { redirect: "manual" });
  await transport.close();
  expect(dispatcher.closed).toBe(false);
  expect(requests).toHaveLength(1);
});
