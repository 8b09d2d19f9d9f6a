import type { Contract, Json } from "content-service-contract";
import type { Check, CheckTarget, Session } from "../session/check.js";
import { isClientError } from "../session/expectations.js";
import { filtersOf, selectionOf } from "./filters.js";
import { identityOf, type List, listOf, type Page, pageOf } from "./list-pages.js";

/** A list rejects markers that it did not give: one with more characters, one of another list, and one without its filters. */
export function foreignMarkerCheck(contract: Contract, list: List, target: CheckTarget): Check {
  const { id } = list.operation;
  return {
    ...{ id: `${id}/rejects-a-foreign-marker`, operation: id, effects: "none" },
    title: `${id} rejects a changed marker and the marker of another list`,
    async run(session) {
      const first = await firstPage(session, list);
      const own = first?.nextMarker;
      if (own !== undefined) await expectRejected(session, list, `${own}-changed`, "a changed marker");
      if (own !== undefined) await expectFiltered(session, list, own, first?.records ?? []);
      for (const operation of contract.operations) {
        const other = operation.id === id ? undefined : listOf(contract, operation, target);
        if (!other?.schemes.includes("marker") || !other.known) continue;
        const marker = (await firstPage(session, other))?.nextMarker;
        // A number can be a position in any list.
        if (marker === undefined || /^\d+$/.test(marker)) continue;
        return expectRejected(session, list, marker, `the marker of ${operation.id}`);
      }
      if (own === undefined) session.skip("No list has a second page");
    },
  };
}

async function firstPage(session: Session, list: List): Promise<Page | undefined> {
  return pageOf(await list.call(session, "marker", { limit: 1 }), {});
}

/** With the marker of the list without it, a filter is rejected, or still selects. */
async function expectFiltered(session: Session, list: List, marker: string, records: readonly Json[]): Promise<void> {
  for (const filter of filtersOf(session.contract, list.operation).filter(({ parameter }) => !parameter.required)) {
    const { name } = filter.parameter;
    const selection = selectionOf(filter, records);
    const [value] = records.flatMap((record) => selection?.valueIn(record) ?? []);
    if (selection === undefined || value === undefined) continue;
    const page = pageOf(await list.with({ [name]: value }).call(session, "marker", { marker, limit: 100 }), {});
    const wrong = page?.records.find((record) => selection.passes(record, value) === false);
    if (page === undefined || wrong === undefined) continue;
    const expected = `a 4xx response for ${name}=${value} with the marker of the list without it, or entries that pass`;
    session.find({
      rule: "filter-respected",
      message: `Expected ${expected}; received ${identityOf(wrong)}`,
      ...{ operation: list.operation.id, contract: filter.parameter.pointer },
      ...{ at: "/response/body/entries", exchange: page.exchange },
    });
  }
}

async function expectRejected(session: Session, list: List, marker: string, what: string): Promise<void> {
  const exchange = await list.call(session, "marker", { marker, limit: 1 });
  const { status } = exchange.response;
  if (isClientError(status)) return;
  session.find({
    rule: status < 400 ? "marker-respected" : "wrong-request-rejected",
    message: `Expected a 4xx response for ${what}; received ${status}`,
    operation: list.operation.id,
    contract: list.pointerOf("marker"),
    at: "/response/status",
    exchange,
  });
}
