import { networkInterfaces } from "node:os";
import { createSandbox, type LogEntry } from "content-service-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { openSandbox, startSandbox } from "../../support/start-sandbox.js";

test("a seed can be larger than any other body", async () => {
  const { server, fetch, sandbox } = await openSandbox();
  const group = { name: "n".repeat(6000), enterprise_id: "1" };
  const groups = Array.from({ length: 200 }, (_, index) => ({ id: `${index}`, ...group }));
  const body = JSON.stringify({ enterprises: [{ id: "1" }], groups });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${server.url}/_sandbox/state`, { method: "PUT", headers, body });
  expect([response.status, sandbox.snapshot().groups?.length]).toEqual([204, 200]);
});

const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);

test("a server listens only on the loopback address by default", async () => {
  const { server } = await startSandbox();
  expect(server.url).toContain("//127.0.0.1:");
  for (const { address, internal, family } of addresses)
    if (!internal && family === "IPv4") await expect(fetch(`http://${address}:${server.port}/`)).rejects.toThrow();
});

test.runIf(addresses.some(({ address }) => address === "::1"))("a server listens on another host too", async () => {
  const { sandbox } = await startSandbox();
  const { url } = await sandbox.listen({ host: "::1" });
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(`${url}/_sandbox`)).status).toBe(200);
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
  const paths = ["/2.0/shared_items", "/oauth2/token", "/_sandbox/tokens/revoke", "/2.0/users/a%0Ar0000001%20GET"];
  expect(entries.map(({ path }) => path)).toEqual(paths);
  expect(JSON.stringify(entries)).not.toMatch(/token-owner|sandbox-secret|refresh-owner|correct-horse|revoke-me/);
});

test("an internal failure is a 500 that points to the log", async () => {
  const failures: unknown[] = [];
  // A clock that breaks stands for any fault of the sandbox.
  let broken = false;
  const sandbox = await createSandbox({
    now: () => (broken ? Number.NaN : 0),
    onRequest: ({ failure }) => failure !== undefined && failures.push(failure),
  });
  onTestFinished(() => sandbox.close());
  broken = true;
  const response = await sandbox.fetch(`${sandbox.authUrl}/_sandbox/clock`);
  const message = "Internal error of the sandbox. See its log.";
  expect([response.status, await response.json()]).toMatchObject([500, { message }]);
  expect(failures).toEqual([expect.any(RangeError)]);
  broken = false;
  expect((await sandbox.fetch(`${sandbox.authUrl}/_sandbox/clock`)).status).toBe(200);
});
