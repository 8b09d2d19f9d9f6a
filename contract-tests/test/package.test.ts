import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { PRINCIPLES } from "../src/check/principles/principle-checks.js";
import { command } from "../src/cli/check-command.js";
import { RULES } from "../src/report/report.js";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const workflow = read("../workflows/contract.yml");
const script = read("../workflows/contract.sh");

/** The steps that run something. A wrong shape fails in the tests below. */
const { permissions, jobs } = parse(workflow) as {
  permissions: unknown;
  jobs: { check: { steps: { run?: string; with?: Record<string, unknown> }[]; "timeout-minutes": number } };
};
const runs = jobs.check.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

test.each([
  ["## Rules", Object.entries(RULES)],
  ["### State", PRINCIPLES.map(({ id, statement }) => [id, statement])],
])("the README explains what stands under %s with the words of the code", (heading, known) => {
  const [, section = ""] = read("../README.md").split(`${heading}\n`);
  const [table = ""] = section.split(/\n## |Without `--write`/);
  const explained = [...table.matchAll(/^\| `([a-z-]+)` *\| (.*) \|$/gm)].map(([, id, text]) => [id, text]);
  expect(explained.toSorted()).toEqual(known.toSorted());
});

test("the shipped workflow runs the same commits of actions as the project itself", () => {
  const own = read("../../.github/workflows/ci.yml").match(/uses: .*/g) ?? [];
  const used = workflow.match(/uses: .*/g) ?? [];
  expect(used).toHaveLength(3);
  for (const line of used) expect(own).toContain(line);
});

test("the shipped workflow may only read, keeps no token in the checkout, and ends in time", () => {
  expect(permissions).toEqual({ contents: "read" });
  expect(jobs.check.steps[0]?.with).toEqual({ "persist-credentials": false });
  expect(jobs.check["timeout-minutes"]).toBeLessThanOrEqual(60);
  expect(runs.filter((run) => run.includes("${{"))).toEqual([]);
});

test.each([
  ["the shipped workflow", runs.join("\n")],
  ["the shipped script", script],
])("%s runs a command with options that there are, and ids or none", (_, text) => {
  execFileSync("sh", ["-n", "-c", text]);
  const [, line = ""] = /npx content-service-contract-tests (check [\s\S]*)$/.exec(text.replaceAll("\\\n", " ")) ?? [];
  const { tokens } = parseArgs({ args: line.trim().split(/\s+/), strict: false, tokens: true });
  const names = tokens.flatMap((token) => (token.kind === "option" ? [token.name] : []));
  expect(names).toEqual(["parameters", "html", "junit", "json"]);
  for (const name of names) expect(command.usage).toContain(`  --${name} <`);
  const [ids = ""] = /"\$\{CONTENT_PARAMETERS[^"]*"/.exec(text) ?? [];
  const echo = (value: string) =>
    execFileSync("sh", ["-c", `printf %s ${ids}`], { env: { CONTENT_PARAMETERS: value }, encoding: "utf8" });
  expect([echo(""), echo('{"file_id":"4001"}')]).toEqual(["{}", '{"file_id":"4001"}']);
});
