import { loadContract } from "content-service-contract";
import type { Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { browserTest, useChromium } from "../../support/chromium.js";
import { serveFiles, serveSite } from "../serve.js";
import { addressOf, resetSandbox, sendForm, siteFolder } from "./built-site.js";

/** The site with a sandbox, and the same files on a static server, whose pages run a sandbox. */
const [site, files] = await Promise.all([serveSite(siteFolder), serveFiles(siteFolder)]);
afterAll(() => Promise.all([site.close(), files.close()]));

const open = useChromium();

/** Opens the page of an operation: at the server with a sandbox, unless another one is given. */
async function openForm(operation: string, server: { readonly url: string } = site) {
  site.sandbox.reset();
  const opened = await open({ viewport: { width: 1280, height: 900 } });
  await opened.page.goto(`${server.url}/operations/${operation}.html`);
  return opened;
}

const bodyOf = async (page: Page) => JSON.parse(await page.locator("textarea").inputValue());

browserTest.each([
  ["of the server", () => site, ["status of 403"], "The sandbox runs on the server of this site."],
  ["in the page", () => files, [], /^The sandbox runs in this page/],
] as const)(
  "a form locks a file in the sandbox %s, which rejects changes by another user",
  async (_, server, logged, note) => {
    const { page, errors, outside } = await openForm("updateFile", server());
    expect(await page.locator(".which-sandbox").textContent()).toEqual(expect.stringMatching(note));
    await page.locator("[name=token]").selectOption("Contract Owner");
    await page.locator("[name=example]").selectOption("Lock the file until a certain date.");
    await page.getByLabel("fields").fill("lock,etag");
    const locked = await sendForm(page);
    expect(locked).toMatch(/200 OK.*"login": "owner@example.com"/s);
    await page.locator("[name=token]").selectOption("Contract Reviewer");
    await page.locator("textarea").fill('{ "name": "mine.pdf" }');
    expect(await sendForm(page)).toMatch(/403 Forbidden.*access_denied_item_locked/s);
    await resetSandbox(page);
    await page.locator("[name=token]").selectOption("Contract Owner");
    expect(await sendForm(page)).toContain('"lock": null');
    // The browser logs an error response of a server.
    expect(errors).toEqual(logged.map((text) => expect.stringContaining(text)));
    expect(outside).toEqual([]);
  },
);

browserTest("a refresh token can be sent once, as a form to the token address", async () => {
  const { page } = await openForm("refreshAccessToken");
  expect(await sendForm(page)).toContain('"token_type": "bearer"');
  expect(await sendForm(page)).toContain("invalid_grant");
});

browserTest("an address of an example selects it, also on the page itself", async () => {
  const { page } = await openForm("updateFile");
  const example = page.locator("[name=example] option:checked");
  for (const [name, text] of [
    ["share", "shared link"],
    ["move", "another folder"],
  ] as const) {
    await page.evaluate((hash) => location.assign(hash), `#code-${name}`);
    await page.locator(`.pair.selected:has(#code-${name})`).waitFor();
    if (name === "move") await page.reload();
    expect(await example.textContent()).toContain(text);
    expect(await page.locator("form.try-it").evaluate((one) => one.getBoundingClientRect().y)).toBeLessThan(200);
  }
});

browserTest("a form reports invalid input, and sends nothing", async () => {
  const { page } = await openForm("updateFile");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.method()));
  await page.getByLabel("file_id").fill("");
  expect(await sendForm(page)).toBe("file_id is a part of the path, and cannot be empty.");
  expect(await page.locator('[aria-invalid="true"]:focus').getAttribute("name")).toBe("file_id");
  await page.getByLabel("file_id").fill("4001");
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
  await page.getByLabel("If-Match").fill("наш");
  expect(await sendForm(page)).toContain("Invalid header: expected one line");
  await page.getByLabel("If-Match").fill("");
  await page.locator("textarea").fill('{\n  "name": "a.pdf"\n  "tags": []\n}');
  expect(await sendForm(page)).toMatch(/^Invalid body: .+ \(line 3 column 3\)$/);
  // The code is that of the last valid request, and says so.
  await page.getByText("The form is invalid: this is the code of the last valid request.").waitFor();
  await page.locator("textarea").fill("{}");
  expect(await page.getByText("The form is invalid").isVisible()).toBe(false);
  // The page can still load its icon.
  expect(requests).not.toContain("PUT");
});

