import {
  type Contract,
  checkExchange,
  type Json,
  type NegativeCase,
  negativeCases,
  type Operation,
  type RuleId,
} from "../../src/index.js";
import type { Call, Defect } from "../defect.js";
import { TOKEN } from "../defect-server.js";
import type { Successes } from "./shapes.js";
import { errorOf } from "./statuses.js";

/** How many kinds of invalid requests each operation accepts, one defect each. */
const PER_OPERATION = 4;

/** Operations that accept invalid requests or other methods, or fail with 500 on invalid requests. */
export function wrongRequestDefects(contract: Contract, successes: Successes, turn: number): Defect[] {
  const cases = negativeCases(contract, TOKEN);
  return contract.operations.flatMap((operation, number) => {
    const own = cases.filter((one) => one.operation === operation && FOUND_BY_PLACE.has(one.rule));
    const places = [...new Map(own.map((one) => [`${one.rule} ${one.at}`, one])).values()];
    const step = Math.max(1, Math.floor(places.length / PER_OPERATION));
    const chosen = places.filter((_, index) => index % step === (number + turn) % step).slice(0, PER_OPERATION);
    const media = places.filter(({ rule }) => rule === "request-content-type");
    const success = () => successResponse(operation, successes[operation.id]);
    return [
      ...[...new Set([...chosen, ...(number % 2 === 0 ? media : [])])].map((one) => accepts(one, success)),
      acceptsMethod(operation, "PATCH", success),
      ...(number % 4 === 1 && own[0] !== undefined ? [failsOnInvalid(own[0])] : []),
    ];
  });
}

const FOUND_BY_PLACE = new Set<RuleId>(["request-parameter", "request-body", "request-content-type"]);

const CATEGORIES: Readonly<Partial<Record<RuleId, string>>> = {
  "request-parameter": "invalid parameter accepted",
  "request-body": "invalid body accepted",
  "request-content-type": "invalid content type accepted",
};

function accepts(
  { operation, rule, at, kind }: NegativeCase,
  success: () => ReturnType<typeof successResponse>,
): Defect {
  return {
    id: `${operation.id}/accepts-wrong${at.slice("/request".length)}`,
    operation: operation.id,
    category: CATEGORIES[rule] ?? rule,
    rule: "wrong-request-rejected",
    describe: `${operation.id} accepts ${at.slice("/request/".length)} ${kind}`,
    plant: () => async (call) => {
      const response = await call.healthy();
      return isWrongThere(call, operation, rule, at) && response.status >= 400 ? success() : response;
    },
  };
}

/** Whether the request is invalid at this place and nowhere else. */
function isWrongThere({ sent, operation, contract }: Call, wanted: Operation, rule: RuleId, at: string): boolean {
  if (operation?.id !== wanted.id) return false;
  const path = sent.url.replace(/^https?:\/\/[^/]+(\/2\.0)?/, "");
  const request = { method: sent.method, headers: { ...sent.headers }, body: sent.body, path };
  const found = checkExchange({ request, response: { status: 599 } }, { contract });
  const wrong = found.filter((one) => one.at.startsWith("/request/"));
  return wrong.length > 0 && wrong.every((one) => one.rule === rule && `${one.at}/`.startsWith(`${at}/`));
}

function acceptsMethod(
  operation: Operation,
  method: string,
  success: () => ReturnType<typeof successResponse>,
): Defect {
  return {
    id: `${operation.id}/accepts-${method}`,
    operation: operation.id,
    category: "wrong method accepted",
    rule: "method-rejected",
    describe: `The path of ${operation.id} accepts ${method}`,
    plant: () => async (call) => {
      const { route, sent } = call;
      const own = route.kind === "method" && route.others.some(({ id }) => id === operation.id);
      const response = await call.healthy();
      if (!own || sent.method !== method) return response;
      return success();
    },
  };
}

function failsOnInvalid({ operation, rule, at, kind }: NegativeCase): Defect {
  return {
    id: `${operation.id}/fails${at.slice("/request".length)}`,
    operation: operation.id,
    category: "wrong error status",
    rule: "wrong-request-rejected",
    describe: `${operation.id} returns 500 when ${at.slice("/request/".length)} is ${kind}`,
    plant: () => async (call) => {
      const response = await call.healthy();
      return isWrongThere(call, operation, rule, at) && response.status >= 400 ? errorOf(operation.id, 500) : response;
    },
  };
}

/** The success response of an operation. */
export function successResponse({ responses }: Operation, body: Json | undefined) {
  const status = Number(responses.find((one) => one.status.startsWith("2"))?.status ?? 200);
  const headers: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  return { status, headers, body: body === undefined ? undefined : JSON.stringify(body) };
}
