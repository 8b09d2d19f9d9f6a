import { elapsedMs } from "../core/clock.js";
import { type FailedCall, summary } from "../core/errors.js";
import type { CallInfo, ClientEvent } from "../core/events.js";
import type { Settings } from "../core/options.js";
import type { OperationInfo } from "../operations/operation.js";

/** The context of a call, shared by all its attempts. */
export interface Call extends FailedCall {
  /** 0 until the call starts: invalid input is an error before that. */
  callId: number;
  operation: string | undefined;
  method: string;
  url: string;
  /** The path template. */
  template: string;
  readonly settings: Settings;
  /** Undefined for a path that is not in the contract. */
  info: OperationInfo | undefined;
  signal: AbortSignal | null | undefined;
  /** In monotonic time. */
  readonly startMs: number;
  /** When the whole call times out, in monotonic time. */
  readonly deadlineMs: number;
  attempts: number;
  mayBeApplied: boolean;
  /** Errors must not repeat these. */
  readonly secrets: string[];
  /** The body of the last response. */
  text: string;
}

/** Creates a call that has not started. */
export function newCall(settings: Settings): Call {
  const startMs = elapsedMs(settings.clock);
  return {
    callId: 0,
    operation: undefined,
    method: "",
    url: "",
    template: "",
    settings,
    info: undefined,
    signal: undefined,
    startMs,
    deadlineMs: startMs + settings.totalTimeoutMs,
    attempts: 0,
    mayBeApplied: false,
    secrets: [],
    text: "",
  };
}

/** The counters that all calls of a client and of its derived clients share. */
export interface Counters {
  calls: number;
  /** The rest of the retry budget. */
  retries: number;
}

/** Whether a request is a write: not a GET, nor a POST that only reads. */
export function isWrite({ info, method }: Call): boolean {
  return !info?.safe && !/GET|HEAD|OPTIONS/.test(method);
}

/** Sends a request: one attempt, or more where a decorator adds retries. */
export type Send = (request: PreparedRequest) => Promise<Response>;

/** Replaces the platform's `Request` in openapi-fetch. Its body stays a string, so it can be sent again. */
export class PreparedRequest {
  declare url: string;
  declare readonly method: string;
  declare readonly headers: Headers;
  declare body: string | null;
  declare readonly signal: AbortSignal | null | undefined;
  declare call: Call;

  constructor(url: string, init: RequestInit) {
    Object.assign(this, init, { url });
  }
}

type CallEvent = Exclude<ClientEvent, { type: "refresh" }>;
type WithoutCall<E> = E extends CallEvent ? Omit<E, keyof CallInfo> : never;

/** Emits an event of a call. */
export function emit(call: Call, event: WithoutCall<CallEvent>): void {
  const { callId, operation, template, attempts } = call;
  // The members of the event and of the call together make one member of the union.
  call.settings.onEvent?.({ ...event, callId, operation, template, attempts, ...summary(call) } as CallEvent);
}
