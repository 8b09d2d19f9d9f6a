import { createServer } from "node:http";
import { expect } from "vitest";
import { browserTest, useChromium } from "../../../../support/chromium.js";
import { serving } from "../../../../support/loopback.js";
import { startSandbox } from "../../support/start-sandbox.js";

// A name that an attacker owns, and that leads to this machine.
const open = useChromium(["--host-resolver-rules=MAP evil.test 127.0.0.1"]);

/** Runs in the page: sends every kind of request that a page can send, and returns what it could read. */
async function attack(base: string): Promise<string[]> {
  const form =
    "grant_type=refresh_token&refresh_token=refresh-owner&client_id=sandbox-client&client_secret=sandbox-secret";
  const tokenPath = "/oauth2/token";
  const read: string[] = [];
  const send = async (path: string, init: RequestInit) => {
    try {
      const response = await fetch(base + path, init);
      const text = await response.text();
      if (response.ok && text !== "") read.push(`${init.method ?? "GET"} ${path}: ${text.slice(0, 40)}`);
    } catch {
      // The browser blocked the response, but may have sent the request.
    }
  };
  const post = { method: "POST", mode: "no-cors" } as const;
  await send("/_sandbox/reset", post);
  await send("/_sandbox/reset", { ...post, referrerPolicy: "no-referrer" });
  await send("/_sandbox/faults", { ...post, body: '{"kind":"html"}' });
  await send(tokenPath, { ...post, body: new URLSearchParams(form) });
  await send("/_sandbox/state", {});
  await send("/2.0/users/me", { headers: { authorization: "Bearer token-owner" } });
  await send("/_sandbox/state", { method: "PUT", headers: { "content-type": "application/json" }, body: "{}" });
  navigator.sendBeacon(`${base}/_sandbox/reset`, "x");
  const image = Object.assign(new Image(), { src: `${base}/_sandbox/state` });
  await new Promise((resolve) => {
    image.onload = resolve;
    image.onerror = resolve;
  });
  const frame = document.createElement("iframe");
  frame.name = "target";
  document.body.append(frame);
  const element = document.createElement("form");
  Object.assign(element, { method: "POST", action: base + tokenPath, target: "target" });
  for (const [name, value] of new URLSearchParams(form))
    element.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(element);
  const done = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  element.submit();
  await done;
  const socket = new WebSocket(`${base.replace("http", "ws")}/_sandbox/state`);
  await new Promise<void>((resolve) => {
    socket.onopen = () => {
      read.push("WebSocket");
      resolve();
    };
    socket.onerror = () => resolve();
  });
  return read;
}

// The other local servers have the same guard: the tests of each of them send what a browser sends.
browserTest.each([
  ["of another site", "localhost", false],
  ["of another port", "127.0.0.1", false],
  ["of a name of the attacker", "evil.test", false],
  ["by a name that leads here (DNS rebinding)", "evil.test", true],
])("a web page in Chromium changes and reads nothing in the sandbox: a page %s", async (_, host, isRebound) => {
  const statuses: number[] = [];
  const { sandbox, server } = await startSandbox({ onRequest: ({ status }) => statuses.push(status) });
  const { url } = server;
  sandbox.faults.add({ kind: "html", operation: "createTask" });
  const state = () => JSON.stringify([sandbox.snapshot().refresh_tokens, sandbox.faults.list()]);
  const before = state();
  const { page, context } = await open();
  await context.unrouteAll();
  const attacker = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>attacker</title>");
  });
  const attackerUrl = (await serving(attacker)).replace("127.0.0.1", host);
  const base = isRebound ? `http://${host}:${new URL(url).port}` : url;
  const response = await page.goto(isRebound ? `${base}/_sandbox` : attackerUrl);
  expect(response?.status()).toBe(isRebound ? 421 : 200);
  expect(await page.evaluate(attack, base)).toEqual([]);
  expect(state()).toBe(before);
  // The requests reached the sandbox.
  expect(new Set(statuses)).toEqual(new Set([isRebound ? 421 : 403]));
});
