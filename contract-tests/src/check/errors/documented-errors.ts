import type { Contract, Operation } from "content-service-contract";
import { withHeader } from "../../cases/broken-requests.js";
import { expectError } from "../reads/expect-error.js";
import { queriesOf } from "../reads/query-data.js";
import type { Check, Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import type { PathRequest } from "../session/send.js";
import { noIdsReason } from "../session/target-input.js";
import { callerChecks } from "../writes/guard.js";
import { type Cause, causesOf, hasCauses, wrongQueries } from "./causes.js";

/** Each cause of an error that a client can provoke gets the status, the code and the name of its example. */
export function documentedErrorChecks(contract: Contract, operations: readonly Operation[]): Check[] {
  const queries = queriesOf(contract).map((one) => one.operation);
  const provoked = operations.filter((one) => hasCauses(one) || queries.includes(one));
  const title = "returns the documented error for each cause";
  return callerChecks(contract, provoked, { name: "documented-errors", title, sendAll });
}

async function sendAll(session: Session, operation: Operation, request: PathRequest): Promise<boolean> {
  const causes = await allCauses(session, operation, request);
  const [lacking] = causes.filter(({ missing }) => missing !== undefined);
  const known = causes.filter(({ missing }) => missing === undefined);
  const isRejected = await sendEach(session, operation, known);
  if (isRejected && lacking !== undefined)
    session.skip(`Missing a value that causes ${lacking.example}: ${lacking.missing}`);
  return isRejected;
}

async function allCauses(session: Session, operation: Operation, request: PathRequest): Promise<Cause[]> {
  if (operation.isSafe && !session.inputFor(operation.id).known) session.skip(noIdsReason(session, { operation }));
  const query = queriesOf(session.contract).find((one) => one.operation === operation);
  const wrong = query === undefined ? [] : await wrongQueries(session, query, request);
  return [...causesOf(session, operation, request), ...wrong];
}

/** Sends each request that must be rejected. Returns whether all were. */
async function sendEach(session: Session, operation: Operation, causes: readonly Cause[]): Promise<boolean> {
  let status = 0;
  let last: PathRequest | undefined;
  for (const cause of causes) {
    last = cause.request;
    const exchange = await session.sendWrong(operation.id, cause.request);
    status = exchange.response.status;
    await expectError(session, exchange, cause);
    if (isSuccess(status)) return false;
  }
  if (last?.body === undefined) return true;
  // RFC 8259, section 11: the parameter has no effect. An error shows that without a change.
  const other = withHeader(last, "content-type", "application/json; charset=utf-8");
  const exchange = await session.sendWrong(operation.id, other);
  if (exchange.response.status === status) return true;
  const message = `Expected the ${status} response of application/json for application/json; charset=utf-8; received ${exchange.response.status}`;
  session.find({ rule: "call-succeeds", message, contract: `${operation.pointer}/requestBody`, exchange });
  return !isSuccess(exchange.response.status);
}
