import { type CheckOptions, checkExchange, checkNames, type Exchange } from "content-service-contract";
import { counted } from "content-service-contract/text";
import { describeViolations, foundIn, requestLine } from "./describe-violations.js";

/**
 * The matchers for `expect.extend` of vitest and jest.
 *
 * @example
 * expect.extend(contractMatchers);
 * expect(exchange).toMatchContract({ closed: true });
 */
export const contractMatchers = { toMatchContract };

/** The result of a matcher, for vitest and jest. */
export interface MatcherResult {
  /** Whether the exchange matches the contract. */
  readonly pass: boolean;
  /** Describes why the assertion failed. */
  readonly message: () => string;
}

/** Checks an exchange, as a matcher. Throws a `TypeError` for any value but an exchange, so that `.not` fails as well. */
export function toMatchContract(received: unknown, options: CheckOptions = {}): MatcherResult {
  checkNames(options, OPTIONS);
  const exchange = asExchange(received);
  const found = foundIn(exchange, checkExchange(exchange, options));
  if (found.length === 0) {
    const said = `${requestLine(exchange)}, status ${exchange.response.status}`;
    return { pass: true, message: () => `Expected the exchange not to match the contract, but it does:\n\n${said}` };
  }
  const count = counted(found.length, "violation");
  return {
    pass: false,
    message: () => `Expected the exchange to match the contract, but found ${count}:\n\n${describeViolations(found)}`,
  };
}

const OPTIONS: Readonly<Record<keyof CheckOptions, true>> = {
  ...{ contract: true, closed: true, listed: true, brandHeader: true },
  ...{ baseUrl: true, authUrl: true, servers: true, timeoutMs: true, now: true },
};

function asExchange(received: unknown): Exchange {
  if (isExchange(received)) return received;
  throw new TypeError(
    `Expected an exchange: { request: { method, url or path, headers, body }, ` +
      `response: { status, headers, body } }. Received ${described(received)}`,
  );
}

function isExchange(value: unknown): value is Exchange {
  if (!isRecord(value) || !isRecord(value["request"]) || !isRecord(value["response"])) return false;
  const { request, response } = value;
  if (isBodyOfFetch(request["body"]) || isBodyOfFetch(response["body"])) return false;
  return (
    typeof request["method"] === "string" &&
    (typeof request["url"] === "string" || typeof request["path"] === "string") &&
    typeof response["status"] === "number"
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The body of an exchange is text. That of a `Request` or a `Response` is null or a stream. */
function isBodyOfFetch(body: unknown): boolean {
  return body !== undefined && typeof body !== "string";
}

const HOW = "Record exchanges with contractFetch or recordExchange, or make one with fromRequest and fromResponse.";

function described(value: unknown): string {
  if (isRecord(value)) {
    if (typeof value["then"] === "function") return "a promise: await it first.";
    if (value instanceof Response) return `a Response, which has no request. ${HOW}`;
    if (value instanceof Request) return `a Request, which has no response. ${HOW}`;
    if (value["request"] instanceof Request || value["response"] instanceof Response)
      return `an object with a Request or a Response in it, whose bodies have to be read first. ${HOW}`;
    return `an object with ${Object.keys(value).join(", ") || "nothing in it"}. ${HOW}`;
  }
  return `${value === null || value === undefined ? String(value) : `a ${typeof value}`}. ${HOW}`;
}
