import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { type SiteServer, serveSite } from "../serve.js";
import { browserTest, useChromium } from "./chromium.js";
import { expectLockedFile, expectUnlockedAfterReset, sendForm } from "./send-forms.js";

let site: SiteServer;
beforeAll(async () => {
  site = await serveSite(inject("siteFolder"));
});
afterAll(() => site.close());

const open = useChromium();

describe("the form of an operation", () => {
  browserTest("locks a file, rejects changes by another user, and resets", async () => {
    site.sandbox.reset();
    const { page, errors, outside } = await open();
    await expectLockedFile(page, site.url);
    expect(await page.locator(".which-sandbox").textContent()).toBe("The sandbox runs on the server of this site.");
    // The server has one sandbox.
    const { files = [] } = site.sandbox.snapshot();
    expect(files.find(({ id }) => id === "4001")).toMatchObject({ name: "lease.pdf" });
    await expectUnlockedAfterReset(page);
    // The browser logs the error response.
    expect(errors).toEqual([expect.stringContaining("status of 403")]);
    expect(outside).toEqual([]);
  });

  browserTest("sends a form to the token address, where a refresh token can be used once", async () => {
    site.sandbox.reset();
    const { page } = await open();
    await page.goto(`${site.url}/operations/refreshAccessToken.html`);
    expect(await sendForm(page)).toContain('"token_type": "bearer"');
    expect(await sendForm(page)).toContain("invalid_grant");
  });

  browserTest("reports invalid input, and sends nothing", async () => {
    const { page } = await open();
    await page.goto(`${site.url}/operations/updateFile.html`);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.method()));
    await page.getByLabel("file_id").fill("");
    expect(await sendForm(page)).toBe("file_id is a part of the path, and cannot be empty.");
    await page.getByLabel("file_id").fill("4001");
    await page.getByLabel("If-Match").fill("наш");
    expect(await sendForm(page)).toContain("Invalid header: expected one line");
    // The page can still load its icon.
    expect(requests).not.toContain("PUT");
  });
});
