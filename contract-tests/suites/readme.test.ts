import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the README explains each rule, and no rule that does not exist", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, section = ""] = readme.split("## Rules");
  const [rules = ""] = section.split("\n## ");
  const explained = [...rules.matchAll(/^\| `([a-z-]+)` *\|/gm)].map(([, rule]) => rule);
  const files = readdirSync(new URL("../src/rules", import.meta.url));
  const existing = files.filter((name) => !name.endsWith(".test.ts")).map((name) => name.replace(/\.ts$/, ""));
  expect(explained.toSorted()).toEqual(existing.toSorted());
});
