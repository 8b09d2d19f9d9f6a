import createFetchClient, { type HeadersOptions, type Middleware, mergeHeaders } from "openapi-fetch";
import type { paths } from "../../generated/types.js";
import { elapsedMs } from "../core/clock.js";
import { ApiError, AuthError, CallError } from "../core/errors.js";
import type { Settings } from "../core/options.js";
import { loggable } from "../core/secrets.js";
import type { OperationInfo } from "../operations/operation.js";
import { type Call, type Counters, emit, newCall, PreparedRequest, type Send } from "./call.js";
import { requestId } from "./response-error.js";
import { serializePath, serializeQuery } from "./serialize.js";

/** Plain openapi-fetch, typed by the contract, over the client's own transport. */
export type HttpClient = ReturnType<typeof createFetchClient<paths>>;

/** Creates openapi-fetch over a transport, for a client and all clients that are derived from it. */
export function createCore(
  operations: Record<string, OperationInfo>,
  { baseUrl }: Settings,
  counters: Counters,
  send: Send,
): HttpClient {
  const rows = Object.entries(operations);
  const checkAndStart: Middleware = {
    onRequest({ request: built, schemaPath, params }) {
      // The `Request` of the options.
      const request = built as unknown as PreparedRequest;
      const { method, signal, call } = request;
      if (!schemaPath.startsWith("/")) throw new TypeError("path must start with /");
      // Without parameters openapi-fetch does not serialize the path.
      serializePath(schemaPath, params.path);
      if (signal && typeof signal.addEventListener !== "function")
        throw new TypeError("signal must be an AbortSignal, such as the signal of an AbortController");
      // As fetch sends it: without `..` segments, which could lead to other services of the host.
      const url = /\/\.|%2e|[\\\s]/i.test(request.url) ? new URL(request.url).href : request.url;
      if (isBelow(request.url, baseUrl) && !isBelow(url, baseUrl))
        throw new TypeError("path must stay below baseUrl: it must have no . or .. segments");
      request.url = url;
      const [operation, info] = rows.find(([, row]) => row.method === method && row.path === schemaPath) ?? [];
      if (!isBelow(url, baseUrl)) for (const name in call.settings.headers) request.headers.delete(name);
      Object.assign(call, { operation, info, method, url, template: schemaPath, signal });
      for (const hook of info?.hooks ?? []) hook(request);
      call.callId = ++counters.calls;
      emit(call, { type: "start" });
    },
  };
  // Untyped: the types of openapi-fetch know only the platform's `Request`.
  const options: object = {
    baseUrl,
    Request: PreparedRequest,
    pathSerializer: serializePath,
    querySerializer: serializeQuery,
    fetch: send,
  };
  const core = createFetchClient<paths>(options);
  core.use(checkAndStart);
  return core;
}

/** The result of openapi-fetch. */
export interface Result {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** Makes a call with openapi-fetch. */
export type SendCall = (call: Call, method: string, path: string, init?: object) => Promise<Result>;

/** Creates the function that makes the calls of a client and of its derived clients. */
export function createSendCall(core: HttpClient): SendCall {
  // Untyped here: openapi-fetch passes the call on to the request.
  const request = core.request as unknown as (method: string, path: string, init: object) => Promise<Result>;
  return (call, method, path, init) => request(method, path, { headers: call.settings.headers, ...init, call });
}

/** Creates the `http` of a client with these settings. */
export function createHttp(core: HttpClient, settings: Settings): HttpClient {
  const send = createSendCall(core);
  const request = (method: string, path: string, init?: { readonly headers?: HeadersOptions }) => {
    const call = newCall(settings);
    const headers = init?.headers ? mergeHeaders(settings.headers, init.headers) : settings.headers;
    return observed(call, () => send(call, method, path, { ...init, headers }));
  };
  const methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"].map((method) => [
    method,
    (path: string, init?: object) => request(method, path, init),
  ]);
  return { ...core, request, ...Object.fromEntries(methods) };
}

/** Runs a call, and emits its end. */
export async function observed<R extends Result>(call: Call, run: () => Promise<R>): Promise<R> {
  try {
    const result = await run();
    emitEnd(call, result.response);
    return result;
  } catch (error) {
    // An error of a timer or a transport does not know who made the call.
    if (error instanceof CallError || error instanceof AuthError) Error.captureStackTrace?.(error);
    emitEnd(call, undefined, error);
    throw error;
  }
}

function emitEnd(call: Call, response: Response | undefined, error?: unknown): void {
  const { onEvent, clock } = call.settings;
  if (!onEvent || !call.callId) return;
  const failure: Partial<Pick<ApiError, "status" | "requestId">> = error instanceof ApiError ? error : {};
  const isAborted = call.signal?.aborted && call.signal.reason === error;
  emit(call, {
    type: "end",
    outcome: response && response.status < 400 ? "success" : isAborted ? "aborted" : "error",
    durationMs: elapsedMs(clock) - call.startMs,
    status: response?.status ?? failure.status,
    requestId: response ? requestId(call, response) : failure.requestId,
    error: loggable(error),
  });
}

/** Whether a URL is of the service, so that it may carry a token. */
export function isBelow(url: string, baseUrl: string): boolean {
  return url.startsWith(`${baseUrl}/`);
}
