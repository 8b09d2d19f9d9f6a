import { elapsedMs } from "../core/clock.js";
import type { FailedCall } from "../core/errors.js";
import type { SendProgress, Settings } from "../core/options.js";
import type { OperationInfo } from "../operations/operation.js";

/** What the caller asks for. */
interface Target {
  readonly operation: string | undefined;
  /** The row of the operation. It has only a method and a path for a path that is not in the contract. */
  readonly info: OperationInfo;
  readonly signal: AbortSignal | null | undefined;
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
  attempts: number;
  /** Of the attempts before. */
  mayBeApplied: boolean;
  /** Of the last attempt. */
  progress: SendProgress;
  /** Errors must not repeat these. */
  readonly secrets: string[];
  /** The body of the last response. */
  text: string;
  /** Whether no other attempt may follow: the body cannot be sent again, or another host has responded. */
  isLast?: boolean;
  /** What a `codec` received. */
  received?: { readonly data: unknown } | undefined;
}

/** Creates a call that has not started. */
export function newCall(settings: Settings, counters: Counters, target: Target): Call {
  const state = {
    settings,
    counters,
    callId: 0,
    method: target.info.method,
    url: "",
    startMs: elapsedMs(settings.clock),
    attempts: 0,
    isWrite: !target.info.safe && !["GET", "HEAD", "OPTIONS"].includes(target.info.method),
    mayBeApplied: false,
    progress: {},
    secrets: [],
    text: "",
  };
  // A spread would take many times as long.
  return Object.assign(state, target);
}

/** How long a call may still take. */
export function remainingMs({ settings, startMs }: Call): number {
  return startMs + settings.totalTimeoutMs - elapsedMs(settings.clock);
}

/** The counters that all calls of a client and of its derived clients share. */
export interface Counters {
  calls: number;
  /** The rest of the retry budget. */
  retries: number;
}
