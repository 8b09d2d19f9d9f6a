import type { Exchange } from "../exchange/exchange.js";
import type { CheckResult, Finding } from "./report.js";
import { cutText, visibleText } from "./visible-text.js";

/** Findings of one operation that break the same statement of the contract by the same rule. */
export interface FindingGroup {
  readonly operation: string | undefined;
  readonly rule: Finding["rule"];
  /** JSON pointer into the bundled contract. */
  readonly contract: string;
  /** The one that stands for all of them. */
  readonly first: Finding;
  /** How many there are. */
  readonly count: number;
  /** Where else, as pointers into the exchange, each once: the first of them. */
  readonly otherPlaces: readonly string[];
  /** The titles of the checks that found it, each once: the first of them. */
  readonly checks: readonly string[];
}

/** Puts findings together, in the order of the first of each group. */
export function groupFindings(results: readonly CheckResult[]): FindingGroup[] {
  const groups = new Map<string, { first: Finding; count: number; places: Set<string>; checks: Set<string> }>();
  for (const { findings, title } of results) {
    for (const finding of findings) {
      const key = JSON.stringify([finding.operation, finding.rule, finding.contract]);
      const group = groups.get(key) ?? { first: finding, count: 0, places: new Set(), checks: new Set() };
      groups.set(key, group);
      group.count += 1;
      if (group.places.size < MAX_LISTED && finding.at !== group.first.at) group.places.add(finding.at);
      if (group.checks.size < MAX_LISTED) group.checks.add(title);
    }
  }
  return [...groups.values()].map(({ first, count, places, checks }) => ({
    operation: first.operation,
    rule: first.rule,
    contract: first.contract,
    first,
    count,
    otherPlaces: [...places],
    checks: [...checks],
  }));
}

/** More places than these tell nothing more. */
const MAX_LISTED = 5;

/** The method and the address of a request, on one line. */
export function requestLine({ request }: Exchange): string {
  return cutText(visibleText(`${request.method} ${request.url ?? request.path}`, { oneLine: true }), MAX_CHARACTERS);
}

const MAX_CHARACTERS = 300;
