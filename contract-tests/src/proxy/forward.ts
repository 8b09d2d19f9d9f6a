import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { type BodyCopy, createBodyCopy } from "./body-copy.js";
import { endToEndHeaders, headerOf, pairsOf } from "./end-to-end-headers.js";
import { isRetryable, sendBadGateway, type Upstream } from "./upstream.js";
/** A forwarded exchange so far. */
export interface Passing {
  readonly incoming: IncomingMessage;
  readonly response: IncomingMessage;
  readonly sent: BodyCopy;
  readonly received: BodyCopy;
}

/** The response header with the violations of an exchange. */
const VIOLATIONS_HEADER = "Contract-Violations";

/** Creates the header and observes the end of an exchange. */
export interface Watcher {
  /** The value of the header before the body is known; undefined for none. */
  soFar(passing: Passing): Promise<string | undefined>;
  /** The value of the header for the complete exchange; undefined for none. Called once for each complete exchange. */
  ended(passing: Passing): Promise<string | undefined>;
  /** Called when the response is missing or incomplete. */
  broken(reason: string): void;
}

/** The limits of buffering and checking. */
export interface ProxyLimits {
  readonly maxBufferedBytes: number;
  readonly maxBufferedMs: number;
  readonly maxCheckedBytes: number;
}

/** Forwards a request and its response. Bytes are unchanged; the response gets one more header. */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { upstream, path, watcher, limits }: { upstream: Upstream; path: string; watcher: Watcher; limits: ProxyLimits },
): void {
  const sent = createBodyCopy(limits.maxCheckedBytes);
  // Otherwise Node adds a `Date` header.
  outgoing.sendDate = false;
  let responded = false;
  const attempt = (retries: number): ClientRequest => {
    const request = upstream.request(incoming, path);
    request.on("continue", () => outgoing.writeContinue());
    request.on("information", (info) => passInformation(info, incoming, outgoing));
    request.on("response", (response) => {
      responded = true;
      const passing = { incoming, response, sent, received: createBodyCopy(limits.maxCheckedBytes) };
      passResponse(passing, outgoing, watcher, limits);
    });
    request.on("error", (error: NodeJS.ErrnoException) => {
      // The response reports errors after its head. A disconnected client gets no response.
      if (responded || outgoing.destroyed) return;
      if (request.reusedSocket && error.code === "ECONNRESET" && retries > 0) {
        current = attempt(retries - 1);
        current.end();
        return;
      }
      watcher.broken(sendBadGateway(outgoing, error));
    });
    return request;
  };
  const retryable = isRetryable(incoming);
  // Each retry may meet another closed connection of the pool.
  let current = attempt(retryable ? MAX_RETRIES : 0);
  // The client disconnected, or received everything.
  outgoing.on("close", () => {
    if (!outgoing.writableFinished) current.destroy();
  });
  if (retryable) {
    incoming.resume();
    current.end();
  } else passBody(incoming, current, sent);
}

const MAX_RETRIES = 5;

/** Writing it sends the head. `flushHeaders` would encode the head as UTF-8 instead of latin1. */
const NOTHING = Buffer.alloc(0);

function passBody(incoming: IncomingMessage, request: ClientRequest, sent: BodyCopy): void {
  // A client that waits for `100 Continue` sends the body only after the service received the head.
  request.write(NOTHING);
  incoming.on("data", (chunk: Buffer) => {
    sent.add(chunk);
    if (request.destroyed) return;
    if (!request.write(chunk)) incoming.pause();
  });
  request.on("drain", () => incoming.resume());
  // Read the rest, or the client could neither send it nor read the response.
  request.on("close", () => incoming.resume());
  incoming.on("end", () => {
    if (request.destroyed) return;
    if (incoming.rawTrailers.length > 0) request.addTrailers(pairsOf(incoming.rawTrailers));
    request.end();
  });
  incoming.on("error", () => request.destroy());
}

