import createFetchClient from "openapi-fetch";
import type { paths } from "../../generated/types.js";
import { elapsedMs } from "../core/clock.js";
import type { Settings } from "../core/options.js";
import type { OperationInfo } from "../operations/operation.js";
import { type Call, type Counters, PreparedRequest, type Send } from "./call.js";
import { serializePath, serializeQuery } from "./serialize.js";

/** Plain openapi-fetch, typed by the contract, over the client's own transport. */
export type HttpClient = ReturnType<typeof createFetchClient<paths>>;

/** The calls by their `params`, an object that openapi-fetch passes on as it is. */
const calls = /* @__PURE__ */ new WeakMap<object, Call>();

/** Creates openapi-fetch over a transport. `headers` are added to every request. */
export function createHttp(
  operations: Record<string, OperationInfo>,
  settings: Settings,
  counters: Counters,
  send: Send,
  headers?: Record<string, string>,
): HttpClient {
  const rows = Object.entries(operations);
  // Untyped: the types of openapi-fetch know only the platform's `Request`.
  const options: object = {
    baseUrl: settings.baseUrl,
    Request: PreparedRequest,
    headers,
    pathSerializer: serializePath,
    querySerializer: serializeQuery,
    fetch: send,
  };
  const http = createFetchClient<paths>(options);

  http.use({
    onRequest({ request: built, schemaPath, params }) {
      // The `Request` of the options.
      const request = built as unknown as PreparedRequest;
      const { method, signal } = request;
      if (!schemaPath.startsWith("/")) throw new TypeError("path must start with /");
      // Without parameters openapi-fetch does not serialize the path.
      serializePath(schemaPath, params.path);
      // As fetch sends it: without `..` segments, which could lead to other services of the host.
      const url = /\/\.|%2e|[\\\s]/i.test(request.url) ? new URL(request.url).href : request.url;
      if (isBelow(request.url, settings.baseUrl) && !isBelow(url, settings.baseUrl))
        throw new TypeError("path must stay below baseUrl: it must have no . or .. segments");
      request.url = url;
      const [operation, info] = rows.find(([, row]) => row.method === method && row.path === schemaPath) ?? [];
      request.call = {
        callId: ++counters.calls,
        operation,
        info,
        settings,
        method,
        url,
        signal,
        deadlineMs: elapsedMs(settings.clock) + settings.totalTimeoutMs,
        attempts: 0,
        mayBeApplied: false,
        secrets: [],
        text: "",
      };
      calls.set(params, request.call);
      for (const hook of info?.hooks ?? []) hook(request);
    },
  });
  return http;
}

/** Whether a URL is of the service, so that it may carry a token. */
export function isBelow(url: string, baseUrl: string): boolean {
  return url.startsWith(`${baseUrl}/`);
}

/** Returns the call that was made with these `params`. */
export function callOf(params: object): Call {
  // The middleware above adds each call before it is sent.
  return calls.get(params) as Call;
}
