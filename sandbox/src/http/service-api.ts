import type { Contract, Json, Operation } from "content-service-contract-tests/contract";
import { damaged, type Reply, statusAnswer } from "../faults/fault-effects.js";
import type { Effects } from "../faults/faults.js";
import { createStrangeAnswers } from "../faults/unknown-values.js";
import { type Call, notModified, type SignedInCall } from "../handlers/context.js";
import { badRequestCode, createRefusals, Refusal, type Refusals } from "../responses/error-response.js";
import { type Answer, empty, htmlPage, json, withId } from "../responses/plain-response.js";
import type { UserRecord } from "../store/records.js";
import type { World } from "../store/store.js";
import { type RawRequest, readRequest } from "./read-request.js";
import type { RequestNotes } from "./router.js";

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
  readonly now: () => number;
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
  { world, now, effects, notes }: Circumstances,
): Call<unknown> {
  const viewer = operation.secured ? authenticate(world, now(), raw.headers, refusals) : undefined;
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
  if (parameters.length > 0)
    throw refusals.plain(400, badRequestCode(operation), "The parameters are not valid.", parameters);
  const example = bodies.length > 0 && read.body !== undefined ? screen?.(read.body) : undefined;
  if (example !== undefined) throw refusals.named(example);
  if (bodies.length > 0) throw refusals.plain(400, badRequestCode(operation), "The body is not valid.", bodies);
  // The contract has checked path, query, header and body, so they have the types that are made from it.
  return {
    ...read,
    operationId: operation.id,
    world,
    viewer,
    effects,
    refuse: refusals.named,
    // The time goes on while a call is under way.
    get nowMs() {
      return now();
    },
  } as SignedInCall<never>;
}

/** What an answer says when the sandbox itself has a fault. */
export const FAILED = "The sandbox failed. Its log says how.";

/**
 * Finds out who makes a call: whose token it carries, and who `As-User` says that it acts for.
 *
 * Throws a `Refusal` for a token that is missing, unknown or expired, and for a user whom the caller may not act for.
 */
export function authenticate(world: World, nowMs: number, headers: Headers, refusals: Refusals): UserRecord {
  const caller = callerOf(world, nowMs, headers.get("authorization"));
  if (caller === undefined) throw unauthorized(refusals);
  const actsFor = headers.get("as-user");
  if (actsFor === null || actsFor === caller.id) return caller;
  const user = world.users.get(actsFor);
  if (caller.role === "member" || user?.enterprise_id !== caller.enterprise_id)
    throw refusals.named("as_user_forbidden");
  return user;
}

function callerOf(world: World, nowMs: number, authorization: string | null): UserRecord | undefined {
  const [, token = ""] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  const record = world.accessTokens.get(token);
  if (record === undefined || Date.parse(record.expires_at) <= nowMs) return undefined;
  return world.users.get(record.user_id);
}

function unauthorized(refusals: Refusals): Refusal {
  const refusal = refusals.named("unauthorized");
  return refusal.with({ "www-authenticate": 'Bearer error="invalid_token"' });
}
