import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the README explains each rule, and no rule that does not exist", () => {
  const source = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
  const readme = source("../README.md");
  const [, section = ""] = readme.split("## Rules");
  const [rules = ""] = section.split("\n## ");
  const explained = [...rules.matchAll(/^\| `([a-z-]+)` *\|/gm)].map(([, rule]) => rule);
  const files = readdirSync(new URL("../src/rules", import.meta.url));
  const existing = files.filter((name) => !name.endsWith(".test.ts")).map((name) => name.replace(/\.ts$/, ""));
  // A type has no values at run time.
  const [, names = ""] = /type ConductRule =([^;]+);/.exec(source("../src/report/report.ts")) ?? [];
  const ofConduct = [...names.matchAll(/"([a-z-]+)"/g)].map(([, rule]) => rule);
  expect(ofConduct.length).toBeGreaterThan(10);
  expect(explained.toSorted()).toEqual([...existing, ...ofConduct].toSorted());
});
