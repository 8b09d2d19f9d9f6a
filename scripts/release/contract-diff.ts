import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ContractChange } from "./contract-change.js";
import { type DiffRow, placeOf, rateChange, sayChange } from "./rate-change.js";
import { unlistedChanges } from "./unlisted-changes.js";

/** What lies between two contracts. */
export interface ContractDiff {
  /** `info.version` of the earlier one. */
  readonly from: string;
  /** `info.version` of the later one. */
  readonly to: string;
  /** All differences but that of `info.version`. */
  readonly changes: readonly ContractChange[];
}

/** The contract of the last release. Only the release script writes it. */
export const RELEASED_CONTRACT = "releases/contract.json";
/** The contract as it is today, in one file. */
export const TODAYS_CONTRACT = "generated/openapi.json";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Compares two bundled contracts: that of the last release with today's unless paths are given.
 *
 * Rejects when one of them cannot be read.
 */
export async function contractDiff(
  base = `${root}${RELEASED_CONTRACT}`,
  revision = `${root}${TODAYS_CONTRACT}`,
): Promise<ContractDiff> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      `${root}node_modules/@redocly/cli/bin/cli.js`,
      ...["diff", base, revision],
      ...["--config", `${root}scripts/contract-diff.redocly.yaml`],
      // The command's own check of the version lets a smaller version pass, and every jump: the gate here is stricter.
      ...["--format", "json", "--fail-on", "none"],
    ],
    {
      maxBuffer: 2 ** 28,
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    },
  );
  // The shape is that of version 1 of the command's JSON report.
  const report = JSON.parse(stdout) as {
    reportVersion: string;
    infoVersions: { base: string; revision: string };
    changes: DiffRow[];
  };
  if (report.reportVersion !== "1") throw new Error(`The report has version ${report.reportVersion}, not 1.`);
  const listed = report.changes
    .filter(({ path, property }) => !(path === "#/info" && property === "version"))
    .map((row) => ({ place: placeOf(row), says: sayChange(row), step: rateChange(row) }));
  const [before, after] = await Promise.all([base, revision].map(readJson));
  return {
    from: report.infoVersions.base,
    to: report.infoVersions.revision,
    changes: [...listed, ...unlistedChanges(before, after, listed)],
  };
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, "utf8"));
}
