import { checkHeaders } from "../core/headers.js";
import { CALL_OPTIONS, derived, type Settings } from "../core/options.js";
import { redactBody } from "../core/secrets.js";
import type { CallOptions } from "../operations/call-options.js";
import type { OperationInfo } from "../operations/operation.js";
import { type Call, newCall } from "./call.js";
import { type Core, type Result, sendCall } from "./http.js";
import { requestId, responseError } from "./response-error.js";

interface AnyOptions extends CallOptions {
  readonly path?: object;
  readonly query?: object;
  readonly header?: object;
  readonly body?: unknown;
}

const METHOD_OPTIONS = { path: {}, query: {}, header: {}, body: undefined, signal: undefined, ...CALL_OPTIONS };

/** Creates the method of an operation. It returns the body of a success and throws an `ApiError` otherwise. */
export function operationMethod(core: Core, settings: Settings, operation: string, info: OperationInfo) {
  const method = (options: AnyOptions = {}) => {
    let call: Call;
    let response: Response;
    const run = async (): Promise<unknown> => {
      const {
        path = {},
        query,
        header,
        body,
        signal,
        ...overrides
      }: AnyOptions = info.parameters?.encode(options) ?? options;
      const own =
        Object.keys(overrides).length > 0
          ? derived(settings, overrides, { ...METHOD_OPTIONS, ...info.codec?.options })
          : settings;
      call = newCall(own, core.counters, { operation, info, signal, parseAs: "json" });
      checkHeaders(header);
      const init = { headers: own.headers, params: { path, query, header }, body, call };
      const result = await sendCall(core, init, (received) => checked(call, received, header));
      response = result.response;
      return result.data;
    };
    const data = run();
    const withResponse = async () => ({
      data: await data,
      response,
      requestId: requestId(call, response),
      attempts: call.attempts,
    });
    return Object.assign(data, { withResponse });
  };
  return Object.assign(method, { operation, info });
}

/** Returns a successful result; throws an `ApiError` for another. */
function checked(call: Call, result: Result, header: object | undefined): Result {
  const { data, error, response } = result;
  const { info } = call;
  const missing = response.ok && data == null && response.status !== 204 && !info.empty;
  const unchanged = response.status === 304 && header && "If-None-Match" in header;
  const failed = info.isError?.(data, call);
  if (!missing && !failed && (response.ok || unchanged)) return result;
  let body = error;
  if (failed) [call.text, body] = redactBody(call.text, call.secrets);
  throw responseError(call, response, missing && "empty response", body);
}
