import type { NegativeCase } from "../../cases/broken-requests.js";
import { negativeCases } from "../../cases/negative-cases.js";
import type { Contract } from "../../contract/contract.js";
import type { Exchange } from "../../exchange/exchange.js";
import { checkExchange } from "../../rules/check-exchange.js";
import type { Check, CheckTarget, Session } from "../session/check.js";
import { withTargetExamples } from "../session/target-input.js";

/**
 * Every wrong request. Apart from its one fault each is a request that succeeds, where the target gives what it needs:
 * so it is refused for that fault and for nothing else.
 */
export function wrongRequests(contract: Contract, target: CheckTarget): NegativeCase[] {
  const operations = contract.operations.map((operation) => withTargetExamples(contract, operation, target));
  const cases = negativeCases({ ...contract, operations }, target.token);
  const readable = new Set(contract.operations.flatMap(({ path, method }) => (method === "get" ? [path] : [])));
  // RFC 9110, section 9.1: what answers to GET answers to HEAD as well.
  const permitted = ({ operation, request }: NegativeCase) => request.method === "HEAD" && readable.has(operation.path);
  return [...cases.filter((one) => !permitted(one)), ...operations.flatMap((one) => unknownToken(one, cases))];
}

/** A request with a fault is refused, in a form that the contract documents. */
export function rejectionCheck(negative: NegativeCase): Check {
  const { operation, kind, at, request } = negative;
  const place = at.slice("/request".length);
  return {
    id: `${operation.id}/rejects${place}/${kind.replaceAll(" ", "-")}`,
    operation: operation.id,
    title: `${operation.id} refuses a request that is wrong at ${place}: ${kind}`,
    effects: "none",
    async run(session) {
      expectRejection(session, negative, await session.sendWrong(operation.id, request));
    },
  };
}

/** Notes what is wrong with the answer to a wrong request. */
export function expectRejection(session: Session, negative: NegativeCase, exchange: Exchange): void {
  const { operation, kind, at } = negative;
  const { status } = exchange.response;
  const ofToken = negative.rule === "request-security" && operation.secured;
  const ofMethod = negative.rule === "method-allowed";
  const rule = ofToken ? "token-required" : ofMethod ? "method-rejected" : "wrong-request-rejected";
  const contract = ofToken ? operation.securityPointer : ofMethod ? pathOf(operation.pointer) : operation.pointer;
  const what = `a request that is wrong at ${at}: ${kind}`;
  const message = wrongStatus(status, ofToken);
  if (message !== undefined) {
    const said = `${operation.id} ${message} ${what}`;
    session.find({ rule, message: said, operation: operation.id, contract, at: "/response/status", exchange });
  } else if (ofMethod) {
    noteForm(session, negative, exchange);
  }
}

/** What is wrong with the status of a refusal; undefined when nothing is. */
function wrongStatus(status: number, ofToken: boolean): string | undefined {
  if (status < 400) return `answered ${status} to`;
  if (status >= 500) return `failed with ${status} on`;
  if (ofToken && status !== 401) return `answered ${status}, and not 401, to`;
  return !ofToken && status === 401 ? "answered 401, as if the token were wrong, to" : undefined;
}

/** The contract knows no such request, so that the form of its refusal is that of the operation, where it has one. */
function noteForm({ contract, target, find }: Session, { operation }: NegativeCase, exchange: Exchange): void {
  const { request, response } = exchange;
  const documented = operation.responses.some(({ status }) => status === String(response.status));
  if (!documented || request.method === "HEAD") return;
  const method = operation.method.toUpperCase();
  const { baseUrl, authUrl } = target;
  const violations = checkExchange({ request: { ...request, method }, response }, { contract, baseUrl, authUrl });
  for (const violation of violations) {
    if (violation.at.startsWith("/response/")) find({ ...violation, operation: operation.id, exchange });
  }
}

/** A token of the right form that nobody was given. */
function unknownToken(operation: NegativeCase["operation"], cases: readonly NegativeCase[]): NegativeCase[] {
  const without = cases.find((one) => one.operation === operation && one.kind === "no token");
  if (without === undefined) return [];
  const headers = { ...Object.fromEntries(new Headers(without.request.headers)), authorization: `Bearer ${NO_TOKEN}` };
  return [{ ...without, kind: "an unknown token", request: { ...without.request, headers } }];
}

const NO_TOKEN = "nobody-was-given-this-token";

function pathOf(operation: string): string {
  return operation.slice(0, operation.lastIndexOf("/"));
}
