import {
  type Contract,
  type Json,
  loadContract,
  type Operation,
  objectAt,
  type ReceivedRequest,
} from "content-service-contract";
import { BASE_PATH } from "../contract/documents.js";
import { type Delivery, statusFaultResponse, withBodyFault } from "../faults/fault-effects.js";
import type { Effects } from "../faults/faults.js";
import { createUnknownValues } from "../faults/unknown-values.js";
import { type Context, type InvalidBodyExample, notModified, type SignedInContext } from "../handlers/context.js";
import { handlers, invalidBodyExamples } from "../handlers/index.js";
import {
  badRequestCode,
  createErrorResponses,
  ErrorResponse,
  type ErrorResponses,
} from "../responses/error-response.js";
import { empty, htmlPage, json, type PlainResponse, withRequestId } from "../responses/plain-response.js";
import type { UserRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { readRequest } from "./read-request.js";
import { type Api, INTERNAL_ERROR, ORIGIN, type RequestContext } from "./router.js";

/** The sandbox, as the service uses it. */
interface ServiceOptions {
  readonly store: () => Store;
  readonly now: () => number;
  readonly effectsOn: (operation: string) => Effects;
  readonly brandHeader: string;
}

const MAX_BODY_BYTES = 1_048_576;

/** Creates the operations of the service. */
export function createServiceApi({ store, now, effectsOn, brandHeader }: ServiceOptions): Api {
  const contract = loadContract();
  const servers = serversOf(contract);
  return {
    contract,
    addresses: { baseUrl: ORIGIN + BASE_PATH, authUrl: ORIGIN },
    maxBodyBytes: MAX_BODY_BYTES,
    errorSchema: "Error",
    async serve({ id }, received, log) {
      const serve = servers.get(id);
      if (serve === undefined) throw new Error(`No handler for ${id}`);
      const request = { ...received, headers: withContractHeader(received.headers, brandHeader) };
      return withBrandHeader(await serve(request, { store: store(), now, effects: effectsOn(id), log }), brandHeader);
    },
  };
}

let created: ReadonlyMap<string, ReturnType<typeof createServer>> | undefined;

/** The servers of the operations. All sandboxes of a process share them. */
function serversOf(contract: Contract) {
  created ??= new Map(contract.operations.map((operation) => [operation.id, createServer(contract, operation)]));
  return created;
}

/** The types of a handler are checked where `handlers` is declared. */
type AnyHandler = (context: never) => unknown;

interface Served {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly handler: AnyHandler;
  readonly invalidBodyExample: InvalidBodyExample | undefined;
  readonly errorResponses: ErrorResponses;
}

interface ServeContext {
  readonly store: Store;
  readonly now: () => number;
  readonly effects: Effects;
  readonly log: RequestContext;
}

function createServer(contract: Contract, operation: Operation) {
  const handler = (handlers as Readonly<Record<string, AnyHandler>>)[operation.id];
  if (handler === undefined) throw new Error(`No handler for ${operation.id}: add it to sandbox/src/handlers/`);
  const errorResponses = createErrorResponses(contract, operation);
  const invalidBodyExample = (invalidBodyExamples as Readonly<Record<string, InvalidBodyExample>>)[operation.id];
  const served: Served = { contract, operation, handler, invalidBodyExample, errorResponses };

  return async (request: ReceivedRequest, context: ServeContext): Promise<Delivery> => {
    const { effects, log } = context;
    const fault = effects.next(["status", "html", "reset"]);
    const runs = fault === undefined || (fault.kind === "reset" && fault.when !== "before");
    const response = runs ? await runHandler(served, request, context) : undefined;
    await effects.work();
    if (fault?.kind === "status")
      return { response: statusFaultResponse(fault, operation, errorResponses, log.requestId) };
    if (fault?.kind === "html") return { response: htmlPage(fault.status ?? 502) };
    if (response === undefined || fault?.when === "during") return { response: empty(200), faultEffect: "reset" };
    if (fault === undefined) return withBodyFault(response, effects);
    return response.body === null ? { response } : { response, faultEffect: "reset_after_head" };
  };
}

async function runHandler(served: Served, request: ReceivedRequest, context: ServeContext): Promise<PlainResponse> {
  const { contract, operation, handler, errorResponses } = served;
  const { store, effects, log } = context;
  try {
    const result: unknown = await store.changeLog.logTo(log.changes, () =>
      handler(handlerContext(served, request, context) as never),
    );
    if (result === notModified) return empty(304);
    const success = operation.responses.find(({ status }) => status.startsWith("2"));
    const status = Number(success?.status);
    if (result === undefined) return empty(status);
    const schema = success?.content[0]?.schema;
    const unknown = createUnknownValues(contract);
    // A handler returns the body of its operation, which is JSON.
    let body = result as Json;
    if (schema !== undefined && effects.next(["unknown_field"])) body = unknown.withUnknownField(schema, body);
    if (schema !== undefined && effects.next(["unknown_enum_value"])) body = unknown.withUnknownEnumValue(schema, body);
    return json(status, body, operation.secured ? {} : { "cache-control": "no-store" });
  } catch (thrown) {
    if (!(thrown instanceof ErrorResponse)) log.failure = thrown;
    const error =
      thrown instanceof ErrorResponse ? thrown : errorResponses.plain(500, "internal_server_error", INTERNAL_ERROR);
    return json(error.status, withRequestId(error.body, log.requestId), error.headers);
  }
}

function handlerContext(
  { contract, operation, invalidBodyExample, errorResponses }: Served,
  request: ReceivedRequest,
  { store, now, effects, log }: ServeContext,
): Context<unknown> {
  const viewer = operation.secured ? authenticate(store, now(), request.headers, errorResponses) : undefined;
  if (viewer !== undefined) log.userId = viewer.id;
  const known = operation.server === "auth" ? withKnownParameters(contract, operation, request) : request;
  const { parameterErrors, bodyErrors, ...values } = readRequest(contract, operation, known);
  // D45: a file id that is not a number leads to 405.
  if (operation.path.includes("{file_id}") && parameterErrors.some(({ name }) => name === "file_id")) {
    const method = operation.method.toUpperCase();
    throw errorResponses.plain(405, "method_not_allowed", `Method not allowed: ${method}.`).with({ allow: method });
  }
  const badRequest = badRequestCode(operation);
  if (parameterErrors.length > 0)
    throw errorResponses.plain(400, badRequest, "The parameters are not valid.", parameterErrors);
  if (bodyErrors.length > 0) {
    const example = values.body === undefined ? undefined : invalidBodyExample?.(values.body);
    if (example !== undefined) throw errorResponses.named(example);
    throw errorResponses.plain(400, badRequest, "The body is not valid.", bodyErrors);
  }
  // The values match the contract, so they have the types that are generated from it.
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
  } as SignedInContext<never>;
}

