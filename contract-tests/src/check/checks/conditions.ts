import type { Contract } from "../../contract/contract.js";
import { isJsonObject } from "../../contract/json.js";
import type { Operation } from "../../contract/operation.js";
import type { Exchange } from "../../exchange/exchange.js";
import { type Check, type CheckTarget, jsonOf, type Session } from "../check.js";
import { targetInput } from "../target-input.js";
import { expectSuccess } from "./expect-success.js";

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
      rule: "precondition-heeded",
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
      id: `${operation.id}/heeds-the-etag-it-has`,
      title: `${operation.id} answers 304 to the etag that the record has`,
      async run(session) {
        const etag = await etagOf(session, operation, await session.call(operation.id, input), known);
        expectStatus(session, await callWith(session, etag), 304, "the etag of the record");
      },
    },
    {
      ...common,
      id: `${operation.id}/heeds-another-etag`,
      title: `${operation.id} answers with the record to an etag that it does not have`,
      async run(session) {
        const etag = await etagOf(session, operation, await session.call(operation.id, input), known);
        expectStatus(session, await callWith(session, `${etag}0`), 200, "an etag that the record does not have");
      },
    },
  ];
}

async function etagOf(session: Session, operation: Operation, exchange: Exchange, known: boolean): Promise<string> {
  if (!expectSuccess(session, operation, exchange, known)) session.skip("There is no record to ask for");
  const body = jsonOf(exchange);
  const etag = isJsonObject(body) ? body["etag"] : undefined;
  return typeof etag === "string" && etag !== "" ? etag : session.skip("The record has no etag");
}
