import { type CallFacts, summary } from "../errors.js";
import type { ClientEvent } from "../events.js";
import type { Settings } from "../options.js";

/** What the client knows of an operation at run time: a row of the table made from the contract. */
export interface OperationInfo {
  /** The HTTP method. */
  readonly method: string;
  /** The path template, such as `/files/{file_id}`. */
  readonly path: string;
  /** Changes nothing although it is a POST (`x-reads`), so it may be repeated. */
  readonly reads?: true;
  /** Belongs to the token server and carries no access token. */
  readonly token?: true;
  /** What a 5xx may mean beside a failure of the service. */
  readonly hint?: string;
  /** The properties in its body that no error may repeat (`format: password`). */
  readonly secrets?: readonly string[];
  /** Answers without a body when it succeeds. */
  readonly empty?: true;
  /** How its list is paged; absent for what is no list. */
  readonly paging?: Paging;
  /** What this operation's requests need beside what all need; throws a `TypeError` for what cannot be sent. */
  readonly prepare?: readonly ((request: PreparedRequest) => void)[];
}

/** How a list is paged (`x-paging`). */
export interface Paging {
  /** Where `marker` travels. */
  readonly marker: "query" | "body";
  /** Whether marker paging has to be asked for with `usemarker=true`. */
  readonly usemarker?: true;
  /** The highest `offset` that the contract allows; absent where there is no offset paging. */
  readonly maxOffset?: number;
}

/** What travels with a call through all its attempts. */
export interface Call extends CallFacts {
  url: string;
  /** Tells the calls of a client apart. */
  readonly callId: number;
  readonly settings: Settings;
  /** Undefined for a path that the contract does not know. */
  readonly info: OperationInfo | undefined;
  readonly signal: AbortSignal | null | undefined;
  /** When the whole call must have ended. */
  readonly deadlineMs: number;
  attempts: number;
  /** What no error may repeat. */
  readonly secrets: string[];
  /** The text of the last answer. */
  text: string;
}

/** Sends a request once or, in a decorator, until it is answered. */
export type Send = (request: PreparedRequest) => Promise<Response>;

/**
 * The request that openapi-fetch builds, in place of the platform's `Request`: its body stays a string, so an attempt
 * can be repeated, and only the last step turns it into a fetch.
 */
export class PreparedRequest {
  declare url: string;
  declare readonly method: string;
  declare readonly headers: Headers;
  declare body: string | null;
  declare readonly signal: AbortSignal | null | undefined;
  declare call: Call;

  constructor(url: string, init: RequestInit) {
    Object.assign(this, init, { url });
  }
}

type CallEvent = Exclude<ClientEvent, { type: "refresh" }>;
type Told<E> = E extends CallEvent ? Omit<E, "callId" | "operation" | "method" | "path" | "attempts"> : never;

/** Tells the client's hook of a step of a call. */
export function tell(call: Call, event: Told<CallEvent>): void {
  const { callId, operation, attempts } = call;
  // The event's own members and the call's make up one of the union's members.
  call.settings.onEvent?.({ ...event, callId, operation, attempts, ...summary(call) } as CallEvent);
}
