import type { Page } from "playwright-core";

/** Sends the form of a page, and returns the text of the response on the page. */
export async function sendForm(page: Page): Promise<string> {
  const responses = page.locator(".try-response");
  const before = await responses.count();
  await page.getByRole("button", { name: "Send" }).press("Enter");
  await responses.nth(before).waitFor();
  return (await responses.first().textContent()) ?? "";
}

/** Resets the sandbox with the button of the form. */
export async function resetSandbox(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Reset the sandbox" }).click();
  await page.getByText("The sandbox was reset").waitFor();
}
