import { type Contract, type Exchange, isJsonObject, type Operation, requestMedia } from "content-service-contract";
import { type Check, type CheckTarget, jsonOf, type Session } from "../session/check.js";
import { expectSuccessIfKnown } from "../session/expectations.js";
import { fitsAnywhere, type TargetInput, targetInput, unlike as valueUnlike } from "../session/target-input.js";
import { filterChecks } from "./filter-checks.js";
import { listChecks } from "./list-checks.js";
import { continues } from "./list-pages.js";
import { queryChecks } from "./query-checks.js";
import { queriesOf } from "./query-data.js";
import { sameContentChecks } from "./same-content.js";
import { rejectionCheck, wrongRequests } from "./wrong-requests.js";

/** The checks of the safe operations, in the order in which they run. */
export function readChecks(contract: Contract, target: CheckTarget, operations: readonly Operation[]): Check[] {
  const reading = operations.filter(({ isSafe }) => isSafe);
  const wrong = wrongRequests(contract, target, reading);
  return reading.flatMap((operation) => [
    ...successChecks(contract, operation, target),
    ...conditionChecks(contract, operation, target),
    ...sameContentChecks(contract, operation),
    ...listChecks(contract, operation, target),
    ...filterChecks(contract, operation, target),
    ...queriesOf(contract).flatMap((query) => (query.operation === operation ? queryChecks(query) : [])),
    ...unknownIdChecks(contract, operation, target),
    ...wrong.filter((one) => one.operation.id === operation.id).map(rejectionCheck),
  ]);
}

/**
 * An operation succeeds with its required parameters, with its optional ones, with `fields`, and with each example of its
 * body.
 */
export function successChecks(contract: Contract, operation: Operation, target: CheckTarget): Check[] {
  const examples = requestMedia(operation)?.examples ?? [];
  const wanted: Variant[] = [
    { id: "succeeds", how: "", ...targetInput(contract, operation, target), example: examples[0]?.name },
    {
      id: "succeeds-with-options",
      how: " with its optional parameters",
      ...withoutConditions(targetInput(contract, operation, target, { optional: true })),
      example: examples[0]?.name,
    },
    { id: "succeeds-with-fields", how: " with fields", ...targetInput(contract, operation, target, { fields: true }) },
    ...otherValues(operation, target).map(({ name, parameters }) => ({
      id: `succeeds-with-other-${name}`,
      how: ` with another ${name}`,
      ...targetInput(contract, operation, { ...target, parameters }),
    })),
    ...examples.slice(1).map((requestExample) => ({
      id: `succeeds-with-${requestExample.name}`,
      how: ` when asked to ${requestExample.name.replaceAll("_", " ")}`,
      // The list checks send the example with a marker: they have one.
      example: continues(requestExample) ? undefined : requestExample.name,
      ...targetInput(contract, operation, target, { requestExample }),
    })),
  ];
  const unlike = new Map(wanted.toReversed().map((one) => [JSON.stringify(one.input), one]));
  return wanted
    .filter((one) => unlike.get(JSON.stringify(one.input)) === one)
    .map(({ id, how, input, known, example }) => ({
      id: `${operation.id}/${id}`,
      operation: operation.id,
      title: `${operation.id} succeeds${how}`,
      effects: "none",
      async run(session) {
        const exchange = await session.call(operation.id, input, { requestExample: example });
        expectSuccessIfKnown(session, operation, exchange, known);
      },
    }));
}

interface Variant extends TargetInput {
  readonly id: string;
  /** Ends the title. */
  readonly how: string;
  /** The name of the example that gives the body. */
  readonly example?: string | undefined;
}

/** The target with its other value of a parameter, such as a link to a folder in `findSharedItem.other_ServiceApi`. */
function otherValues({ id, parameters: own }: Operation, { parameters = {} }: CheckTarget) {
  return own.flatMap(({ name }) => {
    const value = parameters[`${id}.other_${name}`];
    return value === undefined ? [] : [{ name, parameters: { ...parameters, [`${id}.${name}`]: value } }];
  });
}

/** Without `If-None-Match`, which changes the response and has checks of its own. */
function withoutConditions({ input, known }: TargetInput): TargetInput {
  const { header, ...others } = input;
  if (!isJsonObject(header)) return { input, known };
  const kept = Object.fromEntries(Object.entries(header).filter(([name]) => !/^if-/i.test(name)));
  return { input: Object.keys(kept).length === 0 ? others : { ...others, header: kept }, known };
}

