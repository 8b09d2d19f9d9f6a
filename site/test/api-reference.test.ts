import { build } from "esbuild";
import { type HTMLElement, parse } from "node-html-parser";
import { describe, expect, it } from "vitest";
import openapi from "../../generated/openapi.json" with { type: "json" };
import { entryPoints } from "../../scripts/entry-points.js";
import { toSettings } from "../../src/core/options.js";
import { ENTRY_POINTS, WITHOUT_PAGE } from "../api-reference/entry-points.js";
import { contentsIn } from "./built-site.js";

const pages = contentsIn("package/");
const pageOf = (name: string) => pages.get(`package/${name}`) ?? parse("");
const entryPages = ENTRY_POINTS.map(({ page }) => pageOf(page));

/** A row of a table of members: type, what holds when it is left out, and description. */
function rowOf(row: HTMLElement | null): { type: string; initial: string; text: string } {
  const textOf = (selector: string) => row?.querySelector(selector)?.text.trim() ?? "";
  const limits = textOf("td .limits");
  const initial = textOf(".required") || textOf(".optional") || limits.replace("Default: ", "");
  return { type: textOf(".type"), initial, text: textOf("td").replace(limits, "").trim() };
}

const rowAt = (page: string, id: string) => rowOf(pageOf(page).getElementById(id));

/** The options that do nothing unless they are given. */
const WITHOUT_DEFAULT: readonly string[] = [
  "CallOptions.signal",
  "CallSettings.headers",
  "ClientOptions.authUrl",
  "ContractProxyOptions.onExchange",
  "DerivedOptions.onEvent",
  "DownloadOptions.header",
  "RunOptions.onProgress",
  "RunOptions.signal",
  "SandboxOptions.onRequest",
  "TransferOptions.onProgress",
];

describe("the reference of the packages", () => {
  it("has a page for each module that the packages export", () => {
    const modules = entryPoints().map(({ specifier }) => specifier);
    const described = ENTRY_POINTS.map(({ specifier }) => specifier);
    expect([...described, ...WITHOUT_PAGE].toSorted()).toEqual(modules.toSorted());
    expect(ENTRY_POINTS.filter(({ page }) => !pages.has(`package/${page}`))).toEqual([]);
  });

  it.each(ENTRY_POINTS)("describes every name that $specifier exports, and lists it in the overview", async (entry) => {
    const page = pageOf(entry.page);
    // esbuild reads the names of the values, which takes less time than an import.
    const options = { bundle: true, format: "esm", packages: "external", metafile: true, write: false } as const;
    const { outputs } = (await build({ ...options, entryPoints: [entry.file], outfile: "all.js" })).metafile;
    const values = outputs["all.js"]?.exports ?? [];
    expect(values.length).toBeGreaterThan(0);
    expect(values.filter((name) => page.getElementById(name) === null)).toEqual([]);
    const results = page.querySelectorAll("p").filter(({ text }) => text.startsWith("Returns"));
    expect(results.filter(({ text }) => /^Returns (undefined)?$/.test(text))).toEqual([]);
    const titles = page.querySelectorAll("section > h2").filter(({ id }) => id !== "re-exported");
    expect(entry.page === "operations.html" || titles.length > 1).toBe(true);
    for (const title of titles) {
      expect(title.nextElementSibling?.tagName, title.id).toMatch(/^(P|UL)$/);
      expect(pageOf("index.html").querySelector(`a[href="${entry.page}#${title.id}"]`), title.id).not.toBeNull();
    }
  });

  it("describes every member", () => {
    const rows = entryPages.flatMap((page) => page.querySelectorAll("tbody tr"));
    expect(rows.filter((row) => rowOf(row).text === "").map(({ id }) => id)).toEqual([]);
    const methods = entryPages.flatMap((page) => page.querySelectorAll("h3"));
    expect(methods.filter((one) => one.nextElementSibling?.tagName !== "P").map(({ id }) => id)).toEqual([]);
  });

  it("shows the default of every option that has one, and never none [DS-4]", () => {
    const rows = entryPages.flatMap((page) =>
      page
        .querySelectorAll("tr")
        .filter(({ id }) => /^\w+(Options|Settings)\./.test(id))
        .map((row) => ({ id: row.id, ...rowOf(row) })),
    );
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter(({ initial }) => /^(none\b|$)/.test(initial))).toEqual([]);
    const optional = rows.filter(({ initial }) => initial === "optional").map(({ id }) => id);
    expect(optional.toSorted()).toEqual(WITHOUT_DEFAULT);
    expect(rowAt("client.html", "ClientOptions.baseUrl")).toMatchObject({ type: "string", initial: "required" });
  });

  it.each([
    ["client.html", "ClientOptions.maxBodyBytes", "67_108_864"],
    ["client.html", "ClientOptions.retry", "4 attempts, with the defaults of RetryOptions"],
    ["client.html", "RetryOptions.maxAttempts", "4"],
    ["refreshing-auth.html", "RefreshingAuthOptions.refreshEarlyMs", "60_000"],
    ["refreshing-auth.html", "RefreshingAuthOptions.clock", "the system's clock"],
  ])("shows on %s the default of %s: %s [DS-4]", (page, id, initial) => {
    expect(rowAt(page, id).initial).toBe(initial);
  });

  it("shows the defaults that the client has [DS-4]", () => {
    const settings = toSettings({ baseUrl: "https://api.content.example/2.0", auth: "token" });
    const shown = Object.entries(settings).flatMap(([name, value]) => {
      const owner = ["ClientOptions", "CallSettings", "RetryOptions"].find((one) =>
        pageOf("client.html").getElementById(`${one}.${name}`),
      );
      return typeof value === "number" && owner ? [[rowAt("client.html", `${owner}.${name}`).initial, value]] : [];
    });
    expect(shown).toHaveLength(8);
    for (const [initial, value] of shown) expect(Number(String(initial).replaceAll("_", ""))).toBe(value);
  });

  it("links to the page of every operation", () => {
    const links = entryPages.flatMap((page) => page.querySelectorAll("a").map((link) => link.getAttribute("href")));
    const ids = Object.values(openapi.paths).flatMap((path) =>
      Object.values(path).flatMap((one) => ("operationId" in one ? [one.operationId] : [])),
    );
    expect(ids.length).toBeGreaterThan(20);
    expect(ids.filter((id) => !links.includes(`../operations/${id}.html`))).toEqual([]);
  });

  it("keeps the types of the contract to a few lines", () => {
    for (const name of ["components", "operations", "paths"]) {
      const section = pageOf("client.html").getElementById(name)?.parentNode;
      expect(section?.text.length).toBeLessThan(500);
    }
  });
});
