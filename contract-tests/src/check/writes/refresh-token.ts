import type { NegativeCase } from "../../cases/broken-requests.js";
import type { Contract } from "../../contract/contract.js";
import type { Exchange } from "../../exchange/exchange.js";
import type { ConductRule } from "../../report/report.js";
import { expectRejection, rejectionCheck } from "../reads/wrong-requests.js";
import type { Check, CheckTarget, Session } from "../session/check.js";
import { expectStatus, expectSuccess, expectValues, isSuccess, textIn } from "../session/expectations.js";
import { fittedWrongRequests } from "./fitted-wrong-requests.js";

type RefreshCredentials = NonNullable<CheckTarget["refresh"]>;

/**
 * The checks of the token server. They spend the refresh token of the target, so they run only when it has one.
 *
 * The last check sends a spent refresh token. A service may then revoke all tokens of the family (RFC 9700, section
 * 4.14.2), including the last pair that `onTokens` received.
 */
export function refreshTokenChecks(contract: Contract, target: CheckTarget): Check[] {
  const credentials = target.refresh;
  if (credentials === undefined) return [notGiven];
  const tokens = createTokens(credentials);
  return [
    // The credentials are valid, so that each form has one fault only.
    ...fittedWrongRequests(contract, [contract.operation(OPERATION)], target, "").map((negative) =>
      wrongFormCheck(negative, tokens),
    ),
    wrongSecretCheck(tokens),
    singleUseCheck(tokens),
  ];
}

const OPERATION = "refreshAccessToken";
const common = { operation: OPERATION, effects: "none" } as const;

const worksOnce = {
  ...common,
  id: "refreshAccessToken/works-once",
  title: "refreshAccessToken accepts a refresh token once",
} as const;

const notGiven: Check = { ...worksOnce, run: async (session) => session.skip("Missing refresh token") };

/** Keeps the current refresh token. */
interface Tokens {
  /** The form of a token request. */
  form(): Record<string, string>;
  /** Stores the tokens of a response, if it has any. */
  take(exchange: Exchange): void;
  /** A request with the first refresh token replaced by the current one. */
  renewed(request: NegativeCase["request"]): NegativeCase["request"];
}

function createTokens({ clientId, clientSecret, refreshToken: first, onTokens }: RefreshCredentials): Tokens {
  let present = first;
  return {
    form: () => ({
      grant_type: "refresh_token",
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: present,
    }),
    take(exchange) {
      const [accessToken, refreshToken] = [textIn(exchange, "access_token"), textIn(exchange, "refresh_token")];
      if (!isSuccess(exchange.response.status) || accessToken === undefined || refreshToken === undefined) return;
      present = refreshToken;
      onTokens?.({ accessToken, refreshToken });
    },
    renewed(request) {
      const form = new URLSearchParams(request.body);
      if (form.get("refresh_token") !== first || present === first) return request;
      form.set("refresh_token", present);
      return { ...request, body: form.toString() };
    },
  };
}

function wrongFormCheck(negative: NegativeCase, tokens: Tokens): Check {
  return {
    ...rejectionCheck(negative),
    ...common,
    async run(session) {
      const exchange = await session.sendWrong(OPERATION, tokens.renewed(negative.request));
      tokens.take(exchange);
      expectRejection(session, negative, exchange);
    },
  };
}

function wrongSecretCheck(tokens: Tokens): Check {
  return {
    ...common,
    id: "refreshAccessToken/rejects-a-wrong-secret",
    title: "refreshAccessToken rejects a wrong client secret",
    async run(session) {
      const form = tokens.form();
      const body = { ...form, client_secret: `${form["client_secret"]}-not` };
      const exchange = await session.call(OPERATION, { body });
      tokens.take(exchange);
      expectError(session, exchange, "invalid_client", "a wrong client secret", "wrong-request-rejected");
    },
  };
}

function singleUseCheck(tokens: Tokens): Check {
  return {
    ...worksOnce,
    async run(session) {
      const spent = tokens.form();
      const exchange = await session.call(OPERATION, { body: spent });
      tokens.take(exchange);
      if (!expectSuccess(session, exchange)) return;
      await expectTokenWorks(session, textIn(exchange, "access_token") ?? "");
      if (textIn(exchange, "refresh_token") === undefined) session.skip("The response has no new refresh token");
      const next = await session.call(OPERATION, { body: tokens.form() });
      tokens.take(next);
      if (!expectStatus(session, next, "2xx", "the new refresh token")) return;
      const again = await session.call(OPERATION, { body: spent });
      tokens.take(again);
      expectError(session, again, "invalid_grant", "a spent refresh token", "refresh-token-single-use");
    },
  };
}

async function expectTokenWorks(session: Session, token: string): Promise<void> {
  const operation = session.contract.operation("getCurrentUser");
  const headers = { authorization: `Bearer ${token}` };
  // `session.call` sends the token of the target.
  const exchange = await session.sendWrong(operation.id, { method: "GET", path: operation.path, headers });
  expectStatus(session, exchange, "2xx", "the new access token", { operation: OPERATION });
}

function expectError(session: Session, exchange: Exchange, error: string, what: string, rule: ConductRule): void {
  if (!expectStatus(session, exchange, 400, what, { rule })) return;
  expectValues(session, exchange, { error }, `a 400 response for ${what} as ${error}`, rule);
}
