import { type ApiError, isApiError } from "../core/errors.js";

/** An `ApiError` with the JSON body that a document describes for an operation, a member of the generated `operations`. */
export type ErrorOf<Operation> = Omit<ApiError, "body"> & { readonly body: ErrorBody<Operation> };

type ErrorBody<Operation> = Operation extends { responses: infer All }
  ? { [Status in keyof All]: Status extends Success ? never : JsonOf<All[Status]> }[keyof All]
  : unknown;
type Success = 200 | 201 | 202 | 203 | 206 | "2XX";
type JsonOf<Response> = Response extends { content: infer Types } ? Types[keyof Types & `${string}json`] : never;

/**
 * Whether an error is an `ApiError` with a body, which has the type of the document then. Nothing checks that.
 * @example
 * import type { operations } from "./generated/types.js";
 * if (isErrorOf<operations["getPet"]>(error) && error.body.code === "sold") console.log(error.status);
 */
export function isErrorOf<Operation>(error: unknown): error is ErrorOf<Operation> {
  return isApiError(error) && error.body !== undefined;
}

/**
 * Reads an error body of any service: the `readError` of an operation. Knows `title` and `detail` (RFC 9457), the members of
 * an `error`, and codes that are numbers.
 */
export function anyError(body: object): object {
  const { error, ...outer } = Object(body) as Readonly<Record<string, unknown>>;
  const form: typeof outer = { ...outer, ...(typeof error === "object" ? error : { error }) };
  const { code, title, detail } = form;
  const described = [title, detail].filter((text) => typeof text === "string").join(": ");
  return { message: described, ...form, code: typeof code === "number" ? `${code}` : code };
}
