import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished } from "vitest";
import { type SiteServer, serveFiles, serveSite } from "../serve.js";
import { browserTest, useChromium } from "./chromium.js";
import { lockAndRename, REFUSED_AT_FIRST, resetSandbox, sendEveryForm, sendForm } from "./send-forms.js";

// A static file server, without a sandbox.
let files: Omit<SiteServer, "sandbox">;
let url: string;
beforeAll(async () => {
  files = await serveFiles(inject("siteFolder"));
  url = files.url;
});
afterAll(() => files.close());

const open = useChromium();

/** Paths that the page asks the host for from now on, with their methods. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  return requests;
}

describe("the form of an operation, on a host of files", () => {
  browserTest("locks a file, is refused as somebody else, and starts anew", async () => {
    const { page, errors, outside } = await open();
    const { locked, renamed } = await lockAndRename(page, url);
    expect(locked).toContain("200 OK");
    expect(locked).toContain('"login": "owner@example.com"');
    expect(renamed).toContain("403 Forbidden");
    expect(renamed).toContain("access_denied_item_locked");
    await resetSandbox(page);
    await page.locator("[name=token]").selectOption("Contract Owner");
    expect(await sendForm(page)).toContain('"lock": null');
    // Nothing was refused on a network, so the browser has nothing to note.
    expect(errors).toEqual([]);
    expect(outside).toEqual([]);
  });

  browserTest("asks the host for the sandbox when the reader turns to the form, and for nothing else", async () => {
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

  browserTest("shows on the next page what was done on this one", async () => {
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

  browserTest("goes on with what another page did, when the reader comes back to a page that still runs", async () => {
    const { page } = await open();
    await page.goto(`${url}/operations/deleteFileMetadata.html`);
    await resetSandbox(page);
    const world = await page.evaluate(() => sessionStorage.getItem("sandbox-world") ?? "");
    expect(await sendForm(page)).toContain("204 No Content");
    // As the other page would have kept it.
    await page.evaluate((kept) => sessionStorage.setItem("sandbox-world", kept), world);
    expect(await sendForm(page)).toContain("204 No Content");
    expect(await sendForm(page)).toContain("404 Not Found");
  });

  browserTest.each(["from the start", "after a while"])("works where the browser keeps nothing, %s", async (when) => {
    const { page } = await open();
    await page.goto(`${url}/operations/deleteFileMetadata.html`);
    if (when === "after a while") await resetSandbox(page);
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException("No room is left", "QuotaExceededError");
      };
    });
    expect(await sendForm(page)).toContain("204 No Content");
    expect(await sendForm(page)).toContain("404 Not Found");
  });

  browserTest("begins with the world of the start in a tab that keeps one that no longer fits", async () => {
    const { page, errors } = await open();
    await page.addInitScript(() => sessionStorage.setItem("sandbox-world", '{"files":7}'));
    await page.goto(`${url}/operations/getFileMetadata.html`);
    expect(await sendForm(page)).toContain("200 OK");
    expect(errors).toEqual([]);
  });

  browserTest("says that nothing came back when the sandbox does not load, and then loads it again", async () => {
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

  browserTest("is answered as it is by a sandbox behind the site, for every operation", async () => {
    const { page, errors, outside } = await open();
    const refused = await sendEveryForm(page, url, () => page.evaluate(() => sessionStorage.clear()));
    expect(refused).toEqual(REFUSED_AT_FIRST);
    expect(errors).toEqual([]);
    expect(outside).toEqual([]);
  });
});

describe("the form of an operation, with a sandbox behind the site", () => {
  browserTest("gets a documented response for each operation", async () => {
    const site = await serveSite(inject("siteFolder"));
    onTestFinished(() => site.close());
    const { page } = await open();
    expect(await sendEveryForm(page, site.url, () => site.sandbox.reset())).toEqual(REFUSED_AT_FIRST);
  });
});
