import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { renderMarkdown } from "./page/markdown.js";
import { type Page, type Part, relativeLink } from "./page/page.js";

/** The pages from Markdown files, in the order of the navigation. */
export function markdownPages(): Page[] {
  return SOURCES.map((source) => {
    const text = readFileSync(fromRoot(source.file), "utf8");
    const [, title = ""] = /^# (.+)$/m.exec(text) ?? [];
    const html = renderMarkdown(text, (href) => linkFrom(source, href));
    return {
      path: source.path,
      title,
      label: source.label,
      description: firstSentence(text),
      part: source.part,
      // Other pages link to the rows of decisions.
      html: withMinutes(html, text).replace(/<td>(D\d\d)<\/td>/g, '<td id="$1">$1</td>'),
    } satisfies Page;
  });
}

type Source = ReturnType<typeof sources>[number];

const GUIDES: Readonly<Record<string, string>> = {
  start: "Start in five minutes",
  install: "Install and runtimes",
  tokens: "Authentication and tokens",
  "many-processes": "Tokens for many processes",
  "many-users": "A web backend with many users",
  paging: "Pagination",
  "errors-and-retries": "Errors and retries",
  calls: "Call options, logs and traces",
  "locks-and-conditions": "Conditional updates and locks",
  "shared-links": "Shared links",
  "metadata-queries": "Metadata queries",
  "testing-with-the-sandbox": "Testing with the sandbox",
  "contract-tests-in-ci": "Contract tests in CI",
  "your-own-api": "Check your own API",
  frameworks: "Frameworks, test runners",
  "from-openapi-fetch": "Moving from openapi-fetch",
  "from-another-sdk": "Moving from another SDK",
  "branded-deployments": "Branded deployments",
  "other-endpoints": "Endpoints beyond the contract",
  files: "Files: upload and download",
};

/** The other pages: the path from the root of the repository, that from the root of the site, and the label. */
const PAGES: readonly (readonly [part: Part, file: string, path: string, label: string])[] = [
  ["Guides", "codegen/README.md", "guides/codegen.html", "Generate a client"],
  ["Guides", "contract-tests/README.md", "guides/contract-tests.html", "Contract tests in detail"],
  ["Sandbox", "docs/sandbox.md", "guides/sandbox.html", "Sandbox"],
  ["Sandbox", "docs/sandbox-data.md", "guides/sandbox-data.html", "Sandbox data"],
  ["Reliability", "docs/crashes.md", "reliability/crashes.html", "Crashes during a refresh"],
  ["Reliability", "docs/broken-networks.md", "reliability/networks.html", "Network failures"],
  ["Reliability", "docs/retries.md", "reliability/retries.html", "Retries"],
  ["Reliability", "SECURITY.md", "reliability/security.html", "Security"],
  ["Reliability", "docs/proof.md", "reliability/proof.html", "Contract test results"],
  ["Reliability", "docs/performance.md", "reliability/performance.html", "Performance"],
  ["Project", "CHANGELOG.md", "project/changelog.html", "Changes"],
  ["Project", "docs/assumptions.md", "project/assumptions.html", "Assumptions of the contract"],
  ["Project", "docs/releasing.md", "project/releasing.html", "Releases"],
  ["Project", "docs/decisions.md", "project/decisions.html", "Decisions"],
];

function sources() {
  const unplaced = readdirSync(fromRoot("docs/guides")).filter((file) => !(posix.basename(file, ".md") in GUIDES));
  if (unplaced.length > 0) throw new Error(`Add these guides to GUIDES in markdown-pages.ts: ${unplaced.join(", ")}`);
  const guides = Object.entries(GUIDES).map(
    ([name, label]) => ["Guides", `docs/guides/${name}.md`, `guides/${name}.html`, label] as const,
  );
  return [...guides, ...PAGES].map(([part, file, path, label]) => ({ part, file, path, label }));
}

function linkFrom({ file, path }: Source, href: string): string {
  const [, kind, name] = /^(op|api):([\w-]+)$/.exec(href) ?? [];
  if (name !== undefined) return relativeLink(path, `${kind === "op" ? "operations" : "package"}/${name}.html`);
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [target = "", fragment] = href.split("#");
  const wanted = posix.normalize(posix.join(posix.dirname(file), target));
  if (wanted in DOWNLOADS) return relativeLink(path, DOWNLOADS[wanted] ?? "");
  const page = SOURCES.find((source) => source.file === wanted);
  if (page === undefined) throw new Error(`${file} links to ${href}, which is no page of the site: see PAGES`);
  return relativeLink(path, fragment === undefined ? page.path : `${page.path}#${fragment}`);
}

/** The files of the site that replace source files. */
const DOWNLOADS: Readonly<Record<string, string>> = {
  "openapi/openapi.yaml": "openapi.json",
  "sandbox/openapi/sandbox.yaml": "sandbox/index.html",
};

/** Adds to the first paragraph how long the page takes, and where its programs get their packages. */
function withMinutes(html: string, text: string): string {
  const minutes = Math.ceil(text.split(/\s+/).length / WORDS_PER_MINUTE);
  const isIncomplete = text.includes("<!-- run: ") && !/^npm i .*tsx/m.test(text);
  const setup = isIncomplete ? '; to run its programs, <a href="start.html#install">install the packages</a>' : "";
  return html.replace("</p>", ` <span class="optional">(${minutes}\u00a0min read${setup})</span></p>`);
}

const WORDS_PER_MINUTE = 220;

function firstSentence(text: string): string {
  const [, paragraph = ""] = /^# .+\n+(?:#.+\n+)*((?:.+\n)+)/m.exec(text) ?? [];
  const words = paragraph
    .replace(/\s+/g, " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("`", "");
  return (/^.+?\.(?=\s|$)/.exec(words)?.[0] ?? words).trim();
}

function fromRoot(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
}

const SOURCES = sources();
