import createFetchClient, { type Middleware } from "openapi-fetch";
import type { paths } from "../../generated/types.js";
import type { Settings } from "../options.js";
import { type OperationInfo, PreparedRequest, type Send } from "./call.js";
import { filledPath, writtenQuery } from "./request-checks.js";

/** Plain openapi-fetch, typed by the contract, over the client's own transport. */
export type HttpClient = ReturnType<typeof createFetchClient<paths>>;

/** Puts openapi-fetch on a transport; every request acts for another user where an id is given. */
export function createHttp(
  table: Record<string, OperationInfo>,
  settings: Settings,
  send: Send,
  headers?: Record<string, string>,
): HttpClient {
  const find = (method: string, path: string) => {
    const [operation, info] = Object.entries(table).find(([, row]) => row.method === method && row.path === path) ?? [];
    return { operation, info };
  };
  // openapi-fetch builds a request with `Request` and hands it to `fetch` as it is; its types know the platform's only.
  const http = createFetchClient<paths>({
    baseUrl: settings.baseUrl,
    fetch: send,
    Request: PreparedRequest,
    headers,
    pathSerializer: filledPath,
    querySerializer: writtenQuery,
  } as unknown as Parameters<typeof createFetchClient>[0]);

  http.use({
    onRequest({ request, schemaPath, params }: Built) {
      const { method, url, signal } = request;
      if (!schemaPath.startsWith("/")) throw new TypeError("path must start with /");
      // Without any parameters openapi-fetch leaves the template as it is.
      filledPath(schemaPath, params.path);
      // A method of the client reads the call afterwards; it hands in the object that is to hold it.
      const call = Object.assign(request.call ?? find(method, schemaPath), {
        callId: ++settings.calls,
        settings,
        method,
        url,
        signal,
        deadlineMs: settings.clock.now() + settings.totalTimeoutMs,
        attempts: 0,
        secrets: [],
        text: "",
      });
      request.call = call;
      for (const prepare of call.info?.prepare ?? []) prepare(request);
    },
    // The request is what was given as `Request` above.
  } as unknown as Middleware);
  return http;
}

interface Built {
  readonly request: PreparedRequest;
  readonly schemaPath: string;
  readonly params: { readonly path?: Record<string, unknown> };
}
