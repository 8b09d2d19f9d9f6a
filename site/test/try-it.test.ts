import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { type SiteServer, serveSite } from "../serve.js";
import { browserTest, useChromium } from "./chromium.js";
import { lockAndRename, resetSandbox, sendForm } from "./send-forms.js";

let site: SiteServer;
beforeAll(async () => {
  site = await serveSite(inject("siteFolder"));
});
afterAll(() => site.close());

const open = useChromium();

describe("the form of an operation", () => {
  browserTest("locks a file, is refused as somebody else, and starts anew", async () => {
    site.sandbox.reset();
    const { page, errors, outside } = await open();
    const { locked, renamed } = await lockAndRename(page, site.url);
    expect(locked).toContain("200 OK");
    expect(locked).toContain('"login": "owner@example.com"');
    expect(renamed).toContain("403 Forbidden");
    expect(renamed).toContain("access_denied_item_locked");
    expect(await page.locator(".which-sandbox").textContent()).toBe("The sandbox runs behind this site.");
    // It is the same sandbox that everything else at this address sees.
    const { files = [] } = site.sandbox.snapshot();
    expect(files.find(({ id }) => id === "4001")).toMatchObject({ name: "lease.pdf" });

    await resetSandbox(page);
    await page.locator("[name=token]").selectOption("Contract Owner");
    expect(await sendForm(page)).toContain('"lock": null');
    // The browser itself notes that an answer was a refusal.
    expect(errors).toEqual([expect.stringContaining("status of 403")]);
    expect(outside).toEqual([]);
  });

  browserTest("sends a form for tokens, and a refresh token works once", async () => {
    site.sandbox.reset();
    const { page } = await open();
    await page.goto(`${site.url}/operations/refreshAccessToken.html`);
    expect(await sendForm(page)).toContain('"token_type": "bearer"');
    expect(await sendForm(page)).toContain("invalid_grant");
  });

  browserTest("says what cannot be sent, and sends nothing", async () => {
    const { page } = await open();
    await page.goto(`${site.url}/operations/updateFile.html`);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.method()));
    await page.getByLabel("file_id").fill("");
    expect(await sendForm(page)).toBe("file_id is a part of the path, and cannot be empty.");
    await page.getByLabel("file_id").fill("4001");
    await page.getByLabel("If-Match").fill("наш");
    expect(await sendForm(page)).toContain("A header takes letters, digits");
    // The page itself may still load its icon.
    expect(requests).not.toContain("PUT");
  });
});
