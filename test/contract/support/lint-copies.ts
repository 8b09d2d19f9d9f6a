import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../support/repository.js";

const command = join(root, "node_modules/@redocly/cli/bin/cli.js");

/** What the lint reports of a contract. */
export interface Problem {
  readonly ruleId: string;
  readonly severity: string;
}

/** Writes a copy of the contract with another text of one file, and links to all other files, which is faster. */
export function writeCopy(folder: string, file: string, text: string, original = join(root, "openapi")): void {
  const [name = "", ...below] = file.split("/");
  mkdirSync(folder);
  for (const sibling of readdirSync(original)) {
    if (sibling !== name) symlinkSync(join(original, sibling), join(folder, sibling));
  }
  if (below.length === 0) writeFileSync(join(folder, name), text);
  else writeCopy(join(folder, name), below.join("/"), text, join(original, name));
}

/** Lints copies of the contract with the Redocly command. Returns the problems of each, by its name. */
export async function lintCopies(folder: string, copies: readonly string[]): Promise<Array<[string, Problem[]]>> {
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
