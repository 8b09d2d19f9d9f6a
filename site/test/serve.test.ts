import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
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
  site = await serveSite(root);
});
afterAll(() => site.close());

/** Sends a request byte by byte. */
function send(head: string, ...headers: string[]): Promise<string> {
  const { port } = new URL(site.url);
  const lines = [`${head} HTTP/1.1`, ...headers, "connection: close"];
  return rawHttp(Number(port), `${lines.join("\r\n").replaceAll("PORT", port)}\r\n\r\n`);
}

const HOST = "host: 127.0.0.1:PORT";

describe("docs:serve", () => {
  test.each([
    "/../secret.html",
    "/guides/../../secret.html",
    "/%2e%2e/secret.html",
    "/.%2E/secret.html",
    "/%2e%2e%2fsecret.html",
    "/..%5csecret.html",
    "/..\\secret.html",
    "/%252e%252e/secret.html",
    "/%c0%ae%c0%ae/secret.html",
    "/guides/%00/../../secret.html",
    "/secret.html%00.css",
    "/../dist-private/secret.html",
    "//etc/passwd",
    "/%2fetc/passwd",
    "file:///etc/passwd",
    "/link.html",
    "/up/secret.html",
    "/up/dist/../secret.html",
    "/private/secret.html",
    "/./up/secret.html",
    "/%",
    "/\u007f",
  ])("serves nothing outside of its folder, and keeps running: %s", async (path) => {
    const response = await send(`GET ${path}`, HOST);
    expect(response).not.toContain(SECRET);
    expect(response).not.toContain("root:");
    expect([400, 404]).toContain(statusOf(response));
    expect(await send("GET /guides/first.html", HOST)).toContain("the guide");
  });

  test("serves a page with status 404 for an unknown address, whose links lead to pages from there [DS-6]", async () => {
    const built = await serveSite(siteFolder);
    onTestFinished(() => built.close());
    const response = await fetch(`${built.url}/guides/deeper/pagination.html`);
    const html = await response.text();
    expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=UTF-8"]);
    expect(html).toContain("<h1>Page not found</h1>");
    const links = [...html.matchAll(/ (?:href|src)="([^"#]+)"/g)].map(([, link = ""]) => new URL(link, response.url));
    for (const link of links) expect((await fetch(link)).status, link.pathname).toBe(200);
  });

  test.each<[number, string, string[]]>([
    [403, "POST /_sandbox/reset", [HOST, "origin: http://evil.example"]],
    [403, "POST /_sandbox/reset", [HOST, "sec-fetch-site: cross-site"]],
    [403, "GET /_sandbox/state", [HOST, "sec-fetch-site: same-site"]],
    [403, "GET /index.html", [HOST, "sec-fetch-site: cross-site"]],
    [421, "GET /index.html", ["host: evil.example:PORT"]],
    [421, "GET /assets/sandbox.js", ["host: localhost.evil.example"]],
    [421, "GET http://evil.example/_sandbox/state", [HOST]],
    [400, "GET /index.html", [HOST, "host: evil.example"]],
  ])("rejects pages of other origins and other hosts: %i for %s with %j", async (status, line, headers) => {
    site.sandbox.reset();
    site.sandbox.faults.add({ kind: "html" });
    expect(statusOf(await send(line, ...headers, "content-length: 0"))).toBe(status);
    expect(site.sandbox.faults.list()).toHaveLength(1);
  });

  test.each<[string, string[]]>([
    ["GET /", [HOST, "sec-fetch-site: none"]],
    ["GET /guides/first.html", ["host: localhost:PORT", "sec-fetch-site: same-origin"]],
    ["GET /_sandbox/state", [HOST]],
    ["GET /_sandbox/state", [HOST, "origin: http://127.0.0.1:PORT", "sec-fetch-site: same-origin"]],
  ])("serves the user, its own pages and programs: %s with %j", async (line, headers) => {
    expect(statusOf(await send(line, ...headers))).toBe(200);
  });
});
