import type { Json } from "content-service-contract-tests/contract";
import type { operations } from "../../../generated/types.js";
import type { Effects } from "../faults/faults.js";
import type { ErrorDetail, ErrorResponse } from "../responses/error-response.js";
import type { View } from "../store/access.js";
import type { Store } from "../store/store.js";

/** The `operationId`s of the contract. */
export type OperationId = keyof operations;

/** What a handler gets: a request that the contract allows, and the world. */
export interface Context<Operation> {
  readonly path: PathOf<Operation>;
  readonly query: QueryOf<Operation>;
  readonly header: HeaderOf<Operation>;
  readonly body: BodyOf<Operation>;
  /** Named so that markers of one list are not taken by another. */
  readonly operationId: string;
  readonly store: Store;
  readonly nowMs: number;
  /** What faults do to this call. */
  readonly effects: Effects;
  /**
   * Makes the error that the contract shows under the name of an example of this operation. Throw it.
   *
   * Throws an `Error` when the operation has no such example.
   */
  errorResponse(example: string, detail?: ErrorDetail): ErrorResponse;
}

/** A call that was made with a token. */
export interface SignedInContext<Operation> extends Context<Operation>, View {}

/** Says that the item has not changed. Only `findSharedItem` responses so. */
export const notModified = Symbol("not modified");

/** Responses one operation: gives the body of the success that the contract documents, or throws a `ErrorResponse`. */
export type Handler<Id extends OperationId> = (
  context: Id extends "refreshAccessToken" ? Context<operations[Id]> : SignedInContext<operations[Id]>,
) => SuccessOf<operations[Id]> | Promise<SuccessOf<operations[Id]>>;

/** The handlers of some operations. */
export type Handlers<Id extends OperationId> = { readonly [Key in Id]: Handler<Key> };

type PlaceOf<Operation, Place extends string> = Operation extends {
  parameters: { [Key in Place]?: infer Values };
}
  ? Exclude<Values, undefined>
  : never;
type PathOf<Operation> = PlaceOf<Operation, "path">;
type QueryOf<Operation> = PlaceOf<Operation, "query">;
type HeaderOf<Operation> = PlaceOf<Operation, "header">;
type BodyOf<Operation> = Operation extends { requestBody: { content: infer Content } }
  ? Content[keyof Content]
  : Operation extends { requestBody?: { content: infer Content } }
    ? Content[keyof Content] | undefined
    : undefined;
/** The JSON body of a response, `undefined` where it has none. */
export type ContentOf<Response> = Response extends { content: { "application/json": infer Body } } ? Body : undefined;
/** The body of the documented success, `undefined` where it has none. */
type SuccessOf<Operation> = Operation extends { responses: infer Responses }
  ?
      | { [Status in keyof Responses & (200 | 201 | 204)]: ContentOf<Responses[Status]> }[keyof Responses &
          (200 | 201 | 204)]
      | (304 extends keyof Responses ? typeof notModified : never)
  : never;

/** A place in a request, and what is wrong there. */
export type Invalid = readonly [name: string, message: string];

/** Refuses a request with the general error of its operation for bad requests, naming the places. */
export function invalid(
  errorResponse: Context<unknown>["errorResponse"],
  example: string,
  ...wrong: readonly Invalid[]
): ErrorResponse {
  return errorResponse(example, {
    errors: wrong.map(([name, message]) => ({ reason: "invalid_parameter", name, message })),
  });
}

/** Returns the name of the error example for a body that does not match the contract, where a special one exists. */
export type InvalidBodyExample = (body: Json) => string | undefined;
