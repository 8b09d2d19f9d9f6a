import { type Exchange, errorCodeOf, pointer, statusesByCode, valueAt } from "content-service-contract";
import type { ConductRule } from "../../report/report.js";
import { lackedRole } from "../session/callers.js";
import { jsonOf, type Session } from "../session/check.js";
import { errorsNamed } from "../session/record-requests.js";
import { otherNames } from "./rejection-cause.js";

/** A documented error, by the name of its example, and its cause. */
export interface ExpectedError {
  readonly example: string;
  /** Completes "Expected a 404 response for …". */
  readonly what: string;
  /** The rule that another status violates. @default "wrong-request-rejected" */
  readonly rule?: ConductRule;
}

/** Expects the status, the code and the name in an example of the contract. Returns whether the status is right. */
export async function expectError(
  session: Session,
  exchange: Exchange,
  { example: name, what, rule = "wrong-request-rejected" }: ExpectedError,
): Promise<boolean> {
  const operation = session.contract.operation(session.operationOf(exchange));
  const [documented] = errorsNamed(operation, [name]);
  if (documented === undefined) return true;
  const common = { contract: pointer(documented.response.pointer, "content"), exchange };
  const { status } = exchange.response;
  // Some invalid queries have a documented 500.
  if (status >= 500 && operation.responses.some((one) => one.status === String(status))) return true;
  const lacking = documented.status === 403 ? undefined : lackedRole(session, exchange);
  if (lacking !== undefined) session.skip(lacking);
  if (status !== documented.status) {
    const message = `Expected a ${documented.status} response for ${what}; received ${status}`;
    session.find({ ...common, rule, message });
    return false;
  }
  const [code, expected] = [errorCodeOf(jsonOf(exchange)), documented.code];
  // A service can have codes of its own.
  if (code !== undefined && code !== expected && statusesByCode(session.contract).has(code)) {
    const message = `Expected the code ${expected} for ${what}; received ${code}`;
    session.find({ ...common, rule: "error-consistent", message, at: "/response/body/code" });
  }
  const wrong = valueAt(documented.example.value, "/context_info/errors/0/name");
  const named = typeof wrong === "string" ? otherNames(session.contract, operation, wrong, exchange) : [];
  if (named.length > 0) {
    const message = `Expected the error to name ${wrong} for ${what}; received ${named.join(", ")}`;
    session.find({ ...common, rule: "error-consistent", message, at: "/response/body/context_info/errors/0/name" });
  }
  return true;
}

/** Expects the documented rejection of a record that exists already. */
export function expectConflict(session: Session, exchange: Exchange, what: string): Promise<boolean> {
  const { responses } = session.contract.operation(session.operationOf(exchange));
  const examples = responses
    .filter(({ status }) => status === "409")
    .flatMap(({ content }) => content.flatMap((one) => one.examples));
  // This one is about another change that is still running.
  const example = examples.find(({ value }) => errorCodeOf(value) !== "operation_blocked_temporary")?.name ?? "";
  return expectError(session, exchange, { example, what, rule: "state-kept" });
}
