import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Sends the form of a page, and returns the text of the response on the page. */
export async function sendForm(page: Page): Promise<string> {
  const responses = page.locator(".try-response");
  const before = await responses.count();
  await page.getByRole("button", { name: "Send" }).press("Enter");
  await responses.nth(before).waitFor();
  return (await responses.first().textContent()) ?? "";
}

/** Locks a file as its owner, and expects that another user cannot rename it. */
export async function expectLockedFile(page: Page, siteUrl: string): Promise<void> {
  await page.goto(`${siteUrl}/operations/updateFile.html`);
  await page.locator("[name=token]").selectOption("Contract Owner");
  await page.locator("[name=example]").selectOption("Lock the file until a certain date.");
  await page.getByLabel("fields").fill("lock,etag");
  const locked = await sendForm(page);
  expect(locked).toContain("200 OK");
  expect(locked).toContain('"login": "owner@example.com"');
  await page.locator("[name=token]").selectOption("Contract Reviewer");
  await page.locator("textarea").fill('{ "name": "mine.pdf" }');
  const renamed = await sendForm(page);
  expect(renamed).toContain("403 Forbidden");
  expect(renamed).toContain("access_denied_item_locked");
}

/** Resets the sandbox with the button of the form, and expects that the file has no lock. */
export async function expectUnlockedAfterReset(page: Page): Promise<void> {
  await resetSandbox(page);
  await page.locator("[name=token]").selectOption("Contract Owner");
  expect(await sendForm(page)).toContain('"lock": null');
}

/** Resets the sandbox with the button of the form. */
export async function resetSandbox(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Reset the sandbox" }).click();
  await page.getByText("The sandbox was reset").waitFor();
}
