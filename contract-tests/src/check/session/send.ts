import type { Operation } from "../../contract/operation.js";
import type { Exchange, ExchangeRequest } from "../../exchange/exchange.js";
import { BodyTooLongError, limitedText, unlessAborted } from "../../exchange/limited-text.js";
import type { CheckTarget } from "./check.js";

/** No response: the host is unreachable, the request timed out, or the connection broke. */
export class NoResponseError extends Error {
  override readonly name = "NoResponseError";
}

/** A request with its path below one of the two addresses of a service. */
export type PathRequest = ExchangeRequest & { readonly path: string };

/**
 * Sends one request and reads the response, at most 16 MiB of its body. Does not follow redirects.
 *
 * Throws a `NoResponseError` without a complete response within `target.timeoutMs`, or when the signal is aborted, and a
 * `BodyTooLongError` above 16 MiB.
 */
export async function send(
  target: CheckTarget,
  server: Operation["server"],
  request: PathRequest,
  signal: AbortSignal | undefined,
): Promise<Exchange> {
  const { method, path, body } = request;
  const url = `${addressOf(target, server)}${path}`;
  const headers = Object.fromEntries(new Headers(request.headers));
  const late = new AbortController();
  const { timeoutMs = TIMEOUT_MS } = target;
  const timer = setTimeout(() => late.abort(new Error(`timed out after ${timeoutMs / 1000} seconds`)), timeoutMs);
  const ending = signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]);
  const init: RequestInit = {
    method,
    headers: branded(headers, target),
    redirect: "manual",
    signal: ending,
    ...(body === undefined ? {} : { body }),
  };
  try {
    const response = await unlessAborted((target.fetch ?? globalThis.fetch)(url, init), ending);
    const text = await limitedText(response, ending);
    const received = Object.fromEntries(response.headers);
    return {
      request: { method, url, headers, body },
      response: { status: response.status, headers: received, body: text === "" ? undefined : text },
    };
  } catch (error) {
    if (error instanceof BodyTooLongError) throw error;
    throw new NoResponseError(`Cannot reach ${url.replace(/\?.*$/s, "")}: ${reasonOf(error)}`, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

const TIMEOUT_MS = 30_000;

/** The contract's name of the header. A deployment can use another one. */
const BRAND_HEADER = "serviceapi";

function addressOf(target: CheckTarget, server: Operation["server"]): string {
  const address = server === "auth" ? target.authUrl : target.baseUrl;
  return (address ?? "").replace(/\/+$/, "");
}

function branded(headers: Record<string, string>, { brandHeader }: CheckTarget): Record<string, string> {
  const { [BRAND_HEADER]: link, ...others } = headers;
  return link === undefined || brandHeader === undefined ? headers : { ...others, [brandHeader]: link };
}

/** The message of `fetch` is "fetch failed"; only its cause has the reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? `${error.message} (${cause.message})` : error.message;
}

/** Waits after a 429 response with `Retry-After`. Returns whether to retry the call. */
export type Backoff = (exchange: Exchange) => Promise<boolean>;

/** Creates the backoff of a run: it waits at most a minute, and stops after three waits in a row that did not help. */
export function createBackoff(wait: (delayMs: number) => Promise<void>): Backoff {
  let fruitless = 0;
  return async ({ response }) => {
    if (response.status !== 429) {
      fruitless = 0;
      return false;
    }
    const seconds = Number(new Headers(response.headers).get("retry-after") ?? Number.NaN);
    if (!(seconds >= 0 && seconds <= LONGEST_SECONDS) || fruitless >= MOST_FRUITLESS) return false;
    fruitless += 1;
    await wait(seconds * 1000);
    return true;
  };
}

const LONGEST_SECONDS = 60;
const MOST_FRUITLESS = 3;
