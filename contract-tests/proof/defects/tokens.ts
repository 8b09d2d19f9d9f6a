import { without } from "../answers.js";
import type { Call, Defect } from "../defect.js";
import type { Contract, Operation } from "../kit.js";
import { TOKEN } from "../target.js";
import { errorOf } from "./statuses.js";

const accepts = (category: string, id: string, says: string, when: (authorization: string | undefined) => boolean) =>
  ({
    id: `${id}/${category.replaceAll(" ", "-")}`,
    operation: id,
    category,
    rule: "token-required",
    describe: `${id} takes a call with ${says}`,
    plant: () => async (call: Call) => {
      const answer = await call.healthy();
      const own = call.operation?.id === id && answer.status === 401 && when(call.sent.headers["authorization"]);
      return own ? call.healthy({ headers: { ...call.sent.headers, authorization: `Bearer ${TOKEN}` } }) : answer;
    },
  }) satisfies Defect;

/** Operations that look at no token, or not at the whole of it. */
export function tokenDefects({ operations }: Contract): Defect[] {
  const secured = operations.filter((one) => one.secured);
  const open = operations.filter((one) => !one.secured);
  return [
    ...secured.map(({ id }) => accepts("no token needed", id, "no token", (sent) => sent === undefined)),
    ...secured
      .filter((_, number) => number % 2 === 0)
      .map(({ id }) =>
        accepts(
          "another scheme accepted",
          id,
          "Basic in place of Bearer",
          (sent) => sent?.startsWith("Basic") === true,
        ),
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

/** Only who has a token that has ended can see it. */
function expired({ id }: Operation): Defect {
  return accepts("expired token accepted", id, "a token that has ended", (sent) => sent === "Bearer token-expired");
}

function forbidden({ id }: Operation): Defect {
  return {
    id: `${id}/403-without-token`,
    operation: id,
    category: "wrong status of a refusal",
    rule: "token-required",
    describe: `${id} answers a call without a token with 403`,
    plant: () => async (call) => {
      const answer = await call.healthy();
      return call.operation?.id === id && answer.status === 401 ? errorOf(id, 403) : answer;
    },
  };
}

function tokenTooMany(id: string): Defect {
  return {
    id: `${id}/takes-a-token`,
    operation: id,
    category: "wrong request accepted: security",
    rule: "wrong-request-refused",
    describe: `${id} takes an access token, which the contract does not let it have`,
    plant: () => async (call) => {
      const { authorization } = call.sent.headers;
      const answer = await call.healthy();
      if (call.operation?.id !== id || authorization === undefined) return answer;
      return call.healthy({ headers: without(call.sent.headers, "authorization") });
    },
  };
}
