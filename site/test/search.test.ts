import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { createSearch, type SearchEntry } from "../search/find.js";
import { pagePaths, readFile } from "./built-site.js";

const SCRIPT = "assets/search-entries.js";
const script = readFile(SCRIPT);
// The build writes its entries.
const entries = JSON.parse(script.slice(script.indexOf("["), script.lastIndexOf("]") + 1)) as SearchEntry[];
const find = createSearch(entries);
/** The address that a notice leads to, and those of the results. */
function addresses(typed: string): string[] {
  const { notice, groups } = find(typed);
  return [
    ...(notice === undefined ? [] : [notice.id]),
    ...groups.flatMap(({ results }) => results.map(({ id }) => id)),
  ];
}

/** The addresses of the ids that a pattern finds on pages. */
function idsOf(pages: RegExp, pattern: RegExp): string[] {
  return pagePaths
    .filter((path) => pages.test(path))
    .flatMap((path) => [...readFile(path).matchAll(pattern)].map(([, id]) => `${path}#${id}`));
}

const OTHER = "guides/other-endpoints.html";

/** What people type, and the addresses of which one must be the first result. */
const QUERIES: Readonly<Record<string, string | readonly string[]>> = {
  pagination: "guides/paging.html",
  authentication: "guides/tokens.html",
  throttle: ["operations/errors.html#rate_limit_exceeded", "reliability/retries.html"],
  backoff: ["reliability/retries.html#delays", "reliability/retries.html"],
  cursor: "guides/paging.html",
  debug: "guides/calls.html#logs-traces-and-metrics",
  logging: "guides/calls.html#logs-traces-and-metrics",
  parallel: "guides/calls.html#parallel-calls",
  "custom fetch": "package/client.html#ClientOptions.fetch",
  "custom header": "package/client.html#CallSettings.headers",
  maxRetries: "package/client.html#RetryOptions.maxAttempts",
  "cancel request": "guides/calls.html#cancel-a-call",
  impersonate: "package/client.html#Client.asUser",
  idempotency: "reliability/retries.html",
  CORS: "guides/install.html#browsers-and-cors",
  deno: "guides/install.html#runtimes",
  esm: "guides/install.html#es-modules-and-commonjs",
  commonjs: "guides/install.html#es-modules-and-commonjs",
  license: "guides/install.html#license",
  pagenation: "guides/paging.html",
  "429": "operations/errors.html#rate_limit_exceeded",
  timeoutMs: "package/client.html#CallSettings.timeoutMs",
  timeout: ["package/client.html#CallSettings.timeoutMs", "reliability/networks.html#timeouts"],
  "rate limit": "operations/errors.html#rate_limit_exceeded",
  "too many requests": "operations/errors.html#rate_limit_exceeded",
  retry: "reliability/retries.html",
  "disable retries": ["package/client.html#RetryOptions.maxAttempts", "reliability/retries.html#retry-budget"],
  "refresh token": ["operations/refreshAccessToken.html", "guides/tokens.html", "guides/tokens.html#refreshing-tokens"],
  oauth: "guides/tokens.html",
  "api key": "guides/tokens.html",
  "token expired": ["guides/tokens.html#refreshing-tokens", "operations/errors.html#unauthorized"],
  "401": "operations/errors.html#unauthorized",
  "412": "operations/errors.html#precondition_failed",
  precondition_failed: "operations/errors.html#precondition_failed",
  item_name_in_use: "operations/errors.html#item_name_in_use",
  etag: "guides/locks-and-conditions.html",
  "optimistic locking": "guides/locks-and-conditions.html",
  "lock a file": ["guides/locks-and-conditions.html#lock-a-file", "operations/updateFile.html"],
  upload: "guides/other-endpoints.html",
  "download file": "guides/other-endpoints.html",
  "rename file": "operations/updateFile.html",
  "move a file": "operations/updateFile.html",
  "restore folder": "operations/restoreFolder.html",
  "recycle bin": "operations/restoreFolder.html",
  "invite user": "operations/createCollaboration.html",
  "remove user": "operations/deleteUser.html",
  "how do I get the current user": "operations/getCurrentUser.html",
  getCurrentUser: "operations/getCurrentUser.html",
  updateFile: "operations/updateFile.html",
  "share link": "guides/shared-links.html",
  "metadata query": "guides/metadata-queries.html",
  proxy: ["package/node-transport.html#NodeTransportOptions.proxy", "reliability/networks.html#redirects-and-proxies"],
  "user agent": "package/client.html#ClientOptions.appInfo",
  "request id": ["package/client.html#CallPromise.withResponse", "package/client.html#ApiError.requestId"],
  "response headers": "package/client.html#CallPromise.withResponse",
  mock: "guides/testing-with-the-sandbox.html",
  "unit tests": "guides/testing-with-the-sandbox.html",
  "fake time": "guides/sandbox.html#time",
  opentelemetry: "guides/calls.html#logs-traces-and-metrics",
  "next.js": ["guides/frameworks.html", "guides/frameworks.html#route-handlers-and-workers"],
  redis: ["guides/many-processes.html", "package/redis-token-store.html"],
  "base url": "package/client.html#ClientOptions.baseUrl",
  swagger: "guides/install.html#openapi-document",
  postman: "guides/install.html#openapi-document",
  typescript: "guides/install.html#typescript",
  "bundle size": "guides/install.html#bundle-size",
  changelog: "project/changelog.html",
  benchmark: "reliability/performance.html",
  ECONNRESET: "reliability/networks.html",
  athentication: "guides/tokens.html",
  retires: "reliability/retries.html",
  quickstart: "guides/start.html",
  "/files/": "operations/updateFile.html",
  "users/me": "operations/getCurrentUser.html",
  "GET /users/me": "operations/getCurrentUser.html",
  "PUT /2.0/files/4001": "operations/updateFile.html",
  "metadata_queries/execute_read": "operations/queryMetadata.html",
  "who am i": "operations/getCurrentUser.html",
  "soft delete": "operations/restoreFolder.html",
  "time travel": "guides/sandbox.html#time",
  "Retry-After": "reliability/retries.html#delays",
  "If-Match": ["guides/locks-and-conditions.html", "package/client.html#updateIfUnchanged"],
};

