import type { RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { expect } from "vitest";
import { browserTest, useChromium } from "../../support/chromium.js";
import { documentedTable, read, root } from "../../support/repository.js";
import { serve } from "../support/serve.js";

/** The program of the page, and of its worker. */
const PROGRAM = `
import { createClient, defineOperation } from "content-service-client";
import { bytes, download } from "content-service-client/bytes";
const row = (method, path, contentType) => defineOperation({ method, path, contentType, codec: bytes, redirects: true });
const upload = row("PUT", "/content", "application/octet-stream");
const operations = { upload, uploadParts: row("POST", "/content", "multipart/form-data"), download: row("GET", "/text") };
const own = { auth: "ann", operations, retry: false };
const at = (path, fetch) => createClient({ baseUrl: new URL(path, SERVICE).href, fetch, ...own });
const client = at("/2.0");
const nameFor = async (own) => (await own.getCurrentUser()).name;
async function progress() {
  const reports = [];
  const onProgress = (report) => reports.push(report);
  await download(client.download, { onProgress }, { open: () => new WritableStream() });
  return reports.find(({ loaded, total }) => loaded > total) ?? reports.at(-1);
}
const inWorker = () => new Promise((resolve) => {
  new Worker("/page.js", { type: "module" }).onmessage = ({ data }) => resolve(data);
});
Object.assign(globalThis, { at, client, inWorker, nameFor, progress, content: new Uint8Array(300_000) });
const fetched = (url, init) => fetch(url, init).then(() => Response.json({ name: [...init.headers.keys()].join() }));
if (!globalThis.document) nameFor(at("/2.0", fetched)).catch(String).then(postMessage);
`;
const cors = documentedTable(read("docs/guides/install.md"), "cors");

const service: RequestListener = async (request, response) => {
  // Those that the guide tells a service to send.
  for (const [name = "", value = ""] of cors) response.setHeader(name.slice(1, -1), value.split("`")[1] ?? "");
  response.setHeader("access-control-allow-origin", request.url?.startsWith("/blocked") ? "null" : "*");
  const { authorization, "as-user": user, host = "" } = request.headers;
  const size = (await buffer(request)).length;
  if (request.method === "OPTIONS") return response.end();
  if (request.url === "/") return response.end("<!doctype html><script type=module src=page.js></script>");
  if (request.url === "/page.js") {
    const stdin = { contents: PROGRAM, resolveDir: root };
    const define = { SERVICE: JSON.stringify(`http://${host.replace("app.example", "127.0.0.1")}`) };
    const { outputFiles } = await build({ stdin, define, bundle: true, minify: true, write: false, format: "esm" });
    return response.setHeader("content-type", "text/javascript").end(outputFiles[0]?.text);
  }
  if (request.url?.startsWith("/moved")) return response.writeHead(302, { location: "/2.0/users/me" }).end();
  if (request.url?.startsWith("/cut"))
    return response.setHeader("content-length", 9).write("{", () => response.destroy());
  if (request.url === "/2.0/text") {
    const body = gzipSync("a".repeat(300_000));
    const headers = { "content-encoding": "gzip", "content-length": body.length, etag: '"1"' };
    // A service can forget to expose a header.
    return response.writeHead(200, { ...headers, "access-control-expose-headers": "etag" }).end(body);
  }
  response.setHeader("cache-control", "private, max-age=60");
  return response.end(JSON.stringify({ size, name: `${authorization} as ${user}` }));
};

const openPage = useChromium(["--host-resolver-rules=MAP app.example 127.0.0.1"]);
const users = "[client, client.asUser('7'), client.with({ auth: 'bob' }), client]";

browserTest.each<[title: string, call: string, expected: RegExp]>([
  [
    "gets the record of each user",
    `Promise.all(${users}.map(nameFor))`,
    /"\w+ ann as u.*","\w+ ann as 7","\w+ bob as u/,
  ],
  ["calls the service from a worker, without a header of its own", "inWorker()", /^"authorization"$/],
  ["uploads bytes", "client.upload({ body: content })", /"size":300000/],
  ["uploads a form", "client.uploadParts({ body: { file: new File(['a'], 'a') } })", /"size":\d{3}/],
  ["gets no progress beyond the total", "progress()", /^\{"loaded":300000\}$/],
  ["is told why there is no response", "at('/blocked').getCurrentUser()", /host or missing CORS headers \(GET/],
  ["is told what a stream needs", "client.upload({ body: new Blob(['a']).stream() })", /no HTTP\/2: pass a Blob \(PUT/],
  ["is told of a redirect", "at('/moved').getCurrentUser()", /browsers hide redirects: check the base URL \(GET/],
  ["is told how to download in spite of one", "at('/moved').download()", /download through your server/],
  ["is told of a cut response", "at('/cut').getCurrentUser()", /incomplete response: network error \(GET/],
])("a page outside of HTTPS, with a cache and a polyfill of process, %s [CL-16]", async (_, call, expected) => {
  const { url } = await serve(service);
  const { page, context } = await openPage();
  // Playwright disables the cache of a page whose requests it can block. No name leads out of this machine.
  await context.unrouteAll();
  // Workers with an old compatibility date have no such registry.
  await page.addInitScript("globalThis.process = { env: {} }; delete globalThis.FinalizationRegistry");
  await page.goto(url.replace("127.0.0.1", "app.example"));
  await page.waitForFunction("globalThis.client && !isSecureContext");
  expect(await page.evaluate(`${call}.catch(String).then(JSON.stringify)`)).toMatch(expected);
});
