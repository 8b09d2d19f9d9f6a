import { type Operations, operationTable } from "../generated/operations.js";
import { operationMethod } from "./operations/operation-method.js";
import { type ClientOptions, checkedOptions, type Settings } from "./options.js";
import { attempt } from "./request/attempt.js";
import { withAuth } from "./request/auth.js";
import type { OperationInfo } from "./request/call.js";
import { createHttp, type HttpClient } from "./request/http.js";
import { checkHeaders } from "./request/request-checks.js";
import { withRetry } from "./request/retry.js";

/** A client: every operation of the contract as a method, and the level below. */
export interface Client extends Operations {
  /** Plain openapi-fetch on the same contract, tokens and retries: `{ data, error, response }`, no throw for a status. */
  readonly http: HttpClient;
  /**
   * A client that acts for another user by the `As-User` header. It shares this one's tokens, options and connections.
   * The service refuses it with 403 to whoever may not act for others.
   *
   * @throws TypeError when the id is empty.
   */
  asUser(userId: string): Client;
}

/** A client of the operations that were picked. */
export type PartialClient<Names extends keyof Operations> = Pick<Operations, Names> & {
  readonly http: HttpClient;
  asUser(userId: string): PartialClient<Names>;
};

/**
 * Makes a client of the service. Its methods return the body of a success and reject with `ApiError`, `AuthError`,
 * `NetworkError` or `TimeoutError`; with the reason of an abort; or with a `TypeError` for input that cannot be sent.
 *
 * @throws TypeError when an option is missing or cannot work.
 * @example
 * const client = createClient({ baseUrl: "https://api.content.example/2.0", auth: process.env["ACCESS_TOKEN"] ?? "" });
 * const me = await client.getCurrentUser({ query: { fields: ["login"] } });
 * console.log(me.login);
 */
export function createClient(options: ClientOptions): Client {
  return clientFor(operationTable, checkedOptions(options));
}

/**
 * Makes a client of some operations, for a bundle that holds no others. The rows come from
 * `content-service-client/operations`.
 *
 * @throws TypeError when an option is missing or cannot work.
 * @example
 * const client = createPartialClient({ getCurrentUser }, { baseUrl: "https://api.content.example/2.0", auth: token });
 * const me = await client.getCurrentUser();
 */
export function createPartialClient<Names extends keyof Operations>(
  operations: Readonly<Record<Names, OperationInfo>>,
  options: ClientOptions,
): PartialClient<Names> {
  return clientFor(operations, checkedOptions(options));
}

function clientFor<Names extends keyof Operations>(
  table: Readonly<Record<Names, OperationInfo>>,
  settings: Settings,
  headers?: Record<string, string>,
): PartialClient<Names> {
  const http = createHttp(table, settings, withRetry(withAuth(attempt)), headers);
  const methods: Record<string, unknown> = {};
  for (const [id, info] of Object.entries<OperationInfo>(table)) methods[id] = operationMethod(id, info, http);
  return {
    // For each of the names a method whose type is made from the same contract.
    ...(methods as Pick<Operations, Names>),
    http,
    asUser(userId) {
      const asOther = { "As-User": userId ?? "" };
      checkHeaders(asOther);
      return clientFor(table, settings, asOther);
    },
  };
}
