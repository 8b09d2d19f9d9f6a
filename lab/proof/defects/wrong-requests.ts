import { type Contract, checkExchange, type Json, type Operation, type RuleId } from "content-service-contract";
import { type NegativeCase, negativeCases } from "content-service-contract-tests";
import { type Call, changingResponses, type Defect, isErrorResponse, type PlainResponse, planted } from "./defect.js";
import { TOKEN } from "./defect-server.js";
import type { Successes } from "./shapes.js";
import { errorOf } from "./statuses.js";

/** The number of kinds of invalid requests that each operation accepts, one defect each. */
const PER_OPERATION = 4;

/** Operations that accept invalid requests or other methods, or fail with 500 on invalid requests. */
export function wrongRequestDefects(contract: Contract, successes: Successes, turn: number): Defect[] {
  const cases = negativeCases(contract, TOKEN);
  return contract.operations.flatMap((operation, number) => {
    const own = cases.filter(
      (one) => one.operation === operation && CATEGORIES[one.rule] !== undefined && !isEmptyHeader(one),
    );
    const places = [...new Map(own.map((one) => [`${one.rule} ${one.at}`, one])).values()];
    const step = Math.max(1, Math.floor(places.length / PER_OPERATION));
    const chosen = places.filter((_, index) => index % step === (number + turn) % step).slice(0, PER_OPERATION);
    const media = number % 2 === 0 ? places.filter(({ rule }) => rule === "request-content-type") : [];
    const success = () => successResponse(operation, successes[operation.id]);
    return [
      ...[...new Set([...chosen, ...media])].map((one) => accepts(one, success)),
      acceptsPatch(operation.id, success),
      ...(number % 4 === 1 && own[0] !== undefined ? [failsOnInvalid(own[0])] : []),
    ];
  });
}

const CATEGORIES: Readonly<Partial<Record<RuleId, string>>> = {
  "request-parameter": "invalid parameter accepted",
  "request-body": "invalid body accepted",
  "request-content-type": "invalid content type accepted",
};

/** Intermediaries may drop it, so a service that accepts it is right. */
function isEmptyHeader({ at, kind }: NegativeCase): boolean {
  return at.startsWith("/request/headers/") && kind === "too short";
}

function accepts(negative: NegativeCase, success: () => PlainResponse): Defect {
  const { operation, rule, at, kind } = negative;
  const category = CATEGORIES[rule] ?? rule;
  const name = `accepts-wrong${at.slice("/request".length)}`;
  const says = `accepts ${at.slice("/request/".length)} ${kind}`;
  return planted(operation.id, [name, category, "wrong-request-rejected", says], () =>
    changingResponses(operation.id, isErrorResponse, (response, call) =>
      isOnlyFault(call, negative) ? success() : response,
    ),
  );
}

/** Whether the request is invalid at this place and nowhere else. */
function isOnlyFault({ sent, contract }: Call, { rule, at }: NegativeCase): boolean {
  const path = sent.url.replace(/^https?:\/\/[^/]+(\/2\.0)?/, "");
  const request = { method: sent.method, headers: { ...sent.headers }, body: sent.body, path };
  const found = checkExchange({ request, response: { status: 599 } }, { contract });
  const wrong = found.filter((one) => one.at.startsWith("/request/"));
  return wrong.length > 0 && wrong.every((one) => one.rule === rule && `${one.at}/`.startsWith(`${at}/`));
}

function acceptsPatch(id: string, success: () => PlainResponse): Defect {
  const row = ["accepts-PATCH", "wrong method accepted", "method-rejected", "accepts PATCH on its path"] as const;
  return planted(id, row, () => async ({ route, sent, healthy }) => {
    const own = route.kind === "method" && route.others.some((one) => one.id === id);
    return own && sent.method === "PATCH" ? success() : healthy();
  });
}

function failsOnInvalid(negative: NegativeCase): Defect {
  const { operation, at, kind } = negative;
  const name = `fails${at.slice("/request".length)}`;
  const says = `returns 500 when ${at.slice("/request/".length)} is ${kind}`;
  return planted(operation.id, [name, "wrong error status", "wrong-request-rejected", says], () =>
    changingResponses(operation.id, isErrorResponse, (response, call) =>
      isOnlyFault(call, negative) ? errorOf(operation.id, 500) : response,
    ),
  );
}

/** The success response of an operation. */
function successResponse({ responses }: Operation, body: Json | undefined): PlainResponse {
  const status = Number(responses.find((one) => one.status.startsWith("2"))?.status ?? 200);
  if (body === undefined) return { status, headers: {}, body: undefined };
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
