import type { Operation } from "../contract/operation.js";
import type { Exchange, ExchangeRequest } from "../exchange/exchange.js";
import type { CheckTarget } from "./check.js";

/** Nothing came back: the service could not be reached, was too slow, or broke off. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
}

/** A request with its path below one of the two addresses of a service. */
export type PathRequest = ExchangeRequest & { readonly path: string };

/**
 * Sends one request and reads its answer. Redirects are answers like any other.
 *
 * Throws a `NoAnswerError` when nothing comes back within 30 seconds, or the signal is aborted.
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
  const timer = setTimeout(() => late.abort(new Error(`no answer within ${TIMEOUT_MS / 1000} seconds`)), TIMEOUT_MS);
  const init: RequestInit = {
    method,
    headers: branded(headers, target),
    redirect: "manual",
    signal: signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]),
    ...(body === undefined ? {} : { body }),
  };
  try {
    const response = await (target.fetch ?? globalThis.fetch)(url, init);
    const text = await response.text();
    const received = Object.fromEntries(response.headers);
    return {
      request: { method, url, headers, body },
      response: { status: response.status, headers: received, body: text === "" ? undefined : text },
    };
  } catch (error) {
    const where = `${method} ${path.replace(/\?.*$/s, "")}`;
    throw new NoAnswerError(`${where} got no answer: ${reasonOf(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

const TIMEOUT_MS = 30_000;

/** The name that the contract has for the header, which a deployment can give another one. */
const BRAND_HEADER = "serviceapi";

function addressOf(target: CheckTarget, server: Operation["server"]): string {
  const address = server === "auth" ? target.authUrl : target.baseUrl;
  return (address ?? "").replace(/\/+$/, "");
}

function branded(headers: Record<string, string>, { brandHeader }: CheckTarget): Record<string, string> {
  const { [BRAND_HEADER]: link, ...others } = headers;
  return link === undefined || brandHeader === undefined ? headers : { ...others, [brandHeader]: link };
}

/** `fetch` says that it failed, and only its cause says why. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? `${error.message} (${cause.message})` : error.message;
}