/** An operation with `If-None-Match` returns 304 for the current etag, and the record for any other. */
export function conditionChecks(contract: Contract, operation: Operation, target: CheckTarget): Check[] {
  const condition = operation.parameters.find((one) => one.in === "header" && /^if-none-match$/i.test(one.name));
  if (condition === undefined || !operation.responses.some(({ status }) => status === "304")) return [];
  const { input, known } = targetInput(contract, operation, target);
  const callWith = (session: Session, etag: string) =>
    session.call(operation.id, { ...input, header: { ...input.header, [condition.name]: etag } });
  const expectStatus = (session: Session, exchange: Exchange, status: number, to: string) => {
    if (exchange.response.status === status) return;
    session.find({
      rule: "precondition-respected",
      message: `Expected a ${status} response for ${to}; received ${exchange.response.status}`,
      operation: operation.id,
      contract: condition.pointer,
      at: "/response/status",
      exchange,
    });
  };
  const common = { operation: operation.id, effects: "none" } as const;
  return [
    {
      ...common,
      id: `${operation.id}/not-modified`,
      title: `${operation.id} returns 304 for the current etag`,
      async run(session) {
        const current = async () => etagOf(session, operation, await session.call(operation.id, input), known);
        const etag = await current();
        const exchange = await callWith(session, etag);
        // Others can have changed the record in the meantime.
        const now = exchange.response.status === 304 ? etag : await current();
        expectStatus(session, now === etag ? exchange : await callWith(session, now), 304, "the current etag");
      },
    },
    {
      ...common,
      id: `${operation.id}/modified`,
      title: `${operation.id} returns the record for another etag`,
      async run(session) {
        const etag = await etagOf(session, operation, await session.call(operation.id, input), known);
        expectStatus(session, await callWith(session, `${etag}0`), 200, "another etag");
        // RFC 9110, section 13.1.2, has quotes, weak etags and lists. A service that does not know them rejects them, or
        // takes each for an etag that the record does not have.
        const other = /^\d+$/.test(etag) ? String(Number(etag) - 1) : `${etag}0`;
        const isQuoted = /^(W\/)?"/.test(etag);
        const others = isQuoted
          ? []
          : [other, etag.slice(0, -1), `"${other}"`, `W/"${other}"`, `"${other}", "${etag}0"`];
        const own = isQuoted ? [] : [`"${etag}"`, `W/"${etag}"`, `"${etag}0", "${etag}"`];
        for (const value of [...others, ...own, "*"].filter((one) => one !== "")) {
          const exchange = await callWith(session, value);
          const { status } = exchange.response;
          if (status === 400 || (status === 304 && !others.includes(value))) continue;
          expectStatus(session, exchange, 200, `the etag ${value}`);
        }
      },
    },
  ];
}

async function etagOf(session: Session, operation: Operation, exchange: Exchange, known: boolean): Promise<string> {
  if (!expectSuccessIfKnown(session, operation, exchange, known))
    session.skip("No record to read: give its id in --parameters");
  const body = jsonOf(exchange);
  const etag = isJsonObject(body) ? body["etag"] : undefined;
  return typeof etag === "string" && etag !== "" ? etag : session.skip("The record has no etag");
}

/** An operation that documents 404 rejects an unknown value of each required id. */
export function unknownIdChecks(contract: Contract, operation: Operation, target: CheckTarget): Check[] {
  if (!operation.responses.some(({ status }) => status === "404")) return [];
  const { input } = targetInput(contract, operation, target);
  const named = operation.parameters.filter((one) => one.required && !fitsAnywhere(contract, one));
  return named.flatMap((parameter): Check[] => {
    const values = input[parameter.in] ?? {};
    const unknown = valueUnlike(contract, parameter.schema, values[parameter.name]);
    if (unknown === undefined) return [];
    const changed = { ...input, [parameter.in]: { ...values, [parameter.name]: unknown } };
    return [
      {
        id: `${operation.id}/rejects/${parameter.in}/${parameter.name}/unknown`,
        operation: operation.id,
        title: `${operation.id} rejects an unknown ${parameter.name}`,
        effects: "none",
        async run(session) {
          const exchange = await session.call(operation.id, changed);
          const { status } = exchange.response;
          // A number that no record has is no malformed id.
          const expected = /^\d+$/.test(unknown) ? [404] : [400, 404, 405];
          if (expected.includes(status)) return;
          session.find({
            rule: "wrong-request-rejected",
            message: `Expected a ${expected.join(" or ")} response for an unknown \`${parameter.name}\`; received ${status}`,
            operation: operation.id,
            contract: parameter.pointer,
            at: "/response/status",
            exchange,
          });
        },
      },
    ];
  });
}
