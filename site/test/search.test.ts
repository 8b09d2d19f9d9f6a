import MiniSearch from "minisearch";
import { describe, expect, test } from "vitest";
import { find, INDEX_OPTIONS } from "../search/find.js";
import { pagePaths, readFile } from "./built-site.js";

const script = readFile("assets/search-index.js");
const index = MiniSearch.loadJSON(
  JSON.parse(script.slice(script.indexOf('"'), script.lastIndexOf('"') + 1)),
  INDEX_OPTIONS,
);
const addresses = (typed: string) => find(index, typed).flatMap(({ results }) => results.map(({ id }) => id));

/** The addresses of the ids that a pattern finds on pages. */
function idsOf(pages: RegExp, pattern: RegExp): string[] {
  return pagePaths
    .filter((path) => pages.test(path))
    .flatMap((path) => [...readFile(path).matchAll(pattern)].map(([, id]) => `${path}#${id}`));
}

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
};

describe("the search", () => {
  test.each(Object.entries(QUERIES))("finds first what people mean by “%s” [DS-1]", (typed, expected) => {
    expect([expected].flat()).toContain(addresses(typed)[0]);
  });

  test("has an entry for every option, every error code and every heading of a guide [DS-1]", () => {
    const headings = idsOf(/^guides\//, /<h[23][^>]* id="(?!see-also)([^"]+)"/g);
    const codes = idsOf(/^operations\/errors\.html/, /<h2[^>]* id="([^"]+)"/g);
    const options = idsOf(/^package\//, /<tr id="(\w+(?:Options|Settings)\.[^"]+)"/g);
    expect([headings, codes, options].map(({ length }) => length > 20)).toEqual([true, true, true]);
    expect([...headings, ...codes, ...options].filter((id) => !index.has(id))).toEqual([]);
  });

  test("groups its results by part, with one result for a page and for what many pages repeat [DS-2]", () => {
    const groups = find(index, "429");
    const [operations] = groups;
    expect(groups.map(({ part }) => part)).toEqual([...new Set(groups.map(({ part }) => part))]);
    expect(operations?.part).toBe("Operations");
    expect(operations?.results.filter(({ heading }) => / and \d+ more$/.test(heading))).toHaveLength(1);
    const pages = addresses("retry").filter((id) => /^(guides|reliability)/.test(id));
    expect(pages.map((id) => id.replace(/#.*/, "")).toSorted()).toEqual(
      [...new Set(pages.map((id) => id.replace(/#.*/, "")))].toSorted(),
    );
  });

  test("shows the text around the match, and marks it [DS-2]", () => {
    const [result] = find(index, "jitter retry budget Infinity").flatMap(({ results }) => results);
    const marked = result?.excerpt.filter((piece) => piece.marked).map((piece) => piece.text);
    expect(marked).toContain("Infinity");
    expect(result?.excerpt.map((piece) => piece.text).join("").length).toBeLessThan(180);
  });

  test("finds nothing for a word that nothing resembles", () => {
    expect(find(index, "zyxwvut")).toEqual([]);
    expect(find(index, " ?! ")).toEqual([]);
  });
});