/** Forwards 1xx responses except `100 Continue`, which Node writes itself. */
function passInformation(
  { statusCode, statusMessage, rawHeaders }: { statusCode: number; statusMessage: string; rawHeaders: string[] },
  { httpVersion }: IncomingMessage,
  outgoing: ServerResponse,
): void {
  if (statusCode === 100 || httpVersion === "1.0" || outgoing.headersSent) return;
  const lines = endToEndHeaders(rawHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  // The functions of Node for these statuses do not support all headers.
  outgoing.socket?.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join("")}\r\n`, "latin1");
}

function passResponse(passing: Passing, outgoing: ServerResponse, watcher: Watcher, limits: ProxyLimits): void {
  const { response, received } = passing;
  let buffered: Buffer[] | undefined = [];
  let isReleasing = false;
  const timer = setTimeout(() => void releaseEarly(), limits.maxBufferedMs).unref();

  const release = (header: string | undefined): void => {
    clearTimeout(timer);
    if (buffered === undefined || outgoing.destroyed) return;
    const { status, message, headers } = responseHead(passing, header);
    outgoing.writeHead(status, message, headers);
    outgoing.write(NOTHING);
    for (const chunk of buffered) outgoing.write(chunk);
    buffered = undefined;
    if (outgoing.writableNeedDrain) response.pause();
  };
  const releaseEarly = async (): Promise<void> => {
    if (isReleasing || buffered === undefined) return;
    isReleasing = true;
    release(await watcher.soFar(passing));
  };

  response.on("data", (chunk: Buffer) => {
    received.add(chunk);
    if (buffered !== undefined) {
      buffered.push(chunk);
      if (received.bytes > limits.maxBufferedBytes) void releaseEarly();
    } else if (!outgoing.write(chunk)) response.pause();
  });
  outgoing.on("drain", () => response.resume());
  response.on("end", async () => {
    // An early release may be under way; it finishes first.
    const header = await watcher.ended(passing);
    release(header);
    if (response.rawTrailers.length > 0) outgoing.addTrailers(pairsOf(response.rawTrailers));
    outgoing.end();
  });
  response.on("error", () => {});
  response.on("close", async () => {
    clearTimeout(timer);
    if (response.complete || outgoing.destroyed) return;
    watcher.broken("the response ended early");
    await releaseEarly();
    // Forward what was received, then close the connection early, as the service did.
    if (outgoing.socket === null) outgoing.destroy();
    else outgoing.socket.destroySoon();
  });
  if (!mayBuffer(passing, limits)) void releaseEarly();
}

/** Whether a response may be buffered until it is checked. Streams may not. */
function mayBuffer({ response }: Passing, { maxBufferedBytes }: ProxyLimits): boolean {
  const headers = pairsOf(response.rawHeaders);
  const length = headerOf(headers, "content-length");
  const type = headerOf(headers, "content-type") ?? "";
  if (/^(text\/event-stream|multipart\/)/i.test(type)) return false;
  if (length !== undefined) return Number(length) <= maxBufferedBytes || response.statusCode === 304;
  return /^application\/([^;]+\+)?json\b/i.test(type) || /^(204|304)$/.test(String(response.statusCode));
}

/** The head of the response to the client: that of the service without its hop-by-hop headers. */
export function responseHead(
  { incoming, response }: Pick<Passing, "incoming" | "response">,
  violations: string | undefined,
): { readonly status: number; readonly message: string; readonly headers: string[] } {
  const { statusCode = 502, statusMessage = "", rawHeaders } = response;
  const isChunked = headerOf(pairsOf(rawHeaders), "transfer-encoding") !== undefined;
  const mayHaveTrailers = isChunked && incoming.httpVersion !== "1.0" && incoming.method !== "HEAD";
  const headers = endToEndHeaders(rawHeaders).filter(([name]) => mayHaveTrailers || name.toLowerCase() !== "trailer");
  if (violations !== undefined) headers.push([VIOLATIONS_HEADER, violations]);
  // The client may still send its body or not (RFC 9110, section 10.1.1).
  const isEarlyResponse = incoming.headers.expect !== undefined && !incoming.complete;
  if (isEarlyResponse) headers.push(["Connection", "close"]);
  return { status: statusCode, message: statusMessage, headers: headers.flat() };
}