browserTest("a form shows the code of what is in it, which sends the same request [DS-23]", async () => {
  const { page } = await openForm("updateFile");
  const code = (language: string) => page.locator(`.pair.selected [data-language=${language}] pre`).textContent();
  await page.locator("[name=token]").selectOption("Contract Owner");
  await page.getByLabel("file_id").fill("4002");
  await page.getByLabel("fields").fill("name, tags");
  await page.locator("textarea").fill('{ "tags": ["paid"] }');
  const sent = page.waitForRequest((request) => request.method() === "PUT");
  await sendForm(page);
  const request = await sent;
  expect(new URL(request.url()).search).toBe("?fields=name,tags");
  expect(request.postDataJSON()).toEqual({ tags: ["paid"] });
  expect(await code("curl")).toBe(
    [
      `curl -sS -X PUT '${request.url()}' \\`,
      "  -H 'Authorization: Bearer token-owner' \\",
      "  -H 'Content-Type: application/json' \\",
      `  -d '{ "tags": ["paid"] }'`,
    ].join("\n"),
  );
  expect(await code("TypeScript")).toContain(`const file = await client.updateFile({
  path: { file_id: "4002" },
  query: { fields: ["name", "tags"] },
  body: { tags: ["paid"] },
});`);
  await page.locator("[name=token]").selectOption("Nobody: no access token");
  expect(await code("curl")).not.toContain("Authorization");
});

browserTest("known values and booleans have lists, and times have fields, which change the body [DS-23]", async () => {
  const { page } = await openForm("createTask");
  await page.getByLabel("action").selectOption("complete");
  await page.getByLabel("due_at").fill("2036-01-02T03:04:05");
  expect(await page.getByLabel("due_at").evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByLabel("completion_rule").selectOption("not sent");
  expect(await bodyOf(page)).toMatchObject({ action: "complete", due_at: "2036-01-02T03:04:05+00:00" });
  expect(await bodyOf(page)).not.toHaveProperty("completion_rule");
  await page.locator("textarea").fill('{ "action": "review" }');
  expect(await page.getByLabel("action").inputValue()).toBe('"review"');
  await page.goto(`${site.url}/operations/updateFile.html`);
  expect(await page.getByLabel("lock.is_download_prevented").isVisible()).toBe(false);
  await page.locator("[name=example]").selectOption("Lock the file until a certain date.");
  await page.getByLabel("lock.is_download_prevented").selectOption("true");
  expect(await bodyOf(page)).toMatchObject({ lock: { is_download_prevented: true } });
  await page.goto(`${site.url}/operations/listFileVersionRetentions.html`);
  await page.getByLabel("disposition_action").selectOption("permanently_delete");
  await page.getByLabel("disposition_after").fill("2027-03-01T00:00:00");
  await page.getByLabel("usemarker").selectOption("true");
  const sent = page.waitForRequest((request) => request.url().includes("usemarker"));
  expect(await sendForm(page)).toContain("200 OK");
  expect(Object.fromEntries(new URL((await sent).url()).searchParams)).toEqual({
    disposition_action: "permanently_delete",
    disposition_after: "2027-03-01T00:00:00+00:00",
    usemarker: "true",
  });
});

browserTest("Ctrl+Enter sends as the user of the page before, and the error links to its code [DS-23]", async () => {
  const { page } = await openForm("updateFile");
  await page.locator("[name=token]").selectOption("Contract Reviewer");
  await page.goto(`${site.url}/operations/deleteFileMetadata.html`);
  await page.getByLabel("file_id").press("Control+Enter");
  const remedy = page.locator(".try-response .remedy");
  await page.locator(".try-response").getByText("403 Forbidden").waitFor();
  const code = "access_denied_insufficient_permissions";
  expect(await remedy.textContent()).toMatch(new RegExp(`^${code}: [A-Z].+\\.$`));
  expect(await remedy.locator("a").first().getAttribute("href")).toBe(`errors.html#${code}`);
});

browserTest("a 403 of As-User and a 401 say what to change, and the next page forgets “Nobody” [DS-23]", async () => {
  const { page } = await openForm("updateFile");
  await page.locator("[name=token]").selectOption("Contract Reviewer");
  await page.getByLabel("As-User").fill("1003");
  expect(await sendForm(page)).toContain("forbidden: Only an admin or a co-admin with this right");
  await page.locator("[name=token]").selectOption("Enterprise Admin, admin");
  await page.getByLabel("As-User").fill("999");
  expect(await sendForm(page)).toContain("forbidden: The field As-User has no user of the same enterprise. Change");
  await page.goto(`${site.url}/operations/deleteUser.html`);
  await page.getByLabel("As-User").fill("1003");
  expect(await sendForm(page)).toContain("forbidden: The call acts as the user in the field As-User");
  await page.getByLabel("As-User").fill("");
  await page.locator("[name=token]").selectOption("Nobody: no access token");
  expect(await sendForm(page)).toContain("unauthorized: The request had no access token. Choose a user");
  await page.goto(`${site.url}/operations/getCurrentUser.html`);
  expect(await sendForm(page)).toContain("Enterprise Admin");
});

browserTest("a page from a folder shows examples and their code, without a sandbox", async () => {
  const { page, errors } = await open();
  await page.goto(addressOf("operations/updateFile.html"));
  await page.locator("[name=example]").selectOption("Remove the lock.");
  expect(await page.locator(".pair.selected pre").first().textContent()).toContain("lock: null");
  await page.getByText("This page has no sandbox").waitFor();
  expect(await page.getByRole("button", { name: "Send" }).count()).toBe(0);
  expect(errors).toEqual([]);
});

browserTest("at 1280 pixels, the response is beside the request [DS-24]", async () => {
  const { page } = await openForm("updateFile");
  const [form, response] = await Promise.all(
    ["form.try-it", ".pair.selected .responses"].map((one) => page.locator(one).boundingBox()),
  );
  expect(response?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0));
  expect(response?.y).toBe(form?.y);
  const middles = await page
    .locator(".on-this-page :is(.group, a)")
    .evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ y, height }) => Math.round(y + height / 2)),
    );
  expect(new Set(middles).size).toBe(1);
});

