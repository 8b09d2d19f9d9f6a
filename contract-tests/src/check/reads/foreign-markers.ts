import type { Contract } from "content-service-contract";
import type { Check, CheckTarget, Session } from "../session/check.js";
import { isClientError } from "../session/expectations.js";
import { type List, listOf, pageOf } from "./list-pages.js";

/** A list rejects markers that it did not give: one with more characters, and one of another list. */
export function foreignMarkerCheck(contract: Contract, list: List, target: CheckTarget): Check {
  const { id } = list.operation;
  return {
    ...{ id: `${id}/rejects-a-foreign-marker`, operation: id, effects: "none" },
    title: `${id} rejects a changed marker and the marker of another list`,
    async run(session) {
      const own = await markerOf(session, list);
      if (own !== undefined) await expectRejected(session, list, `${own}-changed`, "a changed marker");
      for (const operation of contract.operations) {
        const other = operation.id === id ? undefined : listOf(contract, operation, target);
        if (!other?.schemes.includes("marker") || !other.known) continue;
        const marker = await markerOf(session, other);
        // A number can be a position in any list.
        if (marker === undefined || /^\d+$/.test(marker)) continue;
        return expectRejected(session, list, marker, `the marker of ${operation.id}`);
      }
      if (own === undefined) session.skip("No list has a second page");
    },
  };
}

/** The marker of the second page, if the list has one. */
async function markerOf(session: Session, list: List): Promise<string | undefined> {
  const exchange = await list.call(session, "marker", { limit: 1 });
  return pageOf(exchange, {})?.nextMarker;
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
