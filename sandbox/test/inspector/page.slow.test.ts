import { gzipSync } from "node:zlib";
import { defaultSeed } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { accessibilityProblems } from "../../../support/axe.js";
import inspector from "../../generated/inspector.json" with { type: "json" };
import { bundleInspector } from "../../inspector/bundle-inspector.js";
import { browserTest, useInspector } from "../support/inspector.js";
import { startSandbox } from "../support/start-sandbox.js";

const open = useInspector();
const MAX_BYTES = 45_000;

describe("the page of the inspector", () => {
  test("allows only its own script and style, and requests to the sandbox [SB-6]", async () => {
    const { server } = await startSandbox();
    const response = await fetch(`${server.url}/_sandbox/ui`);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'/,
    );
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    const html = await response.text();
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toMatch(/\b(src|href)="(?!data:)/);
  });

  test("is what npm run generate writes, and weighs less than 45 kB in gzip [SB-6]", async () => {
    expect(await bundleInspector()).toEqual(inspector);
    expect(gzipSync(inspector.html).byteLength).toBeLessThan(MAX_BYTES);
  });

  browserTest("shows names and bodies as text, whatever they contain [SB-6]", async () => {
    const name = '<img src=x onerror="document.title=1">';
    const { users = [], ...seed } = defaultSeed();
    const named = users.map((one) => (one.id === "1003" ? { ...one, name } : one));
    const { as, page, row, show } = await open("Requests", { seed: { ...seed, users: named } });
    await as("owner").updateFile({ path: { file_id: "4002" }, body: { name, tags: ["<script>"] } });
    await row("updateFile").click();
    await page.getByRole("row", { name }).first().waitFor();
    await show("Records");
    await page.getByLabel("Search the records").fill("onerror");
    await page.getByRole("link", { name: `file ${name}` }).waitFor();
    expect(await page.locator("img, script:not(body > script)").count()).toBe(0);
    expect(await page.title()).toBe("Sandbox inspector");
  });

  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1280, 390])
      browserTest(`is accessible and fits, ${colorScheme}, ${width} wide [SB-6]`, async () => {
        const browser = { colorScheme, viewport: { width, height: 900 } };
        const { as, page, row, sandbox, show } = await open("Requests", {}, browser);
        sandbox.faults.add({ kind: "unknown_field", times: null });
        await as("owner").updateFile({ path: { file_id: "4002" }, body: { name: "paid.pdf" } });
        await expect(as("owner").deleteUser({ path: { user_id: "1005" } })).rejects.toThrow();
        await row("updateFile").click();
        await page.locator(".details").waitFor();
        const problems: Record<string, string[]> = { log: await accessibilityProblems(page) };
        await show("Records");
        await page.getByRole("button", { name: "Content of Contracts" }).click();
        await page.getByRole("link", { name: "folder Leases" }).click();
        problems["records"] = await accessibilityProblems(page);
        await page.getByRole("button", { name: "Edit" }).click();
        await page.getByLabel("name, required").fill("Rents");
        await page.getByRole("button", { name: "Table" }).click();
        problems["editor and table"] = await accessibilityProblems(page);
        const widths = [await scrollWidth()];
        await show("Controls");
        await page.locator(".list strong", { hasText: "unknown_field" }).waitFor();
        problems["controls"] = await accessibilityProblems(page);
        widths.push(await scrollWidth());
        await show("Requests");
        widths.push(await scrollWidth());
        expect(Object.entries(problems).filter(([, found]) => found.length > 0)).toEqual([]);
        expect(Math.max(...widths)).toBe(width);

        function scrollWidth(): Promise<number> {
          return page.evaluate(() => document.documentElement.scrollWidth);
        }
      });

  browserTest("is used with the keyboard alone, and the focus is always visible [SB-6]", async () => {
    const { as, page, row } = await open();
    await as("owner").getCurrentUser();
    await row("getCurrentUser").waitFor();
    const focused = () => page.evaluate(() => document.querySelector(":focus:not(body)")?.textContent ?? "");
    const tabTo = async (text: string) => {
      for (let step = 0; step < 40 && !(await focused()).includes(text); step += 1) {
        await page.keyboard.press("Tab");
        const style = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
        expect(style).not.toBe("none");
      }
    };
    await tabTo("/2.0/users/me");
    await page.keyboard.press("Enter");
    // Until the details are shown, the row is the last control: the focus would leave the page.
    await page.locator(".details").waitFor();
    await tabTo("Replay");
    await page.keyboard.press("Enter");
    await page.getByText("2 requests").waitFor();
    await page.getByRole("tab", { name: "Requests" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await focused()).toBe("Records");
    await page.getByRole("button", { name: "Content of Contracts" }).waitFor();
    await tabTo("▸");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "folder Leases" }).waitFor();
    // The tree keeps the focus where it was.
    expect(await focused()).toBe("▾");
  });
});
