import { readFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { browserTest, useInspector } from "../support/inspector.js";

const open = useInspector();

describe("the controls of the inspector", () => {
  browserTest("send a request of an operation as a user, with headers and its example [SB-5]", async () => {
    const { page, sandbox } = await open("Controls");
    const user = page.getByRole("combobox", { name: "User" });
    await user.first().selectOption("Contract Owner");
    await page.getByRole("combobox", { name: "Operation" }).first().selectOption("updateFile");
    await page.getByLabel("Body, application/json").fill('{"description":"From the inspector"}');
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("200 PUT /2.0/files/4001").waitFor();
    expect(sandbox.requests()).toMatchObject([{ operation: "updateFile", user_id: "1003", status: 200 }]);
    await user.first().selectOption("Nobody: no access token");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("401 PUT /2.0/files/4001").waitFor();
    await page.getByRole("combobox", { name: "Operation" }).first().selectOption("findSharedItem");
    await user.first().selectOption("Enterprise Admin, admin");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("200 GET /2.0/shared_items").waitFor();
    await page.getByRole("combobox", { name: "Operation" }).first().selectOption("updateFile");
    const headers = page.getByLabel("Headers, one per line");
    expect(await headers.getAttribute("placeholder")).toBe("If-Match: or As-User: ");
    await headers.fill("If-Match: 17\nAs-User: 1003");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("412 PUT /2.0/files/4001").waitFor();
    expect(sandbox.requests().at(-1)).toMatchObject({ user_id: "1003", status: 412 });
    await headers.fill("no name");
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Expected “Name: value” as a header; received “no name”.").waitFor();
  });

  browserTest("plant a fault with the properties of its kind, remove it, and say what is wrong [SB-5]", async () => {
    const { as, page, sandbox } = await open("Controls");
    await page.getByRole("combobox", { name: "Kind" }).selectOption("status");
    await page.getByRole("combobox", { name: "Operation" }).nth(1).selectOption("getCurrentUser");
    await page.getByLabel("status, required").fill("429");
    await page.getByLabel("retry_after").fill("7");
    await page.getByLabel("Any number of times").check();
    await page.getByRole("button", { name: "Add the fault" }).click();
    await page.getByText("Added.").waitFor();
    expect(sandbox.faults.list()).toMatchObject([
      { fault: { kind: "status", operation: "getCurrentUser", status: 429, retry_after: 7 }, remaining: null },
    ]);
    await expect(as("owner").getCurrentUser()).rejects.toMatchObject({ status: 429 });
    await page.getByText("applied 1 time").waitFor();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("No active faults").waitFor();
    await page.getByLabel("probability").evaluate((input) => input.removeAttribute("max"));
    await page.getByLabel("probability").fill("2");
    await page.getByRole("button", { name: "Add the fault" }).click();
    const reason = page.getByText(/probability.*1/).first();
    await reason.waitFor();
    expect(sandbox.faults.list()).toEqual([]);
  });

  browserTest("offer every kind of fault of the control interface, each of which can be planted [SB-5]", async () => {
    const { page, sandbox } = await open("Controls");
    // The kinds arrive after the rest of the page.
    await page.getByRole("button", { name: "Add the fault" }).waitFor();
    const kinds = await page.getByRole("combobox", { name: "Kind" }).locator("option").allInnerTexts();
    expect(kinds).not.toEqual([]);
    await page.getByLabel("status, required").fill("418");
    for (const kind of kinds) {
      await page.getByRole("combobox", { name: "Kind" }).selectOption(kind);
      // Code in a description is shown as code.
      expect(await page.locator("form .soft").last().innerText()).not.toContain("`");
      await page.getByRole("button", { name: "Add the fault" }).click();
      await page.locator(".list strong", { hasText: kind }).waitFor();
    }
    expect(sandbox.faults.list().map(({ fault }) => fault.kind)).toEqual(kinds);
    // The values of another kind are forgotten.
    await page.getByRole("combobox", { name: "Kind" }).selectOption("status");
    expect(await page.getByLabel("status, required").inputValue()).toBe("503");
  });

  browserTest("issue, copy and revoke a token [SB-5]", async () => {
    const { as, copied, page } = await open("Controls");
    await page.getByRole("combobox", { name: "User" }).nth(1).selectOption("New Member");
    await page.getByRole("button", { name: "Issue a token" }).click();
    await page.getByText("Issued and copied").waitFor();
    const token = await copied();
    const client = as("member", { auth: token });
    expect((await client.getCurrentUser()).name).toBe("New Member");
    expect(await page.locator("main").innerHTML()).not.toContain(token);
    const row = page.locator(".list li", { hasText: "New Member" }).last();
    await row.getByRole("button", { name: "Revoke" }).click();
    await page.locator(".list li", { hasText: "New Member" }).nth(1).waitFor({ state: "detached" });
    await expect(client.getCurrentUser()).rejects.toMatchObject({ status: 401 });
  });

  browserTest("save a snapshot, reset, and load the snapshot [SB-5]", async () => {
    const { as, page, sandbox, show } = await open();
    await as("owner").updateFile({ path: { file_id: "4002" }, body: { name: "paid.pdf" } });
    const nameOf = () => sandbox.snapshot().files?.find(({ id }) => id === "4002")?.name;
    await show("Controls");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save a snapshot" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("sandbox-snapshot.json");
    const saved = await readFile(await download.path(), "utf8");
    expect(JSON.parse(saved)).toEqual(sandbox.snapshot());
    await page.getByRole("button", { name: "Reset the sandbox" }).click();
    await page.getByText("This deletes all changes of records. Press again to confirm.").waitFor();
    expect(nameOf()).toBe("paid.pdf");
    await page.getByRole("button", { name: "Confirm: Reset the sandbox" }).click();
    await page.getByText("Reset", { exact: true }).waitFor();
    expect([nameOf(), sandbox.requests()]).toEqual(["invoice.pdf", []]);
    const file = { name: "sandbox-snapshot.json", mimeType: "application/json", buffer: Buffer.from(saved) };
    await page.getByLabel("Snapshot or seed").setInputFiles(file);
    await page.getByRole("button", { name: "Load the file" }).click();
    await page.getByRole("button", { name: "Confirm: Load the file" }).click();
    await page.getByText("Loaded", { exact: true }).waitFor();
    expect(nameOf()).toBe("paid.pdf");
    await page.getByLabel("Snapshot or seed").setInputFiles({ ...file, buffer: Buffer.from('{"files":7}') });
    await page.getByRole("button", { name: "Load the file" }).click();
    await page.getByRole("button", { name: "Confirm: Load the file" }).click();
    await page.getByText("must be an array").waitFor();
    expect(nameOf()).toBe("paid.pdf");
  });
});
