import { errorCodeOf, exampleResponses } from "../../contract/documented-responses.js";
import { pointer } from "../../contract/json-pointer.js";
import type { Operation } from "../../contract/operation.js";
import type { Exchange } from "../../exchange/exchange.js";
import { jsonOf, type Session } from "../check.js";

/**
 * Holds a call to its success. Where not all that it names is known to exist, a refusal holds as well. Where it names
 * nothing and is kept for some callers, a 403 says that the token's is none of them: then nothing can be found out.
 *
 * Answers with whether it succeeded.
 */
export function expectSuccess(session: Session, operation: Operation, exchange: Exchange, known: boolean): boolean {
  const { status } = exchange.response;
  if (status >= 200 && status < 300) return true;
  if (status === 403 && lacksRights(session, operation, exchange))
    session.skip(`The token may not call ${operation.id}`);
  if (!known && status >= 400 && status < 500) return false;
  session.find({
    rule: "call-succeeds",
    message: `${operation.id} answered ${status} to a call that must succeed`,
    operation: operation.id,
    contract: pointer(operation.pointer, "responses"),
    at: "/response/status",
    exchange,
  });
  return false;
}

/** Whether the operation is kept for some callers, names nothing that one of them has given, and says that it is kept. */
function lacksRights({ contract }: Session, operation: Operation, exchange: Exchange): boolean {
  const { parameters, requestBody } = operation;
  if (requestBody !== undefined || parameters.some(({ required }) => required)) return false;
  const refusals = (one: Operation) => exampleResponses(one).filter(({ status }) => status === 403);
  // Any caller may be refused to act for another user, which no call without `As-User` is about.
  const kept = refusals(operation).some(({ example }) => example !== undefined && !example.name.startsWith("as_user"));
  const code = errorCodeOf(jsonOf(exchange));
  return kept && contract.operations.flatMap(refusals).some(({ example }) => errorCodeOf(example?.value) === code);
}
