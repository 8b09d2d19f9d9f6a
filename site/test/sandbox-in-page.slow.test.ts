import { loadContract } from "content-service-contract";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { browserTest, useChromium } from "../../support/chromium.js";
import { type SiteServer, serveFiles } from "../serve.js";
import { expectLockedFile, expectUnlockedAfterReset, resetSandbox, sendForm } from "./send-forms.js";

// A static file server, without a sandbox.
let files: Omit<SiteServer, "sandbox">;
let url: string;
beforeAll(async () => {
  files = await serveFiles(inject("siteFolder"));
  url = files.url;
});
afterAll(() => files.close());

const open = useChromium();

/** The requests of the page from now on, as method and path. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return requests;
}

describe("the form of an operation on a static file server", () => {
  browserTest("locks a file, rejects changes by another user, and resets", async () => {
    const { page, errors, outside } = await open();
    await expectLockedFile(page, url);
    await expectUnlockedAfterReset(page);
    // No network response was an error, so the console is empty.
    expect(errors).toEqual([]);
    expect(outside).toEqual([]);
  });

  browserTest("loads the sandbox when the form is used, and sends no other request", async () => {
    const { page } = await open();
    const requests = requestsOf(page);
    await page.goto(`${url}/operations/getCurrentUser.html`);
    await page.getByText("The sandbox runs in this page").waitFor();
    expect(requests).not.toContain("GET /assets/sandbox-worker.js");
    expect(await sendForm(page)).toContain("200 OK");
    expect(await sendForm(page)).toContain("200 OK");
    expect(requests.filter((one) => one.includes("worker"))).toEqual(["GET /assets/sandbox-worker.js"]);
    expect(requests.filter((one) => !/^GET \/(?:assets|operations)\//.test(one))).toEqual([]);
  });

  browserTest("shares its state with the next page", async () => {
    const { page } = await open();
    await page.goto(`${url}/operations/deleteFileMetadata.html`);
    expect(await sendForm(page)).toContain("204 No Content");
    await page.goto(`${url}/operations/getFileMetadata.html`);
    expect(await sendForm(page)).toContain("404 Not Found");
    await resetSandbox(page);
    expect(await sendForm(page)).toContain("200 OK");
    await page.goto(`${url}/operations/deleteFileMetadata.html`);
    expect(await sendForm(page)).toContain("204 No Content");
  });

  browserTest("continues with the state of another page, back on a page that still runs", async () => {
    const { page } = await open();
    await page.goto(`${url}/operations/deleteFileMetadata.html`);
    await resetSandbox(page);
    const state = await page.evaluate(() => sessionStorage.getItem("sandbox-state") ?? "");
    expect(await sendForm(page)).toContain("204 No Content");
    // As another page would store it.
    await page.evaluate((stored) => sessionStorage.setItem("sandbox-state", stored), state);
    expect(await sendForm(page)).toContain("204 No Content");
    expect(await sendForm(page)).toContain("404 Not Found");
  });

  browserTest.each(["from the start", "later"])("works if the browser stores nothing, %s", async (when) => {
    const { page } = await open();
    await page.goto(`${url}/operations/deleteFileMetadata.html`);
    if (when === "later") await resetSandbox(page);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("The quota is exceeded", "QuotaExceededError");
      };
    });
    expect(await sendForm(page)).toContain("204 No Content");
    expect(await sendForm(page)).toContain("404 Not Found");
  });

  browserTest("starts with the default seed if the stored state is invalid", async () => {
    const { page, errors } = await open();
    await page.addInitScript(() => sessionStorage.setItem("sandbox-state", '{"files":7}'));
    await page.goto(`${url}/operations/getFileMetadata.html`);
    expect(await sendForm(page)).toContain("200 OK");
    expect(errors).toEqual([]);
  });

  browserTest("reports a sandbox that does not load, and then loads it again", async () => {
    const { page } = await open();
    await page.goto(`${url}/operations/deleteFileMetadata.html`);
    expect(await sendForm(page)).toContain("204 No Content");
    const script = /sandbox-worker\.js$/;
    await page.route(script, (route) => route.abort());
    await page.reload();
    expect(await sendForm(page)).toContain("the sandbox did not start in this page");
    await page.unroute(script);
    expect(await sendForm(page)).toContain("404 Not Found");
  });

  browserTest("gets a success for the initial form of every operation", async () => {
    const { page, errors, outside } = await open();
    const rejected: string[] = [];
    for (const { id } of loadContract().operations) {
      await page.goto(`${url}/operations/${id}.html`);
      await page.evaluate(() => sessionStorage.clear());
      const response = await sendForm(page);
      if (!/^20\d /.test(response)) rejected.push(`${id}: ${response}`);
    }
    expect(rejected).toEqual([]);
    expect(errors).toEqual([]);
    expect(outside).toEqual([]);
  });
});
