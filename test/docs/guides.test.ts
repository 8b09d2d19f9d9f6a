import { describe, expect, test } from "vitest";
import { type GuideBlock, isPart, readGuides, readSandboxOptions } from "../support/guides.js";

describe.each(readGuides())("the guide $name", ({ text, blocks }) => {
  test("shows the output of each program and command, and has no unchecked code", () => {
    const problems = blocks.flatMap((block) => {
      const wrong = problemOf(block, blocks);
      return wrong ? [`${wrong}: ${block.code}`] : [];
    });
    expect(problems).toEqual([]);
    const names = blocks.flatMap((block) => (block.mark === "run" ? [block.name] : []));
    expect(names).toEqual([...new Set(names)]);
    for (const [, program] of text.matchAll(/^npx tsx (?:--test )?([\w-]+)\.ts$/gm)) expect(names).toContain(program);
  });
});

test("each program that keeps connections survives a restart of their server: it listens for their errors", () => {
  const programs = readGuides().flatMap(({ blocks }) => blocks.map(({ code }) => code));
  const connections = programs.flatMap((code) =>
    [...code.matchAll(/const (\w+) = (?:new (?:Pool|Redis)|connectRedis)\(/g)].map(([, name = ""]) => ({ code, name })),
  );
  expect(connections.length).toBeGreaterThan(1);
  // Node ends a process at an "error" event without a listener.
  expect(connections.filter(({ code, name }) => !code.includes(`${name}.on("error", `))).toEqual([]);
});

/** The problem of a block, or undefined. */
function problemOf(block: GuideBlock, blocks: readonly GuideBlock[]): string | undefined {
  const { language, code, mark, output } = block;
  if (language === "ts") {
    if (mark !== "run") return "expected <!-- run: name --> before a ts block";
    return output || isPart(block, blocks) ? undefined : "expected a text block with the output after it";
  }
  if (language === "sh") return commandProblem(block);
  if (mark) return `unexpected <!-- ${mark} --> before a ${language} block`;
  if (language === "json") return void JSON.parse(code);
  return `no check for a block of ${language || "no language"}`;
}

function commandProblem({ code, mark, output }: GuideBlock): string | undefined {
  if (mark === "run-sh") return output ? undefined : "expected a json or text block with the response after it";
  if (mark) return "expected <!-- run-sh: name --> before a sh block";
  const lines = code.split("\n").map((line) => line.replace(/\s+#.*$/, ""));
  for (const line of lines) {
    const [, options] = /^npx content-sandbox ?(.*)$/.exec(line) ?? [];
    if (options !== undefined) readSandboxOptions(options);
    if (!/^(np[mx] .*)?$/.test(line)) return `expected a command of npm, or <!-- run-sh: name -->: ${line}`;
  }
  return undefined;
}
