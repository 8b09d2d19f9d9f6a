import { networkInterfaces } from "node:os";
import { createSandbox, type LogEntry } from "content-service-sandbox";
import { describe, expect, onTestFinished, test } from "vitest";
import { rawHttp, statusOf, wire } from "../../support/raw-http.js";
import { openSandbox, startSandbox } from "../../support/start-sandbox.js";

const JSON_BODY = ["authorization: Bearer token-owner", "content-type: application/json"];
const TOO_LARGE = 1_048_577;

describe("a body that is too large", () => {
  test("is rejected by its content-length, before it is received", async () => {
    const { server } = await startSandbox();
    const claim = (bytes: number) => ({ headers: [...JSON_BODY, `content-length: ${bytes}`] });
    expect(statusOf(await rawHttp(server.port, wire("POST", "/2.0/web_links", claim(TOO_LARGE))))).toBe(413);
    expect(statusOf(await rawHttp(server.port, wire("PUT", "/_sandbox/state", claim(2 ** 40))))).toBe(413);
  });

  test("is rejected without a content-length too, and a body of the maximum size is read", async () => {
    const { server } = await startSandbox();
    const chunked = (bytes: number) =>
      Buffer.concat([
        wire("POST", "/2.0/web_links", { headers: [...JSON_BODY, "transfer-encoding: chunked"] }),
        Buffer.from(`${bytes.toString(16)}\r\n${"a".repeat(bytes)}\r\n0\r\n\r\n`),
      ]);
    expect(statusOf(await rawHttp(server.port, chunked(TOO_LARGE)))).toBe(413);
    expect(statusOf(await rawHttp(server.port, chunked(TOO_LARGE - 1)))).toBe(400);
  });

  test("is allowed for a seed", async () => {
    const { server, fetch, sandbox } = await openSandbox();
    const group = { name: "n".repeat(6000), enterprise_id: "1" };
    const groups = Array.from({ length: 200 }, (_, index) => ({ id: `${index}`, ...group }));
    const body = JSON.stringify({ enterprises: [{ id: "1" }], groups });
    expect(body.length).toBeGreaterThan(TOO_LARGE);
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${server.url}/_sandbox/state`, { method: "PUT", headers, body });
    expect([response.status, sandbox.snapshot().groups?.length]).toEqual([204, 200]);
  });
});

describe("a server", () => {
  test("listens only on the loopback address by default", async () => {
    const { server } = await startSandbox();
    const others = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const addresses = others.filter(({ internal, family }) => !internal && family === "IPv4");
    expect(server.url).toContain("//127.0.0.1:");
    for (const { address } of addresses) await expect(fetch(`http://${address}:${server.port}/`)).rejects.toThrow();
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === "::1"));
  test.runIf(hasIpv6)("listens on another host on request", async () => {
    const { sandbox } = await startSandbox();
    const { url } = await sandbox.listen({ host: "::1" });
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await fetch(`${url}/_sandbox`)).status).toBe(200);
  });
});

test("the log has no secrets, and a path cannot break a line", async () => {
  const entries: LogEntry[] = [];
  const { sandbox, fetch } = await openSandbox({ onRequest: (entry) => entries.push(entry), strange: true });
  const { baseUrl, authUrl } = sandbox;
  const authorization = "Bearer token-owner";
  const ServiceApi = "shared_link=https://content.example/s/lease&shared_link_password=correct-horse";
  const form = new URLSearchParams({ refresh_token: "refresh-owner", client_secret: "sandbox-secret" });
  await fetch(`${baseUrl}/shared_items?access_token=token-owner`, { headers: { authorization, ServiceApi } });
  await fetch(`${authUrl}/oauth2/token`, { method: "POST", body: form });
  await fetch(`${authUrl}/_sandbox/tokens/revoke`, { method: "POST", body: '{"token":"revoke-me"}' });
  await fetch(`${baseUrl}/users/a%0Ar0000001%20GET`, { headers: { authorization } });
  expect(entries.map(({ path }) => path)).toEqual([
    "/2.0/shared_items",
    "/oauth2/token",
    "/_sandbox/tokens/revoke",
    "/2.0/users/a%0Ar0000001%20GET",
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/token-owner|sandbox-secret|refresh-owner|correct-horse|revoke-me/);
});

test("an internal failure is a 500 that points to the log", async () => {
  const failures: unknown[] = [];
  // A clock that breaks stands for any fault of the sandbox.
  let broken = false;
  const now = () => (broken ? Number.NaN : 0);
  const sandbox = await createSandbox({
    now,
    onRequest: ({ failure }) => failure !== undefined && failures.push(failure),
  });
  onTestFinished(() => sandbox.close());
  broken = true;
  const response = await sandbox.fetch(`${sandbox.authUrl}/_sandbox/clock`);
  expect([response.status, await response.json()]).toMatchObject([
    500,
    { message: "Internal error of the sandbox. See its log." },
  ]);
  expect(failures).toEqual([expect.any(RangeError)]);
  broken = false;
  expect((await sandbox.fetch(`${sandbox.authUrl}/_sandbox/clock`)).status).toBe(200);
});
