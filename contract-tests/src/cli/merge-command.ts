import { mergeReports } from "../report/merge-reports.js";
import type { Command } from "./command.js";
import { contractOptions, readContract } from "./contract-file.js";
import { readData } from "./files.js";
import { readOptions, usageOf } from "./options.js";
import { prepareReports, reportOptions } from "./report-options.js";
import { UsageError } from "./usage-error.js";

const options = { ...contractOptions, ...reportOptions };

export const command: Command = {
  usage: usageOf(
    "merge <report.json> <report.json> … [options]",
    "Merges the JSON reports of all shards of a run, which check --shard writes, into one.",
    options,
    "Exit codes: 0 all checks passed, 1 a check failed, 2 a check could not run, nothing was checked, or a shard is missing.",
  ),
  async run(args) {
    const { values, positionals } = readOptions(options, args, true);
    if (positionals.length === 0) throw new UsageError("Give the names of the JSON reports. See --help.");
    const contract = await readContract(values);
    const giveReports = await prepareReports(values, contract);
    const named = await Promise.all(positionals.map(async (name) => ({ name, value: await readData("merge", name) })));
    return giveReports(mergeReports(named));
  },
};
