import type { FaultEffect } from "../faults/fault-effects.js";

/** The log entry of a request. Has no query, headers or body, since they may contain secrets. */
export interface LogEntry {
  /** The `request_id` of an error response. */
  readonly requestId: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path of the URL, not decoded. */
  readonly path: string;
  /** The `operationId`. Undefined for an unknown path. */
  readonly operation: string | undefined;
  /** The HTTP status of the response. */
  readonly status: number;
  /** The code of an error response. */
  readonly errorCode?: string | undefined;
  /** How an injected fault broke the connection. */
  readonly faultEffect?: FaultEffect | undefined;
  /** The user that the request acted for. */
  readonly userId?: string | undefined;
  /** The duration in milliseconds. */
  readonly durationMs: number;
  /** Why the server rejected the request of a web page, or one for another host. */
  readonly rejection?: string | undefined;
  /** An unexpected error in the sandbox. */
  readonly failure?: unknown;
}

/** Formats an entry as a line of text. */
export function logText(entry: LogEntry): string {
  const { requestId, method, path, operation, status, faultEffect, userId, durationMs, failure } = entry;
  const who = userId === undefined ? "" : ` as ${userId}`;
  const how = faultEffect === undefined ? String(status) : `${status}, ${faultEffect}`;
  const line = `${requestId} ${method} ${path} ${operation ?? "no operation"}${who}: ${how} in ${durationMs} ms`;
  return failure === undefined ? line : `${line}\n${stackOf(failure)}`;
}

/** Formats an entry as a line of JSON. */
export function logJson({ failure, ...entry }: LogEntry, timeMs: number): string {
  const failed = failure === undefined ? {} : { failure: stackOf(failure) };
  return JSON.stringify({ time: new Date(timeMs).toISOString(), ...entry, ...failed });
}

function stackOf(failure: unknown): string {
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
}
