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
  readonly replace?: string;
  readonly rule: string;
  /** The file that the report is about, where it is another one. */
  readonly at?: string;
}
// A planted fault that is incomplete or wrong fails its test.
const faultsByFile = parse(read("test/contract/contract-faults.yaml")) as Record<string, ContractFault[]>;
const contractFaults = Object.entries(faultsByFile).flatMap(([file, faults]) =>
  faults.map((fault) => ({ ...fault, file })),
);

/** The faults of each copy that is linted: of different files and rules, so that both tell which of them a report is about. */
const copies: ContractFault[][] = [];
for (const fault of contractFaults) {
  const isFree = (copy: ContractFault[]) => copy.every(({ file, rule }) => file !== fault.file && rule !== fault.rule);
  // Many faults differ from the interface.
  const copy = fault.rule === "contract/interface-stated" ? undefined : copies.find((one) => isFree(one));
  if (copy === undefined) copies.push([fault]);
  else copy.push(fault);
}

describe("the lint of the contract", () => {
  const folder = temporaryFolder(afterAll);
  let problems = new Map<string, Problem[]>();

  beforeAll(async () => {
    symlinkSync(contract, join(folder, "unedited"));
    for (const [index, faults] of copies.entries()) plant(faults, join(folder, String(index)));
    const names = ["unedited", ...copies.keys()].map(String);
    const halves = [0, 1].map((half) => names.filter((_, index) => index % 2 === half));
    const found = await Promise.all(halves.map((half) => lintCopies(folder, half)));
    problems = new Map(found.flat());
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

  it.each(contractFaults)("$rule: $file", (fault) => {
    const { file, find, replace = "", rule, at = file } = fault;
    const text = readFileSync(join(contract, file), "utf8");
    expect(text.split(find).length - 1, `how often the text to replace occurs in ${file}`).toBe(1);
    const copy = copies.findIndex((faults) => faults.includes(fault));
    const found = (problems.get(String(copy)) ?? []).flatMap(({ ruleId, severity, location: [place] }) =>
      place?.source.ref.endsWith(`/${copy}/${at}`) ? `${severity} ${ruleId}` : [],
    );
    expect(found, `in ${at} after the replacement ${replace}`).toContain(`error ${rule}`);
  });
});

/** Copies the contract with an edit of some files, and links to all other files, which is faster. */
function plant(faults: readonly ContractFault[], copy: string, original = contract): void {
  mkdirSync(copy);
  for (const name of readdirSync(original)) {
    const below = faults.flatMap((one) =>
      one.file.startsWith(name) && /^(\/|$)/.test(one.file.slice(name.length))
        ? [{ ...one, file: one.file.slice(name.length + 1) }]
        : [],
    );
    const [fault] = below;
    if (fault === undefined) symlinkSync(join(original, name), join(copy, name));
    else if (fault.file !== "") plant(below, join(copy, name), join(original, name));
    else {
      const text = readFileSync(join(original, name), "utf8").replace(fault.find, () => fault.replace ?? "");
      writeFileSync(join(copy, name), text);
    }
  }
}

const command = join(root, "node_modules/@redocly/cli/bin/cli.js");

interface Problem {
  readonly ruleId: string;
  readonly severity: string;
  readonly location: readonly { readonly source: { readonly ref: string } }[];
}

/** Lints copies of the contract with the Redocly command. Returns the problems of each, by its name. */
async function lintCopies(folder: string, copies: readonly string[]): Promise<Array<[string, Problem[]]>> {
  const documents = copies.map((copy) => join(folder, copy, "openapi.yaml"));
  const options = ["--config", join(root, "redocly.yaml"), "--format", "json", "--max-problems", "1000"];
  const args = [command, "lint", ...documents, ...options];
  const env = { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const output = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, args, { env, maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      // Exit code 1 means lint problems; any other one means that the command did not run.
      if (error && error.code !== 1) reject(new Error(stderr, { cause: error }));
      else resolve(stdout);
    });
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
