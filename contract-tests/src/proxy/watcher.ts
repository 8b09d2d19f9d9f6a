import type { Exchange } from "../exchange/exchange.js";
import { redaction } from "../redaction/redacted-exchange.js";
import type { Finding } from "../report/report.js";
import type { CheckOptions } from "../rules/check-exchange.js";
import { checkSeen, isPreflight, type Traffic } from "../traffic/create-traffic.js";
import { headerOf, pairsOf } from "./end-to-end-headers.js";
import type { Passing, Watcher } from "./forward.js";

/** A summary of an exchange, without secrets, query and body. */
export interface ProxiedExchange {
  /** The HTTP method. */
  readonly method: string;
  /** The `operationId`; undefined where the call fits no operation. */
  readonly operation: string | undefined;
  /** The status of the response; undefined when there was none, or only a part of one. */
  readonly status: number | undefined;
  /** What differs from the contract. The exchanges in it have their secrets replaced. */
  readonly findings: readonly Finding[];
  /** Why something was not checked; undefined when all was. */
  readonly unchecked?: string | undefined;
  /** From the request to the end of the response. */
  readonly durationMs: number;
}

/** What is known of a call before it is sent on. */
export interface Watched {
  readonly method: string;
  /** Its address at the service. */
  readonly url: string;
  readonly operation: string | undefined;
  readonly checking: CheckOptions;
  readonly traffic: Traffic;
  readonly onExchange: (exchange: ProxiedExchange) => void;
}

/** Checks one exchange. A failure in here never changes what the client receives. */
export function createWatcher({ method, url, operation, checking, traffic, onExchange }: Watched): Watcher {
  const startMs = performance.now();
  const emit = (rest: Pick<ProxiedExchange, "status" | "findings" | "unchecked">): void => {
    try {
      onExchange({ method, operation, ...rest, durationMs: performance.now() - startMs });
    } catch {
      // An error of the listener is not ours.
    }
  };
  return {
    async soFar({ incoming, response, sent }) {
      try {
        const requestBody = incoming.complete ? await sent.text(encodingOf(incoming.rawHeaders)) : undefined;
        const exchange = exchangeOf(url, incoming, response, requestBody, undefined);
        if (isPreflight(exchange.request)) return undefined;
        const seen = { bodyRead: false, requestBodyRead: requestBody !== undefined };
        return violationsHeader(
          findingsOf(exchange, checkSeen(exchange, checking, seen), operation, checking),
          "response-body",
        );
      } catch {
        return undefined;
      }
    },
    async ended({ incoming, response, sent, received }) {
      const { statusCode: status } = response;
      try {
        const requestBody = incoming.complete ? await sent.text(encodingOf(incoming.rawHeaders)) : undefined;
        const body = await received.text(encodingOf(response.rawHeaders));
        const exchange = exchangeOf(url, incoming, response, requestBody, body);
        if (isPreflight(exchange.request)) return undefined;
        const seen = { bodyRead: body !== undefined, requestBodyRead: requestBody !== undefined };
        const findings = traffic.record(exchange, seen);
        const unread = [...(seen.bodyRead ? [] : ["response"]), ...(seen.requestBodyRead ? [] : ["request"])];
        const unchecked =
          unread.length === 0 ? undefined : `the body of the ${unread.join(" and of the ")} was not readable`;
        emit({ status, findings, unchecked });
        return violationsHeader(findings, seen.bodyRead ? undefined : "response-body");
      } catch (error) {
        const unchecked = `not checked: ${error instanceof Error ? error.name : "for no reason"}`;
        emit({ status, findings: [], unchecked });
        return undefined;
      }
    },
    broken: (reason) => emit({ status: undefined, findings: [], unchecked: reason }),
  };
}

function exchangeOf(
  url: string,
  incoming: Passing["incoming"],
  response: Passing["response"],
  requestBody: string | undefined,
  body: string | undefined,
): Exchange {
  return {
    request: { method: incoming.method ?? "GET", url, headers: pairsOf(incoming.rawHeaders), body: requestBody },
    response: { status: response.statusCode ?? 0, headers: pairsOf(response.rawHeaders), body },
  };
}

/** Like those of a report: places in an exchange may name what a client sent. */
function findingsOf(
  exchange: Exchange,
  violations: ReturnType<typeof checkSeen>,
  operation: string | undefined,
  { contract }: CheckOptions,
): Finding[] {
  const { exchange: cleaned, clean } = redaction(exchange, [], { contract });
  return violations.map(({ message, at, ...rest }) => ({
    ...rest,
    message: clean(message),
    at: clean(at),
    operation,
    exchange: cleaned,
  }));
}

function encodingOf(rawHeaders: readonly string[]): string | undefined {
  return headerOf(pairsOf(rawHeaders), "content-encoding");
}

/** The one header that the proxy adds to a response. */
export const VIOLATIONS_HEADER = "Contract-Violations";

/**
 * Writes findings as the value of a header: a JSON list with the rule, the place in the exchange and the one in the
 * contract. Messages are left to the log and the report, since they may quote what was sent.
 *
 * @param pending what could not be looked at before the header had to be sent
 */
export function violationsHeader(findings: readonly Finding[], pending?: "response-body"): string {
  const entries = findings.map(({ rule, at, contract }) => ascii({ rule, at, contract }));
  const end = pending === undefined ? [] : [ascii({ pending })];
  let bytes = 0;
  const fitting = entries.filter((entry) => {
    bytes += entry.length + 1;
    return bytes <= MAX_BYTES;
  });
  const more = entries.length - fitting.length;
  return `[${[...fitting, ...(more > 0 ? [ascii({ more })] : []), ...end].join(",")}]`;
}

/** Well below what clients and servers take of headers in all: 8 KiB in some. */
const MAX_BYTES = 3_500;

/** A header can hold no other characters for sure (RFC 9110, section 5.5). */
function ascii(value: object): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
