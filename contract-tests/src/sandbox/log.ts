/** One request and how it was answered. It has no query, no header and no body, since those may hold secrets. */
export interface LogEntry {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly operation: string | undefined;
  readonly status: number;
  /** How the answer failed to arrive whole. */
  readonly damage?: string | undefined;
  /** Who the call acted for. */
  readonly userId?: string;
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
  damage,
  userId,
  durationMs,
  failure,
}: LogEntry): string {
  const who = userId === undefined ? "" : ` as ${userId}`;
  const how = damage === undefined ? String(status) : `${status}, ${damage}`;
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
