import type { IncomingMessage } from "node:http";
import type { Exchange } from "content-service-contract";
import type { Finding } from "../report/report.js";
import { isPreflight, type Traffic } from "../traffic/create-traffic.js";
import type { BodyCopy } from "./body-copy.js";
import { pairsOf } from "./upstream.js";

/** A summary of an exchange, without secrets, query and body. */
export interface ProxiedExchange {
  /** The HTTP method. */
  readonly method: string;
  /** The `operationId`; undefined for an unknown operation. */
  readonly operation: string | undefined;
  /** The status of the response; undefined when it is missing or incomplete. */
  readonly status: number | undefined;
  /** The violations. Secrets in their exchanges are redacted. */
  readonly findings: readonly Finding[];
  /** The reason why a part was not checked; undefined when all was checked. */
  readonly unchecked?: string | undefined;
  /** The time from the request to the end of the response, in milliseconds. */
  readonly durationMs: number;
}

export interface Passing {
  readonly incoming: IncomingMessage;
  readonly response: IncomingMessage;
  readonly sent: BodyCopy;
  readonly received: BodyCopy;
}

interface Watched {
  readonly method: string;
  /** Its URL at the service. */
  readonly url: string;
  readonly operation: string | undefined;
  readonly traffic: Traffic;
  readonly onExchange: (exchange: ProxiedExchange) => void;
}

/** Creates the header of one exchange and observes its end. */
export type Watcher = ReturnType<typeof createWatcher>;

/** Creates a watcher of one exchange. Its errors never change the response to the client. */
export function createWatcher({ method, url, operation, traffic, onExchange }: Watched) {
  const startMs = performance.now();
  const emit = (rest: Pick<ProxiedExchange, "status" | "findings" | "unchecked">): void => {
    try {
      onExchange({ method, operation, ...rest, durationMs: performance.now() - startMs });
    } catch {
      // An error of the listener is ignored.
    }
  };
  const read = async ({ incoming, response, sent, received }: Passing, isWhole: boolean) => {
    const requestBody = incoming.complete ? await sent.text(incoming.headers["content-encoding"]) : undefined;
    const body = isWhole ? await received.text(response.headers["content-encoding"]) : undefined;
    const exchange: Exchange = {
      request: { method, url, headers: pairsOf(incoming.rawHeaders), body: requestBody },
      response: { status: response.statusCode ?? 0, headers: pairsOf(response.rawHeaders), body },
    };
    const { isMalformed } = received;
    const readParts = { bodyRead: body !== undefined, requestBodyRead: requestBody !== undefined, isMalformed };
    return { exchange, readParts };
  };
  return {
    /** The value of the header before the body is known; undefined for none. */
    async soFar(passing: Passing): Promise<string | undefined> {
      try {
        const { exchange, readParts } = await read(passing, false);
        if (isPreflight(exchange.request)) return undefined;
        return violationsHeader(traffic.preview(exchange, readParts), "response-body");
      } catch {
        return undefined;
      }
    },
    /** The value of the header for the complete exchange; undefined for none. Called once for each complete exchange. */
    async ended(passing: Passing): Promise<string | undefined> {
      const { statusCode: status } = passing.response;
      try {
        const { exchange, readParts } = await read(passing, true);
        if (isPreflight(exchange.request)) return undefined;
        const findings = traffic.record(exchange, readParts);
        const unread = [...(readParts.bodyRead ? [] : ["response"]), ...(readParts.requestBodyRead ? [] : ["request"])];
        const unchecked =
          unread.length === 0
            ? undefined
            : `the body of the ${unread.join(" and of the ")} was too long or not readable`;
        emit({ status, findings, unchecked });
        return violationsHeader(findings, readParts.bodyRead ? undefined : "response-body");
      } catch (error) {
        const unchecked = `not checked: ${error instanceof Error ? error.name : "unknown error"}`;
        emit({ status, findings: [], unchecked });
        return undefined;
      }
    },
    /** Called when the response is missing or incomplete. */
    broken: (reason: string) => emit({ status: undefined, findings: [], unchecked: reason }),
    /** The same for a response that is malformed, which is a finding. */
    malformed(reason: string, incoming: IncomingMessage, status = 0) {
      const request = { method, url, headers: pairsOf(incoming.rawHeaders) };
      const findings = traffic.recordBroken({ request, response: { status } }, reason);
      emit({ status: undefined, findings, unchecked: reason });
    },
  };
}

/** The violations as the value of a header, and what is `pending`. Messages may quote the request, so it has none. */
function violationsHeader(findings: readonly Finding[], pending?: "response-body"): string {
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

/** Well below the limit of 8 KiB for all headers that some servers have. */
const MAX_BYTES = 3_500;

/** Only ASCII is safe in a header (RFC 9110, section 5.5). */
function ascii(value: object): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
