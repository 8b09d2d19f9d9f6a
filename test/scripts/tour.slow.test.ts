import { loadContract } from "content-service-contract";
import { createSandbox, type Fault } from "content-service-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { ended, startProgram } from "../../sandbox/test/support/processes.js";
import { tour } from "../../scripts/run-tour.js";

/** Runs the tour in a new process, as `npm start` does. */
const run = (env: Record<string, string> = {}) => ended(startProgram("scripts/tour.ts", [], env));
const operations = loadContract().operations.map(({ id }) => id);

test("the tour calls every operation, prints their number, and plain text without a terminal", async () => {
  const { code, out, error } = await run();
  expect([code, error]).toEqual([0, ""]);
  for (const id of operations) expect(out).toMatch(new RegExp(`^ {2}${id} +\\S[^]*?\\n {4}.*${id}`, "m"));
  const all = operations.length;
  expect(out).toMatch(new RegExp(`^ {2}done +${all} of ${all} operations, 0 failed, in \\d+\\.\\d s$`, "m"));
  expect(out).not.toContain("\u001b");
});

test("the tour fits 80 columns, breaks no word and ends with next steps", async () => {
  const columns = 80;
  const at = (width: number) => run({ COLUMNS: String(width) });
  const [{ out: narrow }, { out: whole }] = await Promise.all([at(columns), at(1_000)]);
  const words = (text: string) => text.replace(/127\.0\.0\.1:\d+|in \d+\.\d s/g, "").split(/\s+/);
  expect(words(narrow)).toEqual(words(whole));
  const wide = narrow.split("\n").filter((line) => line.length > columns);
  expect(wide.filter((line) => line.trim().includes(" "))).toEqual([]);
  const [, next = ""] = narrow.split("\nNext steps\n");
  for (const step of ["docs/guides/start.md", "npm run docs:serve", "npm run sandbox", "/_sandbox/ui"])
    expect(next).toContain(step);
});

test.each<[string, Fault, string]>([
  ["a response violates the contract", { kind: "unknown_field", operation: "createTask" }, "response-body-closed"],
  ["a call fails", { kind: "status", operation: "addEmailAlias", status: 404 }, "addEmailAlias"],
  ["the slow restore is rejected", { kind: "status", operation: "restoreFolder", status: 404 }, "restoreFolder"],
])("the tour stops and names the call when %s", async (_case, fault, named) => {
  const sandbox = await createSandbox();
  onTestFinished(() => sandbox.close());
  sandbox.faults.add(fault);
  await expect(tour({ sandbox, server: await sandbox.listen(), say: () => {} })).rejects.toThrow(named);
});
