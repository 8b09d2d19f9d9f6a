import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createSearch, type SearchEntry } from "../search/find.js";
import { pagePaths, readFile } from "./built-site.js";

const SCRIPT = "assets/search-entries.js";
const script = readFile(SCRIPT);
// The build writes its entries.
const entries = JSON.parse(script.slice(script.indexOf("["), script.lastIndexOf("]") + 1)) as SearchEntry[];
const find = createSearch(entries);

/** The addresses of the results, best first. */
function addresses(typed: string): string[] {
  return find(typed).groups.flatMap(({ results }) => results.map(({ id }) => id));
}

/** What people type, and the addresses of which one must be the first result. */
const QUERIES: Readonly<Record<string, string | readonly string[]>> = {
  pagination: "guides/paging.html",
  authentication: "guides/tokens.html",
  throttle: ["operations/errors.html#rate_limit_exceeded", "reliability/retries.html"],
  backoff: ["reliability/retries.html#delays", "reliability/retries.html"],
  parallel: "guides/calls.html#parallel-calls",
  "custom fetch": "package/client.html#ClientOptions.fetch",
  "custom header": "package/client.html#CallSettings.headers",
  maxRetries: "package/client.html#RetryOptions.maxAttempts",
  "cancel request": "guides/calls.html#cancel-a-call",
  impersonate: "package/client.html#Client.asUser",
  CORS: "guides/install.html#browsers-and-cors",
  esm: "guides/install.html#es-modules-and-commonjs",
  pagenation: "guides/paging.html",
  "429": "operations/errors.html#rate_limit_exceeded",
  timeoutMs: "package/client.html#CallSettings.timeoutMs",
  timeout: ["package/client.html#CallSettings.timeoutMs", "reliability/networks.html#timeouts"],
  "rate limit": "operations/errors.html#rate_limit_exceeded",
  retry: "reliability/retries.html",
  "refresh token": ["operations/refreshAccessToken.html", "guides/tokens.html", "guides/tokens.html#refreshing-tokens"],
  precondition_failed: "operations/errors.html#precondition_failed",
  etag: "guides/locks-and-conditions.html",
  "lock a file": ["guides/locks-and-conditions.html#lock-a-file", "operations/updateFile.html"],
  "restore folder": "operations/restoreFolder.html",
  "invite user": "operations/createCollaboration.html",
  "how do I get the current user": "operations/getCurrentUser.html",
  updateFile: "operations/updateFile.html",
  "metadata query": "guides/metadata-queries.html",
  proxy: ["package/node-transport.html#NodeTransportOptions.proxy", "reliability/networks.html#redirects-and-proxies"],
  "request id": ["package/client.html#CallPromise.withResponse", "package/client.html#ApiError.requestId"],
  mock: "guides/testing-with-the-sandbox.html",
  "fake time": "guides/sandbox.html#time",
  "next.js": ["guides/frameworks.html", "guides/frameworks.html#route-handlers-and-workers"],
  "bundle size": "guides/install.html#bundle-size",
  ECONNRESET: "reliability/networks.html",
  quickstart: "guides/start.html",
  "/files/": "operations/updateFile.html",
  "PUT /2.0/files/4001": "operations/updateFile.html",
  "metadata_queries/execute_read": "operations/queryMetadata.html",
  "who am i": "operations/getCurrentUser.html",
  "time travel": "guides/sandbox.html#time",
  "Retry-After": "reliability/retries.html#delays",
  "If-Match": ["guides/locks-and-conditions.html", "package/client.html#updateIfUnchanged"],
};

test.each(Object.entries(QUERIES))("the search finds first what people mean by “%s” [DS-1]", (typed, expected) => {
  expect([expected].flat()).toContain(addresses(typed)[0]);
  expect(find(typed).notice).toBeUndefined();
});

const OTHER = "guides/other-endpoints.html";

test.each([
  ["create a folder", OTHER],
  ["make directory", OTHER],
  ["list folder contents", OTHER],
  ["delete file", OTHER],
  ["get file", OTHER],
  ["download a document", OTHER],
  ["binary", OTHER],
  ["webhooks", OTHER],
  ["JWT", "guides/tokens.html"],
  ["MSW", "guides/testing-with-the-sandbox.html"],
  ["zyxwvut", "operations/index.html"],
])("the search says that the product does not have “%s”, and leads on [DS-1]", (typed, expected) => {
  expect(find(typed).notice).toMatchObject({ id: expected });
});

test.each(["move a file", "delete user", "create task", "lock file", "update file metadata", "get metadata"])(
  "the search says nothing of the kind of what the contract has: %s [DS-1]",
  (typed) => expect(find(typed).notice).toBeUndefined(),
);

test("the first search loads at most 120 kB", () => {
  const bytes = [SCRIPT, "assets/search.js"].map((path) => gzipSync(readFile(path)).length);
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(120_000);
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

test("the results are grouped by part, with one result for a page, and mark the match in its text [DS-2]", () => {
  const { groups } = find("429");
  expect(groups.map(({ part }) => part)).toEqual([...new Set(groups.map(({ part }) => part))]);
  expect(groups[0]?.part).toBe("Operations");
  const pages = addresses("retry").flatMap((id) => /^(?:guides|reliability)[^#]+/.exec(id)?.[0] ?? []);
  expect(pages).toEqual([...new Set(pages)]);
  const [result] = find("jitter retry budget Infinity").groups.flatMap(({ results }) => results);
  expect(result?.excerpt).toContainEqual({ text: "Infinity", marked: true });
  expect(result?.excerpt.map((piece) => piece.text).join("").length).toBeLessThan(180);
  expect(find(" ?! ")).toEqual({ groups: [] });
});
