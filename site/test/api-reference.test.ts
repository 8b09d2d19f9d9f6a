import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import { type HTMLElement, parse } from "node-html-parser";
import { beforeAll, describe, expect, it } from "vitest";
import openapi from "../../generated/openapi.json" with { type: "json" };
import { entryPoints } from "../../scripts/entry-points.js";
import { toSettings } from "../../src/core/options.js";
import { apiReferencePages } from "../api-reference/api-reference-pages.js";
import { ENTRY_POINTS, type EntryPoint, WITHOUT_PAGE } from "../api-reference/entry-points.js";
import { entryProgram } from "../api-reference/read-exports.js";
import type { Page } from "../page/page.js";

const root = new URL("../../", import.meta.url);

let pages: Page[] = [];
let roots = new Map<string, HTMLElement>();
let names = new Map<string, string[]>();

beforeAll(async () => {
  pages = await apiReferencePages();
  roots = new Map(pages.map(({ path, html }) => [path, parse(html)]));
  names = exportedNames();
});

/** The exports of the entry points, read without the code that makes the pages. */
function exportedNames(): Map<string, string[]> {
  const program = entryProgram();
  const checker = program.getTypeChecker();
  return new Map(
    ENTRY_POINTS.map(({ specifier, file }) => {
      const source = program.getSourceFile(file);
      const symbol = source && checker.getSymbolAtLocation(source);
      return [specifier, symbol ? checker.getExportsOfModule(symbol).map(({ name }) => name) : []];
    }),
  );
}

function pageOf({ page }: EntryPoint): HTMLElement {
  const found = roots.get(`package/${page}`);
  if (found === undefined) throw new Error(`there is no page ${page}`);
  return found;
}

function entryPoint(page: string): EntryPoint {
  const found = ENTRY_POINTS.find((entry) => entry.page === page);
  if (found === undefined) throw new Error(`there is no entry point with the page ${page}`);
  return found;
}

/** A row of a table of members: type, what holds when it is left out, and description. */
function row(page: string, id: string): { type: string; initial: string; text: string } {
  const found = pageOf(entryPoint(page)).getElementById(id);
  const textOf = (selector: string) => found?.querySelector(selector)?.text.trim() ?? "";
  const limits = textOf("td .limits");
  const initial = textOf(".required") || textOf(".optional") || limits.replace("Default: ", "");
  return { type: textOf(".type"), initial, text: textOf("td").replace(limits, "").trim() };
}

/** The options that do nothing unless they are given. */
const WITHOUT_DEFAULT: readonly string[] = [
  "CallOptions.signal",
  "CallSettings.headers",
  "ClientOptions.authUrl",
  "ContractProxyOptions.onExchange",
  "DerivedOptions.onEvent",
  "RunOptions.onProgress",
  "RunOptions.signal",
  "SandboxOptions.onRequest",
];

