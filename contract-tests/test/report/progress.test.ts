import { describe, expect, test } from "vitest";
import { createProgress } from "../../src/report/progress.js";
import { sampleCheck, sampleFinding } from "../support/sample-report.js";

/** Reports 100 checks of equal duration, and returns the output. */
function run(isTTY: boolean, checkMs: number): { readonly printed: string[]; end(): void } {
  let nowMs = 5_000;
  const printed: string[] = [];
  const progress = createProgress({ write: (text) => printed.push(text), isTTY, now: () => nowMs, width: 40 });
  for (let done = 1; done <= 100; done += 1) {
    nowMs += checkMs;
    progress(sampleCheck({ findings: done === 50 ? [sampleFinding()] : [] }), { done, total: 100 });
  }
  return { printed, end: () => progress.end() };
}

describe("progress", () => {
  test("overwrites one line of a terminal, and clears it at the end", () => {
    const { printed, end } = run(true, 200);
    expect(printed[0]).toBe("\r\u001b[2KStarting, 0 s, waiting for the first r…");
    expect(printed[1]).toBe("\r\u001b[2K1/100, 0 s, getCurrentUser");
    expect(printed.at(-1)).toBe("\r\u001b[2K100/100, 20 s, 1 found, getCurrentUser");
    expect(printed.join("")).not.toContain("\n");
    end();
    expect(printed.at(-1)).toBe("\r\u001b[2K");
  });

  test("updates a terminal at most ten times a second", () => {
    expect(run(true, 20).printed).toHaveLength(21);
  });

  test("prints nothing outside of a terminal", () => {
    const { printed, end } = run(false, 200);
    end();
    expect(printed).toEqual([]);
  });

  test("stays on one line for any operation name", () => {
    const printed: string[] = [];
    let nowMs = 0;
    const progress = createProgress({ write: (text) => printed.push(text), isTTY: true, now: () => nowMs, width: 40 });
    nowMs = 2_000;
    progress(sampleCheck({ operation: `\u001b[1A\n${"x".repeat(100)}` }), { done: 1, total: 2 });
    expect(printed[1]?.slice(5)).toMatch(/^1\/2, 2 s, \\u001b\[1A x+…$/);
    expect(printed[1]?.slice(5)).toHaveLength(39);
  });
});
