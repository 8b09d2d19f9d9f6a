import { requestMedia } from "../../cases/call-input.js";
import type { Contract } from "../../contract/contract.js";
import { isJsonObject, type Json } from "../../contract/json.js";
import type { Operation, Parameter } from "../../contract/operation.js";
import type { Exchange } from "../../exchange/exchange.js";
import { type Check, type CheckTarget, jsonOf, type Session } from "../session/check.js";
import { expectSuccessIfKnown } from "../session/expectations.js";
import { fitsAnywhere, type TargetInput, targetInput } from "../session/target-input.js";
import { listChecks } from "./list-checks.js";
import { continues } from "./list-pages.js";
import { rejectionCheck, wrongRequests } from "./wrong-requests.js";

/** The checks that only read, in the order in which they run. All come from the contract. */
export function readChecks(contract: Contract, target: CheckTarget): Check[] {
  const wrong = wrongRequests(contract, target);
  const reading = contract.operations.filter(({ reads }) => reads);
  return reading.flatMap((operation) => [
    ...successChecks(contract, operation, target),
    ...conditionChecks(contract, operation, target),
    ...listChecks(contract, operation, target),
    ...unknownIdChecks(contract, operation, target),
    ...wrong.filter((one) => one.operation.id === operation.id).map(rejectionCheck),
  ]);
}

/**
 * An operation is answered as the contract says: with what it must have, with what it can have, with `fields`, and with
 * each example of its body.
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
    ...examples.slice(1).map((requestExample) => ({
      id: `succeeds-with-${requestExample.name}`,
      how: ` when asked to ${requestExample.name.replaceAll("_", " ")}`,
      // What leads on to another page is sent where there is one.
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
      title: `${operation.id} is answered as documented${how}`,
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

/** Conditions have checks of their own: they make an answer another one. */
function withoutConditions({ input, known }: TargetInput): TargetInput {
  const { header, ...others } = input;
  if (!isJsonObject(header)) return { input, known };
  const kept = Object.fromEntries(Object.entries(header).filter(([name]) => !/^if-/i.test(name)));
  return { input: Object.keys(kept).length === 0 ? others : { ...others, header: kept }, known };
}

/** An operation with `If-None-Match` answers 304 to the etag that a record has, and with the record to any other. */
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
      message: `${operation.id} answered ${exchange.response.status}, and not ${status}, to ${to}`,
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
      title: `${operation.id} answers 304 to the etag that the record has`,
      async run(session) {
        const etag = await etagOf(session, operation, await session.call(operation.id, input), known);
        expectStatus(session, await callWith(session, etag), 304, "the etag of the record");
      },
    },
    {
      ...common,
      id: `${operation.id}/modified`,
      title: `${operation.id} answers with the record to an etag that it does not have`,
      async run(session) {
        const etag = await etagOf(session, operation, await session.call(operation.id, input), known);
        expectStatus(session, await callWith(session, `${etag}0`), 200, "an etag that the record does not have");
      },
    },
  ];
}

async function etagOf(session: Session, operation: Operation, exchange: Exchange, known: boolean): Promise<string> {
  if (!expectSuccessIfKnown(session, operation, exchange, known)) session.skip("There is no record to ask for");
  const body = jsonOf(exchange);
  const etag = isJsonObject(body) ? body["etag"] : undefined;
  return typeof etag === "string" && etag !== "" ? etag : session.skip("The record has no etag");
}

/** Where an operation documents 404, each id that it must have is refused when it is one that nothing has. */
export function unknownIdChecks(contract: Contract, operation: Operation, target: CheckTarget): Check[] {
  if (!operation.responses.some(({ status }) => status === "404")) return [];
  const { input } = targetInput(contract, operation, target);
  const named = operation.parameters.filter((one) => one.required && !fitsAnywhere(contract, one));
  return named.flatMap((parameter): Check[] => {
    const values = input[parameter.in] ?? {};
    const unknown = unlike(contract, parameter, values[parameter.name]);
    if (unknown === undefined) return [];
    const changed = { ...input, [parameter.in]: { ...values, [parameter.name]: unknown } };
    return [
      {
        id: `${operation.id}/rejects/${parameter.in}/${parameter.name}/unknown`,
        operation: operation.id,
        title: `${operation.id} refuses a ${parameter.name} that leads to nothing`,
        effects: "none",
        async run(session) {
          const exchange = await session.call(operation.id, changed);
          const { status } = exchange.response;
          if (status >= 400 && status < 500 && status !== 401) return;
          session.find({
            rule: "wrong-request-rejected",
            message: `${operation.id} answered ${status} to a ${parameter.name} that leads to nothing`,
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

/** A value like another one, of the right form, that nothing has. Undefined where the form leaves no other value. */
function unlike(contract: Contract, { schema }: Parameter, value: Json | undefined): string | undefined {
  const text = String(value ?? "");
  const candidates = [text.replace(/\d+$/, NO_ID), `${text}_of_nobody`];
  return candidates.find((one) => one !== text && contract.validate(schema, one).length === 0);
}

/** Longer than any id that is given in turn, and within what 53 bits hold. */
const NO_ID = "909090909090909";
