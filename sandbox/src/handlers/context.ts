import type { operations } from "../../../generated/types.js";
import { readTime } from "../clock/read-time.js";
import type { Effects } from "../faults/faults.js";
import type { ErrorDetail, ErrorResponse } from "../responses/error-response.js";
import type { Bytes } from "../responses/plain-response.js";
import { TOO_LONG_ADDRESS, type View } from "../store/access.js";
import type { Store } from "../store/store.js";

export type OperationId = keyof operations;

/** A validated request and the store. */
export interface Context<Operation> {
  readonly path: ParametersOf<Operation, "path">;
  readonly query: ParametersOf<Operation, "query">;
  readonly header: ParametersOf<Operation, "header">;
  readonly body: BodyOf<Operation>;
  /** Markers contain the id, so that another list rejects them. */
  readonly operationId: string;
  readonly store: Store;
  readonly nowMs: number;
  /** The faults of this request. */
  readonly effects: Effects;
  /** Creates the error of a named example of the operation. Throws an `Error` for an unknown example. */
  errorResponse(example: string, detail?: ErrorDetail): ErrorResponse;
}

/** The context of a request with a token. */
export interface SignedInContext<Operation> extends Context<Operation>, View {}

/** The result of `findSharedItem` for a 304. */
export const notModified = Symbol("not modified");

/** Handles an operation: returns the body of the documented success, or throws an `ErrorResponse`. */
export type Handler<Id extends OperationId> = (
  context: Id extends "refreshAccessToken" ? Context<operations[Id]> : SignedInContext<operations[Id]>,
) => SuccessOf<operations[Id]> | Promise<SuccessOf<operations[Id]>>;

export type Handlers<Id extends OperationId> = { readonly [Key in Id]: Handler<Key> };

export type ParametersOf<Operation, Place extends string> = Operation extends {
  parameters: { [Key in Place]?: infer Values };
}
  ? Exclude<Values, undefined>
  : never;
export type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? ContentBody<Content>
  : Operation extends { requestBody?: { content: infer Content } }
    ? ContentBody<Content> | undefined
    : undefined;
type ContentBody<Content> = {
  [Type in keyof Content]: Type extends `${string}json` | "application/x-www-form-urlencoded"
    ? Content[Type]
    : Type extends "multipart/form-data"
      ? FormData
      : Type extends `text/${string}`
        ? string
        : Bytes;
}[keyof Content];
type ContentOf<Response> = Response extends { content: infer Content }
  ? { [Type in keyof Content]: Type extends `${string}json` ? Content[Type] : string }[keyof Content]
  : undefined;
/** The body of the documented success: a value for JSON, text for other media types, `undefined` without a body. */
export type SuccessBodyOf<Responses> = {
  [Status in keyof Responses & (200 | 201 | 202 | 204)]: ContentOf<Responses[Status]>;
}[keyof Responses & (200 | 201 | 202 | 204)];
type SuccessOf<Operation> = Operation extends { responses: infer Responses }
  ? SuccessBodyOf<Responses> | (304 extends keyof Responses ? typeof notModified : never)
  : never;

export type Invalid = readonly [name: string, message: string];

/** Creates the error of a named example with the invalid parts of the request. */
export function invalid(
  errorResponse: Context<unknown>["errorResponse"],
  example: string,
  ...parts: readonly Invalid[]
): ErrorResponse {
  return errorResponse(example, {
    errors: parts.map(([name, message]) => ({ reason: "invalid_parameter", name, message })),
  });
}

/** Throws `bad_request` for a time that is not after `afterMs`, by default for one that a snapshot could not keep. */
export function checkTime(
  errorResponse: Context<unknown>["errorResponse"],
  name: string,
  time: string | null | undefined,
  afterMs = Number.NEGATIVE_INFINITY,
): void {
  const ms = readTime(time ?? "");
  if (time == null || ms > afterMs) return;
  const wanted = Number.isNaN(ms) ? "from the year 0 to 9999 in UTC" : "in the future";
  throw invalid(errorResponse, "bad_request", [name, `Expected a time ${wanted}; received ${time}.`]);
}

/** Throws `bad_request` for an email address that is too long, or has a part that is. */
export function checkAddress(errorResponse: Context<unknown>["errorResponse"], name: string, address = ""): void {
  if (!TOO_LONG_ADDRESS.test(address)) return;
  const limits = "at most 254 characters, 64 before the @ and 63 between dots after it";
  throw invalid(errorResponse, "bad_request", [name, `Expected an email address with ${limits}.`]);
}
