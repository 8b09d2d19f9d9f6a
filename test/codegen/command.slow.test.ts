import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const documents = join(root, "test/codegen/documents");
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "codegen-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the command in the temporary folder. */
function codegen(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const command = [join(root, "codegen/src/cli.ts"), ...args];
  const tsconfig = ["--tsconfig", join(root, "tsconfig.json")];
  return new Promise((resolve) => {
    execFile(join(root, "node_modules/.bin/tsx"), [...tsconfig, ...command], { cwd: folder }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const openapi = (...operations: string[]) =>
  `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths:\n${operations.join("\n")}\n`;
const operation = (method: string, id: string) =>
  `{ ${method}: { operationId: ${id}, responses: { "204": { description: D } } } }`;

describe("content-service-codegen", () => {
  it("writes the files, and --check compares them [OD-7]", async () => {
    const args = ["--contract", join(documents, "comments.yaml"), "--out", "made"];
    const written = await codegen(...args);
    expect(written).toMatchObject({ code: 0, stdout: "Wrote 8 operations to made/types.ts and made/operations.ts\n" });
    expect(written.stderr).toContain("GET /avatar is skipped: ");
    expect(await codegen(...args, "--check")).toMatchObject({
      code: 0,
      stdout: "8 operations in made are up to date\n",
    });
    const file = join(folder, "made/operations.ts");
    await writeFile(file, `${await readFile(file, "utf8")}// edited\n`);
    const stale = await codegen(...args, "--check");
    expect(stale.code).toBe(1);
    expect(stale.stderr).toContain("made/operations.ts is not up to date\n");
    expect(stale.stderr).not.toContain("made/types.ts");
  });

  it.each([
    ["nothing", [], undefined, "--contract or --overlay is required. See --help."],
    ["an unknown option", ["--contrakt", "a.yaml"], undefined, "Unknown option '--contrakt'"],
    ["a missing file", ["--contract", "missing.yaml"], undefined, "missing.yaml cannot be read: ENOENT"],
    ["a missing overlay", ["--overlay", "missing.yaml"], undefined, "missing.yaml cannot be read: ENOENT"],
    ["another kind of file", ["--contract", "made.yaml"], "hello: 1", "made.yaml"],
    [
      "Swagger 2.0",
      ["--contract", "made.yaml"],
      'swagger: "2.0"\ninfo: { title: T, version: "1" }\npaths: {}',
      'made.yaml: Expected an OpenAPI document of version 3.0 or 3.1; received version "2.0"',
    ],
    [
      "a duplicate operationId",
      ["--contract", "made.yaml"],
      openapi(`  /a: ${operation("get", "one")}`, `  /b: ${operation("post", "one")}`),
      "made.yaml: Duplicate operation one: GET /a and POST /b. Give one another operationId.",
    ],
    [
      "the name of another operation of the client",
      ["--contract", "made.yaml"],
      openapi(`  /a: ${operation("get", "updateFile")}`),
      "made.yaml: Duplicate operation updateFile: PUT /files/{file_id} of the client and GET /a.",
    ],
    ["no operation", ["--contract", "made.yaml"], openapi("  {}"), "made.yaml: The document has no operations"],
    [
      "no operation that the client supports",
      ["--contract", "made.yaml"],
      openapi(`  /a: ${operation("trace", "one")}`),
      "The client supports no operation of the document:\nTRACE /a is skipped: this method is not supported",
    ],
    [
      "a reference without a target",
      ["--contract", "made.yaml"],
      openapi('  /a: { get: { responses: { "200": { $ref: "#/components/responses/None" } } } }'),
      "made.yaml",
    ],
  ])("exits with 2 and says why for %s [OD-7]", async (_, args, text, message) => {
    if (text) await writeFile(join(folder, "made.yaml"), text);
    const { code, stdout, stderr } = await codegen(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });
});
