import { execFile } from "node:child_process";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundleInto } from "../../scripts/build.js";
import { root } from "../../support/repository.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

/** The package as `npm run build` makes it, in a folder of its own. */
const folder = temporaryFolder(afterAll);
const url = (entry: string) => JSON.stringify(pathToFileURL(join(folder, "dist", `${entry}.js`)).href);
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

it("the built package does not make Node load fetch, which takes some 20 ms, before a call", async () => {
  const read = await run(`const read = [];
for (const name of ["fetch", "Request", "Response", "Headers", "FormData"]) {
  const { get } = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { get: () => (read.push(name), get?.()) });
}
const { createClient } = await import(${url("src/index")});
await import(${url("src/tokens/refreshing-auth")});
createClient({ baseUrl: "https://api.content.example/2.0", auth: "token" });
console.log(JSON.stringify(read));`);
  expect(read).toEqual([]);
});

it("the built package has one AuthError for all its entry points, which prints under its name", async () => {
  const code = `import { inspect } from "node:util";
import { AuthError, isAuthError } from ${url("src/index")};
import { memoryTokenStore, refreshingAuth } from ${url("src/tokens/refreshing-auth")};
const server = { authUrl: "https://auth.content.example", clientId: "id", clientSecret: "secret" };
const error = await refreshingAuth({ ...server, store: memoryTokenStore() })({}).catch((reason) => reason);
const [printed] = inspect(new AuthError("no token", "no_token")).split("\\n");
console.log(JSON.stringify({ same: isAuthError(error), printed }));`;
  expect(await run(code)).toEqual({ same: true, printed: "AuthError: no token" });
});
