import { checkedUrl, checkHeaders, checkNumber, type Defaults, invalid, isToken, known } from "../checks.js";
import type { CallSettings, RetryOptions } from "../operations/call-options.js";
import { inBrowser } from "./browser.js";
import { type Clock, systemClock } from "./clock.js";
import type { OnEvent } from "./events.js";

/** What a derived client can have of its own. What is missing or undefined is the first client's. */
export interface DerivedOptions extends CallSettings {
  /** As for `createClient`. @default the `auth` of the client that `with` is called on */
  auth?: string | TokenSource | undefined;
  /** Cancels all calls, as the `signal` of a call does. The signals of a call and of the first client count as well. */
  signal?: AbortSignal | null | undefined;
  /** Receives the events of each call and refresh. That of a derived client is called after that of the first client. */
  onEvent?: OnEvent | undefined;
}

/** What every sender of requests takes. */
export interface SenderOptions {
  /** Allows plain `http:` to a host that is not loopback. Tokens are then sent unencrypted. @default false */
  allowInsecure?: boolean | undefined;
  /** Sends the requests, as `fetch(url, init)`. @default globalThis.fetch */
  fetch?: FetchLike | undefined;
  /** The clock, for tests. @default the system's clock */
  clock?: Clock | undefined;
}

/** What every sender of token requests takes. */
export interface TokenClientOptions extends SenderOptions {
  /** The application's client id. */
  clientId: string;
  /** The application's client secret. */
  clientSecret: string;
}

/** Settings of `createClient`: the own, enumerable properties. An option that is undefined has its default. */
export interface ClientOptions extends Omit<DerivedOptions, "retry">, SenderOptions {
  /** The service's base URL, with its version segment: `https://api.content.example/2.0`. Must be `https:` or loopback. */
  baseUrl: string;
  /** The token server's base URL. Only `client.refreshAccessToken` needs it; `refreshingAuth` has its own. */
  authUrl?: string | undefined;
  /** An access token, a function that returns one (called before each request and after a 401), or `refreshingAuth`. */
  auth: string | TokenSource;
  /** The maximum size of a response body, in bytes after decompression. A larger one is an `ApiError`. @default 67108864 */
  maxBodyBytes?: number | undefined;
  /**
   * The minimum time between the starts of two requests: 100 sends at most 10 a second. All calls of a client and of its
   * derived clients share it, retries included. A call whose turn is after its timeout fails at once. @default 0
   */
  requestIntervalMs?: number | undefined;
  /** The name under which a deployment expects the contract's `ServiceApi` header. @default "ServiceApi" */
  brandHeader?: string | undefined;
  /** How failed requests are retried; `false` is one attempt. @default 4 attempts, with the defaults of `RetryOptions` */
  retry?: RetryOptions | false | undefined;
  /** Your program, such as `my-app/2.1`, for the `User-Agent`. Browsers send their own. @default only this package's name */
  appInfo?: string | undefined;
}

/** The part of `fetch` that the client uses: a URL and an init in, a `Response` out. */
export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** What the client and its Node transport use of the signal of an attempt. */
export type AttemptSignal = Pick<AbortSignal, "aborted" | "reason" | "throwIfAborted"> & {
  addEventListener(type: "abort", listener: { handleEvent(): void }): void;
  removeEventListener(type: "abort", listener: { handleEvent(): void }): void;
};

export interface Controller {
  readonly signal: AttemptSignal;
  abort(reason: unknown): void;
}

/** A `fetch` that can have controllers of its own, since those of the platform cost much. */
export interface Transport extends FetchLike {
  readonly Controller?: new () => Controller;
}

/** What an `auth` function receives. */
export interface TokenRequest {
  /** The token that the service has just rejected with 401; undefined when the call starts. */
  readonly rejected?: string | undefined;
  /** The client's event hook, for an `auth` function that emits refresh events. */
  readonly onEvent?: OnEvent | undefined;
}

/**
 * Returns the access token to send. The client calls it before every request, so keep the token in memory. After a 401 it
 * calls it once more, with the rejected token: a newer token retries the request, the same one ends the call.
 */
export type TokenSource = (request: TokenRequest) => string | Promise<string>;

