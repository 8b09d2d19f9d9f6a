import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createSearch, type SearchEntry } from "../search/find.js";
import { pagePaths, readFile } from "./built-site.js";

const SCRIPT = "assets/search-entries.js";
const script = readFile(SCRIPT);
// The build writes its entries.
const entries = JSON.parse(script.slice(script.indexOf("["), script.lastIndexOf("]") + 1)) as SearchEntry[];
const find = createSearch(entries);

function addresses(typed: string): string[] {
  return find(typed).groups.flatMap(({ results }) => results.map(({ id }) => id));
}

/** What strangers type, the right pages (`!` for a page that leads to what the product does not have), and what is found. */
const QUERIES = readFileSync(new URL("search-queries.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [typed = "", pages = ""] = line.split(" = ");
    return { typed, pages: pages.split(" "), found: find(typed) };
  });

/** The position of the first right page among what is shown for a query. Infinity without any. */
function positionOf({ pages, found: { notice, groups } }: (typeof QUERIES)[number]): number {
  const ids = groups.flatMap(({ results }) => results.slice(0, 4).map(({ id }) => id));
  const shown = (notice === undefined ? ids : [`!${notice.id}`, ...ids]).map((id) => id.replace(".html", ""));
  const at = shown.findIndex((id) => pages.some((page) => id.replace("!", "").startsWith(page.replace("!", ""))));
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

test("the search finds 90% of the pages of strangers first, 98% among the first three, and always leads on [DS-1]", () => {
  const among = (count: number) => QUERIES.flatMap((one) => (positionOf(one) < count ? [] : [one.typed]));
  expect(among(1).length / QUERIES.length, among(1).join(", ")).toBeLessThanOrEqual(0.1);
  expect(among(3).length / QUERIES.length, among(3).join(", ")).toBeLessThanOrEqual(0.02);
  expect(QUERIES.filter(({ found }) => found.notice === undefined && found.groups.length === 0)).toEqual([]);
});

test("the search says what the product does not have, and leads on [DS-1]", () => {
  const absent = QUERIES.filter(({ pages }) => pages.every((page) => page.startsWith("!")));
  const silent = absent.filter(({ pages, found }) => !pages.includes(`!${found.notice?.id.replace(".html", "")}`));
  expect(silent.length / absent.length, silent.map(({ typed }) => typed).join(", ")).toBeLessThan(0.1);
});

test.each([
  "move a file",
  "delete user",
  "create task",
  "lock file",
  "get metadata",
  "PUT /files/{file_id}",
  "get all templates",
  "when was my file deleted",
])("the search says nothing of the kind of what the contract has: %s [DS-1]", (typed) =>
  expect(find(typed).notice).toBeUndefined(),
);

test.each([
  ["toMatchContract", /^package\/contract-matchers/],
  ["due_at", /^operations\/createTask/],
  ["bad_request missing fields", /^operations\/errors.html#bad_request/],
  ["if match", /^guides\/locks-and-conditions/],
  ["as user header", /^package\/client.html#Client.asUser/],
  ["D45", /^project\/assumptions/],
  ["advanceclock", /^sandbox\/advanceClock/],
  ["DELETE /files/4001/metadata/global/properties", /^operations\/deleteFileMetadata/],
  ["post /files/{file_id}/metadata", /^operations\/createFileMetadata/],
  ["The argument status has no value.", /^operations\/errors.html#unexpected_json_type/],
  ["List file version legal holds", /^operations\/listFileVersionLegalHolds/],
])("the search finds the name, the request or the message %s whole [DS-1]", (typed, page) =>
  expect(addresses(typed)[0]).toMatch(page),
);

test.each(["copy a file", "move folder", "list groups", "restore a deleted file", "assign a task"])(
  "the search says that the contract cannot %s [DS-1]",
  (typed) => expect(find(typed).notice?.text).toContain("The contract has no operation"),
);

test("no result shows how long its page takes to read, columns without rows, or half a word", () => {
  expect(entries.filter(({ text }) => /min read|Name and type Description$/.test(text))).toEqual([]);
  expect(entries.find(({ id }) => id === "reliability/retries.html#delays")?.text).toMatch(/[\w.,] …$/);
});

test("the first search loads at most 120 kB", () => {
  const bytes = [SCRIPT, "assets/search.js"].map((path) => gzipSync(readFile(path)).length);
  const total = bytes.reduce((sum, one) => sum + one);
  expect(total, "bytes: LENGTHS in site/search/entries.ts says how much").toBeLessThan(120_000);
});

test("the search has an entry for every option, every error code and every heading of a guide [DS-1]", () => {
  for (const [pages, pattern] of [
    [/^guides\//, /<h[23][^>]* id="(?!see-also)([^"]+)"/g],
    [/^operations\/errors\.html/, /<h2[^>]* id="([^"]+)"/g],
    [/^package\//, /<tr id="(\w+(?:Options|Settings)\.[^"]+)"/g],
  ] as const) {
    const ids = pagePaths
      .filter((path) => pages.test(path))
      .flatMap((path) => [...readFile(path).matchAll(pattern)].map(([, id]) => `${path}#${id}`));
    expect(ids.length).toBeGreaterThan(20);
    expect(ids.filter((id) => !entries.some((entry) => entry.id === id))).toEqual([]);
  }
});

test("the best results come first, then others by part, with one result for a page, and mark the match in its text [DS-2]", () => {
  const { groups } = find("429");
  expect(groups.map(({ part }) => part)).toEqual([...new Set(groups.map(({ part }) => part))]);
  expect(groups[0]).toMatchObject({ part: "Best matches", results: [{ heading: expect.any(String) }, {}, {}] });
  const pages = addresses("retry").flatMap((id) => /^(?:guides|reliability)[^#]+/.exec(id)?.[0] ?? []);
  expect(pages).toEqual([...new Set(pages)]);
  const [result] = find("jitter retry budget busy").groups.flatMap(({ results }) => results);
  expect(result?.excerpt).toContainEqual({ text: "busy", marked: true });
  expect(result?.excerpt.map((piece) => piece.text).join("").length).toBeLessThan(180);
  expect(find(" ?! ")).toEqual({ groups: [] });
});
