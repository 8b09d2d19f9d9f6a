import {
  type CallInput,
  type Contract,
  documentedResponse,
  findRoute,
  inputRequest,
  type NamedExample,
  type Operation,
  queryOf,
  readRequest,
  requestMedia,
  withCredentials,
} from "content-service-contract";
import type { NegativeCase } from "../../cases/broken-requests.js";
import { negativeCases } from "../../cases/negative-cases.js";
import { listChecks } from "../reads/list-checks.js";
import { mayBeIgnored } from "../reads/wrong-requests.js";
import type { Check, CheckTarget } from "../session/check.js";
import { expectSuccessIfKnown } from "../session/expectations.js";
import { fitsAnywhere, givenValue, targetInput, withTargetExamples } from "../session/target-input.js";

/**
 * The checks that follow from a document alone: valid calls, invalid requests, and lists with `x-paging`. Calls that
 * write have the level `lasting`: a document does not say how to undo them.
 */
export function documentChecks(contract: Contract, target: CheckTarget, operations: readonly Operation[]): Check[] {
  const ordered = [...operations.filter(({ isSafe }) => isSafe), ...operations.filter(({ isSafe }) => !isSafe)];
  const readable = new Set(contract.operations.flatMap(({ path, method }) => (method === "get" ? [path] : [])));
  return ordered.flatMap((operation) => {
    try {
      return checksOf(operation);
    } catch (error) {
      // A schema that cannot be compiled is of its own operations alone.
      return [notCallable(operation, `The contract cannot be used: ${error instanceof Error ? error.message : error}`)];
    }
  });

  function checksOf(operation: Operation): Check[] {
    const reason = whyNot(contract, operation, target);
    if (reason !== undefined) return [notCallable(operation, reason)];
    const own = withTargetExamples(contract, operation, target);
    // RFC 9110, section 9.1: a path with GET has HEAD as well.
    const isPermitted = ({ request }: NegativeCase) => request.method === "HEAD" && readable.has(operation.path);
    const sent = negativeCases(contract, target, [own]).filter((one) => !isPermitted(one));
    const wrong = [...sent, ...unknownToken(own, sent)];
    return [
      ...validCalls(contract, operation, target),
      ...(operation.isSafe ? listChecks(contract, operation, target) : []),
      ...wrong.map((negative) => rejection(contract, negative)),
    ];
  }
}

const effectsOf = ({ isSafe }: Operation) => (isSafe ? "none" : "lasting");

/** Why an operation cannot be called: made-up ids of a record to change, or no valid request. */
function whyNot(contract: Contract, operation: Operation, target: CheckTarget): string | undefined {
  const { id, isSafe, method, parameters, requestBody } = operation;
  const isGiven = (name: string) =>
    (method === "delete" ? target.parameters?.[`${id}.${name}`] : givenValue(target, operation, name)) !== undefined;
  const ids = parameters.filter((one) => one.in === "path" && !fitsAnywhere(contract, one) && !isGiven(one.name));
  if (!isSafe && ids.length > 0) return `Missing parameters: ${ids.map(({ name }) => `${id}.${name}`).join(", ")}`;
  const bare = parameters.find((one) => one.required && one.example === undefined && !isGiven(one.name));
  if (bare !== undefined) return `The contract has no example for ${bare.in} parameter ${bare.name}`;
  const isBare = requestBody?.required && requestMedia(operation)?.examples.length === 0;
  if (isBare) return "The contract has no example for the request body";
  return invalidity(contract, operation, targetInput(contract, operation, target).input, target);
}

function invalidity(contract: Contract, operation: Operation, input: CallInput, target: CheckTarget) {
  const { path, headers, body = "" } = inputRequest(operation, input, target);
  const route = findRoute(contract, operation.method, path);
  if (route.kind !== "operation" || route.operation.id !== operation.id) return "The example is of another path";
  const received = { path: route.path, query: queryOf(path), headers: new Headers(headers), body };
  const [first] = readRequest(contract, operation, received).violations;
  return first === undefined ? undefined : `The contract has no valid example: ${first.message}`;
}

