import { type Contract, isJsonObject, type Json } from "content-service-contract";
import { passesAll, valueFor } from "../principles/filters.js";
import { listParameters } from "../principles/list-parameters.js";
import type { Check, CheckTarget, Session } from "../session/check.js";
import { isClientError } from "../session/expectations.js";
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
async function expectFiltered(session: Session, list: List, marker: string, [first]: readonly Json[]): Promise<void> {
  const { filters } = listParameters(session.contract, list.operation);
  for (const filter of filters.filter(({ parameter }) => !parameter.required)) {
    const { name, pointer: contract } = filter.parameter;
    const value = isJsonObject(first) ? valueFor(filter, first) : undefined;
    if (value === undefined) continue;
    const exchange = await list.with({ [name]: value }).call(session, "marker", { marker, limit: 100 });
    const chosen = [[filter, value]] as const;
    const wrong = pageOf(exchange, {})?.records.find(
      (record) => isJsonObject(record) && passesAll({ chosen }, { record }) === false,
    );
    if (wrong === undefined) continue;
    const expected = `a 4xx response for ${name}=${value} with the marker of the list without it, or entries that pass`;
    session.find({
      ...{ rule: "filter-respected", message: `Expected ${expected}; received ${identityOf(wrong)}` },
      ...{ operation: list.operation.id, contract, at: "/response/body/entries", exchange },
    });
  }
}

/** Expects a 4xx response for a marker that the list did not give. */
export async function expectRejected(session: Session, list: List, marker: string, what: string): Promise<void> {
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
