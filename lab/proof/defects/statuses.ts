import type { Contract, Operation } from "content-service-contract";
import {
  changingResponses,
  type Defect,
  hasStatus,
  isSuccess,
  type PlainResponse,
  planted,
  without,
} from "./defect.js";

/** Wrong statuses: undocumented successes, redirects, errors instead of successes, and 429 without a valid `Retry-After`. */
export function statusDefects({ operations }: Contract): Defect[] {
  return operations.flatMap((operation, number) => [
    otherSuccess(operation, number),
    ...(number % 4 === 0 ? [redirect(operation)] : []),
    failure(operation, FAILURES[number % FAILURES.length] ?? 500),
    ...(number % 3 === 0 ? [limited(operation, WAITS[(number / 3) % WAITS.length])] : []),
  ]);
}

const FAILURES = [500, 403, 503, 404];
const WAITS = [undefined, "soon", "-1", "1.5"];

/** An undocumented 2xx status. */
function otherSuccess({ id, responses }: Operation, number: number): Defect {
  const documented = new Set(responses.map(({ status }) => status));
  const able = [202, 201, 200, 206].filter((status) => !documented.has(String(status)));
  const status = able[number % 2] ?? 202;
  const says = `returns a success with status ${status}`;
  return planted(id, [`success-with-${status}`, "wrong status of a success", "status-documented", says], () =>
    changingResponses(id, isSuccess, (response) => ({ ...response, status, body: response.body ?? "{}" })),
  );
}

function redirect({ id }: Operation): Defect {
  return planted(id, ["redirect", "undocumented status", "status-documented", "redirects with 307"], () =>
    changingResponses(id, isSuccess, () => {
      return { status: 307, headers: { location: "http://127.0.0.1:9/" }, body: undefined };
    }),
  );
}

/** A well-formed error in response to a valid request. */
function failure({ id, responses }: Operation, wanted: number): Defect {
  const documented = responses.some(({ status }) => status === String(wanted));
  const status = wanted >= 500 || documented ? wanted : 500;
  const says = `returns ${status} for a valid call`;
  return planted(id, [`fails-with-${status}`, "error instead of success", "call-succeeds", says], () =>
    changingResponses(id, isSuccess, () => errorOf(id, status)),
  );
}

/** An error response in the contract's format. */
export function errorOf(operation: string, status: number): PlainResponse {
  const ofTokenServer = operation === "refreshAccessToken";
  const code = ofTokenServer ? "internal_server_error" : status === 429 ? "rate_limit_exceeded" : "not_found";
  // The token server has an error format of its own, except for 429 and 5xx.
  const body =
    ofTokenServer && status < 429
      ? { error: "invalid_grant", error_description: "The request failed." }
      : {
          ...{ type: "error", status, code, message: "The request failed.", context_info: null },
          ...{ help_url: "https://developer.content.example/errors/any", request_id: "r0000000" },
        };
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** A 429 with a missing or malformed `Retry-After`. */
function limited({ id }: Operation, wait: string | undefined): Defect {
  const [name, category, says] =
    wait === undefined
      ? ["429-without-retry-after", "header missing", "returns 429 with no Retry-After"]
      : [`429-retry-after-${wait}`, "header wrong", `returns 429 with Retry-After: ${wait}`];
  return planted(id, [name, category, "response-header", says], () =>
    changingResponses(id, isSuccess, () => {
      const { headers, ...response } = errorOf(id, 429);
      return { ...response, headers: wait === undefined ? headers : { ...headers, "retry-after": wait } };
    }),
  );
}

/** Documented headers missing or empty, except those of 429. */
export function headerDefects({ operations }: Contract): Defect[] {
  return operations.flatMap(({ id, responses }, number) => {
    const missing = number % 2 === 0;
    const [category, what] = missing ? ["header missing", "without"] : ["header wrong", "with an empty"];
    const other = responses.filter(({ status }) => status !== "429");
    return other.flatMap(({ status, headers }) =>
      headers.map(({ name }) =>
        planted(id, [`${status}-${name}`, category, "response-header", `returns ${status} ${what} ${name}`], () =>
          changingResponses(id, hasStatus(Number(status)), (response) => {
            const others = without(response.headers, name);
            return { ...response, headers: missing ? others : { ...response.headers, [name]: "" } };
          }),
        ),
      ),
    );
  });
}
