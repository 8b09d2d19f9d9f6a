import { type Contract, type Operation, tokenOperation } from "content-service-contract";
import { faultText, type NegativeCase } from "../../cases/broken-requests.js";
import { expectRejection, rejectionCheck } from "../reads/wrong-requests.js";
import { type Check, type CheckTarget, checkOf, type Session } from "../session/check.js";
import { expectStatus, expectSuccess, isSuccess, textIn } from "../session/expectations.js";
import { fittedWrongRequests } from "../writes/wrong-writes.js";
import { tokenResponseChecks } from "./token-response.js";
import { callWith, createTokens, type TokenForm, type Tokens } from "./tokens.js";
import { codesFor, expectTokenError, wrongRefreshChecks } from "./wrong-refreshes.js";

/**
 * The checks of the token server. They spend the refresh token of the target, so they run only when it has one. Their
 * level is `none`: giving a refresh token is permission enough.
 *
 * The last check sends a spent refresh token. A service may then revoke all tokens of the family (RFC 9700, section
 * 4.14.2), including the last pair that `onTokens` received.
 */
export function refreshTokenChecks(contract: Contract, target: CheckTarget, operations: readonly Operation[]): Check[] {
  const operation = tokenOperation(contract);
  if (operation === undefined || !operations.includes(operation)) return [];
  const credentials = target.refresh;
  const missing = "Missing refresh token: give --client-id, --client-secret and --refresh-token";
  if (credentials === undefined) return [worksOnce(operation, async (session) => session.skip(missing))];
  const tokens = createTokens(operation, credentials);
  const form = Object.entries(tokens.form()).map(([name, value]) => [`${operation.id}.${name}`, value]);
  const own = { ...target, parameters: Object.fromEntries(form) };
  return [
    // First, so that a later rejection of the present token is not due to another run.
    ...tokenResponseChecks(tokens),
    // The credentials are valid, so that each form has one fault only.
    ...fittedWrongRequests(contract, operation, own, "").map((negative) => wrongFormCheck(negative, tokens)),
    ...wrongRefreshChecks(credentials, tokens),
    worksOnce(operation, (session) => expectSingleUse(session, tokens)),
  ];
}

function worksOnce(operation: Operation, run: Check["run"]): Check {
  return checkOf(operation, ["works-once", "accepts a refresh token once", "none"], run);
}

function wrongFormCheck(negative: NegativeCase, tokens: Tokens): Check {
  return {
    ...rejectionCheck(negative),
    async run(session) {
      const exchange = await session.sendWrong(negative.operation.id, tokens.renewed(negative.request));
      tokens.take(exchange);
      expectRejection(session, negative, exchange);
      const { status } = exchange.response;
      const codes = codesFor(negative);
      if (status === 400 && codes !== undefined) expectTokenError(session, exchange, faultText(negative), codes);
    },
  };
}

async function expectSingleUse(session: Session, tokens: Tokens): Promise<void> {
  const spent = tokens.form();
  const exchange = await refresh(session, tokens);
  tokens.skipIfSpent(session, exchange);
  tokens.take(exchange);
  if (!expectSuccess(session, exchange)) return;
  const called = await callWith(session, textIn(exchange, "access_token") ?? "");
  if (called !== undefined)
    expectStatus(session, called, "2xx", "the new access token", { operation: tokens.operation.id });
  if (textIn(exchange, "refresh_token") === undefined) session.skip("The response has no new refresh token");
  const next = await refresh(session, tokens);
  tokens.take(next);
  if (!expectStatus(session, next, "2xx", "the new refresh token")) return;
  await refreshAtOnce(session, tokens);
  const again = await refresh(session, tokens, spent);
  tokens.take(again);
  expectTokenError(session, again, "a spent refresh token", ["invalid_grant"], "refresh-token-single-use");
}

const refresh = (session: Session, tokens: Tokens, form: TokenForm = tokens.form()) =>
  session.call(tokens.operation.id, { body: { ...form } });

/** Of two processes that refresh at once, one receives tokens. The service may revoke them because of the other. */
async function refreshAtOnce(session: Session, tokens: Tokens): Promise<void> {
  const both = await Promise.all([refresh(session, tokens), refresh(session, tokens)]);
  const [first, second] = both.filter(({ response }) => isSuccess(response.status));
  if (first !== undefined) tokens.take(first);
  if (first === undefined || second === undefined) return;
  const message = "Expected one of two refreshes at once to succeed; received two pairs of tokens";
  session.find({ rule: "refresh-token-single-use", message, exchange: second });
}
