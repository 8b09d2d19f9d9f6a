import createFetchClient, { type HeadersOptions, mergeHeaders } from "openapi-fetch";
import type { paths } from "../../generated/types.js";
import { elapsedMs } from "../core/clock.js";
import { ApiError, AuthError, CallError } from "../core/errors.js";
import type { Settings } from "../core/options.js";
import { loggable } from "../core/secrets.js";
import type { OperationInfo } from "../operations/operation.js";
import { type Call, type Counters, emit, newCall } from "./call.js";
import { PreparedRequest, type Send } from "./prepared-request.js";
import { parseJson, requestId } from "./response-error.js";
import { serializePath, serializeQuery } from "./serialize.js";

/**
 * Plain openapi-fetch, typed by the contract, over the client's own transport. It reads every body whole, within the
 * timeouts and `maxBodyBytes`: with `parseAs: "stream"`, the stream starts when the body has arrived.
 */
export type HttpClient = ReturnType<typeof createFetchClient<paths>>;

/** What a client and all clients that are derived from it share. */
export interface Core {
  readonly operations: Readonly<Record<string, OperationInfo>>;
  readonly fetchClient: HttpClient;
  readonly counters: Counters;
}

/** Creates openapi-fetch over a transport. */
export function createCore(
  operations: Readonly<Record<string, OperationInfo>>,
  { baseUrl, budget }: Settings,
  send: Send,
): Core {
  // Untyped: the types of openapi-fetch know only the platform's `Request`.
  const options: object = {
    baseUrl,
    Request: PreparedRequest,
    pathSerializer: serializePath,
    querySerializer: serializeQuery,
    fetch: send,
  };
  return { operations, fetchClient: createFetchClient<paths>(options), counters: { calls: 0, retries: budget } };
}

/** What openapi-fetch takes of a call. */
interface Init {
  readonly params?: { readonly path?: object | undefined };
  readonly headers?: HeadersOptions;
  readonly body?: unknown;
  readonly parseAs?: string;
  readonly bodySerializer?: (body: unknown, headers: Headers) => unknown;
  readonly signal?: AbortSignal | null | undefined;
}

/** The result of openapi-fetch. */
export interface Result {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Makes a call with openapi-fetch, and emits its end. `check` returns the result, or throws an error for it.
 *
 * openapi-fetch gets the text of JSON: its own parser would quote secrets.
 */
export async function sendCall(
  { fetchClient }: Core,
  call: Call,
  init: Init,
  check: (result: Result) => Result = (result) => result,
): Promise<Result> {
  // Untyped: openapi-fetch passes the call on to the request.
  const request = fetchClient.request as unknown as (method: string, path: string, init: object) => Promise<Result>;
  const isJson = init.parseAs === undefined || init.parseAs === "json";
  try {
    const options = { ...withSerializers(call, init), parseAs: isJson ? "text" : init.parseAs, call };
    const received = await request(call.method, call.template, options);
    const { response, data, error } = received;
    const parsed = () => (isJson ? parseJson(call, response, data) : data);
    const result = check(response.ok ? { response, data: parsed() } : { response, error: error || undefined });
    emitEnd(call, response);
    return result;
  } catch (error) {
    // An error of a timer or a transport does not know who made the call.
    if (error instanceof CallError || error instanceof AuthError) Error.captureStackTrace?.(error);
    emitEnd(call, undefined, error);
    throw error;
  }
}

/** Adds the serializers of an operation that does not use those of openapi-fetch. */
function withSerializers(call: Call, init: Init): Init {
  const { explode, serializeBody } = call.info ?? {};
  if (!explode && !serializeBody) return init;
  const { bodySerializer } = init;
  return {
    ...(explode && { querySerializer: (query: object) => serializeQuery(query, explode) }),
    ...init,
    ...(serializeBody && {
      bodySerializer(body: unknown, headers: Headers) {
        // Records its secrets, too.
        const serialized = serializeBody(body, call);
        return bodySerializer ? bodySerializer(body, headers) : serialized;
      },
    }),
  };
}

/** Creates the `http` of a client with these settings. */
export function createHttp(core: Core, settings: Settings): HttpClient {
  const { operations, fetchClient, counters } = core;
  const request = async (name: string, template: string, init: Init = {}) => {
    const method = name.toUpperCase();
    const [operation, info] =
      Object.entries(operations).find(([, row]) => row.method === method && row.path === template) ?? [];
    const isBinary = ["blob", "arrayBuffer", "stream"].includes(init.parseAs ?? "");
    const call = newCall(settings, counters, { operation, method, template, info, signal: init.signal, isBinary });
    // openapi-fetch serializes a path only where it has parameters.
    const params = { ...init.params, path: init.params?.path ?? {} };
    const headers = init.headers ? mergeHeaders(settings.headers, init.headers) : settings.headers;
    return sendCall(core, call, { ...init, params, headers });
  };
  const methods = Object.keys(fetchClient)
    .filter((name) => name === name.toUpperCase())
    .map((method) => [method, (template: string, init?: Init) => request(method, template, init)]);
  return { ...fetchClient, request, ...Object.fromEntries(methods) };
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
