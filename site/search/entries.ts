import { readFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import { parse } from "node-html-parser";
import type { Page } from "../page/page.js";
import { sectionsOf, wordsOf } from "../page/page.js";
import type { SearchEntry } from "./find.js";
import { wordsIn } from "./words.js";

/** Words that people type for a page, a section or an option, by its address. The build checks each address. */
const KEYWORDS: Readonly<Record<string, string>> = Object.fromEntries(
  readFileSync(new URL("keywords.txt", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" = ")),
);

/** The entries of the search: every page, every section, and every option and member of the packages. */
export function searchEntries(pages: readonly Page[]): SearchEntry[] {
  const entries = pages
    .flatMap((page) => [...sectionEntries(page), ...memberEntries(page)])
    .filter(({ id }) => !LISTS.test(id) && !REPEATED.test(id));
  const unknown = Object.keys(KEYWORDS).filter((id) => !entries.some((entry) => entry.id === id));
  if (unknown.length > 0) throw new Error(`keywords.txt has unknown addresses: ${unknown.join(", ")}`);
  return entries;
}

/** Lists of links to other pages. */
const LISTS = /^index\.html|^package\/(index|operations)\.html#|#(see-also|re-exported|tag-[\w-]+)$/;
/** Sections that each operation has. The entry of its page has their error codes. */
const REPEATED = /^(operations|sandbox)\/\w+\.html#(try-it|parameters|responses|errors|(status|body)-\w+)$/;
/** How many letters of a text show the match, and are enough to find a section. Few search for the first ones. */
const LENGTHS: readonly (readonly [RegExp, number])[] = [
  [/^(project|sandbox\/schemas|package\/contract-)/, 85],
  [/^(package\/|operations\/schemas)/, 175],
  [/^operations\/errors/, 680],
  [/^/, 330],
];

function sectionEntries(page: Page): SearchEntry[] {
  // A table of members alone has no row left, so its columns say nothing.
  const html = page.html.replace(MEMBER, "").replace(/<thead>.*?<\/thead>(?=<tbody><\/tbody>)/gs, "");
  return sectionsOf({ ...page, html }).map(({ id, title, level, text }) => {
    const statuses = page.path === "operations/errors.html" && level === 2 ? statusesOf(text) : [];
    const ids = level === 1 ? idsOf(page) : [];
    return entry(page, {
      id: id === "" ? page.path : `${page.path}#${id}`,
      title: statuses.length > 0 ? `${statuses.join(", ")} ${title}` : title,
      heading: level === 1 ? "" : page.title,
      keywords: [...statuses.map((status) => STATUS_CODES[status] ?? ""), ...ids].join(" "),
      text: level === 1 ? `${text || page.description} ${namesOf(page)}`.trim() : text,
    });
  });
}

/** The ids that other pages and programs mention: those of the assumptions, or that of a control operation. */
function idsOf({ path, html }: Page): readonly string[] {
  if (path === "project/assumptions.html") return [...new Set(html.match(/\bD\d+\b/g))];
  return /(?<=^sandbox\/)[a-z]+[A-Z]\w+/.exec(path) ?? [];
}

/** The statuses of an error code: `Status 400 or 409.` */
function statusesOf(text: string): string[] {
  return /^Status ([^.]*)\./.exec(text)?.[1]?.match(/\d{3}/g) ?? [];
}

/** The error codes of an operation, and the names of its parameters and properties. */
function namesOf({ html }: Page): string {
  const codes = [...html.matchAll(/<a href="errors\.html#(\w+)"/g)].map(([, code]) => code);
  const [request = ""] = html.replaceAll("<wbr/>", "").split('id="responses"');
  const names = [...request.matchAll(/<th scope="row"><code>([\w.-]+)</g)].map(([, name]) => name?.replace(/.*\./, ""));
  return [...new Set([...codes, ...names])].join(" ");
}

/** The rows of the tables of members, such as `ClientOptions.timeoutMs`. */
function memberEntries(page: Page): SearchEntry[] {
  return (page.html.match(MEMBER) ?? []).map((html) => {
    const row = parse(html);
    const id = row.querySelector("tr")?.id ?? "";
    const [owner = "", name = ""] = id.split(".");
    const description = row.querySelector("td");
    return entry(page, {
      id: `${page.path}#${id}`,
      title: name,
      heading: `${owner} in ${page.title}`,
      keywords: owner.endsWith("Options") || owner.endsWith("Settings") ? "option setting" : "",
      text: description === null ? "" : wordsOf(description),
    });
  });
}

/** A row with the id of a member. The page of the generated operations has ids without a period. */
const MEMBER = /<tr id="\w+\.[^"]+">.*?<\/tr>/gs;

function entry(page: Page, one: Omit<SearchEntry, "part" | "request" | "rest">): SearchEntry {
  const length = LENGTHS.find(([at]) => at.test(one.id))?.[1] ?? 0;
  const start = one.text.length <= length ? one.text : one.text.slice(0, one.text.lastIndexOf(" ", length));
  const keywords = `${KEYWORDS[one.id] ?? ""} ${one.keywords}`.trim();
  const [request = ""] = one.heading === "" ? (/^(GET|POST|PUT|DELETE) \/\S*(?=:|$)/.exec(page.description) ?? []) : [];
  return {
    ...one,
    text: start === one.text ? start : `${start} …`,
    rest: length < 330 ? "" : otherWords(start, one.text.slice(start.length)),
    keywords,
    request,
    part: page.part ?? "Guides",
  };
}

/** The long words, acronyms and statuses of the rest of a long text, each once. A search finds them, and shows the start. */
function otherWords(start: string, rest: string): string {
  const known = new Set(wordsIn(start.toLowerCase()));
  const words = wordsIn(rest).filter((word) => word.length > 4 || /^([A-Z]{3,}|[1-5]\d\d)$/.test(word));
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => !known.has(word)).join(" ");
}
