import { defaultSeed } from "content-service-sandbox";
import { describe, expect } from "vitest";
import { browserTest, useInspector } from "../support/inspector.js";

const open = useInspector();

describe("the records of the inspector", () => {
  browserTest(
    "are a tree with locks, tags, holds, links and collaborations, which follows changes [SB-5]",
    async () => {
      const { as, page, show } = await open();
      await show("Records");
      await page.getByRole("button", { name: "Content of Contracts" }).click();
      const leases = page.locator(".record", { hasText: "Leases" });
      expect(await leases.innerText()).toMatch(/link open\s+on hold\s+shared with 1/);
      const file = page.locator(".record", { hasText: "budget.xlsx" });
      expect(await file.innerText()).toContain("locked by Contract Owner");
      await as("owner").updateFile({ path: { file_id: "4005" }, body: { lock: null } });
      await page.locator(".record", { hasText: "budget.xlsx", hasNotText: "locked" }).waitFor();
    },
  );

  browserTest("show the properties of a record without secrets [SB-5]", async () => {
    const { page, show } = await open();
    await show("Records");
    await page.getByLabel("Search the records").fill("lease.pdf");
    await page.getByRole("button", { name: "file lease.pdf" }).click();
    const properties = page.getByRole("table");
    expect(await properties.getByRole("row", { name: "shared_link.vanity_name office-lease" }).isVisible()).toBe(true);
    expect(await properties.getByRole("row", { name: "shared_link.password ***" }).isVisible()).toBe(true);
    await page.getByLabel("Search the records").fill("");
    await page.getByRole("button", { name: "Tokens" }).click();
    await page.getByRole("button", { name: "access token Contract Owner" }).first().click();
    expect(await properties.getByRole("row", { name: "token ***" }).isVisible()).toBe(true);
    const text = await page.locator("main").innerHTML();
    for (const secret of ["token-owner", "refresh-owner", "correct-horse", "sandbox-secret"])
      expect(text).not.toContain(secret);
  });

  browserTest("list every kind, and what belongs to a record [SB-5]", async () => {
    const { page, show } = await open();
    await show("Records");
    const kinds = page.getByRole("navigation", { name: "Kinds of records" });
    for (const [kind, record, member] of [
      ["Trash", "folder ", undefined],
      ["Users", "user Contract Owner", "access token Contract Owner"],
      ["Groups", "group Legal", undefined],
      ["Templates", "template Approval", undefined],
      ["Tasks", "task", "assignment Contract Reviewer"],
      ["Legal holds", "legal hold policy Lease dispute", "legal hold folder 3002"],
      ["Retentions", "retention policy Keep contracts", "retention version"],
      ["Enterprises", "allowlist entry example.org", undefined],
    ] as const) {
      await kinds.getByRole("button", { name: kind }).click();
      const row = page.locator(".record", { has: page.getByRole("button", { name: record }) }).first();
      await row.waitFor();
      if (member === undefined) continue;
      await row.getByRole("button", { name: "Content of" }).click();
      await page.getByRole("button", { name: member }).first().waitFor();
    }
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
    expect(await scans.count()).toBeGreaterThan(100);
    expect(await scans.count()).toBeLessThan(300);
    await page.getByLabel("Search the records").fill("scan-19999");
    await page.getByText("1 record", { exact: true }).waitFor();
    expect(await scans.allInnerTexts()).toHaveLength(1);
  });
});
