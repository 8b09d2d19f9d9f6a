import { contractDiff, contractGate } from "../diff/contract-diff.js";
import type { Command } from "./command.js";
import { readContract } from "./contract-file.js";
import { writeFile } from "./files.js";
import { missingPackages } from "./optional-packages.js";
import { flag, readOptions, usageOf, value } from "./options.js";
import { UsageError } from "./usage-error.js";

const options = {
  json: value("<file>", "write the changes and the result as JSON"),
  quiet: flag("print only what is wrong"),
};

export const command: Command = {
  usage: usageOf(
    "diff <old> <new> [options]",
    `Lists the changes between two versions of a contract, and checks that info.version made the step that they need: major when
callers can break, minor for something new, patch for all else. It needs Redocly CLI, and prints the install command when it
is missing.`,
    options,
    "Exit codes: 0 info.version made the step, 1 it did not, 2 the contracts could not be compared.",
  ),
  async run(args) {
    const { values, positionals } = readOptions(options, args, true);
    const [old, revision, ...more] = positionals;
    if (old === undefined || revision === undefined || more.length > 0)
      throw new UsageError("Give the names of two contracts, the older one first. See --help.");
    const [before, after] = [await readContract({ contract: old }), await readContract({ contract: revision })];
    const diff = await contractDiff(before.document, after.document).catch((error: unknown) => {
      throw missingPackages("The comparison", ["@redocly/cli"], error);
    });
    const { passed, message } = contractGate(diff);
    if (values.json !== undefined) writeFile(values.json, `${JSON.stringify({ ...diff, passed }, null, 2)}\n`);
    if (!passed || !values.quiet) (passed ? console.log : console.error)(message);
    return passed ? 0 : 1;
  },
};
