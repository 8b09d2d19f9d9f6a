/** Settings that a client, a derived client and a single call can each have. The one nearest to the call counts. */
export interface CallSettings {
  /** The timeout of one attempt, including the whole response body, in milliseconds. @default 30000 */
  timeoutMs?: number | undefined;
  /**
   * The timeout of a call with all its attempts, waits and token refreshes, in milliseconds. A wait that would exceed it
   * does not start.
   * @default 300000
   */
  totalTimeoutMs?: number | undefined;
  /**
   * When a call, or the stream that it returns, must end at the latest: a `Date`, or milliseconds since the epoch by the
   * client's clock. The earliest of all deadlines and of `totalTimeoutMs` counts.
   * @default Infinity
   */
  deadline?: Date | number | undefined;
  /**
   * How failed requests are retried; `false` is one attempt. What it leaves out stays as it was set before.
   * @default 4 attempts, with the defaults of `RetryOptions`
   */
  retry?: Omit<RetryOptions, "budget"> | false | undefined;
  /** Headers of your own, such as `{ "X-Trace": id }`, for each request. Those of an operation are in its `header`. */
  headers?: (Readonly<Record<string, string | undefined>> & NoOtherHeaders) | undefined;
}

/** The headers that operations have as parameters, and those of the client. */
type NoOtherHeaders = { readonly [Name in OtherHeader | Lowercase<OtherHeader>]?: never };
type OtherHeader = ClientHeader | "If-Match" | "If-None-Match" | "ServiceApi";
type ClientHeader = "As-User" | "Authorization" | "Content-Type" | "Content-Length" | "Host";

/** Options that every operation takes, besides its `path`, `query`, `header` and `body`. */
export interface CallOptions extends CallSettings {
  /** Cancels the call, its waits and its retries at once; the promise rejects with the signal's reason. Null is none. */
  signal?: AbortSignal | null | undefined;
}

/** How failed requests are retried. */
export interface RetryOptions {
  /** The maximum number of attempts, including the first. @default 4 */
  maxAttempts?: number | undefined;
  /** The limit of the first random wait, in milliseconds; doubles with each attempt, up to `maxDelayMs`. @default 250 */
  baseDelayMs?: number | undefined;
  /** The longest wait that the client chooses itself, also for a failing token server, in milliseconds. @default 8000 */
  maxDelayMs?: number | undefined;
  /** The longest `Retry-After` that the client waits for, in milliseconds. A longer one ends the call. @default 60000 */
  maxRetryAfterMs?: number | undefined;
  /**
   * The retry budget that all calls of a client and of its derived clients share. Each retry takes one, each call returns a
   * fifth: a failing service gets at most 20% more requests than there are calls. A retry at the time that the service asked
   * for (`Retry-After`) takes nothing.
   * @default 100
   */
  budget?: number | undefined;
  /** Returns the random numbers, from 0 up to but not including 1, that spread the waits. @default Math.random */
  random?: (() => number) | undefined;
}

/** A promise of the body of a success. */
export interface CallPromise<Body> extends Promise<Body> {
  /** Returns the response beside the body. */
  withResponse(): Promise<CallResult<Body>>;
}

/** What a successful call received. */
export interface CallResult<Body> {
  /** The body. */
  readonly data: Body;
  /** The last response. Its body has been read: `text()` and `json()` return it again. */
  readonly response: Response;
  /** The `X-Request-Id` of the response. */
  readonly requestId: string | undefined;
  /** The number of attempts; a request that is sent again after a 401 counts as the same attempt. */
  readonly attempts: number;
}
