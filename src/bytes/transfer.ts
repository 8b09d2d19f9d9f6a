import { isLoopback } from "../checks.js";
import { NetworkError } from "../core/errors.js";
import type { Codec } from "../operations/operation.js";
import { type Attempt, fetchHead, networkError, readWhole } from "../request/attempt.js";
import type { Call, PreparedRequest } from "../request/call.js";
import { longestDelayMs, withDeadline } from "../request/deadline.js";
import { readBytes, responseError } from "../request/response.js";
import { digestCheck } from "./digest.js";
import { createGuard, type Guard } from "./guard.js";
import { encodeBody, type Upload } from "./request-body.js";
import { type BodyForm, type Progress, report, transferSettings } from "./transfer-settings.js";
import { CHUNK_BYTES, openUpload, stop } from "./upload-stream.js";

export function prepareTransfer(request: PreparedRequest): void {
  transferSettings(request.call);
  encodeBody(request);
  // A stream of Node can fail before it is read. Without a listener, that would end the process.
  Object(Object(request.body).value).on?.("error", () => {});
}

/** Leaves the body to `prepareTransfer`. A failed call closes its source. */
export const transferSerializer: Codec["serializer"] = ({ middleware = [] }) => {
  const onError = ({ request }: { readonly request: PreparedRequest }) => stop(Object(Object(request.body).value));
  return { bodySerializer: (body) => body, middleware: [...middleware, { onError }] };
};

/** Makes an attempt of an operation with bytes: its deadline is a silence, and its body can be a stream. */
export async function transfer(attempt: Attempt): Promise<Response> {
  const { request, controller } = attempt;
  const { call } = request;
  const { form, onProgress, idleTimeoutMs, cuts } = transferSettings(call);
  const { settings } = call;
  if (cuts && call.attempts === 1) await withDeadline(call, settings.random() * longestDelayMs(settings, cuts));
  const guard = createGuard(call, idleTimeoutMs, controller);
  const toCaller = (progress: Progress) => report(onProgress, progress);
  const isUpload = request.body != null;
  let isStream = false;
  let sent: Promise<Response> | undefined;
  try {
    const response = await guard.within(() => {
      sent = exchange(attempt, guard, toCaller);
      return sent;
    });
    const part = response.headers.get("content-range");
    // A list of JSON can be a part in other units.
    const isPart = response.status === 206 && (form !== "json" || part?.startsWith("bytes "));
    if (isPart && !isRequested(request.headers, part))
      throw responseError(call, response, "the part is not the requested one");
    if (!response.ok || form === "json" || (call.parseAs !== "json" && call.parseAs !== "stream"))
      return await guard.within(() => readWhole(response, call, controller.signal));
    const stream = guardedStream(response, call, guard, isUpload ? () => {} : toCaller);
    isStream = form === "stream";
    if (isStream && call.parseAs === "stream") return new Response(stream, response);
    call.received = { data: isStream ? stream : await readForm(stream, form, response, call) };
    // openapi-fetch reads every response, and so can a middleware.
    return Object.defineProperty(new Response(null, response), "url", { value: response.url });
  } catch (error) {
    guard.abort(error);
    // A fetch can ignore its signal, and respond after the abort.
    sent?.then(({ body }) => (body?.locked ? undefined : body?.cancel())).catch(() => {});
    throw error;
  } finally {
    if (!isStream) guard.end();
  }
}

/** Whether a part is the requested one; without a range, all. Several can start anywhere, and browsers can hide it. */
function isRequested(sent: Headers, part: string | null): boolean {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(part ?? "") ?? [];
  if (!sent.has("range")) return first === "0" && Number(last) + 1 === Number(size);
  const [, start = first] = /^bytes=(\d+)-\d*$/i.exec(sent.get("range") ?? "") ?? [];
  return start === first || part === null;
}

/** Sends the request, and follows redirects where the operation says so. */
async function exchange(attempt: Attempt, guard: Guard, toCaller: (progress: Progress) => void): Promise<Response> {
  const { request } = attempt;
  const { call, headers } = request;
  if (!headers.has("accept-encoding")) headers.set("accept-encoding", "identity");
  if (request.body == null) {
    const response = await fetchHead(attempt);
    return call.info.redirects && call.method === "GET" ? followRedirects(attempt, response) : response;
  }
  // The hook of the codec has encoded it.
  const upload = request.body as Upload;
  // Only that of a stream is unknown.
  call.isLast = upload.size === undefined;
  const { problem, cancel, ...sent } = openUpload(upload, (progress) => {
    guard.touch();
    toCaller(progress);
  });
  // The platform knows the length of other bodies. Undici 7 rejects a second header.
  if (sent.duplex && upload.size !== undefined) headers.set("content-length", `${upload.size}`);
  const chunks = sent.duplex ? 1 : Math.ceil(Number(upload.size) / CHUNK_BYTES);
  if (chunks > 1) guard.touch(chunks);
  try {
    // Without it, some versions of Node reject a 401 to a stream.
    const credentials = sent.duplex && { credentials: "omit" };
    const response = await fetchHead(attempt, Object.assign({}, request, sent, credentials), sent.duplex && HIDDEN);
    if (chunks > 1) guard.touch();
    if (!sent.duplex && upload.size !== undefined) toCaller({ loaded: upload.size, total: upload.size });
    return response;
  } catch (error) {
    // That of the caller's stream, unchanged.
    throw problem.length > 0 ? problem[0] : error;
  } finally {
    cancel();
  }
}

