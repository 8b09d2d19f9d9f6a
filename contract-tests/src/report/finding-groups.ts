import type { Exchange } from "content-service-contract";
import { cutText, visibleText } from "content-service-contract/text";
import type { CheckResult, Finding } from "./report.js";

/** Findings with the same operation, rule and place in the contract. */
export interface FindingGroup {
  readonly operation: string | undefined;
  readonly rule: Finding["rule"];
  /** JSON pointer into the bundled contract. */
  readonly contract: string;
  /** The first finding of the group. */
  readonly first: Finding;
  readonly count: number;
  /** A few other places, as pointers into the exchange. */
  readonly otherPlaces: readonly string[];
  /** The titles of a few checks with these findings. */
  readonly checks: readonly string[];
  /** The operations of all these checks, which may call other operations. */
  readonly checked: readonly (string | undefined)[];
}

/** Groups findings, in the order of their first findings. */
export function groupFindings(results: readonly CheckResult[]): FindingGroup[] {
  const groups = new Map<
    string,
    { first: Finding; count: number; places: Set<string>; checks: Set<string>; checked: Set<string | undefined> }
  >();
  for (const { findings, title, operation } of results) {
    for (const finding of findings) {
      const key = JSON.stringify([finding.operation, finding.rule, finding.contract]);
      const group = groups.get(key) ?? {
        first: finding,
        count: 0,
        places: new Set(),
        checks: new Set(),
        checked: new Set(),
      };
      groups.set(key, group);
      group.count += 1;
      group.checked.add(operation);
      if (group.places.size < MAX_LISTED && finding.at !== group.first.at) group.places.add(finding.at);
      if (group.checks.size < MAX_LISTED) group.checks.add(title);
    }
  }
  return [...groups.values()].map(({ first, count, places, checks, checked }) => ({
    operation: first.operation,
    rule: first.rule,
    contract: first.contract,
    first,
    count,
    otherPlaces: [...places],
    checks: [...checks],
    checked: [...checked],
  }));
}

const MAX_LISTED = 5;

/** The method and URL of a request, on one line. */
export function requestLine({ request }: Exchange): string {
  return cutText(visibleText(`${request.method} ${request.url ?? request.path}`, { oneLine: true }), MAX_CHARACTERS);
}

const MAX_CHARACTERS = 300;
