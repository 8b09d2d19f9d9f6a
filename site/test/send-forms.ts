import { loadContract } from "content-service-contract-tests";
import type { Page } from "playwright-core";

/** Sends what the form of a page says, and gives the answer as it is shown. */
export async function sendForm(page: Page): Promise<string> {
  const answers = page.locator(".try-response");
  const before = await answers.count();
  await page.getByRole("button", { name: "Send" }).press("Enter");
  await answers.nth(before).waitFor();
  return (await answers.first().textContent()) ?? "";
}

/** Locks a file as its owner, and renames it as somebody else. Gives both answers. */
export async function lockAndRename(page: Page, siteUrl: string): Promise<{ locked: string; renamed: string }> {
  await page.goto(`${siteUrl}/operations/updateFile.html`);
  await page.locator("[name=token]").selectOption("Contract Owner");
  await page.locator("[name=example]").selectOption("Lock the file until a certain date.");
  await page.getByLabel("fields").fill("lock,etag");
  const locked = await sendForm(page);
  await page.locator("[name=token]").selectOption("Contract Reviewer");
  await page.locator("textarea").fill('{ "name": "mine.pdf" }');
  return { locked, renamed: await sendForm(page) };
}

/** Puts the world back with the button of the form. */
export async function resetSandbox(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Reset the sandbox" }).click();
  await page.getByText("The world is as it was at the start").waitFor();
}

/**
 * Sends the form of every operation as the reader finds it, each to the world of the start, and gives those that did
 * not succeed, such as `createTask 409`.
 */
export async function sendEveryForm(page: Page, siteUrl: string, startAnew: () => unknown): Promise<string[]> {
  const seen: string[] = [];
  for (const { id } of loadContract().operations) {
    await page.goto(`${siteUrl}/operations/${id}.html`);
    await startAnew();
    const [status = ""] = /^\d+/.exec(await sendForm(page)) ?? [];
    seen.push(`${id} ${status}`);
  }
  return seen.filter((one) => !/ 20\d$/.test(one)).toSorted();
}

/** What these create is in the world already: it is the one in which the examples of the contract have been sent. */
export const REFUSED_AT_FIRST = [
  "assignLegalHoldPolicy 409",
  "createCollaboration 409",
  "createFileMetadata 409",
  "createMetadataTemplate 409",
  "createWebLink 409",
];
