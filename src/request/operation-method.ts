import { checkHeaders } from "../core/headers.js";
import { derived, type Settings } from "../core/options.js";
import { redactBody } from "../core/secrets.js";
import type { CallOptions } from "../operations/call-options.js";
import type { OperationInfo } from "../operations/operation.js";
import { type Call, newCall } from "./call.js";
import { observed, type Result, type SendCall } from "./http.js";
import { requestId, responseError } from "./response-error.js";

interface AnyOptions extends CallOptions {
  readonly path?: object;
  readonly query?: object;
  readonly header?: object;
  readonly body?: unknown;
}

const OPTIONS = "path query header body signal headers timeoutMs totalTimeoutMs retry";

/** Creates the method of an operation. It returns the body of a success and throws an `ApiError` otherwise. */
export function operationMethod(operation: string, info: OperationInfo, send: SendCall, settings: Settings) {
  const method = (options: AnyOptions = {}) => {
    let call: Call;
    let response: Response;
    const run = async (): Promise<unknown> => {
      const { path, query, header, body, signal, ...own } = options;
      call = newCall(hasValue(own) ? derived(settings, own, OPTIONS) : settings);
      checkHeaders(header);
      const init = { params: { path, query, header }, body, signal };
      const result = await observed(call, async () =>
        checked(call, await send(call, info.method, info.path, init), header),
      );
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
  const missing = response.ok && data == null && response.status !== 204 && !info?.empty;
  const unchanged = response.status === 304 && header && "If-None-Match" in header;
  // Some token servers send an error with the status 200.
  const tokens = info?.token && (data as Partial<Record<string, unknown>> | undefined);
  const failed = tokens && typeof tokens["error"] === "string";
  if (!missing && !failed && (response.ok || unchanged)) return result;
  if (failed) {
    call.secrets.push(
      ...[tokens["access_token"], tokens["refresh_token"]].filter((token) => typeof token === "string"),
    );
    call.text = redactBody(call.text, call.secrets);
  }
  throw responseError(call, response, missing && "empty response", failed ? JSON.parse(call.text) : error);
}

function hasValue(options: object): boolean {
  return Object.values(options).some((value) => value !== undefined);
}
