import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { readContract } from "../src/cli/contract-file.js";

/** A folder with files, removed after the test. */
function folderOf(files: Readonly<Record<string, string>>): (name: string) => string {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return (name) => join(folder, name);
}

const head = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\n";
const files = {
  "main.yaml": `${head}paths: { /a: { $ref: path.yaml } }`,
  "path.yaml": "get: { operationId: a, responses: { 200: { description: A } } }",
  "broken.yaml": `${head}paths: { /a: { $ref: none.yaml } }`,
  "old.yaml": "swagger: '2.0'\npaths: {}",
  "overlay.yaml": "overlay: 1.0.0\nactions: [{ target: $.paths.*.get, update: { operationId: b, x-reads: true } }]",
};

test("reads a document of several files, changed by overlays", async () => {
  const path = folderOf(files);
  const { operations } = await readContract({ contract: path("main.yaml"), overlay: [path("overlay.yaml")] });
  expect(operations.map(({ id }) => id)).toEqual(["b"]);
});

test("changes the contract of the client with an overlay, and leaves the original as it is", async () => {
  const actions = "actions: [{ target: $.paths.*.*.operationId, remove: true }]";
  const path = folderOf({ "overlay.yaml": `overlay: 1.0.0\n${actions}` });
  const changed = await readContract({ overlay: [path("overlay.yaml")] });
  expect(changed.operations.some(({ id }) => id === "getCurrentUser")).toBe(false);
  expect((await readContract({})).operation("getCurrentUser").method).toBe("get");
});

test.each<[options: { contract: string; overlay?: string[] }, reason: string]>([
  [{ contract: "broken.yaml" }, "none.yaml"],
  [{ contract: "old.yaml" }, "npx swagger2openapi"],
  [{ contract: "main.yaml", overlay: ["path.yaml"] }, "Expected an overlay of version 1.0"],
])("says what is wrong with %o", async ({ contract, overlay = [] }, reason) => {
  const path = folderOf(files);
  const message = expect.stringContaining(reason);
  const read = readContract({ contract: path(contract), overlay: overlay.map(path) });
  await expect(read).rejects.toMatchObject({ name: "UsageError", message });
});