/** What the product does not have, and the page that leads on. */
const ABSENT: Readonly<Record<string, string>> = {
  "create folder": OTHER,
  "create a folder": OTHER,
  "make directory": OTHER,
  "list folder contents": OTHER,
  "list files": OTHER,
  "delete file": OTHER,
  "delete folder": OTHER,
  "get file": OTHER,
  "copy a file": OTHER,
  "download a document": OTHER,
  binary: OTHER,
  webhooks: OTHER,
  JWT: "guides/tokens.html",
  MSW: "guides/testing-with-the-sandbox.html",
  playwright: "guides/testing-with-the-sandbox.html",
};

describe("the search", () => {
  test.each(Object.entries(QUERIES))("finds first what people mean by “%s” [DS-1]", (typed, expected) => {
    expect([expected].flat()).toContain(addresses(typed)[0]);
  });

  test.each(Object.entries(ABSENT))(
    "says that the product does not have “%s”, and leads on [DS-1]",
    (typed, expected) => {
      expect(find(typed).notice).toMatchObject({ id: expected });
    },
  );

  test.each([
    "move a file",
    "restore a folder",
    "delete user",
    "create task",
    "lock file",
    "update file metadata",
    "get metadata",
  ])("says nothing of the kind of what the contract has: %s [DS-1]", (typed) => {
    expect(find(typed).notice).toBeUndefined();
  });

  test("loads at most 120 kB before the first search", () => {
    const bytes = [SCRIPT, "assets/search.js"].map((path) => gzipSync(readFile(path)).length);
    expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(120_000);
  });

  test("has an entry for every option, every error code and every heading of a guide [DS-1]", () => {
    const headings = idsOf(/^guides\//, /<h[23][^>]* id="(?!see-also)([^"]+)"/g);
    const codes = idsOf(/^operations\/errors\.html/, /<h2[^>]* id="([^"]+)"/g);
    const options = idsOf(/^package\//, /<tr id="(\w+(?:Options|Settings)\.[^"]+)"/g);
    expect([headings, codes, options].map(({ length }) => length > 20)).toEqual([true, true, true]);
    expect([...headings, ...codes, ...options].filter((id) => !entries.some((entry) => entry.id === id))).toEqual([]);
  });

  test("groups its results by part, with one result for a page [DS-2]", () => {
    const { groups } = find("429");
    expect(groups.map(({ part }) => part)).toEqual([...new Set(groups.map(({ part }) => part))]);
    expect(groups[0]?.part).toBe("Operations");
    const pages = addresses("retry").filter((id) => /^(guides|reliability)/.test(id));
    expect(pages.map((id) => id.replace(/#.*/, "")).toSorted()).toEqual(
      [...new Set(pages.map((id) => id.replace(/#.*/, "")))].toSorted(),
    );
  });

  test("shows the text around the match, and marks it [DS-2]", () => {
    const [result] = find("jitter retry budget Infinity").groups.flatMap(({ results }) => results);
    const marked = result?.excerpt.filter((piece) => piece.marked).map((piece) => piece.text);
    expect(marked).toContain("Infinity");
    expect(result?.excerpt.map((piece) => piece.text).join("").length).toBeLessThan(180);
  });

  test("leads on from a word that nothing resembles, and finds nothing for no word", () => {
    expect(find("zyxwvut")).toMatchObject({ groups: [], notice: { id: "operations/index.html" } });
    expect(find(" ?! ")).toEqual({ groups: [] });
  });
});
