import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../../support/temporary-folder.js";
import { ended, lineOf, startProgram } from "../../support/processes.js";

/** Starts the command as `npm run sandbox` does. Returns its address, and what ends it and returns its output. */
async function start(...options: string[]) {
  const child = startProgram("sandbox/src/cli.ts", ["--port", "0", ...options]);
  const end = ended(child);
  const [url] = await lineOf(child, /(?<=at |"ready":")http:\/\/127\.0\.0\.1:\d+/);
  child.stdout?.resume();
  const stop = (signal: "SIGTERM" | "SIGINT") => {
    child.kill(signal);
    return end;
  };
  return { url, stop };
}

const seed = {
  enterprises: [{ id: "1" }],
  users: [{ id: "10", name: "Own User", login: "own@example.com", enterprise_id: "1" }],
  access_tokens: [{ token: "own-token", user_id: "10" }],
};

describe("the command", () => {
  test("serves a custom seed, logs JSON, and exits with 0 on SIGTERM", async () => {
    const path = join(temporaryFolder(), "seed.json");
    writeFileSync(path, JSON.stringify(seed));
    const { url, stop } = await start("--json", "--seed", path, "--brand-header", "X-Brand-Link");
    const me = await fetch(`${url}/2.0/users/me`, { headers: { authorization: "Bearer own-token" } });
    expect([me.status, await me.json()]).toMatchObject([200, { name: "Own User" }]);
    const info = await fetch(`${url}/_sandbox`);
    expect(await info.json()).toMatchObject({ brand_header: "X-Brand-Link" });
    const { code, out } = await stop("SIGTERM");
    const [ready = "", line = ""] = out.split("\n");
    const addresses = { ready: url, baseUrl: `${url}/2.0`, authUrl: url };
    expect(JSON.parse(ready)).toMatchObject({ readyMs: expect.any(Number), ...addresses });
    const logged = { requestId: "r0000001", operation: "getCurrentUser", status: 200, userId: "10" };
    expect(JSON.parse(line)).toMatchObject(logged);
    expect([code, line]).toEqual([0, expect.not.stringContaining("own-token")]);
  });

  test("prints its address as text, and exits with 0 on SIGINT", async () => {
    const { url, stop } = await start();
    const { code, out } = await stop("SIGINT");
    const [ready, ...addresses] = out.trimEnd().split("\n");
    expect([code, ready]).toEqual([0, expect.stringMatching(/^The sandbox is ready at \S+ after \d+ ms\.$/)]);
    const expected = [`  base URL   ${url}/2.0`, `  token URL  ${url}`, `  inspector  ${url}/_sandbox/ui`];
    expect(addresses.slice(0, 3)).toEqual(expected);
  });
});
