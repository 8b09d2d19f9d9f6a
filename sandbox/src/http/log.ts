import { styleText } from "node:util";
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
  /** Why the sandbox returned an error response: its message, or those of its parts. */
  readonly errorReason?: string | undefined;
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

/** Formats an entry as a line of text, and the reason of a rejected request or a failure below it. */
export function logText(entry: LogEntry, color = false): string {
  const { requestId, method, path, operation, status, errorCode, errorReason, faultEffect, userId } = entry;
  const { durationMs, rejection, failure } = entry;
  const paint = (format: Format, text: string) => (color ? styleText(format, text, { validateStream: false }) : text);
  const who = userId === undefined ? "" : ` as ${userId}`;
  const code = errorCode === undefined ? String(status) : `${status} ${visible(errorCode)}`;
  const outcome = errorReason === undefined ? code : `${code}: ${visible(errorReason, 300)}`;
  const how = paint(formatOf(status, faultEffect), faultEffect === undefined ? outcome : `${outcome}, ${faultEffect}`);
  const what = `${method} ${path} ${operation ?? "no operation"}${who}`;
  const line = `${paint("dim", requestId)} ${what}: ${how} ${paint("dim", `in ${durationMs} ms`)}`;
  return [line, rejection, failure === undefined ? undefined : stackOf(failure)].filter(Boolean).join("\n");
}

type Format = "dim" | "green" | "cyan" | "yellow" | "red";

function formatOf(status: number, faultEffect: FaultEffect | undefined): Format {
  if (status >= 500 || faultEffect !== undefined) return "red";
  if (status >= 400) return "yellow";
  return status >= 300 ? "cyan" : "green";
}

/** A fault can have any text as its error code, and a message can quote a request. */
function visible(text: string, maxLength = 80): string {
  return text.replace(/[^ -~]/g, "?").slice(0, maxLength);
}

/** Formats an entry as a line of JSON. */
export function logJson({ failure, ...entry }: LogEntry, timeMs: number): string {
  const failed = failure === undefined ? {} : { failure: stackOf(failure) };
  return JSON.stringify({ time: new Date(timeMs).toISOString(), ...entry, ...failed });
}

function stackOf(failure: unknown): string {
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
}
