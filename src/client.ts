import { type Operations, operationTable } from "../generated/operations.js";
import { checkHeaders, checkRecord, invalid } from "./checks.js";
import { type ClientOptions, type DerivedOptions, derived, type Settings, toSettings } from "./core/options.js";
import type { DefinedMethods, OperationDefinition, OperationDefinitions } from "./operations/define-operation.js";
import type { OperationInfo } from "./operations/operation.js";
import { type Core, createCore, createHttp, createMethod, type HttpClient } from "./request/operation-call.js";

interface ClientMembers<Self> {
  /** Plain openapi-fetch with the same contract, tokens and retries: `{ data, error, response }`, never throws for a status. */
  readonly http: HttpClient;
  /**
   * Returns a client that acts for another user (`As-User`). Calls fail with 403 if the token may not.
   * @throws TypeError when the id is empty.
   */
  asUser(userId: string): Self;
  /**
   * Returns a client with some settings of its own. It shares the connections, the middleware of `http`, the retry budget
   * and the numbers of the calls, and costs little: a server can make one for each request.
   * @throws TypeError when an option is unknown or invalid.
   * @example
   * const forRequest = client.with({ headers: { "X-Trace": crypto.randomUUID() }, deadline: Date.now() + 5000 });
   * const me = await forRequest.getCurrentUser();
   */
  with(options: DerivedOptions): Self;
}

/** A client: every operation of the contract as a method, and the lower-level `http`. */
export interface Client extends Operations, ClientMembers<Client> {}

type None = Record<never, never>;

/** A client of the selected operations, and of `Extra` operations by `defineOperation`. */
export type PartialClient<Names extends keyof Operations, Extra = None> = DefinedMethods<Extra> &
  Pick<Operations, Exclude<Names, keyof Extra>> &
  ClientMembers<PartialClient<Names, Extra>>;

/** Rows of the contract by their names, and definitions by other names. */
type PartialTable<Table> = {
  readonly [Name in keyof Table]: Name extends keyof Operations ? OperationInfo : OperationDefinition<unknown>;
} & { readonly [Name in "http" | "asUser" | "with"]?: never };

type Definitions<Table> = Pick<Table, Extract<keyof Table, keyof DefinedMethods<Table>>>;

/** A client with operations of its own. One with the name of an operation of the contract replaces that operation. */
export type ExtendedClient<Extra> = None extends Extra ? Client : PartialClient<keyof Operations, Extra>;

/**
 * Creates a client of the service. Its methods return the body of a success and reject with `ApiError`, `AuthError`,
 * `NetworkError` or `TimeoutError`; with the reason of an abort; or with a `TypeError` for invalid input.
 * @throws TypeError when an option is missing, unknown or invalid.
 * @example
 * const client = createClient({ baseUrl: "https://api.content.example/2.0", auth: process.env["ACCESS_TOKEN"] ?? "" });
 * const me = await client.getCurrentUser({ query: { fields: ["login"] } });
 * console.log(me.login);
 */
export function createClient<Extra extends OperationDefinitions = None>(
  options: ClientOptions & {
    /**
     * Operations that the contract does not have, by `defineOperation` or from `content-service-codegen`. One with the name,
     * method and path of an operation of the contract replaces it, so that its types can differ.
     */
    operations?: Extra | undefined;
  },
): ExtendedClient<Extra> {
  // JavaScript callers can forget the options.
  const { operations = {}, ...own } = Object(options) as typeof options;
  checkRecord("operations", operations);
  for (const [name, definition] of Object.entries<OperationInfo | undefined>(operations)) {
    if (!definition?.path) invalid(`operations.${name}`, "be made by defineOperation");
    if (RESERVED_NAMES.includes(name) || !/^[a-z_$][\w$]*$/i.test(name))
      invalid(`operations.${name}`, "be an identifier that a client does not have");
    const described = `${definition.method} ${definition.path}`;
    for (const [id, { method, path }] of Object.entries<OperationInfo>(operationTable))
      if ((id === name) !== (`${method} ${path}` === described))
        throw new TypeError(`operations.${name} (${described}) collides with ${id} (${method} ${path})`);
  }
  // Without operations of its own, it is a `Client`.
  return createPartialClient({ ...operationTable, ...operations }, own) as ExtendedClient<Extra>;
}

/** Names that a client, a promise or an object has. */
const RESERVED_NAMES = ["http", "asUser", "with", "then", "constructor", "__proto__"];

/**
 * Creates a client of some operations, so that a bundle contains no others. The operations come from
 * `content-service-client/operations`.
 * @throws TypeError when an option is missing, unknown or invalid.
 * @example
 * const client = createPartialClient({ getCurrentUser }, { baseUrl: "https://api.content.example/2.0", auth: token });
 * const me = await client.getCurrentUser();
 */
export function createPartialClient<Table extends PartialTable<Table>>(
  operations: Table,
  options: ClientOptions,
): PartialClient<Extract<keyof Table, keyof Operations>, Definitions<Table>> {
  const settings = toSettings(options);
  // Types and rows are generated from the same contract, or belong to the same definition.
  return clientOf(createCore(operations, settings), settings) as ReturnType<typeof createPartialClient<Table>>;
}

function clientOf(core: Core, settings: Settings): PartialClient<never> {
  let http: HttpClient | undefined;
  const methods = Object.entries(core.operations).map(([name, info]) => [
    name,
    createMethod(core, settings, name, info),
  ]);
  return {
    ...Object.fromEntries(methods),
    get http() {
      http ??= createHttp(core, settings);
      return http;
    },
    asUser(userId: string) {
      const header = checkHeaders({ "As-User": userId ?? "" });
      return clientOf(core, { ...settings, headers: { ...settings.headers, ...header } });
    },
    with: (options: DerivedOptions) => clientOf(core, derived(settings, options)),
  };
}
