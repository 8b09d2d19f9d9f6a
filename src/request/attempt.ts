import { invalid } from "../checks.js";
import { inBrowser } from "../core/browser.js";
import { elapsedMs } from "../core/clock.js";
import { mayBeApplied, NetworkError, type SendProgress } from "../core/errors.js";
import type { AttemptSignal, Controller, Transport } from "../core/options.js";
import { redactBody, safeError } from "../core/secrets.js";
import { type Call, emit, line, type PreparedRequest, remainingMs } from "./call.js";
import { assertRunning, timeoutError, withDeadline } from "./deadline.js";
import { isUnprocessed, readBytes, responseError, withText } from "./response.js";

/** More of an error response than its text may have characters. */
const MAX_ERROR_BYTES = 2 ** 18;

export interface Attempt {
  readonly request: PreparedRequest;
  readonly transport: Transport;
  readonly controller: Controller;
}

/** Sends a request once and reads the whole response, within the timeout of an attempt. */
export async function attempt(request: PreparedRequest): Promise<Response> {
  const { call } = request;
  assertRunning(call);
  // The platform's has no controller of its own.
  const { clock, timeoutMs, requestIntervalMs, fetch: transport = fetch as Transport } = call.settings;
  if (requestIntervalMs) await turn(call, requestIntervalMs);
  const startMs = elapsedMs(clock);
  call.mayBeApplied = mayBeApplied(call);
  // Most transports cannot tell. Not the call itself, which has secrets.
  const progress: SendProgress = { sent: true };
  call.progress = progress;
  call.incomplete = undefined;
  emit(call, "request");
  try {
    // A controller for each attempt: a signal that many fetches share costs CPU.
    const controller = new (transport.Controller ?? AbortController)();
    const own = { request, transport, controller };
    const step = async () => readWhole(await fetchHead(own), call, controller.signal);
    const response = await (call.info.codec?.exchange(own) ?? withDeadline(call, timeoutMs, step, controller));
    if (isRejection(response.status) || isUnprocessed(call, response)) progress.sent = false;
    emit(call, "response", {}, { startMs, response });
    return response;
  } catch (error) {
    emit(call, "failure", {}, { startMs, error });
    throw error;
  }
}

/** Waits for the call's turn to send a request. A call that ends before gives its turn to the next. */
async function turn(call: Call, intervalMs: number): Promise<void> {
  const { counters, settings } = call;
  const { lastTurn } = counters;
  const nowMs = elapsedMs(settings.clock);
  const turnMs = Math.max(counters.turnMs, nowMs);
  if (turnMs - nowMs > remainingMs(call)) {
    call.isLast = true;
    throw timeoutError(call, 0, true, "no turn within");
  }
  counters.turnMs = turnMs + intervalMs;
  const own = withDeadline(call, Infinity, async () => {
    const waitMs = Number(await lastTurn) + intervalMs - elapsedMs(settings.clock);
    if (waitMs > 0) await withDeadline(call, waitMs);
    return elapsedMs(settings.clock);
  });
  counters.lastTurn = own.catch(() => {
    counters.turnMs -= intervalMs;
    return lastTurn;
  });
  await own;
}

/**
 * Whether a status says that nothing was changed: rejections, and redirects of the same request. A 303 can follow a change,
 * and a 408 or 499 can come from a proxy that has passed the request on.
 */
const isRejection = (status: number) => /^(30[78]|4(?!08|99))/.test(`${status}`);

/** Codes of failures before the first byte of a request: no connection, or no trust in the server. */
const NOT_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_|E(HOST|NET)UNREACH|UND_ERR_CONNECT)|CERT|ERR_TLS|UNABLE_TO/;

/** Sends a request, or another form of it. `hidden` is what the reason can be where a browser hides it. */
export async function fetchHead(
  { transport, controller: { signal }, request }: Attempt,
  init: { readonly url: string } = request,
  hidden = "unreachable host or missing CORS headers",
): Promise<Response> {
  const { call } = request;
  let response: Response;
  try {
    // Following a redirect would send the token to an address that someone else chose.
    const own = { call: undefined, signal, redirect: "manual", progress: call.progress };
    // A browser's cache ignores the headers that name the user or the link.
    const cache = inBrowser() && { cache: "no-store" };
    // A spread would take many times as long. A transport takes the signals of its controllers.
    response = await transport(init.url, Object.assign({}, cache, init, own) as object);
  } catch (cause) {
    throw networkError(cause, call, "no response", inBrowser() && hidden);
  }
  if (!response?.headers || response.type === "error") invalid("fetch", "return a Response, or reject");
  return response;
}

export function networkError(cause: unknown, call: Call, problem: string, hidden?: string | false): NetworkError {
  const error = safeError(cause, call.secrets);
  const code = error.cause?.code || error.code;
  if (code && NOT_SENT.test(code)) call.progress.sent = false;
  const reason = code || error.cause?.message || (error.name === "TypeError" && hidden) || error.message || error.name;
  // A URL in a message can have a query.
  return new NetworkError(`${problem}: ${line(reason.replace(/\?\S+/g, ""))}`, call, { cause: error });
}

const decoder = /* @__PURE__ */ new TextDecoder();

export async function readWhole(response: Response, call: Call, signal: AttemptSignal): Promise<Response> {
  const { ok } = response;
  let bytes = new Uint8Array();
  let complete = true;
  try {
    [bytes, complete] = await readBytes(response, ok ? call.settings.maxBodyBytes : MAX_ERROR_BYTES, signal);
  } catch (cause) {
    // The status of an error response counts even if its body is truncated.
    if (ok || signal.aborted) throw networkError(cause, call, "incomplete response");
    call.incomplete = { cause: safeError(cause, call.secrets) };
  }
  // A fetch that ignores its signal can return after the timeout, when another attempt may be running.
  signal.throwIfAborted();
  const isText = !ok || ["json", "text"].includes(call.parseAs);
  call.text = isText ? decoder.decode(bytes) : "";
  if (ok && !complete) throw responseError(call, response, "longer than maxBodyBytes");
  // What is shown of an error has no secrets.
  if (!ok) [call.text] = redactBody(call.text, call.secrets);
  return isText ? withText(response, call) : new Response(bytes.length > 0 ? bytes : null, response);
}
