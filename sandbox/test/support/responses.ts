import { ApiError } from "content-service-client";
import type { Json } from "content-service-contract";
import { expect } from "vitest";
import type { TestSandbox } from "./start-sandbox.js";

/** Returns the `ApiError` that a call rejects with. Throws for any other outcome. */
export async function apiErrorOf(call: PromiseLike<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    () => new Error("Expected an ApiError; the call resolved"),
    (error: unknown) => error,
  );
  if (outcome instanceof ApiError) return outcome;
  throw outcome;
}

/** Expects a call to reject with an `ApiError` of this status and code, and returns the error. */
export async function expectApiError(call: PromiseLike<unknown>, status: number, code?: string): Promise<ApiError> {
  const error = await apiErrorOf(call);
  expect(error).toMatchObject(code === undefined ? { status } : { status, code });
  return error;
}

/** Expects calls that run at once to reject alike. */
export const expectApiErrors = (calls: readonly PromiseLike<unknown>[], status: number, code?: string) =>
  Promise.all(calls.map((call) => expectApiError(call, status, code)));

/** Expects 400 `bad_request` with errors of exactly these names. */
export async function expectBadRequest(call: PromiseLike<unknown>, ...names: readonly string[]): Promise<void> {
  expect(errorNames(await expectApiError(call, 400, "bad_request"))).toEqual(names.toSorted());
}

/** Expects 403 because the role of the caller allows too little. */
export const expectDenied = (call: PromiseLike<unknown>) =>
  expectApiError(call, 403, "access_denied_insufficient_permissions");

/** The sorted names of the errors in an error response. */
export function errorNames({ body }: ApiError): string[] {
  const context = body !== undefined && "context_info" in body ? body.context_info : undefined;
  return ((typeof context === "object" ? context?.errors : undefined) ?? []).map(({ name }) => name ?? "").sort();
}

/** The last response as it was received, without its date and its request id. */
export function lastResponse({ exchanges }: Pick<TestSandbox, "exchanges">) {
  const response = exchanges.at(-1)?.response ?? expect.fail("Expected a response; nothing was sent");
  const headers = new Headers(response.headers);
  headers.delete("date");
  headers.delete("x-request-id");
  const body = (response.body ?? "").replace(/"request_id":"[^"]*"/, '"request_id":""');
  return { status: response.status, headers: Object.fromEntries(headers), body };
}

/** Passes on what the client's types forbid, as JavaScript code could. */
export function unchecked<T>(value: unknown): T {
  // The value is wrong on purpose.
  return value as T;
}

/** Every value in a JSON value at any depth, with the name of its property. */
export function namedValues(value: Json, name = ""): { readonly name: string; readonly value: Json }[] {
  const members: [string, Json][] = Array.isArray(value)
    ? value.map((item) => [name, item])
    : Object.entries(typeof value === "object" && value !== null ? value : {});
  return [{ name, value }, ...members.flatMap(([key, member]) => namedValues(member, key))];
}
