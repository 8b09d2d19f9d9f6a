import { isJsonObject, type Json, stringAt } from "./json.js";
import type { DocumentedResponse, MediaType, NamedExample, Operation } from "./operation.js";

/** A documented status of an operation, with one of its named examples. */
export interface ExampleResponse {
  /** The status code. For an example of `default`, the `status` in its body. */
  readonly status: number;
  /** The documented response of the example. */
  readonly response: DocumentedResponse;
  /** The media type of the body, or undefined for an empty body. */
  readonly media: MediaType | undefined;
  /** The named example that is the body, or undefined for an empty body. */
  readonly example: NamedExample | undefined;
}

/**
 * Lists the documented responses of an operation: each status with each of its named examples.
 *
 * A body without a named example is skipped, and so is an example of a range or of `default` without a `status`, or whose
 * status has a response of its own.
 */
export function exampleResponses(operation: Operation): ExampleResponse[] {
  const own = new Set(operation.responses.map(({ status }) => status));
  return operation.responses.flatMap((response): ExampleResponse[] => {
    const shown = (media?: MediaType, example?: NamedExample): ExampleResponse[] => {
      const status = statusOf(response, example);
      const isOther = response.status !== "default" || !own.has(String(status));
      return status === undefined || !isOther ? [] : [{ status, response, media, example }];
    };
    if (response.content.length === 0) return shown();
    return response.content.flatMap((media) => media.examples.flatMap((example) => shown(media, example)));
  });
}

function statusOf(response: DocumentedResponse, example: NamedExample | undefined): number | undefined {
  const inBody = isJsonObject(example?.value) ? example.value["status"] : undefined;
  const status = /^\d{3}$/.test(response.status) ? Number(response.status) : inBody;
  return typeof status === "number" ? status : undefined;
}

/**
 * The documented response for a status: the status itself, then its range, then `default` for 4xx and 5xx. `default` is the
 * success, too, of an operation that documents no other.
 */
export function documentedResponse({ responses }: Operation, status: number): DocumentedResponse | undefined {
  const isOther = status >= 400 || !responses.some((response) => /^[23]/.test(response.status));
  const names = [String(status), `${Math.floor(status / 100)}XX`, ...(isOther ? ["DEFAULT"] : [])];
  return names
    .map((name) => responses.find((response) => response.status.toUpperCase() === name))
    .find((response) => response !== undefined);
}

/** The documented success for another 2xx status with a body: the interface names no success statuses. */
export function documentedSuccess({ responses }: Operation, status: number): DocumentedResponse | undefined {
  if (status < 200 || status >= 300 || status === 204) return undefined;
  return responses.find((response) => /^2/.test(response.status));
}

/** The error code in the body of an error response: `code`, or `error` in a token response (RFC 6749). */
export function errorCodeOf(body: Json | undefined): string | undefined {
  return isJsonObject(body) ? (stringAt(body, "code") ?? stringAt(body, "error")) : undefined;
}
