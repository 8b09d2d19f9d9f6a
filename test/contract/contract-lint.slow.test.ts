import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { read, root } from "../../support/repository.js";
import { temporaryFolder } from "../../support/temporary-folder.js";

const contract = `${root}openapi`;
const lintTimeoutMs = 400_000;

/** A text of the contract that an edit replaces, and the rule that reports the edit. */
interface ContractFault {
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  readonly rule: string;
}
// The text of a planted fault that is incomplete or wrong fails its test.
const faultsByFile = parse(read("test/contract/contract-faults.yaml")) as Record<string, Omit<ContractFault, "file">[]>;
const contractFaults: ContractFault[] = Object.entries(faultsByFile).flatMap(([file, faults]) =>
  faults.map((fault) => ({ file, ...fault })),
);

describe("the lint of the contract", () => {
  const folder = temporaryFolder(afterAll);
  let occurrences: number[] = [];
  let problems = new Map<string, Problem[]>();

  beforeAll(async () => {
    symlinkSync(contract, join(folder, "unedited"));
    occurrences = contractFaults.map((fault, index) => plant(fault, join(folder, String(index))));
    const copies = ["unedited", ...contractFaults.keys()].map(String);
    const halves = [copies.filter((_, index) => index % 2 === 0), copies.filter((_, index) => index % 2 === 1)];
    const found = await Promise.all(halves.map((half) => lintCopies(folder, half)));
    problems = new Map(found.flatMap((each) => [...each]));
  }, lintTimeoutMs);

  it("finds nothing in the contract as it is", () => {
    expect(problems.get("unedited")).toEqual([]);
  });

  it("has no rule of its own that sees none of the faults", async () => {
    const { rules } = parse(read("redocly.yaml")) as { rules: Record<string, unknown> };
    const { default: plugin } = await import(`${root}scripts/redocly-plugin.mjs`);
    const own = Object.keys({ ...rules, ...plugin().configs.all.rules }).filter((rule) =>
      /^(rule|contract)\//.test(rule),
    );
    expect(own).toContain("contract/files-used");
    expect(own.filter((rule) => !contractFaults.some((fault) => fault.rule === rule))).toEqual([]);
  });

  it.each(contractFaults.map((fault, index) => ({ ...fault, index })))(
    "$rule: $file",
    ({ file, replace, rule, index }) => {
      expect(occurrences[index], `how often the text to replace occurs in ${file}`).toBe(1);
      const found = (problems.get(String(index)) ?? []).map(({ ruleId, severity }) => `${severity} ${ruleId}`);
      expect(found, `after the replacement ${replace}`).toContain(`error ${rule}`);
    },
  );
});

/** Copies the contract with one edit. Returns how often the text to replace occurs, which must be once. */
function plant({ file, find, replace }: ContractFault, copy: string): number {
  const text = readFileSync(join(contract, file), "utf8");
  const edited = text.replace(find, () => replace);
  writeCopy(copy, file, edited);
  return text.split(find).length - 1;
}

const command = join(root, "node_modules/@redocly/cli/bin/cli.js");

/** What the lint reports of a contract. */
interface Problem {
  readonly ruleId: string;
  readonly severity: string;
}

/** Writes a copy of the contract with another text of one file, and links to all other files, which is faster. */
function writeCopy(folder: string, file: string, text: string, original = join(root, "openapi")): void {
  const [name = "", ...below] = file.split("/");
  mkdirSync(folder);
  for (const sibling of readdirSync(original)) {
    if (sibling !== name) symlinkSync(join(original, sibling), join(folder, sibling));
  }
  if (below.length === 0) writeFileSync(join(folder, name), text);
  else writeCopy(join(folder, name), below.join("/"), text, join(original, name));
}

/** Lints copies of the contract with the Redocly command. Returns the problems of each, by its name. */
async function lintCopies(folder: string, copies: readonly string[]): Promise<Array<[string, Problem[]]>> {
  const output = await new Promise<string>((resolve, reject) => {
    const documents = copies.map((copy) => join(folder, copy, "openapi.yaml"));
    const options = ["--config", join(root, "redocly.yaml"), "--format", "json", "--max-problems", "1000"];
    const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    execFile(
      process.execPath,
      [command, "lint", ...documents, ...options],
      { env, maxBuffer: 2 ** 28 },
      (error, stdout, stderr) => {
        // Exit code 1 means lint problems; any other one means that the command did not run.
        if (error && error.code !== 1) reject(new Error(stderr, { cause: error }));
        else resolve(stdout);
      },
    );
  });
  // One JSON object for each document, in order and without separators.
  const reports = output.split(/(?<=^\})(?=\{$)/m);
  if (reports.length !== copies.length)
    throw new Error(`${reports.length} reports for ${copies.length} documents: ${output}`);
  return copies.map((copy, index) => {
    // The shape is that of the JSON format of the command.
    const { problems } = JSON.parse(reports[index] ?? "") as { problems: Problem[] };
    return [copy, problems];
  });
}
