/** One request and how it was answered. It has no query, no header and no body, since those may hold secrets. */
export interface LogEntry {
  /** The id that an error gives as its `request_id`. */
  readonly requestId: string;
  /** The HTTP method. */
  readonly method: string;
  /** The path below the host. */
  readonly path: string;
  /** The `operationId`, or undefined for a path that the contract does not know. */
  readonly operation: string | undefined;
  /** The HTTP status of the response. */
  readonly status: number;
  /** How an injected fault broke the delivery of the response. */
  readonly faultEffect?: string | undefined;
  /** Who the call acted for. */
  readonly userId?: string;
  /** How long the response took, in milliseconds. */
  readonly durationMs: number;
  /** What went wrong in the sandbox itself. */
  readonly failure?: unknown;
}

/** Writes an entry as one line of text for people. */
export function logText({
  requestId,
  method,
  path,
  operation,
  status,
  faultEffect,
  userId,
  durationMs,
  failure,
}: LogEntry): string {
  const who = userId === undefined ? "" : ` as ${userId}`;
  const how = faultEffect === undefined ? String(status) : `${status}, ${faultEffect}`;
  const line = `${requestId} ${method} ${path} ${operation ?? "no operation"}${who}: ${how} in ${durationMs} ms`;
  return failure === undefined ? line : `${line}\n${stackOf(failure)}`;
}

/** Writes an entry as one line of JSON for programs. */
export function logJson({ failure, ...entry }: LogEntry, timeMs: number): string {
  const failed = failure === undefined ? {} : { failure: stackOf(failure) };
  return JSON.stringify({ time: new Date(timeMs).toISOString(), ...entry, ...failed });
}

function stackOf(failure: unknown): string {
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
}
