import { isDeepStrictEqual } from "node:util";
import { createSandbox, type ListenOptions, type LogEntry } from "content-service-sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawHttp, statusOf } from "../../support/raw-http.js";
import { smallSeed } from "../../support/start-sandbox.js";

const RESET = "POST /_sandbox/reset";
const STATE = "GET /_sandbox/state";
const ME = "GET /2.0/users/me";
const TOKEN = "POST /oauth2/token";
const FORM =
  "grant_type=refresh_token&refresh_token=refresh-owner&client_id=sandbox-client&client_secret=sandbox-secret";
const OWNER = "authorization: Bearer token-owner";

/** Starts a sandbox with a changed state. `send` sends the lines of a request, in which PORT stands for the port. */
async function startChanged(options: ListenOptions = {}) {
  const entries: LogEntry[] = [];
  const sandbox = await createSandbox({ seed: smallSeed, now: () => 0, onRequest: (entry) => entries.push(entry) });
  const { port } = await sandbox.listen(options);
  const state = () => [sandbox.snapshot(), sandbox.faults.list()];
  const change = () => {
    sandbox.faults.clear();
    sandbox.faults.add({ kind: "html", operation: "createTask" });
    sandbox.restore({ ...sandbox.snapshot(), tasks: [], task_assignments: [] });
    return state();
  };
  let changed = change();
  return {
    port,
    entries,
    close: () => sandbox.close(),
    /** Whether the state is still the changed one. A state that is not is changed again. */
    isUnchanged() {
      const isSame = isDeepStrictEqual(state(), changed);
      if (!isSame) changed = change();
      return isSame;
    },
    send: (lines: readonly string[], body = "", version = "1.1") => {
      const [first, ...headers] = lines.map((line) => line.replaceAll("PORT", String(port)));
      const length = body === "" ? [] : [`content-length: ${body.length}`];
      const head = [`${first} HTTP/${version}`, ...headers, ...length, "connection: close"];
      return rawHttp(port, `${head.join("\r\n")}\r\n\r\n${body}`);
    },
  };
}

let shared: Awaited<ReturnType<typeof startChanged>>;
beforeAll(async () => {
  shared = await startChanged();
});
afterAll(() => shared.close());

const LOOPBACK = "host: 127.0.0.1:PORT";
const OWN = "origin: http://127.0.0.1:PORT";
const EVIL = "origin: http://evil.example";
const TEXT = "content-type: text/plain";
const FORM_TYPE = "content-type: application/x-www-form-urlencoded";

// The tests of the guard in `contract/` try every form of a host and of an origin.
describe("a request of a web page of another origin", () => {
  test.each<[string, string[], string?]>([
    ["a POST without a body", [RESET, LOOPBACK, EVIL, "sec-fetch-site: cross-site", "sec-fetch-mode: no-cors"]],
    ["a seed as text", ["PUT /_sandbox/state", LOOPBACK, EVIL, TEXT], "{}"],
    ["a form at the token endpoint", [TOKEN, LOOPBACK, EVIL, FORM_TYPE], FORM],
    ["an image", [STATE, LOOPBACK, "sec-fetch-site: cross-site", "sec-fetch-mode: no-cors", "sec-fetch-dest: image"]],
    ["a WebSocket", [STATE, LOOPBACK, EVIL, "connection: upgrade", "upgrade: websocket"]],
    ["a call with a token", [ME, LOOPBACK, EVIL, OWNER]],
  ])("is rejected with 403 and changes nothing: %s", async (_, lines, body) => {
    const { send, isUnchanged } = shared;
    const response = await send(lines, body);
    expect(statusOf(response)).toBe(403);
    expect(response).toMatch(/Expected a request of a program or of a page of http:\/\/127\.0\.0\.1:\d+/);
    expect(response).not.toMatch(/access-control-allow|token-owner|Contract Owner/i);
    expect(isUnchanged()).toBe(true);
  });
});

describe("a request for another host", () => {
  test("is rejected with 421 and reveals nothing, in an absolute target, too", async () => {
    const { send, isUnchanged } = shared;
    const host = "host: evil.example";
    for (const lines of [
      [RESET],
      [STATE],
      [ME, OWNER],
      [TOKEN, FORM_TYPE],
      ["POST http://localhost:1/_sandbox/reset"],
    ]) {
      const response = await send([...lines, host], lines.includes(FORM_TYPE) ? FORM : "");
      expect(statusOf(response)).toBe(421);
      expect(response).toMatch(/Expected localhost, 127\.0\.0\.1 or \[::1\]\..*--allow-host/);
    }
    expect(isUnchanged()).toBe(true);
  });

  test.each<[string, string[], string?]>([
    ["two", ["host: localhost", "host: evil.example"]],
    ["none, in HTTP/1.0", [], "1.0"],
  ])("is rejected with 400 for an invalid Host header: %s", async (_, headers, version) => {
    const { send, isUnchanged } = shared;
    expect(statusOf(await send([RESET, ...headers], "", version))).toBe(400);
    expect(isUnchanged()).toBe(true);
  });
});

