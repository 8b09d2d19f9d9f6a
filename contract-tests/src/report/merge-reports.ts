import { isJsonObject } from "content-service-contract";
import { type CoverageReport, dimensions, keyOf, percentOf } from "../coverage/coverage.js";
import type { JsonReport } from "./json-report.js";
import type { CheckReport } from "./report.js";

/** A JSON report, and its name for messages. */
export interface NamedReport {
  /** Such as its path. */
  readonly name: string;
  /** The parsed JSON. */
  readonly value: unknown;
}

/**
 * Merges the JSON reports of all shards of a run. A baseline is for the merged report.
 *
 * Throws a `TypeError` when one is missing, comes twice or is of another run.
 */
export function mergeReports(named: readonly NamedReport[]): CheckReport {
  const shards = named.map(({ name, value }) => {
    const isReport = isJsonObject(value) && value["version"] === 1 && Array.isArray(value["checks"]);
    if (!isReport) throw new TypeError(`${name} is not a JSON report`);
    // Written by `jsonReport`.
    const report = value as unknown as JsonReport;
    if (report.shard === undefined) throw new TypeError(`${name} is not the report of a shard: run check with --shard`);
    return { name, report, shard: report.shard };
  });
  const [first] = shards;
  if (first === undefined) throw new TypeError("Expected the JSON reports of shards");
  const { total, plan } = first.shard;
  const other = shards.find(({ shard }) => shard.total !== total || shard.plan !== plan);
  if (other !== undefined)
    throw new TypeError(`${first.name} and ${other.name} have different contracts, options or numbers of shards`);
  const ordered = Array.from({ length: total }, (_, index) => {
    const [one, twice] = shards.filter(({ shard }) => shard.index === index + 1);
    if (one === undefined) throw new TypeError(`The report of shard ${index + 1}/${total} is missing`);
    if (twice !== undefined)
      throw new TypeError(`${one.name} and ${twice.name} are both of shard ${index + 1}/${total}`);
    return one.report;
  });
  const { subject, source, effects } = first.report;
  const slowTails = ordered.flatMap((report) => report.slowTails ?? []);
  return {
    ...{ subject, source, effects, slowTails },
    startedAt: ordered.map(({ startedAt }) => startedAt).sort()[0] ?? "",
    // Shards run at the same time.
    durationMs: Math.max(...ordered.map(({ durationMs }) => durationMs)),
    exchanges: ordered.reduce((sum, { exchangeCount }) => sum + exchangeCount, 0),
    checks: ordered.flatMap(checksOf),
    coverage: mergedCoverage(ordered.map(({ coverage }) => coverage)),
    resources: ordered.flatMap(({ resources }) => resources ?? []),
    notes: [...new Set(ordered.flatMap(({ notes }) => notes ?? []))],
    leftBehind: ordered.flatMap(({ leftBehind }) => leftBehind),
  };
}

function checksOf({ checks, exchanges }: JsonReport): CheckReport["checks"] {
  return checks.map((check) => ({
    ...check,
    findings: check.findings.map((finding) => {
      const exchange = exchanges[finding.exchange];
      if (exchange === undefined) throw new TypeError(`The exchange ${finding.exchange} of a finding is missing`);
      return { ...finding, exchange };
    }),
  }));
}

/** What no shard has covered is missing. All shards count the same documented parts. */
function mergedCoverage([first, ...others]: readonly CoverageReport[]): CoverageReport {
  if (first === undefined) throw new TypeError("Expected the coverage of a shard");
  const elsewhere = others.map(({ missing }) => new Set(missing.map(keyOf)));
  const missing = first.missing.filter((cell) => elsewhere.every((cells) => cells.has(keyOf(cell))));
  const rows = first.rows.map(({ operation, counts }) => {
    const merged = dimensions.flatMap((dimension) => {
      const documented = counts[dimension]?.documented;
      const left = missing.filter((cell) => cell.operation === operation && cell.dimension === dimension).length;
      return documented === undefined ? [] : [[dimension, { documented, covered: documented - left }] as const];
    });
    return { operation, counts: Object.fromEntries(merged) };
  });
  const { documented } = first;
  const covered = documented - missing.length;
  return { rows, documented, covered, percent: percentOf(covered, documented), missing };
}
