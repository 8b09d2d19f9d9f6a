import type { Contract, Exchange, Operation } from "content-service-contract";
import { type Check, type CheckTarget, checkOf, objectOf, type Session } from "../session/check.js";
import { expectStatus, expectSuccessIfKnown, PRECONDITION } from "../session/expectations.js";
import { fitsAnywhere, targetInput, unlike as valueUnlike } from "../session/target-input.js";
import { callableChecks, successChecks } from "./call-checks.js";
import { listChecks } from "./list-checks.js";
import { queryChecks } from "./query-checks.js";
import { queriesOf } from "./query-data.js";
import { sameContentChecks } from "./same-content.js";
import { unionChecks } from "./union-checks.js";
import { rejectionCheck, wrongRequests } from "./wrong-requests.js";

/** The checks of the safe operations. Without `inference` no call is compared with others, unless the contract says how. */
export function readChecks(contract: Contract, target: CheckTarget, chosen: readonly Operation[], inference: boolean) {
  const reading = chosen.filter(({ isSafe }) => isSafe);
  return reading.flatMap((operation) =>
    callableChecks(contract, operation, target, () => [
      ...successChecks(contract, operation, target),
      ...(inference ? conditionChecks(contract, operation, target) : []),
      ...(inference ? sameContentChecks(contract, operation) : []),
      ...listChecks(contract, operation, target),
      ...unionChecks(contract, operation, target),
      ...queriesOf(contract).flatMap((query) => (query.operation === operation ? queryChecks(query) : [])),
      ...unknownIdChecks(contract, operation, target),
      ...wrongRequests(contract, target, operation).map(rejectionCheck),
    ]),
  );
}

/** An operation with `If-None-Match` returns 304 for the current etag, and the record for any other. */
export function conditionChecks(contract: Contract, operation: Operation, target: CheckTarget): Check[] {
  const condition = operation.parameters.find((one) => one.in === "header" && /^if-none-match$/i.test(one.name));
  if (condition === undefined || !operation.responses.some(({ status }) => status === "304")) return [];
  const { input, known } = targetInput(contract, operation, target);
  const callWith = (session: Session, etag: string) =>
    session.call(operation.id, { ...input, header: { ...input.header, [condition.name]: etag } });
  const violation = { ...PRECONDITION, contract: condition.pointer };
  return [
    checkOf(operation, ["not-modified", "returns 304 for the current etag", "none"], async (session) => {
      const current = async () => etagOf(session, await session.call(operation.id, input), known);
      const etag = await current();
      const exchange = await callWith(session, etag);
      // Others can have changed the record in the meantime.
      const now = exchange.response.status === 304 ? etag : await current();
      const last = now === etag ? exchange : await callWith(session, now);
      expectStatus(session, last, 304, "the current etag", violation);
    }),
    checkOf(operation, ["modified", "returns the record for another etag", "none"], async (session) => {
      const etag = await etagOf(session, await session.call(operation.id, input), known);
      expectStatus(session, await callWith(session, `${etag}0`), 200, "another etag", violation);
      // RFC 9110, section 13.1.2, has quotes, weak etags and lists. A service that does not know them rejects them, or
      // takes each for an etag that the record does not have.
      const other = /^\d+$/.test(etag) ? String(Number(etag) - 1) : `${etag}0`;
      const isQuoted = /^(W\/)?"/.test(etag);
      const others = isQuoted ? [] : [other, etag.slice(0, -1), `"${other}"`, `W/"${other}"`, `"${other}", "${etag}0"`];
      const own = isQuoted ? [] : [`"${etag}"`, `W/"${etag}"`, `"${etag}0", "${etag}"`];
      let isKnown = false;
      for (const value of [...others, ...own, "*"].filter((one) => one !== "")) {
        const exchange = await callWith(session, value);
        const { status } = exchange.response;
        // Who knows the quotes knows the other forms.
        const expected = isKnown && own.includes(value) ? 304 : 200;
        isKnown ||= status === 304 && value === own[0];
        if (status === 400 || (status === 304 && !others.includes(value))) continue;
        expectStatus(session, exchange, expected, `the etag ${value}`, violation);
      }
    }),
  ];
}

async function etagOf(session: Session, exchange: Exchange, known: boolean): Promise<string> {
  if (!expectSuccessIfKnown(session, exchange, known)) session.skip("No record to read: give its id in --parameters");
  const etag = objectOf(exchange)["etag"] ?? new Headers(exchange.response.headers).get("etag");
  return typeof etag === "string" && etag !== "" ? etag : session.skip("The record has no etag");
}

/** An operation that documents 404 rejects an unknown value of each required id, where errors are alike. */
function unknownIdChecks(contract: Contract, operation: Operation, target: CheckTarget): Check[] {
  if (!contract.follows("errors") || !operation.responses.some(({ status }) => status === "404")) return [];
  const { input } = targetInput(contract, operation, target);
  const named = operation.parameters.filter((one) => one.required && !fitsAnywhere(contract, one));
  return named.flatMap((parameter): Check[] => {
    const values = input[parameter.in] ?? {};
    const unknown = valueUnlike(contract, parameter.schema, values[parameter.name]);
    if (unknown === undefined) return [];
    const changed = { ...input, [parameter.in]: { ...values, [parameter.name]: unknown } };
    const name = `rejects/${parameter.in}/${parameter.name}/unknown`;
    const check = checkOf(operation, [name, `rejects an unknown ${parameter.name}`, "none"], async (session) => {
      const exchange = await session.call(operation.id, changed);
      // A number that no record has is no malformed id.
      const expected = /^\d+$/.test(unknown) ? 404 : [400, 404, 405];
      const violation = { rule: "wrong-request-rejected", contract: parameter.pointer } as const;
      expectStatus(session, exchange, expected, `an unknown \`${parameter.name}\``, violation);
    });
    return [check];
  });
}
