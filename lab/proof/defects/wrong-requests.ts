import { type Contract, checkExchange, type Json, type Operation, type RuleId } from "content-service-contract";
import { type NegativeCase, negativeCases } from "content-service-contract-tests";
import { type Call, type Defect, isErrorResponse, type PlainResponse, planted } from "./defect.js";
import { TOKEN } from "./defect-server.js";
import type { Successes } from "./shapes.js";
import { errorOf } from "./statuses.js";

/** The number of kinds of invalid requests that each operation accepts, one defect each. */
const PER_OPERATION = 4;

/** Operations that accept invalid requests or other methods, or fail with 500 on invalid requests. */
export function wrongRequestDefects(contract: Contract, successes: Successes, turn: number): Defect[] {
  const cases = negativeCases(contract, TOKEN);
  return contract.operations.flatMap((operation, number) => {
    const { id } = operation;
    const own = cases
      .filter((one) => one.operation === operation && CATEGORIES[one.rule] !== undefined)
      // Intermediaries may drop an empty header, so a service that accepts it is right.
      .filter(({ at, kind }) => !at.startsWith("/request/headers/") || kind !== "too short");
    const places = [...new Map(own.map((one) => [`${one.rule} ${one.at}`, one])).values()];
    const step = Math.max(1, Math.floor(places.length / PER_OPERATION));
    const chosen = places.filter((_, index) => index % step === (number + turn) % step).slice(0, PER_OPERATION);
    const media = number % 2 === 0 ? places.filter(({ rule }) => rule === "request-content-type") : [];
    const failing = number % 4 === 1 ? own.slice(0, 1) : [];
    const success = successResponse(operation, successes[id]);
    return [
      ...[...new Set([...chosen, ...media])].map((one) => {
        const says = `accepts ${placeOf(one)} ${one.kind}`;
        return respondsTo(one, [`accepts-wrong/${placeOf(one)}`, CATEGORIES[one.rule] ?? one.rule, says], success);
      }),
      planted(
        id,
        ["accepts-PATCH", "wrong method accepted", "method-rejected", "accepts PATCH on its path"],
        () =>
          async ({ route, sent, healthy }) => {
            const own = route.kind === "method" && route.others.some((one) => one.id === id);
            return own && sent.method === "PATCH" ? success : healthy();
          },
      ),
      ...failing.map((one) => {
        const says = `returns 500 when ${placeOf(one)} is ${one.kind}`;
        return respondsTo(one, [`fails/${placeOf(one)}`, "wrong error status", says], errorOf(id, 500));
      }),
    ];
  });
}

const CATEGORIES: Readonly<Partial<Record<RuleId, string>>> = {
  "request-parameter": "invalid parameter accepted",
  "request-body": "invalid body accepted",
  "request-content-type": "invalid content type accepted",
};

function placeOf({ at }: NegativeCase): string {
  return at.slice("/request/".length);
}

/** Gives one response to all requests that are invalid in one place. */
function respondsTo(
  negative: NegativeCase,
  [name, category, says]: readonly [name: string, category: string, says: string],
  wrong: PlainResponse,
): Defect {
  return planted(negative.operation.id, [name, category, "wrong-request-rejected", says], {
    only: isErrorResponse,
    response: (response, call) => (isOnlyFault(call, negative) ? wrong : response),
  });
}

/** Whether the request is invalid at this place and nowhere else. */
function isOnlyFault({ sent, contract }: Call, { rule, at }: NegativeCase): boolean {
  const path = sent.url.replace(/^https?:\/\/[^/]+(\/2\.0)?/, "");
  const request = { method: sent.method, headers: { ...sent.headers }, body: sent.body, path };
  const found = checkExchange({ request, response: { status: 599 } }, { contract });
  const wrong = found.filter((one) => one.at.startsWith("/request/"));
  return wrong.length > 0 && wrong.every((one) => one.rule === rule && `${one.at}/`.startsWith(`${at}/`));
}

function successResponse({ responses }: Operation, body: Json | undefined): PlainResponse {
  const status = Number(responses.find((one) => one.status.startsWith("2"))?.status ?? 200);
  if (body === undefined) return { status, headers: {}, body: undefined };
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}
