import { afterAll, expect } from "vitest";
import { browserTest, useChromium } from "../../support/chromium.js";
import { serveFiles, serveSite } from "../serve.js";
import { addressOf, resetSandbox, sendForm, siteFolder } from "./built-site.js";

const open = useChromium();
const desktop = { viewport: { width: 1280, height: 900 } };
const [site, files] = await Promise.all([serveSite(siteFolder), serveFiles(siteFolder)]);
afterAll(() => Promise.all([site.close(), files.close()]));

browserTest("the inspector shows the requests of the forms of other pages, and what they changed [DS-31]", async () => {
  const { page, errors, outside } = await open(desktop);
  await page.goto(`${files.url}/operations/deleteFileMetadata.html`);
  expect(await sendForm(page)).toContain("204 No Content");
  await page.goto(`${files.url}/operations/getCurrentUser.html`);
  expect(await sendForm(page)).toContain("200 OK");
  await page.goto(`${files.url}/guides/inspector.html`);
  const log = page.locator(".log").getByRole("button");
  await log.nth(1).waitFor();
  const operations = (await log.allInnerTexts()).map((text) => /getCurrentUser|deleteFileMetadata/.exec(text)?.[0]);
  expect(operations).toEqual(["getCurrentUser", "deleteFileMetadata"]);
  await log.nth(1).click();
  await page.locator(".change.removed").getByText("metadata instance").waitFor();
  await page.goto(`${files.url}/operations/deleteFileMetadata.html`);
  await resetSandbox(page);
  await page.goto(`${files.url}/guides/inspector.html`);
  await page.getByText("No requests yet").waitFor();
  expect({ errors, outside }).toEqual({ errors: [], outside: [] });
});

browserTest("it plants a fault and advances the clock for the forms of other pages [DS-31]", async () => {
  const { page } = await open(desktop);
  await page.goto(`${files.url}/guides/inspector.html`);
  await page.getByRole("tab", { name: "Controls" }).click();
  await page.getByLabel("status, required").fill("429");
  await page.getByRole("button", { name: "Add the fault" }).click();
  await page.getByText("Added.").waitFor();
  await page.getByLabel("Advance by").fill("60");
  await page.getByRole("combobox", { name: "Unit" }).selectOption("days");
  await page.getByRole("button", { name: "Advance the clock" }).click();
  await page.getByText("Advanced", { exact: true }).waitFor();
  await page.goto(`${files.url}/operations/getCurrentUser.html`);
  expect(await sendForm(page)).toContain("429 Too Many Requests");
  await page.reload();
  // The fault is spent, and the token is expired.
  expect(await sendForm(page)).toContain("401 Unauthorized");
});

browserTest("it keeps the last 200 requests of a tab [DS-31]", async () => {
  const { page } = await open(desktop);
  await page.goto(`${files.url}/operations/getCurrentUser.html`);
  expect(await sendForm(page)).toContain("200 OK");
  const stored = () => page.evaluate(() => JSON.parse(sessionStorage.getItem("sandbox-requests") ?? "[]"));
  const [entry] = await stored();
  const many = Array.from({ length: 300 }, (_, at) => ({ ...entry, request_id: `old ${at}` }));
  await page.evaluate((text) => sessionStorage.setItem("sandbox-requests", text), JSON.stringify(many));
  expect(await sendForm(page)).toContain("200 OK");
  expect(await stored()).toHaveLength(200);
  expect((await stored()).slice(-2)).toMatchObject([{ request_id: "old 299" }, { operation: "getCurrentUser" }]);
});

browserTest("it shows the requests to the sandbox server of the site [DS-31]", async () => {
  const { page } = await open(desktop);
  await page.goto(`${site.url}/guides/inspector.html`);
  await page.getByText("No requests yet").waitFor();
  await fetch(`${site.url}/2.0/users/me`, { headers: { authorization: "Bearer token-reviewer" } });
  const request = page.locator(".log").getByRole("button", { name: /getCurrentUser.*Contract Reviewer.*200/ });
  await request.click();
  await page.getByRole("button", { name: "Replay" }).click();
  await page.getByText("2 requests").waitFor();
  expect(site.sandbox.requests()).toHaveLength(2);
});

browserTest("a page from a folder says that it has no sandbox [DS-31]", async () => {
  const { page, errors } = await open(desktop);
  await page.goto(addressOf("guides/inspector.html"));
  await page.getByText("This page has no sandbox").waitFor();
  expect(errors).toEqual([]);
});
