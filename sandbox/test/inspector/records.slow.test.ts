import { defaultSeed } from "content-service-sandbox";
import { describe, expect } from "vitest";
import { browserTest, useInspector } from "../support/inspector.js";

const open = useInspector();

describe("the records of the inspector", () => {
  browserTest("are a tree with what is in the trash, which follows changes [SB-5]", async () => {
    const { as, page, show } = await open();
    await show("Records");
    await page.getByRole("button", { name: "Content of Contracts" }).click();
    await page.locator(".record", { hasText: /Archive.*in the trash/ }).waitFor();
    await as("owner").updateFile({ path: { file_id: "4005" }, body: { name: "costs.xlsx" } });
    await page.getByRole("link", { name: "file costs.xlsx" }).waitFor();
  });

  browserTest("show the properties of a record without secrets [SB-5]", async () => {
    const { page, show } = await open();
    await show("Records");
    await page.getByLabel("Search the records").fill("lease.pdf");
    await page.getByRole("link", { name: "file lease.pdf" }).click();
    const properties = page.getByRole("region", { name: "file lease.pdf" });
    await properties.getByRole("row", { name: "shared_link.vanity_name office-lease" }).waitFor();
    await properties.getByRole("row", { name: "shared_link.password ***" }).waitFor();
    await page.getByLabel("Search the records").fill("");
    await page.getByRole("button", { name: "access tokens" }).click();
    await page.getByRole("link", { name: "access token 1003" }).first().click();
    await page.getByRole("row", { name: "token ***" }).waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("token, required").waitFor();
    expect(await page.getByLabel("token, required").inputValue()).toBe("***");
    const text = await page.locator("main").innerHTML();
    for (const secret of ["token-owner", "refresh-owner", "correct-horse", "sandbox-secret"])
      expect(text).not.toContain(secret);
  });

  browserTest("stay usable with 20,000 files: a list shows 100 at a time [SB-5]", async () => {
    const seed = defaultSeed();
    const files = Array.from({ length: 20_000 }, (_, at) => ({
      id: String(1_000_000 + at),
      name: `scan-${at}.pdf`,
      parent_id: "3006",
      versions: [{ id: `version-${at}` }],
    }));
    const { page, show } = await open({ seed: { ...seed, files: [...(seed.files ?? []), ...files] } });
    await show("Records");
    await page.getByRole("button", { name: "Content of Exchange" }).click();
    await page.getByRole("button", { name: /Show 100 of/ }).click();
    const scans = page.locator(".record", { hasText: "scan-" });
    await expect.poll(() => scans.count()).toBeGreaterThan(100);
    expect(await scans.count()).toBeLessThan(300);
    await page.getByRole("button", { name: "Table" }).click();
    await page.getByRole("button", { name: "name" }).click();
    await page.getByRole("button", { name: "name ↑" }).click();
    await page.getByRole("cell", { name: "scan-19999.pdf" }).waitFor();
    expect(await page.locator(".sheet tbody tr").count()).toBeLessThan(200);
    await page.getByRole("button", { name: "Table" }).click();
    await page.getByLabel("Search the records").fill("scan-19999");
    await page.getByText("1 record", { exact: true }).waitFor();
    expect(await scans.allInnerTexts()).toHaveLength(1);
  });

  browserTest("are changed as a form and as JSON, with the difference before a save, and undone [SB-11]", async () => {
    const { as, page, sandbox, show } = await open();
    await page.goto(`${page.url()}#records/users/1003`);
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const user = () => sandbox.snapshot().users?.find(({ id }) => id === "1003");
    const before = sandbox.snapshot();
    await button("Edit").click();
    await page.getByLabel("name, required").fill("First Owner");
    await page.getByLabel("space_used").fill("12");
    await page.getByLabel("role").selectOption("co-admin");
    const row = (name: string) => page.locator(".differences").getByRole("row", { name });
    await row("name Contract Owner First Owner").waitFor();
    await row("role member co-admin").waitFor();
    expect(user()?.name).toBe("Contract Owner");
    await button("Save").click();
    await page.getByRole("heading", { name: "First Owner" }).waitFor();
    expect(user()).toMatchObject({ name: "First Owner", space_used: 12, role: "co-admin" });
    await button("Edit").click();
    await button("JSON").click();
    const json = page.getByLabel("Record, JSON");
    const draft: object = JSON.parse(await json.inputValue());
    await json.fill(JSON.stringify({ ...draft, login: "admin@example.com" }));
    await button("Save").click();
    await page.getByText("is the address of another user or alias").waitFor();
    await json.fill(JSON.stringify({ ...draft, login: "first@example.com" }));
    await button("Save").click();
    // Until then, the button is that of the first change.
    await page.getByRole("row", { name: "login first@example.com" }).waitFor();
    await button("Undo: change user First Owner").click();
    await page.getByText("Undone").waitFor();
    expect(user()).toMatchObject({ name: "First Owner", login: "owner@example.com" });
    await button("Undo: change user First Owner").click();
    await page.getByRole("heading", { name: "Contract Owner" }).waitFor();
    expect({ ...sandbox.snapshot(), now: "" }).toEqual({ ...before, now: "" });

    await button("Edit").click();
    await page.getByLabel("name, required").fill("Lost");
    sandbox.restore({ ...before, users: before.users?.map((one) => ({ ...one, phone: "1" })) ?? [] });
    await button("Save").click();
    await page.getByText("Another program has changed this record").waitFor();
    expect(user()).toMatchObject({ name: "Contract Owner", phone: "1" });
    await button("Cancel").click();
    await page.getByRole("row", { name: "phone 1" }).waitFor();
    await button("Edit").click();
    await page.getByLabel("phone").fill("2");
    await button("Save").click();
    await page.getByRole("row", { name: "phone 2" }).waitFor();
    await as("reviewer")
      .updateFile({ path: { file_id: "4002" }, body: { name: "paid.pdf" } })
      .catch(() => {});
    await as("owner").updateFile({ path: { file_id: "4002" }, body: { name: "paid.pdf" } });
    await button("Undo: change user Contract Owner").click();
    await page.getByText("A record has changed since").waitFor();
    expect([user()?.phone, sandbox.snapshot().files?.find(({ id }) => id === "4002")?.name]).toEqual(["2", "paid.pdf"]);
    await show("Requests");
  });

  browserTest("are created, and deleted with what cannot be without them [SB-11]", async () => {
    const { page, sandbox, show } = await open();
    const before = sandbox.snapshot();
    await show("Records");
    await page.getByRole("button", { name: "New record" }).click();
    await page.getByLabel("List").selectOption("web_links");
    await page.getByLabel("name, required").fill("Help");
    await page.getByLabel("url, required").fill("help");
    await page.getByLabel("owner_id").fill("1003");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("url: must have the form of http://").waitFor();
    await page.getByLabel("url, required").fill("https://help.example");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("region", { name: "web link Help" }).waitFor();
    expect(sandbox.snapshot().web_links?.at(-1)).toMatchObject({ name: "Help", owner_id: "1003", description: "" });
    for (const [list, id, type] of [
      ["web_links", String(before.next_id), "web link"],
      ["users", "1003", "user"],
      ["tasks", "9101", "task"],
    ] as const) {
      await page.goto(`${page.url().split("#")[0]}#records/${list}/${id}`);
      await page.getByRole("row", { name: `id ${id}`, exact: true }).waitFor();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByRole("button", { name: "Confirm: Delete" }).click();
      await page.getByRole("button", { name: `Undo: delete ${type}` }).waitFor();
      const left = sandbox.snapshot()[list] ?? [];
      expect(left.some((one) => one.id === id)).toBe(false);
      if (list !== "users") continue;
      expect(JSON.stringify(sandbox.snapshot().groups)).not.toContain('"1003"');
      await page.getByRole("button", { name: /^Undo: delete/ }).click();
      await page.getByText("Undone").waitFor();
    }
  });

  browserTest("are found by any value, sorted, filtered and linked, each with an address [SB-12]", async () => {
    const { page, show } = await open();
    await show("Records");
    const search = page.getByLabel("Search the records");
    await search.fill("owner@example.com");
    await page.getByRole("link", { name: "user Contract Owner" }).click();
    await page.waitForURL(/#records\/users\/1003$/);
    await page.getByRole("row", { name: "enterprise_id 7001" }).getByRole("link").click();
    await page.getByRole("region", { name: "enterprise 7001" }).waitFor();
    await page.waitForURL(/#records\/enterprises\/7001$/);
    await page.goBack();
    await page.getByRole("region", { name: "user Contract Owner" }).waitFor();
    await page.reload();
    await page.getByRole("region", { name: "user Contract Owner" }).waitFor();
    await page.getByRole("navigation").getByRole("button", { name: "Users" }).click();
    await page.getByRole("button", { name: "Table" }).click();
    const names = () => page.locator(".sheet tbody td:nth-child(3)").allInnerTexts();
    const all = await names();
    await page.getByRole("button", { name: "name", exact: true }).click();
    await page.getByRole("columnheader", { name: "name ↑" }).waitFor();
    expect(await names()).toEqual(all.toSorted());
    await page.getByRole("button", { name: "name ↑" }).click();
    await page.getByRole("columnheader", { name: "name ↓" }).waitFor();
    expect(await names()).toEqual(all.toSorted().toReversed());
    await page.getByText(/Columns \d+ of/).click();
    await page.getByRole("checkbox", { name: "role" }).check();
    await page.getByLabel("Filter by role").fill("co-admin");
    await page.getByText(`1 of ${all.length} records`).waitFor();
    expect(await names()).toHaveLength(1);
  });
});
