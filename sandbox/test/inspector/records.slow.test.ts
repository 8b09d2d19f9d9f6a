import { defaultSeed } from "content-service-sandbox";
import { describe, expect } from "vitest";
import { browserTest, useInspector } from "../support/inspector.js";

const open = useInspector();

describe("the records of the inspector", () => {
  browserTest("are a tree with what is in the trash, which follows changes [SB-5]", async () => {
    const { as, page } = await open("Records");
    await page.getByRole("button", { name: "Content of Contracts" }).click();
    await page.locator(".record", { hasText: /Archive.*in the trash/ }).waitFor();
    await as("owner").updateFile({ path: { file_id: "4005" }, body: { name: "costs.xlsx" } });
    await page.getByRole("link", { name: "file costs.xlsx" }).waitFor();
  });

  browserTest("show the properties of a record without secrets [SB-5]", async () => {
    const { page } = await open("Records");
    await page.getByLabel("Search the records").fill("lease.pdf");
    await page.getByRole("link", { name: "file lease.pdf" }).click();
    const properties = page.getByRole("region", { name: "file lease.pdf" });
    await properties.getByRole("row", { name: "shared_link.vanity_name office-lease" }).waitFor();
    await properties.getByRole("row", { name: "shared_link.password ***" }).waitFor();
    await page.getByLabel("Search the records").fill("");
    await page.getByRole("link", { name: "access tokens" }).click();
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
    const { page } = await open("Records", { seed: { ...seed, files: [...(seed.files ?? []), ...files] } });
    await page.getByRole("button", { name: "Content of Exchange" }).click();
    await page.getByRole("button", { name: /Show 100 of/ }).click();
    const scans = page.locator(".record", { hasText: "scan-" });
    await expect.poll(() => scans.count()).toBeGreaterThan(100);
    expect(await scans.count()).toBeLessThan(300);
    await page.getByRole("button", { name: "Table" }).click();
    await page.getByRole("button", { name: "name" }).click();
    await page.getByRole("button", { name: "name ↑" }).click();
    await page.getByRole("cell", { name: "scan-19999.pdf", exact: true }).waitFor();
    expect(await page.locator(".sheet tbody tr").count()).toBeLessThan(200);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    const row = page.getByRole("link", { name: /^file scan-9\d\d\d\.pdf/ }).first();
    const name = (await row.getAttribute("aria-label"))?.split(" ")[1] ?? "";
    await row.click();
    // The properties are in view and have the focus, and so has the row once they are closed.
    await page.locator("h2:focus", { hasText: name }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBeLessThan(900);
    await page.getByRole("link", { name: "Close" }).click();
    await page.locator("td a:focus").waitFor();
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100_000);
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
    await page.locator("h2:focus", { hasText: "Edit user" }).waitFor();
    await page.getByLabel("name, required").fill("First Owner");
    await page.getByLabel("enterprise_id, required").fill("");
    await button("Save").click();
    await page.locator("input:focus:invalid").waitFor();
    await page.getByLabel("enterprise_id, required").fill("7001");
    // The draft stays while another record or tab is open.
    await page.getByRole("navigation").getByRole("link", { name: "users" }).click();
    await page.getByText("Not saved: user First Owner").waitFor();
    await show("Controls");
    await show("Records");
    await page.getByRole("link", { name: "user First Owner" }).click();
    expect(await page.getByLabel("created_at").getAttribute("placeholder")).toBe("default now");
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
    const text = await json.inputValue();
    await json.fill("{");
    await page.getByText("Not JSON, so the last valid value stays").waitFor();
    const draft: object = JSON.parse(text);
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

    const phones = (phone: string) =>
      sandbox.restore({ ...before, users: before.users?.map((one) => ({ ...one, phone })) ?? [] });
    await button("Edit").click();
    await page.getByLabel("name, required").fill("Lost");
    phones("0");
    await button("Save").click();
    await row('phone "" 0').waitFor();
    expect(user()).toMatchObject({ name: "Contract Owner", phone: "0" });
    await button("Discard my changes").click();
    await page.getByLabel("job_title").fill("Clerk");
    phones("1");
    await row("phone 0 1").waitFor();
    await button("Keep my changes").click();
    await row("phone 0 1").waitFor({ state: "detached" });
    await row('job_title "" Clerk').waitFor();
    await button("Save").click();
    await page.getByRole("row", { name: "phone 1" }).waitFor();
    expect(user()).toMatchObject({ job_title: "Clerk", phone: "1" });
    const rename = { path: { file_id: "4002" }, body: { name: "paid.pdf" } };
    await expect(as("reviewer").updateFile(rename)).rejects.toThrow();
    await as("owner").updateFile(rename);
    await button("Undo: change user Contract Owner").click();
    await page.getByText("A record has changed since").waitFor();
    const file = sandbox.snapshot().files?.find(({ id }) => id === "4002");
    expect([user()?.job_title, file?.name]).toEqual(["Clerk", "paid.pdf"]);
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
    await page.getByText("must have the form of http://").waitFor();
    await page.locator("input:focus[aria-invalid=true]").waitFor();
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
    const { page } = await open("Records");
    const search = page.getByLabel("Search the records");
    await search.fill("correct-horse");
    await page.getByText("No records. Tokens, client secrets and passwords are not searched.").waitFor();
    // Each word, in any order.
    await search.fill("lease ground");
    await page.getByRole("link", { name: "file lease.pdf" }).waitFor();
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
    const current = page.getByRole("navigation").locator("[aria-current]");
    expect(await current.innerText()).toMatch(/^users/);
    await page.getByRole("navigation").getByRole("link", { name: "tasks" }).click();
    await page.reload();
    await page.getByRole("link", { name: "task " }).first().waitFor();
    expect(await current.innerText()).toMatch(/^tasks/);
    for (const [hash, text] of [
      ["records/files", "folder Contracts"],
      ["records/nothing", "There is no list nothing."],
      ["requests/r1", "This request is not in the list: r1"],
    ])
      await page.goto(`${page.url().split("#")[0]}#${hash}`).then(() => page.getByText(text ?? "").waitFor());
    await page.goto(`${page.url().split("#")[0]}#records/metadata_instances`);
    await page.getByRole("button", { name: "Table" }).click();
    await page.locator("td a").first().waitFor();
    const labels = await page.locator("td a").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    expect(new Set(labels).size).toBe(labels.length);
    await page.getByRole("navigation").getByRole("link", { name: "Users" }).click();
    await page.getByRole("cell", { name: "Enterprise Admin" }).first().waitFor();
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