/**
 * Finds the user of a request: the owner of the token, or the user of `As-User`.
 *
 * @throws {ErrorResponse} for a missing, unknown or expired token, and for a user that the owner may not act for.
 */
function authenticate(store: Store, nowMs: number, headers: Headers, errorResponses: ErrorResponses): UserRecord {
  const [, token = ""] = /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  const record = store.accessTokens.get(token);
  const isValid = record !== undefined && Date.parse(record.expires_at) > nowMs;
  const caller = isValid ? store.users.get(record.user_id) : undefined;
  if (caller === undefined)
    throw errorResponses.named("unauthorized").with({ "www-authenticate": 'Bearer error="invalid_token"' });
  const asUser = headers.get("as-user");
  if (asUser === null || asUser === caller.id) return caller;
  const user = store.users.get(asUser);
  if (caller.role === "member" || user?.enterprise_id !== caller.enterprise_id)
    throw errorResponses.named("as_user_forbidden");
  return user;
}

/** The request without what a token server ignores: unknown parameters and those without a value (RFC 6749, section 3.2). */
function withKnownParameters(contract: Contract, operation: Operation, request: ReceivedRequest): ReceivedRequest {
  const media = operation.requestBody?.content[0];
  const isForm = media?.type === request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (media?.schema === undefined || !isForm) return { ...request, query: [] };
  const known = Object.keys(objectAt(contract.schemaAt(media.schema), "properties") ?? {});
  const form = [...new URLSearchParams(request.body)].filter(([name, value]) => known.includes(name) && value !== "");
  return { ...request, query: [], body: new URLSearchParams(form).toString() };
}

/** An error names the header that the client has to send. */
function withBrandHeader(delivery: Delivery, brandHeader: string): Delivery {
  const { response } = delivery;
  if (response.status !== 400 || response.body === null) return delivery;
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
