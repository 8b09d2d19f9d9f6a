import { answerError } from "../request/answer-error.js";
import type { Call, OperationInfo } from "../request/call.js";
import type { HttpClient } from "../request/http.js";
import { checkHeaders } from "../request/request-checks.js";
import type { CallOptions } from "./operation.js";

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

/** Makes the method of an operation: it returns the body of a success, and throws an `ApiError` for anything else. */
export function operationMethod(operation: string, info: OperationInfo, http: HttpClient) {
  // Its types are those of `Operations`, which this method is given.
  const request = http.request as unknown as (method: string, path: string, init: object) => Promise<Result>;
  const method = async ({ path, query, header, ...rest }: AnyOptions = {}): Promise<unknown> => {
    checkHeaders(header);
    // Completed when the request is built.
    const call = { operation, info } as Call;
    const { data, error, response } = await request(info.method, info.path, {
      params: { path, query, header },
      ...rest,
      call,
    });
    const missing = response.ok && data == null && response.status !== 204 && !info.empty;
    const unchanged = response.status === 304 && header && "If-None-Match" in header;
    if (missing || (!response.ok && !unchanged)) throw answerError(call, response, missing && "empty answer", error);
    return data;
  };
  return Object.assign(method, { operation, info });
}
