import { type Exchange, isJsonObject } from "content-service-contract";
import type { NegativeCase } from "../../cases/broken-requests.js";
import { wrongSpellings } from "../identity/wrong-spellings.js";
import { type Check, type CheckTarget, checkOf, jsonOf, type Session } from "../session/check.js";
import { expectStatus, textIn } from "../session/expectations.js";
import type { PathRequest } from "../session/send.js";
import type { RefreshCredentials, TokenForm, Tokens } from "./tokens.js";

/** A token request that must fail. Without codes, the contract leaves the reason open. */
type WrongRefresh = readonly [id: string, what: string, send: Values<Sent>, codes?: readonly string[]];
/** Undefined where the target lacks a value. */
type Values<Made> = (form: TokenForm, given: RefreshCredentials, target: CheckTarget) => Made | undefined;
/** As a form, where it has no other headers. */
type Sent = Pick<PathRequest, "body" | "headers"> & { readonly query?: string };

/** The options that give a check what it lacks. */
const OPTIONS: Readonly<Record<string, string>> = {
  "an-expired-token": "--expired-refresh-token",
  "a-foreign-token": "--other-client-id and --other-client-secret",
};

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const CLIENT = ["invalid_client"];
const GRANT = ["invalid_grant"];
const KINDS = wrongSpellings("A-secret-of-both-cases").map(({ kind }) => kind);

const wrongRefreshes: readonly WrongRefresh[] = [
  changing("an-unknown-client", "an unknown client id", CLIENT, (form) => ({ client_id: `${form.client_id}-not` })),
  changing("an-unknown-token", "an unknown refresh token", GRANT, () => ({ refresh_token: "unknown-refresh-token" })),
  ...(["client_secret", "refresh_token"] as const).flatMap((name) =>
    KINDS.map((kind) => {
      const what = `a ${name.replace("_", " ")} ${kind}`;
      const id = what.replaceAll(" ", "-");
      return changing(id, what, name === "client_secret" ? CLIENT : GRANT, ({ [name]: secret }) => {
        // A short secret has no part to leave out, and the letter case can have no meaning.
        const wrong = wrongSpellings(secret).find((one) => one.kind === kind) ?? { value: `${secret} ` };
        return { [name]: wrong.value };
      });
    }),
  ),
  changing("an-access-token", "an access token in place of the refresh token", GRANT, (_, __, { token }) => ({
    refresh_token: token,
  })),
  changing("an-expired-token", "an expired refresh token", GRANT, (_, { expiredToken }) =>
    expiredToken === undefined ? undefined : { refresh_token: expiredToken },
  ),
  changing("a-foreign-token", "the refresh token of another client", GRANT, (_, { otherClient }) =>
    otherClient === undefined
      ? undefined
      : { client_id: otherClient.clientId, client_secret: otherClient.clientSecret },
  ),
  [
    "a-json-body",
    "a JSON body",
    (form) => ({ headers: { "content-type": "application/json" }, body: JSON.stringify(form) }),
  ],
  ["parameters-in-the-query", "parameters in the query", (form) => ({ query: formText(form) })],
  [
    "a-secret-in-the-query",
    "a client secret in the query",
    ({ client_secret, ...others }) => ({ query: formText({ client_secret }), body: formText(others) }),
  ],
  [
    "a-repeated-parameter",
    "two refresh tokens",
    (form) => ({ body: `${formText(form)}&refresh_token=unknown-refresh-token` }),
  ],
];

function changing(id: string, what: string, codes: string[], change: Values<Partial<TokenForm>>): WrongRefresh {
  const send: Values<Sent> = (form, given, target) => {
    const changed = change(form, given, target);
    return changed && { body: formText({ ...form, ...changed }) };
  };
  return [id, what, send, codes];
}

function formText(form: Partial<TokenForm>): string {
  return new URLSearchParams(Object.entries(form)).toString();
}

export function wrongRefreshChecks(credentials: RefreshCredentials, tokens: Tokens): Check[] {
  const { id: operation, path } = tokens.operation;
  return wrongRefreshes.map(([id, what, send, codes]) =>
    checkOf(tokens.operation, [`rejects-${id}`, `rejects ${what}`, "none"], async (session) => {
      const wrong = send(tokens.form(), credentials, session.target);
      if (wrong === undefined) return session.skip(`Missing ${what}: give ${OPTIONS[id]}`);
      const { query, headers = FORM, body } = wrong;
      const sent = { method: "POST", path: query === undefined ? path : `${path}?${query}`, headers, body };
      const exchange = await session.sendWrong(operation, sent);
      tokens.take(exchange);
      expectTokenError(session, exchange, what, codes);
    }),
  );
}

/** Expects a 400 response with one of the codes; without codes, any 4xx response. */
export function expectTokenError(
  session: Session,
  exchange: Exchange,
  what: string,
  codes: readonly string[] | undefined,
  rule: "wrong-request-rejected" | "refresh-token-single-use" = "wrong-request-rejected",
): void {
  const { pointer } = session.contract.operation(session.operationOf(exchange));
  const place = { rule, contract: `${pointer}/responses/400` };
  if (!expectStatus(session, exchange, codes === undefined ? "4xx" : 400, what, place)) return;
  const error = textIn(exchange, "error");
  if (codes === undefined || !isJsonObject(jsonOf(exchange)) || (error !== undefined && codes.includes(error))) return;
  const message = `Expected the error ${codes.join(" or ")} for ${what}; received ${error ?? "none"}`;
  session.find({ ...place, message, at: "/response/body/error", exchange });
}

/** The error codes of RFC 6749, section 5.2, for an invalid form. Undefined where it leaves the code open. */
export function codesFor({ at, kind }: Pick<NegativeCase, "at" | "kind">): readonly string[] | undefined {
  const name = /^\/request\/body\/(\w+)$/.exec(at)?.[1] ?? "";
  if (kind === "not in the enum" && name === "grant_type") return ["unsupported_grant_type"];
  if (kind !== "missing") return undefined;
  if (name === "refresh_token") return ["invalid_request"];
  if (name === "grant_type") return ["invalid_request", "unsupported_grant_type"];
  // No client authentication is `invalid_client` there.
  return name.startsWith("client_") ? ["invalid_request", "invalid_client"] : undefined;
}
