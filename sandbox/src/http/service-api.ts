import {
  type Contract,
  isJsonObject,
  type Json,
  loadContract,
  type Operation,
  objectAt,
  type ReceivedRequest,
} from "content-service-contract";
import { type Delivery, statusFaultResponse, withBodyFault } from "../faults/fault-effects.js";
import type { Effects, Fault } from "../faults/faults.js";
import { createUnknownValues } from "../faults/unknown-values.js";
import { notModified } from "../handlers/context.js";
import { handlers as builtIn, invalidBodyExamples } from "../handlers/index.js";
import type { Handler, Handlers } from "../own-handlers/define-handlers.js";
import { isText, mediaTypeOf, readOwnBody } from "../own-handlers/read-body.js";
import { type HandlerResult, type OwnRequest, runOwnHandler, statusOf } from "../own-handlers/run-handler.js";
import {
  badRequestCode,
  createErrorResponses,
  ErrorResponse,
  type ErrorResponses,
} from "../responses/error-response.js";
import { empty, htmlPage, json, jsonTypeOf, type PlainResponse } from "../responses/plain-response.js";
import type { UserRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { createAuthentication } from "./authenticate.js";
import { readRequest } from "./read-request.js";
import { type Api, INTERNAL_ERROR, notModeled, type RequestContext } from "./router.js";

interface ServiceOptions {
  readonly contract: Contract;
  readonly handlers: Handlers;
  readonly addresses: Api["addresses"];
  readonly store: () => Store;
  readonly now: () => number;
  readonly effectsOn: (operation: string, applied: Fault[]) => Effects;
  readonly brandHeader: string;
}

const MAX_BODY_BYTES = 1_048_576;
/** Of bodies that are not text. They are held in memory. */
const MAX_CONTENT_BYTES = 268_435_456;

/** Creates the operations of the service. Throws a `TypeError` for a handler without an operation. */
export function createServiceApi(options: ServiceOptions): Api {
  const { contract, handlers, addresses, store, now, effectsOn, brandHeader } = options;
  const servers = serversOf(contract, handlers);
  return {
    contract,
    addresses,
    maxBodyBytes: ({ requestBody }) =>
      requestBody?.content.some(({ type }) => !isText(type)) ? MAX_CONTENT_BYTES : MAX_BODY_BYTES,
    errorSchema: "Error",
    async serve({ id, method, path }, received, log) {
      const serve = servers.get(id);
      if (serve === undefined) {
        log.isChecked = false;
        return notModeled(`${method.toUpperCase()} ${path}`, log);
      }
      const request = { ...received, headers: withContractHeader(received.headers, brandHeader) };
      const call = { request, store: store(), now, effects: effectsOn(id, log.faults), log };
      return withBrandHeader(await serve(call), brandHeader);
    },
  };
}

/** Runs the operations that have a handler, by their id. */
function serversOf(contract: Contract, own: Handlers) {
  const handlers = new Map<string, Handler>();
  for (const [name, handler] of Object.entries(own)) {
    const id = operationNamed(contract, name);
    if (id === undefined) throw new TypeError(`handlers.${name}: the contract has no operation ${name}`);
    if (typeof handler !== "function") throw new TypeError(`handlers.${name} must be a function`);
    if (handlers.has(id)) throw new TypeError(`handlers.${name}: ${id} has another handler`);
    handlers.set(id, handler);
  }
  return new Map(
    contract.operations.flatMap((operation) => {
      const server = createServer(contract, operation, handlers.get(operation.id));
      return server === undefined ? [] : [[operation.id, server] as const];
    }),
  );
}

/** The id of an operation by its id, or by the name of its generated method, such as `createBook` for `create_book`. */
export function operationNamed({ operations }: Contract, name: string): string | undefined {
  const letters = (text: string) => text.replace(/[^a-z\d]/gi, "").toLowerCase();
  // Without an id, it is that of method and path. A reserved word has `Operation` after it.
  const made = ({ id, method, path }: Operation) =>
    letters(id.includes(" ") ? `${method} ${path.replace(/[^/?&=]+=(?=\{)/g, "").replaceAll("{", "by")}` : id);
  const alike = operations.filter((one) => [made(one), `${made(one)}operation`].includes(letters(name)));
  return operations.some(({ id }) => id === name) ? name : alike.length === 1 ? alike[0]?.id : undefined;
}

interface Call {
  readonly request: ReceivedRequest;
  readonly store: Store;
  readonly now: () => number;
  readonly effects: Effects;
  readonly log: RequestContext;
}

/** Creates the function that runs an operation with a handler of your own, or else with the built-in one if there is one. */
function createServer(contract: Contract, operation: Operation, ownHandler: Handler | undefined) {
  const builtInHandler = builtInHandlerOf(operation);
  if (ownHandler === undefined && builtInHandler === undefined) return undefined;
  const errorResponses = createErrorResponses(contract, operation);
  const authenticate = createAuthentication(contract, operation, errorResponses);
  const success = operation.responses.find(({ status }) => status.startsWith("2"));

  async function runHandler(call: Call): Promise<PlainResponse> {
    const { store, effects, log } = call;
    try {
      const logged = <T>(work: () => T): T => store.changeLog.logTo(log.changes, work);
      const { response, value } = await logged(() => handle(call, logged));
      if (response !== undefined) return response;
      if (value === notModified) return empty(304);
      const status = statusOf(success?.status);
      if (value === undefined) return empty(status);
      const schema = success?.content[0]?.schema;
      const unknown = createUnknownValues(contract);
      // A handler returns the body of its operation, which is JSON.
      let body = value as Json;
      if (schema !== undefined && effects.next(["unknown_field"])) body = unknown.withUnknownField(schema, body);
      if (schema !== undefined && effects.next(["unknown_enum_value"]))
        body = unknown.withUnknownEnumValue(schema, body);
      return json(status, body, { ...jsonTypeOf(success), ...(!operation.secured && { "cache-control": "no-store" }) });
    } catch (thrown) {
      if (!(thrown instanceof ErrorResponse)) log.failure = thrown;
      const error =
        thrown instanceof ErrorResponse ? thrown : errorResponses.plain(500, "internal_server_error", INTERNAL_ERROR);
      return errorResponses.written(error, log.requestId);
    }
  }

  /** Adds the user of a request that does not run to the journal. */
  function noteCaller({ request, store, now, log }: Call): void {
    try {
      const caller = authenticate(request, store, now());
      if (caller !== undefined) log.userId = caller.id;
    } catch {
      // A fault comes before an invalid token.
    }
  }

  async function handle(call: Call, logged: OwnRequest["logged"]): Promise<HandlerResult> {
    const viewer = authenticate(call.request, call.store, call.now());
    const context = handlerContext(contract, operation, errorResponses, call, viewer);
    // The context is that of the operation.
    if (ownHandler === undefined) return { value: await builtInHandler?.(context as never) };
    const { url, bytes } = call.log;
    const { headers } = call.request;
    const own = { operation, context, url, headers, errorResponses, logged };
    if (context.body !== undefined || bytes.length === 0)
      return runOwnHandler(ownHandler, { ...own, body: context.body });
    // A body that is not JSON.
    const { body, errors } = await readOwnBody(contract, operation, headers, bytes);
    if (errors.length > 0) throw errorResponses.plain(400, badRequestCode(operation), "The body is not valid.", errors);
    return logged(() => runOwnHandler(ownHandler, { ...own, body }));
  }

  return async (call: Call): Promise<Delivery> => {
    const { effects, log } = call;
    const fault = effects.next(["status", "html", "reset"]);
    const runs = fault === undefined || (fault.kind === "reset" && fault.when !== "before");
    const response = runs ? await runHandler(call) : undefined;
    if (!runs) noteCaller(call);
    await effects.work();
    if (fault?.kind === "status")
      return { response: statusFaultResponse(fault, operation, errorResponses, log.requestId) };
    if (fault?.kind === "html") return { response: htmlPage(fault.status ?? 502) };
    if (response === undefined || fault?.when === "during") return { response: empty(200), faultEffect: "reset" };
    if (fault === undefined) return withBodyFault(response, effects);
    return response.body === null ? { response } : { response, faultEffect: "reset_after_head" };
  };
}

/** The built-in handler of an operation of the client's contract. Another document can use its name for something else. */
export function builtInHandlerOf({ id, method, path }: Operation): ((context: never) => unknown) | undefined {
  const known = loadContract().operations.find((one) => one.id === id);
  if (known?.method !== method || known.path !== path) return undefined;
  return (builtIn as Readonly<Record<string, (context: never) => unknown>>)[id];
}

function handlerContext(
  contract: Contract,
  operation: Operation,
  errorResponses: ErrorResponses,
  { request, store, now, effects, log }: Call,
  viewer: UserRecord | undefined,
): OwnRequest["context"] {
  if (viewer !== undefined) log.userId = viewer.id;
  const isTokenOperation = operation.server === "auth" && !operation.secured;
  const known = isTokenOperation ? withKnownParameters(contract, operation, request) : request;
  const { parameterErrors, bodyErrors, ...values } = readRequest(contract, operation, known);
  // D45: a file id that is not a number leads to 405. No method is allowed there, so Allow is empty (RFC 9110, section 10.2.1).
  if (operation.path.includes("{file_id}") && parameterErrors.some(({ name }) => name === "file_id")) {
    const method = operation.method.toUpperCase();
    throw errorResponses.plain(405, "method_not_allowed", `Method not allowed: ${method}.`).with({ allow: "" });
  }
  const badRequest = badRequestCode(operation);
  if (parameterErrors.length > 0)
    throw errorResponses.plain(400, badRequest, "The parameters are not valid.", parameterErrors);
  if (bodyErrors.length > 0) {
    const example = isJsonObject(values.body) ? invalidBodyExamples[operation.id]?.(values.body) : undefined;
    if (example !== undefined) throw errorResponses.named(example);
    throw errorResponses.plain(400, badRequest, "The body is not valid.", bodyErrors);
  }
  // The values match the contract, so they have the types that are generated from it. An operation without a token has no viewer.
  return {
    ...values,
    operationId: operation.id,
    store,
    viewer,
    effects,
    errorResponse: errorResponses.named,
    // A handler may wait, so the time is read when it is needed.
    get nowMs() {
      return now();
    },
  } as OwnRequest["context"];
}

/** The request without what a token server ignores: unknown parameters and those without a value (RFC 6749, section 3.2). */
function withKnownParameters(contract: Contract, operation: Operation, request: ReceivedRequest): ReceivedRequest {
  const media = operation.requestBody?.content[0];
  const isForm = media?.type === mediaTypeOf(request.headers);
  if (media?.schema === undefined || !isForm) return { ...request, query: [] };
  const known = Object.keys(objectAt(contract.schemaAt(media.schema), "properties"));
  const form = [...new URLSearchParams(request.body)].filter(([name, value]) => known.includes(name) && value !== "");
  return { ...request, query: [], body: new URLSearchParams(form).toString() };
}

/** An error names the header that the client has to send. */
function withBrandHeader(delivery: Delivery, brandHeader: string): Delivery {
  const { response } = delivery;
  if (response.status !== 400 || typeof response.body !== "string") return delivery;
  return { ...delivery, response: { ...response, body: response.body.replaceAll("ServiceApi", brandHeader) } };
}

/** The headers with the shared link under its name in the contract. */
function withContractHeader(headers: Headers, brandHeader: string): Headers {
  if (brandHeader.toLowerCase() === "serviceapi") return headers;
  const renamed = new Headers(headers);
  const value = renamed.get(brandHeader);
  renamed.delete("ServiceApi");
  if (value !== null) renamed.set("ServiceApi", value);
  return renamed;
}
