import { createServer } from "node:http";
import { build } from "esbuild";
import { expect } from "vitest";
import { browserTest, useChromium } from "../../../../support/chromium.js";
import { serving } from "../../../../support/loopback.js";
import { root } from "../../support/processes.js";
import { startSandbox } from "../../support/start-sandbox.js";

/** What a page of a front-end developer does. */
const PROGRAM = `
import { createClient, isApiError } from "content-service-client";
const client = createClient({ baseUrl: BASE_URL, auth: "token-owner", retry: { maxAttempts: 1 } });
const outcomes = [];
const attempt = (call) => call.then((value) => outcomes.push(value), (error) =>
  outcomes.push(isApiError(error) ? [error.status, error.code, error.requestId, error.retryAfterMs] : error.name));
await attempt(client.getCurrentUser().then(({ name }) => name));
await attempt(client.updateFile({ path: { file_id: "4001" }, header: { "If-Match": "7" }, body: { name: "x.pdf" } }));
await attempt(client.getCurrentUser());
await attempt(client.asUser("1004").getCurrentUser());
await attempt(fetch(CONTROL_URL).then(({ status }) => status));
document.title = JSON.stringify(outcomes);
`;

async function programFor(baseUrl: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: root },
    bundle: true,
    write: false,
    format: "esm",
    define: {
      BASE_URL: JSON.stringify(baseUrl),
      CONTROL_URL: JSON.stringify(new URL("/_sandbox/state", baseUrl).href),
    },
  });
  return outputFiles[0]?.text ?? expect.fail("a program");
}

const openPage = useChromium();

browserTest(
  "a page on another port calls the service with the client, reads its errors, and cannot use the control interface [SB-7]",
  async () => {
    const site = createServer((_, response) => {
      response.setHeader("content-type", "text/html").end('<link rel="icon" href="data:,">');
    });
    const origin = await serving(site);
    const { sandbox, server } = await startSandbox({ cors: [origin] });
    sandbox.faults.add({ kind: "status", status: 429, retry_after: 7, operation: "getCurrentUser", skip: 1 });
    const { page } = await openPage();
    await page.goto(origin);
    await page.addScriptTag({ type: "module", content: await programFor(server.baseUrl) });
    await page.waitForFunction("document.title !== ''");
    const requestId = expect.stringMatching(/^r\d+$/);
    expect(JSON.parse(await page.title())).toEqual([
      "Contract Owner",
      [412, "precondition_failed", requestId, null],
      [429, "rate_limit_exceeded", requestId, 7000],
      [403, "forbidden", requestId, null],
      "TypeError",
    ]);
    expect(sandbox.requests({ operation: "updateFile" })[0]?.request.headers).toMatchObject({ "if-match": "7" });
  },
);