describe("the reference of the packages", () => {
  it("has a page for each module that the packages export", () => {
    const modules = entryPoints().map(({ specifier }) => specifier);
    const described = ENTRY_POINTS.map(({ specifier }) => specifier);
    expect([...described, ...WITHOUT_PAGE].toSorted()).toEqual(modules.toSorted());
    for (const { page } of ENTRY_POINTS) expect(roots.has(`package/${page}`), page).toBe(true);
  });

  it("has a section for every name that an entry point exports, and lists it in the overview", () => {
    const overview = roots.get("package/index.html");
    for (const entry of ENTRY_POINTS) {
      // The pages of the schemas describe the resources.
      const exported = (names.get(entry.specifier) ?? []).filter((name) => !(name in openapi.components.schemas));
      expect(exported.length).toBeGreaterThan(0);
      const page = pageOf(entry);
      expect(exported.filter((name) => page.getElementById(name) === null)).toEqual([]);
      const own = page.querySelectorAll("section > h2").map(({ id }) => id);
      for (const id of own.filter((one) => exported.includes(one))) {
        expect(overview?.querySelector(`a[href="${entry.page}#${id}"]`), id).not.toBeNull();
      }
    }
  });

  it("describes every name in its section", () => {
    const silent = ENTRY_POINTS.flatMap((entry) =>
      pageOf(entry)
        .querySelectorAll("section")
        .filter((section) => !/^(p|ul)$/i.test(section.querySelector("h2")?.nextElementSibling?.tagName ?? ""))
        .map((section) => `${entry.specifier} ${section.querySelector("h2")?.id}`),
    );
    expect(silent).toEqual([]);
  });

  it("describes every member", () => {
    const silent = ENTRY_POINTS.flatMap((entry) => [
      ...pageOf(entry)
        .querySelectorAll("tbody tr")
        .filter(
          (one) =>
            (one
              .querySelector("td")
              ?.text.replace(/Default: .*/s, "")
              .trim() ?? "") === "",
        )
        .map(({ id }) => id),
      ...pageOf(entry)
        .querySelectorAll("h3")
        .filter((one) => one.nextElementSibling?.tagName !== "P")
        .map(({ id }) => id),
    ]);
    expect(silent).toEqual([]);
  });

  it("shows the default of every option that has one, and never none [DS-4]", () => {
    const rows = ENTRY_POINTS.flatMap(({ page }) =>
      pageOf(entryPoint(page))
        .querySelectorAll("tr")
        .filter(({ id }) => /^\w+(Options|Settings)\./.test(id))
        .map(({ id }) => ({ id, ...row(page, id) })),
    );
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.filter(({ initial, text }) => text === "" || /^(none\b|$)/.test(initial))).toEqual([]);
    expect(
      rows
        .filter(({ initial }) => initial === "optional")
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(WITHOUT_DEFAULT);
    expect(row("client.html", "ClientOptions.baseUrl")).toMatchObject({ type: "string", initial: "required" });
    expect(row("client.html", "ClientOptions.maxBodyBytes").initial).toBe("67_108_864");
    expect(row("client.html", "ClientOptions.retry").initial).toBe("4 attempts, with the defaults of RetryOptions");
    expect(row("client.html", "RetryOptions.maxAttempts").initial).toBe("4");
    expect(row("refreshing-auth.html", "RefreshingAuthOptions.refreshEarlyMs").initial).toBe("60_000");
    expect(row("refreshing-auth.html", "RefreshingAuthOptions.clock").initial).toBe("the system's clock");
  });

  it("shows the defaults that the client has [DS-4]", () => {
    const settings = toSettings({ baseUrl: "https://api.content.example/2.0", auth: "token" });
    const shown = Object.entries(settings).flatMap(([name, value]) => {
      const owner = ["ClientOptions", "CallSettings", "RetryOptions"].find((one) =>
        pageOf(entryPoint("client.html")).getElementById(`${one}.${name}`),
      );
      return typeof value === "number" && owner ? [[row("client.html", `${owner}.${name}`).initial, value]] : [];
    });
    expect(shown).toHaveLength(8);
    for (const [initial, value] of shown) expect(Number(String(initial).replaceAll("_", ""))).toBe(value);
  });

  it("has no broken link, and links to the page of every operation", async () => {
    const contract = await readFile(new URL("generated/openapi.json", root), "utf8");
    const operations = [...contract.matchAll(/"operationId": "(\w+)"/g)].map(([, id]) => `operations/${id}.html`);
    const known = new Set([...operations, "operations/index.html"]);
    expect(operations).not.toEqual([]);
    const links = pages.flatMap(({ path }) =>
      (roots.get(path)?.querySelectorAll("a") ?? []).map((link) => ({ path, href: link.getAttribute("href") ?? "" })),
    );
    const broken = links.filter(({ path, href }) => {
      const [file = "", fragment] = href.split("#");
      const target = file === "" ? path : posix.join(posix.dirname(path), file);
      if (known.has(target) && fragment === undefined) return false;
      const page = roots.get(target);
      return page === undefined || (fragment !== undefined && page.getElementById(fragment) === null);
    });
    expect(broken).toEqual([]);
    expect(operations.filter((path) => !links.some(({ href }) => href === `../${path}`))).toEqual([]);
  });

  it("has no duplicate id on a page", () => {
    for (const [path, page] of roots) {
      const ids = page.querySelectorAll("[id]").map(({ id }) => id);
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        path,
      ).toEqual([]);
    }
  });

  it("keeps the types of the contract to a few lines", () => {
    for (const name of ["components", "operations", "paths"]) {
      const section = pageOf(entryPoint("client.html")).getElementById(name)?.parentNode;
      expect(section?.text.length).toBeLessThan(500);
    }
    expect(Math.max(...pages.map(({ html }) => html.length))).toBeLessThan(115_000);
  });

  it("is the same each time", async () => {
    expect(await apiReferencePages()).toEqual(pages);
  });
});
