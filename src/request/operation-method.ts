import { redactBody } from "../core/secrets.js";
import type { CallOptions, OperationInfo } from "../operations/operation.js";
import { callOf, type HttpClient } from "./http.js";
import { responseError } from "./response-error.js";
import { checkHeaders } from "./serialize.js";

interface AnyOptions extends CallOptions {
  readonly path?: object;
  readonly query?: object;
  readonly header?: object;
  readonly body?: unknown;
}

interface Result {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/** Creates the method of an operation. It returns the body of a success and throws an `ApiError` otherwise. */
export function operationMethod(operation: string, info: OperationInfo, http: HttpClient) {
  // Untyped here: the caller gives the method its type from `Operations`.
  const request = http.request as unknown as (method: string, path: string, init: object) => Promise<Result>;
  const method = async ({ path, query, header, ...rest }: AnyOptions = {}): Promise<unknown> => {
    checkHeaders(header);
    const params = { path, query, header };
    const { data, error, response } = await request(info.method, info.path, { params, ...rest });
    const missing = response.ok && data == null && response.status !== 204 && !info.empty;
    const unchanged = response.status === 304 && header && "If-None-Match" in header;
    // Some token servers send an error with the status 200.
    const tokens = info.token && (data as Partial<Record<string, unknown>> | undefined);
    const failed = tokens && typeof tokens["error"] === "string";
    if (missing || failed || (!response.ok && !unchanged)) {
      const call = callOf(params);
      if (failed) {
        call.secrets.push(
          ...[tokens["access_token"], tokens["refresh_token"]].filter((token) => typeof token === "string"),
        );
        call.text = redactBody(call.text, call.secrets);
      }
      throw responseError(call, response, missing && "empty response", failed ? JSON.parse(call.text) : error);
    }
    return data;
  };
  return Object.assign(method, { operation, info });
}
