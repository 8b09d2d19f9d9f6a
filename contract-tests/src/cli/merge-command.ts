import { mergeReports } from "../report/merge-reports.js";
import { type Command, readOptions, reasonOf, UsageError } from "./command.js";
import { CONTRACT_USAGE, contractOption, readContract } from "./contract-file.js";
import { readData } from "./files.js";
import { giveReports, prepareReports, REPORT_USAGE, reportOptions } from "./report-options.js";

const usage = `Usage: content-contract merge <report.json> <report.json> … [options]

Merges the JSON reports of all shards of a run, which check --shard writes, into one.

${CONTRACT_USAGE}
${REPORT_USAGE}
  --help                    this text

Exit codes: 0 all checks passed, 1 a check failed, 2 a check could not run, nothing was checked, or a shard is missing.`;

/** Merges reports. */
export const mergeCommand: Command = {
  usage,
  async run(args) {
    const { values, positionals } = readOptions({
      args: [...args],
      allowPositionals: true,
      options: { ...contractOption, ...reportOptions },
    });
    if (positionals.length === 0) throw new UsageError("Give the names of the JSON reports. See --help.");
    const contract = await readContract(values);
    const baseline = await prepareReports(values, contract);
    const named = await Promise.all(positionals.map(async (name) => ({ name, value: await readData("merge", name) })));
    try {
      return giveReports(mergeReports(named), values, { contract, baseline });
    } catch (error) {
      throw error instanceof TypeError ? new UsageError(reasonOf(error), { cause: error }) : error;
    }
  },
};
