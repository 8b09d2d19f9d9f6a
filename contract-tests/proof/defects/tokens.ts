import type { Seed } from "content-service-sandbox";
import { parseJson } from "../../src/contract.js";
import { type Contract, isJsonObject, type Operation } from "../../src/index.js";
import { type Call, changingJson, type Defect, type FaultyService, isSuccess, without } from "../defect.js";
import { TOKEN } from "../defect-server.js";
import { errorOf } from "./statuses.js";

const accepts = (category: string, id: string, says: string, when: (authorization: string | undefined) => boolean) =>
  ({
    id: `${id}/${category.replaceAll(" ", "-")}`,
    operation: id,
    category,
    rule: "token-required",
    describe: `${id} accepts a call with ${says}`,
    plant: () => async (call: Call) => {
      const response = await call.healthy();
      const own = call.operation?.id === id && response.status === 401 && when(call.sent.headers["authorization"]);
      return own ? call.healthy({ headers: { ...call.sent.headers, authorization: `Bearer ${TOKEN}` } }) : response;
    },
  }) satisfies Defect;

/** Access tokens not checked, or checked in part. */
export function tokenDefects({ operations }: Contract): Defect[] {
  const secured = operations.filter((one) => one.secured);
  const open = operations.filter((one) => !one.secured);
  return [
    ...secured.map(({ id }) => accepts("missing token accepted", id, "no token", (sent) => sent === undefined)),
    ...secured
      .filter((_, number) => number % 2 === 0)
      .map(({ id }) =>
        accepts("another scheme accepted", id, "Basic instead of Bearer", (sent) => sent?.startsWith("Basic") === true),
      ),
    ...secured
      .filter((_, number) => number % 2 === 1)
      .map(({ id }) =>
        accepts("unknown token accepted", id, "any token", (sent) => sent?.startsWith("Bearer") === true),
      ),
    ...secured.filter(({ id }) => id === "getCurrentUser").map(expired),
    ...secured.filter((_, number) => number % 4 === 0).map(forbidden),
    ...open.map(({ id }) => tokenTooMany(id)),
  ];
}

/** Only a caller with an expired token can see this. */
function expired({ id }: Operation): Defect {
  return accepts("expired token accepted", id, "an expired token", (sent) => sent === "Bearer token-expired");
}

function forbidden({ id }: Operation): Defect {
  return {
    id: `${id}/403-without-token`,
    operation: id,
    category: "wrong error status",
    rule: "token-required",
    describe: `${id} returns 403 for a call without a token`,
    plant: () => async (call) => {
      const response = await call.healthy();
      return call.operation?.id === id && response.status === 401 ? errorOf(id, 403) : response;
    },
  };
}

function tokenTooMany(id: string): Defect {
  return {
    id: `${id}/takes-a-token`,
    operation: id,
    category: "unexpected token accepted",
    rule: "wrong-request-rejected",
    describe: `${id} accepts an access token, although the contract lists no security`,
    plant: () => async (call) => {
      const { authorization } = call.sent.headers;
      const response = await call.healthy();
      if (call.operation?.id !== id || authorization === undefined) return response;
      return call.healthy({ headers: without(call.sent.headers, "authorization") });
    },
  };
}

const ID = "refreshAccessToken";

/** Defects of the token server. */
export const refreshDefects: readonly Defect[] = [
  defect("reusable", "refresh token reusable", "refresh-token-single-use", "accepts a refresh token twice", reusable),
  defect(
    "same-again",
    "refresh token reusable",
    "refresh-token-single-use",
    "returns the same refresh token, which stays valid",
    () => {
      const again = reusable();
      return async (call) => {
        const response = await again(call);
        const sent = new URLSearchParams(call.sent.body).get("refresh_token");
        const body = parseJson(response.body);
        if (call.operation?.id !== ID || !isSuccess(response) || !isJsonObject(body) || sent === null) return response;
        return { ...response, body: JSON.stringify({ ...body, refresh_token: sent }) };
      };
    },
  ),
  defect(
    "any-secret",
    "credentials not checked",
    "wrong-request-rejected",
    "ignores the client secret",
    () => async (call) => {
      const response = await call.healthy();
      if (call.operation?.id !== ID || isSuccess(response)) return response;
      const form = new URLSearchParams(call.sent.body);
      form.set("client_secret", "sandbox-secret");
      return call.healthy({ body: form.toString() });
    },
  ),
  defect("dead-token", "state not kept", "state-kept", "returns an access token that does not work", () =>
    changingJson(ID, (body) => (isJsonObject(body) ? { ...body, access_token: "unknown-access-token" } : body)),
  ),
  defect("dead-refresh", "state not kept", "state-kept", "returns a refresh token that does not work", () =>
    changingJson(ID, (body) => (isJsonObject(body) ? { ...body, refresh_token: "unknown-refresh-token" } : body)),
  ),
];

function defect(id: string, category: string, rule: Defect["rule"], says: string, plant: () => FaultyService): Defect {
  const describe = `${ID} ${says}`;
  return { id: `${ID}/${id}`, operation: ID, category, rule, describe, plant };
}

function reusable(): FaultyService {
  return async (call: Call) => {
    const response = await call.healthy();
    const token = new URLSearchParams(call.sent.body).get("refresh_token");
    if (call.operation?.id !== ID || !isSuccess(response)) return response;
    // A snapshot of the sandbox is a seed.
    const seed = JSON.parse(call.snapshot()) as Seed;
    const tokens = (seed.refresh_tokens ?? []).map((one) =>
      one.token === token ? { ...one, state: "fresh" as const } : one,
    );
    call.restore(JSON.stringify({ ...seed, refresh_tokens: tokens }));
    return response;
  };
}
