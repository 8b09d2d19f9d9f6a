import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import openapi from "../../generated/openapi.json" with { type: "json" };
import {
  type GuideBlock,
  headingIds,
  isPart,
  REDIS,
  readGuide,
  readSandboxOptions,
  runBlock,
  writePrograms,
} from "../support/guides.js";
import { redisServer, redisTest } from "../support/redis-server.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = `${root}docs/guides`;
const guides = readdirSync(folder)
  .filter((file) => file.endsWith(".md"))
  .map((file) => readGuide(file.replace(/\.md$/, ""), readFileSync(join(folder, file), "utf8")));
/** Of this process alone, since somebody may run these tests twice at once. */
const programs = `${root}reports/guides-${process.pid}`;

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl)
  console.warn("curl is not installed: the commands of docs/guides ARE NOT TESTED. Install it to test them.");

/** The commands that guides show and that no test runs. A command that is not here may be mistyped. */
const KNOWN_COMMANDS: readonly RegExp[] = [
  /^npm (init -y|pkg set type=module)$/,
  /^npm (i|install)( (-D|--save-dev))?( (content-service-client|content-service-contract-tests|content-service-sandbox|openapi-fetch|tsx|typescript|vitest|redis))+$/,
  /^npx content-sandbox( .+)?$/,
  /^npx content-service-contract-tests( .+)?$/,
  /^npx (vitest run|tsc --noEmit)$/,
  /^npx tsx (--test )?[\w-]+\.ts$/,
];

beforeAll(() => writePrograms(programs, guides));
afterAll(() => rmSync(programs, { recursive: true, force: true }));

const marked = (mark: "run" | "run-sh") =>
  guides.flatMap((guide) =>
    guide.blocks
      .filter((block) => block.mark === mark && !isPart(block, guide.blocks))
      .map((block) => ({ title: `${guide.name}: ${block.name}`, guide, block })),
  );

const [onRedis = [], onNode = []] = [true, false].map((redis) =>
  marked("run").filter(({ block }) => block.code.includes(REDIS) === redis),
);

// With CI=true nothing is left out: without curl the commands fail.
describe.concurrent("what a guide shows is what the reader sees", () => {
  test.each(onNode)("program $title", async ({ guide, block }) => {
    const run = await runBlock(programs, guide, block);
    expect(run).toEqual({ code: 0, stdout: block.output?.code ?? "", stderr: "" });
  });

  test.skipIf(!hasCurl && process.env["CI"] !== "true").each(marked("run-sh"))(
    "command $title",
    async ({ guide, block }) => {
      const { stdout, ...ended } = await runBlock(programs, guide, block);
      expect(ended).toEqual({ code: 0, stderr: "" });
      if (block.output?.language === "json") expect(JSON.parse(stdout)).toEqual(JSON.parse(block.output.code));
      else expect(stdout).toBe(block.output?.code);
    },
  );
});

redisTest("the programs of docs/guides with Redis").each(onRedis)(
  "what a guide shows is what the reader sees: program $title",
  async ({ guide, block }) => {
    const run = await runBlock(programs, guide, block, await redisServer());
    expect(run).toEqual({ code: 0, stdout: block.output?.code ?? "", stderr: "" });
  },
);

describe.each(guides)("the guide $name", ({ name, text, blocks, links }) => {
  test("begins with a title and one sentence that says what the reader can do afterwards", () => {
    const [title, blank, ...rest] = text.split("\n");
    const sentence = rest.slice(0, rest.indexOf("")).join(" ");
    expect(title).toMatch(/^# [A-Z]/);
    expect(blank).toBe("");
    expect(sentence).toMatch(/^[A-Z][^.]+\.$/);
    expect(sentence.length).toBeLessThan(200);
  });

  test("is short, and ends with where to go on", () => {
    expect(text.split("\n").length).toBeLessThanOrEqual(185);
    const [, last = ""] = text.split("\n## See also\n\n");
    expect(last).not.toBe("");
    for (const line of last.trimEnd().split("\n")) expect(line).toMatch(/^(- \[| {2})/);
  });

  test("says of each program and each call what comes out, and has no code that nobody checks", () => {
    const complaints = blocks.flatMap((block) => {
      const wrong = complaint(block, blocks);
      return wrong ? [`${wrong}: ${block.code}`] : [];
    });
    expect(complaints).toEqual([]);
    const names = blocks.flatMap((block) => (block.mark === "run" ? [block.name] : []));
    expect(names).toEqual([...new Set(names)]);
    for (const [, program] of text.matchAll(/^npx tsx (?:--test )?([\w-]+)\.ts$/gm)) expect(names).toContain(program);
  });

  test("leads only to places that exist", () => {
    const broken = links.filter((target) => !exists(target, name));
    expect(broken).toEqual([]);
  });
});

/** What is wrong with a block: undefined when nothing is. */
function complaint(block: GuideBlock, blocks: readonly GuideBlock[]): string | undefined {
  if (block.isOutput) return undefined;
  const { language, code, mark, output } = block;
  if (language === "ts") {
    if (mark !== "run") return "a ts block needs <!-- run: name --> before it";
    return output || isPart(block, blocks) ? undefined : "a text block with what it prints must follow";
  }
  if (language === "sh") return complaintOfCommands(block);
  if (mark) return `<!-- ${mark} --> stands before a ${language} block`;
  if (language === "json") return void JSON.parse(code);
  if (language === "yaml") return void parseYaml(code);
  return `a block of ${language || "no language"} is checked by nobody`;
}

function complaintOfCommands({ code, mark, output }: GuideBlock): string | undefined {
  if (mark === "run-sh") return output ? undefined : "a json or text block with the answer must follow";
  if (mark) return "a sh block is marked with <!-- run-sh: name -->";
  const lines = code.split("\n").map((line) => line.replace(/\s+#.*$/, ""));
  for (const line of lines) {
    const [, options] = /^npx content-sandbox ?(.*)$/.exec(line) ?? [];
    if (options !== undefined) readSandboxOptions(options);
    if (line !== "" && !KNOWN_COMMANDS.some((known) => known.test(line))) return `not a known command: ${line}`;
  }
  return undefined;
}

/** Whether a link of a guide leads to something. */
function exists(target: string, guide: string): boolean {
  if (target.startsWith("https://")) return true;
  if (target.startsWith("op:")) return operationIds().includes(target.slice(3));
  const [path = "", id] = target.split("#");
  const file = path === "" ? join(folder, `${guide}.md`) : join(dirname(join(folder, guide)), path);
  if (relative(root, file).startsWith("..") || !existsSync(file)) return false;
  return id === undefined || headingIds(readFileSync(file, "utf8")).includes(id);
}

function operationIds(): string[] {
  return Object.values(openapi.paths).flatMap((item) =>
    Object.values(item).flatMap((operation: unknown) =>
      typeof operation === "object" && operation !== null && "operationId" in operation
        ? [String(operation.operationId)]
        : [],
    ),
  );
}
