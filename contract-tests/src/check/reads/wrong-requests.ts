import { type Contract, checkExchange, type Exchange, type Operation, withCredentials } from "content-service-contract";
import { faultText, type NegativeCase } from "../../cases/broken-requests.js";
import { negativeCases } from "../../cases/negative-cases.js";
import { type Check, type CheckTarget, checkOf, type Session } from "../session/check.js";
import { withTargetExamples } from "../session/target-input.js";
import { expectCause } from "./expect-error.js";

/** The invalid requests of an operation. Each has exactly one fault, so that no other can be the reason for its rejection. */
export function wrongRequests(contract: Contract, target: CheckTarget, chosen: Operation): NegativeCase[] {
  const operation = withTargetExamples(contract, chosen, target);
  const cases = negativeCases(contract, target, [operation]);
  // RFC 9110, section 9.1: a path with GET has HEAD as well.
  const hasHead = contract.operations.some(({ path, method }) => method === "get" && path === operation.path);
  // RFC 9110, section 15.5.16: a service may read any media type.
  const readsAny = !contract.follows("errors") && !operation.responses.some(({ status }) => status === "415");
  const isValid = ({ kind, request }: NegativeCase) =>
    (hasHead && request.method === "HEAD") || (readsAny && kind === "another media type");
  return [...cases.filter((one) => !isValid(one)), ...unknownToken(operation, cases)];
}

export function rejectionCheck(negative: NegativeCase): Check {
  const { operation, kind, at, request } = negative;
  const place = at.slice("/request".length);
  const name = `rejects${place}/${kind.replaceAll(" ", "-")}`;
  const check = checkOf(operation, [name, `rejects ${faultText(negative)}`, "none"], async (session) => {
    expectRejection(session, negative, await session.sendWrong(operation.id, request));
  });
  // A service that ignores the fault of a write executes it.
  return { ...check, closedOnly: !operation.isSafe && mayBeIgnored(negative, false) };
}

/** Finds what is wrong with the response to an invalid request: any 4xx will do, unless errors are alike. */
export function expectRejection(session: Session, negative: NegativeCase, exchange: Exchange): void {
  const { operation } = negative;
  const { status } = exchange.response;
  if (status < (session.contract.follows("errors") ? 300 : 400) && mayBeIgnored(negative, session.closed)) return;
  // A test double does not know whether the service has the path (RFC 9110, section 15.6.2).
  if (status === 501 && negative.rule === "operation-known") return;
  // Such as the single-page application of the service, which shows a page of its own then.
  const isPage = /\bhtml\b/i.test(new Headers(exchange.response.headers).get("content-type") ?? "");
  const isElsewhere = negative.rule === "operation-known" || exchange.request.method === "HEAD";
  if (isElsewhere && isPage && status < 300 && !session.contract.follows("errors"))
    session.skip("The service shows a web page under addresses that the contract does not have");
  const ofToken = negative.rule === "request-security" && operation.secured;
  const ofMethod = negative.rule === "method-allowed";
  const rule = ofToken ? "token-required" : ofMethod ? "method-rejected" : "wrong-request-rejected";
  const { pointer, securityPointer } = operation;
  const contract = ofToken ? securityPointer : ofMethod ? pointer.slice(0, pointer.lastIndexOf("/")) : pointer;
  const expected = expectedStatus(session, status, ofToken);
  if (expected !== undefined) {
    const message = `Expected ${expected} response for ${faultText(negative)}; received ${status}`;
    session.find({ rule, message, contract, exchange });
    return;
  }
  if (!session.contract.follows("errors")) return;
  if (ofMethod) checkErrorSchema(session, negative, exchange);
  if (!ofToken) expectCause(session, negative, exchange);
}

/** Whether a service may ignore the fault: an unknown parameter, or an empty header, which an intermediary can drop. */
function mayBeIgnored({ kind, at, request }: NegativeCase, closed: boolean): boolean {
  if (kind === "undocumented") return !closed && at.startsWith("/request/query/");
  const [, name] = /^\/request\/headers\/([^/]+)$/.exec(at) ?? [];
  return name !== undefined && new Headers(request.headers).get(name) === "";
}

/** The status that should have come instead. Undefined when the status is right. */
function expectedStatus({ contract }: Session, status: number, ofToken: boolean): string | undefined {
  if (!contract.follows("errors")) {
    // A service may redirect callers without a valid token to a login.
    return status >= (ofToken ? 300 : 400) && status < 500 ? undefined : "a 4xx";
  }
  if (ofToken) return status === 401 ? undefined : "a 401";
  if (status < 400 || status >= 500) return "a 4xx";
  return status === 401 ? "a 4xx (not 401)" : undefined;
}

/** The contract does not document the method, so the error schema is that of the path's operation. */
function checkErrorSchema(session: Session, { operation }: NegativeCase, exchange: Exchange): void {
  const { request, response } = exchange;
  const documented = operation.responses.some(({ status }) => status === String(response.status));
  // A gateway may reject methods with a page of its own.
  const isJson = /\bjson\b/i.test(new Headers(response.headers).get("content-type") ?? "");
  if (!documented || !isJson || request.method === "HEAD") return;
  const method = operation.method.toUpperCase();
  const { contract, listed } = session;
  const { baseUrl, authUrl } = session.target;
  const settings = { contract, baseUrl, authUrl, listed };
  for (const violation of checkExchange({ request: { ...request, method }, response }, settings)) {
    if (violation.at.startsWith("/response/")) session.find({ ...violation, operation: operation.id, exchange });
  }
}

/** A well-formed token that was never issued. */
function unknownToken(operation: Operation, cases: readonly NegativeCase[]): NegativeCase[] {
  const without = cases.find(({ kind }) => kind === "no token");
  if (without === undefined) return [];
  const isUser = operation.security.flat().some(({ kind }) => kind === "basic");
  const token = `nobody${isUser ? ":" : "-"}was-given-this-token`;
  return [{ ...without, kind: "an unknown token", request: withCredentials(without.request, operation, token) }];
}
