import { createSandbox, type ListenOptions, type LogEntry } from "content-service-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { rawHttp, statusOf } from "../../support/raw-http.js";
import { smallSeed } from "../../support/start-sandbox.js";

const RESET = "POST /_sandbox/reset";
const STATE = "GET /_sandbox/state";
const ME = "GET /2.0/users/me";
const TOKEN = "POST /oauth2/token";
const FORM =
  "grant_type=refresh_token&refresh_token=refresh-owner&client_id=sandbox-client&client_secret=sandbox-secret";
const OWNER = "authorization: Bearer token-owner";
const LOOPBACK = "host: 127.0.0.1:PORT";
const EVIL = "origin: http://evil.example";
const TEXT = "content-type: text/plain";
const FORM_TYPE = "content-type: application/x-www-form-urlencoded";

/** Starts a sandbox with a changed state. `send` sends the lines of a request, in which PORT stands for the port. */
async function start(options: ListenOptions = {}) {
  const entries: LogEntry[] = [];
  const sandbox = await createSandbox({ seed: smallSeed, now: () => 0, onRequest: (entry) => entries.push(entry) });
  onTestFinished(() => sandbox.close());
  const { port } = await sandbox.listen(options);
  sandbox.faults.add({ kind: "html", operation: "createTask" });
  const state = () => JSON.stringify([sandbox.snapshot(), sandbox.faults.list()]);
  const before = state();
  return {
    sandbox,
    entries,
    isUnchanged: () => state() === before,
    send: (lines: readonly string[], body = "", version = "1.1") => {
      const [first, ...headers] = lines.map((line) => line.replaceAll("PORT", String(port)));
      const length = body === "" ? [] : [`content-length: ${body.length}`];
      const head = [`${first} HTTP/${version}`, ...headers, ...length, "connection: close"];
      return rawHttp(port, `${head.join("\r\n")}\r\n\r\n${body}`);
    },
  };
}

// The tests of the guard in `contract/` try every form of a host and of an origin.
test("a request of a web page of another origin is rejected with 403, and changes and reveals nothing", async () => {
  const { entries, isUnchanged, send } = await start();
  const noCors = ["sec-fetch-site: cross-site", "sec-fetch-mode: no-cors"];
  for (const [lines, body, errorKey] of [
    [[RESET, LOOPBACK, EVIL, ...noCors], "", "errors"],
    [[TOKEN, LOOPBACK, EVIL, FORM_TYPE], FORM, "request_id"],
    [[STATE, LOOPBACK, ...noCors, "sec-fetch-dest: image"], "", "errors"],
    [[STATE, LOOPBACK, EVIL, "connection: upgrade", "upgrade: websocket"], "", "errors"],
    [[ME, LOOPBACK, EVIL, OWNER], "", "request_id"],
    [["GET /nowhere", LOOPBACK, EVIL], "", "request_id"],
  ] as const) {
    const response = await send(lines, body);
    expect([lines, statusOf(response)]).toEqual([lines, 403]);
    expect(response).toMatch(/Expected a request of a program or of a page of http:\/\/127\.0\.0\.1:\d+/);
    expect(response).not.toMatch(/access-control-allow|token-owner|Contract Owner/i);
    // The error has the schema of its API.
    expect(JSON.parse(response.split("\r\n\r\n")[1] ?? "")).toHaveProperty(errorKey);
  }
  expect(entries.map(({ status }) => status)).toEqual(entries.map(() => 403));
  expect(isUnchanged()).toBe(true);
});

test("a request for another host is rejected with 421, in an absolute target, too, and an invalid one with 400", async () => {
  const { isUnchanged, send } = await start();
  const host = "host: evil.example";
  for (const lines of [[RESET], [STATE], [ME, OWNER], [TOKEN, FORM_TYPE], ["POST http://localhost:1/_sandbox/reset"]]) {
    const response = await send([...lines, host], lines.includes(FORM_TYPE) ? FORM : "");
    expect(statusOf(response)).toBe(421);
    expect(response).toMatch(/Expected localhost, 127\.0\.0\.1 or \[::1\]\..*--allow-host/);
  }
  expect(statusOf(await send([RESET, "host: localhost", host]))).toBe(400);
  expect(statusOf(await send([RESET], "", "1.0"))).toBe(400);
  expect(isUnchanged()).toBe(true);
});

test("the names of a sandbox are those of loopback, the host to listen on, and the allowed ones", async () => {
  const { sandbox, send } = await start({ host: "0.0.0.0", allowHosts: ["Sandbox", "::2", "192.168.1.5"] });
  const statuses = ["sandbox:4010", "SANDBOX", "[::2]", "192.168.1.5:1", "0.0.0.0", "localhost", "sandbox2"].map(
    async (host) => statusOf(await send([STATE, `host: ${host}`])),
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 200, 200, 421]);
  expect(statusOf(await send([RESET, "host: sandbox:1", "origin: http://sandbox:2"]))).toBe(403);
  expect(statusOf(await send([RESET, "host: sandbox:1", "origin: http://sandbox:1"]))).toBe(204);
  for (const name of ["", "*", "http://sandbox", "sandbox:4010", "user@sandbox"])
    await expect(sandbox.listen({ allowHosts: [name] }), name).rejects.toThrow(TypeError);
  // In the same process, names do not matter.
  const headers = { origin: "http://evil.example", authorization: "Bearer token-owner" };
  const response = await sandbox.fetch("http://evil.example/2.0/users/me", { headers });
  expect([response.status, response.headers.has("access-control-allow-origin")]).toEqual([200, false]);
});

test("the control API rejects a body that is not declared as JSON with 415", async () => {
  const { isUnchanged, send } = await start();
  for (const [lines, body] of [
    [["POST /_sandbox/faults"], '{"kind":"html"}'],
    [["POST /_sandbox/faults", TEXT], '{"kind":"html"}'],
    [["PUT /_sandbox/state", "content-type: text/plain; a=application/json"], "{}"],
    [["DELETE /_sandbox/faults", TEXT], "x"],
  ] as const) {
    const response = await send([...lines, LOOPBACK], body);
    expect(statusOf(response)).toBe(415);
    expect(response).toContain("Content-Type: application/json");
  }
  expect(isUnchanged()).toBe(true);
});
