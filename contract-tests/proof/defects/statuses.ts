import { changing, isSuccess } from "../answers.js";
import type { Answer, Defect } from "../defect.js";
import type { Contract, Operation } from "../kit.js";

/** Successes with another status, and failures where there should be a success. */
export function statusDefects({ operations }: Contract): Defect[] {
  return operations.flatMap((operation, number) => [
    otherSuccess(operation, number),
    ...(number % 4 === 0 ? [redirect(operation)] : []),
    failure(operation, FAILURES[number % FAILURES.length] ?? 500),
    ...(number % 3 === 0 ? [limited(operation, number / 3)] : []),
  ]);
}

const FAILURES = [500, 403, 503, 404];

/** A status of 2xx that the contract does not have for the operation. */
function otherSuccess({ id, responses }: Operation, number: number): Defect {
  const documented = new Set(responses.map(({ status }) => status));
  const able = [202, 201, 200, 206].filter((status) => !documented.has(String(status)));
  const status = able[number % 2] ?? 202;
  return {
    id: `${id}/success-with-${status}`,
    operation: id,
    category: "wrong status of a success",
    rule: "status-documented",
    describe: `${id} answers a success with ${status}`,
    plant: () => changing(id, isSuccess, (answer) => ({ ...answer, status, body: answer.body ?? "{}" })),
  };
}

function redirect({ id }: Operation): Defect {
  return {
    id: `${id}/redirect`,
    operation: id,
    category: "status that the contract does not have",
    rule: "status-documented",
    describe: `${id} leads elsewhere, with 307`,
    plant: () =>
      changing(id, isSuccess, (answer) => ({
        ...answer,
        status: 307,
        headers: { location: "http://127.0.0.1:9/" },
        body: undefined,
      })),
  };
}

/** An error in the right form, where nothing was wrong. */
function failure({ id, responses }: Operation, wanted: number): Defect {
  const documented = responses.some(({ status }) => status === String(wanted));
  const status = wanted >= 500 || documented ? wanted : 500;
  return {
    id: `${id}/fails-with-${status}`,
    operation: id,
    category: "error where a success should be",
    rule: "call-succeeds",
    describe: `${id} answers a right call with ${status}`,
    plant: () => changing(id, isSuccess, () => errorOf(id, status)),
  };
}

/** An answer of the contract's own form for an error. */
export function errorOf(operation: string, status: number): Answer {
  const body = OWN_FORMS[operation]?.(status) ?? {
    type: "error",
    status,
    code: status === 429 ? "rate_limit_exceeded" : "not_found",
    message: "It did not work.",
    context_info: null,
    help_url: "https://developer.content.example/errors/any",
    request_id: "r0000000",
  };
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** The short form of the metadata instances has this too, so one body serves for all but the tokens. */
const OWN_FORMS: Readonly<Record<string, (status: number) => object>> = {
  refreshAccessToken: (status) =>
    status >= 429
      ? {
          type: "error",
          status,
          code: "internal_server_error",
          message: "It did not work.",
          context_info: null,
          help_url: "https://developer.content.example/errors/any",
          request_id: "r0000000",
        }
      : { error: "invalid_grant", error_description: "It did not work." },
};

const WAITS: readonly (string | undefined)[] = [undefined, "soon", "-1", "1.5"];

/** A limit on requests that does not say how long to wait, or says it in a form that the contract does not have. */
function limited({ id }: Operation, number: number): Defect {
  const wait = WAITS[number % WAITS.length];
  return {
    id: `${id}/429-${wait === undefined ? "without-retry-after" : `retry-after-${wait}`}`,
    operation: id,
    category: wait === undefined ? "header missing" : "header wrong",
    rule: "response-header",
    describe: `${id} limits requests, and Retry-After is ${wait ?? "missing"}`,
    plant: () =>
      changing(id, isSuccess, () => {
        const { headers, ...answer } = errorOf(id, 429);
        return { ...answer, headers: wait === undefined ? headers : { ...headers, "retry-after": wait } };
      }),
  };
}
