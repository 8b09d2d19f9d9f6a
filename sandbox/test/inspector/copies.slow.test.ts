import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { loadContract } from "content-service-contract";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../support/temporary-folder.js";
import { inspectorOptions } from "../../inspector/bundle-inspector.js";
import type * as Operations from "../../inspector/operations.js";
import { operationSummaries } from "../../src/control/operation-summaries.js";
import { root } from "../support/processes.js";
import { startSandbox, type TestSandbox } from "../support/start-sandbox.js";

/** Bundles a module or a program, and runs it. */
async function run(entry: { file: string } | { program: string }): Promise<unknown> {
  const outfile = join(temporaryFolder(), "bundle.mjs");
  const input =
    "file" in entry
      ? { entryPoints: [join(root, entry.file)] }
      : { stdin: { contents: entry.program, loader: "ts" as const, resolveDir: root } };
  const tsconfig = join(root, "tsconfig.json");
  const { tsconfigRaw: _, ...options } = inspectorOptions();
  await build({ ...options, ...input, tsconfig, format: "esm", platform: "node", outfile });
  return import(pathToFileURL(outfile).href);
}

/** What was sent, without the headers that a client adds. */
function sentTo({ sandbox }: TestSandbox) {
  const [entry] = sandbox.requests();
  if (entry === undefined) throw new Error("Expected a request");
  const { method, path, query, status, request } = entry;
  const body: unknown = request.body === "" ? undefined : JSON.parse(request.body);
  return { entry, sent: { method, path, query: decodeURIComponent(query), status, body } };
}

test("a request of each operation, copied as TypeScript, is a program that sends it again [SB-4]", async () => {
  const { log } = console;
  onTestFinished(() => {
    console.log = log;
  });
  // The programs print their responses.
  console.log = () => {};
  // The module is the one that is bundled.
  const page = (await run({ file: "sandbox/inspector/operations.ts" })) as typeof Operations;
  const addresses = { baseUrl: "https://sandbox.example", authUrl: "https://sandbox.example" };
  const operations = operationSummaries(loadContract(), {}, addresses);
  for (const operation of operations) {
    const { id, method, example, body_type: bodyType, headers } = operation;
    const ofClient = page.clientOperation(operation) ?? expect.fail(`${id} is an operation of the client`);
    // Its body has secrets.
    if (id === "refreshAccessToken") continue;
    const setup = await startSandbox({ strange: true });
    const { baseUrl, url } = setup.server;
    const listed = ofClient.isList && method === "GET" ? `${example.path.includes("?") ? "&" : "?"}limit=7` : "";
    await setup.fetch(`${baseUrl}${example.path}${listed}`, {
      method,
      headers: {
        authorization: "Bearer token-admin",
        ...(bodyType && { "content-type": bodyType }),
        ...(id === "findSharedItem" && { ServiceApi: "shared_link=https://content.example/s/leases" }),
      },
      ...(example.body && { body: example.body }),
    });
    const { entry, sent } = sentTo(setup);
    const target = { url, basePath: new URL(baseUrl).pathname, token: "token-admin" };
    setup.sandbox.reset();
    await run({ program: page.programOf(entry, ofClient, headers, target) });
    expect(sentTo(setup).sent, id).toEqual(sent);
    await setup.sandbox.close();
  }
});
