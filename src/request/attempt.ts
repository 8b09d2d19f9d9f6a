import { elapsedMs } from "../core/clock.js";
import { mayBeApplied, NetworkError } from "../core/errors.js";
import type { AttemptSignal, Controller, SendProgress, Transport } from "../core/options.js";
import { redactBody, safeError } from "../core/secrets.js";
import type { Call } from "./call.js";
import { withDeadline } from "./deadline.js";
import { emit, emitOutcome } from "./emit.js";
import type { PreparedRequest, Send } from "./prepared-request.js";
import { readBytes, readText, withBytes, withText } from "./response-body.js";
import { isUnprocessed, responseError } from "./response-error.js";

/** Read at most 256 KiB of an error response: more than its text may have characters. */
const MAX_ERROR_BYTES = 2 ** 18;

/** What an attempt sends a request with. */
export interface Attempt {
  readonly request: PreparedRequest;
  readonly transport: Transport;
  readonly controller: Controller;
}

/**
 * Sends a request once and reads the whole response, within the timeout of an attempt. Throws `NetworkError`,
 * `TimeoutError`, or the reason of the caller's abort.
 */
export const attempt: Send = async (request) => {
  const { call } = request;
  // The platform's has no controller of its own.
  const { clock, timeoutMs, fetch: transport = fetch as Transport } = call.settings;
  const startMs = elapsedMs(clock);
  call.mayBeApplied = mayBeApplied(call);
  // Most transports cannot tell. Not the call itself, which has secrets.
  const progress: SendProgress = { sent: true };
  call.progress = progress;
  emit(call, { type: "request" });
  try {
    // A controller for each attempt: a signal that many fetches share costs CPU.
    const controller = new (transport.Controller ?? AbortController)();
    const own = { request, transport, controller };
    const step = async () => readWhole(await fetchHead(own), call, controller.signal);
    const response = await (call.info.codec?.exchange(own) ?? withDeadline(call, timeoutMs, step, controller));
    if (isRejection(response.status) || isUnprocessed(call, response)) progress.sent = false;
    emitOutcome(call, { type: "response" }, startMs, response);
    return response;
  } catch (error) {
    emitOutcome(call, { type: "failure" }, startMs, undefined, error);
    throw error;
  }
};

/**
 * Whether a status says that nothing was changed: rejections, and redirects of the same request. A 303 can follow a change,
 * and a 408 or 499 can come from a proxy that has passed the request on.
 */
function isRejection(status: number): boolean {
  return [307, 308].includes(status) || (status >= 400 && status < 500 && ![408, 499].includes(status));
}

/** Codes of failures before the first byte of a request: no connection, or no trust in the server. */
const NOT_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_|E(HOST|NET)UNREACH|UND_ERR_CONNECT)|CERT|ERR_TLS|UNABLE_TO/;

/** Sends a request, or another form of it. */
export async function fetchHead(
  { transport, controller: { signal }, request }: Attempt,
  init: { readonly url: string } = request,
): Promise<Response> {
  const { call } = request;
  try {
    // Following a redirect would send the token to an address that someone else chose.
    const own = { call: undefined, signal, redirect: "manual", progress: call.progress };
    // A spread that replaces members would take many times as long. A transport takes the signals of its controllers.
    return await transport(init.url, Object.assign({}, init, own) as object);
  } catch (cause) {
    throw networkError(cause, call);
  }
}

/** The error for a failure of the transport. */
export function networkError(cause: unknown, call: Call): NetworkError {
  const error = safeError(cause, call.secrets);
  const reason = error.cause?.code ?? error.code ?? error.name;
  if (NOT_SENT.test(reason)) call.progress.sent = false;
  // A browser hides the cause from pages and their workers, which have an origin.
  const isHidden = reason === "TypeError" && "origin" in globalThis;
  const problem = isHidden ? "unreachable host or missing CORS headers" : reason;
  return new NetworkError(`no response: ${problem}`, call, { cause: error });
}

/** Reads the body of a response. */
export async function readWhole(response: Response, call: Call, signal: AttemptSignal): Promise<Response> {
  const { maxBodyBytes } = call.settings;
  let text = "";
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  let complete = true;
  try {
    if (response.ok && !["json", "text"].includes(call.parseAs))
      [bytes, complete] = await readBytes(response, maxBodyBytes);
    else [text, complete] = await readText(response, response.ok ? maxBodyBytes : MAX_ERROR_BYTES);
  } catch (cause) {
    // The status of an error response counts even if its body is truncated.
    if (response.ok || signal.aborted) throw networkError(cause, call);
  }
  // A fetch that ignores its signal can return after the timeout, when another attempt may be running.
  signal.throwIfAborted();
  // The refresh needs the whole text of a token response, which no error shows.
  call.text = response.ok && (complete || call.info.token) ? text : redactBody(text, call.secrets)[0];
  if (response.ok && !complete) throw responseError(call, response, "longer than maxBodyBytes");
  return bytes ? withBytes(response, bytes) : withText(response, call);
}
