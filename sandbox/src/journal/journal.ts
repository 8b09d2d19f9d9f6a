import {
  type Addresses,
  type Contract,
  checkExchange,
  checkNames,
  type Exchange,
  loadContract,
} from "content-service-contract";
import { createRedaction, REDACTED, secretNames } from "content-service-contract/redaction";
import type { components } from "../../generated/control.js";
import { formatTime } from "../clock/time.js";
import { half } from "../faults/fault-effects.js";
import type { OperationId } from "../handlers/context.js";
import type { LogEntry } from "../http/log.js";
import { type FinishedRequest, ORIGIN } from "../http/router.js";
import { type PlainBody, shownBody } from "../responses/plain-response.js";
import { MASK, recordChanges, withoutSecrets } from "./record-changes.js";

type Schemas = components["schemas"];
/** A request, its response, its violations of the contract, and the records that it changed. Contains no secrets. */
export type RequestEntry = Schemas["RequestEntry"];
type Fault = Schemas["Fault"];

/** Selects entries of the request journal. */
export interface RequestFilter {
  /** The `operationId`: one of the contract, or of a document of your own. */
  readonly operation?: OperationId | (string & {}) | undefined;
  /** The status code of the response. */
  readonly status?: number | undefined;
  /** The user that the request acts for. */
  readonly userId?: string | undefined;
  /** Only requests that ended after the one with this `request_id`. An id without an entry excludes none. */
  readonly after?: string | undefined;
  /** The maximum number of entries. The oldest come first. @default 1000 */
  readonly limit?: number | undefined;
}

export type Journal = ReturnType<typeof createJournal>;

const MAX_ENTRIES = 1000;
/** Of all bodies. */
const MAX_CHARACTERS = 32_000_000;
const MAX_SHOWN = 16_384;

/** Creates an empty journal. An entry is redacted and checked when it is first read, since that takes time. */
export function createJournal({
  contract = loadContract(),
  ...options
}: Addresses & { readonly contract?: Contract; readonly brandHeader: string }) {
  const isSecretName = secretNames(contract);
  // A later request may repeat the secret of an earlier one.
  const redaction = createRedaction(contract);
  const operations = new Set(contract.operations.map(({ id }) => id));
  let slots: Slot[] = [];
  let characters = 0;
  let dropped = 0;

  function exchangeOf(slot: Slot): Exchange {
    if (slot.exchange === undefined) {
      slot.exchange = toExchange(slot.log, slot.finished);
      redaction.learn(slot.exchange);
    }
    return slot.exchange;
  }

  function readEntry(slot: Slot): RequestEntry {
    slot.entry ??= toEntry(slot.log, slot.finished, exchangeOf(slot));
    return slot.entry;
  }

  function toEntry(log: LogEntry, finished: FinishedRequest, exchange: Exchange): RequestEntry {
    const { exchange: redacted, clean: withoutOwn } = redaction.redact(exchange);
    const clean = (text: string) => masked(withoutOwn(redaction.text(text)));
    const [path = "", query = ""] = (redacted.request.url ?? "").slice(ORIGIN.length).split(/\?(.*)/s);
    return {
      request_id: log.requestId,
      time: formatTime(finished.timeMs),
      method: log.method,
      path: masked(path),
      query: masked(query),
      operation: log.operation ?? null,
      user_id: log.userId ?? null,
      status: log.status,
      error_code: log.errorCode ?? null,
      // Without its secrets, a fault is still a fault.
      faults: finished.faults.map((fault) => withoutSecrets(fault, isSecretName, clean) as Fault),
      fault_effect: log.faultEffect ?? null,
      duration_ms: log.durationMs,
      request: toMessage(redacted.request),
      response: toMessage(redacted.response),
      violations: violationsOf(log, finished, exchange).map((one) => ({ ...one, message: clean(one.message) })),
      changes: recordChanges(finished.changes, isSecretName, clean),
    };
  }

  function violationsOf({ faultEffect }: LogEntry, { isChecked }: FinishedRequest, exchange: Exchange) {
    if (!isChecked) return [];
    const violations = checkExchange(exchange, { ...options, contract, closed: true, listed: true });
    return faultEffect === "reset" ? violations.filter(({ at }) => at.startsWith("/request")) : violations;
  }

  return {
    /** Adds a request. Removes the oldest ones above the limits. */
    add(log: LogEntry, finished: FinishedRequest): void {
      slots.push({ log, finished });
      characters += charactersOf(finished);
      while (slots.length > MAX_ENTRIES || characters > MAX_CHARACTERS) {
        const oldest = slots.shift();
        if (oldest === undefined) break;
        characters -= charactersOf(oldest.finished);
        dropped += 1;
      }
    },
    /** Returns the entries that match a filter. Throws a `TypeError` for an unknown operation or member. */
    list(filter: RequestFilter = {}) {
      checkNames(filter, { operation: true, status: true, userId: true, after: true, limit: true });
      const { operation, status, userId, after, limit = MAX_ENTRIES } = filter;
      if (!Number.isInteger(limit) || limit < 1)
        throw new TypeError(`limit must be a whole number above 0; received ${limit}`);
      if (operation !== undefined && !operations.has(operation)) throw new TypeError(`Unknown operation: ${operation}`);
      slots.forEach(exchangeOf);
      const start = slots.findIndex(({ log }) => log.requestId === after) + 1;
      const entries = slots
        .slice(start)
        .filter(({ log }) => operation === undefined || log.operation === operation)
        .filter(({ log }) => status === undefined || log.status === status)
        .filter(({ log }) => userId === undefined || log.userId === userId)
        .slice(0, limit)
        .map(readEntry);
      return { entries, dropped };
    },
    clear(): void {
      slots = [];
      characters = 0;
      dropped = 0;
    },
  };
}

interface Slot {
  readonly log: LogEntry;
  readonly finished: FinishedRequest;
  exchange?: Exchange;
  entry?: RequestEntry;
}

function charactersOf({ request, delivery }: FinishedRequest): number {
  return request.body.length + shownBody(delivery.response.body).length;
}

function toExchange({ method }: LogEntry, { request, delivery }: FinishedRequest): Exchange {
  const url = request.url.replace(/^[^/]*\/\/[^/?#]*/, ORIGIN).replace(/#.*$/s, "");
  const { faultEffect, response } = delivery;
  const sent = {
    headers: faultEffect === "reset" ? {} : response.headers,
    body: bodySent(response.body, faultEffect),
  };
  return {
    request: { method, url, headers: request.headers, body: request.body },
    response: { status: response.status, ...sent },
  };
}

/** The part of a body that reaches the client. */
function bodySent(body: PlainBody | null, faultEffect: LogEntry["faultEffect"]): string {
  if (faultEffect === undefined) return shownBody(body);
  return faultEffect === "cut" ? shownBody(half(body)) : "";
}

function toMessage({ headers, body = "" }: Exchange["request"] | Exchange["response"]): Schemas["RecordedMessage"] {
  const text = masked(body);
  return {
    headers: Object.fromEntries([...new Headers(headers)].map(([name, value]) => [name, masked(value)])),
    body: text.slice(0, MAX_SHOWN),
    truncated: text.length > MAX_SHOWN,
  };
}

/** The contract tests write secrets as `[redacted]`. */
function masked(text: string): string {
  return text.replaceAll(REDACTED, MASK);
}
