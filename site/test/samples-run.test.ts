import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isJsonObject, type Json, loadContract, type Operation, positiveCases } from "content-service-contract-tests";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { prepareSuccess } from "../../contract-tests/suites/sandbox-successes.js";
import { startSandbox, type Target } from "../../contract-tests/suites/targets.js";
import { WIDTH } from "../samples/input-source.js";
import { type Sample, samplesOf } from "../samples/samples-of.js";
import { SANDBOX } from "../samples/sandbox.js";
import { answerOf } from "../samples/typescript-program.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = `${root}reports/samples`;
const run = promisify(execFile);
const contract = loadContract();
const cases = positiveCases(contract);
const samples = contract.operations.flatMap((operation) =>
  samplesOf(operation.id).map((sample) => ({ title: titleOf(operation, sample), operation, sample })),
);

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
if (!hasCurl)
  console.warn("curl is not installed: the commands of the reference ARE NOT TESTED. Install it to test them.");

/** Two at once, each with a world of its own, which is put back before each sample. */
const lanes: { target: Target; last: Promise<unknown> }[] = [];
let turn = 0;

beforeAll(async () => {
  for (const target of await Promise.all([startSandbox(), startSandbox()]))
    lanes.push({ target, last: Promise.resolve() });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"] }));
  for (const { title, sample } of samples) writeFileSync(`${folder}/${title}.ts`, sample.typescript);
});

afterAll(() => Promise.all(lanes.map(({ target }) => target.close())));

describe("the programs", () => {
  test("compile", async () => {
    await run(`${root}node_modules/.bin/tsc`, ["--project", folder]);
  });

  test("are formatted as the formatter would", async () => {
    // Elsewhere, since the configuration of the project leaves reports/ out.
    const elsewhere = mkdtempSync(`${tmpdir()}/samples-`);
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    const formatter = { indentStyle: "space", lineWidth: WIDTH };
    writeFileSync(`${elsewhere}/biome.json`, JSON.stringify({ root: true, formatter }));
    for (const { title, sample } of samples) writeFileSync(`${elsewhere}/${title}.ts`, sample.typescript);
    await run(`${root}node_modules/.bin/biome`, ["format", ...samples.map(({ title }) => `${title}.ts`)], {
      cwd: elsewhere,
    });
  });

  test.concurrent.each(samples)("succeed: $title", async ({ title, operation, sample }) => {
    const stdout = await inLane(async (target) => {
      await prepare(target, operation, sample);
      const here = `${folder}/${title}.${new URL(target.baseUrl).port}.ts`;
      writeFileSync(here, addressed(sample.typescript, target));
      return (await run(`${root}node_modules/.bin/tsx`, [here], { cwd: folder })).stdout;
    });
    expectAnswer(operation, stdout);
  });
});

// With CI=true nothing is left out: without curl these fail.
describe.skipIf(!hasCurl && process.env["CI"] !== "true")("the commands", () => {
  test.concurrent.each(samples)("succeed: $title", async ({ operation, sample }) => {
    const stdout = await inLane(async (target) => {
      const marker = await prepare(target, operation, sample);
      const script = `${addressed(sample.curl, target)} -w '\\n%{http_code}'`;
      // A list takes only markers that it gave, and the one of the contract is an example.
      const given = marker === undefined ? script : script.replace(/"marker":(\s*)"[^"]*"/, `"marker":$1"${marker}"`);
      return (await run("sh", ["-e", "-c", given])).stdout;
    });
    const [status = "", ...lines] = stdout.split("\n").toReversed();
    const { schema, status: success } = answerOf(contract, operation);
    expect(Number(status), stdout).toBe(success);
    const body = lines.toReversed().join("\n");
    if (schema === undefined) expect(body).toBe("");
    else expect(contract.validate(schema, JSON.parse(body))).toEqual([]);
  });
});

/** A program prints the answer, or its entries one by one; where there is none, a sentence. */
function expectAnswer(operation: Operation, stdout: string): void {
  const { schema, entries } = answerOf(contract, operation);
  if (entries !== undefined) {
    const lines = stdout.trimEnd().split("\n");
    for (const line of lines) expect(contract.validate(entries, JSON.parse(line))).toEqual([]);
  } else if (schema !== undefined) expect(contract.validate(schema, JSON.parse(stdout))).toEqual([]);
  else expect(stdout).toMatch(/^[A-Z].*\.\n$/);
}

/** Makes the world that a sample needs, and gives the marker that its list takes, if it takes one. */
async function prepare(target: Target, operation: Operation, sample: Sample): Promise<Json | undefined> {
  const one = cases.find(
    (positive) =>
      positive.operation.id === operation.id &&
      positive.status < 300 &&
      (positive.requestExample === undefined || positive.requestExample.name === sample.name),
  );
  if (one === undefined) throw new Error(`the contract has no example ${sample.name} for ${operation.id}`);
  const { body } = await prepareSuccess(target, one);
  return isJsonObject(body) ? body["marker"] : undefined;
}

function addressed(code: string, { baseUrl, authUrl }: Target): string {
  return code.replaceAll(SANDBOX.baseUrl, baseUrl).replaceAll(SANDBOX.authUrl, authUrl);
}

function inLane<Result>(work: (target: Target) => Promise<Result>): Promise<Result> {
  const lane = lanes[turn++ % lanes.length];
  if (lane === undefined) throw new Error("no sandbox has been started");
  const result = lane.last.then(() => work(lane.target));
  lane.last = result.catch(() => undefined);
  return result;
}

function titleOf({ id }: Operation, { name }: Sample): string {
  return name === id ? id : `${id}-${name}`;
}