function notCallable(operation: Operation, reason: string): Check {
  const common = { id: `${operation.id}/succeeds`, operation: operation.id, effects: effectsOf(operation) } as const;
  return { ...common, title: `${operation.id} succeeds`, run: async (session) => session.skip(reason) };
}

/** A call with the required values, one with the optional ones too, and one with each further example of the body. */
function validCalls(contract: Contract, operation: Operation, target: CheckTarget): Check[] {
  const examples = requestMedia(operation)?.examples ?? [];
  const call = (id: string, how: string, optional: boolean, requestExample: NamedExample | undefined): Check => {
    const { input, known } = targetInput(contract, operation, target, { optional, requestExample });
    return {
      ...{ id: `${operation.id}/${id}`, operation: operation.id, title: `${operation.id} succeeds${how}` },
      effects: effectsOf(operation),
      async run(session) {
        const reason = invalidity(contract, operation, input, target);
        if (reason !== undefined) session.skip(reason);
        const used = requestExample?.name === "generated" ? undefined : requestExample?.name;
        const exchange = await session.call(operation.id, input, { requestExample: used });
        // Optional values may exclude each other, and a valid body may break rules that no schema has.
        const isPlain = known && operation.isSafe && !optional;
        // A redirect can be all that is documented.
        const { status } = exchange.response;
        if (status >= 300 && status < 400 && documentedResponse(operation, status) !== undefined) return;
        const isWrong = UNSUPPORTED.has(status) || (status === 401 && operation.secured);
        expectSuccessIfKnown(session, operation, exchange, isPlain || isWrong);
      },
    };
  };
  const isOptional = operation.parameters.some((one) => !one.required && one.example !== undefined);
  return [
    call("succeeds", "", false, examples[0]),
    ...(isOptional ? [call("succeeds-with-options", " with its optional parameters", true, examples[0])] : []),
    ...examples.slice(1).map((one) => call(`succeeds-with-${one.name}`, ` with the example ${one.name}`, false, one)),
  ];
}

/** A documented method and media type exist. */
const UNSUPPORTED: ReadonlySet<number> = new Set([405, 406, 415]);

/** A well-formed token that was never issued. */
function unknownToken(operation: Operation, cases: readonly NegativeCase[]): NegativeCase[] {
  const without = cases.find(({ kind }) => kind === "no token");
  if (without === undefined) return [];
  return [{ ...without, kind: "an unknown token", request: withCredentials(without.request, operation, NO_TOKEN) }];
}

const NO_TOKEN = "nobody:was-given-this-token";

/** An invalid request gets a 4xx. A service may redirect callers without a valid token to a login. */
function rejection(contract: Contract, negative: NegativeCase): Check {
  const { operation, kind, at, request, rule } = negative;
  const place = at.slice("/request".length);
  return {
    id: `${operation.id}/rejects${place}/${kind.replaceAll(" ", "-")}`,
    operation: operation.id,
    title: `${operation.id} rejects an invalid ${place.slice(1)}: ${kind}`,
    effects: effectsOf(operation),
    closedOnly: !operation.isSafe && mayBeIgnored(negative, false),
    async run(session) {
      const exchange = await session.sendWrong(operation.id, request);
      const { status } = exchange.response;
      const ofToken = rule === "request-security";
      const isRejected = status >= (ofToken ? 300 : 400) && status < 500;
      if (isRejected || (status < 400 && mayBeIgnored(negative, session.closed))) return;
      session.find({
        rule: ofToken ? "token-required" : rule === "method-allowed" ? "method-rejected" : "wrong-request-rejected",
        message: `Expected a 4xx response for an invalid ${place.slice(1)}: ${kind}; received ${status}`,
        operation: operation.id,
        contract: ofToken ? operation.securityPointer : contract.operation(operation.id).pointer,
        at: "/response/status",
        exchange,
      });
    },
  };
}
