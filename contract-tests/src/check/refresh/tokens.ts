import type { Exchange, Operation } from "content-service-contract";
import type { NegativeCase } from "../../cases/broken-requests.js";
import type { CheckTarget, Session } from "../session/check.js";
import { isSuccess, textIn } from "../session/expectations.js";

/** The credentials of the refresh checks. */
export type RefreshCredentials = NonNullable<CheckTarget["refresh"]>;

/** The parameters of a token request. */
export interface TokenForm {
  readonly grant_type: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly refresh_token: string;
}

/** Keeps the current refresh token. */
export interface Tokens {
  readonly operation: Operation;
  /** The form of a token request. */
  form(): TokenForm;
  /** Skips the check if the service no longer accepts the refresh token of the target, perhaps after another run. */
  skipIfSpent(session: Session, exchange: Exchange): void;
  /** Stores the tokens of a response, if it has any. */
  take(exchange: Exchange): void;
  /** A request with the first refresh token replaced by the current one. */
  renewed(request: NegativeCase["request"]): NegativeCase["request"];
}

/** Starts with the refresh token of the target. */
export function createTokens(
  operation: Operation,
  { clientId, clientSecret, refreshToken: first, onTokens }: RefreshCredentials,
): Tokens {
  let present = first;
  return {
    operation,
    form: () => ({
      grant_type: "refresh_token",
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: present,
    }),
    skipIfSpent(session, exchange) {
      if (present !== first || exchange.response.status !== 400 || textIn(exchange, "error") !== "invalid_grant")
        return;
      session.skip(
        "The refresh token is spent, revoked or expired, perhaps after another run: give a new --refresh-token",
      );
    },
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
