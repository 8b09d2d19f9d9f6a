import { execFileSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { rawHttp, statusOf } from "../../sandbox/test/support/raw-http.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { type SiteServer, serveSite } from "../serve.js";
import { siteFolder } from "./built-site.js";

const SECRET = "a secret file";

// Serves a folder beside a secret, with links to it.
const folder = temporaryFolder(afterAll);
let site: SiteServer;
beforeAll(async () => {
  const root = join(folder, "dist");
  await mkdir(join(root, "guides"), { recursive: true });
  await mkdir(join(folder, "dist-private"));
  await writeFile(join(root, "index.html"), "the index");
  await writeFile(join(root, "guides/first.html"), "the guide");
  for (const secret of ["secret.html", "dist-private/secret.html"]) await writeFile(join(folder, secret), SECRET);
  await symlink(join(folder, "secret.html"), join(root, "link.html"));
  await symlink(folder, join(root, "up"));
  await symlink(join(folder, "dist-private"), join(root, "private"));
  execFileSync("mkfifo", [join(root, "pipe.html")]);
  site = await serveSite(root);
});
afterAll(() => site.close());

/** Sends a request byte by byte. */
function send(head: string, ...headers: string[]): Promise<string> {
  const { port } = new URL(site.url);
  const lines = [`${head} HTTP/1.1`, ...headers, "content-length: 0", "connection: close"];
  return rawHttp(Number(port), `${lines.join("\r\n").replaceAll("PORT", port)}\r\n\r\n`);
}

const HOST = "host: 127.0.0.1:PORT";

test.each([
  "/../secret.html",
  "/guides/../../secret.html",
  "/%2e%2e/secret.html",
  "/%2e%2e%2fsecret.html",
  "/..%5csecret.html",
  "/..\\secret.html",
  "/%252e%252e/secret.html",
  "/%c0%ae%c0%ae/secret.html",
  "/secret.html%00.css",
  "/../dist-private/secret.html",
  "//etc/passwd",
  "file:///etc/passwd",
  "/link.html",
  "/up/dist/../secret.html",
  "/private/secret.html",
  "/pipe.html",
  "/%",
  "/\u007f",
])("docs:serve serves nothing outside of its folder, and keeps running: %s", async (path) => {
  const response = await send(`GET ${path}`, HOST);
  expect(response).not.toMatch(/a secret file|root:/);
  expect([400, 404]).toContain(statusOf(response));
  expect(await send("GET /guides/first.html", HOST)).toContain("the guide");
});

test("an unknown address has the status 404 and a page whose links lead to pages from there [DS-6]", async () => {
  const built = await serveSite(siteFolder);
  onTestFinished(() => built.close());
  const response = await fetch(`${built.url}/guides/deeper/pagination.html`);
  const html = await response.text();
  expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=UTF-8"]);
  expect(html).toContain("<h1>Page not found</h1>");
  const links = [...html.matchAll(/ (?:href|src)="([^"#]+)"/g)].map(([, link = ""]) => new URL(link, response.url));
  for (const link of links) expect((await fetch(link)).status, link.pathname).toBe(200);
});

// The tests of the guard in `contract/` try every form of a host and of an origin.
test.each<[number, string, string[]]>([
  [403, "POST /_sandbox/reset", [HOST, "origin: http://evil.example"]],
  [403, "GET /_sandbox/state", [HOST, "sec-fetch-site: same-site"]],
  [403, "GET /index.html", [HOST, "sec-fetch-site: cross-site"]],
  [421, "GET /index.html", ["host: evil.example:PORT"]],
  [200, "GET /", [HOST, "sec-fetch-site: none"]],
  [200, "GET /_sandbox/state", [HOST, "origin: http://127.0.0.1:PORT", "sec-fetch-site: same-origin"]],
])(
  "docs:serve rejects other origins and hosts, and serves its own pages: %i for %s with %j",
  async (status, line, headers) => {
    site.sandbox.faults.add({ kind: "html" });
    expect(statusOf(await send(line, ...headers))).toBe(status);
    // No request reset the sandbox.
    expect(site.sandbox.faults.list()).toHaveLength(1);
    site.sandbox.faults.clear();
  },
);
