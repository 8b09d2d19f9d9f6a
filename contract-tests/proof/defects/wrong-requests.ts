import type { Call, Defect } from "../defect.js";
import {
  type Contract,
  checkExchange,
  type Json,
  type NegativeCase,
  negativeCases,
  type Operation,
  type RuleId,
} from "../kit.js";
import { TOKEN } from "../target.js";
import type { Successes } from "./shapes.js";
import { errorOf } from "./statuses.js";

/** How many ways to be wrong each operation lets through, one defect each. */
const PER_OPERATION = 4;

/** Operations that do not look at a part of the request, take every method, or break down on what is wrong. */
export function wrongRequestDefects(contract: Contract, successes: Successes, turn: number): Defect[] {
  const cases = negativeCases(contract, TOKEN);
  return contract.operations.flatMap((operation, number) => {
    const own = cases.filter((one) => one.operation === operation && FOUND_BY_PLACE.has(one.rule));
    const places = [...new Map(own.map((one) => [`${one.rule} ${one.at}`, one])).values()];
    const step = Math.max(1, Math.floor(places.length / PER_OPERATION));
    const chosen = places.filter((_, index) => index % step === (number + turn) % step).slice(0, PER_OPERATION);
    const media = places.filter(({ rule }) => rule === "request-content-type");
    const success = () => successOf(operation, successes[operation.id]);
    return [
      ...[...new Set([...chosen, ...(number % 2 === 0 ? media : [])])].map((one) => takes(one, success)),
      takesMethod(operation, "PATCH", success),
      ...(number % 4 === 1 && own[0] !== undefined ? [breaksDown(own[0])] : []),
    ];
  });
}

const FOUND_BY_PLACE = new Set<RuleId>(["request-parameter", "request-body", "request-content-type"]);

const CATEGORIES: Readonly<Partial<Record<RuleId, string>>> = {
  "request-parameter": "wrong request accepted: parameter",
  "request-body": "wrong request accepted: body",
  "request-content-type": "wrong request accepted: content type",
};

function takes({ operation, rule, at, kind }: NegativeCase, success: () => ReturnType<typeof successOf>): Defect {
  return {
    id: `${operation.id}/takes-wrong${at.slice("/request".length)}`,
    operation: operation.id,
    category: CATEGORIES[rule] ?? rule,
    rule: "wrong-request-refused",
    describe: `${operation.id} does not look at ${at.slice("/request/".length)}, and takes it ${kind}`,
    plant: () => async (call) => {
      const answer = await call.healthy();
      return isWrongThere(call, operation, rule, at) && answer.status >= 400 ? success() : answer;
    },
  };
}

/** Whether the request is wrong at a place, and nowhere else. */
function isWrongThere({ sent, operation, contract }: Call, wanted: Operation, rule: RuleId, at: string): boolean {
  if (operation?.id !== wanted.id) return false;
  const path = sent.url.replace(/^https?:\/\/[^/]+(\/2\.0)?/, "");
  const request = { method: sent.method, headers: { ...sent.headers }, body: sent.body, path };
  const found = checkExchange({ request, response: { status: 599 } }, { contract });
  const wrong = found.filter((one) => one.at.startsWith("/request/"));
  return wrong.length > 0 && wrong.every((one) => one.rule === rule && `${one.at}/`.startsWith(`${at}/`));
}

function takesMethod(operation: Operation, method: string, success: () => ReturnType<typeof successOf>): Defect {
  return {
    id: `${operation.id}/takes-${method}`,
    operation: operation.id,
    category: "wrong method accepted",
    rule: "method-refused",
    describe: `The path of ${operation.id} takes ${method}`,
    plant: () => async (call) => {
      const { route, sent } = call;
      const own = route.kind === "method" && route.others.some(({ id }) => id === operation.id);
      const answer = await call.healthy();
      if (!own || sent.method !== method) return answer;
      return success();
    },
  };
}

function breaksDown({ operation, rule, at, kind }: NegativeCase): Defect {
  return {
    id: `${operation.id}/breaks-down${at.slice("/request".length)}`,
    operation: operation.id,
    category: "wrong status of a refusal",
    rule: "wrong-request-refused",
    describe: `${operation.id} answers 500 when ${at.slice("/request/".length)} is ${kind}`,
    plant: () => async (call) => {
      const answer = await call.healthy();
      return isWrongThere(call, operation, rule, at) && answer.status >= 400 ? errorOf(operation.id, 500) : answer;
    },
  };
}

/** What the operation answers when all went well. */
export function successOf({ responses }: Operation, body: Json | undefined) {
  const status = Number(responses.find((one) => one.status.startsWith("2"))?.status ?? 200);
  const headers: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  return { status, headers, body: body === undefined ? undefined : JSON.stringify(body) };
}
