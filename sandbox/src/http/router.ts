import {
  type Addresses,
  addressOf,
  type Contract,
  decodePercent,
  documentedResponse,
  errorCodeOf,
  findRoute,
  type Operation,
  parseJson,
  queryOf,
  type ReceivedRequest,
} from "content-service-contract";
import type { Delivery } from "../faults/fault-effects.js";
import type { Fault } from "../faults/faults.js";
import { isText, mediaTypeOf } from "../own-handlers/read-body.js";
import { errorBody, errorReasonOf, errorSchemaOf, withRequestId } from "../responses/error-response.js";
import { type Bytes, json, shownBytes } from "../responses/plain-response.js";
import type { LoggedChange } from "../store/change-log.js";
import type { Cors } from "./cors.js";
import type { LogEntry } from "./log.js";
import { isControlPath, pathOf } from "./path.js";
import { type HttpRequest, readLimitedBody } from "./read-limited-body.js";
import { isNestedDeeper } from "./read-request.js";

/** The operations of a document and their implementation. */
export interface Api {
  readonly contract: Contract;
  /** Addresses below `ORIGIN`. */
  readonly addresses: Addresses & { readonly baseUrl: string };
  readonly maxBodyBytes: (operation: Operation) => number;
  /** The schema of errors that the document does not list. */
  readonly errorSchema: "Error" | "ControlError";
  readonly serve: (operation: Operation, request: ReceivedRequest, context: RequestContext) => Promise<Delivery>;
}

/** What is known of a request while it runs. */
export interface RequestContext {
  readonly requestId: string;
  readonly url: string;
  /** The text of the body, once it is read. */
  body: string;
  bytes: Bytes;
  operation?: string;
  /** The user that the request acts for, once known. */
  userId?: string;
  /** An unexpected error in the sandbox. */
  failure?: unknown;
  /** Whether the contract applies to the request. */
  isChecked: boolean;
  readonly changes: LoggedChange[];
  /** The injected faults that applied. */
  readonly faults: Fault[];
}

/** A request and its response, with secrets. */
export interface FinishedRequest {
  readonly timeMs: number;
  readonly request: Pick<HttpRequest, "url" | "headers"> & { readonly body: string };
  /** Whether the contract applies: not to a preflight, and not to a request that was not read. */
  readonly isChecked: boolean;
  readonly delivery: Delivery;
  readonly changes: readonly LoggedChange[];
  readonly faults: readonly Fault[];
}

/** No host has this name (RFC 2606), so a client without `fetch: sandbox.fetch` reaches no other service. */
export const ORIGIN = "https://sandbox.invalid";

/** The message of a 500 that no fault injected. */
export const INTERNAL_ERROR = "Internal error of the sandbox. See its log, or the console.";

/** No body of the contract nests nearly as deep. */
const MAX_DEPTH = 200;

/**
 * Routes requests to the operations of APIs. Responds with 501 to unknown paths, since the service may have what the
 * contract does not, and with 405 to unknown methods. Calls `onEnd` after each request.
 */
