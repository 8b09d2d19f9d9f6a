import {
  addressOf,
  BodyTooLongError,
  BRAND_HEADER,
  type Exchange,
  type ExchangeRequest,
  limitedText,
  type Operation,
  unlessAborted,
} from "content-service-contract";
import type { CheckTarget } from "./check.js";

/** No complete response: the host is unreachable, the request timed out, or the connection broke. */
export class NoResponseError extends Error {
  override readonly name = "NoResponseError";
  /** Known when only the body is incomplete. */
  readonly status: number | undefined;
  /** What happened, without the address. */
  readonly reason: string;
  readonly isUnconnected: boolean;
  /** Whether the connection ended before anything was received. */
  readonly wasLost: boolean;
  /** Whether it is a finding, since other operations respond. */
  isFound = false;

  constructor(
    url: string,
    { status, cause, timedOut }: { status: number | undefined; cause: unknown; timedOut: boolean },
  ) {
    const reason = reasonOf(cause);
    const failure = status === undefined ? "Cannot reach" : "Cannot read the whole response of";
    super(`${failure} ${url.replace(/\?.*$/s, "")}: ${reason}`, { cause });
    this.status = status;
    this.reason = reason;
    this.isUnconnected = UNCONNECTED.test(reason);
    this.wasLost = status === undefined && !timedOut && !this.isUnconnected;
  }
}

/** An exchange, and what its text does not show. */
export interface SentExchange extends Exchange {
  /** The charset that the bytes of the response body should have and do not have: UTF-8 for JSON, the named one for text. */
  readonly brokenCharset: string | undefined;
}

/** A request with its path below one of the addresses of a service. */
export type PathRequest = ExchangeRequest & { readonly path: string };

/** Sends one request and follows no redirect. Throws a `NoResponseError`, and a `BodyTooLongError` above 16 MiB. */
export async function send(
  target: CheckTarget,
  operation: Pick<Operation, "server" | "serverUrls">,
  request: PathRequest,
  signal: AbortSignal | undefined,
): Promise<SentExchange> {
  const { method, path, body } = request;
  const url = `${addressOf(operation, target) ?? ""}${path}`;
  const headers = branded(Object.fromEntries(new Headers(request.headers)), target);
  const late = new AbortController();
  const { timeoutMs = TIMEOUT_MS } = target;
  const timer = setTimeout(() => late.abort(new Error(`timed out after ${timeoutMs / 1000} seconds`)), timeoutMs);
  const ending = signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]);
  const init: RequestInit = { method, headers, redirect: "manual", signal: ending, body: body ?? null };
  let status: number | undefined;
  try {
    const response = await unlessAborted((target.fetch ?? globalThis.fetch)(url, init), ending);
    status = response.status;
    const decoder = bodyDecoder(response.headers.get("content-type") ?? "");
    const text = await limitedText(response, ending, undefined, decoder);
    const received = Object.fromEntries(response.headers);
    return {
      request: { method, url, headers, body },
      response: { status: response.status, headers: received, body: text === "" ? undefined : text },
      brokenCharset: decoder.brokenCharset(),
    };
  } catch (error) {
    if (error instanceof BodyTooLongError) throw error;
    throw new NoResponseError(url, { status, cause: error, timedOut: late.signal.aborted });
  } finally {
    clearTimeout(timer);
  }
}

const TIMEOUT_MS = 30_000;

function branded(headers: Record<string, string>, { brandHeader }: CheckTarget): Record<string, string> {
  const { [BRAND_HEADER]: link, ...others } = headers;
  return link === undefined || brandHeader === undefined ? headers : { ...others, [brandHeader]: link };
}

/** Decodes JSON as UTF-8 and text by its charset. Keeps a byte order mark, which JSON must not have (RFC 8259, section 8.1). */
function bodyDecoder(contentType: string) {
  const [type = ""] = contentType.toLowerCase().split(";");
  const isJson = /\bjson\b/.test(type);
  const [, named] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
  const charset = isJson ? "UTF-8" : isText(type) ? named : undefined;
  const strict = charset === undefined ? undefined : decoderOf(charset, true);
  const lenient = decoderOf(charset ?? (isText(type) || type === "" ? "UTF-8" : "latin1")) ?? decoderOf("latin1");
  let valid = true;
  return {
    brokenCharset: () => (valid ? undefined : charset),
    decode(bytes?: Parameters<TextDecoder["decode"]>[0], options?: TextDecodeOptions): string {
      try {
        if (valid && strict !== undefined) return strict.decode(bytes, options);
      } catch {
        valid = false;
      }
      return lenient?.decode(bytes, options) ?? "";
    },
  };
}

function isText(type: string): boolean {
  return /^text\/|[/+](xml|javascript|x-www-form-urlencoded)\s*$/.test(type);
}

/** Undefined for a charset that this runtime does not know. */
function decoderOf(charset: string, fatal = false): InstanceType<typeof TextDecoder> | undefined {
  try {
    return new TextDecoder(charset, { ignoreBOM: true, fatal });
  } catch {
    return undefined;
  }
}

/** `fetch` has a list of bad ports. */
const UNCONNECTED = /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|bad port)\b/;

/** The message of `fetch` is "fetch failed"; only its cause has the reason, and that of several addresses only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const reason = cause.message || ("code" in cause ? String(cause.code) : "");
  return reason === "" ? error.message : `${error.message} (${reason})`;
}
