import { invalid } from "../checks.js";
import { elapsedMs } from "../core/clock.js";
import { type ApiError, type FailedCall, type SendProgress, summary } from "../core/errors.js";
import type { CallEvent, CallInfo } from "../core/events.js";
import { derived, type Settings, toSettings } from "../core/options.js";
import { loggable, redactor } from "../core/secrets.js";
import type { OperationInfo } from "../operations/operation.js";
import { serializePath } from "../operations/serialize.js";

interface Target {
  readonly operation: string | undefined;
  /** The row of the operation. It has only a method and a path for a path that is not in the contract. */
  readonly info: OperationInfo;
  /** What the body of a success becomes: "json", or another form of openapi-fetch. */
  readonly parseAs: string;
}

/** The context of a call, shared by all its attempts. */
export interface Call extends FailedCall, Target {
  readonly settings: Settings;
  readonly counters: Counters;
  /** 0 until the call starts: invalid input is an error before that. */
  callId: number;
  url: string;
  /** In monotonic time. */
  readonly startMs: number;
  /** The time from its start to the end of its timeout or to its deadline. */
  readonly totalMs: number;
  attempts: number;
  /** Of the attempts before. */
  mayBeApplied: boolean;
  progress: SendProgress;
  /** Errors must not repeat these. */
  readonly secrets: string[];
  /** The body of the last response, with its secrets. */
  text: string;
  incomplete?: ErrorOptions | undefined;
  response?: Response;
  /** Whether no other attempt may follow: the body cannot be sent again, or another host has responded. */
  isLast?: boolean;
  /** What a `codec` received. */
  received?: { readonly data: unknown } | undefined;
}

/** The counters that all calls of a client and of its derived clients share. */
export interface Counters {
  calls: number;
  retries: number;
  /** When the next request may start, in monotonic time. */
  turnMs: number;
  /** When the last request started, or the last of those that wait for their turns will have. */
  lastTurn?: Promise<number | undefined>;
}

export function newCall(settings: Settings, counters: Counters, target: Target): Call {
  const { method, safe } = target.info;
  const { clock, deadline, totalTimeoutMs } = settings;
  return {
    settings,
    counters,
    callId: 0,
    method,
    url: "",
    startMs: elapsedMs(clock),
    totalMs: Math.min(totalTimeoutMs, deadline - clock.now()),
    attempts: 0,
    isWrite: !safe && !["GET", "HEAD", "OPTIONS"].includes(method),
    mayBeApplied: false,
    progress: {},
    secrets: [],
    text: "",
    ...target,
  };
}

/** What the method of a client has. A function around one has no settings. */
export interface Method {
  readonly operation?: string | undefined;
  readonly info: OperationInfo;
  readonly settings?: (() => Settings) | undefined;
}

/** The options that calls of a method can share. */
export interface Limits {
  readonly signal?: AbortSignal;
  readonly deadline?: Date | number;
  readonly path?: Readonly<Record<string, unknown>>;
}

/** The call of an error of several calls. A function around a method can take its path in another way. */
export function callOf({ operation, info, settings }: Method, { path = {} }: Limits): FailedCall {
  const isPlain = settings && !info.parameters;
  const url = isPlain ? settings().baseUrl + serializePath(info.path, path) : info.path;
  return { operation, method: info.method, url, attempts: 1 };
}

/** A call that stands for several calls of a method: it has their signals and deadlines, and no timeout. */
export function callAround(method: Partial<Method>, limits: Limits): Call {
  const { operation, info = { method: "GET", path: "" }, settings } = method;
  const { signal, deadline } = limits;
  // The client of a function around a method can have another clock.
  const first = settings?.() ?? toSettings({ baseUrl: "https://unknown.invalid", auth: "unknown" });
  const own = derived({ ...first, totalTimeoutMs: Infinity }, settings ? { signal, deadline } : { signal });
  const call = newCall(own, { calls: 0, retries: 0, turnMs: 0 }, { operation, info, parseAs: "json" });
  return Object.assign(call, callOf({ operation, info, settings }, limits));
}

export function remainingMs({ settings, startMs, totalMs }: Call): number {
  return startMs + totalMs - elapsedMs(settings.clock);
}

/** The service's id of a request, from the `X-Request-Id` header. */
export function requestId({ secrets }: Call, { headers }: Response): string | undefined {
  const id = headers.get("x-request-id");
  return id ? line(redactor(secrets)(id), 100) : undefined;
}

/** Limits a text to one short line, so that a body can neither flood a log nor forge a line of it. */
export const line = (text: string, maxLength = 500) => text.slice(0, maxLength).replace(/[\p{C}\p{Z}]+/gu, " ");

/** The members of an event besides those of the call. */
type Members<E> = E extends CallEvent ? Partial<Omit<E, keyof CallInfo | "type">> : never;

/** How something ended that began at a monotonic time: with a response, or with an error. */
interface Outcome {
  readonly startMs: number;
  readonly response?: Response | undefined;
  readonly error?: unknown;
}

export function emit(call: Call, type: CallEvent["type"], members?: Members<CallEvent>, end?: Outcome): void {
  const { callId, operation, info, attempts, settings } = call;
  const { onEvent, clock } = settings;
  if (!onEvent) return;
  const { response, error } = end ?? {};
  const { status, requestId: id }: Partial<ApiError> = Object(error);
  const outcome = end && {
    durationMs: elapsedMs(clock) - end.startMs,
    status: response?.status ?? status,
    requestId: response ? requestId(call, response) : id,
    error: loggable(error),
  };
  // All of them together make one member of the union; those that a type does not have are undefined.
  const event = { ...members, ...outcome, type, callId, operation, template: info.path, attempts, ...summary(call) };
  onEvent(event as CallEvent);
}

/**
 * Replaces the platform's `Request` in openapi-fetch: its body stays a string, so it can be sent again. Creating it checks
 * the request, and starts the call. openapi-fetch adds the method and the options of the caller for `fetch`.
 */
export class PreparedRequest {
  declare url: string;
  declare body: unknown;
  declare readonly method: string;
  declare readonly headers: Headers;
  declare readonly call: Call;

  constructor(url: string, { call, headers, body }: Pick<PreparedRequest, "call" | "headers" | "body">) {
    const { settings, info } = call;
    const { baseUrl } = settings;
    if (!info.path.startsWith("/")) invalid("path", "start with /");
    // As fetch sends it: without `..` segments, which could lead to other services of the host.
    const sentUrl = /\/\.|%2e|[\\\s]/i.test(url) ? new URL(url).href : url;
    if (!isBelow(sentUrl, baseUrl)) {
      if (isBelow(url, baseUrl)) invalid("path", "stay below baseUrl");
      for (const name in settings.headers) headers.delete(name);
    }
    call.url = sentUrl;
    Object.assign(this, { call, headers, body, url: sentUrl });
    for (const hook of info.hooks ?? []) hook(this);
    call.callId = ++call.counters.calls;
    emit(call, "start");
  }
}

/** Whether a URL is of the service, so that it may carry a token. */
export const isBelow = (url: string, baseUrl: string) => url.startsWith(`${baseUrl}/`);