const HIDDEN = "unreachable host, missing CORS headers or, for a stream as body, no HTTP/2: pass a Blob";

const MAX_HOPS = 5;
/** Read this much of a redirect, so that its connection stays usable. */
const MAX_REDIRECT_BYTES = 65_536;
/** The only headers that another host receives: those that select the bytes. */
const PASSED_ON = ["accept-encoding", "range", "if-range"];

/** Follows redirects to `https:`, or from loopback to loopback, without token, cookies or headers of the caller. */
async function followRedirects(attempt: Attempt, first: Response): Promise<Response> {
  const { call, headers } = attempt.request;
  const { secrets } = call;
  let response = first;
  let url = call.url;
  const fail = (problem: string) => responseError(call, response, problem);
  for (let hops = 0; ; hops += 1) {
    if (response.type === "opaqueredirect")
      throw fail("browsers hide redirects from programs: download through your server, or get a URL in JSON");
    const location = [302, 303, 307, 308].includes(response.status) && response.headers.get("location");
    if (!location) return response;
    const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
    // A signed URL is as good as a token.
    for (const value of [target?.search.slice(1), ...(target?.searchParams.values() ?? [])])
      if (value && value.length > 7) secrets.push(value);
    await readBytes(response, MAX_REDIRECT_BYTES).catch(() => {});
    if (!target || target.username || target.password) throw fail("redirected to an invalid URL");
    if (target.protocol !== "https:" && !(isLoopback(target.href) && isLoopback(url)))
      throw fail("redirected to a URL that is not https:");
    if (hops >= MAX_HOPS) throw fail(`more than ${MAX_HOPS} redirects`);
    target.hash = "";
    url = target.href;
    const own = new Headers();
    for (const name of PASSED_ON) if (headers.has(name)) own.set(name, headers.get(name) ?? "");
    const init = { url, method: "GET", headers: own, credentials: "omit", referrerPolicy: "no-referrer" };
    response = await fetchHead(attempt, init);
    call.isLast = response.status === 401;
    // The query can be a signature.
    Object.defineProperty(response, "url", { value: url.split("?")[0] });
  }
}

/** The body of a response as a stream that checks, counts and ends. */
function guardedStream(response: Response, call: Call, guard: Guard, toCaller: (progress: Progress) => void) {
  const reader = response.body?.getReader();
  const length = response.headers.get("content-length");
  const total = length === null || response.headers.get("content-encoding") ? undefined : Number(length);
  const check = digestCheck(response);
  let loaded = 0;
  guard.touch();
  guard.wait(false);
  const fail = (error: unknown) => {
    guard.abort(error);
    // A fetch can ignore its signal.
    reader?.cancel().catch(() => {});
    return error;
  };
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        guard.wait(true);
        const { value, done } = (await guard
          .within(async () => reader?.read())
          .catch((cause: unknown) => {
            fail(guard.reasons.length > 0 ? guard.reasons[0] : networkError(cause, call, "incomplete response"));
          })) ?? { done: true };
        if (guard.reasons.length > 0) throw guard.reasons[0];
        guard.wait(false);
        if (value) {
          loaded += value.length;
          check?.update(value);
          toCaller({ loaded, total });
          return controller.enqueue(value);
        }
        const header = done && check?.problem();
        if (header) throw fail(new NetworkError(`the body does not match its ${header}`, call));
        guard.end();
        released?.unregister(guard);
        controller.close();
      },
      cancel: (reason) => void fail(reason),
    },
    { highWaterMark: 0 },
  );
  released?.register(stream, guard, guard);
  return stream;
}

const release = (guard: Guard) => guard.abort(new Error("nobody holds the stream of the body"));
/** Closes the connection of a stream that nobody holds any more. Old workers cannot tell. */
const released = "FinalizationRegistry" in globalThis ? new FinalizationRegistry(release) : undefined;

async function readForm(stream: ReadableStream<Uint8Array>, form: BodyForm, response: Response, call: Call) {
  const [bytes, complete] = await readBytes(new Response(stream), call.settings.maxBodyBytes);
  if (!complete) throw responseError(call, response, 'longer than maxBodyBytes: use as: "stream"');
  if (form === "text") return new TextDecoder().decode(bytes);
  return form === "blob" ? new Blob([bytes], { type: response.headers.get("content-type") ?? "" }) : bytes;
}
