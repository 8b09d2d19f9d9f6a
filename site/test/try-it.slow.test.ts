import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { browserTest, useChromium } from "../../support/chromium.js";
import { type SiteServer, serveSite } from "../serve.js";
import { addressOf } from "./built-site.js";
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
    const invalid = page.locator('[aria-invalid="true"]');
    expect([await invalid.getAttribute("name"), await invalid.evaluate((one) => one.matches(":focus"))]).toEqual([
      "file_id",
      true,
    ]);
    await page.getByLabel("file_id").fill("4001");
    expect(await invalid.count()).toBe(0);
    await page.getByLabel("If-Match").fill("наш");
    expect(await sendForm(page)).toContain("Invalid header: expected one line");
    // The page can still load its icon.
    expect(requests).not.toContain("PUT");
  });

  browserTest("shows the code of what is in the form, which sends the same request [DS-23]", async () => {
    site.sandbox.reset();
    const { page } = await open();
    await page.goto(`${site.url}/operations/updateFile.html`);
    const code = (language: string) => page.locator(`.pair.selected [data-language=${language}] pre`).textContent();
    await page.locator("[name=token]").selectOption("Contract Owner");
    await page.getByLabel("file_id").fill("4002");
    await page.getByLabel("fields").fill("name, tags");
    await page.locator("textarea").fill('{ "tags": ["paid"] }');
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await sendForm(page);
    const request = await sent;
    expect(await code("curl")).toBe(
      [
        `curl -sS -X PUT '${request.url()}' \\`,
        "  -H 'Authorization: Bearer token-owner' \\",
        "  -H 'Content-Type: application/json' \\",
        `  -d '{ "tags": ["paid"] }'`,
      ].join("\n"),
    );
    expect(new URL(request.url()).search).toBe("?fields=name,tags");
    expect(request.postDataJSON()).toEqual({ tags: ["paid"] });
    expect(await code("TypeScript")).toContain(`  auth: "token-owner",
});

const file = await client.updateFile({
  path: { file_id: "4002" },
  query: { fields: ["name", "tags"] },
  body: { tags: ["paid"] },
});`);
    await page.locator("[name=token]").selectOption("Nobody: no access token");
    expect(await code("curl")).not.toContain("Authorization");
  });

  browserTest(
    "has lists for known values and booleans, and a field for times, which change the body [DS-23]",
    async () => {
      const { page } = await open();
      await page.goto(`${site.url}/operations/createTask.html`);
      const body = async () => JSON.parse(await page.locator("textarea").inputValue());
      await page.getByLabel("action").selectOption("complete");
      await page.getByLabel("due_at").fill("2036-01-02T03:04:05");
      expect(await page.getByLabel("due_at").evaluate((field) => field === document.activeElement)).toBe(true);
      await page.getByLabel("completion_rule").selectOption("not sent");
      expect(await body()).toMatchObject({ action: "complete", due_at: "2036-01-02T03:04:05+00:00" });
      expect(await body()).not.toHaveProperty("completion_rule");
      await page.locator("textarea").fill('{ "action": "review" }');
      expect(await page.getByLabel("action").inputValue()).toBe("0");
      await page.goto(`${site.url}/operations/updateFile.html`);
      expect(await page.getByLabel("lock.is_download_prevented").count()).toBe(0);
      await page.locator("[name=example]").selectOption("Lock the file until a certain date.");
      await page.getByLabel("lock.is_download_prevented").selectOption("true");
      expect(await body()).toMatchObject({ lock: { is_download_prevented: true } });
      await page.goto(`${site.url}/operations/listFileVersionRetentions.html`);
      await page.getByLabel("disposition_after").fill("2027-03-01T00:00:00");
      await page.getByLabel("usemarker").selectOption("true");
      const sent = page.waitForRequest((request) => request.url().includes("usemarker"));
      expect(await sendForm(page)).toContain("200 OK");
      const { searchParams } = new URL((await sent).url());
      expect(Object.fromEntries(searchParams)).toEqual({
        disposition_after: "2027-03-01T00:00:00+00:00",
        usemarker: "true",
      });
    },
  );

  browserTest(
    "sends with Ctrl+Enter, remembers the user on other pages, and links the error code [DS-23]",
    async () => {
      site.sandbox.reset();
      const { page } = await open();
      await page.goto(`${site.url}/operations/updateFile.html`);
      await page.locator("[name=token]").selectOption("Contract Reviewer");
      await page.goto(`${site.url}/operations/deleteFileMetadata.html`);
      await page.getByLabel("file_id").press("Control+Enter");
      const response = page.locator(".try-response");
      await response.getByText("403 Forbidden").waitFor();
      expect(await response.locator(".remedy").textContent()).toMatch(
        /^access_denied_insufficient_permissions: [A-Z].+\.$/,
      );
      expect(await response.locator(".remedy a").first().getAttribute("href")).toBe(
        "errors.html#access_denied_insufficient_permissions",
      );
      const body = await response.locator(".code pre").first().textContent();
      expect(JSON.parse(body ?? "")).toMatchObject({ code: "access_denied_insufficient_permissions" });
    },
  );

  browserTest(
    "says what to change in the form after a 403 of As-User and a 401, and forgets “Nobody” on the next page [DS-23]",
    async () => {
      const { page } = await open();
      await page.goto(`${site.url}/operations/updateFile.html`);
      await page.locator("[name=token]").selectOption("Contract Reviewer");
      await page.getByLabel("As-User").fill("1003");
      expect(await sendForm(page)).toContain("forbidden: Only an admin or a co-admin with this right");
      await page.getByLabel("As-User").fill("");
      await page.locator("[name=token]").selectOption("Nobody: no access token");
      expect(await sendForm(page)).toContain("unauthorized: The request had no access token. Choose a user");
      await page.goto(`${site.url}/operations/getCurrentUser.html`);
      expect(await sendForm(page)).toContain("Contract Reviewer");
    },
  );

  browserTest("shows examples and their code on a page from a folder, without a sandbox", async () => {
    const { page, errors } = await open();
    await page.goto(addressOf("operations/updateFile.html"));
    await page.locator("[name=example]").selectOption("Remove the lock.");
    expect(await page.locator(".pair.selected pre").first().textContent()).toContain("lock: null");
    expect(await page.getByText("This page has no sandbox").isVisible()).toBe(true);
    expect(await page.getByRole("button", { name: "Send" }).count()).toBe(0);
    expect(errors).toEqual([]);
  });
});

describe("an operation page at 1280 pixels", () => {
  browserTest("has the response beside the request [DS-24]", async () => {
    const { page } = await open({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${site.url}/operations/updateFile.html`);
    const [form, response] = await Promise.all(
      ["form.try-it", ".pair.selected .responses"].map((one) => page.locator(one).boundingBox()),
    );
    expect(response?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0));
    expect(response?.y).toBe(form?.y);
  });
});
