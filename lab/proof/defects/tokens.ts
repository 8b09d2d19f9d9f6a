import { type Contract, isJsonObject, parseJson } from "content-service-contract";
import type { Seed } from "content-service-sandbox";
import type { Defect, FaultyService } from "./defect.js";
import { changing, dashed, hasStatus, isErrorResponse, isSuccess, planted, without } from "./defect.js";
import { TOKEN } from "./defect-server.js";
import { errorOf } from "./statuses.js";

type Accepted = readonly [category: string, says: string, matches: (authorization: string | undefined) => boolean];

const NO_TOKEN: Accepted = ["missing token accepted", "no token", (sent) => sent === undefined];
const BASIC: Accepted = ["another scheme accepted", "Basic", (sent) => sent?.startsWith("Basic") === true];
const UNKNOWN: Accepted = ["unknown token accepted", "any token", (sent) => sent?.startsWith("Bearer") === true];
/** Only a caller with an expired token can see this. */
const EXPIRED: Accepted = ["expired token accepted", "an expired token", (sent) => sent === "Bearer token-expired"];

/** Access tokens not checked, or checked in part. */
export function tokenDefects({ operations }: Contract): Defect[] {
  const secured = operations.filter((one) => one.secured).map(({ id }) => id);
  const every = (step: number, start: number) => secured.filter((_, number) => number % step === start);
  return [
    ...secured.map((id) => accepts(id, NO_TOKEN)),
    ...every(2, 0).map((id) => accepts(id, BASIC)),
    ...every(2, 1).map((id) => accepts(id, UNKNOWN)),
    accepts("getCurrentUser", EXPIRED),
    ...every(4, 0).map((id) => {
      const says = "returns 403 for a call without a token";
      return planted(id, ["403-without-token", "wrong error status", "token-required", says], {
        only: hasStatus(401),
        response: () => errorOf(id, 403),
      });
    }),
    // As if nobody had sent the header, also for a caller who may not send it.
    ...every(4, 1).map((id) =>
      planted(id, ["ignores-as-user", "As-User ignored", "caller-respected", "ignores As-User"], {
        request: ({ sent }) => ({ headers: without(sent.headers, "as-user") }),
      }),
    ),
  ];
}

/** What a caller may not do or see is done as by an admin. */
export function rightsDefects({ operations }: Contract): Defect[] {
  const asAdmin = (id: string, [category, says]: readonly [string, string], status: number) =>
    planted(id, [dashed(category), category, "caller-respected", says], {
      only: hasStatus(status),
      response: (response, { healthy, sent: { headers } }) =>
        headers["authorization"] === `Bearer ${TOKEN}` || headers["as-user"] !== undefined
          ? response
          : healthy({ headers: { ...headers, authorization: `Bearer ${TOKEN}` } }),
    });
  return [
    ...operations
      .filter(({ access }) => access.roles.length > 0)
      .map(({ id }) => asAdmin(id, ["role not checked", "lets members do what only admins may do"], 403)),
    ...operations
      .filter(({ access }) => access.records.length > 0)
      .map(({ id }) => asAdmin(id, ["record of others not hidden", "finds records that the caller may not see"], 404)),
  ];
}

function accepts(id: string, [category, says, matches]: Accepted): Defect {
  return planted(id, [dashed(category), category, "token-required", `accepts a call with ${says}`], {
    only: hasStatus(401),
    response: (response, { healthy, sent: { headers } }) =>
      matches(headers["authorization"])
        ? healthy({ headers: { ...headers, authorization: `Bearer ${TOKEN}` } })
        : response,
  });
}

const ID = "refreshAccessToken";
const REUSABLE = ["refresh token reusable", "refresh-token-single-use"] as const;
const RESPONSE = ["token response wrong", "token-response"] as const;
const NOT_KEPT = "state not kept";

export const refreshDefects: readonly Defect[] = [
  planted(ID, ["reusable", ...REUSABLE, "accepts a refresh token twice"], reusable),
  planted(ID, ["same-again", ...REUSABLE, "returns the same refresh token, which stays valid"], () => {
    const withReusable = reusable();
    return async (call) => {
      const response = await withReusable(call);
      const sent = new URLSearchParams(call.sent.body).get("refresh_token");
      const body = parseJson(response.body);
      if (call.operation?.id !== ID || !isSuccess(response) || !isJsonObject(body) || sent === null) return response;
      return { ...response, body: JSON.stringify({ ...body, refresh_token: sent }) };
    };
  }),
  planted(ID, ["any-secret", "credentials not checked", "wrong-request-rejected", "ignores the client secret"], {
    only: isErrorResponse,
    response(_, { healthy, sent }) {
      const form = new URLSearchParams(sent.body);
      form.set("client_secret", "sandbox-secret");
      return healthy({ body: form.toString() });
    },
  }),
  planted(ID, ["dead-token", NOT_KEPT, "state-kept", "returns an access token that does not work"], {
    members: (body) => ({ ...body, access_token: "unknown-access-token" }),
  }),
  planted(ID, ["milliseconds", ...RESPONSE, "returns the lifetime in milliseconds"], {
    members: (body) => ({ ...body, expires_in: 3_600_000 }),
  }),
  planted(ID, ["foreign-user", ...RESPONSE, "returns an access token of another user"], {
    members: (body) => ({ ...body, access_token: "token-reviewer" }),
  }),
  planted(ID, ["dead-refresh", NOT_KEPT, "call-succeeds", "returns a refresh token that does not work"], {
    members: (body) => ({ ...body, refresh_token: "unknown-refresh-token" }),
  }),
];

function reusable(): FaultyService {
  return changing(ID, {
    response(response, { sent, snapshot, restore }) {
      const token = new URLSearchParams(sent.body).get("refresh_token");
      // A snapshot of the sandbox is a seed.
      const seed = JSON.parse(snapshot()) as Seed;
      const tokens = (seed.refresh_tokens ?? []).map((one) =>
        one.token === token ? { ...one, state: "fresh" as const } : one,
      );
      restore(JSON.stringify({ ...seed, refresh_tokens: tokens }));
      return response;
    },
  });
}
