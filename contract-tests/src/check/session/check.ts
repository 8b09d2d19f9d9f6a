import {
  type CallInput,
  type Contract,
  type Exchange,
  type ExchangeRequest,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
  parseJson,
  remembered,
} from "content-service-contract";
import type { UsedExamples } from "../../coverage/coverage.js";
import type { Effects, Finding, ResourceReport } from "../../report/report.js";

/** The service, and what is known about it. */
export interface CheckTarget {
  /** The service's base address, with its version segment. */
  readonly baseUrl: string;
  /** The token server's base address. Without it the operations of the token server are skipped. */
  readonly authUrl?: string | undefined;
  /**
   * The addresses of other servers, by their URL in the contract. Operations of a server that is not given are skipped, unless it
   * is on the host of the base address.
   */
  readonly servers?: Readonly<Record<string, string>> | undefined;
  /** An access token. */
  readonly token: string;
  /**
   * Headers of each request to the base address, such as `{ "X-Api-Key": "…" }`. One that is a documented credential is left
   * out where a check sends none. Reports do not have their values.
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** An access token that has expired. Without it no check sends one. */
  readonly expiredToken?: string | undefined;
  /** An access token of another user, for the checks of locks and of `As-User`: short for a caller without facts. */
  readonly secondToken?: string | undefined;
  /**
   * Other users with their tokens, and facts about them and about the user of `token`, for the checks of rights. Without facts
   * no check tries what a user may not do.
   */
  readonly callers?: readonly KnownCaller[] | undefined;
  /**
   * Ids that exist in the service, by the name of the parameter or body property, such as `{ file_id: "4001" }`. A name
   * with an operation, such as `listFileVersionRetentions.policy_id`, is for that operation alone. A plain name is the
   * default for all others, except for a record for which a call succeeds once (`x-access`), which has no default. A call
   * with all its ids must succeed. A call with an id from the contract's examples may also get a documented 4xx response.
   */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** Records that the operator knows, and calls that show them. */
  readonly expect?: readonly ExpectedRecord[] | undefined;
  /** Credentials for the refresh checks, which spend the refresh token. */
  readonly refresh?:
    | {
        readonly clientId: string;
        readonly clientSecret: string;
        readonly refreshToken: string;
        /** A refresh token that has expired, or was revoked. Without it no check sends one. */
        readonly expiredToken?: string | undefined;
        /** Another client of the token server, for the check that a refresh token works for its own client alone. */
        readonly otherClient?: { readonly clientId: string; readonly clientSecret: string } | undefined;
        /** Called with each new pair of tokens. The previous refresh token is spent by then. */
        readonly onTokens?:
          | ((tokens: { readonly accessToken: string; readonly refreshToken: string }) => void)
          | undefined;
      }
    | undefined;
  /**
   * The ids of records that checks may change, and restore, by their types in `x-access`: `{ folderId, fileId }`. A file in
   * another folder is moved into this one and back.
   */
  readonly workspace?: Readonly<Record<string, string>> | undefined;
  /** The name of the header that carries shared links. @default "ServiceApi" */
  readonly brandHeader?: string | undefined;
  /** The longest time for a request and its response, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined;
  /**
   * Whether the credentials may be sent over `http:` to other hosts than `localhost`, `127.0.0.0/8` and `[::1]`. Others on
   * the network can read them. @default false
   */
  readonly allowInsecure?: boolean | undefined;
  /**
   * Lets time pass for the service, such as the clock of a sandbox, and at most how long at once, so that checks see what
   * expires (`x-expires`, `x-takes`). @default a timer, for at most 5000 ms
   */
  readonly clock?:
    | { advance(delayMs: number): Promise<void> | void; readonly longestMs?: number | undefined }
    | undefined;
  /** Sends the requests. @default globalThis.fetch */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** A caller of the service, as the operator knows it. */
export interface KnownCaller {
  /** A name for reports. */
  readonly name: string;
  /** An access token. Without it, the facts are about the user of the target's `token`. */
  readonly token?: string | undefined;
  /** What the operator says about the user. Nothing of it is asked of the service. */
  readonly facts?: CallerFacts | undefined;
}

/** Facts about a caller. */
export interface CallerFacts {
  /** The id of the user. */
  readonly id?: string | undefined;
  /** The roles in the words of the contract: the names in `security` and in `x-access`. */
  readonly roles?: readonly string[] | undefined;
  /** The enterprise, organization or account that the user belongs to. */
  readonly tenant?: string | undefined;
  /** Whether the user may act for others. @default whether one of the roles may, by the contract */
  readonly actsForOthers?: boolean | undefined;
  /** Ids of records that the user may not see, by the type of the record, such as `{ file: ["4004"] }`. */
  readonly hidden?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Ids of records that the user may see, by the type of the record, such as those that a group of the user was invited to. */
  readonly visible?: Readonly<Record<string, readonly string[]>> | undefined;
  /**
   * A record that the user has a role on, by the role and the type, such as `{ viewer: { file: "4001" } }`. A run with lasting
   * effects invites the user, who must not have another role there or above, and moves records into others and back.
   */
  readonly grants?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** The same for groups of the user, by the id of the group: `{ "2001": { viewer: { file: "4001" } } }`. */
  readonly groups?: Readonly<Record<string, NonNullable<CallerFacts["grants"]>>> | undefined;
}

/** A record that the operator knows: what a call must show. */
export interface ExpectedRecord {
  /** The `operationId` of an operation that only reads. */
  readonly operation: string;
  /** The parameters of the call, by name. Those that are missing are those of the target. */
  readonly parameters?: Readonly<Record<string, Json>> | undefined;
  /** Members of the response, and of the objects in it. An entry of a list must be an entry of the received list. */
  readonly shows: JsonObject;
}

/** One requirement for a service, and how to check it. */
export interface Check {
  /** Stable, such as `getCurrentUser/succeeds`. */
  readonly id: string;
  /** The `operationId`. */
  readonly operation: string;
  /** A sentence about the service. */
  readonly title: string;
  /** The most that it changes. */
  readonly effects: Effects;
  /** Whether it is for services alone that reject what the contract does not document. @default false */
  readonly closedOnly?: boolean;
  /** What the calls of a plan did. Undefined before its first check has run. */
  resource?(): ResourceReport | undefined;
  /** Throws when the check cannot run. Calls `session.skip` when the target lacks a value. */
  run(session: Session): Promise<void>;
}

/** Creates a check of an operation. Its id and its title begin with that of the operation. */
export function checkOf(
  { id }: Pick<Operation, "id">,
  [name, title, effects]: readonly [name: string, title: string, effects: Effects],
  run: Check["run"],
): Check {
  return { id: `${id}/${name}`, operation: id, title: `${id} ${title}`, effects, run };
}

/** The tools of a check. Every exchange is checked against the contract and counted for the coverage. */
export interface Session {
  /** The contract of the service. */
  readonly contract: Contract;
  /** The service. */
  readonly target: CheckTarget;
  /** Whether what the contract does not document is a violation. */
  readonly closed: boolean;
  /** Whether what some services omit is required. */
  readonly listed: boolean;
  /**
   * Calls an operation. Each violation of the contract in the response becomes a finding.
   *
   * It sends the input as it is. `inputFor` creates an input with the target's values.
   */
  call(operation: string, input: CallInput, used?: UsedExamples): Promise<Exchange>;
  /** Sends an invalid request. Only violations in the response become findings. */
  sendWrong(operation: string, request: ExchangeRequest & { readonly path: string }): Promise<Exchange>;
  /** The operation of an exchange that `call` or `sendWrong` returned. */
  operationOf(exchange: Exchange): string;
  /**
   * The input of a call: what the contract's examples say, with the target's own ids; and whether all of them were given.
   */
  inputFor(operation: string): { input: CallInput; known: boolean };
  /** Whether the run has written with an operation. */
  hasWritten(operation: string): boolean;
  /** Adds a finding. What it leaves out is about the status of its exchange, and what the contract documents for it. */
  find(finding: Found): void;
  /** Ends the check as skipped. */
  skip(reason: string): never;
  /** Adds a task that runs after the check, whatever its outcome. The last task runs first. */
  cleanUp(task: () => Promise<void>): void;
  /** Records something that remains after the run, as a sentence. */
  leaveBehind(what: string): void;
  /** The time of the service in milliseconds since 1970, by the `Date` of its last response. */
  now(): number;
  /** A unique name for a record that a check creates. */
  uniqueName(): string;
}

/** A finding whose operation, place in the contract and place in the exchange have defaults. */
export type Found = Omit<Finding, "operation" | "contract" | "at"> &
  Partial<Pick<Finding, "operation" | "contract" | "at">>;

/** The parsed JSON of the response, which nobody changes. Undefined when it has none. */
export function jsonOf({ response }: Exchange): Json | undefined {
  return parsed(response);
}

/** Many checks read one response. */
const parsed = remembered(({ body }: Exchange["response"]) => parseJson(body));

export function objectOf(exchange: Exchange): JsonObject {
  const body = jsonOf(exchange);
  return isJsonObject(body) ? body : {};
}

/** Lets time pass for a service, if the operator permits so much. Returns whether it passed. */
export async function letPass({ target: { clock } }: Session, delayMs: number): Promise<boolean> {
  if (clock === undefined || delayMs > (clock.longestMs ?? Number.MAX_SAFE_INTEGER)) return false;
  if (delayMs > 0) await clock.advance(delayMs);
  return true;
}

export function isPermitted(effects: Effects, permitted: Effects): boolean {
  return ORDER.indexOf(effects) <= ORDER.indexOf(permitted);
}

const ORDER: readonly Effects[] = ["none", "undone", "lasting"];
