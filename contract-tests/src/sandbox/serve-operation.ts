import type { Contract } from "../contract.js";
import { isJsonObject, type Json } from "../json.js";
import type { Operation } from "../operation.js";
import type { RequestNotes } from "./app.js";
import { authenticate } from "./authenticate.js";
import { type Call, notModified, type SignedInCall } from "./call.js";
import { type Damage, half, type Reply } from "./faults/damage.js";
import type { Effects, FaultOf } from "./faults/faults.js";
import { withUnknownEnumValue, withUnknownField } from "./faults/strange-answer.js";
import { type RawRequest, readRequest } from "./read-request.js";
import { createRefusals, Refusal, type Refusals } from "./refusal.js";
import type { World } from "./world/world.js";

/** A handler whose types are those of its operation; the contract has checked what it is given. */
export type AnyHandler = (call: never) => unknown;

/** What one operation needs to be served. */
export interface Serving {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly handler: AnyHandler;
  /** Names the error example for a body that the contract refuses, where a special one fits better. */
  readonly screen: Screen | undefined;
}

/** Looks at a body that the contract refuses. */
export type Screen = (body: Json) => string | undefined;

/** What a request meets. */
export interface Circumstances {
  readonly world: World;
  readonly nowMs: number;
  readonly effects: Effects;
  readonly notes: RequestNotes;
}

/** Makes the function that answers one operation. */
export function serveOperation(serving: Serving) {
  const { contract, operation } = serving;
  const refusals = createRefusals(contract, operation);
  return async (raw: RawRequest, circumstances: Circumstances): Promise<Reply> => {
    const { effects, notes } = circumstances;
    const { requestId } = notes;
    const ending = effects.next(["status", "html", "reset"]);
    if (ending?.kind === "status") {
      return { response: statusAnswer(ending, refusals, requestId) };
    }
    if (ending?.kind === "html") return { response: htmlPage(ending.status ?? 502) };
    if (ending?.when === "before") return { response: new Response(null), damage: "reset" };
    const response = await answer(serving, refusals, raw, circumstances);
    await effects.work();
    if (ending !== undefined) return { response, damage: ending.when === "during" ? "reset" : "reset_after_head" };
    return damaged(response, effects);
  };
}

async function answer(
  serving: Serving,
  refusals: Refusals,
  raw: RawRequest,
  circumstances: Circumstances,
): Promise<Response> {
  const { contract, operation } = serving;
  const { effects, notes } = circumstances;
  try {
    const answered: unknown = await serving.handler(callOf(serving, refusals, raw, circumstances) as never);
    if (answered === notModified) return new Response(null, { status: 304 });
    const success = operation.responses.find(({ status }) => status.startsWith("2"));
    const status = Number(success?.status);
    if (answered === undefined) return new Response(null, { status });
    const schema = success?.content[0]?.schema;
    // A handler gives what its operation answers with, which is JSON.
    let body = answered as Json;
    if (effects.next(["unknown_field"])) body = withUnknownField(body);
    if (schema !== undefined && effects.next(["unknown_enum_value"]))
      body = withUnknownEnumValue(contract, schema, body);
    return json(status, body, operation.secured ? {} : { "cache-control": "no-store" });
  } catch (error) {
    if (!(error instanceof Refusal)) notes.failure = error;
    const refusal =
      error instanceof Refusal
        ? error
        : refusals.plain(500, "internal_server_error", "The sandbox failed. Its log says how.");
    return json(refusal.status, withId(refusal.body, notes.requestId), refusal.headers);
  }
}

function callOf(
  { contract, operation, screen }: Serving,
  refusals: Refusals,
  raw: RawRequest,
  { world, nowMs, effects, notes }: Circumstances,
): Call<unknown> {
  const viewer = operation.secured ? authenticate(world, nowMs, raw.headers, refusals) : undefined;
  if (viewer !== undefined) notes.userId = viewer.id;
  else if (raw.headers.has("authorization")) {
    throw refusals.plain(400, "invalid_request", "This operation takes no token in the header authorization.");
  }
  const { parameters, bodies, ...read } = readRequest(contract, operation, raw);
  const malformed = parameters.some(({ name }) => name === "file_id") && operation.path.includes("{file_id}");
  // D45: a path with a file id that is no number counts as a path that does not take the method.
  if (malformed)
    throw refusals
      .plain(405, "method_not_allowed", "This path takes no such method.")
      .with({ allow: operation.method.toUpperCase() });
  if (parameters.length > 0) throw refusals.plain(400, "bad_request", "The parameters are not valid.", parameters);
  const example = bodies.length > 0 && read.body !== undefined ? screen?.(read.body) : undefined;
  if (example !== undefined) throw refusals.named(example);
  if (bodies.length > 0) throw refusals.plain(400, codeOf(operation), "The body is not valid.", bodies);
  const call = { ...read, operationId: operation.id, world, nowMs, effects, refuse: refusals.named };
  // The contract has checked path, query, header and body, so they have the types that are made from it.
  return (viewer === undefined ? call : { ...call, viewer }) as SignedInCall<never>;
}

/** RFC 6749 has a code of its own for a form that is wrong. */
function codeOf({ secured }: Operation): string {
  return secured ? "bad_request" : "invalid_request";
}

async function damaged(response: Response, effects: Effects): Promise<Reply> {
  const fits = ({ only_status }: { only_status?: number }) =>
    only_status === undefined || only_status === response.status;
  const fault = response.body === null ? undefined : effects.next(["cut_body", "broken_body", "empty_body"], fits);
  if (fault === undefined) return { response };
  if (fault.kind === "cut_body") return { response, damage: "cut" satisfies Damage };
  const { status, headers } = response;
  const body = fault.kind === "empty_body" ? null : half(await response.text());
  return { response: new Response(body, { status, headers }) };
}

function statusAnswer(
  { status, body, retry_after }: FaultOf<"status">,
  refusals: Refusals,
  requestId: string,
): Response {
  const headers = statusHeaders(status, retry_after);
  if (body === null) return new Response(null, { status, headers });
  // The body came as JSON, or from code that the compiler has told so.
  return json(status, body === undefined ? withId(defaultBody(refusals, status), requestId) : body, headers);
}

function defaultBody(refusals: Refusals, status: number): Json {
  const codes: Readonly<Record<number, string>> = {
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    409: "conflict",
    412: "precondition_failed",
    429: "rate_limit_exceeded",
    500: "internal_server_error",
  };
  const code = codes[status] ?? (status < 500 ? "bad_request" : "unavailable");
  return refusals.plain(status, code, "A fault of the sandbox answers this call.").body;
}

function statusHeaders(status: number, retryAfter: number | string | undefined): Record<string, string> {
  if (status === 401) return { "www-authenticate": 'Bearer error="invalid_token"' };
  const seconds = retryAfter ?? (status === 429 ? 1 : undefined);
  return seconds === undefined ? {} : { "retry-after": String(seconds) };
}

function withId(body: Json, requestId: string): Json {
  // An error of a token request has no request id.
  return isJsonObject(body) && ("code" in body || "type" in body) ? { ...body, request_id: requestId } : body;
}

/** An answer in JSON. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
}

function htmlPage(status: number): Response {
  const body = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>\n`;
  return new Response(body, { status, headers: { "content-type": "text/html; charset=utf-8" } });
}
