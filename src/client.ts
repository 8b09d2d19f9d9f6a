import { type Operations, operationTable } from "../generated/operations.js";
import { type ClientOptions, toSettings } from "./core/options.js";
import type { OperationInfo } from "./operations/operation.js";
import { attempt } from "./request/attempt.js";
import { withAuth } from "./request/auth.js";
import { createHttp, type HttpClient } from "./request/http.js";
import { operationMethod } from "./request/operation-method.js";
import { withRetry } from "./request/retry.js";
import { checkHeaders } from "./request/serialize.js";

/** A client: every operation of the contract as a method, and the lower-level `http`. */
export interface Client extends Operations {
  /** Plain openapi-fetch with the same contract, tokens and retries: `{ data, error, response }`, never throws for a status. */
  readonly http: HttpClient;
  /**
   * Returns a client that acts for another user by the `As-User` header, with the same tokens, options and connections.
   * The service responds with 403 if the token may not act for others.
   *
   * @throws TypeError when the id is empty.
   */
  asUser(userId: string): Client;
}

/** A client of the selected operations. */
export type PartialClient<Names extends keyof Operations> = Pick<Operations, Names> & {
  readonly http: HttpClient;
  asUser(userId: string): PartialClient<Names>;
};

/**
 * Creates a client of the service. Its methods return the body of a success and reject with `ApiError`, `AuthError`,
 * `NetworkError` or `TimeoutError`; with the reason of an abort; or with a `TypeError` for invalid input.
 *
 * @throws TypeError when an option is missing or invalid.
 * @example
 * const client = createClient({ baseUrl: "https://api.content.example/2.0", auth: process.env["ACCESS_TOKEN"] ?? "" });
 * const me = await client.getCurrentUser({ query: { fields: ["login"] } });
 * console.log(me.login);
 */
export function createClient(options: ClientOptions): Client {
  return createPartialClient(operationTable, options);
}

/**
 * Creates a client of some operations, so that a bundle contains no others. The operations come from
 * `content-service-client/operations`.
 *
 * @throws TypeError when an option is missing or invalid.
 * @example
 * const client = createPartialClient({ getCurrentUser }, { baseUrl: "https://api.content.example/2.0", auth: token });
 * const me = await client.getCurrentUser();
 */
export function createPartialClient<Names extends keyof Operations>(
  operations: Readonly<Record<Names, OperationInfo>>,
  options: ClientOptions,
): PartialClient<Names> {
  const settings = toSettings(options);
  const counters = { calls: 0, retries: settings.budget };
  const send = withRetry(withAuth(attempt), counters);
  const clientWith = (headers?: Record<string, string>): PartialClient<Names> => {
    const http = createHttp(operations, settings, counters, send, headers);
    const methods: Record<string, unknown> = {};
    for (const [id, info] of Object.entries<OperationInfo>(operations)) methods[id] = operationMethod(id, info, http);
    return {
      // Types and rows are generated from the same contract.
      ...(methods as Pick<Operations, Names>),
      http,
      asUser(userId) {
        return clientWith(checkHeaders({ "As-User": userId ?? "" }));
      },
    };
  };
  return clientWith();
}