/** The options of a call, of a derived client and of a client, with their defaults. */
export const CALL_OPTIONS = { headers: {}, timeoutMs: 30_000, totalTimeoutMs: 300_000, deadline: undefined, retry: {} };
const DERIVED_OPTIONS = { auth: undefined as never, ...CALL_OPTIONS, signal: undefined, onEvent: undefined };
const CLIENT_OPTIONS = {
  ...DERIVED_OPTIONS,
  ...{ baseUrl: "", authUrl: "", maxBodyBytes: 2 ** 26, requestIntervalMs: 0, brandHeader: "ServiceApi" },
  ...{ appInfo: "", allowInsecure: false, fetch: undefined, clock: systemClock },
};
const RETRY_OPTIONS = { maxAttempts: 4, baseDelayMs: 250, maxDelayMs: 8000, maxRetryAfterMs: 6e4, random: Math.random };
/** All calls of a client share the budget, so only the client has it. */
const CLIENT_RETRY_OPTIONS = { ...RETRY_OPTIONS, budget: 100 };

type Numbers =
  | "timeoutMs"
  | "totalTimeoutMs"
  | "deadline"
  | "maxBodyBytes"
  | "requestIntervalMs"
  | Exclude<keyof RetryOptions, "random">;

export interface Settings
  extends Readonly<Record<Numbers, number>>,
    Pick<ClientOptions, "baseUrl" | "authUrl" | "auth" | "allowInsecure" | "onEvent"> {
  readonly brandHeader: string;
  readonly appInfo: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Each of them cancels a call. */
  readonly signals: readonly AbortSignal[];
  readonly fetch?: Transport | undefined;
  readonly clock: Clock;
  readonly random: () => number;
}

const USER_AGENT = "content-service-client/0.1.0";

/** A header name (RFC 9110) that neither the client nor an operation uses. */
const FREE_HEADER =
  /^(?!(authorization|as-user|content-(type|length)|host|if-(none-)?match|serviceapi|user-agent)$)[\w!#-'*+.^`|~-]+$/i;

export function toSettings(options: ClientOptions): Settings {
  const defaults = { ...CLIENT_OPTIONS, ...CLIENT_RETRY_OPTIONS, deadline: Infinity, signals: [] };
  const settings = derived(defaults, options, CLIENT_OPTIONS, CLIENT_RETRY_OPTIONS);
  const { allowInsecure, appInfo, authUrl, baseUrl, brandHeader } = settings;
  if (brandHeader !== "ServiceApi" && !FREE_HEADER.test(brandHeader))
    invalid("brandHeader", "be a header name of your own");
  // A browser sends its own. Another one would need the permission of the service (CORS).
  const headers = inBrowser() ? {} : checkHeaders({ "User-Agent": `${USER_AGENT} ${appInfo}`.trim() });
  return {
    ...settings,
    headers: { ...headers, ...settings.headers },
    baseUrl: checkedUrl("baseUrl", baseUrl, allowInsecure),
    authUrl: authUrl && checkedUrl("authUrl", authUrl, allowInsecure),
  };
}

/** Replaces settings by those options that have a value. Others than the named ones are unknown. */
export function derived(
  before: Settings,
  options: DerivedOptions,
  names: Defaults = DERIVED_OPTIONS,
  retryNames: Defaults = RETRY_OPTIONS,
): Settings {
  const { retry = {}, headers = {}, onEvent, signal, deadline = Infinity, ...others } = known(options, names);
  if (signal != null && !signal.addEventListener) invalid("signal", "be an AbortSignal");
  // That of an invalid date is NaN.
  checkNumber("deadline in ms", deadline?.valueOf());
  for (const name in headers)
    if (!FREE_HEADER.test(name) && !/^user-agent$/i.test(name))
      invalid(`headers.${name}`, "be a header name of your own, or in header");
  const settings = {
    ...before,
    ...others,
    ...(retry === false ? { maxAttempts: 1 } : known(retry, retryNames, "retry.")),
    headers: { ...before.headers, ...checkHeaders(headers) },
    signals: before.signals.concat(signal ?? []),
    // A date becomes its time, and an invalid one NaN.
    deadline: Math.min(before.deadline, deadline as number),
    onEvent: onEvent ? safely(onEvent, before.onEvent) : before.onEvent,
  };
  if (typeof settings.auth !== "function" && !isToken(settings.auth))
    invalid("auth", "be a function, or a token without line breaks or Bearer");
  return settings;
}

/** Adds an event hook. It reports its own errors: they must not fail the call, nor end the process where it is async. */
function safely(onEvent: OnEvent, first?: OnEvent): OnEvent {
  return (event) => {
    first?.(event);
    (async () => onEvent(event))().catch(() => {});
  };
}
