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
    ["nothing", [], "--contract or --overlay is required. See --help."],
    ["an unknown option", ["--contrakt", "a.yaml"], "Unknown option '--contrakt'"],
    ["a missing file", ["--contract", "missing.yaml"], "missing.yaml cannot be read: ENOENT"],
    ["a missing overlay", ["--overlay", "missing.yaml"], "missing.yaml cannot be read: ENOENT"],
  ])("exits with 2 and says why for %s [OD-7]", async (_, args, message) => {
    const { code, stdout, stderr } = await codegen(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });
});
