interface CallEvent {
  /** Tells the calls of a client apart; counts from 1. */
  readonly callId: number;
  /** The `operationId`; undefined for a path that the contract does not know. */
  readonly operation: string | undefined;
  /** The HTTP method. */
  readonly method: string;
  /** The path with the ids in it, without the query. */
  readonly path: string;
  /** How many times the request was sent so far, this one included. */
  readonly attempts: number;
}

/**
 * What `onEvent` is told, in the order in which it happens. No event holds a token, a header, a query or a body.
 *
 * - `request`: an attempt goes out. It is followed by `response` or `failure`.
 * - `response`: the answer and its body are here.
 * - `failure`: nothing came back, or too late; `error` is the `NetworkError`, `TimeoutError` or abort reason.
 * - `wait`: the call waits `waitMs` before it repeats the request; `reason` is the status, or the error.
 * - `retry`: the wait is over, and the next attempt starts.
 * - `refresh`: a refresh of the access token started, ended with a new token (`renewed`), found one that another process
 *   had fetched (`adopted`), or `failed`.
 */
export type ClientEvent =
  | (CallEvent & { readonly type: "request" })
  | (CallEvent & {
      readonly type: "response";
      readonly status: number;
      readonly durationMs: number;
    })
  | (CallEvent & { readonly type: "failure"; readonly durationMs: number; readonly error: unknown })
  | (CallEvent & { readonly type: "wait"; readonly waitMs: number; readonly reason: string })
  | (CallEvent & { readonly type: "retry" })
  | RefreshEvent;

/** A step of a token refresh. */
export interface RefreshEvent {
  /** Tells it from the events of a call. */
  readonly type: "refresh";
  /** How far the refresh is, or how it ended. */
  readonly outcome: "started" | "renewed" | "adopted" | "failed";
  /** Set when the outcome is `failed`. */
  readonly error?: unknown;
}

/** Receives the client's events. Called in line; what it throws is ignored, so that watching changes nothing. */
export type OnEvent = (event: ClientEvent) => void;
