import { execFile } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleInto, root } from "../../scripts/bundle-into.js";
import { entryPoints } from "../../scripts/entry-points.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

/** Node loads its fetch, which takes some 20 ms, when one of these is read for the first time. */
const lazy = ["fetch", "Request", "Response", "Headers", "FormData"];
/** The transport for Node replaces the platform's fetch, so its cost is measured elsewhere. */
const entries = entryPoints()
  .filter(({ owner, source }) => owner === "content-service-client" && !source.includes("node-transport"))
  .map(({ source }) => source.replace(/\.ts$/, ""));

/** The package as `npm run build` makes it, in a folder of its own. */
const folder = temporaryFolder(afterAll);
beforeAll(async () => {
  await bundleInto(join(folder, "dist"));
  await mkdir(join(folder, "node_modules"));
  await symlink(join(root, "node_modules/openapi-fetch"), join(folder, "node_modules/openapi-fetch"));
});

/** Runs a module in a process of its own, and gives back what it writes as JSON. */
async function run(code: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code], { cwd: folder });
  return JSON.parse(stdout);
}

/** Which of the lazy globals a module reads. */
function readBy(code: string): Promise<unknown> {
  const watched = `const read = [];
for (const name of ${JSON.stringify(lazy)}) {
  const { get } = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { get: () => (read.push(name), get?.()) });
}
${code}
console.log(JSON.stringify(read));`;
  return run(watched);
}

const url = (entry: string) => JSON.stringify(pathToFileURL(join(folder, "dist", `${entry}.js`)).href);

describe("importing the built package", () => {
  it.each(entries)("does not make Node load fetch: %s", async (entry) => {
    expect(await readBy(`await import(${url(entry)});`)).toEqual([]);
  });

  it("does not do so when a client is made either, while plain openapi-fetch does", async () => {
    const ours = `const { createClient } = await import(${url("src/index")});
createClient({ baseUrl: "https://api.content.example/2.0", auth: "token" });`;
    expect(await readBy(ours)).toEqual([]);
    const plain = `const { default: createClient } = await import("openapi-fetch");
createClient({ baseUrl: "https://api.content.example/2.0" });`;
    expect(await readBy(plain)).toEqual(expect.arrayContaining(["Request", "fetch"]));
  });

  it.each(entries)("reads a few files only, since each takes its time: %s", async (entry) => {
    const { metafile } = await build({
      absWorkingDir: folder,
      entryPoints: [join("dist", `${entry}.js`)],
      bundle: true,
      format: "esm",
      platform: "node",
      packages: "external",
      metafile: true,
      write: false,
      logLevel: "error",
    });
    // The entry, the operations, and what it shares with the entries for tests, tokens, bytes and other services.
    expect(Object.keys(metafile.inputs).length).toBeLessThanOrEqual(7);
  });
});

describe("the built package, whose files are bundled", () => {
  it("has one AuthError for all its entry points, which prints under its name", async () => {
    const code = `import { inspect } from "node:util";
import { AuthError, isAuthError } from ${url("src/index")};
import { memoryTokenStore, refreshingAuth } from ${url("src/tokens/refreshing-auth")};
const server = { authUrl: "https://auth.content.example", clientId: "id", clientSecret: "secret" };
const error = await refreshingAuth({ ...server, store: memoryTokenStore() })({}).catch((reason) => reason);
const [printed] = inspect(new AuthError("no token", "no_token")).split("\\n");
console.log(JSON.stringify({ same: isAuthError(error), printed }));`;
    expect(await run(code)).toEqual({ same: true, printed: "AuthError: no token" });
  });
});
