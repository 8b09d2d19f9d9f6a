import type { CallInput } from "../../cases/call-input.js";
import type { Contract } from "../../contract/contract.js";
import type { Json } from "../../contract/json.js";
import type { UsedExamples } from "../../coverage/coverage.js";
import type { Exchange, ExchangeRequest } from "../../exchange/exchange.js";
import type { Effects, Finding } from "../../report/report.js";

/** The service that is checked, and what the caller knows of it. */
export interface CheckTarget {
  /** The service's base address, with its version segment. */
  readonly baseUrl: string;
  /** The token server's base address. Without it the operations of the token server are skipped. */
  readonly authUrl?: string | undefined;
  /** An access token. */
  readonly token: string;
  /**
   * Ids that exist there, by the names of the parameters, such as `{ file_id: "4001" }`, and properties of bodies, such
   * as `folder_id`. A name with an operation before it, such as `listFileVersionRetentions.policy_id`, counts for that
   * operation alone and wins. Where all that a call needs is given, it must succeed; where the example of the contract has to
   * stand in, a documented refusal holds as well.
   */
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  /** The credentials for one exchange of a refresh token, which is spent by it. */
  readonly refresh?:
    | {
        readonly clientId: string;
        readonly clientSecret: string;
        readonly refreshToken: string;
        /** Told of each pair of tokens as soon as it is there: the refresh token that was given is spent then. */
        readonly onTokens?:
          | ((tokens: { readonly accessToken: string; readonly refreshToken: string }) => void)
          | undefined;
      }
    | undefined;
  /**
   * A folder in which to work, and a file. Checks that change something need them. A file that lies elsewhere is moved into
   * the folder, and back.
   */
  readonly workspace?: { readonly folderId: string; readonly fileId: string } | undefined;
  /** The name of the header that carries shared links. @default "ServiceApi" */
  readonly brandHeader?: string | undefined;
  /** Sends the requests. @default globalThis.fetch */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** One thing that a service must do, and how to find out whether it does. */
export interface Check {
  /** Stable, such as `getCurrentUser/succeeds`. */
  readonly id: string;
  /** The `operationId`. */
  readonly operation: string;
  /** A sentence about the service. */
  readonly title: string;
  /** The most that it changes. */
  readonly effects: Effects;
  /** Throws what stands in the way of finding out; `session.skip` for what the target was not given. */
  run(session: Session): Promise<void>;
}

/** What a check has to do its work with. Every exchange is held against the contract and counted for its coverage. */
export interface Session {
  /** What the service has to hold. */
  readonly contract: Contract;
  /** The service. */
  readonly target: CheckTarget;
  /**
   * Calls an operation as the contract says. Whatever is wrong with the exchange becomes a finding.
   *
   * `parameters` of the target are not filled in by themselves: `inputFor` does that.
   */
  call(operation: string, input: CallInput, used?: UsedExamples): Promise<Exchange>;
  /** Sends a request that is wrong on purpose. Only what is wrong with the answer becomes a finding. */
  sendWrong(operation: string, request: ExchangeRequest & { readonly path: string }): Promise<Exchange>;
  /**
   * The input of a call: what the contract's examples say, with the target's own ids; and whether all of them were given.
   * With `optional`, optional parameters that the target gives or that fit any service go along; it is off unless given.
   */
  inputFor(operation: string, options?: { readonly optional?: boolean }): { input: CallInput; known: boolean };
  /** Notes a finding of the check's own. */
  find(finding: Finding): void;
  /** Ends the check without an outcome. */
  skip(reason: string): never;
  /** Has something done after the check, however it ends; the last one given comes first. */
  cleanUp(task: () => Promise<void>): void;
  /** Tells what stays there after the run, as a sentence. */
  leaveBehind(what: string): void;
  /** A name that nothing else has, for what a check makes. */
  uniqueName(): string;
}

/** The value of an answer's JSON; undefined when there is none. */
export function jsonOf({ response: { body = "" } }: Exchange): Json | undefined {
  try {
    // What was parsed from JSON is JSON.
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
}
