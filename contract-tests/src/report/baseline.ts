import { type Contract, EXCHANGE_RULES, isJsonObject, type JsonObject, objectAt } from "content-service-contract";
import schema from "./baseline.schema.json" with { type: "json" };
import { groupBy } from "./group-by.js";
import {
  type BaselineEntry,
  type BaselineResult,
  type CheckReport,
  type CheckResult,
  type Finding,
  RULES,
} from "./report.js";

/**
 * Reads a baseline: a list of entries with `operation` and `rule`, or `check`, perhaps `places`, and with `reason` and `until`.
 *
 * Throws a `TypeError` that names the entry.
 */
export function readBaseline(value: unknown, contract: Contract): BaselineEntry[] {
  if (!Array.isArray(value)) throw new TypeError("Expected a list of accepted violations");
  return value.map((entry, index) => {
    const problem = isJsonObject(entry) ? problemOf(entry, contract) : "must be an object";
    if (problem !== undefined) throw new TypeError(`Entry ${index + 1} ${problem}`);
    // `problemOf` has checked each member.
    return entry as unknown as BaselineEntry;
  });
}

const MEMBERS = Object.keys(schema.items.properties);

function problemOf(entry: JsonObject, { document, operations }: Contract): string | undefined {
  const unknown = Object.keys(entry).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `has an unknown member ${unknown}; expected ${MEMBERS.join(", ")}`;
  const invalid = Object.entries(entry).find(([, value]) => typeof value !== "string" || value.trim() === "");
  if (invalid !== undefined) return `has no text as its ${invalid[0]}`;
  const { operation, rule, check, reason, until } = entry;
  if (check === undefined && (operation === undefined || rule === undefined))
    return "needs an operation and a rule, or a check";
  if (operation !== undefined && !operations.some(({ id }) => id === operation)) {
    const { title } = objectAt(document, "info");
    return `has an unknown operation ${String(operation)}: the contract is "${String(title)}", --contract gives another`;
  }
  if (rule !== undefined && !Object.hasOwn(RULES, String(rule))) return `has an unknown rule ${String(rule)}`;
  if (reason === undefined) return "has no reason";
  const day = /^\d{4}-\d\d-\d\d$/.test(String(until)) ? new Date(`${String(until)}T00:00Z`) : undefined;
  // `Date` reads February 30 as a day of March.
  if (day?.toJSON()?.startsWith(String(until)) !== true) return "needs an end date such as until: 2027-01-31";
  return undefined;
}

/** The violations of a report as a baseline in YAML, valid for 90 days. The entries that accepted violations stay. */
export function baselineText({ checks, baseline = [], startedAt }: CheckReport): string {
  const until = new Date(Date.parse(startedAt) + 90 * 86_400_000).toISOString().slice(0, 10);
  const found = checks.flatMap(({ id: check, findings }) =>
    findings.map((finding) => {
      const { operation, rule } = finding;
      // Any check of an operation can find a violation of one exchange. A rule about several calls has several causes.
      const isOfOne = operation !== undefined && Object.hasOwn(EXCHANGE_RULES, rule);
      return { ...(operation && { operation }), rule, ...(!isOfOne && { check }), places: placesOf(finding) };
    }),
  );
  const written = [...groupBy(found, ({ places, ...one }) => JSON.stringify(one)).values()].map((same) => {
    const places = [...new Set(same.flatMap((one) => one.places))].sort().join(", ");
    return { ...same[0], places, reason: TO_FILL_IN, until };
  });
  const kept = baseline.filter(({ state }) => state === "accepted").map(({ state, count, ...entry }) => entry);
  const lines = [...kept, ...written].map((entry) => {
    // JSON strings are YAML.
    const members = Object.entries(entry).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    return `- ${members.join("\n  ")}\n`;
  });
  return `# yaml-language-server: $schema=${SCHEMA}\n# Replace each reason "${TO_FILL_IN}": why is the violation accepted, and who fixes it?\n${lines.join("") || "[]\n"}`;
}

const SCHEMA = "./node_modules/content-service-contract-tests/generated/baseline.schema.json";
const TO_FILL_IN = "known";

/** Takes the accepted violations out of a report. A check whose violations are all accepted is skipped. */
export function withBaseline(report: CheckReport, entries: readonly BaselineEntry[]): CheckReport {
  const today = report.startedAt.slice(0, 10);
  const counts = new Map<BaselineEntry, number>();
  const acceptingEntry = (check: CheckResult, finding: Finding): BaselineEntry | undefined => {
    const matching = entries.filter((entry) => matches(entry, check, finding));
    const accepting = matching.find(({ until }) => until >= today);
    for (const one of accepting === undefined ? matching : [accepting]) counts.set(one, (counts.get(one) ?? 0) + 1);
    return accepting;
  };
  const checks = report.checks.map((check): CheckResult => {
    const found = check.findings.map((finding) => ({ finding, entry: acceptingEntry(check, finding) }));
    const [{ entry } = {}] = found.filter((one) => one.entry !== undefined);
    if (entry === undefined) return check;
    const findings = found.filter((one) => one.entry === undefined).map(({ finding }) => finding);
    const accepted = found.length - findings.length;
    if (findings.length > 0) return { ...check, findings, accepted };
    const reason = `Accepted until ${entry.until}: ${entry.reason}`;
    return { ...check, findings, accepted, outcome: "skipped", reason };
  });
  const baseline = entries.map((entry): BaselineResult => {
    const count = counts.get(entry) ?? 0;
    const operation = entry.operation ?? entry.check?.replace(/\/.*$/s, "");
    const ran = report.checks.some((one) => /passed|failed/.test(one.outcome) && one.id.startsWith(`${operation}/`));
    const state = count === 0 ? (ran ? "unused" : "not run") : entry.until < today ? "expired" : "accepted";
    return { ...entry, count, state };
  });
  return { ...report, checks, baseline };
}

function matches(entry: BaselineEntry, { id }: CheckResult, finding: Finding): boolean {
  const { operation = finding.operation, rule = finding.rule, check = id, places } = entry;
  const accepted = places?.split(/,\s*/);
  return (
    operation === finding.operation &&
    rule === finding.rule &&
    check === id &&
    placesOf(finding).every((place) => accepted?.includes(place) ?? true)
  );
}

/** All places of a violation. Which record of a list shows it can differ from run to run. */
function placesOf({ at, alsoAt = [] }: Finding): string[] {
  return [...new Set([at, ...alsoAt].map((place) => place.replace(/\/\d+(?=\/|$)/g, "/*")))].sort();
}

/** What a baseline did, a line for each entry that matters. */
export function baselineLines({ baseline = [] }: Pick<CheckReport, "baseline">): string[] {
  return baseline.flatMap(({ state, count, until, reason, operation, rule, check }) => {
    const what = `${[operation, rule, check].filter((one) => one !== undefined).join(", ")}: ${reason}`;
    if (state === "accepted") return [`accepted: ${count}, until ${until}: ${what}`];
    if (state === "expired") return [`expired: ${count}, on ${until}: ${what}`];
    return state === "unused" ? [`matches nothing in this run: ${what}`] : [];
  });
}
