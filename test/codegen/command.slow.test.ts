import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createSandbox } from "content-service-sandbox";
import { describe, expect, it } from "vitest";
import { ended, startProgram } from "../../sandbox/test/support/processes.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const codegen = (...args: string[]) => ended(startProgram("codegen/src/cli.ts", args));

describe("content-service-codegen", () => {
  it("writes the files, and --check compares them [OD-7]", async () => {
    const made = join(temporaryFolder(), "made");
    const args = ["--contract", "test/codegen/documents/comments.yaml", "--out", made];
    const { code, out, error } = await codegen(...args);
    expect([code, out]).toEqual([0, `Wrote 10 operations to ${made}/types.ts and ${made}/operations.ts\n`]);
    expect(error).toContain("POST /avatar is skipped: ");
    expect(await codegen(...args, "--check")).toMatchObject({
      code: 0,
      out: `10 operations in ${made} are up to date\n`,
    });
    const file = join(made, "operations.ts");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replaceAll("\n", "\r\n"));
    expect((await codegen(...args, "--check")).code).toBe(0);
    await writeFile(file, `${text}// edited\n`);
    const stale = await codegen(...args, "--check");
    expect(stale.code).toBe(1);
    expect(stale.error).toContain(`${made}/operations.ts is not up to date\n`);
    expect(stale.error).not.toContain("types.ts");
  });

  it("merges the repeats of an overlay in YAML, as the example has them [OD-7] [BY-15]", async () => {
    const openapi = join(temporaryFolder(), "merged/openapi.json");
    const args = ["--overlay", "examples/files.overlay.yaml", "--out", "examples/generated"];
    expect(await codegen(...args, "--check")).toMatchObject({
      code: 0,
      out: expect.stringContaining("are up to date"),
    });
    expect(await codegen(...args, "--openapi", openapi)).toMatchObject({
      code: 0,
      out: expect.stringContaining(openapi),
    });
    const { fetch } = await createSandbox({ contract: JSON.parse(await readFile(openapi, "utf8")) });
    const copied = await fetch("https://api.content.example/2.0/files/4001/copy", {
      method: "POST",
      headers: { authorization: "Bearer token-admin", "content-type": "application/json" },
      body: '{"parent":{"id":"0"}}',
    });
    // Known, and without a handler.
    expect(copied.status).toBe(501);
  });

  it.each([
    ["nothing", [], "--contract or --overlay is required. See --help."],
    ["an unknown option", ["--contrakt", "a.yaml"], "Unknown option '--contrakt'"],
    ["a missing file", ["--contract", "missing.yaml"], "missing.yaml cannot be read: ENOENT"],
    ["a missing overlay", ["--overlay", "missing.yaml"], "missing.yaml cannot be read: ENOENT"],
  ])("exits with 2 and says why for %s [OD-7]", async (_, args, message) => {
    const { code, out, error } = await codegen(...args);
    expect([code, out]).toEqual([2, ""]);
    expect(error).toContain(message);
    expect(error).not.toMatch(/^ {4}at /m);
  });
});
