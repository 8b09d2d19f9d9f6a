import {
  arrayAt,
  type Contract,
  exampleResponses,
  isJsonObject,
  type Operation,
  objectAt,
} from "content-service-contract";
import type { Check, CheckTarget, Session } from "../session/check.js";
import { noIdsReason } from "../session/target-input.js";
import { expectRejected, foreignMarkerCheck } from "./foreign-markers.js";
import { type List, listOf, type Page, type Scheme } from "./list-pages.js";
import { type Compared, comparePositions } from "./list-positions.js";
import { type ListViolation, pageViolation, paginate, violationOf } from "./paginate.js";

/** The checks of a paginated list. */
export function listChecks(contract: Contract, operation: Operation, target: CheckTarget): Check[] {
  const list = listOf(contract, operation, target);
  if (list === undefined) return [];
  const common = { operation: operation.id, effects: "none" } as const;
  const checks = list.schemes.flatMap((scheme): Check[] => [
    {
      ...common,
      id: `${operation.id}/limits-pages-by-${scheme}`,
      title: `${operation.id} respects the limit and its maximum, by ${scheme}`,
      run: (session) => checkTwice(session, list, () => compareLimits(session, list, scheme)),
    },
    {
      ...common,
      id: `${operation.id}/pages-by-${scheme}`,
      title: `${operation.id} returns every entry once, in order, in pages of any size, by ${scheme}`,
      run: (session) => checkTwice(session, list, () => compareAll(session, list, scheme)),
    },
  ]);
  if (!list.schemes.includes("marker") || !documentsUnknownMarker(operation)) return checks;
  return [
    ...checks,
    {
      ...common,
      id: `${operation.id}/rejects-an-invented-marker`,
      title: `${operation.id} rejects an unknown marker`,
      run: (session) => expectRejected(session, list, "no-list-gave-this-marker", "an unknown marker"),
    },
    foreignMarkerCheck(contract, list, target),
  ];
}

async function compareLimits(session: Session, list: List, scheme: Scheme): Promise<Compared> {
  let maximum: number | undefined;
  // The last ones are above the maximum, one of them beyond 32 bits, and still valid by the contract.
  for (const limit of [1, 2, undefined, list.maximumLimit, list.maximumLimit + 1, 2 ** 31]) {
    const page = await list.page(session, scheme, { limit });
    if (page === undefined) return { kind: "rejected" };
    const violation = pageViolation(list, page) ?? loweredFurther(list, page, maximum);
    if (violation !== undefined) return { kind: "violation", violation };
    if (limit === list.maximumLimit) maximum = page.limit;
    if (limit !== undefined || page.limit === undefined || page.limit > list.maximumLimit) continue;
    const named = await list.page(session, scheme, { limit: page.limit });
    if (named?.limit === page.limit && named.entries.length !== page.entries.length) {
      const message = `to return ${named.entries.length} entries, as for its \`limit\` ${page.limit}; received ${page.entries.length}`;
      return {
        kind: "violation",
        violation: violationOf(list, "limit-respected", message, "/response/body/limit", page),
      };
    }
  }
  return { kind: "same" };
}

/** A service may have a lower maximum, but it is the same for every limit above it. */
function loweredFurther(list: List, page: Page, maximum: number | undefined): ListViolation | undefined {
  if (maximum === undefined || page.limit === undefined || page.limit >= maximum) return undefined;
  const message = `to use its maximum ${maximum} for the limit ${page.asked.limit}; received \`limit\` ${page.limit}`;
  return violationOf(list, "limit-respected", message, "/response/body/limit", page);
}

async function checkTwice(session: Session, list: List, compare: () => Promise<Compared>): Promise<void> {
  const first = await compare();
  if (first.kind === "rejected") return pageMissing(session, list);
  if (first.kind === "short") session.skip("The list has fewer than two entries");
  if (first.kind !== "violation") return;
  // The list can change during the check, so a violation counts only if there is one again.
  const again = await compare();
  if (again.kind === "violation") note(session, list, first.violation);
}

async function compareAll(session: Session, list: List, scheme: Scheme): Promise<Compared> {
  const compared = await comparePages(session, list, scheme);
  return compared.kind === "same" ? comparePositions(session, list, scheme) : compared;
}

/** Reads the list in the largest pages and in small ones, and compares the entries. */
async function comparePages(session: Session, list: List, scheme: Scheme): Promise<Compared> {
  // The other scheme returns the same entries, and rarely has the same violation.
  const other = list.schemes.find((one) => one !== scheme) ?? scheme;
  const whole = await paginate(session, list, other, list.maximumLimit);
  const count = whole.kind === "whole" ? whole.ids.length : FEW;
  if (whole.kind === "rejected" || (whole.kind === "violation" && other === scheme)) return whole;
  const paged = await paginate(session, list, scheme, smallLimit(count, list.maximumLimit));
  if (paged.kind !== "whole" || whole.kind !== "whole") return paged.kind === "whole" ? { kind: "same" } : paged;
  const missing = difference(whole.ids, paged.ids);
  const extra = difference(paged.ids, whole.ids);
  const [entry] = [...missing, ...extra];
  if (entry === undefined) return { kind: count < 2 ? "short" : "same" };
  const many = missing.length + extra.length;
  const expected = `to return the same entries in small pages (${scheme}) as in large ones (${other}); ${many} differ, such as ${entry}`;
  const page = missing.length > 0 ? paged.last : whole.last;
  return { kind: "violation", violation: violationOf(list, "list-complete", expected, "/response/body/entries", page) };
}

/** A page size that gives several pages, but few. */
function smallLimit(count: number, maximum: number): number {
  return count <= FEW ? 1 : Math.min(Math.ceil(count / FEW), maximum - 1);
}

const FEW = 6;

/** Whether the contract documents the error for an unknown marker. */
function documentsUnknownMarker(operation: Operation): boolean {
  return exampleResponses(operation).some(({ status, example }) => {
    const value = example?.value;
    if (status !== 400 || !isJsonObject(value)) return false;
    return arrayAt(objectAt(value, "context_info"), "errors").some(
      (one) => isJsonObject(one) && one["name"] === "marker",
    );
  });
}

function pageMissing(session: Session, list: List): void {
  if (!list.known) session.skip(noIdsReason(session, list));
  throw new Error(`Expected a page from ${list.operation.id}`);
}

function note(session: Session, { operation }: List, { page, ...violation }: ListViolation): void {
  session.find({ ...violation, operation: operation.id, exchange: page.exchange });
}

function difference(from: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return from.filter((one) => !known.has(one));
}
