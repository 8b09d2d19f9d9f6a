import type { Session } from "../session/check.js";
import { expectStatus, isSuccess } from "../session/expectations.js";
import { passesAll, valueFor } from "./filters.js";
import { type Asked, type List, listOf, type Page, pageOf } from "./list.js";
import type { Position } from "./list-parameters.js";
import { type ListViolation, readList, sameEntries, sendIn, violationOf } from "./read-list.js";

/** A list rejects markers that it did not give: one with more characters, one of another list, and one without its filters. */
export async function foreignMarkers(session: Session, list: List, position: Position): Promise<void> {
  const { contract, target } = session;
  const first = (await firstPages(session, list, position, 1))[0];
  const own = first?.next;
  if (typeof own === "string") {
    await expectMarkerRejected(session, list, position, `${own}-changed`, "a changed marker");
    if (first !== undefined) await expectFiltered(session, list, position, own, first);
  }
  for (const operation of contract.operations) {
    const other = operation === list.operation ? undefined : listOf(contract, operation, target);
    const markers = other?.positions.find(({ kind }) => kind === "marker");
    if (other === undefined || markers === undefined || !other.known) continue;
    const marker = (await firstPages(session, other, markers, 1))[0]?.next;
    // A number can be a position in any list.
    if (typeof marker !== "string" || /^\d+$/.test(marker)) continue;
    return expectMarkerRejected(session, list, position, marker, `the marker of ${operation.id}`);
  }
  if (own === undefined) session.skip("No list has a second page");
}

export async function expectMarkerRejected(session: Session, list: List, by: Position, marker: string, what: string) {
  const exchange = await session.call(list.operation.id, list.inputFor(by, { at: marker, limit: 1 }));
  const { status } = exchange.response;
  const rule = status < 400 ? "marker-respected" : "wrong-request-rejected";
  expectStatus(session, exchange, "4xx", what, { rule, contract: by.pointer });
}

/** With the marker of the list without it, a filter is rejected, or still selects. */
async function expectFiltered(session: Session, list: List, position: Position, marker: string, { entries }: Page) {
  for (const filter of list.parameters.filters.filter(({ parameter }) => !parameter.required)) {
    const { name, pointer: contract } = filter.parameter;
    const value = entries[0] && valueFor(filter, entries[0].record);
    if (value === undefined) continue;
    const asked = { at: marker, limit: 100 };
    const exchange = await session.call(list.operation.id, list.with({ [name]: value }).inputFor(position, asked));
    const chosen = [[filter, value]] as const;
    const wrong = pageOf(list, exchange, asked)?.entries.find((one) => passesAll({ chosen }, one) === false);
    if (wrong === undefined) continue;
    const expected = `a 4xx response for ${name}=${value} with the marker of the list without it, or entries that pass`;
    const message = `Expected ${expected}; received ${wrong.id}`;
    session.find({ rule: "filter-respected", message, contract, at: "/response/body/entries", exchange });
  }
}

async function firstPages(session: Session, list: List, position: Position, limit: number): Promise<readonly Page[]> {
  return (await readList(sendIn(session), list, { position, limit, most: limit === 1 ? 1 : 3 }))?.pages ?? [];
}

/** Uses a marker twice and together with an offset, and follows the markers back. */
export async function otherMarkers(session: Session, list: List, position: Position): Promise<ListViolation | "same"> {
  const [first, second, third] = await firstPages(session, list, position, 2);
  if (first === undefined) return "same";
  const unexpected = "to return no `prev_marker` on the first page; received one";
  if (first.previous !== undefined) return violationOf(list, "marker-respected", unexpected, "/prev_marker", first);
  const offset = list.positions.find(({ kind }) => kind === "offset");
  // A page by offset can have a marker too.
  const byOffset =
    offset && (await readList(sendIn(session), list, { position: offset, at: 2, limit: 2, most: 1 }))?.last;
  const withOffset = offset && { more: { [offset.name]: 1 } };
  const isSecond = byOffset !== undefined && sameEntries(byOffset.ids, second?.ids ?? []);
  const wanted: readonly (readonly [
    what: string,
    at: Page["next"],
    ids: readonly string[] | undefined,
    asked?: Asked | undefined,
  ])[] = [
    ["the same page for a marker that is used twice", first.next, second?.ids],
    ["the next entry for a marker with another limit", first.next, second?.ids.slice(0, 1), { limit: 1 }],
    ["the page of the marker when an offset is sent too", first.next, second?.ids, withOffset],
    ["the next page for the marker of a page by offset", isSecond ? byOffset.next : undefined, third?.ids],
    ["the first page for the `prev_marker` of the second", second?.previous, first.ids],
    ["the second page for the `prev_marker` of the third", third?.previous, second?.ids],
  ];
  for (const [what, at, expected, more] of wanted) {
    if (typeof at !== "string" || expected === undefined) continue;
    const asked = { limit: 2, ...more, at };
    const exchange = await session.call(list.operation.id, list.inputFor(position, asked));
    const page = pageOf(list, exchange, asked);
    const { status } = exchange.response;
    if (page === undefined ? isSuccess(status) : sameEntries(page.ids, expected)) continue;
    const received = page === undefined ? `received ${status}` : "received other entries";
    const message = `to return ${what}; ${received}`;
    const violation = violationOf(list, "marker-respected", message, first.entriesAt, { exchange });
    return page === undefined ? { ...violation, at: "/response/status" } : violation;
  }
  return "same";
}
