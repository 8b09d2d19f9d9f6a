import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { loadContract } from "../../contract-tests/src/index.js";
import { type ServedSite, serveSite } from "../serve-site.js";
import { browserTest, useChromium } from "./chromium.js";

let site: ServedSite;
beforeAll(async () => {
  site = await serveSite(inject("siteFolder"));
});
afterAll(() => site.close());

const open = useChromium();

async function send(page: Page): Promise<string> {
  const answers = page.locator(".try-answer");
  const before = await answers.count();
  await page.getByRole("button", { name: "Send" }).press("Enter");
  await answers.nth(before).waitFor();
  return (await answers.first().textContent()) ?? "";
}

describe("the form of an operation", () => {
  browserTest("locks a file, is refused as somebody else, and starts anew", async () => {
    site.sandbox.reset();
    const { page, errors, outside } = await open();
    await page.goto(`${site.url}/operations/updateFile.html`);
    await page.getByLabel("As", { exact: true }).selectOption("Contract Owner");
    await page.getByLabel("Example").selectOption("Lock the file until a certain day.");
    await page.getByLabel("fields").fill("lock,etag");
    const locked = await send(page);
    expect(locked).toContain("200 OK");
    expect(locked).toContain('"login": "owner@example.com"');

    await page.getByLabel("As", { exact: true }).selectOption("Contract Reviewer");
    await page.getByLabel("Body").fill('{ "name": "mine.pdf" }');
    const refused = await send(page);
    expect(refused).toContain("403");
    expect(refused).toContain("access_denied_item_locked");
    // It is the same sandbox that everything else at this address sees.
    const { files = [] } = site.sandbox.snapshot();
    expect(files.find(({ id }) => id === "4001")).toMatchObject({ name: "lease.pdf" });

    await page.getByRole("button", { name: "Reset the sandbox" }).click();
    await page.getByText("The world is as it was at the start").waitFor();
    expect(await send(page)).toContain("200 OK");
    // The browser itself notes that an answer was a refusal.
    expect(errors).toEqual([expect.stringContaining("status of 403")]);
    expect(outside).toEqual([]);
  });

  browserTest("sends a form for tokens, and a refresh token works once", async () => {
    site.sandbox.reset();
    const { page } = await open();
    await page.goto(`${site.url}/operations/refreshAccessToken.html`);
    expect(await send(page)).toContain('"token_type": "bearer"');
    expect(await send(page)).toContain("invalid_grant");
  });

  browserTest("says what cannot be sent, and sends nothing", async () => {
    const { page } = await open();
    await page.goto(`${site.url}/operations/updateFile.html`);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.method()));
    await page.getByLabel("file_id").fill("");
    expect(await send(page)).toBe("file_id is a part of the path, and cannot be empty.");
    await page.getByLabel("file_id").fill("4001");
    await page.getByLabel("If-Match").fill("наш");
    expect(await send(page)).toContain("A header takes letters, digits");
    // The page itself may still load its icon.
    expect(requests).not.toContain("PUT");
  });

  browserTest("is there for every operation, and each example gets an answer that the contract knows", async () => {
    const { page } = await open();
    const seen: string[] = [];
    for (const { id } of loadContract().operations) {
      site.sandbox.reset();
      await page.goto(`${site.url}/operations/${id}.html`);
      const [status = ""] = /^\d+/.exec(await send(page)) ?? [];
      seen.push(`${id} ${status}`);
    }
    // What these create is in the world already: it is the one in which the examples of the contract have been sent.
    expect(seen.filter((one) => !/ 20\d$/.test(one)).toSorted()).toEqual([
      "assignLegalHoldPolicy 409",
      "createCollaboration 400",
      "createFileMetadata 409",
      "createMetadataTemplate 409",
      "createWebLink 409",
    ]);
  });
});
