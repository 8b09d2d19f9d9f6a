import { execFile } from "node:child_process";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect } from "vitest";
import { temporaryFolder } from "../../../support/temporary-folder.js";
import { browserTest, useInspector } from "../support/inspector.js";
import { root } from "../support/processes.js";
import { START_MS } from "../support/start-sandbox.js";

const open = useInspector();
const run = promisify(execFile);
const RENAME = { path: { file_id: "4002" }, body: { name: "paid.pdf" } } as const;

describe("the request log of the inspector", () => {
  browserTest("shows a request of another program while it is open, and what the request changed [SB-4]", async () => {
    const { as, page, row } = await open();
    await page.getByText("No requests yet").waitFor();
    await as("owner").updateFile(RENAME);
    await row(/PUT.*\/2.0\/files\/4002.*updateFile.*Contract Owner.*200.*1 change/).click();
    const change = page.locator(".change");
    await change.getByRole("row", { name: "name invoice.pdf paid.pdf" }).waitFor();
    await change.getByRole("row", { name: "etag 0 1" }).waitFor();
    expect(await page.getByRole("region", { name: "Request body" }).innerText()).toBe('{\n  "name": "paid.pdf"\n}');
    expect(await page.getByRole("region", { name: "Response body" }).innerText()).toContain('"name": "paid.pdf"');
    expect(await page.locator(".details").innerText()).toMatch(/authorization:\s*Bearer \*\*\*/);
  });

  browserTest("shows how a response with a fault violates the contract [SB-4]", async () => {
    const { as, page, row, sandbox } = await open();
    sandbox.faults.add({ kind: "unknown_field", operation: "getCurrentUser" });
    await as("owner").getCurrentUser();
    await row(/getCurrentUser.*1 violation/).click();
    const violation = page.locator(".violations li");
    expect(await violation.innerText()).toContain("The response body at /unheard_of is not documented");
    expect(await violation.innerText()).toContain("/components/schemas/User");
  });

  browserTest("filters by text, operation and status [SB-4]", async () => {
    const { as, page, row, show } = await open();
    await as("owner").updateFile(RENAME);
    await as("reviewer").getCurrentUser();
    await expect(as("owner").deleteUser({ path: { user_id: "1005" } })).rejects.toThrow();
    const shown = async () => [await page.locator(".count").innerText(), await page.locator(".log > li").count()];
    await page.getByText("3 requests").waitFor();
    await page.getByLabel("Filter by text").fill("reviewer");
    await expect.poll(shown).toEqual(["1 of 3 requests", 1]);
    await row("getCurrentUser").click();
    await show("Controls");
    await show("Requests");
    await page.getByRole("button", { name: "Copy as curl" }).waitFor();
    expect(await shown()).toEqual(["1 of 3 requests", 1]);
    await page.getByLabel("Filter by text").fill("");
    await page.getByLabel("Status", { exact: true }).selectOption("4xx client error");
    await expect.poll(shown).toEqual(["1 of 3 requests", 1]);
    await row(/deleteUser.*403/).waitFor();
    await page.getByLabel("Operation", { exact: true }).selectOption("updateFile");
    await page.getByText("No request matches the filter").waitFor();
    await page.getByLabel("Status", { exact: true }).selectOption("With changes");
    await row("updateFile").waitFor();
    expect(await shown()).toEqual(["1 of 3 requests", 1]);
  });

  browserTest("sends a request again as the same user or with an invalid token, and no secret [SB-4]", async () => {
    const { as, fetch, page, row, sandbox, server } = await open();
    await as("reviewer").getCurrentUser();
    await row(/getCurrentUser.*Contract Reviewer/).click();
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText("2 requests").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    expect(sandbox.requests()).toHaveLength(2);
    await page.getByRole("button", { name: "Confirm: Clear" }).click();
    await page.getByText("No requests yet").waitFor();
    expect(sandbox.requests()).toEqual([]);
    await fetch(`${server.baseUrl}/users/me`, { headers: { authorization: "Bearer wrong" } });
    await row(/getCurrentUser.*401/).click();
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText("2 requests").waitFor();
    const sent = sandbox.requests().map(({ status, request }) => [status, request.headers["authorization"]]);
    expect(sent).toEqual(sent.map(() => [401, "Bearer ***"]));
    sandbox.clearRequests();
    await fetch(`${server.authUrl}/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({ grant_type: "refresh_token", refresh_token: "refresh-owner" }),
    });
    await row("refreshAccessToken").click();
    await page.getByText("The request has a hidden secret").waitFor();
    expect(await page.getByRole("button", { name: "Replay" }).isDisabled()).toBe(true);
    expect(await page.locator("main").innerHTML()).not.toContain("refresh-owner");
  });

  browserTest("copies a request as a command that repeats it [SB-4]", async () => {
    const { as, copied, page, row, sandbox } = await open();
    const query = { fields: ["name", "etag"] } as const;
    await as("owner").updateFile({ ...RENAME, query, header: { "If-Match": "0" } });
    await row("updateFile").click();
    const [sent] = sandbox.requests();
    const repeated = async () => {
      const [entry] = sandbox.requests();
      const { method, path, query, request } = entry ?? expect.fail("one request");
      return { method, path, query, body: JSON.parse(request.body), ifMatch: request.headers["if-match"] };
    };
    const expected = await repeated();
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByText("Copied").first().waitFor();
    const command = await copied();
    sandbox.reset();
    await run("sh", ["-c", command]);
    expect(await repeated()).toEqual(expected);
    expect(sent?.status).toBe(200);
  });

  browserTest("empties its list when another program empties the journal or resets the sandbox [SB-4]", async () => {
    const { as, fetch, page, row, server } = await open();
    for (const [method, path] of [
      ["DELETE", "requests"],
      ["POST", "reset"],
    ] as const) {
      await as("owner").getCurrentUser();
      await as("owner").updateFile(RENAME);
      await row("updateFile").waitFor();
      await fetch(`${server.url}/_sandbox/${path}`, { method });
      await page.getByText("No requests yet").waitFor();
      await as("reviewer").getCurrentUser();
      await row(/getCurrentUser.*Contract Reviewer/).waitFor();
      expect(await page.locator(".log > li").count()).toBe(1);
    }
  });

  browserTest("asks the sandbox only while the page is visible [SB-4]", async () => {
    const { as, page, row } = await open();
    const show = (hidden: boolean) =>
      page.evaluate((isHidden) => {
        Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, hidden);
    // The first poll, which loads the records as well, has ended.
    await as("owner").getCurrentUser();
    await row("Contract Owner").waitFor();
    await show(true);
    await as("reviewer").getCurrentUser();
    const polls: string[] = [];
    page.on("request", (request) => polls.push(request.url()));
    expect([polls, await row("Contract Reviewer").count()]).toEqual([[], 0]);
    await show(false);
    await row("Contract Reviewer").waitFor();
  });

  browserTest("says when the sandbox is gone, and goes on when it is back [SB-4]", async () => {
    const { as, page, row } = await open();
    await page.route(/\/_sandbox/, (route) => route.abort());
    await page.getByRole("alert").getByText("Cannot reach the sandbox at http://127.0.0.1").waitFor();
    await as("owner").getCurrentUser();
    await page.unroute(/\/_sandbox/);
    await row("getCurrentUser").waitFor();
    await page.getByRole("alert").getByText("Cannot reach").waitFor({ state: "detached" });
  });

  browserTest("fails the next request of an operation, compares two, and has an address for each [SB-13]", async () => {
    const { as, page, row, sandbox } = await open();
    await as("owner").getCurrentUser();
    await row("getCurrentUser").click();
    await page.waitForURL(({ hash }) => hash.startsWith(`#requests/${sandbox.requests().at(-1)?.request_id}`));
    await page.getByRole("button", { name: "Fail the next one" }).click();
    await page.getByLabel("status, required").fill("418");
    await page.getByRole("button", { name: "Add the fault" }).click();
    await page.getByText("Added.").waitFor();
    await expect(as("owner").getCurrentUser()).rejects.toMatchObject({ status: 418 });
    await row(/getCurrentUser.*Contract Owner.*418.*fault: status/).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Fail the next one" }).waitFor();
    for (const box of await page.getByRole("checkbox", { name: /^Select r/ }).all()) await box.check();
    await page.getByRole("button", { name: "Compare" }).click();
    const comparison = page.getByRole("region", { name: "Comparison" });
    await comparison.getByRole("row", { name: "status 200 418", exact: true }).waitFor();
    await comparison.getByRole("row", { name: "response.body.login owner@example.com" }).waitFor();
    expect(await comparison.getByRole("row", { name: "path" }).count()).toBe(0);
  });

  browserTest("saves what is selected or shown as HAR, in the order that the reader sorts by [SB-13]", async () => {
    const { as, page, row, sandbox, server } = await open();
    await as("owner").getCurrentUser();
    await as("owner").updateFile(RENAME);
    await row("updateFile").waitFor();
    const times = sandbox.requests().toSorted((one, other) => one.duration_ms - other.duration_ms);
    await page.getByRole("button", { name: "Sort by Duration" }).click();
    await page.getByRole("button", { name: "Sort by Duration", pressed: true }).waitFor();
    expect(await page.locator(".log .operation").allInnerTexts()).toEqual(times.map(({ operation }) => operation));
    const save = async (name: string) => {
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name }).click();
      const har = JSON.parse(await readFile(await (await saved).path(), "utf8"));
      return har.log.entries.map(({ request }: { request: Request }) => [request.method, request.url]);
    };
    const urls = times.map(({ method, path }) => [method, `${server.url}${path}`]);
    expect(await save("Save as HAR")).toEqual(urls);
    await page
      .getByRole("checkbox", { name: /^Select r/ })
      .first()
      .check();
    expect(await save("Save 1 as HAR")).toEqual(urls.slice(0, 1));
  });

  browserTest("copies a request with the state before it as a test that passes [SB-13]", async () => {
    let time = START_MS;
    const { as, copied, page, row, sandbox } = await open("Requests", { now: () => (time += 3) });
    const owner = as("owner");
    sandbox.faults.add({ kind: "status", status: 503, operation: "getCurrentUser", probability: 0.999 });
    await expect(owner.getCurrentUser()).rejects.toThrow("503");
    await owner.updateFile(RENAME);
    await owner.createWebLink({ body: { url: "https://help.example", parent: { id: "3001" }, name: "Help" } });
    await owner.deleteFileMetadata({ path: { file_id: "4001", scope: "global", template_key: "properties" } });
    await expect(owner.deleteUser({ path: { user_id: "1005" } })).rejects.toThrow();
    await owner.updateFile({ path: { file_id: "4002" }, body: { lock: { access: "lock" }, name: "locked.pdf" } });
    await page.getByText("6 requests").waitFor();
    const folder = temporaryFolder();
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    const config = `import config from ${JSON.stringify(join(root, "vitest.config.ts"))};\nexport default { resolve: config.resolve, test: { testTimeout: 60_000 } };\n`;
    await writeFile(join(folder, "vitest.config.mts"), config);
    const operations = ["createWebLink", "deleteFileMetadata", "deleteUser", "getCurrentUser", "updateFile"];
    const copiedRows = [row("updateFile").last(), ...operations.map((operation) => row(operation).first())];
    for (const [at, copiedRow] of copiedRows.entries()) {
      await copiedRow.click();
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Copy as test" }).click();
      const state = await saved;
      await page.getByText("Put the saved state beside the test").waitFor();
      await state.saveAs(join(folder, state.suggestedFilename()));
      await writeFile(join(folder, `${at}.test.ts`), await copied());
    }
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const { stdout } = await run(process.execPath, [vitest, "run", "--reporter=json"], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({ numPassedTests: 6, numTotalTests: 6 });
  });

  browserTest("shows the operations, records and requests of a contract and handlers of your own [SB-13]", async () => {
    const content = { "application/json": { schema: { type: "object" } } };
    const responses = { 201: { description: "Added.", content } };
    const post = { operationId: "add_order", security: [{ key: [] }], requestBody: { content }, responses };
    const { copied, page, row, sandbox, show } = await open("Requests", {
      contract: {
        ...{ openapi: "3.1.0", info: { title: "Orders", version: "1" }, paths: { "/orders": { post } } },
        components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
      },
      handlers: { add_order: ({ body, records, nextId }) => records("orders").put({ id: nextId(), ...Object(body) }) },
    });
    await show("Controls");
    const operations = await page.getByRole("combobox", { name: "Operation" }).allInnerTexts();
    expect(operations).toEqual(["add_order", "any operation\nadd_order"]);
    await page.getByLabel("Body, application/json").fill('{"item":"chair"}');
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("POST /orders").waitFor();
    const request = { headers: { "x-key": "***" } };
    expect(sandbox.requests()).toMatchObject([{ status: 201, user_id: "1001", request }]);
    await show("Requests");
    await row("add_order").click();
    expect(await page.getByRole("button", { name: "Copy as TypeScript" }).count()).toBe(0);
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByText("Copied").first().waitFor();
    const command = await copied();
    expect(command).not.toContain("Bearer");
    await page.getByRole("button", { name: "Copy as test" }).click();
    await page.getByText("and import your contract and handlers").waitFor();
    expect(await copied()).toContain("createSandbox({ contract, handlers, seed,");
    await run("sh", ["-c", command]);
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText("3 requests").waitFor();
    expect(sandbox.requests({ status: 201 })).toHaveLength(3);
    await show("Records");
    await page.getByRole("navigation").getByRole("link", { name: "orders" }).click();
    await page.getByRole("button", { name: "New record" }).click();
    await page.getByLabel("Record, JSON").fill('{"id":"o1","item":"lamp"}');
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("row", { name: "item lamp" }).waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Record, JSON").fill('{"id":"o1","item":"table"}');
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("row", { name: "item table" }).waitFor();
    await page.getByLabel("Search the records").fill("table o1");
    await page.getByRole("link", { name: "order o1" }).waitFor();
    const items = sandbox.snapshot().records?.["orders"]?.map((one) => one["item"]);
    expect(items).toEqual(["chair", "chair", "chair", "table"]);
  });

  browserTest("shows the rows in view of 10,000 requests, all of which a filter searches [SB-13]", async () => {
    const { as, page, sandbox } = await open();
    await as("owner").updateFile(RENAME);
    const [entry] = sandbox.requests();
    const message = { headers: {}, body: "", truncated: false };
    const entries = Array.from({ length: 10_000 }, (_, at) => ({
      ...{ ...entry, request: message, response: message, changes: [] },
      ...{ request_id: `q${at}`, query: `at=${at}` },
    }));
    await page.route(/_sandbox\/requests/, (route) => {
      const fresh = route.request().url().includes("after=q") ? entries.slice(-2) : entries;
      return route.fulfill({ json: { entries: fresh, dropped: 0 } });
    });
    await page.getByText("10,000 requests").waitFor({ timeout: 60_000 });
    const rows = page.locator(".log .row");
    expect(await rows.count()).toBeLessThan(150);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    await rows
      .getByText(/at=[45]\d\d\d/)
      .first()
      .waitFor();
    await page.getByLabel("Filter by text").fill("at=77");
    await page.getByText(/^111 of/).waitFor();
    await page.goto(`${page.url().split("#")[0]}#requests/q5`);
    await page.getByLabel("Filter by text").fill("");
    await page.getByRole("button", { name: "Copy as curl" }).waitFor();
    // 60 requests came between two polls, and left the journal.
    const last = { ...entries[0], request_id: "z" };
    await page.route(/_sandbox\/requests/, (route) => route.fulfill({ json: { entries: [last], dropped: 10_060 } }));
    await page.getByText("Not in the list: 61 other requests.").waitFor();
    await page.getByText("10,000 requests").waitFor();
  });
});