describe("a request of a program or of the user", () => {
  test.each<[string, string[]]>([
    ["of fetch in Node", [RESET, LOOPBACK, "sec-fetch-mode: cors", "accept-language: *"]],
    ["of a page of the sandbox", [RESET, LOOPBACK, OWN, "sec-fetch-site: same-origin"]],
    ["with an absolute target", ["POST http://localhost/_sandbox/reset", "host: localhost"]],
  ])("works: %s", async (_, lines) => {
    const { send, isUnchanged } = shared;
    expect(statusOf(await send(lines))).toBe(204);
    expect(isUnchanged()).toBe(false);
  });

  test("works if the user opens an address, and not if a page does", async () => {
    const { send } = shared;
    const opened = (site: string) => send([STATE, LOOPBACK, `sec-fetch-site: ${site}`, "sec-fetch-mode: navigate"]);
    expect(statusOf(await opened("none"))).toBe(200);
    expect(statusOf(await opened("cross-site"))).toBe(403);
  });
});

describe("the names of a sandbox", () => {
  test("are those of loopback, the host to listen on, and the allowed ones", async () => {
    const { send, close } = await startChanged({ host: "0.0.0.0", allowHosts: ["Sandbox", "::2", "192.168.1.5"] });
    const statuses = ["sandbox:4010", "SANDBOX", "[::2]", "192.168.1.5:1", "0.0.0.0", "localhost", "sandbox2"].map(
      async (host) => statusOf(await send([STATE, `host: ${host}`])),
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 200, 200, 421]);
    expect(statusOf(await send([RESET, "host: sandbox:1", "origin: http://sandbox:2"]))).toBe(403);
    expect(statusOf(await send([RESET, "host: sandbox:1", "origin: http://sandbox:1"]))).toBe(204);
    await close();
  });

  test("are host names, and anything else is a TypeError", async () => {
    const sandbox = await createSandbox();
    for (const name of ["", "*", "http://sandbox", "sandbox:4010", "sandbox/x", "a b", "user@sandbox"])
      await expect(sandbox.listen({ allowHosts: [name] }), name).rejects.toThrow(TypeError);
  });

  test("do not matter in the same process", async () => {
    const sandbox = await createSandbox();
    const headers = { origin: "http://evil.example", authorization: "Bearer token-owner" };
    expect((await sandbox.fetch("http://evil.example/2.0/users/me", { headers })).status).toBe(200);
  });
});

test("a rejected request is in the log, and has the error schema of its API", async () => {
  const { send, entries } = shared;
  entries.length = 0;
  const bodyOf = async (line: string) => {
    const response = await send([line, LOOPBACK, EVIL]);
    return Object.keys(JSON.parse(response.split("\r\n\r\n")[1] ?? "") as object);
  };
  expect(await bodyOf(STATE)).toEqual(["message", "errors"]);
  expect(await bodyOf(TOKEN)).toContain("request_id");
  expect(await bodyOf(ME)).toContain("request_id");
  expect(await bodyOf("GET /nowhere")).toContain("request_id");
  expect(entries.map(({ path, status }) => [path, status])).toEqual(
    ["/_sandbox/state", "/oauth2/token", "/2.0/users/me", "/nowhere"].map((path) => [path, 403]),
  );
});

describe("the control API", () => {
  test.each<[string, string[], string]>([
    ["no type", ["POST /_sandbox/faults"], '{"kind":"html"}'],
    ["text", ["POST /_sandbox/faults", TEXT], '{"kind":"html"}'],
    ["JSON as a parameter", ["PUT /_sandbox/state", "content-type: text/plain; a=application/json"], "{}"],
    ["text with DELETE", ["DELETE /_sandbox/faults", TEXT], "x"],
  ])("rejects a body that is not declared as JSON with 415: %s", async (_, lines, body) => {
    const { send, isUnchanged } = shared;
    const response = await send([...lines, LOOPBACK], body);
    expect(statusOf(response)).toBe(415);
    expect(response).toContain("Content-Type: application/json");
    expect(isUnchanged()).toBe(true);
  });
});
