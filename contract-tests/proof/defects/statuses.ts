import type { Contract, Operation } from "../../src/index.js";
import { changingResponses, type Defect, isSuccess, type PlainResponse, without } from "../defect.js";

/** Wrong statuses: undocumented successes, redirects, errors instead of successes, and 429 without a valid `Retry-After`. */
export function statusDefects({ operations }: Contract): Defect[] {
  return operations.flatMap((operation, number) => [
    otherSuccess(operation, number),
    ...(number % 4 === 0 ? [redirect(operation)] : []),
    failure(operation, FAILURES[number % FAILURES.length] ?? 500),
    ...(number % 3 === 0 ? [limited(operation, number / 3)] : []),
  ]);
}

const FAILURES = [500, 403, 503, 404];

/** An undocumented 2xx status. */
function otherSuccess({ id, responses }: Operation, number: number): Defect {
  const documented = new Set(responses.map(({ status }) => status));
  const able = [202, 201, 200, 206].filter((status) => !documented.has(String(status)));
  const status = able[number % 2] ?? 202;
  return {
    id: `${id}/success-with-${status}`,
    operation: id,
    category: "wrong status of a success",
    rule: "status-documented",
    describe: `${id} returns a success with status ${status}`,
    plant: () => changingResponses(id, isSuccess, (response) => ({ ...response, status, body: response.body ?? "{}" })),
  };
}

function redirect({ id }: Operation): Defect {
  return {
    id: `${id}/redirect`,
    operation: id,
    category: "undocumented status",
    rule: "status-documented",
    describe: `${id} redirects with 307`,
    plant: () =>
      changingResponses(id, isSuccess, (response) => ({
        ...response,
        status: 307,
        headers: { location: "http://127.0.0.1:9/" },
        body: undefined,
      })),
  };
}

/** A well-formed error in response to a valid request. */
function failure({ id, responses }: Operation, wanted: number): Defect {
  const documented = responses.some(({ status }) => status === String(wanted));
  const status = wanted >= 500 || documented ? wanted : 500;
  return {
    id: `${id}/fails-with-${status}`,
    operation: id,
    category: "error instead of success",
    rule: "call-succeeds",
    describe: `${id} returns ${status} for a valid call`,
    plant: () => changingResponses(id, isSuccess, () => errorOf(id, status)),
  };
}

/** An error response in the contract's format. */
export function errorOf(operation: string, status: number): PlainResponse {
  const body = OWN_FORMATS[operation]?.(status) ?? {
    type: "error",
    status,
    code: status === 429 ? "rate_limit_exceeded" : "not_found",
    message: "The request failed.",
    context_info: null,
    help_url: "https://developer.content.example/errors/any",
    request_id: "r0000000",
  };
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** The token server has an error format of its own. */
const OWN_FORMATS: Readonly<Record<string, (status: number) => object>> = {
  refreshAccessToken: (status) =>
    status >= 429
      ? {
          type: "error",
          status,
          code: "internal_server_error",
          message: "The request failed.",
          context_info: null,
          help_url: "https://developer.content.example/errors/any",
          request_id: "r0000000",
        }
      : { error: "invalid_grant", error_description: "The request failed." },
};

const WAITS: readonly (string | undefined)[] = [undefined, "soon", "-1", "1.5"];

/** A 429 with a missing or malformed `Retry-After`. */
function limited({ id }: Operation, number: number): Defect {
  const wait = WAITS[number % WAITS.length];
  return {
    id: `${id}/429-${wait === undefined ? "without-retry-after" : `retry-after-${wait}`}`,
    operation: id,
    category: wait === undefined ? "header missing" : "header wrong",
    rule: "response-header",
    describe: `${id} returns 429 with ${wait === undefined ? "no Retry-After" : `Retry-After: ${wait}`}`,
    plant: () =>
      changingResponses(id, isSuccess, () => {
        const { headers, ...response } = errorOf(id, 429);
        return { ...response, headers: wait === undefined ? headers : { ...headers, "retry-after": wait } };
      }),
  };
}

/** Documented headers missing or empty, except those of 429. */
export function headerDefects({ operations }: Contract): Defect[] {
  return operations.flatMap(({ id, responses }, number) =>
    responses
      .filter(({ status }) => status !== "429")
      .flatMap(({ status, headers }) =>
        headers.map(({ name }): Defect => {
          const missing = number % 2 === 0;
          return {
            id: `${id}/${status}-${name}`,
            operation: id,
            category: missing ? "header missing" : "header wrong",
            rule: "response-header",
            describe: `${id} returns ${status} ${missing ? "without" : "with an empty"} ${name}`,
            plant: () => {
              const spoil = (headers: Readonly<Record<string, string>>) =>
                missing ? without(headers, name) : { ...headers, [name]: "" };
              return changingResponses(
                id,
                (response) => response.status === Number(status),
                (response) => ({ ...response, headers: spoil(response.headers) }),
              );
            },
          };
        }),
      ),
  );
}