browserTest("the sandbox in the page loads when the form is used, and sends no other request", async () => {
  const { page } = await open();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`${files.url}/operations/getCurrentUser.html`);
  await page.getByText("The sandbox runs in this page").waitFor();
  expect(requests).not.toContain("/assets/sandbox-worker.js");
  for (const _ of [1, 2]) expect(await sendForm(page)).toContain("200 OK");
  expect(requests.filter((one) => one.includes("worker"))).toEqual(["/assets/sandbox-worker.js"]);
  expect(requests.filter((one) => !/^\/(?:assets|operations)\//.test(one))).toEqual([]);
});

browserTest("the pages of a tab share its state, also with one that still runs", async () => {
  const { page } = await openForm("deleteFileMetadata", files);
  await resetSandbox(page);
  const state = await page.evaluate(() => sessionStorage.getItem("sandbox-state") ?? "");
  expect(await sendForm(page)).toContain("204 No Content");
  // As another page would store it.
  await page.evaluate((stored) => sessionStorage.setItem("sandbox-state", stored), state);
  expect(await sendForm(page)).toContain("204 No Content");
  await page.goto(`${files.url}/operations/getFileMetadata.html`);
  expect(await sendForm(page)).toContain("404 Not Found");
  await resetSandbox(page);
  expect(await sendForm(page)).toContain("200 OK");
});

browserTest.each(["from the start", "later"])("it works if the browser stores nothing, %s", async (when) => {
  const { page } = await openForm("deleteFileMetadata", files);
  if (when === "later") await resetSandbox(page);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("The quota is exceeded", "QuotaExceededError");
    };
  });
  expect(await sendForm(page)).toContain("204 No Content");
  expect(await sendForm(page)).toContain("404 Not Found");
});

browserTest(
  "it starts with the default seed if the stored state is invalid, and again if it did not load",
  async () => {
    const { page } = await openForm("deleteFileMetadata", files);
    await page.evaluate(() => sessionStorage.setItem("sandbox-state", '{"files":7}'));
    expect(await sendForm(page)).toContain("204 No Content");
    const script = /sandbox-worker\.js$/;
    await page.route(script, (route) => route.abort());
    await page.reload();
    expect(await sendForm(page)).toContain("the sandbox did not start in this page");
    await page.unroute(script);
    expect(await sendForm(page)).toContain("404 Not Found");
  },
);

browserTest("the initial form of every operation succeeds in the page [DS-21]", async () => {
  const { page, errors, outside } = await open();
  const rejected: string[] = [];
  for (const { id } of loadContract().operations) {
    await page.goto(`${files.url}/operations/${id}.html`);
    await page.evaluate(() => sessionStorage.clear());
    const response = await sendForm(page);
    if (!/^20\d /.test(response)) rejected.push(`${id}: ${response}`);
  }
  expect({ rejected, errors, outside }).toEqual({ rejected: [], errors: [], outside: [] });
});
