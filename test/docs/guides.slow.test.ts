import { rmSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { isInstalled, testWith } from "../../support/installed.js";
import { root } from "../../support/repository.js";
import { postgresServer, postgresTest, redisServer, redisTest } from "../support/database-servers.js";
import { isPart, POSTGRES, REDIS, readGuides, runBlock } from "../support/guides.js";

const guides = readGuides();
/** Separate for each process, so that two test runs do not collide. */
const programs = `${root}reports/guides-${process.pid}`;

afterAll(() => rmSync(programs, { recursive: true, force: true }));

const marked = (mark: "run" | "run-sh") =>
  guides.flatMap((guide) =>
    guide.blocks
      .filter((block) => block.mark === mark && !isPart(block, guide.blocks))
      .map((block) => ({ title: `${guide.name}: ${block.name}`, guide, block })),
  );

const onRedis = marked("run").filter(({ block }) => block.code.includes(REDIS));
const onPostgres = marked("run").filter(({ block }) => block.code.includes(POSTGRES));
const onNode = marked("run").filter(({ block }) => ![REDIS, POSTGRES].some((server) => block.code.includes(server)));

const onCurl = testWith(isInstalled("curl"), "curl", "the commands of docs/guides");

describe.concurrent("what a guide shows is what the reader sees", () => {
  test.each(onNode)("program $title", async ({ guide, block }) => {
    const run = await runBlock(programs, guide, block);
    expect(run).toEqual({ code: 0, stdout: block.output?.code ?? "", stderr: "" });
  });

  onCurl.each(marked("run-sh"))("command $title", async ({ guide, block }) => {
    const { stdout, ...ended } = await runBlock(programs, guide, block);
    expect(ended).toEqual({ code: 0, stderr: "" });
    if (block.output?.language === "json") expect(JSON.parse(stdout)).toEqual(JSON.parse(block.output.code));
    else expect(stdout).toBe(block.output?.code);
  });
});

describe.each([
  ["Redis", redisTest, onRedis, async () => ({ redis: await redisServer() })],
  ["PostgreSQL", postgresTest, onPostgres, async () => ({ postgres: await postgresServer() })],
] as const)("what a guide shows is what the reader sees with %s", (name, testOn, blocks, start) => {
  testOn(`the programs of docs/guides with ${name}`).each(blocks)("program $title", async ({ guide, block }) => {
    const run = await runBlock(programs, guide, block, await start());
    expect(run).toEqual({ code: 0, stdout: block.output?.code ?? "", stderr: "" });
  });
});
