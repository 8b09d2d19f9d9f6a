import type { RequestSummary } from "./errors.js";

/** The call that an event belongs to. */
export interface CallInfo extends RequestSummary {
  /** Counts the calls of a client and of its derived clients, from 1. */
  readonly callId: number;
  /** The `operationId`; undefined for a path that is not in the contract. */
  readonly operation: string | undefined;
  /** The path template, such as `/files/{file_id}`. */
  readonly template: string;
  /** The number of attempts so far, this one included. */
  readonly attempts: number;
}

/**
 * An event that `onEvent` receives, in order. No event holds a token, a header, a query or a body. `JSON.stringify` shows
 * the name, code and message of an `error`.
 *
 * - `start`: a call with valid input starts. Exactly one `end` follows.
 * - `end`: the call is over. The `outcome` is `success`, `aborted` (by the caller's signal) or `error`, with the `error` that
 *   the call rejects with; `client.http` does not reject for a status. `status` and `requestId` are those of the last response.
 * - `request`: an attempt starts. A `response` or `failure` event follows.
 * - `response`: the response and its whole body have arrived.
 * - `failure`: the attempt failed without a response; `error` is the `NetworkError`, `TimeoutError` or abort reason.
 * - `wait`: the call waits `waitMs` before it retries; `reason` is the status or the error.
 * - `retry`: the wait is over, and the next attempt starts.
 * - `refresh`: a token refresh `started`, has saved new tokens (`renewed`), found those of another client or process
 *   (`adopted`), or `failed`.
 */
export type ClientEvent = CallEvent | RefreshEvent;

/** An event of a call. */
export type CallEvent =
  | (CallInfo & { readonly type: "start" })
  | (CallInfo & { readonly type: "request" })
  | (CallInfo & { readonly type: "retry" })
  | (CallInfo & {
      readonly type: "end";
      readonly outcome: "success" | "error" | "aborted";
      readonly durationMs: number;
      readonly status: number | undefined;
      readonly requestId: string | undefined;
      readonly error?: unknown;
    })
  | (CallInfo & {
      readonly type: "response";
      readonly status: number;
      readonly durationMs: number;
      readonly requestId: string | undefined;
    })
  | (CallInfo & { readonly type: "failure"; readonly durationMs: number; readonly error: unknown })
  | (CallInfo & { readonly type: "wait"; readonly waitMs: number; readonly reason: string });

/** A step of a token refresh. */
export interface RefreshEvent {
  /** Distinguishes this event from the events of a call. */
  readonly type: "refresh";
  /** The state of the refresh. */
  readonly outcome: "started" | "renewed" | "adopted" | "failed";
  /** Set when the outcome is `failed`. */
  readonly error?: unknown;
}

/** Receives the client's events, synchronously. Errors that it throws, or rejects with, are ignored. */
export type OnEvent = (event: ClientEvent) => void;