export function createRouter(
  apis: readonly Api[],
  cors: Cors,
  now: () => number,
  onEnd: (entry: LogEntry, finished: FinishedRequest) => Promise<void>,
) {
  let count = 0;

  async function respond(request: HttpRequest, path: string, context: RequestContext): Promise<Delivery> {
    const routeOf = (api: Api) => findRoute(api.contract, request.method, ORIGIN + path, api.addresses);
    if (request.rejected !== undefined) {
      context.isChecked = false;
      const { status, code, message } = request.rejected;
      const schema = apis.find((api) => routeOf(api).kind !== "unknown")?.errorSchema ?? "Error";
      return errorDelivery(schema, status, code, message, context.requestId);
    }
    if (isPreflight(request)) {
      context.isChecked = false;
      const routes = apis.map(routeOf);
      const route = routes.find(({ kind }) => kind !== "unknown");
      return { response: cors.preflight(route, request.headers) };
    }
    if (path === "/" && /^(GET|HEAD)$/.test(request.method))
      return { response: { status: 303, headers: { location: "/_sandbox/ui" }, body: null } };
    for (const api of apis) {
      const route = routeOf(api);
      if (route.kind === "unknown") continue;
      if (route.kind === "method") return methodNotAllowed(api, route.others, request.method, context.requestId);
      const { operation } = route;
      context.operation = operation.id;
      const body = await readBody(request, api.maxBodyBytes(operation));
      if (body.status !== undefined) {
        context.isChecked = false;
        return invalidBody(api, operation, body, context.requestId);
      }
      context.body = body.text;
      context.bytes = body.bytes;
      const { url, headers } = request;
      const query = url.includes("?") ? queryOf(url) : [];
      return api.serve(operation, { path: route.path, query, headers, body: body.text }, context);
    }
    if (isControlPath(path))
      return errorDelivery("ControlError", 404, "", `Path not found: ${path}`, context.requestId);
    if (decodePercent(path) === undefined)
      return errorDelivery("Error", 400, "bad_request", `Not percent-encoded UTF-8: ${path}`, context.requestId);
    const [service] = apis;
    const base = service?.addresses.baseUrl.slice(ORIGIN.length) ?? "";
    const below = path.startsWith(`${base}/`) ? path.slice(base.length) : path;
    // Clients of other tools send the operations of all servers to the base address.
    const elsewhere = service && findRoute(service.contract, request.method, below);
    const address =
      elsewhere?.kind === "operation" ? addressOf(elsewhere.operation, service?.addresses ?? {}) : undefined;
    const hint = address?.startsWith(ORIGIN) ? ` It is at ${address.slice(ORIGIN.length)}${below}.` : "";
    return notModeled(`${request.method} ${hint === "" ? below : path}`, context, hint);
  }

  return async (request: HttpRequest): Promise<Delivery> => {
    count += 1;
    const requestId = `r${String(count).padStart(7, "0")}`;
    const { method, url, headers: sentHeaders, allowedOrigin, rejected } = request;
    const context: RequestContext = {
      requestId,
      url,
      body: "",
      bytes: NO_BYTES,
      isChecked: true,
      ...{ changes: [], faults: [] },
    };
    const path = pathOf(url);
    const timeMs = now();
    const startMs = performance.now();
    const result = await respond(request, path, context).catch((failure: unknown) => {
      context.failure = failure;
      return errorDelivery("Error", 500, "internal_server_error", INTERNAL_ERROR, context.requestId);
    });
    // Without it, Node would send the time of the machine, which is not that of a `Retry-After`.
    const date = new Date(now()).toUTCString();
    const ownHeaders = { date, ...result.response.headers, "x-request-id": requestId };
    const headers = cors.headersFor(allowedOrigin, ownHeaders);
    const { status } = result.response;
    const body = method === "HEAD" ? null : result.response.body;
    const { faultEffect } = result;
    const delivery = { response: { status, headers, body }, faultEffect };
    const durationMs = Math.round((performance.now() - startMs) * 100) / 100;
    const { operation, userId, failure, isChecked, changes, faults } = context;
    const rejection = rejected?.message;
    const error = status < 400 || typeof body !== "string" ? undefined : parseJson(body);
    const [errorCode, errorReason] = [errorCodeOf(error), errorReasonOf(error)];
    const outcome = { status, errorCode, errorReason, faultEffect, durationMs, rejection, failure };
    // Not awaited, and an error of the log must not fail the request.
    onEnd(
      { requestId, method, path, operation, userId, ...outcome },
      { timeMs, request: { url, headers: sentHeaders, body: context.body }, delivery, isChecked, changes, faults },
    ).catch(() => {});
    return delivery;
  };
}

/** A request of a browser, before that of a page of another origin. The server has rejected those of unknown pages. */
function isPreflight({ method, headers, allowedOrigin }: HttpRequest): boolean {
  return method === "OPTIONS" && allowedOrigin !== undefined && headers.has("access-control-request-method");
}

/** The response of an operation without a handler. A 404 of the service means something else: programs take it for success. */
export function notModeled(operation: string, { requestId }: Pick<RequestContext, "requestId">, hint = ""): Delivery {
  return errorDelivery("Error", 501, "not_modeled", `The sandbox does not model ${operation}.${hint}`, requestId);
}

interface BodyError {
  readonly status: number;
  readonly message: string;
}

const NO_BYTES = new Uint8Array();

/** Reads a body. For bytes that are not text, the text is that of `shownBytes`. */
async function readBody(request: HttpRequest, maxBytes: number) {
  try {
    const bytes = await readLimitedBody(request, maxBytes);
    if (bytes === undefined) return { status: 413, message: `The body is larger than ${maxBytes} bytes.` };
    const type = mediaTypeOf(request.headers);
    if (!isText(type)) return { bytes, text: shownBytes(bytes) };
    // XML names its encoding, and handlers get its bytes.
    const text = new TextDecoder("utf-8", { fatal: !type?.endsWith("xml") }).decode(bytes);
    if (isNestedDeeper(text, MAX_DEPTH))
      return { status: 400, message: `The body nests deeper than ${MAX_DEPTH} levels.` };
    return { bytes, text };
  } catch {
    return { status: 400, message: "The body is incomplete or not UTF-8." };
  }
}

function invalidBody(api: Api, operation: Operation, { status, message }: BodyError, requestId: string): Delivery {
  const isDocumented = documentedResponse(operation, status) !== undefined;
  const schema = isDocumented ? errorSchemaOf(api.contract, operation, status) : api.errorSchema;
  const code = schema === "TokenError" ? "invalid_request" : "bad_request";
  return errorDelivery(schema, status, code, message, requestId);
}

function methodNotAllowed(api: Api, operations: readonly Operation[], method: string, requestId: string): Delivery {
  const documented = operations.find(({ responses }) => responses.some(({ status }) => status === "405"));
  const schema = documented === undefined ? api.errorSchema : errorSchemaOf(api.contract, documented, 405);
  const allow = operations.map(({ method }) => method.toUpperCase()).join(", ");
  const message = `Method not allowed: ${method}.`;
  return errorDelivery(schema, 405, "method_not_allowed", message, requestId, { allow });
}

function errorDelivery(
  schema: string,
  status: number,
  code: string,
  message: string,
  requestId: string,
  headers?: Readonly<Record<string, string>>,
): Delivery {
  const body = errorBody(schema, { status, code, message, errors: [] });
  return { response: json(status, withRequestId(body, schema, requestId), headers) };
}
