import type { Contract } from "../contract.js";
import { isJsonObject, type Json } from "../json.js";
import type { Operation } from "../operation.js";
import type { RequestNotes } from "./app.js";
import { authenticate } from "./authenticate.js";
import { type Call, notModified, type SignedInCall } from "./call.js";
import { type Answer, half, type Reply } from "./faults/damage.js";
import type { Effects, FaultOf } from "./faults/faults.js";
import { createStrangeAnswers } from "./faults/strange-answer.js";
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
    const worked = ending === undefined || (ending.kind === "reset" && ending.when !== "before");
    const answer = worked ? await answerOf(serving, refusals, raw, circumstances) : undefined;
    await effects.work();
    if (ending?.kind === "status") return { answer: statusAnswer(ending, operation, refusals, requestId) };
    if (ending?.kind === "html") return { answer: htmlPage(ending.status ?? 502) };
    if (answer === undefined || ending?.when === "during") return { answer: empty(200), damage: "reset" };
    if (ending === undefined) return damaged(answer, effects);
    // Without a body, the status was all of it.
    return answer.body === null ? { answer } : { answer, damage: "reset_after_head" };
  };
}

async function answerOf(
  serving: Serving,
  refusals: Refusals,
  raw: RawRequest,
  circumstances: Circumstances,
): Promise<Answer> {
  const { contract, operation } = serving;
  const { effects, notes } = circumstances;
  try {
    const answered: unknown = await serving.handler(callOf(serving, refusals, raw, circumstances) as never);
    if (answered === notModified) return empty(304);
    const success = operation.responses.find(({ status }) => status.startsWith("2"));
    const status = Number(success?.status);
    if (answered === undefined) return empty(status);
    const schema = success?.content[0]?.schema;
    const strange = createStrangeAnswers(contract);
    // A handler gives what its operation answers with, which is JSON.
    let body = answered as Json;
    if (schema !== undefined && effects.next(["unknown_field"])) body = strange.withUnknownField(schema, body);
    if (schema !== undefined && effects.next(["unknown_enum_value"])) body = strange.withUnknownEnumValue(schema, body);
    return json(status, body, operation.secured ? {} : { "cache-control": "no-store" });
  } catch (error) {
    if (!(error instanceof Refusal)) notes.failure = error;
    const refusal = error instanceof Refusal ? error : refusals.plain(500, "internal_server_error", FAILED);
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
  if (parameters.length > 0) throw refusals.plain(400, codeOf(operation), "The parameters are not valid.", parameters);
  const example = bodies.length > 0 && read.body !== undefined ? screen?.(read.body) : undefined;
  if (example !== undefined) throw refusals.named(example);
  if (bodies.length > 0) throw refusals.plain(400, codeOf(operation), "The body is not valid.", bodies);
  const call = { ...read, operationId: operation.id, world, nowMs, effects, refuse: refusals.named };
  // The contract has checked path, query, header and body, so they have the types that are made from it.
  return (viewer === undefined ? call : { ...call, viewer }) as SignedInCall<never>;
}

/** What an answer says when the sandbox itself has a fault. */
export const FAILED = "The sandbox failed. Its log says how.";

/** RFC 6749 has a code of its own for a request that is wrong. */
function codeOf({ secured }: Operation): string {
  return secured ? "bad_request" : "invalid_request";
}

function damaged(answer: Answer, effects: Effects): Reply {
  const fits = ({ only_status }: { only_status?: number }) =>
    only_status === undefined || only_status === answer.status;
  const { body } = answer;
  const fault = body === null ? undefined : effects.next(["cut_body", "broken_body", "empty_body"], fits);
  if (body === null || fault === undefined) return { answer };
  if (fault.kind === "cut_body") return { answer, damage: "cut" };
  return { answer: { ...answer, body: fault.kind === "empty_body" ? null : half(body) } };
}

function statusAnswer(
  { status, body, retry_after }: FaultOf<"status">,
  operation: Operation,
  refusals: Refusals,
  requestId: string,
): Answer {
  const headers = statusHeaders(status, operation, retry_after);
  if (body === null) return { status, headers, body };
  // The body came as JSON, or from code that the compiler has told so.
  return json(status, body === undefined ? withId(defaultBody(operation, refusals, status), requestId) : body, headers);
}

function defaultBody(operation: Operation, refusals: Refusals, status: number): Json {
  const codes: Readonly<Record<number, string>> = {
    400: codeOf(operation),
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

function statusHeaders(
  status: number,
  { method }: Operation,
  retryAfter: number | string | undefined,
): Record<string, string> {
  const seconds = retryAfter ?? (status === 429 ? 1 : undefined);
  return {
    ...(status === 401 && { "www-authenticate": 'Bearer error="invalid_token"' }),
    ...(status === 405 && { allow: method.toUpperCase() }),
    ...(seconds !== undefined && { "retry-after": String(seconds) }),
  };
}

/** The body of an error with the id of its request, where its form has one. */
export function withId(body: Json, requestId: string): Json {
  // An error of a token request has no request id.
  return isJsonObject(body) && ("code" in body || "type" in body) ? { ...body, request_id: requestId } : body;
}

/** An answer in JSON. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** An answer without a body. */
export function empty(status: number): Answer {
  return { status, headers: {}, body: null };
}

function htmlPage(status: number): Answer {
  const body = `<!doctype html><html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>\n`;
  return { status, headers: { "content-type": "text/html; charset=utf-8" }, body };
}
