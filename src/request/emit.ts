import { elapsedMs } from "../core/clock.js";
import { ApiError, summary } from "../core/errors.js";
import type { CallInfo, ClientEvent } from "../core/events.js";
import { loggable } from "../core/secrets.js";
import type { Call } from "./call.js";
import { requestId } from "./response-error.js";

type CallEvent = Exclude<ClientEvent, { type: "refresh" }>;
type WithoutCall<E> = E extends CallEvent ? Omit<E, keyof CallInfo> : never;

/** Emits an event of a call. */
export function emit(call: Call, event: WithoutCall<CallEvent>): void {
  const { callId, operation, info, attempts, settings } = call;
  // The members of the event and of the call together make one member of the union.
  settings.onEvent?.({ ...event, callId, operation, template: info.path, attempts, ...summary(call) } as CallEvent);
}

/** Emits what a request or a whole call came to, if somebody listens. */
export function emitOutcome(
  call: Call,
  event: { readonly type: "response" | "failure" } | { readonly type: "end"; readonly outcome: string },
  startMs: number,
  response: Response | undefined,
  error?: unknown,
): void {
  const { onEvent, clock } = call.settings;
  if (!onEvent) return;
  const failed: Partial<Pick<ApiError, "status" | "requestId">> = error instanceof ApiError ? error : {};
  // Each type has some of these members; the others are undefined.
  emit(call, {
    ...event,
    durationMs: elapsedMs(clock) - startMs,
    status: response?.status ?? failed.status,
    requestId: response ? requestId(call, response) : failed.requestId,
    error: loggable(error),
  } as WithoutCall<CallEvent>);
}
