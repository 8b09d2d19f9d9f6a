import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommandLine } from "../../../sandbox/test/support/processes.js";
import { temporaryFolder } from "../../../support/temporary-folder.js";

test("diff says which version a change of any contract needs, and ends with 1 without it", async () => {
  const folder = temporaryFolder();
  const write = (name: string, version: string, properties: string) => {
    const file = join(folder, name);
    writeFileSync(
      file,
      `openapi: 3.0.3
info: { title: Shelves, version: "${version}" }
paths:
  /shelves:
    get:
      responses:
        "200":
          description: All.
          content: { application/json: { schema: { type: object, properties: { ${properties} } } } }
`,
    );
    return file;
  };
  const old = write("old.yaml", "1.2.0", "name: { type: string }, size: { type: integer }");
  const kept = write("kept.yaml", "1.2.1", "name: { type: string }");
  const made = write("made.yaml", "2.0.0", "name: { type: string }");
  const json = join(folder, "diff.json");

  const [failed, passed, dated, none] = await Promise.all([
    runCommandLine(["diff", old, kept, "--json", json]),
    runCommandLine(["diff", old, made, "--quiet"]),
    runCommandLine(["diff", write("2026-01.yaml", "2026-01", "size: {}"), write("2026-02.yaml", "2026-02", "x: {}")]),
    runCommandLine(["diff", old]),
  ]);
  expect(failed.code).toBe(1);
  expect(failed.error).toMatch(
    /major {2}GET \/shelves: .*`size`.*removed.*\nThese changes need a major step. Expected info.version 2.0.0; received 1.2.1./,
  );
  expect(JSON.parse(readFileSync(json, "utf8"))).toMatchObject({ from: "1.2.0", passed: false, changes: [{}] });
  expect(passed).toEqual({ code: 0, out: "", error: "" });
  expect([dated.code, dated.out]).toEqual([0, expect.stringContaining("Expected info.version other than 2026-01;")]);
  expect([none.code, none.error]).toEqual([2, "Give the names of two contracts, the older one first. See --help.\n"]);
});
