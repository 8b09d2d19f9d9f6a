import createFetchClient, { type HeadersOptions, mergeHeaders } from "openapi-fetch";
import type { paths } from "../../generated/types.js";
import { AuthError, CallError } from "../core/errors.js";
import type { Settings } from "../core/options.js";
import type { OperationInfo, SerializerOptions } from "../operations/operation.js";
import { serializeBody, serializePath, serializeQuery } from "../operations/serialize.js";
import { type Call, type Counters, newCall } from "./call.js";
import { emitOutcome } from "./emit.js";
import { PreparedRequest, type Send } from "./prepared-request.js";
import { parseJson } from "./response-error.js";

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

/** Creates what a client shares: openapi-fetch over a transport. */
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
    bodySerializer: serializeBody,
    fetch: send,
  };
  return { operations, fetchClient: createFetchClient<paths>(options), counters: { calls: 0, retries: budget } };
}

/** What a caller of `client.http` passes to openapi-fetch. */
interface Init extends SerializerOptions {
  readonly params?: { readonly path?: object };
  readonly headers?: HeadersOptions;
  readonly parseAs?: string;
  readonly signal?: AbortSignal | null;
}

/** What openapi-fetch takes of a call. It passes the call on to the request. */
interface CallInit extends SerializerOptions {
  /** openapi-fetch serializes a path only where it has parameters. */
  readonly params: { readonly path: object };
  readonly headers: HeadersOptions;
  readonly body?: unknown;
  readonly call: Call;
}

/** The result of openapi-fetch. */
export interface Result {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** Makes a call with openapi-fetch, and emits its end. `check` returns the result, or throws an error for it. */
export async function sendCall(
  { fetchClient }: Core,
  init: CallInit,
  check: (result: Result) => Result = (result) => result,
): Promise<Result> {
  const { call } = init;
  // The types of openapi-fetch know only the operations of the contract.
  const request = fetchClient.request as unknown as (method: string, path: string, init: object) => Promise<Result>;
  try {
    const isJson = call.parseAs === "json";
    // JSON is read as text: the parser of openapi-fetch would quote secrets.
    const parseAs = isJson ? "text" : call.parseAs;
    const options = { ...init, parseAs };
    for (const serializer of call.info.serializers ?? []) Object.assign(options, serializer(init, call));
    const { response, data, error } = await request(call.method, call.info.path, options);
    const { received } = call;
    // The call outlives a stream that nobody reads.
    call.received = undefined;
    const result = check(
      response.ok
        ? { response, data: received ? received.data : isJson ? parseJson(call, response, data) : data }
        : { response, error: error || undefined },
    );
    emitEnd(call, response);
    return result;
  } catch (error) {
    // An error of a timer or a transport does not know who made the call.
    if (error instanceof CallError || error instanceof AuthError) Error.captureStackTrace?.(error);
    emitEnd(call, undefined, error);
    throw error;
  }
}

/** Creates the `http` of a client with these settings. */
export function createHttp(core: Core, settings: Settings): HttpClient {
  const { operations, fetchClient, counters } = core;
  const request = async (name: string, path: string, init: Init = {}) => {
    const method = name.toUpperCase();
    const isCalled = ([, row]: [string, OperationInfo]) => row.method === method && row.path === path;
    const [[operation, info] = [undefined, { method, path }], other] = Object.entries(operations).filter(isCalled);
    // They can differ in safety and secrets.
    if (other) throw new TypeError(`${operation} and ${other[0]} are both ${method} ${path}: call their methods`);
    const { signal, parseAs = "json" } = init;
    const call = newCall(settings, counters, { operation, info, signal, parseAs });
    const params = { ...init.params, path: init.params?.path ?? {} };
    const headers = mergeHeaders(settings.headers, init.headers);
    return sendCall(core, { ...init, params, headers, call });
  };
  const methods = Object.keys(fetchClient)
    .filter((name) => name === name.toUpperCase())
    .map((method) => [method, request.bind(null, method)]);
  return { ...fetchClient, request, ...Object.fromEntries(methods) };
}

function emitEnd(call: Call, response: Response | undefined, error?: unknown): void {
  if (!call.callId) return;
  const isAborted = call.signal?.aborted && call.signal.reason === error;
  const outcome = response && response.status < 400 ? "success" : isAborted ? "aborted" : "error";
  emitOutcome(call, { type: "end", outcome }, call.startMs, response, error);
}
