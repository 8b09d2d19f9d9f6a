import type { Contract } from "content-service-contract";
import { type Defect, hasStatus, type PlainResponse, planted, withHeader } from "./defect.js";

const FAILURES = [500, 403, 503, 404];
const WAITS = [undefined, "soon", "-1", "1.5"];

/** Wrong statuses: undocumented successes, redirects, errors instead of successes, and 429 without a valid `Retry-After`. */
export function statusDefects({ operations }: Contract): Defect[] {
  return operations.flatMap(({ id, responses }, number) => {
    const isDocumented = (wanted: number) => responses.some(({ status }) => status === String(wanted));
    const success = [202, 201, 200, 206].filter((status) => !isDocumented(status))[number % 2] ?? 202;
    const wanted = FAILURES[number % FAILURES.length] ?? 500;
    const failure = wanted >= 500 || isDocumented(wanted) ? wanted : 500;
    const found = [`success-with-${success}`, "wrong status of a success", "status-documented"] as const;
    return [
      planted(id, [...found, `returns a success with status ${success}`], {
        response: (response) => ({ ...response, status: success, body: response.body ?? "{}" }),
      }),
      ...(number % 4 === 0
        ? [
            planted(id, ["redirect", "undocumented status", "status-documented", "redirects with 307"], {
              response: () => ({ status: 307, headers: { location: "http://127.0.0.1:9/" }, body: undefined }),
            }),
          ]
        : []),
      planted(
        id,
        [`fails-with-${failure}`, "error instead of success", "call-succeeds", `returns ${failure} for a valid call`],
        { response: () => errorOf(id, failure) },
      ),
      ...(number % 3 === 0 ? [limited(id, WAITS[(number / 3) % WAITS.length])] : []),
    ];
  });
}

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
function limited(id: string, wait: string | undefined): Defect {
  const [name, category, says] =
    wait === undefined
      ? ["429-without-retry-after", "header missing", "returns 429 with no Retry-After"]
      : [`429-retry-after-${wait}`, "header wrong", `returns 429 with Retry-After: ${wait}`];
  return planted(id, [name, category, "response-header", says], {
    response: () => withHeader(errorOf(id, 429), "retry-after", wait),
  });
}

/** Documented headers missing or, where the contract does not allow it, empty, except those of 429. */
export function headerDefects({ operations, isValid }: Contract): Defect[] {
  return operations.flatMap(({ id, responses }, number) => {
    const other = responses.filter(({ status }) => status !== "429");
    return other.flatMap(({ status, headers }) =>
      headers.map(({ name, schema }) => {
        const missing = number % 2 === 0 || isValid(schema, "");
        const [category, what] = missing ? ["header missing", "without"] : ["header wrong", "with an empty"];
        return planted(id, [`${status}-${name}`, category, "response-header", `returns ${status} ${what} ${name}`], {
          only: hasStatus(status),
          response: (response) => withHeader(response, name, missing ? undefined : ""),
        });
      }),
    );
  });
}
