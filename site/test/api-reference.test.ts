import { build } from "esbuild";
import { type HTMLElement, parse } from "node-html-parser";
import ts from "typescript";
import { describe, expect, it, test } from "vitest";
import { entryPoints } from "../../scripts/entry-points.js";
import { toSettings } from "../../src/core/options.js";
import { docComment, summaryOf } from "../api-reference/doc-comment.js";
import { linkCode, linkTypes } from "../api-reference/docs-text.js";
import { ENTRY_POINTS, WITHOUT_PAGE } from "../api-reference/entry-points.js";
import { contentsIn } from "./built-site.js";

const pages = contentsIn("package/");
const pageOf = (name: string) => pages.get(`package/${name}`) ?? parse("");
const entryPages = ENTRY_POINTS.map(({ page }) => pageOf(page));

/** A row of a table of members: what holds when it is left out, and its description. */
function rowOf(row: HTMLElement | null): { initial: string; text: string } {
  const textOf = (selector: string) => row?.querySelector(selector)?.text.trim() ?? "";
  const limits = textOf("td .limits");
  const initial = textOf(".required") || textOf(".optional") || limits.replace("Default: ", "");
  return { initial, text: textOf("td").replace(limits, "").trim() };
}

/** The options that do nothing unless they are given. */
const WITHOUT_DEFAULT: readonly string[] = [
  "CallOptions.signal",
  "CallSettings.headers",
  "ClientOptions.authUrl",
  "ContractProxyOptions.onExchange",
  "DerivedOptions.onEvent",
  "DerivedOptions.signal",
  "DownloadOptions.header",
  "ForEachItemOptions.onPage",
  "RunOptions.onProgress",
  "RunOptions.signal",
  "TransferOptions.onProgress",
];

describe("the reference of the packages", () => {
  it("has a page for each module that the packages export", () => {
    const described = ENTRY_POINTS.map(({ specifier }) => specifier);
    const modules = entryPoints().map(({ specifier }) => specifier);
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
    for (const title of page.querySelectorAll("section > h2").filter(({ id }) => id !== "re-exported")) {
      expect(title.nextElementSibling?.tagName, title.id).toMatch(/^(P|UL)$/);
      expect(pageOf("index.html").querySelector(`a[href="${entry.page}#${title.id}"]`), title.id).not.toBeNull();
    }
  });

  it("describes every member", () => {
    const rows = entryPages.flatMap((page) => page.querySelectorAll("tbody tr"));
    expect(rows.filter((row) => rowOf(row).text === "").map(({ id }) => id)).toEqual([]);
    const methods = entryPages.flatMap((page) => page.querySelectorAll("h3"));
    expect(methods.length).toBeGreaterThan(10);
    expect(methods.filter((one) => one.nextElementSibling?.tagName !== "P").map(({ id }) => id)).toEqual([]);
  });

  it("shows the default of every option that has one, and never none [DS-4]", () => {
    const rows = entryPages.flatMap((page) =>
      page
        .querySelectorAll("tr")
        .filter(({ id }) => /^\w+(Options|Settings)\./.test(id))
        .map((row) => ({ id: row.id, ...rowOf(row) })),
    );
    expect(rows.filter(({ initial }) => /^(none\b|$)/.test(initial))).toEqual([]);
    const optional = rows.filter(({ initial }) => initial === "optional").map(({ id }) => id);
    expect(optional.toSorted()).toEqual(WITHOUT_DEFAULT);
    const initials = new Map(rows.map(({ id, initial }) => [id, initial]));
    expect(initials.get("ClientOptions.baseUrl")).toBe("required");
    expect(initials.get("ClientOptions.retry")).toBe("4 attempts, with the defaults of RetryOptions");
    const settings = toSettings({ baseUrl: "https://api.content.example/2.0", auth: "token" });
    for (const [name, value] of Object.entries(settings).filter(([, one]) => typeof one === "number")) {
      const owner = ["ClientOptions", "CallSettings", "RetryOptions"].find((one) => initials.has(`${one}.${name}`));
      if (owner) expect(Number(initials.get(`${owner}.${name}`)?.replaceAll("_", "")), name).toBe(value);
    }
  });
});

function parsed(comment: string) {
  const source = ts.createSourceFile("a.ts", `${comment}\nconst a = 1;`, ts.ScriptTarget.Latest, true);
  return docComment(source.statements[0] ?? source);
}

test("a docstring is split at its tags, keeps the lines of its example, and has no unknown tag", () => {
  const doc = parsed(`/**
 * Reads a file. In full.
 *
 * - \`a\`: one
 *
 * @default 30000
 * @throws TypeError when the path
 * is empty.
 * @throws ApiError when it is gone.
 * @example
 * if (ready) {
 *   read("me@home.example");
 * }
 */`);
  expect(doc).toEqual({
    text: "Reads a file. In full.\n\n- `a`: one",
    defaultValue: "30000",
    returns: undefined,
    throws: ["TypeError when the path\nis empty.", "ApiError when it is gone."],
    examples: ['if (ready) {\n  read("me@home.example");\n}'],
  });
  expect(() => parsed("/** Old. @deprecated use another */")).toThrow("received @deprecated");
});

test("the first sentence of a docstring is its summary", () => {
  const summary = (text: string) => summaryOf(parsed(`/** ${text} */`));
  expect(summary("Asks `api.example/2.0` first. Then waits.")).toBe("Asks `api.example/2.0` first.");
  expect(summary("One line\n * and a second")).toBe("One line and a second");
  expect(summary("Opened by: Nobody else")).toBe("Opened by.");
});

test("names in a docstring and types in code get links, except in comments, strings and longer code", () => {
  const hrefOf = (name: string) => ({ Tokens: "#Tokens", updateFile: "o.html" })[name];
  const html = 'load(): <span class="hljs-title">Tokens</span> <span class="hljs-comment">// Tokens</span> Tokensy';
  expect(linkTypes(html, hrefOf)).toBe(html.replace("Tokens", '<a href="#Tokens">Tokens</a>'));
  expect(linkCode("<code>client.updateFile</code> <code>Tokens[]</code>", hrefOf)).toBe(
    '<a href="o.html"><code>client.updateFile</code></a> <code>Tokens[]</code>',
  );
});
