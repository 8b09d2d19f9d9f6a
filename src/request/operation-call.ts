import createFetchClient, { type HeadersOptions, mergeHeaders } from "openapi-fetch";
import type { paths } from "../../generated/types.js";
import { checkHeaders } from "../checks.js";
import { ClientError } from "../core/errors.js";
import { CALL_OPTIONS, derived, type Settings } from "../core/options.js";
import { redactBody } from "../core/secrets.js";
import type { OperationInput } from "../operations/define-operation.js";
import type { CallOptions, CallSettings, OperationInfo } from "../operations/operation.js";
import { serializeBody, serializePath, serializeQuery } from "../operations/serialize.js";
import { type Call, type Counters, emit, newCall, PreparedRequest, requestId } from "./call.js";
import { parseJson, responseError } from "./response.js";
import { send } from "./send.js";

/**
 * Plain openapi-fetch, typed by the contract, over the client's own transport. It reads every body whole, within the
 * timeouts and `maxBodyBytes`: with `parseAs: "stream"`, the stream starts when the body has arrived. A call can have its
 * own `timeoutMs`, `totalTimeoutMs`, `deadline` and `retry`.
 */
export type HttpClient = ReturnType<typeof createFetchClient<paths>>;

export interface Core {
  readonly operations: Readonly<Record<string, OperationInfo>>;
  readonly fetchClient: HttpClient;
  readonly counters: Counters;
}

export function createCore(operations: Core["operations"], { baseUrl, budget }: Settings): Core {
  // Untyped: the types of openapi-fetch know only the platform's `Request`.
  const options: object = {
    baseUrl,
    Request: PreparedRequest,
    pathSerializer: serializePath,
    querySerializer: serializeQuery,
    bodySerializer: serializeBody,
    fetch: send,
  };
  return {
    operations,
    fetchClient: createFetchClient<paths>(options),
    counters: { calls: 0, retries: budget, turnMs: 0 },
  };
}

/** What openapi-fetch takes of a call. It passes the call on to the request. */
interface CallInit {
  /** openapi-fetch serializes a path only where it has parameters. */
  readonly params: { readonly path: object; readonly header?: object | undefined };
  readonly headers: HeadersOptions;
  readonly call: Call;
}

interface Result {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** Makes a call with openapi-fetch. That of a method rejects with an `ApiError` for what is no success of its operation. */
async function makeCall({ fetchClient }: Core, init: CallInit, isMethod: boolean): Promise<Result> {
  const { call } = init;
  const { info, parseAs } = call;
  // The types of openapi-fetch know only the operations of the contract.
  const request = fetchClient.request as unknown as (method: string, path: string, init: object) => Promise<Result>;
  try {
    const isJson = parseAs === "json";
    // JSON is read as text: the parser of openapi-fetch would quote secrets.
    const options = { ...init, parseAs: isJson ? "text" : parseAs };
    for (const serializer of info.serializers ?? []) Object.assign(options, serializer(init, call));
    const { response, data: body, error } = await request(call.method, info.path, options);
    call.response = response;
    const { received } = call;
    // The call outlives a stream that nobody reads.
    call.received = undefined;
    const data = received ? received.data : response.ok && isJson ? parseJson(call, response, body as string) : body;
    if (isMethod) {
      const isEmpty = response.ok && data == null && response.status !== 204 && !info.empty;
      const isFailure = info.isError?.(data, call);
      const isUnchanged = response.status === 304 && "If-None-Match" in Object(init.params.header);
      const form = isFailure ? redactBody(call.text, call.secrets)[1] : error;
      if (isEmpty || isFailure || !(response.ok || isUnchanged))
        throw responseError(call, response, isEmpty && "empty response", form);
    }
    emitEnd(call, response.status < 400 ? "success" : "error", response);
    return response.ok ? { data, response } : { error: error || undefined, response };
  } catch (caught) {
    // openapi-fetch takes a falsy reason of an abort for no error, and then reads the response that is missing.
    const reasons: unknown[] = call.settings.signals.filter((one) => one.aborted).map((one) => one.reason);
    const error = reasons.every(Boolean) ? caught : reasons[0];
    // An error of a timer or a transport does not know who made the call.
    if (error instanceof ClientError) Error.captureStackTrace?.(error);
    emitEnd(call, reasons.includes(error) ? "aborted" : "error", undefined, error);
    throw error;
  }
}

function emitEnd(call: Call, outcome: "success" | "error" | "aborted", response?: Response, error?: unknown): void {
  if (call.callId) emit(call, "end", { outcome }, { startMs: call.startMs, response, error });
}

const METHOD_OPTIONS = { path: {}, query: {}, header: {}, body: undefined, signal: undefined, ...CALL_OPTIONS };

type Given = OperationInput & CallOptions;

/** Creates the method of an operation. It returns the body of a success and throws an `ApiError` otherwise. */
export function createMethod(core: Core, settings: Settings, operation: string, info: OperationInfo) {
  const method = (options?: Given) => {
    let call: Call;
    const run = async (): Promise<unknown> => {
      const given = Object(options);
      const { path = {}, query, header = {}, body, ...overrides }: Given = info.parameters?.encode(given) ?? given;
      const own = Object.keys(overrides).length
        ? derived(settings, overrides, { ...METHOD_OPTIONS, ...info.codec?.options })
        : settings;
      call = newCall(own, core.counters, { operation, info, parseAs: "json" });
      checkHeaders(header);
      const init = { headers: own.headers, params: { path, query, header }, body, call };
      return (await makeCall(core, init, true)).data;
    };
    const data = run();
    const withResponse = async () => {
      const received = await data;
      // A call that resolves has a response.
      const { attempts, response } = call as Call & { response: Response };
      return { data: received, response, requestId: requestId(call, response), attempts };
    };
    return Object.assign(data, { withResponse });
  };
  // Not enumerable, so that no printed client shows a token.
  return Object.defineProperty(Object.assign(method, { operation, info }), "settings", { value: () => settings });
}

interface HttpInit extends Omit<CallSettings, "headers"> {
  readonly params?: { readonly path?: object };
  readonly headers?: HeadersOptions;
  readonly parseAs?: string;
  readonly signal?: AbortSignal | null | undefined;
}

export function createHttp(core: Core, settings: Settings): HttpClient {
  const { operations, fetchClient, counters } = core;
  const request = async (name: string, path: string, init: HttpInit = {}) => {
    const method = name.toUpperCase();
    const called = Object.entries(operations).filter(([, row]) => row.method === method && row.path === path);
    const [[operation, info] = [undefined, { method, path }], other] = called;
    // They can differ in safety and secrets.
    if (other) throw new TypeError(`${operation} and ${other[0]} are both ${method} ${path}: call their methods`);
    const { signal, parseAs = "json", timeoutMs, totalTimeoutMs, deadline, retry } = init;
    const own = derived(settings, { timeoutMs, totalTimeoutMs, deadline, retry, signal });
    const call = newCall(own, counters, { operation, info, parseAs });
    const params = { path: {}, ...init.params };
    return makeCall(core, { ...init, params, headers: mergeHeaders(settings.headers, init.headers), call }, false);
  };
  const http: Record<string, unknown> = { ...fetchClient, request };
  // The members of openapi-fetch. Those that are not methods of HTTP are in lower case.
  for (const name in http) if (name < "a") http[name] = request.bind(null, name);
  return http as unknown as HttpClient;
}
