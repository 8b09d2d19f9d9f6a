import { callerOperation, type Exchange, type Operation } from "content-service-contract";
import type { NegativeCase } from "../../cases/broken-requests.js";
import type { CheckTarget, Session } from "../session/check.js";
import { isSuccess, textIn } from "../session/expectations.js";

export type RefreshCredentials = NonNullable<CheckTarget["refresh"]>;

export type TokenForm = Readonly<Record<"grant_type" | "client_id" | "client_secret" | "refresh_token", string>>;

export type Tokens = ReturnType<typeof createTokens>;

export function createTokens(
  operation: Operation,
  { clientId, clientSecret, refreshToken: first, onTokens }: RefreshCredentials,
) {
  let present = first;
  return {
    operation,
    form: (): TokenForm => ({
      grant_type: "refresh_token",
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: present,
    }),
    /** Skips the check if the service no longer accepts the refresh token of the target, perhaps after another run. */
    skipIfSpent(session: Session, exchange: Exchange): void {
      if (present !== first || exchange.response.status !== 400 || textIn(exchange, "error") !== "invalid_grant")
        return;
      session.skip(
        "The refresh token is spent, revoked or expired, perhaps after another run: give a new --refresh-token",
      );
    },
    take(exchange: Exchange): void {
      const [accessToken, refreshToken] = [textIn(exchange, "access_token"), textIn(exchange, "refresh_token")];
      if (!isSuccess(exchange.response.status) || accessToken === undefined || refreshToken === undefined) return;
      present = refreshToken;
      onTokens?.({ accessToken, refreshToken });
    },
    renewed(request: NegativeCase["request"]): NegativeCase["request"] {
      const form = new URLSearchParams(request.body);
      if (form.get("refresh_token") !== first || present === first) return request;
      form.set("refresh_token", present);
      return { ...request, body: form.toString() };
    },
  };
}

/** Calls the operation that shows the caller, with an access token of its own. Undefined where the contract has none. */
export async function callWith(session: Session, token: string): Promise<Exchange | undefined> {
  const operation = callerOperation(session.contract);
  if (operation === undefined) return undefined;
  const headers = { authorization: `Bearer ${token}` };
  // `session.call` sends the token of the target.
  return session.sendWrong(operation.id, { method: "GET", path: operation.path, headers });
}
