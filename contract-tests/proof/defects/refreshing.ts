import type { Seed } from "content-service-sandbox";
import { changingJson, isSuccess, jsonIn } from "../answers.js";
import type { Call, Defect, Misbehave } from "../defect.js";
import { isJsonObject } from "../kit.js";

const ID = "refreshAccessToken";

/** What a token server can get wrong. */
export const refreshDefects: readonly Defect[] = [
  defect("reusable", "refresh token reusable", "refresh-token-single-use", "takes a refresh token twice", reusable),
  defect(
    "same-again",
    "refresh token reusable",
    "refresh-token-single-use",
    "gives the same refresh token again, which goes on working",
    () => {
      const again = reusable();
      return async (call) => {
        const answer = await again(call);
        const sent = new URLSearchParams(call.sent.body).get("refresh_token");
        const body = jsonIn(answer.body);
        if (call.operation?.id !== ID || !isSuccess(answer) || !isJsonObject(body) || sent === null) return answer;
        return { ...answer, body: JSON.stringify({ ...body, refresh_token: sent }) };
      };
    },
  ),
  defect(
    "any-secret",
    "credentials not checked",
    "wrong-request-refused",
    "does not look at the client secret",
    () => async (call) => {
      const answer = await call.healthy();
      if (call.operation?.id !== ID || isSuccess(answer)) return answer;
      const form = new URLSearchParams(call.sent.body);
      form.set("client_secret", "sandbox-secret");
      return call.healthy({ body: form.toString() });
    },
  ),
  defect("dead-token", "state not kept", "state-kept", "gives an access token that does not work", () =>
    changingJson(ID, (body) => (isJsonObject(body) ? { ...body, access_token: "nobody-knows-this-token" } : body)),
  ),
  defect("dead-refresh", "state not kept", "state-kept", "gives a refresh token that does not work", () =>
    changingJson(ID, (body) => (isJsonObject(body) ? { ...body, refresh_token: "nobody-knows-this-one" } : body)),
  ),
];

function defect(id: string, category: string, rule: Defect["rule"], says: string, plant: () => Misbehave): Defect {
  const describe = `${ID} ${says}`;
  return { id: `${ID}/${id}`, operation: ID, category, rule, describe, plant };
}

function reusable(): Misbehave {
  return async (call: Call) => {
    const answer = await call.healthy();
    const token = new URLSearchParams(call.sent.body).get("refresh_token");
    if (call.operation?.id !== ID || !isSuccess(answer)) return answer;
    // What a sandbox gave as its world is a seed.
    const world = JSON.parse(call.remember()) as Seed;
    const tokens = (world.refresh_tokens ?? []).map((one) =>
      one.token === token ? { ...one, state: "fresh" as const } : one,
    );
    call.restore(JSON.stringify({ ...world, refresh_tokens: tokens }));
    return answer;
  };
}
