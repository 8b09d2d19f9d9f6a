import { type ApiError, isApiError } from "../core/errors.js";

/** An `ApiError` with the JSON body that a document describes for an operation, a member of the generated `operations`. */
export type ErrorOf<Operation> = Omit<ApiError, "body"> & { readonly body: ErrorBody<Operation> };

type ErrorBody<One> = One extends { responses: infer All } ? JsonOf<All[Exclude<keyof All, Success>]> : unknown;
type Success = 200 | 201 | 202 | 203 | 206 | "2XX";
type JsonOf<Response> = Response extends { content: infer Types } ? Types[keyof Types & `${string}json`] : never;

/**
 * Whether an error is an `ApiError` with a body. Nothing checks that the body matches its type.
 * @example
 * const isTaken = (error: unknown) => isErrorOf<operations["updateFile"]>(error) && error.body.code === "item_name_in_use";
 */
export function isErrorOf<Operation>(error: unknown): error is ErrorOf<Operation> {
  return isApiError(error) && error.body !== undefined;
}

/** The `readError` of any service: knows `title` and `detail` (RFC 9457), an object `error`, and codes that are numbers. */
export function anyError(body: unknown): object | undefined {
  if (body !== Object(body)) return undefined;
  const { error, ...outer } = Object(body) as Readonly<Record<string, unknown>>;
  const form: typeof outer = { ...outer, ...(typeof error === "object" ? error : { error }) };
  const { code, title, detail } = form;
  const described = [title, detail].filter((text) => typeof text === "string").join(": ");
  return { message: described, ...form, code: typeof code === "number" ? `${code}` : code };
}
